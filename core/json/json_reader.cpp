// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_reader.h"

#include "core/json/json_text.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
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
    void wrong(const JsonError& error) override
    {
        if (error.tooLarge.empty())
            m_problems.push_back(m_text.notJson(error));
        else
            m_problems.push_back({m_open.empty() ? std::string() : excerpt(m_open.back().key),
                                  excerpt(error.tooLarge),
                                  {HW_TR("core", "must be a number of at most %1"), {"1e308"}},
                                  m_text.place(m_text.afterNumber())});
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

/// The text with null in place of NaN, Infinity and -Infinity, which Python's json module writes
/// outside of strings.
std::string withNullForNonNumbers(std::string_view text)
{
    constexpr auto words = std::to_array<std::string_view>({"NaN", "Infinity", "-Infinity"});
    constexpr std::string_view marks = " \t\r\n,:[]{}";
    std::string result;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (inString && letter == '\\' && i + 1 < text.size()) {
            result += text.substr(i, 2);
            ++i;
            continue;
        }
        inString = inString != (letter == '"');
        const auto word = std::ranges::find_if(words, [&](std::string_view each) {
            const std::size_t end = i + each.size();
            return text.substr(i).starts_with(each)
                && (end == text.size() || marks.find(text[end]) != std::string_view::npos);
        });
        const bool begins = i > 0 && marks.find(text[i - 1]) != std::string_view::npos;
        if (inString || !begins || word == words.end()) {
            result += letter;
            continue;
        }
        result += "null";
        result.append(word->size() - std::min<std::size_t>(word->size(), 4), ' '); // keeps columns
        i += word->size() - 1;
    }
    return result;
}

} // namespace

Result<Json> readPythonJson(std::string_view text)
{
    const bool mayHaveSome = text.find("NaN") != std::string_view::npos
        || text.find("Infinity") != std::string_view::npos;
    if (!mayHaveSome || text.size() > mostConfigBytes)
        return readJson(text);
    return readJson(withNullForNonNumbers(text));
}

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
