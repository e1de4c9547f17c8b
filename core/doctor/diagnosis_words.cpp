// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/doctor/diagnosis.h"

#include "core/plan/numbers.h"

#include <array>

namespace highwater {
namespace {

std::string written(std::optional<Bytes> bytes)
{
    return sizeText(bytes.value_or(0));
}

class Sentences
{
public:
    Sentences(const Diagnosis& diagnosis, const Translator& words)
        : m_diagnosis(diagnosis)
        , m_failure(diagnosis.failure)
        , m_words(words)
    { }

    std::vector<Text> operator()()
    {
        addAsked();
        addPlace();
        add(causeSentence());
        addNumbers();
        addRanks();
        if (m_diagnosis.plan)
            addPlan(*m_diagnosis.plan);
        else if (!m_diagnosis.model.empty())
            add({HW_TR("core",
                       "The log names %1; with a plan of the run, each tensor can be looked "
                       "up."),
                 {m_diagnosis.model}});
        return std::move(m_list);
    }

private:
    void add(Text text) { m_list.push_back(std::move(text)); }

    void addAsked()
    {
        if (!m_failure.asked) {
            if (m_failure.refuser != Refuser::Host && m_failure.refuser != Refuser::ServerCache)
                add({HW_TR("core",
                           "Memory was refused outside of PyTorch's allocator, which says no "
                           "size.")});
            return;
        }
        if (m_failure.free && m_failure.capacity)
            add({HW_TR("core", "%1 were asked for; %2 of %3 were free."),
                 {written(m_failure.asked), written(m_failure.free), written(m_failure.capacity)}});
        else
            add({HW_TR("core", "%1 were asked for."), {written(m_failure.asked)}});
    }

    void addPlace()
    {
        const FailurePlace& place = m_diagnosis.place;
        if (!place.moment)
            return;
        const std::string moment = m_words(momentText(*place.moment));
        const std::string frame
            = place.frame ? frameText(m_failure.frames[*place.frame]) : std::string();
        if (frame.empty())
            add({HW_TR("core", "It happened %1."), {moment}});
        else
            add({HW_TR("core", "It happened %1 (%2)."), {moment, frame}});
        const bool isMatched = m_diagnosis.plan && !m_diagnosis.plan->tensors.empty()
            && m_diagnosis.plan->tensors.front().isSize;
        if (place.kind && !isMatched)
            add({HW_TR("core", "By the lines of the traceback it was for: %1."),
                 {m_words(kindText(*place.kind))}});
    }

    Text causeSentence() const
    {
        switch (m_diagnosis.cause) {
        case FailureCause::OtherProcess:
            return {HW_TR("core", "Another process holds what was missing on this GPU.")};
        case FailureCause::FreeEnough:
            return {
                HW_TR("core", "More was free than was asked for: the card itself was not full.")};
        case FailureCause::Fragmented:
            return {HW_TR("core",
                          "Fragmentation lost it: %1 are reserved by PyTorch and held by no "
                          "tensor, in pieces that are too small."),
                    {written(m_failure.idle)}};
        case FailureCause::OneTensor:
            return {HW_TR("core", "This one tensor is larger than the card.")};
        case FailureCause::States:
            return {HW_TR("core", "Weights, gradients and the optimizer's states fill the card.")};
        case FailureCause::Activations:
            return {HW_TR("core",
                          "The card is full of weights, states and of what the forward pass "
                          "keeps for the backward pass.")};
        case FailureCause::Scores:
            return {HW_TR("core",
                          "Attention makes its scores as a whole: they grow with the square "
                          "of the sequence.")};
        case FailureCause::Logits:
            return {HW_TR("core",
                          "The logits of all tokens, and their copies for the loss, are "
                          "too large.")};
        case FailureCause::StepCopies:
            return {HW_TR("core",
                          "The optimizer's step makes temporary copies of all that it "
                          "changes.")};
        case FailureCause::Evaluation:
            return {HW_TR("core",
                          "The evaluation collects its predictions on the GPU, beside all "
                          "that training holds.")};
        case FailureCause::Loading:
            return {
                HW_TR("core", "The weights alone do not fit beside what the card holds already.")};
        case FailureCause::Saving:
            return {HW_TR("core",
                          "Saving gathers whole weights on a GPU that has its share alone "
                          "while it trains.")};
        case FailureCause::Generation:
            return {HW_TR("core",
                          "Generation holds keys and values of all tokens, and the logits of "
                          "its prompts.")};
        case FailureCause::KvCache:
            return {HW_TR("core",
                          "The server's share of the GPU has no room for keys and values of "
                          "the context.")};
        case FailureCause::Host:
            return {HW_TR("core",
                          "The host ran out of memory, not the GPU; or the system killed the "
                          "process for another reason (signal 9).")};
        }
        return {};
    }

