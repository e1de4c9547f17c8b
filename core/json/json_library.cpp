// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json.h"
#include "core/json/json_handler.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <iterator>

namespace highwater {
namespace {

using Parsed = nlohmann::json;

/// Hands the library one byte after another.
class SourceIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    SourceIterator() = default; ///< the end
    explicit SourceIterator(JsonSource& source)
        : m_source(&source)
    { }
    reference operator*() const { return m_source->byte(); }
    SourceIterator& operator++()
    {
        m_source->advance();
        return *this;
    }
    SourceIterator operator++(int)
    {
        const SourceIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const SourceIterator& other) const { return atEnd() == other.atEnd(); }
    bool operator!=(const SourceIterator& other) const { return !(*this == other); }

private:
    bool atEnd() const { return !m_source || m_source->atEnd(); }

    JsonSource* m_source = nullptr;
};

JsonError errorOf(const nlohmann::detail::exception& error)
{
    // what() is "… unexpected end of input; expected '}'", and for a number that overflows "…
    // number overflow parsing '1e999'"; from 3.11.3 on also "attempting to parse an empty input;
    // …". No person is shown it.
    constexpr int numberOverflow = 406;
    const std::string sentence = error.what();
    JsonError found{.atEnd = sentence.find("unexpected end of input") != std::string::npos
                        || sentence.find("empty input") != std::string::npos};
    const std::size_t quote = sentence.find('\'');
    if (error.id == numberOverflow && quote != std::string::npos)
        found.tooLarge = sentence.substr(quote + 1, sentence.rfind('\'') - quote - 1);
    return found;
}

/// Hands the library's events on.
class EventHandler : public nlohmann::json_sax<Parsed>
{
public:
    EventHandler(JsonHandler& handler, const JsonSource& source)
        : m_handler(handler)
        , m_source(source)
    { }

    bool null() override { return m_handler.null(); }
    bool boolean(bool value) override { return m_handler.flag(value); }
    bool number_integer(number_integer_t number) override { return m_handler.whole(number); }
    bool number_unsigned(number_unsigned_t number) override
    {
        if (number > static_cast<number_unsigned_t>(INT64_MAX))
            return m_handler.real(static_cast<double>(number));
        return m_handler.whole(static_cast<std::int64_t>(number));
    }
    bool number_float(number_float_t number, const string_t&) override
    {
        return m_handler.real(number);
    }
    bool string(string_t& text) override { return m_handler.text(text); }
    bool binary(binary_t&) override { return false; } // no JSON text has one
    bool start_object(std::size_t) override { return m_handler.startObject(); }
    bool key(string_t& name) override { return m_handler.key(name); }
    bool end_object() override { return m_handler.endObject(); }
    bool start_array(std::size_t) override { return m_handler.startArray(); }
    bool end_array() override { return m_handler.endArray(); }
    bool parse_error(std::size_t, const std::string&,
                     const nlohmann::detail::exception& error) override
    {
        m_handler.wrong(m_source.sawNul() ? nulError() : errorOf(error));
        return false;
    }
    static JsonError nulError() { return {.isNul = true}; }

private:
    JsonHandler& m_handler;
    const JsonSource& m_source;
};

} // namespace

bool parseJson(JsonSource& source, JsonHandler& handler)
{
    EventHandler events(handler, source);
    const bool read = Parsed::sax_parse(SourceIterator(source), SourceIterator(), &events);
    // The library takes a NUL for the end of the text and would ignore the rest.
    if (read && source.sawNul())
        handler.wrong(EventHandler::nulError());
    return read && !source.sawNul();
}

/// Turns a value into a value of the library.
class JsonWriter
{
public:
    using Written = nlohmann::ordered_json;

    static Written of(const Json& json)
    {
        return std::visit([](const auto& content) { return JsonWriter::of(content); },
                          json.m_content);
    }

private:
    static Written of(std::monostate) { return nullptr; }
    template <class T> static Written of(const T& plain) { return plain; }
    static Written of(const std::vector<Json>& items)
    {
        Written array = Written::array();
        for (const Json& item : items)
            array.push_back(of(item));
        return array;
    }
    static Written of(const std::vector<Json::Member>& members)
    {
        Written object = Written::object();
        for (const Json::Member& member : members)
            object.emplace(member.key, of(member.value));
        return object;
    }
};

std::string Json::written(int indent) const
{
    return JsonWriter::of(*this).dump(indent, ' ', false,
                                      JsonWriter::Written::error_handler_t::replace);
}

std::string Json::onOneLine() const
{
    return JsonWriter::of(*this).dump(-1, ' ', true, JsonWriter::Written::error_handler_t::replace);
}

} // namespace highwater
