// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/accelerate.h"

#include "core/methods/lines.h"
#include "core/plan/numbers.h"

#include <algorithm>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

constexpr const char* accelerateCode = "huggingface/accelerate, commands/estimate.py at 16cb6eb8";

std::string_view accelerateType(Precision precision)
{
    switch (precision) {
    case Precision::Fp32:
        return "float32";
    case Precision::Fp16Mixed:
    case Precision::Fp16:
        return "float16";
    case Precision::Fp8Mixed:
    case Precision::Fp8BlockMixed:
    case Precision::Mxfp8Mixed:
    case Precision::Nvfp4Mixed:
        return "fp8";
    case Precision::Bf16Mixed:
    case Precision::Bf16:
        break;
    }
    return "bfloat16";
}

} // namespace

AccelerateNeeds accelerateNeeds(std::int64_t bytes32, std::string_view type)
{
    const Bytes twice = times(2, bytes32);
    if (type == "float32")
        return {bytes32, bytes32, twice, times(4, bytes32)};
    if (type == "float16" || type == "bfloat16" || type == "fp8")
        return {bytes32, plus(bytes32, bytes32 / 2), twice, twice};
    return {};
}

Result<Answer> accelerateAnswer(const Resolved& plan)
{
    const Bytes bytes32 = times(4, plan.counts.total);
    const bool whole = plan.choices.precision == Precision::Fp32;
    const AccelerateNeeds needs = accelerateNeeds(bytes32, accelerateType(plan.choices.precision));

    Answer answer;
    const auto add = [&](Group group, const char* id, Text label, const char* bytes, Bytes amount) {
        Line line = groupLine(group, id, std::move(label), std::string(bytes) + "·P", amount,
                              accelerateCode);
        line.numbers = std::string(bytes) + "·" + grouped(plan.counts.total);
        addLine(answer, std::move(line));
    };
    if (whole) { // in 32 bits only, the step is the sum of the three
        add(Group::Parameters, "parameters", {HW_TR("core", "Weights")}, "4", needs.model);
        add(Group::Gradients, "gradients", {HW_TR("core", "Gradients")}, "4", needs.gradients);
    }
    add(Group::Optimizer, "optimizer", {HW_TR("core", "Adam's moments")}, "8", needs.optimizer);
    sumUp(answer);
    if (!whole)
        answer.remarks.push_back(
            {HW_TR("core",
                   "Of weights (%1 GB), gradients (%2 GB) and optimizer (%3 GB) the program "
                   "prints the largest"),
             {fixed(static_cast<double>(needs.model) / 1e9, 1),
              fixed(static_cast<double>(needs.gradients) / 1e9, 1),
              fixed(static_cast<double>(needs.optimizer) / 1e9, 1)}});
    return answer;
}

} // namespace highwater
