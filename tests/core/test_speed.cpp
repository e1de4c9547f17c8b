// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/published_runs.h"
#include "core/measured/speed_check.h"
#include "core/time/pace.h"
#include "golden_file.h"
#include "helpers.h"
#include "reports.h"

#include <QtTest>

using namespace highwater;

namespace {

const SpeedValidation& validation()
{
    static const SpeedValidation found = [] {
        const auto speeds = readSpeeds(goldenText("measured_speed.csv"));
        if (!speeds)
            qFatal("%s", qPrintable(whyNot(speeds)));
        auto checked = validateSpeeds(goldenText("measured.csv"), builtinCatalog(), *speeds);
        if (!checked)
            qFatal("%s", qPrintable(whyNot(checked)));
        return *std::move(checked);
    }();
    return found;
}

const SpeedGroup& groupNamed(const char* name)
{
    for (const SpeedGroup& group : validation().groups)
        if (group.name == name)
            return group;
    qFatal("no group %s", name);
}

} // namespace

/// The time of a step against speeds that others measured.
class TestSpeed : public QObject
{
    Q_OBJECT

private slots:
    void golden();
    void errors_data();
    void errors();
    void bandHoldsEightOfTen();
    void ranking();
    void publishedRunsAreNear();
    void publishedLengthsAreNear();
    void publishedRecipesAreNear_data();
    void publishedRecipesAreNear();
    void ligersGainIsNear_data();
    void ligersGainIsNear();
    void sweepStaysOutOfPlans();
    void everyConstantHasTheDateOfItsFit();
    void nothingMeasured();
    void brokenTable();
};

void TestSpeed::golden()
{
    QVERIFY2(isGolden("speed.txt", speedReport(validation())),
             "HIGHWATER_WRITE_GOLDEN=1 test_speed golden writes it anew, for you to look at");
    QVERIFY(isQuoted("highwater validate tests/golden/measured.csv --speed", "speed.txt"));
}

void TestSpeed::errors_data()
{
    QTest::addColumn<double>("median");
    QTest::addColumn<double>("p90");
    QTest::newRow("MFU >= 10 %") << 0.035 << 0.16;
    QTest::newRow("PP = 1 below 512 GPUs") << 0.045 << 0.165;
    QTest::newRow("all rows") << 0.055 << 0.5;
}

void TestSpeed::errors()
{
    QFETCH(double, median);
    QFETCH(double, p90);
    const SpeedGroup& group = groupNamed(QTest::currentDataTag());
    QVERIFY(group.rows > 150);
    QVERIFY2(group.median <= median, qPrintable(QString::number(group.median)));
    QVERIFY2(group.p90 <= p90, qPrintable(QString::number(group.p90)));
    QVERIFY2(std::abs(group.bias) <= 0.02, qPrintable(QString::number(group.bias)));
}

void TestSpeed::bandHoldsEightOfTen()
{
    const double share = groupNamed("MFU >= 10 %").inBand;
    QVERIFY2(share >= 0.77 && share <= 0.87, qPrintable(QString::number(share)));
}

void TestSpeed::ranking()
{
    const Regret& oneBuild = validation().regrets.front();
    QVERIFY(oneBuild.families >= 15);
    QVERIFY2(oneBuild.mean <= 0.05, qPrintable(QString::number(oneBuild.mean)));
    QVERIFY(validation().regrets.back().median <= 0.05);
}

void TestSpeed::publishedRunsAreNear()
{
    QCOMPARE(validation().published.runs.size(), std::size_t{13});
    QVERIFY2(validation().published.median <= 0.08,
             qPrintable(QString::number(validation().published.median)));
    QVERIFY2(validation().published.worst <= 0.12,
             qPrintable(QString::number(validation().published.worst)));
}

void TestSpeed::publishedLengthsAreNear()
{
    const std::vector<PublishedCheck>& lengths = validation().published.lengths;
    QCOMPARE(lengths.size(), std::size_t{6});
    for (const PublishedCheck& check : lengths) {
        const QString shownError = QString::number(check.error());
        if (check.atMost) // the run is only a part of the project
            QVERIFY2(check.error() < 0.05, qPrintable(shownError));
        else
            QVERIFY2(std::abs(check.error()) < 0.2, qPrintable(shownError));
    }
}

