// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/key_label.h"

#include "ui/base/key_words.h"
#include "ui/panel/key_state.h"

namespace highwater {

KeyLabel::KeyLabel(std::vector<KeyPath> paths, QWidget* parent, const QString& text)
    : QLabel(parent)
    , m_paths(std::move(paths))
    , m_text(text)
{ }

void KeyLabel::show(const Document& document)
{
    setText(m_text.isEmpty() ? keyLabel(m_paths.front()) : m_text);
    bool active = false;
    QStringList remarks;
    for (const KeyPath path : m_paths) {
        const KeyState state = keyState(document, path);
        active = active || state.isActive();
        const QString remark = state.remark();
        if (const QString text = remark.isEmpty() ? keyHelp(path) : remark; !remarks.contains(text))
            remarks << text;
    }
    // Setting them again would paint the label at every step of a slider.
    const QPalette::ColorRole role = active ? QPalette::WindowText : QPalette::PlaceholderText;
    if (foregroundRole() != role)
        setForegroundRole(role);
    if (const QString tip = remarks.join(QLatin1Char('\n')); toolTip() != tip)
        setToolTip(tip);
}

} // namespace highwater
