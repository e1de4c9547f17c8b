// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/import.h"
#include "core/json/json.h"
#include "core/plan/keys.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// Of one kind of parallelism in a file of another program.
inline constexpr std::int64_t mostRanks = 1048576;

/// A plan while a configuration is read into it, with the problems and the notes of the reading.
class SettingLog
{
public:
    explicit SettingLog(const Plan& base)
        : plan(base)
    { }

    Plan plan;
    Problems problems;
    std::vector<ImportNote> notes;
    std::vector<std::string> unread; ///< fields that may count and have no part in the plan
    std::string_view text = {}; ///< of the file, so that a problem can name its line

    void note(std::string field, Text message)
    {
        notes.push_back({std::move(field), std::move(message)});
    }
    /// Sets a key of the plan; a value out of its range is a problem of the file's field.
    void set(KeyPath key, const Value& value, const std::string& field);
    void leave(std::string field) { unread.push_back(std::move(field)); }
    void refuse(std::string field, std::string found, Text message)
    {
        problems.push_back({std::move(field), std::move(found), std::move(message)});
    }
    /// Removes a key's value, so that the framework's default counts.
    void open(KeyPath key);

    Result<Imported> imported(ImportKind kind) &&;
};

/// The settings in one object of a configuration. It remembers which were read, so that the others
/// can be listed.
class SettingFields
{
public:
    SettingFields(const Json& object, std::string path, SettingLog& log);

    SettingLog& log() const { return *m_log; }
    std::string nameOf(std::string_view field) const;

    bool has(std::string_view field) const;
    /// The value, which counts as read; null where it is absent, null or "auto"; "auto" is noted.
    const Json* take(std::string_view field);
    /// true or false, and the forms of these in YAML files: "true", "yes", 1.
    std::optional<bool> flag(std::string_view field);
    bool flagOr(std::string_view field, bool absent) { return flag(field).value_or(absent); }
    std::optional<std::int64_t> whole(std::string_view field, std::int64_t least,
                                      std::int64_t most);
    std::optional<double> number(std::string_view field);
    std::optional<std::string> word(std::string_view field); ///< in small letters
    std::optional<std::string> written(std::string_view field); ///< a text, letter for letter
    /// The texts of a list, or of a text that separates them by commas.
    std::vector<std::string> words(std::string_view field);
    /// The object at a field; call listRest() on the returned fields too.
    std::optional<SettingFields> part(std::string_view field);
    /// Marks fields as read that have nothing to do with memory.
    void ignore(std::span<const std::string_view> fields);
    void ignore(std::initializer_list<std::string_view> fields)
    {
        ignore(std::span(fields.begin(), fields.size()));
    }
    /// The same for all fields that begin like this.
    void ignoreBegun(std::initializer_list<std::string_view> starts);
    /// Lists all fields that have not been read. One that is null, off, empty or left to others
    /// asks for nothing.
    void listRest();

private:
    void wrong(std::string_view field, const Json& value, Text allowed);

    const Json* m_object;
    std::string m_path;
    SettingLog* m_log;
    std::vector<std::string_view> m_read;
};

/// Line and column at which a text states a field, "3:14"; empty where it does not.
std::string placeOf(std::string_view text, std::string_view field);

/// The file's object, or the problem: the file cannot be read, or is not an object.
Result<Json> objectIn(Result<Json> read);

/// The object with the prefix removed from the keys that have it.
Json withoutPrefix(const Json& object, std::string_view prefix);

/// The batch sizes of a step as files state them; two of the three give the third.
struct StatedBatch
{
    std::optional<std::int64_t> micro, accumulation, global;
};

/// Sets micro-batch and global batch for this many data ranks.
void setBatch(SettingLog& log, const StatedBatch& batch, std::int64_t dataRanks,
              const std::string& field);

/// The GPUs of one copy of the layout: tensor · pipeline · context.
std::int64_t modelRanks(const Layout& layout);

/// The optimizer with this name in torch, transformers or DeepSpeed.
std::optional<Optimizer> optimizerNamed(std::string_view name);

} // namespace highwater
