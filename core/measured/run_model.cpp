// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/run_model.h"

#include "core/ledger/resolve.h"
#include "core/ledger/weights.h"
#include "core/measured/run_source.h"
#include "core/plan/utf8.h"
#include "core/plan/validate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace highwater {
namespace {

/// The differences of a model family's architecture from Llama's.
struct RunFamily
{
    std::string_view name; ///< the start of the model's name, in small letters
    bool gpt = false; ///< LayerNorm, a plain MLP with GELU
    bool biases = false;
    bool tied = false;
    bool qkvBiases = false;
    std::int64_t headDim = 0; ///< where it is something other than hidden / heads
};

// From the models' own configurations (config.json, and litgpt/config.py for StableLM Alpha).
constexpr std::array modelFamilies{
    RunFamily{"gemma", false, false, true, false, 256},
    RunFamily{"qwen", false, false, false, true},
    RunFamily{"phi-1", true, true},
    RunFamily{"phi-2", true, true},
    RunFamily{"stablelm", true, true},
    RunFamily{"pythia", true, true},
    RunFamily{"mpt", true, true, true},
    RunFamily{"bert", true, true, true},
    RunFamily{"gpt", true, true, true},
    RunFamily{"opt", true, true, true},
    RunFamily{"falcon", true, false, true},
};

CustomModel shaped(const MeasuredRun& run, const RunFamily& family)
{
    CustomModel model;
    model.hiddenSize = run.hidden;
    model.numLayers = run.layers;
    model.numHeads = run.heads;
    model.numKvHeads = run.kvHeads;
    model.intermediateSize = run.ffn;
    model.vocabSize = run.vocab;
    if (family.headDim > 0)
        model.headDim = family.headDim;
    if (family.gpt) {
        model.norm = Norm::LayerNorm;
        model.activation = Activation::Gelu;
        model.gated = false;
    }
    model.biases = family.biases;
    if (family.qkvBiases)
        model.attnQkvBias = true;
    model.tiedEmbeddings = family.tied;
    return model;
}

/// Of the architectures that agree with the columns, the one with a parameter count nearest to the
/// number that the row states.
CustomModel fittedToParameters(const CustomModel& model, double parameters, std::int64_t context)
{
    CustomModel best = model;
    double nearest = std::numeric_limits<double>::infinity();
    const bool gpt = model.gated == false;
    for (const bool otherTying : {false, true})
        for (const bool learned : {false, true})
            for (const bool otherBiases : {false, true}) {
                if (!gpt && (learned || otherBiases))
                    continue;
                CustomModel tried = model;
                tried.tiedEmbeddings = model.tiedEmbeddings.value_or(false) != otherTying;
                tried.biases = model.biases.value_or(false) != otherBiases;
                if (learned)
                    tried.learnedPositions = context;
                Plan plan;
                plan.model = tried;
                if (!validate(plan).empty())
                    continue;
                const auto shape = shapeOf(tried);
                if (!shape)
                    continue;
                const double distance
                    = std::abs(static_cast<double>(countWeights(*shape).total) - parameters);
                if (distance < nearest) {
                    nearest = distance;
                    best = tried;
                }
            }
    return best;
}

bool agrees(const MeasuredRun& run, const Shape& shape)
{
    const auto same = [](const std::optional<std::int64_t>& column, std::int64_t value) {
        return !column || *column == value;
    };
    return same(run.layers, shape.layers) && same(run.hidden, shape.hidden)
        && same(run.heads, shape.heads) && same(run.kvHeads, shape.kvHeads)
        && same(run.ffn, shape.feedForward) && same(run.vocab, shape.vocabulary);
}

/// The words of a card's name: "NVIDIA A100-SXM4-80GB" is nvidia, a100, sxm4, 80gb.
std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words;
    bool inWord = false;
    for (const char letter : lowered(text)) {
        const bool belongs = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
        if (belongs && !inWord)
            words.emplace_back();
        if (belongs)
            words.back() += letter;
        inWord = belongs;
    }
    return words;
}

