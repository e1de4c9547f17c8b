// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/help/help_book.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QAction;
class QMainWindow;
class QMenu;
class QToolBar;

namespace highwater {

/// The Help menu of a window. F1 opens the page on the part under the pointer or with the focus,
/// Shift+F1 shows the same page in short.
class HelpActions : public QObject
{
    Q_OBJECT

public:
    /// `topicOfFront` is the topic of the page in front.
    HelpActions(QMainWindow* window, std::function<HelpTopic()> topicOfFront);
    ~HelpActions() override;

    void addTo(QMenu* menu) const;
    void addTo(QToolBar* bar) const;
    void retranslate();
    void drawIcons();

    /// The present topic of F1.
    HelpTopic topicAtHand() const;

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void openContents();
    bool whatsThis(QEvent* event, const QWidget* widget) const;
    bool belongsHere(const QWidget* widget) const;

    QMainWindow* m_window;
    std::function<HelpTopic()> m_topicOfFront;
    QPointer<const QWidget> m_pointedAt; ///< null after a person has used the keyboard
    bool m_byKey = false; ///< F1 was pressed; false: the menu's entry was chosen
    QAction *m_contents, *m_shortcuts, *m_whatsThis, *m_about, *m_aboutQt;
};

} // namespace highwater
