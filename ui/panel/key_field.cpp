// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/key_field.h"

#include "ui/base/accessible.h"
#include "ui/base/key_words.h"
#include "ui/base/memory_format.h"
#include "ui/base/tip.h"
#include "ui/base/typed_values.h"
#include "ui/base/words.h"
#include "ui/panel/automatic_value.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <utility>

namespace highwater {
namespace {

/// A real number of at least this size is a count, such as a number of parameters.
constexpr double leastCounted = 1e6;

/// Counts of ranks and GPUs are usually powers of two, so their arrows double and halve.
bool doubles(KeyPath path)
{
    return path.isIn(KeyGroup("layout")) || path == "cluster.gpus_per_node"
        || path == "adapter.rank";
}

std::optional<double> numberOf(const Value& value)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value))
        return *real;
    return std::nullopt;
}

/// Whether the key is a number of tokens that is shown in billions.
bool isRunLength(KeyPath path)
{
    return path == "workload.training_tokens";
}

QString allowedMemory()
{
    return KeyControlWords::tr(
        "An amount of memory such as 80 GiB, 64 GB or 81559 MiB, at most 1,000 TB");
}

QString lectureText(const QString& memory)
{
    return KeyControlWords::tr("%1 as in the lecture.").arg(memory);
}

/// What a device reports and how much of it the driver keeps, first with the device on which that
/// was seen where it is another one, then in fewer words.
QStringList reportedTexts(const Device& device, const MemoryFormat& format)
{
    const QString mebibytes = format.count(*device.reportedMib);
    const QString memory = format.withUnit(device.reportedBytes(), 2);
    if (device.isUnified())
        return {KeyControlWords::tr("Host and device share %1; the system takes %2.")
                    .arg(memory, format.whereUnitIsSaid(device.systemBytes, 2))};
    if (device.vendor != "NVIDIA")
        return {KeyControlWords::tr("The driver reports %1 MiB = %2.").arg(mebibytes, memory)};
    const QString keeps = format.whereUnitIsSaid(device.driverBytes, 2);
    if (device.driverSeenOn == device.name)
        return {KeyControlWords::tr("nvidia-smi: %1 MiB, %2; the driver keeps %3.")
                    .arg(mebibytes, memory, keeps)};
    return {KeyControlWords::tr("nvidia-smi: %1 MiB, %2; the driver keeps %3, as on %4.")
                .arg(mebibytes, memory, keeps, QString::fromStdString(device.driverSeenOn)),
            KeyControlWords::tr("nvidia-smi: %1 MiB, %2; the driver keeps ~%3.")
                .arg(mebibytes, memory, keeps)};
}

QString notKnownText(const QString& memory)
{
    return KeyControlWords::tr(
               "What this device reports is not known: its marketed size is taken, %1.")
        .arg(memory);
}

} // namespace

bool isMemory(KeyPath path)
{
    return path == "cluster.capacity" || path == "cluster.reserve" || path == "cluster.host_memory"
        || path == "cluster.allocator.max_split_size";
}

KeyField::KeyField(KeyPath path, Document& document, QWidget* parent, PlanTransform transform)
    : TypedField(parent,
                 {[this] { commit(); }, [this] { restore(); },
                  [this] {
                      if (m_refused && typedValue()) {
                          m_refused = false;
                          describe();
                      }
                      emit typing();
                  },
                  [this](int steps) { step(steps); }})
    , KeyControl(path, document, transform)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    attach();
}

void KeyField::showPlan(const Plan& written, const Plan& whole)
{
    const Value value = key().get(written);
    m_whole = key().get(whole);
    if (value == m_value)
        return; // typed text stays, even if it was refused
    m_value = value;
    display();
}

void KeyField::display()
{
    setText(isNull(m_value) ? QString() : textOf(m_value));
    if (std::exchange(m_refused, false))
        describe();
    refresh();
}

void KeyField::retranslate()
{
    display();
    KeyControl::retranslate();
}

std::optional<Value> KeyField::typedValue() const
{
    const QString text = this->text().trimmed();
    std::optional<Value> value = text.isEmpty() ? Value{} : valueOf(text);
    if (!value)
        return std::nullopt;
    Plan probe; // it needs a custom model before its keys can be set
    if (path().isIn(KeyGroup("model.custom")))
        probe.model = CustomModel{};
    const bool taken = key().set(probe, *value) && key().valid(probe, key());
    return taken ? value : std::nullopt;
}

QString KeyField::textOf(const Value& value) const
{
    const QLocale locale;
    if (const auto* whole = std::get_if<std::int64_t>(&value); whole && isRunLength(path()))
        return decimalText(static_cast<double>(*whole), locale);
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return locale.toString(static_cast<qlonglong>(*whole));
    const auto* real = std::get_if<double>(&value);
    if (real && *real >= leastCounted) // "6,000,000,000"
        return locale.toString(std::llround(*real));
    if (real)
        return locale.toString(*real, 'g', QLocale::FloatingPointShortest);
    if (const auto* words = std::get_if<std::vector<std::string>>(&value)) {
        QStringList list;
        for (const std::string& word : *words)
            list << QString::fromStdString(word);
        return list.join(QStringLiteral(", "));
    }
    return QString::fromStdString(wordOf(value));
}

