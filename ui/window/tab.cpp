// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tab.h"
#include "core/figure/figure_table.h"
#include "ui/answer/verdict_bar.h"
#include "ui/base/key_words.h"
#include "ui/base/message_bar.h"
#include "ui/base/segment_row.h"
#include "ui/export/export_choices.h"
#include "ui/figures/compare_list.h"
#include "ui/figures/compare_page.h"
#include "ui/figures/figure_page.h"
#include "ui/figures/figure_table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/legend_row.h"
#include "ui/figures/timeline_page.h"
#include "ui/figures/timeline_view.h"
#include "ui/plans/plans_page.h"

#include "core/methods/key_use.h"
#include <cmath>

namespace highwater {
namespace {

/// Dragging the marker sets the key; a drag is one undo step.
void connectMarker(FigureView& view, const TabParts& parts, KeyPath key)
{
    QObject::connect(&view, &FigureView::markerMoved, &view,
                     [parts, key](double value, bool finished) {
                         const std::int64_t wanted = std::llround(value);
                         parts.document.edit(key, wanted, keyLabel(key), QStringLiteral("marker"));
                         if (!finished)
                             return;
                         parts.document.closeGesture();
                         parts.verdict.announce();
                     });
}
/// The plan that the pages show: the document's or, faded, the last earlier one with an estimate;
/// null where there is none.
struct Shown
{
    explicit Shown(const Document& document)
        : plan(document.estimatedPlan())
        , stale(!document.results().estimate)
    { }

    const std::optional<Plan>& plan;
    bool stale;
};

/// A page of figures, with a table of the numbers of its panels.
class FigureTab : public Tab
{
public:
    /// `title` is marked for translation in Tab. A click on a panel gives the plan that panel's
    /// number as the value of `clickedKey`.
    FigureTab(const TabParts& parts, QObject* parent, const char* title, FigurePage* page,
              std::optional<KeyPath> clickedKey = {})
        : Tab(parent)
        , m_parts(parts)
        , m_title(title)
        , m_page(page)
    {
        connect(page, &FigurePage::changed, this, &Tab::changed);
        if (clickedKey)
            connect(page, &FigurePage::panelClicked, this, [this, clickedKey](int panel) {
                m_parts.document.edit(*clickedKey, std::int64_t{panel}, keyLabel(*clickedKey));
            });
    }

    /// The figure's marker is the value of a key, and moves from sample to sample.
    void setMarkerKey(KeyPath key)
    {
        m_page->view()->setMarkerMoves();
        connectMarker(*m_page->view(), m_parts, key);
    }

    /// Sets the key that the figure varies, which not every task reads.
    void setSubject(KeyPath key) { m_subject = key; }

    QString title() const override { return Tab::tr(m_title); }
    bool concerns(const Plan& plan) const override
    {
        return !m_subject || canRead(plan, *m_subject);
    }
    QWidget* widget() const override { return m_page; }
    QString hint() const override { return m_page->hint(); }
    void show(const MemoryFormat& format) override
    {
        const Shown shown(m_parts.document);
        if (shown.plan || !m_page->followsPlan())
            m_page->showPlan(shown.plan ? *shown.plan : m_parts.document.plan(), format,
                             m_parts.document.provisionalIdle());
        else
            m_page->showSentence(m_parts.verdict.headline());
        m_page->setStale(shown.stale && m_page->followsPlan());
    }
    void showNumbers(const MemoryFormat& format) override
    {
        showTable(m_parts.table, figureTable(m_page->figure()), format,
                  Shown(m_parts.document).stale && m_page->followsPlan());
    }
    QWidget* numbers() const override { return &m_parts.table; }
    std::string figureName() const override { return std::string(m_page->figureName()); }
    FigureView* figureView() const override { return m_page->view(); }
    bool followsPlan() const override { return m_page->followsPlan(); }
    QList<QAction*> bandActions() const override { return m_page->legend().bandActions(); }
    void retranslate() override { m_page->retranslate(); }

private:
    TabParts m_parts;
    const char* m_title;
    std::optional<KeyPath> m_subject;
    FigurePage* m_page;
};

/// The page of one training step, with the table of its moments.
class TimelineTab : public Tab
{
public:
    TimelineTab(const TabParts& parts, QObject* parent)
        : Tab(parent)
        , m_parts(parts)
        , m_page(new TimelinePage)
    {
        connect(m_page, &TimelinePage::changed, this, &Tab::changed);
        connect(m_page, &TimelinePage::traceRequested, this, &Tab::traceRequested);
        connect(m_page, &TimelinePage::cursorMoved, this,
                [this] { m_parts.table.selectRow(m_page->row()); });
        connect(m_page, &TimelinePage::gradientsChosen, this, [this](bool kept) {
            m_parts.document.edit("recipe.keep_gradients", kept, keyLabel("recipe.keep_gradients"));
        });
        connect(m_page, &TimelinePage::runFailed, this,
                [this](const QString& name, const QString& sentence) {
                    m_parts.messages.show(
                        {Message::Kind::Caution, QStringLiteral("run"),
                         Tab::tr("“%1” %2", "a file, what is wrong with it").arg(name, sentence)});
                });
        connect(m_page, &TimelinePage::offerTaken, this, [this](const RunOffer& offer) {
            Plan plan = m_parts.document.plan();
            for (const auto& [key, value] : offer.changes)
                assign(plan, key, value);
            m_parts.document.edit(plan, Tab::tr("Match the run"));
        });
    }

