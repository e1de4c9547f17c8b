// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/xml.h"

#include "core/plan/text.h"
#include "core/plan/utf8.h"

namespace highwater {

std::string xmlText(std::string_view text)
{
    return xmlLines(printable(text));
}

std::string xmlLines(std::string_view text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        if (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF")) {
            result += '?'; // U+FFFE and U+FFFF are not characters
            i += 2;
            continue;
        }
        if (const std::size_t mark = directionMarkLength(rest); mark > 0) {
            result += '?';
            i += mark - 1;
            continue;
        }
        switch (text[i]) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        default:
            result += text[i];
        }
    }
    return result;
}

std::string xmlElement(std::string_view name, std::initializer_list<XmlAttribute> attributes,
                       std::string_view content)
{
    std::string result = "<";
    result += name;
    for (const XmlAttribute& attribute : attributes) {
        result += ' ';
        result += attribute.name;
        result += "=\"" + xmlText(attribute.value) + '"';
    }
    if (content.empty())
        return result + "/>";
    result += '>';
    result += content;
    result += "</";
    result += name;
    return result + '>';
}

} // namespace highwater
