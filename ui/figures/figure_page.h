// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figures.h"
#include "core/plan/plan.h"
#include "ui/base/memory_format.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace highwater {

class FigureView;
template <class Request, class Answer> class RestedWork;
class LegendRow;

/// The settings of a figure: the lecture's own, or the open plan.
struct FigureBasis
{
    const char* name; ///< marked for translation in FigurePage
    const char* hint; ///< the possible actions on it; marked as well
    std::string_view figure; ///< its name in core
    const char* ofOthers = nullptr; ///< the source of the figure, where this is not the plan;
                                    ///< marked
};

/// All values from which a figure is made.
struct FigureRequest
{
    std::string_view name;
    Plan plan;
    FigureChoice choice;
    bool operator==(const FigureRequest&) const = default;
};

struct MadeFigure
{
    FigureRequest of;
    Result<Figure> figure;
};

/// A tab of figures: legend, choice of basis and scale, and the panels. It computes only the figure
/// that it shows, and only while it is in front.
class FigurePage : public QWidget
{
    Q_OBJECT

public:
    FigurePage(const QString& objectName, std::vector<FigureBasis> bases, bool sharedScale,
               QWidget* parent = nullptr);
    ~FigurePage() override;

    /// With `idle`, without a replay of the allocator.
    void showPlan(const Plan& plan, const MemoryFormat& format,
                  const std::optional<IdleShares>& idle = {});
    /// A sentence in place of a figure.
    void showSentence(const QString& sentence);
    /// Faded, because the shown plan is an earlier one.
    void setStale(bool stale);
    /// Whether the figure in view is computed from the plan.
    bool followsPlan() const { return !basis().ofOthers; }
    /// The figure in view; empty before the first plan that has one.
    const Figure& figure() const { return m_figure; }
    /// The figure's name in core.
    std::string_view figureName() const { return basis().figure; }
    QString hint() const;
    void retranslate();
    FigureView* view() const { return m_view; }
    const LegendRow& legend() const { return *m_legend; }

signals:
    void changed(); ///< another basis, scale or choice of bands: show the plan again
    void panelClicked(int index);

protected:
    void changeEvent(QEvent* event) override;

private:
    void addChoices(bool sharedScale);
    void buildOwner();
    const FigureBasis& basis() const;
    void choose(std::size_t basis);
    void nameOwner();
    void askForReplay();
    void showMade();

    QString m_name;
    std::vector<FigureBasis> m_bases;
    std::size_t m_chosen = 0; ///< the chosen basis
    std::optional<Plan> m_plan; ///< the last plan of showPlan()
    bool m_movedInVain = false; ///< the plan was changed, but the figure is not computed from it
    std::optional<MadeFigure> m_made; ///< with all bands, so that the same one is not made again
    Figure m_figure;
    std::array<bool, groupCount> m_shown = everyGroup;
    LegendRow* m_legend;
    QLabel* m_basisLabel = nullptr;
    QComboBox* m_basis = nullptr; ///< null where there is one basis only
    QLabel* m_scaleLabel = nullptr;
    QComboBox* m_scale = nullptr; ///< own scale of each panel, or one for all
    QWidget* m_owner; ///< names the source of the figure where this is not the plan
    QLabel* m_ownerName;
    QPushButton* m_showPlan;
    FigureView* m_view;
    std::unique_ptr<RestedWork<FigureRequest, Result<Figure>>> m_replay;
};

/// The window's tabs of figures.
FigurePage* zeroStagesPage(QWidget* parent);
FigurePage* gpusPage(QWidget* parent);
FigurePage* sizesPage(QWidget* parent);
FigurePage* recomputePage(QWidget* parent);

} // namespace highwater
