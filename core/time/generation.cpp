// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/generation.h"

#include "core/ledger/cache_layout.h"
#include "core/ledger/draft_model.h"
#include "core/ledger/kv_cache.h"
#include "core/ledger/linear_kinds.h"
#include "core/ledger/server.h"
#include "core/ledger/serving.h"
#include "core/ledger/symbols.h"
#include "core/ledger/weight_formats.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/layer_times.h"
#include "core/time/pace.h"
#include "core/time/real.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// The constants of one estimate: slow, expected or fast.
struct GenerationPace
{
    double reading; ///< of the memory's rate
    double launching; ///< seconds a layer
    double products; ///< of the peak
    double hop; ///< seconds of one sum over tensor ranks
};

/// The constants at one end of their ranges; `packed`: weights of fewer than 8 bits, which have to
/// be unpacked.
GenerationPace paceAt(double SpeedRange::*at, bool packed)
{
    return {weightReadShare.*at, launchSeconds.*at, (packed ? packedShare : passShare).*at,
            hopSeconds.*at};
}

/// The bytes that ranks read for a token, summed over all stages, which work one after another.
struct Reads
{
    double always = 0, experts = 0; ///< bytes of weights
    double parameters = 0; ///< of the weights that are always read
    double cache = 0; ///< of one sequence
    double hostAlways = 0, hostExperts = 0; ///< bytes of weights in the host's memory
};

/// Bytes of one sequence's cache when half of the output is generated.
double cacheRead(const Resolved& plan)
{
    const Shape& shape = plan.shape;
    const CacheCells cells = cacheCells(plan);
    const double tokens = real(plan.workload.context) + real(plan.inference.output) / 2;
    const auto count
        = [&](Attending kind) { return real(shape.layersThat(kind, 0, shape.layers)); };
    const double seen = std::min(tokens, real(shape.window));
    const double beside = shape.cachedValues > 0 ? count(Attending::Full) : 0;
    return count(Attending::Full) * tokens * real(cells.fullBytes)
        + (count(Attending::Window) + count(Attending::Chunk) + beside) * seen
        * real(cells.windowBytes)
        + count(Attending::Linear) * 2 * real(stateBytesOfLayer(shape, 2, plan.layout.tensor));
}

Reads readsOf(const Resolved& plan)
{
    Reads reads;
    for (std::int64_t i = 0; i < plan.layout.pipeline; ++i) {
        const Stage stage = stageAt(plan, i);
        const auto bytes = [&](Symbol symbol) { return real(valueOf(symbol, stage.symbols)); };
        const double head = bytes(Symbol::HeadBytes);
        // Rows of the embedding are looked up; where the embedding is also the head, all of it is
        // read as the head.
        const bool embeds = stage.layers.predicts && head == 0;
        reads.always += head + (embeds ? bytes(Symbol::EmbeddingBytes) : 0)
            + bytes(Symbol::AttentionBytes) + bytes(Symbol::MlpBytes) + bytes(Symbol::SharedBytes)
            + bytes(Symbol::RouterBytes) + bytes(Symbol::OtherBytes);
        reads.experts += bytes(Symbol::ExpertBytes);
        const HostBytes host = hostBytesOf(plan, stage.layers);
        reads.hostAlways += real(host.always);
        reads.hostExperts += real(host.experts);
    }
    reads.cache = cacheRead(plan);
    return reads;
}

/// Of a product with weights on the host: fewer rows are left to the host's processor.
constexpr double leastSent = 32;
constexpr const char* sentBy = "llama.cpp, ggml/src/ggml-cuda/ggml-cuda.cu, "
                               "ggml_backend_cuda_device_offload_op()";

