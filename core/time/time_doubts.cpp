// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/time_doubts.h"

#include "core/plan/names.h"

namespace highwater {
namespace {

/// Below the best published run on any card, and above those on an H100 (doubtText()).
constexpr double mostPublished = 0.55;

} // namespace

bool offloads(const Layout& layout)
{
    return layout.offloadOptimizer != Offload::None || layout.offloadParameters != Offload::None
        || layout.offloadActivations == ActivationOffload::Cpu;
}

std::vector<TimeDoubt> timeDoubts(const Layout& layout, double modelUtilisation)
{
    std::vector<TimeDoubt> doubts;
    if (modelUtilisation > mostPublished)
        doubts.push_back(TimeDoubt::Utilisation);
    if (offloads(layout))
        doubts.push_back(TimeDoubt::Offload);
    if (layout.zero >= 2)
        doubts.push_back(TimeDoubt::Sharding);
    return doubts;
}

Text doubtText(TimeDoubt doubt)
{
    constexpr EnumTable<TimeDoubt, const char*> texts(
        {HW_TR("core",
               "An MFU above 55 % is in doubt: published runs of dense models reach 43 % on H100 "
               "(arXiv 2407.21783) and 56 % on A100 (arXiv 2205.05198)"),
         HW_TR("core",
               "The time of offloaded tensors is in doubt: it was never held against a run"),
         HW_TR("core",
               "No measured run shards gradients or weights: the time of ZeRO-2 and ZeRO-3 follows "
               "from the rates of the links")});
    return {texts[doubt]};
}

} // namespace highwater
