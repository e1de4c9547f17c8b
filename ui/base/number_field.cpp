// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/number_field.h"

#include "ui/base/accessible.h"

#include <QLocale>
#include <QStyle>
#include <QStyleOptionSpinBox>

#include <algorithm>

namespace highwater {

NumberField::NumberField(const QString& objectName, QWidget* parent)
    : TypedField(parent,
                 {[this] { commit(); }, [this] { restore(); },
                  [this] {
                      setRefused(false);
                      emit refused({});
                  },
                  [this](int steps) { stepValue(steps); }})
{
    setObjectName(objectName);
}

void NumberField::setUnits(std::vector<Unit> units)
{
    m_units = std::move(units);
    display();
    updateGeometry();
}

void NumberField::setRange(double least, double most, double step)
{
    m_least = least;
    m_most = most;
    m_step = step;
    display();
}

void NumberField::setValue(double value)
{
    m_value = value;
    display();
}

QString NumberField::number(double value) const
{
    const Unit& unit = m_units.front();
    constexpr int digits = 6;
    return unit.decimals < 0 ? QLocale().toString(value / unit.size, 'g', digits)
                             : QLocale().toString(value / unit.size, 'f', unit.decimals);
}

QString NumberField::allowed() const
{
    return tr("From %1 to %2 %3", "least, most, unit")
        .arg(number(m_least), number(m_most), m_units.front().name);
}

void NumberField::display()
{
    setText(tr("%1 %2", "number, unit").arg(number(m_value), m_units.front().name));
    setSteps(m_value<m_most, m_value> m_least);
    const double unit = m_units.front().size;
    setNumber(Number{m_value / unit, m_least / unit, m_most / unit, m_step / unit});
    setRefused(false);
    emit refused({});
}

std::optional<double> NumberField::typedValue() const
{
    QString typed = text().trimmed();
    double size = m_units.front().size;
    for (const Unit& unit : m_units)
        if (typed.endsWith(unit.name, Qt::CaseInsensitive)) {
            typed.chop(unit.name.size());
            size = unit.size;
            break;
        }
    typed = typed.trimmed();
    bool isNumber = false;
    double number = QLocale().toDouble(typed, &isNumber);
    if (!isNumber)
        number = QLocale::c().toDouble(typed, &isNumber);
    if (!isNumber)
        return {};
    const double value = number * size;
    // A bound is shown rounded; if a person types the rounded number, it means the bound itself.
    const double slack = m_units.front().size * 0.006;
    if (m_units.front().decimals > 0 && value < m_least && value > m_least - slack)
        return m_least;
    if (m_units.front().decimals > 0 && value > m_most && value < m_most + slack)
        return m_most;
    return value >= m_least && value <= m_most ? std::optional(value) : std::nullopt;
}

void NumberField::commit()
{
    if (!isModified())
        return;
    if (text().trimmed().isEmpty())
        return restore();
    if (const auto typed = typedValue()) {
        take(*typed);
    } else {
        setRefused(true);
        emit refused(allowed());
        announce(*this, allowed());
    }
}

void NumberField::restore()
{
    display();
}

void NumberField::stepValue(int steps)
{
    take(std::clamp(typedValue().value_or(m_value) + steps * m_step, m_least, m_most));
}

void NumberField::take(double value)
{
    const bool changed = value != m_value;
    m_value = value;
    display();
    if (changed)
        emit valueChanged(m_value);
}

QSize NumberField::sizeHint() const
{
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    const int widest = fontMetrics().horizontalAdvance(
        tr("%1 %2", "number, unit").arg(number(std::max(m_most, m_value)), m_units.front().name));
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option,
                                     {widest + 12, fontMetrics().height() + 4}, this);
}

} // namespace highwater
