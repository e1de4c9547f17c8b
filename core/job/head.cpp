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
    bool wide() const { return m_choice.logits == JobLogits::Fp32; }
    bool pairs() const { return m_choice.kind == JobKind::Dpo || m_choice.kind == JobKind::Orpo; }

    void logit(TermId id, Life life, std::int64_t bytes)
    {
        const Product each = bytes * Symbol::LogitRows * Symbol::Vocabulary;
        m_terms.push_back({id, life, m_choice.splits ? each / Symbol::TensorRanks : each});
    }

    std::int64_t valueBytes() const { return wide() ? 4 : 2; }
    const RoleLogits& kept() const
    {
        return wide() ? m_choice.defaults->wide : m_choice.defaults->narrow;
    }
    void addAll(std::span<const LogitBytes> logits)
    {
        for (const auto& [id, life, values, bytes] : logits)
            logit(id, life, values * valueBytes() + bytes);
    }

    /// After the forward pass, and in the backward pass of the loss.
    void update()
    {
        if (m_choice.kind == JobKind::Distill) {
            distillation();
            return;
        }
        addAll(kept().update);
        if (m_choice.entropy == Entropy::Grad)
            addAll(m_choice.defaults->entropyUpdate);
        if (m_choice.kind == JobKind::Ppo)
            addAll(m_choice.defaults->ppoStep);
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
        logit(wide() ? LogitsFloat : Logits, Life::Head, bytes);
        if (m_choice.topK > 0) {
            logit(LogSoftmax, Life::LossBackward, bytes);
            logit(wide() ? LogitsGradient : LogitsGradient16, Life::LossBackward, bytes);
        } else {
            logit(LogitsDivergence, Life::LossBackward, 7 * bytes);
        }
    }

    void pass()
    {
        const bool teaches = m_choice.role == RoleId::Teacher && !kept().teacherPass.empty();
        addAll(teaches ? kept().teacherPass : kept().pass);
        if (m_choice.role == RoleId::Policy && m_choice.entropy != Entropy::None)
            addAll(m_choice.defaults->entropyPass);
        if (m_choice.kind == JobKind::Dpo && m_choice.defaults->masksPass)
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
