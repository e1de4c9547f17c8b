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

/// What only a person can answer; where there is none, as in a test, something else answers.
struct FileDialogs
{
    std::function<QStringList(QWidget*)> open; ///< the files to open
    std::function<QString(QWidget*, const QString& path)> save; ///< where to; empty: nowhere
    /// Where to export to, in a file that ends in .suffix; empty: nowhere.
    std::function<QString(QWidget*, const QString& name, const QString& suffix)> exportTo;
    std::function<Unsaved(QWidget*, const QString& name)> unsaved; ///< what to do with the work
    /// The name of a plan, beginning with this one; none where it is to have none.
    std::function<std::optional<QString>(QWidget*, const QString& title, const QString& name)> name;
    std::function<QString(QWidget*, const QString& folder)> folder; ///< empty: as it was
};

/// Those of the program, asked of all windows.
FileDialogs& fileDialogs();

} // namespace highwater
