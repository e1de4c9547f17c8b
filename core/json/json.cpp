// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json.h"

#include <algorithm>

namespace highwater {

Json Json::object(std::initializer_list<Member> members)
{
    Json json;
    json.m_content = std::vector<Member>(members);
    return json;
}

Json Json::array(std::vector<Json> items)
{
    Json json;
    json.m_content = std::move(items);
    return json;
}

std::optional<double> Json::number() const
{
    if (const std::int64_t* value = whole())
        return static_cast<double>(*value);
    const double* real = std::get_if<double>(&m_content);
    return real ? std::optional(*real) : std::nullopt;
}

std::span<const Json> Json::items() const
{
    const auto* items = std::get_if<std::vector<Json>>(&m_content);
    return items ? std::span<const Json>(*items) : std::span<const Json>();
}

std::span<const Json::Member> Json::members() const
{
    const auto* members = std::get_if<std::vector<Member>>(&m_content);
    return members ? std::span<const Member>(*members) : std::span<const Member>();
}

const Json* Json::find(std::string_view key) const
{
    const auto all = members();
    const auto found = std::ranges::find(all, key, &Member::key);
    return found != all.end() ? &found->value : nullptr;
}

bool Json::contains(std::string_view key) const
{
    return find(key) != nullptr;
}

Json& Json::operator[](std::string_view key)
{
    if (isNull())
        m_content = std::vector<Member>();
    auto& members = std::get<std::vector<Member>>(m_content);
    const auto found = std::ranges::find(members, key, &Member::key);
    return found != members.end() ? found->value
                                  : members.emplace_back(Member{std::string(key), Json()}).value;
}

void Json::add(std::string key, Json value)
{
    std::get<std::vector<Member>>(m_content).push_back({std::move(key), std::move(value)});
}

void Json::append(Json item)
{
    if (isNull())
        m_content = std::vector<Json>();
    std::get<std::vector<Json>>(m_content).push_back(std::move(item));
}

Json jsonOf(const Value& value)
{
    return std::visit(
        [](const auto& plain) -> Json {
            using Plain = std::decay_t<decltype(plain)>;
            if constexpr (std::is_same_v<Plain, std::monostate>)
                return nullptr;
            else if constexpr (std::is_same_v<Plain, std::vector<std::string>>)
                return Json::list(plain);
            else
                return plain;
        },
        value);
}

} // namespace highwater
