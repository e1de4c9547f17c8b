// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
    /// As the file states them; a test holds them against the count from the shape.
    std::int64_t totalParameters = 0, activeParameters = 0;
};

struct Device
{
    std::string id, name, vendor, source, note, interconnect;
    std::vector<std::string> aliases;
    double marketedGb = 0;
    std::optional<std::int64_t> reportedMib; ///< what the driver reports as total memory
    std::optional<double> bandwidthGbPerS, bf16Tflops, fp8Tflops, interconnectGbPerS;
    std::optional<std::int64_t> pcieGeneration;
    bool verified = false;

    /// What the driver reports; where that is not known, the marketed size read as GiB.
    std::int64_t capacityBytes() const;
    /// "H100" for the one that people mean by it, "H100 PCIe" for another.
    std::string shortName() const;
};

/// The models and devices that are known, compiled in.
class Catalog
{
public:
    Catalog(std::string_view modelsJson, std::string_view devicesJson);

    std::span<const Model> models() const { return m_models; }
    std::span<const Device> devices() const { return m_devices; }
    const Model* model(std::string_view id) const;
    const Device* device(std::string_view id) const;

    /// By id, by name or by what people type: "llama3 8b", "8b", "h100".
    const Model* modelTyped(std::string_view text) const;
    const Device* deviceTyped(std::string_view text) const;

    /// What could not be read of the files it was made from; empty for the compiled-in ones.
    const Problems& problems() const { return m_problems; }

private:
    std::vector<Model> m_models;
    std::vector<Device> m_devices;
    Problems m_problems;
};

const Catalog& builtinCatalog();

/// Ids that resemble what was typed, best first, at most three.
std::vector<std::string> similarIds(std::span<const Model> models, std::string_view text);
std::vector<std::string> similarIds(std::span<const Device> devices, std::string_view text);

} // namespace highwater
