// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/key_controls.h"

#include "core/answer/exact.h"
#include "core/ledger/resolve.h"
#include "ui/base/entry.h"
#include "ui/base/key_words.h"
#include "ui/base/memory_format.h"
#include "ui/base/section.h"
#include "ui/base/words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QSignalBlocker>
#include <QStyleOptionButton>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace highwater {
namespace {

struct WordChoice
{
    Q_DECLARE_TR_FUNCTIONS(highwater::KeyControl)

public:
    static QString notRead() { return tr("Not read by this method"); }
    static QString automatic() { return tr("automatic"); }
    static QString notChecked() { return tr("not checked"); }
    static QString memory()
    {
        return tr("An amount of memory such as 80 GiB, 64 GB or 81559 MiB, at most 1,000 TB");
    }
    static QString asInTheLecture(const QString& memory)
    {
        return tr("%1 as in the lecture.").arg(memory);
    }
    static QString reported(const Device& device, const QString& mebibytes, const QString& memory)
    {
        return device.vendor == "NVIDIA"
            ? tr("nvidia-smi reports %1 MiB = %2.").arg(mebibytes, memory)
            : tr("The driver reports %1 MiB = %2.").arg(mebibytes, memory);
    }
    static QString notKnown(const QString& memory)
    {
        return tr("What this device reports is not known: its marketed size is taken, %1.")
            .arg(memory);
    }
};

constexpr std::int64_t gibibyte = 1LL << 30;

bool isMemory(KeyPath path)
{
    return path == "cluster.capacity" || path == "cluster.reserve" || path == "cluster.host_memory";
}

/// Counts of ranks and GPUs go by doubling.
bool doubles(KeyPath path)
{
    return path.isIn(KeyGroup("layout")) || path == "cluster.gpus_per_node"
        || path == "adapter.rank";
}

std::string wordOf(const Value& value)
{
    const std::string* word = std::get_if<std::string>(&value);
    return word ? *word : std::string();
}

bool isNull(const Value& value)
{
    return std::holds_alternative<std::monostate>(value);
}

/// What the plan says for a key, else what it comes to.
Value saidOf(const Key& key, const Plan& written, const Plan& whole)
{
    const Value value = key.get(written);
    return isNull(value) ? key.get(whole) : value;
}

std::optional<double> numberOf(const Value& value)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value))
        return *real;
    return std::nullopt;
}

} // namespace

QString sentence(const Text& text)
{
    QString said = translated(text);
    if (!said.isEmpty())
        said[0] = said[0].toUpper();
    return said;
}

QString KeyState::remark() const
{
    if (!read)
        return WordChoice::notRead();
    for (const std::optional<Text>& text : {problem, limit, warning})
        if (text)
            return sentence(*text);
    return {};
}

KeyState keyState(const Document& document, KeyPath path)
{
    KeyState state;
    const MethodId id = document.plan().method;
    const Method* method = findMethod(id);
    state.read = !method || reads(*method, path);
    if (id == MethodId::Exact)
        state.limit = exactLimit(path);
    for (const Problem& problem : document.results().problems)
        if (problem.field == path.text())
            state.problem = problem.message;
    if (document.results().estimate)
        for (const Warning& warning : document.results().estimate->answer.warnings)
            if (warning.field == path.text())
                state.warning = warning.message;
    return state;
}

bool isOverridden(const Plan& plan, KeyPath path)
{
    static const Plan defaults;
    const Key& key = keyOf(path);
    const Value unsaid = key.get(defaults);
    if (key.get(plan) == unsaid)
        return false;
    Plan without = plan;
    key.set(without, unsaid);
    return key.get(withDefaults(plan)) != key.get(withDefaults(without));
}

KeyLabel::KeyLabel(std::vector<KeyPath> paths, QWidget* parent, const QString& text)
    : QLabel(parent)
    , m_paths(std::move(paths))
    , m_text(text)
{ }

void KeyLabel::show(const Document& document)
{
    setText(m_text.isEmpty() ? keyLabel(m_paths.front()) : m_text);
    bool active = false;
    QStringList said;
    for (const KeyPath path : m_paths) {
        const KeyState state = keyState(document, path);
        active = active || state.isActive();
        const QString remark = state.remark();
        if (const QString text = remark.isEmpty() ? keyHelp(path) : remark; !said.contains(text))
            said << text;
    }
    // Both would have the label painted again, at every step of a slider.
    const QPalette::ColorRole role = active ? QPalette::WindowText : QPalette::PlaceholderText;
    if (foregroundRole() != role)
        setForegroundRole(role);
    if (const QString tip = said.join(QLatin1Char('\n')); toolTip() != tip)
        setToolTip(tip);
}

KeyControl::KeyControl(KeyPath path, Document& document, PlanLens lens)
    : m_path(path)
    , m_document(&document)
    , m_lens(lens)
{ }

KeyControl::~KeyControl() = default;

