// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/desk/desk_fits.h"

#include "core/answer/replay.h"
#include "core/explore/gpu_scan.h"
#include "core/ledger/frameworks/usual_trainer.h"
#include "core/ledger/resolve.h"
#include "core/methods/method.h"
#include "core/plan/largest.h"
#include "core/time/generation.h"
#include "core/time/time_answer.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace highwater {
namespace {

constexpr std::int64_t contextStep = 1024;

// From the most bits to the fewest.
constexpr std::array ggufFormats{WeightFormat::Q8_0, WeightFormat::Q6K,  WeightFormat::Q5KM,
                                 WeightFormat::Q4KM, WeightFormat::Q3KM, WeightFormat::Q2K};
constexpr std::array vllmFormats{WeightFormat::Bf16, WeightFormat::Fp8, WeightFormat::Awq};
// Models whose own weights have 4 bits.
constexpr std::array ownGguf{WeightFormat::Mxfp4Moe};
constexpr std::array ownVllm{WeightFormat::Mxfp4};

/// The formats of a server for a model on a device.
std::span<const WeightFormat> deskFormats(DeskWay way, const Model& model)
{
    const bool four = model.id.starts_with("gpt-oss");
    if (way == DeskWay::LlamaCpp)
        return four ? std::span<const WeightFormat>(ownGguf) : ggufFormats;
    return four ? std::span<const WeightFormat>(ownVllm) : vllmFormats;
}

/// Whether the way's program runs on the device: llama.cpp by its README's list of backends, vLLM
/// by its documentation's of devices; what trains here runs by PyTorch on CUDA or ROCm.
bool runsOn(DeskWay way, const Device& device)
{
    const auto isOneOf = [&device](std::initializer_list<std::string_view> makers) {
        return std::ranges::find(makers, device.vendor) != makers.end();
    };
    switch (way) {
    case DeskWay::LlamaCpp:
        return isOneOf({"NVIDIA", "AMD", "Apple", "Intel", "Huawei", "Moore Threads"});
    case DeskWay::Vllm:
        return isOneOf({"NVIDIA", "AMD", "Intel", "Google", "Huawei"});
    case DeskWay::Qlora:
    case DeskWay::Lora:
    case DeskWay::Full:
        break;
    }
    return isOneOf({"NVIDIA", "AMD"});
}

/// The part of the plan that all ways share.
Plan onCards(const DeskCards& cards, const Model& model)
{
    Plan plan;
    plan.model = CatalogModel{model.id};
    plan.cluster.device = cards.device->id;
    plan.cluster.gpus = plan.cluster.gpusPerNode = cards.count;
    plan.cluster.capacity = cards.capacity;
    plan.cluster.reserve = cards.used;
    if (!cards.device->isUnified())
        plan.cluster.hostMemory = cards.hostMemory;
    return plan;
}

Plan served(const DeskCards& cards, const Model& model, DeskWay way, WeightFormat format)
{
    Plan plan = onCards(cards, model);
    plan.workload.task = Task::Inference;
    plan.inference.server = way == DeskWay::LlamaCpp ? Server::LlamaCpp : Server::Vllm;
    plan.inference.weights = format;
    return servedOn(plan, cards.count);
}

Plan trained(const DeskCards& cards, const Model& model, DeskWay way)
{
    Plan plan = onCards(cards, model);
    plan.recipe.framework = usualTrainer;
    plan.recipe.recompute = Recompute::Full;
    if (way != DeskWay::Full)
        plan.adapter.kind = way == DeskWay::Qlora ? AdapterKind::Qlora : AdapterKind::Lora;
    if (way != DeskWay::Qlora && cards.count > 1)
        plan.layout.zero = 3;
    return plan;
}

bool fitsWith(Resolved& moving, std::int64_t context, std::int64_t batch)
{
    setWorkload(moving, context, batch);
    const auto judged = judge(moving);
    return judged && judged->fits();
}

/// The longest context that fits, a multiple of contextStep or the model's own end; 0 where not
/// even the least fits.
std::int64_t longestContextOf(Resolved& moving, std::int64_t least)
{
    const std::int64_t most = std::max<std::int64_t>(1, moving.shape.maxPositions);
    least = std::min(least, most);
    if (!fitsWith(moving, least, 1))
        return 0;
    if (fitsWith(moving, most, 1))
        return most;
    const std::int64_t steps = largest(most / contextStep, [&moving](std::int64_t count) {
        return fitsWith(moving, count * contextStep, 1);
    });
    return std::max(least, steps * contextStep);
}

/// Resolved for many trials: without a replay of the allocator, which few of them need.
Result<Resolved> forTrials(const Plan& plan, const Catalog& catalog)
{
    return prepare(plan, catalog, fittedIdleShares());
}

std::optional<double> speedOf(const Resolved& plan)
{
    if (plan.serves()) {
        const auto generation = generationOf(plan);
        return generation ? std::optional(generation->tokensPerSecond.value) : std::nullopt;
    }
    const auto time = timeOf(plan);
    return time ? std::optional(time->tokensPerSecond) : std::nullopt;
}

/// The fit of a plan with this context and batch, replayed: a shorter context where the allocator's
/// idle memory leaves no room for this one. Null where none is left.
std::optional<DeskFit> settled(const Model& model, DeskWay way, Plan plan, const Catalog& catalog,
                               std::int64_t least)
{
    least = std::min(least, model.shape.maxPositions);
    for (;;) {
        const auto resolved = prepare(plan, catalog);
        const auto judged = resolved ? judge(*resolved) : resolved.problems();
        if (!judged)
            return std::nullopt;
        if (judged->fits())
            return DeskFit{&model, way, plan, *judged, speedOf(*resolved)};
        std::int64_t& batch = plan.workload.microBatch;
        std::int64_t& context = plan.workload.context;
        if (batch > 1)
            batch /= 2;
        else if (context <= least)
            return std::nullopt;
        else
            context = std::max(least, context * 7 / 8 / contextStep * contextStep);
    }
}

std::optional<DeskFit> deskFitOf(const Model& model, DeskWay way, Plan plan, const Catalog& catalog)
{
    auto moving = forTrials(plan, catalog);
    if (!moving)
        return std::nullopt;
    const std::int64_t least = moving->serves() ? leastServedContext : leastTrainedContext;
    plan.workload.context = longestContextOf(*moving, least);
    if (plan.workload.context == 0)
        return std::nullopt;
    if (!moving->serves() && plan.workload.context == moving->shape.maxPositions) {
        constexpr int mostDoublings = 6;
        for (int i = 0; i < mostDoublings
             && fitsWith(*moving, plan.workload.context, 2 * plan.workload.microBatch);
             ++i)
            plan.workload.microBatch *= 2;
    }
    return settled(model, way, plan, catalog, least);
}

/// The model with the experts of as few layers as possible in the host's memory.
std::optional<DeskFit> withHostExperts(const DeskCards& cards, const Model& model,
                                       WeightFormat format, const Catalog& catalog)
{
    if (model.shape.experts == 0 || cards.device->isUnified() || !cards.hostMemory)
        return std::nullopt;
    Plan plan = served(cards, model, DeskWay::LlamaCpp, format);
    const std::int64_t layers = model.shape.layers;
    const auto fitsSo = [&](std::int64_t onGpu) {
        plan.inference.hostExperts = layers - onGpu;
        auto moving = forTrials(plan, catalog);
        return moving && fitsWith(*moving, leastServedContext, 1);
    };
    const bool all = fitsSo(0);
    const std::int64_t onGpu = all ? largest(layers, fitsSo) : 0;
    plan.inference.hostExperts = layers - onGpu;
    return all ? deskFitOf(model, DeskWay::LlamaCpp, plan, catalog) : std::nullopt;
}

std::optional<DeskFit> servedFit(const DeskCards& cards, const Model& model, DeskWay way,
                                 const Catalog& catalog)
{
    for (const WeightFormat format : deskFormats(way, model)) {
        if (format == WeightFormat::Fp8 && !cards.device->fp8Tflops)
            continue;
        if (auto fit = deskFitOf(model, way, served(cards, model, way, format), catalog))
            return fit;
    }
    if (way == DeskWay::Vllm)
        return std::nullopt;
    const bool four = deskFormats(way, model).size() == 1;
    return withHostExperts(cards, model, four ? WeightFormat::Mxfp4Moe : WeightFormat::Q4KM,
                           catalog);
}

} // namespace

std::string DeskFit::wayName() const
{
    const std::string name(nameOf(way));
    return serves() ? name + " " + std::string(nameOf(plan.inference.weights)) : name;
}

std::vector<DeskFit> deskFits(const DeskCards& cards, const Catalog& catalog)
{
    const ReplayBudget budget;
    std::vector<const Model*> models;
    for (const Model& model : catalog.models())
        models.push_back(&model);
    std::ranges::stable_sort(models, std::ranges::greater(), &Model::totalParameters);
    std::vector<DeskFit> fits;
    for (const Model* model : models)
        for (const DeskWay way : everyOf<DeskWay>()) {
            if (!runsOn(way, *cards.device))
                continue;
            const bool serves = way == DeskWay::LlamaCpp || way == DeskWay::Vllm;
            auto fit = serves ? servedFit(cards, *model, way, catalog)
                              : deskFitOf(*model, way, trained(cards, *model, way), catalog);
            if (fit)
                fits.push_back(*std::move(fit));
        }
    return fits;
}

} // namespace highwater
