// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/tensor_shape.h"

#include "core/configs/config_fields.h"
#include "core/configs/expert_layers.h"
#include "core/configs/model_reader.h"
#include "core/ledger/weights.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace highwater {
namespace {

using bounded::plus, bounded::times;

constexpr std::size_t networkCount = 3;

/// The entries of one layer's tensors, by what they are for.
struct LayerSums
{
    using Roles = std::array<std::int64_t, tensorRoleCount>;
    std::array<Roles, networkCount> weights{}, biases{};
    std::int64_t experts = 0; ///< in tensors of their own, or in one
    std::int64_t norms = 0, normBiases = 0; ///< tensors
    bool isPrediction = false;

    std::int64_t weightsOf(TensorRole role, TensorNetwork network = TensorNetwork::Dense) const
    {
        return weights[static_cast<std::size_t>(network)][static_cast<std::size_t>(role)];
    }
    std::int64_t biasesOf(TensorRole role, TensorNetwork network = TensorNetwork::Dense) const
    {
        return biases[static_cast<std::size_t>(network)][static_cast<std::size_t>(role)];
    }
    bool hasAttention() const
    {
        const bool asks = weightsOf(TensorRole::Queries) > 0 || weightsOf(TensorRole::Qkv) > 0
            || weightsOf(TensorRole::QueryUp) > 0;
        return asks && weightsOf(TensorRole::AttentionOutput) > 0;
    }
    bool hasExperts() const { return weightsOf(TensorRole::Down, TensorNetwork::Routed) > 0; }
    bool hasNetwork() const { return weightsOf(TensorRole::Down) > 0; }

    void add(const RoledTensor& tensor)
    {
        const auto network = static_cast<std::size_t>(tensor.network);
        auto& roles = tensor.isBias ? biases[network] : weights[network];
        std::int64_t& sum = roles[static_cast<std::size_t>(tensor.role)];
        sum = plus(sum, tensor.entries);
        if (tensor.role == TensorRole::LayerNorm)
            ++(tensor.isBias ? normBiases : norms);
        isPrediction = isPrediction || tensor.role == TensorRole::Prediction;
        if (tensor.network != TensorNetwork::Routed || tensor.role != TensorRole::Down)
            return;
        const std::vector<std::int64_t>& sides = tensor.tensor->sides;
        const bool isWhole = tensor.expert < 0 && sides.size() >= 3;
        experts = std::max(experts, isWhole ? sides.front() : tensor.expert + 1);
    }
};

using TensorLayers = std::map<std::int64_t, LayerSums>; ///< by the number in the names

bool isParameter(const RoledTensor& tensor)
{
    return tensor.role != TensorRole::Buffer && tensor.role != TensorRole::AdapterInto
        && tensor.role != TensorRole::AdapterOut;
}

/// The layers of the text model. Those that predict further tokens have norms and a product of
/// their own.
TensorLayers layerSums(const std::vector<RoledTensor>& tensors)
{
    TensorLayers layers;
    for (const RoledTensor& tensor : tensors) {
        const bool isText = isParameter(tensor) && tensor.role != TensorRole::Vision;
        if (isText && tensor.layer >= 0)
            layers[tensor.layer].add(tensor);
    }
    return layers;
}

/// Whether the tensor belongs to a layer that predicts a further token.
bool isPredicting(const RoledTensor& tensor, const TensorLayers& layers)
{
    if (tensor.role == TensorRole::Prediction || tensor.role == TensorRole::Vision)
        return tensor.role == TensorRole::Prediction;
    const auto layer = layers.find(tensor.layer);
    return layer != layers.end() && layer->second.isPrediction;
}

/// The layers that have a part, in the form that most of them have; null where none has.
const LayerSums* mostUsualLayer(const TensorLayers& layers, auto&& hasPart, auto&& formOf)
{
    std::map<std::vector<std::int64_t>, std::pair<std::int64_t, const LayerSums*>> forms;
    for (const auto& [number, layer] : layers) {
        if (layer.isPrediction || !hasPart(layer))
            continue;
        auto& [count, first] = forms[formOf(layer)];
        ++count;
        if (!first)
            first = &layer;
    }
    // Of forms that are as frequent, the largest: networks can be made narrower, not wider.
    const auto most = std::ranges::max_element(
        forms, {}, [](const auto& form) { return std::pair(form.second.first, form.first); });
    return most == forms.end() ? nullptr : most->second.second;
}

std::vector<std::int64_t> attentionForm(const LayerSums& layer)
{
    using enum TensorRole;
    std::vector<std::int64_t> form;
    for (const TensorRole role : {Queries, Keys, Values, Qkv, AttentionOutput, QueryDown, QueryUp,
                                  KvDown, KvUp, KeyUp, ValueUp})
        form.push_back(layer.weightsOf(role));
    return form;
}

const RoledTensor* firstWith(const std::vector<RoledTensor>& tensors, TensorRole role)
{
    const auto found = std::ranges::find_if(
        tensors, [&](const RoledTensor& tensor) { return tensor.role == role && !tensor.isBias; });
    return found == tensors.end() ? nullptr : &*found;
}

class TensorShapeReader
{
public:
    TensorShapeReader(const std::vector<RoledTensor>& tensors, const Shape* base,
                      const ShapeHints& hints)
        : m_tensors(tensors)
        , m_layers(layerSums(tensors))
        , m_facts(factsOf(tensors))
        , m_base(base)
        , m_hints(hints)
    { }

