// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"
#include "core/figure/figure.h"
#include "ui/base/memory_format.h"

#include <QColor>
#include <QCoreApplication>
#include <QPointF>
#include <QString>

#include <optional>

namespace highwater {

/// A sample of a figure: a computed point, not an interpolated one.
struct Sample
{
    std::size_t panel = 0, index = 0;
    bool operator==(const Sample&) const = default;
};

/// The sample of the panel under the pointer that is nearest to it along the x axis; of horizontal
/// bars, the one in whose row the pointer is.
std::optional<Sample> sampleAt(const Figure& figure, const Scene& scene, QPointF at);
/// A line from one edge of the plot to the other, through the sample.
Rect lineOf(const Figure& figure, const Scene& scene, const Sample& sample);

/// The group whose band is at this place.
std::optional<Group> bandAt(const Figure& figure, const Scene& scene, QPointF at);

/// A table of names and amounts as rich text, for a tooltip.
class ReadoutText
{
public:
    explicit ReadoutText(const QString& head);
    void add(const QString& name, const QString& amount, const QColor& ink = {});
    void addStrong(const QString& name, const QString& amount);
    void addRemark(const QString& remark);
    QString text() const;

private:
    QString m_head, m_rows;
};

/// The numbers of the figure at a sample.
class FigureReadout
{
    Q_DECLARE_TR_FUNCTIONS(highwater::FigureReadout)

public:
    struct Look
    {
        bool allShown = true; ///< else the free part is left out
        bool counted = true; ///< else bytes have one decimal and "≈": between replays
    };
    static QString text(const Figure& figure, const Sample& sample, const MemoryFormat& format,
                        Look look);
    static QString text(const Figure& figure, const Sample& sample, const MemoryFormat& format)
    {
        return text(figure, sample, format, Look());
    }
};

} // namespace highwater
