// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/figure_print.h"
#include "ui/base/staying_windows.h"
#include "ui/base/within_screen.h"

#include "ui/export/export_choices.h"
#include "ui/figures/scene_painter.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPrintDialog>
#include <QPrintPreviewDialog>
#include <QPrinter>

#include <algorithm>

namespace highwater {
namespace {

struct FigurePrint
{
    Q_DECLARE_TR_FUNCTIONS(highwater::FigurePrint)
};

Result<Scene> sceneFor(QSizeF page, ExportOptions options, const Figure& figure)
{
    const PictureSize slide = options.size;
    options.size = {page.width(), page.height()};
    auto scene = chosenScene(options, figure);
    if (scene)
        return scene;
    options.size = slide;
    return chosenScene(options, figure);
}

void prepare(QPrinter& printer, const ExportOptions& options)
{
    printer.setPageOrientation(QPageLayout::Landscape);
    printer.setDocName(QString::fromStdString(options.figure));
    printer.setCreator(QStringLiteral("Highwater"));
}

} // namespace

std::optional<QString> drawOn(QPrinter& printer, const ExportOptions& chosen, const Plan& plan)
{
    ExportOptions options = chosen;
    options.backdrop = Backdrop::White;
    if (printer.colorMode() == QPrinter::GrayScale)
        options.colours = ExportColours::PrintGrey;
    const auto figure = chosenFigure(options, plan);
    if (!figure)
        return whyNot(figure.problems());
    constexpr double perInch = 96;
    const auto scene
        = sceneFor(printer.pageRect(QPrinter::Inch).size() * perInch, options, *figure);
    if (!scene)
        return whyNot(scene.problems());
    QPainter painter;
    if (!painter.begin(&printer))
        return FigurePrint::tr(
            "Nothing is printed: the printer, or the file it prints to, cannot be opened. Choose "
            "another.");
    painter.setFont(exportFont(scene->language));
    const QSizeF page = painter.viewport().size();
    const double scale = std::min(page.width() / scene->width, page.height() / scene->height);
    painter.translate((page.width() - scale * scene->width) / 2,
                      (page.height() - scale * scene->height) / 2);
    painter.scale(scale, scale);
    paintScene(painter, *scene);
    return {};
}

std::optional<QString> printFigure(const ExportOptions& options, const Plan& plan, QWidget* window)
{
    QPrinter printer(QPrinter::HighResolution);
    prepare(printer, options);
    const StayingWindows stay(window);
    QPrintDialog dialog(&printer, window);
    dialog.setOption(QAbstractPrintDialog::PrintPageRange, false);
    if (dialog.exec() != QDialog::Accepted)
        return {};
    return drawOn(printer, options, plan);
}

std::optional<QString> previewPrint(const ExportOptions& options, const Plan& plan, QWidget* window)
{
    QPrinter printer(QPrinter::HighResolution);
    prepare(printer, options);
    const StayingWindows stay(window);
    QPrintPreviewDialog dialog(&printer, window);
    dialog.resize(withinScreen({900, 700}, dialog));
    std::optional<QString> problem;
    QObject::connect(&dialog, &QPrintPreviewDialog::paintRequested, window,
                     [&](QPrinter* page) { problem = drawOn(*page, options, plan); });
    dialog.exec();
    return problem;
}

} // namespace highwater
