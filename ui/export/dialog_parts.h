// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

class QDialog;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;
class QWidget;

namespace highwater {

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
