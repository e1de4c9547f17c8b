// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"

#include "core/plan/names.h"

namespace highwater {

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
    return framework == Framework::Verl && splits ? frameworks::verlMegatron : profileOf(framework);
}

} // namespace highwater
