// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_target.h"
#include "core/ledger/resolve.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// A plan that is written for one program, and the notes of its writer.
class ConfigRun
{
public:
    ConfigRun(const Plan& asked, Resolved resolved, ConfigTarget target, std::string file);

    const ConfigTarget target;
    const std::string file; ///< the name of the file in the launch line
    const Engine engine; ///< of the programs that have a choice
    const Plan plan; ///< with the target's defaults for all keys that are left open
    const Recipe asked; ///< the plan's recipe, with open keys
    const Resolved resolved;

    const Shape& shape() const { return resolved.shape; }
    const Workload& workload() const { return plan.workload; }
    const Layout& layout() const { return plan.layout; }
    Choices choices; ///< with the target's defaults
    bool trainsAll() const { return plan.adapter.kind == AdapterKind::None; }
    bool isMoe() const { return shape().experts > 0; }

    std::int64_t ranks = 1; ///< GPUs that the run uses
    std::int64_t nodes = 1, gpusPerNode = 1; ///< nodes · gpusPerNode = ranks
    std::int64_t dataParallel = 1, microBatches = 1;
    std::int64_t globalBatch = 1; ///< micro-batch · micro-batches · dataParallel
    std::int64_t shards = 1; ///< ranks that share the states: dataParallel · context / replicate
    bool hasLength() const { return workload().trainingTokens || workload().examples; }
    static constexpr std::int64_t unsaidSteps = 1000;
    std::int64_t steps() const; ///< of the run; unsaidSteps where the plan states no length
    double learningRate() const;
    std::string title; ///< one line

    void note(KeyPath key, Text message);
    void note(KeyGroup group, Text message);
    /// For a program without one kind of parallelism: the ranks of that kind become data ranks,
    /// with a note.
    struct Splits
    {
        bool tensor = false, context = false, pipeline = false;
    };
    void useDataRanksFor(Splits splits);

    /// Notes each of these keys that the file cannot express: those that matter in this plan and
    /// have a value other than the program's default.
    void cannotSay(std::initializer_list<KeyPath> keys);
    /// Notes in any case that the file cannot express the value of this key.
    void cannotSay(KeyPath key);
    /// Notes that the program's models lack a part of this architecture.
    void lacks(KeyPath part);
    /// Notes the type of the moments in a run whose weights are all in 16 bits.
    void noteMomentsOf16();
    /// Notes that the value is set in the training script.
    void inScript(KeyPath key);
    /// Notes the same of the run's length, where the plan states one.
    void lengthInScript();

    std::vector<Warning> notes;

private:
    std::string valueOf(KeyPath key) const;
    void countRanks();
    void countBatch(const Workload& wanted);

    Plan m_usual; ///< defaults to compare with: usualFor()
};

/// PYTORCH_CUDA_ALLOC_CONF's value for the cluster's allocator; empty where all settings are the
/// defaults.
std::string allocatorSettings(const Cluster& cluster);

/// "torchrun --nproc_per_node 8", with the further arguments for several nodes.
std::string torchrun(const ConfigRun& run);

/// The environment variables before the command: settings of the allocator.
std::string environment(const ConfigRun& run);

/// Title, launch lines and notes as comments that begin with '#'.
std::string headOf(const ConfigRun& run, const std::vector<std::string>& launch);

} // namespace highwater