/// All values from which the seconds of a token and of a prompt are computed.
struct ServingEngine
{
    Machine machine;
    Reads reads;
    double peak = 0; ///< operations a second of one GPU
    double link = 0; ///< bytes a second between tensor ranks
    double sending = 0; ///< bytes a second from the host to the GPU
    double ranks = 1, layers = 0, hidden = 0, operations = 0; ///< of a token
    double sparsity = 1; ///< experts for each expert that a token uses
    bool packed = false;
    double proposed = 0; ///< tokens that a draft model gives to one pass
    double tokens = 1; ///< that the pass gives each sequence
    std::vector<ServingEngine> draft; ///< the draft model's; at most one

    double weights(double sequences) const
    {
        return reads.always + reads.experts * std::min(1.0, sequences / sparsity);
    }
    /// Of weights that stay on the host.
    double hostWeights(double positions) const
    {
        return reads.hostAlways + reads.hostExperts * std::min(1.0, positions / sparsity);
    }
    /// The host's processor reads these, or the GPU gets a copy of them for the pass. Neither runs
    /// while the GPU computes.
    double hostSeconds(double positions) const
    {
        const double bytes = hostWeights(positions);
        return bytes > 0 ? bytes / (positions < leastSent ? machine.host : sending) : 0;
    }
    double readingSeconds(double bytes, const GenerationPace& pace) const
    {
        return bytes / (machine.memory * pace.reading);
    }
    double productSeconds(double all, const GenerationPace& pace) const
    {
        return all / (ranks * peak * pace.products);
    }
    /// Two sums of each layer's output over the tensor ranks.
    double trafficSeconds(double positions, const GenerationPace& pace) const
    {
        if (ranks == 1)
            return 0;
        constexpr double sums = 2, valueBytes = 2;
        const double bytes = 2 * (ranks - 1) / ranks * positions * hidden * valueBytes;
        return sums * layers * (bytes / link + pace.hop);
    }
};

/// Seconds of one token of every sequence. With a draft model a pass checks the tokens that it
/// proposes, one after another, and gives several at once.
DecodeSeconds secondsAt(const ServingEngine& engine, double sequences, double SpeedRange::*at)
{
    DecodeSeconds parts{};
    const GenerationPace pace = paceAt(at, engine.packed);
    const auto set = [&](DecodePart part, double seconds) {
        parts[static_cast<std::size_t>(part)] = seconds / engine.tokens;
    };
    const double positions = sequences * (1 + engine.proposed);
    const double weights = engine.readingSeconds(engine.weights(positions), pace);
    const double cache = engine.readingSeconds(sequences * engine.reads.cache, pace);
    const double products = engine.productSeconds(positions * engine.operations, pace);
    set(DecodePart::Weights, weights + engine.hostSeconds(positions));
    set(DecodePart::Cache, cache);
    set(DecodePart::Products, std::max(0.0, products - weights));
    set(DecodePart::Launching, engine.layers * pace.launching);
    set(DecodePart::Traffic, engine.trafficSeconds(positions, pace));
    if (!engine.draft.empty())
        set(DecodePart::Drafting,
            engine.proposed * secondsOf(secondsAt(engine.draft.front(), sequences, at)));
    return parts;
}

/// 2·P for each token, and the half of each layer's attention that a causal mask leaves.
double promptOperations(const Resolved& plan, double tokens)
{
    const Shape& shape = plan.shape;
    double scores = 0;
    for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
        const Attending kind = shape.attending(layer);
        if (kind == Attending::Linear || kind == Attending::Both)
            scores += linearOperations(shape) * tokens;
        if (kind == Attending::Linear || kind == Attending::None)
            continue;
        const bool slides = kind == Attending::Window || kind == Attending::Chunk;
        const double window = slides ? std::min(tokens, real(shape.window)) : tokens;
        const bool own = kind == Attending::Window && shape.hasWindowHeads();
        const double width = own ? real(shape.windowHeads.heads * shape.windowHeads.headDim)
                                 : real(shape.heads * shape.headDim);
        scores += 4 * width * tokens * (window - window * window / (2 * tokens));
    }
    return 2 * real(plan.counts.active) * tokens + scores;
}

