// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/context_view.h"

#include <QString>

#include <vector>

namespace highwater {

/// A text on the chart, and its place. Spaces that do not break a line count as spaces.
struct WrittenText
{
    QString text;
    QRectF rect;
};

/// Every text of the chart and of the readout over it, in the order of their painting.
inline std::vector<WrittenText> writtenTexts(const ContextChartView& view)
{
    std::vector<WrittenText> texts;
    for (const Scene& scene : {view.scene(), view.overlay()})
        for (const Item& item : scene.items)
            if (const auto* writing = std::get_if<Writing>(&item.shape)) {
                const Rect at = writing->bounds();
                texts.push_back({QString::fromStdString(writing->text).replace(QChar(0x00A0), u' '),
                                 QRectF(at.left, at.top, at.width, at.height)});
            }
    return texts;
}

} // namespace highwater
