// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

#include <string>
#include <vector>

namespace highwater {

/// The published and the predicted speed of a run whose script is public, in tokens a second and
/// GPU.
struct CheckedRecipe
{
    std::string group;
    std::string name, source;
    double published = 0, predicted = 0;

    double error() const { return predicted / published - 1; }
};

/// Runs that are summed up together.
struct RecipeGroup
{
    std::string name;
    std::size_t rows = 0;
    double median = 0, p90 = 0; ///< of the error's size
    double bias = 0; ///< the median of the error with its sign
};

std::vector<CheckedRecipe> checkedRecipes(const Catalog& catalog);
std::vector<RecipeGroup> recipeGroups(const std::vector<CheckedRecipe>& recipes);

} // namespace highwater
