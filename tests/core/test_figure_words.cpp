// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/even_panel.h"
#include "core/figure/figure_words.h"
#include "core/figure/gpus_figure.h"
#include "core/figure/lecture_figures.h"
#include "helpers.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace highwater;

namespace {

constexpr Bytes oneGib = 1073741824;

QString said(const Text& text)
{
    return shown(english(text));
}

std::string inEnglish(const Text& text)
{
    return english(text);
}

QStringList said(const std::vector<Text>& texts)
{
    QStringList lines;
    for (const Text& text : texts)
        lines << said(text);
    return lines;
}

QStringList lines(std::initializer_list<const char*> texts)
{
    QStringList list;
    for (const char* text : texts)
        list << QString::fromUtf8(text);
    return list;
}

/// One band that holds a GiB for each 1,024 tokens, or what is given.
Figure ramp(std::vector<std::int64_t> xs)
{
    Figure figure;
    figure.title = {"A ramp"};
    Panel panel;
    panel.title = {"8B"};
    panel.x.title = {"Context length (tokens)"};
    panel.y.title = {"Memory per GPU (GiB)"};
    Layer layer{Group::Activations, {"Activations"}, {}};
    for (const std::int64_t x : xs)
        layer.values.push_back(x * (oneGib / 1024));
    panel.layers = {layer};
    panel.xs = std::move(xs);
    figure.panels = {panel};
    return figure;
}

} // namespace

class TestFigureWords : public QObject
{
    Q_OBJECT

private slots:
    void evenPointsStay_data();
    void evenPointsStay();
    void otherPointsAreReadOff();
    void fewCasesStay_data();
    void fewCasesStay();
    void eventsAreReadOffOneByOne();
    void wholeNumbersOfGpus();
    void alignedPointsStandWhereTheAxisHasThem();
    void extremesStayWithin();
    void altTextByHand_data();
    void altTextByHand();
    void altTextOfCurves();
    void notesByHand();
    void namesAreTranslated();
};

void TestFigureWords::evenPointsStay_data()
{
    QTest::addColumn<std::vector<std::int64_t>>("xs");
    QTest::addColumn<std::vector<double>>("ticks");
    QTest::addColumn<int>("marksEvery");
    QTest::newRow("powers of two") << std::vector<std::int64_t>{1024, 2048, 4096}
                                   << std::vector<double>{1024, 2048, 4096} << 1;
    // 1024·√2 = 1448.2, 2048·√2 = 2896.3
    QTest::newRow("two to an octave") << std::vector<std::int64_t>{1024, 1448, 2048, 2896, 4096}
                                      << std::vector<double>{1024, 2048, 4096} << 2;
    QTest::newRow("marks at every second power")
        << std::vector<std::int64_t>{1024, 1448, 2048, 2896, 4096}
        << std::vector<double>{1024, 4096} << 4;
    QTest::newRow("no marks") << std::vector<std::int64_t>{1024, 2048} << std::vector<double>{}
                              << 1;
}

void TestFigureWords::evenPointsStay()
{
    QFETCH(std::vector<std::int64_t>, xs);
    QFETCH(std::vector<double>, ticks);
    QFETCH(int, marksEvery);
    Panel panel = ramp(xs).panels.front();
    panel.x.ticks = ticks;
    const EvenPanel even = evenPanel(panel, false);
    QCOMPARE(even.panel, panel);
    QCOMPARE(static_cast<int>(even.marksEvery), marksEvery);
}

void TestFigureWords::otherPointsAreReadOff()
{
    // a panel with a crossing and a marker among its samples
    Panel panel = ramp({1024, 1500, 2000, 3001, 4096, 8192}).panels.front();
    panel.x.ticks = {1024, 2048, 4096, 8192};
    const EvenPanel even = evenPanel(panel, false);
    QCOMPARE(even.panel.xs.size(), std::size_t{3 * 12 + 1});
    QCOMPARE(static_cast<int>(even.marksEvery), 12);
    for (std::size_t i = 0; i < even.panel.xs.size(); ++i) {
        const std::int64_t x = even.panel.xs[i];
        QCOMPARE(x, static_cast<std::int64_t>(std::llround(1024 * std::exp2(double(i) / 12))));
        // memory that is a power of x is interpolated exactly except for rounding
        const Bytes expected = x * (oneGib / 1024);
        QVERIFY(std::abs(even.panel.layers[0].values[i] - expected) <= 4);
    }
    QCOMPARE(even.panel.layers[0].values.back(), 8 * oneGib);

    panel.xs.erase(panel.xs.begin()); // it starts between marks now: so the chart starts at one
    panel.layers[0].values.erase(panel.layers[0].values.begin());
    QCOMPARE(evenPanel(panel, false).panel.xs.front(), std::int64_t{2048});
}

