// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/setting_fields.h"

#include "core/configs/config_fields.h"
#include "core/plan/bytes.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <utility>

namespace highwater {

using bounded::times;

namespace {

/// A number, or the text of one.
std::optional<std::int64_t> wholeOf(const Json& value)
{
    if (const std::string* text = value.text())
        return wholeIn(*text);
    return wholeNumber(value);
}

} // namespace

void SettingLog::set(KeyPath key, const Value& value, const std::string& field)
{
    for (Problem problem : assign(plan, key, value)) {
        problem.field = field;
        problems.push_back(std::move(problem));
    }
}

void SettingLog::open(KeyPath key)
{
    keyOf(key).set(plan, Value{});
}

Result<Imported> SettingLog::imported(ImportKind kind) &&
{
    if (!problems.empty())
        return std::move(problems);
    return Imported{std::move(plan), kind, std::move(notes)};
}

SettingFields::SettingFields(const Json& object, std::string path, SettingLog& log)
    : m_object(&object)
    , m_path(std::move(path))
    , m_log(&log)
{ }

std::string SettingFields::nameOf(std::string_view field) const
{
    return fieldPath(m_path, field);
}

bool SettingFields::has(std::string_view field) const
{
    const Json* value = m_object->find(field);
    return value && !value->isNull();
}

const Json* SettingFields::take(std::string_view field)
{
    m_read.push_back(field);
    const Json* value = m_object->find(field);
    if (!value || value->isNull())
        return nullptr;
    if (value->text() && *value->text() == "auto") {
        m_log->note(nameOf(field), {HW_TR("core", "is \"auto\": the training script sets it")});
        return nullptr;
    }
    return value;
}

void SettingFields::wrong(std::string_view field, const Json& value, Text allowed)
{
    m_log->problems.push_back({nameOf(field), shownJson(value), std::move(allowed)});
}

std::optional<bool> SettingFields::flag(std::string_view field)
{
    const Json* value = take(field);
    if (!value)
        return std::nullopt;
    if (value->flag())
        return *value->flag();
    if (const std::string* text = value->text()) {
        const std::string word = lowered(*text);
        if (word == "true" || word == "yes" || word == "on" || word == "1")
            return true;
        if (word == "false" || word == "no" || word == "off" || word == "0" || word == "none")
            return false;
    }
    if (value->whole() && (*value->whole() == 0 || *value->whole() == 1))
        return *value->whole() == 1;
    wrong(field, *value, {HW_TR("core", "must be true or false")});
    return std::nullopt;
}

std::optional<std::int64_t> SettingFields::whole(std::string_view field, std::int64_t least,
                                                 std::int64_t most)
{
    const Json* value = take(field);
    if (!value)
        return std::nullopt;
    const auto number = wholeOf(*value);
    if (number && *number >= least && *number <= most)
        return number;
    wrong(field, *value,
          {HW_TR("core", "must be a whole number from %1 to %2"), {grouped(least), grouped(most)}});
    return std::nullopt;
}

std::optional<double> SettingFields::number(std::string_view field)
{
    const Json* value = take(field);
    if (!value)
        return std::nullopt;
    if (const auto number = value->number())
        return number;
    wrong(field, *value, {HW_TR("core", "must be a number")});
    return std::nullopt;
}

std::optional<std::string> SettingFields::word(std::string_view field)
{
    const Json* value = take(field);
    if (!value)
        return std::nullopt;
    if (value->text())
        return lowered(*value->text());
    if (value->whole())
        return std::to_string(*value->whole());
    if (value->flag())
        return *value->flag() ? "true" : "no"; // an unquoted "no" of YAML
    wrong(field, *value, {HW_TR("core", "must be a text")});
    return std::nullopt;
}

std::optional<SettingFields> SettingFields::part(std::string_view field)
{
    const Json* value = take(field);
    if (!value)
        return std::nullopt;
    if (value->isObject())
        return SettingFields(*value, nameOf(field), *m_log);
    wrong(field, *value, {HW_TR("core", "must be an object")});
    return std::nullopt;
}

void SettingFields::pass(std::initializer_list<std::string_view> fields)
{
    m_read.insert(m_read.end(), fields.begin(), fields.end());
}

void SettingFields::noteRest()
{
    for (const Json::Member& member : m_object->members())
        if (std::ranges::find(m_read, member.key) == m_read.end())
            m_log->note(excerpt(nameOf(member.key)),
                        {HW_TR("core", "is not read: %1"), {shownJson(member.value)}});
}

Result<Json> objectIn(Result<Json> read)
{
    if (read && !read->isObject())
        return Problem{{}, {}, {HW_TR("core", "must be an object")}};
    return read;
}

Json withoutPrefix(const Json& object, std::string_view prefix)
{
    Json plain = Json::object();
    for (const Json::Member& member : object.members()) {
        std::string key = member.key;
        if (key.starts_with(prefix))
            key.erase(0, prefix.size());
        if (!plain.contains(key))
            plain.add(std::move(key), member.value);
    }
    return plain;
}

std::int64_t modelRanks(const Layout& layout)
{
    return times(layout.tensor, times(layout.pipeline, layout.context));
}

void setBatch(SettingLog& log, const StatedBatch& batch, std::int64_t dataRanks,
              const std::string& field)
{
    StatedBatch full = batch;
    const std::int64_t ranks = std::max<std::int64_t>(1, dataRanks);
    if (!full.micro && full.global && full.accumulation)
        full.micro = *full.global / times(ranks, *full.accumulation);
    if (full.micro && *full.micro < 1) {
        log.note(field,
                 {HW_TR("core", "the batch sizes do not agree with %1 data {rank|ranks}"),
                  {grouped(ranks)}});
        full.micro = 1;
    }
    const std::int64_t micro = full.micro.value_or(log.plan.workload.microBatch);
    if (full.micro)
        log.set("workload.micro_batch", micro, field);
    if (!full.global && full.accumulation)
        full.global = times(times(micro, *full.accumulation), ranks);
    if (!full.global)
        return;
    const auto most = static_cast<std::int64_t>(keyOf("workload.global_batch").most);
    if (*full.global > most) {
        log.note(field,
                 {HW_TR("core", "makes %1 sequences a step; the most of a plan, %2, are taken"),
                  {grouped(*full.global), grouped(most)}});
        full.global = most;
    }
    log.plan.workload.globalBatch.reset();
    if (*full.global != times(micro, ranks))
        log.set("workload.global_batch", *full.global, field);
}

std::optional<Optimizer> optimizerNamed(std::string_view name)
{
    constexpr std::pair<std::string_view, Optimizer> names[]{
        {"adam", Optimizer::AdamW},
        {"adamw", Optimizer::AdamW},
        {"fusedadam", Optimizer::AdamW},
        {"adamw_hf", Optimizer::AdamW},
        {"adamw_torch", Optimizer::AdamW},
        {"adamw_torch_fused", Optimizer::AdamW},
        {"adamw_apex_fused", Optimizer::AdamW},
        {"adamw_8bit", Optimizer::AdamW8bit},
        {"adamw_bnb_8bit", Optimizer::AdamW8bit},
        {"paged_adamw", Optimizer::PagedAdamW},
        {"paged_adamw_32bit", Optimizer::PagedAdamW},
        {"paged_adamw_8bit", Optimizer::PagedAdamW8bit},
        {"sgd", Optimizer::Sgd},
        {"adagrad", Optimizer::Adagrad},
        {"adafactor", Optimizer::Adafactor},
        {"lion", Optimizer::Lion},
        {"lion_32bit", Optimizer::Lion},
        {"muon", Optimizer::Muon},
        {"dist_muon", Optimizer::Muon},
        {"galore_adamw", Optimizer::GaLore},
        {"galore_adamw_layerwise", Optimizer::GaLore},
        {"apollo_adamw", Optimizer::Apollo},
        {"apollo_adamw_layerwise", Optimizer::Apollo},
        {"lomo", Optimizer::Lomo},
        {"adalomo", Optimizer::AdaLomo},
    };
    for (const auto& [word, optimizer] : names)
        if (word == name)
            return optimizer;
    return std::nullopt;
}

} // namespace highwater
