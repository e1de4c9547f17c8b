// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"

#include "core/ledger/choices.h"
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
        &frameworks::plain,     &frameworks::pyTorchFsdp,  &frameworks::deepSpeed,
        &frameworks::megatron,  &frameworks::nanotron,     &frameworks::huggingFace,
        &frameworks::torchtune, &frameworks::litGpt,       &frameworks::verl,
        &frameworks::openRlhf,  &frameworks::llamaFactory, &frameworks::msSwift,
        &frameworks::axolotl,   &frameworks::unsloth,
    };
    static_assert(profiles.size() == enumCount<Framework>, "a framework has no profile");
    return *profiles[static_cast<std::size_t>(framework)];
}

const Profile& profileOf(const Recipe& recipe, const Layout& layout)
{
    const bool splits = layout.tensor > 1 || layout.pipeline > 1 || layout.expert > 1;
    const Profile& own = profileOf(recipe.framework);
    if (splits && own.splitting)
        return *own.splitting;
    const Engine engine = engineOf(recipe, layout);
    if (own.choosesEngine() && (engine == Engine::Fsdp1 || engine == Engine::Fsdp2))
        return engine == Engine::Fsdp1 ? *own.fsdp1 : *own.fsdp2;
    return own;
}

} // namespace highwater
