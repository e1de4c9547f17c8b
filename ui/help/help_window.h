// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/help/help_book.h"

#include <QWidget>

class QAction;
class QLineEdit;
class QListWidget;
class QSplitter;
class QStackedWidget;
class QToolBar;
class QTreeWidget;
class QTreeWidgetItem;

namespace highwater {

class HelpText;

/// The help: contents and search at the left, a page at the right. One window serves the whole
/// program.
class HelpWindow : public QWidget
{
    Q_OBJECT

public:
    /// Brings the window to the front, or makes it; no topic: the page stays.
    static HelpWindow& open(const HelpTopic& topic = {});

    void show(const HelpTopic& topic);
    using QWidget::show;
    HelpTopic topic() const;

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Place
    {
        HelpTopic topic;
        int scrolled = 0;
    };

    HelpWindow();
    void buildBar();
    void buildSearch();
    void buildContents();
    void layOut();
    void retranslate();
    void drawIcons();
    void restore();
    void fillContents();
    void search();
    void openHit(int row);
    void go(int by);
    void showPlace(const Place& place, bool scrollToTopic);
    void selectInContents();
    void showMarks();

    HelpBook m_book;
    std::vector<Place> m_places; ///< the places that the reader has visited
    std::size_t m_at = 0;

    QToolBar* m_bar;
    QAction *m_back, *m_forward, *m_home;
    QLineEdit* m_search;
    QStackedWidget* m_left;
    QTreeWidget* m_contents;
    QListWidget* m_hits;
    HelpText* m_text;
    QSplitter* m_sides;
};

} // namespace highwater
