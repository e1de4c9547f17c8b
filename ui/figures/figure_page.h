// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"
#include "core/plan/plan.h"
#include "ui/base/memory_format.h"

#include <QWidget>

#include <string_view>
#include <vector>

class QComboBox;
class QLabel;

namespace highwater {

class FigureView;
class LegendRow;

/// The settings behind a figure: the lecture's own, or the plan at hand.
struct FigureBasis
{
    const char* name; ///< marked for translation in FigurePage
    const char* hint; ///< what can be done with it; marked as well
    std::string_view figure; ///< its name in core
};

/// A tab of figures: legend, choice of basis and scale, and the panels. It computes only what it
/// shows, and only when it is in front.
class FigurePage : public QWidget
{
    Q_OBJECT

public:
    FigurePage(const QString& objectName, std::vector<FigureBasis> bases, bool sharedScale,
               QWidget* parent = nullptr);

    /// With `idle`, without a replay of the allocator.
    void showPlan(const Plan& plan, const MemoryFormat& format,
                  const std::optional<IdleShares>& idle = {});
    /// The figure in view; empty before the first plan that has one.
    const Figure& figure() const { return m_figure; }
    /// Its name in core.
    std::string_view figureName() const { return basis().figure; }
    QString hint() const;
    void retranslate();

signals:
    void changed(); ///< another basis, scale or choice of bands: show the plan again
    void panelClicked(int index);

private:
    const FigureBasis& basis() const;

    std::vector<FigureBasis> m_bases;
    Figure m_figure;
    std::array<bool, groupCount> m_shown = everyGroup;
    LegendRow* m_legend;
    QLabel* m_basisLabel = nullptr;
    QComboBox* m_basis = nullptr; ///< none where there is one basis
    QLabel* m_scaleLabel = nullptr;
    QComboBox* m_scale = nullptr; ///< own scale of each panel, or one for all
    FigureView* m_view;
};

/// The window's tabs of figures.
FigurePage* zeroStagesPage(QWidget* parent);
FigurePage* gpusPage(QWidget* parent);
FigurePage* sizesPage(QWidget* parent);
FigurePage* recomputePage(QWidget* parent);

} // namespace highwater
