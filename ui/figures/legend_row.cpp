// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/legend_row.h"

#include "core/answer/group_words.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"

#include <QAction>
#include <QCheckBox>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace highwater {
namespace {

constexpr int inset = 16, gap = 16, labelGap = 6;
constexpr int firstRow = 36, nextRow = 29;

} // namespace

LegendRow::LegendRow(const QString& objectName, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(objectName);
    setFixedHeight(firstRow);
    for (std::size_t i = 0; i < groupCount; ++i) {
        const QString name
            = objectName + QLatin1Char('.') + toQString(highwater::nameOf(static_cast<Group>(i)));
        auto* box = new QCheckBox(this);
        box->setObjectName(name);
        box->setIconSize(QSize(13, 13));
        connect(box, &QCheckBox::clicked, this, [this, i] { clicked(i); });
        m_boxes[i] = box;
        m_actions[i] = new QAction(this);
        m_actions[i]->setObjectName(name + QStringLiteral(".action"));
        m_actions[i]->setCheckable(true);
        connect(m_actions[i], &QAction::triggered, box, &QCheckBox::click);
    }
    retranslate();
    paintSwatches();
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
}

QSize LegendRow::minimumSizeHint() const
{
    int widest = 0;
    for (const QCheckBox* box : m_boxes)
        widest = std::max(widest, box->sizeHint().width());
    return {widest + 2 * inset, height()};
}

void LegendRow::setShown(const std::array<bool, groupCount>& shown)
{
    for (std::size_t i = 0; i < groupCount; ++i) {
        m_boxes[i]->setChecked(shown[i]);
        m_actions[i]->setChecked(shown[i]);
    }
}

void LegendRow::setPresent(const std::array<bool, groupCount>& present)
{
    const auto isPresent = [](const QCheckBox* box) { return !box->isHidden(); };
    if (std::ranges::equal(m_boxes, present, {}, isPresent))
        return; // at every step of a slider: a new layout would go up to the whole window
    for (std::size_t i = 0; i < groupCount; ++i) {
        m_boxes[i]->setVisible(present[i]);
        m_actions[i]->setVisible(present[i]);
    }
    fit();
}

void LegendRow::addKey(QWidget* key)
{
    key->setParent(this);
    m_keys.push_back(key);
}

void LegendRow::addChoice(QWidget* choice, QLabel* label)
{
    Part part;
    if (label)
        part.push_back(label);
    part.push_back(choice);
    for (QWidget* each : part)
        each->setParent(this);
    m_choices.push_back(std::move(part));
}

QList<QAction*> LegendRow::bandActions() const
{
    return {m_actions.begin(), m_actions.end()};
}

QString LegendRow::nameOf(std::size_t band, bool brief) const
{
    const QStringList shortNames{tr("Parameters"),  tr("Gradients"), tr("Optimizer"),
                                 tr("Activations"), tr("Logits"),    tr("Overhead")};
    return brief ? shortNames[static_cast<qsizetype>(band)]
                 : translated(groupName(static_cast<Group>(band)));
}

/// Of a box with its full or its short name, whichever it has now.
int LegendRow::widthOf(const QWidget* widget, bool brief) const
{
    const int width = widget->sizeHint().width();
    const auto box = std::ranges::find(m_boxes, widget);
    if (box == m_boxes.end())
        return width;
    const QFontMetrics metrics = (*box)->fontMetrics();
    const auto textWidth
        = [&](const QString& text) { return metrics.size(Qt::TextShowMnemonic, text).width(); };
    const QString name = nameOf(static_cast<std::size_t>(box - m_boxes.begin()), brief);
    return width - textWidth((*box)->text()) + textWidth(name);
}

int LegendRow::widthOf(const Part& part, bool brief) const
{
    int width = -labelGap;
    for (const QWidget* each : part)
        if (!each->isHidden())
            width += labelGap + widthOf(each, brief);
    return width;
}

int LegendRow::widthOf(const std::vector<Part>& row, bool brief) const
{
    int width = -gap;
    for (const Part& part : row)
        width += gap + widthOf(part, brief);
    return width;
}

