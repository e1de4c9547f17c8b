// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <type_traits>

namespace highwater {

/// Roaming settings are a person's choices and are valid on every machine; local state (sizes,
/// folders, recent files) makes sense on this machine only. Both are in one file today.
enum class SettingScope { Roaming, Local };

/// A value that the program keeps from one run to the next. T is bool, int, double, QString,
/// QStringList or QByteArray.
template <class T> struct Setting
{
    /// A default is given for numbers and words; lists and bytes are empty by default.
    using Default = std::conditional_t<std::is_arithmetic_v<T>, T, const char*>;

    const char* key; ///< with %1 where there is one value for each member of a set
    SettingScope scope;
    Default byDefault{};

    /// Null where nothing is stored, or a value that is no T. `member` replaces %1.
    std::optional<T> stored(const QString& member = {}) const;
    T value(const QString& member = {}) const;
    void store(const T& value, const QString& member = {}) const;
    void remove(const QString& member = {}) const;
};

/// The table of all stored values. A key never changes its name: older versions wrote it.
namespace settings {

inline constexpr SettingScope roaming = SettingScope::Roaming;
inline constexpr SettingScope local = SettingScope::Local;

inline constexpr Setting<QByteArray> windowGeometry{"window/geometry", local};
inline constexpr Setting<QByteArray> panelSplitter{"window/sides", local};
/// By page, the height of the numbers below its figure: "zeroPage", "comparePage" and so on.
inline constexpr Setting<int> numbersHeight{"window/numbers/%1", local};
/// By table, widths that a person chose: "0=240" for the first column.
inline constexpr Setting<QStringList> columnWidths{"tables/%1", local};

inline constexpr Setting<QByteArray> helpGeometry{"help/geometry", local};
inline constexpr Setting<QByteArray> helpSplitter{"help/sides", local};
inline constexpr Setting<QString> helpTopic{"help/topic", local, ""}; ///< the topic shown last

inline constexpr Setting<QString> theme{"view/theme", roaming, "system"};
inline constexpr Setting<QString> language{"view/language", roaming, "system"};
inline constexpr Setting<QString> unit{"view/unit", roaming, "GiB"};
inline constexpr Setting<int> textSize{"view/textSize", roaming, 100}; ///< in percent

/// By page: "zero", "sizes". The name of the figure that it shows.
inline constexpr Setting<QString> figureBasis{"figures/%1/basis", roaming, ""};

/// Groups of the panel that a person closed though the task needs them, and opened though it does
/// not. In a small window no group is open by itself.
inline constexpr Setting<QStringList> foldedGroups{"panel/folded", roaming};
inline constexpr Setting<QStringList> unfoldedGroups{"panel/unfolded", roaming};
inline constexpr Setting<QStringList> unfoldedGroupsSmall{"panel/unfoldedSmall", roaming};
inline constexpr Setting<QStringList> unfoldedRareRows{"panel/more", roaming};

inline constexpr Setting<QString> startsWith{"start/with", roaming, "last"}; ///< or "new", "plans"
inline constexpr Setting<QString> newDevice{"new/device", roaming}; ///< empty: the first plan's
inline constexpr Setting<double> newReserve{"new/reserve", roaming}; ///< GiB

inline constexpr Setting<QString> pageAddress{"share/page", roaming, ""}; ///< of links to plans

inline constexpr Setting<QString> lastFile{"plan/file", local};
inline constexpr Setting<QString> lastPlan{"plan/last", local}; ///< its text
inline constexpr Setting<QStringList> recentFiles{"files/recent", local};
inline constexpr Setting<QString> filesFolder{"files/folder", local}; ///< of the file dialogs
inline constexpr Setting<QString> plansFolder{"plans/folder", local}; ///< of the library
inline constexpr Setting<QStringList> plansColumns{"plans/columns", local}; ///< 0: hidden

// By place in the list of compared plans: "0", "1", "2".
inline constexpr Setting<QByteArray> comparedPlan{"compare/plan%1", roaming};
inline constexpr Setting<QString> comparedName{"compare/name%1", roaming};
inline constexpr Setting<QByteArray> baseline{"compare/baseline", roaming};
inline constexpr Setting<int> comparedBase{"compare/base", roaming};

inline constexpr Setting<QString> rehearsedCommand{"rehearsal/command", local, ""};
inline constexpr Setting<QString> rehearsedFolder{"rehearsal/folder", local, ""};
inline constexpr Setting<int> rehearsedSteps{"rehearsal/steps", local, 3};
inline constexpr Setting<bool> rehearsedWithoutWeights{"rehearsal/withoutWeights", local, true};
inline constexpr Setting<bool> rehearsedMadeData{"rehearsal/madeData", local};

/// Ids of what the palette found and did last.
inline constexpr Setting<QStringList> paletteRecent{"palette/recent", local};

inline constexpr Setting<QString> reportFormat{"export/report/format", roaming, "pdf"};
inline constexpr Setting<QString> reportLanguage{"export/report/language", roaming, ""};
inline constexpr Setting<QStringList> deckFigures{"export/deck/figures", roaming}; ///< the ticked
inline constexpr Setting<QString> deckLanguage{"export/deck/language", roaming, ""};

inline constexpr Setting<QString> exportFolder{"export/folder", local}; ///< the last one
inline constexpr Setting<int> exportTarget{"export/target", roaming}; ///< the last one
inline constexpr Setting<int> configTarget{"export/config", roaming}; ///< the last one
inline constexpr Setting<QString> exportUnit{"export/unit", roaming, "px"}; ///< of sizes
// By figure: "context", "zero" and so on.
inline constexpr Setting<QString> figureFolder{"export/figures/%1/folder", local};
inline constexpr Setting<int> figureTarget{"export/figures/%1/target", roaming};
// By target: "pptx", "png" and so on. The defaults depend on the target, see defaultOptions().
inline constexpr Setting<double> exportScale{"export/%1/scale", roaming};
inline constexpr Setting<double> exportWidth{"export/%1/width", roaming};
inline constexpr Setting<double> exportHeight{"export/%1/height", roaming};
inline constexpr Setting<double> exportFont{"export/%1/font", roaming}; ///< in points
inline constexpr Setting<QString> exportBackdrop{"export/%1/background", roaming};
inline constexpr Setting<QString> exportColours{"export/%1/colours", roaming};
inline constexpr Setting<QString> exportLanguage{"export/%1/language", roaming};
inline constexpr Setting<bool> exportTitle{"export/%1/title", roaming};
inline constexpr Setting<bool> exportLimitLine{"export/%1/limit", roaming};
inline constexpr Setting<bool> exportBandLabels{"export/%1/labels", roaming};
inline constexpr Setting<bool> exportLegend{"export/%1/legend", roaming};
inline constexpr Setting<bool> exportNotes{"export/%1/notes", roaming};
inline constexpr Setting<bool> exportLedger{"export/%1/ledger", roaming};

} // namespace settings

/// While a batch exists, stored values are collected; its destructor writes them to the file
/// together.
class SettingsBatch
{
public:
    SettingsBatch();
    ~SettingsBatch();
    SettingsBatch(const SettingsBatch&) = delete;
    SettingsBatch& operator=(const SettingsBatch&) = delete;
};

/// Settings are kept in an .ini file on every system, as the registry of Windows cannot be copied
/// from one machine to another.
void keepSettingsInIniFile();

} // namespace highwater
