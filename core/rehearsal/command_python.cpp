// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/command_python.h"

#include "core/plan/file_start.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <span>

#ifdef __unix__
#include <unistd.h>
#endif

namespace highwater {

namespace {

using CommandSpan = std::span<const std::string>;

bool isExecutable(const std::string& file)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return false;
#ifdef __unix__
    return access(file.c_str(), X_OK) == 0;
#else
    return true;
#endif
}

std::string fileNameOf(const std::string& word)
{
    return word.substr(word.rfind('/') + 1); // npos + 1 is 0
}

/// python, python3, python3.11, pypy3.
bool isPythonName(std::string_view name)
{
    for (const std::string_view start : {"python", "pypy"})
        if (name.starts_with(start)) {
            name.remove_prefix(start.size());
            return std::ranges::all_of(name, [](char letter) {
                return letter == '.' || std::isdigit(static_cast<unsigned char>(letter)) != 0;
            });
        }
    return false;
}

bool isAssignment(const std::string& word)
{
    const std::size_t equals = word.find('=');
    return equals != std::string::npos && equals > 0 && word.front() != '-'
        && std::all_of(
               word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals), [](char letter) {
                   return letter == '_' || std::isalnum(static_cast<unsigned char>(letter)) != 0;
               });
}

/// A program that runs the command behind its own options.
struct Wrapper
{
    std::string_view name;
    std::string_view verb; ///< the word that must follow it; empty: none
    std::string_view valued; ///< its options that take the next word, between blanks
    int operands = 0; ///< its own words before the command
    bool choosesPython = false; ///< it changes which Python a command runs
};

constexpr std::array wrappers{
    Wrapper{"nice", "", " -n --adjustment "},
    Wrapper{"nohup", "", ""},
    Wrapper{"time", "", " -f -o --format --output "},
    Wrapper{"timeout", "", " -k -s --kill-after --signal ", 1},
    Wrapper{"stdbuf", "", " -i -o -e "},
    Wrapper{"taskset", "", " -c --cpu-list ", 0},
    Wrapper{"numactl", "", " -N -m -i -C -l "},
    Wrapper{"env", "", " -u -C --unset --chdir ", 0, true},
    Wrapper{"uv", "run",
            " -p --python --with --with-editable --with-requirements --extra --group "
            "--only-group --env-file --index --directory --project --package ",
            0, true},
    Wrapper{"poetry", "run", " -C --directory -P --project ", 0, true},
    Wrapper{"pdm", "run", " -p --project --venv ", 0, true},
    Wrapper{"pipenv", "run", " ", 0, true},
    Wrapper{"rye", "run", " -p --pyproject ", 0, true},
    Wrapper{"hatch", "run", " ", 0, true},
    Wrapper{"pixi", "run", " -e --environment --manifest-path ", 0, true},
    Wrapper{"conda", "run", " -n --name -p --prefix --cwd ", 0, true},
    Wrapper{"mamba", "run", " -n --name -p --prefix --cwd ", 0, true},
    Wrapper{"micromamba", "run", " -n --name -p --prefix --cwd ", 0, true},
};

/// The words of the command that belong to the wrapper: 0 where it is none.
std::size_t wrapperWords(CommandSpan command, const Wrapper& wrapper)
{
    if (command.empty() || fileNameOf(command.front()) != wrapper.name)
        return 0;
    std::size_t at = 1;
    if (!wrapper.verb.empty() && (command.size() < 2 || command[at++] != wrapper.verb))
        return 0;
    int operands = wrapper.operands;
    for (; at < command.size(); ++at) {
        const std::string& word = command[at];
        if (word == "--")
            return at + 1;
        if (word.starts_with("-")) {
            at += wrapper.valued.find(" " + word + " ") == std::string_view::npos ? 0 : 1;
            continue;
        }
        if (wrapper.name == "env" && isAssignment(word))
            continue;
        if (operands-- <= 0)
            break;
    }
    return std::min(at, command.size());
}

/// The words of a script's first line, "#!/usr/bin/env -S python3 -u"; pip writes a second line
/// with the interpreter where its path is too long for the first.
std::vector<std::string> interpreterWords(const std::string& file)
{
    constexpr std::size_t longest = 4096;
    const std::string start = startOfFile(file, longest);
    if (!start.starts_with("#!"))
        return {};
    std::string line = start.substr(2, start.find('\n') - 2);
    constexpr std::string_view exec = "'''exec' ";
    if (const std::size_t at = start.find(exec); at != std::string::npos && line.ends_with("/sh"))
        line = start.substr(at + exec.size(), start.find('\n', at) - at - exec.size());
    std::vector<std::string> words;
    for (std::size_t at = 0; at < line.size();) {
        at = line.find_first_not_of(" \t\r", at);
        if (at == std::string::npos)
            break;
        const bool quoted = line[at] == '"';
        const std::size_t from = quoted ? at + 1 : at;
        const std::size_t end
            = std::min(line.find_first_of(quoted ? "\"" : " \t\r", from), line.size());
        words.push_back(line.substr(from, end - from));
        at = end + (quoted ? 1 : 0);
    }
    return words;
}

