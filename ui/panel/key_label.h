// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QLabel>

namespace highwater {

/// The label of one or more keys: their name, with help as a tooltip; dimmed where the method reads
/// none of them.
class KeyLabel : public QLabel
{
    Q_OBJECT

public:
    /// Shows `text`, or the name of the first key where `text` is empty. For several keys, `help`
    /// explains them together; marked for translation in KeyControl.
    KeyLabel(std::vector<KeyPath> paths, QWidget* parent, const QString& text = {},
             const char* help = nullptr);
    void show(const Document& document);
    /// Changes the text that replaces the first key's name.
    void setOwnText(const QString& text) { m_text = text; }
    using QLabel::show;

private:
    std::vector<KeyPath> m_paths;
    QString m_text;
    QString m_said; ///< the tooltip's text, before it is broken into lines
    const char* m_help;
};

} // namespace highwater
