// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "ui/base/key_words.h"
#include "ui/base/memory_format.h"
#include "ui/base/rested_work.h"
#include "ui/figures/figure_table_view.h"
#include "ui/figures/figure_view.h"

#include <QPointer>
#include <QWidget>

#include <optional>

namespace highwater {

/// A page with an answer about the plan: a picture, and a table below the page. The answer is
/// computed in another thread, after the plan has rested; until then the last answer stays, faded.
template <class Request, class Answer> class FoundPage : public QWidget
{
public:
    ~FoundPage() override
    {
        if (m_table && !m_table->parent())
            delete m_table;
    }

    void showPlan(const Plan& plan, const Resolved& resolved, const MemoryFormat& format)
    {
        const bool sameFormat = format == m_format;
        m_plan = plan;
        m_resolved = resolved;
        m_format = format;
        m_sentence.clear();
        if (!sameFormat)
            showFormat();
        request();
    }
    /// A sentence in place of the answer.
    void showSentence(const QString& sentence)
    {
        forget();
        m_sentence = sentence;
        showAnswer();
    }
    /// Fades the answer, because it is that of an earlier plan.
    void setStale(bool stale)
    {
        m_stale = stale;
        fade();
    }
    FigureView* view() const { return m_view; }
    QWidget* table() const { return m_table; }

protected:
    using Found = Result<Answer>;

    /// The page lays out the view; the window takes the table.
    FoundPage(FigureView* view, FigureTableView* table,
              typename RestedWork<Request, Found>::Work work, QWidget* parent)
        : QWidget(parent)
        , m_view(view)
        , m_table(table)
        , m_work(
              work, [this](const Found& found) { take(found); }, [this] { showStatus(); })
    { }

    virtual Request wanted() const = 0; ///< for the open plan
    /// Shows the answer or reason(), in picture, table and status.
    virtual void showAnswer() = 0;
    virtual void showStatus() = 0;
    /// Shows the answer in another unit.
    virtual void showFormat() { showAnswer(); }
    virtual void take(const Found& found)
    {
        m_answer.reset();
        m_problem.reset();
        if (found)
            m_answer = *found;
        else
            m_problem = found.problems().front();
        fade();
        showAnswer();
    }
    virtual void forget()
    {
        m_work.forget();
        m_resolved.reset();
        m_answer.reset();
        m_problem.reset();
    }

    void request()
    {
        if (!m_resolved)
            return;
        fade();
        m_work.ask(wanted());
    }
    /// Whether the shown answer is that of the open plan.
    bool isCurrent() const { return !m_stale && m_work.found() == wanted(); }
    /// The reason why there is nothing to show; empty where there is something.
    QString reason() const { return m_problem ? problemText(*m_problem) : m_sentence; }

    Plan m_plan;
    std::optional<Resolved> m_resolved;
    MemoryFormat m_format;
    std::optional<Answer> m_answer;
    FigureView* m_view;
    QPointer<FigureTableView> m_table;
    RestedWork<Request, Found> m_work;

private:
    void fade()
    {
        m_view->setStale(m_answer && !isCurrent());
        m_table->setStale(!isCurrent());
    }

    bool m_stale = false; ///< m_plan is an earlier plan, as the open one has no estimate
    std::optional<Problem> m_problem; ///< the reason why there is no answer
    QString m_sentence; ///< shown in place of the answer
};

} // namespace highwater
