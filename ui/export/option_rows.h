// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <utility>

class QGridLayout;
class QHBoxLayout;
class QLabel;

namespace highwater {

class MessageLine;
class WheelSafeComboBox;

QFrame* hairline(QFrame::Shape shape, QWidget* parent);

/// Two columns of options while they are laid out: a label, and its control.
struct OptionRows
{
    explicit OptionRows(QWidget* content);

    QLabel* label(const QString& text, QWidget* buddy);
    std::pair<WheelSafeComboBox*, QLabel*> combo(const char* name, const QString& text,
                                                 const QString& spoken);
    QWidget* line();
    MessageLine* message();
    QHBoxLayout* several(int spacing);
    /// Ends the rows: the column of labels is as wide as the widest label, visible or hidden, so
    /// that nothing moves when other rows are shown.
    void finish();

    QWidget* content;
    QGridLayout* grid;
    int next = 0;
};

} // namespace highwater
