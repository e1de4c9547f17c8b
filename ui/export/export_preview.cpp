// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_preview.h"

#include "ui/base/accessible.h"
#include "ui/base/table_look.h"
#include "ui/base/theme.h"
#include "ui/export/figure_export.h"
#include "ui/figures/scene_painter.h"

#include <QLabel>
#include <QPainter>
#include <QTableWidget>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

constexpr int paperMargin = 20;
constexpr int overLine = 12;

/// The chequered ground that shows through a transparent picture.
void paintChecks(QPainter& painter, const QRectF& rect)
{
    constexpr int check = 8;
    const QColor pale(0xFFFFFF), deep(0xDDDFE2);
    painter.save();
    painter.setClipRect(rect);
    painter.fillRect(rect, pale);
    for (int y = 0; y * check < rect.height(); ++y)
        for (int x = y % 2; x * check < rect.width(); x += 2)
            painter.fillRect(QRectF(rect.left() + x * check, rect.top() + y * check, check, check),
                             deep);
    painter.restore();
}

} // namespace

ExportPreview::ExportPreview(QWidget* parent)
    : QWidget(parent)
    , m_table(new QTableWidget(this))
    , m_line(new QLabel(this))
{
    setObjectName(QStringLiteral("export.preview"));
    m_table->setObjectName(QStringLiteral("export.table"));
    m_line->setObjectName(QStringLiteral("export.line"));
    m_table->setHorizontalHeader(new TableHead(m_table));
    m_table->verticalHeader()->hide();
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    nameAccessibly(*m_table, tr("Numbers of the figure"));
    m_line->setWordWrap(true);
    m_line->setAlignment(Qt::AlignCenter);
    m_line->setForegroundRole(QPalette::PlaceholderText);
    clear();
}

void ExportPreview::clear()
{
    m_scene = {};
    m_problem.clear();
    m_table->hide();
    m_line->clear();
    update();
}

/// Puts the line close below the picture, and both in the middle.
void ExportPreview::arrange()
{
    const QRect room = rect().adjusted(paperMargin, paperMargin, -paperMargin, -paperMargin);
    const int line = m_line->heightForWidth(room.width());
    const int above = std::max(0, room.height() - line - overLine);
    m_table->setGeometry(room.left(), room.top(), room.width(), above);
    QSizeF size(0, above);
    m_sheet = {};
    if (m_scene.width > 0 && m_scene.height > 0) {
        const double scale = std::min({room.width() / m_scene.width, above / m_scene.height, 1.0});
        size = {m_scene.width * scale, m_scene.height * scale};
        m_sheet
            = {std::round(room.left() + (room.width() - size.width()) / 2),
               std::round(room.top() + (above - size.height()) / 2), size.width(), size.height()};
    }
    const int bottom = room.top() + qRound((above + size.height()) / 2);
    m_line->setGeometry(room.left(), bottom + overLine, room.width(), line);
    update();
}

void ExportPreview::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void ExportPreview::showScene(const Scene& scene, const QString& line)
{
    clear();
    m_scene = scene;
    m_line->setText(line);
    nameAccessibly(*this, QString::fromStdString(scene.title));
    describeAccessibly(*this, QString::fromStdString(scene.description));
    arrange();
}

void ExportPreview::showRows(const std::vector<QStringList>& rows, const QString& line)
{
    clear();
    m_line->setText(line);
    if (rows.empty())
        return;
    QStringList heads = rows.front();
    for (const QStringList& row : rows) // a second table below the first may be wider
        while (heads.size() < row.size())
            heads << QString();
    m_table->clear();
    m_table->setColumnCount(static_cast<int>(heads.size()));
    m_table->setRowCount(static_cast<int>(rows.size()) - 1);
    m_table->setHorizontalHeaderLabels(heads);
    const QFont numbers = numberFont(font());
    for (std::size_t row = 1; row < rows.size(); ++row)
        for (qsizetype column = 0; column < rows[row].size(); ++column) {
            const QString& text = rows[row].at(column);
            bool isNumber = false;
            text.toLongLong(&isNumber);
            auto* item = new QTableWidgetItem(text);
            item->setFont(numbers);
            item->setTextAlignment((isNumber ? Qt::AlignTrailing : Qt::AlignLeading)
                                   | Qt::AlignVCenter);
            m_table->setItem(static_cast<int>(row) - 1, static_cast<int>(column), item);
        }
    for (int column = 0; column < m_table->columnCount(); ++column)
        if (const QTableWidgetItem* first = m_table->item(0, column))
            m_table->horizontalHeaderItem(column)->setData(
                Qt::TextAlignmentRole, QVariant::fromValue(Qt::Alignment(first->textAlignment())));
    m_table->verticalHeader()->setDefaultSectionSize(heightFor(24, fontMetrics()));
    const QFontMetrics strong(demiBold(font()));
    for (int column = 0; column < m_table->columnCount(); ++column) {
        int width = strong.horizontalAdvance(heads.at(column));
        for (int row = 0; row < m_table->rowCount(); ++row)
            if (const QTableWidgetItem* item = m_table->item(row, column))
                width = std::max(width, strong.horizontalAdvance(item->text()));
        m_table->setColumnWidth(column, width + 2 * cellInset + 4);
    }
    m_table->show();
    nameAccessibly(*this, m_table->accessibleName());
    describeAccessibly(*this, line);
    arrange();
}

void ExportPreview::showProblem(const QString& problem)
{
    clear();
    m_problem = problem;
    nameAccessibly(*this, problem);
    describeAccessibly(*this, {});
    arrange();
}

void ExportPreview::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.tableHead);
    if (!m_problem.isEmpty()) {
        painter.setPen(theme.over);
        painter.drawText(
            rect().adjusted(2 * paperMargin, paperMargin, -2 * paperMargin, -paperMargin),
            Qt::AlignCenter | Qt::TextWordWrap, m_problem);
        return;
    }
    const QRectF& paper = m_sheet;
    if (paper.isEmpty())
        return;
    constexpr int shadow = 4;
    for (int i = shadow; i > 0; --i) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0, 0, 0, theme.dark ? 24 : 8));
        painter.drawRoundedRect(paper.adjusted(-i, -i + 1, i, i + 1), i, i);
    }
    if (!m_scene.background)
        paintChecks(painter, paper);
    painter.setClipRect(paper);
    painter.translate(paper.topLeft());
    painter.scale(paper.width() / m_scene.width, paper.height() / m_scene.height);
    painter.setFont(exportFont(m_scene.language));
    paintScene(painter, m_scene);
}

} // namespace highwater
