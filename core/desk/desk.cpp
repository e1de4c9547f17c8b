// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/desk/desk.h"

#include "core/plan/file_start.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace highwater {
namespace {

constexpr std::size_t mostLetters = std::size_t{64} * 1024; // of one file of the system
constexpr std::size_t mostInFolder = 256; // of one folder
constexpr Bytes mostOfAMachine = Bytes{1} << 50;

/// AMD's cards by the numbers of the PCI bus, as libdrm's table amdgpu.ids has them.
struct PciCard
{
    std::string_view device;
    std::string_view revision; ///< empty: each
    std::string_view id; ///< of the catalogue
};
constexpr std::array pciCards{
    PciCard{"0x1586", "", "ryzen-ai-max-395-128gb"},
    PciCard{"0x738c", "", "instinct-mi100-32gb"},
    PciCard{"0x7408", "", "instinct-mi250x-128gb"},
    PciCard{"0x740c", "", "instinct-mi250x-128gb"},
    PciCard{"0x740f", "", "instinct-mi210-64gb"},
    PciCard{"0x744c", "0xc8", "radeon-rx-7900-xtx-24gb"},
    PciCard{"0x74a1", "", "instinct-mi300x-192gb"},
    PciCard{"0x74a5", "", "instinct-mi325x-256gb"},
    PciCard{"0x75a0", "", "instinct-mi350x-288gb"},
    PciCard{"0x75a3", "", "instinct-mi355x-288gb"},
};

/// The start of a file of the system; empty for all but plain files, as opening a pipe would wait.
std::string fileText(const std::filesystem::path& path)
{
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) ? startOfFile(path, mostLetters)
                                                         : std::string();
}

/// A name in a file of the system, on one line.
std::string nameInFile(const std::filesystem::path& path)
{
    const std::string text = fileText(path);
    return excerpt(withoutBlanks(std::string_view(text).substr(0, text.find('\n'))));
}

/// A number of units of so many bytes at the start of a text; null for anything else.
std::optional<Bytes> bytesOfText(std::string_view text, Bytes unit)
{
    const std::string_view digits = withoutBlanks(text);
    Bytes number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec != std::errc() || number < 0 || number > mostOfAMachine / unit)
        return std::nullopt;
    return number * unit;
}

std::optional<Bytes> bytesInFile(const std::filesystem::path& path)
{
    return bytesOfText(fileText(path), 1);
}

/// The value of a line "Key: value".
std::optional<std::string_view> valueOfLine(std::string_view text, std::string_view key)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (line.starts_with(key) && line.substr(key.size()).starts_with(':'))
            return withoutBlanks(line.substr(key.size() + 1));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::nullopt;
}

/// The entries of a folder by name; none where it cannot be read.
std::vector<std::filesystem::path> pathsIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> entries;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end;
         !error && entry != end && entries.size() < mostInFolder; entry.increment(error))
        entries.push_back(entry->path());
    std::ranges::sort(entries);
    return entries;
}

std::vector<ReportedCard> nvidiaCards(const std::filesystem::path& root)
{
    std::vector<ReportedCard> cards;
    for (const auto& entry : pathsIn(root / "proc/driver/nvidia/gpus")) {
        const std::string text = fileText(entry / "information");
        if (const auto model = valueOfLine(text, "Model"); model && !model->empty())
            cards.push_back({excerpt(*model), {}, {}, {}});
    }
    return cards;
}

/// "card0", and not one of its plugs, "card0-DP-1".
bool isCard(const std::filesystem::path& entry)
{
    const std::string name = entry.filename().string();
    constexpr std::string_view start = "card";
    return name.starts_with(start) && name.size() > start.size()
        && name.find_first_not_of("0123456789", start.size()) == std::string::npos;
}

const Device* amdDevice(const std::filesystem::path& folder, const Catalog& catalog)
{
    const std::string device = nameInFile(folder / "device"),
                      revision = nameInFile(folder / "revision");
    for (const PciCard& card : pciCards)
        if (card.device == device && (card.revision.empty() || card.revision == revision))
            return catalog.device(card.id);
    return nullptr;
}

