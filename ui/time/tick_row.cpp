// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/tick_row.h"

#include "ui/base/flow_layout.h"
#include "ui/base/tip.h"
#include "ui/base/words.h"
#include "ui/time/limit_field.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>

namespace highwater {

TickRow::TickRow(QWidget* parent)
    : QWidget(parent)
    , m_days(new QLineEdit(this))
    , m_price(new QLineEdit(this))
    , m_daysUnit(new QLabel(this))
    , m_priceUnit(new QLabel(this))
{
    setObjectName(QStringLiteral("search.ticks"));
    auto* row = new FlowLayout(this);
    row->setContentsMargins(16, 4, 16, 4);
    row->setSpacing(12);
    for (const LayoutTick tick : everyOf<LayoutTick>()) {
        auto* box = new QCheckBox(this);
        box->setObjectName(QStringLiteral("search.tick.") + toQString(nameOf(tick)));
        m_boxes[static_cast<std::size_t>(tick)] = box;
        box->setChecked(tick == LayoutTick::NoOffload || tick == LayoutTick::UpperEnd);
        connect(box, &QCheckBox::toggled, this, &TickRow::changed);
        if (tick < LayoutTick::Days)
            row->addWidget(box);
    }
    m_days->setObjectName(QStringLiteral("search.within"));
    m_price->setObjectName(QStringLiteral("search.under"));
    const auto addLimit = [&](LayoutTick tick, QLineEdit* field, QLabel* unit) {
        makeLimitField(*field);
        unit->setBuddy(field);
        row->addTogether({boxOf(tick), field, unit});
        connect(field, &QLineEdit::editingFinished, this, [this, tick, field] {
            if (!field->isModified())
                return; // it only lost the focus
            field->setModified(false);
            const bool limits = limitIn(*field).has_value();
            if (boxOf(tick)->isChecked() != limits)
                boxOf(tick)->setChecked(limits);
            else
                emit changed();
        });
    };
    addLimit(LayoutTick::Days, m_days, m_daysUnit);
    addLimit(LayoutTick::Price, m_price, m_priceUnit);
    retranslate();
}

/// A limit without a number in its field limits nothing.
LayoutTicks TickRow::ticks() const
{
    LayoutTicks ticks;
    const auto isSet = [this](LayoutTick tick) { return boxOf(tick)->isChecked(); };
    ticks.noOffload = isSet(LayoutTick::NoOffload);
    ticks.noPipeline = isSet(LayoutTick::NoPipeline);
    ticks.sameZero = isSet(LayoutTick::SameZero);
    ticks.upperEnd = isSet(LayoutTick::UpperEnd);
    if (isSet(LayoutTick::Days) && m_days->isVisibleTo(this))
        ticks.days = limitIn(*m_days);
    if (isSet(LayoutTick::Price) && m_price->isVisibleTo(this))
        ticks.price = limitIn(*m_price);
    return ticks;
}

void TickRow::showCounts(const TickCounts& counts, const MemoryFormat& format)
{
    const LayoutTicks set = ticks();
    for (const LayoutTick tick : everyOf<LayoutTick>())
        m_counts[static_cast<std::size_t>(tick)]
            = tick < LayoutTick::Days || set.has(tick) ? format.count(counts[tick]) : QString();
    showTexts();
}

void TickRow::clearCounts()
{
    m_counts = {};
    showTexts();
}

void TickRow::setLimits(bool days, bool price)
{
    for (QWidget* part : {static_cast<QWidget*>(boxOf(LayoutTick::Days)),
                          static_cast<QWidget*>(m_days), static_cast<QWidget*>(m_daysUnit)})
        part->setVisible(days);
    for (QWidget* part : {static_cast<QWidget*>(boxOf(LayoutTick::Price)),
                          static_cast<QWidget*>(m_price), static_cast<QWidget*>(m_priceUnit)})
        part->setVisible(price);
}

void TickRow::drop(LayoutTick tick)
{
    boxOf(tick)->setChecked(false);
}

QString TickRow::nameOfTick(LayoutTick tick) const
{
    switch (tick) {
    case LayoutTick::NoOffload:
        return tr("No offload");
    case LayoutTick::NoPipeline:
        return tr("No pipeline");
    case LayoutTick::SameZero:
        return tr("Same ZeRO");
    case LayoutTick::UpperEnd:
        return tr("Upper end must fit");
    case LayoutTick::Days:
        return tr("Within", "before a number of days");
    case LayoutTick::Price:
        return tr("Under", "before an amount of money");
    }
    return {};
}

/// The number of layouts that a limit leaves stands after its unit.
void TickRow::showTexts()
{
    const auto with = [](const QString& words, const QString& count) {
        return count.isEmpty() ? words : QStringLiteral("%1 (%2)").arg(words, count);
    };
    for (const LayoutTick tick : everyOf<LayoutTick>()) {
        const QString count = m_counts[static_cast<std::size_t>(tick)];
        boxOf(tick)->setText(tick < LayoutTick::Days ? with(nameOfTick(tick), count)
                                                     : nameOfTick(tick));
        boxOf(tick)->setAccessibleDescription(count.isEmpty() ? QString()
                                                              : tr("leaves %1 layouts").arg(count));
    }
    m_daysUnit->setText(with(tr("days"), m_counts[static_cast<std::size_t>(LayoutTick::Days)]));
    m_priceUnit->setText(
        with(QStringLiteral("USD"), m_counts[static_cast<std::size_t>(LayoutTick::Price)]));
    layout()->invalidate();
}

void TickRow::retranslate()
{
    for (const LayoutTick tick : everyOf<LayoutTick>())
        boxOf(tick)->setToolTip(tip(
            tr("A tick keeps the layouts of which it is so; the number is how many that are.")));
    m_days->setPlaceholderText(tr("any", "limit"));
    m_price->setPlaceholderText(tr("any", "limit"));
    m_days->setAccessibleName(tr("Days that the run may take"));
    m_price->setAccessibleName(tr("USD that the run may cost"));
    showTexts();
}

} // namespace highwater
