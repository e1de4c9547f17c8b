// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tab.h"

#include "core/answer/group_words.h"
#include "core/answer/replay.h"
#include "core/figure/context_figure.h"
#include "core/methods/method.h"
#include "ui/answer/ledger_view.h"
#include "ui/answer/verdict_bar.h"
#include "ui/base/key_words.h"
#include "ui/base/rested_work.h"
#include "ui/base/segment_row.h"
#include "ui/base/words.h"
#include "ui/figures/compare_list.h"
#include "ui/figures/context_view.h"
#include "ui/figures/legend_row.h"
#include "ui/figures/spoken_chart.h"

#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

namespace highwater {
namespace {

constexpr int restOfThePointer = 200; ///< milliseconds

/// The ranges that can be chosen in addition to "Auto", whose last context is 0.
struct Range
{
    const char* name;
    std::int64_t last;
};
constexpr std::array<Range, 4> ranges{
    {{"1K – 16K", 16384}, {"1K – 32K", 32768}, {"1K – 128K", 131072}, {"1K – 1M", 1048576}}};

/// The chart of a plan with a replay of the allocator at each of its points.
struct ChartRequest
{
    Plan plan;
    ContextView view;
    std::int64_t longest = 0; ///< that fits, as the results have it
    std::optional<Plan> baseline;
    bool operator==(const ChartRequest&) const = default;
};

void replayChart(QPromise<Result<ContextChart>>& promise, const ChartRequest& request)
{
    const ReplayBudget budget;
    const auto resolved = prepare(request.plan, builtinCatalog());
    const auto baseline = preparedBaseline(request.baseline, builtinCatalog());
    if (promise.isCanceled())
        return;
    promise.addResult(resolved
                          ? contextChart(*resolved, request.view, baseline ? &*baseline : nullptr,
                                         request.longest, Replays::EveryPoint)
                          : Result<ContextChart>(resolved.problems()));
}

/// The totals of a plan at another context.
struct PointRequest
{
    Plan plan;
    std::int64_t context = 0;
    bool operator==(const PointRequest&) const = default;
};

void countPoint(QPromise<Result<Totals>>& promise, const PointRequest& request)
{
    auto resolved = prepare(request.plan, builtinCatalog());
    promise.addResult(resolved ? ContextTotals(*resolved, request.context).at(request.context)
                               : Result<Totals>(resolved.problems()));
}

class ContextTab : public Tab
{
public:
    ContextTab(const TabParts& parts, QObject* parent);

    QString title() const override { return Tab::tr("Context"); }
    QWidget* widget() const override { return m_widget; }
    QString hint() const override
    {
        return Tab::tr("Drag the marker, or press ← or → on it; the wheel zooms, a right click "
                       "offers more");
    }
    QWidget* firstFocus() const override { return m_chart; }
    void show(const MemoryFormat& format) override;
    void showNumbers(const MemoryFormat& format) override;
    QWidget* numbers() const override { return &m_parts.ledger; }
    void retranslate() override;
    void preview(const std::optional<PreviewedPlan>& plan) override;
    void setSmall(bool small) override { m_chart->setSmall(small); }
    FigureView* figureView() const override { return m_chart; }
    QList<QAction*> bandActions() const override { return m_chart->bands().actions(); }

private:
    std::optional<Plan> dashedPlan() const;
    const ContextChart* presentChart();
    void askForReplay();
    void askForPoint();
    void chooseRange(int index);
    QString hiddenBands(const std::array<bool, groupCount>& present) const;

