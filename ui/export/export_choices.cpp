// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_choices.h"

#include "core/exchange/share_code.h"

#include "core/plan/keys.h"
#include "ui/base/key_words.h"
#include "ui/base/language.h"
#include "ui/base/settings.h"
#include "ui/base/words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

struct Chooser
{
    Q_DECLARE_TR_FUNCTIONS(highwater::ExportDialog)
};

/// The targets as the settings write them.
constexpr EnumTable<ExportTarget, const char*> settingNames({"pptx", "svg", "png", "pdf", "csv",
                                                             "clipboard"});

/// A picture's pixels to an inch of slide: as many as a full one has in full HD.
constexpr double pixelsOfPicture = 144;
constexpr double pixelsOfInch = 96;

double perInch(ExportTarget target)
{
    return target == ExportTarget::Png ? pixelsOfPicture : pixelsOfInch;
}

/// The enumerators of an option as the settings write them.
template <class Enum, std::size_t count>
Enum chosen(const std::optional<QString>& stored, const std::array<const char*, count>& words,
            Enum fallback)
{
    for (std::size_t i = 0; stored && i < count; ++i)
        if (*stored == QLatin1String(words[i]))
            return static_cast<Enum>(i);
    return fallback;
}

constexpr std::array<const char*, 4> backdropWords{"surface", "white", "dark", "transparent"};
constexpr std::array<const char*, 4> colourWords{"highwater", "lecture", "print", "theme"};

double within(std::optional<double> stored, double least, double most, double fallback)
{
    return stored && *stored >= least && *stored <= most ? *stored : fallback;
}

/// The options that are on or off.
struct Switch
{
    Setting<bool> setting;
    bool ExportOptions::*value;
};
constexpr std::array<Switch, 6> switches{
    {{settings::exportTitle, &ExportOptions::showTitle},
     {settings::exportLimitLine, &ExportOptions::limitLine},
     {settings::exportBandLabels, &ExportOptions::bandLabels},
     {settings::exportLegend, &ExportOptions::legend},
     {settings::exportNotes, &ExportOptions::notes},
     {settings::exportLedgerSlide, &ExportOptions::ledgerSlide}}};

struct FigureLabel
{
    std::string_view figure;
    const char* label;
};

constexpr std::array figureLabels{
    FigureLabel{"context", QT_TRANSLATE_NOOP("highwater::ExportDialog", "Context")},
    FigureLabel{"zero", QT_TRANSLATE_NOOP("highwater::ExportDialog", "ZeRO stages")},
    FigureLabel{"gpus", QT_TRANSLATE_NOOP("highwater::ExportDialog", "GPUs")},
    FigureLabel{"sizes", "8B · 70B · 405B"},
    FigureLabel{"timeline", QT_TRANSLATE_NOOP("highwater::ExportDialog", "Timeline")},
    FigureLabel{"compare", QT_TRANSLATE_NOOP("highwater::ExportDialog", "Compare")},
    FigureLabel{"recompute", QT_TRANSLATE_NOOP("highwater::ExportDialog", "Recomputation")},
    FigureLabel{"lecture-scaling",
                QT_TRANSLATE_NOOP("highwater::ExportDialog", "Lecture: 8B · 70B · 405B")},
    FigureLabel{"lecture-zero",
                QT_TRANSLATE_NOOP("highwater::ExportDialog", "Lecture: ZeRO stages")},
    FigureLabel{"lecture-recompute",
                QT_TRANSLATE_NOOP("highwater::ExportDialog", "Lecture: recomputation")},
};

consteval bool everyFigureHasALabel()
{
    for (const std::string_view name : figureNames)
        if (std::ranges::find(figureLabels, name, &FigureLabel::figure) == figureLabels.end())
            return false;
    return true;
}
static_assert(everyFigureHasALabel());

QString quoted(const QString& word)
{
    static const QRegularExpression plain(QStringLiteral("\\A[\\w./:@%+=,-]+\\z"));
    if (plain.match(word).hasMatch())
        return word;
    QString inside = word;
    return u'\'' + inside.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

} // namespace

bool has(ExportTarget target, ExportPart part)
{
    const bool slide = target == ExportTarget::PowerPoint;
    if (target == ExportTarget::Csv)
        return false;
    switch (part) {
    case ExportPart::SlideTheme:
    case ExportPart::Notes:
    case ExportPart::LedgerSlide:
        return slide;
    case ExportPart::Backdrop: // a slide has its theme's
    case ExportPart::BandLabels: // a chart of PowerPoint has a legend
        return !slide;
    case ExportPart::Transparent:
        return !slide && target != ExportTarget::Pdf;
    case ExportPart::Scale:
        return target == ExportTarget::Png;
    default:
        return true;
    }
}

