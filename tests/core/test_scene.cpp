// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/outline.h"
#include "core/figure/context_figure.h"
#include "core/plan/utf8.h"
#include "figure_samples.h"
#include "helpers.h"

#include <QRegularExpression>
#include <QSizeF>
#include <QTest>

#include <cmath>
#include <limits>

using namespace highwater;

namespace {

template <class T> std::vector<const T*> all(const Scene& scene, std::string_view id = {})
{
    std::vector<const T*> found;
    for (const Item& item : scene.items)
        if (const T* shape = std::get_if<T>(&item.shape); shape && item.id.starts_with(id))
            found.push_back(shape);
    return found;
}

const Writing* writing(const Scene& scene, std::string_view text)
{
    for (const Writing* each : all<Writing>(scene))
        if (each->text == text)
            return each;
    return nullptr;
}

/// The items of a panel: "capacity" in a single panel, "capacity-2" in the second.
std::string panelId(const Scene& scene, std::string_view name, std::size_t panel)
{
    return std::string(name) + (scene.plots.size() == 1 ? "" : "-" + std::to_string(panel + 1));
}

template <class T> const T* part(const Scene& scene, const std::string& id)
{
    for (const Item& item : scene.items)
        if (item.id == id)
            return std::get_if<T>(&item.shape);
    return nullptr;
}

bool inside(const Points& polygon, Point at)
{
    bool in = false;
    for (std::size_t i = 0, before = polygon.size() - 1; i < polygon.size(); before = i++) {
        const Point a = polygon[i], b = polygon[before];
        if ((a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x)
            in = !in;
    }
    return in;
}

QString told(const Writing& text)
{
    const Rect at = text.bounds();
    return QStringLiteral("“%1” at %2, %3, %4 wide")
        .arg(shown(text.text))
        .arg(at.left)
        .arg(at.top)
        .arg(at.width);
}

/// The first fault in the places of the texts.
QString misplacedText(const Scene& scene)
{
    constexpr double touch = 0.01;
    const Rect sheet{0, 0, scene.width, scene.height};
    std::vector<const Writing*> above;
    for (const Item& item : scene.items) {
        if (const auto* text = std::get_if<Writing>(&item.shape)) {
            if (!sheet.grown(touch).contains(text->bounds()))
                return told(*text) + QStringLiteral(" leaves the picture");
            for (const Writing* other : above)
                if (text->bounds().grown(-touch).meets(other->bounds()))
                    return told(*text) + QStringLiteral(" covers ") + told(*other);
            above.push_back(text);
            continue;
        }
        Rect cover;
        if (const auto* box = std::get_if<Box>(&item.shape))
            cover = box->rect;
        else if (const auto* circle = std::get_if<Circle>(&item.shape))
            cover = Rect{circle->centre.x, circle->centre.y, 0, 0}.grown(circle->radius * 0.7);
        else
            continue;
        for (const Writing* text : above)
            if (cover.grown(-touch).meets(text->bounds()))
                return told(*text) + QStringLiteral(" lies under a box or a circle");
    }
    return {};
}

/// The first fault in the drawing of the plots.
QString misplacedBands(const Scene& scene)
{
    constexpr double touch = 0.01;
    for (std::size_t panel = 0; panel < scene.plots.size(); ++panel) {
        const Rect plot = scene.plots[panel].grown(touch);
        std::vector<Points> stack;
        for (std::size_t group = 0; group < groupCount; ++group) {
            const auto* band
                = part<Path>(scene, panelId(scene, nameOf(static_cast<Group>(group)), panel));
            if (!band)
                continue;
            for (const Points& polygon : band->parts) {
                stack.push_back(polygon);
                for (const Point at : polygon)
                    if (!plot.contains(at))
                        return QStringLiteral("a band leaves its plot");
            }
        }
        const auto* line = part<Path>(scene, panelId(scene, "capacity", panel));
        if (!line)
            return QStringLiteral("a panel has no capacity line");
        const double limit = line->parts.at(0).at(0).y;
        if (const auto* ring = part<Circle>(scene, panelId(scene, "crossing", panel)))
            if (std::abs(ring->centre.y - limit) > touch || !plot.contains(ring->centre))
                return QStringLiteral("a ring is off the capacity line");
        const auto* hatch = part<Path>(scene, panelId(scene, "over-limit", panel));
        if (!hatch)
            continue;
        for (const Points& each : hatch->parts) {
            const Point middle{(each[0].x + each[1].x) / 2, (each[0].y + each[1].y) / 2};
            if (std::max(each[0].y, each[1].y) > limit + touch)
                return QStringLiteral("a diagonal reaches under the capacity line");
            if (std::ranges::none_of(
                    stack, [&](const Points& polygon) { return inside(polygon, middle); }))
                return QStringLiteral("a diagonal lies outside the stack");
        }
    }
    return {};
}

const std::vector<std::string> sampleNames{"context",
                                           "zero",
                                           "sizes",
                                           "recompute",
                                           "gpus",
                                           "lecture-scaling",
                                           "lecture-zero",
                                           "lecture-recompute",
                                           "lecture-scaling published",
                                           "lecture-zero published",
                                           "lecture-recompute published",
                                           "compare"};

} // namespace

/// The one picture that everything is drawn from.
class TestScene : public QObject
{
    Q_OBJECT

private slots:
    void placesEverything_data();
    void placesEverything();
    void plansOfAllKinds_data();
    void plansOfAllKinds();
    void leastSize_data();
    void leastSize();
    void refuses_data();
    void refuses();
    void incompleteFigures();
    void unboundedWords();
    void choices();
    void backdrops();
    void capacityLabel();
    void neverFitsStandsOut();
    void sharedScaleIsLabelledOnce();
    void bars();
    void curves();
    void amountsInGb();
    void live_data();
    void live();
    void wrapping_data();
    void wrapping();
    void hatching();
    void clipping();
    void changes_data();
    void changes();
};

void TestScene::placesEverything_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QSizeF>("size");
    QTest::addColumn<double>("font");
    QTest::addColumn<double>("stretch"); // of every text
    const std::vector<std::tuple<const char*, QSizeF, double>> sizes{
        {"full slide", {1920, 1080}, 28},    {"window", {1070, 380}, 13},
        {"half slide", {960, 1080}, 24},     {"small window", {560, 205}, 12},
        {"odd", {777.7, 433.3}, 11.3},       {"wide strip", {16384, 400}, 14},
        {"tall", {700, 5000}, 14},           {"largest", {16384, 16384}, 60},
        {"large letters", {2400, 1400}, 40},
    };
    for (const std::string& name : sampleNames)
        for (const auto& [kind, size, font] : sizes)
            for (const double stretch : {0.8, 1.0, 1.5})
                QTest::addRow("%s, %s, text %.1f", name.c_str(), kind, stretch)
                    << shown(name) << size << font << stretch;
}

