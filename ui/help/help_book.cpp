// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_book.h"

#include "core/manual/manual.h"
#include "ui/base/language.h"
#include "ui/base/words.h"

#include <QRegularExpression>

#include <algorithm>

namespace highwater {
namespace {

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
    for (const std::string& name : manualPages(language.toStdString())) {
        HelpPage page
            = pageOf(toQString(name), toQString(manualPage(language.toStdString(), name)));
        if (!page.sections.empty())
            m_pages.push_back(std::move(page));
    }
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
            if (const HelpPage* linked
                = page(linkedTopic(link.captured(2), toQString(manualContents))))
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
