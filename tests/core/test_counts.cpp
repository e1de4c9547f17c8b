// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"
#include "core/catalog/catalog.h"
#include "core/exchange/presets.h"
#include "core/exchange/share_code.h"
#include "core/figure/timeline_figure.h"
#include "core/plan/text.h"
#include "helpers.h"
#include "random.h"

#include <QRegularExpression>
#include <QtTest>

#include <string>
#include <vector>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

/// The wrong plurals of a text, such as "1 layers". Verbs after a number that is a name ("ZeRO-1
/// has", "stage 1 is") are right.
QStringList wrongCounts(const QString& text)
{
    static const QRegularExpression many(QStringLiteral(
        "(?<![-\\w.,]|Layer |layer |Stage |stage |Device |Step |step )1 [a-z-]+s\\b"));
    static const QRegularExpression right(QStringLiteral("1 (?:pass|is|has|was|stays)$"));
    QStringList wrong;
    for (auto match = many.globalMatch(text); match.hasNext();)
        if (const QString found = match.next().captured(); !found.contains(right))
            wrong << found;
    wrong.removeDuplicates();
    return wrong;
}

std::string printed(std::vector<std::string> arguments)
{
    const Outcome outcome = runCommand(arguments, {});
    return outcome.output + "\n" + outcome.error;
}

} // namespace

class TestCounts : public QObject
{
    Q_OBJECT

private slots:
    void forms_data();
    void forms();
    void plansThatShip();
    void onlyOne_data();
    void onlyOne();
    void timelineOfOneLayer();
};

void TestCounts::forms_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* source, const QStringList& arguments, const char* expected) {
        QTest::addRow("%s, %s", source, qPrintable(arguments.join(u'/')))
            << QString::fromUtf8(source) << arguments << QString::fromUtf8(expected);
    };
    row("%1 {GPU|GPUs}", {u"1"_s}, "1 GPU");
    row("%1 {GPU|GPUs}", {u"0"_s}, "0 GPUs");
    row("%1 {GPU|GPUs}", {u"11"_s}, "11 GPUs");
    row("%1 {GPU|GPUs}", {u"1,000"_s}, "1,000 GPUs");
    row("%1 {token|tokens} × %2 {sequence|sequences}", {u"1"_s, u"2"_s}, "1 token × 2 sequences");
    row("%1 {token|tokens} × %2 {sequence|sequences}", {u"2"_s, u"1"_s}, "2 tokens × 1 sequence");
    row("first {layer|%1 layers} frozen", {u"1"_s}, "first layer frozen");
    row("first {layer|%1 layers} frozen", {u"3"_s}, "first 3 layers frozen");
    row("{%1 of %2 cards holds|%1 of %2 cards hold} it", {u"1"_s, u"9"_s}, "1 of 9 cards holds it");
    row("{%1 of %2 cards holds|%1 of %2 cards hold} it", {u"9"_s, u"1"_s}, "9 of 1 cards hold it");
    row("%1 张 GPU", {u"1"_s}, "1 张 GPU");
    row("{no bar} and {no end|", {u"1"_s}, "{no bar} and {no end|");
    row("%1", {u"{a|b}"_s}, "{a|b}"); // an argument is not a sentence
}

void TestCounts::forms()
{
    QFETCH(QString, source);
    QFETCH(QStringList, arguments);
    std::vector<std::string> values;
    for (const QString& argument : arguments)
        values.push_back(argument.toStdString());
    QTEST(shown(filled(source.toStdString(), values)), "expected");
}

