// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/term_writer.h"

#include "core/ledger/framework.h"
#include "core/ledger/narrow_format.h"

#include <algorithm>

namespace highwater {
namespace {

/// The ranks that cut a tensor of the region.
Symbol cutOf(const Resolved& plan, Region region)
{
    const Layout& layout = plan.layout;
    const bool sequence = plan.choices.sequenceParallel;
    const bool gathered = plan.choices.tpInputs == TpInputs::Gathered;
    const bool byTensor = layout.tensor > 1
        && (region == Region::Split || (region == Region::Sequence && sequence)
            || (region == Region::Gathered && sequence && !gathered));
    if (layout.context == 1)
        return byTensor ? Symbol::TensorRanks : Symbol::One;
    return byTensor ? Symbol::TensorContextRanks : Symbol::ContextRanks;
}

} // namespace

TermWriter::TermWriter(const Resolved& ofPlan, const Stage& ofStage, std::vector<Term>& into)
    : plan(ofPlan)
    , stage(ofStage)
    , valueBytes(computeBytes(ofPlan.choices.precision))
    , streamBytes(ofPlan.widensStream() ? floatBytes : valueBytes)
    , productBytes(ofPlan.widensProducts() ? floatBytes : valueBytes)
    , m_terms(into)
    , m_recomputes(ofPlan.choices.recompute == Recompute::Full || ofPlan.recomputesOperators())
    , m_recomputesModules(ofPlan.choices.recompute == Recompute::Selective
                          && !ofPlan.recipe.recomputeModules.empty())
    , m_savesOnHost(ofPlan.offloadsActivations())
    , m_onePool(ofPlan.device && ofPlan.device->isUnified())
{
    for (std::size_t i = 0; i < regionCount; ++i)
        m_cuts[i] = cutOf(plan, static_cast<Region>(i));
}

std::int64_t TermWriter::adapterBytes() const
{
    // Autocast computes a 32-bit adapter in 16 bits.
    return plan.computesWideAdapters() ? floatBytes : valueBytes;
}

std::int64_t TermWriter::adapterInputBytes(AdapterTarget of) const
{
    if (plan.fusesAdapter(of)) // the input of the product
        return 0;
    const std::int64_t mask = plan.adapter.dropout > 0 ? maskBytes : 0;
    // PEFT, tuners/lora/layer.py: each adapted product casts its input to the adapter's type, and
    // autocast casts that copy again. tuners/lora/bnb.py leaves the cast to autocast, which casts
    // the output of 32-bit norms. In a pass in 32 bits nothing is cast, nor by adapters that are
    // gathered in 16 bits with their block.
    const bool casts = plan.wideAdapters() && plan.choices.precision != Precision::Fp32
        && !plan.gathersAdapters()
        && (!plan.quantisedBase() || (plan.adapter.upcast && plan.profile->upcastsBase)
            || plan.computesWideAdapters());
    return casts || mask > 0 ? adapterBytes() + mask : 0;
}

Life TermWriter::accumulatedLife() const
{
    if (plan.microBatches == 1)
        return Life::Growing;
    return stage.schedule.completesLate() ? Life::Training : Life::Accumulated;
}

bool makesHeadGradient(const Resolved& plan, const StageLayers& layers)
{
    if (!layers.predicts || plan.serves() || (plan.role && !plan.role->ownLoss))
        return false;
    if (plan.chunksLoss() && plan.profile->lossChunks != LossChunks::Kept)
        return false;
    return (plan.trainsHead() && !plan.profile->fusesWeightGradients)
        || plan.saves(SavedModule::Head);
}

bool endsWithEmbedding(const Resolved& plan, const StageLayers& layers)
{
    return layers.embeds && !layers.predicts && plan.trainsEmbedding() && !plan.serves()
        && !plan.stepsInBackward() && !plan.holdsBlockGradients()
        && !plan.profile->accumulatesApart;
}

bool joinsTied(const Resolved& plan, const StageLayers& layers)
{
    return layers.embeds && layers.predicts && plan.isTied() && plan.trainsAll()
        && plan.trainsEmbedding() && plan.layout.pipeline == 1 && !plan.serves()
        && !plan.stepsInBackward() && !plan.holdsBlockGradients() && !plan.chunksLoss()
        && !plan.profile->accumulatesApart && !plan.profile->fusesWeightGradients
        && !(plan.role && !plan.role->ownLoss);
}

void TermWriter::addSaved(TermId id, Product each, Per per, BackwardPoint until) const
{
    addKept(id, each, per, m_recomputes, until);
}

void TermWriter::addAttentionOutput(TermId id, Product each, Per per) const
{
    addKept(id, each, per, plan.choices.recompute == Recompute::Full);
}

void TermWriter::addScores(TermId id, Product each, Per per, BackwardPoint until) const
{
    if (!plan.recomputesScores())
        addSaved(id, each, per, until);
    else if (until > BackwardPoint::Scores)
        addWorking(BackwardPoint::Scores, id, each, per);
}

bool TermWriter::addOfModule(TermId id, Product each, Per per, BackwardPoint until) const
{
    const auto drops = [&](RecomputeModule module) {
        return isOfModule(id, module) && plan.recomputesModule(module);
    };
    if (std::ranges::none_of(plan.recipe.recomputeModules, drops)
        || (isOfModule(id, RecomputeModule::MlaUpProj) && !plan.shape.isLatent()))
        return false;
    // The MLP goes backward first, and its parts are made again before it. Those of the attention
    // are made just before its backward pass.
    if (factsOf(id).made >= LayerStep::MlpNorm) {
        add(id, Life::Recomputed, each, backward(per), Place::Gpu, until);
        return true;
    }
    using enum BackwardPoint;
    for (const BackwardPoint point : {Scores, End})
        if (plan.points.has(point)) {
            addWorking(point, id, each, backward(per));
            break;
        }
    return true;
}

void TermWriter::addKept(TermId id, Product each, Per per, bool recomputed,
                         BackwardPoint until) const
{
    const BackwardPoint end = plan.points.from(until);
    if (!recomputed && m_recomputesModules && addOfModule(id, each, per, end))
        return;
    if (recomputed) {
        // A layer that is recomputed alone begins with the input that the plan keeps.
        if (plan.pattern.groups() || !isLayerInput(id))
            add(id, Life::Recomputed, each, this->recomputed(per), Place::Gpu, end);
        if (!plan.pattern.recomputesSome())
            return;
        per = perOfKind(per, Per::OtherLayer);
    } else {
        per = backward(per);
    }
    if (m_savesOnHost && plan.offloadsModuleOf(id))
        addOffloaded(id, each, per, end);
    else
        add(id, Life::Saved, each, per, Place::Gpu, end);
}

/// A tensor stays on the GPU in layers that are not offloaded, and outside the layers where only
/// some layers are offloaded.
void TermWriter::addOffloaded(TermId id, Product each, Per per, BackwardPoint end) const
{
    Per leaving = per;
    if (plan.pattern.offloadsSome()) {
        const Per kind = kindOf(per);
        leaving = perOfKind(kind, Per::MarkedLayer);
        const bool ofLayer = leaving != kind;
        add(id, Life::Saved, each, ofLayer ? perOfKind(kind, Per::OtherLayer) : per, Place::Gpu,
            end);
        if (!ofLayer)
            return;
    }
    add(id, Life::Streamed, each, leaving, Place::Gpu, end);
    add(id, Life::Saved, each, leaving, Place::Host, end);
}

/// Fused: the input and the statistics. Eager RMSNorm as Hugging Face writes it (transformers,
/// modeling_llama.py, LlamaRMSNorm): a 32-bit copy of the input in place of the input, and the
/// normalised values before the weight.
void TermWriter::addNorm(const NormTerms& terms, Symbol width, Symbol rows, Per per, Region region,
                         BackwardPoint until) const
{
    const bool layerNorm = plan.shape.norm == Norm::LayerNorm;
    if (eagerNorms() && !layerNorm) {
        addSaved(terms.copy, tokens(floatBytes, width, region), per, until);
        if (plan.trainsAll() || plan.tunesNorms()) // for the gradient of the norm's weight
            addSaved(terms.scaled,
                     tokens(plan.autocasts() ? floatBytes : valueBytes, width, region),
                     trained(per), until);
    } else {
        addSaved(terms.input,
                 tokens(width == Symbol::Hidden ? streamBytes : valueBytes, width, region), per,
                 until);
    }
    // LayerNorm's mean and deviation stay in the type of the input (Liger ops/layer_norm.py,
    // PyTorch on a CPU); RMSNorm's deviation is 32-bit.
    addSaved(terms.statistics,
             rows == Symbol::One ? tokens(layerNorm ? 2 * valueBytes : floatBytes, region)
                                 : tokens(floatBytes, rows, region),
             per, until);
}

Product TermWriter::scores(std::int64_t bytes) const
{
    return bytes * Symbol::Heads * Symbol::Context * Symbol::Context * Symbol::MicroBatch
        / ranksThatCut(Region::Split);
}

Product TermWriter::narrow(Product values) const
{
    const NarrowBlock block = narrowFormat(plan.choices.precision).input;
    if (block.values == 1)
        return values.withCoefficient(block.bytes);
    return values.with(Symbol::Context, Symbol::ScaledTokens)
        .with(Symbol::RoutedTokens, Symbol::ScaledRouted)
        .withCoefficient(block.bytes);
}

Product TermWriter::routed(std::int64_t bytes, Symbol tensorWidth) const
{
    const Product whole = bytes * Symbol::RoutedTokens * tensorWidth;
    const bool split = plan.layout.expertTensor > 1 && tensorWidth == Symbol::ExpertWidth;
    return split ? whole / Symbol::ExpertTensorRanks : whole;
}

} // namespace highwater
