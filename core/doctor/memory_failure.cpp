// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/doctor/memory_failure.h"

#include "core/doctor/failure_text.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace highwater {
namespace {

constexpr std::size_t longestLine = 8192; ///< what a longer line has beyond is left out
constexpr std::size_t mostInnerFrames = 200; ///< of one traceback: the innermost
constexpr std::size_t mostSources = 1024; ///< processes whose lines a log mixes
constexpr std::size_t mostModels = 16;
constexpr int mostFollowing = 6; ///< lines that an error's text may go on for

/// The lines of a source, without colours, each cut at longestLine bytes. Progress bars end their
/// lines by a carriage return.
class LogLines
{
public:
    explicit LogLines(ByteSource& source)
        : m_source(source)
    { }

    bool next(std::string& line)
    {
        line.clear();
        bool any = false;
        for (;;) {
            if (m_piece.empty())
                m_piece = m_source.nextPiece();
            if (m_piece.empty())
                break;
            any = true;
            const std::size_t end = m_piece.find_first_of("\n\r");
            const std::string_view part = m_piece.substr(0, end);
            line.append(part.substr(0, longestLine - std::min(line.size(), longestLine)));
            if (end != std::string_view::npos) {
                m_number += m_piece[end] == '\n' ? 1 : 0;
                m_piece.remove_prefix(end + 1);
                removeColours(line);
                return true;
            }
            m_piece = {};
        }
        removeColours(line);
        return any;
    }
    std::int64_t number() const { return m_number; }

private:
    static void removeColours(std::string& line)
    {
        constexpr char escape = '\x1b';
        for (std::size_t at = line.find(escape); at != std::string::npos;
             at = line.find(escape, at)) {
            const std::size_t end = line.find_first_not_of("[;0123456789", at + 1);
            line.erase(at, end == std::string::npos ? std::string::npos : end - at + 1);
        }
    }

