// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/panel_foot.h"

#include "ui/base/theme.h"
#include "ui/base/tip.h"
#include "ui/panel/change_dot.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>

namespace highwater {
namespace {

constexpr int footInset = 14, footHeight = 32;

} // namespace

PanelFoot::PanelFoot(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
    , m_only(new QCheckBox(this))
{
    setObjectName(QStringLiteral("panel.foot"));
    m_label->setObjectName(QStringLiteral("panel.changed"));
    m_only->setObjectName(QStringLiteral("panel.onlyChanged"));
    setMinimumHeight(footHeight);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(footInset + 2 * ChangeDot::size, 1, footInset, 0);
    line->addWidget(m_label, 1);
    line->addWidget(m_only);
    connect(m_only, &QCheckBox::toggled, this, &PanelFoot::onlyChangedChosen);
}

void PanelFoot::setCount(int changed)
{
    m_count = changed;
    m_label->setText(
        changed == 0 ? tr("Usual settings", "none is changed")
                     : tr("%1 changed", "a number of settings").arg(QLocale().toString(changed)));
    m_only->setEnabled(changed > 0 || m_only->isChecked());
    update();
}

void PanelFoot::retranslate()
{
    m_only->setText(tr("Only what I changed"));
    m_label->setToolTip(tip(tr("Against what task and program set. Model, card and number of GPUs "
                               "have no usual value and are not counted.")));
    setCount(m_count);
}

void PanelFoot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(0, 0, width(), 1, currentTheme().hairline);
    if (m_count == 0)
        return;
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    painter.translate(mirrored ? width() - footInset - ChangeDot::size - ChangeDot::left
                               : footInset - ChangeDot::left,
                      0);
    ChangeDot::draw(painter, height() / 2);
}

} // namespace highwater
