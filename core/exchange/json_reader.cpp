// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/json_reader.h"

#include "core/exchange/json_text.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <set>

namespace highwater {
namespace {

/// Builds a value from the parser's events.
class TreeReader : public nlohmann::json_sax<nlohmann::json>
{
public:
    explicit TreeReader(std::string_view text)
        : m_text(text)
    { }

    Result<Json> read()
    {
        if (Problems problems = m_text.parse(*this); !problems.empty())
            return problems;
        if (!m_problems.empty())
            return std::move(m_problems);
        return std::move(m_root);
    }

    bool null() override { return put(nullptr); }
    bool boolean(bool flag) override { return put(flag); }
    bool number_integer(std::int64_t number) override { return put(number); }
    bool number_unsigned(std::uint64_t number) override
    {
        if (number > static_cast<std::uint64_t>(INT64_MAX))
            return put(static_cast<double>(number));
        return put(static_cast<std::int64_t>(number));
    }
    bool number_float(double number, const std::string&) override { return put(number); }
    bool string(std::string& text) override { return put(std::move(text)); }
    bool binary(nlohmann::json::binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(std::string& name) override
    {
        if (!m_open.back().keys.insert(name).second) {
            m_problems.push_back({excerpt(name),
                                  {},
                                  {HW_TR("core", "is written twice")},
                                  m_text.place(m_text.reached())});
            return false;
        }
        m_open.back().key = std::move(name);
        return true;
    }
    bool parse_error(std::size_t, const std::string&,
                     const nlohmann::detail::exception& error) override
    {
        m_problems.push_back(m_text.notJson(error));
        return false;
    }

private:
    struct Level
    {
        Json value;
        std::string key; ///< of the object's next value
        std::set<std::string> keys; ///< of the object so far
    };

    bool open(Json value)
    {
        if (m_open.size() == JsonText::deepest) {
            m_problems.push_back(m_text.tooDeep());
            return false;
        }
        m_open.push_back({std::move(value), {}, {}});
        return true;
    }
    bool close()
    {
        Json value = std::move(m_open.back().value);
        m_open.pop_back();
        return put(std::move(value));
    }
    bool put(Json value)
    {
        if (m_open.empty())
            m_root = std::move(value);
        else if (m_open.back().value.isObject())
            m_open.back().value.add(std::move(m_open.back().key), std::move(value));
        else
            m_open.back().value.append(std::move(value));
        return true;
    }

    JsonText m_text;
    std::vector<Level> m_open;
    Json m_root;
    Problems m_problems;
};

} // namespace

Result<Json> readJson(std::string_view text)
{
    if (text.size() > mostConfigBytes)
        return Problem{{},
                       {},
                       {HW_TR("core", "larger than a configuration can be, %1 bytes"),
                        {grouped(mostConfigBytes)}}};
    return TreeReader(text).read();
}

} // namespace highwater