    Result<TensorShape> operator()()
    {
        if (m_base)
            m_shape = *m_base;
        m_shape.extraAttention = m_shape.extraFinal = m_shape.predictionLayers = 0;
        if (!readOutside() || !readLayers() || !fitTotal())
            return Problem{{}, {}, std::move(m_problem)};
        return TensorShape{std::move(m_shape), std::move(m_assumed)};
    }

private:
    bool fail(Text message)
    {
        m_problem = std::move(message);
        return false;
    }

    bool readOutside()
    {
        const bool hasDecoder = std::ranges::any_of(m_tensors, [](const RoledTensor& tensor) {
            return tensor.tensor->name.find("decoder.") != std::string::npos;
        });
        if (hasDecoder && std::ranges::any_of(m_tensors, &RoledTensor::isEncoder))
            return fail(
                {HW_TR("core",
                       "%1 has an encoder in addition to its decoder, which cannot be counted yet"),
                 {"this model"}});
        const RoledTensor* const embedding = firstWith(m_tensors, TensorRole::Embedding);
        if (m_facts.layers == 0 || !embedding || embedding->tensor->sides.size() != 2)
            return fail({HW_TR("core",
                               "has %1 tensors with %2 parameters, but not the layers and the "
                               "embedding of a language model"),
                         {grouped(std::ssize(m_tensors)), grouped(m_facts.parameters)}});
        const std::vector<std::int64_t>& sides = embedding->tensor->sides;
        m_shape.layers = m_facts.layers;
        m_shape.vocabulary = sides.front();
        const std::int64_t columns
            = sides.front() > 0 ? embedding->entries / sides.front() : sides.back();
        m_shape.hidden = hiddenOfNorms().value_or(m_hints.hidden > 0 ? m_hints.hidden : columns);
        m_shape.embeddingWidth = columns == m_shape.hidden ? 0 : columns;
        m_shape.tied = m_facts.head == 0 || m_hints.isTied;
        const RoledTensor* const positions = firstWith(m_tensors, TensorRole::Positions);
        m_shape.learnedPositions
            = positions && m_shape.hidden > 0 ? positions->entries / m_shape.hidden : 0;
        m_shape.visionParameters = m_facts.visionParameters;
        m_shape.finalNorm = firstWith(m_tensors, TensorRole::FinalNorm) != nullptr;
        return isWithin(m_shape.hidden, widestConfig) && isWithin(m_shape.vocabulary, widestConfig)
            && isWithin(m_shape.embeddingColumns(), widestConfig);
    }
    bool isWithin(std::int64_t size, std::int64_t most)
    {
        return (size > 0 && size <= most)
            || fail({HW_TR("core", "has a width of %1, which no language model has"),
                     {grouped(size)}});
    }
    /// The width of most norms.
    std::optional<std::int64_t> hiddenOfNorms() const
    {
        std::map<std::int64_t, std::int64_t> counts;
        for (const RoledTensor& tensor : m_tensors)
            if (tensor.role == TensorRole::LayerNorm && tensor.layer >= 0)
                ++counts[tensor.entries];
        const auto most
            = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
        return most == counts.end() ? std::nullopt : std::optional(most->first);
    }

