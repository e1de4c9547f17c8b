// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/shell_reader.h"

#include "core/configs/shell_arithmetic.h"
#include "core/configs/shell_condition.h"
#include "core/configs/shell_flow.h"
#include "core/configs/slurm_options.h"
#include "core/configs/yaml_reader.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace highwater {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view blanks = " \t\r";

bool isVariableLetter(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// That a launcher or a script reads to start so many processes.
constexpr std::array launchVariables{
    "CUDA_VISIBLE_DEVICES", "NNODES",       "NPROC_PER_NODE", "PET_NNODES",
    "PET_NPROC_PER_NODE",   "SLURM_NNODES", "SLURM_NTASKS",   "SLURM_GPUS_ON_NODE"};

class ShellReader
{
public:
    explicit ShellReader(std::string_view text)
        : m_whole(text)
        , m_text(text)
    { }

    Result<ShellScript> read()
    {
        while (!m_problem && !isAtEnd())
            command();
        if (m_problem)
            return *m_problem;
        m_script.hasConditions = m_flow.hasGuessed();
        return std::move(m_script);
    }

private:
    /// Variables of one command, with their values before it.
    using Assigned = std::vector<std::pair<std::string, std::optional<Words>>>;
    struct Document
    {
        std::string_view text;
        bool indents; ///< tabs may stand before its lines
        bool isQuoted; ///< variables in it stay names
    };

    bool isAtEnd() const { return m_at >= m_text.size(); }
    char letter() const { return isAtEnd() ? '\0' : m_text[m_at]; }
    bool startsWith(std::string_view start) const
    {
        return m_text.substr(m_at, start.size()) == start;
    }

    void fail(Text message)
    {
        if (!m_problem)
            m_problem = scriptProblem(m_whole, m_depth == 0 ? m_at : m_wholeAt, std::move(message));
    }

    bool endsCommand() const
    {
        return isAtEnd() || std::string_view("\n;|&").find(letter()) != std::string_view::npos
            || (m_subshells > 0 && letter() == ')');
    }

    void skipBlanks()
    {
        while (!isAtEnd()) {
            if (startsWith("\\\n"))
                m_at += 2;
            else if (startsWith("\\\r\n"))
                m_at += 3;
            else if (blanks.find(letter()) != std::string_view::npos)
                ++m_at;
            else if (letter() == '#')
                comment();
            else
                return;
        }
    }

    void comment()
    {
        constexpr std::string_view slurm = "#SBATCH ";
        const std::size_t end = std::min(m_text.find('\n', m_at), m_text.size());
        if (startsWith(slurm) && m_isHead)
            askSlurm(m_text.substr(m_at + slurm.size(), end - m_at - slurm.size()));
        m_at = end;
    }

    void askSlurm(std::string_view options)
    {
        m_slurm.read(options);
        if (!m_submitted.empty())
            m_slurm.read(m_submitted);
        setSlurmVariables();
    }

    void setSlurmVariables()
    {
        for (const auto& [name, count] : m_slurm.variables())
            m_variables[name] = {std::to_string(count)};
    }

    void command()
    {
        if (m_flow.expectsArm() && !arm())
            return;
        Words words;
        Assigned assigned;
        m_output.clear();
        const std::int64_t unknowns = m_unknowns;
        bool isEmpty = true;
        openSubshells();
        for (skipBlanks(); !endsCommand() && !m_problem; skipBlanks()) {
            isEmpty = false;
            if (letter() == '<' || letter() == '>')
                redirection();
            else if (words.empty() && (keyword() || assignment(assigned)))
                m_isHead = false;
            else
                word(words);
            if (m_flow.expectsArm())
                return;
        }
        m_isHead = m_isHead && words.empty();
        const bool runs = m_flow.runs() && !words.empty();
        const bool pipes = letter() == '|' && !startsWith("||");
        const ShellFlow::Joint joint = end();
        if (isEmpty)
            return; // a line may end after "&&"
        const auto texts = m_documents;
        const bool copies = !words.empty() && (words.front() == "cat" || words.front() == "tee");
        if (!pipes || !copies) // "cat <<END | tee FILE"
            m_documents.clear();
        const auto result = resultOf(words, m_unknowns != unknowns);
        if (runs)
            run(std::move(words), texts);
        // Assignments before a command are of this command alone.
        std::ranges::reverse(assigned);
        for (auto& [name, before] : assigned)
            if (runs && before)
                m_variables[name] = std::move(*before);
            else if (runs)
                m_variables.erase(name);
        m_flow.ended(result, joint);
    }

    /// Takes what ends a command: "&&", "||", ";;" or a letter.
    ShellFlow::Joint end()
    {
        using enum ShellFlow::Joint;
        if (startsWith(";;"))
            m_flow.endArm();
        for (const auto& [sign, joint] :
             {std::pair{"&&", And}, std::pair{"||", Or}, std::pair{";;", Next}})
            if (startsWith(sign)) {
                m_at += 2;
                return joint;
            }
        if (letter() == ')')
            --m_subshells;
        pass();
        return Next;
    }

    /// Goes over a letter; at the end of a line, over the line's documents too.
    void pass()
    {
        const bool isLine = letter() == '\n';
        m_at += isAtEnd() ? 0 : 1;
        if (isLine)
            m_at = std::max(m_at, std::exchange(m_afterDocuments, 0));
    }

    void run(Words words, const std::vector<Document>& documents)
    {
        const auto script = scriptIn(words);
        const bool isSubmitted = words.front() == "sbatch";
        const bool prints
            = words.front() == "echo" || words.front() == "printf" || words.front() == ":";
        if (!script && runsItsInput(words)) {
            for (const Document& document : documents)
                if (isSubmitted)
                    jobOf(textOf(document), words);
                else
                    commandsOf(textOf(document), words, words.size() - 1);
        } else {
            write(words, documents);
        }
        if (const auto file = script || prints ? std::nullopt : writtenScriptIn(words)) {
            limit(file->text.size());
            if (isSubmitted)
                jobOf(file->text, Words(words.begin(), words.begin() + file->place));
            else
                commandsOf(file->text, words, file->shell);
        } else if (script) {
            commandsOf(words[script->text], words, script->shell);
        } else if (words.front() == "eval") {
            commandsOf(joined(Words(words.begin() + 1, words.end()), " "), words, 0);
        } else if (words.front() == "in") { // the rest of "for NAME in …"
            if (words.size() > 2)
                m_flow.guess();
            if (words.size() > 1 && !m_loop.empty())
                keep(m_loop, {words[1]}, false, false);
        } else if (!prints && !isShellTest(words)) {
            record(std::move(words));
        }
    }

    /// Keeps what "cat > FILE <<END", "tee FILE <<END" and "echo TEXT > FILE" write.
    void write(Words words, const std::vector<Document>& documents)
    {
        const bool isTee = words.front() == "tee" || (words.size() > 1 && words[1] == "tee");
        bool appends = m_appends;
        std::string file = m_output;
        if (isTee) {
            appends = std::erase(words, "-a") + std::erase(words, "--append") > 0;
            file = words.back();
        }
        // "echo -e" changes the text that it prints.
        const bool echoes = words.front() == "echo" && documents.empty()
            && (words.size() == 1 || !words[1].starts_with('-'));
        const bool copies = !documents.empty() && (isTee || words == Words{"cat"});
        if (file.empty() || file.starts_with("/dev/") || (!echoes && !copies)
            || m_script.written.isFull())
            return;
        std::string text = copies ? textOf(documents.back())
                                  : joined(Words(words.begin() + 1, words.end()), " ") + "\n";
        limit(m_script.written.write(file, std::move(text), appends, m_script.commands.size())
                  .size());
    }

    /// The script that a command runs, if this script wrote it, and the word that starts its
    /// commands: "bash FILE", "sbatch FILE", "source FILE" or "./FILE".
    struct WrittenScript
    {
        std::string text;
        std::size_t shell;
        std::ptrdiff_t place; ///< of its name
    };
    std::optional<WrittenScript> writtenScriptIn(const Words& words) const
    {
        const auto shell = std::ranges::find_if(words, isShell) - words.begin();
        const auto size = static_cast<std::ptrdiff_t>(words.size());
        const bool isSubmitted = words.front() == "sbatch";
        const bool isRun = isSubmitted || words.front() == "source" || words.front() == ".";
        std::ptrdiff_t place = words.front().starts_with("./") ? 0 : isRun ? 1 : shell + 1;
        const auto word = [&words](std::ptrdiff_t at) -> const std::string& {
            return words[static_cast<std::size_t>(at)];
        };
        // Of sbatch's options some have their value in a word of its own.
        while (place < size
               && (word(place).starts_with('-')
                   || (isSubmitted && word(place - 1).starts_with('-')
                       && !m_script.written.find(word(place)))))
            ++place;
        const std::string* text = place < size ? m_script.written.find(word(place)) : nullptr;
        if (!text)
            return std::nullopt;
        const bool startsThem = !isRun && place > 0;
        return WrittenScript{*text, startsThem ? static_cast<std::size_t>(shell) : 0, place};
    }

    /// The text of a document, with variables put in where its end is not quoted.
    std::string textOf(const Document& document)
    {
        std::string result;
        within(document.text, [&] {
            bool isLineStart = true;
            while (!isAtEnd() && !m_problem) {
                const bool isTab = document.indents && isLineStart && letter() == '\t';
                isLineStart = letter() == '\n' || isTab;
                if (document.isQuoted || (letter() != '$' && letter() != '\\')) {
                    if (!isTab)
                        result += letter();
                    ++m_at;
                } else if (letter() == '$') {
                    noteResult();
                    const std::string value = joined(variable(), " ");
                    limit(value.size());
                    result += value;
                } else {
                    result += escaped();
                }
            }
        });
        limit(result.size());
        return result;
    }

    /// Notes that a document has what a command prints, which is not known.
    void noteResult()
    {
        const std::size_t end = std::min(m_text.find(')', m_at), m_text.size());
        if (startsWith("$(") && !startsWith("$((") && !startsWith("$(expr "))
            addUnknown(excerpt(m_text.substr(m_at + 1, end - m_at)));
    }

    /// A backslash in a document escapes itself, a dollar sign and the end of a line.
    std::string escaped()
    {
        ++m_at;
        if (letter() == '\n') {
            ++m_at;
            return {};
        }
        if (letter() != '$' && letter() != '\\' && letter() != '`')
            return "\\";
        return std::string(1, m_text[m_at++]);
    }

    void record(Words words)
    {
        constexpr std::size_t most = 65536;
        if (m_script.commands.size() >= most)
            return fail({HW_TR("core", "has more than %1 commands"), {grouped(most)}});
        ShellCommand command{std::move(words), {}};
        for (const char* name : launchVariables)
            if (const auto found = m_variables.find(name); found != m_variables.end()) {
                command.variables[name] = joined(found->second, " ");
                limit(command.variables[name].size());
            }
        m_script.commands.push_back(std::move(command));
    }

    /// The result of a command; null where it is not known. Commands that test nothing are taken to
    /// succeed, but as a condition.
    std::optional<bool> resultOf(const Words& words, bool isUnknown) const
    {
        if (words.size() == 1 && (words.front() == "true" || words.front() == "false"))
            return words.front() == "true";
        if (isShellTest(words))
            return isUnknown ? std::nullopt : shellTest(words);
        return m_flow.tests() ? std::nullopt : std::optional(true);
    }

    void openSubshells()
    {
        for (skipBlanks(); letter() == '(' && !startsWith("(("); skipBlanks()) {
            ++m_subshells;
            ++m_at;
        }
    }

    /// A keyword, written as such, at the begin of a command.
    bool keyword()
    {
        constexpr std::size_t longest = 64; // a function's name may be as long
        const std::string_view rest = m_text.substr(m_at, longest);
        const std::string_view name
            = rest.substr(0, std::min(rest.find_first_of(" \t\r\n;&|\\\"'$"), rest.size()));
        if (name == "case") {
            m_at += name.size();
            beginCase();
            return true;
        }
        if (name.empty() || !m_flow.keyword(name))
            return false;
        m_at += name.size();
        if (name == "for") {
            skipBlanks();
            Words loop;
            word(loop);
            m_loop = loop.empty() ? std::string() : loop.front();
        }
        return true;
    }

    /// "WORD in"
    void beginCase()
    {
        const std::int64_t unknowns = m_unknowns;
        Words subject, in;
        skipBlanks();
        if (!endsCommand())
            word(subject);
        for (skipBlanks(); letter() == '\n'; skipBlanks())
            pass();
        if (!endsCommand())
            word(in);
        m_flow.beginCase(m_unknowns == unknowns ? std::optional(joined(subject, " "))
                                                : std::nullopt);
    }

    /// "PATTERN)" or "esac"; false at the end.
    bool arm()
    {
        for (skipBlanks(); letter() == '\n' || letter() == ';'; skipBlanks())
            pass();
        if (isAtEnd())
            return false;
        if (startsWith("esac"))
            return true;
        const std::size_t close = std::min(m_text.find(')', m_at), m_text.size());
        std::string patterns(m_text.substr(m_at, close - m_at));
        m_at = std::min(close + 1, m_text.size());
        std::erase_if(patterns,
                      [](char each) { return each == '"' || each == '\'' || each == '('; });
        m_flow.arm(patterns);
        return true;
    }

    /// Reads a script inside the script. The first words, such as those of srun, start each of its
    /// commands.
    void commandsOf(std::string_view text, const Words& words, std::size_t starting)
    {
        const std::size_t first = m_script.commands.size();
        ShellFlow outer = std::exchange(m_flow, {});
        within(text, [this] {
            m_isHead = true;
            while (!m_problem && !isAtEnd())
                command();
        });
        if (m_flow.hasGuessed())
            outer.guess();
        m_flow = std::move(outer);
        const auto end = words.begin() + static_cast<std::ptrdiff_t>(starting);
        std::size_t bytes = starting * sizeof(std::string);
        for (auto word = words.begin(); word != end; ++word)
            bytes += word->size();
        for (std::size_t i = first; i < m_script.commands.size() && starting > 0; ++i) {
            limit(bytes);
            if (m_problem)
                return;
            Words& inner = m_script.commands[i].words;
            inner.insert(inner.begin(), words.begin(), end);
        }
    }

    /// Reads a script that sbatch is given, whose options count before those of the script.
    void jobOf(std::string_view text, const Words& options)
    {
        const SlurmOptions outer = std::exchange(m_slurm, {});
        std::string before = std::exchange(m_submitted, joined(options, " "));
        askSlurm({});
        commandsOf(text, options, 0);
        m_submitted = std::move(before);
        m_slurm = outer;
        std::erase_if(m_variables,
                      [](const auto& each) { return each.first.starts_with("SLURM_"); });
        setSlurmVariables();
    }

    static bool isShell(std::string_view word)
    {
        const std::string_view name = word.substr(word.rfind('/') + 1);
        return name == "bash" || name == "sh";
    }

    /// Whether a command runs what it is given as its input: "srun bash <<END", "sbatch <<END".
    static bool runsItsInput(const Words& words)
    {
        return isShell(words.back()) || words.front() == "sbatch";
    }

    /// The places of the words of "bash -c SCRIPT"; null where there are none.
    struct QuotedScript
    {
        std::size_t shell, text;
    };
    static std::optional<QuotedScript> scriptIn(const Words& words)
    {
        std::optional<std::size_t> shell; // whose options follow
        for (std::size_t i = 0; i + 1 < words.size(); ++i) {
            const std::string_view word = words[i];
            const bool isOption = word.starts_with('-');
            if (shell && isOption && !word.starts_with("--") && word.ends_with('c'))
                return QuotedScript{*shell, i + 1};
            if (isShell(word))
                shell = i;
            else if (shell && !isOption && !words[i - 1].ends_with('o')) // "-o pipefail"
                shell.reset();
        }
        return std::nullopt;
    }

    /// "> log.txt", "2>&1" and "< file" are no words of the command. "<<END" begins a document,
    /// whose text follows the line.
    void redirection()
    {
        const bool begins = startsWith("<<") && !startsWith("<<<");
        bool isOutput = letter() == '>' && (m_at == 0 || m_text[m_at - 1] != '2');
        const bool appends = startsWith(">>");
        while (letter() == '<' || letter() == '>')
            ++m_at;
        const bool indents = begins && letter() == '-';
        isOutput = isOutput && letter() != '&'; // ">&2"
        if (letter() == '&' || letter() == '|' || indents) // "2>&1", ">| FILE", "<<-END"
            ++m_at;
        skipBlanks();
        const bool isQuoted = letter() == '\'' || letter() == '"' || letter() == '\\';
        Words file;
        if (!endsCommand())
            word(file);
        if (file.empty())
            return;
        if (begins) {
            document(file.front(), indents, isQuoted);
        } else if (isOutput) {
            m_output = file.front();
            m_appends = appends;
        }
    }

    /// The begin of the next line, behind those that this one goes on in.
    std::size_t nextLine() const
    {
        for (std::size_t at = m_at; at < m_text.size(); ++at) {
            at = std::min(m_text.find('\n', at), m_text.size());
            std::string_view line = m_text.substr(0, at);
            if (line.ends_with('\r'))
                line.remove_suffix(1);
            if (!line.ends_with('\\'))
                return std::min(at + 1, m_text.size());
        }
        return m_text.size();
    }

    /// Finds the text of a document: after the line, and after the line's documents before it.
    void document(std::string_view end, bool indents, bool isQuoted)
    {
        if (m_afterDocuments == 0)
            m_afterDocuments = nextLine();
        const std::size_t begin = m_afterDocuments;
        for (std::size_t at = begin; at < m_text.size();) {
            const std::size_t newline = std::min(m_text.find('\n', at), m_text.size());
            std::string_view line = m_text.substr(at, newline - at);
            if (indents)
                line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
            if (line.ends_with('\r'))
                line.remove_suffix(1);
            if (line == end) {
                m_documents.push_back({m_text.substr(begin, at - begin), indents, isQuoted});
                m_afterDocuments = std::min(newline + 1, m_text.size());
                return;
            }
            at = newline + 1;
        }
        limit(m_text.size() - begin); // a shift, "1 << 2", and no document
    }

    /// NAME=value, NAME+=value or NAME=( list ), also after export and its like.
    bool assignment(Assigned& assigned)
    {
        const std::size_t from = m_at;
        bool lasts = false;
        for (const std::string_view prefix : {"export ", "local ", "declare ", "readonly "})
            if (startsWith(prefix)) {
                lasts = true;
                m_at += prefix.size();
                for (skipBlanks(); letter() == '-'; skipBlanks()) // "declare -a"
                    m_at = std::min(m_text.find_first_of(" \t\r\n", m_at), m_text.size());
            }
        skipBlanks();
        const std::size_t start = m_at;
        while (!isAtEnd() && isVariableLetter(letter()))
            ++m_at;
        const std::string name(m_text.substr(start, m_at - start));
        const bool adds = startsWith("+=");
        if (name.empty() || (!adds && letter() != '=')
            || std::isdigit(static_cast<unsigned char>(name.front())) != 0) {
            m_at = from;
            return false;
        }
        m_at += adds ? 2 : 1;
        Words value;
        const bool isList = letter() == '(';
        const std::int64_t unknowns = m_unknowns;
        if (isList)
            list(value);
        else
            value.push_back(plainWord());
        if (!m_flow.runs())
            return true;
        if (!lasts) {
            const auto before = m_variables.find(name);
            assigned.emplace_back(
                name, before == m_variables.end() ? std::nullopt : std::optional(before->second));
        }
        if (m_unknowns != unknowns)
            m_uncertain.insert(name);
        else if (!adds)
            m_uncertain.erase(name);
        keep(name, std::move(value), adds, isList);
        return true;
    }

    void keep(const std::string& name, Words value, bool adds, bool isList)
    {
        Words& kept = m_variables[name];
        if (!adds)
            kept = std::move(value);
        else if (isList || kept.empty())
            kept.insert(kept.end(), value.begin(), value.end());
        else
            kept.front() += value.empty() ? std::string() : value.front();
        for (const std::string& each : kept)
            limit(each.size());
        limit(kept.size());
    }

    /// Without this limit, variables with other variables in them could grow without bound.
    void limit(std::size_t size)
    {
        m_expanded += size;
        if (size > mostScriptBytes || m_expanded > 64 * mostScriptBytes)
            fail({HW_TR("core", "its variables grow beyond measure")});
    }

    void list(Words& words)
    {
        ++m_at;
        for (;;) {
            skipBlanks();
            if (isAtEnd()) {
                fail({HW_TR("core", "a bracket has no end")});
                return;
            }
            if (m_problem)
                return;
            if (letter() == ')') {
                ++m_at;
                return;
            }
            if (letter() == '\n' || letter() == ';' || letter() == '|' || letter() == '&'
                || letter() == '(') {
                ++m_at;
                continue;
            }
            m_inList = true;
            word(words);
            m_inList = false;
        }
    }

    bool endsWord() const
    {
        return endsCommand() || blanks.find(letter()) != std::string_view::npos || letter() == '<'
            || letter() == '>' || startsWith("\\\n") || startsWith("\\\r\n")
            || (m_inList && letter() == ')');
    }

    /// One word of the text, which may become several words or none when variables are replaced.
    void word(Words& words)
    {
        std::string text;
        bool isWord = false;
        const std::size_t from = m_at;
        while (!m_problem && !endsWord()) {
            const char next = letter();
            if (next == '\'' || next == '"') {
                isWord = true;
                quotedPart(text, words);
            } else if (next == '$') {
                const Words value = variable();
                splice(value, text, words, isWord);
            } else {
                if (next == '\\' && m_at + 1 < m_text.size())
                    ++m_at;
                text += letter();
                isWord = true;
                ++m_at;
            }
        }
        const bool isStream = (letter() == '<' || letter() == '>') && !text.empty()
            && std::ranges::all_of(text, [](char each) {
                                  return std::isdigit(static_cast<unsigned char>(each)) != 0;
                              });
        if (isWord && !isStream) // 2>&1
            words.push_back(text);
        if (m_at == from && !isAtEnd())
            ++m_at; // < and >, in a list
        limit(text.size());
    }

    /// Puts the value of an unquoted variable in, where blanks separate words.
    void splice(const Words& value, std::string& text, Words& words, bool& isWord)
    {
        for (std::size_t i = 0; i < value.size(); ++i) {
            std::string_view rest = value[i];
            if (i > 0)
                flush(text, words, isWord);
            while (!rest.empty()) {
                const std::size_t end = std::min(rest.find_first_of(" \t\r\n"), rest.size());
                text += rest.substr(0, end);
                isWord = isWord || end > 0;
                if (end < rest.size())
                    flush(text, words, isWord);
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        }
    }

    void flush(std::string& text, Words& words, bool& isWord)
    {
        if (isWord)
            words.push_back(text);
        limit(words.size());
        text.clear();
        isWord = false;
    }

    /// The word of an assignment: blanks in variables stay.
    std::string plainWord()
    {
        std::string text;
        Words parts;
        while (!m_problem && !endsWord()) {
            const char next = letter();
            if (next == '\'' || next == '"') {
                quotedPart(text, parts);
            } else if (next == '$') {
                text += joined(variable(), " ");
                limit(text.size());
            } else {
                if (next == '\\' && m_at + 1 < m_text.size())
                    ++m_at;
                text += letter();
                ++m_at;
            }
        }
        return text;
    }

    /// A part in quotes. A list in double quotes gives each of its words: "${ARGS[@]}".
    void quotedPart(std::string& text, Words& words)
    {
        const char quote = letter();
        ++m_at;
        while (!isAtEnd() && letter() != quote && !m_problem) {
            if (quote == '"' && letter() == '$') {
                const Words value = variable();
                for (std::size_t i = 0; i + 1 < value.size(); ++i) {
                    words.push_back(text + value[i]);
                    text.clear();
                }
                text += value.empty() ? std::string() : value.back();
                limit(text.size() + value.size());
                continue;
            }
            if (quote == '"' && (startsWith("\\\n") || startsWith("\\\r\n"))) {
                m_at += startsWith("\\\n") ? 2 : 3;
                continue;
            }
            if (quote == '"' && letter() == '\\' && m_at + 1 < m_text.size()
                && std::string_view("\"\\$`").find(m_text[m_at + 1]) != std::string_view::npos)
                ++m_at;
            text += letter();
            ++m_at;
        }
        if (isAtEnd())
            fail({HW_TR("core", "a quoted text has no end")});
        else
            ++m_at;
    }

    Words variable()
    {
        ++m_at; // $
        if (startsWith("(("))
            return arithmetic();
        if (letter() == '(')
            return printed();
        if (letter() == '{')
            return inBraces();
        const std::size_t from = m_at;
        while (!isAtEnd() && isVariableLetter(letter()))
            ++m_at;
        if (m_at == from && !isAtEnd()
            && std::string_view("@*#?!$-").find(letter()) != std::string_view::npos)
            ++m_at;
        if (m_at == from) // "a price in $"
            return {"$"};
        return valueOf(std::string(m_text.substr(from, m_at - from)));
    }

    Words valueOf(const std::string& name)
    {
        if (name == "#" || name == "?")
            return {"0"};
        const bool isArgument = !name.empty() && name.front() >= '1' && name.front() <= '9';
        m_unknowns += isArgument || m_uncertain.contains(name) ? 1 : 0;
        const auto found = m_variables.find(name);
        if (found != m_variables.end())
            return found->second;
        if (!name.empty() && m_flow.isReached())
            addUnknown(excerpt(name));
        return {};
    }

    void addUnknown(const std::string& shown)
    {
        constexpr std::size_t most = 100;
        if (m_script.unknown.size() < most
            && std::ranges::find(m_script.unknown, shown) == m_script.unknown.end())
            m_script.unknown.push_back(shown);
    }

    /// ${NAME}, ${NAME:-otherwise}, ${NAME:+instead}, ${NAME[@]}, ${NAME[1]}, ${#NAME[@]}
    Words inBraces()
    {
        const std::size_t from = m_at + 1;
        skipBrackets('{', '}');
        if (m_problem)
            return {};
        const std::string_view whole = m_text.substr(from, m_at - from - 1);
        std::string_view inner = whole;
        const bool counts = inner.size() > 1 && inner.front() == '#';
        if (counts)
            inner.remove_prefix(1);
        std::size_t end = 0;
        while (end < inner.size() && isVariableLetter(inner[end]))
            ++end;
        const std::string name(inner.substr(0, end));
        inner.remove_prefix(end);
        const bool isWhole = inner.starts_with("[@]") || inner.starts_with("[*]");
        if (isWhole)
            inner.remove_prefix(3);
        if (counts && inner.empty())
            return sizeOf(name, isWhole);
        if (!counts && (inner.empty() || inner.starts_with(":?")))
            return valueOf(name);
        if (!counts && inner.starts_with('[') && inner.ends_with(']'))
            return elementOf(name, withNames(expanded(inner.substr(1, inner.size() - 2))));
        const std::string_view sign = inner.substr(0, inner.starts_with(':') ? 2 : 1);
        if (!counts && std::string_view("-=+").find(sign.back()) != std::string_view::npos)
            return otherwise(name, sign.back(), inner.substr(sign.size()));
        ++m_unknowns;
        return valueOf("{" + std::string(whole) + "}"); // parts and replacements
    }

    /// ${NAME-text}, ${NAME=text} and ${NAME+text}. An empty value is none, as after ":-".
    Words otherwise(const std::string& name, char sign, std::string_view text)
    {
        const auto found = m_variables.find(name);
        if (found != m_variables.end())
            limit(found->second.size());
        m_unknowns += m_uncertain.contains(name) ? 1 : 0;
        const bool isSet = found != m_variables.end()
            && std::ranges::any_of(found->second, [](const auto& word) { return !word.empty(); });
        if (sign == '+')
            return isSet ? Words{expanded(text)} : Words{};
        if (isSet)
            return found->second;
        Words value{expanded(text)};
        if (sign == '=' && !name.empty() && m_flow.runs())
            keep(name, value, false, false);
        return value;
    }

    /// The number of a list's words, or of a text's letters.
    Words sizeOf(const std::string& name, bool ofWords)
    {
        const auto found = m_variables.find(name);
        if (found == m_variables.end())
            return valueOf(name);
        const Words& words = found->second;
        return {std::to_string(ofWords ? words.size() : words.empty() ? 0 : words.front().size())};
    }

    /// One word of a list; from its end, where the place is negative.
    Words elementOf(const std::string& name, const std::string& place)
    {
        const auto found = m_variables.find(name);
        const auto at = shellArithmetic(place);
        if (found == m_variables.end() || !at)
            return valueOf("{" + name + "[" + place + "]}");
        const auto size = static_cast<std::int64_t>(found->second.size());
        const std::int64_t index = *at < 0 ? size + *at : *at;
        return index >= 0 && index < size ? Words{found->second[static_cast<std::size_t>(index)]}
                                          : Words{};
    }

    /// Reads another text in place of the script's, from its begin to its end.
    void within(std::string_view text, const auto& readAll)
    {
        if (m_depth >= 16) {
            fail({HW_TR("core", "nested more than %1 levels deep"), {"16"}});
            return;
        }
        if (m_depth++ == 0)
            m_wholeAt = m_at;
        const std::string_view outer = std::exchange(m_text, text);
        const std::size_t at = std::exchange(m_at, 0);
        auto documents = std::exchange(m_documents, {});
        const std::size_t after = std::exchange(m_afterDocuments, 0);
        const std::size_t subshells = std::exchange(m_subshells, 0);
        readAll();
        m_documents = std::move(documents);
        m_afterDocuments = after;
        m_subshells = subshells;
        m_text = outer;
        m_at = at;
        --m_depth;
    }

    /// A text inside ${…:-…} or $((…)) with its variables put in.
    std::string expanded(std::string_view text)
    {
        std::string result;
        within(text, [&] {
            while (!isAtEnd() && !m_problem) {
                if (letter() == '$') {
                    result += joined(variable(), " ");
                    limit(result.size());
                } else {
                    if (letter() != '"' && letter() != '\'')
                        result += letter();
                    ++m_at;
                }
            }
        });
        return result;
    }

    /// $(expr 16 / $RANKS); what other commands print is not known.
    Words printed()
    {
        constexpr std::string_view known = "expr ";
        const std::size_t from = m_at + 1;
        skipBrackets('(', ')');
        if (m_problem || m_text.substr(from, known.size()) != known) {
            ++m_unknowns;
            return {};
        }
        std::string text
            = expanded(m_text.substr(from + known.size(), m_at - from - known.size() - 1));
        std::erase(text, '\\');
        const auto value = shellArithmetic(text);
        return value ? Words{std::to_string(*value)} : Words{};
    }

    Words arithmetic()
    {
        const std::size_t from = m_at + 2;
        skipBrackets('(', ')');
        if (m_problem || m_at < from + 2)
            return {};
        std::string_view inner = m_text.substr(from, m_at - from - 2);
        std::string text = expanded(inner);
        text = withNames(text);
        const auto value = shellArithmetic(text);
        return value ? Words{std::to_string(*value)} : Words{};
    }

    /// Names inside $((…)) need no dollar sign.
    std::string withNames(const std::string& text)
    {
        std::string result;
        for (std::size_t i = 0; i < text.size();) {
            if (std::isalpha(static_cast<unsigned char>(text[i])) == 0 && text[i] != '_') {
                result += text[i++];
                continue;
            }
            const std::size_t from = i;
            while (i < text.size() && isVariableLetter(text[i]))
                ++i;
            result += joined(valueOf(text.substr(from, i - from)), " ");
            limit(result.size());
        }
        return result;
    }

    void skipBrackets(char open, char close)
    {
        std::size_t depth = 0;
        for (; !isAtEnd(); ++m_at) {
            if (letter() == open)
                ++depth;
            else if (letter() == close && --depth == 0) {
                ++m_at;
                return;
            }
        }
        fail({HW_TR("core", "a bracket has no end")});
    }

    ShellFlow m_flow;
    std::string m_loop; ///< the variable of the last loop
    std::size_t m_subshells = 0; ///< brackets around the command
    std::int64_t m_unknowns = 0; ///< values so far that are not known
    std::set<std::string> m_uncertain; ///< variables with such a value
    std::string_view m_whole; ///< the script
    std::size_t m_wholeAt = 0; ///< the place in it where a text inside it began
    std::string_view m_text; ///< that is read: the script, or a text inside it
    std::size_t m_at = 0;
    std::size_t m_expanded = 0; ///< bytes of values, including values within others
    int m_depth = 0;
    bool m_inList = false;
    bool m_isHead = true; ///< before the first command, where sbatch reads its options
    std::vector<Document> m_documents; ///< of the command
    std::size_t m_afterDocuments = 0; ///< where the text goes on after the line; 0: at its end
    std::string m_output; ///< the file that the command writes
    bool m_appends = false;
    SlurmOptions m_slurm;
    std::string m_submitted; ///< sbatch's own options for the job that is read
    std::map<std::string, Words> m_variables;
    ShellScript m_script;
    std::optional<Problem> m_problem;
};

} // namespace

Result<ShellScript> readShell(std::string_view text)
{
    if (auto problem = unreadableScript(text))
        return *std::move(problem);
    return ShellReader(text).read();
}

} // namespace highwater
