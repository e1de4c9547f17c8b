// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The strip of layers below the chart: which are kept, recomputed and offloaded, and the handle
// that a person moves.
#include "core/explore/just_enough.h"
#include "tests/core/plans.h"
#include "ui/answer/layer_strip.h"
#include "ui/answer/layers_view.h"
#include "window_fixture.h"

#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace highwater;

namespace {

/// A model of 12 layers that lacks about a third of its activations' memory.
Plan tightPlan(Framework framework)
{
    Plan plan;
    plan.model = llama(2048, 12, 16, 8, 5632, 32000);
    plan.recipe.framework = framework;
    plan.recipe.recompute = Recompute::None;
    plan.workload.context = 8192;
    plan.cluster.gpus = 1;
    const auto all = estimate(plan, builtinCatalog());
    plan.recipe.recompute = Recompute::Full;
    const auto least = estimate(plan, builtinCatalog());
    plan.recipe.recompute = Recompute::None;
    plan.cluster.capacity = (2 * all->answer.totals.total + least->answer.totals.total) / 3;
    return plan;
}

LayerStrip::Content stripOf(const char* letters)
{
    LayerStrip::Content content;
    for (const char* letter = letters; *letter; ++letter)
        content.fates.push_back(*letter == 'r' ? LayerFate::Recomputed : LayerFate::Kept);
    content.groups = {10 * gib, 5 * gib, 5 * gib, 10 * gib, 0, 0};
    content.total = 30 * gib;
    content.capacity = 40 * gib;
    content.kept = 60 * gib;
    return content;
}

} // namespace

class TestLayersView : public WindowFixture
{
    Q_OBJECT

private slots:
    void theHandleFollowsTheHand();
    void cellsStayWideEnough();
    void theWindowShowsAndTakes();
    void keysMoveByOneLayer();
    void aPointAgainIsCountedAgain();
    void thereIsNoneForServing();

private:
    void openLayers(const Plan& plan) const;
};

void TestLayersView::theHandleFollowsTheHand()
{
    LayerStrip strip;
    strip.resize(620, strip.sizeHint().height());
    strip.setContent(stripOf("rrrkkk"));
    strip.setPoints({60 * gib, 50 * gib, 40 * gib, 30 * gib});
    strip.setPoint(3);
    strip.show();
    QVERIFY(QTest::qWaitForWindowExposed(&strip));
    const QSignalSpy chosen(&strip, &LayerStrip::pointChosen);
    const QPoint start = strip.handleRect().center().toPoint();
    QVERIFY(std::abs(start.x() - strip.positionOf(30 * gib)) <= 1);
    QTest::mousePress(&strip, Qt::LeftButton, {}, start);
    QCOMPARE(chosen.count(), 0); // the handle itself moves nothing
    const QPointF to(strip.positionOf(49 * gib), start.y());
    QMouseEvent move(QEvent::MouseMove, to, strip.mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                     {});
    QCoreApplication::sendEvent(&strip, &move);
    QCOMPARE(strip.point(), 1);
    QTest::mouseRelease(&strip, Qt::LeftButton, {}, start);
    QCOMPARE(chosen.count(), 1);
    QTest::keyClick(&strip, Qt::Key_Left);
    QCOMPARE(strip.point(), 2);
    QTest::keyClick(&strip, Qt::Key_Home); // least memory
    QCOMPARE(strip.point(), 3);
    QTest::keyClick(&strip, Qt::Key_Left); // the end
    QCOMPARE(strip.point(), 3);
    QTest::keyClick(&strip, Qt::Key_End);
    QCOMPARE(strip.point(), 0);
    const QSignalSpy taken(&strip, &LayerStrip::taken);
    QTest::keyClick(&strip, Qt::Key_Return);
    QCOMPARE(taken.count(), 1);
}

void TestLayersView::cellsStayWideEnough()
{
    LayerStrip strip;
    strip.setContent(
        stripOf("rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrkkkkkkkkkkkkkkkkkkkkkkkk")); // 64
    strip.resize(1020, 100);
    QCOMPARE(strip.layersOfACell(), 1);
    QCOMPARE(strip.cells().size(), std::size_t{64});
    strip.resize(520, 100);
    QCOMPARE(strip.layersOfACell(), 2);
    QCOMPARE(strip.cells().size(), std::size_t{32});
    for (const QRectF& cell : strip.cells())
        QVERIFY(cell.width() >= 8 && cell.right() <= 510);
    strip.setContent(stripOf(""));
    QVERIFY(strip.cells().empty());
    strip.grab(); // nothing to paint
}