    TabParts m_parts;
    QWidget* m_widget;
    LegendRow* m_tools;
    ContextChartView* m_chart;
    QLabel* m_switches; ///< names the diamonds, where there are any
    QLabel* m_previewed; ///< names the dashed curve of a previewed change
    std::optional<PreviewedPlan> m_preview;
    std::optional<ContextChart> m_previewChart; ///< with that curve
    QComboBox* m_range;
    QLabel* m_rangeLabel;
    RestedWork<ChartRequest, Result<ContextChart>> m_replay;
    RestedWork<PointRequest, Result<Totals>> m_point;
};

ContextTab::ContextTab(const TabParts& parts, QObject* parent)
    : Tab(parent)
    , m_parts(parts)
    , m_widget(new QWidget)
    , m_tools(new LegendRow(QStringLiteral("contextTools"), m_widget, LegendRow::Bands::Elsewhere))
    , m_chart(new ContextChartView(m_widget))
    , m_switches(new QLabel(m_widget))
    , m_previewed(new QLabel(m_widget))
    , m_range(new QComboBox(m_widget))
    , m_rangeLabel(new QLabel(m_widget))
    , m_replay(replayChart,
               [this](const Result<ContextChart>& found) {
                   if (found)
                       m_chart->show(*found);
                   askForPoint();
               })
    , m_point(
          countPoint,
          [this](const Result<Totals>& found) {
              if (found)
                  m_chart->setCounted(m_point.found()->context, *found);
          },
          [] {}, restOfThePointer)
{
    m_widget->setObjectName(QStringLiteral("contextPage"));
    m_range->setObjectName(QStringLiteral("range"));
    m_range->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_rangeLabel->setBuddy(m_range);
    m_switches->setObjectName(QStringLiteral("switches"));
    m_switches->hide();
    m_previewed->setObjectName(QStringLiteral("previewed"));
    m_previewed->hide();
    m_tools->setLead(new SegmentSlot(m_tools));
    m_tools->addKey(m_switches);
    m_tools->addKey(m_previewed);
    m_tools->addChoice(m_range, m_rangeLabel);
    auto* column = new QVBoxLayout(m_widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tools);
    column->addWidget(m_chart, 1);

    Document& document = m_parts.document;
    m_chart->bands().setShown(document.contextView().shown);
    connect(&m_chart->bands(), &BandBoxes::shownChanged, &document, &Document::setShownBands);
    connect(m_range, &QComboBox::activated, this, &ContextTab::chooseRange);
    connect(m_chart, &ContextChartView::contextDragged, this, [this](qint64 tokens, bool finished) {
        m_parts.document.dragContext(tokens, finished);
        if (finished)
            m_parts.verdict.announce();
    });
    connect(m_chart, &ContextChartView::axisRequested, this, [this](qint64 first, qint64 last) {
        m_range->setCurrentIndex(-1); // the range is one that a person zoomed to
        m_chart->setZoomed(true);
        m_parts.document.setContextRange(last, first);
    });
    connect(m_chart, &ContextChartView::wholeAxisRequested, this, [this] { chooseRange(0); });
    connect(m_chart, &ContextChartView::pointerMoved, this, &ContextTab::askForPoint);
    connect(m_chart, &ContextChartView::bandClicked, &m_parts.ledger, &LedgerView::revealGroup);
    connect(&m_parts.ledger, &LedgerView::groupChosen, m_chart, &ContextChartView::setHighlighted);
}

void ContextTab::chooseRange(int index)
{
    m_range->setCurrentIndex(index);
    m_chart->setZoomed(false);
    m_parts.document.setContextRange(m_range->itemData(index).toLongLong());
}

/// Whether the plan has bytes of each band at its own context.
std::array<bool, groupCount> presentBands(const ContextChart& chart)
{
    std::array<bool, groupCount> present{};
    for (std::size_t i = 0; i < groupCount; ++i)
        present[i] = chart.atMarker.perGpu.bytes[i] > 0;
    return present;
}

/// The longest context that the plan can be run with, where a longer one fits but costs speed.
std::optional<std::int64_t> fullSpeed(const Results& results)
{
    const auto& solution = results.context;
    if (!solution || !solution->answer || *solution->answer >= results.chart->longest)
        return std::nullopt;
    return solution->answer;
}

void ContextTab::showNumbers(const MemoryFormat& format)
{
    const Results& results = m_parts.document.estimatedResults();
    m_parts.ledger.setFormat(format);
    if (results.estimate)
        m_parts.ledger.show(*results.estimate);
    else
        m_parts.ledger.showNothing();
    if (results.chart)
        m_parts.ledger.setNote(hiddenBands(presentBands(*results.chart)));
    m_parts.ledger.setStale(!m_parts.document.results().estimate);
}

void ContextTab::show(const MemoryFormat& format)
{
    const Results& results = m_parts.document.estimatedResults();
    m_chart->setStale(!m_parts.document.results().chart);
    if (!results.chart) {
        m_chart->showSentence(m_parts.verdict.headline());
        return;
    }
    if (const bool any = !stepsOf(*results.chart).empty(); any == m_switches->isHidden()) {
        m_switches->setVisible(any);
        m_tools->retranslate(); // places its parts anew
    }
    m_chart->setServes(results.estimate && results.estimate->plan.serves());
    m_chart->setFullSpeed(fullSpeed(results));
    m_chart->setDeviceName(shortName(*results.estimate->plan.device));
    m_chart->setSummary(
        spokenChart(*results.chart, format, results.estimate && results.estimate->plan.serves()));
    m_chart->setFormat(format);
    m_chart->show(*presentChart());
    askForReplay();
}

/// The plan whose total is dashed: a previewed change takes the place of the baseline.
std::optional<Plan> ContextTab::dashedPlan() const
{
    return m_preview ? std::optional(m_preview->plan) : m_parts.compared.baseline();
}

/// The chart of the plan; while a change is previewed, with the curve of the changed plan.
const ContextChart* ContextTab::presentChart()
{
    const Results& results = m_parts.document.estimatedResults();
    m_previewChart.reset();
    if (!m_preview || !results.estimate)
        return &*results.chart;
    auto changed = prepare(m_preview->plan, builtinCatalog());
    if (!changed)
        return &*results.chart;
    changed->idle = idleSharesOf(m_preview->totals);
    Resolved plan = results.estimate->plan;
    plan.idle = idleSharesOf(results.estimate->answer.totals);
    auto chart
        = contextChart(plan, m_parts.document.contextView(), &*changed, results.chart->longest);
    if (!chart)
        return &*results.chart;
    m_previewChart = *std::move(chart);
    return &*m_previewChart;
}

void ContextTab::preview(const std::optional<PreviewedPlan>& plan)
{
    if (plan == m_preview)
        return;
    m_preview = plan;
    m_previewed->setVisible(plan.has_value());
    std::optional<ContextChartView::Preview> shown;
    if (plan) {
        m_previewed->setText(Tab::tr("╌╌ preview: %1").arg(plan->name));
        shown = ContextChartView::Preview{plan->totals, {}};
        if (plan->plan.workload.context != m_parts.document.plan().workload.context)
            shown->context = plan->plan.workload.context;
    }
    m_tools->retranslate(); // places its parts anew
    m_chart->setPreview(shown);
    emit changed();
}

/// The chart has a replay at the points whose numbers are shown beside it. Once the plan has
/// rested, every point gets one, so that the chart is that of an exported file.
void ContextTab::askForReplay()
{
    const Document& document = m_parts.document;
    if (document.provisionalIdle() || !document.results().chart) {
        m_replay.cancel();
        m_point.cancel();
        return;
    }
    const ChartRequest request{document.plan(), document.contextView(),
                               document.results().chart->longest, dashedPlan()};
    m_replay.ask(request);
    if (const auto* found = m_replay.answerTo(request); found && *found)
        m_chart->show(**found);
    askForPoint();
}

/// The point at a pointer that rests is counted as an estimate is.
void ContextTab::askForPoint()
{
    const Document& document = m_parts.document;
    const auto context = m_chart->pointed();
    if (!context || document.provisionalIdle() || !document.results().chart
        || document.results().chart->isCounted(*context))
        return m_point.cancel();
    m_point.askAnew({document.plan(), *context}); // the chart may have forgotten the last answer
}

/// The remark that the ledger counts bands which the chart hides.
QString ContextTab::hiddenBands(const std::array<bool, groupCount>& present) const
{
    QStringList hidden;
    for (std::size_t i = 0; i < groupCount; ++i)
        if (present[i] && !m_parts.document.contextView().shown[i])
            hidden << translated(
                groupName(static_cast<Group>(i),
                          m_parts.document.results().estimate
                              && m_parts.document.results().estimate->plan.serves()));
    return hidden.isEmpty() ? QString()
                            : Tab::tr("Hidden in the chart and still counted: %1.")
                                  .arg(hidden.join(QStringLiteral(", ")));
}

void ContextTab::retranslate()
{
    m_tools->retranslate();
    m_switches->setText(Tab::tr("◇ Peak moves"));
    m_switches->setToolTip(Tab::tr("From a ◇ on, memory is highest at another moment of the step. "
                                   "The total does not jump there, but the bands do."));
    m_rangeLabel->setText(Tab::tr("Range"));
    const int chosen = m_chart->isZoomed() ? -1 : std::max(0, m_range->currentIndex());
    m_range->clear();
    m_range->setPlaceholderText(Tab::tr("Zoomed"));
    m_range->addItem(Tab::tr("Auto"), 0LL);
    for (const Range& range : ranges)
        m_range->addItem(QString::fromUtf8(range.name), static_cast<qlonglong>(range.last));
    m_range->setCurrentIndex(chosen);
    m_range->setAccessibleName(Tab::tr("Range of contexts"));
}

} // namespace

Tab* contextTab(const TabParts& parts, QObject* parent)
{
    return new ContextTab(parts, parent);
}

} // namespace highwater
