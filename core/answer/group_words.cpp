// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/group_words.h"

#include <array>

namespace highwater {

Text groupName(Group group)
{
    static constexpr std::array names{
        HW_TR("core", "Parameters"),         HW_TR("core", "Gradients"),
        HW_TR("core", "Optimizer state"),    HW_TR("core", "Activations"),
        HW_TR("core", "Logits and buffers"), HW_TR("core", "Runtime overhead"),
    };
    static_assert(names.size() == groupCount);
    return {names[static_cast<std::size_t>(group)]};
}

Text groupName(Group group, bool serves)
{
    if (!serves)
        return groupName(group);
    switch (group) {
    case Group::Parameters:
        return {HW_TR("core", "Weights")};
    case Group::Activations:
        return {HW_TR("core", "KV cache")};
    case Group::Temporary:
        return {HW_TR("core", "Activations")};
    case Group::Gradients:
    case Group::Optimizer:
    case Group::Overhead:
        break;
    }
    return groupName(group);
}

Text groupMeaning(Group group, bool serves)
{
    switch (group) {
    case Group::Parameters:
        return {HW_TR("core", "The weights that this GPU holds")};
    case Group::Gradients:
        return {HW_TR("core", "What the backward pass adds up for each weight")};
    case Group::Optimizer:
        return {HW_TR("core", "What the optimizer keeps from step to step")};
    case Group::Activations:
        return {serves ? HW_TR("core", "Keys and values of earlier tokens, of all sequences")
                       : HW_TR("core", "What the forward pass keeps for the backward pass")};
    case Group::Temporary:
        return {serves ? HW_TR("core", "What a pass over prompts works with, and logits")
                       : HW_TR("core", "Logits, gathered weights, gradients being computed")};
    case Group::Overhead:
        return {serves
                    ? HW_TR("core", "Driver context, communicators, what the server keeps free")
                    : HW_TR("core", "Driver context, communicators, idle memory of the allocator")};
    }
    return {};
}

Text roleName(RoleId role)
{
    static constexpr std::array names{
        HW_TR("core", "policy"),       HW_TR("core", "reference"), HW_TR("core", "value model"),
        HW_TR("core", "reward model"), HW_TR("core", "teacher"),   HW_TR("core", "moving average"),
        HW_TR("core", "engine"),
    };
    static_assert(names.size() == enumCount<RoleId>);
    return {names[static_cast<std::size_t>(role)]};
}

std::string lineName(const Line& line, const Translator& words)
{
    const std::string label = words(line.label);
    return line.role ? words({HW_TR("core", "%1: %2"), {words(roleName(*line.role)), label}})
                     : label;
}

Text momentBrief(Moment moment)
{
    switch (moment) {
    case Moment::OldLogprob:
        return {HW_TR("core", "Log-probs")};
    case Moment::KlLogprob:
        return {HW_TR("core", "KL pass")};
    case Moment::RefLogprob:
        return {HW_TR("core", "Ref. log-probs")};
    case Moment::Teacher:
        return {HW_TR("core", "Teacher")};
    case Moment::UpdateCritic:
        return {HW_TR("core", "Critic update")};
    case Moment::UpdatePolicy:
        return {HW_TR("core", "Policy update")};
    case Moment::Sync:
        return {HW_TR("core", "Transfer")};
    case Moment::Generate:
    case Moment::Reward:
    case Moment::Values:
    case Moment::Load:
    case Moment::ForwardEnd:
    case Moment::Loss:
    case Moment::LayerBackward:
    case Moment::BackwardEnd:
    case Moment::OptimizerStep:
    case Moment::Evaluate:
    case Moment::Save:
    case Moment::Merge:
        break;
    }
    return momentName(moment);
}

} // namespace highwater
