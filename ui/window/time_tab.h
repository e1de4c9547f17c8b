// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QObject;

namespace highwater {

class Page;
struct PageParts;

/// The page of a step's time and of the run.
Page* timePage(const PageParts& parts, QObject* parent);

} // namespace highwater
