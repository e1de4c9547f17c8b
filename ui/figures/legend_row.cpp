// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/legend_row.h"

#include "core/answer/group_words.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"

#include <QCheckBox>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace highwater {

LegendRow::LegendRow(const QString& objectName, QWidget* parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
{
    setObjectName(objectName);
    setFixedHeight(36);
    m_row->setContentsMargins(16, 0, 16, 0);
    m_row->setSpacing(16);
    for (std::size_t i = 0; i < groupCount; ++i) {
        auto* box = new QCheckBox(this);
        box->setObjectName(objectName + QLatin1Char('.')
                           + toQString(nameOf(static_cast<Group>(i))));
        box->setIconSize(QSize(13, 13));
        connect(box, &QCheckBox::clicked, this, [this, i] { clicked(i); });
        m_row->addWidget(box);
        m_boxes[i] = box;
    }
    m_row->addStretch(1);
    retranslate();
    paintSwatches();
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
}

void LegendRow::setShown(const std::array<bool, groupCount>& shown)
{
    for (std::size_t i = 0; i < groupCount; ++i)
        m_boxes[i]->setChecked(shown[i]);
}

void LegendRow::setPresent(const std::array<bool, groupCount>& present)
{
    const auto isPresent = [](const QCheckBox* box) { return !box->isHidden(); };
    if (std::ranges::equal(m_boxes, present, {}, isPresent))
        return; // at every step of a slider: a new layout would go up to the whole window
    for (std::size_t i = 0; i < groupCount; ++i)
        m_boxes[i]->setVisible(present[i]);
    fit();
}

void LegendRow::setNames(Names names)
{
    const QStringList shortNames{tr("Parameters"),  tr("Gradients"), tr("Optimizer"),
                                 tr("Activations"), tr("Logits"),    tr("Overhead")};
    const QStringList meanings{
        tr("The weights of the model."),
        tr("One value for each trained weight, until it is used."),
        tr("What the optimizer remembers of each weight."),
        tr("What the forward pass keeps for the backward pass."),
        tr("Scores over the vocabulary, and what one layer works with."),
        tr("Driver, libraries, and what the allocator holds idle."),
    };
    for (std::size_t i = 0; i < groupCount; ++i) {
        const QString name = translated(groupName(static_cast<Group>(i)));
        m_boxes[i]->setAccessibleName(name);
        m_boxes[i]->setToolTip(meanings[static_cast<qsizetype>(i)] + QLatin1Char('\n')
                               + tr("Click hides or shows it, Alt+click shows it alone."));
        m_boxes[i]->setText(names == Names::Full        ? name
                                : names == Names::Short ? shortNames[static_cast<qsizetype>(i)]
                                                        : QString());
    }
    constexpr int wideGap = 16;
    constexpr int smallGap = 6;
    m_row->setSpacing(names == Names::Full ? wideGap : smallGap);
    m_row->invalidate();
}

/// The longest names for which there is room; the chart's own labels name the bands in any case.
void LegendRow::fit()
{
    for (const Names names : {Names::Full, Names::Short, Names::None}) {
        setNames(names);
        m_row->invalidate(); // the boxes tell it only when events are handled
        if (m_row->sizeHint().width() <= width())
            return;
    }
}

void LegendRow::retranslate()
{
    fit();
}

void LegendRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
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
