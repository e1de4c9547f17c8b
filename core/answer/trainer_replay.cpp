// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/trainer_replay.h"

#include "core/ledger/framework.h"
#include "core/ledger/frameworks/deepspeed_engine.h"
#include "core/ledger/narrow_format.h"
#include "core/ledger/optimizer.h"
#include "core/ledger/overhead.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace highwater {
namespace {

constexpr std::int64_t powerBelow(std::int64_t value)
{
    return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(value)));
}

/// The buffer in which the thread blocks of a kernel that adds rows up leave their 32-bit sums, for
/// 16-bit columns: 0 where one thread block does all rows of its columns (PyTorch,
/// ATen/native/cuda/Reduce.cuh: setReduceConfig, ReduceConfig::global_memory_size).
Bytes sumScratch(std::int64_t rows, std::int64_t columns)
{
    constexpr std::int64_t mostThreads = 512, warp = 32;
    constexpr std::int64_t leastValues = 16, mostValues = 256; // of a thread
    constexpr std::int64_t multiprocessors = 132, threadsOfEach = 2048; // H100
    const std::int64_t each = columns % 4 == 0 ? 4
        : columns % 2 == 0                     ? 2
                                               : 1; // columns of a thread
    const std::int64_t threads = mostThreads / each;
    const std::int64_t across = columns / each;
    const std::int64_t most = across < threads ? powerBelow(across) : threads;
    const std::int64_t height
        = std::min(rows < threads ? powerBelow(rows) : threads, threads / std::min(most, warp));
    const std::int64_t width = std::min(most, threads / height);
    if (rows < height * leastValues && rows < mostValues)
        return 0;
    const std::int64_t values = shareOf(rows, height);
    const std::int64_t grid = shareOf(across, width);
    const std::int64_t wanted = multiprocessors * (threadsOfEach / (width * height));
    if (values < mostValues || grid > wanted)
        return 0;
    const std::int64_t blocks = std::max(
        std::min(shareOf(wanted, grid), shareOf(values, leastValues)), shareOf(values, mostValues));
    return blocks > 1 ? 4 * columns * blocks * width * each : 0;
}

/// Whether the model's layers are Llama's: an RMSNorm before attention and MLP, rotary positions,
/// no biases, a gated MLP.
bool hasLlamaLayers(const Shape& shape)
{
    return shape.norm == Norm::RmsNorm && shape.activation == Activation::Silu && shape.gated
        && shape.qkNorm == QkNorm::None && !shape.qkvBias && !shape.outBias && !shape.mlpBias
        && shape.normsPerLayer == 2 && shape.normVectors == 1 && shape.finalNorm
        && shape.learnedPositions == 0 && shape.embeddingWidth == 0 && shape.extraFinal == 0
        && shape.extraAttention == 0 && shape.visionParameters == 0 && !shape.isLatent()
        && !shape.scalarHead && shape.experts == 0 && !shape.isHybrid() && shape.valueHeadDim == 0;
}

bool runsWhole(const Resolved& plan)
{
    const Layout& layout = plan.layout;
    return layout.tensor * layout.pipeline * layout.context == 1 && !plan.offloadsStates()
        && !plan.offloadsParameters() && !plan.offloadsActivations();
}

bool isOnOneGpu(const Resolved& plan)
{
    return plan.profile->runsTrainer && plan.dataParallel == 1 && plan.layout.zero == 0;
}

bool adaptsLayersOnly(const Adapter& adapter)
{
    return adapter.kind == AdapterKind::Lora && isLowRank(adapter) && !adapter.dora
        && adapter.dropout == 0 && adapter.modulesToSave.empty()
        && countTargets(adapter, AdapterTarget::Head, AdapterTarget::Embedding) == 0;
}

/// DeepSpeed's engine of today with states in 32 bits: weights, adapters and gradients are of 16.
bool isSecondStage(const Resolved& plan)
{
    const Choices& choices = plan.choices;
    return plan.usesDeepSpeed() && plan.layout.zero == 2
        && choices.precision == Precision::Bf16Mixed && choices.masterWeights
        && choices.gradients == Gradients::Bf16 && choices.moments == Moments::Fp32
        && !plan.makesBucketsFirst() && (plan.trainsAll() || adaptsLayersOnly(plan.adapter));
}

} // namespace

bool isTrainerStep(const Resolved& plan)
{
    const Choices& choices = plan.choices;
    const bool shared = isSecondStage(plan);
    const bool sixteenBits = shared
        || (plan.trainsAll() ? isSixteenBitsAlone(choices.precision)
                    && choices.gradients == Gradients::Bf16 && !choices.masterWeights
                             : (isSixteenBitsAlone(choices.precision)
                                || choices.precision == Precision::Bf16Mixed)
                    && plan.floatAdapters() && !plan.floatBase() && adaptsLayersOnly(plan.adapter));
    const std::int64_t window = plan.shape.window;
    constexpr Version oldest{4, 50}; // with the loss's tensors of today
    return (shared || isOnOneGpu(plan)) && choices.transformers >= oldest && !choices.holdsLogits
        && !plan.serves() && !plan.role && runsWhole(plan) && hasLlamaLayers(plan.shape)
        && (window == 0 || window >= plan.workload.context) && !plan.packs && !plan.freezesSome()
        && !plan.tilesMlp() && sixteenBits && choices.optimizer == Optimizer::AdamW
        && !plan.stepsInBackward() && !choices.dropout && choices.attention == Attention::Flash
        && choices.normKernels == Kernels::Eager && choices.mlpKernels == Kernels::Eager
        && choices.adapterKernels == Kernels::Eager && choices.loss == Loss::Full
        && choices.recompute != Recompute::Selective && plan.recipe.predictionLayers == 0
        && !plan.pattern.marksSome() && !plan.pattern.groups();
}

