// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/typed_field.h"

#include <optional>
#include <vector>

namespace highwater {

/// A field for a number with its unit. A number that is not allowed is outlined and refused; it is
/// not changed to the nearest allowed one.
class NumberField : public TypedField
{
    Q_OBJECT

public:
    struct Unit
    {
        QString name;
        double size = 1; ///< of one of these units, in the unit of setValue()
        int decimals = 0; ///< negative: as many as the number needs
    };

    NumberField(const QString& objectName, QWidget* parent);

    /// The field shows the first unit; a person may type the others.
    void setUnits(std::vector<Unit> units);
    void setRange(double least, double most, double step);
    void setValue(double value);
    double value() const { return m_value; }
    QString allowed() const; ///< "From 1.00 to 56.00 in"
    QSize sizeHint() const override;

signals:
    void valueChanged(double value); ///< by a person
    void refused(const QString& why); ///< empty: the text is a value again

private:
    std::optional<double> typedValue() const;
    void commit();
    void restore();
    void stepValue(int steps);
    void take(double value);
    void display();
    QString number(double value) const;

    std::vector<Unit> m_units{{}};
    double m_value = 0, m_least = 0, m_most = 0, m_step = 1;
};

} // namespace highwater
