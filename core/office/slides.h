// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/office/drawing_ml.h"
#include "core/office/pptx.h"
#include "core/office/shapes.h"

#include <string>
#include <vector>

namespace highwater {

/// Sizes and colours that all slides of a deck share. Lengths in points.
struct SlideLook
{
    SlideColours colours;
    std::string language;
    double width = 0, height = 0, margin = 0;
    double points = 14, smallPoints = 12;

    double inner() const { return width - 2 * margin; }
};

SlideLook slideLook(const Deck& deck);

/// Puts the title of a slide at its top, in at most two lines if possible, and returns the height
/// at which the title ends.
double addTitle(Shapes& shapes, std::string_view title, const SlideLook& look);

/// The slide of the figure: its charts and, over these, the shapes of the scene's other items, in
/// one group. The charts' relationships are rId2 and on: the layout is rId1.
struct FigureSlide
{
    std::string xml;
    std::vector<std::string> charts, workbooks; ///< one of each for every panel
};
Result<FigureSlide> figureSlide(const Deck& deck, const SlideLook& look);

/// As many slides as the table's rows need; bytes are in the unit of the deck's figure.
std::vector<std::string> tableSlides(const FigureTable& table, const Deck& deck,
                                     const SlideLook& look);

/// The speaker's notes.
std::string notesPage(const Deck& deck, const SlideLook& look);

// The parts that every presentation has, whatever is on its slides.

/// Colours and fonts; the six accents are the palette's bands, so that a chart in theme colours
/// looks the same as in the palette's colours until someone copies it into another deck.
std::string themePart(const Palette& palette, std::string_view language);
/// The relationships of both are in the order: layout (or master), theme.
std::string masterPart(const Deck& deck, const SlideLook& look);
std::string layoutPart();
std::string notesMasterPart(const Deck& deck);

/// The relationship of the master is rId1, those of the `slides` follow, and then that of the notes
/// master.
std::string presentationXml(const SlideLook& look, std::size_t slides, bool notes);
std::string presentationProperties();
std::string viewProperties();
std::string tableStyles();

std::string coreProperties(const std::string& title, const std::string& language);
std::string appProperties(std::size_t slides, std::size_t notes);

} // namespace highwater
