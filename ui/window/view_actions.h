// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/view_choices.h"

#include <QObject>

class QAction;
class QActionGroup;
class QMenu;

namespace highwater {

/// The View menu without the baseline: the page and view in front, the visible parts, theme, unit
/// and language. Its signals request each from the window.
class ViewActions : public QObject
{
    Q_OBJECT

public:
    explicit ViewActions(QObject* parent);

    void addPages(QMenu* menu, int pages, int mostViews);
    void addParts(QMenu* menu);
    void addChoices(QMenu* menu);
    void addPreferences(QMenu* menu); ///< the Edit menu has them too
    void showPanel(); ///< where it is hidden
    /// Makes the text larger or smaller by this many steps; 0 steps: the desktop's size.
    void stepTextSize(int steps);

    void setPage(int page);
    /// The views of the page in front; an empty title is not offered.
    void setViews(const QStringList& titles, int front);
    void setChoices(const ViewChoices& choices);
    void retranslate(const QStringList& titles);

signals:
    void pageChosen(int page);
    void viewChosen(int view); ///< of the page in front
    void furtherChosen(int steps); ///< views on or back
    void nextPartRequested();
    void findRequested(); ///< the palette
    void presentRequested();
    void panelShown(bool shown);
    void numbersShown(bool shown);
    void fullScreenShown(bool shown);
    void preferencesRequested();
    void choicesChanged(const highwater::ViewChoices& choices); ///< by a person

private:
    QActionGroup* addGroup(QMenu* menu, const char* what, const QStringList& names,
                           QString ViewChoices::*choice);

    ViewChoices m_choices;
    QList<QAction*> m_pages, m_views;
    QAction *m_nextView, *m_viewBefore;
    QAction *m_find, *m_present;
    QAction *m_nextPart, *m_panel, *m_numbers, *m_fullScreen;
    QAction *m_larger, *m_smaller, *m_usualSize, *m_preferences;
    QMenu *m_themeMenu = nullptr, *m_unitMenu = nullptr, *m_languageMenu = nullptr,
          *m_textMenu = nullptr;
    QActionGroup *m_themes = nullptr, *m_units = nullptr, *m_languages = nullptr;
};

} // namespace highwater
