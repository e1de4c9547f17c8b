// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dialogs of a run out of memory and of a person's own reading, in the real window.
#include "ui/base/file_dialogs.h"
#include "ui/doctor/doctor_dialog.h"
#include "ui/doctor/measurement_dialog.h"
#include "window_fixture.h"

#include <QClipboard>
#include <QFile>
#include <QFontInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

const QString failureText
    = u"  File \"modeling_llama.py\", line 1210, in forward\n    logits = logits.float()\n"
      "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.91 GiB. GPU 0 has a total "
      "capacity of 79.22 GiB of which 1.23 GiB is free. Of the allocated memory 75.10 GiB is "
      "allocated by PyTorch, and 1.11 GiB is reserved by PyTorch but unallocated."_s;

} // namespace

class TestDoctorDialog : public WindowFixture
{
    Q_OBJECT

private slots:
    void opensWithAPastedTraceback();
    void explainsAFile();
    void readsLongLogs();
    void pastesNothingOfAnEmptyClipboard();
    void logsHaveTheSizeOfAllLetters();
    void beginsWithoutEmptyBoxes();
    void takesAChangeAsOneStep();
    void keepsALaterEdit();
    void keepsItsTextWhenLettersGrow();
    void showsChangesAsLinesOfAFile();
    void refusesAnotherText();
    void holdsAReadingAgainstThePlan();
    void offersNoAssumptionWithinTheRange();
    void correctsAsOneStep();
    void addsToATable();
    void addsTheReadingOfThePress();

private:
    void paste(const QString& text = failureText) const
    {
        QGuiApplication::clipboard()->setText(text);
        trigger("share.paste");
        settle();
        QTRY_VERIFY(!said("doctor.answer").isEmpty()); // it is read in another thread
    }
    /// A plan that does not fit: the first one without ZeRO.
    void openTooLarge() const { change(KeyPath("layout.zero"), std::int64_t{0}); }
    QString said(const char* name) const { return find<QPlainTextEdit>(name)->toPlainText(); }
};

void TestDoctorDialog::opensWithAPastedTraceback()
{
    paste();
    QVERIFY(find<DoctorDialog>("doctor")->isVisible());
    QCOMPARE(find<QLabel>("doctor.cause")->text(), u"Logits and loss"_s);
    const QString answer = said("doctor.answer");
    QVERIFY(answer.contains(u"3.91 GiB were asked for"_s));
    QVERIFY(answer.contains(u"4·s·b·v = 3.91 GiB"_s)); // 8,192 tokens of the first plan
    QVERIFY(answer.contains(u"modeling_llama.py:1210"_s));
}

void TestDoctorDialog::explainsAFile()
{
    QTemporaryDir folder;
    QFile log(folder.filePath(u"run.log"_s));
    QVERIFY(log.open(QIODevice::WriteOnly));
    log.write(failureText.toUtf8());
    log.close();
    trigger("run.doctor");
    fileDialogs().openRun = [&](QWidget*) { return log.fileName(); };
    find<QPushButton>("doctor.open")->click();
    QTRY_COMPARE(find<QLabel>("doctor.cause")->text(), u"Logits and loss"_s);
}

/// 40 MB of a log as a file, and as a text whose end has the error: the dialog answers to keys
/// while the file is read, and shows no more of the text than it bounds.
void TestDoctorDialog::readsLongLogs()
{
    const QString line = u"step 1 loss 2.5 grad_norm 0.5 lr 1e-5\n"_s;
    QString text;
    while (text.size() < 40'000'000)
        text += line;
    text += failureText;
    QTemporaryDir folder;
    QFile log(folder.filePath(u"long.log"_s));
    QVERIFY(log.open(QIODevice::WriteOnly));
    log.write(text.toUtf8());
    log.close();
    trigger("run.doctor");
    auto* dialog = find<DoctorDialog>("doctor");
    dialog->takeFile(log.fileName());
    QCOMPARE(find<QLabel>("doctor.cause")->text(), u"Reading…"_s); // it has returned before
    QTRY_COMPARE(find<QLabel>("doctor.cause")->text(), u"Logits and loss"_s);
    dialog->close();
    paste(text);
    QCOMPARE(find<QLabel>("doctor.cause")->text(), u"Logits and loss"_s);
    const QString shown = find<QPlainTextEdit>("doctor.log")->toPlainText();
    QVERIFY(shown.size() < 5'000'000 && shown.startsWith(line) && shown.endsWith(failureText));
    find<DoctorDialog>("doctor")->takeFile(folder.filePath(u"none.log"_s));
    QTRY_COMPARE(find<QLabel>("doctor.cause")->text(), u"The file cannot be read."_s);
}

