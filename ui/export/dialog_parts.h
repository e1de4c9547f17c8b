// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <vector>

class QDialog;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTimer;
class QToolButton;
class QWidget;

namespace highwater {

class ExportPreview;
class MessageBar;

/// The parts that every dialog with a preview has.
struct PreviewedParts
{
    QTimer* wanted; ///< runs while the preview does not yet show the choices
    MessageBar* messages;
    ExportPreview* preview;
};
/// Names and sizes the dialog, and makes its parts; `show` is called once after all changes of a
/// turn of the event loop for which `wanted` was started.
PreviewedParts makePreviewedParts(QDialog* dialog, const QString& name, const QString& title,
                                  std::function<void()> show);

/// A line of text to read and to copy, after its label.
struct CopyLine
{
    QHBoxLayout* row;
    QLineEdit* text;
    QToolButton* copy;
};
CopyLine makeCopyLine(QLabel* label, const QString& textName, const QString& copyName);

/// A button at the foot of a dialog; Enter presses it only where it is made the default.
QPushButton* makeFootButton(QWidget* parent, const char* name, const QString& text);

/// Lays a dialog out, with hairlines between: the messages, the parts side by side, of which the
/// last one takes the room that is left, and the foot.
void layOutDialog(QDialog* dialog, QWidget* messages, const std::vector<QWidget*>& parts,
                  QWidget* foot);

} // namespace highwater
