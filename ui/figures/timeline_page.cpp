// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/timeline_page.h"

#include "core/answer/group_words.h"
#include "core/methods/key_use.h"
#include "ui/base/key_words.h"
#include "ui/base/segment_row.h"
#include "ui/base/words.h"
#include "ui/figures/legend_row.h"
#include "ui/figures/recording_reader.h"
#include "ui/figures/run_panel.h"
#include "ui/figures/timeline_view.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace highwater {

TimelinePage::TimelinePage(QWidget* parent)
    : QWidget(parent)
    , m_legend(new LegendRow(QStringLiteral("timelineLegend"), this))
    , m_view(new TimelineView(this))
    , m_reader(new RecordingReader(this))
    , m_run(new RunPanel(this))
{
    setObjectName(QStringLiteral("timelinePage"));
    m_view->setObjectName(QStringLiteral("timelineFigure"));
    m_legend->setLead(new SegmentSlot(m_legend));
    addChoices();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_legend);
    column->addWidget(m_view, 1);
    column->addWidget(m_run);
    m_run->hide();
    m_legend->setShown(m_shown);
    connect(m_legend, &LegendRow::shownChanged, this, [this](const auto& shown) {
        m_shown = shown;
        emit changed();
    });
    connect(m_view, &TimelineView::pointChosen, this, &TimelinePage::setPoint);
    connect(m_view, &TimelineView::momentsStepped, this, &TimelinePage::stepMoment);
    connectRun();
}

/// Fills the legend with what a person chooses of the timeline.
void TimelinePage::addChoices()
{
    const auto choice = [this](QComboBox*& box, QLabel*& label, const char* name) {
        label = new QLabel(this);
        box = new QComboBox(this);
        box->setObjectName(QLatin1String(name));
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        label->setBuddy(box);
        m_legend->addChoice(box, label);
    };
    choice(m_stages, m_stageLabel, "timeline.stage");
    choice(m_gradients, m_gradientsLabel, "timeline.gradients");
    m_gradients->addItems({QString(), QString()});
    m_reserved = new QLabel(this);
    m_reserved->setObjectName(QStringLiteral("timeline.reserved"));
    m_legend->addKey(m_reserved);
    m_trace = new QPushButton(this);
    m_trace->setObjectName(QStringLiteral("timeline.trace"));
    m_legend->addChoice(m_trace);
    connect(m_stages, &QComboBox::activated, this, [this](int index) {
        m_stage = index == 0 ? std::nullopt : std::optional<std::int64_t>(index - 1);
        emit changed();
    });
    connect(m_gradients, &QComboBox::activated, this,
            [this](int index) { emit gradientsChosen(index == 0); });
    connect(m_trace, &QPushButton::clicked, this, &TimelinePage::traceRequested);
}

/// Connects the reader of a recording with the panel that shows it.
void TimelinePage::connectRun()
{
    connect(m_reader, &RecordingReader::progressed, this, [this](int percent) {
        if (!m_recording && m_reader->isReading())
            m_run->showReading(QFileInfo(m_runPath).fileName(), percent);
    });
    connect(m_reader, &RecordingReader::done, this, &TimelinePage::takeRun);
    connect(m_reader, &RecordingReader::failed, this, [this](const QString& sentence) {
        const QString name = QFileInfo(m_runPath).fileName();
        closeRun();
        emit runFailed(name, sentence);
    });
    connect(m_reader, &RecordingReader::offersFound, this,
            [this](const std::shared_ptr<const RunComparison>& run) {
                m_comparison = run;
                m_run->showRun(QFileInfo(m_runPath).fileName(), run, m_format);
            });
    connect(m_run, &RunPanel::closeRequested, this, &TimelinePage::closeRun);
    connect(m_run, &RunPanel::deviceChosen, this, [this](qint64 device) {
        m_recording.reset();
        m_reader->read(m_runPath, device);
    });
    connect(m_run, &RunPanel::stepChosen, this, [this](qint64 step) {
        m_step = step;
        emit changed();
    });
    connect(m_run, &RunPanel::offerTaken, this, &TimelinePage::offerTaken);
}

