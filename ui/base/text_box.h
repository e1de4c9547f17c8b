// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMimeData>
#include <QPlainTextEdit>

namespace highwater {

/// A box in which a person writes several lines.
class TextBox : public QPlainTextEdit
{
public:
    using QPlainTextEdit::QPlainTextEdit;

protected:
    /// Qt 6.4 reads the first format of a clipboard that has none, as an empty one of X11 does, and
    /// ends the program.
    void insertFromMimeData(const QMimeData* source) override
    {
        if (!source || !source->hasText())
            return;
        insertPlainText(source->text());
        ensureCursorVisible();
    }
};

} // namespace highwater
