// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/pickle_reader.h"

#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "core/recording/pickle_opcodes.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace highwater {
namespace {

constexpr std::size_t mostMarks = 64;
constexpr std::uint8_t mostDepth = 64;
/// A snapshot's longest text is the name of a C++ function.
constexpr std::uint64_t mostText = std::uint64_t{1} << 20;
constexpr std::size_t mostNames = std::size_t{1} << 22;
/// The limit of values on the stack that belong to no container yet; a snapshot has some thousand.
constexpr std::size_t mostLoose = std::size_t{1} << 20;

/// One run through the opcodes (Python, Lib/pickletools.py).
class PickleMachine
{
public:
    PickleMachine(ByteSource& source, PickleConsumer& consumer)
        : m_source(source)
        , m_consumer(consumer)
    { }

    Result<PickleNode> operator()()
    {
        while (!m_wrong && !m_done) {
            m_at = m_source.position();
            const int read = m_source.next();
            if (read == ByteSource::atEnd)
                fail({HW_TR("core", "the file ends before the pickle does")});
            else
                step(static_cast<Opcode>(read));
            ++m_steps;
        }
        if (m_source.failure()) // the reason why bytes are missing
            return Problem{std::string(), {}, *m_source.failure(), place(m_source.position())};
        if (m_wrong) {
            m_wrong->place = place(m_at);
            return *m_wrong;
        }
        return m_consumer.nodes[m_root];
    }

private:
    static std::string place(std::uint64_t at) { return "byte " + std::to_string(at); }

    void fail(Text why)
    {
        if (!m_wrong)
            m_wrong = Problem(std::string(), {}, std::move(why));
    }

    /// A number of this many bytes, the lowest byte first.
    std::uint64_t number(std::size_t bytes)
    {
        std::array<char, 8> raw{};
        if (!m_source.take(raw.data(), bytes)) {
            fail({HW_TR("core", "the file ends before the pickle does")});
            return 0;
        }
        std::uint64_t value = 0;
        for (std::size_t i = bytes; i-- > 0;)
            value = value << 8U | static_cast<unsigned char>(raw[i]);
        return value;
    }

    // One case for each opcode that a snapshot needs.
    void step(Opcode opcode)
    {
        switch (opcode) {
        case Opcode::Proto:
            return protocol();
        case Opcode::Frame:
            return frame();
        case Opcode::Stop:
            return stop();
        case Opcode::Mark:
            if (m_marks.size() == mostMarks)
                return fail({HW_TR("core", "lists and dictionaries are nested too deep")});
            return m_marks.push_back(m_stack.size());
        case Opcode::None:
            return push({});
        case Opcode::NewTrue:
            return push(PickleValue::flag(true));
        case Opcode::NewFalse:
            return push(PickleValue::flag(false));
        case Opcode::BinInt:
            return push(PickleValue::number(
                static_cast<std::int32_t>(static_cast<std::uint32_t>(number(4)))));
        case Opcode::BinInt1:
            return push(PickleValue::number(static_cast<std::int64_t>(number(1))));
        case Opcode::BinInt2:
            return push(PickleValue::number(static_cast<std::int64_t>(number(2))));
        case Opcode::Long1:
            return longNumber();
        case Opcode::BinFloat:
            number(8);
            return push(PickleValue::otherNumber());
        case Opcode::ShortBinUnicode:
            return text(number(1));
        case Opcode::BinUnicode:
            return text(number(4));
        case Opcode::EmptyDict:
        case Opcode::EmptyList:
            return push(newContainer());
        case Opcode::Dict:
        case Opcode::List:
            return fromMark(opcode == Opcode::Dict);
        case Opcode::EmptyTuple:
            return tuple(0);
        case Opcode::Tuple1:
            return tuple(1);
        case Opcode::Tuple2:
            return tuple(2);
        case Opcode::Tuple3:
            return tuple(3);
        case Opcode::Tuple:
            if (const auto count = membersAfterMark())
                return tuple(*count);
            return;
        case Opcode::Append:
            return add(1, false);
        case Opcode::SetItem:
            return add(2, true);
        case Opcode::Appends:
        case Opcode::SetItems:
            if (const auto count = membersAfterMark())
                return add(*count, opcode == Opcode::SetItems);
            return;
        case Opcode::Memoize:
            return remember(m_memo.size());
        case Opcode::BinPut:
            return remember(number(1));
        case Opcode::LongBinPut:
            return remember(number(4));
        case Opcode::BinGet:
            return recall(number(1));
        case Opcode::LongBinGet:
            return recall(number(4));
        default:
            return fail({HW_TR("core",
                               "has the opcode %1, which a memory snapshot does not need: nothing "
                               "that could run code is read"),
                         {nameOf(opcode)}});
        }
    }