void TestScene::placesEverything()
{
    QFETCH(QString, name);
    QFETCH(QSizeF, size);
    QFETCH(double, font);
    QFETCH(double, stretch);
    const Figure made = sampleFigure(name.toStdString(), openingPlan());
    const auto measure = [stretch](std::string_view text, double pixels, bool bold) {
        return stretch * arialWidth(text, pixels, bold);
    };
    for (const bool full : {true, false}) {
        SceneStyle style;
        style.width = size.width();
        style.height = size.height();
        style.font = font;
        style.title = style.legend = full;
        const auto scene = sceneOf(
            made, style, [](const Text& text) { return english(text); }, measure);
        if (!scene) { // only where the text is really too large for the size
            QVERIFY2(size.height() < 30 * font || size.width() < 50 * font,
                     qPrintable(whyNot(scene)));
            continue;
        }
        QCOMPARE(misplacedText(*scene), QString());
        QCOMPARE(misplacedBands(*scene), QString());
        QCOMPARE(scene->plots.size(), made.panels.size());
        QVERIFY(*scene
                == *sceneOf(
                    made, style, [](const Text& text) { return english(text); }, measure));
        std::vector<std::string> ids;
        for (const Item& item : scene->items)
            if (!item.id.empty())
                ids.push_back(item.id);
        std::ranges::sort(ids);
        QVERIFY(std::ranges::adjacent_find(ids) == ids.end());
    }
}

