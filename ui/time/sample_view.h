// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/figure_view.h"

#include <functional>

namespace highwater {

/// Reports the sample that a person clicks, even while a part of the axis is shown.
class SampleView : public FigureView
{
public:
    using Taken = std::function<void(const Panel& panel, std::size_t index)>;

    SampleView(Taken taken, QWidget* parent)
        : FigureView(parent)
        , m_taken(std::move(taken))
    { }

protected:
    void click(QPointF at) override
    {
        if (const auto sample = sampleAt(figure(), scene(), at))
            m_taken(figure().panels[sample->panel], sample->index);
    }

private:
    Taken m_taken;
};

} // namespace highwater
