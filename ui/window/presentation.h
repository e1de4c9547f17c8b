// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/key_path.h"
#include "ui/base/memory_format.h"
#include "ui/panel/pinned_slider.h"

#include <QWidget>

#include <array>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace highwater {

class ContextChartView;
class Document;
class FigureView;
class VerdictSign;

/// The plan for a hall: its name, verdict, chart and five sliders alone, in letters that are read
/// from afar. It shows the window's document and asks the window for edits.
class Presentation : public QWidget
{
    Q_OBJECT

public:
    Presentation(const Document& document, QWidget* window);

    /// Shows the figure in `view` in place of the plan's chart, and follows it. A figure that is
    /// not `ofPlan` has numbers of its own source: the plan's verdict and sliders are left out.
    void follow(const FigureView& view, bool ofPlan);
    /// Shows the document's plan and results.
    void showResults(const MemoryFormat& format);

signals:
    /// As of the sliders of the panel: `finished` is false while a drag goes on.
    void edited(highwater::KeyPath key, double value, bool finished);
    void contextDragged(qint64 tokens, bool finished);
    void bandsChosen(const std::array<bool, highwater::groupCount>& shown);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Column
    {
        KeyPath key;
        SliderSpec spec;
        QLabel *name, *value;
        MarkSlider* slider;
    };
    void addColumn(QHBoxLayout& row, KeyPath key);
    void applySpecs();
    void showFigure();
    void setSizes();
    void placeHint();
    void giveColours();

    const Document& m_document;
    QWidget* m_band; ///< under the sliders
    QLabel *m_title, *m_verdict;
    VerdictSign* m_sign;
    ContextChartView* m_chart;
    FigureView* m_figure = nullptr; ///< in place of the chart
    const FigureView* m_source = nullptr; ///< the view of the window that m_figure follows
    bool m_ofPlan = true; ///< whether the figure is the plan's
    QLabel* m_hint; ///< the keys, for a moment
    std::vector<Column> m_columns;
    bool m_serves = false;
};

} // namespace highwater
