// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/figure_clipboard.h"

#include "ui/base/csv_rows.h"
#include "ui/base/drag_out.h"
#include "ui/base/words.h"

#include <QImage>
#include <QMimeData>

namespace highwater {
namespace {

Result<QByteArray> as(ExportTarget target, ExportOptions options, const Plan& plan)
{
    options.target = target;
    return exported(options, plan);
}

} // namespace

Result<std::unique_ptr<QMimeData>> numbersForClipboard(const ExportOptions& options,
                                                       const Plan& plan)
{
    const auto csv = as(ExportTarget::Csv, options, plan);
    if (!csv)
        return csv.problems();
    const QString text = tabbed(csvRows(*csv));
    auto data = std::make_unique<QMimeData>();
    data->setText(text);
    data->setData(QStringLiteral("text/tab-separated-values"), text.toUtf8());
    data->setData(QStringLiteral("text/csv"), *csv);
    return data;
}

Result<std::unique_ptr<QMimeData>> figureForClipboard(const ExportOptions& options,
                                                      const Plan& plan)
{
    auto data = numbersForClipboard(options, plan);
    if (!data)
        return data;
    const auto picture = as(ExportTarget::Png, options, plan);
    const auto drawing = as(ExportTarget::Svg, options, plan);
    for (const auto* part : {&picture, &drawing})
        if (!*part)
            return part->problems();
    (*data)->setImageData(QImage::fromData(*picture, "PNG"));
    (*data)->setData(QStringLiteral("image/png"), *picture);
    (*data)->setData(QStringLiteral("image/svg+xml"), *drawing);
    return data;
}

Result<std::unique_ptr<QMimeData>> drawingForClipboard(const ExportOptions& options,
                                                       const Plan& plan)
{
    const auto drawing = as(ExportTarget::Svg, options, plan);
    if (!drawing)
        return drawing.problems();
    auto data = std::make_unique<QMimeData>();
    data->setText(QString::fromUtf8(*drawing));
    data->setData(QStringLiteral("image/svg+xml"), *drawing);
    return data;
}

Result<std::unique_ptr<QMimeData>> figureForDrag(const ExportOptions& options, const Plan& plan)
{
    const auto file = exported(options, plan);
    if (!file)
        return file.problems();
    auto data = std::make_unique<QMimeData>();
    const bool drawing = options.target == ExportTarget::Svg;
    if (!drawing)
        data->setImageData(QImage::fromData(*file, "PNG"));
    data->setData(drawing ? QStringLiteral("image/svg+xml") : QStringLiteral("image/png"), *file);
    addFile(*data,
            toQString(options.figure) + QLatin1Char('.') + toQString(suffixOf(options.target)),
            *file);
    return data;
}

} // namespace highwater