    bool readLayers()
    {
        readNorms();
        if (const LayerSums* const layer = mostUsualLayer(
                m_layers, [](const LayerSums& each) { return each.hasAttention(); }, attentionForm))
            readAttention(*layer);
        else if (!m_base)
            return fail({HW_TR("core", "has no layer with attention that could be counted")});
        return readNetworks();
    }

    void readNorms()
    {
        const LayerSums* const layer = mostUsualLayer(
            m_layers, [](const LayerSums&) { return true; },
            [](const LayerSums& each) {
                return std::vector{each.norms, each.normBiases};
            });
        const std::int64_t norms = layer ? layer->norms : 0;
        m_shape.normVectors = norms == 0 ? 0 : layer->normBiases > 0 ? 2 : 1;
        if (!m_base)
            m_shape.norm = m_shape.normVectors == 2 ? Norm::LayerNorm : Norm::RmsNorm;
        m_shape.normsPerLayer = norms >= 4 ? 4 : norms == 1 ? 1 : 2;
    }

    void readAttention(const LayerSums& layer)
    {
        using enum TensorRole;
        const std::int64_t h = m_shape.hidden;
        m_shape.qkvBias = layer.biasesOf(Queries) > 0 || layer.biasesOf(Qkv) > 0;
        m_shape.outBias = layer.biasesOf(AttentionOutput) > 0;
        m_shape.latent = {};
        const std::int64_t out = layer.weightsOf(AttentionOutput) / h;
        if (layer.weightsOf(KvDown) > 0 && readLatent(layer, out))
            return;
        std::int64_t kv = std::min(layer.weightsOf(Keys), layer.weightsOf(Values)) / h;
        if (kv == 0)
            kv = layer.weightsOf(Keys) / h; // the values are the keys
        if (layer.weightsOf(Qkv) > 0)
            kv = std::max<std::int64_t>(1, (layer.weightsOf(Qkv) / h - out) / 2);
        const std::int64_t norm = layer.weightsOf(QueryNorm);
        m_shape.qkNorm = norm == 0 ? QkNorm::None : norm == out ? QkNorm::Full : QkNorm::Head;
        splitIntoHeads(out, std::max<std::int64_t>(1, kv), layer);
    }

    /// From heads · (plain + rotary), heads · (plain + value), heads · value, and the rotary width.
    bool readLatent(const LayerSums& layer, std::int64_t values)
    {
        using enum TensorRole;
        const std::int64_t h = m_shape.hidden;
        LatentAttention latent;
        latent.kvRank = layer.weightsOf(KvDownNorm);
        if (latent.kvRank == 0)
            return false;
        latent.rotaryHeadDim = layer.weightsOf(KvDown) / h - latent.kvRank;
        latent.queryRank = layer.weightsOf(QueryDown) / h;
        const std::int64_t queries = latent.queryRank > 0
            ? layer.weightsOf(QueryUp) / latent.queryRank
            : layer.weightsOf(Queries) / h;
        const std::int64_t up
            = layer.weightsOf(KvUp) + layer.weightsOf(KeyUp) + layer.weightsOf(ValueUp);
        const std::int64_t expanded = up / latent.kvRank;
        const std::int64_t rotary = queries - expanded + values;
        if (latent.rotaryHeadDim <= 0 || rotary <= 0 || rotary % latent.rotaryHeadDim != 0)
            return false;
        m_shape.heads = m_shape.kvHeads = rotary / latent.rotaryHeadDim;
        latent.plainHeadDim = (expanded - values) / m_shape.heads;
        latent.valueHeadDim = values / m_shape.heads;
        if (latent.plainHeadDim <= 0 || latent.valueHeadDim <= 0)
            return false;
        m_shape.headDim = latent.plainHeadDim + latent.rotaryHeadDim;
        m_shape.latent = latent;
        m_shape.qkNorm = QkNorm::None;
        m_shape.qkvBias = false;
        return true;
    }

