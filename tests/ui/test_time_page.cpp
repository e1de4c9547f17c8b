// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/answers.h"
#include "ui/answer/ledger_tree.h"
#include "ui/answer/verdict_bar.h"
#include "ui/figures/figure_view.h"
#include "ui/panel/key_field.h"
#include "ui/time/time_model.h"
#include "ui/time/time_page.h"
#include "ui/window/main_window.h"
#include "window_fixture.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

using namespace highwater;

/// The tab of a step's time, in the real window.
class TestTimePage : public WindowFixture
{
    Q_OBJECT

private slots:
    void init();

    void tellsWhatTheCommandLineTells();
    void rowsUnfoldToFormulaNumbersAndSource();
    void unfoldedRowsStay();
    void followsThePlanOnlyInFront();
    void aBarForEachStage();
    void phasesOfAJobAndTheirGroups();
    void trafficByLink();
    void assumptionsNameTheirKeys();
    void utilisationIsSaid();
    void otherMethodsSayWhy();
    void anInvalidPlanFadesThePage();
    void runLengthInTheVerdict();
    void adaptersNeedExamples();
    void fieldsOfTheRun();
    void runLengthIsTyped_data();
    void runLengthIsTyped();
    void theGroupIsFoldedAtFirst();
    void copiesTheRows();
    void fitsInSmallWindows();
    void namesOfPhasesAreWhole();
    void theRunHasAllOfANarrowPage();

private:
    FigureView* view() const { return find<FigureView>("timeFigure"); }
    QTreeView* tree() const { return find<QTreeView>("timeTable"); }
    QTableView* run() const { return find<QTableView>("timeRun"); }
    QModelIndex rowNamed(const QString& key) const
    {
        const QModelIndexList found
            = tree()->model()->match(tree()->model()->index(0, 0), LedgerTree::KeyRole, key, 1,
                                     Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? QModelIndex() : found.first();
    }
    QString runCell(const QString& name, int column) const
    {
        for (int row = 0; row < run()->model()->rowCount(); ++row)
            if (run()->model()->index(row, 0).data().toString() == name)
                return run()->model()->index(row, column).data().toString();
        return {};
    }
    /// The answer of `estimate --json` for the plan.
    QJsonObject json() const
    {
        const auto& estimate = document().results().estimate;
        return QJsonDocument::fromJson(QByteArray::fromStdString(estimateJson(*estimate))).object();
    }
};

void TestTimePage::init()
{
    WindowFixture::init();
    openPage("timePage");
    settlePainted();
    QVERIFY(find<TimePage>("timePage")->isVisible());
}

void TestTimePage::tellsWhatTheCommandLineTells()
{
    const QJsonObject time = json()[u"time"].toObject(), cost = json()[u"run"].toObject();
    const QString step = runCell(QStringLiteral("Step (s)"), 2);
    QVERIFY(std::abs(step.toDouble() - time[u"step"].toDouble()) < 1e-3);
    QVERIFY(std::abs(runCell(QStringLiteral("Step (s)"), 1).toDouble() - time[u"low"].toDouble())
            < 1e-3);
    QVERIFY(std::abs(runCell(QStringLiteral("Days"), 2).toDouble() - cost[u"days"].toDouble())
            < 0.05);
    QVERIFY(std::abs(QLocale::c().toDouble(
                         runCell(QStringLiteral("Cost (USD)"), 2).remove(QLatin1Char(',')))
                     - cost[u"price"].toDouble())
            < 1);
    const QJsonArray parts = time[u"parts"].toArray();
    QVERIFY(!parts.isEmpty());
    for (const QJsonValue& part : parts) {
        const QModelIndex row = rowNamed(part[u"id"].toString());
        QVERIFY2(row.isValid(), qPrintable(part[u"id"].toString()));
        QCOMPARE(row.data().toString(), part[u"label"].toString());
        QVERIFY(std::abs(row.data(LedgerTree::ShareRole).toDouble() - part[u"share"].toDouble())
                < 1e-12);
    }
}

void TestTimePage::rowsUnfoldToFormulaNumbersAndSource()
{
    const QModelIndex part = rowNamed(QStringLiteral("products"));
    QVERIFY(part.parent().isValid());
    QCOMPARE(tree()->model()->rowCount(part), 3);
    const auto words = [&](int row) {
        return tree()->model()->index(row, TimeModel::Words, part).data().toString();
    };
    QCOMPARE(words(0), QStringLiteral("m·L/p·t(products of a layer)"));
    QVERIFY(words(1).contains(QStringLiteral("TFLOPS")));
    QVERIFY(words(2).contains(QStringLiteral("operations of each weight")));
}

void TestTimePage::unfoldedRowsStay()
{
    tree()->expand(rowNamed(QStringLiteral("group.products")));
    tree()->expand(rowNamed(QStringLiteral("products")));
    change("layout.tensor", std::int64_t{2}); // another part, so other rows
    QVERIFY(rowNamed(QStringLiteral("tensor_traffic")).isValid());
    QVERIFY(tree()->isExpanded(rowNamed(QStringLiteral("group.products"))));
    QVERIFY(tree()->isExpanded(rowNamed(QStringLiteral("products"))));
    QVERIFY(!tree()->isExpanded(rowNamed(QStringLiteral("group.traffic"))));
}

void TestTimePage::followsThePlanOnlyInFront()
{
    const QString before = runCell(QStringLiteral("Tokens a step"), 2);
    openPage("contextPage");
    change("workload.context", std::int64_t{4096});
    QCOMPARE(runCell(QStringLiteral("Tokens a step"), 2), before);
    openPage("timePage");
    QCOMPARE(runCell(QStringLiteral("Tokens a step"), 2), QStringLiteral("32,768"));
}

void TestTimePage::aBarForEachStage()
{
    change("layout.zero", std::int64_t{1});
    change("workload.global_batch", std::int64_t{32});
    change("layout.pipeline", std::int64_t{4});
    QVERIFY(rowNamed(QStringLiteral("bubble")).isValid());
    QVERIFY(rowNamed(QStringLiteral("group.pipeline")).isValid());
    QVERIFY(!view()->scene().items.empty());
    QVERIFY(view()->accessibleDescription().contains(QStringLiteral("PP 4")));
    QVERIFY(view()->accessibleDescription().contains(QStringLiteral("tokens a second")));
}

/// A phase has several groups, and so no colour; the figure names the bands that are in all bars.
void TestTimePage::phasesOfAJobAndTheirGroups()
{
    change("workload.task", std::string("preference"));
    change("recipe.recompute", std::string("full"));
    const QModelIndex phase = rowNamed(QStringLiteral("phase.update-policy"));
    QVERIFY(phase.isValid());
    QVERIFY(!phase.data(LedgerTree::GroupRole).isValid());
    const QModelIndex group = rowNamed(QStringLiteral("phase.update-policy.group.recompute"));
    QCOMPARE(group.parent(), phase);
    QCOMPARE(group.data(LedgerTree::GroupRole).toInt(), static_cast<int>(Group::Gradients));
    QCOMPARE(rowNamed(QStringLiteral("phase.update-policy.recompute")).parent(), group);
    double shares = 0;
    for (int i = 0; i < tree()->model()->rowCount(phase); ++i)
        shares += tree()->model()->index(i, 0, phase).data(LedgerTree::ShareRole).toDouble();
    QVERIFY2(std::abs(shares - 1) < 1e-9, qPrintable(QString::number(shares)));

    QStringList written;
    for (const Item& item : view()->scene().items)
        if (const auto* text = std::get_if<Writing>(&item.shape))
            written << QString::fromStdString(text->text);
    for (int i = 0; i < tree()->model()->rowCount(phase); ++i) {
        const QString band = tree()->model()->index(i, 0, phase).data().toString();
        QVERIFY2(written.contains(band), qPrintable(band));
    }
}

void TestTimePage::trafficByLink()
{
    const QModelIndex inside = rowNamed(QStringLiteral("link.intra_node"));
    QVERIFY(inside.isValid());
    QVERIFY(!rowNamed(QStringLiteral("link.inter_node")).isValid());
    const QModelIndex gathers = rowNamed(QStringLiteral("weight_gathers"));
    QVERIFY(gathers.isValid());
    change("cluster.gpus", std::int64_t{64});
    QVERIFY(rowNamed(QStringLiteral("link.inter_node")).isValid());
    const QJsonArray traffic = json()[u"traffic"].toArray();
    for (const QJsonValue& kind : traffic)
        QVERIFY2(rowNamed(kind[u"kind"].toString()).isValid(),
                 qPrintable(kind[u"kind"].toString()));
}

void TestTimePage::assumptionsNameTheirKeys()
{
    const QModelIndex assumed = rowNamed(QStringLiteral("assumed"));
    const QJsonArray all = json()[u"time"].toObject()[u"assumptions"].toArray();
    QCOMPARE(tree()->model()->rowCount(assumed), all.size());
    for (int i = 0; i < all.size(); ++i) {
        const QModelIndex row = tree()->model()->index(i, 0, assumed);
        const QModelIndex key = tree()->model()->index(0, TimeModel::Words, row);
        QCOMPARE(key.data().toString(), all[i][u"field"].toString());
    }
}

void TestTimePage::utilisationIsSaid()
{
    change("cluster.utilisation", 0.4);
    QVERIFY(!rowNamed(QStringLiteral("products")).isValid());
    const QModelIndex row = rowNamed(QStringLiteral("group.products"));
    QCOMPARE(row.siblingAtColumn(TimeModel::Share).data().toString(),
             QStringLiteral("40.0\u00A0%"));
    QVERIFY(row.siblingAtColumn(TimeModel::Words)
                .data()
                .toString()
                .contains(QStringLiteral("utilisation")));
    QCOMPARE(runCell(QStringLiteral("Days"), 1), QStringLiteral("–"));
}

void TestTimePage::otherMethodsSayWhy()
{
    change("method", std::string("rule-of-thumb"));
    QVERIFY(!run()->isVisible());
    QCOMPARE(tree()->model()->rowCount(), 0);
    QVERIFY(view()->accessibleDescription().contains(QStringLiteral("only the exact method"))
            || view()->accessibleName().contains(QStringLiteral("only the exact method")));
    change("method", std::string("exact"));
    QVERIFY(run()->isVisible());
}

void TestTimePage::anInvalidPlanFadesThePage()
{
    const QString before = runCell(QStringLiteral("Days"), 2);
    change("layout.tensor", std::int64_t{3});
    QVERIFY(!document().results().estimate);
    QVERIFY(view()->isStale());
    QCOMPARE(runCell(QStringLiteral("Days"), 2), before);
    change("layout.tensor", std::int64_t{1});
    QVERIFY(!view()->isStale());
}

void TestTimePage::runLengthInTheVerdict()
{
    const auto* verdict = m_window->findChild<VerdictBar*>();
    QVERIFY(!verdict->detail().contains(QStringLiteral("tokens/s")));
    change("workload.training_tokens", std::int64_t{15'000'000'000'000});
    const QJsonObject run = json()[u"run"].toObject();
    QVERIFY2(verdict->detail().contains(
                 QStringLiteral("run of %1 days")
                     .arg(QLocale(QLocale::English).toString(run[u"days"].toDouble(), 'f', 0))),
             qPrintable(verdict->detail()));
    change("method", std::string("rule-of-thumb"));
    QVERIFY(!verdict->detail().contains(QStringLiteral("tokens/s")));
}

/// Of adapters nothing is said of days and price before the examples are.
void TestTimePage::adaptersNeedExamples()
{
    change("adapter.kind", std::string("qlora"));
    const auto heads = [this] {
        QStringList names;
        for (int row = 0; row < run()->model()->rowCount(); ++row)
            names << run()->model()->index(row, 0).data().toString();
        return names;
    };
    QVERIFY(!heads().contains(QStringLiteral("Days"))
            && heads().contains(QStringLiteral("1M tokens (USD)")));
    QVERIFY(json()[u"run"].isNull());
    change("workload.examples", std::int64_t{1000});
    change("workload.mean_length", std::int64_t{600});
    change("workload.epochs", 3.0);
    QVERIFY(heads().contains(QStringLiteral("Hours")));
    const QJsonObject run = json()[u"run"].toObject();
    QCOMPARE(run[u"tokens"].toDouble(), 1'800'000.0);
    QVERIFY(run[u"days"].toDouble() < 3);
    QVERIFY(m_window->findChild<VerdictBar*>()->detail().contains(QStringLiteral(" hours")));
}

void TestTimePage::fieldsOfTheRun()
{
    for (const char* name :
         {"workload.examples", "workload.mean_length", "workload.epochs",
          "workload.training_tokens", "cluster.price_per_hour", "cluster.utilisation",
          "cluster.links.intra", "cluster.links.inter", "cluster.links.pcie", "cluster.links.host",
          "cluster.links.disk", "cluster.peak_tflops", "cluster.memory_bandwidth",
          "cluster.board_power"}) {
        auto* field = find<KeyField>(name);
        QVERIFY2(!field->toolTip().isEmpty(), name);
    }
    // Empty fields show the catalogue's price and rates.
    const auto taken = [this](KeyPath key) {
        return control<KeyField>(key)->findChild<QLineEdit*>()->placeholderText();
    };
    QCOMPARE(taken("cluster.price_per_hour"), QStringLiteral("3.99"));
    QCOMPARE(taken("cluster.peak_tflops"), QStringLiteral("989.4"));
    QCOMPARE(taken("cluster.memory_bandwidth"), QStringLiteral("3,350"));
    QCOMPARE(taken("cluster.board_power"), QStringLiteral("700"));
}

void TestTimePage::runLengthIsTyped_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<qint64>("tokens");
    QTest::addColumn<QString>("shown");
    QTest::newRow("trillions") << "15T" << qint64{15'000'000'000'000} << "15T";
    QTest::newRow("billions") << "300b" << qint64{300'000'000'000} << "300B";
    QTest::newRow("a part of a trillion") << "1.4t" << qint64{1'400'000'000'000} << "1.4T";
    QTest::newRow("all digits") << "160,605,224,960" << qint64{160'605'224'960}
                                << "160,605,224,960";
    QTest::newRow("millions are no binary ones") << "5M" << qint64{5'000'000} << "5M";
}

void TestTimePage::runLengthIsTyped()
{
    QFETCH(QString, typed);
    QFETCH(qint64, tokens);
    QFETCH(QString, shown);
    auto* field = control<KeyField>("workload.training_tokens");
    find<QToolButton>("group.run.header")->click();
    auto* line = field->findChild<QLineEdit*>();
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, typed);
    QTest::keyClick(line, Qt::Key_Return);
    settlePainted();
    QCOMPARE(document().plan().workload.trainingTokens, std::optional<std::int64_t>(tokens));
    QCOMPARE(field->text(), shown);
}

void TestTimePage::theGroupIsFoldedAtFirst()
{
    QVERIFY(!control<KeyField>("workload.training_tokens")->isVisible());
    find<QToolButton>("group.run.header")->click();
    QVERIFY(control<KeyField>("workload.training_tokens")->isVisible());
}

void TestTimePage::copiesTheRows()
{
    find<QAction>("timeTable.copyText")->trigger();
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY(text.contains(QStringLiteral("Matrix products\t")));
    QVERIFY(text.contains(QStringLiteral("    Formula")));
}

void TestTimePage::fitsInSmallWindows()
{
    change("workload.training_tokens", std::int64_t{15'000'000'000'000});
    m_window->resize(1024, 700);
    settlePainted();
    QVERIFY(!view()->scene().items.empty());
    const QTableView* table = run();
    QVERIFY2(table->horizontalHeader()->length() <= table->viewport()->width(),
             qPrintable(QStringLiteral("%1 of %2")
                            .arg(table->horizontalHeader()->length())
                            .arg(table->viewport()->width())));
    QVERIFY(tree()->viewport()->height() > 60);
}

/// Names are whole even in a small window.
void TestTimePage::namesOfPhasesAreWhole()
{
    change("workload.task", std::string("reinforcement"));
    m_window->resize(1024, 700);
    settlePainted();
    const QModelIndex phase = rowNamed(QStringLiteral("phase.ref-logprob"));
    QVERIFY(phase.isValid());
    const auto* table = qobject_cast<LedgerTree*>(tree());
    QVERIFY(table);
    QVERIFY2(table->columnWidth(TimeModel::Part) >= table->sizeHintForNames(),
             qPrintable(QStringLiteral("%1 of %2")
                            .arg(table->columnWidth(TimeModel::Part))
                            .arg(table->sizeHintForNames())));
}

/// A figure that cannot be drawn in the remaining width is hidden.
void TestTimePage::theRunHasAllOfANarrowPage()
{
    change("workload.task", std::string("reinforcement"));
    m_window->resize(800, 500);
    settlePainted();
    const QWidget* page = find<QWidget>("timePage");
    if (page->width() > 560)
        QSKIP("the window does not get narrow enough here");
    QVERIFY(!view()->isVisible());
    const auto* view = run();
    QVERIFY(view->horizontalHeader()->length() <= view->viewport()->width());
    m_window->resize(1440, 900);
    settlePainted();
    QVERIFY(this->view()->isVisible() && !this->view()->scene().items.empty());
}

QTEST_MAIN(TestTimePage)
#include "test_time_page.moc"
