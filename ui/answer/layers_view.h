// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/just_enough.h"
#include "ui/base/memory_format.h"
#include "ui/base/rested_work.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;

namespace highwater {

class CellKey;
class LayerStrip;

/// The savings of a plan's layers, for every place of the strip's handle.
struct LayersAnswer
{
    JustEnough enough;
    std::vector<SavingPoint> front; ///< with the answer among them
    int chosen = 0; ///< the answer's place in it
    Bytes kept = 0; ///< the total with everything kept
    /// The plan without a replay of the allocator, for numbers that follow the hand.
    std::shared_ptr<const Resolved> quick;
    Judgement present;
};

/// Which layers are kept, recomputed and offloaded so that the plan fits at the least time, and
/// what each other choice would need. A person moves the handle and takes a choice with Enter.
class LayersView : public QWidget
{
    Q_OBJECT

public:
    explicit LayersView(QWidget* parent = nullptr);

    /// Shows the savings of a plan. While `moves`, a control is dragged and the last ones stay.
    void show(const Plan& plan, bool moves);
    using QWidget::show;
    void setFormat(const MemoryFormat& format);
    QString note() const; ///< a remark for the line below

signals:
    void applyRequested(const std::vector<highwater::Change>& changes);
    /// The plan under a handle that a person moves; null: none any more.
    void previewChanged(const highwater::SavedPlan* saved);
    void noteChanged();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct PointRequest
    {
        Plan plan;
        LayerSaving saving;
        bool operator==(const PointRequest&) const = default;
    };

    static void study(QPromise<LayersAnswer>& promise, const Plan& plan);
    static void countPoint(QPromise<std::optional<SavedPlan>>& promise,
                           const PointRequest& request);
    void ask();
    void showAnswer();
    void choosePoint(int point);
    void showPoint(bool exact);
    void preview(bool shown);
    void take();
    void retranslate();
    QString sentence() const;

    QLabel* m_title;
    QLabel* m_summary;
    std::array<CellKey*, 3> m_cells; ///< offloaded, recomputed or in part, kept
    std::array<QLabel*, 3> m_keys; ///< their counts
    QPushButton* m_take;
    LayerStrip* m_strip;
    MemoryFormat m_format;
    std::optional<Plan> m_plan;
    std::optional<LayersAnswer> m_answer;
    std::optional<SavedPlan> m_saved; ///< at the handle
    bool m_previews = false;
    RestedWork<Plan, LayersAnswer> m_study;
    RestedWork<PointRequest, std::optional<SavedPlan>> m_point;
};

} // namespace highwater
