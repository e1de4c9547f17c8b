// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/doctor/measurement_dialog.h"

#include "ui/base/file_dialogs.h"
#include "ui/base/key_words.h"
#include "ui/base/within_screen.h"
#include "ui/base/words.h"
#include "ui/document/document.h"
#include "ui/document/plan_store.h"
#include "ui/export/dialog_parts.h"

#include "core/doctor/diagnosis.h"
#include "core/measured/csv_reader.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace highwater {
namespace {

constexpr int restOfReading = 300; // ms

QString settingsText(const std::vector<std::pair<KeyPath, Value>>& changes)
{
    QString text;
    for (const auto& [key, value] : changes)
        text += (text.isEmpty() ? QString() : QStringLiteral(", ")) + settingLabel(key, value);
    return text;
}

} // namespace

MeasurementDialog::MeasurementDialog(Document& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
{
    setObjectName(QStringLiteral("measurement"));
    setWindowTitle(tr("My measurement — Highwater"));
    setMinimumSize(480, 380);
    resize(withinScreen({680, 520}, *this));
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    auto* label = new QLabel(tr("What I &read for one GPU"), page);
    m_reading = new QLineEdit(page);
    m_reading->setObjectName(QStringLiteral("measurement.reading"));
    m_reading->setPlaceholderText(QStringLiteral("nvidia-smi 23,412 MiB"));
    m_reading->setToolTip(tr("nvidia-smi, max_memory_allocated or max_memory_reserved,\n"
                             "and an amount in MiB, GiB, GB or bytes"));
    label->setBuddy(m_reading);
    m_answer = new QPlainTextEdit(page);
    m_answer->setObjectName(QStringLiteral("measurement.answer"));
    m_answer->setReadOnly(true);
    m_answer->setTabChangesFocus(true);
    m_answer->setAccessibleName(tr("The reading beside the plan"));
    m_causes = new QListWidget(page);
    m_causes->setObjectName(QStringLiteral("measurement.causes"));
    m_causes->setAccessibleName(tr("Assumptions that would bring the plan nearer"));
    m_said = new QLabel(page);
    m_said->setObjectName(QStringLiteral("measurement.said"));
    m_said->setTextFormat(Qt::PlainText);
    m_said->setWordWrap(true);
    column->addWidget(label);
    m_causesLabel = new QLabel(tr("Assumptions that would bring the plan nearer:"), page);
    column->addWidget(m_reading);
    column->addWidget(m_said);
    column->addWidget(m_answer, 2);
    column->addWidget(m_causesLabel);
    column->addWidget(m_causes, 1);

    auto* foot = new QWidget(this);
    auto* row = new QHBoxLayout(foot);
    QPushButton* help = makeFootButton(foot, "measurement.help", tr("Help"));
    m_append = makeFootButton(foot, "measurement.append", tr("&Add to a table…"));
    m_take = makeFootButton(foot, "measurement.take", tr("&Take the assumption"));
    m_correct = makeFootButton(foot, "measurement.correct", tr("&Correct the plan"));
    QPushButton* close = makeFootButton(foot, "measurement.close", tr("Close"));
    row->addWidget(help);
    row->addStretch();
    for (QPushButton* button : {m_append, m_take, m_correct, close})
        row->addWidget(button);
    layOutDialog(this, new QWidget(this), {page}, foot);

    m_rest.setSingleShot(true);
    m_rest.setInterval(restOfReading);
    connect(&m_rest, &QTimer::timeout, this, &MeasurementDialog::explain);
    connect(m_reading, &QLineEdit::textChanged, &m_rest, qOverload<>(&QTimer::start));
    connect(&document, &Document::resultsChanged, this, [this] {
        if (isVisible() && !m_reading->text().isEmpty())
            m_rest.start();
    });
    connect(help, &QPushButton::clicked, this, &MeasurementDialog::helpRequested);
    connect(m_append, &QPushButton::clicked, this, &MeasurementDialog::addToTable);
    connect(m_take, &QPushButton::clicked, this, &MeasurementDialog::takeCause);
    connect(m_causes, &QListWidget::itemActivated, this, &MeasurementDialog::takeCause);
    connect(m_correct, &QPushButton::clicked, this, &MeasurementDialog::correct);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    explain();
}

void MeasurementDialog::explain()
{
    m_measured.reset();
    m_answer->clear();
    m_causes->clear();
    m_said->clear();
    const std::string typedReading = m_reading->text().toStdString();
    if (const auto reading = readOwnReading(typedReading)) {
        auto measured = measuredPlan(m_document.plan(), builtinCatalog(), *reading);
        if (measured)
            m_measured = *std::move(measured);
        else
            m_said->setText(sentence(measured.problems().front().message));
    } else if (!typedReading.empty()) {
        m_said->setText(sentence(reading.problems().front().message));
    }
    m_append->setEnabled(m_measured.has_value());
    m_correct->setEnabled(m_measured && !m_measured->correction.empty());
    m_take->setEnabled(m_measured && !m_measured->causes.empty());
    for (QWidget* part : {static_cast<QWidget*>(m_causesLabel), static_cast<QWidget*>(m_causes)})
        part->setVisible(m_measured && !m_measured->causes.empty());
    if (!m_measured)
        return;
    QString answer;
    for (const Text& text :
         sentencesOf(*m_measured, [](const Text& part) { return translated(part).toStdString(); }))
        answer += translated(text) + u'\n';
    m_answer->setPlainText(answer.trimmed());
    for (const ReadingCause& cause : m_measured->causes) {
        const QString text = cause.off < 0 ? tr("%1: %2, the reading is %3 less")
                                           : tr("%1: %2, the reading is %3 more");
        m_causes->addItem(text.arg(settingsText(cause.changes),
                                   toQString(sizeText(cause.predicted)),
                                   toQString(sizeText(std::abs(cause.off)))));
    }
    m_causes->setCurrentRow(m_measured->causes.empty() ? -1 : 0);
}

void MeasurementDialog::correct()
{
    if (m_measured && !m_measured->correction.empty())
        m_document.edit(withSettings(m_document.plan(), m_measured->correction),
                        tr("Correct by a reading"));
}

void MeasurementDialog::takeCause()
{
    const int row = m_causes->currentRow();
    if (!m_measured || row < 0 || row >= static_cast<int>(m_measured->causes.size()))
        return;
    const auto& changes = m_measured->causes[static_cast<std::size_t>(row)].changes;
    m_document.edit(withSettings(m_document.plan(), changes), settingsText(changes));
}

void MeasurementDialog::addToTable()
{
    if (!m_measured)
        return;
    const auto reading = m_measured->reading; // an edit may take it away while a path is asked for
    const QString path
        = fileDialogs().exportTo(this, QStringLiteral("runs.csv"), QStringLiteral("csv"));
    if (path.isEmpty())
        return;
    const auto before = fileText(path, mostCsvBytes);
    if (!before && QFileInfo::exists(path)) {
        m_said->setText(tr("The table cannot be read."));
        return;
    }
    const auto made = tableWith(before.value_or(QByteArray()).toStdString(), m_document.plan(),
                                builtinCatalog(), reading);
    if (!made) {
        const Problem& problem = made.problems().front();
        m_said->setText(toQString(problem.field) + u' ' + translated(problem.message));
        return;
    }
    const auto reason = writeFile(path, QByteArray::fromStdString(*made));
    m_said->setText(reason ? *reason : tr("Added to %1").arg(path));
}

} // namespace highwater
