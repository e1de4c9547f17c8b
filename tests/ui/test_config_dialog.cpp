// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/file_dialogs.h"
#include "ui/document/document.h"
#include "ui/export/config_dialog.h"
#include "ui/window/main_window.h"
#include "window_fixture.h"

#include "core/configs/export.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

/// The dialog that gives the plan to a framework, opened from the real window.
class TestConfigDialog : public WindowFixture
{
    Q_OBJECT

private slots:
    void everyFrameworkIsShown();
    void notesStandAboveTheFile();
    void beginsWithThePlansProgram();
    void copies();
    void saves();
    void anUnwritablePathIsSaid();
    void aPlanWithoutAnEstimateGivesNone();
    void remembersTheFramework();

private:
    ConfigDialog* opened()
    {
        find<QAction>("export.config")->trigger();
        auto* dialog = m_window->findChild<ConfigDialog*>();
        if (!dialog || !dialog->isVisible())
            qFatal("no dialog is open");
        return dialog;
    }
    void leave()
    {
        auto* dialog = m_window->findChild<ConfigDialog*>();
        dialog->reject();
        QCoreApplication::sendPostedEvents(dialog, QEvent::DeferredDelete);
    }
    void choose(ConfigTarget target)
    {
        find<QListWidget>("config.targets")->setCurrentRow(static_cast<int>(target));
    }
    QString file() const { return find<QPlainTextEdit>("config.file")->toPlainText(); }
};

void TestConfigDialog::everyFrameworkIsShown()
{
    opened();
    for (const ConfigTarget target : everyOf<ConfigTarget>()) {
        choose(target);
        const auto written = writeConfig(document().plan(), builtinCatalog(), target);
        QVERIFY(written);
        QCOMPARE(file(), QString::fromStdString(written->text));
        QCOMPARE(find<QLineEdit>("config.launch")->text(),
                 QString::fromStdString(written->launch.front()));
    }
    QVERIFY(find<QPlainTextEdit>("config.file")->isReadOnly());
}

void TestConfigDialog::notesStandAboveTheFile()
{
    document().edit("layout.pipeline", std::int64_t{2}, u"pipeline"_s);
    opened();
    choose(ConfigTarget::Accelerate);
    const QString pipeline = keyLabel("layout.pipeline") + u": "_s; // the panel's name of it
    QVERIFY(find<QPlainTextEdit>("config.notes")->toPlainText().contains(pipeline));
    QVERIFY(find<QPlainTextEdit>("config.notes")->isVisible());
    choose(ConfigTarget::Megatron);
    QVERIFY(!find<QPlainTextEdit>("config.notes")->toPlainText().contains(pipeline));
}

/// The file that is shown first is that of the plan's program, whatever was exported before.
void TestConfigDialog::beginsWithThePlansProgram()
{
    opened();
    choose(ConfigTarget::DeepSpeed);
    leave();
    const auto begins = [&](Framework framework) {
        document().edit("recipe.framework", std::string(nameOf(framework)), u"program"_s);
        opened();
        const int row = find<QListWidget>("config.targets")->currentRow();
        leave();
        return row;
    };
    QCOMPARE(begins(Framework::Unsloth), static_cast<int>(ConfigTarget::Unsloth));
    QCOMPARE(begins(Framework::HuggingFace), static_cast<int>(ConfigTarget::Trl));
    // Two files are of this program: the one that was chosen last.
    opened();
    choose(ConfigTarget::Accelerate);
    leave();
    QCOMPARE(begins(Framework::HuggingFace), static_cast<int>(ConfigTarget::Accelerate));
}

void TestConfigDialog::copies()
{
    opened();
    choose(ConfigTarget::Torchtitan);
    find<QPushButton>("config.copy")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), file());
    find<QToolButton>("config.copyLaunch")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), find<QLineEdit>("config.launch")->text());
}

void TestConfigDialog::saves()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"mine.yaml"_s);
    const auto kept = fileDialogs().exportTo;
    QString wanted, suffix;
    fileDialogs().exportTo = [&](QWidget*, const QString& name, const QString& ending) {
        wanted = name;
        suffix = ending;
        return path;
    };
    opened();
    choose(ConfigTarget::Nanotron);
    find<QPushButton>("config.save")->click();
    fileDialogs().exportTo = kept;
    QCOMPARE(wanted, u"nanotron.yaml"_s);
    QCOMPARE(suffix, u"yaml"_s);
    QFile file(path);
    QVERIFY(file.open(QFile::ReadOnly));
    const auto written
        = writeConfig(document().plan(), builtinCatalog(), ConfigTarget::Nanotron, "mine.yaml");
    QCOMPARE(file.readAll(), QByteArray::fromStdString(written->text));
    QVERIFY(find<QLineEdit>("config.launch")->text().endsWith(u"mine.yaml"_s));
}

void TestConfigDialog::anUnwritablePathIsSaid()
{
    const QTemporaryDir folder;
    const auto kept = fileDialogs().exportTo;
    fileDialogs().exportTo = [&](QWidget*, const QString&, const QString&) {
        return folder.filePath(u"none/train.sh"_s);
    };
    const ConfigDialog* dialog = opened();
    choose(ConfigTarget::Megatron);
    find<QPushButton>("config.save")->click();
    fileDialogs().exportTo = kept;
    bool isSaid = false;
    for (const QLabel* label : dialog->findChildren<QLabel*>())
        isSaid = isSaid || (label->isVisible() && label->text().contains(u"train.sh"_s));
    QVERIFY(isSaid);
}

void TestConfigDialog::aPlanWithoutAnEstimateGivesNone()
{
    document().edit("layout.tensor", std::int64_t{64}, u"tensor"_s);
    opened();
    QVERIFY(file().isEmpty());
    QVERIFY(!find<QPushButton>("config.copy")->isEnabled());
    QVERIFY(!find<QPushButton>("config.save")->isEnabled());
}

void TestConfigDialog::remembersTheFramework()
{
    opened();
    choose(ConfigTarget::Trl);
    delete m_window->findChild<ConfigDialog*>();
    opened();
    QCOMPARE(find<QListWidget>("config.targets")->currentRow(),
             static_cast<int>(ConfigTarget::Trl));
}

QTEST_MAIN(TestConfigDialog)
#include "test_config_dialog.moc"
