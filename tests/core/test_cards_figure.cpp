// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cards as rows of a picture: which cards, in which order, and the columns next to them.
#include "core/exchange/figure_csv.h"
#include "core/figure/cards_figure.h"
#include "core/figure/figure_table.h"
#include "figure_samples.h"
#include "helpers.h"

#include <QtTest>

using namespace highwater;

namespace {

Figure cardsOf(const Plan& plan, const CardOrder& order = {})
{
    KnownCards known;
    const auto made = cardsFigure(plan, builtinCatalog(), known, order, MemoryUnit::GiB);
    if (!made)
        qFatal("%s", qPrintable(whyNot(made)));
    return *made;
}

const RowNumbers& numbers(const Figure& figure, const char* head)
{
    for (const RowNumbers& each : figure.panels[0].numbers)
        if (english(each.head) == head)
            return each;
    qFatal("no column %s", head);
}

Scene sceneOf(const Figure& figure, double width, double height)
{
    SceneStyle style;
    style.width = width;
    style.height = height;
    style.font = 18;
    const auto scene = highwater::sceneOf(
        figure, style, [](const Text& text) { return english(text); }, arialWidth);
    if (!scene)
        qFatal("%s", qPrintable(whyNot(scene)));
    return *scene;
}

bool isWritten(const Scene& scene, const std::string& text)
{
    return std::ranges::any_of(scene.items, [&](const Item& item) {
        const auto* writing = std::get_if<Writing>(&item.shape);
        return writing && writing->text == text;
    });
}

} // namespace

class TestCardsFigure : public QObject
{
    Q_OBJECT

private slots:
    void rowsAreTheFirstCards();
    void theOwnCardHasARow();
    void theOrderIsAColumn();
    void namesAreWhole();
    void numbersGiveWayToTheBars();
    void captionsAndLegendHaveTheWholeWidth();
    void csvHasCapacityAndPrice();
    void knownCardsAreShown();
    void noneThatFits();
    void aMethodWithoutCards();
};

void TestCardsFigure::rowsAreTheFirstCards()
{
    const Plan plan = openingPlan();
    const Figure made = cardsOf(plan);
    const Panel& panel = made.panels.at(0);
    auto expected = cards({plan}, builtinCatalog());
    std::erase_if(*expected, [](const Card& card) { return !card.gpus; });
    sortCards(*expected, CardKey::Price);
    QCOMPARE(panel.xs.size(), mostCardsShown);
    for (std::size_t row = 0; row < panel.xs.size(); ++row) {
        const Card& card = expected->at(row);
        QCOMPARE(shown(english(panel.names[row])), shown(card.device->name));
        QCOMPARE(panel.totalAt(row), card.judged.totals.total);
        QCOMPARE(panel.overlays.at(0).values[row], card.judged.capacity);
        QVERIFY(panel.totalAt(row) <= panel.overlays[0].values[row]);
        QCOMPARE(*numbers(made, "GPUs").values[row], static_cast<double>(*card.gpus));
        QCOMPARE(numbers(made, "Cost (USD)").values[row], card.run->cost->price);
    }
}

void TestCardsFigure::theOwnCardHasARow()
{
    Plan plan = openingPlan();
    plan.cluster.device = "a100-sxm4-80gb";
    plan.cluster.gpus = 64; // of each other card fewer are enough
    const Figure made = cardsOf(plan, {CardKey::Gpus, false});
    const Panel& panel = made.panels.at(0);
    QCOMPARE(panel.markers.size(), std::size_t{1});
    QCOMPARE(panel.markers[0].x, static_cast<double>(mostCardsShown));
    QCOMPARE(shown(english(panel.names.back())), QStringLiteral("A100 SXM4 80GB"));
}

void TestCardsFigure::theOrderIsAColumn()
{
    const Figure made = cardsOf(openingPlan(), {CardKey::Energy, false});
    const auto& energy = numbers(made, "Energy (kWh)").values;
    QVERIFY(energy.front() && std::ranges::is_sorted(energy));
    const Figure speed = cardsOf(openingPlan(), {CardKey::Tokens, false});
    const auto& tokens = numbers(speed, "Tokens/s").values;
    QVERIFY(*tokens.front() > *tokens.back() && *tokens.back() > 0);
}

