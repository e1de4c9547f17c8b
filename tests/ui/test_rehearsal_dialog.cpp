// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "temporary_tmpdir.h"
#include "ui/base/file_dialogs.h"
#include "ui/rehearsal/rehearsal_dialog.h"
#include "ui/rehearsal/value_answer.h"
#include "window_fixture.h"

#include <QAction>
#include <QCheckBox>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTranslator>
#include <QtTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int longestWait = 20'000; // ms; the others end at once

QByteArray answerOf(const char* members)
{
    return QByteArray(R"({"event":"answer",)") + members + "}\n";
}

/// Has a translation of every text of one context: the text in brackets.
class Brackets : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char*, int) const override
    {
        return QLatin1StringView(context) == "highwater::ValueAnswer"_L1
            ? u'[' + QString::fromUtf8(source) + u']'
            : QString();
    }
};

/// The answers that the Python of a rehearsal gives, with "7" in the place of what it puts in.
QStringList answersOfPython()
{
    QStringList answers;
    const QRegularExpression text(
        u"(?:\\bunanswered\\(|\\.note\\(str\\(\\w+\\), |\\.sized\\(self\\.\\w+, |"
        "^(?:FINITE|CHOSEN|UNWRITTEN|ROUTED|ROUTED_TO_FIRST) = )\"([^\"]*)\""_s,
        QRegularExpression::MultilineOption);
    for (const char* name :
         {"data", "deepspeed_engine", "made_tokenizer", "ranks", "values", "weights"}) {
        QFile file(QStringLiteral(HIGHWATER_SOURCE_DIR "/resources/rehearsal/highwater_rehearsal/")
                   + QLatin1StringView(name) + u".py"_s);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s", qPrintable(file.fileName()));
        const QString script = QString::fromUtf8(file.readAll());
        for (auto match = text.globalMatch(script); match.hasNext();) {
            QString answer = match.next().captured(1);
            answer.replace(u"%s: %s"_s, u"a number: 7"_s);
            answers << answer.replace(QRegularExpression(u"%[sd]"_s), u"7"_s);
        }
    }
    return answers;
}

} // namespace

/// The dialog that rehearses a script, with a program that answers as `highwater rehearse` does.
class TestRehearsalDialog : public WindowFixture
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void theMenuOpensIt();
    void theOrderIsPassedOn();
    void stepsAreShown();
    void anAnswerIsShown_data();
    void anAnswerIsShown();
    void everyAnswerOfPythonIsTranslated();
    void anAnswerOfNonsenseDoesNoHarm_data();
    void anAnswerOfNonsenseDoesNoHarm();
    void theRecordingGoesOverThePlan();
    void theRecordingIsSaved();
    void itIsStopped();
    void aProgramThatIsNotThereIsSaid();
    void itsFolderComesWithTheStart();
    void aLongLogStaysShort();
    void theCommandIsRemembered();

private:
    /// Makes the dialog with a program whose lines are these of a shell.
    void open(const QByteArray& lines);
    void rehearse(const QString& command = u"python train.py"_s);
    template <class T> T* part(const char* name) const
    {
        return childNamed<T>(m_dialog.get(), QLatin1String("rehearsal.") + QLatin1String(name));
    }
    QString headline() const { return part<QLabel>("headline")->text(); }
    QString lines() const { return part<QLabel>("lines")->text(); }
    bool isDone() const { return !m_dialog->isBusy(); }

    std::unique_ptr<QTemporaryDir> m_files;
    std::unique_ptr<RehearsalDialog> m_dialog;
};

void TestRehearsalDialog::init()
{
    WindowFixture::init();
    m_files = std::make_unique<QTemporaryDir>();
}

void TestRehearsalDialog::cleanup()
{
    m_dialog.reset();
    WindowFixture::cleanup();
}

