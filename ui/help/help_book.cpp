// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_book.h"

#include "ui/base/language.h"
#include "ui/help/key_tables.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace highwater {
namespace {

const QString contentsPage = QStringLiteral("index");

QString contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

const QRegularExpression& links()
{
    static const QRegularExpression pattern(QStringLiteral("!?\\[([^\\]]*)\\]\\(([^)]*)\\)"));
    return pattern;
}

/// A line as a person reads it.
QString plainLine(QString line)
{
    static const QRegularExpression rule(QStringLiteral("^\\|[:|-]*\\|$"));
    static const QRegularExpression marks(QStringLiteral("\\*\\*|`|^- |^\\d+\\. |^\\| | \\|$"));
    if (line.contains(rule))
        return {};
    line.replace(links(), QStringLiteral("\\1"));
    line.remove(marks);
    return line.replace(QStringLiteral(" | "), QStringLiteral(" · "));
}

HelpPage pageOf(const QString& name, const QString& content)
{
    HelpPage page{name, {}, {}};
    for (const QString& line : content.split(QLatin1Char('\n'))) {
        const auto heading = headings().match(line);
        if (heading.hasMatch()) {
            const QString marks = heading.captured(1), title = heading.captured(2);
            page.sections.push_back(
                {heading.captured(3), title, static_cast<int>(marks.size()), {}});
            page.markdown += marks + QLatin1Char(' ') + title + QLatin1Char('\n');
            continue;
        }
        page.markdown += line + QLatin1Char('\n');
        if (!page.sections.empty() && !line.isEmpty())
            page.sections.back().text += plainLine(line) + QLatin1Char('\n');
    }
    return page;
}

/// The pages that the page of contents names, each once.
QStringList namesIn(const HelpPage& contents)
{
    QStringList names;
    for (auto found = links().globalMatch(contents.markdown); found.hasNext();) {
        const QString name
            = HelpBook::nameIn(HelpBook::linkedTopic(found.next().captured(2), contents.name));
        if (!names.contains(name))
            names << name;
    }
    return names;
}

} // namespace

const QRegularExpression& headings()
{
    static const QRegularExpression pattern(
        QStringLiteral("^(#{1,3}) (.*?)(?: \\{#([a-z0-9-]+)\\})?$"));
    return pattern;
}

HelpTopic HelpPage::topicOf(const HelpSection& section) const
{
    return section.anchor.isEmpty() ? name : name + QLatin1Char('#') + section.anchor;
}

HelpBook::HelpBook(const QString& language)
{
    const QString folder = QStringLiteral(":/help/%1/").arg(language);
    const auto add = [&](const QString& name) {
        QString content = contentOf(folder + name + QStringLiteral(".md"));
        if (name == QStringLiteral("keys"))
            content = withKeyTables(content, language);
        HelpPage page = pageOf(name, content);
        if (!page.sections.empty())
            m_pages.push_back(std::move(page));
    };
    add(contentsPage);
    if (m_pages.empty())
        return;
    for (const QString& name : namesIn(m_pages.front()))
        add(name);
}

std::vector<HelpGroup> HelpBook::groups() const
{
    std::vector<HelpGroup> groups;
    if (m_pages.empty())
        return groups;
    for (const QString& line : m_pages.front().markdown.split(QLatin1Char('\n'))) {
        const auto heading = headings().match(line);
        if (heading.hasMatch() && heading.captured(1).size() == 2)
            groups.push_back({heading.captured(2), {}});
        else if (const auto link = links().match(line); link.hasMatch() && !groups.empty())
            if (const HelpPage* linked = page(linkedTopic(link.captured(2), contentsPage)))
                groups.back().pages.push_back(linked);
    }
    return groups;
}

const HelpPage* HelpBook::page(const HelpTopic& topic) const
{
    const auto found = std::ranges::find(m_pages, nameIn(topic), &HelpPage::name);
    return found == m_pages.end() ? nullptr : &*found;
}

const HelpSection* HelpBook::section(const HelpTopic& topic) const
{
    const HelpPage* found = page(topic);
    if (!found)
        return nullptr;
    const auto at = std::ranges::find(found->sections, anchorIn(topic), &HelpSection::anchor);
    return at == found->sections.end() ? nullptr : &*at;
}

HelpTopic HelpBook::linkedTopic(const QString& link, const QString& fromPage)
{
    const QString file = link.section(QLatin1Char('#'), 0, 0);
    const QString anchor = link.section(QLatin1Char('#'), 1);
    const QString name
        = file.isEmpty() ? fromPage : file.chopped(file.endsWith(QStringLiteral(".md")) ? 3 : 0);
    return anchor.isEmpty() ? name : QString(name + QLatin1Char('#') + anchor);
}

QString HelpBook::nameIn(const HelpTopic& topic)
{
    return topic.section(QLatin1Char('#'), 0, 0);
}

QString HelpBook::anchorIn(const HelpTopic& topic)
{
    return topic.section(QLatin1Char('#'), 1);
}

HelpBook presentHelp()
{
    HelpBook book(windowLanguage());
    return book.pages().empty() ? HelpBook(languages().front()) : book;
}

} // namespace highwater
