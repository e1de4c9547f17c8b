// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/layout.h"
#include "core/figure/figure_table.h"
#include "core/figure/figure_words.h"
#include "core/plan/result.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace highwater {

/// A figure with the choices for its slide, and for the slides of its tables after it.
struct Deck
{
    Figure figure;
    Palette palette = lightPalette();
    bool themeColours = false; ///< the bands follow the slide's theme instead
    std::string language = "en-US"; ///< the language of `words`
    Translator words = [](const Text& text) { return english(text); };
    double width = 40.0 / 3, height = 7.5; ///< of the slide, inches
    double points = 14; ///< size of all text but titles; text in tables is smaller, at least 12
    std::string title; ///< empty: the figure's
    bool showTitle = true, showLimit = true;
    bool bandLabels = true, legend = false; ///< as in SceneStyle
    std::vector<Text> notes; ///< for the speaker, a paragraph each
    std::vector<FigureTable> tables; ///< each on slides of its own, one after another
    std::vector<std::string> altTexts; ///< of each chart; where missing or empty: altText()
};

/// The figure's slide as a picture, in pixels of 96 to the inch. The slide has its title, charts
/// for its bands, curves, grid and limit line, and a shape for each of its other items.
Result<Scene> slideScene(const Deck& deck);

/// A PowerPoint file with a chart for each panel that can be edited there, its numbers in a
/// workbook within. Equal decks give equal bytes.
Result<std::string> pptx(const Deck& deck);

/// The same with the slides of several figures, one after another, in one file of this title. All
/// have the size and the palette of the first; each may have another language.
Result<std::string> pptx(std::span<const Deck> decks, const std::string& title);

} // namespace highwater
