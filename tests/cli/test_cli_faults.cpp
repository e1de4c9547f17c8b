// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A command that is killed, a disk that is full, a folder that is read-only, two writers of one
// file: the file that was there is whole, old or new, and nothing lies beside it.
#include "program.h"
#include "tests/core/random.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>

#include <memory>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

using namespace highwater;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array writers{"chart -o out.svg",
                             "chart --figure search -o out.csv",
                             "chart -o out.pptx",
                             "chart -o out.png",
                             "report -o out.html",
                             "report -o out.pdf",
                             "export --for deepspeed -o out.json",
                             "import in.json -o out.hwplan",
                             "help --html out"};

constexpr const char* config = R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
          "num_attention_heads": 4, "vocab_size": 100, "intermediate_size": 128})";

} // namespace

class TestCliFaults : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void killed_data() { commands(); }
    void killed();
    void tooLongAFile_data() { commands(); }
    void tooLongAFile();
    void aFullDisk_data() { commands(); }
    void aFullDisk();
    void aFolderToReadAlone();
    void twoWriters();
    void throughLinks();

private:
    /// Rows of all writers but those of folders.
    static void commands();
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QStringList names() const
    {
        return QDir(m_folder->path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCliFaults::initTestCase()
{
#ifndef Q_OS_UNIX
    QSKIP("the faults of other systems are not made here");
#endif
}

void TestCliFaults::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(writeFile(path(u"in.json"_s), config));
}

void TestCliFaults::commands()
{
    QTest::addColumn<QStringList>("command");
    for (const char* writer : writers)
        if (const QStringList command = words(writer); command.back().contains(u'.'))
            QTest::newRow(writer) << command;
}

/// Killed at random moments of its life.
void TestCliFaults::killed()
{
    QFETCH(QStringList, command);
    const QString out = path(command.back());
    const QByteArray old = "what was there\n";
    QElapsedTimer life;
    life.start();
    const Ran whole = runProgram(command, {{}, m_folder->path(), {}});
    QVERIFY2(whole.exit == 0, whole.err.constData());
    const auto longest = static_cast<std::uint64_t>(life.nsecsElapsed() / 1000);
    const QByteArray wanted = contents(out);
    QVERIFY(!wanted.isEmpty());
    Random random(1);
    int ended = 0;
    const int kills = casesToTry(10);
    for (int i = 0; i < kills; ++i) {
        QVERIFY(writeFile(out, old));
        QProcess process;
        process.setWorkingDirectory(m_folder->path());
        process.setProcessEnvironment(noDisplay());
        process.start(QStringLiteral(HIGHWATER_BINARY), command);
        QVERIFY(process.waitForStarted());
        // Most moments lie near the end, when the file is written.
        QThread::usleep(static_cast<unsigned long>(longest / 2 + random.below(longest / 2)));
        process.kill();
        QVERIFY(process.waitForFinished());
        ended += process.exitStatus() == QProcess::NormalExit ? 1 : 0;
        const QByteArray left = contents(out);
        QVERIFY2(left == old || left == wanted, qPrintable(QString::number(left.size())));
    }
    qInfo("%d of %d ended before they were killed", ended, kills);
    QCOMPARE(runProgram(command, {{}, m_folder->path(), {}}).exit, 0);
    QCOMPARE(contents(out), wanted);
}

/// The system allows no file of more than some bytes: the write breaks off in its middle.
void TestCliFaults::tooLongAFile()
{
    QFETCH(QStringList, command);
    const QByteArray old = "what was there\n";
    QVERIFY(writeFile(path(command.back()), old));
    const QStringList before = names();
    const Ran ran = shell(u"cd '%1' && trap '' XFSZ && ulimit -f 0 && exec \"$0\" %2"_s.arg(
                              m_folder->path(), command.join(u' ')),
                          {{}, m_folder->path(), {}});
    QCOMPARE(notRefused(ran, 1, {command.back()}), QString());
    QCOMPARE(contents(path(command.back())), old);
    QCOMPARE(names(), before);
}

/// A disk of its own that has no room left.
void TestCliFaults::aFullDisk()
{
    QFETCH(QStringList, command);
    const QString script
        = u"unshare -m sh -c 'mount -t tmpfs -o size=16k none \"$1\" || exit 77\n"
          "cd \"$1\" && printf %s old > \"$2\" && cp \"$3\" in.json\n"
          "cat /dev/zero > rest 2>/dev/null\n"
          "shift 3; \"$@\"; code=$?\n"
          "cat \"$(ls -d out.*)\" >&1; ls -A | tr \"\\n\" \" \"; exit $code' sh '%1' '%2' '%3' "
          "\"$0\" %4"_s.arg(path(u"disk"_s), command.back(), path(u"in.json"_s),
                            command.join(u' '));
    QVERIFY(QDir().mkpath(path(u"disk"_s)));
    const Ran ran = shell(script, {{}, m_folder->path(), {}});
    if (ran.exit == 77 || ran.err.contains("unshare"))
        QSKIP("this user may mount nothing");
    QCOMPARE(ran.exit, 1);
    QVERIFY2(ran.err.contains("No space left on device"), ran.err.constData());
    QCOMPARE(ran.out, "oldin.json " + command.back().toUtf8() + " rest ");
}

/// As a plain user, since root may write everywhere.
void TestCliFaults::aFolderToReadAlone()
{
#ifdef Q_OS_UNIX
    const QString as
        = geteuid() == 0 ? u"setpriv --reuid 65534 --regid 65534 --clear-groups "_s : QString();
    if (!as.isEmpty() && QStandardPaths::findExecutable(u"setpriv"_s).isEmpty())
        QSKIP("root may write everywhere, and setpriv is not here");
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::Permissions(0x5555)));
    const Ran can = shell(as + u"test -x \"$0\""_s, {{}, u"/"_s, {}});
    if (can.exit != 0) {
        QFile::setPermissions(m_folder->path(), QFile::Permissions(0x7755));
        QSKIP("another user cannot start the program where it lies");
    }
    for (const char* writer : writers) {
        const QStringList command = words(writer);
        const Ran ran
            = shell(u"cd '%1' && %2\"$0\" %3"_s.arg(m_folder->path(), as, command.join(u' ')),
                    {{}, u"/"_s, {}});
        const QString wrong = notRefused(ran, 1, {command.back()});
        QVERIFY2(wrong.isEmpty(), qPrintable(QString::fromLatin1(writer) + u": "_s + wrong));
    }
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::Permissions(0x7755)));
    QCOMPARE(names(), QStringList{u"in.json"_s});