/// Tokens that go through the model at a time.
double promptPass(const Resolved& plan)
{
    return real(std::clamp<std::int64_t>(prefillTokens(plan), 1, plan.workload.context));
}

double prefillSeconds(const Resolved& plan, const ServingEngine& engine, double SpeedRange::*at)
{
    const GenerationPace pace = paceAt(at, engine.packed);
    const double tokens = real(plan.workload.context);
    const double pass = promptPass(plan);
    const double passes = std::ceil(tokens / pass);
    const double reading = passes * engine.readingSeconds(engine.weights(pass), pace);
    const double products = engine.productSeconds(promptOperations(plan, tokens), pace);
    const double drafting = engine.draft.empty() || !plan.draft
        ? 0
        : prefillSeconds(*plan.draft, engine.draft.front(), at);
    return std::max(reading, products)
        + passes * (engine.hostSeconds(pass) + engine.layers * pace.launching)
        + engine.trafficSeconds(tokens, pace) + drafting;
}

/// Sequences whose products take as long, at the peak, as reading the weights that they need: with
/// few of them not every expert is read.
double kneeOf(const ServingEngine& engine)
{
    const double each = engine.operations * (1 + engine.proposed) / (engine.ranks * engine.peak);
    const double all = (engine.reads.always + engine.reads.experts) / engine.machine.memory;
    const double knee = all / each;
    if (knee >= engine.sparsity)
        return knee;
    const double more = engine.reads.experts / engine.sparsity / engine.machine.memory;
    return each > more ? engine.reads.always / engine.machine.memory / (each - more) : knee;
}

/// Operations a second: of 8-bit products where weights and the card have them, else of 16 bits. A
/// rate that the plan states replaces both.
double peakOf(const Resolved& plan, const Machine& machine)
{
    const WeightFormat format = plan.inference.weights;
    const bool eight = format == WeightFormat::Fp8 || format == WeightFormat::Fp8Block;
    return eight && plan.device->fp8Tflops && !plan.cluster.peakTflops
        ? si::tera * *plan.device->fp8Tflops
        : machine.products;
}

Result<ServingEngine> servingEngineOf(const Resolved& plan)
{
    if (!isGeneration(plan))
        return Problem{"workload.task",
                       std::string(nameOf(plan.workload.task)),
                       {HW_TR("core", "generates no text")}};
    const auto machine = machineOf(plan);
    if (!machine)
        return machine.problems();
    ServingEngine engine;
    engine.machine = *machine;
    engine.reads = readsOf(plan);
    engine.peak = peakOf(plan, *machine);
    engine.ranks = real(plan.layout.tensor);
    engine.link = plan.layout.tensor <= machine->domain ? machine->intra : machine->inter;
    engine.sending = plan.device->isUnified() ? machine->memory : machine->pcie * pcieShare;
    engine.layers = real(plan.shape.layers);
    engine.hidden = real(plan.shape.hidden);
    engine.operations = 2 * real(plan.counts.active);
    if (plan.shape.experts > 0)
        engine.sparsity = real(plan.shape.experts)
            / real(std::max<std::int64_t>(1, plan.shape.expertsPerToken));
    engine.packed = factsOf(plan.inference.weights).nominalBits < 8;
    if (!plan.draft)
        return engine;
    const auto draft = servingEngineOf(*plan.draft);
    if (!draft)
        return draft.problems();
    engine.draft.push_back(*draft);
    engine.proposed = real(plan.inference.draftTokens);
    engine.tokens = tokensOfPass(plan.inference);
    return engine;
}

std::string gigabytes(double bytes)
{
    return bytes < 0.1 * si::giga ? amountText(bytes / si::mega) + " MB"
                                  : amountText(bytes / si::giga) + " GB";
}

std::string milliseconds(double seconds)
{
    return amountText(seconds / si::milli) + " ms";
}