/// Programs that start a command where the libraries of a rehearsal are not.
constexpr auto elsewhere
    = std::to_array<std::string_view>({"srun", "sbatch", "salloc", "ssh", "pdsh", "docker",
                                       "podman", "kubectl", "singularity", "apptainer", "sudo"});

Problem noPython(const std::string& word)
{
    return {
        std::string(), typed(word), {HW_TR("core", "no Python is found that runs the command")}};
}

/// The first Python of PATH, for a program that may start any: a shell, make.
Result<std::vector<std::string>> anyPython(const std::string& word, std::string_view path)
{
    for (const char* name : {"python", "python3"})
        if (const std::string found = programAt(name, path); !found.empty())
            return std::vector{found};
    return noPython(word);
}

Result<std::vector<std::string>> pythonOfProgram(const std::string& word, std::string_view path)
{
    const std::string file = programAt(word, path);
    if (file.empty())
        return Problem{std::string(), typed(word), {HW_TR("core", "the command is not there")}};
    if (isPythonName(fileNameOf(word)))
        return std::vector{file};
    std::vector<std::string> words = interpreterWords(file);
    if (!words.empty() && fileNameOf(words.front()) == "env") {
        words.erase(words.begin());
        std::erase_if(words, [](const std::string& each) {
            return each.starts_with("-") || isAssignment(each);
        });
    }
    if (words.empty() || !isPythonName(fileNameOf(words.front())))
        return anyPython(word, path);
    const std::string python = programAt(words.front(), path);
    return python.empty() ? Result<std::vector<std::string>>(noPython(words.front()))
                          : std::vector{python};
}

std::optional<std::int64_t> countOf(std::string_view text)
{
    const auto number = wholeIn(text);
    return number && *number > 0 ? number : std::nullopt;
}

/// The value of an option at a place of the command: "--nnodes=2", "--nnodes 2".
std::optional<std::string> optionAt(CommandSpan command, std::size_t at,
                                    std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names) {
        const std::string& word = command[at];
        if (word == name && at + 1 < command.size())
            return command[at + 1];
        if (word.size() > name.size() && word.starts_with(name) && word[name.size()] == '=')
            return word.substr(name.size() + 1);
    }
    return std::nullopt;
}

} // namespace

std::string programAt(const std::string& word, std::string_view path)
{
    if (word.find('/') != std::string::npos)
        return isExecutable(word) ? word : std::string();
    while (!word.empty() && !path.empty()) {
        const std::size_t end = std::min(path.find(':'), path.size());
        const std::string folder = end == 0 ? "." : std::string(path.substr(0, end));
        if (const std::string file = folder + "/" + word; isExecutable(file))
            return file;
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return {};
}

Result<std::vector<std::string>> pythonOf(const std::vector<std::string>& command,
                                          std::string_view path)
{
    CommandSpan rest(command);
    std::vector<std::string> start;
    for (bool isWrapped = true; isWrapped;) {
        isWrapped = false;
        for (const Wrapper& wrapper : wrappers) {
            const std::size_t words = wrapperWords(rest, wrapper);
            if (words == 0)
                continue;
            if (wrapper.choosesPython)
                start.insert(start.end(), rest.begin(),
                             rest.begin() + static_cast<std::ptrdiff_t>(words));
            rest = rest.subspan(words);
            isWrapped = true;
        }
    }
    if (!rest.empty() && std::ranges::find(elsewhere, fileNameOf(rest.front())) != elsewhere.end())
        return Problem{std::string(),
                       typed(rest.front()),
                       {HW_TR("core",
                              "this program starts the command on another node or in other "
                              "surroundings: name the command that it starts, and all ranks with "
                              "--ranks")}};
    if (rest.empty())
        return noPython(command.empty() ? std::string() : command.back());
    if (start.empty())
        return pythonOfProgram(rest.front(), path);
    // What chooses the Python may change PATH too, so that the name has to be looked up by it.
    const bool isPython = isPythonName(fileNameOf(rest.front()));
    const bool isEnv = fileNameOf(start.front()) == "env";
    if (!isPython && isEnv) {
        auto found = pythonOfProgram(rest.front(), path);
        if (!found)
            return found.problems();
        start.insert(start.end(), found->begin(), found->end());
        return start;
    }
    start.push_back(isPython ? rest.front() : "python");
    return start;
}

std::optional<std::int64_t> launchedProcesses(const std::vector<std::string>& command)
{
    std::optional<std::int64_t> processes;
    for (std::size_t at = 0; at < command.size(); ++at)
        if (const auto text
            = optionAt(command, at,
                       {"--nproc_per_node", "--nproc-per-node", "--num_processes", "--num_gpus"}))
            processes = countOf(*text);
    return processes;
}

} // namespace highwater
