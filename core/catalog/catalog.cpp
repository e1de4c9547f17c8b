// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"

#include "core/catalog/catalog_file.h"
#include "core/catalog/data.h"
#include "core/catalog/hub_id.h"
#include "core/plan/bytes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>
#include <tuple>

namespace highwater {
namespace {

/// The text without spaces and punctuation, in small letters: "Llama-3.1 8B" -> "llama318b".
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

/// Levenshtein's distance, which counts the letters to change, add or remove.
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

/// An amount in GiB as bytes, in whole MiB as drivers report it.
std::int64_t bytesOfGib(double gibibytes)
{
    return std::llround(gibibytes * 1024) * mib;
}

/// By family, and by size within one: the files are read in the order of their names.
void sortByFamily(std::vector<Model>& models)
{
    std::ranges::stable_sort(models, [](const Model& left, const Model& right) {
        return std::tie(left.family, left.totalParameters)
            < std::tie(right.family, right.totalParameters);
    });
}

/// The device, of those whose usable memory was seen, whose memory is nearest to this one's.
const Device* nearestSeen(std::span<const Device> devices, const Device& like)
{
    const auto away = [&](const Device* device) {
        return std::abs(device->reportedBytes() - like.reportedBytes());
    };
    const Device* nearest = nullptr;
    for (const Device& device : devices)
        if (device.usableGib && device.vendor == like.vendor && !device.isUnified()
            && (!nearest || away(&device) < away(nearest)))
            nearest = &device;
    return nearest;
}

/// Each device keeps for its driver what was seen on it, or else on the nearest one of its vendor;
/// one that shares its pool with the host what was seen on itself alone.
void setDriverBytes(std::vector<Device>& devices)
{
    for (Device& device : devices) {
        if (device.isUnified() && device.unifiedSystemGib->value)
            device.systemBytes = bytesOfGib(*device.unifiedSystemGib->value);
        const Device* seen
            = device.usableGib || device.isUnified() ? &device : nearestSeen(devices, device);
        if (!seen || !seen->usableGib || !seen->usableGib->value)
            continue;
        // A reading in GiB with two digits can be above the card's MiB.
        device.driverBytes
            = std::max<Bytes>(0, seen->reportedBytes() - bytesOfGib(*seen->usableGib->value));
        device.driverSeenOn = seen->name;
    }
}

} // namespace

bool Device::isHopper() const
{
    constexpr std::array<std::string_view, 5> cards{"h100", "h200", "h800", "h20", "gh200"};
    return std::ranges::any_of(cards,
                               [this](std::string_view card) { return id.starts_with(card); });
}

bool Device::isServerBlackwell() const
{
    constexpr std::array<std::string_view, 5> cards{"b100", "b200", "b300", "gb200", "gb300"};
    return std::ranges::any_of(cards,
                               [this](std::string_view card) { return id.starts_with(card); });
}

std::int64_t Device::reportedBytes() const
{
    if (reportedMib)
        return *reportedMib * mib;
    return std::llround(marketedGb) * gib;
}

std::string Device::shortName() const
{
    std::string first = name.substr(0, name.find(' '));
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
    : m_models(readModels(modelsJson, m_problems))
    , m_devices(readDevices(devicesJson, m_problems))
{
    sortByFamily(m_models);
    setDriverBytes(m_devices);
}

const Model* Catalog::model(std::string_view id) const
{
    return byId(m_models, id);
}
const Device* Catalog::device(std::string_view id) const
{
    return byId(m_devices, id);
}

const Model* Catalog::modelNamed(std::string_view text) const
{
    return byTyping(m_models, text);
}
const Model* Catalog::modelTyped(std::string_view text) const
{
    const Model* const named = modelNamed(text);
    return named ? named : hubModel(*this, text).model;
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
