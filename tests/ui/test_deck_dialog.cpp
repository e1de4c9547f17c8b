// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/file_dialogs.h"
#include "ui/base/wheel_safe_combo_box.h"
#include "ui/export/deck_dialog.h"
#include "ui/export/report_dialog.h"
#include "window_fixture.h"

#include <QFileDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

/// The dialogs for a deck and for a report, opened from the real window.
class TestDeckDialog : public WindowFixture
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void theFigureInFrontIsTicked();
    void ticksAndOrder();
    void theCommandSaysTheSame();
    void writesADeck();
    void nothingTicked();
    void remembersItsChoices();
    void writesAReport_data();
    void writesAReport();
    void equalReports();
    void anUnwritablePath();
    void keysTypedAhead();
    void aPlanWithoutAnEstimate();

private:
    DeckDialog* deck()
    {
        trigger("export.deck");
        return m_window->findChild<DeckDialog*>();
    }
    ReportDialog* report()
    {
        trigger("export.report");
        return m_window->findChild<ReportDialog*>();
    }
    QListWidgetItem* item(const QString& figure) const
    {
        auto* list = find<QListWidget>("deck.figures");
        for (int row = 0; row < list->count(); ++row)
            if (list->item(row)->data(Qt::UserRole) == figure)
                return list->item(row);
        qFatal("there is no %s", qPrintable(figure));
    }
    void choose(const char* box, const QVariant& data) const
    {
        auto* combo = find<WheelSafeComboBox>(box);
        combo->setCurrentIndex(combo->findData(data));
        emit combo->activated(combo->currentIndex());
        settle();
    }
    QByteArray written() const
    {
        QFile file(m_path);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }

    FileDialogs m_before;
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_wanted; ///< the name that a dialog proposed
    QString m_path; ///< what a person answers
};

void TestDeckDialog::init()
{
    WindowFixture::init();
    m_before = fileDialogs();
    m_path.clear();
    m_folder = std::make_unique<QTemporaryDir>();
    fileDialogs().exportTo = [this](QWidget*, const QString& wanted, const QString& suffix) {
        m_wanted = wanted;
        m_path = m_folder->filePath(u"file."_s + suffix);
        return m_path;
    };
}

void TestDeckDialog::cleanup()
{
    fileDialogs() = m_before;
    WindowFixture::cleanup();
}

void TestDeckDialog::theFigureInFrontIsTicked()
{
    QCOMPARE(deck()->ticked(), QStringList{u"context"_s});
    QCOMPARE(find<QListWidget>("deck.figures")->count(), int(figureNames.size()));
}

void TestDeckDialog::ticksAndOrder()
{
    DeckDialog* dialog = deck();
    auto* list = find<QListWidget>("deck.figures");
    item(u"zero"_s)->setCheckState(Qt::Checked);
    item(u"recompute"_s)->setCheckState(Qt::Checked);
    QCOMPARE(dialog->ticked(), (QStringList{u"context"_s, u"zero"_s, u"recompute"_s}));
    list->setCurrentItem(item(u"zero"_s));
    QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(dialog->ticked(), (QStringList{u"zero"_s, u"context"_s, u"recompute"_s}));
    QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier); // at the top already
    QCOMPARE(dialog->ticked().front(), u"zero"_s);
    QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(dialog->ticked().front(), u"context"_s);
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(dialog->ticked(), (QStringList{u"context"_s, u"recompute"_s}));
}

void TestDeckDialog::theCommandSaysTheSame()
{
    deck();
    item(u"zero"_s)->setCheckState(Qt::Checked);
    choose("deck.language", u"en,zh_CN"_s);
    choose("deck.background", int(Backdrop::Dark));
    const QString command = find<QLineEdit>("deck.command")->text();
    for (const char* words :
         {"--figure context,zero", "--lang en,zh_CN", "--theme dark", "-o deck.pptx"})
        QVERIFY2(command.contains(QLatin1String(words)), qPrintable(command));
}

void TestDeckDialog::writesADeck()
{
    DeckDialog* dialog = deck();
    item(u"zero"_s)->setCheckState(Qt::Checked);
    choose("deck.language", u"en,zh_CN"_s);
    dialog->accept();
    QVERIFY(written().startsWith("PK"));
    QVERIFY(written().contains("ppt/slides/slide4.xml"));
    QVERIFY(!written().contains("ppt/slides/slide5.xml"));
    QVERIFY(dialog->isVisible()); // for another one
    QVERIFY2(!m_wanted.contains(u"  "_s) && m_wanted.endsWith(u".pptx"_s), qPrintable(m_wanted));
}

