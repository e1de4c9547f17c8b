// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats_report.h"

#include "core/ledger/weight_formats.h"
#include "core/plan/numbers.h"
#include "padding.h"

namespace highwater {

std::string formatsReport(const Model& model)
{
    const WeightChoices choices = choicesOfFamily(model.family);
    // Columns: bits by the name, real bits, weights of a block, and the whole model's file.
    std::string text = leftAligned("id", 12) + leftAligned("of " + model.name, 36)
        + rightAligned("name's", 8) + rightAligned("bits", 8) + rightAligned("block", 7)
        + rightAligned("GB", 10) + "  source\n";
    for (const WeightFormat format : everyOf<WeightFormat>()) {
        const WeightFormatFacts& facts = factsOf(format);
        const WeightSizes sizes = weightSizes(model.shape, format, choices);
        const Bytes file = fileBytes(model.shape, format, choices);
        text += leftAligned(std::string(nameOf(format)), 12)
            + leftAligned(std::string(facts.kind) + " " + std::string(facts.name), 36)
            + rightAligned(grouped(facts.nominalBits), 8)
            + rightAligned(fixed(sizes.bitsPerWeight(), 3), 8)
            + rightAligned(facts.block > 0 ? grouped(facts.block) : "", 7)
            + rightAligned(fixed(static_cast<double>(file) / static_cast<double>(gb), 2), 10) + "  "
            + std::string(facts.source) + "\n";
    }
    return withoutTrailingBlanks(text);
}

} // namespace highwater