void TestRehearsalDialog::open(const QByteArray& lines)
{
    const QString program = m_files->filePath(u"program"_s);
    QFile file(program);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\nrecording() { while [ $# -gt 0 ]; do [ \"$1\" = -o ] && echo \"$2\"; "
               "shift; done; }\n"
               + lines);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    file.close();
    m_dialog = std::make_unique<RehearsalDialog>(document(), MemoryFormat(), program);
    m_dialog->show();
}

void TestRehearsalDialog::rehearse(const QString& command)
{
    part<QLineEdit>("command")->setText(command);
    part<QPushButton>("start")->click();
}

void TestRehearsalDialog::theMenuOpensIt()
{
    const auto* menu = find<QMenu>("menu.run");
    QStringList names;
    for (const QAction* action : menu->actions())
        names << action->objectName();
    QCOMPARE(names,
             QStringList({u"run.rehearse"_s, u"run.open"_s, u"run.doctor"_s, u"run.measure"_s}));
    find<QAction>("run.rehearse")->trigger();
    auto* dialog = find<RehearsalDialog>("rehearsal");
    QVERIFY(dialog->isVisible());
    QVERIFY(!dialog->isModal());
    // The card is the plan's, and follows it.
    auto* card = childNamed<QLabel>(dialog, u"rehearsal.card"_s);
    QCOMPARE(card->text(), u"H100 SXM5 80GB, 79.22\u00A0GiB, as in the plan"_s);
    change("cluster.capacity", Value(std::int64_t{42949672960}));
    QCOMPARE(card->text(), u"H100 SXM5 80GB, 40.00\u00A0GiB, as in the plan"_s);
    QVERIFY(!childNamed<QPushButton>(dialog, u"rehearsal.start"_s)->isEnabled());
}

void TestRehearsalDialog::theOrderIsPassedOn()
{
    open("pwd >&2; for each in \"$@\"; do printf '[%s]' \"$each\" >&2; done\n");
    part<QLineEdit>("folder")->setText(m_files->path());
    part<QSpinBox>("ranks")->setValue(64);
    part<QLineEdit>("rank")->setText(u"0, 63"_s);
    part<QSpinBox>("steps")->setValue(2);
    part<QCheckBox>("madeData")->setChecked(true);
    part<QCheckBox>("writesAnywhere")->setChecked(true);
    rehearse(u"torchrun --nproc-per-node 8 \"my train.py\""_s);
    QTRY_VERIFY_WITH_TIMEOUT(isDone(), longestWait);
    const QString log = part<QPlainTextEdit>("log")->toPlainText();
    QVERIFY2(log.startsWith(m_files->path() + u'\n'), qPrintable(log));
    const QString recording = log.section(u"[-o]["_s, 1).section(u']', 0, 0);
    QVERIFY(!recording.isEmpty());
    QCOMPARE(log.section(u'\n', 1),
             u"[rehearse][--events][--card][h100-sxm5-80gb][--ranks][64][--rank][0,63][--steps][2]"
             "[--data][made][-o][%1][--without-weights][--write-anywhere][--][torchrun][--nproc-"
             "per-node][8]"
             "[my train.py]"_s.arg(recording));
}

void TestRehearsalDialog::stepsAreShown()
{
    open("echo '{\"event\":\"found\",\"torch\":\"2.6.0\",\"cuda\":\"12.4\"}'\n"
         "printf '{\"event\":\"step\",\"rank\":3,\"step\":1,\"steps\":3,'\nsleep 0.2\n"
         "echo '\"allocated\":34359738368,\"reserved\":42949672960}'\nexec sleep 60\n");
    rehearse();
    QVERIFY(part<QPushButton>("stop")->isVisible());
    QVERIFY(!part<QPushButton>("start")->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(
        headline(), u"Rank 3, step 1 of 3: allocated 32.00\u00A0GiB, reserved 40.00\u00A0GiB"_s,
        longestWait);
    QCOMPARE(part<QProgressBar>("progress")->maximum(), 3);
    QCOMPARE(part<QProgressBar>("progress")->value(), 1);
}

void TestRehearsalDialog::anAnswerIsShown_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("headline");
    QTest::addColumn<QString>("line");
    QTest::addRow("fits")
        << answerOf(R"("ended":"steps","said":[{"arguments":["40.00 GiB","78.63 GiB","H100"],"text":
             "Fits: PyTorch reserves %1 at most, of %2 that it can have of the %3"}],"ranks":[{
             "rank":0,"steps":[{},{},{}],"peak_allocated":34359738368,
             "peak_reserved":42949672960,"retries":2}])")
        << u"Fits: PyTorch reserves 40.00 GiB at most, of 78.63 GiB that it can have of the H100"_s
        << u"Rank 0: allocated 32.00\u00A0GiB, reserved 40.00\u00A0GiB in 3 steps\n"
           "PyTorch emptied its cache 2 times to go on, which costs time"_s;
    QTest::addRow("an error") << answerOf(R"("ended":"error","error":{"file":"train.py","line":7,
             "text":"no"},"said":[{"text":"It failed"},{"text":"try %1","arguments":["this"]}])")
                              << u"It failed"_s << u"try this\ntrain.py, line 7: no"_s;
    QTest::addRow("a question")
        << answerOf(R"("unwritten":["cudaX","cudaY"],"unanswered":
             [{"file":"/x/train.py","line":88,"times":3,"answer":"0"},
              {"file":"/x/train.py","line":88,"times":1,"answer":"0"}],"said":[{"text":"Done"}])")
        << u"Done"_s
        << u"train.py, line 88, asked for an unknown value; the answer was: 0\n"
           "Called, but without a meaning here: cudaX, cudaY"_s;
}