    void addNumbers()
    {
        if (m_failure.allocated)
            add({HW_TR("core", "PyTorch's tensors hold %1; %2 more are reserved."),
                 {written(m_failure.allocated), written(m_failure.idle)}});
        if (const Bytes others = m_failure.others(); others > 0)
            add({HW_TR("core", "Other processes hold %1."), {written(others)}});
        if (m_diagnosis.fragmented && m_diagnosis.cause != FailureCause::Fragmented)
            add({HW_TR("core", "What is reserved and idle would have been enough, in one piece.")});
        if (m_failure.tokens)
            add({HW_TR("core", "The cache has room for %1 {token|tokens}."),
                 {grouped(*m_failure.tokens)}});
    }

    void addRanks()
    {
        if (m_diagnosis.log.ranks.size() < 2)
            return;
        std::string list;
        constexpr std::size_t shown = 8;
        for (std::size_t i = 0; i < m_diagnosis.log.ranks.size() && i < shown; ++i)
            list += (i > 0 ? ", " : "") + std::to_string(m_diagnosis.log.ranks[i]);
        if (m_diagnosis.log.ranks.size() > shown)
            list += ", …";
        add({HW_TR("core", "Ranks that ran out of memory: %1."), {list}});
    }

    void addPlan(const PlanFindings& plan)
    {
        if (!plan.tensors.empty()) {
            const MatchedTensor& first = plan.tensors.front();
            if (first.isSize)
                add({HW_TR("core", "The plan has a tensor of this size: %1, %2 = %3."),
                     {m_words(first.label), first.formula, sizeText(first.bytes)}});
            else if (first.tokens)
                add({HW_TR("core",
                           "No tensor of the plan has this size. As %1 (%2) it would be one "
                           "of %3 {token|tokens} in a micro-batch; that of the plan has %4."),
                     {m_words(first.label), first.formula, grouped(*first.tokens),
                      sizeText(first.bytes)}});
        } else if (m_failure.asked) {
            add({HW_TR("core", "No tensor of the plan has this size.")});
        }
        if (m_failure.allocated)
            add({HW_TR("core", "The plan counts %1 of tensors at that moment; the run held %2."),
                 {sizeText(plan.planned), written(m_failure.allocated)}});
        constexpr Bytes parts = 33;
        if (m_failure.capacity && *m_failure.capacity < plan.capacity - plan.capacity / parts)
            add({HW_TR("core", "The run's card has %1, the plan's %2."),
                 {written(m_failure.capacity), sizeText(plan.capacity)}});
        if (plan.fits && plan.beyond.value_or(0) > 0)
            add({HW_TR("core",
                       "The plan fits by its own count, %1 of %2; the run needs at least %3 "
                       "more than that. The changes are looked for with so much less room."),
                 {sizeText(plan.total), sizeText(plan.capacity), written(plan.beyond)}});
        else if (!plan.fits)
            add({HW_TR("core", "The plan does not fit by its own count: %1 of %2."),
                 {sizeText(plan.total), sizeText(plan.capacity)}});
        else
            add({HW_TR("core", "The plan fits by its own count: %1 of %2."),
                 {sizeText(plan.total), sizeText(plan.capacity)}});
    }

    const Diagnosis& m_diagnosis;
    const MemoryFailure& m_failure;
    const Translator& m_words;
    std::vector<Text> m_list;
};

} // namespace

std::vector<Text> sentencesOf(const Diagnosis& diagnosis, const Translator& words)
{
    return Sentences(diagnosis, words)();
}

std::string sizeText(Bytes bytes)
{
    constexpr double kibi = 1024;
    struct Unit
    {
        double size;
        const char* name;
    };
    const double size = static_cast<double>(bytes);
    for (const Unit unit :
         {Unit{kibi * kibi * kibi, " GiB"}, Unit{kibi * kibi, " MiB"}, Unit{kibi, " KiB"}})
        if (size >= unit.size)
            return grouped(size / unit.size, 2) + unit.name;
    return std::to_string(bytes) + " bytes";
}

Text causeText(FailureCause cause)
{
    static constexpr std::array names{
        HW_TR("core", "Another process"),
        HW_TR("core", "A limit other than the card"),
        HW_TR("core", "Fragmentation"),
        HW_TR("core", "One tensor larger than the card"),
        HW_TR("core", "Weights and states"),
        HW_TR("core", "Activations"),
        HW_TR("core", "Attention scores"),
        HW_TR("core", "Logits and loss"),
        HW_TR("core", "Temporary tensors of the step"),
        HW_TR("core", "Evaluation"),
        HW_TR("core", "Loading"),
        HW_TR("core", "Saving"),
        HW_TR("core", "Generation"),
        HW_TR("core", "KV cache"),
        HW_TR("core", "Memory of the host"),
    };
    static_assert(names.size() == enumCount<FailureCause>);
    return {names[static_cast<std::size_t>(cause)]};
}

} // namespace highwater
