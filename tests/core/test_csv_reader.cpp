// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/csv_reader.h"
#include "helpers.h"

#include <QTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

using Records = std::vector<std::vector<std::string>>;

struct Read
{
    Records records;
    std::optional<Problem> problem;
};

Read readAll(std::string_view text)
{
    CsvReader reader(text);
    Read result;
    for (std::vector<std::string> fields; reader.next(fields);)
        result.records.push_back(fields);
    result.problem = reader.problem();
    return result;
}

/// "a|b / c|d": fields and records on one line.
QString told(const Records& records)
{
    QStringList lines;
    for (const auto& record : records) {
        QStringList fields;
        for (const std::string& field : record)
            fields << shown(field);
        lines << fields.join(u'|');
    }
    return lines.join(u" / "_s);
}

} // namespace

class TestCsvReader : public QObject
{
    Q_OBJECT

private slots:
    void records_data();
    void records();
    void broken_data();
    void broken();
    void limits();
    void everyTruncation();
    void lines();
};

void TestCsvReader::records_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QByteArray& text, const QString& says) {
        QTest::newRow(name) << text << says;
    };
    row("nothing", "", u""_s);
    row("one field", "a", u"a"_s);
    row("LF and no end", "a,b\nc,d", u"a|b / c|d"_s);
    row("LF at the end", "a,b\nc,d\n", u"a|b / c|d"_s);
    row("CR LF", "a,b\r\nc,d\r\n", u"a|b / c|d"_s);
    row("a byte order mark",
        "\xEF\xBB\xBF"
        "a,b\nc,d\n",
        u"a|b / c|d"_s);
    row("empty fields", ",\n,\n", u"| / |"_s);
    row("quotes", "\"a\",\"b\"\n", u"a|b"_s);
    row("an empty field in quotes", "\"\",b\n", u"|b"_s);
    row("a comma in quotes", "\"a,b\",c\n", u"a,b|c"_s);
    row("a doubled quote", "\"say \"\"x\"\"\",c\n", u"say \"x\"|c"_s);
    row("nothing but doubled quotes", "\"\"\"\"\n", u"\""_s);
    row("a line end in quotes", "\"a\nb\",c\n", u"a\nb|c"_s);
    row("CR LF in quotes", "\"a\r\nb\",c\r\n", u"a\r\nb|c"_s);
    row("blank lines", "\na,b\n\n\r\nc,d\n\n", u"a|b / c|d"_s);
    row("Chinese", "水位,b\n", u"水位|b"_s);
    row("blanks stay", " a , b \n", u" a | b "_s);
}

void TestCsvReader::records()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const Read read = readAll(text.toStdString());
    QVERIFY(!read.problem);
    QCOMPARE(told(read.records), says);
}

void TestCsvReader::broken_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QByteArray& text, const QString& says) {
        QTest::newRow(name) << text << says;
    };
    row("a quote that does not end", "a,b\n\"c,d\n", u"2:1: has a quote that is not closed"_s);
    row("text after a quote", "a,\"b\"c\n", u"1:6: has text after a closing quote"_s);
    row("a quote inside a field", "a,b\"c\n",
        u"1:4: has a quote inside a field that does not begin with one"_s);
    row("a NUL", QByteArray("a,b\nc,\0d\n", 9), u"2:3: has a NUL"_s);
    row("a NUL in quotes", QByteArray("\"a\0\"\n", 5), u"1:3: has a NUL"_s);
    row("a lone carriage return", "a,b\rc,d\n", u"1:4: has a carriage return that ends no line"_s);
    row("a field too few", "a,b\nc\n", u"2:1: has 1 field where the first row has 2"_s);
    row("a field too many", "a,b\nc,d\ne,f,g\n", u"3:1: has 3 fields where the first row has 2"_s);
    row("no UTF-8", "a,\xC3\x28\n", u"1:1: is not text in UTF-8"_s);
    row("a column counts letters", "水位,水\"\n",
        u"1:5: has a quote inside a field that does not begin with one"_s);
    row("after lines in quotes", "\"a\nb\nc\",d\n\"x", u"4:1: has a quote that is not closed"_s);
}

void TestCsvReader::broken()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const Read read = readAll(text.toStdString());
    QVERIFY(read.problem);
    QCOMPARE(shown(english(*read.problem)), says);
}

void TestCsvReader::limits()
{
    const std::string field(mostCsvFieldBytes, 'x');
    QVERIFY(!readAll(field).problem);
    QVERIFY(readAll(field + "x").problem);
    QVERIFY(!readAll("\"" + field + "\"").problem);
    QVERIFY(readAll("\"" + field + "x\"").problem);

    const std::string wide(mostCsvColumns - 1, ',');
    QVERIFY(!readAll(wide).problem);
    QVERIFY(readAll(wide + ",").problem);

    std::string tall;
    for (std::size_t i = 0; i < mostCsvRecords; ++i)
        tall += "x\n";
    QVERIFY(!readAll(tall).problem);
    QVERIFY(readAll(tall + "x\n").problem);

    QVERIFY(readAll(std::string(mostCsvBytes + 1, '\n')).problem);
}

void TestCsvReader::everyTruncation()
{
    const std::string whole = "id,\"no\"\"tes\"\r\n水,\"a\r\nb\"\r\n";
    QCOMPARE(told(readAll(whole).records), u"id|no\"tes / 水|a\r\nb"_s);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const Read read = readAll(std::string_view(whole).substr(0, size));
        for (const auto& record : read.records)
            QCOMPARE(record.size(), read.records.front().size());
    }
}

void TestCsvReader::lines()
{
    CsvReader reader("a\n\n\"b\nc\"\nd\n");
    std::vector<std::string> fields;
    std::vector<std::size_t> starts;
    while (reader.next(fields))
        starts.push_back(reader.line());
    QCOMPARE(starts, (std::vector<std::size_t>{1, 3, 5}));
}

QTEST_APPLESS_MAIN(TestCsvReader)
#include "test_csv_reader.moc"
