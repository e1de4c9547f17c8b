// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs in every build, so that a misspelt key of the catalogue's files stops the build.
#include "core/catalog/catalog.h"

#include <cstdio>

int main()
{
    const highwater::Problems& problems = highwater::builtinCatalog().problems();
    for (const highwater::Problem& problem : problems)
        std::fprintf(stderr, "error: resources/catalog/%s\n", english(problem).c_str());
    return problems.empty() ? 0 : 1;
}
