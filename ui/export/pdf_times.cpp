// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/pdf_times.h"

namespace highwater {

QByteArray withoutTimes(QByteArray pdf)
{
    struct Time
    {
        QByteArray key, fixed;
    };
    const QByteArray ofPdf = "D:20000101000000Z)", ofXmp = "2000-01-01T00:00:00Z\"";
    // The last three are those of the XMP that Qt writes from 6.8 on.
    for (const auto& [key, fixed] :
         {Time{"/CreationDate (", ofPdf}, Time{"/ModDate (", ofPdf},
          Time{"xmp:CreateDate=\"", ofXmp}, Time{"xmp:ModifyDate=\"", ofXmp},
          Time{"xmp:MetadataDate=\"", ofXmp}}) {
        const qsizetype at = pdf.indexOf(key);
        const qsizetype start = at + key.size(), end = pdf.indexOf(fixed.back(), start) + 1;
        if (at >= 0 && end - start >= fixed.size())
            pdf.replace(start, end - start, fixed.leftJustified(end - start, ' '));
    }
    return pdf;
}

} // namespace highwater
