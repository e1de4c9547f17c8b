// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/figure_export.h"

#include "core/exchange/figure_csv.h"
#include "core/exchange/svg.h"
#include "core/exchange/trace.h"
#include "core/figure/answer_tables.h"
#include "core/figure/figure_words.h"
#include "core/methods/method.h"
#include "core/office/pptx.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "ui/base/language.h"
#include "ui/base/words.h"
#include "ui/figures/scene_painter.h"

#include <QBuffer>
#include <QLocale>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QUuid>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

constexpr double pixelsPerInch = 96, pointsPerInch = 72;

Result<Translator> wordsOf(const ExportOptions& options)
{
    if (auto words = wordsIn(options.language))
        return *std::move(words);
    return Problem{std::string("--lang"),
                   typed(options.language.toStdString()),
                   {HW_TR("core", "must be one of %1"),
                    {languages().join(QStringLiteral(", ")).toStdString()}}};
}

/// The colours for print need the white of paper.
Backdrop backdropOf(const ExportOptions& options)
{
    const bool print = options.colours == ExportColours::PrintGrey;
    return print && options.backdrop == Backdrop::Dark ? Backdrop::White : options.backdrop;
}

bool isDark(const ExportOptions& options)
{
    if (options.colours == ExportColours::PrintGrey)
        return false;
    return options.backdrop == Backdrop::Dark
        || (options.backdrop == Backdrop::Transparent && options.onDark);
}

Palette paletteOf(const ExportOptions& options)
{
    const Palette& chosen = options.colours == ExportColours::Lecture ? lecturePalette()
        : options.colours == ExportColours::PrintGrey                 ? printPalette()
                                                                      : lightPalette();
    return readableOn(isDark(options) ? Backdrop::Dark : Backdrop::White, chosen);
}

