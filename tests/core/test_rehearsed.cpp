// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/method.h"
#include "rehearsed_rows.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace highwater;

namespace {

double percentOver(Bytes predicted, Bytes real)
{
    return 100 * (static_cast<double>(predicted) / static_cast<double>(real) - 1);
}

double gibOf(Bytes bytes)
{
    return static_cast<double>(bytes) / static_cast<double>(gib);
}

double mibOf(Bytes bytes)
{
    constexpr double mib = 1 << 20;
    return static_cast<double>(bytes) / mib;
}

Bytes notSeenOf(const RunComparison& found)
{
    Bytes sum = 0;
    for (const NotSeen& line : found.match.notSeen)
        sum += line.bytes;
    return sum;
}

/// Tensors of one size that the run and the plan do not have alike.
struct SizeDifference
{
    Bytes more
        = 0; ///< of the run: of no line of the plan, or of lines that it has at other moments
    Bytes notSeen = 0;

    Bytes most() const { return std::max(more, notSeen); }
};

/// What a reader needs to know why a row's numbers differ: phases, groups, and of each size that
/// differs the lines of Python and of the plan that have it.
class LinesText
{
public:
    explicit LinesText(const Rehearsed& row)
        : m_row(row)
        , m_found(comparisonOf(row))
        , m_lines(linesAt(m_found.chart.plan, m_found.chart.timeline, m_found.peakPoint))
    { }

    const RunComparison& found() const { return m_found; }

    QString operator()()
    {
        m_text = QString::asprintf("%s, PyTorch %s, transformers %s\n", m_row.name.c_str(),
                                   m_row.torch.c_str(), m_row.transformers.c_str());
        phases();
        groups();
        sizes();
        return m_text + u'\n';
    }

private:
    void amounts(std::string_view name, Bytes run, Bytes plan)
    {
        m_text += QString::asprintf("  %-14s %12.1f %12.1f %+12.1f\n", std::string(name).c_str(),
                                    mibOf(run), mibOf(plan), mibOf(plan - run));
    }

    void phases()
    {
        m_text += QString::asprintf("  %-14s %12s %12s %12s\n", "tensors, MiB", "rehearsed",
                                    "predicted", "difference");
        for (const PhaseBytes& phase : m_found.perPhase)
            if (phase.isMeasured || phase.isPredicted)
                amounts(nameOf(phase.phase), phase.measured, phase.predicted);
    }

    void groups()
    {
        m_text += QString::asprintf("  at the peak, in %s\n",
                                    std::string(nameOf(m_row.peakPhase)).c_str());
        for (std::size_t i = 0; i < groupCount; ++i) {
            const auto group = static_cast<Group>(i);
            const Bytes run = m_found.match.measured[group], plan = m_found.match.predicted[group];
            if (group == Group::Overhead && run > 0)
                amounts("workspaces", run, run);
            else if (group != Group::Overhead && (run > 0 || plan > 0))
                amounts(nameOf(group), run, plan);
        }
        if (m_found.match.unexplainedAtPeak > 0)
            amounts("of no line", m_found.match.unexplainedAtPeak, 0);
        Bytes listed = 0;
        for (const RehearsedTensors& held : m_row.held)
            listed += held.each * held.count;
        amounts("smaller ones", m_row.atPeak - listed, 0);
    }

    /// Sizes of which the run or the plan has more, the most bytes first.
    std::vector<std::pair<Bytes, SizeDifference>> differences() const
    {
        std::map<Bytes, SizeDifference> bySize;
        for (const Unexplained& group : m_found.match.unexplained)
            if (group.atPeak)
                bySize[group.each].more += group.bytes;
        for (const NotSeen& missing : m_found.match.notSeen)
            if (missing.each > 0)
                bySize[missing.each].notSeen += missing.bytes;
        for (const NotSeen& other : m_found.match.otherMoments)
            bySize[other.each].more += other.bytes;
        std::vector<std::pair<Bytes, SizeDifference>> sorted(bySize.begin(), bySize.end());
        std::erase_if(sorted, [&](const auto& each) {
            constexpr Bytes leastShare = 500;
            return each.second.most() < m_row.atPeak / leastShare;
        });
        std::ranges::stable_sort(sorted, std::greater{},
                                 [](const auto& each) { return each.second.most(); });
        return sorted;
    }

    void sizes()
    {
        for (const auto& [each, difference] : differences()) {
            m_text += QString::asprintf("  of %.3f MiB each, the run has %.1f MiB that the plan "
                                        "has not then, the plan %.1f MiB that the run has not\n",
                                        mibOf(each), mibOf(difference.more),
                                        mibOf(difference.notSeen));
            for (const RehearsedTensors& held : m_row.held)
                if (held.each == each)
                    tensors("run", held.count, nameOf(held.phase),
                            held.line.empty() ? "autograd" : held.line);
            for (const Line& line : m_lines)
                if (line.each == each)
                    tensors("plan", line.count, nameOf(line.group), english(line.label));
            for (const NotSeen& other : m_found.match.otherMoments)
                if (other.each == each)
                    tensors("then", other.bytes / each, "not in plan",
                            english(other.label) + ", which it has at another moment");
        }
        for (const NotSeen& missing : m_found.match.notSeen)
            if (missing.each == 0)
                m_text += QString::asprintf("  of the plan's %s, %.1f MiB are not seen\n",
                                            missing.id.c_str(), mibOf(missing.bytes));
    }

