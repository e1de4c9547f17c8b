// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/exporters.h"

#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace highwater {
namespace {

/// Whether a text without quotes is still read as a text. YAML 1.1 reads "no", "on" and "1e3" as
/// other types.
bool isPlainWord(const std::string& text)
{
    constexpr std::array others{"yes", "no", "on", "off", "true", "false", "null", "y", "n"};
    const bool letters = std::ranges::all_of(text, [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'
            || letter == '/' || letter == '.' || letter == '-';
    });
    return !text.empty() && letters && std::isalpha(static_cast<unsigned char>(text.front())) != 0
        && std::ranges::find(others, lowered(text)) == others.end();
}

/// A real number that YAML 1.1 reads as a number: it needs a point before an exponent.
std::string realText(double number)
{
    std::string text = shortest(number);
    const std::size_t exponent = text.find('e');
    if (text.find('.') == std::string::npos)
        text.insert(std::min(exponent, text.size()), ".0");
    return text;
}

std::string scalarText(const Json& value)
{
    if (value.text())
        return isPlainWord(*value.text()) ? *value.text() : value.onOneLine();
    if (value.number() && !value.whole())
        return realText(*value.number());
    return value.onOneLine();
}

void write(const Json& object, const std::string& indent, std::string& text);

void writeItem(const Json& item, const std::string& indent, std::string& text)
{
    if (!item.isObject()) {
        text += indent + "- " + scalarText(item) + "\n";
        return;
    }
    std::string lines;
    write(item, indent + "  ", lines);
    lines.replace(indent.size(), 1, "-");
    text += lines;
}

void write(const Json& object, const std::string& indent, std::string& text)
{
    for (const Json::Member& member : object.members()) {
        text += indent + member.key + ":";
        if (member.value.isObject() && !member.value.members().empty()) {
            text += "\n";
            write(member.value, indent + "  ", text);
        } else if (member.value.isArray() && !member.value.items().empty()) {
            text += "\n";
            for (const Json& item : member.value.items())
                writeItem(item, indent, text);
        } else {
            text += " " + scalarText(member.value) + "\n";
        }
    }
}

} // namespace

std::string yamlOf(const Json& root)
{
    std::string text;
    write(root, {}, text);
    return text;
}

} // namespace highwater
