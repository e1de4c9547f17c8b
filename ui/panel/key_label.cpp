// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/key_label.h"

#include "ui/base/key_words.h"
#include "ui/base/tip.h"
#include "ui/panel/key_control.h"
#include "ui/panel/key_state.h"

namespace highwater {

KeyLabel::KeyLabel(std::vector<KeyPath> paths, QWidget* parent, const QString& text,
                   const char* help)
    : QLabel(parent)
    , m_paths(std::move(paths))
    , m_text(text)
    , m_help(help)
{ }

void KeyLabel::show(const Document& document)
{
    setText(m_text.isEmpty() ? shortKeyLabel(m_paths.front()) : m_text);
    bool active = false;
    QStringList remarks;
    for (const KeyPath path : m_paths) {
        const KeyState state = keyState(document, path);
        active = active || state.isActive();
        if (const QString remark = state.remark(); !remark.isEmpty() && !remarks.contains(remark))
            remarks << remark;
    }
    // Setting them again would paint the label at every step of a slider.
    const QPalette::ColorRole role = active ? QPalette::WindowText : QPalette::PlaceholderText;
    if (foregroundRole() != role)
        setForegroundRole(role);
    if (remarks.isEmpty())
        remarks << (m_help ? KeyControlWords::tr(m_help) : keyHelp(m_paths.front()));
    if (m_said == remarks.first())
        return;
    m_said = remarks.first();
    setToolTip(tip(m_said));
}

} // namespace highwater