void TestScene::plansOfAllKinds_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::newRow("tiny model") << planWith({{"model.parameters", "1e6"}, {"cluster.gpus", "1"}});
    QTest::newRow("10 PiB") << planWith({{"model.parameters", "1e14"}, {"cluster.gpus", "1"}});
    QTest::newRow("one token") << planWith({{"workload.context", "1"}});
    QTest::newRow("16M tokens") << planWith({{"workload.context", "16777216"}});
    QTest::newRow("a byte of capacity") << planWith({{"cluster.capacity", "1"}});
    QTest::newRow("all the capacity there is")
        << planWith({{"cluster.capacity", "1000000000000000"}});
    QTest::newRow("lecture") << planWith({{"method", "lecture"}});
    QTest::newRow("rule of thumb") << planWith({{"method", "rule-of-thumb"}});
    QTest::newRow("many GPUs") << planWith({{"cluster.gpus", "1048576"}, {"layout.zero", "3"}});
}

void TestScene::plansOfAllKinds()
{
    QFETCH(Plan, plan);
    for (const char* name : {"context", "zero", "sizes", "recompute", "gpus"})
        for (const MemoryUnit unit : {MemoryUnit::GiB, MemoryUnit::GB}) {
            FigureChoice choice;
            choice.unit = unit;
            const auto made = figureNamed(name, plan, builtinCatalog(), choice);
            if (!made)
                continue; // the plan's own problem
            const auto scene = laidOut(*made, {});
            QVERIFY2(scene, qPrintable(whyNot(scene)));
            QCOMPARE(misplacedText(*scene), QString());
            QCOMPARE(misplacedBands(*scene), QString());
        }
}

void TestScene::leastSize_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("title");
    for (const std::string& name : sampleNames)
        for (const bool title : {true, false})
            QTest::addRow("%s%s", name.c_str(), title ? ", title" : "") << shown(name) << title;
}

/// The least size that a refusal names works, and a pixel less does not.
void TestScene::leastSize()
{
    QFETCH(QString, name);
    QFETCH(bool, title);
    const Figure made = sampleFigure(name.toStdString(), openingPlan());
    SceneStyle style;
    style.width = style.height = 1;
    style.title = title;
    const auto refused = laidOut(made, style);
    QVERIFY(!refused);
    const auto match = QRegularExpression(QStringLiteral("at least (\\d+) × (\\d+) pixels"))
                           .match(whyNot(refused));
    QVERIFY2(match.hasMatch(), qPrintable(whyNot(refused)));
    style.width = match.captured(1).toDouble();
    style.height = match.captured(2).toDouble();
    const auto scene = laidOut(made, style);
    QVERIFY2(scene, qPrintable(whyNot(scene)));
    QCOMPARE(misplacedText(*scene), QString());
    style.width -= 1;
    QVERIFY(!laidOut(made, style));
    style.width += 1;
    style.height -= 1;
    QVERIFY(!laidOut(made, style));
}

void TestScene::refuses_data()
{
    QTest::addColumn<double>("width");
    QTest::addColumn<double>("height");
    QTest::addColumn<double>("font");
    QTest::addColumn<QString>("says");
    const double none = std::numeric_limits<double>::quiet_NaN();
    QTest::newRow("nothing") << 0.0 << 0.0 << 28.0 << "from 1 to 16384 pixels";
    QTest::newRow("negative") << -5.0 << 100.0 << 28.0 << "from 1 to 16384 pixels";
    QTest::newRow("too wide") << 16385.0 << 100.0 << 28.0 << "from 1 to 16384 pixels";
    QTest::newRow("no number") << none << 100.0 << 28.0 << "from 1 to 16384 pixels";
    QTest::newRow("no letters") << 800.0 << 600.0 << 0.0 << "--font-size: must be a number";
    QTest::newRow("giant letters") << 800.0 << 600.0 << 1e9 << "--font-size: must be a number";
    QTest::newRow("a single pixel") << 1.0 << 1.0 << 28.0 << "must be at least";
    QTest::newRow("flat") << 1920.0 << 50.0 << 28.0 << "must be at least";
}

void TestScene::refuses()
{
    QFETCH(double, width);
    QFETCH(double, height);
    QFETCH(double, font);
    QFETCH(QString, says);
    SceneStyle style;
    style.width = width;
    style.height = height;
    style.font = font;
    const auto scene = laidOut(sampleFigure("lecture-zero"), style);
    QVERIFY(!scene);
    QVERIFY2(whyNot(scene).contains(says), qPrintable(whyNot(scene)));
}

void TestScene::incompleteFigures()
{
    QVERIFY(!laidOut(Figure(), {}));
    Figure made = sampleFigure("lecture-zero");
    made.panels[1].layers[0].values.pop_back();
    QVERIFY(!laidOut(made, {}));
    made = comparedPlans();
    made.panels[0].curves[2].values.clear();
    QVERIFY(!laidOut(made, {}));
}