TrainerReplay::TrainerReplay(const Resolved& plan, std::int64_t passes, ReplayMemory& memory,
                             Mark mark)
    : m_plan(plan)
    , m_shape(plan.shape)
    , m_memory(memory)
    , m_mark(std::move(mark))
    , m_passes(passes)
    , m_tokens(plan.tokensPerMicroBatch())
    , m_rank(plan.trainsAll() ? 0 : plan.adapter.rank)
    , m_recomputes(plan.choices.recompute == Recompute::Full)
    , m_reentrant(plan.choices.reentrant)
    , m_repeatsKeys(plan.choices.expandsKeys && plan.shape.kvHeads != plan.shape.heads)
    , m_copiesAttended(plan.choices.copiesAttended)
    , m_normScratch(sumScratch(m_tokens, plan.shape.hidden))
    , m_workspaceBytes(workspaceOfThread(*plan.device))
{
    const std::int64_t hidden = m_shape.hidden, query = m_shape.queryWidth(),
                       key = m_shape.keyWidth(), inner = m_shape.feedForward;
    const auto width = [&](std::int64_t in, std::int64_t out, AdapterTarget target) {
        return Width{in, out, m_rank > 0 && hasTarget(plan.adapter, target)};
    };
    m_products
        = {width(hidden, query, AdapterTarget::Q),    width(hidden, key, AdapterTarget::K),
           width(hidden, key, AdapterTarget::V),      width(query, hidden, AdapterTarget::O),
           width(hidden, inner, AdapterTarget::Gate), width(hidden, inner, AdapterTarget::Up),
           width(inner, hidden, AdapterTarget::Down)};
    if (isSecondStage(plan))
        useEngine();
}

/// Gradients are made from the head and its norm on, of the last layer first: down, up, gate, norm,
/// output, value, key, query and norm, the second factor of an adapter before the first; then of
/// the embedding.
void TrainerReplay::useEngine()
{
    constexpr auto matrices = EngineGradients::Matrices, vectors = EngineGradients::Vectors;
    const auto layers = static_cast<std::size_t>(m_shape.layers);
    const std::int64_t hidden = m_shape.hidden, root = m_shape.vocabulary * hidden;
    const bool all = m_rank == 0;
    std::vector<std::int64_t> entries;
    std::vector<std::array<std::vector<std::size_t>, productCount>> places(layers);
    const auto add = [&](std::int64_t each) {
        entries.push_back(each);
        return entries.size() - 1;
    };
    if (all)
        add(root);
    for (auto& layer : places)
        for (std::size_t which = 0; which < productCount; ++which) {
            const Width& each = m_products[which];
            if (all)
                layer[which] = {add(each.in * each.out)};
            else if (each.adapted)
                layer[which] = {add(m_rank * each.in), add(m_rank * each.out)};
        }
    if (all && !m_plan.isTied())
        m_order.push_back({matrices, add(root)});
    if (all)
        m_order.push_back({vectors, 2 * layers});
    for (std::size_t layer = layers; layer-- > 0;) {
        for (const Product which : {Down, Up, Gate, Output, Value, Key, Query}) {
            if (all && which == Output)
                m_order.push_back({vectors, 2 * layer + 1});
            const auto& of = places[layer][which];
            for (std::size_t i = of.size(); i-- > 0;)
                m_order.push_back({matrices, of[i]});
        }
        if (all)
            m_order.push_back({vectors, 2 * layer});
    }
    if (all)
        m_order.push_back({matrices, 0});
    const std::vector<std::int64_t> norms(all ? 2 * layers + 1 : 0, hidden);
    m_engine.emplace(m_plan, entries, norms, m_memory);
    m_narrowFactors = !all;
}

/// Ends the gradients of the operator before: they are added to earlier ones, or the engine takes
/// them.
void TrainerReplay::settle()
{
    m_memory.drop(m_added);
    for (const Block gradient : std::exchange(m_taken, {})) {
        const Place& place = m_order[m_takenCount++];
        m_engine->take(gradient, place.group, place.weight);
    }
}

Bytes TrainerReplay::workspacesMade() const
{
    return m_workspaceBytes * (2 - std::ranges::count(m_workspaces, none));
}

/// The first product of a thread makes cuBLAS's workspace.
void TrainerReplay::makeWorkspace(bool backward)
{
    if (Block& workspace = m_workspaces[backward ? 1 : 0]; workspace == none)
        workspace = make(m_workspaceBytes);
}