QString nameOf(ExportTarget target)
{
    static constexpr EnumTable<ExportTarget, const char*> names(
        {"PowerPoint", "SVG", "PNG", "PDF", "CSV",
         QT_TRANSLATE_NOOP("highwater::ExportDialog", "Clipboard")});
    return Chooser::tr(names[target]);
}

QString detailOf(ExportTarget target)
{
    static constexpr EnumTable<ExportTarget, const char*> details(
        {QT_TRANSLATE_NOOP("highwater::ExportDialog", ".pptx, editable chart"),
         QT_TRANSLATE_NOOP("highwater::ExportDialog", "vector, real text"),
         QT_TRANSLATE_NOOP("highwater::ExportDialog", "pixels"),
         QT_TRANSLATE_NOOP("highwater::ExportDialog", "vector, one page"),
         QT_TRANSLATE_NOOP("highwater::ExportDialog", "numbers only"),
         QT_TRANSLATE_NOOP("highwater::ExportDialog", "all formats at once")});
    return Chooser::tr(details[target]);
}

QString figureLabel(std::string_view figure)
{
    const auto* found = std::ranges::find(figureLabels, figure, &FigureLabel::figure);
    return found == figureLabels.end() ? QString::fromUtf8(figure.data(), qsizetype(figure.size()))
                                       : Chooser::tr(found->label);
}

const LengthUnit& lengthUnitOf(ExportTarget target)
{
    const bool pixels = target == ExportTarget::Svg || target == ExportTarget::Png;
    return lengthUnits[pixels ? 1 : target == ExportTarget::Pdf ? 2 : 0];
}

std::vector<SizePreset> sizePresets(ExportTarget target)
{
    const double inch = perInch(target);
    const auto inches = [inch](double width, double height) {
        return QSizeF(std::round(width * inch), std::round(height * inch));
    };
    return {{Chooser::tr("16:9 full slide"), inches(40.0 / 3, 7.5)},
            {Chooser::tr("16:9 half"), inches(20.0 / 3, 3.75)},
            {Chooser::tr("4:3"), inches(10, 7.5)},
            {Chooser::tr("A4 width"), inches(17 / 2.54, 10 / 2.54)}};
}

double longestSide(ExportTarget target, double scale)
{
    constexpr double mostInches = 56; // PowerPoint's own
    return target == ExportTarget::PowerPoint ? mostInches * pixelsOfInch
                                              : std::floor(mostPixels / scale);
}

QString sizeText(const QSizeF& size, const LengthUnit& unit)
{
    const QLocale locale;
    return Chooser::tr("%1 × %2 %3", "width, height, unit")
        .arg(locale.toString(size.width() / unit.pixels, 'f', unit.decimals),
             locale.toString(size.height() / unit.pixels, 'f', unit.decimals),
             QLatin1String(unit.name));
}

ExportOptions defaultOptions(ExportTarget target)
{
    ExportOptions options;
    options.target = target;
    options.size = sizePresets(target).front().size;
    options.fontPoints = 14 * perInch(target) / pixelsOfInch;
    options.scale = target == ExportTarget::Clipboard ? 2 : 1;
    options.bandLabels = has(target, ExportPart::BandLabels);
    options.legend = target == ExportTarget::PowerPoint;
    return options;
}

ExportOptions of(const ShownFigure& figure, ExportOptions options)
{
    options.figure = figure.name;
    options.context = figure.context;
    options.unit = figure.unit;
    options.compared = figure.compared;
    options.current = figure.current;
    options.stage = figure.stage;
    return options;
}

ExportOptions keptOptions(ExportTarget target)
{
    ExportOptions options = defaultOptions(target);
    const QString name = QLatin1String(settingNames[target]);
    if (has(target, ExportPart::Scale))
        options.scale = within(settings::exportScale.stored(name), 1, 3, options.scale);
    const double longest = longestSide(target, options.scale);
    const auto side = [&](const Setting<double>& setting, double fallback) {
        return within(setting.stored(name), shortestSide, longest, fallback);
    };
    options.size = {side(settings::exportWidth, options.size.width()),
                    side(settings::exportHeight, options.size.height())};
    options.fontPoints
        = within(settings::exportFont.stored(name), leastPoints, mostPoints, options.fontPoints);
    if (has(target, ExportPart::Backdrop))
        options.backdrop
            = chosen(settings::exportBackdrop.stored(name), backdropWords, options.backdrop);
    if (options.backdrop == Backdrop::Surface
        || (options.backdrop == Backdrop::Transparent && !has(target, ExportPart::Transparent)))
        options.backdrop = Backdrop::White;
    options.colours = chosen(settings::exportColours.stored(name), colourWords, options.colours);
    if (options.colours == ExportColours::SlideTheme && !has(target, ExportPart::SlideTheme))
        options.colours = ExportColours::Highwater;
    for (const Switch& each : switches)
        options.*each.value = each.setting.stored(name).value_or(options.*each.value);
    if (const QString language = settings::exportLanguage.value(name);
        languages().contains(language))
        options.language = language;
    return options;
}