/// An empty clipboard of X11 has no formats at all, on which Qt 6.4 ends the program.
void TestDoctorDialog::pastesNothingOfAnEmptyClipboard()
{
    trigger("run.doctor");
    QGuiApplication::clipboard()->setMimeData(new QMimeData);
    auto* log = find<QPlainTextEdit>("doctor.log");
    log->paste();
    QVERIFY(log->toPlainText().isEmpty());
    QGuiApplication::clipboard()->setText(u"loss 1.2"_s);
    log->paste();
    QCOMPARE(log->toPlainText(), u"loss 1.2"_s);
}

/// Letters of one width grow with all others.
void TestDoctorDialog::logsHaveTheSizeOfAllLetters()
{
    trigger("run.doctor");
    auto* dialog = find<DoctorDialog>("doctor");
    QFont large = dialog->font();
    large.setPointSizeF(1.5 * large.pointSizeF());
    dialog->setFont(large);
    for (const char* name : {"doctor.log", "doctor.difference"}) {
        QCOMPARE(find<QPlainTextEdit>(name)->font().pointSizeF(), large.pointSizeF());
        QVERIFY(find<QPlainTextEdit>(name)->font().family() != large.family()
                || QFontInfo(large).fixedPitch());
    }
}

/// Without a log there are no empty boxes below it.
void TestDoctorDialog::beginsWithoutEmptyBoxes()
{
    trigger("run.doctor");
    for (const char* name : {"doctor.answer", "doctor.difference"})
        QVERIFY2(!find<QPlainTextEdit>(name)->isVisible(), name);
    QVERIFY(!find<QListWidget>("doctor.changes")->isVisible());
}

void TestDoctorDialog::takesAChangeAsOneStep()
{
    openTooLarge();
    paste();
    const Plan before = document().plan();
    const int steps = document().undoStack()->count();
    QVERIFY(find<QListWidget>("doctor.changes")->count() > 0);
    find<QPushButton>("doctor.take")->click();
    settle();
    QVERIFY(document().plan() != before);
    QCOMPARE(document().undoStack()->count(), steps + 1);
    document().undoStack()->undo();
    QVERIFY(document().plan() == before);
}

/// The offers are those of an earlier plan until the log is explained again.
void TestDoctorDialog::keepsALaterEdit()
{
    openTooLarge();
    paste();
    QVERIFY(find<QListWidget>("doctor.changes")->count() > 0);
    QVERIFY(document().edit(KeyPath("workload.context"), std::int64_t{9000}, u"Context"_s));
    find<QPushButton>("doctor.take")->click();
    QVERIFY(document().undoStack()->undoText() != u"Context"_s);
    QCOMPARE(document().plan().workload.context, std::int64_t{9000});
}

void TestDoctorDialog::keepsItsTextWhenLettersGrow()
{
    paste();
    const QPointer<DoctorDialog> dialog = find<DoctorDialog>("doctor");
    trigger("view.larger");
    trigger("view.smaller");
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(said("doctor.log"), failureText);
}

void TestDoctorDialog::showsChangesAsLinesOfAFile()
{
    openTooLarge();
    paste();
    QTemporaryDir folder;
    QFile config(folder.filePath(u"ds_config.json"_s));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write("{\n  \"train_micro_batch_size_per_gpu\": 1,\n  \"zero_optimization\": {\n"
                 "    \"stage\": 0\n  },\n  \"bf16\": {\n    \"enabled\": true\n  }\n}\n");
    config.close();
    fileDialogs().import = [&](QWidget*) { return QStringList{config.fileName()}; };
    find<QPushButton>("doctor.config")->click();
    QCOMPARE(find<QLabel>("doctor.configName")->text(), u"ds_config.json"_s);
    const auto lines = [this] {
        auto* changes = find<QListWidget>("doctor.changes");
        QStringList all;
        for (int row = 0; row < changes->count(); ++row) {
            changes->setCurrentRow(row);
            all << said("doctor.difference").split(u'\n');
        }
        return all;
    };
    QTRY_VERIFY2(lines().contains(u"- \"stage\": 0"_s), qPrintable(lines().join(u'\n')));
}