    /// The widths do not say how many heads there are.
    void splitIntoHeads(std::int64_t queries, std::int64_t kv, const LayerSums& layer)
    {
        const auto splits = [&](std::int64_t width) {
            return width > 0 && queries % width == 0 && kv % width == 0
                && (queries / width) % (kv / width) == 0;
        };
        const std::int64_t normed = layer.weightsOf(TensorRole::QueryNorm);
        const std::int64_t sinks = layer.weightsOf(TensorRole::Sinks);
        std::int64_t width = 0;
        if (m_hints.headDim > 0 && splits(m_hints.headDim))
            width = m_hints.headDim;
        else if (m_hints.heads > 0 && splits(queries / m_hints.heads))
            width = queries / m_hints.heads;
        else if (m_shape.qkNorm == QkNorm::Head && splits(normed))
            width = normed;
        else if (sinks > 0 && splits(queries / sinks))
            width = queries / sinks;
        if (width == 0) {
            // Most models have heads of 128; small ones of 64.
            for (const std::int64_t usual : {128, 64, 96, 80, 256, 32, 16, 8, 4, 2, 1})
                if (width == 0 && splits(usual))
                    width = usual;
            if (width == 0)
                width = queries;
            m_assumed.push_back({HW_TR("core",
                                       "the tensors do not say into how many heads attention is "
                                       "split: %1 heads of %2 are taken"),
                                 {grouped(queries / width), grouped(width)}});
        }
        m_shape.headDim = width;
        m_shape.heads = queries / width;
        const std::int64_t keyHeads = std::max<std::int64_t>(1, kv / width);
        m_shape.kvHeads = m_shape.heads % keyHeads == 0 ? keyHeads : 1;
    }

    bool readNetworks()
    {
        using enum TensorRole;
        const auto down = [](TensorNetwork network) {
            return [network](const LayerSums& layer) {
                return std::vector{layer.weightsOf(Down, network), layer.experts};
            };
        };
        const LayerSums* const dense = mostUsualLayer(
            m_layers, [](const LayerSums& each) { return each.hasNetwork(); },
            down(TensorNetwork::Dense));
        const LayerSums* const routed = mostUsualLayer(
            m_layers, [](const LayerSums& each) { return each.hasExperts(); },
            down(TensorNetwork::Routed));
        if (!dense && !routed)
            return fail(
                {HW_TR("core", "has no layer with a feed-forward network that could be counted")});
        const std::int64_t h = m_shape.hidden;
        if (dense) {
            m_shape.feedForward = dense->weightsOf(Down) / h;
            m_shape.gated = isGated(*dense, TensorNetwork::Dense);
            m_shape.mlpBias = dense->biasesOf(Down) > 0;
        }
        if (!routed) {
            clearExperts();
            return isWithin(m_shape.feedForward, widestConfig);
        }
        readExperts(*routed);
        if (!dense) {
            m_shape.gated = isGated(*routed, TensorNetwork::Routed);
            m_shape.feedForward
                = m_hints.feedForward > 0 ? m_hints.feedForward : m_shape.expertWidth;
        }
        return isWithin(m_shape.feedForward, widestConfig)
            && isWithin(m_shape.expertWidth, widestConfig)
            && isWithin(m_shape.experts, mostConfigLayers);
    }
    static bool isGated(const LayerSums& layer, TensorNetwork network)
    {
        using enum TensorRole;
        return layer.weightsOf(Gate, network) > 0 || layer.weightsOf(GateUp, network) > 0
            || layer.weightsOf(Up, network) >= 2 * layer.weightsOf(Down, network);
    }
    void clearExperts()
    {
        m_shape.experts = m_shape.expertsPerToken = m_shape.expertWidth = 0;
        m_shape.sharedExperts = m_shape.sharedWidth = 0;
        m_shape.sharedGate = m_shape.routerBias = m_shape.expertBias = false;
        m_shape.denseFirst = m_shape.moeOffset = 0;
        m_shape.moeEvery = 1;
    }

