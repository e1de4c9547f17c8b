// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/python_environment.h"

#include "core/plan/file_start.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "core/rehearsal/child.h"

#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace highwater {

namespace {

/// A module of the person's may print too: each line of the answer has a mark. find_spec() of a
/// module without a dot imports nothing. Nothing comes from the folder in which the program was
/// started, which "-c" puts first.
constexpr const char* question = R"(
import sys
sys.path[:] = [folder for folder in sys.path if folder]
import importlib.util, os, platform
def say(what, text): print("highwater\t%s\t%s" % (what, text))
say("python", sys.executable)
say("version", "%d.%d.%d" % sys.version_info[:3])
say("machine", sys.platform + " " + platform.machine())
spec = importlib.util.find_spec("torch")
for folder in (spec.submodule_search_locations or [] if spec else []): say("torch", folder)
for folder in sys.path: say("folder", os.path.abspath(folder))
)";
constexpr std::chrono::seconds longestAnswer{60};
constexpr std::size_t mostFolders = 1000;

/// The text in quotes that a name is set to, at the start of a line: "cuda: Optional[str] =
/// '12.4'".
std::string assigned(std::string_view file, std::string_view name)
{
    while (!file.empty()) {
        const std::size_t end = std::min(file.find('\n'), file.size());
        std::string_view line = file.substr(0, end);
        file.remove_prefix(std::min(end + 1, file.size()));
        if (!line.starts_with(name))
            continue;
        line = withoutBlanks(line.substr(name.size()));
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos || (equals > 0 && line.front() != ':'))
            continue;
        const std::string_view value = withoutBlanks(line.substr(equals + 1));
        if (value.size() < 2 || (value.front() != '\'' && value.front() != '"'))
            continue;
        const std::size_t close = value.find(value.front(), 1);
        if (close != std::string_view::npos)
            return excerpt(value.substr(1, close - 1));
    }
    return {};
}

/// The whole number before the first point, and the one after it.
std::optional<std::pair<std::int64_t, std::int64_t>> firstTwo(std::string_view version)
{
    const std::size_t point = version.find('.');
    if (point == std::string_view::npos)
        return std::nullopt;
    const auto major = wholeIn(version.substr(0, point));
    const std::string_view rest = version.substr(point + 1);
    const auto minor = wholeIn(rest.substr(0, rest.find_first_not_of("0123456789")));
    if (!major || !minor)
        return std::nullopt;
    return std::pair(*major, *minor);
}

Problem torchProblem(const TorchBuild& build, Text message)
{
    return {std::string("PyTorch " + build.version), {}, std::move(message)};
}

} // namespace

TorchBuild torchBuildOf(std::string_view file)
{
    return {assigned(file, "__version__"), assigned(file, "cuda"), assigned(file, "hip"),
            assigned(file, "xpu")};
}

Problems refusedBuild(const TorchBuild& build)
{
    if (!build.hip.empty())
        return {torchProblem(
            build, HW_TR("core", "is built for ROCm; a rehearsal needs a PyTorch for CUDA"))};
    if (build.cuda.empty()
        && (!build.xpu.empty() || build.version.find("+xpu") != std::string::npos))
        return {torchProblem(build,
                             HW_TR("core",
                                   "is built for Intel's XPU; a rehearsal needs a PyTorch for "
                                   "CUDA"))};
    if (build.cuda.empty())
        return {torchProblem(build,
                             HW_TR("core",
                                   "is built without CUDA; a rehearsal needs a PyTorch for CUDA, "
                                   "and no card"))};
    const auto cuda = firstTwo(build.cuda);
    if (!cuda || cuda->first < 11 || cuda->first > 13)
        return {torchProblem(
            build, {HW_TR("core", "is built for CUDA %1; 11, 12 and 13 are known"), {build.cuda}})};
    const auto version = firstTwo(build.version);
    constexpr std::pair<std::int64_t, std::int64_t> oldest{2, 1};
    if (!version || *version < oldest || version->first > 2)
        return {torchProblem(build, HW_TR("core", "is not known; 2.1 and later ones of 2 are"))};
    return {};
}

Result<PythonEnvironment> readEnvironment(std::string_view printed)
{
    PythonEnvironment found;
    std::string machine;
    while (!printed.empty()) {
        const std::size_t end = std::min(printed.find('\n'), printed.size());
        std::string_view line = printed.substr(0, end);
        printed.remove_prefix(std::min(end + 1, printed.size()));
        constexpr std::string_view mark = "highwater\t";
        if (!line.starts_with(mark))
            continue;
        line.remove_prefix(mark.size());
        const std::size_t tab = line.find('\t');
        if (tab == std::string_view::npos)
            continue;
        const std::string_view what = line.substr(0, tab);
        std::string text(line.substr(tab + 1));
        if (what == "python")
            found.python = std::move(text);
        else if (what == "version")
            found.version = excerpt(text);
        else if (what == "machine")
            machine = std::move(text);
        else if (what == "torch" && found.torchFolder.empty())
            found.torchFolder = std::move(text);
        else if (what == "folder" && found.folders.size() < mostFolders)
            found.folders.push_back(std::move(text));
    }
    const std::string name = excerpt(found.python);
    if (machine != "linux x86_64")
        return Problem{FieldName(name.empty() ? "python" : name),
                       excerpt(machine),
                       {HW_TR("core", "a rehearsal runs on Linux on x86-64 only")}};
    if (found.torchFolder.empty())
        return Problem{FieldName(name), {}, {HW_TR("core", "this Python has no PyTorch")}};
    return found;
}

Result<PythonEnvironment> pythonEnvironment(const std::vector<std::string>& python)
{
    ChildCommand ask;
    ask.words = python;
    ask.words.insert(ask.words.end(), {"-c", question});
    const auto printed = printedBy(ask, longestAnswer);
    if (!printed)
        return Problem{FieldName(excerpt(joined(python, " "))),
                       {},
                       {HW_TR("core", "this Python cannot be asked for its packages")}};
    auto found = readEnvironment(*printed);
    if (!found)
        return found.problems();
    constexpr std::size_t longest = 1 << 16;
    found->torch = torchBuildOf(startOfFile(found->torchFolder + "/version.py", longest));
    if (Problems problems = refusedBuild(found->torch); !problems.empty())
        return problems;
    return found;
}

} // namespace highwater
