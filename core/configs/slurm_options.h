// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace highwater {

/// The counts that a script asks of Slurm in lines "#SBATCH OPTIONS" or by srun, and that Slurm
/// tells the script in variables (slurm.schedmd.com/sbatch.html). Options that are not known are
/// passed over.
class SlurmOptions
{
public:
    void read(std::string_view options);
    /// Null where no option states it.
    std::optional<std::int64_t> stated(const std::string& variable) const;
    /// Without options, none; else as many nodes as they ask for, or one.
    std::map<std::string, std::int64_t> variables() const;

private:
    std::map<std::string, std::int64_t> m_stated;
    bool m_isUsed = false;
};

} // namespace highwater
