// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/settings.h"
#include "window_fixture.h"

#include <QDirIterator>
#include <QSettings>

namespace highwater {

class TestSettings : public WidgetFixture
{
    Q_OBJECT

private slots:
    void nothingStoredIsTheDefault();
    void storedValuesComeBack();
    void anEmptyListComesBackInTheNextRun();
    void wrongTypesAreNotTaken();
    void membersAreApart();
    void aBatchWritesOnce();
    void noOtherFileReadsSettings();
};

void TestSettings::nothingStoredIsTheDefault()
{
    QCOMPARE(settings::theme.value(), QStringLiteral("system"));
    QCOMPARE(settings::comparedBase.value(), 0);
    QVERIFY(settings::recentFiles.value().isEmpty());
    QVERIFY(!settings::foldedGroups.stored());
    settings::foldedGroups.store({}); // nothing is folded: another thing than never stored
    QVERIFY(settings::foldedGroups.stored());
    settings::foldedGroups.remove();
    QVERIFY(!settings::foldedGroups.stored());
}

/// Through the file, under the names that older versions wrote.
void TestSettings::storedValuesComeBack()
{
    QSettings().setValue(QStringLiteral("view/unit"), QStringLiteral("GB"));
    QCOMPARE(settings::unit.value(), QStringLiteral("GB"));
    settings::exportScale.store(2.5, QStringLiteral("png"));
    QCOMPARE(QSettings().value(QStringLiteral("export/png/scale")).toDouble(), 2.5);
    settings::recentFiles.store({QStringLiteral("/a"), QStringLiteral("/b")});
    QCOMPARE(settings::recentFiles.value().size(), 2);
}

void TestSettings::anEmptyListComesBackInTheNextRun()
{
    settings::unfoldedGroupsSmall.store({}); // no group of a small window is open
    QFile file(QSettings().fileName());
    QVERIFY(file.open(QFile::Append) && file.write("\n") > 0); // Qt reads a changed file again
    file.close();
    QVERIFY(settings::unfoldedGroupsSmall.stored());
    QVERIFY(settings::unfoldedGroupsSmall.value().isEmpty());
}

void TestSettings::wrongTypesAreNotTaken()
{
    QSettings().setValue(QStringLiteral("compare/base"), QStringLiteral("plenty"));
    QVERIFY(!settings::comparedBase.stored());
    QCOMPARE(settings::comparedBase.value(), 0);
    QSettings().setValue(QStringLiteral("export/pdf/scale"), QString());
    QVERIFY(!settings::exportScale.stored(QStringLiteral("pdf")));
}

void TestSettings::membersAreApart()
{
    settings::comparedName.store(QStringLiteral("first"), QStringLiteral("0"));
    QVERIFY(!settings::comparedName.stored(QStringLiteral("1")));
    QCOMPARE(settings::comparedName.value(QStringLiteral("0")), QStringLiteral("first"));
}

void TestSettings::aBatchWritesOnce()
{
    const QString path = QSettings().fileName();
    QFile::remove(path);
    {
        const SettingsBatch outer;
        settings::theme.store(QStringLiteral("dark"));
        const SettingsBatch inner;
        settings::unit.store(QStringLiteral("GB"));
        QVERIFY(!QFile::exists(path));
        QCOMPARE(settings::theme.value(), QStringLiteral("dark"));
    }
    QVERIFY(QFile::exists(path));
    QCOMPARE(settings::unit.value(), QStringLiteral("GB"));
}

void TestSettings::noOtherFileReadsSettings()
{
    QStringList others;
    for (const char* folder : {"ui", "app"}) {
        QDirIterator files(QStringLiteral(HIGHWATER_SOURCE_DIR "/") + QLatin1String(folder),
                           QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QFile::ReadOnly));
            if (file.readAll().contains("QSettings")
                && !file.fileName().endsWith(QStringLiteral("ui/base/settings.cpp")))
                others << file.fileName();
        }
    }
    QVERIFY2(others.isEmpty(), qPrintable(others.join(QLatin1Char('\n'))));
}

} // namespace highwater

QTEST_MAIN(highwater::TestSettings)
#include "test_settings.moc"