/// The modules in their order, as Module.to() walks through them.
void TrainerReplay::load()
{
    const Bytes root = 2 * m_shape.vocabulary * m_shape.hidden;
    const Bytes ofFactors = m_narrowFactors ? 2 : 4;
    std::array<std::vector<Block>, EngineGradients::groupCount> trained;
    auto& [matrices, vectors] = trained;
    std::vector<Block> frozen;
    auto& weights = m_rank == 0 ? matrices : frozen;
    auto& norms = m_rank == 0 ? vectors : frozen;
    weights.push_back(make(root));
    for (std::int64_t layer = 0; layer < m_shape.layers; ++layer) {
        for (const Width& each : m_products) {
            weights.push_back(make(2 * each.in * each.out));
            if (each.adapted) {
                matrices.push_back(make(ofFactors * m_rank * each.in));
                matrices.push_back(make(ofFactors * m_rank * each.out));
            }
        }
        norms.push_back(make(2 * m_shape.hidden));
        norms.push_back(make(2 * m_shape.hidden));
    }
    norms.push_back(make(2 * m_shape.hidden));
    make(2 * m_shape.headDim); // inverse frequencies, and a copy of them
    make(2 * m_shape.headDim);
    if (!m_plan.isTied())
        weights.push_back(make(root));
    if (m_engine)
        m_engine->load(std::move(trained),
                       m_rank > 0 || frameworks::flattensHere(m_plan, StageLayers{}));
    m_mark(Phase::Load, -1, -1);
}

/// Entries of each weight that is trained, in the order of Module.parameters().
std::vector<std::int64_t> TrainerReplay::trainedWeights() const
{
    const std::int64_t hidden = m_shape.hidden, root = m_shape.vocabulary * hidden;
    std::vector<std::int64_t> all;
    if (m_rank == 0)
        all.push_back(root);
    for (std::int64_t layer = 0; layer < m_shape.layers; ++layer) {
        for (const Width& each : m_products) {
            if (m_rank == 0)
                all.push_back(each.in * each.out);
            if (each.adapted)
                all.insert(all.end(), {m_rank * each.in, m_rank * each.out});
        }
        if (m_rank == 0)
            all.insert(all.end(), {hidden, hidden});
    }
    if (m_rank == 0) {
        all.push_back(hidden);
        if (!m_plan.isTied())
            all.push_back(root);
    }
    return all;
}

void TrainerReplay::step()
{
    m_mark(Phase::Forward, -1, -1);
    batches();
    for (std::int64_t pass = 0; pass < m_passes; ++pass)
        microBatch(pass);
    if (m_engine) {
        m_engine->step();
    } else {
        clip();
        optimize();
    }
    m_memory.drop(m_gradients);
    m_memory.drop(m_losses);
    m_mark(Phase::Step, -1, -1);
}

/// Tokens, labels and masks of a step, which replace those of the step before, and the number of
/// labels (trainer.py: get_batch_samples, _get_num_items_in_batch).
void TrainerReplay::batches()
{
    std::vector<Block> before = std::exchange(m_inputs, {});
    for (std::int64_t i = 0; i < 3 * m_passes; ++i)
        m_inputs.push_back(make(8 * m_tokens));
    for (std::int64_t pass = 0; pass < m_passes; ++pass) {
        const std::int64_t labels = m_tokens - m_plan.workload.microBatch;
        Block isLabel = make(labels), sum = make(8);
        passing(8 * labels);
        drop(isLabel);
        Block total = make(8);
        drop(sum);
        m_inputs.push_back(make(4));
        drop(total);
    }
    m_memory.drop(before);
}

/// Cosines and sines of the positions (LlamaRotaryEmbedding.forward).
void TrainerReplay::positions()
{
    const std::int64_t context = m_plan.workload.context, values = context * m_shape.headDim;
    Block floats = make(4 * context), frequencies = make(2 * values);
    if (m_plan.choices.transformers < Version{5, 19}) // it was a product of matrices
        makeWorkspace(false);
    drop(floats);
    Block joined = make(4 * values);
    std::array<Block, 2> scaled{};
    for (Block& each : scaled) {
        Block plain = make(4 * values);
        each = make(4 * values);
        drop(plain);
    }
    m_cosine = make(2 * values);
    m_sine = make(2 * values);
    dropAll(frequencies, joined, scaled[0], scaled[1]);
}

