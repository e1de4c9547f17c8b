// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/key_choice.h"

#include "core/job/role_keys.h"
#include "core/ledger/adapter.h"
#include "core/ledger/choices.h"
#include "ui/base/key_words.h"
#include "ui/base/words.h"
#include "ui/panel/automatic_value.h"

#include <QSignalBlocker>
#include <QStyleOptionButton>

#include <algorithm>
#include <iterator>

namespace highwater {
namespace {

/// The value that the plan sets for the key, else the default.
Value shownValue(const Key& key, const Plan& written, const Plan& whole)
{
    const Value value = key.get(written);
    return isNull(value) ? key.get(whole) : value;
}

} // namespace

KeyCombo::KeyCombo(KeyPath path, Document& document, QWidget* parent, PlanTransform transform)
    : WheelSafeComboBox(QString(), parent)
    , KeyControl(path, document, transform)
    , m_mayBeOpen(!transform && isNull(key().get(withDefaults({}))))
    , m_wordsVary(path.isIn(KeyGroup("job")) || path.isIn(KeyGroup("roles"))
                  || path == "adapter.base")
    , m_words(key().words.begin(), key().words.end())
{
    attach();
    connect(this, &QComboBox::activated, this, [this](int index) {
        const std::string word = itemData(index).toString().toStdString();
        edit(word.empty() ? Value{} : Value{word});
    });
}

void KeyCombo::retranslate()
{
    fill();
    KeyControl::retranslate();
}

void KeyCombo::fill()
{
    const QSignalBlocker blocker(this);
    clear();
    if (m_mayBeOpen)
        addItem(automaticText(path(), document()), QString());
    for (const std::string_view word : m_words)
        addItem(wordLabel(path(), word), toQString(word));
    setCurrentIndex(indexOf(wordOf(m_shown)));
    refresh();
}

/// The item of a word; -1 where there is none. The empty word means an open key.
int KeyCombo::indexOf(std::string_view word) const
{
    const int before = m_mayBeOpen ? 1 : 0;
    if (m_mayBeOpen && word.empty())
        return 0;
    const auto found = std::ranges::find(m_words, word);
    return found == m_words.end()
        ? -1
        : before + static_cast<int>(std::distance(m_words.begin(), found));
}

void KeyCombo::showPlan(const Plan& written, const Plan& whole)
{
    m_shown = shownValue(key(), written, whole);
    m_isOpen = isNull(key().get(written));
    if (path() == "adapter.base")
        m_shown = std::string(nameOf(baseOf(written.adapter)));
    if (m_wordsVary) {
        std::vector<std::string_view> words;
        for (const std::string_view word : key().words)
            if (suitsPlan(written, path(), word) || word == wordOf(m_shown))
                words.push_back(word);
        if (words != m_words) {
            m_words = std::move(words);
            fill();
        }
    }
    const QSignalBlocker blocker(this);
    setCurrentIndex(indexOf(wordOf(m_shown)));
}

/// Shows in the first item the value of the open key. A job may choose another value than the usual
/// default.
void KeyCombo::refresh()
{
    const std::string taken = wordOf(automaticValue(path(), document()));
    if (!m_mayBeOpen) {
        if (m_isOpen && !taken.empty())
            setCurrentIndex(indexOf(taken));
        return;
    }
    const QString text = taken.empty()
        ? automaticText(path(), document())
        : KeyControlWords::tr("auto: %1", "a choice that the plan leaves open")
              .arg(wordLabel(path(), taken));
    if (text != itemText(0))
        setItemText(0, text);
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

/// A check box has no other label, so it is dimmed like labels.
void KeyCheck::initStyleOption(QStyleOptionButton* option) const
{
    QCheckBox::initStyleOption(option);
    if (!state().isActive())
        option->palette.setBrush(QPalette::WindowText, palette().brush(QPalette::PlaceholderText));
}

} // namespace highwater