    void readExperts(const LayerSums& layer)
    {
        using enum TensorRole;
        const std::int64_t h = m_shape.hidden;
        m_shape.experts = layer.experts > 0 ? layer.experts : layer.weightsOf(Router) / h;
        m_shape.experts = std::max<std::int64_t>(1, m_shape.experts);
        m_shape.expertWidth = layer.weightsOf(Down, TensorNetwork::Routed) / h / m_shape.experts;
        m_shape.expertBias = layer.biasesOf(Down, TensorNetwork::Routed) > 0;
        m_shape.routerBias = layer.biasesOf(Router) > 0;
        m_shape.sharedGate = layer.weightsOf(SharedGate) > 0;
        const std::int64_t shared = layer.weightsOf(Down, TensorNetwork::Shared) / h;
        if (shared != m_shape.sharedTotalWidth() || !m_base) {
            const bool isWhole = m_shape.expertWidth > 0 && shared % m_shape.expertWidth == 0;
            m_shape.sharedExperts = isWhole ? shared / m_shape.expertWidth : 0;
            m_shape.sharedWidth = isWhole ? 0 : shared;
        }
        m_shape.sharedGate = m_shape.sharedGate && shared > 0;
        std::vector<bool> sparse;
        for (const auto& [number, each] : m_layers)
            if (!each.isPrediction)
                sparse.push_back(each.hasExperts());
        placeExpertLayers(m_shape, sparse);
        const std::int64_t known
            = m_hints.expertsPerToken > 0 ? m_hints.expertsPerToken : m_shape.expertsPerToken;
        constexpr std::int64_t usual = 8;
        m_shape.expertsPerToken = std::min(known > 0 ? known : usual, m_shape.experts);
        if (known <= 0)
            m_assumed.push_back(
                {HW_TR("core",
                       "the tensors do not say how many of %1 experts a token takes: %2 are taken"),
                 {grouped(m_shape.experts), grouped(m_shape.expertsPerToken)}});
    }
    /// Makes the shape's count that of the tensors: what is beyond the usual weights becomes
    /// further ones; where layers are less than the usual one, networks become narrower.
    bool fitTotal()
    {
        const std::int64_t wanted
            = m_facts.parameters - (m_hints.isTied ? m_facts.head : std::int64_t{0});
        constexpr std::int64_t mostTotal = 1'000'000'000'000'000;
        if (wanted > mostTotal)
            return fail({HW_TR("core", "has more than %1 parameters"), {grouped(mostTotal)}});
        std::int64_t lacking = wanted - countWeights(m_shape).total;
        const bool isRouted = m_shape.moeLayers() == m_shape.layers;
        std::int64_t& width = isRouted ? m_shape.expertWidth : m_shape.feedForward;
        if (lacking < 0 && width > 1) {
            const std::int64_t whole = countWeights(m_shape).total;
            --width;
            const std::int64_t step = whole - countWeights(m_shape).total;
            const std::int64_t steps = step > 0 ? (-lacking - 1) / step : 0;
            width -= std::min(steps, width - 1);
            lacking = wanted - countWeights(m_shape).total;
            m_assumed.push_back({HW_TR("core",
                                       "its layers are not alike: the plan has as many of one "
                                       "kind, with feed-forward networks of %1"),
                                 {grouped(width)}});
        }
        if (lacking < 0)
            return fail({HW_TR("core", "its sizes do not go together")});
        m_shape.extraAttention = lacking / m_shape.layers;
        m_shape.extraFinal = lacking % m_shape.layers;
        constexpr auto mostExtra = static_cast<std::int64_t>(1e9); // the limit of the plan's keys
        return (m_shape.heads > 0 && m_shape.extraAttention <= mostExtra
                && shapeOf(customOf(m_shape)))
            || fail({HW_TR("core", "its sizes do not go together")});
    }