void TestCounts::plansThatShip()
{
    QStringList wrong;
    const auto& all = presets();
    for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(caseStep)) {
        const Preset& preset = all[i];
        for (const char* form : {"", "--markdown"}) {
            std::vector<std::string> arguments{"estimate", shareCode(preset.plan)};
            if (*form)
                arguments.emplace_back(form);
            for (const QString& found : wrongCounts(shown(printed(arguments))))
                wrong << shown(preset.file) + QStringLiteral(": ") + found;
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestCounts::onlyOne_data()
{
    QTest::addColumn<QString>("line");
    const auto row = [](const char* line) { QTest::newRow(line) << QString::fromUtf8(line); };
    const char* tiny = "--set model.custom={\"hidden_size\":64,\"num_layers\":1,\"num_heads\":1,"
                       "\"intermediate_size\":64,\"vocab_size\":100}";
    const auto small = [&](const char* line) {
        QTest::newRow(line) << QString::fromUtf8(line) + u' ' + QString::fromUtf8(tiny);
    };
    row("estimate --set cluster.gpus=1 --set workload.context=1");
    row("estimate --set cluster.gpus=1 --set workload.global_batch=1 --set "
        "workload.micro_batch=2");
    row("estimate --set recipe.frozen_layers=1 --set layout.zero=3");
    row("estimate --set recipe.frozen_layers=1 --set recipe.frozen_from=3");
    row("estimate --set recipe.recompute=full --set recipe.recompute_method=every --set "
        "recipe.recompute_layers=1");
    row("estimate --set recipe.recompute=full --set recipe.recompute_method=block --set "
        "recipe.recompute_layers=1");
    row("estimate --set layout.offload_activations=cpu --set layout.offload_layers=1");
    row("estimate --set workload.training_tokens=1");
    row("estimate --set cluster.utilisation=0.4");
    row("estimate --set workload.task=inference --set workload.context=1");
    row("estimate --set workload.task=inference --set inference.server=vllm --set "
        "inference.max_sequences=1 --set workload.micro_batch=4");
    row("estimate --set workload.task=reinforcement --set workload.context=2");
    row("estimate --set cluster.gpus=9 --set layout.tensor=8");
    row("estimate --set cluster.gpus_per_node=1 --set layout.tensor=8");
    row("estimate --set method=deepspeed --set layout.zero=3 --set cluster.gpus_per_node=1");
    row("estimate --set method=rule-of-thumb --set model.parameters=1e8");
    row("advise --set layout.zero=3 --set workload.context=32k");
    row("cards --set workload.training_tokens=1");
    small("estimate");
    small("estimate --set recipe.recompute=full");
    small("estimate --set method=rule-of-thumb");
    small("search --set cluster.gpus=1");
    small("sweep --axis cluster.gpus --from 1 --to 8 --points 4");
}

void TestCounts::onlyOne()
{
    QFETCH(QString, line);
    std::vector<std::string> arguments;
    for (const QString& word : line.split(u' '))
        arguments.push_back(word.toStdString());
    const QString text = shown(printed(arguments));
    QVERIFY2(text.size() > 100, qPrintable(text));
    QCOMPARE(wrongCounts(text), QStringList());
}

/// Sentences on the layers that are alive, in a model that has one.
void TestCounts::timelineOfOneLayer()
{
    const Translator words = [](const Text& text) { return english(text); };
    for (const char* recompute : {"none", "full"}) {
        const Plan plan
            = planWith({{"recipe.recompute", recompute}}, bare(llama(64, 1, 1, 1, 64, 100)));
        const auto chart = timelineChart(plan, builtinCatalog());
        QVERIFY2(chart, qPrintable(whyNot(chart)));
        QString said;
        for (const auto& row : momentsTable(*chart, MemoryUnit::GiB, words).table.rows)
            for (const TableCell& cell : row)
                said += shown(english(cell.text)) + u'\n';
        for (const Text& line : peakCallout(*chart, MemoryUnit::GiB).lines())
            said += shown(english(line)) + u'\n';
        QCOMPARE(wrongCounts(said), QStringList());
        QVERIFY2(said.contains(QStringLiteral("1 layer")), qPrintable(said));
    }
}

QTEST_APPLESS_MAIN(TestCounts)
#include "test_counts.moc"
