// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/exchange/report.h"
#include "core/plan/utf8.h"

namespace highwater {

Outcome runReport(const std::vector<std::string>& arguments, const Drawing& drawing)
{
    CommandWords words;
    if (const auto wrong
        = sortWords(arguments, {{}, {"--set", "-o", "--output", "--lang"}, 1}, words))
        return failed(Exit::BadInput, *wrong);
    const auto file = words.value("--output") ? words.value("--output") : words.value("-o");
    if (!file)
        return failed(Exit::BadInput, "-o is missing; see highwater report --help");
    const std::string lower = lowered(*file);
    const bool isHtml = lower.ends_with(".html") || lower.ends_with(".htm");
    const auto refused = [&](const Text& why) {
        return failed({Problem{std::string("-o"), typed(*file), why}});
    };
    if (!isHtml && !lower.ends_with(".pdf"))
        return refused({HW_TR("core", "must end in .html or .pdf")});
    if (!isUtf8(*file))
        return refused({HW_TR("core", "must be UTF-8")});
    if (!isHtml && !drawing.report)
        return refused({HW_TR("core",
                              "must not be a .pdf: this program has no fonts; the one with a "
                              "window does")});
    const auto languages = languagesOf(words);
    if (!languages)
        return failed(languages.problems());
    Input input;
    if (auto outcome = readInput(words, input))
        return *outcome;
    if (auto outcome = refuseOverwriting(input, *file))
        return *outcome;
    auto text
        = isHtml ? reportHtml(input.plan, *languages) : drawing.report(input.plan, *languages);
    if (!text)
        return failed(text.problems(), input.name);
    return {Exit::Done, {}, ignoredNotes(input), OutputFile{*file, *std::move(text)}};
}

} // namespace highwater