void TrainerReplay::microBatch(std::int64_t pass)
{
    m_adds = pass > 0;
    const std::int64_t context = m_plan.workload.context;
    Block embedded = make(wide(m_shape.hidden));
    Block count = make(8 * context), places = make(8 * context);
    drop(count);
    Block mask = make(m_tokens), sum = make(8); // whether any token is padding
    passing(8 * m_tokens);
    passing(1);
    dropAll(sum, mask);
    positions();

    std::vector<LayerBlocks> layers(static_cast<std::size_t>(m_shape.layers));
    Block x = embedded;
    for (std::int64_t i = 0; i < m_shape.layers; ++i) {
        LayerBlocks& layer = layers[static_cast<std::size_t>(i)];
        layer.input = x;
        // No weight before the first norm is trained by an adapter.
        const bool trainsInput = i > 0 || m_rank == 0;
        x = forward(layer, m_recomputes ? Pass::Checkpointed : Pass::Kept, trainsInput);
        if (!m_recomputes && i > 0)
            drop(layer.input);
        m_mark(Phase::Forward, pass, i);
    }
    NormBlocks last;
    norm(last, true);
    dropAll(x, places);
    if (!m_recomputes)
        drop(embedded);
    Block gradient = loss(pass, last);
    for (std::int64_t i = m_shape.layers; i-- > 0;) {
        LayerBlocks& layer = layers[static_cast<std::size_t>(i)];
        // The scaled adapter of the last product goes backward before anything is recomputed.
        const bool scales = m_recomputes && !m_reentrant && m_products[Down].adapted;
        const Block scaled = scales ? make(wide(m_shape.hidden)) : none;
        Block output = none;
        if (m_recomputes)
            output = forward(layer, m_reentrant ? Pass::Kept : Pass::Recomputed, true);
        backward(layer, gradient, i == 0, scaled);
        drop(output);
        m_mark(Phase::Backward, pass, i);
    }
    if (m_rank == 0)
        embeddingBackward(gradient);
    else if (m_recomputes)
        drop(gradient);
    if (m_engine)
        m_engine->endPass(pass == 0);
    m_takenCount = 0;
    m_mark(Phase::Backward, pass, 0);
}

/// The head, cross entropy over 32-bit logits and their way back (ForCausalLMLoss); accelerate
/// casts the logits that the model returns (utils/operations.py: convert_outputs_to_fp32). Returns
/// the gradient of the last layer's output.
TrainerReplay::Block TrainerReplay::loss(std::int64_t pass, NormBlocks& norm)
{
    const std::int64_t vocabulary = m_shape.vocabulary, hidden = m_shape.hidden;
    Block logits = make(wide(vocabulary)), floats = make(wide32(vocabulary));
    Block padded = make(8 * (m_tokens + m_plan.workload.microBatch)), labels = make(8 * m_tokens);
    Block probabilities = make(wide32(vocabulary));
    Block weight = make(4), total = make(4);
    m_losses.push_back(make(4));
    dropAll(weight, floats, padded);
    if (m_rank > 0)
        drop(norm.output); // a frozen head keeps no input
    m_memory.drop(m_casts); // autocast ends
    if (!m_engine)
        passing(wide32(vocabulary));
    drop(logits);
    m_mark(Phase::Head, pass, -1);
    Block scaled = make(4), one = make(4);
    Block ofProbabilities = make(wide32(vocabulary));
    dropAll(total, labels);
    Block ofFloats = make(wide32(vocabulary));
    dropAll(ofProbabilities, probabilities);
    Block ofLogits = make(wide(vocabulary));
    drop(ofFloats);
    if (m_rank == 0) {
        m_headGradient = make(2 * vocabulary * hidden);
        makeWorkspace(true);
    }
    Block gradient = make(wide(hidden));
    makeWorkspace(true);
    drop(ofLogits);
    if (m_rank == 0) {
        drop(norm.output);
        if (!m_plan.isTied()) {
            keep(std::exchange(m_headGradient, none));
            if (m_engine)
                settle();
        }
    }
    for (int slice = 0; slice < 3; ++slice) // of all rows, and views of them
        replace(gradient, wide(hidden));
    gradient = normBackward(norm, gradient);
    m_mark(Phase::Loss, pass, -1);
    dropAll(scaled, one);
    return gradient;
}

/// LlamaRMSNorm.forward.
void TrainerReplay::norm(NormBlocks& blocks, bool keeps)
{
    const Bytes wide16 = wide(m_shape.hidden), floats = wide32(m_shape.hidden),
                ofTokens = 4 * m_tokens;
    blocks.input32 = make(floats);
    Block squares = make(floats), variance = make(ofTokens);
    drop(squares);
    Block shifted = make(ofTokens);
    blocks.rate = make(ofTokens);
    drop(shifted);
    Block scaled = make(floats);
    if (!keeps)
        dropAll(blocks.rate, blocks.input32);
    blocks.normed = make(wide16);
    blocks.output = make(wide16);
    if (!keeps || m_rank > 0) // the gradient of a frozen weight needs nothing
        drop(blocks.normed);
    dropAll(scaled, variance);
}

/// A product, with an adapter PEFT's Linear.forward: a cast of its input to the adapter's 32 bits,
/// which autocast casts back, two products, a scaled and an added output.
TrainerReplay::Block TrainerReplay::product(Product which, AdapterBlocks& kept, bool keeps)
{
    const Width& width = m_products[which];
    Block base = make(wide(width.out));
    makeWorkspace(false);
    if (!width.adapted)
        return base;
    if (m_narrowFactors) {
        kept.inner = make(wide(m_rank));
        Block added = make(wide(width.out));
        if (!keeps)
            drop(kept.inner);
        Block scaled = make(wide(width.out));
        drop(added);
        const Block sum = make(wide(width.out));
        dropAll(scaled, base);
        return sum;
    }
    Block input32 = make(wide32(width.in));
    kept.first = make(2 * m_rank * width.in);
    kept.input = make(wide(width.in));
    kept.inner = make(wide(m_rank));
    if (!keeps)
        drop(kept.input);
    kept.second = make(2 * m_rank * width.out);
    Block added = make(wide(width.out));
    if (!keeps) {
        drop(kept.inner);
        m_casts.insert(m_casts.end(), {kept.first, kept.second});
        kept = {};
    }
    Block scaled = make(wide(width.out));
    drop(added);
    const Block sum = make(wide(width.out));
    dropAll(scaled, base, input32);
    return sum;
}

