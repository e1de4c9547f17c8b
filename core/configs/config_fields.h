// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/import.h"
#include "core/json/json.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The problems of a file's wrong values, notes on other fields, and the fields that were read.
struct ImportLog
{
    Problems problems;
    std::vector<ImportNote> notes;
    std::set<const Json*> read; ///< the values of the file that a reader knows

    void note(std::string field, Text message)
    {
        notes.push_back({std::move(field), std::move(message)});
    }
    void refuse(std::string field, Text message)
    {
        problems.push_back({std::move(field), {}, std::move(message)});
    }
};

/// The largest sizes that a configuration may have; those of a plan's keys.
inline constexpr std::int64_t widestConfig = 16777216;
inline constexpr std::int64_t mostConfigLayers = 65536; ///< also for heads, experts and widths of a
                                                        ///< head

/// The names that programs give one field of a configuration; the first one that the file has
/// counts.
using FieldNames = std::initializer_list<std::string_view>;

/// Reads the fields of one object of a configuration. A field whose value is null counts as absent.
/// A value of the wrong type or beyond its range is a problem, and its field counts as absent too.
class ConfigFields
{
public:
    ConfigFields(const Json& object, std::string path, ImportLog& log)
        : m_object(&object)
        , m_path(std::move(path))
        , m_log(&log)
    { }

    const Json& object() const { return *m_object; }
    ImportLog& log() const { return *m_log; }
    /// The whole name of a field: "text_config.hidden_size".
    std::string nameOf(std::string_view field) const;

    const Json* find(FieldNames names) const;
    bool has(FieldNames names) const { return find(names) != nullptr; }
    std::optional<std::int64_t> whole(FieldNames names, std::int64_t least,
                                      std::int64_t most) const;
    std::int64_t wholeOr(FieldNames names, std::int64_t least, std::int64_t most,
                         std::int64_t absent) const
    {
        return whole(names, least, most).value_or(absent);
    }
    /// A whole number, or the first one of a list that has one for each layer.
    std::optional<std::int64_t> wholeOrFirst(FieldNames names, std::int64_t least,
                                             std::int64_t most) const;
    bool flagOr(std::string_view name, bool absent) const;
    std::optional<std::string> text(FieldNames names) const;
    /// The object at this field; null where it is absent or not an object.
    std::optional<ConfigFields> part(std::string_view name) const;
    /// The whole numbers of a list; empty where the list is absent.
    std::vector<std::int64_t> wholes(std::string_view name) const;

private:
    struct Found
    {
        std::string_view name;
        const Json* value;
    };
    std::optional<Found> lookUp(FieldNames names) const;
    void wrong(const Found& found, Text allowed) const;
    std::optional<std::int64_t> wholeAt(const Found& found, const Json& value, std::int64_t least,
                                        std::int64_t most) const;

    const Json* m_object;
    std::string m_path; ///< of the object in its file; empty for the whole file
    ImportLog* m_log;
};

/// A JSON value in one line, for messages.
std::string shownJson(const Json& value);

/// A whole number, written as 4096 or as 4096.0.
std::optional<std::int64_t> wholeNumber(const Json& value);

/// The whole name of a field of the object at `path`.
std::string fieldPath(std::string_view path, std::string_view field);

} // namespace highwater
