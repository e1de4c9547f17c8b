// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"

#include "core/catalog/data.h"
#include "core/plan/keys.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

namespace highwater {
namespace {

using nlohmann::json;

Value valueOf(const json& node)
{
    if (node.is_boolean())
        return node.get<bool>();
    if (node.is_number_integer())
        return node.get<std::int64_t>();
    if (node.is_number())
        return node.get<double>();
    if (node.is_string())
        return node.get<std::string>();
    return {};
}

/// Architecture keys of the catalogue are those of model.custom, so they are read by its table.
void readArchitecture(const json& node, std::string_view group, Plan& plan, Problems& problems)
{
    for (const auto& [name, value] : node.items()) {
        const std::string below = std::string(group) + '.' + name;
        if (value.is_object())
            readArchitecture(value, below, plan, problems);
        else if (const auto path = findKeyPath(below)) {
            const Key& key = keyOf(*path);
            if (!key.set(plan, valueOf(value)) || !key.valid(plan, key))
                problems.push_back({*path, typed(valueOf(value)), allowed(key)});
        }
    }
}

template <class T> T field(const json& node, const char* name, T fallback = {})
{
    const auto found = node.find(name);
    return found == node.end() || found->is_null() ? fallback : found->get<T>();
}

template <class T> std::optional<T> maybe(const json& node, const char* name)
{
    const auto found = node.find(name);
    if (found == node.end() || found->is_null())
        return std::nullopt;
    return found->get<T>();
}

Model readModel(const json& node, Problems& problems)
{
    Plan plan;
    plan.model = CustomModel{};
    Problems wrong;
    readArchitecture(node, KeyGroup("model.custom").text(), plan, wrong);
    problems.insert(problems.end(), wrong.begin(), wrong.end());
    Model model;
    model.id = field<std::string>(node, "id");
    model.name = field<std::string>(node, "name");
    model.family = field<std::string>(node, "family");
    model.source = field<std::string>(node, "source");
    model.aliases = field<std::vector<std::string>>(node, "aliases");
    model.verified = field<bool>(node, "arch_verified");
    model.totalParameters = field<std::int64_t>(node, "total_params_computed");
    model.activeParameters = field<std::int64_t>(node, "active_params_computed");
    if (!wrong.empty())
        return model;
    const auto shape = shapeOf(std::get<CustomModel>(plan.model));
    if (shape)
        model.shape = *shape;
    else
        problems.insert(problems.end(), shape.problems().begin(), shape.problems().end());
    return model;
}

Device readDevice(const json& node)
{
    Device device;
    device.id = field<std::string>(node, "id");
    device.name = field<std::string>(node, "name");
    device.vendor = field<std::string>(node, "vendor");
    device.source = field<std::string>(node, "source");
    device.note = field<std::string>(node, "note");
    device.interconnect = field<std::string>(node, "interconnect");
    device.aliases = field<std::vector<std::string>>(node, "aliases");
    device.marketedGb = field<double>(node, "memory_gb_marketed");
    device.reportedMib = maybe<std::int64_t>(node, "memory_total_mib");
    device.bandwidthGbPerS = maybe<double>(node, "memory_bandwidth_gb_s");
    device.bf16Tflops = maybe<double>(node, "bf16_dense_tflops");
    device.fp8Tflops = maybe<double>(node, "fp8_dense_tflops");
    device.interconnectGbPerS = maybe<double>(node, "interconnect_gb_s");
    device.pcieGeneration = maybe<std::int64_t>(node, "pcie_gen");
    device.verified = field<bool>(node, "verified");
    return device;
}

/// What is left when case, spaces and punctuation do not count: "Llama-3.1 8B" -> "llama318b".
std::string bare(std::string_view text)
{
    std::string result;
    for (const char letter : text) {
        if (letter >= 'A' && letter <= 'Z')
            result += static_cast<char>(letter - 'A' + 'a');
        else if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')
                 || static_cast<unsigned char>(letter) >= 0x80)
            result += letter;
    }
    return result;
}

template <class T> const T* byId(const std::vector<T>& entries, std::string_view id)
{
    const auto found = std::ranges::find(entries, id, &T::id);
    return found == entries.end() ? nullptr : &*found;
}

template <class T> const T* byTyping(const std::vector<T>& entries, std::string_view text)
{
    if (const T* exact = byId(entries, text))
        return exact;
    const std::string wanted = bare(text);
    for (const T& entry : entries) {
        const bool known = bare(entry.id) == wanted || bare(entry.name) == wanted
            || std::ranges::any_of(entry.aliases,
                                   [&](const std::string& alias) { return bare(alias) == wanted; });
        if (known)
            return &entry;
    }
    return nullptr;
}

/// Levenshtein's distance, which counts the letters to change, add or drop.
std::size_t distance(std::string_view left, std::string_view right)
{
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < right.size(); ++j) {
            const std::size_t change = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({change, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

template <class T>
std::vector<std::string> similar(std::span<const T> entries, std::string_view text)
{
    constexpr std::size_t most = 3;
    const std::string wanted = bare(text.substr(0, 64));
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const T& entry : entries) {
        const std::string id = bare(entry.id);
        const bool part = !wanted.empty() && id.find(wanted) != std::string::npos;
        const std::size_t away = part ? 0 : distance(wanted, id);
        if (away <= std::max<std::size_t>(2, wanted.size() / 3))
            ranked.emplace_back(away, entry.id);
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, std::string>::first);
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < std::min(most, ranked.size()); ++i)
        ids.push_back(ranked[i].second);
    return ids;
}

} // namespace

std::int64_t Device::capacityBytes() const
{
    if (reportedMib)
        return *reportedMib << 20;
    return static_cast<std::int64_t>(std::llround(marketedGb)) << 30;
}

std::string Device::shortName() const
{
    const std::string first = name.substr(0, name.find(' '));
    if (!aliases.empty() && bare(aliases.front()) == bare(first))
        return first;
    std::istringstream words(name);
    std::string text;
    for (std::string word; words >> word;)
        if (const bool isSize = word.ends_with("GB") && word[0] >= '0' && word[0] <= '9'; !isSize)
            text += (text.empty() ? "" : " ") + word;
    return text;
}

Catalog::Catalog(std::string_view modelsJson, std::string_view devicesJson)
{
    const auto unreadable = [this](const char* file, const json::exception& error) {
        m_problems.push_back({std::string(file), error.what(), {HW_TR("core", "cannot be read")}});
    };
    try {
        const json file = json::parse(modelsJson);
        for (const json& node : file.at("models"))
            m_models.push_back(readModel(node, m_problems));
    } catch (const json::exception& error) {
        unreadable("models.json", error);
    }
    try {
        const json file = json::parse(devicesJson);
        for (const json& node : file.at("devices")) {
            Device device = readDevice(node);
            if (device.id.empty())
                m_problems.push_back({std::string("devices.json"),
                                      excerpt(node.dump()),
                                      {HW_TR("core", "has no id")}});
            else
                m_devices.push_back(std::move(device));
        }
    } catch (const json::exception& error) {
        unreadable("devices.json", error);
    }
}

const Model* Catalog::model(std::string_view id) const
{
    return byId(m_models, id);
}
const Device* Catalog::device(std::string_view id) const
{
    return byId(m_devices, id);
}

const Model* Catalog::modelTyped(std::string_view text) const
{
    return byTyping(m_models, text);
}
const Device* Catalog::deviceTyped(std::string_view text) const
{
    return byTyping(m_devices, text);
}

const Catalog& builtinCatalog()
{
    static const Catalog catalog(data::models, data::devices);
    return catalog;
}

std::vector<std::string> similarIds(std::span<const Model> models, std::string_view text)
{
    return similar(models, text);
}

std::vector<std::string> similarIds(std::span<const Device> devices, std::string_view text)
{
    return similar(devices, text);
}

} // namespace highwater
