// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace highwater {

/// The bytes of a JSON text, handed out in pieces from the first to the last.
class JsonSource
{
public:
    virtual ~JsonSource() = default;

    bool atEnd() { return m_next == m_end && !refill(); }
    char byte() const { return *m_next; }
    void advance()
    {
        m_sawNul = m_sawNul || *m_next == '\0';
        ++m_next;
    }
    bool sawNul() const { return m_sawNul; }

protected:
    void setPiece(std::string_view piece)
    {
        m_next = piece.data();
        m_end = piece.data() + piece.size();
    }
    const char* next() const { return m_next; } ///< the first byte that was not taken
    const char* end() const { return m_end; } ///< of the piece

private:
    /// Sets the next piece, which is not empty; false at the end of the text.
    virtual bool refill() = 0;

    const char* m_next = nullptr;
    const char* m_end = nullptr;
    bool m_sawNul = false;
};

/// Why a text is not JSON.
struct JsonError
{
    bool atEnd = false; ///< the text ends where more has to come
    bool isNul = false; ///< it has a NUL byte
    std::string tooLarge = {}; ///< the number that a double cannot hold; empty for other errors
};

/// Takes the parts of a JSON text in their order. Each function but the last returns false to stop.
class JsonHandler
{
public:
    virtual ~JsonHandler() = default;

    virtual bool null() = 0;
    virtual bool flag(bool value) = 0;
    virtual bool whole(std::int64_t number) = 0;
    virtual bool real(double number) = 0; ///< also a whole number outside the range of std::int64_t
    virtual bool text(std::string& value) = 0;
    virtual bool startObject() = 0;
    virtual bool key(std::string& name) = 0;
    virtual bool endObject() = 0;
    virtual bool startArray() = 0;
    virtual bool endArray() = 0;
    virtual void wrong(const JsonError& error) = 0;
};

/// Hands the parts of the text to the handler until the text ends, is wrong, or the handler stops;
/// false for the latter two.
bool parseJson(JsonSource& source, JsonHandler& handler);

} // namespace highwater
