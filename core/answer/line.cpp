// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/answer.h"

#include "core/plan/numbers.h"
#include "core/plan/text.h"

namespace highwater {

using bounded::times;

Line lineOf(TermId id, Product each, const SymbolValues& symbols, std::int64_t count)
{
    const TermWords& said = words(id);
    Line line;
    line.group = groupOf(id);
    line.scope = said.scope;
    line.id = said.name;
    line.label = Text(said.label);
    line.step = said.step;
    line.shape = said.shape;
    line.formula = formula(each);
    line.numbers = withNumbers(each, symbols);
    line.source = said.source;
    line.each = bytesOf(each, symbols);
    line.count = count;
    line.bytes = times(line.each, line.count);
    return line;
}

} // namespace highwater
