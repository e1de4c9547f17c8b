// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/report.h"

#include "core/drawing/lettering.h"
#include "core/exchange/summary.h"
#include "core/explore/solve.h"
#include "core/methods/method.h"

namespace highwater {
namespace {

/// The chart as it stands over the width of a sheet of A4, where its letters come to 9 points.
ExportOptions chartOnPaper()
{
    ExportOptions options;
    options.target = ExportTarget::Svg;
    options.size = {1000, 520};
    options.fontPoints = 14;
    options.showTitle = false; // the page has the name of the plan
    return options;
}

} // namespace

Result<std::vector<LanguagePage>>
reportPages(const Plan& plan, std::span<const FileLanguage> languages, const TextWidth& width)
{
    const Catalog& catalog = builtinCatalog();
    const auto estimated = estimate(plan, catalog);
    if (!estimated)
        return estimated.problems();
    const auto limits = limitsOf({plan, catalog, estimated->plan, estimated->judgement()});
    const auto suggestions = advise(plan, catalog);
    if (!suggestions)
        return suggestions.problems();
    ExportOptions options = chartOnPaper();
    const auto figure = chosenFigure(options, plan); // none of a method that has no contexts

    std::vector<LanguagePage> pages;
    for (const FileLanguage& language : languages) {
        ReportParts parts{{}, *suggestions};
        options.language = language.name;
        if (figure) {
            auto scene = sceneOf(options, *figure, language.words, width);
            if (!scene)
                return scene.problems();
            parts.chart = *std::move(scene);
        }
        pages.push_back({language.name, language.words,
                         summaryPage(plan, *estimated, limits, language.words, &parts)});
    }
    return pages;
}

Result<std::string> reportHtml(const Plan& plan, std::span<const FileLanguage> languages)
{
    const auto pages = reportPages(plan, languages, arialWidth); // its reader's fonts are unknown
    if (!pages)
        return pages.problems();
    return htmlOf(*pages, HtmlPictures::Inside);
}

} // namespace highwater
