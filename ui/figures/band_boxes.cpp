// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/band_boxes.h"

#include "core/answer/group_words.h"
#include "ui/base/words.h"
#include "ui/figures/legend_row.h"

#include <QAction>
#include <QGuiApplication>

#include <algorithm>

namespace highwater {

BandBoxes::BandBoxes(const QString& objectName, QWidget* owner, Box make)
    : QObject(owner)
{
    for (std::size_t i = 0; i < groupCount; ++i) {
        const QString name
            = objectName + QLatin1Char('.') + toQString(highwater::nameOf(static_cast<Group>(i)));
        auto* box = make(owner);
        box->setObjectName(name);
        box->setChecked(true);
        connect(box, &QCheckBox::clicked, this, [this, i] { clicked(i); });
        m_boxes[i] = box;
        m_actions[i] = new QAction(owner);
        m_actions[i]->setObjectName(name + QStringLiteral(".action"));
        m_actions[i]->setCheckable(true);
        connect(m_actions[i], &QAction::triggered, box, &QCheckBox::click);
    }
}

QList<QAction*> BandBoxes::actions() const
{
    return {m_actions.begin(), m_actions.end()};
}

void BandBoxes::setShown(const std::array<bool, groupCount>& shown)
{
    for (std::size_t i = 0; i < groupCount; ++i) {
        m_boxes[i]->setChecked(shown[i]);
        m_actions[i]->setChecked(shown[i]);
    }
}

void BandBoxes::clicked(std::size_t band)
{
    const bool alone = QGuiApplication::keyboardModifiers() & Qt::AltModifier;
    std::array<bool, groupCount> shown{};
    for (std::size_t i = 0; i < groupCount; ++i)
        shown[i] = alone ? i == band : m_boxes[i]->isChecked();
    if (std::ranges::none_of(shown, [](bool on) { return on; }))
        shown[band] = true;
    setShown(shown);
    emit shownChanged(shown);
}

void BandBoxes::retranslate(bool texts)
{
    QStringList meanings{
        LegendRow::tr("The weights of the model."),
        LegendRow::tr("One value for each trained weight, until the step uses it."),
        LegendRow::tr("What the optimizer remembers of each weight."),
        LegendRow::tr("What the forward pass keeps for the backward pass."),
        LegendRow::tr("Scores over the vocabulary, and what one layer works with."),
        LegendRow::tr("Driver, libraries, and what the allocator holds idle."),
    };
    if (m_serves) {
        meanings[static_cast<qsizetype>(Group::Activations)]
            = LegendRow::tr("Keys and values of earlier tokens, of all sequences.");
        meanings[static_cast<qsizetype>(Group::Temporary)]
            = LegendRow::tr("What a pass over prompts works with, and scores over the vocabulary.");
        meanings[static_cast<qsizetype>(Group::Overhead)]
            = LegendRow::tr("Driver, libraries, and what the server keeps free.");
    }
    for (std::size_t i = 0; i < groupCount; ++i) {
        const QString name = translated(groupName(static_cast<Group>(i), m_serves));
        m_names[i] = name.toStdString();
        if (texts)
            m_boxes[i]->setText(name);
        m_boxes[i]->setAccessibleName(name);
        m_boxes[i]->setToolTip(
            meanings[static_cast<qsizetype>(i)] + QLatin1Char('\n')
            + LegendRow::tr("Click hides or shows the band, Alt+click shows it alone."));
        m_actions[i]->setText(name);
    }
}

} // namespace highwater
