// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_caption.h"

#include "ui/export/export_choices.h"
#include "ui/export/export_dialog.h"

#include <QLocale>

#include <algorithm>

namespace highwater {

QString captionOf(const ExportOptions& options)
{
    const QString size = sizeText(options.size, lengthUnit());
    const auto pixels = [&] {
        const auto& [width, height] = options.size;
        return sizeText({width * options.scale, height * options.scale}, lengthUnits[0]);
    };
    switch (options.target) {
    case ExportTarget::PowerPoint:
        return options.ledger
            ? ExportDialog::tr("First slide, the ledger follows · %1 · the chart, its data sheet "
                               "and all shapes can be edited in PowerPoint")
                  .arg(size)
            : ExportDialog::tr("Slide 1 of 1 · %1 · the chart, its data sheet and all shapes can "
                               "be edited in PowerPoint")
                  .arg(size);
    case ExportTarget::Svg:
        return ExportDialog::tr("%1 · drawn to any size, its text can be edited").arg(size);
    case ExportTarget::Png:
        return ExportDialog::tr("%1 · %2 dpi")
            .arg(pixels(), QLocale().toString(96 * options.scale));
    case ExportTarget::Pdf:
        return ExportDialog::tr("Page 1 of 1 · %1 · drawn to any size").arg(size);
    case ExportTarget::Clipboard:
        return ExportDialog::tr("PNG of %1, SVG of %2, and the numbers as a table")
            .arg(pixels(), size);
    case ExportTarget::Csv:
        break;
    }
    return {};
}

double smallestText(const ExportOptions& options, const Scene& scene)
{
    double pixels = options.fontPoints * 96 / 72;
    for (const Item& item : scene.items)
        if (const auto* writing = std::get_if<Writing>(&item.shape))
            pixels = std::min(pixels, writing->size);
    return pixels * 72 / 96;
}

} // namespace highwater
