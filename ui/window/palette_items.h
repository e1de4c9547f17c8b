// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/keys.h"
#include "ui/window/palette_match.h"

#include <functional>

class QMenu;

namespace highwater {

/// What the palette offers; where equally near things differ in kind, in this order.
enum class PaletteKind { Command, Setting, Model, Card, Plan, Help };

/// One thing that the palette finds, and does.
struct PaletteItem
{
    PaletteKind kind{};
    QString id; ///< the same in every language; remembers the item among the recent ones
    QString title;
    QString note; ///< at the right: the menu and the key, the present value
    PaletteNames names;
    std::function<void()> run;
    std::optional<KeyPath> key = {}; ///< of a setting
    bool isIdle = false; ///< a setting that changes nothing of the plan
};

/// The entries of a menu and of the menus in it, but not those that are hidden, grey, or in the
/// list already. The words of their object names are English names.
void addMenu(std::vector<PaletteItem>& items, const QMenu& menu);

/// The settings that have a label, those of a job's roles only where the plan has the role; `acts`
/// tells those that change something, `go` brings one to the front.
void addSettings(std::vector<PaletteItem>& items, const Plan& plan,
                 const std::function<bool(KeyPath)>& acts, const std::function<void(KeyPath)>& go);

void addModels(std::vector<PaletteItem>& items, const std::function<void(std::string)>& choose);
void addCards(std::vector<PaletteItem>& items, const std::function<void(std::string)>& choose);

/// The shipped plans, and those of the library's folder by their files' names: of one without a
/// plan, `openFile` says so.
void addPlans(std::vector<PaletteItem>& items, const std::function<void(const Plan&)>& open,
              const std::function<void(const QString& path)>& openFile);

/// Pages and sections of the help.
void addHelp(std::vector<PaletteItem>& items);

/// The items that a typed text finds, nearest first; at most `most`. Without a text: the recent
/// ones, by id, then commands in their order.
std::vector<const PaletteItem*> foundItems(const std::vector<PaletteItem>& items,
                                           const QString& typed, const QStringList& recent,
                                           std::size_t most);

/// A setting with the value that a typed text gives it: "zero 3", "recompute full".
struct TypedSetting
{
    KeyPath key;
    Value value;
    QString title; ///< "ZeRO stage: 3"
};

/// The settings that a typed text sets, nearest first: its first words begin words of the name of a
/// setting that changes something, and the rest is a value that the setting takes.
std::vector<TypedSetting> typedSettings(const std::vector<PaletteItem>& items, const Plan& plan,
                                        const QString& typed);

} // namespace highwater