    ByteSource& m_source;
    std::string_view m_piece;
    std::int64_t m_number = 0;
};

/// The whole number right after a word; null where there is none.
std::optional<std::int64_t> numberAfterWord(std::string_view text, std::string_view word)
{
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = text.substr(at + word.size());
    constexpr std::size_t mostDigits = 9;
    const std::size_t end = std::min(rest.find_first_not_of("0123456789"), mostDigits);
    return wholeIn(rest.substr(0, end));
}

/// The process that wrote a line, as launchers mark it at its start: "[rank2]:", "[default2]:",
/// "(Worker pid=123)", "node-3:"; its rank where the mark says one.
struct LineSource
{
    std::string name;
    std::optional<std::int64_t> rank;
};

LineSource sourceOf(std::string_view prefix)
{
    for (const std::string_view mark : {"[rank", "[default"})
        if (const auto rank = numberAfterWord(prefix, mark))
            return {std::string(mark) + std::to_string(*rank), rank};
    if (const auto process = numberAfterWord(prefix, "pid="))
        return {"pid=" + std::to_string(*process), {}};
    const std::string_view first = prefix.substr(0, prefix.find(' '));
    if (first.size() > 1 && first.ends_with(':')) {
        const std::string_view name = first.substr(0, first.size() - 1);
        constexpr std::string_view ofHosts = "abcdefghijklmnopqrstuvwxyz0123456789.-";
        if (name.find_first_not_of(ofHosts) == name.npos
            && name.find_first_of("0123456789") != name.npos)
            return {std::string(first), wholeIn(name)}; // srun numbers its tasks
    }
    return {};
}

std::string_view withoutFrameOfTable(std::string_view text)
{
    // Lines and marks of the boxes that the library rich draws around a traceback.
    for (bool again = true; again;) {
        again = false;
        for (const std::string_view mark : {"│", "❱", "╭", "╰", "|"}) {
            while (text.ends_with(' '))
                text.remove_suffix(1);
            while (text.starts_with(' '))
                text.remove_prefix(1);
            if (text.starts_with(mark)) {
                text.remove_prefix(mark.size());
                again = true;
            }
            if (text.ends_with(mark)) {
                text.remove_suffix(mark.size());
                again = true;
            }
        }
    }
    return text;
}

/// Python's own form: 'File "a/b.py", line 12, in forward', after the mark of its process.
std::optional<LogFrame> pythonFrame(std::string_view line, std::size_t& begins)
{
    constexpr std::string_view start = "File \"";
    const std::size_t at = line.find(start);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = line.substr(at + start.size());
    const std::size_t quote = rest.find('"');
    if (quote == std::string_view::npos)
        return std::nullopt;
    const auto number = numberAfterWord(rest.substr(quote), ", line ");
    if (!number)
        return std::nullopt;
    begins = at;
    const std::size_t in = rest.find(", in ", quote);
    const std::string_view function
        = in == std::string_view::npos ? std::string_view() : rest.substr(in + 5);
    return LogFrame{
        printable(rest.substr(0, quote)), excerpt(withoutBlanks(function)), *number, {}};
}

/// "/a/b.py:12 in forward", as rich and IPython write it.
std::optional<LogFrame> otherFrame(std::string_view line, std::size_t& begins)
{
    constexpr std::string_view suffix = ".py:";
    const std::size_t at = line.find(suffix);
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto number = numberAfterWord(line, suffix);
    const std::size_t in = line.find("in ", at);
    if (!number || in == std::string_view::npos
        || in > at + suffix.size() + std::string_view("123456, ").size())
        return std::nullopt;
    const std::size_t before = line.find_last_of(" \"", at);
    const std::size_t first = before == std::string_view::npos ? 0 : before + 1;
    begins = std::string_view(line).find_first_not_of(' ');
    std::string_view function = withoutFrameOfTable(line.substr(in + 3));
    function = function.substr(0, function.find_first_of("(, "));
    return LogFrame{printable(line.substr(first, at + 3 - first)), excerpt(function), *number, {}};
}

bool mayHaveFrame(std::string_view line)
{
    return line.find(".py") != std::string_view::npos || line.find("File \"") != line.npos;
}

/// "Qwen/Qwen3-8B": a word with one stroke, which may be a model's name on a hub.
void takeModels(std::string_view line, std::vector<std::string>& models)
{
    constexpr std::string_view letters
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./";
    constexpr std::size_t mostLetters = 96;
    for (std::size_t at = 0; at < line.size() && models.size() < mostModels;) {
        const std::size_t first = line.find_first_of(letters, at);
        if (first == std::string_view::npos)
            return;
        at = std::min(line.find_first_not_of(letters, first), line.size());
        std::string_view word = line.substr(first, at - first);
        if (word.size() > mostLetters || word.find_first_of("0123456789") == word.npos)
            continue;
        if (std::ranges::count(word, '/') == 0 && word.find('-') == word.npos)
            continue;
        if (word.ends_with(".py") || word.ends_with(".json"))
            continue;
        std::string name(word);
        if (std::ranges::find(models, name) == models.end())
            models.push_back(std::move(name));
    }
}

class FailureReader
{
public:
    explicit FailureReader(ByteSource& source)
        : m_lines(source)
    { }

    FailureLog operator()()
    {
        std::string line;
        while (m_lines.next(line))
            read(line);
        endText();
        std::ranges::sort(m_log.ranks);
        return std::move(m_log);
    }

private:
    struct Traceback
    {
        std::vector<LogFrame> frames;
        bool wantsCode = false; ///< the next line is the last frame's text
    };

    void read(std::string_view line)
    {
        if (m_text && follows(line))
            return;
        if (m_log.models.size() < mostModels && line.find("odel") != line.npos)
            takeModels(line, m_log.models);
        if (line.find("Traceback (most recent call last)") != line.npos) {
            tracebackOf(sourceOf(line)).frames.clear();
            return;
        }
        if (mayHaveFrame(line) && takeFrame(line))
            return;
        if (const auto start = failureStart(line)) {
            begin(line, *start);
            return;
        }
        if (m_wanting)
            takeCode(line);
    }