void TestScene::unboundedWords()
{
    for (const std::string& word : {std::string(70000, 'W'), std::string("a\nb\x01<&>\"\xFF"),
                                    std::string(), std::string("显存"), std::string(300, ' ')})
        for (const std::string& name : sampleNames) {
            const auto scene = sceneOf(
                sampleFigure(name), {}, [&](const Text&) { return word; }, arialWidth);
            QVERIFY2(scene, qPrintable(whyNot(scene)));
            QCOMPARE(misplacedText(*scene), QString());
            for (const Writing* text : all<Writing>(*scene))
                QVERIFY(text->text.find('\n') == std::string::npos && isUtf8(text->text));
        }
}

void TestScene::choices()
{
    const Figure made = sampleFigure("context", openingPlan());
    SceneStyle style;
    const auto usual = laidOut(made, style);
    QVERIFY(writing(*usual, "Training memory by context length"));
    QVERIFY(writing(*usual, "Activations")); // next to its band
    QVERIFY(writing(*usual, "Activations")->at.x > usual->plots[0].right());
    QVERIFY(writing(*usual, "Capacity 79.2 GiB · H100"));
    style.legend = true;
    const auto legend = laidOut(made, style);
    QVERIFY(writing(*legend, "Activations")->at.y < legend->plots[0].top);
    style.legend = style.bandLabels = style.title = style.limitLine = false;
    const auto bare = laidOut(made, style);
    QVERIFY(!writing(*bare, "Activations"));
    QVERIFY(!writing(*bare, "Training memory by context length"));
    QVERIFY(!writing(*bare, "Capacity 79.2 GiB · H100"));
    QVERIFY(all<Path>(*bare, "capacity").empty() && all<Circle>(*bare, "crossing").empty());
    QVERIFY(all<Path>(*bare, "over-limit").empty());
    QVERIFY(bare->plots[0].height > usual->plots[0].height);
    // The sentence for readers who cannot see the figure does not depend on the drawing.
    QCOMPARE(shown(bare->title), QStringLiteral("Training memory by context length"));
    QVERIFY(bare->description.find("8 × H100") != std::string::npos);
}

void TestScene::backdrops()
{
    const Figure made = sampleFigure("lecture-zero");
    SceneStyle style;
    style.palette = darkPalette();
    const auto look = [&](Backdrop backdrop) {
        style.backdrop = backdrop;
        const auto scene = laidOut(made, style);
        return std::pair(scene->background, writing(*scene, "Parameters")->colour.rgb);
    };
    QCOMPARE(look(Backdrop::Surface).first->rgb, 0x1B1D20U);
    QCOMPARE(look(Backdrop::Transparent).first, std::nullopt);
    QCOMPARE(look(Backdrop::White).first->rgb, 0xFFFFFFU);
    QCOMPARE(look(Backdrop::White).second, 0x1B1F24U); // dark letters, which can be read on white
    style.palette = printPalette();
    QCOMPARE(look(Backdrop::Dark).first->rgb, 0x1B1D20U);
    QCOMPARE(look(Backdrop::Dark).second, 0xE7E9EBU);
    QCOMPARE(look(Backdrop::White).second, 0x000000U);
}

void TestScene::capacityLabel()
{
    // At the line's left end: just above the line, or with a leader above the stack that covers it.
    int raised = 0;
    for (const char* name : {"lecture-scaling", "lecture-zero", "lecture-recompute"}) {
        const auto scene = laidOut(sampleFigure(name), {});
        for (std::size_t panel = 1; panel <= scene->plots.size(); ++panel) {
            const std::string number = std::to_string(panel);
            const auto* plate = part<Box>(*scene, "capacity-label-" + number);
            if (!plate) {
                QVERIFY2(panel > 1, name); // one scale, one label
                continue;
            }
            const double line = part<Path>(*scene, "capacity-" + number)->parts[0][0].y;
            const double em = SceneStyle().font;
            QCOMPARE(plate->rect.left, scene->plots[panel - 1].left + 0.2 * em);
            double stack = line;
            for (const Points& outline : part<Path>(*scene, "activations-" + number)->parts)
                for (const Point& at : outline)
                    if (at.x <= plate->rect.right())
                        stack = std::min(stack, at.y);
            const bool covered = stack < line - 0.3 * em;
            QVERIFY2(plate->rect.bottom() <= stack, name);
            QVERIFY2(plate->rect.bottom() > std::min(stack, line) - em, name);
            if (!covered)
                QCOMPARE(plate->rect.bottom(), line - 0.3 * em);
            raised += covered ? 1 : 0;
        }
    }
    QCOMPARE(raised, 7); // all but ZeRO-1 to 3, whose scale has one label

    SceneStyle narrow;
    narrow.width = 1160;
    narrow.height = 1400;
    const auto brief = laidOut(sampleFigure("lecture-zero"), narrow);
    QVERIFY2(brief, qPrintable(whyNot(brief)));
    QVERIFY(writing(*brief, "80.0 GiB"));
    QVERIFY(part<Path>(*brief, "capacity-1")->stroke->dash.size() == 2);
}