    void protocol()
    {
        const std::uint64_t version = number(1);
        constexpr std::uint64_t first = 2, last = 5;
        if (!m_wrong && (version < first || version > last))
            fail({HW_TR("core", "is a pickle of protocol %1; snapshots have protocols 2 to 5"),
                  {std::to_string(version)}});
    }

    void frame()
    {
        const std::uint64_t size = number(8);
        if (!m_wrong && size > m_source.mostLeft())
            fail({HW_TR("core", "states a length of %1 bytes, of which the file has %2"),
                  {std::to_string(size), std::to_string(m_source.mostLeft())}});
    }

    void stop()
    {
        if (m_stack.size() != 1 || !m_marks.empty()
            || m_stack.back().kind() != PickleValue::Kind::Container)
            return fail({HW_TR("core", "the pickle is no dictionary")});
        m_root = m_stack.back().index();
        m_done = true;
    }

    /// Two's complement of up to 255 bytes; no number here has more than 8.
    void longNumber()
    {
        const auto bytes = static_cast<std::size_t>(number(1));
        constexpr std::size_t widest = 8;
        if (bytes > widest) {
            std::array<char, 255> rest{};
            if (!m_source.take(rest.data(), bytes))
                return fail({HW_TR("core", "the file ends before the pickle does")});
            return push(PickleValue::otherNumber());
        }
        std::uint64_t value = number(bytes);
        if (bytes > 0 && bytes < widest && (value >> (8 * bytes - 1)) != 0)
            value |= ~std::uint64_t{0} << (8 * bytes);
        push(PickleValue::number(static_cast<std::int64_t>(value)));
    }

    void text(std::uint64_t size)
    {
        if (m_wrong)
            return;
        if (size > m_source.mostLeft())
            return fail({HW_TR("core", "states a length of %1 bytes, of which the file has %2"),
                         {std::to_string(size), std::to_string(m_source.mostLeft())}});
        if (size > mostText)
            return fail({HW_TR("core", "has a text of %1 bytes; names have at most %2"),
                         {grouped(static_cast<long long>(size)),
                          grouped(static_cast<long long>(mostText))}});
        m_text.resize(static_cast<std::size_t>(size));
        if (!m_source.take(m_text.data(), m_text.size()))
            return fail({HW_TR("core", "the file ends before the pickle does")});
        const std::size_t known = m_consumer.names.size();
        const std::uint32_t name = m_consumer.names.number(m_text);
        if (m_consumer.names.size() != known) {
            if (!isUtf8(m_text))
                return fail({HW_TR("core", "has a text that is not UTF-8")});
            if (known == mostNames)
                return fail({HW_TR("core", "has more than %1 different texts"),
                             {grouped(static_cast<long long>(mostNames))}});
        }
        push(PickleValue::name(name));
    }

    void push(PickleValue value)
    {
        if (m_wrong)
            return;
        m_stack.push_back(value);
        ++m_pushes;
        if (!isUnderstood(value) && ++m_loose > mostLoose)
            fail({HW_TR("core", "has more than %1 values that belong to nothing"),
                  {grouped(static_cast<long long>(mostLoose))}});
    }

    /// Whether the value is a container that the consumer understands.
    bool isUnderstood(PickleValue value) const
    {
        return value.kind() == PickleValue::Kind::Container
            && m_consumer.nodes[value.index()].meaning != 0;
    }

    void pop(std::size_t count)
    {
        for (std::size_t i = m_stack.size() - count; i < m_stack.size(); ++i)
            if (!isUnderstood(m_stack[i]))
                --m_loose;
        m_stack.resize(m_stack.size() - count);
    }

    PickleValue newContainer()
    {
        m_consumer.nodes.emplace_back();
        return PickleValue::container(static_cast<std::uint32_t>(m_consumer.nodes.size() - 1));
    }

    /// Values of the stack that no mark protects.
    std::size_t available() const
    {
        return m_stack.size() - (m_marks.empty() ? 0 : m_marks.back());
    }

    std::optional<std::size_t> membersAfterMark()
    {
        if (m_marks.empty()) {
            fail({HW_TR("core", "ends a list or dictionary that has not begun")});
            return std::nullopt;
        }
        const std::size_t count = available();
        m_marks.pop_back();
        return count;
    }

    void fromMark(bool isDictionary)
    {
        const auto count = membersAfterMark();
        if (!count)
            return;
        const PickleValue made = newContainer();
        const std::size_t at = m_stack.size() - *count;
        fill(made.index(), at, isDictionary);
        if (m_wrong)
            return;
        pop(*count);
        push(made);
    }

