// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/key_tables.h"

#include "core/ledger/choices.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/shape.h"
#include "ui/base/key_words.h"
#include "ui/base/words.h"
#include "ui/help/help_book.h"

#include <QRegularExpression>

#include <algorithm>

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
std::string shownValue(const Value& value)
{
    if (const auto* words = std::get_if<std::vector<std::string>>(&value))
        return joined(*words, " ");
    if (const auto* number = std::get_if<double>(&value))
        return shortest(*number);
    return std::holds_alternative<std::monostate>(value) ? std::string() : settingText(value);
}

/// 1e6, as a person writes it.
QString bound(double number)
{
    static const QRegularExpression plus(QStringLiteral("e\\+0*"));
    return toQString(shortest(number)).replace(plus, QStringLiteral("e"));
}

/// The rows of the tables in one language.
class KeyTable
{
public:
    explicit KeyTable(const QString& language)
        : m_texts(textsIn(language).value_or(*textsIn({})))
    { }

    QString head() const
    {
        return row(text(QT_TRANSLATE_NOOP("keys", "Key")),
                   text(QT_TRANSLATE_NOOP("keys", "Default")),
                   text(QT_TRANSLATE_NOOP("keys", "Allowed")),
                   text(QT_TRANSLATE_NOOP("keys", "Meaning")))
            + QStringLiteral("|:--|:--|:--|:--|\n");
    }
    QString rowOf(const Key& key) const
    {
        return row(QStringLiteral("`%1`").arg(pathText(key.path)), unsaid(key), allowed(key),
                   meaning(key));
    }

private:
    static QString row(const QString& path, const QString& unsaid, const QString& allowed,
                       const QString& meaning)
    {
        return QStringLiteral("| %1 | %2 | %3 | %4 |\n").arg(path, unsaid, allowed, meaning);
    }
    QString text(const char* source) const { return m_texts(keyContext, source); }
    QString unsaid(const Key& key) const;
    QString allowed(const Key& key) const;
    QString meaning(const Key& key) const;

    Texts m_texts;
};

QString KeyTable::unsaid(const Key& key) const
{
    if (const char* words = wordsOf(key.path).unsaid)
        return text(words);
    const std::string value = shownValue(defaultOf(key));
    return value.empty() ? QStringLiteral("\u2013") : toQString(value);
}

QString KeyTable::allowed(const Key& key) const
{
    QString values;
    switch (key.kind) {
    case Kind::Bool:
        values = QStringLiteral("true false");
        break;
    case Kind::Integer:
    case Kind::Real:
        values = bound(key.least) + QStringLiteral(" \u2026 ") + bound(key.most);
        break;
    case Kind::Text:
        values = text(QT_TRANSLATE_NOOP("keys", "text"));
        break;
    case Kind::Choice:
    case Kind::Choices:
        values = toQString(joined(key.words, " "));
        break;
    }
    return key.nullable ? text(QT_TRANSLATE_NOOP("keys", "%1, null")).arg(values) : values;
}

QString KeyTable::meaning(const Key& key) const
{
    const KeyWords& words = wordsOf(key.path);
    const HelpTopic topic = QString::fromLatin1(words.topic);
    const QString page = HelpBook::nameIn(topic);
    const QString link = page + QStringLiteral(".md") + topic.mid(page.size());
    const auto linked
        = [&](const char* source) { return QStringLiteral("[%1](%2)").arg(text(source), link); };
    return words.label ? text("%1: %2").arg(linked(words.label), text(words.help))
                       : linked(words.help);
}

/// The anchors of the page's sections.
QStringList sectionsOf(const QStringList& lines)
{
    QStringList anchors;
    for (const QString& line : lines)
        if (const auto heading = headings().match(line); !heading.captured(3).isEmpty())
            anchors << heading.captured(3);
    return anchors;
}

QString sectionOf(KeyPath path, const QStringList& sections)
{
    QStringList groups = pathText(path).split(QLatin1Char('.'));
    groups.removeLast();
    const auto found = std::find_if(groups.crbegin(), groups.crend(),
                                    [&](const QString& group) { return sections.contains(group); });
    return found == groups.crend() ? sections.value(0) : *found;
}

} // namespace

QString withKeyTables(const QString& page, const QString& language)
{
    const QStringList lines = page.split(QLatin1Char('\n'));
    const QStringList sections = sectionsOf(lines);
    const KeyTable table(language);
    QString whole, section;
    const auto endSection = [&] {
        if (section.isEmpty())
            return;
        whole += table.head();
        for (const Key& key : keys())
            if (sectionOf(key.path, sections) == section)
                whole += table.rowOf(key);
        whole += QLatin1Char('\n');
    };
    for (const QString& line : lines) {
        if (const auto heading = headings().match(line); heading.hasMatch()) {
            endSection();
            section = heading.captured(3);
        }
        whole += line + QLatin1Char('\n');
    }
    endSection();
    return whole;
}

} // namespace highwater