void TestDeckDialog::nothingTicked()
{
    DeckDialog* dialog = deck();
    item(u"context"_s)->setCheckState(Qt::Unchecked);
    settle();
    QVERIFY(dialog->ticked().isEmpty());
    QVERIFY(!find<QPushButton>("deck.go")->isEnabled());
    QVERIFY(find<QLineEdit>("deck.command")->text().isEmpty());
}

void TestDeckDialog::remembersItsChoices()
{
    DeckDialog* dialog = deck();
    item(u"recompute"_s)->setCheckState(Qt::Checked);
    item(u"context"_s)->setCheckState(Qt::Unchecked);
    choose("deck.language", u"zh_CN"_s);
    dialog->accept();
    delete dialog;
    dialog = deck();
    // The figure in front joins those of last time, after them.
    QCOMPARE(dialog->ticked(), (QStringList{u"recompute"_s, u"context"_s}));
    QCOMPARE(find<WheelSafeComboBox>("deck.language")->currentData().toString(), u"zh_CN"_s);
}

void TestDeckDialog::writesAReport_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("language");
    QTest::addColumn<QByteArray>("begins");
    QTest::newRow("a PDF") << u"pdf"_s << QString() << QByteArray("%PDF-1.");
    QTest::newRow("a PDF in two languages") << u"pdf"_s << u"en,zh_CN"_s << QByteArray("%PDF-1.");
    QTest::newRow("HTML") << u"html"_s << QString()
                          << QByteArray("<!DOCTYPE html>\n<html lang=\"en-US\">");
    QTest::newRow("HTML in Chinese")
        << u"html"_s << u"zh_CN"_s << QByteArray("<!DOCTYPE html>\n<html lang=\"zh-CN\">");
}

void TestDeckDialog::writesAReport()
{
    QFETCH(QString, format);
    QFETCH(QString, language);
    QFETCH(QByteArray, begins);
    ReportDialog* dialog = report();
    choose("report.format", format);
    choose("report.language", language);
    dialog->accept();
    QVERIFY2(written().startsWith(begins), written().left(200));
    QVERIFY(written().size() > 10000);
    QVERIFY2(m_wanted.endsWith(u" report."_s + format), qPrintable(m_wanted));
    QVERIFY(!m_wanted.contains(u"  "_s));
}

void TestDeckDialog::equalReports()
{
    const auto languages = languagesNamed(u"en"_s);
    const auto one = reportPdf(document().plan(), languages);
    const auto other = reportPdf(document().plan(), languages);
    QVERIFY(one && other);
    QCOMPARE(*one, *other);
    // Several pages, and the chart as lines: a PDF of it has no image.
    QVERIFY(one->count("/Type /Page\n") + one->count("/Type /Page ") >= 2);
    QVERIFY(!one->contains("/Subtype /Image"));
}

void TestDeckDialog::anUnwritablePath()
{
    fileDialogs().exportTo = [](QWidget*, const QString&, const QString& suffix) {
        return u"/no such folder/file."_s + suffix;
    };
    ReportDialog* dialog = report();
    dialog->accept();
    QVERIFY(dialog->isVisible());
    DeckDialog* other = deck();
    other->accept();
    QVERIFY(other->isVisible());
}

/// Esc twice on a slow machine: the second one closes the dialog before the first one's wait for a
/// path returns.
void TestDeckDialog::keysTypedAhead()
{
    fileDialogs() = m_before;
    const QPointer<ReportDialog> dialog = report();
    QTimer::singleShot(0, dialog, [&dialog] {
        auto* question = dialog->findChild<QFileDialog*>();
        QVERIFY(question);
        dialog->reject();
        QTimer::singleShot(0, question, &QDialog::reject);
    });
    dialog->accept();
    QVERIFY(dialog); // its own function is running
    QTRY_VERIFY(!dialog);
}

void TestDeckDialog::aPlanWithoutAnEstimate()
{
    change("layout.tensor", std::int64_t{3});
    ReportDialog* dialog = report();
    dialog->accept();
    QVERIFY(dialog->isVisible()); // with the reason
    QVERIFY(m_path.isEmpty());
}

QTEST_MAIN(TestDeckDialog)
#include "test_deck_dialog.moc"