/// apply_rotary_pos_emb of one tensor; its input stays.
TrainerReplay::Block TrainerReplay::rotated(Bytes bytes)
{
    Block ofCosine = make(bytes), half = make(bytes / 2), turned = make(bytes);
    drop(half);
    Block ofSine = make(bytes);
    drop(turned);
    const Block sum = make(bytes);
    dropAll(ofCosine, ofSine);
    return sum;
}

/// LlamaDecoderLayer.forward. Returns the layer's output, none after a recomputation.
TrainerReplay::Block TrainerReplay::forward(LayerBlocks& blocks, Pass pass, bool trainsInput)
{
    const bool keeps = pass != Pass::Checkpointed;
    norm(blocks.attentionNorm, keeps && trainsInput);
    attention(blocks, keeps);
    norm(blocks.mlpNorm, keeps);
    return mlp(blocks, pass);
}

void TrainerReplay::attention(LayerBlocks& blocks, bool keeps)
{
    auto& adapters = blocks.adapters;
    Block query = product(Query, adapters[Query], keeps), key = product(Key, adapters[Key], keeps);
    blocks.value = product(Value, adapters[Value], keeps);
    blocks.query = rotated(wide(m_shape.queryWidth()));
    blocks.key = rotated(wide(m_shape.keyWidth()));
    dropAll(query, key);
    std::array<Block, 3> copied{none, none, none};
    if (m_copiesAttended) {
        copied = {blocks.query, blocks.key, blocks.value};
        const Bytes width = wide(m_repeatsKeys ? m_shape.queryWidth() : m_shape.keyWidth());
        if (!m_repeatsKeys)
            blocks.query = make(wide(m_shape.queryWidth()));
        blocks.key = make(width);
        blocks.value = make(width);
        if (m_repeatsKeys)
            blocks.query = make(width);
    }
    blocks.attended = make(wide(m_shape.queryWidth()));
    blocks.exponents = make(4 * m_tokens * m_shape.heads);
    if (!keeps)
        drop(blocks.exponents);
    if (m_copiesAttended) {
        blocks.projected = make(wide(m_shape.queryWidth()));
        if (!keeps)
            dropAll(blocks.attended, blocks.query, blocks.key, blocks.value);
    }
    Block output = product(Output, adapters[Output], keeps);
    if (!keeps || m_rank > 0)
        drop(blocks.projected);
    dropAll(copied[0], copied[1], copied[2]);
    if (!keeps)
        dropAll(blocks.attended, blocks.query, blocks.key, blocks.value);
    if (!keeps || m_rank > 0)
        endInput(blocks.attentionNorm.output, adapters, {Query, Key, Value}, keeps);
    blocks.sum = make(wide(m_shape.hidden));
    drop(output);
}

/// The input of products ends, unless adapters of its own width keep it: then with the first one
/// of `users` that has an adapter, which is the last to go backward.
void TrainerReplay::endInput(Block& input, std::array<AdapterBlocks, productCount>& adapters,
                             std::initializer_list<Product> users, bool keeps)
{
    if (keeps && m_narrowFactors)
        for (const Product user : users)
            if (m_products[user].adapted) {
                adapters[user].input = std::exchange(input, none);
                return;
            }
    drop(input);
}

TrainerReplay::Block TrainerReplay::mlp(LayerBlocks& blocks, Pass pass)
{
    const bool keeps = pass != Pass::Checkpointed;
    auto& adapters = blocks.adapters;
    const Bytes inner = wide(m_shape.feedForward);
    blocks.gate = product(Gate, adapters[Gate], keeps);
    blocks.activated = make(inner);
    if (!keeps)
        drop(blocks.gate);
    blocks.up = product(Up, adapters[Up], keeps);
    blocks.gated = make(inner);
    if (!keeps)
        dropAll(blocks.activated, blocks.up);
    // A checkpoint stops its recomputation at the last tensor that the backward pass asks for
    // (torch/utils/checkpoint.py: set_checkpoint_early_stop).
    if (pass == Pass::Recomputed) {
        if (m_narrowFactors) {
            if (m_products[Down].adapted) {
                Block base = make(wide(m_shape.hidden));
                adapters[Down].inner = make(wide(m_rank));
                drop(base);
            }
            endInput(blocks.gated, adapters, {Down}, true);
            endInput(blocks.mlpNorm.output, adapters, {Gate, Up}, true);
        } else if (m_products[Down].adapted) {
            AdapterBlocks& kept = adapters[Down];
            Block base = make(wide(m_shape.hidden)), input32 = make(wide32(m_shape.feedForward));
            kept.first = make(2 * m_rank * m_shape.feedForward);
            kept.input = make(inner);
            kept.inner = make(wide(m_rank));
            kept.second = make(2 * m_rank * m_shape.hidden);
            dropAll(input32, base, blocks.gated, blocks.mlpNorm.output);
        } else if (m_rank > 0) {
            dropAll(blocks.gated, blocks.mlpNorm.output);
        }
        drop(blocks.sum);
        return none;
    }
    Block down = product(Down, adapters[Down], keeps);
    if (!keeps || m_rank > 0) {
        endInput(blocks.gated, adapters, {Down}, keeps);
        endInput(blocks.mlpNorm.output, adapters, {Gate, Up}, keeps);
    }
    const Block output = make(wide(m_shape.hidden));
    dropAll(down, blocks.sum);
    return output;
}

