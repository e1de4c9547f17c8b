// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/office/slides.h"

#include <string>

namespace highwater {

/// The parts that every presentation has, whatever is on its slides.

/// Colours and fonts; the six accents are the palette's bands, so that a chart in theme colours
/// looks the same as in the palette's colours until someone copies it into another deck.
std::string themePart(const Palette& palette);
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
