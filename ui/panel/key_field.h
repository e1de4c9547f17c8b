// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/typed_field.h"
#include "ui/panel/key_control.h"

namespace highwater {

/// Whether the key's value is an amount of memory.
bool isMemory(KeyPath path);

/// A field for a number, a text or a list. Where the plan does not set the key, the field is empty
/// and its placeholder shows the value that is used instead.
class KeyField : public TypedField, public KeyControl
{
    Q_OBJECT

public:
    KeyField(KeyPath path, Document& document, QWidget* parent, PlanTransform transform = nullptr);
    QWidget* widget() override { return this; }
    void showPlan(const Plan& written, const Plan& whole) override;
    void retranslate() override;
    /// The value in the field; null where the text is no value.
    std::optional<Value> typedValue() const;

signals:
    void typing(); ///< the text changes; the document does not have it yet

protected:
    void display();
    MemoryUnit unit() const { return m_unit; }
    void changeUnit(MemoryUnit unit);
    virtual QString textOf(const Value& value) const;
    virtual std::optional<Value> valueOf(const QString& text) const;
    virtual double stepped(double value, int steps) const;
    virtual QString allowedText() const;
    virtual double numberUnit() const { return 1; } ///< in which the field shows numbers
    QString refusal() const override;
    QString spokenValue() const override;
    void stateChanged() override;
    void refresh() override;

private:
    void commit();
    void restore();
    void step(int steps);
    Value valueWithoutOne() const;

    Value m_value, m_whole;
    MemoryUnit m_unit = MemoryUnit::GiB;
    QString m_spoken; ///< the placeholder, as a value
    bool m_refused = false;
};

/// An amount of memory: "80", "80 GiB", "64 GB", "81559 MiB". A number without a unit, and the
/// field's own text, are in the window's unit.
class KeyBytes : public KeyField
{
    Q_OBJECT

public:
    using KeyField::KeyField;
    void setUnit(MemoryUnit unit) override { changeUnit(unit); }

protected:
    QString textOf(const Value& value) const override;
    std::optional<Value> valueOf(const QString& text) const override;
    double stepped(double value, int steps) const override;
    QString allowedText() const override;
    double numberUnit() const override;
    QString help() const override;
};

} // namespace highwater
