// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/report.h"
#include "ui/export/figure_export.h"
#include "ui/export/pdf_times.h"
#include "ui/export/picture_handler.h"
#include "ui/export/report_dialog.h"
#include "ui/figures/scene_painter.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QTextDocument>
#include <QUuid>

#include <algorithm>

namespace highwater {

Result<QByteArray> reportPdf(const Plan& plan, std::span<const FileLanguage> languages)
{
    // English looks alike in the fonts of all languages, Chinese does not.
    const auto chinese = std::ranges::find_if(
        languages, [](const FileLanguage& each) { return each.name.starts_with("zh"); });
    const QFont font
        = exportFont(chinese == languages.end() ? languages.front().name : chinese->name);
    const auto pages = reportPages(plan, languages, textWidth(font));
    if (!pages)
        return pages.problems();
    std::vector<Scene> pictures;
    for (const LanguagePage& page : *pages)
        for (const PageBlock& block : page.page)
            if (const auto* picture = std::get_if<PagePicture>(&block))
                pictures.push_back(picture->scene);
    const std::string html = htmlOf(*pages, HtmlPictures::Named);

    constexpr int dotsPerInch = 1200; // Qt counts in whole dots
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(dotsPerInch);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(QString::fromStdString(plan.name));
    writer.setCreator(QStringLiteral("Highwater"));
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0) // which would write a random one
    writer.setDocumentId(QUuid::createUuidV5(QUuid(), QByteArray::fromStdString(html)));
#endif
    QTextDocument document;
    document.setDefaultFont(font);
    PictureHandler handler(std::move(pictures));
    document.documentLayout()->registerHandler(QTextFormat::ImageObject, &handler);
    document.setHtml(QString::fromStdString(html));
    document.print(&writer); // breaks it into pages and numbers them
    return withoutTimes(std::move(bytes));
}

} // namespace highwater
