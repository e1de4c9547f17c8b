// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/report_dialog.h"

#include "core/exchange/report.h"
#include "core/words/words.h"
#include "ui/base/file_dialogs.h"
#include "ui/base/language.h"
#include "ui/base/message_bar.h"
#include "ui/base/settings.h"
#include "ui/base/wheel_safe_combo_box.h"
#include "ui/base/words.h"
#include "ui/document/plan_store.h"
#include "ui/export/dialog_parts.h"
#include "ui/export/export_choices.h"
#include "ui/export/option_rows.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>

namespace highwater {
namespace {

constexpr QLatin1String reportOutcome("outcome"); ///< of the last try

} // namespace

std::vector<FileLanguage> languagesNamed(const QString& choice)
{
    std::vector<FileLanguage> named;
    for (const QString& name : (choice.isEmpty() ? windowLanguage() : choice).split(u','))
        if (auto words = wordsIn(name.toStdString()))
            named.push_back({name.toStdString(), *std::move(words)});
    return named;
}

void addLanguageChoices(WheelSafeComboBox& box)
{
    box.addItem(ReportDialog::tr("As the window"), QString());
    for (const QString& language : languages())
        box.addItem(nativeName(language), language);
    const QString& first = languages().front();
    for (const QString& language : languages().sliced(1))
        box.addItem(QString(nativeName(first) + QStringLiteral(" + ") + nativeName(language)),
                    QString(first + u',' + language));
}

ReportDialog::ReportDialog(Plan plan, QWidget* parent)
    : QDialog(parent)
    , m_plan(std::move(plan))
    , m_messages(new MessageBar(this))
{
    setObjectName(QStringLiteral("report"));
    setWindowTitle(tr("Report — Highwater"));
    m_messages->setObjectName(QStringLiteral("report.messages"));
    auto* page = new QWidget(this);
    OptionRows rows(page);
    m_format = rows.combo("report.format", tr("&Format"), tr("Format")).first;
    m_format->addItem(tr("PDF, pages of A4"), QStringLiteral("pdf"));
    m_format->addItem(tr("HTML, one file with its charts"), QStringLiteral("html"));
    m_format->setCurrentIndex(std::max(0, m_format->findData(settings::reportFormat.value())));
    m_language = rows.combo("report.language", tr("&Language"), tr("Language")).first;
    addLanguageChoices(*m_language);
    m_language->setCurrentIndex(
        std::max(0, m_language->findData(settings::reportLanguage.value())));
    rows.finish();
    auto* foot = new QWidget(this);
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(16, 8, 16, 12);
    row->setSpacing(8);
    QPushButton* cancel = makeFootButton(foot, "report.cancel", tr("Close"));
    QPushButton* go = makeFootButton(foot, "report.go", tr("&Export…"));
    go->setDefault(true);
    row->addStretch(1);
    row->addWidget(cancel);
    row->addWidget(go);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(go, &QPushButton::clicked, this, &ReportDialog::accept);
    layOutDialog(this, m_messages, {page}, foot);
    setMinimumWidth(440);
}

void ReportDialog::accept()
{
    const QString suffix = m_format->currentData().toString();
    const std::vector<FileLanguage> languages
        = languagesNamed(m_language->currentData().toString());
    const auto fail = [this](const QString& why) {
        m_messages->show({Message::Kind::Caution, reportOutcome, why});
    };
    Result<QByteArray> file = QByteArray();
    if (suffix == QLatin1String("pdf")) {
        file = reportPdf(m_plan, languages);
    } else {
        auto html = reportHtml(m_plan, languages);
        if (html)
            file = QByteArray::fromStdString(*html);
        else
            file = html.problems();
    }
    if (!file)
        return fail(whyNot(file.problems()));
    const QString wanted
        = planFileName(m_plan.name.empty() ? tr("Report")
                                           : tr("%1 report", "the name of a file: the plan's name")
                                                 .arg(QString::fromStdString(m_plan.name)));
    const QString path = fileDialogs().exportTo(
        this, QFileInfo(wanted).completeBaseName() + u'.' + suffix, suffix);
    if (path.isEmpty())
        return;
    if (const auto problem = writeFile(path, *file))
        return fail(*problem);
    settings::reportFormat.store(suffix);
    settings::reportLanguage.store(m_language->currentData().toString());
    emit said(tr("The report is in “%1”").arg(shownPath(path)));
    QDialog::accept();
}

} // namespace highwater
