// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace highwater {

/// The first line of every document.
inline constexpr std::string_view xmlHead
    = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

/// Text as the content of an element or the value of an attribute: on one line, without what
/// XML 1.0 does not allow, its markup characters escaped.
std::string xmlText(std::string_view text);

/// The same for text that keeps its line ends and has no other control characters; marks that turn
/// the direction become "?".
std::string xmlLines(std::string_view text);

struct XmlAttribute
{
    std::string_view name;
    std::string value; ///< plain text
};

/// <name attribute="value">content</name>, or <name/> where there is no content. The content is
/// markup: elements, or xmlText().
std::string xmlElement(std::string_view name, std::initializer_list<XmlAttribute> attributes = {},
                       std::string_view content = {});

} // namespace highwater
