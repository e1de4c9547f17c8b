// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QKeyEvent;
class QMainWindow;

namespace highwater {

/// Gives the shortcuts of a window's menus to the menus while a text field has the focus. Fields
/// use keys such as Ctrl+E to move the cursor. Keys that edit a text, such as copy and undo, stay
/// with the field.
class MenuKeys : public QObject
{
    Q_OBJECT

public:
    explicit MenuKeys(QMainWindow* window);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isOfAMenu(const QKeyEvent& key) const;

    QMainWindow* m_window;
};

} // namespace highwater