    QString title() const override { return Tab::tr("One step"); }
    bool concerns(const Plan& plan) const override
    {
        return plan.workload.task != Task::Inference; // inference has no step
    }
    QWidget* widget() const override { return m_page; }
    int leastHeight() const override { return m_page->leastHeight(); }
    QString hint() const override { return m_page->hint(); }
    QWidget* firstFocus() const override { return m_page->view(); }
    void show(const MemoryFormat& format) override
    {
        const Shown shown(m_parts.document);
        if (shown.plan)
            m_page->showPlan(*shown.plan, format, m_parts.document.provisionalIdle());
        else
            m_page->showNothing(m_parts.document.plan(), m_parts.verdict.headline());
        m_page->setStale(shown.stale);
    }
    void showNumbers(const MemoryFormat& format) override
    {
        showTable(m_parts.table, m_page->table(), format, Shown(m_parts.document).stale);
        m_parts.table.selectRow(m_page->row());
    }
    QWidget* numbers() const override { return &m_parts.table; }
    void chooseRow(int row) override { m_page->chooseRow(row); }
    std::string figureName() const override { return "timeline"; }
    FigureView* figureView() const override { return m_page->view(); }
    QList<QAction*> bandActions() const override { return m_page->legend().bandActions(); }
    void addChoices(ShownFigure& figure) const override
    {
        figure.stage = m_page->stage();
        figure.measured = m_page->measured();
    }
    bool openRun(const QString& path) override
    {
        m_page->openRun(path);
        return true;
    }
    void retranslate() override { m_page->retranslate(); }

private:
    TabParts m_parts;
    TimelinePage* m_page;
};

/// The page of the plan library; it has no numbers.
class PlansTab : public Tab
{
public:
    PlansTab(const TabParts& parts, QObject* parent)
        : Tab(parent)
        , m_parts(parts)
        , m_page(new PlansPage(parts.document, parts.messages))
    {
        connect(m_page, &PlansPage::openRequested, this, &Tab::planRequested);
        connect(m_page, &PlansPage::exportRequested, this, &Tab::exportRequested);
        connect(m_page, &PlansPage::said, this, &Tab::said);
        connect(m_page, &PlansPage::hintChanged, this, &Tab::hintChanged);
        connect(m_page, &PlansPage::addToCompare, this,
                [this](const Plan& plan, const QString& name) {
                    if (m_parts.compared.add(plan, name))
                        emit said(Tab::tr("“%1” was added to Compare").arg(name));
                });
    }

    QString title() const override { return Tab::tr("Library"); }
    QWidget* widget() const override { return m_page; }
    QWidget* firstFocus() const override { return m_page->list(); }
    QString hint() const override { return m_page->hint(); }
    void show(const MemoryFormat& format) override { m_page->setFormat(format); }
    QWidget* numbers() const override { return nullptr; }
    void reload() override { m_page->refresh(); }
    void retranslate() override { m_page->retranslate(); }

private:
    TabParts m_parts;
    PlansPage* m_page;
};

/// The page that compares plans, with the table of their differences.
class CompareTab : public Tab
{
public:
    CompareTab(const TabParts& parts, QObject* parent, PlansTab* library)
        : Tab(parent)
        , m_parts(parts)
        , m_page(new ComparePage(parts.compared))
    {
        connect(m_page, &ComparePage::addRequested, this,
                [this] { m_parts.compared.add(m_parts.document.plan()); });
        connect(m_page, &ComparePage::libraryRequested, library, &Tab::frontRequested);
        connect(&parts.compared, &CompareList::changed, this, &Tab::changed);
        m_page->view()->setMarkerMoves(contextScale());
        connectMarker(*m_page->view(), m_parts, "workload.context");
    }

