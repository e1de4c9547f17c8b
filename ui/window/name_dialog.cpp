// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/name_dialog.h"

#include "ui/base/language.h"
#include "ui/base/message_line.h"
#include "ui/base/text_box.h"
#include "ui/base/words.h"
#include "ui/document/document.h"
#include "ui/document/preset_words.h"

#include "core/exchange/plan_name.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace highwater {
namespace {

/// Adds a field under its label, whose shortcut moves the focus to the field.
template <class Field> Field* labelled(QVBoxLayout* rows, const QString& text, const char* name)
{
    auto* field = new Field;
    field->setObjectName(QString::fromLatin1(name));
    auto* label = new QLabel(text);
    label->setBuddy(field);
    rows->addWidget(label);
    rows->addWidget(field);
    return field;
}

} // namespace

NameDialog::NameDialog(Document& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_problem(new MessageLine(this))
{
    setObjectName(QStringLiteral("nameDialog"));
    setWindowTitle(tr("Name and notes"));
    const Plan& plan = m_document.plan();
    auto* rows = new QVBoxLayout(this);
    m_name = labelled<QLineEdit>(rows, tr("&Name of the plan"), "name.name");
    m_name->setText(shownPlanName(plan, windowLanguage()));
    m_name->setPlaceholderText(QString::fromStdString(proposedName(plan)));
    m_name->selectAll();
    m_notes = labelled<TextBox>(rows, tr("N&otes"), "name.notes");
    m_notes->setPlainText(QString::fromStdString(plan.notes));
    m_notes->setTabChangesFocus(true);
    rows->addWidget(m_problem);
    auto* hint = new QLabel(
        tr("An empty name becomes the one shown in grey, which follows model, GPUs and adapter."));
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    rows->addWidget(hint);
    auto* buttons = new QDialogButtonBox(this);
    // Qt's own texts may not be translated.
    buttons->addButton(tr("OK"), QDialogButtonBox::AcceptRole)
        ->setObjectName(QStringLiteral("name.ok"));
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    rows->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &NameDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &NameDialog::reject);
    constexpr QSize usual(520, 360);
    resize(usual);
}

void NameDialog::accept()
{
    Plan plan = m_document.plan();
    const std::string typed = m_name->text().simplified().toStdString();
    Problems problems;
    // An unchanged name stays in its original language.
    if (m_name->text() != shownPlanName(plan, windowLanguage()))
        problems = assign(plan, "name", typed.empty() ? proposedName(plan) : typed);
    if (problems.empty())
        problems = assign(plan, "notes", m_notes->toPlainText().toStdString());
    if (!problems.empty()) {
        m_problem->setMessage(translated(problems.front().message));
        return;
    }
    m_document.takeVersion(plan, tr("Name and notes"));
    QDialog::accept();
}

} // namespace highwater
