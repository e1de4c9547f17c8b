// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog_file.h"

#include "core/catalog/config_model.h"
#include "core/json/json_reader.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

/// A plain value; none for null, a list or an object.
Value jsonValue(const Json& node)
{
    if (const bool* flag = node.flag())
        return *flag;
    if (const std::int64_t* whole = node.whole())
        return *whole;
    if (const auto number = node.number())
        return *number;
    if (const std::string* text = node.text())
        return *text;
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

    void startEntry(std::string_view id) { m_entry = ", " + excerpt(id); }
    void add(std::string_view key, std::string_view found, Text message)
    {
        const std::string name = key.empty() ? std::string() : ", " + excerpt(key);
        m_problems.push_back({m_file + m_entry + name, excerpt(found), std::move(message)});
    }

private:
    std::string m_file, m_entry;
    Problems& m_problems;
};

/// Copies the value where there is one, and tells whether there is.
template <class T> bool copyFrom(const T* value, T& member)
{
    if (value)
        member = *value;
    return value != nullptr;
}

bool take(std::string& member, const Json& value)
{
    return copyFrom(value.text(), member);
}

bool take(bool& member, const Json& value)
{
    return copyFrom(value.flag(), member);
}

bool take(std::int64_t& member, const Json& value)
{
    return copyFrom(value.whole(), member);
}

bool take(double& member, const Json& value)
{
    const auto number = value.number();
    return copyFrom(number ? &*number : nullptr, member);
}

bool take(std::vector<std::string>& member, const Json& value)
{
    member.clear();
    for (const Json& item : value.items())
        if (!take(member.emplace_back(), item))
            return false;
    return value.isArray();
}

template <class T> bool take(std::optional<T>& member, const Json& value)
{
    return value.isNull() || take(member.emplace(), value);
}

bool take(Confidence& member, const Json& value)
{
    const auto found
        = value.text() ? fromName<Confidence>(*value.text()) : std::optional<Confidence>();
    if (found)
        member = *found;
    return found.has_value();
}

/// One key of an object in the file, and how its value is stored; false for a value of the wrong
/// type.
template <class Owner> struct FileKey
{
    std::string_view name;
    bool (*store)(Owner&, const Json&, Complaints&);
};

template <class Member> struct OwnerOf;
template <class Owner_, class Type> struct OwnerOf<Type Owner_::*>
{
    using Owner = Owner_;
};
template <auto member> using Owner = typename OwnerOf<decltype(member)>::Owner;

template <auto member> constexpr FileKey<Owner<member>> key(std::string_view name)
{
    return {name, [](Owner<member>& owner, const Json& value, Complaints&) {
                return take(owner.*member, value);
            }};
}

/// A key whose value may be null, where no public source was found.
template <auto member> constexpr FileKey<Owner<member>> keyOrNull(std::string_view name)
{
    return {name, [](Owner<member>& owner, const Json& value, Complaints&) {
                return value.isNull() || take(owner.*member, value);
            }};
}

