// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <functional>
#include <optional>

class QWidget;

namespace highwater {

inline constexpr const char* planSuffix = "hwplan";

enum class Unsaved { Save, Discard, Cancel };

/// The questions that only a person can answer. Tests replace these functions by others.
struct FileDialogs
{
    std::function<QStringList(QWidget*)> open; ///< the files to open
    std::function<QString(QWidget*)> openRun; ///< a memory recording; empty: cancelled
    std::function<QStringList(QWidget*)> import; ///< the files of other programs to import
    std::function<QString(QWidget*)> importFolder; ///< a model's folder; empty: cancelled
    std::function<QString(QWidget*, const QString& path)>
        save; ///< the file to save to; empty: cancelled
    /// The file to export to, which ends in .suffix; empty: cancelled. `wanted` is a name, or a
    /// path where the folder is known.
    std::function<QString(QWidget*, const QString& wanted, const QString& suffix)> exportTo;
    std::function<Unsaved(QWidget*, const QString& name)> unsaved; ///< the choice for unsaved work
    /// A name for a plan; the dialog proposes `name`. Null: cancelled.
    std::function<std::optional<QString>(QWidget*, const QString& title, const QString& name)> name;
    std::function<QString(QWidget*, const QString& folder)> folder; ///< empty: cancelled
    /// The notes of a plan; the dialog proposes `notes`. Null: cancelled.
    std::function<std::optional<QString>(QWidget*, const QString& title, const QString& notes)>
        notes;
};

/// The dialogs of the program, the same for all windows.
FileDialogs& fileDialogs();

} // namespace highwater
