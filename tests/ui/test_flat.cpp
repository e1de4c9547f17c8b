// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a long session does again and again leaves neither memory nor open files behind. The counts
// are small here; HIGHWATER_STEPS, HIGHWATER_EXPORTS, HIGHWATER_IMPORTS and HIGHWATER_REHEARSALS
// set others.
#include "held.h"
#include "tests/core/random.h"
#include "ui/export/figure_export.h"
#include "ui/rehearsal/rehearsal_dialog.h"
#include "ui/window/import_actions.h"
#include "window_fixture.h"

#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include <functional>

using namespace highwater;
using namespace Qt::StringLiterals;

class TestFlat : public WindowFixture
{
    Q_OBJECT

private slots:
    void sliderSteps();
    void exports();
    void imports();
    void rehearsals();

private:
    /// Does it so many times, and compares what the process holds after half of them and after all.
    /// What is kept on purpose, as undo steps are, may take so many bytes each time.
    static void repeat(const char* what, int times, double bytesEach,
                       const std::function<void(int)>& act);
};

void TestFlat::repeat(const char* what, int times, double bytesEach,
                      const std::function<void(int)>& act)
{
    const int half = times / 2;
    for (int i = 0; i < half; ++i)
        act(i);
    const Held before = Held::now();
    for (int i = half; i < times; ++i)
        act(i);
    const Held after = Held::now();
    qInfo("%s: %ld MiB and %ld files after %d, %ld MiB and %ld files after %d", what,
          before.mebibytes, before.files, half, after.mebibytes, after.files, times);
    QVERIFY(after.files <= before.files + 2);
    constexpr double mebibyte = 1 << 20, noise = 12;
    if (!isSanitized())
        QVERIFY(static_cast<double>(after.mebibytes - before.mebibytes)
                <= noise + bytesEach * (times - half) / mebibyte);
}

void TestFlat::sliderSteps()
{
    const int steps = numberOf("HIGHWATER_STEPS", casesToTry(600));
    constexpr int stepsOfADrag = 100;
    repeat("slider steps", steps, 0, [this](int i) {
        constexpr std::int64_t least = 1024, prime = 37, range = 30'000;
        QVERIFY(document().edit("workload.context", Value(least + i * prime % range), u"drag"_s,
                                u"drag"_s));
        settlePainted();
        if (i % stepsOfADrag == stepsOfADrag - 1) {
            document().closeGesture();
            document().undoStack()->clear(); // which a person keeps
        }
    });
}

void TestFlat::exports()
{
    const int exports = numberOf("HIGHWATER_EXPORTS", casesToTry(40));
    repeat("exports", exports, 0, [this](int i) {
        ExportOptions options;
        options.target = static_cast<ExportTarget>(i % static_cast<int>(ExportTarget::Clipboard));
        options.figure = i % 3 == 0 ? "context" : i % 3 == 1 ? "time" : "timeline";
        const auto made = exported(options, document().plan());
        QVERIFY(made && !made->isEmpty());
    });
}

void TestFlat::imports()
{
    const int imports = numberOf("HIGHWATER_IMPORTS", casesToTry(40));
    repeat("imports", imports, 0, [this](int i) {
        m_window->imports().takeText(
            u"{\"model_type\": \"llama\", \"hidden_size\": %1, \"num_hidden_layers\": 2, "
            "\"num_attention_heads\": 4, \"vocab_size\": 100, \"intermediate_size\": 128}"_s.arg(
                64 * (1 + i % 7)));
        settle();
        for (QDialog* notes : m_window->findChildren<QDialog*>())
            notes->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        document().undoStack()->clear();
    });
}

/// The window's side of a rehearsal, with a program that answers at once.
void TestFlat::rehearsals()
{
#ifndef Q_OS_UNIX
    QSKIP("the program is a script of sh");
#endif
    const QTemporaryDir folder;
    const QString program = folder.filePath(u"program"_s);
    QFile file(program);
    QVERIFY(file.open(QFile::WriteOnly));
    file.write("#!/bin/sh\necho said >&2\n"
               "echo '{\"event\":\"answer\",\"ended\":\"steps\",\"said\":[]}'\n");
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    file.close();
    RehearsalDialog dialog(document(), MemoryFormat(), program);
    dialog.show();
    auto* start = childNamed<QPushButton>(&dialog, u"rehearsal.start"_s);
    childNamed<QLineEdit>(&dialog, u"rehearsal.command"_s)->setText(u"python train.py"_s);
    const int times = numberOf("HIGHWATER_REHEARSALS", casesToTry(10));
    repeat("rehearsals", times, 0, [&](int) {
        start->click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 20'000);
        settle();
    });
}

int main(int argc, char** argv)
{
    constexpr int longest = 100'000'000; // ms: as long as it takes
    for (const char* count : {"HIGHWATER_STEPS", "HIGHWATER_EXPORTS", "HIGHWATER_IMPORTS"})
        if (qEnvironmentVariableIsSet(count))
            qputenv("QTEST_FUNCTION_TIMEOUT", QByteArray::number(longest));
    QApplication application(argc, argv);
    TestFlat test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_flat.moc"
