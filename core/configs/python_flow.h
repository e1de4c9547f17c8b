// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

enum class PythonBranch { If, Elif, Else };
enum class PythonBlock {
    Plain,
    Skipped, ///< what ordinarily does not run: "except"
    Repeated, ///< a loop: in its body, a name has one value after another
    Function,
    Class,
};

/// Which lines of a Python script run, and what its names mean there. Lines come in their order. A
/// branch whose condition is known runs or does not. Where it is not known, its lines count, but a
/// name that gets another value there has none that is known.
class PythonFlow
{
public:
    /// A line begins at this place of the text and in this column. It ends the blocks that do not
    /// reach so far to the right.
    void beginLine(std::size_t place, std::size_t column);
    /// The line that has begun opens a block. `holds`: null where the script does not say it.
    void openBranch(PythonBranch branch, std::optional<bool> holds);
    void open(PythonBlock block, std::string className = {});
    /// "continue", "break" and "return": what follows in the innermost block of this kind does not
    /// run each time. Returns the place of its first line; null where there is none.
    std::optional<std::size_t> leave(PythonBlock kind);
    std::size_t depth() const { return m_blocks.size(); }

    bool isSkipped() const;
    bool isUncertain() const; ///< the line may run or not, or more than once
    bool isConditional() const; ///< the line may run or not, or not each time

    struct Value
    {
        std::optional<Json> known;
        std::string over; ///< stands for a name that a loop or a call sets: what the loop goes over
    };
    /// A name that never had a value has no entry.
    using Values = std::map<std::string, Value>;
    const Values& values() const { return m_values; }
    /// In the body of a class, the value of CLASS.NAME.
    void set(const std::string& name, Json value);
    void forget(const std::string& name, std::string over = {})
    {
        assign(name, {std::nullopt, std::move(over)});
    }
    /// The object that a name means, to change it; null where it means none.
    Json* objectOf(const std::string& name);

private:
    enum class Taken { No, Yes, Unknown }; ///< whether one of a chain's branches so far has run
    struct Block
    {
        std::size_t column = 0;
        PythonBlock kind{};
        bool isUncertain = false, isLeft = false;
        std::optional<Taken> taken; ///< of a branch
        std::string className;
        std::size_t place = 0, changes = 0; ///< at its begin
    };
    struct Change
    {
        std::string name;
        bool had = false;
        Value before;
    };

    void push(Block block);
    void count(const Block& block, int by);
    void assign(const std::string& name, Value value);

    std::size_t m_place = 0, m_column = 0;
    std::vector<Block> m_blocks;
    int m_skipped = 0, m_uncertain = 0, m_functions = 0; ///< of the blocks
    std::optional<Block> m_branch; ///< the branch that ended last
    Values m_values;
    std::vector<Change> m_changes; ///< in the functions that are open, which end with them
};

} // namespace highwater
