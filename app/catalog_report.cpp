// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports.h"

#include "core/figure/figure.h"
#include "core/ledger/weight_formats.h"
#include "core/ledger/weights.h"
#include "core/plan/numbers.h"
#include "padding.h"

#include <algorithm>
#include <span>

namespace highwater {
namespace {

/// The width of a column that holds one text of every entry, and a gap after it.
template <class Entry>
std::size_t columnOf(std::span<const Entry> entries, std::string Entry::*text)
{
    std::size_t widest = 0;
    for (const Entry& entry : entries)
        widest = std::max(widest, terminalWidth(entry.*text));
    return widest + 2;
}

/// A figure without decimals, or with one where it is small; empty where it is not known.
std::string rounded(const std::optional<double>& figure)
{
    constexpr double small = 20;
    return figure ? fixed(*figure, *figure < small ? 1 : 0) : "";
}

/// "3.99 (2026-09)", or a marketplace's price where no other is known.
std::string priceWords(const DeviceRates& rates)
{
    const auto& price = rates.onDemand ? rates.onDemand : rates.marketplace;
    return price ? fixed(price->usdPerHour, 2) + " (" + price->month + ")" : "";
}

} // namespace

std::string modelsReport(const Catalog& catalog)
{
    const std::size_t id = columnOf(catalog.models(), &Model::id);
    const std::size_t name = columnOf(catalog.models(), &Model::name);
    std::string text = leftAligned("id", id) + leftAligned("name", name)
        + rightAligned("parameters", 18) + rightAligned("published", 18)
        + rightAligned("active", 16) + rightAligned("layers", 8) + rightAligned("hidden", 8) + "\n";
    for (const Model& model : catalog.models()) {
        const WeightCounts counts = countWeights(model.shape);
        text += leftAligned(model.id, id) + leftAligned(model.name, name)
            + rightAligned(grouped(counts.total), 18)
            + rightAligned(model.published ? grouped(*model.published) : "", 18)
            + rightAligned(counts.active == counts.total ? "" : grouped(counts.active), 16)
            + rightAligned(grouped(model.shape.layers), 8)
            + rightAligned(grouped(model.shape.hidden), 8)
            + (model.verified ? "" : "  not verified") + "\n";
    }
    return withoutTrailingBlanks(text);
}

std::string devicesReport(const Catalog& catalog)
{
    const std::size_t id = columnOf(catalog.devices(), &Device::id);
    const std::size_t name = columnOf(catalog.devices(), &Device::name);
    // Of one device: memory, dense operations in 16 bits, links of one direction, board, price.
    std::string text = leftAligned("id", id) + leftAligned("name", name) + rightAligned("GiB", 8)
        + rightAligned("GB/s", 7) + rightAligned("TFLOPS", 8) + rightAligned("node GB/s", 10)
        + rightAligned("net GB/s", 9) + rightAligned("W", 6) + "  USD an hour\n";
    for (const Device& device : catalog.devices()) {
        const DeviceRates rates = device.rates.value_or(DeviceRates{});
        text += leftAligned(device.id, id) + leftAligned(device.name, name)
            + rightAligned(fixed(toGib(device.capacityBytes()), 1), 8)
            + rightAligned(rounded(device.bandwidthGbPerS), 7)
            + rightAligned(rounded(device.bf16Tflops ? device.bf16Tflops : rates.fp16Tflops), 8)
            + rightAligned(rounded(rates.intraGbPerS.value), 10)
            + rightAligned(rounded(rates.interGbPerS.value), 9)
            + rightAligned(rates.powerW ? rounded(rates.powerW->value) : "", 6) + "  "
            + priceWords(rates) + (device.verified ? "" : "  not verified") + "\n";
    }
    return withoutTrailingBlanks(text);
}

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
