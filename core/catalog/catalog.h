// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/device_rates.h"
#include "core/plan/shape.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

struct Model
{
    std::string id, name, family, source;
    std::vector<std::string> aliases;
    Shape shape;
    bool verified = false;
    /// The counts that the file states; a test compares them with the counts from the shape.
    std::int64_t totalParameters = 0, activeParameters = 0;
    /// The total that others publish, and where; the build refuses a count that differs from that
    /// of a model with a config.
    std::optional<std::int64_t> published;
    std::string publishedBy;
};

struct Device
{
    std::string id, name, vendor, source, note, interconnect;
    std::vector<std::string> aliases;
    double marketedGb = 0;
    std::optional<std::int64_t> reportedMib; ///< all memory, as the driver reports it
    std::optional<DeviceFigure> usableGib; ///< the total that a program gets
    std::optional<double> bandwidthGbPerS, bf16Tflops, fp8Tflops, fp4Tflops, interconnectGbPerS;
    std::optional<std::int64_t> pcieGeneration;
    /// The system's part of the one pool of memory that device and host share; null: the host has
    /// memory of its own.
    std::optional<DeviceFigure> unifiedSystemGib;
    std::optional<DeviceRates> rates; ///< null: only the figures above are known
    bool verified = false;
    /// The driver's own part, and the device on which that was seen: this one, another
    /// one of like memory, or none ("").
    std::int64_t driverBytes = 0;
    std::string driverSeenOn;
    std::int64_t systemBytes = 0; ///< the system's part of a pool that device and host share

    /// Whether device and host share one pool of memory.
    bool isUnified() const { return unifiedSystemGib.has_value(); }
    /// Whether the device is a part of its machine, which no other machine can be given.
    bool isBuiltIn() const { return isUnified() || id.find("-laptop-") != std::string::npos; }
    /// Whether the card has compute capability 9.0.
    bool isHopper() const;
    /// Whether it has 10.0 or 10.3, of Blackwell's cards for servers.
    bool isServerBlackwell() const;
    /// All memory, as the driver reports it; where that is not known, the marketed size read as
    /// GiB.
    std::int64_t reportedBytes() const;
    /// The memory that a program can have: all but what the driver keeps, and the system of a
    /// shared pool.
    std::int64_t capacityBytes() const { return reportedBytes() - driverBytes - systemBytes; }
    /// "H100" for the device that people usually mean by this name, "H100 PCIe" for another one.
    std::string shortName() const;
};

/// The known models and devices, compiled in.
class Catalog
{
public:
    Catalog(std::string_view modelsJson, std::string_view devicesJson);

    std::span<const Model> models() const { return m_models; }
    std::span<const Device> devices() const { return m_devices; }
    const Model* model(std::string_view id) const;
    const Device* device(std::string_view id) const;

    /// Finds a model by its id, its name or a short form that people type: "llama3 8b", "8b",
    /// "h100".
    const Model* modelNamed(std::string_view text) const;
    /// The same, also by its name on a hub of models: "Qwen/Qwen3-4B".
    const Model* modelTyped(std::string_view text) const;
    const Device* deviceTyped(std::string_view text) const;

    /// The keys and entries of the two files that cannot be read; the compiled-in files have none,
    /// as check_catalog stops the build.
    const Problems& problems() const { return m_problems; }

private:
    Problems m_problems; // declared before the lists, which add to it while they are read
    std::vector<Model> m_models;
    std::vector<Device> m_devices;
};

const Catalog& builtinCatalog();

/// Ids that resemble the typed text, best first, at most three.
std::vector<std::string> similarIds(std::span<const Model> models, std::string_view text);
std::vector<std::string> similarIds(std::span<const Device> devices, std::string_view text);

} // namespace highwater
