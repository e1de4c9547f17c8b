// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/setting_fields.h"

#include "core/configs/config_fields.h"
#include "core/ledger/optimizer.h"
#include "core/plan/bytes.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

namespace highwater {

using bounded::times;

namespace {

/// Whether the value asks for nothing of its own: null, false, "auto", "", [] and {}.
bool asksForNothing(const Json& value)
{
    const std::string* text = value.text();
    return value.isNull() || (value.flag() && !*value.flag())
        || (text && (text->empty() || *text == "auto"))
        || (value.isArray() && value.items().empty())
        || (value.isObject() && value.members().empty());
}

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
    constexpr std::size_t most = 100; // each place is looked for in the whole text
    if (problems.size() > most)
        problems.erase(problems.begin() + most, problems.end());
    for (Problem& problem : problems)
        if (problem.place.empty())
            problem.place = placeOf(text, problem.field);
    if (!problems.empty())
        return std::move(problems);
    // Weights in 16 bits have moments in 16 bits, unless the optimizer has a width of its own.
    Recipe& recipe = plan.recipe;
    if (recipe.moments == Moments::Bf16 && recipe.optimizer
        && traitsOf(*recipe.optimizer).choosesMoments)
        recipe.moments.reset();
    return Imported{std::move(plan), kind, std::move(notes), std::move(unread)};
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

std::optional<std::string> SettingFields::written(std::string_view field)
{
    const Json* value = take(field);
    if (!value)
        return std::nullopt;
    if (value->text())
        return *value->text();
    wrong(field, *value, {HW_TR("core", "must be a text")});
    return std::nullopt;
}

std::vector<std::string> SettingFields::words(std::string_view field)
{
    std::vector<std::string> found;
    const Json* value = take(field);
    if (!value)
        return found;
    for (const Json& item : value->items())
        if (item.text())
            found.push_back(*item.text());
        else
            wrong(field, item, {HW_TR("core", "must be a text")});
    if (value->text()) {
        std::istringstream text(*value->text());
        for (std::string word; std::getline(text, word, ',');)
            if (const std::size_t start = word.find_first_not_of(' '); start != std::string::npos)
                found.push_back(word.substr(start, word.find_last_not_of(' ') + 1 - start));
    } else if (!value->isArray()) {
        wrong(field, *value, {HW_TR("core", "must be a text")});
    }
    return found;
}

void SettingFields::ignore(std::span<const std::string_view> fields)
{
    m_read.insert(m_read.end(), fields.begin(), fields.end());
}

void SettingFields::ignoreBegun(std::initializer_list<std::string_view> starts)
{
    for (const Json::Member& member : m_object->members())
        if (std::ranges::any_of(
                starts, [&](std::string_view start) { return member.key.starts_with(start); }))
            m_read.push_back(member.key);
}

void SettingFields::listRest()
{
    for (const Json::Member& member : m_object->members())
        if (!asksForNothing(member.value) && std::ranges::find(m_read, member.key) == m_read.end())
            m_log->leave(excerpt(nameOf(member.key)));
}

std::string placeOf(std::string_view text, std::string_view field)
{
    const std::string_view key = field.substr(field.rfind('.') + 1);
    const auto isLetter = [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
    };
    if (key.empty())
        return {};
    for (std::size_t at = text.find(key); at != std::string_view::npos;
         at = text.find(key, at + 1)) {
        const std::size_t end = at + key.size();
        const bool isWhole
            = (at == 0 || !isLetter(text[at - 1])) && (end == text.size() || !isLetter(text[end]));
        const std::size_t start = text.rfind('\n', at) + 1;
        const std::string_view before = text.substr(start, at - start);
        if (isWhole && before.find('#') == std::string_view::npos)
            return std::to_string(std::count(text.begin(),
                                             text.begin() + static_cast<std::ptrdiff_t>(at), '\n')
                                  + 1)
                + ":" + std::to_string(at - start + 1);
    }
    return {};
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
        {"adamw_torch_8bit", Optimizer::AdamW8bit}, // torchao: a byte, and a scale for 256
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
