// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/option_rows.h"

#include "ui/base/message_line.h"
#include "ui/base/wheel_safe_combo_box.h"

#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace highwater {

QFrame* hairline(QFrame::Shape shape, QWidget* parent)
{
    auto* line = new QFrame(parent);
    line->setFrameStyle(shape | QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    return line;
}

OptionRows::OptionRows(QWidget* content_)
    : content(content_)
    , grid(new QGridLayout(content))
{
    constexpr int inset = 18;
    grid->setContentsMargins(inset, inset, inset, inset);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
}

QLabel* OptionRows::label(const QString& text, QWidget* buddy)
{
    auto* made = new QLabel(text, content);
    made->setBuddy(buddy);
    grid->addWidget(made, next, 0);
    return made;
}

std::pair<WheelSafeComboBox*, QLabel*> OptionRows::combo(const char* name, const QString& text,
                                                         const QString& spoken)
{
    auto* box = new WheelSafeComboBox(QLatin1String(name), content);
    box->setAccessibleName(spoken);
    QLabel* before = label(text, box);
    grid->addWidget(box, next++, 1);
    return {box, before};
}

QWidget* OptionRows::line()
{
    QFrame* made = hairline(QFrame::HLine, content);
    made->setFixedHeight(17);
    grid->addWidget(made, next++, 0, 1, 2);
    return made;
}

MessageLine* OptionRows::message()
{
    auto* made = new MessageLine(content);
    grid->addWidget(made, next++, 1);
    return made;
}

QHBoxLayout* OptionRows::several(int spacing)
{
    auto* made = new QHBoxLayout;
    made->setSpacing(spacing);
    grid->addLayout(made, next++, 1);
    return made;
}

void OptionRows::finish()
{
    grid->setRowStretch(next, 1);
    int widest = 0;
    for (const QLabel* each : content->findChildren<QLabel*>())
        if (each->buddy())
            widest = std::max(widest, each->sizeHint().width());
    grid->setColumnMinimumWidth(0, widest);
}

} // namespace highwater
