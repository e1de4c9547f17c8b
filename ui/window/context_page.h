// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QObject;

namespace highwater {

class Page;
struct PageParts;

/// The page of the main chart: memory by context length, with the ledger below.
Page* contextPage(const PageParts& parts, QObject* parent);

} // namespace highwater
