// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog_file.h"

#include "core/plan/keys.h"
#include "core/plan/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

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

/// The problems of one file. Each is named after the file, the entry and the key:
/// "devices.json, h100-sxm5-80gb, pcie_gen".
class Complaints
{
public:
    Complaints(std::string file, Problems& problems)
        : m_file(std::move(file))
        , m_problems(problems)
    { }

    void startEntry(std::string id) { m_entry = ", " + std::move(id); }
    void add(std::string_view key, std::string found, Text message)
    {
        const std::string name = key.empty() ? std::string() : ", " + std::string(key);
        m_problems.push_back({m_file + m_entry + name, std::move(found), std::move(message)});
    }

private:
    std::string m_file, m_entry;
    Problems& m_problems;
};

bool take(std::string& member, const json& value)
{
    if (value.is_string())
        member = value.get<std::string>();
    return value.is_string();
}

bool take(bool& member, const json& value)
{
    if (value.is_boolean())
        member = value.get<bool>();
    return value.is_boolean();
}

bool take(std::int64_t& member, const json& value)
{
    if (value.is_number_integer())
        member = value.get<std::int64_t>();
    return value.is_number_integer();
}

bool take(double& member, const json& value)
{
    if (value.is_number())
        member = value.get<double>();
    return value.is_number();
}

bool take(std::vector<std::string>& member, const json& value)
{
    if (!value.is_array()
        || !std::ranges::all_of(value, [](const json& each) { return each.is_string(); }))
        return false;
    member = value.get<std::vector<std::string>>();
    return true;
}

template <class T> bool take(std::optional<T>& member, const json& value)
{
    return value.is_null() || take(member.emplace(), value);
}

bool take(Confidence& member, const json& value)
{
    const auto found = value.is_string() ? fromName<Confidence>(value.get<std::string>())
                                         : std::optional<Confidence>();
    if (found)
        member = *found;
    return found.has_value();
}

/// One key of an object in the file, and how its value is stored; false for a value of the wrong
/// type.
template <class Owner> struct FileKey
{
    std::string_view name;
    bool (*store)(Owner&, const json&, Complaints&);
};

template <class Member> struct OwnerOf;
template <class Owner_, class Type> struct OwnerOf<Type Owner_::*>
{
    using Owner = Owner_;
};
template <auto member> using Owner = typename OwnerOf<decltype(member)>::Owner;

template <auto member> constexpr FileKey<Owner<member>> key(std::string_view name)
{
    return {name, [](Owner<member>& owner, const json& value, Complaints&) {
                return take(owner.*member, value);
            }};
}

/// A key whose value may be null, where no public source was found.
template <auto member> constexpr FileKey<Owner<member>> keyOrNull(std::string_view name)
{
    return {name, [](Owner<member>& owner, const json& value, Complaints&) {
                return value.is_null() || take(owner.*member, value);
            }};
}

/// Reads an object that must have each key of `known` and no other one.
template <class Owner, std::size_t count>
void readKeys(Owner& owner, const json& object, const std::array<FileKey<Owner>, count>& known,
              std::string_view what, Complaints& complaints)
{
    for (const FileKey<Owner>& key : known)
        if (!object.contains(key.name))
            complaints.add(key.name, {}, "is missing");
    for (const auto& [name, value] : object.items()) {
        const auto found = std::ranges::find(known, std::string_view(name), &FileKey<Owner>::name);
        if (found == known.end())
            complaints.add(name, {}, {"is not a key of %1", {std::string(what)}});
        else if (!found->store(owner, value, complaints))
            complaints.add(name, value.dump(), "is of the wrong type");
    }
}

constexpr std::array figureKeys{
    key<&DeviceFigure::value>("value"),
    key<&DeviceFigure::source>("source"),
    key<&DeviceFigure::confidence>("confidence"),
};
constexpr std::array priceKeys{
    key<&DevicePrice::usdPerHour>("usd_per_hour"),
    key<&DevicePrice::month>("month"),
    key<&DevicePrice::source>("source"),
    key<&DevicePrice::confidence>("confidence"),
};

