// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/method.h"
#include "golden_file.h"
#include "helpers.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

using namespace highwater;

namespace {

/// What PyTorch asked for in a rehearsal of a framework's own code, and the plan of its script.
struct Rehearsed
{
    std::string name, torch;
    Plan plan;
    Bytes allocated = 0, reserved = 0;
    bool ranOut = false;
};

std::string textOf(const nlohmann::json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

Rehearsed rehearsed(const nlohmann::json& row)
{
    Rehearsed read;
    read.name = row.at("case");
    read.torch = row.at("versions").at("torch");
    read.allocated = row.at("allocated");
    read.reserved = row.at("reserved");
    read.ranOut = row.at("out_of_memory");
    for (const auto& [key, value] : row.at("set").items()) {
        const auto path = findKeyPath(std::string_view(key));
        if (!path)
            qFatal("%s: there is no key %s", read.name.c_str(), key.c_str());
        read.plan = planWith({{*path, textOf(value).c_str()}}, read.plan);
    }
    return read;
}

double percentOver(Bytes predicted, Bytes real)
{
    return 100 * (static_cast<double>(predicted) / static_cast<double>(real) - 1);
}

double gibOf(Bytes bytes)
{
    return static_cast<double>(bytes) / static_cast<double>(gib);
}

} // namespace

/// The estimate against rehearsals of the frameworks' own code (tests/truth/rehearse).
class TestRehearsed : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void oneCard();
    void golden();

private:
    std::vector<Rehearsed> m_rows;
};

void TestRehearsed::initTestCase()
{
    const nlohmann::json file = goldenFile("rehearsed.json");
    for (const auto& row : file.at("rows"))
        m_rows.push_back(rehearsed(row));
    QVERIFY(!m_rows.empty());
}

/// transformers' Trainer on one card is what this program counts best; of several cards, and of
/// other frameworks, the golden tells the differences.
void TestRehearsed::oneCard()
{
    int compared = 0;
    for (const Rehearsed& each : m_rows) {
        if (each.plan.cluster.gpus > 1 || !each.name.starts_with("trainer-"))
            continue;
        QVERIFY2(estimated(each.plan).fits() != each.ranOut, each.name.c_str());
        if (each.ranOut)
            continue;
        const double off
            = percentOver(estimated(each.plan).answer.totals.allocated, each.allocated);
        QVERIFY2(std::abs(off) <= 1,
                 qPrintable(QString::asprintf("%s: %.2f %%", each.name.c_str(), off)));
        ++compared;
    }
    QVERIFY(compared >= 10);
}

/// Every row with its difference, for a person to read where one moves.
void TestRehearsed::golden()
{
    QString table
        = QString::asprintf("%-48s %-14s %10s %10s %7s %10s %10s %7s\n", "case", "PyTorch",
                            "allocated", "predicted", "%", "reserved", "predicted", "%");
    for (const Rehearsed& each : m_rows) {
        const Totals totals = estimated(each.plan).answer.totals;
        table += QString::asprintf(
            "%-48s %-14s %10.3f %10.3f %7.2f %10.3f %10.3f %7.2f\n", each.name.c_str(),
            each.torch.c_str(), gibOf(each.allocated), gibOf(totals.allocated),
            percentOver(totals.allocated, each.allocated), gibOf(each.reserved),
            gibOf(totals.reserved()), percentOver(totals.reserved(), each.reserved));
    }
    QVERIFY2(isGolden("rehearsed.txt", table.toStdString()),
             "HIGHWATER_WRITE_GOLDEN=1 test_rehearsed golden writes it anew, for you to look at");
}

QTEST_GUILESS_MAIN(TestRehearsed)
#include "test_rehearsed.moc"
