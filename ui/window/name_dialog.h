// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace highwater {

class Document;
class MessageLine;

/// Name and notes of the open plan. When accepted, they become one step that can be undone.
class NameDialog : public QDialog
{
    Q_OBJECT

public:
    explicit NameDialog(Document& document, QWidget* parent = nullptr);

    void accept() override;

private:
    Document& m_document;
    QLineEdit* m_name;
    QPlainTextEdit* m_notes;
    MessageLine* m_problem;
};

} // namespace highwater
