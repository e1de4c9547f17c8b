// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "qt_drawing.h"

#include "ui/export/figure_export.h"
#include "ui/export/report_dialog.h"

#include <QGuiApplication>
#include <QHashFunctions>

#include <cstdio>
#include <memory>

namespace highwater {
namespace {

void sayFatalAlone(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (type == QtFatalMsg)
        std::fprintf(stderr, "highwater: %s\n", qPrintable(message));
}

/// An application without a screen, for the fonts of pictures. Qt's messages are not shown, so that
/// stderr has only the program's line.
std::unique_ptr<QGuiApplication> fonts()
{
    static int count = 1;
    static char name[] = "highwater";
    static char* arguments[] = {name, nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Equal plans give equal files in every run. A PDF lists its fonts in the order of a hash, and
    // the length of the time zone moves its offsets, so both are fixed here.
    QHashSeed::setDeterministicGlobalSeed();
    qputenv("TZ", "UTC");
    qInstallMessageHandler(sayFatalAlone);
    return std::make_unique<QGuiApplication>(count, arguments);
}

Result<std::string> picture(const ExportOptions& options, const Plan& plan)
{
    const auto application = fonts();
    const auto file = exported(options, plan);
    if (!file)
        return file.problems();
    return file->toStdString();
}

Result<std::string> report(const Plan& plan, std::span<const FileLanguage> languages)
{
    const auto application = fonts();
    const auto file = reportPdf(plan, languages);
    if (!file)
        return file.problems();
    return file->toStdString();
}

} // namespace

const Drawing& qtDrawing()
{
    static const Drawing drawing{report, picture};
    return drawing;
}

} // namespace highwater
