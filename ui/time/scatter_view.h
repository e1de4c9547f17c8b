// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/dots.h"
#include "ui/figures/figure_view.h"

#include <QKeyEvent>

#include <functional>

namespace highwater {

/// A figure of dots, of which a person clicks one.
class ScatterView : public FigureView
{
public:
    using Chosen = std::function<void(std::size_t dot)>;

    ScatterView(Chosen chosen, QWidget* parent)
        : FigureView(parent)
        , m_chosen(std::move(chosen))
    { }

protected:
    void click(QPointF at) override
    {
        if (const auto dot = dotUnder(at))
            m_chosen(*dot);
    }
    void hover(const std::optional<QPointF>& at) override
    {
        setCursor(at && dotUnder(*at) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    }
    void zoomBy(double, double) override { }
    void moveAxis(double) override { }
    /// The table below has the same layouts for the keyboard.
    void keyPressEvent(QKeyEvent* event) override { event->ignore(); }

private:
    std::optional<std::size_t> dotUnder(QPointF at) const
    {
        constexpr double reach = 9;
        return isStale() || figure().panels.empty()
            ? std::nullopt
            : dotAt(figure(), scene(), {at.x(), at.y()}, reach);
    }

    Chosen m_chosen;
};

} // namespace highwater