    QString title() const override { return Tab::tr("Plans", "those that are compared"); }
    QWidget* widget() const override { return m_page; }
    QString hint() const override { return m_page->hint(); }
    void show(const MemoryFormat& format) override
    {
        const Shown shown(m_parts.document);
        m_page->showPlan(shown.plan ? *shown.plan : m_parts.document.plan(), format,
                         m_parts.document.provisionalIdle());
        m_page->setStale(shown.stale);
    }
    void showNumbers(const MemoryFormat& format) override
    {
        m_parts.table.setColumnKeys(
            {[this](int column, QKeyCombination keys) { return takes(placeOf(column), keys); },
             [this](int column, QKeyCombination keys) { run(placeOf(column), keys); }});
        const int chosen = m_parts.table.currentColumn(); // none yet, after another tab
        m_parts.table.setWidthsName(QString::fromStdString(figureName()));
        m_parts.table.show(m_page->table(), format);
        m_parts.table.setStale(Shown(m_parts.document).stale);
        m_parts.table.selectColumn(
            m_next ? static_cast<int>(columnOfCompared(*m_next, m_parts.compared.base())) : chosen);
        m_next.reset();
    }
    QWidget* numbers() const override { return &m_parts.table; }
    std::string figureName() const override { return "compare"; }
    FigureView* figureView() const override { return m_page->view(); }
    void addChoices(ShownFigure& figure) const override
    {
        figure.compared = m_parts.compared.plans(m_parts.document.plan());
        figure.current = m_parts.compared.current();
        figure.baseline = m_parts.compared.baseline();
    }
    void retranslate() override { m_page->retranslate(); }

private:
    /// The place of the plan whose column is current.
    std::optional<std::size_t> placeOf(int column) const
    {
        return column < 0 ? std::nullopt
                          : comparedAt(static_cast<std::size_t>(column), m_parts.compared.base());
    }
    /// Whether the key does something to the plan at this place.
    bool takes(std::optional<std::size_t> place, QKeyCombination keys) const
    {
        const CompareList& list = m_parts.compared;
        if (keys == QKeyCombination(Qt::CTRL, Qt::Key_Z))
            return list.canUndo();
        if (!place)
            return false;
        if (keys == QKeyCombination(Qt::Key_Delete))
            return *place != list.current() && *place < list.size();
        return list.isSnapshot(*place)
            && (keys == QKeyCombination(Qt::Key_F2)
                || keys == QKeyCombination(Qt::ALT, Qt::Key_Left)
                || keys == QKeyCombination(Qt::ALT, Qt::Key_Right));
    }
    void run(std::optional<std::size_t> place, QKeyCombination keys)
    {
        CompareList& list = m_parts.compared;
        if (keys.key() == Qt::Key_Z)
            return list.undo();
        if (!place)
            return;
        const QString name = QString::fromStdString(list.plans({})[*place].name);
        if (keys.key() == Qt::Key_F2)
            return m_page->askName(*place);
        if (keys.key() == Qt::Key_Delete) {
            list.remove(*place);
            emit said(Tab::tr("“%1” was removed from Compare; Ctrl+Z brings it back").arg(name));
            return;
        }
        const int by = keys.key() == Qt::Key_Left ? -1 : 1;
        m_next = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(*place) + by);
        if (!list.move(*place, by))
            m_next.reset();
    }

    TabParts m_parts;
    ComparePage* m_page;
    std::optional<std::size_t> m_next; ///< the plan whose column is selected when it is shown again
};

} // namespace

SegmentSlot* Tab::segments() const
{
    return widget()->findChild<SegmentSlot*>();
}

void Tab::showTable(FigureTableView& view, const FigureTable& table, const MemoryFormat& format,
                    bool stale) const
{
    view.setWidthsName(QString::fromStdString(figureName()));
    view.setColumnKeys({});
    view.show(table, format);
    view.setStale(stale);
}

Tabs makeTabs(const TabParts& parts, QObject* parent)
{
    const auto figures
        = [&](const char* title, FigurePage* page, std::optional<KeyPath> clickedKey = {}) {
              return new FigureTab(parts, parent, title, page, clickedKey);
          };
    auto* library = new PlansTab(parts, parent);
    auto* gpus = figures(QT_TRANSLATE_NOOP("highwater::Tab", "GPUs"), gpusPage(nullptr));
    gpus->setMarkerKey("cluster.gpus");
    auto* stages = figures(QT_TRANSLATE_NOOP("highwater::Tab", "ZeRO"), zeroStagesPage(nullptr),
                           KeyPath("layout.zero"));
    stages->setSubject("layout.zero");
    auto* sizes = figures(QT_TRANSLATE_NOOP("highwater::Tab", "Sizes"), sizesPage(nullptr));
    auto* recompute
        = figures(QT_TRANSLATE_NOOP("highwater::Tab", "Recompute"), recomputePage(nullptr));
    recompute->setSubject("recipe.recompute");
    return {
        {{"memory",
          QT_TRANSLATE_NOOP("highwater::Tab", "Memory"),
          {contextTab(parts, parent), gpus, new TimelineTab(parts, parent)}},
         {"time", QT_TRANSLATE_NOOP("highwater::Tab", "Time and cost"), {timeTab(parts, parent)}},
         {"find",
          QT_TRANSLATE_NOOP("highwater::Tab", "Find"),
          {searchTab(parts, parent), cardsTab(parts, parent), deskTab(parts, parent)}},
         {"compare",
          QT_TRANSLATE_NOOP("highwater::Tab", "Compare"),
          {new CompareTab(parts, parent, library), stages, recompute, sizes,
           methodsTab(parts, parent)}},
         {"library", QT_TRANSLATE_NOOP("highwater::Tab", "Library"), {library}}},
        library};
}

} // namespace highwater
