// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Faults around the window: it is killed while it starts, its settings and kept work are broken,
// there are no fonts, the scale changes under it, the clock goes back, other programs write its
// file. No work is lost.
#include "tests/core/random.h"
#include "ui/base/message_bar.h"
#include "ui/document/recovery.h"
#include "ui/window/file_actions.h"
#include "ui/window/windows.h"
#include "window_fixture.h"

#include <QApplication>
#include <QDir>
#include <QProcess>
#include <QScreen>
#include <QSettings>
#include <QTemporaryDir>
#include <QWindow>
#include <QtTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

bool write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QFile::WriteOnly)
        && file.write(bytes) == bytes.size();
}

/// A home of its own for a program that is started as a person starts it.
QProcessEnvironment homeAt(const QString& home)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* variable : {"HOME", "XDG_RUNTIME_DIR", "TMPDIR"})
        environment.insert(QString::fromLatin1(variable), home);
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        environment.remove(QString::fromLatin1(variable));
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    return environment;
}

Plan planOf(std::int64_t context)
{
    Plan plan = firstPlan();
    plan.workload.context = context;
    return plan;
}

QByteArray changedAtRandom(Random& random, QByteArray bytes)
{
    for (auto changes = 1 + random.below(4); changes > 0; --changes) {
        const auto at
            = static_cast<qsizetype>(random.below(static_cast<std::uint64_t>(bytes.size() + 1)));
        switch (random.below(4)) {
        case 0:
            bytes.truncate(at);
            break;
        case 1:
            bytes.insert(at, "\x00\xFF[[[{\"=", 8);
            break;
        case 2:
            bytes.remove(at, 7);
            break;
        default:
            bytes.insert(at, QByteArray(2000, '9'));
        }
    }
    return bytes;
}

} // namespace

class TestFaults : public WindowFixture
{
    Q_OBJECT

private slots:
    void killedWhileItStarts();
    void brokenKeptWork();
    void brokenSettings();
    void noFonts();
    void anotherScale();
    void theClockGoesBack();
};

/// A start takes the kept work of a crash over; killed in the middle of that, the next one does.
void TestFaults::killedWhileItStarts()
{
#ifndef Q_OS_UNIX
    QSKIP("the folders are those of Linux");
#endif
    const QTemporaryDir home;
    const QString folder = home.filePath(u".local/share/highwater/highwater/recovery"_s);
    const QString saved = home.filePath(u"saved.hwplan"_s);
    QVERIFY(write(saved, planText(planOf(1111))));
    QVERIFY(write(folder + u"/work.json"_s,
                  RecoveryFile::text(planOf(2222), {saved, digestOf(planText(planOf(1111)))})));
    Random random(1);
    const int starts = casesToTry(10);
    for (int i = 0; i < starts; ++i) {
        QProcess program;
        program.setProcessEnvironment(homeAt(home.path()));
        program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        program.start(QStringLiteral(HIGHWATER_BINARY), QStringList());
        QVERIFY(program.waitForStarted());
        constexpr std::uint64_t longest = 900; // ms: a window is there, and work is kept again
        QThread::msleep(static_cast<unsigned long>(random.below(longest)));
        program.kill();
        QVERIFY(program.waitForFinished());
        int kept = 0;
        for (const QString& name : QDir(folder).entryList({u"*.json"_s}, QDir::Files)) {
            const auto text = fileText(folder + u'/' + name);
            kept += text && text->contains("2222") ? 1 : 0;
        }
        QVERIFY2(kept > 0, qPrintable(QString::number(i)));
        QCOMPARE(*fileText(saved), planText(planOf(1111)));
    }
    const auto found = RecoveryFile::orphaned(folder);
    QVERIFY(!found.empty());
    const auto work = found.front()->read();
    QVERIFY(work);
    QCOMPARE(work->plan, planOf(2222));
    QCOMPARE(work->file.path, saved);
}

/// Damaged files of kept work are no plans, or whole ones, and are never removed.
void TestFaults::brokenKeptWork()
{
    Random random(1);
    const QTemporaryDir folder;
    const QByteArray whole = RecoveryFile::text(planOf(2222), {u"/nowhere/a.hwplan"_s});
    const int texts = casesToTry(200);
    for (int i = 0; i < texts; ++i) {
        const QString path = folder.filePath(u"%1.json"_s.arg(i));
        QVERIFY(write(path, changedAtRandom(random, whole)));
    }
    for (const auto& file : RecoveryFile::orphaned(folder.path()))
        file->read();
    QCOMPARE(QDir(folder.path()).entryList({u"*.json"_s}, QDir::Files).size(), texts);
}