    bool takeFrame(std::string_view line)
    {
        std::size_t begins = 0;
        auto frame = pythonFrame(line, begins);
        if (!frame)
            frame = otherFrame(line, begins);
        if (!frame)
            return false;
        Traceback& traceback = tracebackOf(sourceOf(line.substr(0, begins)));
        if (traceback.frames.size() == mostInnerFrames)
            traceback.frames.erase(traceback.frames.begin());
        traceback.frames.push_back(std::move(*frame));
        m_wanting = &traceback;
        return true;
    }

    /// The text of a frame's line: the line after it, or of several numbered ones that at which a
    /// mark points.
    void takeCode(std::string_view line)
    {
        Traceback& traceback = *std::exchange(m_wanting, nullptr);
        if (traceback.frames.empty())
            return;
        const std::size_t mark = line.find("❱");
        const std::size_t arrow = line.find("-> ");
        const std::string_view inside = withoutFrameOfTable(line);
        const bool isNumbered = !inside.empty() && inside.front() >= '0' && inside.front() <= '9';
        std::string_view text = line;
        if (mark != line.npos || arrow != line.npos) {
            text = mark != line.npos ? withoutFrameOfTable(line.substr(mark))
                                     : line.substr(arrow + 3);
            text = text.substr(std::min(text.find_first_not_of("0123456789 "), text.size()));
            text = withoutFrameOfTable(text);
        } else if (isNumbered || line.find("│") != line.npos) {
            m_wanting = &traceback;
            return;
        } else if (const std::size_t colon = line.find("]: ");
                   line.starts_with('[') && colon != line.npos) {
            text = line.substr(colon + 3);
        }
        constexpr std::size_t longestCode = 120;
        traceback.frames.back().code = excerpt(withoutBlanks(text), longestCode);
    }

    Traceback& tracebackOf(const LineSource& source)
    {
        if (m_tracebacks.size() >= mostSources && !m_tracebacks.contains(source.name)) {
            m_tracebacks.clear();
            m_wanting = nullptr;
        }
        return m_tracebacks[source.name];
    }

    void begin(std::string_view line, const FailureStart& start)
    {
        m_wanting = nullptr;
        endText();
        m_source = sourceOf(line);
        // An error's text is also the last line of a traceback, which begins without a mark.
        m_refuser = start.refuser;
        m_logLine = m_lines.number();
        m_text = std::string(line.substr(start.at));
        constexpr std::size_t most = 400;
        m_before = std::string(
            line.substr(start.at - std::min(start.at, most), std::min(start.at, most)));
        m_following = isWholeText(*m_text) || start.refuser == Refuser::Host ? 0 : mostFollowing;
    }

    /// Whether the line goes on with the text of the error before; boxes and narrow terminals wrap
    /// it.
    bool follows(std::string_view line)
    {
        const std::string_view text = withoutFrameOfTable(line);
        if (m_following == 0 || text.empty() || failureStart(line) || mayHaveFrame(line)
            || sourceOf(line).name != m_source.name || text.find("Traceback") != text.npos) {
            endText();
            return false;
        }
        --m_following;
        *m_text += ' ';
        *m_text += text;
        if (isWholeText(*m_text))
            m_following = 0;
        return true;
    }

    void endText()
    {
        if (!m_text)
            return;
        const std::string text = *std::exchange(m_text, std::nullopt);
        ++m_log.count;
        MemoryFailure failure = readFailureText(m_refuser, text);
        if (m_source.rank)
            failure.rank = m_source.rank;
        failure.logLine = m_logLine;
        failure.before = printable(m_before);
        if (const auto found = m_tracebacks.find(m_source.name); found != m_tracebacks.end())
            failure.frames = found->second.frames;
        if (failure.rank && std::ranges::find(m_log.ranks, *failure.rank) == m_log.ranks.end()
            && m_log.ranks.size() < mostSources)
            m_log.ranks.push_back(*failure.rank);
        if (m_log.failures.size() < mostFailures)
            m_log.failures.push_back(std::move(failure));
    }

