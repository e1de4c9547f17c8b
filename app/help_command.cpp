// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_help.h"
#include "commands.h"
#include "core/catalog/catalog.h"
#include "core/exchange/whole_file.h"
#include "core/manual/manual.h"
#include "core/manual/manual_html.h"
#include "core/manual/manual_text.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/text.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#ifdef __unix__
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace highwater {
namespace {

/// Text for man, in which a hyphen is the letter of an option, and no line is a request.
std::string manText(std::string_view text)
{
    std::string page;
    for (const char letter : text) {
        if (letter == '\\')
            page += "\\e";
        else if (letter == '-')
            page += "\\-";
        else if (letter == '\'')
            page += "\\(aq";
        else
            page += letter;
    }
    return (page.starts_with('.') ? "\\&" : "") + page;
}

std::string nameAndUsage(const CommandHelp& command)
{
    std::string text = "\\fBhighwater";
    if (!command.name.empty())
        text += " " + manText(command.name);
    return text + "\\fR " + manText(command.usage);
}

std::string manPage()
{
    std::string page
        = ".TH HIGHWATER 1 \"\" \"Highwater " HIGHWATER_VERSION "\" \"User Commands\"\n"
          ".SH NAME\n"
          "highwater \\- plans the GPU memory of training large language models\n"
          ".SH SYNOPSIS\n.nh\n.ad l\n";
    for (const CommandHelp& command : commandHelp())
        page += nameAndUsage(command) + "\n.br\n";
    page += ".ad\n.SH COMMANDS\n";
    for (const CommandHelp& command : commandHelp())
        page += ".TP\n" + nameAndUsage(command) + "\n" + manText(command.text) + ".\n";
    page += ".SH DESCRIPTION\n";
    for (const HelpNote& note : noteHelp())
        page += manText(note.text) + "\n.PP\n";
    page += ".SH OPTIONS\n";
    for (const OptionHelp& option : optionHelp())
        page += ".TP\n\\fB" + manText(option.name) + "\\fR (" + manText(option.of) + ")\n"
            + manText(option.text) + ".\n";
    return page + ".SH EXIT STATUS\n" + manText(exitHelp) + "\n";
}

/// The commands, each once.
std::vector<std::string_view> commandNames()
{
    std::vector<std::string_view> names;
    for (const CommandHelp& command : commandHelp())
        if (!command.name.empty() && std::ranges::find(names, command.name) == names.end())
            names.push_back(command.name);
    return names;
}

/// A way in which an option can be typed.
struct Spelling
{
    std::string name; ///< "--output", "-o"
    bool takesValue = false;
};

/// "-o, --output FILE" is -o and --output, each with a value; "--from N, --to N" likewise.
std::vector<Spelling> spellingsOf(std::string_view option)
{
    std::vector<Spelling> spellings;
    std::size_t begin = 0;
    while (begin < option.size()) {
        std::size_t end = option.find(", -", begin);
        end = end == std::string_view::npos ? option.size() : end;
        const std::string_view one = option.substr(begin, end - begin);
        const std::size_t space = one.find(' ');
        const std::size_t bracket = one.find('[');
        spellings.push_back({std::string(one.substr(0, std::min(space, bracket))),
                             space != std::string_view::npos});
        begin = end + 2;
    }
    // The value stands behind the last spelling, for all of them.
    for (Spelling& spelling : spellings)
        spelling.takesValue |= spellings.back().takesValue;
    return spellings;
}

std::vector<Spelling> optionsOf(std::string_view command)
{
    std::vector<Spelling> options;
    for (const OptionHelp& option : optionHelp())
        if (isNamedIn(option.of, command))
            for (const Spelling& spelling : spellingsOf(option.name))
                options.push_back(spelling);
    return options;
}

/// The values that are known of options, each list with blanks between.
struct KnownValues
{
    std::string_view option;
    std::string values;
};

std::vector<KnownValues> knownValues()
{
    std::string settings, devices;
    for (const Key& key : keys())
        settings += std::string(key.path.text()) + "= ";
    for (const Device& device : builtinCatalog().devices())
        devices += device.id + " ";
    return {{"--set", settings},
            {"--card", devices},
            {"--routing", "balanced first"},
            {"--theme", "light dark print lecture"},
            {"--unit", "GiB GB"},
            {"--completion", "bash zsh fish"}};
}

/// Also what zsh takes by its bashcompinit.
std::string bashCompletion()
{
    std::string text
        = "_highwater() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local command=${COMP_WORDS[1]} words=\n"
          "    COMPREPLY=()\n"
          "    case $before in\n";
    for (const KnownValues& known : knownValues())
        text += "        " + std::string(known.option) + ") words=\"" + known.values + "\" ;;\n";
    text += "    esac\n"
            "    if [[ -z $words && $COMP_CWORD -eq 1 ]]; then\n"
            "        words=\"";
    for (const std::string_view name : commandNames())
        text += std::string(name) + " ";
    text += "--help --version\"\n"
            "    elif [[ -z $words && $word == -* ]]; then\n"
            "        case $command in\n";
    for (const std::string_view name : commandNames()) {
        text += "            " + std::string(name) + ") words=\"";
        for (const Spelling& option : optionsOf(name))
            text += option.name + " ";
        text += "--help\" ;;\n";
    }
    text += "        esac\n"
            "    fi\n"
            "    [[ -n $words ]] && COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
            "    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
            "    return 0\n"
            "}\n"
            "complete -o default -F _highwater highwater\n";
    return text;
}

std::string zshCompletion()
{
    return "#compdef highwater\n"
           "autoload -U +X bashcompinit && bashcompinit\n"
        + bashCompletion();
}

/// Text between single quotes, as fish reads it.
std::string fishWord(std::string_view text)
{
    std::string result = "'";
    for (const char letter : text)
        result += letter == '\'' || letter == '\\' ? std::string("\\") + letter
                                                   : std::string(1, letter);
    return result + "'";
}

std::string fishCompletion()
{
    std::string text;
    std::vector<std::string_view> described;
    for (const CommandHelp& command : commandHelp()) {
        if (command.name.empty() || std::ranges::find(described, command.name) != described.end())
            continue;
        described.push_back(command.name);
        text += "complete -c highwater -n __fish_use_subcommand -a " + std::string(command.name)
            + " -d " + fishWord(command.text) + "\n";
    }
    const std::vector<KnownValues> known = knownValues();
    for (const OptionHelp& option : optionHelp())
        for (const Spelling& spelling : spellingsOf(option.name)) {
            const bool isLong = spelling.name.starts_with("--");
            text += "complete -c highwater -n "
                + fishWord("__fish_seen_subcommand_from " + std::string(option.of))
                + (isLong ? " -l " + spelling.name.substr(2) : " -s " + spelling.name.substr(1))
                + (spelling.takesValue ? " -r" : "");
            const auto values = std::ranges::find(known, spelling.name, &KnownValues::option);
            if (values != known.end())
                text += " -f -a " + fishWord(values->values);
            text += " -d " + fishWord(option.text) + "\n";
        }
    return text;
}

Outcome completion(const std::string& shell)
{
    if (shell == "bash")
        return {Exit::Done, bashCompletion(), {}};
    if (shell == "zsh")
        return {Exit::Done, zshCompletion(), {}};
    if (shell == "fish")
        return {Exit::Done, fishCompletion(), {}};
    return failed(Exit::BadInput, "--completion knows bash, zsh and fish, not " + typed(shell));
}

/// The columns of a page: of the terminal, but not so many that lines are hard to read.
std::size_t pageColumns()
{
    constexpr std::size_t usual = 80, least = 40, most = 100;
    std::size_t columns = 0;
#if defined(TIOCGWINSZ) && !defined(__EMSCRIPTEN__) // whose stand-in fails under node
    winsize size = {};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        columns = size.ws_col;
#endif
    if (const char* said = std::getenv("COLUMNS"); said && columns == 0)
        columns = static_cast<std::size_t>(
            std::clamp<std::int64_t>(wholeIn(said).value_or(0), 0, most));
    return columns == 0 ? usual : std::clamp(columns, least, most);
}

/// Writes the manual as pages for a browser into a folder, which is made where it is missing.
Outcome writtenManual(const std::string& folder)
{
    const std::filesystem::path root(folder);
    for (const WrittenPage& page : manualHtml()) {
        const std::filesystem::path path = root / page.path;
        std::error_code error;
        std::filesystem::create_directories(path.parent_path(), error);
        const auto reason
            = error ? std::optional(Text::plain(error.message())) : writeWhole(path, page.text);
        if (reason)
            return failed(Exit::Unreadable,
                          excerpt(path.string()) + ": cannot be written: " + english(*reason));
    }
    return {Exit::Done, (root / "index.html").string() + "\n", {}};
}

/// A page of the manual, or one of its sections: "zero", "zero#stage"; else the text about a
/// command.
Outcome page(const std::string& name, const std::string& language)
{
    const ManualPlace place = linkedPlace(name, {});
    const auto pages = manualPages(language);
    if (std::ranges::find(pages, place.page) == pages.end()) {
        const auto commands = commandNames();
        if (std::ranges::find(commands, name) != commands.end())
            return {Exit::Done, helpPage(name), {}};
        return failed(Exit::BadInput,
                      "the manual has no page " + typed(name) + "; highwater help lists them");
    }
    const std::string text = manualText(language, place.page, place.anchor, pageColumns());
    if (text.empty())
        return failed(Exit::BadInput,
                      "the page " + place.page + " has no section " + typed(place.anchor));
    return {Exit::Done, text, {}};
}

} // namespace

Outcome runHelp(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong
        = sortWords(arguments, {{"--man"}, {"--completion", "--html", "--lang"}, 1}, words))
        return failed(Exit::BadInput, *wrong);
    const auto shell = words.value("--completion"), folder = words.value("--html");
    const int forms = (words.has("--man") ? 1 : 0) + (shell ? 1 : 0) + (folder ? 1 : 0);
    if (forms > 1 || (forms == 1 && (!words.plain.empty() || words.value("--lang"))))
        return failed(Exit::BadInput,
                      "help must be followed by a page, or by one of --html FOLDER, --man and "
                      "--completion SHELL");
    if (words.has("--man"))
        return {Exit::Done, manPage(), {}};
    if (shell)
        return completion(*shell);
    if (folder)
        return writtenManual(*folder);
    const auto language = languageOf(words);
    if (!language)
        return failed(language.problems());
    if (words.plain.empty())
        return {Exit::Done, manualList(*language, pageColumns()), {}};
    return page(words.plain.front(), *language);
}

} // namespace highwater
