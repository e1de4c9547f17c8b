// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

/// `highwater report`
class TestCliReport : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void writes_data();
    void writes();
    void sameTwice();
    void ofAFile();
    void refused_data();
    void refused();
    void notWritten();
    void helped();

private:
    Ran report(const QStringList& arguments)
    {
        Setting here;
        here.folder = m_folder->path();
        return run(QStringList{u"report"_s} + arguments, here);
    }
    QByteArray file(const QString& name) const { return contents(m_folder->filePath(name)); }
    QStringList left() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCliReport::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestCliReport::writes_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("begins");
    const auto row = [](const char* name, const char* line, const char* file, const char* begins) {
        QTest::newRow(name) << QString::fromUtf8(line) << QString::fromUtf8(file)
                            << QByteArray(begins);
    };
    row("HTML", "-o a.html", "a.html", "<!DOCTYPE html>\n<html lang=\"en-US\">");
    row("capitals", "-o a.HTM", "a.HTM", "<!DOCTYPE html>");
    row("PDF", "--output=a.pdf", "a.pdf", "%PDF-1.");
    row("in Chinese", "-o a.html --lang zh_CN", "a.html", "<!DOCTYPE html>\n<html lang=\"zh-CN\">");
    row("in both", "--lang zh_CN,en -o 报告.pdf", "报告.pdf", "%PDF-1.");
}

void TestCliReport::writes()
{
    QFETCH(QString, line);
    QFETCH(QString, name);
    QFETCH(QByteArray, begins);
    const Ran ran = report(line.split(u' '));
    QCOMPARE(ran.err, QByteArray());
    QCOMPARE(ran.out, QByteArray());
    QCOMPARE(ran.exit, 0);
    QCOMPARE(left(), QStringList(name));
    QVERIFY2(file(name).startsWith(begins), file(name).left(100));
}

void TestCliReport::sameTwice()
{
    for (const QString& name : {u"a.html"_s, u"a.pdf"_s}) {
        QCOMPARE(report({u"-o"_s, name}).exit, 0);
        const QByteArray first = file(name);
        QCOMPARE(report({u"-o"_s, name}).exit, 0);
        QCOMPARE(file(name), first);
    }
}

/// The numbers are those of `estimate`.
void TestCliReport::ofAFile()
{
    const QString set = u"--set"_s, zero = u"layout.zero=3"_s;
    QCOMPARE(report({set, zero, u"-o"_s, u"a.html"_s}).exit, 0);
    const auto total = answer({u"estimate"_s, set, zero, u"--json"_s})["per_gpu"]["total"];
    const QByteArray gib = QByteArray::number(total.get<double>() / 1073741824, 'f', 2);
    QVERIFY2(file(u"a.html"_s).contains(QByteArray(">" + gib + "</td>")), gib);
    QVERIFY(file(u"a.html"_s).contains("layout.zero"));
}

void TestCliReport::refused_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* name, const char* line, const QStringList& says) {
        QTest::newRow(name) << QString::fromUtf8(line) << says;
    };
    row("no file", "--lang en", {u"-o is missing"_s});
    row("another suffix", "-o a.docx", {u"-o"_s, u"must end in .html or .pdf"_s});
    row("no suffix", "-o pdf", {u"must end in"_s});
    row("a language that is not", "-o a.html --lang en,xx", {u"--lang"_s, u"xx"_s, u"en"_s});
    row("a language twice", "-o a.html --lang en,en", {u"--lang"_s, u"twice"_s});
    row("no language", "-o a.html --lang=", {u"--lang"_s});
    row("an option of figures", "-o a.html --figure zero", {u"--figure"_s});
    row("a plan that has no estimate", "--set layout.tensor=3 -o a.pdf", {u"layout.tensor"_s});
    row("no plan", "nowhere.hwplan -o a.html", {u"nowhere"_s});
}

void TestCliReport::refused()
{
    QFETCH(QString, line);
    QFETCH(QStringList, says);
    const Ran ran = report(line.split(u' '));
    QVERIFY(ran.exit == 1 || ran.exit == 2);
    QCOMPARE(notRefused(ran, ran.exit, says), QString());
    QCOMPARE(left(), QStringList());
}

void TestCliReport::notWritten()
{
    const Ran ran = report({u"-o"_s, u"no such folder/a.html"_s});
    QCOMPARE(ran.exit, 1);
    QVERIFY(ran.err.contains("cannot be written"));
    // A plan is not overwritten by its own report.
    QFile plan(m_folder->filePath(u"a.html"_s));
    QVERIFY(plan.open(QFile::WriteOnly));
    plan.write(run({u"estimate"_s, u"--share"_s}).out);
    plan.close();
    QCOMPARE(report({u"a.html"_s, u"-o"_s, u"a.html"_s}).exit, 2);
}

void TestCliReport::helped()
{
    const Ran ran = report({u"--help"_s});
    QCOMPARE(ran.exit, 0);
    for (const char* words : {"report", "-o", "--lang", ".pdf", "--set"})
        QVERIFY2(ran.out.contains(words), words);
    QVERIFY(run({u"help"_s, u"--completion"_s, u"bash"_s}).out.contains("report)"));
    QVERIFY(run({u"help"_s, u"--man"_s}).out.contains("highwater report"));
}

QTEST_GUILESS_MAIN(TestCliReport)
#include "test_cli_report.moc"