/// 80 of "80gb".
std::optional<std::int64_t> gigabytesOf(const std::string& word)
{
    std::int64_t size = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), size);
    constexpr std::int64_t most = 100'000;
    if (error != std::errc() || size <= 0 || size > most
        || std::string_view(end, static_cast<std::size_t>(word.data() + word.size() - end)) != "gb")
        return std::nullopt;
    return size;
}

/// A card of the catalogue that a row names.
struct NamedCard
{
    const Device* device = nullptr;
    bool oneSize = true; ///< all cards that match the row as well have the same memory
};

/// A row names a card where a word with a number is a word of the card's id (h100, 4090). The card
/// with the most of these words is chosen; of equals, the first.
NamedCard cardNamed(const std::vector<std::string>& names, std::optional<std::int64_t> gigabytes,
                    const Catalog& catalog)
{
    const auto isNumbered = [](const std::string& word) {
        return word.find_first_of("0123456789") != std::string::npos && !word.starts_with("sxm");
    };
    NamedCard card;
    std::ptrdiff_t most = 0;
    for (const Device& device : catalog.devices()) {
        const std::vector<std::string> known = wordsOf(device.id);
        const auto isKnown = [&](const std::string& name) {
            return name.size() > 1 && std::ranges::find(known, name) != known.end();
        };
        const auto size = std::llround(device.marketedGb);
        const auto matched = std::ranges::count_if(names, isKnown);
        const bool numbered = std::ranges::any_of(
            names, [&](const std::string& name) { return isNumbered(name) && isKnown(name); });
        if (!numbered || matched < most || (gigabytes && *gigabytes != size))
            continue;
        if (matched > most) {
            card = {&device, true};
            most = matched;
        } else if (std::llround(card.device->marketedGb) != size) {
            card.oneSize = false;
        }
    }
    return card;
}

} // namespace

std::variant<ModelChoice, Text> modelOf(const MeasuredRun& run, const Catalog& catalog,
                                        bool tiesWeights)
{
    const Model* listed = run.model.empty() ? nullptr : catalog.modelTyped(run.model);
    if (listed && agrees(run, listed->shape)) {
        if (tiesWeights || !listed->shape.tied)
            return ModelChoice(CatalogModel{listed->id});
        Shape shape = listed->shape;
        shape.tied = false;
        return ModelChoice(customOf(shape));
    }
    if (!run.layers || !run.hidden || !run.heads || !run.ffn)
        return Text{HW_TR("core", "the shape of the model is not stated")};
    if (!run.vocab)
        return Text{HW_TR("core", "the vocabulary is not stated")};

    const std::string name = lowered(run.model);
    const auto family = std::ranges::find_if(
        modelFamilies, [&](const RunFamily& known) { return name.starts_with(known.name); });
    CustomModel model = shaped(run, family == modelFamilies.end() ? RunFamily{} : *family);
    if (run.params)
        model = fittedToParameters(model, *run.params, run.seq.value_or(0));
    if (!tiesWeights)
        model.tiedEmbeddings = false;
    return ModelChoice(model);
}

RunDevice deviceOf(const MeasuredRun& run, const Catalog& catalog)
{
    RunDevice found{Cluster{}.device, {}, false};
    if (run.capacityMib) {
        found.capacity = bounded::times(*run.capacityMib, mib);
        found.capacityKnown = true;
    }
    std::optional<std::int64_t> gigabytes;
    std::vector<std::string> names;
    for (const std::string& word : wordsOf(run.gpuType.substr(0, run.gpuType.find('(')))) {
        if (const auto size = gigabytesOf(word))
            gigabytes = size;
        else
            names.push_back(word);
    }

    const NamedCard card = cardNamed(names, gigabytes, catalog);
    if (card.device) {
        found.device = card.device->id;
        found.capacityKnown = found.capacityKnown || card.oneSize;
    } else if (gigabytes && !found.capacity) {
        found.capacity = *gigabytes * gib; // the catalogue reads a marketed size in the same way
        found.capacityKnown = true;
    }
    return found;
}

} // namespace highwater
