// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/expert_layers.h"

#include <algorithm>

namespace highwater {

bool placeExpertLayers(Shape& shape, const std::vector<bool>& sparse)
{
    const auto first = std::ranges::find(sparse, true);
    const auto second = first == sparse.end() ? first : std::find(first + 1, sparse.end(), true);
    const std::int64_t from = first - sparse.begin();
    // Without a second one the step goes past the end.
    shape.moeEvery = std::max<std::int64_t>(1, second - first);
    shape.moeOffset = from % shape.moeEvery;
    for (const std::int64_t dense : {std::int64_t{0}, from}) {
        shape.denseFirst = dense;
        bool same = true;
        for (std::int64_t i = 0; i < shape.layers && same; ++i)
            same = shape.isMoe(i) == sparse[static_cast<std::size_t>(i)];
        if (same)
            return true;
    }
    shape.moeEvery = 1;
    shape.moeOffset = 0;
    shape.denseFirst = shape.layers - std::ranges::count(sparse, true);
    return false;
}

bool setExpertLayers(CustomModel& model, const std::vector<bool>& sparse)
{
    Shape shape;
    shape.layers = std::ssize(sparse);
    shape.experts = 1;
    if (std::ranges::find(sparse, true) == sparse.end() || !placeExpertLayers(shape, sparse))
        return false;
    model.firstKDense = shape.denseFirst;
    model.moeEvery = shape.moeEvery;
    model.moeOffset = shape.moeOffset;
    return true;
}

} // namespace highwater
