// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/figure_file.h"

#include <QByteArray>
#include <QDialog>

namespace highwater {

class MessageBar;
class WheelSafeComboBox;

/// The languages that a choice names: "en", or "en,zh_CN" for one after the other; the window's for
/// an empty one.
std::vector<FileLanguage> languagesNamed(const QString& choice);

/// Adds the choices of languages: the window's, each alone, and English followed by each other one.
void addLanguageChoices(WheelSafeComboBox& box);

/// The report of a plan as a PDF of A4 pages, see reportPages(). Equal plans give equal bytes.
Result<QByteArray> reportPdf(const Plan& plan, std::span<const FileLanguage> languages);

/// Writes the report of a plan: as HTML or PDF, in one language or in several.
class ReportDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ReportDialog(Plan plan, QWidget* parent);

    void accept() override;

signals:
    void said(const QString& sentence);

private:
    Plan m_plan;
    MessageBar* m_messages;
    WheelSafeComboBox *m_format, *m_language;
};

} // namespace highwater