void KeyControl::attach()
{
    widget()->setObjectName(pathText(m_path));
    m_message = new MessageLine(widget()->parentWidget());
    m_message->setObjectName(widget()->objectName() + QStringLiteral(".message"));
}

bool KeyControl::edit(const Value& value)
{
    if (!m_document)
        return false;
    Plan changed = m_lens ? m_lens(m_document->plan()) : m_document->plan();
    const bool taken
        = isNull(value) ? key().set(changed, value) : assign(changed, m_path, value).empty();
    if (taken)
        m_document->edit(changed, keyLabel(m_path));
    return taken;
}

void KeyControl::showResults()
{
    KeyState now = keyState(*m_document, m_path);
    QString help = this->help();
    if (now != m_state || help != m_help) {
        m_state = std::move(now);
        m_help = std::move(help);
        describe();
    }
    refresh();
}

void KeyControl::retranslate()
{
    widget()->setAccessibleName(keyLabel(m_path));
    m_help = help();
    describe();
}

void KeyControl::describe()
{
    const QString wrong = refusal();
    QStringList said{wrong, m_state.remark(), m_help};
    said.removeAll(QString());
    const QString all = said.join(QStringLiteral("\n\n"));
    widget()->setToolTip(all);
    widget()->setAccessibleDescription(all);
    if (!wrong.isEmpty())
        m_message->setMessage(wrong);
    else if (m_state.problem)
        m_message->setMessage(sentence(*m_state.problem));
    else
        m_message->setCaution(m_state.warning ? sentence(*m_state.warning) : QString());
    stateChanged();
}

QString KeyControl::help() const
{
    return keyHelp(m_path);
}

WheelSafeComboBox::WheelSafeComboBox(const QString& objectName, QWidget* parent)
    : QComboBox(parent)
{
    setObjectName(objectName);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(8);
    setFocusPolicy(Qt::StrongFocus);
}

void WheelSafeComboBox::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

KeyCombo::KeyCombo(KeyPath path, Document& document, QWidget* parent, PlanLens lens)
    : WheelSafeComboBox(QString(), parent)
    , KeyControl(path, document, lens)
{
    attach();
    connect(this, &QComboBox::activated, this,
            [this](int index) { edit(itemData(index).toString().toStdString()); });
}

void KeyCombo::retranslate()
{
    const QSignalBlocker blocker(this);
    clear();
    for (const std::string_view word : key().words) {
        if (path() == "method" && !findMethod(*fromName<MethodId>(word)))
            continue; // not computed yet
        addItem(wordLabel(path(), word),
                QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())));
    }
    setCurrentIndex(findData(QString::fromStdString(wordOf(m_shown))));
    KeyControl::retranslate();
}

void KeyCombo::showPlan(const Plan& written, const Plan& whole)
{
    m_shown = saidOf(key(), written, whole);
    const QSignalBlocker blocker(this);
    setCurrentIndex(findData(QString::fromStdString(wordOf(m_shown))));
}

KeyCheck::KeyCheck(KeyPath path, Document& document, QWidget* parent, PlanLens lens)
    : QCheckBox(parent)
    , KeyControl(path, document, lens)
{
    attach();
    connect(this, &QCheckBox::clicked, this, [this](bool on) {
        edit(key().kind == Kind::Bool ? Value{on} : Value{std::string(key().words[on])});
    });
}

void KeyCheck::showPlan(const Plan& written, const Plan& whole)
{
    const QSignalBlocker blocker(this);
    const Value value = saidOf(key(), written, whole);
    setChecked(key().kind == Kind::Bool ? value == Value{true} : wordOf(value) == key().words[1]);
}

void KeyCheck::retranslate()
{
    setText(checkLabel(path()));
    KeyControl::retranslate();
}

/// A check box is its own label, so it is dimmed as the others' labels are.
void KeyCheck::initStyleOption(QStyleOptionButton* option) const
{
    QCheckBox::initStyleOption(option);
    if (!state().isActive())
        option->palette.setBrush(QPalette::WindowText, palette().brush(QPalette::PlaceholderText));
}

KeyField::KeyField(KeyPath path, Document& document, QWidget* parent, PlanLens lens)
    : ExactField(parent,
                 {[this] { commit(); }, [this] { restore(); },
                  [this] {
                      if (m_refused && typedValue()) {
                          m_refused = false;
                          describe();
                      }
                      emit typing();
                  },
                  [this](int steps) { step(steps); }})
    , KeyControl(path, document, lens)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    attach();
}

void KeyField::showPlan(const Plan& written, const Plan& whole)
{
    const Value value = key().get(written);
    m_whole = key().get(whole);
    if (value == m_value)
        return; // what somebody is typing, or typed wrongly, stays
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
    Plan probe; // with a custom model at once, so that a key of one has its place
    if (path().isIn(KeyGroup("model.custom")))
        probe.model = CustomModel{};
    const bool taken = key().set(probe, *value) && key().valid(probe, key());
    return taken ? value : std::nullopt;
}

