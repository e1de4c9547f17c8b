// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tab.h"

#include "ui/answer/verdict_bar.h"
#include "ui/figures/figure_view.h"
#include "ui/time/time_page.h"
#include "ui/time/time_table.h"

namespace highwater {
namespace {

class TimeTab : public Tab
{
public:
    TimeTab(const TabParts& parts, QObject* parent)
        : Tab(parent)
        , m_parts(parts)
        , m_page(new TimePage)
    { }

    QString title() const override { return Tab::tr("Time and cost"); }
    QWidget* widget() const override { return m_page; }
    QString hint() const override
    {
        return Tab::tr("Expand a row to see its formula, its numbers and its source");
    }
    void show(const MemoryFormat& format) override
    {
        const auto& estimate = m_parts.document.estimatedResults().estimate;
        if (estimate)
            m_page->showPlan(estimate->plan, format);
        else
            m_page->showSentence(m_parts.verdict.headline());
        m_page->setStale(!m_parts.document.results().estimate);
    }
    QWidget* numbers() const override { return m_page->table(); }
    std::string figureName() const override { return "time"; }
    FigureView* figureView() const override { return m_page->view(); }
    void retranslate() override { m_page->retranslate(); }
    void setSmall(bool small) override { m_page->setSmall(small); }

private:
    TabParts m_parts;
    TimePage* m_page;
};

} // namespace

Tab* timeTab(const TabParts& parts, QObject* parent)
{
    return new TimeTab(parts, parent);
}

} // namespace highwater
