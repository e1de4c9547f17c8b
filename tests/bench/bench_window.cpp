// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cost of a step of one or two sliders in the real window, from the changed value to the
// painted chart; and to the numbers, which follow in some of the steps. Core's part, the painting
// by widget, the work of core when the slider rests, and for comparison the least that Qt Charts
// can do: a bare chart of four areas in a view of the same size. Run it with
// QT_QPA_PLATFORM=offscreen; an argument says how many steps, few of them for a run under
// callgrind.
#include "core/catalog/catalog.h"
#include "ui/base/style.h"
#include "ui/base/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/tabs_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QFile>
#include <QPaintEvent>
#include <QSettings>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QtCharts/QAreaSeries>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QLegend>
#include <QtCharts/QLineSeries>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <numeric>
#include <thread>
#include <vector>

using namespace highwater;

namespace {

int steps = 400;

int warmUp()
{
    return steps / 8;
}

double milliseconds(const QElapsedTimer& timer)
{
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

void report(const char* what, std::vector<double> times)
{
    const double sum = std::accumulate(times.begin(), times.end(), 0.0);
    std::ranges::sort(times);
    std::printf("%-34s median %6.3f ms   mean %6.3f ms   p99 %6.3f ms\n", what,
                times[times.size() / 2], sum / static_cast<double>(times.size()),
                times[times.size() * 99 / 100]);
}

long residentKib()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QFile::ReadOnly))
        return 0;
    const QByteArray text = status.readAll();
    const qsizetype at = text.indexOf("VmRSS:");
    return at < 0 ? 0 : text.mid(at + 6, 20).trimmed().split(' ').first().toLong();
}

/// Adds up the time of each widget's paint events.
class PaintClock : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (!m_runs || event->type() != QEvent::Paint)
            return QApplication::notify(receiver, event);
        QElapsedTimer timer;
        timer.start();
        const bool handled = QApplication::notify(receiver, event);
        Paints& paints = m_paints[named(receiver)];
        paints.spent += milliseconds(timer);
        ++paints.count;
        for (const QRect& part : static_cast<QPaintEvent*>(event)->region())
            paints.pixels += static_cast<double>(part.width()) * part.height();
        return handled;
    }

    void run(bool on) { m_runs = on; }

    void print(int ofSteps) const
    {
        std::vector<std::pair<QString, Paints>> all(m_paints.begin(), m_paints.end());
        std::ranges::sort(all, {}, [](const auto& each) { return -each.second.spent; });
        constexpr std::size_t most = 20;
        for (std::size_t i = 0; i < std::min(most, all.size()); ++i)
            std::printf("    %-30s mean   %6.3f ms   %.2f paints   %.0f pixels\n",
                        qPrintable(all[i].first), all[i].second.spent / ofSteps,
                        static_cast<double>(all[i].second.count) / ofSteps,
                        all[i].second.pixels / ofSteps);
    }

private:
    struct Paints
    {
        double spent = 0; ///< milliseconds
        double pixels = 0;
        int count = 0;
    };

    static QString named(const QObject* widget)
    {
        const QObject* of = widget;
        while (of->parent() && of->objectName().isEmpty())
            of = of->parent();
        const QString type = QString::fromLatin1(widget->metaObject()->className());
        return of->objectName() + QLatin1Char(' ')
            + type.mid(type.lastIndexOf(QLatin1Char(':')) + 1);
    }

    std::map<QString, Paints> m_paints;
    bool m_runs = false;
};

class CountingView : public QChartView
{
public:
    using QChartView::QChartView;
    int paints = 0;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        ++paints;
        QChartView::paintEvent(event);
    }
};

/// The simplest chart of this kind that Qt Charts can draw: four areas of 128 points.
class BareChart
{
public:
    explicit BareChart(const QSize& size)
        : m_view(new QChart) // the view's
    {
        QChart* const chart = m_view.chart();
        for (std::size_t i = m_tops.size(); i-- > 0;) {
            auto* area = new QAreaSeries; // the chart's
            m_tops[i] = new QLineSeries(area);
            area->setUpperSeries(m_tops[i]);
            area->setPen(Qt::NoPen);
            chart->addSeries(area);
        }
        chart->legend()->hide();
        feed(0);
        chart->createDefaultAxes();
        m_view.setRenderHint(QPainter::Antialiasing);
        m_view.resize(size);
        m_view.show();
        QApplication::processEvents();
    }

    /// Changes its values and waits for the painted chart.
    void takeStep(int step)
    {
        feed(step);
        for (const int before = m_view.paints; m_view.paints == before;)
            QApplication::processEvents();
    }

private:
    void feed(int step)
    {
        constexpr int points = 128;
        for (std::size_t i = 0; i < m_tops.size(); ++i) {
            QList<QPointF> edge;
            for (int x = 0; x < points; ++x)
                edge << QPointF(x, static_cast<double>(i + 1) * (100 + 0.01 * x * x + step % 40));
            m_tops[i]->replace(edge);
        }
    }

    CountingView m_view;
    std::array<QLineSeries*, 4> m_tops{};
};

enum class Moved { Context, Zero, Both };

