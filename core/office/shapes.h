// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/office/drawing_ml.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace highwater {

/// A whole part of a presentation: its root element with the namespaces and attributes.
std::string presentationPart(std::string_view root, std::string_view content,
                             std::string_view attributes = {});

/// The shapes of one slide, master or notes page, from back to front.
class Shapes
{
public:
    /// A placeholder: `kind` are the attributes of p:ph, `properties` and `body` the content of
    /// p:spPr and p:txBody (no text where empty).
    void addPlaceholder(std::string_view name, std::string_view kind, std::string_view properties,
                        std::string_view body);
    /// Adds one line from the top of a box, which may be longer than the box, turned by some
    /// degrees.
    void addLabel(std::string_view name, const SlideBox& box, std::string_view line,
                  double degrees = 0);
    /// Any shape without text: `geometry` is an a:prstGeom or a:custGeom, `look` a fill and an
    /// outline, `transform` the attributes of a:xfrm.
    void addShape(std::string_view name, const SlideBox& box, std::string_view geometry,
                  std::string_view look, std::string_view transform = {});
    /// A chart by its relationship's id; a screen reader reads `description` out.
    void addChart(std::string_view name, std::string_view description, const SlideBox& box,
                  const std::string& relationship);
    /// An a:tbl.
    void addTable(std::string_view name, std::string_view description, const SlideBox& box,
                  std::string_view table);

    /// All shapes added from here on move and grow as one, until endGroup().
    void beginGroup(std::string_view name);
    void endGroup();

    /// All shapes as the p:cSld of a part, which may have a name.
    std::string slideData(std::string_view background = {}, std::string_view name = {}) const;

private:
    void addFrame(std::string_view name, std::string_view description, const SlideBox& box,
                  std::string_view locks, const std::string& graphicData);
    void reach(const SlideBox& box);
    std::string named(std::string_view name, std::string_view description = {});

    std::size_t m_lastId = 1; ///< 1 is the id of the whole tree
    std::string m_shapes;

    std::string m_beforeGroup, m_groupName; ///< while a group is open
    SlideBox m_group; ///< the bounds of its shapes so far
};

/// <p:clrMapOvr> of a slide or layout that keeps the master's colours.
std::string mastersColours();

} // namespace highwater