/// Reads an object that must have each key of `known` and no other one.
template <class Owner, std::size_t count>
void readKeys(Owner& owner, const Json& object, const std::array<FileKey<Owner>, count>& known,
              std::string_view what, Complaints& complaints)
{
    for (const FileKey<Owner>& key : known)
        if (!object.contains(key.name))
            complaints.add(key.name, {}, "is missing");
    for (const auto& [name, value] : object.members()) {
        const auto found = std::ranges::find(known, std::string_view(name), &FileKey<Owner>::name);
        if (found == known.end())
            complaints.add(name, {}, {"is not a key of %1", {std::string(what)}});
        else if (!found->store(owner, value, complaints))
            complaints.add(name, value.onOneLine(), "is of the wrong type");
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
bool takePart(Part& part, const Json& value, const std::array<FileKey<Part>, count>& known,
              std::string_view what, Complaints& complaints)
{
    if (value.isObject())
        readKeys(part, value, known, what, complaints);
    return value.isObject();
}
bool takePart(DeviceFigure& part, const Json& value, Complaints& complaints)
{
    return takePart(part, value, figureKeys, "a figure", complaints);
}
bool takePart(DevicePrice& part, const Json& value, Complaints& complaints)
{
    return takePart(part, value, priceKeys, "a price", complaints);
}
template <class Part>
bool takePart(std::optional<Part>& part, const Json& value, Complaints& complaints)
{
    return value.isNull() || takePart(part.emplace(), value, complaints);
}

template <auto member> constexpr FileKey<Owner<member>> partKey(std::string_view name)
{
    return {name, [](Owner<member>& owner, const Json& value, Complaints& complaints) {
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

bool takePart(DeviceRates& part, const Json& value, Complaints& complaints)
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
                    [](Device&, const Json& value, Complaints&) {
                        return value.isNull() || value.number().has_value();
                    }},
    partKey<&Device::usableGib>("usable_gib"),
    keyOrNull<&Device::bandwidthGbPerS>("memory_bandwidth_gb_s"),
    keyOrNull<&Device::bf16Tflops>("bf16_dense_tflops"),
    keyOrNull<&Device::fp8Tflops>("fp8_dense_tflops"),
    keyOrNull<&Device::fp4Tflops>("fp4_dense_tflops"),
    keyOrNull<&Device::interconnectGbPerS>("interconnect_gb_s"),
    keyOrNull<&Device::interconnect>("interconnect"),
    keyOrNull<&Device::pcieGeneration>("pcie_gen"),
    partKey<&Device::unifiedSystemGib>("unified_system_gib"),
    key<&Device::source>("source"),
    key<&Device::verified>("verified"),
    keyOrNull<&Device::note>("note"),
    key<&Device::aliases>("aliases"),
    partKey<&Device::rates>("rates"),
};

Device readDevice(const Json& entry, Complaints& complaints)
{
    Device device;
    readKeys(device, entry, deviceKeys, "a device", complaints);
    return device;
}

/// The keys of a model are those of model.custom, so they are read by the table of a plan's keys.
void readArchitecture(const Json& entry, const std::string& group, Plan& plan,
                      Complaints& complaints)
{
    for (const auto& [name, value] : entry.members()) {
        const std::string path = group + '.' + name;
        const auto known = findKeyPath(path);
        const bool fits
            = !value.isArray() && !value.isObject(); // jsonValue() takes lists and objects for null
        if (known && !(fits && assign(plan, *known, jsonValue(value)).empty()))
            complaints.add(name, value.onOneLine(), allowedValues(keyOf(*known)));
        else if (!known && KeyGroup::isOne(path) && value.isObject())
            readArchitecture(value, path, plan, complaints);
        else if (!known && name != "aliases")
            complaints.add(name, {}, "is not a key of a model");
    }
}

/// The facts that a file of a model states beside the fields of its config.json.
struct StatedModel
{
    Model model;
    std::optional<std::int64_t> official;
    std::optional<std::string> officialSource;
    std::string date;
};

template <auto member> constexpr FileKey<StatedModel> modelKey(std::string_view name)
{
    return {name, [](StatedModel& stated, const Json& value, Complaints&) {
                return take(stated.model.*member, value);
            }};
}

constexpr std::array statedKeys{
    modelKey<&Model::id>("id"),
    modelKey<&Model::name>("name"),
    modelKey<&Model::family>("family"),
    modelKey<&Model::aliases>("aliases"),
    modelKey<&Model::source>("source"),
    modelKey<&Model::verified>("arch_verified"),
    key<&StatedModel::official>("official_total_params"),
    key<&StatedModel::officialSource>("official_source"),
    key<&StatedModel::date>("date"),
    FileKey<StatedModel>{
        "config", [](StatedModel&, const Json& value, Complaints&) { return value.isObject(); }},
};

/// A model whose shape follows from the fields of its config.json. The count has to be the
/// published one, where that is known.
Model readConfigModel(const Json& entry, Complaints& complaints)
{
    StatedModel stated;
    readKeys(stated, entry, statedKeys, "a model", complaints);
    Model& model = stated.model;
    model.published = stated.official;
    model.publishedBy = stated.officialSource.value_or("");
    const Json* const config = entry.find("config");
    if (!config->isObject())
        return model;
    const auto read = configModel(*config);
    if (!read) {
        for (const Problem& problem : read.problems())
            complaints.add("config, " + std::string(problem.field), problem.found, problem.message);
        return model;
    }
    model.shape = read->shape;
    model.totalParameters = read->totalParameters;
    model.activeParameters = read->activeParameters;
    if (stated.official && *stated.official != model.totalParameters)
        complaints.add("official_total_params", std::to_string(*stated.official),
                       {"the config has %1 parameters", {grouped(model.totalParameters)}});
    return model;
}

Model readModel(const Json& entry, Complaints& complaints)
{
    if (entry.contains("config"))
        return readConfigModel(entry, complaints);
    for (const char* name : {"id", "name", "family", "source", "arch_verified", "aliases",
                             "total_params_computed", "active_params_computed"})
        if (const Json* value = entry.find(name); !value || value->isNull())
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
    model.published = read.officialParams;
    model.publishedBy = read.officialSource.value_or("");
    if (const Json* aliases = entry.find("aliases"); aliases && !take(model.aliases, *aliases))
        complaints.add("aliases", aliases->onOneLine(), "is of the wrong type");
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
                               Entry (*read)(const Json&, Complaints&))
{
    std::vector<Entry> entries;
    // Each model is a file of its own.
    const std::string label = list == "models" ? "models/*.json" : list + ".json";
    Complaints complaints(label, problems);
    const auto file = readJson(text);
    if (!file) {
        for (Problem problem : file.problems()) {
            problem.place = label + (problem.place.empty() ? "" : ":") + problem.place;
            problems.push_back(std::move(problem));
        }
        return entries;
    }
    const Json* nodes = file->find(list);
    if (!nodes || !nodes->isArray()) {
        complaints.add(list, {}, "must be a list");
        return entries;
    }
    for (const auto& [name, value] : file->members())
        if (name != list && name != "note")
            complaints.add(name, {}, "is not a key of this file");
    for (const Json& node : nodes->items()) {
        const std::size_t before = problems.size();
        const Json* id = node.find("id");
        complaints.startEntry(id && id->text() ? *id->text() : node.onOneLine());
        if (!node.isObject()) {
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