void TestScene::neverFitsStandsOut()
{
    const auto scene = laidOut(sampleFigure("lecture-zero"), {});
    const Writing* caption = writing(*scene, "Does not fit at any length");
    QVERIFY(caption && caption->bold);
    QCOMPARE(caption->colour.rgb, lightPalette().limit);
    QCOMPARE(writing(*scene, "Fits up to 10,240 tokens")->colour.rgb, lightPalette().text);
}

void TestScene::sharedScaleIsLabelledOnce()
{
    const auto count = [](const Scene& scene, std::string_view text) {
        const auto texts = all<Writing>(scene);
        return std::ranges::count(texts, text, &Writing::text);
    };
    const auto shared = laidOut(sampleFigure("lecture-zero"), {});
    QCOMPARE(count(*shared, "160"), 1);
    QCOMPARE(count(*shared, "Capacity 80.0 GiB"), 1);
    const auto own = laidOut(sampleFigure("lecture-scaling"), {});
    QCOMPARE(count(*own, "Capacity 80.0 GiB"), 3);
    for (const Rect& plot : shared->plots)
        QCOMPARE(plot.width, shared->plots[0].width);
}

void TestScene::bars()
{
    const auto scene = laidOut(sampleFigure("lecture-zero published"), {});
    const Path* activations = part<Path>(*scene, "activations-1");
    QCOMPARE(activations->parts.size(), std::size_t{3}); // 1K, 4K, 16K
    const double width = activations->parts[0][1].x - activations->parts[0][0].x;
    QVERIFY(width > 0 && width < scene->plots[0].width / 3);
    // 4.25 and 68 GiB on an axis of 160
    const double high = activations->parts[0][2].y - activations->parts[0][1].y;
    QVERIFY(std::abs(high - scene->plots[0].height * 4.25 / 160) < 0.01);
    QVERIFY(all<Circle>(*scene, "crossing").empty());
}

void TestScene::curves()
{
    const auto scene = laidOut(comparedPlans(), {});
    QVERIFY(part<Path>(*scene, "plan-a")->stroke->dash.empty());
    QVERIFY(!part<Path>(*scene, "plan-b")->stroke->dash.empty());
    for (const char* id : {"plan-a", "plan-b", "plan-c", "plan-d"})
        for (const Points& line : part<Path>(*scene, id)->parts)
            for (const Point at : line)
                QVERIFY(scene->plots[0].grown(0.01).contains(at));
    // Each letter in the legend and at its curve.
    const auto texts = all<Writing>(*scene);
    for (const char* letter : {"A", "B", "C", "D"})
        QCOMPARE(std::ranges::count(texts, letter, &Writing::text), 2);
    QVERIFY(writing(*scene, "8,192"));
}

void TestScene::amountsInGb()
{
    FigureChoice choice;
    choice.unit = MemoryUnit::GB;
    const auto made = figureNamed("lecture-zero", {}, builtinCatalog(), choice);
    const auto scene = laidOut(*made, {});
    const Panel& panel = made->panels.front();
    const Rect& plot = scene->plots.front();
    const double line = part<Path>(*scene, "capacity-1")->parts[0][0].y;
    const double expected = plot.bottom() - 85.89934592 / panel.y.most * plot.height;
    QVERIFY(std::abs(line - expected) < 0.01);
    for (const Writing* text : all<Writing>(*scene))
        QVERIFY2(text->text.find("GiB") == std::string::npos, text->text.c_str());
}