void TestLayersView::openLayers(const Plan& plan) const
{
    document().replace(plan, QStringLiteral("test"));
    document().settle();
    settle();
    find<QToolButton>("ledger.showLayers")->click();
    auto* strip = find<LayerStrip>("layers.strip");
    QTRY_VERIFY_WITH_TIMEOUT(strip->isVisible() && strip->content().fates.size() == 12, 20000);
}

void TestLayersView::theWindowShowsAndTakes()
{
    const Plan plan = tightPlan(Framework::HuggingFace);
    const auto found = justEnough(plan, builtinCatalog());
    QVERIFY(found && found->least);
    openLayers(plan);
    const auto* strip = find<LayerStrip>("layers.strip");
    QCOMPARE(strip->content().total, found->least->totals.total);
    QVERIFY(strip->content().fates == found->least->fates);
    QCOMPARE(find<QLabel>("layers.recomputed")->text(),
             QStringLiteral("%1 recomputed").arg(found->least->counts.recomputed));
    QVERIFY(find<QLabel>("ledger.note")->text().contains(QStringLiteral("no setting")));
    settlePainted();
    auto* take = find<QPushButton>("layers.take");
    QVERIFY(take->isEnabled());
    take->click();
    document().settle();
    QVERIFY(document().plan().recipe.recompute == Recompute::Full);
    QVERIFY(document().plan().recipe.recomputeMethod == RecomputeMethod::Block);
    QCOMPARE(document().plan().recipe.recomputeLayers, found->least->saving.layers);
    QVERIFY(document().results().estimate->fits());
    QTRY_VERIFY_WITH_TIMEOUT(!take->isEnabled(), 20000); // the plan has it
    document().undoStack()->undo();
    QVERIFY(document().plan().recipe.recompute == Recompute::None);
}

void TestLayersView::keysMoveByOneLayer()
{
    const Plan plan = tightPlan(Framework::HuggingFace);
    openLayers(plan);
    auto* strip = find<LayerStrip>("layers.strip");
    const auto recomputed
        = [&] { return std::ranges::count(strip->content().fates, LayerFate::Recomputed); };
    const auto before = recomputed();
    const Bytes total = strip->content().total;
    strip->setFocus();
    QTest::keyClick(strip, Qt::Key_Left);
    QCOMPARE(recomputed(), before + 1);
    QVERIFY(strip->content().total < total);
    QTRY_VERIFY_WITH_TIMEOUT(strip->content().exact, 20000);
    QTest::keyClick(strip, Qt::Key_Right);
    QTest::keyClick(strip, Qt::Key_Right);
    QCOMPARE(recomputed(), before - 1);
    QVERIFY(strip->content().total > strip->content().capacity);
    QTest::keyClick(strip, Qt::Key_Return);
    QCOMPARE(document().plan().recipe.recomputeLayers, std::int64_t{before - 1});
}

/// The totals of the point of least time are known, so that no work runs for it.
void TestLayersView::aPointAgainIsCountedAgain()
{
    openLayers(tightPlan(Framework::HuggingFace));
    auto* strip = find<LayerStrip>("layers.strip");
    strip->setFocus();
    for (int i = 0; i < 2; ++i) {
        QTest::keyClick(strip, Qt::Key_Left);
        QTRY_VERIFY_WITH_TIMEOUT(strip->content().exact, 20000);
        QTest::keyClick(strip, Qt::Key_Right);
        QVERIFY(strip->content().exact);
    }
}

void TestLayersView::thereIsNoneForServing()
{
    openLayers(tightPlan(Framework::Plain));
    change("workload.task", std::string("inference"));
    QVERIFY(find<QToolButton>("ledger.showLayers")->isHidden());
    QVERIFY(!find<LayersView>("layers")->isVisible());
}

QTEST_MAIN(TestLayersView)
#include "test_layers_view.moc"
