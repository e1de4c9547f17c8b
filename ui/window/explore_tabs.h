// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QObject;

namespace highwater {

class Page;
struct PageParts;

/// The page of the catalogue's cards under the plan.
Page* cardsTab(const PageParts& parts, QObject* parent);

/// The page of the plan by every method.
Page* methodsTab(const PageParts& parts, QObject* parent);

/// The page of the layouts of the plan's cluster.
Page* searchTab(const PageParts& parts, QObject* parent);

} // namespace highwater
