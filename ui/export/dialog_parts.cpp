// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog_parts.h"

#include "ui/base/icons.h"
#include "ui/base/message_bar.h"
#include "ui/base/within_screen.h"
#include "ui/export/export_preview.h"
#include "ui/export/option_rows.h"

#include <QClipboard>
#include <QDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace highwater {

PreviewedParts makePreviewedParts(QDialog* dialog, const QString& name, const QString& title,
                                  std::function<void()> show)
{
    dialog->setObjectName(name);
    dialog->setWindowTitle(title);
    dialog->setMinimumSize(900, 560);
    dialog->resize(withinScreen({1160, 620}, *dialog));
    const PreviewedParts parts{new QTimer(dialog), new MessageBar(dialog),
                               new ExportPreview(dialog)};
    parts.messages->setObjectName(name + QStringLiteral(".messages"));
    parts.wanted->setSingleShot(true);
    parts.wanted->setInterval(0);
    QObject::connect(parts.wanted, &QTimer::timeout, dialog, std::move(show));
    return parts;
}

CopyLine makeCopyLine(QLabel* label, const QString& textName, const QString& copyName)
{
    QWidget* const parent = label->parentWidget();
    CopyLine line{new QHBoxLayout, new QLineEdit(parent), new QToolButton(parent)};
    label->setForegroundRole(QPalette::PlaceholderText);
    line.text->setObjectName(textName);
    line.text->setReadOnly(true);
    line.text->setFrame(false);
    QPalette clear = line.text->palette();
    clear.setColor(QPalette::Base, Qt::transparent);
    line.text->setPalette(clear);
    label->setBuddy(line.text);
    line.copy->setObjectName(copyName);
    line.copy->setIcon(themedIcon("copy"));
    line.copy->setAutoRaise(true);
    QObject::connect(line.copy, &QToolButton::clicked, line.text,
                     [text = line.text] { QGuiApplication::clipboard()->setText(text->text()); });
    line.row->setSpacing(8);
    line.row->addWidget(label);
    line.row->addWidget(line.text, 1);
    line.row->addWidget(line.copy);
    return line;
}

QPushButton* makeFootButton(QWidget* parent, const char* name, const QString& text)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    button->setMinimumHeight(26);
    return button;
}

void layOutDialog(QDialog* dialog, QWidget* messages, const std::vector<QWidget*>& parts,
                  QWidget* foot)
{
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    for (QWidget* part : parts) {
        const bool last = part == parts.back();
        middle->addWidget(part, last ? 1 : 0);
        if (!last)
            middle->addWidget(hairline(QFrame::VLine, dialog));
    }
    auto* all = new QVBoxLayout(dialog);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(middle, 1);
    all->addWidget(messages); // below, so that no control moves under the pointer
    all->addWidget(hairline(QFrame::HLine, dialog));
    all->addWidget(foot);
}

} // namespace highwater
