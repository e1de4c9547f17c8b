// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/stack_phases.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace highwater {
namespace {

bool containsAny(std::string_view text, const auto& words)
{
    return std::ranges::any_of(
        words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

bool isOptimizer(std::string_view file, std::string_view name)
{
    constexpr auto files = std::to_array<std::string_view>(
        {"distrib_optimizer.py", "stage_1_and_2.py", "stage3.py"});
    constexpr auto names = std::to_array<std::string_view>(
        {"_multi_tensor_", "_single_tensor_", "_fused_", "_init_group"});
    const bool steps = name == "step" || containsAny(name, names);
    if (containsAny(file, files))
        return steps;
    const std::size_t folder = file.find("/optim/");
    return steps && folder != std::string_view::npos && file.ends_with(".py");
}

bool isBackward(std::string_view file, std::string_view name)
{
    if (name.find("torch::autograd::Engine::") != std::string_view::npos)
        return true;
    // Recomputation runs in the backward pass (torch/utils/checkpoint.py).
    constexpr auto names = std::to_array<std::string_view>({"unpack_hook", "recompute_fn"});
    return file.ends_with("checkpoint.py") && (name == "backward" || containsAny(name, names));
}

bool isLoss(std::string_view name)
{
    constexpr auto names
        = std::to_array<std::string_view>({"cross_entropy", "log_softmax", "nll_loss"});
    return containsAny(name, names);
}

std::optional<RunPhase> phaseOf(const StackTable& stacks, const std::vector<std::uint32_t>& stack)
{
    bool called = false, made = false, loss = false, optimizer = false;
    for (const std::uint32_t index : stack) {
        const StackFrame& frame = stacks.frames[index];
        const std::string_view name = stacks.names[frame.name], file = stacks.names[frame.file];
        if (isBackward(file, name))
            return RunPhase::Backward;
        optimizer = optimizer || isOptimizer(file, name);
        loss = loss || isLoss(name);
        called = called || name == "_call_impl" || name == "forward";
        made = made || name == "__init__";
    }
    if (optimizer)
        return RunPhase::Optimizer;
    if (loss)
        return RunPhase::Loss;
    if (called)
        return RunPhase::Forward;
    return made ? std::optional(RunPhase::Setup) : std::nullopt;
}

} // namespace

StackPhases::StackPhases(const StackTable& stacks)
    : m_phases(stacks.stacks.size())
{
    for (std::size_t i = 1; i < stacks.stacks.size(); ++i) {
        m_phases[i] = phaseOf(stacks, stacks.stacks[i]);
        m_known = m_known || m_phases[i].has_value();
    }
    // Autograd's thread has no frame of Python: where only frames of Python were kept, its stacks
    // are empty.
    for (std::size_t i = 1; m_known && i < stacks.stacks.size(); ++i)
        if (stacks.stacks[i].empty())
            m_phases[i] = RunPhase::Backward;
}

} // namespace highwater
