// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/memory_format.h"
#include "ui/panel/key_state.h"

#include <QCoreApplication>
#include <QPointer>

namespace highwater {

class MessageLine;

/// Translates the texts of controls, all in one context.
struct KeyControlWords
{
    Q_DECLARE_TR_FUNCTIONS(highwater::KeyControl)
};

/// The word of a value, or empty.
std::string wordOf(const Value& value);
/// Whether there is no value: the plan does not set the key.
bool isNull(const Value& value);

/// Makes the plan that a control shows and changes from the document's plan: for example with its
/// model as a custom one.
using PlanTransform = Plan (*)(const Plan&);

/// One key of the plan as a control: it shows the plan's value and the remarks on the key, and
/// sends edits to the document. Base of the four kinds of control.
class KeyControl
{
public:
    KeyControl(KeyPath path, Document& document, PlanTransform transform);
    virtual ~KeyControl();

    KeyPath path() const { return m_path; }
    virtual QWidget* widget() = 0;
    MessageLine* message() { return m_message; } ///< for the line under the control

    /// Shows the plan: `written` without defaults, `whole` with all defaults filled in.
    virtual void showPlan(const Plan& written, const Plan& whole) = 0;
    void showResults(); ///< remarks, from the computed results
    virtual void retranslate();
    virtual void setUnit(MemoryUnit) { } ///< the unit in which memory is shown

protected:
    void attach(); ///< each kind calls it once its widget exists
    bool edit(const Value& value); ///< null removes an optional value from the plan
    void describe();
    const Key& key() const { return keyOf(m_path); }
    const Document* document() const { return m_document; }
    const KeyState& state() const { return m_state; }

    virtual QString help() const;
    virtual QString refusal() const { return {}; } ///< the reason why the typed text is no value
    /// What a screen reader hears first of a control whose text is not its value.
    virtual QString spokenValue() const { return {}; }
    virtual void stateChanged() { }
    virtual void refresh() { } ///< called after each computation

private:
    KeyPath m_path;
    QPointer<Document> m_document; ///< null when the window closes before its last focus event
    PlanTransform m_transform;
    KeyState m_state;
    QString m_help;
    MessageLine* m_message = nullptr;
};

} // namespace highwater
