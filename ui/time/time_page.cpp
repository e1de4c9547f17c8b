// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/time_page.h"

#include "core/figure/answer_tables.h"
#include "core/figure/generation_figure.h"
#include "ui/base/key_words.h"
#include "ui/base/words.h"
#include "ui/figures/figure_table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/time/time_table.h"

#include <QFrame>
#include <QHBoxLayout>

#include <algorithm>

namespace highwater {
namespace {

/// The least width of the figure. In a narrow page it is smaller, as no number of the run may be
/// cut.
int leastFigure(int page)
{
    return std::min(280, page * 2 / 5);
}

} // namespace

TimePage::TimePage(QWidget* parent)
    : QWidget(parent)
    , m_view(new FigureView(this))
    , m_line(new QFrame(this))
    , m_run(new FigureTableView(this, QStringLiteral("timeRun")))
    , m_table(new TimeTable)
{
    setObjectName(QStringLiteral("timePage"));
    m_view->setObjectName(QStringLiteral("timeFigure"));
    m_line->setFrameShape(QFrame::VLine);
    m_line->setForegroundRole(QPalette::Mid);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_view, 1);
    row->addWidget(m_line);
    row->addWidget(m_run);
    constexpr int narrowestPage = 400;
    m_view->setMinimumWidth(leastFigure(narrowestPage));
}

TimePage::~TimePage()
{
    if (m_table && !m_table->parent())
        delete m_table;
}

TimeTable* TimePage::table() const
{
    return m_table;
}

void TimePage::showPlan(const Resolved& plan, const MemoryFormat& format)
{
    if (plan.serves())
        return showGeneration(plan, format);
    const auto chart = timeChart(plan);
    if (!chart) {
        const Problem& problem = chart.problems().front();
        return showSentence(problemText(problem));
    }
    m_view->show(chart->figure);
    m_hasRows = chart->figure.panels.front().lying;
    m_run->setVisible(true);
    m_run->show(runTable(chart->answer), format);
    fitRun();
    m_table->show(timeRows(chart->answer));
}

void TimePage::showGeneration(const Resolved& plan, const MemoryFormat& format)
{
    const auto chart = generationChart(plan);
    if (!chart)
        return showSentence(problemText(chart.problems().front()));
    m_view->show(chart->figure);
    m_hasRows = false;
    m_run->setVisible(true);
    m_run->show(generationTable(chart->generation), format);
    fitRun();
    m_table->show(generationRows(chart->generation));
}

/// Gives the run a width that cuts no number, and the figure the rest. The width changes in steps,
/// so that the figure does not move while a control is dragged. Where the rest is too small for a
/// figure, the run has the whole width.
void TimePage::fitRun()
{
    constexpr int step = 32, scrollBar = 16;
    const int wanted = (m_run->wholeWidth() + scrollBar + step - 1) / step * step;
    const int drawable = (m_hasRows ? 20 : 13) * fontMetrics().height();
    const bool draws = m_run->isHidden() || this->width() - wanted >= drawable;
    m_view->setVisible(draws);
    m_line->setVisible(draws && !m_run->isHidden());
    if (!draws) {
        m_run->setMinimumWidth(0);
        m_run->setMaximumWidth(QWIDGETSIZE_MAX);
        return;
    }
    const int width
        = std::clamp(wanted, step, std::max(step, this->width() - leastFigure(this->width())));
    if (width > m_run->minimumWidth() || width < m_run->minimumWidth() - step)
        m_run->setFixedWidth(width);
}

void TimePage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitRun();
}

void TimePage::showSentence(const QString& sentence)
{
    m_view->showSentence(sentence);
    m_run->setVisible(false);
    fitRun();
    m_table->clear();
}

void TimePage::setStale(bool stale)
{
    m_view->setStale(stale);
    m_run->setStale(stale);
    m_table->setStale(stale);
}

void TimePage::setSmall(bool small)
{
    m_table->setSmall(small);
}

void TimePage::retranslate()
{
    m_run->setTableName(tr("Length and price of the run"));
    m_table->retranslate();
}

} // namespace highwater
