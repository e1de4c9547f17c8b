// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What holds of every valid plan, on random plans over all keys. HIGHWATER_PLANS sets how many,
// HIGHWATER_SEED the first.
#include "core/answer/answer.h"
#include "core/configs/export.h"
#include "core/configs/import.h"
#include "core/exchange/answers.h"
#include "core/exchange/figure_file.h"
#include "core/exchange/plan_file.h"
#include "core/exchange/presets.h"
#include "core/exchange/share_code.h"
#include "core/explore/advise.h"
#include "core/explore/cards.h"
#include "core/explore/search.h"
#include "core/explore/solve.h"
#include "core/methods/method.h"
#include "office_package.h"
#include "random_plan.h"

#include <QTest>

#include <array>
#include <exception>
#include <string>

using namespace Qt::Literals::StringLiterals;

namespace highwater {
namespace {

/// A shipped plan, or a layout, with random values of random keys where it stays valid.
Plan widePlan(Random& random)
{
    const auto shipped = presets();
    Plan plan;
    switch (random.below(3)) {
    case 0:
        plan = shipped[random.below(shipped.size())].plan;
        break;
    case 1:
        plan = randomPlan(random);
        break;
    default:
        plan = randomLayout(random);
    }
    const auto all = keys();
    for (std::uint64_t changes = random.below(12); changes > 0; --changes) {
        const Key& key = all[random.below(all.size())];
        const bool custom = std::holds_alternative<CustomModel>(plan.model);
        if (key.path == "method" || (!custom && key.path.isIn(KeyGroup("model"))))
            continue;
        Plan changed = plan;
        if (assign(changed, key.path, randomValue(random, key)).empty()
            && prepare(changed, builtinCatalog()))
            plan = changed;
    }
    return plan;
}

std::string differ(const char* what, Bytes one, Bytes other)
{
    return std::string(what) + ' ' + std::to_string(one) + " and " + std::to_string(other);
}

// Each property returns what does not hold; empty where it holds or says nothing of the plan.

std::string sumsAgree(const Plan& plan)
{
    const auto found = estimate(plan, builtinCatalog());
    if (!found)
        return "no estimate: " + english(found.problems().front());
    const Answer& answer = found->answer;
    const Totals& totals = answer.totals;
    if (totals.perGpu.total() != totals.total)
        return differ("groups and total", totals.perGpu.total(), totals.total);
    for (const Bytes part : totals.perGpu.bytes)
        if (part < 0)
            return "a group is negative";
    if (totals.low > totals.total || totals.total > totals.high)
        return differ("the range leaves out the total", totals.low, totals.high);
    if (totals.allocated > totals.reserved() || totals.reserved() > totals.total)
        return differ("allocated and reserved", totals.allocated, totals.reserved());
    if (totals.idle.low > totals.idle.expected || totals.idle.expected > totals.idle.high)
        return differ("idle memory", totals.idle.low, totals.idle.high);
    Bytes most = 0;
    for (const MomentTotal& moment : answer.moments)
        most = std::max(most, moment.perGroup.total());
    if (!answer.moments.empty() && most != totals.total)
        return differ("the largest moment and the total", most, totals.total);
    most = 0;
    for (const StageTotal& stage : answer.stages)
        most = std::max(most, stage.totals.total);
    if (!answer.stages.empty() && most != totals.total)
        return differ("the largest stage and the total", most, totals.total);
    return {};
}

std::string ledgerAgrees(const Plan& plan)
{
    const auto found = estimate(plan, builtinCatalog());
    constexpr Bytes exact = Bytes{1} << 60; // larger sums stop at the largest number
    if (!found || found->answer.totals.total > exact)
        return {};
    GroupBytes groups;
    for (const Line& line : found->answer.ledger) {
        const Bytes copies = found->answer.copiesAtPeak(line);
        if (line.bytes < 0 || line.each < 0 || copies < 0)
            return "negative: " + line.id;
        if (line.bytes != bounded::times(line.each, line.count))
            return differ(line.id.c_str(), line.bytes, bounded::times(line.each, line.count));
        groups[line.group] = bounded::plus(groups[line.group], bounded::times(line.each, copies));
    }
    if (groups != found->answer.totals.perGpu)
        return differ("the ledger's groups and the total", groups.total(),
                      found->answer.totals.total);
    return {};
}

std::string verdictsAgree(const Plan& plan)
{
    const auto found = estimate(plan, builtinCatalog());
    const auto judged = judge(plan, builtinCatalog());
    if (!found || !judged)
        return found.operator bool() == judged.operator bool() ? "" : "only one of two answers";
    return judged->totals == found->answer.totals && judged->verdict == found->verdict
        ? ""
        : differ("judged and estimated", judged->totals.total, found->answer.totals.total);
}

/// Tensors only grow with the sequences; idle memory need not.
std::string allocatedRises(const Plan& plan)
{
    if (plan.workload.globalBatch)
        return {};
    Plan longer = plan, more = plan;
    longer.workload.context *= 2;
    more.workload.microBatch += 1;
    const auto before = judge(plan, builtinCatalog());
    for (const Plan& larger : {longer, more}) {
        const auto after = judge(larger, builtinCatalog());
        if (before && after && after->totals.allocated < before->totals.allocated)
            return differ("allocated falls", before->totals.allocated, after->totals.allocated);
    }
    return {};
}

/// More GPUs and a higher stage of ZeRO only share out what a step keeps. Frameworks that take
/// another engine then keep other copies.
std::string statesFall(const Plan& plan)
{
    if (plan.method != MethodId::Exact || plan.recipe.framework != Framework::Plain)
        return {};
    Plan wider = plan, shared = plan;
    wider.cluster.gpus *= 2;
    shared.layout.zero += 1;
    const auto statesOf = [](const Plan& asked) -> std::optional<Bytes> {
        const auto judged = judge(asked, builtinCatalog());
        return judged ? std::optional(judged->totals.perGpu.states()) : std::nullopt;
    };
    const auto before = statesOf(plan);
    for (const Plan& less : {wider, shared}) {
        const auto after = less.layout.zero <= 3 ? statesOf(less) : std::nullopt;
        if (before && after && *after > *before)
            return differ(less.cluster.gpus > plan.cluster.gpus ? "states rise with GPUs"
                                                                : "states rise with ZeRO",
                          *before, *after);
    }
    return {};
}

std::string fileAndCodeKeepIt(const Plan& plan)
{
    const auto file = readPlan(writePlan(plan));
    if (!file || !(*file == plan))
        return "its file is another plan";
    const auto code = readShareCode(shareCode(plan));
    return code && *code == plan ? "" : "its code is another plan";
}

std::string exportsAreRead(const Plan& plan)
{
    for (int target = 0; target <= static_cast<int>(ConfigTarget::Unsloth); ++target) {
        const auto program = static_cast<ConfigTarget>(target);
        const auto written = writeConfig(plan, builtinCatalog(), program);
        if (!written)
            continue;
        const auto read
            = importPlan(ImportFile{written->fileName, written->text}, plan, builtinCatalog());
        if (!read)
            return std::string(programName(program)) + ": " + english(read.problems().front());
    }
    return {};
}

std::string answersFit(const Plan& plan)
{
    for (const KeyPath key : solvableKeys) {
        const auto solved = solve(plan, builtinCatalog(), key);
        if (!solved)
            return "solve refuses: " + english(solved.problems().front());
        if (!solved->answer || key == "model.parameters")
            continue;
        Plan with = plan;
        if (!assign(with, key, Value(*solved->answer)).empty())
            return std::string(key.text()) + " cannot be " + std::to_string(*solved->answer);
        const auto judged = judge(with, builtinCatalog());
        if (!judged || !judged->fits())
            return std::string(key.text()) + '=' + std::to_string(*solved->answer)
                + " does not fit";
    }
    return {};
}

/// The value after the last with which a plan fits at all does not fit.
std::string theNextDoesNotFit(const Plan& plan)
{
    for (const KeyPath key : {KeyPath("workload.context"), KeyPath("workload.micro_batch")}) {
        const auto solved = solve(plan, builtinCatalog(), key);
        if (!solved || !solved->edge || !(solved->note == Text()))
            continue; // a note says what else limits the value
        Plan with = plan;
        if (!assign(with, key, Value(*solved->edge + 1)).empty())
            continue; // the largest value of the key
        const auto judged = judge(with, builtinCatalog());
        if (judged && judged->fits())
            return std::string(key.text()) + '=' + std::to_string(*solved->edge)
                + " is said to be the last";
    }
    return {};
}

std::string adviceHolds(const Plan& plan)
{
    const auto offers = advise(plan, builtinCatalog());
    if (!offers)
        return "advise refuses: " + english(offers.problems().front());
    for (const Suggestion& offer : *offers) {
        const auto changed = withChanges(plan, offer.changes);
        const auto judged
            = changed ? judge(*changed, builtinCatalog()) : Result<Judgement>(changed.problems());
        if (!judged || judged->fits() != offer.fits || judged->totals.total != offer.totals.total)
            return "an offer is not what it said";
    }
    return {};
}

std::string layoutsAreAccepted(const Plan& plan)
{
    constexpr std::int64_t most = 64; // GPUs; larger searches take seconds
    if (plan.cluster.gpus > most)
        return {};
    const auto found = search(plan, builtinCatalog());
    if (!found)
        return {};
    for (const FoundLayout& layout : found->layouts) {
        const auto changed = withChanges(plan, layout.changes);
        const auto judged
            = changed ? judge(*changed, builtinCatalog()) : Result<Judgement>(changed.problems());
        if (!judged || !judged->fits() || judged->totals.total != layout.judged.totals.total)
            return "a layout is not what the search said";
    }
    return {};
}

std::string filesAreWellFormed(const Plan& plan)
{
    const auto found = estimate(plan, builtinCatalog());
    if (found) {
        const std::string json = estimateJson(*found);
        for (const char* word : {": nan", ": -nan", ": inf", ": -inf"})
            if (json.find(word) != std::string::npos)
                return std::string("JSON has") + word;
    }
    ExportOptions options;
    options.target = ExportTarget::Svg;
    try {
        if (const auto svg = figureFile(options, plan, toEnglish))
            xmlTree(QByteArray::fromStdString(*svg));
        options.target = ExportTarget::PowerPoint;
        if (const auto slides = figureFile(options, plan, toEnglish)) {
            const QMap<QString, QByteArray> parts = ZipFiles(*slides).files;
            for (auto part = parts.begin(); part != parts.end(); ++part)
                if (part.key().endsWith(u".xml"_s) || part.key().endsWith(u".rels"_s))
                    xmlTree(part.value());
        }
    } catch (const std::exception& error) {
        return error.what();
    }
    options.target = ExportTarget::Csv;
    const auto table = figureFile(options, plan, toEnglish);
    for (const char* word : {"nan", "inf"})
        if (table && table->find(std::string(",") + word) != std::string::npos)
            return std::string("CSV has ") + word;
    return {};
}

struct Property
{
    const char* name;
    std::string (*fault)(const Plan&);
    int plans; ///< to try
};

constexpr std::array properties{
    Property{"sums agree", sumsAgree, 300},
    Property{"the ledger is the total", ledgerAgrees, 300},
    Property{"estimate and judge agree", verdictsAgree, 150},
    Property{"allocated memory rises with context and micro-batch", allocatedRises, 150},
    Property{"states fall with GPUs and stages", statesFall, 150},
    Property{"file and share code keep the plan", fileAndCodeKeepIt, 500},
    Property{"every exported file is read", exportsAreRead, 100},
    Property{"answers of solve fit", answersFit, 15},
    Property{"the value after the last does not fit", theNextDoesNotFit, 15},
    Property{"offers are what they say", adviceHolds, 15},
    Property{"layouts of the search are accepted", layoutsAreAccepted, 10},
    Property{"files are well-formed", filesAreWellFormed, 40},
};

} // namespace

class TestProperties : public QObject
{
    Q_OBJECT

private slots:
    void holds_data();
    void holds();
};

void TestProperties::holds_data()
{
    QTest::addColumn<std::size_t>("which");
    for (std::size_t which = 0; which < properties.size(); ++which)
        QTest::newRow(properties[which].name) << which;
}

void TestProperties::holds()
{
    QFETCH(std::size_t, which);
    const int asked = qEnvironmentVariableIntValue("HIGHWATER_PLANS");
    const int plans = asked > 0 ? asked : casesToTry(properties[which].plans);
    const int first = qEnvironmentVariableIntValue("HIGHWATER_SEED");
    for (int i = first; i < first + plans; ++i) {
        Random random(static_cast<std::uint64_t>(i) + 1);
        const Plan plan = widePlan(random);
        const std::string fault = properties[which].fault(plan);
        const std::string where = " (HIGHWATER_SEED=" + std::to_string(i) + ")\n";
        QVERIFY2(fault.empty(), (fault + where + writePlan(plan)).c_str());
    }
}

} // namespace highwater

QTEST_APPLESS_MAIN(highwater::TestProperties)
#include "test_properties.moc"
