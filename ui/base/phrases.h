// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/words.h"

#include <QString>

#include <initializer_list>
#include <string>
#include <vector>

namespace highwater {

/// A sentence of tr() that names a count, "%1 {token|tokens}", with its arguments inserted like
/// those of a Text.
inline QString counted(const QString& source, std::initializer_list<QString> arguments)
{
    std::vector<std::string> values;
    for (const QString& argument : arguments)
        values.push_back(argument.toStdString());
    return toQString(filled(source.toStdString(), values));
}

/// A name of core within a sentence: "Update of the policy" is "update of the policy". A name that
/// begins with several capitals, such as KL, keeps them.
inline QString withinSentence(const Text& name)
{
    QString said = translated(name);
    if (said.size() > 1 && said[1].isLower())
        said[0] = said[0].toLower();
    return said;
}

} // namespace highwater
