// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/style.h"
#include "ui/base/theme.h"

#include <QApplication>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace highwater {

/// What the program sets up before its first window, with settings and data that are the test's
/// own.
inline void prepareApplication(const QTemporaryDir& settings)
{
    QVERIFY(settings.isValid());
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setStyle(new Style);
    QApplication::setQuitOnLastWindowClosed(false);
    QCoreApplication::setOrganizationName(QStringLiteral("highwater"));
    QCoreApplication::setApplicationName(
        QStringLiteral("test-%1").arg(QCoreApplication::applicationPid()));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    desktopTheme(); // read before anything else sets the palette
}

/// Every warning fails the test but what the offscreen platform says of itself.
inline void refuseWarnings()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
}

/// The one of that name inside of the object; a test without it cannot go on.
template <class T> T* childNamed(const QObject* inside, const QString& name)
{
    T* found = inside->findChild<T*>(name);
    if (!found)
        qFatal("there is no %s", qPrintable(name));
    return found;
}

} // namespace highwater
