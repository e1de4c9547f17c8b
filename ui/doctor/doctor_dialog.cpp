// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/doctor/doctor_dialog.h"

#include "core/explore/advise.h"
#include "core/explore/suggestion_words.h"
#include "ui/base/file_dialogs.h"
#include "ui/base/key_words.h"
#include "ui/base/latest_work.h"
#include "ui/base/table_look.h"
#include "ui/base/text_box.h"
#include "ui/base/within_screen.h"
#include "ui/base/words.h"
#include "ui/document/document.h"
#include "ui/export/dialog_parts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace highwater {
namespace {

constexpr int restOfTyping = 300; // ms
constexpr qsizetype longestPaste = qsizetype{4} << 20; ///< characters
constexpr qint64 mostConfigSize = qint64{16} << 20;

QPlainTextEdit* textBox(const char* name, bool writes, QWidget* parent)
{
    auto* box = new TextBox(parent);
    box->setObjectName(QLatin1String(name));
    box->setReadOnly(!writes);
    box->setTabChangesFocus(true);
    return box;
}

std::string spoken(const Text& text)
{
    return translated(text).toStdString();
}

} // namespace

QString boundedLog(const QString& text)
{
    if (text.size() <= longestPaste)
        return text;
    const QString end = text.right(longestPaste);
    return end.sliced(end.indexOf(u'\n') + 1); // from the first whole line
}

bool holdsFailure(const QString& text)
{
    const std::string bytes = boundedLog(text).toStdString();
    ByteSource source(bytes);
    return static_cast<bool>(readFailures(source));
}

