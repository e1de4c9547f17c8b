// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/family_rules.h"

#include "core/configs/model_reader.h"
#include "core/ledger/product.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace highwater {
namespace {

using bounded::plus, bounded::times;

/// The last layers, which use keys and values of layers before them: they have no product for
/// these, no norm of keys and no cache.
std::int64_t readLayersWithoutKeys(ModelReader& model, std::int64_t absent)
{
    const std::int64_t most = model.shape.layers - 1;
    model.shape.kvSharedLayers
        = model.fields.wholeOr({"num_kv_shared_layers"}, 0, most, std::min(absent, most));
    return model.shape.kvSharedLayers;
}

/// Whether such a layer has one: the first ones all have.
bool hasKeys(const ModelReader& model, std::int64_t layer, std::int64_t without)
{
    return layer < model.shape.layers - without;
}

/// A narrow input of each layer for each token: a table of them, a product that makes more of the
/// embedding, and in each layer a gate, a product back and a norm.
void addLayerInputs(ModelReader& model)
{
    const std::int64_t rows = model.width({"vocab_size_per_layer_input"}, 262144);
    const std::int64_t inputs
        = model.fields.wholeOr({"hidden_size_per_layer_input"}, 0, widestConfig, 256);
    if (inputs == 0)
        return;
    const Shape& shape = model.shape;
    model.addOutside(plus(times(plus(rows, shape.hidden), times(inputs, shape.layers)), inputs));
    model.add(plus(times(2 * shape.hidden, inputs), shape.hidden), shape.layers);
}

} // namespace

/// Gemma 3n: layers have further inputs, a second path of low rank (LAuReL, arXiv 2411.07501) and
/// several residual streams, of which one is computed and the others are predicted and corrected
/// (AltUp, arXiv 2301.13310); the last ones use earlier keys and values (transformers,
/// models/gemma3n).
void amendGemma3n(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    const Shape& shape = model.shape;
    const std::int64_t h = shape.hidden;
    const std::int64_t without = readLayersWithoutKeys(model, 15);
    const std::int64_t keys = times(shape.kvHeads, shape.headDim);
    model.add(-plus(times(2 * h, keys), shape.headDim), without);
    addLayerInputs(model);
    const std::int64_t rank = model.width({"laurel_rank"}, 64);
    model.add(plus(times(2 * h, rank), h), shape.layers);
    const std::int64_t streams = model.heads({"altup_num_inputs"}, 4);
    // A scale, the router with its norm, and coefficients that predict and correct.
    const std::int64_t mixing = plus(times(streams, streams), times(streams, streams * streams));
    model.add(plus(plus(2 * h, times(streams, h)), mixing), shape.layers);
    model.addOutside(times(2 * (streams - 1), times(h, h)));
    fields.find({"altup_active_idx", "altup_coef_clip", "altup_correct_scale"});
    model.note({},
               {HW_TR("core",
                      "One of %1 residual streams is counted while training, and the layers that "
                      "use earlier keys are counted with keys of their own"),
                {std::to_string(streams)}});
}

/// Gemma 4: global layers have wider heads, fewer of them for keys, whose products give the values
/// as well; a network beside the experts (transformers, models/gemma4).
void amendGemma4(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    const bool joins = fields.flagOr("attention_k_eq_v", false);
    shape.windowHeads = {shape.heads, shape.kvHeads, shape.headDim};
    shape.headDim = model.heads({"global_head_dim"}, 512);
    const std::int64_t global = model.heads({"num_global_key_value_heads"}, shape.kvHeads);
    if (joins)
        shape.kvHeads = global;
    if (!model.pattern.empty())
        model.pattern.back() = 'f';
    const std::int64_t shared = readLayersWithoutKeys(model, 0);
    const auto keys = [&](char letter) {
        return letter == 'f' ? times(shape.kvHeads, shape.headDim)
                             : times(shape.windowHeads.kvHeads, shape.windowHeads.headDim);
    };
    for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
        const char letter = model.pattern[static_cast<std::size_t>(layer)];
        const std::int64_t width = times(shape.hidden, keys(letter));
        if (!hasKeys(model, layer, shared))
            model.add(
                -plus(times(2, width), letter == 'f' ? shape.headDim : shape.windowHeads.headDim));
        else if (joins && letter == 'f')
            model.add(-width);
    }
    if (shape.windowHeads == WindowHeads{shape.heads, shape.kvHeads, shape.headDim})
        shape.windowHeads = {};
    if (fields.flagOr("use_double_wide_mlp", false) && shared > 0) {
        const std::int64_t all = times(shape.feedForward, shape.layers + shared);
        shape.feedForward = all / shape.layers;
        model.add(3 * shape.hidden, all % shape.layers);
    }
    model.add(shape.layers); // a scale of each layer
    if (fields.flagOr("enable_moe_block", false)) {
        shape.sharedWidth = shape.feedForward;
        model.add(4 * shape.hidden, shape.layers); // three norms, and the router's scale
    } else {
        shape.experts = shape.expertsPerToken = shape.expertWidth = 0;
        shape.routerBias = false;
    }
    addLayerInputs(model);
}

} // namespace highwater