    const std::vector<RoledTensor>& m_tensors;
    TensorLayers m_layers;
    TensorFacts m_facts;
    const Shape* m_base;
    const ShapeHints& m_hints;
    Shape m_shape;
    std::vector<Text> m_assumed;
    Text m_problem;
};

/// The kinds of tensors in which a shape and a file are compared.
enum class TensorKind {
    Embedding,
    Head,
    Positions,
    Vision,
    Outside,
    QueriesKeysValues,
    AttentionOutput,
    OtherAttention,
    Inward,
    Down,
    Experts,
    Shared,
    Router,
    Norms,
    Count
};

/// A difference, and the tensors in which it is.
constexpr std::array<const char*, static_cast<std::size_t>(TensorKind::Count)> kindSentences{
    HW_TR("core", "%1 in the embedding%2"),
    HW_TR("core", "%1 in the output head%2"),
    HW_TR("core", "%1 in the table of positions%2"),
    HW_TR("core", "%1 in the vision tower%2"),
    HW_TR("core", "%1 in weights outside the layers%2"),
    HW_TR("core", "%1 in queries, keys and values%2"),
    HW_TR("core", "%1 in the output of attention%2"),
    HW_TR("core", "%1 in other weights of attention%2"),
    HW_TR("core", "%1 in gate and up of the MLP%2"),
    HW_TR("core", "%1 in down of the MLP%2"),
    HW_TR("core", "%1 in the experts%2"),
    HW_TR("core", "%1 in the shared experts%2"),
    HW_TR("core", "%1 in the router%2"),
    HW_TR("core", "%1 in the norms of the layers%2"),
};

TensorKind tensorKind(const Weight& weight)
{
    switch (weight.part) {
    case Part::Embedding:
        return TensorKind::Embedding;
    case Part::Head:
        return TensorKind::Head;
    case Part::Positions:
        return TensorKind::Positions;
    case Part::Vision:
        return TensorKind::Vision;
    case Part::FinalNorm:
        return TensorKind::Outside;
    case Part::Attention:
        if (weight.role == WeightRole::Queries || weight.role == WeightRole::Keys
            || weight.role == WeightRole::Values)
            return TensorKind::QueriesKeysValues;
        return weight.role == WeightRole::AttentionOutput ? TensorKind::AttentionOutput
                                                          : TensorKind::OtherAttention;
    case Part::Mlp:
        return weight.role == WeightRole::Down || weight.columns == 1 ? TensorKind::Down
                                                                      : TensorKind::Inward;
    case Part::Experts:
        return TensorKind::Experts;
    case Part::Shared:
        return TensorKind::Shared;
    case Part::Router:
        return TensorKind::Router;
    case Part::Norms:
        return TensorKind::Norms;
    }
    return TensorKind::Outside;
}

TensorKind tensorKind(const RoledTensor& tensor)
{
    using enum TensorRole;
    switch (tensor.role) {
    case Embedding:
        return TensorKind::Embedding;
    case Head:
        return tensor.isBias ? TensorKind::Outside : TensorKind::Head;
    case Positions:
        return TensorKind::Positions;
    case Vision:
        return TensorKind::Vision;
    case Queries:
    case Keys:
    case Values:
    case Qkv:
        return tensor.isBias ? TensorKind::OtherAttention : TensorKind::QueriesKeysValues;
    case AttentionOutput:
        return tensor.isBias ? TensorKind::OtherAttention : TensorKind::AttentionOutput;
    case Gate:
    case Up:
    case GateUp:
    case Down:
        break;
    case Router:
    case SharedGate:
        return TensorKind::Router;
    case LayerNorm:
        return TensorKind::Norms;
    default:
        return tensor.layer < 0 ? TensorKind::Outside : TensorKind::OtherAttention;
    }
    if (tensor.network == TensorNetwork::Routed)
        return TensorKind::Experts;
    if (tensor.network == TensorNetwork::Shared)
        return TensorKind::Shared;
    return tensor.role == Down || tensor.isBias ? TensorKind::Down : TensorKind::Inward;
}

struct KindSum
{
    std::int64_t expected = 0, found = 0, count = 0;
    const RoledTensor* largest = nullptr;
};

} // namespace