/// The gradient of a weight stays to the end of the step, or is added to an earlier one once the
/// operator that makes it has ended.
void TrainerReplay::keepGradient(Bytes bytes)
{
    keep(make(bytes));
}

void TrainerReplay::keep(Block gradient)
{
    (m_engine ? m_taken : m_adds ? m_added : m_gradients).push_back(gradient);
}

/// The derivatives of LlamaRMSNorm's operators in turn. Ends `gradient`; `last` goes with the
/// norm's own tensors. Returns the gradient of the input.
TrainerReplay::Block TrainerReplay::normBackward(NormBlocks& blocks, Block& gradient, Block* last)
{
    const Bytes wide16 = wide(m_shape.hidden), floats = wide32(m_shape.hidden),
                ofTokens = 4 * m_tokens;
    Block ofNormed = make(wide16);
    if (m_rank == 0) {
        Block rows = make(wide16);
        if (m_recomputes && !m_reentrant)
            drop(blocks.normed);
        keepGradient(2 * m_shape.hidden);
        if (m_normScratch > 0)
            passing(m_normScratch);
        drop(rows);
    }
    drop(gradient);
    m_memory.drop(std::exchange(blocks.normed, none));
    Block floatsOfNormed = make(floats);
    drop(ofNormed);
    Block ofRateRows = make(floats), direct = make(floats), ofRate = make(ofTokens);
    dropAll(ofRateRows, floatsOfNormed);
    Block power = make(ofTokens), product = make(ofTokens), ofVariance = make(ofTokens);
    dropAll(product, power, ofRate, blocks.rate);
    Block spread = make(floats);
    drop(ofVariance);
    Block twice = make(floats), square = make(floats), ofSquares = make(floats);
    dropAll(square, twice, spread, blocks.input32);
    if (last)
        drop(*last);
    if (std::exchange(m_endsPositions, false))
        dropAll(m_cosine, m_sine);
    drop(ofSquares);
    const Block result = make(wide16);
    drop(direct);
    return result;
}

/// The backward pass of an adapter, from the gradient of its scaled output on. Returns the gradient
/// of the product's input.
TrainerReplay::Block TrainerReplay::factorsBackward(Product which, AdapterBlocks& kept,
                                                    Block scaled, bool reachesInput)
{
    const Width& width = m_products[which];
    Block ofSecond = make(2 * m_rank * width.out), ofInner = make(wide(m_rank));
    if (m_narrowFactors) {
        keep(ofSecond);
        dropAll(scaled, kept.inner);
        keep(make(2 * m_rank * width.in));
        const Block ofInput = reachesInput ? make(wide(width.in)) : none;
        dropAll(ofInner, kept.input);
        return ofInput;
    }
    dropAll(scaled, kept.second, kept.inner);
    keepGradient(4 * m_rank * width.out);
    drop(ofSecond);
    Block ofFirst = make(2 * m_rank * width.in);
    Block ofInput = reachesInput ? make(wide(width.in)) : none;
    dropAll(ofInner, kept.first, kept.input);
    Block floats = reachesInput ? make(wide32(width.in)) : none;
    drop(ofInput);
    keepGradient(4 * m_rank * width.in);
    drop(ofFirst);
    const Block result = reachesInput ? make(wide(width.in)) : none;
    drop(floats);
    return result;
}

/// The backward pass of a product of frozen weights and its adapter. `drops`: the gradient of the
/// output ends here. `sum`: the gradient of the input so far, to which this one is added in place.
TrainerReplay::Block TrainerReplay::productBackward(Product which, AdapterBlocks& kept,
                                                    Block& gradient, bool drops, Block* sum,
                                                    bool reachesInput)
{
    const Width& width = m_products[which];
    Block result = none;
    if (width.adapted)
        result = factorsBackward(which, kept, make(wide(width.out)), reachesInput);
    if (sum && *sum != none)
        drop(result);
    if (reachesInput) {
        Block ofBase = make(wide(width.in));
        const bool isOnly = result == none && !(sum && *sum != none);
        if (drops)
            drop(gradient);
        if (isOnly)
            result = ofBase;
        else
            drop(ofBase);
    } else if (drops) {
        drop(gradient);
    }
    if (sum && *sum == none)
        *sum = result;
    return result;
}

