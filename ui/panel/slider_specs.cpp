// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/slider_specs.h"

#include "core/catalog/catalog.h"
#include "core/plan/keys.h"
#include "ui/base/phrases.h"
#include "ui/base/typed_values.h"

#include <QCoreApplication>

#include <cmath>

namespace highwater {
namespace {

struct Specs
{
    Q_DECLARE_TR_FUNCTIONS(highwater::Specs)

public:
    static QStringList names()
    {
        return {tr("&Model size"), tr("&Context length"), tr("Micro-&batch size"), tr("&GPU count"),
                tr("&ZeRO stage")};
    }
    static QString atATime() { return tr("Se&quences at a time"); }
    static QString parameters() { return tr("B params", "unit: billions of parameters"); }
    static QString tokens() { return tr("{token|tokens}", "unit, of 1 and of more"); }
    static QString sequences() { return tr("{sequence|sequences}", "unit, of 1 and of more"); }
    static QString gpus() { return tr("{GPU|GPUs}", "unit, of 1 and of more"); }
    /// The unit in its form after a number.
    static QString behind(double value, const QString& unit)
    {
        return counted(unit, {QString::number(value)});
    }
    static QStringList stages()
    {
        return {tr("off", "ZeRO stage"), tr("optimizer", "ZeRO stage: this is split as well"),
                tr("+ grads", "ZeRO stage"), tr("+ params", "ZeRO stage")};
    }
    static QString oneGpu()
    {
        return tr("one GPU", "unit of the ZeRO stage, which splits nothing");
    }
    static QString unused() { return tr("not used", "unit of the ZeRO stage while serving"); }
    static QStringList units()
    {
        return QStringList{parameters(), behind(2, tokens()), behind(2, sequences()),
                           behind(2, gpus())}
        + stages() + QStringList{oneGpu(), unused()};
    }
    static QString wholeNumber(double least, double most, const QLocale& locale)
    {
        return tr("Whole number from %1 to %2")
            .arg(countText(least, locale), countText(most, locale));
    }
    static QString sizeOrName(const QLocale& locale)
    {
        const Key& key = keyOf("model.parameters");
        return tr("From %1 to %2 billion, or a model's name")
            .arg(locale.toString(key.least / 1e9), locale.toString(key.most / 1e9));
    }
    static QString readAsCount(const QString& count)
    {
        return tr("Read as %1 parameters").arg(count);
    }
    static QString stageNumber() { return tr("0, 1, 2 or 3"); }
};

/// A spec that is aligned with the other four.
SliderSpec lined(qsizetype index, const char* objectName)
{
    SliderSpec spec;
    spec.objectName = QLatin1String(objectName);
    spec.columnNames = Specs::names();
    spec.columnUnits = Specs::units();
    spec.name = spec.columnNames.at(index);
    return spec;
}

/// The values that a plan may have; a slider may end earlier than its field.
std::optional<double> within(KeyPath path, std::optional<double> value)
{
    const Key& key = keyOf(path);
    return value && *value >= key.least && *value <= key.most ? value : std::nullopt;
}

void counts(SliderSpec& spec, KeyPath path, const QString& unit, const QLocale& locale)
{
    spec.unitName = Specs::behind(2, unit);
    spec.unit = [unit](double value) { return Specs::behind(value, unit); };
    spec.text = [locale](double value) { return countText(value, locale); };
    spec.allowed = Specs::wholeNumber(keyOf(path).least, keyOf(path).most, locale);
}

/// "256", "4K", "1M": the usual form of context lengths, in powers of two.
QString powerLabel(double value, const QLocale&)
{
    if (value >= 1048576)
        return QString::number(value / 1048576) + QLatin1Char('M');
    return value >= 1024 ? QString::number(value / 1024) + QLatin1Char('K')
                         : QString::number(value);
}

/// Extends a scale of powers of two to the value, with names at fewer marks.
void reach(SliderSpec& spec, KeyPath path, QString (*label)(double value, const QLocale& locale),
           const QLocale& locale)
{
    spec.reaching = [scale = spec.scale, most = keyOf(path).most, label, locale](double value) {
        constexpr int mostLabels = 6;
        Scale longer = scale;
        int octaves = static_cast<int>(std::round(std::log2(longer.most / longer.least)));
        for (; longer.most < value; longer.most *= 2)
            ++octaves;
        const int apart = (octaves + mostLabels - 1) / mostLabels;
        longer.marks.clear();
        for (int i = 0; i <= octaves; ++i) {
            const double mark = std::min(std::ldexp(longer.least, i), most);
            longer.marks.push_back(
                {mark, (octaves - i) % apart == 0 ? label(mark, locale) : QString()});
        }
        longer.most = longer.marks.back().value;
        return longer;
    };
}

} // namespace

SliderSpec modelSizeSpec(const QLocale& locale)
{
    static constexpr struct
    {
        const char *id, *label;
    } models[] = {{"llama-3.2-1b", "1B"}, {"llama-3.2-3b", "3B"},   {"llama-3.1-8b", "8B"},
                  {"qwen3-32b", "32B"},   {"llama-3.1-70b", "70B"}, {"llama-3.1-405b", "405B"}};
    SliderSpec spec = lined(0, "pinned.model");
    Scale& scale = spec.scale;
    scale = {1e8, 1e12, true, {}, Scale::Rounding::ThreeDigits, 1e9};
    // A mark is at its model's exact size, not at the round size of its name.
    for (const auto& [id, label] : models) {
        if (const Model* model = builtinCatalog().model(id))
            scale.marks.push_back(
                {static_cast<double>(model->totalParameters), QLatin1String(label)});
    }
    spec.steps.arrow = [scale](double value, int direction) {
        const double to = scale.rounded(value * (direction > 0 ? 1.01 : 1 / 1.01));
        // A key's step ends at a real model that it would pass.
        const double stop = scale.nextStop(value, direction);
        return (direction > 0 ? stop < to : stop > to) ? stop : to;
    };
    spec.unitName = Specs::parameters();
    // An incomplete model has no size.
    spec.unit = [unit = spec.unitName](double value) { return value > 0 ? unit : QString(); };
    spec.text = [locale](double value) {
        return value > 0 ? billionsText(value, locale) : QString(QChar(0x2013));
    };
    spec.parse = [locale](const QString& text) -> std::optional<double> {
        const auto entry = modelTyped(text, locale);
        if (!entry)
            return std::nullopt;
        // An existing model is allowed whatever its size.
        return entry->id.empty() ? within("model.parameters", entry->parameters)
                                 : entry->parameters;
    };
    spec.allowed = Specs::sizeOrName(locale);
    spec.reading = [locale](const QString& text) {
        const auto entry = isBareCount(text, locale) ? modelTyped(text, locale) : std::nullopt;
        return entry ? Specs::readAsCount(countText(entry->parameters, locale)) : QString();
    };
    return spec;
}

SliderSpec contextLengthSpec(const QLocale& locale)
{
    SliderSpec spec = lined(1, "pinned.context");
    Scale& scale = spec.scale;
    scale = contextScale();
    for (std::size_t i = 1; i < scale.marks.size(); i += 2)
        scale.marks[i].label = powerLabel(scale.marks[i].value, locale);
    spec.steps = contextSteps();
    constexpr KeyPath path = "workload.context";
    counts(spec, path, Specs::tokens(), locale);
    reach(spec, path, powerLabel, locale);
    spec.parse
        = [path, locale](const QString& text) { return within(path, countTyped(text, locale)); };
    return spec;
}

SliderSpec microBatchSpec(const QLocale& locale)
{
    SliderSpec spec = lined(2, "pinned.batch");
    Scale& scale = spec.scale;
    scale = {1, 64, true, {}};
    for (double mark = scale.least; mark <= scale.most; mark *= 2)
        scale.marks.push_back({mark, countText(mark, locale)});
    constexpr KeyPath path = "workload.micro_batch";
    counts(spec, path, Specs::sequences(), locale);
    reach(spec, path, countText, locale);
    spec.parse
        = [path, locale](const QString& text) { return within(path, countTyped(text, locale)); };
    return spec;
}

SliderSpec sequencesSpec(const QLocale& locale)
{
    SliderSpec spec = microBatchSpec(locale);
    spec.name = Specs::atATime();
    spec.columnNames[2] = spec.name;
    return spec;
}

SliderSpec gpuCountSpec(const QLocale& locale)
{
    SliderSpec spec = lined(3, "pinned.gpus");
    Scale& scale = spec.scale;
    scale = {1, 1024, true, {}};
    for (double mark = scale.least; mark <= scale.most; mark *= 2)
        scale.marks.push_back({mark, mark == 512 ? QString() : countText(mark, locale)});
    spec.steps.arrow = [](double value, int direction) {
        const bool coarse = direction > 0 ? value >= 8 : value > 8;
        return nextMultiple(value, direction, coarse ? 8 : 1);
    };
    constexpr KeyPath path = "cluster.gpus";
    counts(spec, path, Specs::gpus(), locale);
    reach(spec, path, countText, locale);
    spec.parse
        = [path, locale](const QString& text) { return within(path, gpusTyped(text, locale)); };
    return spec;
}

QString withoutRanks(bool serves)
{
    return serves ? Specs::unused() : Specs::oneGpu();
}

SliderSpec zeroStageSpec(const QLocale& locale)
{
    SliderSpec spec = lined(4, "pinned.zero");
    spec.scale = {0, 3, false, {}};
    for (double stage = 0; stage <= 3; ++stage)
        spec.scale.marks.push_back({stage, countText(stage, locale)});
    spec.unit = [stages = Specs::stages()](double stage) {
        return stages.value(static_cast<qsizetype>(stage));
    };
    spec.text = [locale](double value) { return countText(value, locale); };
    spec.parse = [](const QString& text) { return zeroTyped(text); };
    spec.allowed = Specs::stageNumber();
    return spec;
}

} // namespace highwater