TensorFacts factsOf(const std::vector<RoledTensor>& tensors)
{
    TensorFacts facts;
    const TensorLayers layers = layerSums(tensors);
    for (const auto& [number, layer] : layers) {
        ++(layer.isPrediction ? facts.predictionLayers : facts.layers);
        facts.attentionLayers += layer.hasAttention() && !layer.isPrediction ? 1 : 0;
        facts.qkvBias = facts.qkvBias || layer.biasesOf(TensorRole::Queries) > 0
            || layer.biasesOf(TensorRole::Qkv) > 0;
        facts.outBias = facts.outBias || layer.biasesOf(TensorRole::AttentionOutput) > 0;
        facts.mlpBias = facts.mlpBias || layer.biasesOf(TensorRole::Down) > 0;
    }
    for (const RoledTensor& tensor : tensors) {
        if (!isParameter(tensor))
            continue;
        std::int64_t& sum
            = isPredicting(tensor, layers) ? facts.predictionParameters : facts.parameters;
        sum = plus(sum, tensor.entries);
        if (tensor.role == TensorRole::Vision)
            facts.visionParameters = plus(facts.visionParameters, tensor.entries);
        if (tensor.role == TensorRole::Embedding)
            facts.embedding = plus(facts.embedding, tensor.entries);
        if (tensor.role == TensorRole::Head && !tensor.isBias)
            facts.head = plus(facts.head, tensor.entries);
    }
    return facts;
}

Result<TensorShape> shapeOfTensors(const std::vector<RoledTensor>& tensors, const Shape* base,
                                   const ShapeHints& hints)
{
    return TensorShapeReader(tensors, base, hints)();
}

std::vector<Text> differencesFrom(const Shape& shape, const std::vector<RoledTensor>& tensors,
                                  bool isTied)
{
    std::array<KindSum, static_cast<std::size_t>(TensorKind::Count)> kinds{};
    const auto expect = [&](std::int64_t layers) {
        return [&kinds, layers](const Weight& weight) {
            KindSum& kind = kinds[static_cast<std::size_t>(tensorKind(weight))];
            kind.expected = plus(kind.expected, times(weight.parameters(), layers));
        };
    };
    const std::int64_t routed = shape.moeLayers();
    visitAttention(shape, expect(shape.layers));
    visitNorms(shape, expect(shape.layers));
    visitMlp(shape, expect(shape.layers - routed));
    if (routed > 0)
        visitMoe(shape, expect(routed));
    visitOutside(shape, expect(1));
    const TensorLayers layers = layerSums(tensors);
    for (const RoledTensor& tensor : tensors) {
        const bool isTiedHead = isTied && tensor.role == TensorRole::Head && !tensor.isBias;
        if (!isParameter(tensor) || isPredicting(tensor, layers) || isTiedHead)
            continue;
        KindSum& kind = kinds[static_cast<std::size_t>(tensorKind(tensor))];
        kind.found = plus(kind.found, tensor.entries);
        ++kind.count;
        if (!kind.largest || tensor.entries > kind.largest->entries)
            kind.largest = &tensor;
    }
    std::vector<std::pair<std::int64_t, Text>> found;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const KindSum& kind = kinds[i];
        const std::int64_t more = kind.found - kind.expected;
        if (more == 0)
            continue;
        const std::string difference = (more > 0 ? "+" : "-") + grouped(more > 0 ? more : -more);
        // "(224 x model.layers.0.self_attn.q_proj.weight)"
        const std::string where = kind.largest
            ? " (" + grouped(kind.count) + " x " + excerpt(kind.largest->tensor->name, 128) + ")"
            : std::string();
        found.emplace_back(more > 0 ? more : -more, Text{kindSentences[i], {difference, where}});
    }
    std::ranges::stable_sort(found, [](const auto& a, const auto& b) { return a.first > b.first; });
    constexpr std::size_t most = 4;
    std::vector<Text> texts;
    for (auto& [size, text] : found)
        if (texts.size() < most)
            texts.push_back(std::move(text));
    return texts;
}

} // namespace highwater
