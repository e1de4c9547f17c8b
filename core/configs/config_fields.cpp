// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/config_fields.h"

#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <cmath>

namespace highwater {
std::optional<std::int64_t> wholeNumber(const Json& value)
{
    if (const std::int64_t* whole = value.whole())
        return *whole;
    constexpr double most = 9e15; // up to here every whole number is a double
    const std::optional<double> real = value.number();
    if (real && std::abs(*real) < most && *real == std::floor(*real))
        return static_cast<std::int64_t>(*real);
    return std::nullopt;
}

std::string shownJson(const Json& value)
{
    if (value.isObject())
        return "{…}";
    if (value.isArray())
        return "[…]";
    return excerpt(value.onOneLine());
}

std::string fieldPath(std::string_view path, std::string_view field)
{
    return (path.empty() ? std::string() : std::string(path) + ".") + std::string(field);
}

std::string ConfigFields::nameOf(std::string_view field) const
{
    return fieldPath(m_path, field);
}

std::optional<ConfigFields::Found> ConfigFields::lookUp(FieldNames names) const
{
    std::optional<Found> first;
    for (const std::string_view name : names)
        if (const Json* value = m_object->find(name); value && !value->isNull()) {
            m_log->read.insert(value);
            if (!first)
                first = Found{name, value};
        }
    return first;
}

const Json* ConfigFields::find(FieldNames names) const
{
    const auto found = lookUp(names);
    return found ? found->value : nullptr;
}

void ConfigFields::wrong(const Found& found, Text allowed) const
{
    m_log->problems.push_back({nameOf(found.name), shownJson(*found.value), std::move(allowed)});
}

std::optional<std::int64_t> ConfigFields::wholeAt(const Found& found, const Json& value,
                                                  std::int64_t least, std::int64_t most) const
{
    const auto number = wholeNumber(value);
    if (number && *number >= least && *number <= most)
        return number;
    wrong(found,
          {HW_TR("core", "must be a whole number from %1 to %2"), {grouped(least), grouped(most)}});
    return std::nullopt;
}

std::optional<std::int64_t> ConfigFields::whole(FieldNames names, std::int64_t least,
                                                std::int64_t most) const
{
    const auto found = lookUp(names);
    return found ? wholeAt(*found, *found->value, least, most) : std::nullopt;
}

std::optional<std::int64_t> ConfigFields::wholeOrFirst(FieldNames names, std::int64_t least,
                                                       std::int64_t most) const
{
    const auto found = lookUp(names);
    if (!found)
        return std::nullopt;
    const auto items = found->value->items();
    return wholeAt(*found, items.empty() ? *found->value : items.front(), least, most);
}

bool ConfigFields::flagOr(std::string_view name, bool absent) const
{
    const auto found = lookUp({name});
    if (!found)
        return absent;
    if (const bool* flag = found->value->flag())
        return *flag;
    wrong(*found, {HW_TR("core", "must be true or false")});
    return absent;
}

std::optional<std::string> ConfigFields::text(FieldNames names) const
{
    const auto found = lookUp(names);
    if (!found)
        return std::nullopt;
    if (const std::string* text = found->value->text())
        return *text;
    wrong(*found, {HW_TR("core", "must be a text")});
    return std::nullopt;
}

std::optional<ConfigFields> ConfigFields::part(std::string_view name) const
{
    const Json* const value = find({name});
    if (!value || !value->isObject())
        return std::nullopt;
    return ConfigFields(*value, nameOf(name), *m_log);
}

std::vector<std::int64_t> ConfigFields::wholes(std::string_view name) const
{
    const auto found = lookUp({name});
    if (!found)
        return {};
    std::vector<std::int64_t> numbers;
    bool right = found->value->isArray();
    for (const Json& item : found->value->items()) {
        const auto number = wholeNumber(item);
        right = right && number;
        numbers.push_back(number.value_or(0));
    }
    if (!right)
        wrong(*found, {HW_TR("core", "must be a list of whole numbers")});
    return right ? numbers : std::vector<std::int64_t>();
}

} // namespace highwater
