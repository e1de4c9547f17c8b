// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// What torch/version.py says; empty for what it says None of, or nothing.
struct TorchBuild
{
    std::string version, cuda, hip, xpu;
    bool operator==(const TorchBuild&) const = default;
};

TorchBuild torchBuildOf(std::string_view versionFile);

/// Why no rehearsal is possible with this PyTorch; no problems where it is.
Problems refusedBuild(const TorchBuild& build);

/// A Python, and the packages that it finds.
struct PythonEnvironment
{
    std::string python; ///< its file
    std::string version; ///< "3.11.2"
    std::vector<std::string> folders; ///< in which it looks for modules
    std::string torchFolder; ///< of the package torch
    TorchBuild torch;
};

/// Asks the Python that these words start, which does not import PyTorch for it.
Result<PythonEnvironment> pythonEnvironment(const std::vector<std::string>& python);

/// The answer of that Python, as it printed it.
Result<PythonEnvironment> readEnvironment(std::string_view printed);

} // namespace highwater