void TestRehearsalDialog::anAnswerIsShown()
{
    QFETCH(QByteArray, answer);
    QFETCH(QString, headline);
    QFETCH(QString, line);
    open("cat <<'END'\n" + answer.simplified() + "\nEND\n");
    rehearse();
    QTRY_VERIFY_WITH_TIMEOUT(isDone(), longestWait);
    QCOMPARE(this->headline(), headline);
    QVERIFY2(lines().contains(line), qPrintable(lines()));
    QVERIFY(part<QPushButton>("start")->isEnabled());
    QVERIFY(!part<QPushButton>("stop")->isVisible());
}

/// The list of the window has every text by which the Python of a rehearsal answers.
void TestRehearsalDialog::everyAnswerOfPythonIsTranslated()
{
    const QStringList answers = answersOfPython();
    QVERIFY(answers.size() > 15);
    Brackets brackets;
    QVERIFY(QCoreApplication::installTranslator(&brackets));
    for (const QString& answer : answers)
        QVERIFY2(translatedAnswer(answer).startsWith(u'['), qPrintable(answer));
    QCOMPARE(translatedAnswer(u"numbers: 1.0"_s), u"[numbers: 1.0]"_s);
    QCOMPARE(translatedAnswer(u"what rank 3 sends (run it too)"_s),
             u"[what rank 3 sends (run it too)]"_s);
    QCOMPARE(translatedAnswer(u"something new"_s), u"something new"_s);
    QCoreApplication::removeTranslator(&brackets);
}

void TestRehearsalDialog::anAnswerOfNonsenseDoesNoHarm_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QString>("headline");
    QTest::addRow("silence") << QByteArray("exit 1\n") << u"The rehearsal gave no answer"_s;
    QTest::addRow("a problem") << QByteArray(
        "echo 'line' >&2\necho 'highwater: there is no PyTorch' >&2\nexit 2\n")
                               << u"highwater: there is no PyTorch"_s;
    QTest::addRow("no JSON") << QByteArray("echo 'hello'\necho '[1'\n")
                             << u"The rehearsal gave no answer"_s;
    QTest::addRow("other types") << QByteArray(
        "echo '{\"event\":\"answer\",\"ranks\":7,\"capacity\":\"x\"}'\n")
                                 << u"The rehearsal gave no answer"_s;
    QTest::addRow("a crash") << QByteArray("kill -SEGV $$\n") << u"The rehearsal gave no answer"_s;
}

void TestRehearsalDialog::anAnswerOfNonsenseDoesNoHarm()
{
    QFETCH(QByteArray, lines);
    QFETCH(QString, headline);
    open(lines);
    rehearse();
    QTRY_VERIFY_WITH_TIMEOUT(isDone(), longestWait);
    QCOMPARE(this->headline(), headline);
}