TrainerReplay::Block TrainerReplay::rotaryBackward(Bytes bytes, Block& gradient, bool last)
{
    Block ofTurned = make(bytes);
    if (last)
        drop(m_sine);
    Block half = make(bytes / 2);
    const Block result = make(bytes);
    drop(half);
    Block other = make(bytes);
    dropAll(ofTurned, other);
    Block ofCosine = make(bytes);
    drop(gradient);
    if (last)
        drop(m_cosine);
    drop(ofCosine);
    return result;
}

/// `gradient` is that of the layer's output and then, with all parts added, of its input. They are
/// added in place, but for a reentrant checkpoint, which still holds the first one.
void TrainerReplay::backward(LayerBlocks& blocks, Block& gradient, bool isFirst, Block scaled)
{
    Block sum = mlpBackward(blocks, gradient, scaled);
    Block part = normBackward(blocks.mlpNorm, sum);
    Block held = none;
    if (m_recomputes && m_reentrant)
        held = std::exchange(gradient, make(wide(m_shape.hidden)));
    drop(part);
    attentionBackward(blocks, gradient, isFirst);
    drop(held);
}

TrainerReplay::Block TrainerReplay::mlpBackward(LayerBlocks& blocks, Block& gradient, Block scaled)
{
    auto& adapters = blocks.adapters;
    const std::int64_t hidden = m_shape.hidden, feedForward = m_shape.feedForward;
    const Bytes inner = wide(feedForward), weight = 2 * hidden * feedForward;
    Block ofGated = none;
    if (m_rank == 0) {
        keepGradient(weight);
        ofGated = make(inner);
        drop(blocks.gated);
    } else if (scaled != none) {
        ofGated = factorsBackward(Down, adapters[Down], scaled, true);
        passing(inner);
    } else {
        ofGated = productBackward(Down, adapters[Down], gradient, false);
    }
    Block ofUp = make(inner), ofActivated = make(inner);
    dropAll(ofGated, blocks.up, blocks.activated);
    Block sum = none;
    if (m_rank > 0) {
        productBackward(Up, adapters[Up], ofUp, true, &sum);
        Block ofGate = make(inner);
        dropAll(ofActivated, blocks.gate);
        productBackward(Gate, adapters[Gate], ofGate, true, &sum);
        return sum;
    }
    keepGradient(weight);
    Block throughUp = make(wide(hidden));
    drop(ofUp);
    Block ofGate = make(inner);
    dropAll(ofActivated, blocks.gate);
    keepGradient(weight);
    Block throughGate = make(wide(hidden));
    dropAll(ofGate, blocks.mlpNorm.output);
    sum = make(wide(hidden));
    dropAll(throughUp, throughGate);
    return sum;
}

/// From the output's product to the layer's input. The attention is PyTorch's flash kernel: sums of
/// the query's gradient in 32 bits, keys and values of grouped heads first for every head
/// (ATen/native/transformers/cuda/flash_attn/flash_api.cpp: mha_bwd).
void TrainerReplay::attentionBackward(LayerBlocks& blocks, Block& gradient, bool isFirst)
{
    const Bytes query = wide(m_shape.queryWidth()), key = wide(m_shape.keyWidth()),
                ofKeys = m_repeatsKeys ? query : key;
    const bool reachesInput = m_rank == 0 || !isFirst || m_recomputes;
    Block ofAttended = none;
    if (m_rank == 0) {
        keepGradient(2 * m_shape.queryWidth() * m_shape.hidden);
        ofAttended = make(query);
    } else {
        ofAttended = productBackward(Output, blocks.adapters[Output], gradient, !reachesInput);
    }
    drop(blocks.projected);
    Block inOrder = m_copiesAttended ? make(query) : none;
    Block ofQuery = make(query), ofKey = make(ofKeys), ofValue = make(ofKeys);
    constexpr std::int64_t rowsOfBlock = 128, columnsOfBlock = 32;
    const std::int64_t rows = m_plan.workload.microBatch * m_shape.heads
        * shareOf(m_plan.workload.context, rowsOfBlock) * rowsOfBlock;
    Block sums = make(4 * rows);
    Block ofQuery32 = make(4 * rows * shareOf(m_shape.headDim, columnsOfBlock) * columnsOfBlock);
    if (m_shape.kvHeads != m_shape.heads && !m_repeatsKeys) {
        Block keys = make(query), values = make(query);
        dropAll(values, keys);
    }
    dropAll(ofQuery32, sums, inOrder, ofAttended, blocks.attended, blocks.exponents, blocks.value,
            blocks.query, blocks.key);
    if (m_repeatsKeys) {
        repeatedBackward(ofValue);
        repeatedBackward(ofKey);
    }
    const bool lastUse = isFirst && !m_recomputes;
    Block keyProduct = rotaryBackward(key, ofKey, false);
    Block queryProduct = rotaryBackward(query, ofQuery, lastUse);
    if (m_copiesAttended) // by heads, and the product's gradient wants rows
        replace(ofValue, key);
    Block sum = inputsBackward(blocks, keyProduct, queryProduct, ofValue, reachesInput);
    if (!reachesInput)
        return;
    m_endsPositions = isFirst && m_recomputes;
    // The input of a checkpoint; an embedding that adapters train through has a gradient of its
    // own.
    const bool keepsInput = isFirst && m_rank > 0;
    const bool endsInput = m_recomputes && !m_reentrant && !keepsInput;
    Block result = normBackward(blocks.attentionNorm, sum, endsInput ? &blocks.input : nullptr);
    drop(result);
    if (m_recomputes)
        drop(blocks.input);
}