void addLines(Generation& generation, const ServingEngine& engine, const GenerationPace& pace)
{
    const bool drafts = !engine.draft.empty();
    const double positions = generation.sequences * (1 + engine.proposed);
    const auto add = [&](DecodePart part, std::string formula, std::string numbers, Text source) {
        const double seconds = generation.parts[static_cast<std::size_t>(part)];
        if (drafts) {
            formula = "(" + formula + ") / n";
            numbers = "(" + numbers + ") / " + amountText(engine.tokens);
        }
        if (seconds > 0)
            generation.lines.push_back({part, decodePartName(part), seconds,
                                        Text::plain(std::move(formula)),
                                        Text::plain(std::move(numbers)), std::move(source)});
    };
    const std::string rate = amountText(engine.machine.memory / si::giga) + " GB/s · "
        + fixed(100 * pace.reading, 0) + " %";
    const Text fit(HW_TR("core", "fitted to nine published readings of llama.cpp and gpt-fast"));
    add(DecodePart::Weights, "W / (B·u)", gigabytes(generation.weightBytes) + " / (" + rate + ")",
        fit);
    add(DecodePart::Cache, "b·kv·s / (B·u)", gigabytes(generation.cacheBytes) + " / (" + rate + ")",
        fit);
    add(DecodePart::Products,
        drafts ? "2·P·b·(k+1) / (t·F·u) − W / (B·u)" : "2·P·b / (t·F·u) − W / (B·u)",
        amountText(engine.operations * positions / si::tera) + " TFLOP / (" + fixed(engine.ranks, 0)
            + " · " + amountText(engine.peak / si::tera) + " TFLOPS · "
            + fixed(100 * pace.products, 0) + " %)",
        Text(HW_TR("core", "assumed: the share of the peak that passes over prompts reach")));
    add(DecodePart::Launching, "L·c",
        fixed(engine.layers, 0) + " · " + milliseconds(pace.launching), fit);
    add(DecodePart::Traffic,
        drafts ? "2·L·(4·b·(k+1)·h·(t−1)/t / link + c)" : "2·L·(4·b·h·(t−1)/t / link + c)",
        "2 · " + fixed(engine.layers, 0) + " · ("
            + gigabytes(4 * positions * engine.hidden * (engine.ranks - 1) / engine.ranks) + " / "
            + amountText(engine.link / si::giga) + " GB/s + " + milliseconds(pace.hop) + ")",
        Text(
            HW_TR("core", "assumed: a sum over tensor ranks behind attention and behind the MLP")));
    if (drafts)
        add(DecodePart::Drafting, "k·t_draft",
            fixed(engine.proposed, 0) + " · "
                + milliseconds(secondsOf(
                    secondsAt(engine.draft.front(), generation.sequences, &SpeedRange::value))),
            Text(HW_TR("core",
                       "a pass of the draft model for each token, one after another: "
                       "arXiv 2211.17192")));
    std::ranges::sort(generation.lines, std::greater(), &DecodeLine::seconds);
}

std::string percentRange(const SpeedRange& range)
{
    return fixed(100 * range.low, 0) + " … " + fixed(100 * range.high, 0) + " %";
}

