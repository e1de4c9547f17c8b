// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate_command.h"

#include "command_words.h"
#include "core/exchange/validation_json.h"
#include "core/measured/csv_reader.h"
#include "core/measured/run_check.h"
#include "core/plan/utf8.h"
#include "validation_report.h"

#include <cerrno>
#include <cstring>

namespace highwater {

Outcome runValidate(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong = sortWords(arguments, {{"--json"}, {}, 1}, words))
        return failed(Exit::BadInput, *wrong);
    if (words.plain.empty())
        return failed(Exit::BadInput, "a table of measured runs is missing; see highwater --help");
    const std::string& path = words.plain.front();
    const std::string name = path == "-" ? "standard input" : excerpt(path);
    const auto text = contents(path, mostCsvBytes);
    if (!text)
        return failed(Exit::Unreadable, name + ": cannot be read: " + std::strerror(errno));
    const auto found = validateRuns(*text, builtinCatalog());
    if (!found)
        return failed(found.problems(), name);
    return {
        Exit::Done, words.has("--json") ? validationJson(*found) : validationReport(*found), {}};
}

} // namespace highwater
