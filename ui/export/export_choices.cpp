// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_choices.h"

#include "core/exchange/share_code.h"

#include "core/plan/keys.h"
#include "ui/base/key_words.h"
#include "ui/base/language.h"
#include "ui/base/settings.h"
#include "ui/base/words.h"
#include "ui/document/plan_store.h"

#include <QCoreApplication>
#include <QFileInfo>
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

/// The names of the targets in the settings.
constexpr EnumTable<ExportTarget, const char*> settingNames({"pptx", "svg", "png", "pdf", "csv",
                                                             "clipboard"});

/// Pixels of a picture for each inch of a slide: a full slide has those of full HD.
constexpr double pixelsOfPicture = 144;
constexpr double pixelsOfInch = 96;

double perInch(ExportTarget target)
{
    return target == ExportTarget::Png ? pixelsOfPicture : pixelsOfInch;
}

/// The enumerator of an option, by its name in the settings.
template <class Enum>
Enum chosen(const std::optional<QString>& stored, const EnumTable<Enum, const char*>& words,
            Enum fallback)
{
    for (const Enum each : everyOf<Enum>())
        if (stored && *stored == QLatin1String(words[each]))
            return each;
    return fallback;
}

constexpr EnumTable<Backdrop, const char*> backdropWords({"surface", "white", "dark",
                                                          "transparent"});
constexpr EnumTable<ExportColours, const char*> colourWords({"highwater", "lecture", "print",
                                                             "theme"});

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
constexpr std::array<Switch, 6> switches{{{settings::exportTitle, &ExportOptions::showTitle},
                                          {settings::exportLimitLine, &ExportOptions::limitLine},
                                          {settings::exportBandLabels, &ExportOptions::bandLabels},
                                          {settings::exportLegend, &ExportOptions::legend},
                                          {settings::exportNotes, &ExportOptions::notes},
                                          {settings::exportLedger, &ExportOptions::ledger}}};

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
    FigureLabel{"time", QT_TRANSLATE_NOOP("highwater::ExportDialog", "Time")},
    FigureLabel{"cards", QT_TRANSLATE_NOOP("highwater::ExportDialog", "Cards")},
    FigureLabel{"search", QT_TRANSLATE_NOOP("highwater::ExportDialog", "Search")},
    FigureLabel{"compare", QT_TRANSLATE_NOOP("highwater::ExportDialog", "Compare")},
    FigureLabel{"methods", QT_TRANSLATE_NOOP("highwater::ExportDialog", "Methods")},
    FigureLabel{"recompute", QT_TRANSLATE_NOOP("highwater::ExportDialog", "Recompute")},
    FigureLabel{"lecture-scaling",
                QT_TRANSLATE_NOOP("highwater::ExportDialog", "Lecture: 8B · 70B · 405B")},
    FigureLabel{"lecture-zero",
                QT_TRANSLATE_NOOP("highwater::ExportDialog", "Lecture: ZeRO stages")},
    FigureLabel{"lecture-recompute",
                QT_TRANSLATE_NOOP("highwater::ExportDialog", "Lecture: recompute")},
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

