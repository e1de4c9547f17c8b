// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measured_runs.h"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace highwater {

/// The values of a test's row, by column; a later value of a column counts.
using Cells = std::vector<std::pair<std::string, std::string>>;

/// A table of one run: eight GPUs and a Llama 3.1 8B unless the cells say otherwise.
inline std::string tableOf(const Cells& cells)
{
    Cells all{{"id", "run"},
              {"model", "Llama 3.1 8B"},
              {"gpus", "8"},
              {"gpu_type", "H100-80GB"},
              {"precision", "bf16"},
              {"seq", "4096"},
              {"micro_batch", "1"},
              {"measured_what", "peak_allocated"},
              {"value_GB_or_GiB", "40"},
              {"unit", "GiB"}};
    for (const auto& cell : cells) {
        bool found = false;
        for (auto& known : all)
            if (known.first == cell.first) {
                known.second = cell.second;
                found = true;
            }
        if (!found)
            all.push_back(cell);
    }
    std::string head;
    std::string row;
    for (const auto& [name, text] : all) {
        head += (head.empty() ? "" : ",") + name;
        row += (row.empty() ? "\"" : ",\"") + text + "\"";
    }
    return head + "\n" + row + "\n";
}

inline MeasuredRun runOf(const Cells& cells)
{
    const std::string table = tableOf(cells);
    RunReader reader(table);
    MeasuredRun run;
    reader.next(run);
    return run;
}

} // namespace highwater