void TestRehearsalDialog::theRecordingGoesOverThePlan()
{
    open("echo recorded > \"$(recording \"$@\")\"\n");
    QVERIFY(!part<QPushButton>("show")->isVisible());
    rehearse();
    QTRY_VERIFY_WITH_TIMEOUT(part<QPushButton>("show")->isVisible(), longestWait);
    const QSignalSpy asked(m_dialog.get(), &RehearsalDialog::runRequested);
    part<QPushButton>("show")->click();
    QCOMPARE(asked.size(), 1);
    QFile file(asked[0][0].toString());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "recorded\n");
}

void TestRehearsalDialog::theRecordingIsSaved()
{
    open("echo recorded > \"$(recording \"$@\")\"\n");
    rehearse();
    QTRY_VERIFY_WITH_TIMEOUT(part<QPushButton>("save")->isVisible(), longestWait);
    const FileDialogs before = fileDialogs();
    const auto restore = qScopeGuard([&] { fileDialogs() = before; });
    const QString path = m_files->filePath(u"kept.pickle"_s);
    fileDialogs().exportTo = [&](QWidget*, const QString&, const QString&) { return path; };
    part<QPushButton>("save")->click();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "recorded\n");
}

void TestRehearsalDialog::itIsStopped()
{
    open("trap 'echo ended >&2; exit 1' TERM\necho begun >&2\nwhile :; do sleep 0.05; done\n");
    rehearse();
    QTRY_VERIFY_WITH_TIMEOUT(part<QPlainTextEdit>("log")->toPlainText().contains(u"begun"_s),
                             longestWait);
    part<QPushButton>("stop")->click();
    QTRY_VERIFY_WITH_TIMEOUT(isDone(), longestWait);
    QCOMPARE(headline(), u"The rehearsal was stopped."_s);
    QVERIFY(part<QPlainTextEdit>("log")->toPlainText().contains(u"ended"_s));
}

void TestRehearsalDialog::aProgramThatIsNotThereIsSaid()
{
    open("");
    QVERIFY(QFile::remove(m_files->filePath(u"program"_s)));
    rehearse();
    QTRY_VERIFY_WITH_TIMEOUT(isDone(), longestWait);
    QVERIFY2(!headline().isEmpty() && headline() != u"The program looks for PyTorch"_s,
             qPrintable(headline()));
}

/// A window that is killed leaves nothing behind of a dialog in which nothing ran.
void TestRehearsalDialog::itsFolderComesWithTheStart()
{
#ifndef __linux__
    QSKIP("a rehearsal runs on Linux on x86-64 only");
#endif
    const TemporaryTmpdir parent;
    const auto count = [&parent] {
        return QDir(parent.path()).entryList({u"highwater-*"_s}, QDir::Dirs).size();
    };
    open("exit 0\n");
    QCOMPARE(count(), 0);
    rehearse();
    QTRY_VERIFY_WITH_TIMEOUT(isDone(), longestWait);
    QCOMPARE(count(), 1);
    m_dialog.reset();
    QCOMPARE(count(), 0);
}

void TestRehearsalDialog::aLongLogStaysShort()
{
    open("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done >&2\n");
    rehearse();
    QTRY_VERIFY_WITH_TIMEOUT(isDone(), longestWait);
    const auto* log = part<QPlainTextEdit>("log");
    QVERIFY(log->blockCount() <= 5'000);
    QVERIFY(log->toPlainText().contains(u"line 19999"_s));
}

void TestRehearsalDialog::theCommandIsRemembered()
{
    open("");
    part<QLineEdit>("command")->setText(u"python other.py"_s);
    part<QSpinBox>("steps")->setValue(5);
    m_dialog->close();
    open("");
    QCOMPARE(part<QLineEdit>("command")->text(), u"python other.py"_s);
    QCOMPARE(part<QSpinBox>("steps")->value(), 5);
}

QTEST_MAIN(TestRehearsalDialog)
#include "test_rehearsal_dialog.moc"