void TestFigureWords::fewCasesStay_data()
{
    QTest::addColumn<std::vector<std::int64_t>>("xs");
    QTest::addColumn<bool>("bars");
    QTest::newRow("bars") << std::vector<std::int64_t>{1000, 3000, 4000} << true;
    QTest::newRow("one point") << std::vector<std::int64_t>{1000} << false;
    QTest::newRow("from zero") << std::vector<std::int64_t>{0, 1, 2, 3} << false;
    QTest::newRow("downwards") << std::vector<std::int64_t>{4, 2, 1} << false;
    QTest::newRow("repeated") << std::vector<std::int64_t>{2, 2, 4} << false;
    QTest::newRow("nothing") << std::vector<std::int64_t>{} << false;
    QTest::newRow("beyond doubles")
        << std::vector<std::int64_t>{1, std::numeric_limits<std::int64_t>::max()} << false;
}

void TestFigureWords::fewCasesStay()
{
    QFETCH(std::vector<std::int64_t>, xs);
    QFETCH(bool, bars);
    Panel panel = ramp({}).panels.front();
    panel.layers[0].values.assign(xs.size(), oneGib);
    panel.xs = xs;
    const EvenPanel even = evenPanel(panel, bars);
    QCOMPARE(even.panel, panel);
    QCOMPARE(static_cast<int>(even.marksEvery), 1);
}

/// A slide lays shapes over a chart of categories: its points go evenly from one end of the axis to
/// the other, also where the axis does not begin at a mark.
void TestFigureWords::alignedPointsStandWhereTheAxisHasThem()
{
    Panel panel = ramp({256, 1000, 2048, 8192}).panels.front();
    panel.x.ticks = {1024, 2048, 4096, 8192};
    panel.x.least = 256;
    panel.x.most = 8192;
    const Panel aligned = alignedPanel(panel, false).panel;
    const auto last = static_cast<double>(aligned.xs.size() - 1);
    QVERIFY(aligned.xs.size() > 90);
    for (std::size_t i = 0; i < aligned.xs.size(); ++i) {
        const double wanted = 256 * std::exp2(5 * static_cast<double>(i) / last); // 5 octaves
        QVERIFY(std::abs(static_cast<double>(aligned.xs[i]) - wanted) <= 0.5);
    }
    QCOMPARE(aligned.layers[0].values.front(), panel.layers[0].values.front());
    QCOMPARE(aligned.layers[0].values.back(), panel.layers[0].values.back());
    // an aligned panel stays the same
    QCOMPARE(alignedPanel(aligned, false).panel, aligned);
    QCOMPARE(alignedPanel(panel, true).panel, panel); // bars are not moved
    for (std::size_t i = 1; i < aligned.xs.size(); ++i)
        QVERIFY(aligned.layers[0].values[i] >= aligned.layers[0].values[i - 1]);
}

/// Between two events of an axis of events, a value lies on the straight line, and the name stays.
void TestFigureWords::eventsAreReadOffOneByOne()
{
    Panel panel = ramp({1, 4, 6}).panels.front();
    panel.names = {{"first"}, {"second"}, {"third"}};
    panel.stretches.emplace_back();
    const Panel even = evenPanel(panel, false).panel;
    QCOMPARE(even.xs, (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6}));
    QCOMPARE(said(even.names), lines({"first", "first", "first", "second", "second", "third"}));
    const std::int64_t each = oneGib / 1024;
    QCOMPARE(even.layers[0].values,
             (std::vector<Bytes>{each, 2 * each, 3 * each, 4 * each, 5 * each, 6 * each}));
}

