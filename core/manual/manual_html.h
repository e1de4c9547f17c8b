// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// A file of the written manual; the path has '/' between folders.
struct WrittenPage
{
    std::string path, text;
};

/// The manual as pages for a browser, in every language, with contents, search, and the pictures in
/// the reader's light or dark colours. They need no server and nothing from elsewhere.
std::vector<WrittenPage> manualHtml();

/// Text for an element or an attribute of HTML.
std::string htmlText(std::string_view text);

} // namespace highwater