/// An object within an entry.
template <class Part, std::size_t count>
bool takePart(Part& part, const json& value, const std::array<FileKey<Part>, count>& known,
              std::string_view what, Complaints& complaints)
{
    if (value.is_object())
        readKeys(part, value, known, what, complaints);
    return value.is_object();
}
bool takePart(DeviceFigure& part, const json& value, Complaints& complaints)
{
    return takePart(part, value, figureKeys, "a figure", complaints);
}
bool takePart(DevicePrice& part, const json& value, Complaints& complaints)
{
    return takePart(part, value, priceKeys, "a price", complaints);
}
template <class Part>
bool takePart(std::optional<Part>& part, const json& value, Complaints& complaints)
{
    return value.is_null() || takePart(part.emplace(), value, complaints);
}

template <auto member> constexpr FileKey<Owner<member>> partKey(std::string_view name)
{
    return {name, [](Owner<member>& owner, const json& value, Complaints& complaints) {
                return takePart(owner.*member, value, complaints);
            }};
}

constexpr std::array rateKeys{
    key<&DeviceRates::fp16Tflops>("fp16_dense_tflops"),
    key<&DeviceRates::tf32Tflops>("tf32_dense_tflops"),
    key<&DeviceRates::fp32Tflops>("fp32_tflops"),
    key<&DeviceRates::source>("source"),
    key<&DeviceRates::confidence>("confidence"),
    key<&DeviceRates::wideConfidence>("confidence_fp32_tf32"),
    partKey<&DeviceRates::reachedShare>("reached_share"),
    key<&DeviceRates::bandwidthConfidence>("memory_bandwidth_confidence"),
    key<&DeviceRates::intraGpus>("intra_node_gpus"),
    key<&DeviceRates::intraType>("intra_node_type"),
    partKey<&DeviceRates::intraGbPerS>("intra_node_gb_s"),
    partKey<&DeviceRates::interGbPerS>("inter_node_gb_s"),
    partKey<&DeviceRates::pcieGbPerS>("pcie_gb_s"),
    partKey<&DeviceRates::powerW>("power_w"),
    key<&DeviceRates::hostGpus>("host_gpus"),
    partKey<&DeviceRates::hostGbPerS>("host_memory_gb_s"),
    partKey<&DeviceRates::onDemand>("price_on_demand"),
    partKey<&DeviceRates::marketplace>("price_marketplace"),
    keyOrNull<&DeviceRates::note>("note"),
};

bool takePart(DeviceRates& part, const json& value, Complaints& complaints)
{
    return takePart(part, value, rateKeys, "a device's rates", complaints);
}

constexpr std::array deviceKeys{
    key<&Device::id>("id"),
    key<&Device::name>("name"),
    key<&Device::vendor>("vendor"),
    key<&Device::marketedGb>("memory_gb_marketed"),
    keyOrNull<&Device::reportedMib>("memory_total_mib"),
    // The same amount, for people who read the file.
    FileKey<Device>{"memory_total_gib",
                    [](Device&, const json& value, Complaints&) {
                        return value.is_null() || value.is_number();
                    }},
    keyOrNull<&Device::bandwidthGbPerS>("memory_bandwidth_gb_s"),
    keyOrNull<&Device::bf16Tflops>("bf16_dense_tflops"),
    keyOrNull<&Device::fp8Tflops>("fp8_dense_tflops"),
    keyOrNull<&Device::interconnectGbPerS>("interconnect_gb_s"),
    keyOrNull<&Device::interconnect>("interconnect"),
    keyOrNull<&Device::pcieGeneration>("pcie_gen"),
    key<&Device::source>("source"),
    key<&Device::verified>("verified"),
    keyOrNull<&Device::note>("note"),
    key<&Device::aliases>("aliases"),
    partKey<&Device::rates>("rates"),
};

