// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/job/engine_pool.h"
#include "core/job/recipe.h"

#include <algorithm>
#include <vector>

namespace highwater {

/// Tensors of one role in a phase of a job.
struct PhasePart
{
    enum class Keeps {
        Working, ///< all tensors that exist at an event of the role's own step
        Waiting, ///< states of a role that does not work, except offloaded ones
        WithoutWeights, ///< tensors of the role's own step; its weights are in another part
        Loaded, ///< weights and runtime overhead of an engine without its cache
    };

    const JobRole* role = nullptr;
    const Stage* stage = nullptr; ///< whose symbols the sizes are of
    const std::vector<Term>* terms = nullptr;
    Event event;
    Keeps keeps = Keeps::Working;
    bool offloadsWeights = false, offloadsGradients = false, offloadsOptimizer = false;

    std::int64_t copies(const Term& term) const;
    GroupBytes groups() const;
};

/// One phase: the parts at its highest event.
struct PhaseParts
{
    JobPhase phase;
    std::vector<PhasePart> parts;
    GroupBytes groups; ///< of tensors
    Bytes engine = 0; ///< of those, in the pool of the engine that generates
};

/// The phases of a job on one stage of its pipeline.
class JobPhases
{
public:
    JobPhases(const Resolved& job, std::int64_t stage);
    JobPhases(const JobPhases&) = delete;
    JobPhases& operator=(const JobPhases&) = delete;

    const std::vector<PhaseParts>& phases() const { return m_phases; }
    const PhaseParts& highest() const;
    Bytes host() const; ///< of one rank
    Bytes disk() const;
    Bytes offloaded() const; ///< of host(): by sleep and by offload

private:
    const Stage& stageOf(const Resolved& plan) const;
    bool isHere(const JobRole& role) const;
    PhasePart partOf(const JobRole& role, const Resolved& plan, const Event& event) const;
    PhasePart waiting(const JobRole& role, bool loadsWeights) const;
    PhasePart engine() const;
    Bytes elsewhere(Place place) const;
    void makeEngine();
    void makeSync();
    void makeGeneration();
    void add(const JobPhase& phase);
    void addResident(PhaseParts& phase) const;
    std::vector<std::vector<PhasePart>> candidates(const JobPhase& phase) const;

    const Resolved& m_job;
    std::int64_t m_stage;
    const JobRole* m_policy;
    const JobRole* m_rollout; ///< null: none, or on separate GPUs
    std::vector<Term> m_engine, m_sync, m_generation;
    Bytes m_pool = 0;
    std::vector<PhaseParts> m_phases;
};

} // namespace highwater