void TestScene::live_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<qlonglong>("last");
    QTest::addColumn<QString>("verdict");
    QTest::newRow("crossing") << openingPlan() << 0LL
                              << QStringLiteral("fits up to 10,752 tokens, but slower");
    QTest::newRow("marker beyond the axis")
        << openingPlan() << 4096LL << QStringLiteral("Fits over the whole range");
    QTest::newRow("never") << planWith({{"model.id", "llama-3.1-405b"}}) << 0LL
                           << QStringLiteral("Does not fit at any length: states alone ");
}

/// The window's chart leaves the viewer its room right of the plot, and loses no text. The plate of
/// the crossing stands over the ring, clear of it and of the marker's line.
void TestScene::live()
{
    QFETCH(Plan, plan);
    QFETCH(qlonglong, last);
    QFETCH(QString, verdict);
    const auto resolved = prepare(plan, builtinCatalog());
    const auto pinned = prepare(planWith({{"workload.micro_batch", "2"}}), builtinCatalog());
    QVERIFY(resolved && pinned);
    const auto chart = contextChart(*resolved, {.last = last}, &*pinned);
    QVERIFY(chart);
    const Figure made = liveContextFigure(*chart, {MemoryUnit::GiB, "H100"});
    for (const Rect& size : {Rect{0, 0, 1070, 430}, Rect{0, 0, 580, 300}}) {
        SceneStyle style;
        style.width = size.width;
        style.height = size.height;
        style.font = 13;
        style.title = false;
        style.live = style.namedElsewhere = true;
        style.beside = 0.22 * size.width;
        constexpr double halfMark = 20; // of the last mark, under the plot's corner
        style.crossingDetail = "full speed up to 10,240";
        const auto scene = sceneOf(
            made, style, [](const Text& text) { return english(text); }, arialWidth);
        QVERIFY2(scene, qPrintable(whyNot(scene)));
        QCOMPARE(misplacedText(*scene), QString());
        QCOMPARE(misplacedBands(*scene), QString());
        QVERIFY(scene->plots.front().right() <= size.width - style.beside);
        QStringList texts;
        for (const Writing* text : all<Writing>(*scene)) {
            QVERIFY2(text->bounds().right() <= size.width - style.beside + halfMark,
                     qPrintable(told(*text)));
            texts << shown(text->text);
        }
        QCOMPARE(texts.filter(verdict).size(), 1);
        QCOMPARE(texts.filter(QStringLiteral("Capacity 79.2 GiB · H100")).size(), 1);
        QCOMPARE(texts.filter(QStringLiteral("Baseline")).size(), 1);
        // The marker's chip stays in view, wherever the marker is.
        QCOMPARE(scene->chips.size(), std::size_t{1});
        QVERIFY(size.contains(scene->chips.front()));
    }
}

void TestScene::wrapping_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("room"); // letters of one em
    QTest::addColumn<int>("most");
    QTest::addColumn<QString>("lines"); // with a | between them
    QTest::newRow("has room") << "ab cd" << 5.0 << 2 << "ab cd";
    QTest::newRow("at a space") << "ab cd" << 4.0 << 2 << "ab|cd";
    QTest::newRow("the last line takes the rest") << "ab cd ef" << 4.0 << 2 << "ab|cd…";
    QTest::newRow("a long word") << "abcdefgh" << 4.0 << 2 << "abc…";
    QTest::newRow("no part of a number") << "to 10,240" << 6.0 << 1 << "to…";
    QTest::newRow("no room") << "abc" << 0.5 << 2 << "";
    QTest::newRow("Chinese") << "上下文长度" << 3.0 << 2 << "上下文|长度";
    QTest::newRow("Chinese marks") << "注意力，长度" << 3.0 << 2 << "注意|力，…";
    QTest::newRow("no part of a Chinese term") << "每秒词元数" << 3.0 << 2 << "每秒|词元数";
    QTest::newRow("nothing") << "" << 3.0 << 2 << "";
}

void TestScene::wrapping()
{
    QFETCH(QString, text);
    QFETCH(double, room);
    QFETCH(int, most);
    const auto letters = [](std::string_view of, double pixels, bool) {
        return pixels * static_cast<double>(shown(of).size());
    };
    QStringList lines;
    for (const std::string& line : wrapped(text.toStdString(), room, static_cast<std::size_t>(most),
                                           Typeface{1, false}, letters))
        lines << shown(line);
    QTEST(lines.join(u'|'), "lines");
}