Device readDevice(const json& entry, Complaints& complaints)
{
    Device device;
    readKeys(device, entry, deviceKeys, "a device", complaints);
    return device;
}

/// The keys of a model are those of model.custom, so they are read by the table of a plan's keys.
void readArchitecture(const json& entry, const std::string& group, Plan& plan,
                      Complaints& complaints)
{
    for (const auto& [name, value] : entry.items()) {
        const std::string path = group + '.' + name;
        const auto known = findKeyPath(path);
        const bool fits = !value.is_structured(); // valueOf() takes lists and objects for null
        if (known && !(fits && assign(plan, *known, valueOf(value)).empty()))
            complaints.add(name, value.dump(), allowedValues(keyOf(*known)));
        else if (!known && KeyGroup::isOne(path) && value.is_object())
            readArchitecture(value, path, plan, complaints);
        else if (!known && name != "aliases")
            complaints.add(name, {}, "is not a key of a model");
    }
}

Model readModel(const json& entry, Complaints& complaints)
{
    for (const char* name : {"id", "name", "family", "source", "arch_verified", "aliases",
                             "total_params_computed", "active_params_computed"})
        if (!entry.contains(name) || entry.at(name).is_null())
            complaints.add(name, {}, "is missing");
    constexpr std::string_view group = KeyGroup("model.custom").text();
    Plan plan;
    plan.model = CustomModel{};
    readArchitecture(entry, std::string(group), plan, complaints);
    const CustomModel& read = std::get<CustomModel>(plan.model);
    Model model;
    model.id = read.id.value_or("");
    model.name = read.name.value_or("");
    model.family = read.family.value_or("");
    model.source = read.source.value_or("");
    model.verified = read.verified.value_or(false);
    model.totalParameters = read.totalParams.value_or(0);
    model.activeParameters = read.activeParams.value_or(0);
    if (entry.contains("aliases") && !take(model.aliases, entry.at("aliases")))
        complaints.add("aliases", entry.at("aliases").dump(), "is of the wrong type");
    const auto shape = shapeOf(read);
    if (shape)
        model.shape = *shape;
    else
        for (const Problem& problem : shape.problems())
            complaints.add(problem.field.substr(group.size() + 1), problem.found, problem.message);
    return model;
}

/// The entries of a file's list that have no problem.
template <class Entry>
std::vector<Entry> readEntries(std::string_view text, const std::string& list, Problems& problems,
                               Entry (*read)(const json&, Complaints&))
{
    std::vector<Entry> entries;
    Complaints complaints(list + ".json", problems);
    json file;
    try {
        file = json::parse(text);
    } catch (const json::exception& error) {
        complaints.add({}, error.what(), {HW_TR("core", "cannot be read")});
        return entries;
    }
    if (!file.is_object() || !file.contains(list) || !file.at(list).is_array()) {
        complaints.add(list, {}, "must be a list");
        return entries;
    }
    for (const auto& [name, value] : file.items())
        if (name != list && name != "note")
            complaints.add(name, {}, "is not a key of this file");
    for (const json& node : file.at(list)) {
        const std::size_t before = problems.size();
        const bool isNamed = node.is_object() && node.contains("id") && node.at("id").is_string();
        complaints.startEntry(isNamed ? node.at("id").get<std::string>() : excerpt(node.dump()));
        if (!node.is_object()) {
            complaints.add({}, {}, {HW_TR("core", "must be an object")});
            continue;
        }
        Entry entry = read(node, complaints);
        if (problems.size() == before)
            entries.push_back(std::move(entry));
    }
    return entries;
}

} // namespace

std::vector<Model> readModels(std::string_view json, Problems& problems)
{
    return readEntries<Model>(json, "models", problems, readModel);
}

std::vector<Device> readDevices(std::string_view json, Problems& problems)
{
    return readEntries<Device>(json, "devices", problems, readDevice);
}

} // namespace highwater
