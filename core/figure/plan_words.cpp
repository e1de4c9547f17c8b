// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/plan_words.h"

#include "core/methods/method.h"
#include "core/plan/numbers.h"

#include <cmath>

namespace highwater {

int decimalsOfBillions(double parameters)
{
    const double billions = parameters / 1e9;
    const int most = billions < 1 ? 3 : 2;
    const auto at = [billions](int decimals) {
        const double power = std::pow(10.0, decimals);
        return std::round(billions * power) / power;
    };
    int decimals = 0;
    while (decimals < most && at(decimals) != at(most))
        ++decimals;
    return decimals;
}

double spokenParameters(const Resolved& plan)
{
    return plan.madeToSize ? plan.statedParameters : plan.parameters();
}

std::string modelName(const Resolved& plan)
{
    if (plan.model)
        return plan.model->name;
    const double parameters = spokenParameters(plan);
    return grouped(parameters / 1e9, decimalsOfBillions(parameters)) + "B";
}

std::string deviceName(const Resolved& plan)
{
    return plan.device ? plan.device->shortName() : std::string();
}

Text gpusText(std::int64_t gpus)
{
    return gpus == 1 ? Text(HW_TR("core", "1 GPU"))
                     : Text(HW_TR("core", "%1 GPUs"), {grouped(gpus)});
}

std::vector<std::string> layoutParts(const Resolved& plan)
{
    struct Way
    {
        KeyPath key;
        const char* name;
        std::int64_t ranks;
    };
    const Layout& layout = plan.layout;
    const Method* method = findMethod(plan.method);
    std::vector<std::string> parts;
    for (const Way& way :
         {Way{"layout.tensor", "TP ", layout.tensor},
          Way{"layout.pipeline", "PP ", layout.pipeline},
          Way{"layout.context", "CP ", layout.context}, Way{"layout.expert", "EP ", layout.expert}})
        if (way.ranks > 1 && method && reads(*method, way.key))
            parts.push_back(way.name + grouped(way.ranks));
    return parts;
}

Text fixedParts(const Resolved& plan, const FixedParts& parts)
{
    const Method* method = findMethod(plan.method);
    const auto asks = [&](KeyPath key) { return method && reads(*method, key); };
    std::string hardware = deviceName(plan);
    if (parts.gpus && asks("cluster.gpus"))
        hardware = grouped(plan.cluster.gpus) + " × " + hardware;
    if (parts.zero && asks("layout.zero"))
        hardware += " · ZeRO-" + std::to_string(plan.layout.zero);
    for (const std::string& part : layoutParts(plan))
        hardware += " · " + part;
    const std::string batch = grouped(plan.workload.microBatch);
    if (!parts.model)
        return {HW_TR("core", "micro-batch %1 · %2"), {batch, hardware}};
    if (!parts.context)
        return {HW_TR("core", "%1 · micro-batch %2 · %3"), {modelName(plan), batch, hardware}};
    return {HW_TR("core", "%1 · %2 tokens × %3 · %4"),
            {modelName(plan), grouped(plan.workload.context), batch, hardware}};
}

} // namespace highwater
