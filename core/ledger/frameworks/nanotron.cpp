// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/fitted.h"
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/parts.h"

namespace highwater::frameworks {
namespace {

using enum TermId;

// nanotron, src/nanotron: parallel/tensor_parallel/functional.py (sharded cross entropy: 32-bit
// logits, a softmax in place, a 16-bit gradient), optim/gradient_accumulator.py, optim/zero.py.
constexpr std::array nanotronLogits{
    LogitBytes{LogitsFloat, Life::ForwardEnd, 0, 4},
    LogitBytes{LogSoftmax, Life::Head, 0, 4},
    LogitBytes{LogitsGradient16, Life::LossBackward, 1, 0},
};

/// nanotron's GLU computes activation and product as two operators, though its norms are fused.
bool activatesApart(const Resolved& plan, const StageLayers&)
{
    return plan.shape.gated && plan.choices.kernels == Kernels::Fused;
}

bool splits(const Resolved& plan, const StageLayers&)
{
    return plan.layout.tensor > 1;
}

bool gathersInputs(const Resolved& plan, const StageLayers&)
{
    return plan.layout.tensor > 1 && plan.choices.sequenceParallel;
}

/// Whether the program runs so far ahead of the GPU that tensors it has freed stay reserved. No
/// code says when: peaks of nanotron on 8 to 512 GPUs show it without pipelines, and in the warm-up
/// of three stages or more, but not in a pipeline of over 256 GPUs or over 16 tensor ranks.
bool runsAhead(const Resolved& plan, const StageLayers& layers)
{
    const Layout& layout = plan.layout;
    const bool gathers
        = gathersInputs(plan, layers) && plan.choices.tpInputs == TpInputs::Recomputed;
    return gathers
        && (layout.pipeline == 1
            || (layout.pipeline > 2
                && layout.tensor <= fittedValue(Fitted::NanotronMostTensorRanksAhead)
                && plan.cluster.gpus <= fittedValue(Fitted::NanotronMostGpusAhead)));
}

bool reducesWithZero(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 1 && plan.shards > 1;
}

constexpr std::array nanotronExtras{
    Extra{FrameworkConstant, Life::Always, Per::Model,
          Product{fittedValue(Fitted::NanotronConstant) << 20}, nullptr},
    // 32-bit gradients are accumulated; the 16-bit ones they come from lie in the buckets of data
    // parallelism, or grow in the backward pass.
    Extra{ReduceBuckets, Life::Training, Per::Model, 2 * Symbol::TrainedParameters,
          [](const Resolved& plan, const StageLayers& layers) {
              return plan.dataParallel > 1 && !reducesWithZero(plan, layers);
          }},
    // With ZeRO there are no such buckets, but copies of the step before stay reserved.
    Extra{StepCopies, Life::Training, Per::Model, 2 * Symbol::TrainedParameters, reducesWithZero},
    Extra{GradientCopy, Life::LayerBackward, Per::Embedding, 2 * Symbol::TrainedParameters,
          [](const Resolved& plan, const StageLayers&) { return plan.dataParallel == 1; }},
    Extra{MlpActivated, Life::Saved, Per::DenseLayer, splitTokens(2, Symbol::FeedForward),
          activatesApart, Place::Gpu, BackwardPoint::Input},
    Extra{AttentionOutputCopy, Life::Saved, Per::Layer, splitTokens(2, Symbol::Query), nullptr},
    Extra{LogitsPrevious, Life::Head, Per::Model, splitTokens(4, Symbol::Vocabulary),
          keepsPreviousLogits},
    Extra{HeadGradientCopy, Life::LossBackward, Per::Model, 2 * Symbol::HeadParameters,
          [](const Resolved& plan, const StageLayers& layers) {
              return layers.predicts && plan.choices.loss == Loss::Full;
          }},
    // Beside the gradients that the chain rule needs.
    Extra{BackwardSplitCopies, Life::Working, Per::Layer,
          splitTokens(fittedValue(Fitted::NanotronInnerCopies), Symbol::FeedForward), nullptr,
          Place::Gpu, BackwardPoint::Output},
    Extra{BackwardSplitCopies, Life::Working, Per::Layer,
          splitTokens(fittedValue(Fitted::NanotronSplitHiddenCopies), Symbol::Hidden), nullptr,
          Place::Gpu, BackwardPoint::Output},
    Extra{BackwardSplitCopies, Life::Working, Per::Layer,
          hiddenTokens(fittedValue(Fitted::NanotronHiddenCopies)) / Symbol::ContextRanks, nullptr,
          Place::Gpu, BackwardPoint::Output},
    Extra{BackwardSplitCopies, Life::Working, Per::Layer,
          hiddenTokens(fittedValue(Fitted::NanotronHiddenCopies)) / Symbol::ContextRanks,
          gathersInputs, Place::Gpu, BackwardPoint::Output},
    Extra{CollectiveBuffers, Life::Pass, Per::Model, hiddenTokens(4) / Symbol::ContextRanks,
          splits},
    Extra{EmbeddingGradientCopies, Life::LayerBackward, Per::Model,
          fittedValue(Fitted::NanotronEmbeddingCopies) * Symbol::EmbeddingParameters,
          [](const Resolved&, const StageLayers& layers) { return layers.embeds; }},
    // Seen at the loss, or on a stage without one at the end of its forward pass.
    Extra{ReduceScatterCopies, Life::LossBackward, Per::Model,
          fittedValue(Fitted::NanotronReduceCopies) * Symbol::EmbeddingParameters,
          [](const Resolved& plan, const StageLayers& layers) {
              return reducesWithZero(plan, layers) && layers.embeds && layers.predicts;
          }},
    Extra{ReduceScatterCopies, Life::ForwardEnd, Per::Model,
          fittedValue(Fitted::NanotronReduceCopies) * Symbol::EmbeddingParameters,
          [](const Resolved& plan, const StageLayers& layers) {
              return reducesWithZero(plan, layers) && layers.embeds && !layers.predicts;
          }},
    Extra{StepCopies, Life::Step, Per::Model,
          fittedValue(Fitted::NanotronStepCopies) * Symbol::TrainedParameters, reducesWithZero},
    Extra{StepCopies, Life::Step, Per::Model, 2 * Symbol::Parameters / Symbol::Shards,
          reducesWithZero},
    Extra{StepCopies, Life::Step, Per::Model, 2 * Symbol::RoutedParameters / Symbol::ExpertShards,
          reducesWithZero},
    Extra{PoolCollectives, Life::Pass, Per::Model,
          hiddenTokens(1) * Symbol::HeldGathers / Symbol::TensorContextRanks, runsAhead},
};

} // namespace

constinit const Profile nanotron{.framework = Framework::Nanotron,
                                 .source = "nanotron, src/nanotron",
                                 .gradients = Gradients::Fp32,
                                 .stageSplit = StageSplit::Balanced,
                                 .logits = nanotronLogits,
                                 .chunkedLogits = plainChunks,
                                 .extras = nanotronExtras};

} // namespace highwater::frameworks