std::optional<Value> KeyField::valueOf(const QString& text) const
{
    if (key().kind == Kind::Integer) {
        constexpr double countable = 9e18;
        const auto count
            = isRunLength(path()) ? runTokensTyped(text, QLocale()) : countTyped(text, QLocale());
        if (!count || *count > countable)
            return std::nullopt;
        return Value{static_cast<std::int64_t>(std::llround(*count))};
    }
    if (key().kind == Kind::Real) {
        bool ok = false;
        if (const double number = QLocale().toDouble(text, &ok); ok)
            return Value{number};
    }
    QString plain = text;
    if (key().kind == Kind::Choices)
        plain.remove(QLatin1Char(' '));
    const auto value = parsed(key(), plain.toStdString());
    return value ? std::optional<Value>(*value) : std::nullopt;
}

double KeyField::stepped(double value, int steps) const
{
    if (isRunLength(path()))
        return value + 1e9 * steps;
    if (key().kind == Kind::Real)
        return value + (key().least >= leastCounted ? 1e8 : 0.1) * steps;
    if (!doubles(path()))
        return value + steps;
    const double power = std::log2(std::max(1.0, value));
    return std::exp2(steps > 0 ? std::floor(power) + 1 : std::ceil(power) - 1);
}

QString KeyField::allowedText() const
{
    return sentence(allowedValues(key()));
}

QString KeyField::refusal() const
{
    return m_refused ? allowedText() : QString();
}

/// The value of a key that the plan leaves open; for some keys only an estimate has it.
Value KeyField::valueWithoutOne() const
{
    return isNull(m_whole) ? automaticValue(path(), document()) : m_whole;
}

void KeyField::stateChanged()
{
    setRefused(m_refused || state().problem.has_value());
}

void KeyField::refresh()
{
    const Value automatic = valueWithoutOne();
    QString placeholder, spoken;
    if (const auto bytes = std::get_if<std::int64_t>(&automatic); bytes && isMemory(path()))
        placeholder = MemoryFormat(m_unit).withUnit(*bytes, 2);
    else if (!isNull(automatic))
        placeholder = textOf(automatic);
    else
        placeholder = spoken = automaticText(path(), document());
    setPlaceholder(placeholder);
    if (!isNull(m_value))
        spoken.clear();
    else if (spoken.isEmpty())
        spoken = KeyControlWords::tr("%1, automatic", "value of a field that the plan leaves open")
                     .arg(placeholder);
    const std::optional<double> known = numberOf(isNull(m_value) ? automatic : m_value);
    const double number = known.value_or(key().least);
    setSteps(number<key().most, number> key().least);
    std::optional<Number> spokenNumber;
    if (const double unit = numberUnit(); known)
        spokenNumber = Number{number / unit, key().least / unit, key().most / unit,
                              (stepped(number, 1) - number) / unit};
    setNumber(spokenNumber);
    if (std::exchange(m_spoken, spoken) != spoken)
        describe();
}

/// A placeholder is no text: a reader would say that the field is empty.
QString KeyField::spokenValue() const
{
    return m_spoken;
}

void KeyField::commit()
{
    if (!isModified())
        return;
    const auto value = typedValue();
    if (!value) {
        m_refused = true;
        describe();
        announce(*this, refusal());
        return;
    }
    setModified(false);
    m_refused = false;
    m_value = *value;
    edit(*value);
    display();
}

void KeyField::restore()
{
    display();
    emit typing();
}

void KeyField::step(int steps)
{
    const auto typed = isModified() ? typedValue() : std::nullopt;
    Value from = typed ? *typed : m_value;
    if (isNull(from))
        from = valueWithoutOne();
    const double number = numberOf(from).value_or(key().least);
    const double to = std::clamp(stepped(number, steps), key().least, key().most);
    setModified(false);
    m_value = key().kind == Kind::Real ? Value{to} : Value{static_cast<std::int64_t>(to)};
    edit(m_value);
    display();
}

void KeyField::changeUnit(MemoryUnit unit)
{
    if (unit == m_unit)
        return;
    m_unit = unit;
    display();
    describe();
}

QString KeyBytes::textOf(const Value& value) const
{
    const auto* bytes = std::get_if<std::int64_t>(&value);
    return bytes ? bytesText(*bytes, QLocale(), unit()) : QString();
}

std::optional<Value> KeyBytes::valueOf(const QString& text) const
{
    const auto bytes = bytesTyped(text, QLocale(), unit());
    return bytes ? std::optional<Value>(*bytes) : std::nullopt;
}

double KeyBytes::stepped(double value, int steps) const
{
    const auto one = static_cast<double>(bytesOf(unit()));
    const double whole = value / one;
    return (steps > 0 ? std::floor(whole) + steps : std::ceil(whole) + steps) * one;
}

double KeyBytes::numberUnit() const
{
    return static_cast<double>(bytesOf(unit()));
}

QString KeyBytes::allowedText() const
{
    return allowedMemory();
}

QString KeyBytes::help() const
{
    QString help = KeyField::help();
    if (path() != "cluster.capacity" || !document() || !document()->results().estimate)
        return help;
    const Estimate& estimate = *document()->results().estimate;
    const Device& device = *estimate.plan.device;
    const MemoryFormat format(unit());
    QStringList sentences{help};
    if (!estimate.plan.cluster.capacity && estimate.plan.capacity != device.capacityBytes())
        sentences << lectureText(format.withUnit(estimate.plan.capacity, 1));
    const QStringList reported = device.reportedMib
        ? reportedTexts(device, format)
        : QStringList{notKnownText(format.withUnit(device.reportedBytes(), 2))};
    const auto with = [&sentences](const QString& last) {
        return (sentences + QStringList{last}).join(QLatin1Char(' '));
    };
    const QString whole = with(reported.front());
    return tip(whole).count(QLatin1Char('\n')) < 2 ? whole : with(reported.back());
}

} // namespace highwater
