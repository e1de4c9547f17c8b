// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/overhead.h"
#include "core/methods/method.h"
#include "golden_file.h"
#include "helpers.h"

#include <QTest>

#include <map>
#include <string>

using namespace highwater;

namespace {

std::string textOf(const nlohmann::json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

Plan planOf(const nlohmann::json& row)
{
    Plan plan;
    for (const auto& [key, value] : row.at("set").items()) {
        const auto path = findKeyPath(std::string_view(key));
        if (!path)
            qFatal("there is no key %s", key.c_str());
        plan = planWith({{*path, textOf(value).c_str()}}, plan);
    }
    return plan;
}

/// Whether the plan runs on a card on which PyTorch can have this much.
bool fitsIn(Plan plan, Bytes memory)
{
    plan.cluster.capacity = std::int64_t{1} << 40;
    const Estimate large = estimated(plan);
    const Totals& totals = large.answer.totals;
    // PyTorch has the workspaces of both threads in its segments.
    const Bytes workspaces = 2 * workspaceOfThread(*large.plan.device);
    plan.cluster.capacity = memory + (totals.total - totals.reserved() - workspaces);
    return estimated(plan).fits();
}

} // namespace

/// The program's verdict on cards that are nearly full, against what PyTorch's own allocator did
/// with the requests of the frameworks' own code (tests/truth/rehearse/near.py).
class TestEdges : public QObject
{
    Q_OBJECT

private slots:
    void golden();
};

void TestEdges::golden()
{
    const nlohmann::json file = goldenFile("edges.json");
    QString table = QStringLiteral(
        "case            reserved    least  at -2 to +2 % of the least: fits (+) or fails (-), and "
        "what the program says\n");
    struct Count
    {
        int agreed = 0, asked = 0;
    };
    std::map<std::string, Count> counts; // by what runs the plan: trainer, fsdp2, zero
    for (const auto& row : file.at("rows")) {
        const Plan plan = planOf(row);
        const auto edge = row.at("edge").get<Bytes>();
        const auto name = row.at("case").get<std::string>();
        Count& count = counts[name.substr(0, name.find('-'))];
        QString real, said;
        for (const auto& card : row.at("near")) {
            const bool ran = card.at(1);
            const bool fits = fitsIn(plan, edge + edge / 1000 * card.at(0).get<Bytes>());
            real += QLatin1Char(ran ? '+' : '-');
            said += QLatin1Char(fits ? '+' : '-');
            count.agreed += fits == ran;
            ++count.asked;
        }
        table += QString::asprintf(
            "%-14s %9.3f %8.3f  %s %s%s\n", name.c_str(),
            static_cast<double>(row.at("reserved").get<Bytes>()) / static_cast<double>(gib),
            static_cast<double>(edge) / static_cast<double>(gib), qPrintable(real),
            qPrintable(said), real == said ? "" : "  differs");
    }
    for (const auto& [kind, count] : counts)
        table += QString::asprintf("%s: the same on %d of %d cards\n", kind.c_str(), count.agreed,
                                   count.asked);
    QVERIFY2(isGolden("edges.txt", table.toStdString()),
             "HIGHWATER_WRITE_GOLDEN=1 test_edges golden writes it anew, for you to look at");
    const auto share = [&](const char* kind) {
        const Count& count = counts.at(kind);
        return 100 * count.agreed / count.asked;
    };
    QVERIFY(share("trainer") >= 99);
    QVERIFY(share("zero") >= 70);
    QVERIFY(share("fsdp2") >= 50);
}

QTEST_GUILESS_MAIN(TestEdges)
#include "test_edges.moc"