bool hasPart(ExportTarget target, ExportPart part)
{
    const bool slide = target == ExportTarget::PowerPoint;
    if (target == ExportTarget::Csv)
        return part == ExportPart::Ledger;
    switch (part) {
    case ExportPart::SlideTheme:
    case ExportPart::Notes:
    case ExportPart::Ledger:
        return slide;
    case ExportPart::Transparent: // a slide has the background of its theme
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
    return found == figureLabels.end() ? toQString(figure) : Chooser::tr(found->label);
}

const LengthUnit& lengthUnit()
{
    const QString name = settings::exportUnit.value();
    const auto* found = std::ranges::find_if(
        lengthUnits, [&](const LengthUnit& unit) { return name == QLatin1String(unit.name); });
    return found == lengthUnits.end() ? lengthUnits.front() : *found;
}

std::vector<SizePreset> sizePresets(ExportTarget target)
{
    const double inch = perInch(target);
    const auto inches = [inch](double width, double height) {
        return PictureSize{std::round(width * inch), std::round(height * inch)};
    };
    return {{Chooser::tr("16:9 full slide"), inches(40.0 / 3, 7.5)},
            {Chooser::tr("16:9 half"), inches(20.0 / 3, 3.75)},
            {Chooser::tr("4:3"), inches(10, 7.5)},
            {Chooser::tr("A4 width"), inches(17 / 2.54, 10 / 2.54)}};
}

double longestSide(ExportTarget target, double scale)
{
    constexpr double mostInches = 56; // PowerPoint's limit
    return target == ExportTarget::PowerPoint ? mostInches * pixelsOfInch
                                              : std::floor(mostPixels / scale);
}

QString sizeText(const PictureSize& size, const LengthUnit& unit)
{
    const QLocale locale;
    return Chooser::tr("%1 × %2 %3", "width, height, unit")
        .arg(locale.toString(size.width / unit.pixels, 'f', unit.decimals),
             locale.toString(size.height / unit.pixels, 'f', unit.decimals),
             QLatin1String(unit.name));
}

ExportOptions defaultOptions(ExportTarget target)
{
    ExportOptions options;
    options.target = target;
    options.size = sizePresets(target).front().size;
    options.fontPoints = 14 * perInch(target) / pixelsOfInch;
    options.scale = target == ExportTarget::Clipboard ? 2 : 1;
    return options;
}

ExportOptions withFigure(const ShownFigure& figure, ExportOptions options)
{
    options.figure = figure.name;
    options.context = figure.context;
    options.baseline = figure.baseline;
    options.unit = figure.unit;
    options.compared = figure.compared;
    options.current = figure.current;
    options.stage = figure.stage;
    options.search = figure.search;
    options.cardOrder = figure.cardOrder;
    options.cards = figure.cards;
    options.measured = figure.measured;
    options.zoom = figure.zoom;
    return options;
}

ExportOptions keptOptions(ExportTarget target)
{
    ExportOptions options = defaultOptions(target);
    const QString name = QLatin1String(settingNames[target]);
    if (hasPart(target, ExportPart::Scale))
        options.scale = within(settings::exportScale.stored(name), 1, 3, options.scale);
    const double longest = longestSide(target, options.scale);
    const auto side = [&](const Setting<double>& setting, double fallback) {
        return within(setting.stored(name), shortestSide, longest, fallback);
    };
    options.size = {side(settings::exportWidth, options.size.width),
                    side(settings::exportHeight, options.size.height)};
    options.fontPoints
        = within(settings::exportFont.stored(name), leastPoints, mostPoints, options.fontPoints);
    if (hasPart(target, ExportPart::Backdrop))
        options.backdrop
            = chosen(settings::exportBackdrop.stored(name), backdropWords, options.backdrop);
    if (options.backdrop == Backdrop::Surface
        || (options.backdrop == Backdrop::Transparent && !hasPart(target, ExportPart::Transparent)))
        options.backdrop = Backdrop::White;
    options.colours = chosen(settings::exportColours.stored(name), colourWords, options.colours);
    if (options.colours == ExportColours::SlideTheme && !hasPart(target, ExportPart::SlideTheme))
        options.colours = ExportColours::Highwater;
    for (const Switch& each : switches)
        options.*each.value = each.setting.stored(name).value_or(options.*each.value);
    if (const QString language = settings::exportLanguage.value(name);
        languages().contains(language))
        options.language = language.toStdString();
    return options;
}

void keepOptions(const ExportOptions& options)
{
    const SettingsBatch batch;
    const QString name = QLatin1String(settingNames[options.target]);
    settings::exportScale.store(options.scale, name);
    settings::exportWidth.store(options.size.width, name);
    settings::exportHeight.store(options.size.height, name);
    settings::exportFont.store(options.fontPoints, name);
    settings::exportBackdrop.store(QLatin1String(backdropWords[options.backdrop]), name);
    settings::exportColours.store(QLatin1String(colourWords[options.colours]), name);
    for (const Switch& each : switches)
        each.setting.store(options.*each.value, name);
    settings::exportLanguage.store(toQString(options.language), name);
}

namespace {

/// Writes the words of a `highwater chart` command, and records whether the command draws all that
/// the window exports.
class CommandWriter
{
public:
    /// `figures` and `languages` as the command takes them: in one word, with commas between.
    CommandWriter(const ExportOptions& options, const QStringList& figures,
                  const QString& languages)
        : m_options(options)
        , m_figures(figures)
        , m_languages(languages)
    { }

    void addPlans(const Plan& plan, const QString& planFile)
    {
        const bool ofPlan = std::ranges::any_of(m_figures, [](const QString& figure) {
            return std::ranges::find(lectureFigureNames, figure.toStdString())
                == lectureFigureNames.end();
        });
        if (draws("compare") && m_options.compared.size() > 1) {
            for (const Compared& each : m_options.compared)
                m_words << quoted(toQString(shareCode(each.plan)));
            m_same = false; // the window gives them other names
        } else if (ofPlan && !planFile.isEmpty()) {
            m_words << quoted(planFile);
        } else if (ofPlan) {
            addKeys(plan);
        }
    }

    void addFigure()
    {
        require(!m_options.zoom);
        if (m_figures != QStringList(QStringLiteral("context")))
            say("--figure", m_figures.join(u','));
        if (draws("context"))
            require(m_options.context.last == 0 && m_options.context.shown == everyGroup
                    && !m_options.baseline);
        if (draws("timeline") && m_options.stage)
            say("--stage", QString::number(*m_options.stage + 1));
        if (draws("search"))
            addSearch(m_options.search);
        if (draws("cards"))
            addOrder(m_options.cardOrder);
        const QString name = m_figures.size() == 1 ? m_figures.front() : QStringLiteral("deck");
        say("-o", name + u'.' + toQString(suffixOf(m_options.target)));
        if (m_options.unit == MemoryUnit::GB)
            say("--unit", QStringLiteral("GB"));
        say("--lang", m_languages.isEmpty() ? windowLanguage() : m_languages);
    }

    void addSize()
    {
        const PictureSize& size = m_options.size;
        say("--size",
            QStringLiteral("%1x%2")
                .arg(std::llround(m_options.scale * size.width))
                .arg(std::llround(m_options.scale * size.height)));
        // The command's text is as large in the picture as it is on a full slide by default.
        const PictureSize slide = sizePresets(ExportTarget::PowerPoint).front().size;
        const double share = std::min(size.width / slide.width, size.height / slide.height);
        require(m_options.scale == 1);
        require(std::abs(m_options.fontPoints - share * ExportOptions().fontPoints) < 0.01);
    }

    void addColours()
    {
        const bool dark = hasPart(m_options.target, ExportPart::Backdrop)
            && m_options.backdrop == Backdrop::Dark;
        if (m_options.colours == ExportColours::PrintGrey)
            say("--theme", QStringLiteral("print"));
        else if (m_options.colours == ExportColours::Lecture)
            say("--theme", QStringLiteral("lecture"));
        else if (dark)
            say("--theme", QStringLiteral("dark"));
        require(m_options.colours != ExportColours::SlideTheme);
        require(!dark || m_options.colours == ExportColours::Highwater);
        if (hasPart(m_options.target, ExportPart::Transparent)
            && m_options.backdrop == Backdrop::Transparent)
            m_words << QStringLiteral("--transparent");
    }

    void addParts()
    {
        if (!m_options.showTitle)
            m_words << QStringLiteral("--no-title");
        else if (!m_options.title.empty())
            say("--title", toQString(m_options.title));
        // The command's pictures always have names of bands, its slides notes.
        if (m_options.legend)
            m_words << QStringLiteral("--legend");
        require(m_options.limitLine && m_options.bandLabels);
        if (m_options.target == ExportTarget::PowerPoint)
            require(m_options.notes && !m_options.ledger);
    }

    ChartCommand command() const { return {m_words.join(u' '), m_same}; }

private:
    void addKeys(const Plan& plan)
    {
        Plan told;
        told.name = plan.name; // no figure shows it
        for (const Key& key : keys())
            if (differsFromDefault(plan, key) && key.path != "name") {
                const Value value = key.get(plan);
                say("--set", toQString(std::string(key.path) + "=" + settingText(value)));
                require(assign(told, key.path, value).empty());
            }
        require(told == plan);
    }

    void addSearch(const SearchConstraints& limits)
    {
        if (!limits.tensorWithinNode)
            m_words << QStringLiteral("--across-nodes");
        if (!limits.onlyWhatFrameworkHas)
            m_words << QStringLiteral("--any-method");
        if (limits.offload)
            m_words << QStringLiteral("--offload");
        for (const KeyPath key : limits.kept)
            say("--keep", pathText(key));
        if (limits.leastFree > 0)
            say("--free", QString::number(limits.leastFree));
        const LayoutTicks& ticks = limits.ticks;
        for (const LayoutTick tick : everyOf<LayoutTick>())
            if (tick < LayoutTick::Days && ticks.has(tick))
                m_words << QStringLiteral("--") + toQString(nameOf(tick));
        if (ticks.days)
            say("--within", QString::number(*ticks.days));
        if (ticks.price)
            say("--under", QString::number(*ticks.price));
    }

    void addOrder(const CardOrder& order)
    {
        if (order.key != CardOrder().key)
            say("--sort", toQString(nameOf(order.key)));
        if (order.count == CardCount::Same)
            m_words << QStringLiteral("--same-gpus");
        if ((order.count == CardCount::Within && order.days)
            || (order.count == CardCount::Under && order.price && !order.days))
            m_words << QStringLiteral("--more-gpus");
        require(order.count != CardCount::Under || !order.days); // the command takes the days
        if (order.all)
            m_words << QStringLiteral("--all");
        if (order.days)
            say("--within", QString::number(*order.days));
        if (order.price)
            say("--under", QString::number(*order.price));
        require(!order.reversed);
    }

    bool draws(const char* figure) const { return m_figures.contains(QLatin1String(figure)); }
    void say(const char* option, const QString& value)
    {
        m_words << QLatin1String(option) << quoted(value);
    }
    void require(bool isSaid) { m_same = m_same && isSaid; }

    const ExportOptions& m_options;
    const QStringList m_figures;
    const QString m_languages;
    QStringList m_words{QStringLiteral("highwater"), QStringLiteral("chart")};
    bool m_same = true;
};

} // namespace

ChartCommand deckCommand(const ExportOptions& options, const QStringList& figures,
                         const QString& languages, const Plan& plan, const QString& planFile)
{
    CommandWriter writer(options, figures, languages);
    writer.addPlans(plan, planFile);
    writer.addFigure();
    if (hasPart(options.target, ExportPart::Size)) {
        writer.addSize();
        writer.addColours();
        writer.addParts();
    }
    return writer.command();
}

ChartCommand chartCommand(const ExportOptions& options, const Plan& plan, const QString& planFile)
{
    return deckCommand(options, {toQString(options.figure)}, toQString(options.language), plan,
                       planFile);
}

QString exportFileName(const ExportOptions& options, const Plan& plan)
{
    const QString figure = figureLabel(options.figure);
    const bool ofPlan
        = std::ranges::find(lectureFigureNames, options.figure) == lectureFigureNames.end();
    const QString name = QString::fromStdString(plan.name).simplified();
    const QString both = ofPlan && !name.isEmpty() ? name + QStringLiteral(" - ") + figure : figure;
    // "Lecture: ZeRO stages" has a sign that no file may have.
    const QString plain = QString(both).replace(QStringLiteral(": "), QStringLiteral(" "));
    return QFileInfo(planFileName(plain.simplified())).completeBaseName();
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