#endif
}

/// Both write again and again; a reader always finds the whole file of one of them.
void TestCliFaults::twoWriters()
{
    const auto writer = [this](const char* context) {
        return u"while [ ! -e stop ]; do \"$0\" import in.json --set workload.context=%1 -o "
               "out.hwplan 2>/dev/null || echo failed; done"_s.arg(QLatin1StringView(context));
    };
    QVERIFY(writeFile(path(u"out.hwplan"_s), {}));
    QVERIFY(QFile::remove(path(u"out.hwplan"_s)));
    const QString reader
        = u"i=0; while [ $i -lt 40 ]; do [ ! -e out.hwplan ] || \"$0\" estimate out.hwplan "
          ">/dev/null || echo torn; i=$((i+1)); done; touch stop"_s;
    const Ran ran = shell(u"cd '%1'; (%2) & (%3) & %4; wait"_s.arg(m_folder->path(), writer("1000"),
                                                                   writer("2000"), reader),
                          {{}, m_folder->path(), {}});
    QCOMPARE(ran.out, QByteArray());
    QCOMPARE(ran.exit, 0);
    QCOMPARE(names(), (QStringList{u"in.json"_s, u"out.hwplan"_s, u"stop"_s}));
}

/// A link stays a link, and its target is written; another name of the same file keeps the old
/// text.
void TestCliFaults::throughLinks()
{
#ifdef Q_OS_UNIX
    QVERIFY(QDir().mkpath(path(u"far"_s)));
    QVERIFY(writeFile(path(u"far/plan.hwplan"_s), "old"));
    QVERIFY(QFile::link(u"far/plan.hwplan"_s, path(u"link.hwplan"_s)));
    QCOMPARE(::link(QFile::encodeName(path(u"far/plan.hwplan"_s)).constData(),
                    QFile::encodeName(path(u"other.hwplan"_s)).constData()),
             0);
    QVERIFY(QFile::link(u"loop.hwplan"_s, path(u"loop.hwplan"_s)));
    const Setting here{{}, m_folder->path(), {}};
    QCOMPARE(run(words("import in.json -o link.hwplan"), here).exit, 0);
    QVERIFY(QFileInfo(path(u"link.hwplan"_s)).isSymLink());
    QVERIFY(contents(path(u"far/plan.hwplan"_s)).startsWith('{'));
    QCOMPARE(contents(path(u"other.hwplan"_s)), QByteArray("old"));
    // Of a link that leads nowhere nothing can be lost: the file takes its place.
    QCOMPARE(run(words("import in.json -o loop.hwplan"), here).exit, 0);
    QVERIFY(contents(path(u"loop.hwplan"_s)).startsWith('{'));
#endif
}

QTEST_GUILESS_MAIN(TestCliFaults)
#include "test_cli_faults.moc"
