// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/answer/ledger_model.h"

#include <QSet>
#include <QWidget>

#include <array>
#include <optional>
#include <vector>

class QAction;
class QStackedWidget;
class QToolButton;

namespace highwater {

class FigureTableView;
class LayersView;
class LedgerTree;
class TableNote;

/// The ledger as a table that expands, with one line of remarks below. For a pipeline it shows the
/// most loaded stage, or the stage that a person chose in the table of stages.
class LedgerView : public QWidget
{
    Q_OBJECT

public:
    explicit LedgerView(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const Estimate& estimate);
    /// No plan of the open file has had an estimate.
    void showNothing();
    /// Faint: the present plan has no estimate and the table shows the last one.
    void setStale(bool stale);
    void setFormat(const MemoryFormat& format);
    /// A remark that replaces the view's own remarks on moments and on groups that are not counted.
    void setNote(const QString& note);
    /// For narrow windows: without the raw bytes.
    void setSmall(bool isSmall);

    enum class Page {
        Ledger,
        Stages, ///< the table of a pipeline's stages
        Layers ///< which layers are kept, recomputed and offloaded
    };
    void showPage(Page page);
    LayersView& layers() const { return *m_layerPage; }
    /// Shows the ledger of this stage; null: of the most loaded one.
    void pickStage(std::optional<std::int64_t> stage);

    /// Expands the group's rows and goes to the first of them; null: no row is chosen.
    void revealGroup(std::optional<Group> group);

    void copyAsText() const;
    void copyAsCsv() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// The current row belongs to this group; null: it is the total, or there is no current row.
    void groupChosen(std::optional<highwater::Group> group);

protected:
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void connectActions();
    void retranslate();
    void showAnswer();
    void showChoices(bool stages, bool layers);
    void proposeSteps();
    void showColumns();
    void fitSteps();
    void showNote();
    bool showsGrey() const;
    QString remarks() const;
    QString stageSentence() const;
    void setFonts();
    void setWidths();
    void fitContents();
    void fitNames();
    void remember();
    void restore();

    LedgerModel* m_model;
    LedgerTree* m_tree;
    FigureTableView* m_stages;
    LayersView* m_layerPage;
    QStackedWidget* m_tables;
    TableNote* m_note;
    QToolButton* m_ledgerButton;
    QToolButton* m_stagesButton;
    QToolButton* m_layersButton;
    QAction* m_copyText;
    QAction* m_copyCsv;
    QAction* m_unfoldAll;
    QAction* m_foldAll;
    QAction* m_steps; ///< whether the columns of steps and shapes are there
    bool m_isLecture = false;
    bool m_stepsByHand = false; ///< a person said so, else the plan's method does
    QString m_givenNote;
    std::vector<Group> m_notCounted;
    std::vector<KeyPath> m_ignored;
    std::optional<Moment> m_peak;
    Totals m_totals; ///< of the shown stage
    bool m_fits = false; ///< the plan does
    Bytes m_host = 0, m_disk = 0; ///< of a node
    std::vector<Text> m_layers; ///< the activations that one layer keeps, part by part
    std::optional<Estimate> m_pipeline; ///< the estimate of a plan with a pipeline
    std::optional<std::int64_t> m_stage; ///< a person's choice
    QSet<int> m_unfolded; ///< expanded groups, also some without a row in the present answer
    QString m_current;
    int m_scrolled = 0;
    bool m_small = false;
    std::array<int, LedgerModel::columns> m_widths{}; ///< of columns with usual numbers
};

} // namespace highwater