std::optional<DeskCard> amdCard(const std::filesystem::path& folder, const Catalog& catalog)
{
    const auto total = bytesInFile(folder / "mem_info_vram_total");
    if (!total)
        return std::nullopt;
    DeskCard card;
    card.device = amdDevice(folder, catalog);
    card.reported.total = total;
    card.reported.used = bytesInFile(folder / "mem_info_vram_used");
    card.reported.name = nameInFile(folder / "product_name");
    if (card.reported.name.empty())
        card.reported.name
            = card.device ? card.device->name : "AMD " + nameInFile(folder / "device");
    else if (!card.device)
        card.device = deviceCalled(card.reported.name, total, catalog);
    if (!card.device || !card.device->isUnified())
        return card;
    // What the firmware sets aside, and what the kernel lets the GPU have of the rest.
    *card.reported.total += bytesInFile(folder / "mem_info_gtt_total").value_or(0);
    if (const auto used = bytesInFile(folder / "mem_info_gtt_used"))
        card.reported.used = card.reported.used.value_or(0) + *used;
    return card;
}

/// Of a pool whose use the driver does not tell, what the host's programs hold beyond the system's
/// part is used.
void addUsedOfPool(DeskCard& card, Bytes held)
{
    if (card.device && card.device->isUnified() && !card.reported.total)
        card.reported.used = std::max<Bytes>(0, held - card.device->systemBytes);
}

} // namespace

std::optional<Bytes> DeskCard::capacity() const
{
    if (device && device->isUnified() && !reported.total)
        return device->capacityBytes();
    if (!reported.total)
        return device ? std::optional(device->capacityBytes()) : std::nullopt;
    // Of a shared pool the kernel has said what the GPU may have.
    const Bytes kept = device ? device->driverBytes : 0;
    return std::max<Bytes>(0, *reported.total - kept);
}

const Device* deviceCalled(std::string_view name, std::optional<Bytes> total,
                           const Catalog& catalog)
{
    if (const Device* found = catalog.deviceTyped(name))
        return found;
    for (const std::string_view maker : {"NVIDIA ", "AMD ", "Intel(R) ", "Intel "}) {
        if (!name.starts_with(maker))
            continue;
        const std::string_view rest = name.substr(maker.size());
        if (const Device* found = catalog.deviceTyped(rest))
            return found;
        if (!total)
            continue;
        const auto size = std::llround(static_cast<double>(*total) / static_cast<double>(gib));
        if (const Device* found
            = catalog.deviceTyped(std::string(rest) + " " + std::to_string(size) + "GB"))
            return found;
    }
    return nullptr;
}

Desk readDesk(const std::filesystem::path& root, const std::vector<ReportedCard>& reported,
              const Catalog& catalog)
{
    Desk desk;
    for (const ReportedCard& card : reported.empty() ? nvidiaCards(root) : reported)
        desk.cards.push_back({card, deviceCalled(card.name, card.total, catalog)});
    for (const auto& entry : pathsIn(root / "sys/class/drm"))
        if (isCard(entry))
            if (auto card = amdCard(entry / "device", catalog))
                desk.cards.push_back(*std::move(card));
    const std::string memory = fileText(root / "proc/meminfo");
    const auto kibibytes = [&memory](std::string_view key) {
        const auto line = valueOfLine(memory, key);
        return line ? bytesOfText(*line, 1024) : std::nullopt;
    };
    desk.hostTotal = kibibytes("MemTotal");
    desk.hostAvailable = kibibytes("MemAvailable");
    if (desk.hostTotal && desk.hostAvailable)
        for (DeskCard& card : desk.cards)
            addUsedOfPool(card, *desk.hostTotal - *desk.hostAvailable);
    return desk;
}

std::optional<DeskCards> mainCards(const Desk& desk)
{
    std::optional<DeskCards> most;
    Bytes mostMemory = 0;
    for (const DeskCard& first : desk.cards) {
        if (!first.device)
            continue;
        DeskCards cards{first.device, 0, {}, 0, desk.hostTotal};
        Bytes least = mostOfAMachine;
        for (const DeskCard& card : desk.cards) {
            if (card.device != first.device)
                continue;
            ++cards.count;
            cards.used = std::max(cards.used, card.used());
            least = std::min(least, card.capacity().value_or(0));
        }
        if (least != first.device->capacityBytes())
            cards.capacity = least;
        if (const Bytes memory = cards.count * least; memory > mostMemory) {
            mostMemory = memory;
            most = cards;
        }
    }
    return most;
}

} // namespace highwater
