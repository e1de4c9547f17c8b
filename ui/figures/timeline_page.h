// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/timeline_figure.h"
#include "core/plan/plan.h"
#include "core/recording/run_comparison.h"
#include "ui/base/memory_format.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QPushButton;

namespace highwater {

class LegendRow;
class RunPanel;
class RecordingReader;
class TimelineView;

/// The tab of one training step, event by event. Like the other figures it computes only when it
/// is in front.
class TimelinePage : public QWidget
{
    Q_OBJECT

public:
    explicit TimelinePage(QWidget* parent = nullptr);

    /// With `idle`, without a replay of the allocator.
    void showPlan(const Plan& plan, const MemoryFormat& format,
                  const std::optional<IdleShares>& idle = {});
    /// A sentence in place of the timeline.
    void showNothing(const Plan& plan, const QString& why);
    /// Faded, because the shown plan is an earlier one.
    void setStale(bool stale);
    const FigureTable& table() const { return m_moments.table; }
    int row() const; ///< the table's row of the moment at the cursor; -1: the cursor is at none
    void chooseRow(int row);
    /// The chosen stage; null: the most loaded one.
    std::optional<std::int64_t> stage() const { return m_stage; }
    const TimelineChart* chart() const { return m_chart.get(); }
    std::size_t point() const { return m_point; }
    TimelineView* view() const { return m_view; }
    /// Reads a memory recording and draws it over the timeline.
    void openRun(const QString& path);
    void closeRun();
    /// The height that the chart and the panel of a recording need together; 0 without one.
    int leastHeight() const;
    /// The recorded step over the shown plan, for the figure of an export.
    std::optional<MeasuredCurve> measured() const;
    const LegendRow& legend() const { return *m_legend; }
    QString hint() const;
    void retranslate();

signals:
    void changed(); ///< another stage or choice of bands: show the plan again
    void cursorMoved();
    void traceRequested();
    void gradientsChosen(bool kept);
    void runFailed(const QString& name, const QString& sentence);
    void offerTaken(const highwater::RunOffer& offer);

private:
    void addChoices();
    void connectRun();
    void setPoint(std::size_t point);
    void stepMoment(int by);
    void placeCursor();
    void fillStages();
    void showChoices(const Plan& plan);
    void fit();
    void takeRun(std::shared_ptr<const Recording> recording);
    void overlayRun(TimelineChart chart, const Plan& plan);

    /// The values from which a chart is made.
    struct Asked
    {
        Plan plan;
        MemoryUnit unit{};
        std::optional<std::int64_t> stage;
        std::optional<IdleShares> idle;
        std::shared_ptr<const Recording> recording = {};
        std::int64_t step = 0;
        bool operator==(const Asked&) const = default;
    };

    std::shared_ptr<const TimelineChart> m_chart;
    std::optional<Asked> m_asked;
    MomentsTable m_moments;
    std::array<bool, groupCount> m_shown = everyGroup;
    std::optional<std::int64_t> m_stage;
    std::size_t m_point = 0;
    bool m_atPeak = true; ///< the cursor follows the peak until a person moves the cursor
    LegendRow* m_legend;
    QLabel* m_stageLabel;
    QComboBox* m_stages;
    QLabel* m_gradientsLabel;
    bool m_hasStep = true; ///< the plan trains
    QComboBox* m_gradients;
    QLabel* m_reserved; ///< names the line over the bands
    QPushButton* m_trace;
    TimelineView* m_view;
    RecordingReader* m_reader;
    RunPanel* m_run;
    QString m_runPath;
    std::shared_ptr<const Recording> m_recording;
    std::int64_t m_step = 0; ///< the step of the recording; 0: no step is whole
    std::shared_ptr<const RunComparison> m_comparison; ///< the comparison with the shown plan
    MemoryFormat m_format;
};

} // namespace highwater
