// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/measured/recipe_runs.h"

#include <string>
#include <vector>

namespace highwater {

struct PublishedCheck
{
    std::string name, source;
    double published = 0, predicted = 0;
    bool atMost = false; ///< the published number is a bound

    double error() const { return predicted / published - 1; }
};

/// All published runs and lengths with their predictions.
struct PublishedSpeeds
{
    std::vector<PublishedCheck> runs; ///< TFLOPS of one GPU, by the paper's way of counting
    double median = 0, worst = 0; ///< of the error's size
    std::vector<PublishedCheck> lengths; ///< GPU-hours
    std::vector<CheckedRecipe> recipes;
    std::vector<RecipeGroup> groups; ///< of the recipes
};

PublishedSpeeds checkedSpeeds(const Catalog& catalog);

} // namespace highwater