void TimelinePage::openRun(const QString& path)
{
    closeRun();
    m_runPath = path;
    m_run->showReading(QFileInfo(path).fileName(), 0);
    m_run->show();
    m_reader->read(path);
}

void TimelinePage::closeRun()
{
    m_reader->cancel();
    const bool had = m_recording != nullptr;
    m_recording.reset();
    m_comparison.reset();
    m_run->hide();
    if (had)
        emit changed();
}

int TimelinePage::leastHeight() const
{
    constexpr int chart = 240;
    return m_run->isHidden() ? 0
                             : m_legend->sizeHint().height() + chart + m_run->sizeHint().height();
}

void TimelinePage::takeRun(std::shared_ptr<const Recording> recording)
{
    m_recording = std::move(recording);
    m_step = m_recording->phases.bestStep();
    emit changed();
}

std::optional<MeasuredCurve> TimelinePage::measured() const
{
    if (!m_comparison)
        return std::nullopt;
    MeasuredCurve curve = measuredCurve(*m_comparison);
    curve.note = differenceSentence(*m_comparison, m_format.unit(), [](const Text& text) {
        return translated(text).toStdString();
    });
    return curve;
}

/// Draws the recording over a chart of the plan that is now shown.
void TimelinePage::overlayRun(TimelineChart chart, const Plan& plan)
{
    auto run = std::make_shared<const RunComparison>(
        comparedRun(*m_recording, std::move(chart), m_step));
    m_comparison = run;
    TimelineChart drawn = run->chart;
    addMeasured(drawn, *measured());
    m_chart = std::make_shared<const TimelineChart>(std::move(drawn));
    m_run->showRun(QFileInfo(m_runPath).fileName(), run, m_format);
    m_run->show();
    m_reader->findOffers(m_recording, std::move(run), plan);
}

void TimelinePage::showPlan(const Plan& plan, const MemoryFormat& format,
                            const std::optional<IdleShares>& idle)
{
    if (m_stage && *m_stage >= plan.layout.pipeline)
        m_stage.reset();
    m_format = format;
    const Asked asked{plan, format.unit(), m_stage, idle, m_recording, m_step};
    if (!m_chart || m_asked != asked) {
        auto made = timelineChart(plan, builtinCatalog(), format.unit(), m_stage, idle);
        if (!made) {
            const Problem& problem = made.problems().front();
            showNothing(plan,
                        problem.field == KeyPath("method").text()
                            ? tr("This method knows no moments of a step: only the exact method "
                                 "has a timeline. Choose it under Method.")
                            : problemText(problem));
            return;
        }
        if (m_recording)
            overlayRun(*std::move(made), plan);
        else
            m_chart = std::make_shared<const TimelineChart>(*std::move(made));
        m_asked = asked;
    }
    m_trace->setEnabled(true);
    m_moments = momentsTable(*m_chart, format.unit(),
                             [](const Text& text) { return translated(text).toStdString(); });
    std::array<bool, groupCount> present{};
    for (const Layer& layer : m_chart->figure.panels.front().layers)
        present[static_cast<std::size_t>(layer.group)] = true;
    m_legend->setPresent(present);
    QStringList hidden;
    for (std::size_t i = 0; i < groupCount; ++i)
        if (present[i] && !m_shown[i])
            hidden << translated(groupName(static_cast<Group>(i)));
    if (!hidden.isEmpty())
        m_moments.table.note = {HW_TR("core", "Hidden in the chart and still counted: %1."),
                                {hidden.join(QStringLiteral(", ")).toStdString()}};
    showChoices(plan);
    Figure shown = onlyShown(m_chart->figure, m_shown);
    shown.panels.front().x.title = {}; // the table's note has it
    placeCursor();
    m_view->show(m_chart, shown, format, m_point);
}

void TimelinePage::showNothing(const Plan& plan, const QString& why)
{
    m_chart.reset();
    m_comparison.reset();
    m_moments = {};
    m_legend->setPresent({});
    m_trace->setEnabled(false);
    showChoices(plan);
    m_view->showNothing(why);
}

void TimelinePage::setStale(bool stale)
{
    m_view->setStale(stale);
    m_trace->setEnabled(m_chart && !stale);
}