DoctorDialog::DoctorDialog(Document& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_work(std::make_unique<LatestWork<Explained>>(
          [this](const Explained& explained) { take(explained); }, [](int) {}))
{
    setObjectName(QStringLiteral("doctor"));
    setWindowTitle(tr("Out of memory — Highwater"));
    setMinimumSize(560, 480);
    resize(withinScreen({860, 720}, *this));
    auto* page = new QWidget(this);
    m_column = new QVBoxLayout(page);
    m_column->addWidget(buildLog(), 2);
    m_column->addWidget(buildAnswer());
    layOutDialog(this, new QWidget(this), {page}, buildFoot());
    m_rest.setSingleShot(true);
    m_rest.setInterval(restOfTyping);
    connect(&m_rest, &QTimer::timeout, this, &DoctorDialog::explain);
    connect(m_log, &QPlainTextEdit::textChanged, this, [this] {
        m_work->cancel(); // its log would be taken for that of the new text
        m_path.clear();
        m_known.reset();
        m_rest.start();
    });
    connect(&document, &Document::resultsChanged, this, [this] {
        if (isVisible() && (!m_path.isEmpty() || !m_log->toPlainText().isEmpty()))
            m_rest.start();
    });
    explain();
}

DoctorDialog::~DoctorDialog() = default;

QWidget* DoctorDialog::buildLog()
{
    auto* part = new QWidget(this);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    auto* label = new QLabel(tr("&Log or traceback"), part);
    m_log = textBox("doctor.log", true, part);
    m_log->setPlaceholderText(tr("Paste the text that ends with “CUDA out of memory”, with the "
                                 "lines before it"));
    m_log->setFont(fixedFont());
    m_log->setLineWrapMode(QPlainTextEdit::NoWrap);
    label->setBuddy(m_log);
    QPushButton* open = makeFootButton(part, "doctor.open", tr("&Open a file…"));
    QPushButton* config = makeFootButton(part, "doctor.config", tr("My &configuration…"));
    config->setToolTip(tr("The run's own configuration file: changes are then its lines."));
    m_config = new QLabel(part);
    m_config->setObjectName(QStringLiteral("doctor.configName"));
    m_config->setTextFormat(Qt::PlainText);
    row->addWidget(label);
    row->addStretch();
    row->addWidget(m_config);
    row->addWidget(config);
    row->addWidget(open);
    column->addLayout(row);
    column->addWidget(m_log, 1);
    connect(open, &QPushButton::clicked, this, &DoctorDialog::chooseLog);
    connect(config, &QPushButton::clicked, this, &DoctorDialog::chooseConfig);
    return part;
}

QWidget* DoctorDialog::buildAnswer()
{
    auto* part = new QWidget(this);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    m_cause = new QLabel(part);
    m_cause->setObjectName(QStringLiteral("doctor.cause"));
    m_cause->setTextFormat(Qt::PlainText);
    QFont strong = m_cause->font();
    strong.setWeight(QFont::DemiBold);
    m_cause->setFont(strong);
    m_answer = textBox("doctor.answer", false, part);
    m_answer->setAccessibleName(tr("Diagnosis"));
    m_changes = new QListWidget(part);
    m_changes->setObjectName(QStringLiteral("doctor.changes"));
    m_changes->setAccessibleName(tr("Changes that help"));
    m_difference = textBox("doctor.difference", false, part);
    m_difference->setFont(fixedFont());
    m_difference->setAccessibleName(tr("The change as lines of the file"));
    auto* changes = new QHBoxLayout;
    changes->addWidget(m_changes, 1);
    changes->addWidget(m_difference, 1);
    column->addWidget(m_cause);
    column->addWidget(m_answer, 3);
    m_changesLabel = new QLabel(tr("With each of these the plan needs less:"), part);
    m_changesLabel->setBuddy(m_changes);
    column->addWidget(m_changesLabel);
    column->addLayout(changes, 2);
    connect(m_changes, &QListWidget::currentRowChanged, this, &DoctorDialog::showChange);
    connect(m_changes, &QListWidget::itemActivated, this, &DoctorDialog::takeChange);
    return part;
}

QWidget* DoctorDialog::buildFoot()
{
    auto* foot = new QWidget(this);
    auto* row = new QHBoxLayout(foot);
    QPushButton* help = makeFootButton(foot, "doctor.help", tr("Help"));
    m_take = makeFootButton(foot, "doctor.take", tr("&Take this change"));
    QPushButton* close = makeFootButton(foot, "doctor.close", tr("Close"));
    row->addWidget(help);
    row->addStretch();
    row->addWidget(m_take);
    row->addWidget(close);
    connect(help, &QPushButton::clicked, this, &DoctorDialog::helpRequested);
    connect(m_take, &QPushButton::clicked, this, &DoctorDialog::takeChange);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    return foot;
}

void DoctorDialog::take(const QString& text)
{
    m_log->setPlainText(boundedLog(text));
    read();
}

void DoctorDialog::takeFile(const QString& path)
{
    m_log->setPlainText(tr("The file %1").arg(QDir::toNativeSeparators(path)));
    m_path = path;
    read();
}

void DoctorDialog::read()
{
    m_known.reset();
    explain();
}

void DoctorDialog::chooseLog()
{
    if (const QString path = fileDialogs().openRun(this); !path.isEmpty())
        takeFile(path);
}

void DoctorDialog::chooseConfig()
{
    const QStringList paths = fileDialogs().import(this);
    if (paths.isEmpty())
        return;
    QFile file(paths.front());
    const bool isRead = file.open(QIODevice::ReadOnly) && file.size() <= mostConfigSize;
    m_configName = isRead ? QFile::encodeName(paths.front()).toStdString() : std::string();
    m_configText = isRead ? file.readAll().toStdString() : std::string();
    const bool isKnown = isRead && importKind({m_configName, m_configText});
    const QString name = QFileInfo(paths.front()).fileName();
    m_config->setText(isKnown ? name : tr("%1 cannot be read").arg(name));
    if (!isKnown)
        m_configText.clear();
    explain();
}

/// Explains the log in another thread, where it is read as well if it is a new one. A person who
/// goes on typing, or closes the dialog, ends the work.
void DoctorDialog::explain()
{
    m_rest.stop();
    const QString text = m_path.isEmpty() ? m_log->toPlainText() : QString();
    if (m_path.isEmpty() && text.isEmpty()) {
        m_work->cancel();
        return refuse(QString());
    }
    std::optional<ImportFile> config;
    if (!m_configText.empty())
        config = ImportFile{m_configName, m_configText};
    if (!m_known)
        refuse(tr("Reading…"));
    m_work->start([text, path = m_path, known = m_known, config,
                   plan = m_document.plan()](QPromise<Explained>& promise) {
        Explained explained;
        explained.log = known;
        if (!known) {
            const std::string bytes = boundedLog(text).toStdString();
            ByteSource pasted(bytes);
            const auto file = path.isEmpty()
                ? nullptr
                : ByteSource::open(QFile::encodeName(path).toStdString());
            explained.unreadable = !path.isEmpty() && !file;
            if (explained.unreadable)
                return void(promise.addResult(explained));
            if (file)
                file->setWatcher([&promise](double) { return !promise.isCanceled(); });
            auto log = readFailuresOrRecording(file ? *file : pasted);
            if (!log)
                explained.problem = log.problems().front();
            else
                explained.log = *std::move(log);
        }
        if (explained.log && !promise.isCanceled()) {
            const auto found = diagnosisOf(*explained.log, builtinCatalog(), plan, config);
            explained.diagnosis = found ? *found : diagnosisOf(*explained.log, builtinCatalog());
        }
        promise.addResult(explained);
    });
}

void DoctorDialog::take(const Explained& explained)
{
    m_known = explained.log;
    if (explained.unreadable)
        refuse(tr("The file cannot be read."));
    else if (explained.problem)
        refuse(sentence(explained.problem->message));
    else if (explained.diagnosis)
        show(*explained.diagnosis);
}

void DoctorDialog::refuse(const QString& reason)
{
    m_cause->setText(reason);
    m_answer->clear();
    m_offers.clear();
    m_changes->clear();
    showParts();
    showChange();
}

/// The diagnosis and the list of changes, each only where there is one; the log has the room else.
void DoctorDialog::showParts()
{
    const bool answered = !m_answer->document()->isEmpty();
    m_answer->setVisible(answered);
    m_column->setStretchFactor(m_answer->parentWidget(), answered ? 5 : 0);
    for (QWidget* part : {static_cast<QWidget*>(m_changesLabel), static_cast<QWidget*>(m_changes),
                          static_cast<QWidget*>(m_difference)})
        part->setVisible(!m_offers.empty());
}

void DoctorDialog::show(const Diagnosis& diagnosis)
{
    m_cause->setText(translated(causeText(diagnosis.cause)));
    QString answer;
    for (const Text& one : sentencesOf(diagnosis, spoken))
        answer += translated(one) + u'\n';
    answer += u'\n' + tr("What helps") + u'\n';
    for (const DoctorAdvice& advice : diagnosis.advice)
        answer += QStringLiteral("• ") + translated(advice.text) + u'\n';
    m_answer->setPlainText(answer.trimmed());
    m_offers = diagnosis.plan ? diagnosis.plan->changes : std::vector<DoctorChange>();
    m_changes->clear();
    showParts();
    for (const DoctorChange& change : m_offers) {
        QString costs;
        for (const Text& cost : change.suggestion.costs())
            costs += QStringLiteral(" · ") + translated(cost);
        const QString fits = change.suggestion.fits ? QString() : tr(" (not enough alone)");
        m_changes->addItem(toQString(labelsOf(change.suggestion, spoken)) + QStringLiteral(": ")
                           + toQString(sizeText(change.suggestion.totals.total)) + fits + costs);
    }
    m_changes->setCurrentRow(m_offers.empty() ? -1 : 0);
    showChange();
}

void DoctorDialog::showChange()
{
    const int row = m_changes->currentRow();
    const bool isThere = row >= 0 && row < static_cast<int>(m_offers.size());
    m_take->setEnabled(isThere);
    QString lines;
    if (isThere) {
        const DoctorChange& change = m_offers[static_cast<std::size_t>(row)];
        if (change.difference)
            for (const std::string& line : shownDifference(*change.difference))
                lines += toQString(line) + u'\n';
        if (lines.isEmpty())
            for (const Change& one : change.suggestion.changes)
                lines += settingLabel(one.key, one.value) + u'\n';
    }
    m_difference->setPlainText(lines.trimmed());
}

void DoctorDialog::takeChange()
{
    const int row = m_changes->currentRow();
    if (row < 0 || row >= static_cast<int>(m_offers.size()))
        return;
    const Suggestion& suggestion = m_offers[static_cast<std::size_t>(row)].suggestion;
    // The plan may be a newer one than that of the offers.
    if (const auto changed = withChanges(m_document.plan(), suggestion.changes))
        m_document.edit(*changed, toQString(labelsOf(suggestion, spoken)));
}

} // namespace highwater
