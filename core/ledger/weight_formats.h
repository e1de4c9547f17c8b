// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/weights.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace highwater {

/// The facts about a weight format: its name, the programs that read it, the size of its blocks,
/// and the source of these.
struct WeightFormatFacts
{
    std::string_view name; ///< as its authors write it: "Q4_K_M"
    std::string_view kind; ///< the file format or the program that reads it: "GGUF", "bitsandbytes"
    std::int64_t nominalBits = 16; ///< the bits of a weight by its name
    std::int64_t block = 1; ///< weights that share a scale; 0: a row or a whole tensor
    std::string_view source;
};

const WeightFormatFacts& factsOf(WeightFormat format);

/// A file type of llama.cpp: a mixture of block types. Plain 16 and 32 bit weights are in both
/// kinds of file.
bool isGguf(WeightFormat format);

/// The files that store the output in addition to the embedding: those of models that do not tie
/// the two, or GGUF files too, or all files.
enum class OwnOutput : std::uint8_t { Untied, InGguf, Always };

/// All that the bytes of weights depend on other than the architecture and the format.
struct WeightChoices
{
    WeightSplit split;
    std::int64_t firstLayer = 0;
    std::optional<std::int64_t> endLayer; ///< one past the last; null: one past the model's last
    std::int64_t groupSize = 128; ///< of GPTQ, AWQ, W4A16 and int4
    bool actOrder = false; ///< GPTQ: the file stores the group of each input row
    std::optional<bool> matrix; ///< GGUF's imatrix; null: where the file type needs one
    bool gguf = false; ///< 16 and 32 bit weights in a GGUF file, which keeps vectors in 32 bits
    /// GGUF: blocks fill every row, as they do in most models. For a shape made to a size, whose
    /// widths grow in small steps.
    bool fullRows = false;
    /// GGUF files made by llama.cpp after 2025: other types for fused projections, and latent
    /// attention split into k_b and v_b.
    bool currentRules = false;
    bool paddedExperts = false; ///< MXFP4 as Marlin's kernels hold it: h to 256, width to 128
    bool falcon = false; ///< Falcon, for which llama.cpp has special rules
    bool fusedQkv = false; ///< GGUF files hold q, k and v in one tensor (Phi-3, Phi-4, Falcon)
    OwnOutput ownOutput = OwnOutput::Untied;
    bool storesPredictions = false; ///< GGUF files have the layers of multi-token prediction
    bool mxfp4Experts = false; ///< GGUF files keep the experts as they were trained (gpt-oss)
};

/// The choices that follow from a model's family.
WeightChoices choicesOfFamily(std::string_view family);

/// Bytes of a model's weights, by part.
struct WeightSizes
{
    std::array<Bytes, partCount> parts{};
    std::int64_t parameters = 0;
    Bytes nominal = 0; ///< the parameters times the bits of the format's name

    Bytes operator[](Part part) const { return parts[static_cast<std::size_t>(part)]; }
    Bytes& operator[](Part part) { return parts[static_cast<std::size_t>(part)]; }
    Bytes total() const;
    double bitsPerWeight() const;
};

/// The weights that one rank holds: those of the layers that the choices name, and all outside the
/// layers. Each kind of tensor is shared out over its ranks, rounded up to a whole byte. Where
/// ranks replicate key heads or pad the vocabulary, the shape is Resolved::heldByRank.
WeightSizes weightSizes(const Shape& shape, WeightFormat format, const WeightChoices& choices = {});

/// The parameters times the bits of the format's name: the usual meaning of "4-bit", less than the
/// real size.
Bytes nominalBytes(std::int64_t parameters, WeightFormat format);

/// The file that holds the whole model, with the vocabulary that a GGUF file carries and without
/// the image tower, which GGUF stores in a separate file.
Bytes fileBytes(const Shape& shape, WeightFormat format, const WeightChoices& choices = {});

} // namespace highwater
