// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure_export.h"

#include "exchange/figure_csv.h"
#include "exchange/pptx.h"
#include "exchange/svg.h"
#include "scene_painter.h"
#include "words.h"

#include <QBuffer>
#include <QGuiApplication>
#include <QTranslator>

#include <memory>

namespace highwater {
namespace {

Words wordsOf(const QString& language)
{
    if (language.isEmpty())
        return [](const Text& text) { return translated(text).toStdString(); };
    auto translator = std::make_shared<QTranslator>();
    if (!translator->load(QStringLiteral(":/i18n/highwater_%1.qm").arg(language)))
        return [](const Text& text) { return english(text); };
    return [translator](const Text& text) {
        const QString said = translator->translate("core", text.id);
        return said.isEmpty() ? english(text) : filled(said.toStdString(), text.arguments);
    };
}

} // namespace

Result<Figure> chosenFigure(const ExportOptions& options, const Plan& plan)
{
    FigureChoice choice;
    choice.unit = options.unit;
    choice.context = options.context;
    auto made = figure(options.figure, plan, builtinCatalog(), choice);
    if (made && !options.title.isEmpty())
        made->title = Text("%1", {options.title.toStdString()});
    return made;
}

Result<Scene> chosenScene(const ExportOptions& options, const Figure& figure)
{
    SceneStyle style;
    style.width = options.size.width();
    style.height = options.size.height();
    style.font = options.fontPoints * 96 / 72;
    style.palette = options.colours == ExportColours::PrintGrey ? printPalette() : lightPalette();
    style.backdrop = options.backdrop;
    style.title = options.showTitle;
    style.bandLabels = options.bandLabels;
    style.legend = options.legend;
    style.limitLine = options.limitLine;
    return layout(figure, style, wordsOf(options.language), textWidth(exportFont()));
}

Result<QByteArray> exported(const ExportOptions& options, const Plan& plan)
{
    auto figure = chosenFigure(options, plan);
    if (!figure)
        return figure.problems();
    if (options.target == ExportTarget::Csv)
        return QByteArray::fromStdString(figureCsv(*figure, wordsOf(options.language)));
    if (options.target == ExportTarget::PowerPoint) {
        Deck deck;
        deck.figure = *std::move(figure);
        const auto file = pptx(deck);
        if (!file)
            return file.problems();
        return QByteArray::fromStdString(*file);
    }
    const auto scene = chosenScene(options, *figure);
    if (!scene)
        return scene.problems();
    if (options.target == ExportTarget::Svg)
        return QByteArray::fromStdString(svg(*scene));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    image(*scene, (options.size * options.scale).toSize(), 96 * options.scale,
          QGuiApplication::font())
        .save(&buffer, "PNG");
    return bytes;
}

QFont exportFont()
{
    return QGuiApplication::font();
}

QString suffixOf(ExportTarget target)
{
    constexpr std::array<const char*, 6> suffixes{"pptx", "svg", "png", "pdf", "csv", "png"};
    return QString::fromLatin1(suffixes[static_cast<std::size_t>(target)]);
}

} // namespace highwater
