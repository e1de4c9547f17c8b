// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/key_control.h"

#include "ui/base/accessible.h"
#include "ui/base/key_words.h"
#include "ui/base/message_line.h"
#include "ui/base/tip.h"
#include "ui/base/words.h"

namespace highwater {

std::string wordOf(const Value& value)
{
    const std::string* word = std::get_if<std::string>(&value);
    return word ? *word : std::string();
}

bool isNull(const Value& value)
{
    return std::holds_alternative<std::monostate>(value);
}

KeyControl::KeyControl(KeyPath path, Document& document, PlanTransform transform)
    : m_path(path)
    , m_document(&document)
    , m_transform(transform)
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
    Plan changed = m_transform ? m_transform(m_document->plan()) : m_document->plan();
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
    const QString ofCheckBox = checkLabel(m_path);
    nameAccessibly(*widget(), ofCheckBox.isEmpty() ? keyLabel(m_path) : ofCheckBox);
    m_help = help();
    describe();
}

void KeyControl::describe()
{
    const QString wrong = refusal();
    QStringList texts{wrong, m_state.remark(), m_help};
    texts.removeAll(QString());
    widget()->setToolTip(texts.isEmpty() ? QString() : tip(texts.first()));
    if (const QString spoken = spokenValue(); !spoken.isEmpty())
        texts.prepend(spoken);
    describeAccessibly(*widget(), texts.join(QStringLiteral("\n\n")));
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

} // namespace highwater
