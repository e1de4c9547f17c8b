// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace highwater {

struct Point
{
    double x = 0, y = 0;
    bool operator==(const Point&) const = default;
};
using Points = std::vector<Point>;

struct Rect
{
    double left = 0, top = 0, width = 0, height = 0;
    double right() const { return left + width; }
    double bottom() const { return top + height; }
    Point centre() const { return {left + width / 2, top + height / 2}; }
    Rect grown(double by) const { return {left - by, top - by, width + 2 * by, height + 2 * by}; }
    bool contains(Point at) const
    {
        return at.x >= left && at.x <= right() && at.y >= top && at.y <= bottom();
    }
    bool contains(const Rect& other) const
    {
        return contains(Point{other.left, other.top})
            && contains(Point{other.right(), other.bottom()});
    }
    /// Whether the two rectangles share more than an edge.
    bool meets(const Rect& other) const
    {
        return left < other.right() && other.left < right() && top < other.bottom()
            && other.top < bottom();
    }
    bool isEmpty() const { return width <= 0 || height <= 0; }
    bool operator==(const Rect&) const = default;
};

/// The smallest rectangle with both in it; an empty one adds nothing.
Rect united(const Rect& left, const Rect& right);

struct Colour
{
    std::uint32_t rgb = 0; ///< 0xRRGGBB
    double opacity = 1;
    bool operator==(const Colour&) const = default;
};

struct Stroke
{
    Colour colour;
    double width = 1;
    std::vector<double> dash; ///< lengths of marks and gaps; none for a solid line
    bool operator==(const Stroke&) const = default;
};

/// Straight lines through points: polygons where they are closed.
struct Path
{
    std::vector<Points> parts;
    bool closed = false;
    std::optional<Colour> fill;
    std::optional<Stroke> stroke;
    /// Areas that these lines hatch with 45° diagonals, for a painter that can fill with a pattern
    /// instead.
    std::vector<Points> hatched = {};
    double apart = 0; ///< of the diagonals, along x; one of them goes through the scene's origin
    bool operator==(const Path&) const = default;
};

struct Box
{
    Rect rect;
    double radius = 0; ///< of its corners
    std::optional<Colour> fill;
    std::optional<Stroke> stroke;
    bool operator==(const Box&) const = default;
};

struct Circle
{
    Point centre;
    double radius = 0;
    std::optional<Colour> fill;
    std::optional<Stroke> stroke;
    bool operator==(const Circle&) const = default;
};

enum class Anchor { Start, Middle, End };

/// One line of text.
struct Writing
{
    std::string text;
    Point at; ///< on the baseline: the start, middle or end of the text
    Anchor anchor = Anchor::Start;
    double size = 0; ///< of the font in pixels
    bool bold = false;
    Colour colour;
    double rotation = 0; ///< degrees clockwise around `at`
    double width = 0; ///< as it was measured
    bool operator==(const Writing&) const = default;

    /// The text's area, from the tops of its capitals to the ends of its descenders.
    Rect bounds() const;
};

/// The role of an item on a slide, which has its own title and its own chart: the chart draws the
/// grid, its labels, bands, curves and the limit line.
enum class Role { Shape, Chart, Title };

struct Item
{
    std::string id; ///< empty, or unlike every other in the scene
    std::variant<Path, Box, Circle, Writing> shape;
    Role role = Role::Shape;
    bool operator==(const Item&) const = default;

    /// The area that the item may paint: with its outline, and letters that reach beyond the bounds
    /// of a text.
    Rect area() const;
};

/// A figure laid out as shapes and texts. Every picture of the figure is drawn from this value, the
/// first item first.
struct Scene
{
    double width = 0, height = 0;
    std::optional<Colour> background;
    std::string title, description; ///< for readers who cannot see the picture
    std::string language; ///< "en", "zh_CN"; empty where nobody chose one
    std::vector<Item> items;
    std::vector<Rect> plots; ///< of each panel
    std::vector<Rect> chips; ///< the markers' names under the axis
    bool operator==(const Scene&) const = default;
};

/// The area in which two scenes of one size and background look different; empty where they look
/// the same.
Rect changedArea(const Scene& before, const Scene& after);

} // namespace highwater
