// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/figure_file.h"

#include <QByteArray>
#include <QFont>

namespace highwater {

/// The figure as a scene in the language of the options, with the widths of exportFont() where the
/// target is drawn with it.
Result<Scene> chosenScene(const ExportOptions& options, const Figure& figure);

/// The file of the target as bytes; for the clipboard, those of its picture. Equal options and
/// plans give equal bytes, for PNG and PDF if the fonts are equal; these two need a
/// QGuiApplication.
Result<QByteArray> exported(const ExportOptions& options, const Plan& plan);

/// The step as a trace, see traceJson(); in the language of the options.
Result<QByteArray> exportedTrace(const ExportOptions& options, const Plan& plan);

/// The font of pictures and of the preview in a language, the window's where it is empty; an SVG
/// requests it by name.
QFont exportFont(const std::string& language);

} // namespace highwater
