// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/python_flow.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace highwater {

void PythonFlow::beginLine(std::size_t place, std::size_t column)
{
    m_place = place;
    m_column = column;
    m_branch.reset();
    while (!m_blocks.empty() && m_blocks.back().column >= column) {
        Block block = std::move(m_blocks.back());
        m_blocks.pop_back();
        count(block, -1);
        if (block.kind == PythonBlock::Function)
            for (; m_changes.size() > block.changes; m_changes.pop_back()) {
                Change& change = m_changes.back();
                if (change.had)
                    m_values[change.name] = std::move(change.before);
                else
                    m_values.erase(change.name);
            }
        if (block.taken && block.column == column)
            m_branch = std::move(block);
    }
}

void PythonFlow::push(Block block)
{
    block.place = m_place;
    block.column = m_column;
    block.changes = m_changes.size();
    count(block, 1);
    m_blocks.push_back(std::move(block));
}

void PythonFlow::count(const Block& block, int by)
{
    m_skipped += block.kind == PythonBlock::Skipped ? by : 0;
    m_uncertain += block.isUncertain ? by : 0;
    m_functions += block.kind == PythonBlock::Function ? by : 0;
}

void PythonFlow::openBranch(PythonBranch branch, std::optional<bool> holds)
{
    // An "else" of a loop or a "try" has no branch before it.
    const Taken before = branch == PythonBranch::If ? Taken::No
        : m_branch                                  ? *m_branch->taken
                                                    : Taken::Unknown;
    const bool isKnown = before == Taken::No && holds;
    const bool isLeftOut = before == Taken::Yes || (holds && !*holds);
    Block block;
    block.kind = isLeftOut ? PythonBlock::Skipped : PythonBlock::Plain;
    block.isUncertain = !isLeftOut && !isKnown;
    block.taken = isLeftOut ? before : isKnown ? Taken::Yes : Taken::Unknown;
    push(std::move(block));
}

void PythonFlow::open(PythonBlock kind, std::string className)
{
    Block block;
    block.kind = kind;
    block.isUncertain = kind == PythonBlock::Repeated;
    block.className = std::move(className);
    push(std::move(block));
}

std::optional<std::size_t> PythonFlow::leave(PythonBlock kind)
{
    const auto block = std::ranges::find(m_blocks.rbegin(), m_blocks.rend(), kind, &Block::kind);
    if (isSkipped() || block == m_blocks.rend())
        return std::nullopt;
    block->isLeft = true;
    return block->place;
}

bool PythonFlow::isConditional() const
{
    return std::ranges::any_of(m_blocks, [](const Block& block) {
        return block.isLeft || (block.isUncertain && block.kind != PythonBlock::Repeated);
    });
}

bool PythonFlow::isSkipped() const
{
    return m_skipped > 0;
}

bool PythonFlow::isUncertain() const
{
    return m_uncertain > 0;
}

void PythonFlow::set(const std::string& name, Json value)
{
    std::string path = name;
    for (const Block& block : std::views::reverse(m_blocks)) {
        if (block.kind == PythonBlock::Class)
            path = block.className + "." + name;
        if (block.kind == PythonBlock::Class || block.kind == PythonBlock::Function)
            break;
    }
    const auto known = m_values.find(path);
    const bool isOther = isUncertain() && known != m_values.end()
        && (!known->second.known || known->second.known->onOneLine() != value.onOneLine());
    if (isOther)
        assign(path, {});
    else
        assign(path, {std::move(value), {}});
}

void PythonFlow::assign(const std::string& name, Value value)
{
    if (isSkipped())
        return;
    const auto known = m_values.find(name);
    if (m_functions > 0)
        m_changes.push_back({name, known != m_values.end(),
                             known != m_values.end() ? std::exchange(known->second, {}) : Value{}});
    m_values[name] = std::move(value);
}

Json* PythonFlow::objectOf(const std::string& name)
{
    const auto known = m_values.find(name);
    const bool isKnown
        = known != m_values.end() && known->second.known && known->second.known->isObject();
    return isKnown ? &*known->second.known : nullptr;
}

} // namespace highwater
