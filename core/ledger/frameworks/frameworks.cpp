// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"

#include "core/ledger/frameworks/jobs.h"
#include "core/plan/names.h"

namespace highwater {

constinit const JobDefaults assumedJob{
    .wide = {frameworks::castUpdate, frameworks::lossPass, frameworks::logitsPass},
    .narrow = {frameworks::narrowUpdate, frameworks::lossPass, frameworks::logitsPass},
    .entropyUpdate = frameworks::entropyOfUpdate,
    .source = "assumed: an engine as verl has it, models as the plan's"};

const Profile& profileOf(Framework framework)
{
    // In the order of the enumeration.
    static constexpr std::array profiles{
        &frameworks::plain,     &frameworks::pyTorchFsdp, &frameworks::deepSpeed,
        &frameworks::megatron,  &frameworks::nanotron,    &frameworks::huggingFace,
        &frameworks::torchtune, &frameworks::litGpt,      &frameworks::verl,
        &frameworks::openRlhf,
    };
    static_assert(profiles.size() == enumCount<Framework>, "a framework has no profile");
    return *profiles[static_cast<std::size_t>(framework)];
}

const Profile& profileOf(Framework framework, const Layout& layout)
{
    const bool splits = layout.tensor > 1 || layout.pipeline > 1 || layout.expert > 1;
    const Profile& own = profileOf(framework);
    return splits && own.splitting ? *own.splitting : own;
}

} // namespace highwater