QByteArray bytesOf(const std::string& text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

/// The answer of the plan; null for the lecture's figures, which the plan's ledger does not
/// explain.
std::optional<Answer> answerOf(const Figure& figure, const Plan& plan)
{
    const bool ofPlan
        = std::ranges::find(lectureFigureNames, figure.name) == lectureFigureNames.end();
    if (!ofPlan)
        return std::nullopt;
    auto found = estimate(plan, builtinCatalog());
    return found ? std::optional(std::move(found->answer)) : std::nullopt;
}

/// The numbers behind a figure of the plan: the parts of a step, or the ledger.
struct Details
{
    std::optional<Answer> memory;
    std::optional<TimeAnswer> time;
};

Details detailsOf(const Figure& figure, const Plan& plan)
{
    if (!figure.unit.ofTime)
        return {answerOf(figure, plan), {}};
    const auto estimated = estimate(plan, builtinCatalog());
    const auto time = estimated ? timeOf(estimated->plan) : estimated.problems();
    return {{}, time ? std::optional(*time) : std::nullopt};
}

/// The numbers behind a figure. `brief`: with the columns that a slide has room for.
std::vector<FigureTable> tablesOf(const Details& details, bool brief, MemoryUnit unit,
                                  const Translator& words)
{
    using In = LedgerColumns;
    using Of = PartColumns;
    using Sent = TrafficColumns;
    std::vector<FigureTable> tables;
    const auto add = [&](FigureTable table, std::initializer_list<std::size_t> few) {
        tables.push_back(brief ? picked(table, few) : std::move(table));
    };
    if (details.memory)
        add(ledgerTable(*details.memory, unit, words),
            {In::Group, In::Tensor, In::Formula, In::Copies, In::AtPeak});
    if (details.time)
        add(partTable(*details.time), {Of::Part, Of::Formula, Of::Share, Of::Seconds});
    if (details.time && !details.time->traffic.empty())
        add(trafficTable(*details.time),
            {Sent::Traffic, Sent::Formula, Sent::Link, Sent::Gigabytes, Sent::Rate, Sent::Seconds,
             Sent::Waits});
    return tables;
}

/// The slide of the figure, without notes and other slides.
Deck deckOf(const ExportOptions& options, const Figure& figure, const Translator& words)
{
    Deck deck;
    deck.figure = figure;
    deck.palette = paletteOf(options);
    deck.themeColours = options.colours == ExportColours::SlideTheme;
    const QString language = options.language.isEmpty() ? windowLanguage() : options.language;
    deck.language = QLocale(language).name().replace(u'_', u'-').toStdString(); // "zh-CN", "en-US"
    deck.words = words;
    deck.width = options.size.width() / pixelsPerInch;
    deck.height = options.size.height() / pixelsPerInch;
    deck.points = options.fontPoints;
    deck.showTitle = options.showTitle;
    deck.bandLabels = options.bandLabels;
    deck.legend = options.legend;
    deck.showLimit = options.limitLine;
    return deck;
}

Result<QByteArray> slides(const ExportOptions& options, const Figure& figure, const Plan& plan,
                          const Translator& words)
{
    Deck deck = deckOf(options, figure, words);
    const Details details = detailsOf(figure, plan);
    if (options.notes)
        deck.notes = figureNotes(figure, details.memory ? &*details.memory : nullptr, words);
    if (options.notes && details.time)
        for (Text& sentence : timeSentences(*details.time))
            deck.notes.push_back(std::move(sentence));
    if (options.ledger)
        deck.tables = tablesOf(details, true, options.unit, words);
    const auto file = pptx(deck);
    if (!file)
        return file.problems();
    return bytesOf(*file);
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
    const QImage picture = sceneImage(scene, pixels, pixelsPerInch * options.scale, exportFont());
    if (picture.isNull() || !picture.save(&buffer, "PNG"))
        return Problem{std::string("--size"),
                       shortest(width) + "x" + shortest(height),
                       {HW_TR("core", "needs more memory than there is")}};
    return bytes;
}

/// Replaces each time of writing by a fixed one of equal length, as the offsets in the file depend
/// on it. The last three are those of the XMP that Qt writes from 6.8 on.
QByteArray withoutTimes(QByteArray pdf)
{
    struct Time
    {
        QByteArray key, fixed;
    };
    const QByteArray ofPdf = "D:20000101000000Z)", ofXmp = "2000-01-01T00:00:00Z\"";
    for (const auto& [key, fixed] :
         {Time{"/CreationDate (", ofPdf}, Time{"/ModDate (", ofPdf},
          Time{"xmp:CreateDate=\"", ofXmp}, Time{"xmp:ModifyDate=\"", ofXmp},
          Time{"xmp:MetadataDate=\"", ofXmp}}) {
        const qsizetype at = pdf.indexOf(key);
        const qsizetype start = at + key.size(), end = pdf.indexOf(fixed.back(), start) + 1;
        if (at >= 0 && end - start >= fixed.size())
            pdf.replace(start, end - start, fixed.leftJustified(end - start, ' '));
    }
    return pdf;
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
    painter.setFont(exportFont());
    painter.scale(writer.width() / scene.width, writer.height() / scene.height);
    paintScene(painter, scene);
    if (!painter.end())
        return Problem{std::string("--size"),
                       shortest(scene.width) + "x" + shortest(scene.height),
                       {HW_TR("core", "needs more memory than there is")}};
    return withoutTimes(std::move(bytes));
}

/// A figure is made once for its preview, its file, and all options that change no number of it.
Result<Figure> madeFigure(const std::string& name, const Plan& plan, const FigureChoice& choice)
{
    struct Made
    {
        std::string name;
        Plan plan;
        FigureChoice choice;
        Result<Figure> figure;
    };
    static thread_local std::optional<Made> last;
    if (!last || last->name != name || last->plan != plan || last->choice != choice)
        last.emplace(Made{name, plan, choice, figureNamed(name, plan, builtinCatalog(), choice)});
    return last->figure;
}

} // namespace

