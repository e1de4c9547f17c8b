// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/keys.h"

#include <string_view>

namespace highwater {

/// The texts about a key of a plan that a person reads. All but the topic are marked for
/// translation, with the context keyContext.
struct KeyWords
{
    KeyPath path;
    const char* topic; ///< the section of the help that explains it: "zero#stage"
    const char* label; ///< null for a key that only a plan file has
    const char* help;
    const char* unsaid = nullptr; ///< what counts where a plan leaves the key open, if that is no
                                  ///< fixed value
};

inline constexpr const char* keyContext = "keys";

/// Those of "roles.policy" are used for all roles.
const KeyWords& wordsOf(KeyPath path);

/// The key's untranslated label: its context is keyContext, and it leaves out the role of a job's
/// key.
const char* keyLabelSource(KeyPath path);

/// The same of a check box that is checked for the key's second word, or for true; null where it is
/// that of the key.
const char* checkLabelSource(KeyPath path);

/// The same of a word of the key; null where the word is shown as it is.
const char* wordLabelSource(KeyPath path, std::string_view word);

/// The key whose texts this one has.
KeyPath listedPath(KeyPath path);

} // namespace highwater
