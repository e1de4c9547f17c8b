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

Text servedGroupName(Group group)
{
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

std::string lineName(const Line& line, const Translator& words)
{
    const std::string label = words(line.label);
    return line.role ? std::string(nameOf(*line.role)) + ": " + label : label;
}

Text momentName(Moment moment)
{
    static constexpr std::array names{
        HW_TR("core", "load"),
        HW_TR("core", "end of forward"),
        HW_TR("core", "loss"),
        HW_TR("core", "backward of a layer"),
        HW_TR("core", "end of backward"),
        HW_TR("core", "optimizer step"),
        HW_TR("core", "text is generated"),
        HW_TR("core", "rewards"),
        HW_TR("core", "log-probabilities of the policy"),
        HW_TR("core", "pass for the KL term"),
        HW_TR("core", "log-probabilities of the reference"),
        HW_TR("core", "values"),
        HW_TR("core", "logits of the teacher"),
        HW_TR("core", "update of the critic"),
        HW_TR("core", "update of the policy"),
        HW_TR("core", "weights sent to the engine"),
    };
    static_assert(names.size() == enumCount<Moment>);
    return {names[static_cast<std::size_t>(moment)]};
}

} // namespace highwater
