// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/ledger/terms.h"
#include "core/methods/method.h"
#include "random_plan.h"

#include <QtTest>

using namespace highwater;

namespace {

template <class T> T oneOf(Random& random, std::initializer_list<T> values)
{
    return values.begin()[random.below(values.size())];
}

/// A layout in which each key alone suits 64 GPUs; many still contradict a plan.
Layout layoutFor64Gpus(Random& random)
{
    Layout layout;
    layout.zero = random.from(0, 3);
    layout.tensor = oneOf<std::int64_t>(random, {1, 1, 2, 4});
    layout.pipeline = oneOf<std::int64_t>(random, {1, 1, 2, 3, 4});
    layout.virtualPipeline = oneOf<std::int64_t>(random, {1, 1, 2});
    layout.context = oneOf<std::int64_t>(random, {1, 1, 2});
    layout.expert = oneOf<std::int64_t>(random, {1, 1, 2});
    layout.replicate = oneOf<std::int64_t>(random, {1, 1, 2});
    if (random.coin())
        layout.sequenceParallel = random.coin();
    if (random.coin())
        layout.tpInputs = random.coin() ? TpInputs::Gathered : TpInputs::Recomputed;
    if (random.coin())
        layout.stageSplit = random.coin() ? StageSplit::Even : StageSplit::Balanced;
    layout.offloadOptimizer = oneOf(random, {Offload::None, Offload::None, Offload::Cpu});
    layout.offloadParameters = oneOf(random, {Offload::None, Offload::None, Offload::Nvme});
    if (random.below(4) == 0)
        layout.offloadActivations = ActivationOffload::Cpu;
    return layout;
}

/// A random plan on 64 GPUs that has an estimate with the default layout.
Plan planOn64Gpus(Random& random)
{
    for (;;) {
        Plan plan = randomPlan(random);
        plan.method = MethodId::Exact;
        plan.workload.task = Task::Train;
        plan.cluster.gpus = 64;
        plan.layout = {};
        if (prepare(plan, builtinCatalog()))
            return plan;
    }
}

QStringList shownTerms(const Stage& stage)
{
    QStringList shownList;
    for (const Term& term : stage.terms)
        shownList << QStringLiteral("%1 %2 per %3")
                         .arg(shown(words(term.id).name))
                         .arg(bytesOf(term.each, stage.symbols))
                         .arg(static_cast<int>(term.per));
    return shownList;
}

std::vector<Bytes> numbersOf(const Totals& totals)
{
    std::vector<Bytes> list(totals.perGpu.bytes.begin(), totals.perGpu.bytes.end());
    list.insert(list.end(),
                {totals.total, totals.low, totals.high, totals.stage, totals.host, totals.disk,
                 totals.runtime, totals.allocated, totals.idle.expected, totals.flushes});
    return list;
}

void compareResolved(const Resolved& left, const Resolved& right)
{
    QVERIFY(left.symbols == right.symbols);
    QVERIFY(left.stageStarts == right.stageStarts);
    QCOMPARE(left.stages.size(), right.stages.size());
    for (std::size_t i = 0; i < left.stages.size(); ++i) {
        const Stage& one = left.stages[i];
        const Stage& other = right.stages[i];
        QCOMPARE(one.layers.index, other.layers.index);
        QVERIFY(one.symbols == other.symbols);
        QCOMPARE(shownTerms(one), shownTerms(other));
        QVERIFY(one.terms == other.terms);
        QCOMPARE(numbersOf(exactTotals(left, one)), numbersOf(exactTotals(right, other)));
    }
    QCOMPARE(numbersOf(exactTotals(left)), numbersOf(exactTotals(right)));
}

} // namespace

/// A plan that is set to another layout or workload equals a plan that is resolved with them.
class TestSetLayout : public QObject
{
    Q_OBJECT

private slots:
    void aSetLayoutIsAsResolved()
    {
        Random random(11);
        int compared = 0;
        int refused = 0;
        for (int i = 0; i < casesToTry(150); ++i) {
            Plan plan = planOn64Gpus(random);
            auto moving = prepare(plan, builtinCatalog());
            for (int j = 0; j < 8; ++j) {
                plan.layout = layoutFor64Gpus(random);
                const auto resolved = prepare(plan, builtinCatalog());
                const Problems problems = setLayout(*moving, plan.layout);
                if (!resolved) {
                    QCOMPARE(shown(problems), shown(resolved.problems()));
                    ++refused;
                    continue;
                }
                QVERIFY(problems.empty());
                compareResolved(*moving, *resolved);
                if (QTest::currentTestFailed())
                    return;
                ++compared;
            }
        }
        QVERIFY2(compared > casesToTry(300) && refused > casesToTry(50),
                 qPrintable(QStringLiteral("%1 compared, %2 refused").arg(compared).arg(refused)));
    }

    void aRefusedLayoutChangesNothing()
    {
        auto moving = prepare(Plan{}, builtinCatalog());
        const auto before = numbersOf(exactTotals(*moving));
        Layout layout;
        layout.tensor = 7;
        QVERIFY(!setLayout(*moving, layout).empty());
        QCOMPARE(moving->layout.tensor, std::int64_t{1});
        QCOMPARE(numbersOf(exactTotals(*moving)), before);
    }

    void aSetWorkloadIsAsResolved()
    {
        Random random(12);
        for (int i = 0; i < casesToTry(150); ++i) {
            Plan plan = planOn64Gpus(random);
            plan.workload.globalBatch = oneOf<std::int64_t>(random, {64, 128, 1024});
            Layout layout = layoutFor64Gpus(random);
            auto moving = prepare(plan, builtinCatalog());
            if (!setLayout(*moving, layout).empty())
                continue;
            plan.layout = layout;
            for (int j = 0; j < 4; ++j) {
                plan.workload.context = random.from(1, 100'000);
                plan.workload.microBatch = random.from(1, 3);
                const auto resolved = prepare(plan, builtinCatalog());
                setWorkload(*moving, plan.workload.context, plan.workload.microBatch);
                compareResolved(*moving, *resolved);
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }

    /// setWorkload() makes no new list where only the context changes.
    void termsDoNotDependOnTheContext()
    {
        Random random(13);
        for (int i = 0; i < casesToTry(150); ++i) {
            auto plan = prepare(planOn64Gpus(random), builtinCatalog());
            for (const std::int64_t context : {1, 4096, 1'000'000}) {
                setWorkload(*plan, context, plan->workload.microBatch);
                for (const Stage& stage : plan->stages) {
                    Stage anew = stage;
                    listTerms(*plan, anew);
                    QVERIFY(anew.terms == stage.terms);
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestSetLayout)
#include "test_set_layout.moc"