Result<Figure> chosenFigure(const ExportOptions& options, const Plan& plan)
{
    FigureChoice choice;
    choice.replays = Replays::EveryPoint;
    choice.unit = options.unit;
    choice.context = options.context;
    choice.baseline = options.baseline;
    choice.compared = options.compared;
    choice.current = options.current;
    choice.stage = options.stage;
    choice.search = options.search;
    choice.cardOrder = options.cardOrder;
    choice.cards = options.cards;
    choice.measured = options.measured;
    auto chosen = madeFigure(options.figure, plan, choice);
    if (!chosen)
        return chosen;
    if (options.zoom)
        *chosen = within(std::move(*chosen), *options.zoom);
    constexpr std::size_t longestTitle = 300;
    if (!options.title.isEmpty())
        chosen->title = Text::plain(excerpt(options.title.toStdString(), longestTitle));
    if (chosen->limit && options.colours == ExportColours::PrintGrey)
        chosen->limit->dashed = true; // no other line is dashed, and all are grey
    return chosen;
}

Result<Scene> chosenScene(const ExportOptions& options, const Figure& figure)
{
    const auto words = wordsOf(options);
    if (!words)
        return words.problems();
    if (options.target == ExportTarget::PowerPoint)
        return slideScene(deckOf(options, figure, *words));
    SceneStyle style;
    style.width = options.size.width();
    style.height = options.size.height();
    style.font = options.fontPoints * pixelsPerInch / pointsPerInch;
    style.palette = paletteOf(options);
    style.backdrop = backdropOf(options);
    style.title = options.showTitle;
    style.bandLabels = options.bandLabels;
    style.legend = options.legend;
    style.limitLine = options.limitLine;
    const bool anywhere = options.target == ExportTarget::Svg; // its reader's fonts are not known
    return sceneOf(figure, style, *words,
                   anywhere ? TextWidth(arialWidth) : textWidth(exportFont()));
}

Result<QByteArray> exported(const ExportOptions& options, const Plan& plan)
{
    const auto figure = chosenFigure(options, plan);
    if (!figure)
        return figure.problems();
    const auto words = wordsOf(options);
    if (!words)
        return words.problems();
    if (options.target == ExportTarget::PowerPoint)
        return slides(options, *figure, plan, *words);
    if (options.target == ExportTarget::Csv) {
        std::string rows = figureCsv(*figure, *words);
        const Details details = options.ledger ? detailsOf(*figure, plan) : Details{};
        for (const FigureTable& table : tablesOf(details, false, options.unit, *words))
            rows += "\n" + tableCsv(table, options.unit, *words);
        return bytesOf(rows);
    }
    const auto scene = chosenScene(options, *figure);
    if (!scene)
        return scene.problems();
    switch (options.target) {
    case ExportTarget::Svg:
        return bytesOf(svg(*scene));
    case ExportTarget::Pdf:
        return pdf(*scene);
    case ExportTarget::Png:
    case ExportTarget::Clipboard:
    case ExportTarget::PowerPoint: // written above
    case ExportTarget::Csv:
        break;
    }
    return png(options, *scene);
}

Result<QByteArray> exportedTrace(const ExportOptions& options, const Plan& plan)
{
    const auto words = wordsOf(options);
    if (!words)
        return words.problems();
    const auto chart = timelineChart(plan, builtinCatalog(), options.unit, options.stage);
    if (!chart)
        return chart.problems();
    return bytesOf(traceJson(*chart, plan.name, *words));
}

QString suffixOf(ExportTarget target)
{
    static constexpr EnumTable<ExportTarget, const char*> suffixes(
        {"pptx", "svg", "png", "pdf", "csv", "png"});
    return QLatin1String(suffixes[target]);
}

QFont exportFont()
{
    QFont font;
    font.setFamilies(
        {QStringLiteral("Arial"), QStringLiteral("Helvetica"), QStringLiteral("Liberation Sans")});
    font.setHintingPreference(QFont::PreferNoHinting); // hinting depends on the desktop's scale
    return withChinese(font);
}

} // namespace highwater