    /// Adds the last `count` values to the container below them.
    void add(std::size_t count, bool isDictionary)
    {
        if (available() < count + 1)
            return fail({HW_TR("core", "takes more values than there are")});
        const std::size_t at = m_stack.size() - count;
        const PickleValue target = m_stack[at - 1];
        if (target.kind() != PickleValue::Kind::Container)
            return fail({HW_TR("core", "adds to what is neither a list nor a dictionary")});
        const bool wasUnderstood = isUnderstood(target);
        fill(target.index(), at, isDictionary);
        if (m_wrong)
            return;
        pop(count);
        if (!wasUnderstood && isUnderstood(target))
            --m_loose;
    }

    void fill(std::uint32_t target, std::size_t at, bool isDictionary)
    {
        PickleNode& node = m_consumer.nodes[target];
        if (node.isPart)
            return fail({HW_TR("core", "has a list or dictionary that contains itself")});
        const std::span members(m_stack.data() + at, m_stack.size() - at);
        if (isDictionary && members.size() % 2 != 0)
            return fail({HW_TR("core", "has a key without a value")});
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (isDictionary && i % 2 == 0 && members[i].kind() != PickleValue::Kind::Name)
                return fail({HW_TR("core", "has a key that is no text")});
            if (members[i].kind() == PickleValue::Kind::Container
                && !place(node, target, members[i].index()))
                return;
        }
        auto refused
            = isDictionary ? m_consumer.set(node, members) : m_consumer.append(node, members);
        node.isFilled = true;
        if (refused)
            m_wrong = std::move(refused);
    }

    bool place(PickleNode& node, std::uint32_t target, std::uint32_t member)
    {
        if (member == target) {
            fail({HW_TR("core", "has a list or dictionary that contains itself")});
            return false;
        }
        PickleNode& inner = m_consumer.nodes[member];
        inner.isPart = true;
        if (inner.depth >= mostDepth) {
            fail({HW_TR("core", "lists and dictionaries are nested too deep")});
            return false;
        }
        node.depth = std::max(node.depth, static_cast<std::uint8_t>(inner.depth + 1));
        return true;
    }

    /// Nothing reads a tuple's members: all tuples of numbers are the same one.
    void tuple(std::size_t count)
    {
        if (m_wrong)
            return;
        if (available() < count)
            return fail({HW_TR("core", "takes more values than there are")});
        PickleValue made = m_tuple.value_or(PickleValue());
        const std::span members(m_stack.data() + (m_stack.size() - count), count);
        const bool holdsMore = std::ranges::any_of(members, [](PickleValue value) {
            return value.kind() == PickleValue::Kind::Container;
        });
        if (!m_tuple || holdsMore) {
            made = newContainer();
            m_consumer.nodes[made.index()].isFilled = true;
            if (!holdsMore)
                m_tuple = made;
        }
        for (const PickleValue member : members)
            if (member.kind() == PickleValue::Kind::Container
                && !place(m_consumer.nodes[made.index()], made.index(), member.index()))
                return;
        // Nothing can be added to a tuple.
        m_consumer.nodes[made.index()].isPart = true;
        pop(count);
        push(made);
    }

    void remember(std::uint64_t index)
    {
        if (m_wrong)
            return;
        if (available() == 0)
            return fail({HW_TR("core", "takes more values than there are")});
        // Writers count up from 0, so the index is at most the number of opcodes before.
        if (index > m_steps)
            return fail({HW_TR("core", "remembers a value as number %1, out of order"),
                         {std::to_string(index)}});
        if (index >= m_memo.size() && m_memo.size() > m_pushes)
            return fail({HW_TR("core", "remembers more values than it has")});
        if (index >= m_memo.size())
            m_memo.resize(static_cast<std::size_t>(index) + 1, unset());
        m_memo[static_cast<std::size_t>(index)] = m_stack.back();
    }

    void recall(std::uint64_t index)
    {
        if (m_wrong)
            return;
        if (index >= m_memo.size() || isUnset(m_memo[static_cast<std::size_t>(index)]))
            return fail({HW_TR("core", "recalls a value number %1 that it has not"),
                         {std::to_string(index)}});
        push(m_memo[static_cast<std::size_t>(index)]);
    }

    static PickleValue unset() { return PickleValue::container(~std::uint32_t{0}); }
    static bool isUnset(PickleValue value)
    {
        return value.kind() == PickleValue::Kind::Container && value.index() == ~std::uint32_t{0};
    }

    ByteSource& m_source;
    PickleConsumer& m_consumer;
    std::vector<PickleValue> m_stack, m_memo;
    std::vector<std::size_t> m_marks; ///< sizes of the stack
    std::size_t m_loose = 0; ///< values of the stack that belong to no container yet
    std::optional<PickleValue> m_tuple;
    std::string m_text;
    std::uint64_t m_at = 0, m_steps = 0, m_pushes = 0;
    std::uint32_t m_root = 0;
    bool m_done = false;
    std::optional<Problem> m_wrong;
};

} // namespace

Result<PickleNode> readPickle(ByteSource& source, PickleConsumer& consumer)
{
    return PickleMachine(source, consumer)();
}

} // namespace highwater