/// In pictures of several sizes, each name is written in full and within the picture.
void TestCardsFigure::namesAreWhole()
{
    const Figure made = cardsOf(openingPlan());
    for (const QSizeF size : {QSizeF(1920, 1080), QSizeF(800, 640), QSizeF(600, 900)}) {
        const Scene scene = sceneOf(made, size.width(), size.height());
        for (const Text& name : made.panels[0].names)
            QVERIFY2(isWritten(scene, english(name)), english(name).c_str());
        for (const Item& item : scene.items)
            if (const auto* writing = std::get_if<Writing>(&item.shape))
                QVERIFY2(writing->bounds().left >= 0
                             && writing->bounds().right() <= scene.width + 0.5,
                         writing->text.c_str());
    }
}

void TestCardsFigure::numbersGiveWayToTheBars()
{
    const Figure made = cardsOf(openingPlan());
    const Scene wide = sceneOf(made, 1920, 1080), narrow = sceneOf(made, 600, 900);
    QVERIFY(isWritten(wide, "Cost (USD)") && isWritten(wide, "GPUs"));
    QVERIFY(!isWritten(narrow, "Cost (USD)"));
    QVERIFY(narrow.plots.at(0).width > 100);
}

/// The names of the rows take a third of the picture: its legend and the line below do not stand
/// over the bars alone.
void TestCardsFigure::captionsAndLegendHaveTheWholeWidth()
{
    const Figure made = cardsOf(openingPlan());
    const Scene scene = sceneOf(made, 1000, 700);
    const std::string caption = english(made.panels[0].captions.at(0));
    QVERIFY2(isWritten(scene, caption), caption.c_str());
    double first = scene.width;
    for (const Item& item : scene.items)
        if (const auto* writing = std::get_if<Writing>(&item.shape))
            if (writing->text == "Parameters")
                first = writing->bounds().left;
    QVERIFY(first < scene.plots.at(0).left);
}

void TestCardsFigure::csvHasCapacityAndPrice()
{
    const Figure made = cardsOf(openingPlan());
    const QStringList lines
        = shown(figureCsv(made, [](const Text& text) { return english(text); })).split(u'\n');
    QVERIFY(lines.at(0).startsWith(QStringLiteral("Card,Parameters (bytes)")));
    QVERIFY(lines.at(0).endsWith(
        QStringLiteral("Capacity (GiB),GPUs,Step (s),Days,Cost (USD),GiB per GPU")));
    QCOMPARE(lines.size(), static_cast<qsizetype>(1 + mostCardsShown + 1));
    const FigureTable table = figureTable(made);
    QCOMPARE(table.rows.size(), mostCardsShown);
    QCOMPARE(shown(english(table.rows[0][0].text)), shown(english(made.panels[0].names[0])));
}

/// The cards are not computed again for the same plan.
void TestCardsFigure::knownCardsAreShown()
{
    const Plan plan = openingPlan();
    auto few = cards({plan}, builtinCatalog());
    std::erase_if(*few, [](const Card& card) { return card.device->id != "h200-sxm-141gb"; });
    KnownCards known;
    known.keep({plan}, *few);
    const auto made = cardsFigure(plan, builtinCatalog(), known, {}, MemoryUnit::GiB);
    QCOMPARE(made->panels.at(0).xs.size(), std::size_t{1});
    Plan other = plan;
    other.workload.context = 4096;
    const auto counted = cardsFigure(other, builtinCatalog(), known, {}, MemoryUnit::GiB);
    QCOMPARE(counted->panels.at(0).xs.size(), mostCardsShown);
}

void TestCardsFigure::noneThatFits()
{
    // 16 bytes for each of 405 billion parameters on each rank: no card has 6 TB.
    const Plan plan = planWith({{"model.id", "llama-3.1-405b"}});
    KnownCards known;
    const auto made = cardsFigure(plan, builtinCatalog(), known, {}, MemoryUnit::GiB);
    QCOMPARE(whyNot(made),
             QStringLiteral("cluster.device: no card within these limits holds the plan"));
}

void TestCardsFigure::aMethodWithoutCards()
{
    KnownCards known;
    const Plan plan = planWith({{"method", "lecture"}});
    const auto made = cardsFigure(plan, builtinCatalog(), known, {}, MemoryUnit::GiB);
    QVERIFY(whyNot(made).contains(QStringLiteral("does not know one card from another")));
}

QTEST_GUILESS_MAIN(TestCardsFigure)
#include "test_cards_figure.moc"
