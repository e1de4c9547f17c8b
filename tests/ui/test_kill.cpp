// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The program is killed in the middle of its work, again and again: a plan file is whole whenever
// that happens, and at most two seconds of work are gone. The program here is this test, started
// again as a keeper: a document that is edited and saved without a pause.
#include "tests/core/random.h"
#include "ui/document/document.h"
#include "ui/document/plan_store.h"
#include "ui/document/recovery.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <chrono>
#include <cstdio>
#include <random>

using namespace highwater;
using namespace std::chrono_literals;

namespace {

constexpr const char* asKeeper = "--keeper";
constexpr auto delay = 2ms; // instead of Recovery::soon, for many writes in a short life

std::int64_t microseconds()
{
    using namespace std::chrono;
    return duration_cast<std::chrono::microseconds>(steady_clock::now().time_since_epoch()).count();
}

/// The plan of a step has its number three times, which would show a mixture of two plans.
Plan planOfStep(std::int64_t step)
{
    Plan plan = firstPlan();
    plan.name = std::to_string(step) + std::string(static_cast<std::size_t>(step % 100), '.');
    plan.workload.context = step;
    plan.workload.microBatch = 1 + step % 64;
    return plan;
}

/// Edits and saves until it is killed, and says on stdout when it made which step.
int keep(const QString& folder, std::int64_t first)
{
    const QString path = QDir(folder).filePath(QStringLiteral("plan.hwplan"));
    Document document;
    document.setSaved({path});
    Recovery recovery(document, std::make_unique<RecoveryFile>(folder), delay);
    std::int64_t step = first;
    QTimer edit;
    QObject::connect(&edit, &QTimer::timeout, &edit, [&] {
        document.edit(planOfStep(step), QStringLiteral("step"), QStringLiteral("drag"));
        std::printf("%lld %lld\n", static_cast<long long>(step),
                    static_cast<long long>(microseconds()));
        std::fflush(stdout);
        constexpr std::int64_t editsOfASave = 97;
        if (step++ % editsOfASave == 0) {
            if (writeFile(path, planText(document.plan())))
                QCoreApplication::exit(1);
            document.setSaved({path});
        }
    });
    edit.start(0);
    return QCoreApplication::exec();
}

/// A keeper at work.
class Keeper
{
public:
    Keeper(const QString& folder, std::int64_t first)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QCoreApplication::applicationFilePath(),
                        {QString::fromLatin1(asKeeper), folder, QString::number(first)});
    }
    ~Keeper() { kill(); }
    bool works() { return m_process.waitForReadyRead(); }
    /// When it was killed.
    std::int64_t kill()
    {
        const std::int64_t now = microseconds();
        m_process.kill();
        m_process.waitForFinished();
        return now;
    }
    bool crashed() const { return m_process.exitStatus() == QProcess::CrashExit; }
    /// Each step that it made, and when.
    std::vector<std::pair<std::int64_t, std::int64_t>> steps()
    {
        std::vector<std::pair<std::int64_t, std::int64_t>> made;
        for (const QByteArray& line : m_process.readAllStandardOutput().split('\n'))
            if (const qsizetype space = line.indexOf(' '); space > 0)
                made.emplace_back(line.left(space).toLongLong(), line.mid(space + 1).toLongLong());
        return made;
    }

private:
    QProcess m_process;
};

} // namespace

class TestKill : public QObject
{
    Q_OBJECT

private slots:
    void aLivingKeeperIsLeftAlone();
    void nothingIsLostOrTorn();
};

void TestKill::aLivingKeeperIsLeftAlone()
{
    const QTemporaryDir folder;
    Keeper keeper(folder.path(), 1);
    QVERIFY(keeper.works());
    const QDir dir(folder.path());
    QTRY_VERIFY(!dir.entryList({QStringLiteral("*.json")}).isEmpty());
    for (int i = 0; i < 100; ++i)
        QVERIFY(RecoveryFile::orphaned(folder.path()).empty());
    keeper.kill();

    // Of two that find the work only one gets it.
    const auto found = RecoveryFile::orphaned(folder.path());
    QVERIFY(RecoveryFile::orphaned(folder.path()).empty());
    QCOMPARE(found.size(), dir.entryList({QStringLiteral("*.json")}).isEmpty() ? 0U : 1U);
}

void TestKill::nothingIsLostOrTorn()
{
    const int lives = casesToTry(200);
    constexpr std::int64_t mostLost = 2'000'000; // µs, of the contract
    const QTemporaryDir folder;
    const QString path = QDir(folder.path()).filePath(QStringLiteral("plan.hwplan"));
    std::mt19937 random(20240611);
    // µs: six writes of the recovery; under sanitizers a write takes longer
    std::uniform_int_distribution<unsigned long> life(0, 12'000 * caseStep);
    std::int64_t first = 1, longest = 0;
    int recovered = 0;
    for (int i = 0; i < lives; ++i) {
        Keeper keeper(folder.path(), first);
        QVERIFY(keeper.works());
        QThread::usleep(life(random));
        const std::int64_t killed = keeper.kill();
        QVERIFY(keeper.crashed());
        const auto steps = keeper.steps();
        QVERIFY(!steps.empty());

        std::int64_t kept = first - 1;
        if (QFile::exists(path)) {
            const auto read = readPlanFile(path);
            const auto* problem = std::get_if<QString>(&read);
            QVERIFY2(!problem, problem ? qPrintable(*problem) : "");
            const Plan& plan = std::get<StoredPlan>(read).plan;
            QCOMPARE(plan, planOfStep(plan.workload.context));
            kept = std::max(kept, plan.workload.context);
        }
        for (const auto& file : RecoveryFile::orphaned(folder.path())) {
            const auto work = file->read();
            QVERIFY(work);
            QCOMPARE(work->plan, planOfStep(work->plan.workload.context));
            QCOMPARE(work->file.path, path);
            kept = std::max(kept, work->plan.workload.context);
            file->remove();
            ++recovered;
        }
        const auto lost
            = std::ranges::find_if(steps, [kept](const auto& step) { return step.first > kept; });
        if (lost != steps.end())
            longest = std::max(longest, killed - lost->second);
        first = steps.back().first + 2; // one more may have been made than was said
    }
    qInfo("work came back after %d of %d kills; the longest loss was %.1f ms", recovered, lives,
          static_cast<double>(longest) / 1000);
    QVERIFY(recovered > 0);
    QVERIFY(longest <= mostLost);
}

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String(asKeeper))
        return keep(arguments.value(2), arguments.value(3).toLongLong());
    TestKill test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_kill.moc"
