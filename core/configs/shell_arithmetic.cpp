// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/shell_arithmetic.h"

#include <charconv>
#include <system_error>

namespace highwater {
namespace {

class Arithmetic
{
public:
    explicit Arithmetic(std::string_view text)
        : m_rest(text)
    { }

    std::optional<std::int64_t> value()
    {
        const std::int64_t sum = this->sum(0);
        skip();
        return m_wrong || !m_rest.empty() ? std::nullopt : std::optional(sum);
    }

private:
    void skip()
    {
        while (!m_rest.empty()
               && std::string_view(" \t\r").find(m_rest.front()) != std::string_view::npos)
            m_rest.remove_prefix(1);
    }
    bool takes(char sign)
    {
        skip();
        if (!m_rest.starts_with(sign))
            return false;
        m_rest.remove_prefix(1);
        return true;
    }
    std::int64_t sum(int depth)
    {
        std::int64_t left = product(depth);
        for (;;) {
            const bool plus = takes('+');
            if (!plus && !takes('-'))
                return left;
            const std::int64_t right = product(depth);
            m_wrong |= plus ? __builtin_add_overflow(left, right, &left)
                            : __builtin_sub_overflow(left, right, &left);
        }
    }
    std::int64_t product(int depth)
    {
        std::int64_t left = atom(depth);
        for (;;) {
            const bool times = takes('*');
            if (!times && !takes('/'))
                return left;
            const std::int64_t right = atom(depth);
            if (times)
                m_wrong |= __builtin_mul_overflow(left, right, &left);
            else if (right > 0)
                left /= right;
            else
                m_wrong = true;
        }
    }
    std::int64_t atom(int depth)
    {
        constexpr int deepest = 32;
        if (depth < deepest && takes('(')) {
            const std::int64_t inner = sum(depth + 1);
            m_wrong |= !takes(')');
            return inner;
        }
        skip();
        std::int64_t number = 0;
        const auto [end, error]
            = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), number);
        m_wrong |= error != std::errc();
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return number;
    }

    std::string_view m_rest;
    bool m_wrong = false;
};

} // namespace

std::optional<std::int64_t> shellArithmetic(std::string_view text)
{
    return Arithmetic(text).value();
}

} // namespace highwater
