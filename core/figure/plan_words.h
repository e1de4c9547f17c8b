// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <string>
#include <vector>

namespace highwater {

/// The digits after the point with which a size is told: "8.03", "44.7", "1,000", "0.125".
int decimalsOfBillions(double parameters);

/// The parameters that a model is spoken of by: those that a made-up model was made for, not those
/// that its shape comes to.
double spokenParameters(const Resolved& plan);

/// "Llama 3.1 8B", or "8.03B" for a model that has no name.
std::string modelName(const Resolved& plan);

/// "H100"
std::string deviceName(const Resolved& plan);

/// "1 GPU", "8,192 GPUs"
Text gpusText(std::int64_t gpus);

/// The values of a plan that are the same all over a figure.
struct FixedParts
{
    bool model = true, context = true, batch = true, gpus = true, zero = true, recompute = true,
         device = true;
};

/// "QLoRA rank 64 on NF4"
Text adapterText(const Adapter& adapter);

/// The settings that set the run apart from the plainest one, as far as the method asks for it: "TP
/// 2", "QLoRA rank 64 on NF4", "full recompute", "optimizer in host memory".
std::vector<Text> specialParts(const Resolved& plan, const FixedParts& parts = {});

/// The kind of job, the cards, the ZeRO stage and the special parts of a plan, for a page that has
/// room for a card's whole name: "DPO", "8 × H100 SXM5 80GB", "ZeRO-3".
std::vector<Text> runParts(const Resolved& plan);

/// The one description of a plan, wherever it is told in a line: "Llama 3.1 8B · DPO · 8,192 tokens
/// × 1 · 8 × H100 · ZeRO-3 · full recompute". What the method does not ask is not said.
Text planLine(const Resolved& plan, const FixedParts& parts = {});

/// The same without what a reader sees beside it anyway, on the sliders: "Llama 3.1 8B · 8 × H100 ·
/// full recompute".
Text briefPlanLine(const Resolved& plan);

} // namespace highwater