void TestFigureWords::wholeNumbersOfGpus()
{
    const auto figure = gpusFigure(Plan(), builtinCatalog());
    QVERIFY2(figure, qPrintable(whyNot(figure)));
    const Panel& panel = figure->panels.front();
    const EvenPanel even = evenPanel(panel, false);
    const std::vector<std::int64_t> powers{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
    QCOMPARE(even.panel.xs, powers);
    QCOMPARE(static_cast<int>(even.marksEvery), 1);
    // all of them were computed, none is interpolated
    for (std::size_t i = 0; i < powers.size(); ++i) {
        const auto at = std::ranges::find(panel.xs, powers[i]);
        QVERIFY(at != panel.xs.end());
        const auto index = static_cast<std::size_t>(at - panel.xs.begin());
        QCOMPARE(even.panel.totalAt(i), panel.totalAt(index));
    }
}

void TestFigureWords::extremesStayWithin()
{
    constexpr Bytes most = std::numeric_limits<Bytes>::max();
    Panel panel = ramp({1024, 1500, 4096}).panels.front();
    for (const auto& [left, right] :
         {std::pair<Bytes, Bytes>{0, most}, {most, 0}, {1, most}, {most - 1, most}, {0, 0}}) {
        panel.layers[0].values = {left, right, right};
        const EvenPanel even = evenPanel(panel, false);
        for (const Bytes value : even.panel.layers[0].values) {
            const auto numbers = QStringLiteral("%1 from %2 to %3").arg(value).arg(left).arg(right);
            QVERIFY2(value >= std::min(left, right), qPrintable(numbers));
            QVERIFY2(value <= std::max(left, right), qPrintable(numbers));
        }
    }
}

void TestFigureWords::altTextByHand_data()
{
    QTest::addColumn<double>("limit"); // GiB
    QTest::addColumn<QByteArray>("meeting");
    QTest::newRow("met") << 3.0 << QByteArray("Capacity reached between 2K and 4K.");
    QTest::newRow("met at the end") << 7.5 << QByteArray("Capacity reached between 4K and 8K.");
    QTest::newRow("just held") << 8.0 << QByteArray("It stays within the capacity.");
    QTest::newRow("never held") << 0.5 << QByteArray("It is above the capacity everywhere.");
}

void TestFigureWords::altTextByHand()
{
    QFETCH(double, limit);
    QFETCH(QByteArray, meeting);
    Figure figure = ramp({1024, 2048, 4096, 8192});
    figure.limit = LimitLine{static_cast<Bytes>(limit * double(oneGib)), false, {"The line"}};
    const QStringList expected = lines(
        {"8B.", "Stacked areas of Memory per GPU (GiB) by Context length (tokens): Activations.",
         "The total goes from 1.00 GiB at 1K to 8.00 GiB at 8K.", "The line.",
         meeting.constData()});
    QCOMPARE(said(altText(figure, 0, inEnglish)), expected);

    figure.panels[0].crossing = Marker{3071, {"fits up to 3,071 tokens"}};
    QCOMPARE(said(altText(figure, 0, inEnglish)).last(),
             QLatin1String("Capacity reached at 3,071."));
    figure.limit.reset();
    for (Panel& panel : figure.panels)
        panel.bars = true;
    QCOMPARE(said(altText(figure, 0, inEnglish)).size(), 3);
    QVERIFY(said(altText(figure, 0, inEnglish))[1].startsWith(QLatin1String("Stacked bars of")));
}

void TestFigureWords::altTextOfCurves()
{
    Figure figure = ramp({1024, 2048});
    Panel& panel = figure.panels[0];
    panel.layers.clear();
    panel.curves = {{{"A"}, {oneGib, 2 * oneGib}}, {{"B"}, {3 * oneGib, oneGib}}};
    const QStringList found = said(altText(figure, 0, inEnglish));
    QCOMPARE(found[1],
             QLatin1String("Lines of Memory per GPU (GiB) by Context length (tokens): A, B."));
    QCOMPARE(found[2], QLatin1String("The highest goes from 3.00 GiB at 1K to 2.00 GiB at 2K."));
}

void TestFigureWords::notesByHand()
{
    Figure figure = ramp({1024, 2048});
    figure.subtitle = {"What is fixed"};
    figure.panels[0].x.ticks = {1024, 2048};
    figure.panels[0].captions = {{"Fits up to %1 tokens", {"2,048"}}};
    Answer answer;
    Line each;
    each.label = {"Gate"};
    each.formula = "2·s·b·f";
    each.numbers = "2·8,192·1·4";
    each.count = 32;
    each.bytes = 7 * oneGib;
    Line once = each;
    once.count = 1;
    once.bytes = oneGib / 2;
    Line fixed;
    fixed.label = {"Driver context"};
    fixed.formula = fixed.numbers = "629,145,600";
    fixed.bytes = 629145600; // 0.5859 GiB
    answer.ledger = {each, once, fixed};
    answer.totals.total = 8 * oneGib;
    const QStringList expected = lines({
        "A ramp",
        "What is fixed",
        "",
        "8B",
        "Memory per GPU (GiB) by Context length (tokens)",
        "Activations: 1K 1.00 · 2K 2.00",
        "Total: 1K 1.00 · 2K 2.00",
        "Fits up to 2,048 tokens",
        "",
        "Formulas, per GPU:",
        "Gate: 32 × (2·s·b·f) = 32 × (2·8,192·1·4) bytes (7.00 GiB)",
        "Gate: 2·s·b·f = 2·8,192·1·4 bytes (0.50 GiB)",
        "Driver context: 0.59 GiB",
        "Peak per GPU: 8.00 GiB",
    });
    QCOMPARE(said(figureNotes(figure, &answer, inEnglish)), expected);
    QCOMPARE(said(figureNotes(figure, nullptr, inEnglish)), expected.mid(0, 8));
}

void TestFigureWords::namesAreTranslated()
{
    const Translator chinese = [](const Text& text) {
        return std::string_view(text.id) == "Activations" ? std::string("激活值") : english(text);
    };
    const Figure figure = ramp({1024, 2048});
    QVERIFY(said(altText(figure, 0, chinese))[1].contains(QStringLiteral("激活值")));
    QVERIFY(said(figureNotes(figure, nullptr, chinese)).filter(QStringLiteral("激活值")).size()
            == 1);
}

QTEST_APPLESS_MAIN(TestFigureWords)
#include "test_figure_words.moc"