/// The copies of each head are added up, and go back through four slices (repeat_kv).
void TrainerReplay::repeatedBackward(Block& gradient)
{
    constexpr int passes = 5;
    for (int pass = 0; pass < passes; ++pass)
        replace(gradient, wide(m_shape.keyWidth()));
}

/// The products of value, key and query. Gradients of keys and queries are made contiguous first.
TrainerReplay::Block TrainerReplay::inputsBackward(LayerBlocks& blocks, Block& key, Block& query,
                                                   Block& value, bool reachesInput)
{
    auto& adapters = blocks.adapters;
    const std::int64_t hidden = m_shape.hidden;
    const Bytes keys = wide(m_shape.keyWidth()), queries = wide(m_shape.queryWidth());
    Block sum = none;
    if (m_rank > 0) {
        productBackward(Value, adapters[Value], value, true, &sum, reachesInput);
        Block keyRows = make(keys);
        drop(key);
        productBackward(Key, adapters[Key], keyRows, true, &sum, reachesInput);
        Block queryRows = make(queries);
        drop(query);
        productBackward(Query, adapters[Query], queryRows, true, &sum, reachesInput);
        return sum;
    }
    keepGradient(2 * hidden * m_shape.keyWidth());
    Block throughValue = make(wide(hidden));
    drop(value);
    Block keyRows = make(keys);
    drop(key);
    keepGradient(2 * hidden * m_shape.keyWidth());
    Block throughKey = make(wide(hidden));
    drop(keyRows);
    sum = make(wide(hidden));
    dropAll(throughValue, throughKey);
    Block queryRows = make(queries);
    drop(query);
    keepGradient(2 * hidden * m_shape.queryWidth());
    Block throughQuery = make(wide(hidden));
    dropAll(queryRows, blocks.attentionNorm.output, throughQuery);
    return sum;
}

/// embedding_dense_backward: up to 3,072 tokens one kernel adds rows up; beyond, tokens are sorted,
/// and partial sums have at most one row for each different token and one for every ten tokens
/// (ATen/native/cuda/Embedding.cu, EmbeddingBackwardKernel.cu). A tied table adds the head's
/// gradient.
void TrainerReplay::embeddingBackward(Block& gradient)
{
    constexpr std::int64_t mostUnsorted = 3072;
    const Bytes root = 2 * m_shape.vocabulary * m_shape.hidden;
    Block made = none;
    if (m_tokens <= mostUnsorted) {
        made = make(root);
    } else {
        const Bytes each = 8 * m_tokens;
        const std::int64_t rows = m_tokens / 10 + std::min(m_tokens, m_shape.vocabulary);
        Block sorted = make(each), order = make(each), keys = make(each);
        passing(2 * each); // of the sort
        drop(keys);
        made = make(root);
        Block counts = make(each), number = make(8);
        passing(each);
        Block segments = make(each), offsets = make(each), segmentsNumber = make(8);
        Block starts = make(8 * rows);
        passing(4 * m_shape.hidden * rows);
        dropAll(starts, segmentsNumber, offsets, segments, number, counts, order, sorted);
    }
    drop(gradient);
    if (m_plan.isTied()) {
        const Block sum = make(root);
        dropAll(m_headGradient, made);
        made = sum;
    }
    keep(made);
    settle();
}

/// The norm of all gradients: a sum for each chunk of the largest one, of every one
/// (ATen/native/cuda/ForeachReduceOp.cu).
void TrainerReplay::clip()
{
    constexpr std::int64_t chunk = 65536;
    const std::vector<std::int64_t> weights = trainedWeights();
    if (weights.empty())
        return;
    const auto count = static_cast<std::int64_t>(weights.size());
    Block sums = make(4 * count * shareOf(*std::ranges::max_element(weights), chunk));
    std::vector<Block> norms;
    for (std::int64_t i = 0; i < count; ++i)
        norms.push_back(make(4));
    drop(sums);
    m_memory.drop(norms);
}

/// The first step makes the states of one weight after the other (torch/optim/adamw.py:
/// _init_group). A step in separate kernels has a root of every weight's second moment at once.
void TrainerReplay::optimize()
{
    const std::int64_t width = m_rank > 0 || m_plan.choices.moments == Moments::Fp32 ? 4 : 2;
    if (!std::exchange(m_hasStates, true))
        for (const std::int64_t entries : trainedWeights()) {
            make(4); // the number of steps
            make(width * entries);
            make(width * entries);
        }
    if (!m_plan.stepsUnfused())
        return;
    std::vector<Block> roots;
    for (const std::int64_t entries : trainedWeights())
        roots.push_back(make(width * entries));
    m_memory.drop(roots);
}

} // namespace highwater
