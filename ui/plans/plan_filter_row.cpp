// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plans/plan_filter_row.h"

#include "ui/base/icons.h"
#include "ui/plans/plan_list_model.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>

namespace highwater {
namespace {

constexpr int magnifierSize = 15;
constexpr int allShelves = -1;

} // namespace

PlanFilterRow::PlanFilterRow(QWidget* parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
    , m_words(new QLineEdit(this))
    , m_magnifier(new QLabel(m_words))
    , m_shelf(new QComboBox(this))
    , m_onlyFitting(new QCheckBox(this))
{
    m_words->setObjectName(QStringLiteral("plans.filter"));
    m_words->setClearButtonEnabled(true);
    auto* inside = new QHBoxLayout(m_words);
    inside->setContentsMargins(6, 0, 0, 0);
    inside->addWidget(m_magnifier);
    inside->addStretch(1);
    m_magnifier->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_words->setTextMargins(6 + magnifierSize, 0, 0, 0);
    drawMagnifier();
    m_shelf->setObjectName(QStringLiteral("plans.group"));
    m_shelf->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_onlyFitting->setObjectName(QStringLiteral("plans.onlyFitting"));
    m_row->setContentsMargins(12, 6, 12, 6);
    m_row->setSpacing(8);
    m_row->addWidget(m_words, 2);
    m_row->addWidget(m_shelf);
    m_row->addWidget(m_onlyFitting);
    m_row->addStretch(1);
    connect(m_words, &QLineEdit::textChanged, this, &PlanFilterRow::changed);
    connect(m_shelf, &QComboBox::currentIndexChanged, this, &PlanFilterRow::changed);
    connect(m_onlyFitting, &QCheckBox::toggled, this, &PlanFilterRow::changed);
}

/// A choice of a group stays in view.
void PlanFilterRow::setNarrow(bool narrow)
{
    m_shelf->setVisible(!narrow || m_shelf->currentIndex() > 0);
}

QString PlanFilterRow::words() const
{
    return m_words->text().trimmed();
}

std::optional<PlanShelf> PlanFilterRow::shelf() const
{
    const int shelf = m_shelf->currentData().toInt();
    return shelf == allShelves ? std::nullopt : std::optional(static_cast<PlanShelf>(shelf));
}

bool PlanFilterRow::isOnlyFitting() const
{
    return m_onlyFitting->isChecked();
}

void PlanFilterRow::clear()
{
    m_words->clear();
    m_shelf->setCurrentIndex(0);
    m_onlyFitting->setChecked(false);
}

void PlanFilterRow::type(const QString& text)
{
    m_words->setFocus(Qt::OtherFocusReason);
    m_words->deselect();
    m_words->end(false);
    m_words->insert(text);
}

void PlanFilterRow::drawMagnifier()
{
    m_magnifier->setPixmap(
        themedIcon("search").pixmap(QSize(magnifierSize, magnifierSize), devicePixelRatioF()));
}

void PlanFilterRow::retranslate()
{
    m_words->setPlaceholderText(tr("Filter by name, model, size or #tag"));
    m_words->setToolTip(tr("A tag is a word that begins with # in a plan's notes."));
    m_words->setAccessibleName(tr("Filter by name, model or size"));
    m_onlyFitting->setText(tr("Only plans that fit"));
    const QSignalBlocker quiet(m_shelf);
    const int index = std::max(0, m_shelf->currentIndex());
    m_shelf->clear();
    m_shelf->addItem(tr("All groups"), allShelves);
    for (int shelf = 0; shelf < shelfCount; ++shelf)
        m_shelf->addItem(shelfName(static_cast<PlanShelf>(shelf)), shelf);
    m_shelf->setCurrentIndex(index);
    m_shelf->setAccessibleName(tr("Group of plans"));
}

void PlanFilterRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawMagnifier();
}

} // namespace highwater