/// Places the cursor at the peak, or at the place that a person chose if the step has as many
/// events.
void TimelinePage::placeCursor()
{
    const std::size_t count = m_chart->timeline.points.size();
    if (m_atPeak || m_point >= count || m_point < m_chart->first) {
        m_atPeak = true;
        m_point = m_chart->timeline.peak;
    }
}

void TimelinePage::showChoices(const Plan& plan)
{
    fillStages();
    m_hasStep = canRead(plan, "recipe.keep_gradients");
    m_gradients->setEnabled(m_chart != nullptr);
    const bool kept
        = m_chart ? m_chart->plan.keepsGradients() : plan.recipe.keepGradients.value_or(true);
    m_gradients->setCurrentIndex(kept ? 0 : 1);
    fit();
}

void TimelinePage::fillStages()
{
    const std::int64_t stages = m_chart ? m_chart->plan.layout.pipeline : 1;
    QStringList names;
    if (stages > 1)
        names << tr("%1, the most loaded").arg(m_chart->mostLoaded + 1);
    for (std::int64_t i = 0; stages > 1 && i < stages; ++i)
        names << QString::number(i + 1);
    QStringList old;
    for (int i = 0; i < m_stages->count(); ++i)
        old << m_stages->itemText(i);
    if (names != old) {
        m_stages->clear();
        m_stages->addItems(names);
    }
    m_stages->setCurrentIndex(m_stage ? static_cast<int>(*m_stage) + 1 : 0);
}

void TimelinePage::setPoint(std::size_t point)
{
    if (!m_chart)
        return;
    m_point = point;
    m_atPeak = point == m_chart->timeline.peak;
    m_view->setPoint(point);
    emit cursorMoved();
}

int TimelinePage::row() const
{
    const auto found = std::ranges::find(m_moments.points, m_point);
    return found == m_moments.points.end() ? -1
                                           : static_cast<int>(found - m_moments.points.begin());
}

void TimelinePage::chooseRow(int row)
{
    if (row >= 0 && row < static_cast<int>(m_moments.points.size()))
        setPoint(m_moments.points[static_cast<std::size_t>(row)]);
}

void TimelinePage::stepMoment(int by)
{
    std::vector<std::size_t> points = m_moments.points;
    std::ranges::sort(points);
    if (by > 0) {
        const auto next = std::ranges::upper_bound(points, m_point);
        if (next != points.end())
            setPoint(*next);
    } else {
        const auto at = std::ranges::lower_bound(points, m_point);
        if (at != points.begin())
            setPoint(*std::prev(at));
    }
}

QString TimelinePage::hint() const
{
    return m_chart ? tr("Press ← or → to step through the moments, with Ctrl through every event")
                   : QString();
}

void TimelinePage::retranslate()
{
    m_legend->retranslate();
    m_stageLabel->setText(tr("Stage"));
    m_stages->setAccessibleName(tr("Stage of the pipeline"));
    m_gradientsLabel->setText(tr("Gradients"));
    m_gradients->setAccessibleName(tr("Gradients"));
    m_gradients->setItemText(0, tr("Kept between steps"));
    m_gradients->setItemText(1, tr("Freed after the step"));
    m_reserved->setText(QStringLiteral("┄┄ ") + tr("Reserved, with the runtime"));
    m_trace->setText(tr("Export trace…"));
    m_run->retranslate();
    fit();
}

/// Shows the choice of stage where there are several, and the choice to keep gradients where
/// accumulation does not keep them anyway.
void TimelinePage::fit()
{
    const bool staged = m_stages->count() > 0;
    m_stages->setVisible(staged);
    m_stageLabel->setVisible(staged);
    const bool accumulates = m_chart && m_chart->plan.microBatches > 1;
    m_gradients->setVisible(m_hasStep && !accumulates);
    m_gradientsLabel->setVisible(m_hasStep && !accumulates);
    m_trace->setVisible(m_hasStep);
    m_reserved->setVisible(m_chart && m_chart->timeline.countsReserved);
    m_legend->retranslate();
}

} // namespace highwater
