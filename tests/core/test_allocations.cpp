// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/methods/method.h"
#include "core/time/step_time.h"

#include <QtTest>

#include <cstdlib>
#include <new>

namespace {
int allocations = 0;
}

// Counts every allocation of the program; only differences are looked at.
void* operator new(std::size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept // the library's sorting
{
    ++allocations;
    return std::malloc(size);
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

using namespace highwater;

/// Code that runs while a slider is dragged must not allocate memory.
class TestAllocations : public QObject
{
    Q_OBJECT

private slots:
    void countingWorks()
    {
        const int before = allocations;
        const auto* counted = new std::string(1000, 'x');
        QVERIFY(allocations > before);
        delete counted;
    }

    void addingAllocatesNothing_data()
    {
        QTest::addColumn<QString>("model");
        QTest::newRow("dense") << QStringLiteral("llama-3.1-8b");
        QTest::newRow("GPT") << QStringLiteral("gpt-2-124m");
        QTest::newRow("experts") << QStringLiteral("mixtral-8x7b");
        QTest::newRow("latent attention") << QStringLiteral("deepseek-v3-r1-671b");
    }

    void addingAllocatesNothing()
    {
        QFETCH(QString, model);
        Plan plan;
        plan.model = CatalogModel{model.toStdString()};
        plan.layout.zero = 3;
        auto resolved = prepare(plan, builtinCatalog());
        QVERIFY(bool(resolved));
        resolved->replays = false; // as while a control is dragged
        Bytes sum = exactTotals(*resolved).total; // a thread's first sum makes the thread's list
        const int before = allocations;
        for (std::int64_t context = 1024; context <= 65536; context *= 2) {
            setWorkload(*resolved, context, 2);
            sum += exactTotals(*resolved).total;
        }
        QCOMPARE(allocations, before);
        QVERIFY(sum > 0);
    }

    void timingAllocatesNothing_data() { addingAllocatesNothing_data(); }

    void timingAllocatesNothing()
    {
        QFETCH(QString, model);
        Plan plan;
        plan.model = CatalogModel{model.toStdString()};
        plan.layout.zero = 3;
        plan.layout.tensor = 4;
        const auto resolved = prepare(plan, builtinCatalog());
        QVERIFY(bool(resolved));
        const auto machine = machineOf(*resolved);
        QVERIFY(bool(machine));
        const int before = allocations;
        const double seconds = stepTime(*resolved, *machine).seconds;
        QCOMPARE(allocations, before);
        QVERIFY(seconds > 0);
    }
};

QTEST_APPLESS_MAIN(TestAllocations)
#include "test_allocations.moc"