void TestSpeed::publishedRecipesAreNear_data()
{
    QTest::addColumn<double>("median");
    QTest::addColumn<double>("p90");
    QTest::newRow("Megatron-Bridge, dense, Blackwell") << 0.12 << 0.2;
    QTest::newRow("Megatron-Bridge, dense, Blackwell, checked") << 0.12 << 0.2;
    QTest::newRow("Megatron-Bridge, dense, Hopper") << 0.12 << 0.2;
    QTest::newRow("Megatron-Bridge, dense, Hopper, checked") << 0.12 << 0.2;
    QTest::newRow("Megatron-Bridge, experts, Blackwell") << 0.1 << 0.4;
    QTest::newRow("Megatron-Bridge, experts, Blackwell, checked") << 0.2 << 0.5;
    QTest::newRow("Megatron-Bridge, experts, Hopper") << 0.1 << 0.8;
    QTest::newRow("Megatron-Bridge, experts, Hopper, checked") << 0.12 << 0.3;
    QTest::newRow("Trainer") << 0.1 << 0.22;
    QTest::newRow("Trainer, fused kernels") << 0.1 << 0.2;
    QTest::newRow("Trainer, Liger Kernel") << 0.15 << 0.15;
}

void TestSpeed::publishedRecipesAreNear()
{
    QFETCH(double, median);
    QFETCH(double, p90);
    const auto& groups = validation().published.groups;
    const std::string name = QTest::currentDataTag();
    const auto group = std::ranges::find(groups, name, &RecipeGroup::name);
    QVERIFY(group != groups.end());
    QVERIFY(group->rows >= 4);
    QVERIFY2(group->median <= median, qPrintable(QString::number(group->median)));
    QVERIFY2(group->p90 <= p90, qPrintable(QString::number(group->p90)));
}

void TestSpeed::ligersGainIsNear_data()
{
    QTest::addColumn<QString>("run");
    QTest::addColumn<double>("gain");
    QTest::newRow("3,600 of 3,170") << QStringLiteral("llama-3-8b, 1024 tokens") << 1.136;
    QTest::newRow("3,750 of 3,260") << QStringLiteral("llama-3-8b, 2048 tokens") << 1.150;
}

/// The bars of Liger Kernel's README: tokens a second with its kernels and without.
void TestSpeed::ligersGainIsNear()
{
    QFETCH(QString, run);
    QFETCH(double, gain);
    const auto predicted = [](const QString& name) {
        for (const CheckedRecipe& recipe : validation().published.recipes)
            if (shown(recipe.name) == name)
                return recipe.predicted;
        return 0.0;
    };
    const double found = predicted(run + QStringLiteral(", Liger")) / predicted(run);
    QVERIFY2(std::abs(found - gain) < 0.02, qPrintable(QString::number(found)));
}

void TestSpeed::sweepStaysOutOfPlans()
{
    // The same layout without the sweep's cluster and builds: no share above that of the wire.
    for (const Program program : {Program::Tuned, Program::Trainer, Program::ManyKernels}) {
        const Pace& pace = paceOf(program);
        for (const Speed share : {Speed::ProductShare, Speed::ScoresShare, Speed::KernelShare,
                                  Speed::LinkShare, Speed::NetShare, Speed::ExchangeShare,
                                  Speed::HiddenShare, Speed::ExchangeWait, Speed::SendWait})
            QVERIFY(pace[share] > 0 && pace[share] <= 1);
    }
    for (const CheckedSpeed& row : validation().rows)
        QVERIFY(row.build.has_value() == row.id.starts_with("nano-"));
}

void TestSpeed::everyConstantHasTheDateOfItsFit()
{
    for (const SpeedConstant& constant : speedTable)
        QVERIFY(QDate::fromString(shown(constant.date), Qt::ISODate).isValid());
    for (const FittedRange& constant : rangeTable)
        QVERIFY(QDate::fromString(shown(constant.date), Qt::ISODate).isValid());
}

void TestSpeed::nothingMeasured()
{
    const std::string table = goldenText("measured.csv");
    const auto found = validateSpeeds(table.substr(0, table.find('\n') + 1), builtinCatalog(), {});
    QVERIFY2(found, qPrintable(whyNot(found)));
    QVERIFY(found->rows.empty());
    for (const SpeedGroup& group : found->groups)
        QCOMPARE(group.rows, std::int64_t{0});
    QVERIFY(!speedReport(*found).empty());
}

void TestSpeed::brokenTable()
{
    QVERIFY(!validateSpeeds("id,model\nx\n", builtinCatalog(), {}));
}

QTEST_APPLESS_MAIN(TestSpeed)
#include "test_speed.moc"
