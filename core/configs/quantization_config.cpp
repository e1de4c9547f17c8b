// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/model_config.h"

#include "core/ledger/quantised_linears.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

constexpr std::string_view quantizationField = "quantization_config";

/// A method with one fixed format of weights, whatever its other fields are.
struct FixedFormat
{
    std::string_view method;
    WeightFormat format;
};
constexpr std::array fixedFormats{
    FixedFormat{"fp8", WeightFormat::Fp8},     FixedFormat{"fbgemm_fp8", WeightFormat::Fp8},
    FixedFormat{"FP8", WeightFormat::Fp8},     FixedFormat{"NVFP4", WeightFormat::Nvfp4},
    FixedFormat{"mxfp4", WeightFormat::Mxfp4},
};

/// Methods whose 4-bit weights have a format with its own kind of scales.
constexpr std::array fourBitFormats{
    FixedFormat{"gptq", WeightFormat::Gptq},
    FixedFormat{"awq", WeightFormat::Awq},
    FixedFormat{"compressed-tensors", WeightFormat::W4A16},
};

std::optional<WeightFormat> formatOfBits(std::int64_t bits, bool isFloat)
{
    if (bits == 8)
        return isFloat ? WeightFormat::Fp8 : WeightFormat::Int8;
    if (bits == 4)
        return WeightFormat::Int4;
    if (bits == 16)
        return WeightFormat::Bf16;
    return std::nullopt;
}

/// The first group of compressed-tensors.
std::optional<WeightFormat> formatOfGroups(const ConfigFields& config)
{
    const auto groups = config.part("config_groups");
    if (!groups || groups->object().members().empty())
        return std::nullopt;
    const auto group = groups->part(groups->object().members().front().key);
    const auto weights = group ? group->part("weights") : std::nullopt;
    if (!weights)
        return std::nullopt;
    const bool isFloat = weights->text({"type"}).value_or("int") == "float";
    return formatOfBits(weights->wholeOr({"num_bits"}, 1, 64, 0), isFloat);
}

/// bitsandbytes stores the frozen base of adapters.
void takeBase(const ConfigFields& config, Plan& plan)
{
    const bool four = config.flagOr("load_in_4bit", false) || config.flagOr("_load_in_4bit", false);
    const bool twice = config.flagOr("bnb_4bit_use_double_quant", false);
    plan.adapter.base = !four ? AdapterBase::Int8
        : twice               ? AdapterBase::Nf4Double
                              : AdapterBase::Nf4;
    plan.inference.weights = !four ? WeightFormat::Int8
        : twice                    ? WeightFormat::Nf4Double
                                   : WeightFormat::Nf4;
    const Text kind = Text::plain(std::string(nameOf(plan.adapter.base)));
    if (plan.adapter.kind == AdapterKind::Qlora)
        config.log().note(
            std::string(quantizationField),
            {HW_TR("core", "the base of the adapters is held in %1"), {english(kind)}});
    else
        config.log().note(std::string(quantizationField),
                          {HW_TR("core",
                                 "weights in %1 are trained through adapters alone: QLoRA "
                                 "is taken"),
                           {english(kind)}});
    plan.adapter.kind = AdapterKind::Qlora;
}

void takeFormat(const ConfigFields& config, const std::string& method, Plan& plan)
{
    const auto fixed = std::ranges::find(fixedFormats, method, &FixedFormat::method);
    std::optional<WeightFormat> format = formatOfGroups(config);
    if (fixed != fixedFormats.end())
        format = fixed->format;
    else if (const auto bits = config.whole({"bits", "w_bit"}, 1, 64))
        format = formatOfBits(*bits, false);
    if (format == WeightFormat::Fp8 && config.has({"weight_block_size"}))
        format = WeightFormat::Fp8Block;
    const auto packed = std::ranges::find(fourBitFormats, method, &FixedFormat::method);
    if (format == WeightFormat::Int4 && packed != fourBitFormats.end())
        format = packed->format;
    const std::string name = excerpt(method);
    if (!format) {
        config.log().note(
            std::string(quantizationField),
            {HW_TR("core", "%1 is known by its name alone: 16 bits are taken"), {name}});
        return;
    }
    plan.inference.weights = *format;
    constexpr std::int64_t longestGroup = 16777216;
    if (const auto group = config.whole({"group_size", "q_group_size"}, -1, longestGroup);
        group && *group > 0 && hasGroups(*format))
        plan.inference.groupSize = *group;
    config.log().note(
        std::string(quantizationField),
        {HW_TR("core",
               "%1: inference takes weights in %2; training counts them in the precision "
               "of the plan"),
         {name, std::string(nameOf(*format))}});
}

void noteUnconverted(const ConfigFields& config)
{
    for (const std::string_view list :
         {"modules_to_not_convert", "llm_int8_skip_modules", "ignore", "ignored_layers"}) {
        const Json* const modules = config.find({list});
        if (modules && !modules->items().empty())
            config.log().note(config.nameOf(list),
                              {HW_TR("core",
                                     "these modules stay in 16 bits; they are counted as "
                                     "the others")});
    }
}

} // namespace

bool readQuantization(const ConfigFields& file, Plan& plan)
{
    std::optional<ConfigFields> config = file.part(quantizationField);
    if (!config)
        config = file.part("quantization"); // MLX
    if (!config)
        return false;
    const std::string method = config->text({"quant_method", "quant_algo"}).value_or(std::string());
    if (method == "bitsandbytes" || config->has({"load_in_4bit", "load_in_8bit"}))
        takeBase(*config, plan);
    else
        takeFormat(*config, method.empty() ? "MLX" : method, plan);
    noteUnconverted(*config);
    return true;
}

} // namespace highwater