void keep(const ExportOptions& options)
{
    const SettingsBatch batch;
    const QString name = QLatin1String(settingNames[options.target]);
    settings::exportScale.store(options.scale, name);
    settings::exportWidth.store(options.size.width(), name);
    settings::exportHeight.store(options.size.height(), name);
    settings::exportFont.store(options.fontPoints, name);
    settings::exportBackdrop.store(
        QLatin1String(backdropWords[static_cast<std::size_t>(options.backdrop)]), name);
    settings::exportColours.store(
        QLatin1String(colourWords[static_cast<std::size_t>(options.colours)]), name);
    for (const Switch& each : switches)
        each.setting.store(options.*each.value, name);
    settings::exportLanguage.store(options.language, name);
}

ChartCommand chartCommand(const ExportOptions& options, const Plan& plan, const QString& planFile)
{
    const ExportTarget target = options.target;
    QStringList words{QStringLiteral("highwater"), QStringLiteral("chart")};
    bool same = true;
    const auto say = [&words](const char* option, const QString& value) {
        words << QLatin1String(option) << quoted(value);
    };
    const auto flag = [&words](const char* option) { words << QLatin1String(option); };
    const bool ofPlan
        = std::ranges::find(lectureFigureNames, options.figure) == lectureFigureNames.end();
    if (options.figure == "compare" && options.compared.size() > 1) {
        for (const Compared& each : options.compared)
            words << quoted(QString::fromStdString(shareCode(each.plan)));
        same = false; // the window has names of its own for them
    } else if (ofPlan && !planFile.isEmpty()) {
        words << quoted(planFile);
    } else if (ofPlan) {
        Plan told;
        told.name = plan.name; // which no figure shows
        for (const Key& key : keys())
            if (differs(plan, key) && key.path != "name") {
                const Value value = key.get(plan);
                say("--set",
                    QString::fromStdString(std::string(key.path) + "=" + settingText(value)));
                same = assign(told, key.path, value).empty() && same;
            }
        same = same && told == plan;
    }
    const auto figure = QString::fromStdString(options.figure);
    if (options.figure != ExportOptions().figure)
        say("--figure", figure);
    else
        same = same && options.context.last == 0 && options.context.shown == everyGroup;
    if (options.figure == "timeline" && options.stage)
        say("--stage", QString::number(*options.stage + 1));
    say("-o", figure + u'.' + suffixOf(target));
    if (options.unit == MemoryUnit::GB)
        say("--unit", QStringLiteral("GB"));
    say("--lang", options.language.isEmpty() ? windowLanguage() : options.language);
    if (!has(target, ExportPart::Size))
        return {words.join(u' '), same};

    say("--size",
        QStringLiteral("%1x%2")
            .arg(std::llround(options.scale * options.size.width()))
            .arg(std::llround(options.scale * options.size.height())));
    // The command's text is as large in the picture as it is on a full slide by default.
    const QSizeF slide = sizePresets(ExportTarget::PowerPoint).front().size;
    const double share
        = std::min(options.size.width() / slide.width(), options.size.height() / slide.height());
    same = same && options.scale == 1
        && std::abs(options.fontPoints - share * ExportOptions().fontPoints) < 0.01;
    const bool dark = has(target, ExportPart::Backdrop) && options.backdrop == Backdrop::Dark;
    if (options.colours == ExportColours::PrintGrey)
        say("--theme", QStringLiteral("print"));
    else if (options.colours == ExportColours::Lecture)
        say("--theme", QStringLiteral("lecture"));
    else if (dark)
        say("--theme", QStringLiteral("dark"));
    same = same && options.colours != ExportColours::SlideTheme
        && (!dark || options.colours == ExportColours::Highwater);
    if (has(target, ExportPart::Transparent) && options.backdrop == Backdrop::Transparent)
        flag("--transparent");
    if (!options.showTitle)
        flag("--no-title");
    else if (!options.title.isEmpty())
        say("--title", options.title);
    const bool slides = target == ExportTarget::PowerPoint; // always with a legend, and notes
    if (options.legend && !slides)
        flag("--legend");
    same = same && options.limitLine
        && (slides ? options.legend && options.notes && !options.ledgerSlide : options.bandLabels);
    return {words.join(u' '), same};
}

QString whyNot(const Problems& problems)
{
    const Problem& first = problems.front();
    const QString field = findKeyPath(first.field)              ? fieldLabel(first.field)
        : first.field == "--size" || first.field == "size"      ? Chooser::tr("Size")
        : first.field == "--font-size" || first.field == "font" ? Chooser::tr("Font size")
        : first.field == "--figure" || first.field == "figure"  ? Chooser::tr("Figure")
                                                                : QString();
    return field.isEmpty()
        ? sentence(first.message)
        : Chooser::tr("%1: %2", "what is wrong: where, what").arg(field, translated(first.message));
}

} // namespace highwater