void addAssumptions(Generation& generation, const Resolved& plan, const ServingEngine& engine)
{
    const auto add = [&](KeyPath key, Text text, std::string source) {
        generation.assumptions.push_back({key, std::move(text), std::move(source)});
    };
    add("cluster.device",
        {HW_TR("core", "peak %1 TFLOPS, memory bandwidth %2 GB/s"),
         {amountText(engine.peak / si::tera), amountText(engine.machine.memory / si::giga)}},
        plan.device->source);
    add("cluster.device",
        {HW_TR("core", "reading reaches %1 % of the bandwidth, between %2"),
         {fixed(100 * weightReadShare.value, 0), percentRange(weightReadShare)}},
        std::string(publishedSpeeds));
    add("inference.server",
        {HW_TR("core", "launching takes %1 a layer, between %2 and %3"),
         {milliseconds(launchSeconds.value), milliseconds(launchSeconds.high),
          milliseconds(launchSeconds.low)}},
        std::string(publishedSpeeds));
    const SpeedRange& share = engine.packed ? packedShare : passShare;
    add("inference.weights",
        {HW_TR("core", "passes over prompts reach %1 % of the peak, between %2"),
         {fixed(100 * share.value, 0), percentRange(share)}},
        "XiongjieDai/GPU-Benchmarks-on-LLM-Inference");
    const auto addHost = [&](double positions) {
        const double host = engine.hostWeights(positions);
        if (host == 0)
            return;
        const bool sends = positions >= leastSent;
        add(sends ? KeyPath("cluster.links.pcie") : KeyPath("cluster.links.host"),
            {sends ? HW_TR("core",
                           "a pass over %4 {token|tokens} copies %1 of weights to the "
                           "GPU at %2 GB/s before it computes: %3")
                   : HW_TR("core",
                           "the host reads %1 of weights a step at %2 GB/s, before or "
                           "after the GPU's part: %3"),
             {gigabytes(host),
              amountText((sends ? engine.sending : engine.machine.host) / si::giga),
              milliseconds(engine.hostSeconds(positions)), countText(positions)}},
            sends ? sentBy : "llama.cpp, src/llama-model.cpp, common/arg.cpp");
    };
    addHost(generation.sequences * (1 + engine.proposed));
    if (const double pass = promptPass(plan); pass >= leastSent)
        addHost(pass);
    if (plan.layout.tensor > 1)
        generation.assumptions.push_back(
            {KeyGroup("cluster.links"),
             {HW_TR("core", "tensor ranks send %1 GB/s, and a sum takes %2 more"),
              {amountText(engine.link / si::giga), milliseconds(hopSeconds.value)}}});
    if (plan.layout.pipeline > 1)
        add("layout.pipeline", {HW_TR("core", "the stages of a pipeline work one after another")},
            {});
    if (plan.draft)
        add("inference.draft_acceptance",
            {HW_TR("core",
                   "each token of those proposed (%1) is taken with a probability of %2 %, up to "
                   "the first that is not: a pass makes %3 in the mean"),
             {fixed(engine.proposed, 0), fixed(100 * plan.inference.draftAcceptance, 0),
              fixed(engine.tokens, 2)}},
            "arXiv 2211.17192");
    if (plan.inference.output > 0)
        add("inference.output",
            {HW_TR("core", "the cache is read when half of the output is there")}, {});
}

} // namespace

double secondsOf(const DecodeSeconds& parts)
{
    double sum = 0;
    for (const double seconds : parts)
        sum += seconds;
    return sum;
}

bool isGeneration(const Resolved& plan)
{
    return plan.method == MethodId::Exact && plan.serves();
}

Result<Generation> generationOf(const Resolved& plan)
{
    const auto engine = servingEngineOf(plan);
    if (!engine)
        return engine.problems();
    const auto slow = &SpeedRange::low, usual = &SpeedRange::value, fast = &SpeedRange::high;
    Generation generation;
    const double sequences = real(servedSequences(plan));
    generation.sequences = sequences;
    generation.copies = real(plan.dataParallel);
    generation.passTokens = engine->tokens;
    generation.weightBytes = engine->weights(sequences * (1 + engine->proposed));
    generation.cacheBytes = sequences * engine->reads.cache;
    generation.parts = secondsAt(*engine, sequences, usual);
    const auto at
        = [&](double SpeedRange::*pace) { return secondsOf(secondsAt(*engine, sequences, pace)); };
    generation.step = {at(fast), at(usual), at(slow)};
    if (!std::isfinite(generation.step.high) || !(generation.step.low > 0))
        return Problem{"workload.context", {}, {HW_TR("core", "comes to a time beyond counting")}};
    generation.tokensPerSecond
        = {sequences / generation.step.high, sequences / generation.step.value,
           sequences / generation.step.low};
    generation.promptTokens = real(plan.workload.context);
    generation.promptOperations = promptOperations(plan, generation.promptTokens);
    generation.prefill = {prefillSeconds(plan, *engine, fast), prefillSeconds(plan, *engine, usual),
                          prefillSeconds(plan, *engine, slow)};
    generation.utilisation = sequences * engine->operations
        / (engine->ranks * real(plan.layout.pipeline) * engine->peak * generation.step.value);
    generation.knee = kneeOf(*engine);
    if (!engine->draft.empty()) {
        ServingEngine alone = *engine;
        alone.draft.clear();
        alone.proposed = 0;
        alone.tokens = 1;
        generation.withoutDraft = sequences / secondsOf(secondsAt(alone, sequences, usual));
    }
    addLines(generation, *engine, paceAt(usual, engine->packed));
    addAssumptions(generation, plan, *engine);
    if (const auto price = pricePerGpuHour(plan)) {
        constexpr double million = 1e6, secondsPerHour = 3600;
        generation.pricePerMillion = *price * engine->ranks * real(plan.layout.pipeline) * million
            / generation.tokensPerSecond.value / secondsPerHour;
    }
    return generation;
}

