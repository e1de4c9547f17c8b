// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/key_tables.h"

#include "core/ledger/choices.h"
#include "core/manual/manual.h"
#include "core/manual/markdown.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/shape.h"
#include "core/words/key_words.h"
#include "core/words/words.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace highwater {
namespace {

/// A shape of one's own that says what it must, and how many experts it has.
Plan ownShape(std::int64_t experts)
{
    CustomModel model;
    model.hiddenSize = model.intermediateSize = model.vocabSize = 1024;
    model.numLayers = model.numHeads = 8;
    model.experts = experts;
    Plan plan;
    plan.model = customOf(*shapeOf(model));
    return plan;
}

/// The value of a key in a plan that says nothing.
Value defaultOf(const Key& key)
{
    static const Plan defaults = withDefaults({}), dense = ownShape(0), routed = ownShape(8);
    if (!key.path.isIn(KeyGroup("model.custom")))
        return key.get(defaults);
    const Value value = key.get(dense);
    return std::holds_alternative<std::monostate>(value) ? key.get(routed) : value;
}

/// A value as it is typed, the words of a list with spaces between them.
std::string typedValue(const Value& value)
{
    if (const auto* words = std::get_if<std::vector<std::string>>(&value))
        return joined(*words, " ");
    if (const auto* number = std::get_if<double>(&value))
        return shortest(*number);
    return std::holds_alternative<std::monostate>(value) ? std::string() : settingText(value);
}

/// 1e6, as a person writes it.
std::string bound(double number)
{
    std::string text = shortest(number);
    if (const std::size_t plus = text.find("e+"); plus != std::string::npos) {
        const std::size_t digits = text.find_first_not_of('0', plus + 2);
        text.replace(plus, digits - plus, "e");
    }
    return text;
}

/// The rows of the tables in one language.
class KeyTable
{
public:
    explicit KeyTable(std::string_view language)
        : m_texts(sourceTextsIn(language).value_or(*sourceTextsIn("en")))
    { }

    std::string head() const
    {
        return row(text(HW_TR("keys", "Key")), text(HW_TR("keys", "Default")),
                   text(HW_TR("keys", "Allowed")), text(HW_TR("keys", "Meaning")))
            + "|:--|:--|:--|:--|\n";
    }
    std::string rowOf(const Key& key) const
    {
        return row("`" + std::string(key.path.text()) + "`", unsaid(key), allowed(key),
                   meaning(key));
    }

private:
    static std::string row(const std::string& path, const std::string& unsaid,
                           const std::string& allowed, const std::string& meaning)
    {
        return "| " + path + " | " + unsaid + " | " + allowed + " | " + meaning + " |\n";
    }
    std::string text(const char* source) const { return m_texts(keyContext, source); }
    std::string unsaid(const Key& key) const;
    std::string allowed(const Key& key) const;
    std::string meaning(const Key& key) const;

    SourceTexts m_texts;
};

std::string KeyTable::unsaid(const Key& key) const
{
    if (const char* words = wordsOf(key.path).unsaid)
        return text(words);
    const std::string value = typedValue(defaultOf(key));
    return value.empty() ? "–" : value;
}

std::string KeyTable::allowed(const Key& key) const
{
    std::string values;
    switch (key.kind) {
    case Kind::Bool:
        values = "true false";
        break;
    case Kind::Integer:
    case Kind::Real:
        values = bound(key.least) + " … " + bound(key.most);
        break;
    case Kind::Text:
        values = text(HW_TR("keys", "text"));
        break;
    case Kind::Choice:
    case Kind::Choices:
        values = joined(key.words, " ");
        break;
    }
    return key.nullable ? filled(text(HW_TR("keys", "%1, null")), {values}) : values;
}

std::string KeyTable::meaning(const Key& key) const
{
    const KeyWords& words = wordsOf(key.path);
    const ManualPlace place = linkedPlace(words.topic, {});
    const std::string link = place.page + ".md" + (place.anchor.empty() ? "" : "#" + place.anchor);
    const auto linked = [&](const char* source) { return "[" + text(source) + "](" + link + ")"; };
    return words.label ? filled(text("%1: %2"), {linked(words.label), text(words.help)})
                       : linked(words.help);
}

std::string sectionOf(KeyPath path, const std::vector<std::string>& sections)
{
    std::string_view rest = path.text();
    for (std::size_t dot = rest.rfind('.'); dot != std::string_view::npos; dot = rest.rfind('.')) {
        rest = rest.substr(0, dot);
        const std::string group(rest.substr(rest.rfind('.') + 1));
        if (std::ranges::find(sections, group) != sections.end())
            return group;
    }
    return sections.front();
}

/// The parts of a page: what is before the first section with an anchor, then each section.
struct Section
{
    std::string anchor, text;
};

std::vector<Section> sectionsOf(std::string_view page)
{
    std::vector<Section> sections(1);
    while (!page.empty()) {
        const std::size_t end = std::min(page.find('\n'), page.size());
        const std::string_view line = page.substr(0, end);
        page.remove_prefix(std::min(end + 1, page.size()));
        const auto blocks = markdownBlocks(line);
        if (!blocks.empty() && !blocks.front().anchor.empty())
            sections.push_back({blocks.front().anchor, {}});
        sections.back().text += std::string(line) + "\n";
    }
    return sections;
}

} // namespace

std::string withKeyTables(std::string_view page, std::string_view language)
{
    const std::vector<Section> sections = sectionsOf(page);
    std::vector<std::string> anchors;
    for (const Section& section : sections)
        if (!section.anchor.empty())
            anchors.push_back(section.anchor);
    if (anchors.empty())
        return std::string(page);
    const KeyTable table(language);
    std::string whole;
    for (const Section& section : sections) {
        whole += section.text;
        if (section.anchor.empty())
            continue;
        whole += table.head();
        for (const Key& key : keys())
            if (sectionOf(key.path, anchors) == section.anchor)
                whole += table.rowOf(key);
        whole += "\n";
    }
    return whole;
}

} // namespace highwater
