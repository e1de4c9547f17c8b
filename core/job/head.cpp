// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/head.h"

#include "core/job/recipe.h"

namespace highwater {
namespace {

class HeadTerms
{
    using enum TermId;

public:
    explicit HeadTerms(const HeadChoice& choice)
        : m_choice(choice)
    { }

    std::vector<Term> operator()()
    {
        if (m_choice.scalar)
            logit(LogitsFloat, Life::Head, 4);
        else if (m_choice.logits == JobLogits::Chunked)
            chunked();
        else if (m_choice.logits == JobLogits::Fp32 || m_choice.logits == JobLogits::Bf16)
            m_choice.updates ? update() : pass();
        if (m_choice.topK > 0 && (m_choice.updates || m_choice.role == RoleId::Teacher))
            m_terms.push_back({TeacherTopK,
                               m_choice.role == RoleId::Teacher ? Life::ForwardEnd
                                   : m_choice.noOtherLogits     ? Life::Head
                                                                : Life::LossBackward,
                               12 * m_choice.topK * Symbol::LogitRows});
        return std::move(m_terms);
    }

private:
    bool in(Framework framework) const { return m_choice.framework == framework; }
    bool wide() const { return m_choice.logits == JobLogits::Fp32; }
    bool pairs() const { return m_choice.kind == JobKind::Dpo || m_choice.kind == JobKind::Orpo; }

    void logit(TermId id, Life life, std::int64_t bytes)
    {
        const Product each = bytes * Symbol::LogitRows * Symbol::Vocabulary;
        m_terms.push_back({id, life, m_choice.splits ? each / Symbol::TensorRanks : each});
    }

    std::int64_t valueBytes() const { return wide() ? 4 : 2; }
    /// The logits as the head makes them, or as they are cast.
    void logits(Life life) { logit(wide() ? LogitsFloat : Logits, life, valueBytes()); }

    /// After the forward pass, and in the backward pass of the loss.
    void update()
    {
        if (m_choice.kind == JobKind::Distill) {
            distillation();
            return;
        }
        if (m_choice.megatron) {
            megatron();
            logit(LogitsGradient16, Life::LossBackward, valueBytes());
            if (m_choice.entropy == Entropy::Grad)
                megatronEntropy(Life::Head);
        } else if (in(Framework::Verl)) {
            // workers/engine/fsdp/transformer_impl.py: a copy over the temperature, and
            // flash-attn's cross entropy, which makes the gradient in place of it.
            logits(Life::Head);
            logit(LogitsScaled, Life::Head, valueBytes());
            logit(LogitsGradient16, Life::LossBackward, valueBytes());
            if (m_choice.entropy == Entropy::Grad)
                logit(LogitsEntropy, Life::Head, 4);
        } else if (in(Framework::OpenRlhf)) {
            // models/actor.py: the logits are cast to 32 bits as a whole.
            logits(Life::Head);
            logit(wide() ? LogitsGradient : LogitsGradient16, Life::LossBackward, valueBytes());
        } else if (in(Framework::HuggingFace) && wide()) {
            // trainer/utils.py: selective_log_softmax(); its gradient and that of the logits.
            logit(LogitsFloat, Life::Head, 4);
            logit(LogitsGradient, Life::LossBackward, 4);
            logit(LogSoftmaxGradient, Life::LossBackward, 4);
        } else {
            logit(Logits, Life::Head, 2);
            logit(LogSoftmax, Life::Head, valueBytes());
            logit(wide() ? LogitsGradient : LogSoftmaxGradient, Life::LossBackward, valueBytes());
            logit(LogitsGradient16, Life::LossBackward, 2);
        }
        if (!in(Framework::Verl) && m_choice.entropy == Entropy::Grad)
            logit(LogitsEntropy, Life::Head, valueBytes());
        if (in(Framework::HuggingFace) && m_choice.kind == JobKind::Ppo) {
            // trainer/ppo_trainer.py: the entropy of logits that outlive the step.
            logit(LogitsFloat, Life::Step, 4);
            logit(LogitsEntropy, Life::Step, 8);
        }
        if (m_choice.kind == JobKind::Orpo) { // a cross entropy over the chosen half
            logit(LogSoftmax, Life::Head, wide() ? 2 : 1);
            logit(LogSoftmaxGradient, Life::LossBackward, wide() ? 2 : 1);
        }
        if (m_choice.kind == JobKind::Dpo && m_choice.noOtherLogits)
            logit(LogitsMasked, Life::ForwardEnd, wide() ? 2 : 1);
    }