/// The open plan with one or both sliders one step further.
Plan steppedPlan(const Document& document, int step, Moved moved = Moved::Both)
{
    Plan plan = document.plan();
    if (moved != Moved::Zero)
        plan.workload.context = 2048 + 256 * (step % 40);
    if (moved != Moved::Context)
        plan.layout.zero = step % 4;
    return plan;
}

void takeStep(Document& document, const Plan& plan)
{
    document.edit(plan, QStringLiteral("step"), QStringLiteral("drag"));
    document.settle();
}

void bringToFront(MainWindow& window, const char* page)
{
    auto* widget = window.findChild<QWidget*>(QLatin1String(page));
    auto* pages = qobject_cast<QStackedWidget*>(widget->parentWidget());
    window.findChild<TabsView*>()->bringToFront(pages->indexOf(widget));
    QApplication::processEvents();
}

double millisecondsOf(const std::function<void()>& act)
{
    QElapsedTimer timer;
    timer.start();
    act();
    return milliseconds(timer);
}

/// A whole slider step, with its painting.
double stepTime(Document& document, int step, Moved moved)
{
    const Plan plan = steppedPlan(document, step, moved);
    return millisecondsOf([&] {
        takeStep(document, plan);
        QApplication::processEvents();
    });
}

/// Whole slider steps while this page is in front.
std::vector<double> stepsOn(MainWindow& window, const char* page, Moved moved)
{
    bringToFront(window, page);
    std::vector<double> times;
    for (int i = 0; i < warmUp() + steps; ++i) {
        const double time = stepTime(window.document(), i, moved);
        if (i >= warmUp())
            times.push_back(time);
    }
    return times;
}

/// Some steps of both sliders and as many of the bare chart in turn, so that both meet the same
/// moments of a machine that is not quiet. What the window puts off is done within its own turn, or
/// between the turns.
void compareWithBareChart(MainWindow& window)
{
    bringToFront(window, "contextPage");
    BareChart bare(window.findChild<QWidget*>(QStringLiteral("contextChart"))->size());
    std::vector<double> moved, plain;
    constexpr int turn = 10;
    for (int i = 0; i < 2 * (warmUp() + steps); ++i) {
        const bool isWindow = i / turn % 2 == 0;
        if (i % turn == 0)
            QApplication::processEvents();
        const double time = isWindow ? stepTime(window.document(), i, Moved::Both)
                                     : millisecondsOf([&] { bare.takeStep(i); });
        if (i >= 2 * warmUp())
            (isWindow ? moved : plain).push_back(time);
    }
    report("step of both sliders", moved);
    report("four areas in a bare QChartView", plain);
}

} // namespace

int main(int argc, char** argv)
{
    QElapsedTimer start;
    start.start();
    const std::jthread reading(builtinCatalog); // as the program does
    PaintClock application(argc, argv);
    QApplication::setStyle(new Style);
    const QTemporaryDir settings;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    desktopTheme();
    if (argc > 1)
        steps = std::max(8, QString::fromLocal8Bit(argv[1]).toInt());
    MainWindow window;
    window.resize(1440, 900);
    window.show();
    QApplication::processEvents();
    std::printf("start to first painted chart       %.1f ms\n", milliseconds(start));

    auto* views = window.findChild<TabsView*>();
    for (std::size_t i = views->tabs().size(); i-- > 0;) { // all built, the context chart in front
        views->bringToFront(static_cast<int>(i));
        QApplication::processEvents();
    }

    Document& document = window.document();
    std::vector<double> whole, core, shown, painted, rest;
    int counted = 0;
    for (int i = 0; i < warmUp() + steps; ++i) {
        const Plan plan = steppedPlan(document, i);
        QElapsedTimer step;
        step.start();
        takeStep(document, plan);
        const double updated = milliseconds(step);
        application.run(i >= warmUp());
        QApplication::processEvents(); // paints the widgets that asked for it
        application.run(false);
        counted += i >= warmUp();
        const double all = milliseconds(step);

        QElapsedTimer again; // core alone, on the same plan
        again.start();
        const Results results = compute(plan, document.contextView(), nullptr, fittedIdleShares());
        const double alone = milliseconds(again);
        if (i < warmUp() || !results.estimate)
            continue;
        if (i % 8 < 4) { // each ZeRO stage
            again.start();
            compute(plan, document.contextView());
            rest.push_back(milliseconds(again));
        }
        whole.push_back(all);
        core.push_back(alone);
        shown.push_back(updated - alone);
        painted.push_back(all - updated);
    }
    std::printf("Both sliders in one step, and between the steps the work of core alone:\n");
    report("  whole", whole);
    report("  core", core);
    report("  controls, verdict, table, chart", shown);
    report("  paint", painted);
    report("at rest, core with a replay", rest);
    application.print(counted);
    report("step of the context slider", stepsOn(window, "contextPage", Moved::Context));
    report("step of the ZeRO slider", stepsOn(window, "contextPage", Moved::Zero));
    report("both sliders, tab Time in front", stepsOn(window, "timePage", Moved::Both));
    compareWithBareChart(window);
    std::printf("resident                           %.1f MB\n",
                static_cast<double>(residentKib()) / 1024);
    return 0;
}
