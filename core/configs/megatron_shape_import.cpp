// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/expert_layers.h"
#include "core/configs/megatron_arguments.h"
#include "core/ledger/resolve.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <charconv>

namespace highwater {
namespace {

constexpr std::int64_t widest = 16777216, mostLayersOf = 65536;

/// The layers of "([0]*3+[1]*58)", a list of Python; empty for any other text.
std::vector<bool> layersIn(std::string_view list)
{
    std::vector<bool> layers;
    for (std::size_t at = list.find('['); at != std::string_view::npos;
         at = list.find('[', at + 1)) {
        const std::string_view rest = list.substr(at + 1);
        const bool isOne = rest.starts_with("1]");
        std::int64_t count = 1;
        if (rest.substr(std::min<std::size_t>(1, rest.size())).starts_with("]*"))
            std::from_chars(rest.data() + 3, rest.data() + rest.size(), count);
        const auto most = mostLayersOf - static_cast<std::int64_t>(layers.size());
        if ((!isOne && !rest.starts_with("0]")) || count < 0 || count > most)
            return {};
        layers.insert(layers.end(), static_cast<std::size_t>(count), isOne);
    }
    return layers;
}

void readExpertFlags(MegatronArguments& arguments, CustomModel& model)
{
    const auto experts = arguments.whole("--num-experts", 1, 65536);
    const auto top = arguments.whole("--moe-router-topk", 1, 65536);
    const auto width = arguments.whole("--moe-ffn-hidden-size", 1, widest);
    const auto shared = arguments.whole("--moe-shared-expert-intermediate-size", 1, widest);
    const auto layers = arguments.word("--moe-layer-freq");
    if (!experts)
        return;
    model.experts = experts;
    model.expertsPerToken = top.value_or(2);
    model.moeIntermediateSize = width;
    if (shared) {
        model.sharedExperts = 1;
        model.sharedIntermediate = shared;
    }
    if (!layers)
        return;
    if (const auto every = wholeIn(*layers); every && *every >= 1 && *every <= mostLayersOf) {
        model.moeEvery = every;
        return;
    }
    if (!setExpertLayers(model, layersIn(*layers)))
        arguments.log().note("--moe-layer-freq",
                             {HW_TR("core", "is not read: every layer has experts")});
}

void readLatentFlags(MegatronArguments& arguments, CustomModel& model)
{
    const auto query = arguments.whole("--q-lora-rank", 0, widest);
    const auto keys = arguments.whole("--kv-lora-rank", 1, widest);
    const auto plain = arguments.whole("--qk-head-dim", 1, mostLayersOf);
    const auto rotary = arguments.whole("--qk-pos-emb-head-dim", 1, mostLayersOf);
    const auto values = arguments.whole("--v-head-dim", 1, mostLayersOf);
    if (!arguments.flag("--multi-latent-attention"))
        return;
    // transformer_config.py: MLATransformerConfig.
    model.mlaQLoraRank = query.value_or(0);
    model.mlaKvLoraRank = keys.value_or(32);
    model.mlaQkNopeHeadDim = plain.value_or(128);
    model.mlaQkRopeHeadDim = rotary.value_or(64);
    model.mlaVHeadDim = values.value_or(128);
}

void readBiasFlags(MegatronArguments& arguments, CustomModel& model)
{
    const bool none = arguments.flag("--disable-bias-linear");
    const bool ofQkv = arguments.flag("--add-qkv-bias");
    if (!none)
        model.biases = true;
    else if (ofQkv)
        model.attnQkvBias = true;
}

void readPositions(MegatronArguments& arguments, CustomModel& model)
{
    const auto positions = arguments.whole("--max-position-embeddings", 1, 1000000000000);
    const std::string type
        = arguments.word("--position-embedding-type").value_or("learned_absolute");
    const bool rotary = arguments.flag("--use-rotary-position-embeddings");
    if (type == "learned_absolute" && !rotary)
        model.learnedPositions = std::min(positions.value_or(1024), widest);
    model.maxPositions = positions;
}

/// The size of the vocabulary. If no flag states it, it follows from a tokenizer, which is another
/// file.
std::int64_t vocabularyOf(MegatronArguments& arguments, const Catalog& catalog)
{
    SettingLog& log = arguments.log();
    if (const auto size = arguments.whole("--vocab-size", 1, widest))
        return *size;
    const auto shape = shapeOf(log.plan.model, catalog);
    const std::int64_t usual = shape ? shape->vocabulary : 50257;
    log.note("--vocab-size",
             {HW_TR("core", "is not in the file, as the tokenizer has it: %1 is taken"),
              {grouped(usual)}});
    return usual;
}

} // namespace

void readMegatronShape(MegatronArguments& arguments, const Catalog& catalog)
{
    SettingLog& log = arguments.log();
    const auto layers = arguments.whole("--num-layers", 1, mostLayersOf);
    const auto hidden = arguments.whole("--hidden-size", 1, widest);
    const auto heads = arguments.whole("--num-attention-heads", 1, mostLayersOf);
    CustomModel model;
    model.numLayers = layers;
    model.hiddenSize = hidden;
    model.numHeads = heads;
    const bool groups = arguments.flag("--group-query-attention");
    const auto keyHeads = arguments.whole("--num-query-groups", 1, mostLayersOf);
    if (groups)
        model.numKvHeads = keyHeads.value_or(1);
    model.headDim = arguments.whole("--kv-channels", 1, mostLayersOf);
    model.gated = arguments.flag("--swiglu");
    const auto width = arguments.whole("--ffn-hidden-size", 0, widest);
    const bool rms = arguments.word("--normalization").value_or("layernorm") == "rmsnorm";
    model.norm = rms ? Norm::RmsNorm : Norm::LayerNorm;
    if (arguments.flag("--qk-layernorm"))
        model.qkNorm = QkNorm::Head;
    model.tiedEmbeddings = !arguments.flag("--untie-embeddings-and-output-weights");
    readBiasFlags(arguments, model);
    readPositions(arguments, model);
    readExpertFlags(arguments, model);
    readLatentFlags(arguments, model);
    if (!layers || !hidden || !heads) {
        log.note("--num-layers",
                 {HW_TR("core",
                        "no whole architecture is in the file: the model of the open plan stays")});
        return;
    }
    // megatron/training/arguments.py: two thirds of 4 · hidden, in steps of 64, where it is gated.
    const std::int64_t usual
        = *model.gated ? std::max<std::int64_t>(64, *hidden * 8 / 3 / 64 * 64) : 4 * *hidden;
    model.intermediateSize = width ? *width : std::min(usual, widest);
    model.vocabSize = vocabularyOf(arguments, catalog);
    log.plan.model = model;
}

} // namespace highwater
