// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "legend_row.h"

#include "chart/groups.h"
#include "theme.h"
#include "words.h"

#include <QCheckBox>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace highwater {

LegendRow::LegendRow(QWidget* parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
{
    setFixedHeight(36);
    m_row->setContentsMargins(16, 0, 16, 0);
    m_row->setSpacing(16);
    for (std::size_t i = 0; i < groupCount; ++i) {
        auto* box = new QCheckBox(this);
        const auto name = nameOf(static_cast<Group>(i));
        box->setObjectName(QStringLiteral("legend.")
                           + QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
        box->setIconSize(QSize(13, 13));
        connect(box, &QCheckBox::clicked, this, [this, i] { clicked(i); });
        m_row->addWidget(box);
        m_boxes[i] = box;
    }
    m_row->addStretch(1);
    retranslate();
    paintSwatches();
}

void LegendRow::setShown(const std::array<bool, groupCount>& shown)
{
    for (std::size_t i = 0; i < groupCount; ++i)
        m_boxes[i]->setChecked(shown[i]);
}

void LegendRow::setPresent(const std::array<bool, groupCount>& present)
{
    for (std::size_t i = 0; i < groupCount; ++i)
        m_boxes[i]->setVisible(present[i]);
}

void LegendRow::retranslate()
{
    for (std::size_t i = 0; i < groupCount; ++i) {
        m_boxes[i]->setText(translated(groupName(static_cast<Group>(i))));
        m_boxes[i]->setAccessibleName(m_boxes[i]->text());
        m_boxes[i]->setToolTip(tr("Show or hide this band; Alt+click shows it alone"));
    }
}

void LegendRow::clicked(std::size_t group)
{
    const bool alone = QGuiApplication::keyboardModifiers() & Qt::AltModifier;
    std::array<bool, groupCount> shown{};
    for (std::size_t i = 0; i < groupCount; ++i)
        shown[i] = alone ? i == group : m_boxes[i]->isChecked();
    if (std::ranges::none_of(shown, [](bool on) { return on; }))
        shown[group] = true;
    setShown(shown);
    emit shownChanged(shown);
}

void LegendRow::paintSwatches()
{
    const Theme& theme = currentTheme();
    const qreal ratio = devicePixelRatioF();
    for (std::size_t i = 0; i < groupCount; ++i) {
        QPixmap swatch(QSize(13, 13) * ratio);
        swatch.setDevicePixelRatio(ratio);
        swatch.fill(Qt::transparent);
        QPainter painter(&swatch);
        painter.setBrush(theme.fill(static_cast<Group>(i)));
        painter.setPen(theme.edge(static_cast<Group>(i)));
        painter.drawRect(QRectF(1.5, 1.5, 10, 10));
        painter.end();
        m_boxes[i]->setIcon(QIcon(swatch));
    }
}

void LegendRow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        paintSwatches();
    QWidget::changeEvent(event);
}

} // namespace highwater