QString KeyField::textOf(const Value& value) const
{
    const QLocale locale;
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return locale.toString(static_cast<qlonglong>(*whole));
    if (const auto* real = std::get_if<double>(&value))
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
        const auto count = countTyped(text, QLocale());
        if (!count || *count > countable)
            return std::nullopt;
        return Value{static_cast<std::int64_t>(std::llround(*count))};
    }
    if (key().kind == Kind::Real) {
        bool ok = false;
        const double number = QLocale().toDouble(text, &ok);
        return ok ? std::optional<Value>(number) : std::nullopt;
    }
    QString plain = text;
    if (key().kind == Kind::Choices)
        plain.remove(QLatin1Char(' '));
    const auto value = parsed(key(), plain.toStdString());
    return value ? std::optional<Value>(*value) : std::nullopt;
}

double KeyField::stepped(double value, int steps) const
{
    if (key().kind == Kind::Real)
        return value + 0.1 * steps;
    if (!doubles(path()))
        return value + steps;
    const double power = std::log2(std::max(1.0, value));
    return std::exp2(steps > 0 ? std::floor(power) + 1 : std::ceil(power) - 1);
}

QString KeyField::allowedText() const
{
    return sentence(allowed(key()));
}

QString KeyField::refusal() const
{
    return m_refused ? allowedText() : QString();
}

/// What a value that is not written comes to, where only an estimate tells.
Value KeyField::automaticValue() const
{
    if (!isNull(m_whole) || !document() || !document()->results().estimate)
        return m_whole;
    const Resolved& resolved = document()->results().estimate->plan;
    if (path() == "cluster.capacity")
        return resolved.capacity;
    if (path() == "workload.global_batch")
        return times(resolved.workload.microBatch, resolved.dataParallel);
    return {};
}

void KeyField::stateChanged()
{
    setRefused(m_refused || state().problem.has_value());
}

void KeyField::refresh()
{
    const Value automatic = automaticValue();
    if (const auto bytes = std::get_if<std::int64_t>(&automatic); bytes && isMemory(path()))
        setPlaceholder(MemoryFormat().withUnit(*bytes, 2));
    else if (!isNull(automatic))
        setPlaceholder(textOf(automatic));
    else
        setPlaceholder(path() == "cluster.host_memory" ? WordChoice::notChecked()
                                                       : WordChoice::automatic());
    const double number = numberOf(isNull(m_value) ? automatic : m_value).value_or(key().least);
    setSteps(number<key().most, number> key().least);
}

void KeyField::commit()
{
    if (!isModified())
        return;
    const auto value = typedValue();
    if (!value) {
        m_refused = true;
        describe();
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
        from = automaticValue();
    const double number = numberOf(from).value_or(key().least);
    const double to = std::clamp(stepped(number, steps), key().least, key().most);
    setModified(false);
    m_value = key().kind == Kind::Real ? Value{to} : Value{static_cast<std::int64_t>(to)};
    edit(m_value);
    display();
}

QString KeyBytes::textOf(const Value& value) const
{
    const auto* bytes = std::get_if<std::int64_t>(&value);
    return bytes ? bytesText(*bytes, QLocale()) : QString();
}

std::optional<Value> KeyBytes::valueOf(const QString& text) const
{
    const auto bytes = bytesTyped(text, QLocale());
    return bytes ? std::optional<Value>(*bytes) : std::nullopt;
}

double KeyBytes::stepped(double value, int steps) const
{
    const double whole = value / static_cast<double>(gibibyte);
    return (steps > 0 ? std::floor(whole) + steps : std::ceil(whole) + steps)
        * static_cast<double>(gibibyte);
}

QString KeyBytes::allowedText() const
{
    return WordChoice::memory();
}

QString KeyBytes::help() const
{
    const QString help = KeyField::help();
    if (path() != "cluster.capacity" || !document() || !document()->results().estimate)
        return help;
    const Estimate& estimate = *document()->results().estimate;
    const Device& device = *estimate.plan.device;
    const MemoryFormat format;
    QStringList said{help};
    if (!estimate.plan.cluster.capacity && estimate.plan.capacity != device.capacityBytes())
        said << WordChoice::asInTheLecture(format.withUnit(estimate.plan.capacity, 1));
    const QString memory = format.withUnit(device.capacityBytes(), 2);
    said << (device.reportedMib
                 ? WordChoice::reported(device, format.count(*device.reportedMib), memory)
                 : WordChoice::notKnown(memory));
    return said.join(QLatin1Char('\n'));
}

KeyControl* makeKeyControl(KeyPath path, Document& document, QWidget* parent, PlanLens lens)
{
    if (!checkLabel(path).isEmpty())
        return new KeyCheck(path, document, parent, lens);
    if (keyOf(path).kind == Kind::Choice)
        return new KeyCombo(path, document, parent, lens);
    if (isMemory(path))
        return new KeyBytes(path, document, parent, lens);
    return new KeyField(path, document, parent, lens);
}

} // namespace highwater
