// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two classes of one name in one namespace are undefined behaviour, even where no file sees both:
// the linker keeps one of their inline functions for both (C++20, [basic.def.odr]).
#include <QtTest>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

bool isOfWord(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// Words and single signs, without comments, preprocessor lines and the content of literals.
std::vector<std::string> tokensOf(const std::string& text)
{
    std::vector<std::string> tokens;
    bool startsLine = true;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = std::string_view(text).substr(i);
        const char letter = text[i];
        if (letter == '\n') {
            startsLine = true;
            ++i;
            continue;
        }
        if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
            ++i;
            continue;
        }
        if (rest.starts_with("//") || (startsLine && letter == '#')) {
            const bool goesOn = letter == '#';
            while (i < text.size() && (text[i] != '\n' || (goesOn && text[i - 1] == '\\')))
                ++i;
        } else if (rest.starts_with("/*")) {
            i = text.find("*/", i) + 2;
        } else if (rest.starts_with("R\"")) {
            const std::size_t open = text.find('(', i);
            const std::string end = ")" + text.substr(i + 2, open - i - 2) + "\"";
            i = text.find(end, open) + end.size();
        } else if (letter == '"' || (letter == '\'' && (i == 0 || !isOfWord(text[i - 1])))) {
            for (++i; i < text.size() && text[i] != letter; ++i)
                if (text[i] == '\\')
                    ++i;
            ++i;
        } else if (isOfWord(letter)) {
            const std::size_t start = i;
            while (i < text.size() && isOfWord(text[i]))
                ++i;
            tokens.push_back(text.substr(start, i - start));
        } else {
            tokens.emplace_back(1, letter);
            ++i;
        }
        startsLine = false;
    }
    return tokens;
}

/// The name that `class NAME … {` defines at `at`; empty where nothing is defined there, or a part
/// of another class.
std::string definedAt(const std::vector<std::string>& tokens, std::size_t at)
{
    std::string name;
    for (std::size_t i = at + 1; i < tokens.size(); ++i) {
        const std::string& token = tokens[i];
        const bool qualified = i + 1 < tokens.size() && token == ":" && tokens[i + 1] == ":";
        if (token == "{" || (token == ":" && !qualified))
            return name;
        if (!isOfWord(token.front()) || qualified)
            return {};
        if (token != "class" && token != "struct" && token != "final")
            name = token;
    }
    return {};
}

/// The classes, structs and enumerations that a file defines in namespace highwater itself.
std::vector<std::string> definedIn(const std::string& text)
{
    const std::vector<std::string> tokens = tokensOf(text);
    std::vector<std::string> scopes, names;
    std::string opening; // of the next brace: a namespace's name, or nothing
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string& token = tokens[i];
        if (token == "namespace") {
            opening = "namespace";
            for (++i; i < tokens.size() && tokens[i] != "{" && tokens[i] != ";" && tokens[i] != "=";
                 ++i)
                opening += " " + tokens[i];
            --i;
        } else if (token == "{") {
            scopes.push_back(std::exchange(opening, {}));
        } else if (token == "}") {
            if (!scopes.empty())
                scopes.pop_back();
        } else if (token == ";") {
            opening.clear();
        } else if ((token == "class" || token == "struct" || token == "enum" || token == "union")
                   && scopes == std::vector<std::string>{"namespace highwater"}
                   && (i == 0 || tokens[i - 1] != "enum")) {
            if (const std::string name = definedAt(tokens, i); !name.empty())
                names.push_back(name);
        }
    }
    return names;
}

} // namespace

class TestClassNames : public QObject
{
    Q_OBJECT

private slots:
    void definitionsAreFound();
    void noNameIsDefinedTwice();
};

void TestClassNames::definitionsAreFound()
{
    const std::string text = R"(
// class Commented {};
#define BRACE {
class Forward;
template <class T> struct Made { T value = T{"class Quoted {"}; };
namespace highwater {
namespace { struct Hidden {}; }
class Seen final : public Base<int> { struct Inner {}; };
enum class Kind { One, Two };
struct Seen::Part {};
template <> struct Names<Kind> { int x; };
Seen function(class Other* other) { struct Local {}; return {}; }
struct Last { char brace = '{'; };
}
struct Outside {};
)";
    QCOMPARE(definedIn(text), (std::vector<std::string>{"Seen", "Kind", "Last"}));
}

void TestClassNames::noNameIsDefinedTwice()
{
    std::map<std::string, std::set<std::string>> filesOf;
    const fs::path source(HIGHWATER_SOURCE_DIR);
    for (const char* part : {"core", "ui", "app"})
        for (const auto& entry : fs::recursive_directory_iterator(source / part)) {
            const fs::path& path = entry.path();
            if (path.extension() != ".h" && path.extension() != ".cpp")
                continue;
            std::ifstream file(path);
            const std::string text(std::istreambuf_iterator<char>(file), {});
            for (const std::string& name : definedIn(text))
                filesOf[name].insert(fs::relative(path, source).string());
        }
    QVERIFY(filesOf.size() > 200); // the search has files to read
    for (const auto& [name, files] : filesOf) {
        std::string list;
        for (const std::string& file : files)
            list += " " + file;
        QVERIFY2(files.size() == 1, (name + " is defined in" + list).c_str());
    }
}

QTEST_APPLESS_MAIN(TestClassNames)
#include "test_class_names.moc"
