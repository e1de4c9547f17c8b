// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/desk_table.h"

#include "core/answer/verdict.h"
#include "core/desk/desk_words.h"
#include "core/time/amount_text.h"

namespace highwater {

FigureTable deskTable(const std::vector<DeskFit>& fits, MemoryUnit unit)
{
    FigureTable table;
    table.heads
        = {{HW_TR("core", "Model")},    {HW_TR("core", "For")},
           {HW_TR("core", "Way")},      {HW_TR("core", "Context")},
           {HW_TR("core", "Batch")},    {HW_TR("core", "%1 per GPU"), {std::string(nameOf(unit))}},
           {HW_TR("core", "Tokens/s")}, {HW_TR("core", "Remark")}};
    for (const DeskFit& fit : fits)
        table.rows.push_back(
            {wordsCell(Text::plain(fit.model->name)),
             wordsCell({fit.serves() ? HW_TR("core", "serving") : HW_TR("core", "training")}),
             wordsCell(deskWayText(fit)), countCell(fit.context()), countCell(fit.batch()),
             bytesCell(fit.judged.totals.total),
             fit.tokensPerSecond ? writtenCell(briefText(*fit.tokensPerSecond)) : noCell(),
             wordsCell(fit.judged.verdict == Verdict::Probably ? verdictWord(Verdict::Probably)
                                                               : Text())});
    return table;
}

} // namespace highwater
