// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/csv_reader.h"
#include "core/plan/result.h"
#include "core/plan/text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The column of a run's measured speed, in the table of runs or in a table of speeds
/// (run_speeds.h).
inline constexpr std::string_view speedColumn = "tokens_per_second_per_gpu";

/// The facts in the notes of a run, as far as they are written in known phrases.
struct RunNotes
{
    std::optional<std::int64_t> gradAccum, globalBatch;
    std::optional<std::int64_t> gpusSummed; ///< the value is the sum over this many
    std::optional<std::int64_t> trainable; ///< parameters
    std::optional<std::int64_t> virtualPipeline, expertParallel;
    std::string method; ///< "LoRA", "Full-parameter"
    std::string quantization; ///< "bnb.nf4"
    std::string cumulative; ///< torchtune: the measure that this row adds to the previous row
    std::string tpMode;
    bool firstStage = false;
    bool contradictory = false; ///< the source gives several outcomes, or numbers that disagree
    bool oneOperator = false;
    bool recipeOpen = false; ///< the source does not say with which recipe the row was measured
    bool float8 = false;
    bool compiled = false, eager = false; ///< kernels, where the row states them
    bool deviceReading = false; ///< the value is that of nvidia-smi
    bool operator==(const RunNotes&) const = default;
};

RunNotes notesOf(std::string_view text);

/// One measured run, a row of a table; a blank field has no value.
struct MeasuredRun
{
    std::string id, source, model, gpuType, sharding, offload, recompute, attention, optimizer,
        precision, gradDtype, measuredWhat, value, unit, framework, stage, tpMode;
    std::string group; ///< in which the row is summed up, instead of that of its source
    std::string settings; ///< keys of a plan, "recipe.loss=fused; adapter.rank=16", which go before
                          ///< what the other columns say
    std::string plan; ///< a share code of the run's plan, in the place of all other columns of it
    std::optional<std::int64_t> layers, hidden, heads, kvHeads, ffn, vocab, gpus, dp, tp, pp, cp,
        seq, microBatch, gradAccum, capacityMib;
    std::optional<double> params, tokensPerSecondPerGpu;
    RunNotes notes;
    std::string notANumber; ///< the first column of numbers that holds something else
};

/// Reads the runs of a table by the names of its columns, in any order; unknown columns are
/// skipped.
class RunReader
{
public:
    explicit RunReader(std::string_view csv);

    /// The next run; false at the end of the table, and at an error.
    bool next(MeasuredRun& run);

    /// The error; null where the table was read to its end.
    const std::optional<Problem>& problem() const
    {
        return m_problem ? m_problem : m_reader.problem();
    }

private:
    void readHeader();

    CsvReader m_reader;
    std::vector<std::string> m_fields;
    std::vector<const struct RunColumn*> m_columns; ///< of each field; null where unknown
    std::optional<Problem> m_problem;
};

} // namespace highwater