    LogLines m_lines;
    FailureLog m_log;
    std::map<std::string, Traceback> m_tracebacks; ///< by source
    Traceback* m_wanting = nullptr;
    std::optional<std::string> m_text; ///< of an error that may go on
    std::string m_before;
    Refuser m_refuser{};
    LineSource m_source;
    std::int64_t m_logLine = 0;
    int m_following = 0;
};

/// Whether a failure of this kind tells more than one of the other.
int weightOf(const MemoryFailure& failure)
{
    switch (failure.refuser) {
    case Refuser::Allocator:
        return failure.asked ? 3 : 2;
    case Refuser::ServerCache:
    case Refuser::ServerBuffer:
        return 2;
    case Refuser::Driver:
    case Refuser::Collective:
        return 1;
    case Refuser::Host:
        break;
    }
    return 0;
}

} // namespace

Bytes MemoryFailure::others() const
{
    Bytes sum = 0;
    if (process) {
        for (const ProcessBytes& one : processes)
            sum += one.bytes;
        return sum;
    }
    // Without "this process", one of those that are listed may be this one: the one that has a
    // little more than PyTorch has reserved.
    const Bytes own = reserved().value_or(0);
    const ProcessBytes* mine = nullptr;
    for (const ProcessBytes& one : processes)
        if (one.bytes >= own && (!mine || one.bytes < mine->bytes))
            mine = &one;
    for (const ProcessBytes& one : processes)
        sum += &one == mine ? 0 : one.bytes;
    return sum;
}

const MemoryFailure& FailureLog::first() const
{
    return *std::ranges::max_element(failures, {}, weightOf);
}

Result<FailureLog> readFailures(ByteSource& source)
{
    constexpr int littleEndian = 0xFF, bigEndian = 0xFE; // of UTF-16's mark; none begins UTF-8
    if (source.peek() == littleEndian || source.peek() == bigEndian)
        return Problem{
            FieldName{}, {}, {HW_TR("core", "is text in UTF-16; save it as UTF-8")}, "1:1"};
    FailureLog log = FailureReader(source)();
    if (source.failure())
        return Problem{FieldName{}, {}, *source.failure()};
    if (log.failures.empty())
        return Problem{
            FieldName{},
            {},
            {HW_TR("core",
                   "has no error of running out of memory that is known: of PyTorch, NCCL, "
                   "vLLM, SGLang, llama.cpp or the system")}};
    return log;
}

Result<FailureLog> failureOf(const Recording& recording)
{
    const auto& events = recording.timeline.events;
    const auto event = std::ranges::find(events, TraceAction::Oom, &TraceEvent::action);
    if (event == events.end())
        return Problem{FieldName{},
                       {},
                       {HW_TR("core",
                              "recorded no event of running out of memory; compare-run compares it "
                              "with a plan")}};
    const auto& point = recording.timeline.points[static_cast<std::size_t>(event - events.begin())];
    MemoryFailure failure;
    failure.asked = failure.askedLow = failure.askedHigh = event->size;
    failure.gpu = recording.device;
    failure.allocated = point.active;
    failure.idle = std::max<Bytes>(0, point.reserved - point.active);
    failure.text = "out of memory";
    const StackTable& stacks = recording.stacks;
    const auto& stack = stacks.stacks[event->stack];
    for (auto frame = stack.rbegin(); frame != stack.rend(); ++frame) {
        const StackFrame& one = stacks.frames[*frame];
        failure.frames.push_back(
            {printable(stacks.names[one.file]), excerpt(stacks.names[one.name]), one.line, {}});
    }
    FailureLog log;
    log.count = 1;
    log.failures.push_back(std::move(failure));
    return log;
}

Result<FailureLog> readFailuresOrRecording(ByteSource& source)
{
    constexpr int pickle = 0x80;
    if (source.peek() != pickle)
        return readFailures(source);
    const auto recording = readRecording(source);
    if (!recording)
        return recording.problems();
    return failureOf(*recording);
}

} // namespace highwater
