// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one slider step costs in the real window, from the changed value to the painted chart and
// table, and what part of it is core's. Run it with QT_QPA_PLATFORM=offscreen.
#include "ui/base/style.h"
#include "ui/base/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace highwater;

namespace {

constexpr int warmUp = 50;
constexpr int steps = 1000;

double milliseconds(const QElapsedTimer& timer)
{
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

void report(const char* what, std::vector<double> times)
{
    std::ranges::sort(times);
    std::printf("%-34s median %6.3f ms   p99 %6.3f ms\n", what, times[times.size() / 2],
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

} // namespace

int main(int argc, char** argv)
{
    QElapsedTimer start;
    start.start();
    QApplication application(argc, argv);
    QApplication::setStyle(new Style);
    const QTemporaryDir settings;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    desktopTheme();
    MainWindow window;
    window.resize(1440, 900);
    window.show();
    QApplication::processEvents();
    std::printf("start to first painted chart       %.1f ms\n", milliseconds(start));

    auto* tabs = window.findChild<QTabBar*>(QStringLiteral("tabs"));
    for (int i = tabs->count() - 1; i >= 0; --i) { // all built, the context chart in front
        tabs->setCurrentIndex(i);
        QApplication::processEvents();
    }

    Document& document = window.document();
    std::vector<double> whole, core, shown, painted;
    for (int i = 0; i < warmUp + steps; ++i) {
        Plan plan = document.plan();
        plan.workload.context = 2048 + 256 * (i % 40);
        plan.layout.zero = i % 4;
        QElapsedTimer step;
        step.start();
        document.edit(plan, QStringLiteral("step"), QStringLiteral("drag"));
        document.settle();
        const double updated = milliseconds(step);
        QApplication::processEvents(); // paints what asked for it
        const double all = milliseconds(step);

        QElapsedTimer again; // core alone, on the same plan
        again.start();
        const Results results = compute(plan, document.contextView());
        const double alone = milliseconds(again);
        if (i < warmUp || !results.estimate)
            continue;
        whole.push_back(all);
        core.push_back(alone);
        shown.push_back(updated - alone);
        painted.push_back(all - updated);
    }
    report("slider step, whole", whole);
    report("  core", core);
    report("  controls, verdict, table, chart", shown);
    report("  paint", painted);
    std::printf("resident                           %.1f MB\n",
                static_cast<double>(residentKib()) / 1024);
    return 0;
}
