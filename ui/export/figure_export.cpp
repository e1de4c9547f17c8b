// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/figure_export.h"

#include "core/drawing/lettering.h"
#include "core/exchange/svg.h"
#include "core/plan/numbers.h"
#include "core/words/words.h"
#include "ui/base/language.h"
#include "ui/base/words.h"
#include "ui/export/pdf_times.h"
#include "ui/figures/scene_painter.h"

#include <QBuffer>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QUuid>

#include <cmath>

namespace highwater {
namespace {

constexpr double pixelsPerInch = 96, pointsPerInch = 72;

/// The options with the window's language where they name none.
ExportOptions inLanguage(ExportOptions options)
{
    if (options.language.empty())
        options.language = windowLanguage().toStdString();
    return options;
}

Result<Translator> wordsOf(const ExportOptions& options)
{
    if (auto words = wordsIn(inLanguage(options).language))
        return *std::move(words);
    return unknownLanguage(options.language);
}

QByteArray bytesOf(const std::string& text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

Result<QByteArray> png(const ExportOptions& options, const Scene& scene)
{
    const double width = std::round(scene.width * options.scale);
    const double height = std::round(scene.height * options.scale);
    const auto isSide = [](double pixels) { return pixels >= 1 && pixels <= mostPixels; };
    if (!isSide(width) || !isSide(height))
        return Problem{std::string("--scale"),
                       shortest(options.scale),
                       {HW_TR("core", "must leave the picture from 1 to %1 pixels wide and high"),
                        {shortest(mostPixels)}}};
    constexpr double mostInAll = 100e6; // 400 MB while it is drawn, and seconds to pack
    if (width * height > mostInAll)
        return Problem{std::string("--size"),
                       shortest(width) + "x" + shortest(height),
                       {HW_TR("core", "must come to at most 100 million pixels in a picture")}};
    const QSize pixels(static_cast<int>(width), static_cast<int>(height));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const QImage picture
        = sceneImage(scene, pixels, pixelsPerInch * options.scale, exportFont(scene.language));
    if (picture.isNull() || !picture.save(&buffer, "PNG"))
        return Problem{std::string("--size"),
                       shortest(width) + "x" + shortest(height),
                       {HW_TR("core", "needs more memory than there is")}};
    return bytes;
}

Result<QByteArray> pdf(const Scene& scene)
{
    constexpr int dotsPerInch = 1200; // Qt counts in whole dots
    constexpr double points = pointsPerInch / pixelsPerInch;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(dotsPerInch);
    writer.setPageSize(QPageSize(QSizeF(scene.width * points, scene.height * points),
                                 QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(QString::fromStdString(scene.title));
    writer.setCreator(QStringLiteral("Highwater"));
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0) // which would write a random one
    writer.setDocumentId(QUuid::createUuidV5(QUuid(), bytesOf(svg(scene))));
#endif
    QPainter painter(&writer);
    painter.setFont(exportFont(scene.language));
    painter.scale(writer.width() / scene.width, writer.height() / scene.height);
    paintScene(painter, scene);
    if (!painter.end())
        return Problem{std::string("--size"),
                       shortest(scene.width) + "x" + shortest(scene.height),
                       {HW_TR("core", "needs more memory than there is")}};
    return withoutTimes(std::move(bytes));
}

/// The picture of a target that needs fonts.
Result<QByteArray> picture(const ExportOptions& options, const Plan& plan)
{
    const auto figure = chosenFigure(options, plan);
    if (!figure)
        return figure.problems();
    const auto scene = chosenScene(options, *figure);
    if (!scene)
        return scene.problems();
    return options.target == ExportTarget::Pdf ? pdf(*scene) : png(options, *scene);
}

} // namespace

Result<Scene> chosenScene(const ExportOptions& options, const Figure& figure)
{
    const auto words = wordsOf(options);
    if (!words)
        return words.problems();
    if (options.target == ExportTarget::PowerPoint)
        return slideSceneOf(inLanguage(options), figure, *words);
    const bool anywhere = options.target == ExportTarget::Svg; // its reader's fonts are not known
    return sceneOf(options, figure, *words,
                   anywhere ? TextWidth(arialWidth) : textWidth(exportFont(options.language)));
}

Result<QByteArray> exported(const ExportOptions& options, const Plan& plan)
{
    const auto words = wordsOf(options);
    if (!words)
        return words.problems();
    switch (options.target) {
    case ExportTarget::PowerPoint:
    case ExportTarget::Svg:
    case ExportTarget::Csv:
        if (const auto file = figureFile(inLanguage(options), plan, *words))
            return bytesOf(*file);
        else
            return file.problems();
    case ExportTarget::Png:
    case ExportTarget::Pdf:
    case ExportTarget::Clipboard:
        break;
    }
    return picture(options, plan);
}

Result<QByteArray> exportedTrace(const ExportOptions& options, const Plan& plan)
{
    const auto words = wordsOf(options);
    if (!words)
        return words.problems();
    const auto trace = traceFile(options, plan, *words);
    if (!trace)
        return trace.problems();
    return bytesOf(*trace);
}

QFont exportFont(const std::string& language)
{
    QFont font;
    // The last two are there where a Debian has no Arial. Unnamed, the system's choice would follow
    // the reader's locale, and for Chinese be a font made for Chinese alone.
    font.setFamilies({QStringLiteral("Arial"), QStringLiteral("Helvetica"),
                      QStringLiteral("Liberation Sans"), QStringLiteral("Nimbus Sans"),
                      QStringLiteral("DejaVu Sans")});
    font.setHintingPreference(QFont::PreferNoHinting); // hinting depends on the desktop's scale
    return withChinese(font,
                       language.empty() ? windowLanguage() : QString::fromStdString(language));
}

} // namespace highwater
