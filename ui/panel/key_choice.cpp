// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/key_choice.h"

#include "core/methods/method.h"
#include "ui/base/key_words.h"
#include "ui/base/words.h"

#include <QSignalBlocker>
#include <QStyleOptionButton>

namespace highwater {
namespace {

/// The key's value in the plan as it is written, else its default.
Value shownValue(const Key& key, const Plan& written, const Plan& whole)
{
    const Value value = key.get(written);
    return isNull(value) ? key.get(whole) : value;
}

} // namespace

KeyCombo::KeyCombo(KeyPath path, Document& document, QWidget* parent, PlanTransform transform)
    : WheelSafeComboBox(QString(), parent)
    , KeyControl(path, document, transform)
{
    attach();
    connect(this, &QComboBox::activated, this,
            [this](int index) { edit(itemData(index).toString().toStdString()); });
}

void KeyCombo::retranslate()
{
    const QSignalBlocker blocker(this);
    clear();
    for (const std::string_view word : key().words)
        addItem(wordLabel(path(), word), toQString(word));
    setCurrentIndex(findData(toQString(wordOf(m_shown))));
    KeyControl::retranslate();
}

void KeyCombo::showPlan(const Plan& written, const Plan& whole)
{
    m_shown = shownValue(key(), written, whole);
    const QSignalBlocker blocker(this);
    setCurrentIndex(findData(toQString(wordOf(m_shown))));
}

KeyCheck::KeyCheck(KeyPath path, Document& document, QWidget* parent, PlanTransform transform)
    : QCheckBox(parent)
    , KeyControl(path, document, transform)
{
    attach();
    connect(this, &QCheckBox::clicked, this, [this](bool on) {
        edit(key().kind == Kind::Bool ? Value{on} : Value{std::string(key().words[on])});
    });
}

void KeyCheck::showPlan(const Plan& written, const Plan& whole)
{
    const QSignalBlocker blocker(this);
    const Value value = shownValue(key(), written, whole);
    setChecked(key().kind == Kind::Bool ? value == Value{true} : wordOf(value) == key().words[1]);
}

void KeyCheck::retranslate()
{
    setText(checkLabel(path()));
    KeyControl::retranslate();
}

/// A check box has no other label, so it is dimmed as labels are.
void KeyCheck::initStyleOption(QStyleOptionButton* option) const
{
    QCheckBox::initStyleOption(option);
    if (!state().isActive())
        option->palette.setBrush(QPalette::WindowText, palette().brush(QPalette::PlaceholderText));
}

} // namespace highwater
