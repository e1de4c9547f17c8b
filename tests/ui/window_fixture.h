// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/printing.h"
#include "ui/base/key_words.h"
#include "ui/document/document.h"
#include "ui/window/main_window.h"
#include "ui/window/tabs_view.h"

#include <QAnyStringView>
#include <QCoreApplication>
#include <QPointer>
#include <QString>
#include <QTemporaryDir>

namespace highwater {

/// Each warning fails the test, except those that the offscreen platform gives about itself.
void refuseWarnings();

/// The child with this name; the test cannot go on without it.
template <class T> T* childNamed(const QObject* inside, const QString& name)
{
    T* found = inside->findChild<T*>(name);
    if (!found)
        qFatal("there is no %s", qPrintable(name));
    return found;
}

/// A test of widgets: with the application set up as main() does, and settings of its own.
class WidgetFixture : public QObject
{
    Q_OBJECT

protected slots:
    void initTestCase();
    void init(); ///< no settings, English, and refuseWarnings()

private:
    QTemporaryDir m_settings;
};

/// A test of the main window: each function gets a window of its own.
class WindowFixture : public WidgetFixture
{
    Q_OBJECT

protected slots:
    void init();
    void cleanup();

protected:
    /// Opens a window that replaces the previous one.
    void openWindow();
    void closeWindows();

    template <class T> T* find(QAnyStringView name) const
    {
        return childNamed<T>(m_window, name.toString());
    }
    /// The control of a key, which is named by its path.
    template <class T> T* control(KeyPath path) const { return find<T>(pathText(path)); }
    Document& document() const { return m_window->document(); }
    void settle() const { QCoreApplication::processEvents(); }
    /// The same, and paints the window: texts and pictures are laid out when they are painted.
    void settlePainted() const;
    /// Changes the plan as a person does.
    void change(KeyPath key, const Value& value) const;
    /// All views of the window, which bringToFront() shows one by one.
    TabsView& views() const { return *m_window->findChild<TabsView*>(); }
    /// Brings the view whose widget has this name to the front.
    void openPage(QAnyStringView name) const;
    void trigger(const char* action) const;
    /// The text of the message bar; empty while the bar is hidden.
    QString message() const;

    QPointer<MainWindow> m_window;
};

} // namespace highwater
