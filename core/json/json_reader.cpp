// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_reader.h"

#include "core/json/json_text.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <set>

namespace highwater {
namespace {

/// Builds a value from the parts of a text.
class TreeReader : public JsonHandler
{
public:
    explicit TreeReader(std::string_view text)
        : m_text(text)
    { }

    Result<Json> read()
    {
        m_text.parse(*this);
        if (!m_problems.empty())
            return std::move(m_problems);
        return std::move(m_root);
    }

    bool null() override { return put(nullptr); }
    bool flag(bool value) override { return put(value); }
    bool whole(std::int64_t number) override { return put(number); }
    bool real(double number) override { return put(number); }
    bool text(std::string& value) override { return put(std::move(value)); }
    bool startObject() override { return open(Json::object()); }
    bool startArray() override { return open(Json::array()); }
    bool endObject() override { return close(); }
    bool endArray() override { return close(); }
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
    void wrong(const JsonError& error) override { m_problems.push_back(m_text.notJson(error)); }

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
