// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window_fixture.h"

#include "ui/base/message_bar.h"
#include "ui/base/style.h"
#include "ui/base/theme.h"
#include "ui/window/windows.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QRegularExpression>
#include <QSettings>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTest>

namespace highwater {

void refuseWarnings()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
}

void WidgetFixture::initTestCase()
{
    QVERIFY(m_settings.isValid());
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setStyle(new Style);
    QApplication::setQuitOnLastWindowClosed(false);
    QCoreApplication::setOrganizationName(QStringLiteral("highwater"));
    QCoreApplication::setApplicationName(
        QStringLiteral("test-%1").arg(QCoreApplication::applicationPid()));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
    desktopTheme(); // read before anything else sets the palette
}

void WidgetFixture::init()
{
    refuseWarnings();
    QSettings().clear();
    QSettings().setValue(QStringLiteral("view/language"), QStringLiteral("en"));
}

void WindowFixture::init()
{
    WidgetFixture::init();
    openWindow();
}

void WindowFixture::cleanup()
{
    closeWindows();
}

void WindowFixture::openWindow()
{
    closeWindows();
    m_window = new MainWindow;
    serveWindow(*m_window);
    m_window->resize(1440, 900);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window));
    settle();
}

void WindowFixture::closeWindows()
{
    delete m_window;
    for (MainWindow* other : allWindows())
        delete other;
}

void WindowFixture::settlePainted() const
{
    settle();
    m_window->grab();
}

void WindowFixture::change(KeyPath key, const Value& value) const
{
    QVERIFY(document().edit(key, value, QStringLiteral("test")));
    settlePainted();
}

void WindowFixture::openPage(QAnyStringView name) const
{
    auto* page = find<QWidget>(name);
    auto* pages = qobject_cast<QStackedWidget*>(page->parentWidget());
    if (!pages)
        qFatal("%s is no page", qPrintable(name.toString()));
    views().bringToFront(pages->indexOf(page));
    settle();
}

void WindowFixture::trigger(const char* action) const
{
    find<QAction>(action)->trigger();
}

QString WindowFixture::message() const
{
    const auto* bar = find<MessageBar>("messageBar");
    return bar->isHidden() ? QString()
                           : childNamed<QLabel>(bar, QStringLiteral("message.text"))->text();
}

} // namespace highwater