void TestScene::hatching()
{
    // Under a roof from (0, 10) over (10, 0) to (20, 10) and above a floor at 6: from x = 4 to 16.
    const std::vector<Points> lines = hatchLines({{0, 10}, {10, 0}, {20, 10}}, 6, 4);
    QVERIFY(!lines.empty());
    for (const Points& line : lines) {
        QCOMPARE(line.size(), std::size_t{2});
        for (const Point at : line) {
            QVERIFY(at.y <= 6 + 1e-9);
            QVERIFY(at.y >= std::abs(at.x - 10) - 1e-9);
            QVERIFY(std::abs(std::remainder(at.x + at.y, 4.0)) < 1e-9);
        }
    }
    QVERIFY(hatchLines({{0, 10}, {20, 10}}, 6, 4).empty());
    QVERIFY(hatchLines({}, 6, 4).empty());
    QVERIFY(hatchLines({{0, 0}, {20, 0}}, 6, 0).empty());
}

void TestScene::clipping()
{
    const Points outline{{0, 5}, {10, -5}, {20, 5}};
    QCOMPARE(clampedAt(outline, 0), (Points{{0, 5}, {5, 0}, {10, 0}, {15, 0}, {20, 5}}));
    QCOMPARE(partsBelow(outline, 0), (std::vector<Points>{{{0, 5}, {5, 0}}, {{15, 0}, {20, 5}}}));
    QCOMPARE(clippedBetween(outline, 5, 12), (Points{{5, 0}, {10, -5}, {12, -3}}));
    QCOMPARE(highestPoint(outline, 12, 20), -3.0);
    QCOMPARE(simplifiedOutline({{0, 0}, {1, 0.01}, {2, 0}}, 0.1), (Points{{0, 0}, {2, 0}}));
    QCOMPARE(simplifiedOutline(outline, 0.1), outline);
    QCOMPARE(spreadApart({90, 89, 20}, 16, 0, 100), (std::vector<double>{90, 74, 20}));
    QCOMPARE(spreadApart({10, 9, 8}, 16, 0, 100), (std::vector<double>{32, 16, 0}));
}

void TestScene::changes_data()
{
    QTest::addColumn<std::vector<Item>>("before");
    QTest::addColumn<std::vector<Item>>("after");
    QTest::addColumn<QRectF>("area");
    const Item box{{}, Box{{10, 20, 30, 40}, 0, Colour{}, {}}};
    const Item other{{}, Box{{100, 20, 30, 40}, 0, Colour{}, {}}};
    Item red = box;
    std::get<Box>(red.shape).fill = Colour{0xFF0000, 1};
    const Item outlined{{}, Box{{10, 20, 30, 40}, 0, {}, Stroke{{}, 3, {}}}};
    const Item line{{}, Path{{{{5, 6}, {25, 6}}}, false, {}, Stroke{{}, 2, {}}}};
    const Item circle{{}, Circle{{50, 60}, 5, Colour{}, {}}};
    const Item text{{}, Writing{"text", {200, 100}, Anchor::End, 10, false, {}, 0, 40}};
    const auto row = [](const char* name, std::vector<Item> before, std::vector<Item> after,
                        const QRectF& area) {
        QTest::newRow(name) << std::move(before) << std::move(after) << area;
    };
    row("nothing", {}, {}, {});
    row("all the same", {box, line}, {box, line}, {});
    row("a pixel around a box", {box}, {red}, {9, 19, 32, 42});
    row("an outline reaches further", {}, {outlined}, {3, 13, 44, 54});
    row("a line is as high as its pen", {line}, {}, {-1, 0, 32, 12});
    row("a circle", {}, {circle}, {44, 54, 12, 12});
    row("letters beyond the bounds", {}, {text}, {155, 87.2, 50, 20});
    row("added before others", {box, line}, {other, box, line}, {99, 19, 32, 42});
    row("removed between others", {box, other, line}, {box, line}, {99, 19, 32, 42});
    row("moved", {line, box}, {line, other}, {9, 19, 122, 42});
    row("two at the end", {line}, {line, box, other}, {9, 19, 122, 42});
}

void TestScene::changes()
{
    QFETCH(std::vector<Item>, before);
    QFETCH(std::vector<Item>, after);
    QFETCH(QRectF, area);
    Scene old, made;
    old.items = before;
    made.items = after;
    const Rect found = changedArea(old, made);
    QCOMPARE(QRectF(found.left, found.top, found.width, found.height), area);
}

QTEST_GUILESS_MAIN(TestScene)
#include "test_scene.moc"
