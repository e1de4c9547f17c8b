// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/exact_field.h"
#include "ui/document/document.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPointer>

namespace highwater {

class MessageLine;

/// What the window tells of a key beside its value.
struct KeyState
{
    bool read = true; ///< by the method
    std::optional<Text> limit; ///< what the method says where it computes one value only
    std::optional<Text> problem, warning;

    bool isActive() const { return read && !limit; }
    QString remark() const; ///< a sentence, empty when there is nothing to say
    bool operator==(const KeyState&) const = default;
};

KeyState keyState(const Document& document, KeyPath path);

/// Whether the plan would come to something else without what it says for this key.
bool isOverridden(const Plan& plan, KeyPath path);

/// A sentence of core as it stands by itself, with a capital letter.
QString sentence(const Text& text);

/// The label of some keys: a name, help as a tooltip, dimmed where the method computes none of
/// them.
class KeyLabel : public QLabel
{
    Q_OBJECT

public:
    /// Named as the keys table names the first, unless there is a text for them all.
    KeyLabel(std::vector<KeyPath> paths, QWidget* parent, const QString& text = {});
    void show(const Document& document);
    using QLabel::show;

private:
    std::vector<KeyPath> m_paths;
    QString m_text;
};

/// The plan that a control shows and changes, made of the document's: a model written out, say.
using PlanLens = Plan (*)(const Plan&);

/// One key of the plan as a control. What its kinds have in common: it shows the plan's value, says
/// what is to be said of the key, and hands edits to the document.
class KeyControl
{
public:
    KeyControl(KeyPath path, Document& document, PlanLens lens);
    virtual ~KeyControl();

    KeyPath path() const { return m_path; }
    virtual QWidget* widget() = 0;
    MessageLine* message() { return m_message; } ///< to be put under the control

    /// What the plan says: as it is written, and with everything spelled out.
    virtual void showPlan(const Plan& written, const Plan& whole) = 0;
    void showResults(); ///< what is to be said of it
    virtual void retranslate();

protected:
    void attach(); ///< to be called by the kinds, once there is a widget
    bool edit(const Value& value); ///< null takes an optional value out
    void describe();
    const Key& key() const { return keyOf(m_path); }
    const Document* document() const { return m_document; }
    const KeyState& state() const { return m_state; }

    virtual QString help() const;
    virtual QString refusal() const { return {}; } ///< why what is typed is not a value
    virtual void stateChanged() { }
    virtual void refresh() { } ///< whenever something was computed

private:
    KeyPath m_path;
    QPointer<Document> m_document; ///< may be gone when the window's last focus-outs come
    PlanLens m_lens;
    KeyState m_state;
    QString m_help;
    MessageLine* m_message = nullptr;
};

/// A combo box in a panel that scrolls: the wheel scrolls unless the box has the focus.
class WheelSafeComboBox : public QComboBox
{
    Q_OBJECT

public:
    WheelSafeComboBox(const QString& objectName, QWidget* parent);

protected:
    void wheelEvent(QWheelEvent* event) override;
};

/// A key with few words.
class KeyCombo : public WheelSafeComboBox, public KeyControl
{
    Q_OBJECT

public:
    KeyCombo(KeyPath path, Document& document, QWidget* parent, PlanLens lens = nullptr);
    QWidget* widget() override { return this; }
    void showPlan(const Plan& written, const Plan& whole) override;
    void retranslate() override;

private:
    Value m_shown;
};

/// A key with two words, or a flag, as a check box: checked for the second word.
class KeyCheck : public QCheckBox, public KeyControl
{
    Q_OBJECT

public:
    KeyCheck(KeyPath path, Document& document, QWidget* parent, PlanLens lens = nullptr);
    QWidget* widget() override { return this; }
    void showPlan(const Plan& written, const Plan& whole) override;
    void retranslate() override;

protected:
    void stateChanged() override { update(); }
    void initStyleOption(QStyleOptionButton* option) const override;
};

/// A number, a text or a list, typed. Where the plan need not say it, an empty field shows what it
/// comes to then.
class KeyField : public ExactField, public KeyControl
{
    Q_OBJECT

public:
    KeyField(KeyPath path, Document& document, QWidget* parent, PlanLens lens = nullptr);
    QWidget* widget() override { return this; }
    void showPlan(const Plan& written, const Plan& whole) override;
    void retranslate() override;
    /// What stands in the field, where it is a value.
    std::optional<Value> typedValue() const;

signals:
    void typing(); ///< not yet handed to the document

protected:
    virtual QString textOf(const Value& value) const;
    virtual std::optional<Value> valueOf(const QString& text) const;
    virtual double stepped(double value, int steps) const;
    virtual QString allowedText() const;
    QString refusal() const override;
    void stateChanged() override;
    void refresh() override;

private:
    void commit();
    void restore();
    void step(int steps);
    void display();
    Value automaticValue() const;

    Value m_value, m_whole;
    bool m_refused = false;
};

/// An amount of memory: "80", "80 GiB", "64 GB", "81559 MiB".
class KeyBytes : public KeyField
{
    Q_OBJECT

public:
    using KeyField::KeyField;

protected:
    QString textOf(const Value& value) const override;
    std::optional<Value> valueOf(const QString& text) const override;
    double stepped(double value, int steps) const override;
    QString allowedText() const override;
    QString help() const override;
};

/// The control that suits the key: its kind decides, and a choice of two words that is better asked
/// as a yes or no has a check box.
KeyControl* makeKeyControl(KeyPath path, Document& document, QWidget* parent,
                           PlanLens lens = nullptr);

} // namespace highwater
