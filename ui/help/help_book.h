// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

class QRegularExpression;

namespace highwater {

/// A line with a heading: its marks, its title and its anchor, which may be missing.
const QRegularExpression& headings();

/// A place in the help: "zero" is a page, "zero#stage-3" one of its sections.
using HelpTopic = QString;

/// A heading and the text below it, up to the next heading.
struct HelpSection
{
    QString anchor; ///< empty for the page's own heading
    QString title;
    int level = 1;
    QString text; ///< without the marks of Markdown

    bool operator==(const HelpSection&) const = default;
};

struct HelpPage
{
    QString name; ///< the name of its file, without the suffix
    QString markdown; ///< without the anchors, which Qt's reader does not know
    std::vector<HelpSection> sections; ///< the first is the page's own

    const QString& title() const { return sections.front().title; }
    HelpTopic topicOf(const HelpSection& section) const;
};

/// A part of the contents.
struct HelpGroup
{
    QString title;
    std::vector<const HelpPage*> pages;
};

/// The help in one language. The page "index" is the contents: its headings are the groups, and its
/// lists give the pages their order.
class HelpBook
{
public:
    explicit HelpBook(const QString& language);

    const std::vector<HelpPage>& pages() const { return m_pages; }
    std::vector<HelpGroup> groups() const;
    const HelpPage* page(const HelpTopic& topic) const;
    const HelpSection* section(const HelpTopic& topic) const;

    /// The topic to which a link of a page leads: "zero.md#stage-3", or "#stage-3" of that page.
    static HelpTopic linkedTopic(const QString& link, const QString& fromPage);
    static QString nameIn(const HelpTopic& topic);
    static QString anchorIn(const HelpTopic& topic);

private:
    std::vector<HelpPage> m_pages;
};

/// The help in the window's language; in English where there is no help in that language.
HelpBook presentHelp();

} // namespace highwater