Result<std::vector<DecodeSeconds>> decodeSeconds(const Resolved& plan,
                                                 const std::vector<double>& sequences)
{
    const auto engine = servingEngineOf(plan);
    if (!engine)
        return engine.problems();
    std::vector<DecodeSeconds> list;
    for (const double count : sequences)
        list.push_back(secondsAt(*engine, count, &SpeedRange::value));
    return list;
}

std::vector<Text> generationSentences(const Generation& generation)
{
    std::vector<Text> list;
    const bool one = generation.sequences == 1;
    list.push_back(
        {one ? HW_TR("core", "%1 {token|tokens} a second (%2 to %3), an estimate")
             : HW_TR("core",
                     "%1 {token|tokens} a second (%2 to %3) with %4 {sequence|sequences} at a "
                     "time, an estimate"),
         {amountText(generation.tokensPerSecond.value), amountText(generation.tokensPerSecond.low),
          amountText(generation.tokensPerSecond.high)}});
    if (!one)
        list.back().arguments.push_back(countText(generation.sequences));
    if (!one)
        list.push_back({HW_TR("core", "%1 {token|tokens} a second for one of them"),
                        {amountText(generation.tokensPerSecond.value / generation.sequences)}});
    if (generation.withoutDraft)
        list.push_back({HW_TR("core",
                              "With the draft model a pass gives %1 {token|tokens}; without it %2 "
                              "{token|tokens} a second"),
                        {fixed(generation.passTokens, 2), amountText(*generation.withoutDraft)}});
    if (generation.copies > 1)
        list.push_back(
            {HW_TR("core", "%1 copies of the model come to %2 {token|tokens} a second together"),
             {countText(generation.copies),
              amountText(generation.copies * generation.tokensPerSecond.value)}});
    list.push_back({HW_TR("core", "%1 s for a prompt of %2 {token|tokens} (%3 to %4)"),
                    {amountText(generation.prefill.value), countText(generation.promptTokens),
                     amountText(generation.prefill.low), amountText(generation.prefill.high)}});
    list.push_back(
        {HW_TR("core",
               "From about %1 {sequence|sequences} on, products take longer than reading weights"),
         {countText(std::max(1.0, std::round(generation.knee)))}});
    if (generation.pricePerMillion)
        list.push_back({HW_TR("core", "USD %1 for a million generated tokens"),
                        {amountText(*generation.pricePerMillion)}});
    return list;
}

Text decodePartName(DecodePart part)
{
    constexpr EnumTable<DecodePart, const char*> names(
        {HW_TR("core", "Reading weights"), HW_TR("core", "Reading the KV cache"),
         HW_TR("core", "Products beyond reading"), HW_TR("core", "Launching kernels"),
         HW_TR("core", "Sums over tensor ranks"), HW_TR("core", "Passes of the draft model")});
    return {names[part]};
}

} // namespace highwater
