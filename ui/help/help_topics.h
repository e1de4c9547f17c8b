// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/key_path.h"
#include "ui/help/help_book.h"

#include <optional>

class QWidget;

namespace highwater {

/// The key that a control with this name sets: "layout.zero", or its slider "pinned.zero".
std::optional<KeyPath> keyOfPart(const QString& name);

/// The section of the help about a key of a plan.
HelpTopic topicOf(KeyPath path);

/// The section about a control or a part of a window, by the names of the widget and of its
/// parents; empty where none of these has a topic.
HelpTopic topicOf(const QWidget* widget);

} // namespace highwater
