// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <string>
#include <vector>

namespace highwater {

struct Figure;

/// The number of decimals of a size in billions: "8.03", "44.7", "1,000", "0.125".
int decimalsOfBillions(double parameters);

/// The number of parameters that names a model: for a shape made to a size, that size, not the
/// count of the shape.
double spokenParameters(const Resolved& plan);

/// "Llama 3.1 8B", or "8.03B" for a model that has no name.
std::string modelName(const Resolved& plan);

/// "H100"
std::string deviceName(const Resolved& plan);

/// "1 GPU", "8,192 GPUs"
Text gpusText(std::int64_t gpus);

/// The parts of a plan's description that are the same in all of a figure.
struct FixedParts
{
    bool model = true, context = true, batch = true, gpus = true, zero = true, recompute = true,
         device = true, method = true;
};

/// "QLoRA rank 64 on NF4"
Text adapterText(const Adapter& adapter);

/// The kind of job, the cards, the ZeRO stage and the special parts of a plan, for a page that has
/// room for a card's whole name: "DPO", "8 × H100 SXM5 80GB", "ZeRO-3".
std::vector<Text> runParts(const Resolved& plan);

/// The ranks that share a model out: "TP 4", "PP 32", "VP 2".
std::vector<Text> rankParts(const Layout& layout);

/// The settings of a layout that a search chooses, except the micro-batch: "TP 4", "DP 8",
/// "ZeRO-1".
std::vector<Text> layoutParts(const Layout& layout, std::int64_t dataParallel, Recompute recompute);

/// The description of a plan in one line, the same everywhere: "Llama 3.1 8B · DPO · 8,192 tokens ×
/// 1 · 8 × H100 · ZeRO-3 · full recompute". Settings that the method does not read are left out; at
/// the end stands the method where it is not the exact one (countedBy()).
Text planLine(const Resolved& plan, const FixedParts& parts = {});

/// The same without the method and the values that the sliders next to it show: "Llama 3.1 8B ·
/// 8 × H100 · full recompute".
Text briefPlanLine(const Resolved& plan);

/// Gives a figure of the plan its subtitle and its method.
void describe(Figure& figure, const Resolved& plan, const FixedParts& parts = {});

} // namespace highwater
