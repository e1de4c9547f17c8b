// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/estimate_words.h"

#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace highwater {
namespace {

constexpr double million = 1e6;
/// Tokens of a step in the reports on large models: 4 million of Llama 2 to 63 of DeepSeek-V3.
constexpr double usualLeast = 4 * million, usualMost = 60 * million;

/// "61.4M", "8,192"
std::string tokensText(double tokens)
{
    if (tokens < million)
        return grouped(std::llround(tokens));
    const int decimals = tokens < 100 * million ? 1 : 0;
    return fixed(tokens / million, decimals) + "M";
}

/// A step that is smaller than usual says which batch is the least usual one.
Text sizeWords(double tokens, double context)
{
    if (tokens < usualLeast)
        return {HW_TR("core",
                      "%1 {token|tokens} a step; pre-training takes 4M or more, a global batch of "
                      "%2"),
                {tokensText(tokens), grouped(std::llround(std::ceil(usualLeast / context)))}};
    if (tokens > usualMost)
        return {
            HW_TR("core", "%1 {token|tokens} a step, above the 4M to 60M that pre-training takes"),
            {tokensText(tokens)}};
    return {HW_TR("core", "%1 {token|tokens} a step, within the 4M to 60M that pre-training takes"),
            {tokensText(tokens)}};
}

/// A product of the ledger without its number: "5·s²·b·a" -> 5, "s²·b·a".
std::pair<std::int64_t, std::string> factored(const std::string& product)
{
    std::int64_t number = 1;
    const char* end = product.data() + product.size();
    const auto [rest, error] = std::from_chars(product.data(), end, number);
    if (error != std::errc())
        return {1, product};
    constexpr std::string_view times = "·";
    const std::string_view left(rest, static_cast<std::size_t>(end - rest));
    return left.starts_with(times) ? std::pair(number, std::string(left.substr(times.size())))
                                   : std::pair<std::int64_t, std::string>{1, product};
}

} // namespace

std::vector<Text> batchWords(const Estimate& estimate)
{
    const Resolved& plan = estimate.plan;
    if (!methodReads(methodOf(plan.method), "workload.global_batch")
        || plan.workload.task == Task::Inference)
        return {};
    const std::int64_t batch = plan.stepSequences();
    std::vector<Text> words;
    words.push_back(
        {HW_TR("core",
               "Accumulation steps: %1; sequences a step: %2 = %3 (micro-batch) × %4 (data "
               "parallel) × %1"),
         {grouped(plan.microBatches), grouped(batch), grouped(plan.workload.microBatch),
          grouped(plan.dataParallel)}});
    if (batch != bounded::times(plan.passSequences(), plan.microBatches))
        words.back() = {HW_TR("core", "Accumulation steps: %1; sequences a step: %2"),
                        {grouped(plan.microBatches), grouped(batch)}};
    if (!plan.isJob() && plan.trainsAll()) { // the usual sizes are those of pre-training
        const auto context = static_cast<double>(plan.workload.context);
        words.push_back(sizeWords(static_cast<double>(batch) * context, context));
    }
    return words;
}

std::vector<Text> methodWords(const Estimate& estimate)
{
    std::vector<Text> words;
    if (const Method& method = methodOf(estimate.plan.method); *method.flaw != '\0')
        words.push_back({method.flaw});
    words.insert(words.end(), estimate.answer.remarks.begin(), estimate.answer.remarks.end());
    return words;
}

std::vector<Text> ignoredWords(MethodId method, std::span<const KeyPath> ignored)
{
    std::vector<Text> words;
    const auto say = [&](const char* sentence, bool read) {
        std::vector<std::string> names;
        for (const KeyPath key : ignored)
            if (methodReads(methodOf(method), key) == read)
                names.emplace_back(key.text());
        if (!names.empty())
            words.push_back({sentence, {joined(names, " ")}});
    };
    say(HW_TR("core", "Not read by this method: %1"), false);
    say(HW_TR("core", "Without effect in this plan: %1"), true);
    return words;
}

Bytes LayerPart::bytes() const
{
    Bytes sum = 0;
    for (const Share& product : products)
        sum = bounded::plus(sum, product.bytes);
    return sum;
}

std::string LayerPart::formula() const
{
    std::string text;
    for (const Share& product : products)
        text += (text.empty() ? "" : " + ")
            + (product.number == 1 ? "" : std::to_string(product.number) + "·") + product.symbols;
    return text;
}

std::vector<LayerPart> layerParts(const Answer& answer)
{
    std::vector<LayerPart> parts;
    for (const Line& line : answer.ledger) {
        const std::size_t colon = line.step.find(": ");
        if (line.group != Group::Activations || line.scope != Scope::Layer
            || colon == std::string::npos)
            continue;
        const std::string name = line.step.substr(0, colon);
        auto part = std::ranges::find(parts, name, &LayerPart::name);
        if (part == parts.end())
            part = parts.insert(parts.end(), LayerPart{name, {}});
        const auto [number, symbols] = factored(line.formula);
        auto product = std::ranges::find(part->products, symbols, &LayerPart::Share::symbols);
        if (product == part->products.end())
            product = part->products.insert(part->products.end(), {0, symbols, 0});
        product->number += number;
        product->bytes = bounded::plus(product->bytes, line.each);
    }
    return parts;
}

std::vector<Text> layerWords(const Answer& answer, MemoryUnit unit)
{
    constexpr std::pair<std::string_view, const char*> sentences[] = {
        {"attention", HW_TR("core", "One layer keeps %1 %2 for attention: %3")},
        {"MLP", HW_TR("core", "One layer keeps %1 %2 for its MLP: %3")},
        {"full recompute", HW_TR("core", "One recomputed layer keeps %1 %2: %3")},
    };
    const auto size = static_cast<double>(bytesOf(unit));
    const auto amount = [size](Bytes bytes) { return fixed(static_cast<double>(bytes) / size, 2); };
    const std::vector<LayerPart> parts = layerParts(answer);
    std::vector<Text> words;
    for (const auto& [name, sentence] : sentences) {
        const auto part = std::ranges::find(parts, name, &LayerPart::name);
        if (part == parts.end())
            continue;
        std::string calculation = part->formula();
        if (part->products.size() > 1)
            for (const LayerPart::Share& product : part->products)
                calculation += (&product == &part->products.front() ? " = " : " + ")
                    + amount(product.bytes);
        words.push_back(
            {sentence,
             {amount(part->bytes()), unit == MemoryUnit::GiB ? "GiB" : "GB", calculation}});
    }
    return words;
}

} // namespace highwater