/// A window opens, saves and exports with whatever stands in its settings.
void TestFaults::brokenSettings()
{
    m_window->close();
    QSettings settings;
    const QStringList names = settings.allKeys();
    QVERIFY(names.size() > 3);
    const QString path = settings.fileName();
    const auto whole = fileText(path);
    Random random(1);
    const int rounds = casesToTry(20);
    for (int i = 0; i < rounds; ++i) {
        if (i % 2 == 0) {
            const QVariantList values{-1,
                                      1e300,
                                      QString(50'000, u'x'),
                                      QByteArray("\0\xFF", 2),
                                      QSize(),
                                      QStringList{u"a"_s, u"b"_s},
                                      u"@Variant(\\0)"_s,
                                      QPoint(),
                                      true};
            for (const QString& name : names)
                settings.setValue(name,
                                  values[static_cast<qsizetype>(
                                      random.below(static_cast<std::uint64_t>(values.size())))]);
        } else if (whole) {
            QVERIFY(write(path, changedAtRandom(random, *whole)));
        }
        settings.sync();
        openWindow();
        change("workload.context", Value(std::int64_t{4000 + i}));
        QVERIFY(document().results().estimate);
        QTemporaryDir folder;
        QVERIFY(m_window->files().saveTo(folder.filePath(u"a.hwplan"_s)));
        m_window->close();
    }
    settings.clear();
}

void TestFaults::noFonts()
{
#ifndef Q_OS_LINUX
    QSKIP("fonts are asked for in another way");
#endif
    const QTemporaryDir home;
    QVERIFY(write(home.filePath(u"fonts.conf"_s),
                  "<?xml version=\"1.0\"?><fontconfig><dir>/nonexistent</dir></fontconfig>"));
    QProcessEnvironment environment = homeAt(home.path());
    environment.insert(u"FONTCONFIG_FILE"_s, home.filePath(u"fonts.conf"_s));
    QProcess picture;
    picture.setProcessEnvironment(environment);
    picture.start(QStringLiteral(HIGHWATER_BINARY),
                  {u"chart"_s, u"-o"_s, home.filePath(u"chart.png"_s)});
    QVERIFY(picture.waitForFinished(120'000));
    QCOMPARE(picture.exitStatus(), QProcess::NormalExit);
    QCOMPARE(picture.exitCode(), 0);

    QProcess window;
    window.setProcessEnvironment(environment);
    window.start(QStringLiteral(HIGHWATER_BINARY), QStringList());
    QVERIFY(window.waitForStarted());
    // Unsaved work of a new window, which it keeps once it has begun.
    QVERIFY(!window.waitForFinished(3000));
    window.kill();
    QVERIFY(window.waitForFinished());
    const QByteArray said = window.readAllStandardError();
    QVERIFY2(!said.contains("setPointSize"), said.constData());
}

/// The window goes from a screen to one of twice the scale, and back.
void TestFaults::anotherScale()
{
    const QList<QScreen*> screens = QGuiApplication::screens();
    if (screens.size() < 2)
        QSKIP("this platform has one screen");
    change("workload.context", Value(std::int64_t{4096}));
    const Plan plan = document().plan();
    for (QScreen* screen : {screens[1], screens[0], screens[1]}) {
        m_window->windowHandle()->setScreen(screen);
        m_window->move(screen->geometry().topLeft() + QPoint(20, 20));
        settle();
        const QPixmap picture = m_window->grab();
        QCOMPARE(picture.devicePixelRatio(), m_window->devicePixelRatioF());
        QVERIFY(!picture.isNull());
        for (int page = 0; page < static_cast<int>(views().tabs().size()); ++page) {
            views().bringToFront(page);
            settlePainted();
        }
    }
    QCOMPARE(document().plan(), plan);
}

/// Files from the future, and a file that another program replaces by an older one.
void TestFaults::theClockGoesBack()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"a.hwplan"_s);
    QVERIFY(m_window->files().saveTo(path));
    const auto setTime = [](const QString& name, int years) {
        QFile file(name);
        return file.open(QFile::ReadWrite)
            && file.setFileTime(QDateTime::currentDateTime().addYears(years),
                                QFileDevice::FileModificationTime);
    };
    QVERIFY(setTime(path, 12));
    change("workload.context", Value(std::int64_t{3000}));
    QVERIFY(m_window->files().saveTo(path));
    QCOMPARE(std::get<StoredPlan>(readPlanFile(path)).plan.workload.context, 3000);

    change("workload.context", Value(std::int64_t{5000}));
    QVERIFY(write(path, planText(planOf(7000))));
    QVERIFY(setTime(path, -12));
    QTRY_VERIFY_WITH_TIMEOUT(!message().isEmpty(), 20'000);
    trigger("file.save"); // is not written over unawares
    QCOMPARE(std::get<StoredPlan>(readPlanFile(path)).plan.workload.context, 7000);
    QCOMPARE(document().plan().workload.context, 5000);

    const QTemporaryDir kept;
    const QString work = kept.filePath(u"work.json"_s);
    QVERIFY(write(work, RecoveryFile::text(planOf(2222), {path})));
    QVERIFY(setTime(work, 12));
    const auto found = RecoveryFile::orphaned(kept.path());
    QCOMPARE(found.size(), 1U);
    QCOMPARE(found.front()->read()->plan, planOf(2222));
}

int main(int argc, char** argv)
{
    // Two screens, the second one of twice the scale.
    const QTemporaryDir folder;
    const QString screens = folder.filePath(u"screens.json"_s);
    write(screens, R"({"screens": [
        {"name": "one", "x": 0, "y": 0, "width": 1600, "height": 1000, "logicalDpi": 96,
         "logicalBaseDpi": 96, "dpr": 1},
        {"name": "two", "x": 1600, "y": 0, "width": 1600, "height": 1000, "logicalDpi": 96,
         "logicalBaseDpi": 96, "dpr": 2}]})");
    if (qgetenv("QT_QPA_PLATFORM") == "offscreen")
        qputenv("QT_QPA_PLATFORM",
                QByteArray("offscreen:configfile=" + QFile::encodeName(screens)));
    QApplication application(argc, argv);
    TestFaults test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_faults.moc"