LegendRow::Rows LegendRow::flowed(const std::vector<Part>& parts, bool brief, int room) const
{
    Rows rows;
    for (const Part& part : parts) {
        if (!rows.empty()) {
            rows.back().push_back(part);
            if (widthOf(rows.back(), brief) <= room)
                continue;
            rows.back().pop_back();
        }
        rows.push_back({part});
    }
    return rows;
}

std::size_t LegendRow::Arrangement::rows() const
{
    return bands.size() + choices.size() - (shares ? 1 : 0);
}

LegendRow::Arrangement LegendRow::arranged(bool brief) const
{
    const int room = width() - 2 * inset;
    std::vector<Part> bands, choices;
    for (QCheckBox* box : m_boxes)
        if (!box->isHidden())
            bands.push_back({box});
    for (QWidget* key : m_keys)
        if (!key->isHidden())
            bands.push_back({key});
    for (const Part& part : m_choices)
        if (!part.back()->isHidden())
            choices.push_back(part);
    Arrangement made{brief, flowed(bands, brief, room), flowed(choices, brief, room)};
    made.shares = !made.bands.empty() && made.choices.size() == 1
        && widthOf(made.bands.back(), brief) + gap + widthOf(made.choices.front(), brief) <= room;
    return made;
}

/// Full names in one row, else short names in one row; else as few rows as there can be.
void LegendRow::fit()
{
    Arrangement best = arranged(false);
    if (best.rows() > 1)
        if (Arrangement brief = arranged(true); brief.rows() < best.rows())
            best = std::move(brief);
    for (std::size_t i = 0; i < groupCount; ++i)
        m_boxes[i]->setText(nameOf(i, best.brief));
    int top = 0;
    for (std::size_t i = 0; i < best.bands.size(); ++i) {
        place(best.bands[i], best.brief, inset, top);
        if (i + 1 < best.bands.size() || !best.shares)
            top += i == 0 ? firstRow - (firstRow - nextRow) / 2 : nextRow;
    }
    for (const std::vector<Part>& row : best.choices) {
        place(row, best.brief, width() - inset - widthOf(row, best.brief), top);
        top += nextRow;
    }
    const auto rows = static_cast<int>(std::max(std::size_t{1}, best.rows()));
    if (const int high = firstRow + (rows - 1) * nextRow; high != height())
        setFixedHeight(high);
}

void LegendRow::place(const std::vector<Part>& row, bool brief, int left, int top) const
{
    const int high = top == 0 ? firstRow : nextRow;
    for (const Part& part : row) {
        for (QWidget* each : part) {
            if (each->isHidden())
                continue;
            const QSize size(widthOf(each, brief), std::min(high, each->sizeHint().height()));
            const QRect at(QPoint(left, top + (high - size.height()) / 2), size);
            each->setGeometry(QStyle::visualRect(layoutDirection(), rect(), at));
            left += size.width() + labelGap;
        }
        left += gap - labelGap;
    }
}

void LegendRow::retranslate()
{
    const QStringList meanings{
        tr("The weights of the model."),
        tr("One value for each trained weight, until it is used."),
        tr("What the optimizer remembers of each weight."),
        tr("What the forward pass keeps for the backward pass."),
        tr("Scores over the vocabulary, and what one layer works with."),
        tr("Driver, libraries, and what the allocator holds idle."),
    };
    for (std::size_t i = 0; i < groupCount; ++i) {
        const QString name = nameOf(i, false);
        m_boxes[i]->setAccessibleName(name);
        m_boxes[i]->setToolTip(meanings[static_cast<qsizetype>(i)] + QLatin1Char('\n')
                               + tr("Click hides or shows it, Alt+click shows it alone."));
        m_actions[i]->setText(name);
    }
    fit();
}

void LegendRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

/// A part has another size, or came or went; while the row is hidden, nobody tells.
bool LegendRow::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        fit();
    return QWidget::event(event);
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
    if (event->type() == QEvent::FontChange)
        fit();
    QWidget::changeEvent(event);
}

} // namespace highwater
