// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/layout.h"
#include "core/exchange/figure_file.h"
#include "core/exchange/page.h"

#include <span>
#include <string>
#include <vector>

namespace highwater {

/// The report of a plan, a page in each of the languages: its verdict, chart, ledger, time and
/// cost, what is assumed, what helps, and the sources. `width` measures the letters of the chart.
Result<std::vector<LanguagePage>>
reportPages(const Plan& plan, std::span<const FileLanguage> languages, const TextWidth& width);

/// The report as one document of HTML, with its charts inside.
Result<std::string> reportHtml(const Plan& plan, std::span<const FileLanguage> languages);

} // namespace highwater