    /// trainer/gkd_trainer.py: logits and log-probabilities of both models, two stacked, their
    /// mixture and the divergence; eight tensors, one of them the student's logits.
    void distillation()
    {
        const std::int64_t bytes = valueBytes();
        logits(Life::Head);
        if (m_choice.topK > 0) {
            logit(LogSoftmax, Life::LossBackward, bytes);
            logit(wide() ? LogitsGradient : LogitsGradient16, Life::LossBackward, bytes);
        } else {
            logit(LogitsDivergence, Life::LossBackward, 7 * bytes);
        }
    }

    /// core/tensor_parallel/cross_entropy.py: a 32-bit copy of the logits becomes their
    /// exponentials and the softmax in place, and then the gradient.
    void megatron()
    {
        logits(Life::ForwardEnd);
        logit(LogSoftmax, m_choice.updates ? Life::Head : Life::ForwardEnd, 4);
    }

    /// workers/engine/megatron/transformer_impl.py: a clone of the logits;
    /// utils/megatron/tensor_parallel.py: their softmax, in the same type.
    void megatronEntropy(Life life) { logit(LogitsEntropy, life, 2 * valueBytes()); }

    void pass()
    {
        if (m_choice.megatron) {
            megatron();
            if (m_choice.role == RoleId::Policy && m_choice.entropy != Entropy::None)
                megatronEntropy(Life::ForwardEnd);
            return;
        }
        if (in(Framework::Verl)) {
            logits(Life::ForwardEnd);
            logit(LogitsScaled, Life::ForwardEnd, valueBytes());
            if (m_choice.role == RoleId::Policy && m_choice.entropy != Entropy::None)
                logit(LogitsEntropy, Life::ForwardEnd, 4);
            return;
        }
        const bool plain = !in(Framework::HuggingFace) && !in(Framework::OpenRlhf);
        const bool teaches = m_choice.role == RoleId::Teacher;
        if (wide() && !plain) {
            logit(LogitsFloat, Life::ForwardEnd, 4);
        } else {
            logit(Logits, Life::ForwardEnd, 2);
            if (!teaches && !in(Framework::OpenRlhf))
                logit(LogSoftmax, Life::ForwardEnd, valueBytes());
        }
        if (m_choice.kind == JobKind::Dpo)
            logit(LogitsMasked, Life::ForwardEnd, wide() ? 2 : 1);
    }

    /// Liger Kernel: one pair or sample at a time, with the head's gradient computed in the forward
    /// pass (chunked_loss/fused_linear_preference.py); for GRPO, tiles of 2048 x 4096 values
    /// (fused_linear_ppo.py); for distillation, 1024 rows.
    void chunked()
    {
        const Life life = m_choice.updates ? Life::Head : Life::ForwardEnd;
        if (reinforces(m_choice.kind)) {
            m_terms.push_back({Logits, life, Product{4LL * 2048 * 4096}});
            if (m_choice.updates)
                gradients(Life::LossBackward, 4);
            return;
        }
        if (m_choice.kind == JobKind::Distill) {
            m_terms.push_back({Logits, life, 8LL * 4 * 1024 * Symbol::Vocabulary});
        } else {
            logit(Logits, life, 2);
            logit(LogSoftmax, life, 4);
        }
        if (m_choice.updates)
            gradients(Life::Head, 2);
    }

    void gradients(Life life, std::int64_t bytes)
    {
        m_terms.push_back(
            {BackwardHeadInput, life, 2 * Symbol::Context * Symbol::MicroBatch * Symbol::Hidden});
        if (m_choice.trainsHead)
            m_terms.push_back({HeadGradientSum, life, bytes * Symbol::HeadParameters});
    }

    const HeadChoice& m_choice;
    std::vector<Term> m_terms;
};

} // namespace

std::vector<Term> headTerms(const HeadChoice& choice)
{
    return HeadTerms(choice)();
}

} // namespace highwater
