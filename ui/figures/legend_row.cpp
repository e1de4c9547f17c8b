// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/legend_row.h"

#include "ui/base/theme.h"
#include "ui/figures/band_boxes.h"

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

constexpr int rowInset = 16, partGap = 16, entryGap = 6;
constexpr int firstRow = 36, nextRow = 29;

} // namespace

LegendRow::LegendRow(const QString& objectName, QWidget* parent, Bands bands)
    : QWidget(parent)
    , m_menu(new QToolButton(this))
{
    setObjectName(objectName);
    setFixedHeight(firstRow);
    m_present.fill(bands == Bands::Named);
    m_menu->hide();
    if (bands == Bands::Named) {
        m_bands = new BandBoxes(objectName, this, [](QWidget* row) { return new QCheckBox(row); });
        connect(m_bands, &BandBoxes::shownChanged, this, &LegendRow::shownChanged);
        for (std::size_t i = 0; i < groupCount; ++i)
            m_bands->box(i).setIconSize(QSize(13, 13));
        auto* menu = new QMenu(m_menu);
        menu->addActions(bandActions());
        m_menu->setObjectName(objectName + QStringLiteral(".menu"));
        m_menu->setMenu(menu);
        m_menu->setPopupMode(QToolButton::InstantPopup);
    }
    retranslate();
    paintSwatches();
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
}

QSize LegendRow::minimumSizeHint() const
{
    int widest = 0;
    for (std::size_t i = 0; m_bands && i < groupCount; ++i)
        widest = std::max(widest, m_bands->box(i).sizeHint().width());
    return {widest + 2 * rowInset, height()};
}

void LegendRow::setShown(const std::array<bool, groupCount>& shown)
{
    if (m_bands)
        m_bands->setShown(shown);
}

void LegendRow::setPresent(const std::array<bool, groupCount>& present)
{
    if (!m_bands || m_present == present)
        return; // runs at every step of a slider: a new layout would affect the whole window
    m_present = present;
    showBoxes();
    fit();
}

void LegendRow::showBoxes()
{
    m_menu->setVisible(m_inMenu);
    for (std::size_t i = 0; m_bands && i < groupCount; ++i) {
        m_bands->box(i).setVisible(m_present[i] && !m_inMenu);
        m_bands->action(i).setVisible(m_present[i]);
    }
}

void LegendRow::setLead(QWidget* lead)
{
    lead->setParent(this);
    m_lead = lead;
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
    return m_bands ? m_bands->actions() : QList<QAction*>();
}

/// The width of a part, even of a box that the menu replaces; a choice may be without its label.
int LegendRow::widthOf(const Part& part) const
{
    int width = -entryGap;
    for (const QWidget* each : part)
        if (part.size() == 1 || !each->isHidden())
            width += entryGap + each->sizeHint().width();
    return width;
}

int LegendRow::widthOf(const std::vector<Part>& row) const
{
    int width = -partGap;
    for (const Part& part : row)
        width += partGap + widthOf(part);
    return width;
}

LegendRow::Rows LegendRow::flowed(const std::vector<Part>& parts, int room) const
{
    Rows rows;
    for (const Part& part : parts) {
        if (!rows.empty()) {
            rows.back().push_back(part);
            if (widthOf(rows.back()) <= room)
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

LegendRow::Arrangement LegendRow::arranged(bool inMenu) const
{
    const int room = width() - 2 * rowInset;
    std::vector<Part> bands, choices;
    if (m_lead && m_lead->sizeHint().width() > 0)
        bands.push_back({m_lead});
    if (inMenu)
        bands.push_back({m_menu});
    for (std::size_t i = 0; i < groupCount; ++i)
        if (m_present[i] && !inMenu)
            bands.push_back({&m_bands->box(i)});
    for (QWidget* key : m_keys)
        if (!key->isHidden())
            bands.push_back({key});
    for (const Part& part : m_choices)
        if (!part.back()->isHidden())
            choices.push_back(part);
    Arrangement made{flowed(bands, room), flowed(choices, room)};
    made.shares = !made.bands.empty() && made.choices.size() == 1
        && widthOf(made.bands.back()) + partGap + widthOf(made.choices.front()) <= room;
    return made;
}

/// Arranges the parts in as few rows as possible.
void LegendRow::fit()
{
    constexpr int low = 600;
    constexpr std::size_t mostRows = 2;
    Arrangement best = arranged(false);
    const bool inMenu = best.rows() > mostRows && window()->height() <= low;
    if (inMenu)
        best = arranged(true);
    if (std::exchange(m_inMenu, inMenu) != inMenu)
        showBoxes();
    int top = 0;
    for (std::size_t i = 0; i < best.bands.size(); ++i) {
        place(best.bands[i], rowInset, top);
        if (i + 1 < best.bands.size() || !best.shares)
            top += i == 0 ? firstRow - (firstRow - nextRow) / 2 : nextRow;
    }
    for (const std::vector<Part>& row : best.choices) {
        place(row, width() - rowInset - widthOf(row), top);
        top += nextRow;
    }
    const auto rows = static_cast<int>(std::max(std::size_t{1}, best.rows()));
    if (const int high = firstRow + (rows - 1) * nextRow; high != height())
        setFixedHeight(high);
}

void LegendRow::place(const std::vector<Part>& row, int left, int top) const
{
    const int high = top == 0 ? firstRow : nextRow;
    for (const Part& part : row) {
        for (QWidget* each : part) {
            if (each->isHidden())
                continue;
            const QSize size(each->sizeHint().width(), std::min(high, each->sizeHint().height()));
            const QRect at(QPoint(left, top + (high - size.height()) / 2), size);
            each->setGeometry(QStyle::visualRect(layoutDirection(), rect(), at));
            left += size.width() + entryGap;
        }
        left += partGap - entryGap;
    }
}

void LegendRow::setServes(bool serves)
{
    if (!m_bands || serves == m_bands->serves())
        return;
    m_bands->setServes(serves);
    retranslate();
}

void LegendRow::retranslate()
{
    m_menu->setText(tr("Bands"));
    if (m_bands)
        m_bands->retranslate(true);
    fit();
}

void LegendRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

/// Called when a part changed its size, was added or removed; while the row is hidden, there is no
/// such event.
bool LegendRow::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        fit();
    return QWidget::event(event);
}

void LegendRow::paintSwatches()
{
    const Theme& theme = currentTheme();
    const qreal ratio = devicePixelRatioF();
    for (std::size_t i = 0; m_bands && i < groupCount; ++i) {
        QPixmap swatch(QSize(13, 13) * ratio);
        swatch.setDevicePixelRatio(ratio);
        swatch.fill(Qt::transparent);
        QPainter painter(&swatch);
        painter.setBrush(theme.fill(static_cast<Group>(i)));
        painter.setPen(theme.edge(static_cast<Group>(i)));
        painter.drawRect(QRectF(1.5, 1.5, 10, 10));
        painter.end();
        m_bands->box(i).setIcon(QIcon(swatch));
        m_bands->action(i).setIcon(QIcon(swatch));
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