    void tensors(const char* whose, std::int64_t count, std::string_view where,
                 const std::string& what)
    {
        m_text += QString::asprintf("    %-4s %5lld x %-12s %s\n", whose,
                                    static_cast<long long>(count), std::string(where).c_str(),
                                    what.c_str());
    }

    const Rehearsed& m_row;
    RunComparison m_found;
    std::vector<Line> m_lines;
    QString m_text;
};

} // namespace

/// The estimate against rehearsals of the frameworks' own code (tests/truth/rehearse).
class TestRehearsed : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void oneCard();
    void deepSpeed();
    void golden();
    void lines();

private:
    std::vector<Rehearsed> m_rows;
};

void TestRehearsed::initTestCase()
{
    m_rows = rehearsedRows();
    QVERIFY(!m_rows.empty());
}

/// The Trainer of transformers 5 on one card is what this program counts best; the goldens tell the
/// differences of older ones, of several cards and of weights of 4 bits.
void TestRehearsed::oneCard()
{
    int compared = 0;
    for (const Rehearsed& each : m_rows) {
        if (each.plan.cluster.gpus > 1 || each.plan.adapter.kind == AdapterKind::Qlora
            || !each.name.starts_with("trainer-") || !each.transformers.starts_with("5."))
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

/// DeepSpeed's three stages: other shapes, ranks and numbers of micro-batches alike.
void TestRehearsed::deepSpeed()
{
    int compared = 0;
    for (const Rehearsed& each : m_rows) {
        if (each.plan.recipe.framework != Framework::DeepSpeed)
            continue;
        const Totals totals = estimated(each.plan).answer.totals;
        const double allocated = percentOver(totals.allocated, each.allocated);
        const double reserved = percentOver(totals.reserved(), each.reserved);
        // Every tensor of stage 2 is replayed. Of stage 3 with adapters and recomputation, the
        // weights that are gathered when a recomputed layer goes backward are not.
        const bool adapts = each.plan.adapter.kind != AdapterKind::None;
        const auto zero = each.plan.layout.zero;
        QVERIFY2(std::abs(allocated) <= (zero == 3 && adapts ? 2 : 1)
                     && std::abs(reserved) <= (zero == 2 ? 1 : 5),
                 qPrintable(QString::asprintf("%s: %.2f %%, %.2f %%", each.name.c_str(), allocated,
                                              reserved)));
        ++compared;
    }
    QVERIFY(compared >= 6);
}

/// Every row with its difference, for a person to read where one moves. The last columns are the
/// bytes at the peak that have no counterpart, of the run and of the plan.
void TestRehearsed::golden()
{
    QString table
        = QString::asprintf("%-48s %-14s %-13s %10s %10s %7s %10s %10s %7s %9s %9s\n", "case, GiB",
                            "PyTorch", "transformers", "allocated", "predicted", "%", "reserved",
                            "predicted", "%", "of no line", "not seen");
    for (const Rehearsed& each : m_rows) {
        const Totals totals = estimated(each.plan).answer.totals;
        const RunComparison found = comparisonOf(each);
        table += QString::asprintf(
            "%-48s %-14s %-13s %10.3f %10.3f %7.2f %10.3f %10.3f %7.2f %10.3f %9.3f\n",
            each.name.c_str(), each.torch.c_str(), each.transformers.c_str(), gibOf(each.allocated),
            gibOf(totals.allocated), percentOver(totals.allocated, each.allocated),
            gibOf(each.reserved), gibOf(totals.reserved()),
            percentOver(totals.reserved(), each.reserved), gibOf(found.match.unexplainedAtPeak),
            gibOf(notSeenOf(found)));
    }
    QVERIFY2(isGolden("rehearsed.txt", table.toStdString()),
             "HIGHWATER_WRITE_GOLDEN=1 test_rehearsed writes it anew, for you to look at");
}

/// The plan's lines against the tensors that the framework's lines made, for each row.
void TestRehearsed::lines()
{
    QString text;
    for (const Rehearsed& each : m_rows)
        if (!each.ranOut && each.atPeak > 0)
            text += LinesText(each)();
    QVERIFY2(isGolden("rehearsed_lines.txt", text.toStdString()),
             "HIGHWATER_WRITE_GOLDEN=1 test_rehearsed writes it anew, for you to look at");
}

QTEST_GUILESS_MAIN(TestRehearsed)
#include "test_rehearsed.moc"
