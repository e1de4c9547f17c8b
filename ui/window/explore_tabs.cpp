// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tab.h"

#include "ui/answer/verdict_bar.h"
#include "ui/base/key_words.h"
#include "ui/export/export_choices.h"
#include "ui/figures/compare_list.h"
#include "ui/figures/figure_table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/methods_page.h"
#include "ui/time/cards_page.h"
#include "ui/time/desk_page.h"
#include "ui/time/search_page.h"

#include "core/job/recipe.h"

namespace highwater {
namespace {

/// Shows the last estimated plan on a page of cards or layouts.
template <class ExplorePage>
void showEstimated(ExplorePage& page, const TabParts& parts, const MemoryFormat& format)
{
    const auto& plan = parts.document.estimatedPlan();
    const auto& estimate = parts.document.estimatedResults().estimate;
    if (plan && estimate)
        page.showPlan(*plan, estimate->plan, format);
    else
        page.showSentence(parts.verdict.headline());
    page.setStale(!parts.document.results().estimate);
}

/// Puts a plan into the comparison; the sentence says what was done.
QString addToCompare(const TabParts& parts, const Plan& plan, const QString& name)
{
    return parts.compared.add(plan, name) ? Tab::tr("“%1” was added to Compare").arg(name)
                                          : Tab::tr("Compare is full: remove a plan there first");
}

class CardsTab : public Tab
{
public:
    CardsTab(const TabParts& parts, QObject* parent)
        : Tab(parent)
        , m_parts(parts)
        , m_page(new CardsPage)
    {
        connect(m_page, &CardsPage::cardTaken, this, [this](const Plan& plan, const QString& what) {
            m_parts.document.edit(plan, what);
        });
        connect(m_page, &CardsPage::cardCompared, this,
                [this](const Plan& plan, const QString& name) {
                    emit said(addToCompare(m_parts, plan, name));
                });
        connect(m_page, &CardsPage::said, this, &Tab::said);
    }

    QString title() const override { return Tab::tr("Cards"); }
    QWidget* widget() const override { return m_page; }
    QString hint() const override
    {
        return Tab::tr("Select a card; Take changes the plan, undo brings the previous one back");
    }
    QWidget* firstFocus() const override { return m_page->table(); }
    void show(const MemoryFormat& format) override { showEstimated(*m_page, m_parts, format); }
    QWidget* numbers() const override { return m_page->numbers(); }
    std::string figureName() const override { return "cards"; }
    FigureView* figureView() const override { return m_page->view(); }
    void addChoices(ShownFigure& figure) const override
    {
        figure.cardOrder = m_page->order();
        figure.cards = m_page->known();
    }
    void retranslate() override { m_page->retranslate(); }

private:
    TabParts m_parts;
    CardsPage* m_page;
};

class DeskTab : public Tab
{
public:
    DeskTab(const TabParts& parts, QObject* parent)
        : Tab(parent)
        , m_document(parts.document)
        , m_page(new DeskPage)
    {
        connect(m_page, &DeskPage::planTaken, this,
                [this](const Plan& plan, const QString& what) { m_document.edit(plan, what); });
    }

    QString title() const override { return Tab::tr("What fits here"); }
    QString briefTitle() const override { return Tab::tr("Fits"); }
    QWidget* widget() const override { return m_page; }
    QString hint() const override
    {
        return Tab::tr("Enter makes the plan of a row; undo brings the previous one back");
    }
    QWidget* firstFocus() const override { return m_page->table(); }
    void show(const MemoryFormat& format) override
    {
        m_page->showFormat(format, m_document.plan().cluster.device);
    }
    QWidget* numbers() const override { return nullptr; }
    void retranslate() override { m_page->retranslate(); }

private:
    Document& m_document;
    DeskPage* m_page;
};

class SearchTab : public Tab
{
public:
    SearchTab(const TabParts& parts, QObject* parent)
        : Tab(parent)
        , m_parts(parts)
        , m_page(new SearchPage)
    {
        connect(m_page, &SearchPage::layoutTaken, this, [this](const std::vector<Change>& changes) {
            if (const auto plan = withChanges(m_parts.document.plan(), changes))
                m_parts.document.edit(*plan, Tab::tr("Take a layout"));
        });
        connect(m_page, &SearchPage::layoutCompared, this,
                [this](const std::vector<Change>& changes, const QString& name) {
                    const auto plan = withChanges(m_parts.document.plan(), changes);
                    if (plan)
                        emit said(addToCompare(m_parts, *plan, name));
                });
    }

    QString title() const override { return Tab::tr("Layouts"); }
    QWidget* widget() const override { return m_page; }
    /// Layouts are ranked by the time of a training step.
    bool concerns(const Plan& plan) const override
    {
        return plan.workload.task == Task::Train && !jobKindOf(plan);
    }
    QString hint() const override
    {
        return Tab::tr("Select a layout in chart or table; Take changes the plan, undo brings the "
                       "previous one back");
    }
    QWidget* firstFocus() const override { return m_page->table(); }
    void show(const MemoryFormat& format) override { showEstimated(*m_page, m_parts, format); }
    QWidget* numbers() const override { return m_page->numbers(); }
    std::string figureName() const override { return "search"; }
    FigureView* figureView() const override { return m_page->view(); }
    void addChoices(ShownFigure& figure) const override { figure.search = m_page->constraints(); }
    void retranslate() override { m_page->retranslate(); }

private:
    TabParts m_parts;
    SearchPage* m_page;
};

class MethodsTab : public Tab
{
public:
    MethodsTab(const TabParts& parts, QObject* parent)
        : Tab(parent)
        , m_parts(parts)
        , m_page(new MethodsPage)
    {
        connect(m_page, &MethodsPage::methodTaken, this, [this](MethodId method) {
            m_parts.document.edit("method", std::string(nameOf(method)), keyLabel("method"));
        });
    }

    QString title() const override { return Tab::tr("Methods"); }
    QWidget* widget() const override { return m_page; }
    QString hint() const override
    {
        return Tab::tr("Click a method in the table to read what it gets wrong, and to use it");
    }
    void show(const MemoryFormat& format) override
    {
        const auto& plan = m_parts.document.estimatedPlan();
        // A plan that its own method refuses may have an answer by another method.
        m_page->showPlan(plan ? *plan : m_parts.document.plan(), format,
                         m_parts.document.provisionalIdle());
        m_page->setStale(isStale());
    }
    void showNumbers(const MemoryFormat& format) override
    {
        showTable(m_parts.table, m_page->table(), format, isStale());
        m_parts.table.selectRow(m_page->row());
    }
    QWidget* numbers() const override { return &m_parts.table; }
    void chooseRow(int row) override { m_page->chooseRow(row); }
    std::string figureName() const override { return "methods"; }
    FigureView* figureView() const override { return m_page->view(); }
    void retranslate() override { m_page->retranslate(); }

private:
    bool isStale() const
    {
        return m_parts.document.estimatedPlan() && !m_parts.document.results().estimate;
    }

    TabParts m_parts;
    MethodsPage* m_page;
};

} // namespace

Tab* cardsTab(const TabParts& parts, QObject* parent)
{
    return new CardsTab(parts, parent);
}

Tab* deskTab(const TabParts& parts, QObject* parent)
{
    return new DeskTab(parts, parent);
}

Tab* methodsTab(const TabParts& parts, QObject* parent)
{
    return new MethodsTab(parts, parent);
}

Tab* searchTab(const TabParts& parts, QObject* parent)
{
    return new SearchTab(parts, parent);
}

} // namespace highwater