void TestDoctorDialog::refusesAnotherText()
{
    trigger("run.doctor");
    auto* log = find<QPlainTextEdit>("doctor.log");
    log->setPlainText(u"loss 1.2"_s);
    QTRY_VERIFY(find<QLabel>("doctor.cause")->text().contains(u"no error"_s));
    QVERIFY(said("doctor.answer").isEmpty());
    QVERIFY(!find<QPushButton>("doctor.take")->isEnabled());
    log->setPlainText(failureText);
    QTRY_COMPARE(find<QLabel>("doctor.cause")->text(), u"Logits and loss"_s);
}

void TestDoctorDialog::holdsAReadingAgainstThePlan()
{
    trigger("run.measure");
    auto* reading = find<QLineEdit>("measurement.reading");
    reading->setText(u"nvidia-smi 70,000 MiB"_s);
    QTRY_VERIFY(said("measurement.answer").contains(u"68.36 GiB"_s)); // 70,000 / 1,024
    reading->setText(u"much"_s);
    QTRY_VERIFY(said("measurement.answer").isEmpty());
    QVERIFY(!find<QListWidget>("measurement.causes")->isVisible());
    const auto* refusal = find<QLabel>("measurement.said"); // at the field that it refuses
    QVERIFY(refusal->y() - reading->geometry().bottom() < 2 * reading->height());
    QVERIFY(!find<QPushButton>("measurement.correct")->isEnabled());
    QVERIFY(!find<QLabel>("measurement.said")->text().isEmpty());
}

/// What is within the likely range is explained: no assumption is offered for it.
void TestDoctorDialog::offersNoAssumptionWithinTheRange()
{
    const Totals& totals = document().results().estimate->answer.totals;
    trigger("run.measure");
    auto* reading = find<QLineEdit>("measurement.reading");
    reading->setText(u"nvidia-smi %1 MiB"_s.arg((totals.total + totals.high) / 2 / mib));
    QTRY_VERIFY(!said("measurement.answer").isEmpty());
    QCOMPARE(find<QListWidget>("measurement.causes")->count(), 0);
    QVERIFY(!find<QPushButton>("measurement.take")->isEnabled());
}

void TestDoctorDialog::correctsAsOneStep()
{
    const Bytes total = document().results().estimate->answer.totals.total;
    const Plan before = document().plan();
    trigger("run.measure");
    find<QLineEdit>("measurement.reading")->setText(u"nvidia-smi %1 MiB"_s.arg(total / mib + 1024));
    auto* correct = find<QPushButton>("measurement.correct");
    QTRY_VERIFY(correct->isEnabled());
    correct->click();
    settle();
    QVERIFY(document().plan().cluster.reserve > before.cluster.reserve);
    document().undoStack()->undo();
    QVERIFY(document().plan() == before);
}

void TestDoctorDialog::addsToATable()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"runs.csv"_s);
    fileDialogs().exportTo = [&](QWidget*, const QString&, const QString&) { return path; };
    trigger("run.measure");
    find<QLineEdit>("measurement.reading")->setText(u"max_memory_reserved 60 GiB"_s);
    auto* append = find<QPushButton>("measurement.append");
    QTRY_VERIFY(append->isEnabled());
    append->click();
    append->click();
    QFile table(path);
    QVERIFY(table.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = table.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[1].startsWith("own-1,own measurements,"));
    QVERIFY(lines[2].startsWith("own-2,own measurements,"));
}

/// While a path is asked for, the text may become no reading.
void TestDoctorDialog::addsTheReadingOfThePress()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"runs.csv"_s);
    trigger("run.measure");
    auto* reading = find<QLineEdit>("measurement.reading");
    reading->setText(u"max_memory_reserved 60 GiB"_s);
    auto* append = find<QPushButton>("measurement.append");
    QTRY_VERIFY(append->isEnabled());
    fileDialogs().exportTo = [&](QWidget*, const QString&, const QString&) {
        reading->setText(u"much"_s);
        return QTest::qWaitFor([&] { return !append->isEnabled(); }) ? path : QString();
    };
    append->click();
    QFile table(path);
    QVERIFY(table.open(QIODevice::ReadOnly));
    QVERIFY(table.readAll().contains("own-1,own measurements,"));
}

QTEST_MAIN(TestDoctorDialog)
#include "test_doctor_dialog.moc"
