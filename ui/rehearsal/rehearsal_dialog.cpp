// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rehearsal/rehearsal_dialog.h"

#include "ui/base/file_dialogs.h"
#include "ui/base/message_bar.h"
#include "ui/base/settings.h"
#include "ui/base/table_look.h"
#include "ui/base/theme.h"
#include "ui/base/verdict_icon.h"
#include "ui/base/within_screen.h"
#include "ui/base/words.h"
#include "ui/document/document.h"
#include "ui/document/plan_store.h"
#include "ui/export/dialog_parts.h"
#include "ui/export/option_rows.h"
#include "ui/rehearsal/rehearsal_result.h"

#include "core/catalog/catalog.h"
#include "core/rehearsal/private_folder.h"

#include <QCheckBox>
#include <QCloseEvent>
#include <QDir>
#include <QFile>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace highwater {
namespace {

constexpr QLatin1String outcomeOfRehearsal("outcome"); ///< of the last try
constexpr int mostLogLines = 5'000;
constexpr int verdictMarkSize = 22;

QPixmap markOf(const std::optional<Verdict>& verdict, const QWidget& shownIn)
{
    QPixmap mark(QSize(verdictMarkSize, verdictMarkSize) * shownIn.devicePixelRatioF());
    mark.setDevicePixelRatio(shownIn.devicePixelRatioF());
    mark.fill(Qt::transparent);
    QPainter painter(&mark);
    const QRectF box(0, 0, verdictMarkSize, verdictMarkSize);
    if (verdict)
        paintVerdict(painter, box, *verdict, currentTheme().window);
    else
        paintNoVerdict(painter, box);
    return mark;
}

QSpinBox* number(const char* name, int least, int most, QWidget* parent)
{
    auto* box = new QSpinBox(parent);
    box->setObjectName(QLatin1String(name));
    box->setRange(least, most);
    return box;
}

} // namespace

RehearsalDialog::RehearsalDialog(const Document& document, const MemoryFormat& format,
                                 QString program, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_format(format)
    , m_run(std::move(program))
    , m_messages(new MessageBar(this))
{
    setObjectName(QStringLiteral("rehearsal"));
    setWindowTitle(tr("Rehearse a script — Highwater"));
    setMinimumSize(560, 460);
    resize(withinScreen({780, 640}, *this));
    m_messages->setObjectName(QStringLiteral("rehearsal.messages"));
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildOrder());
    column->addWidget(hairline(QFrame::HLine, page));
    column->addWidget(buildResult(), 1);
    layOutDialog(this, m_messages, {page}, buildFoot());
    restore();
    showCard();
    showRunning(false);
    connect(&document, &Document::planChanged, this, &RehearsalDialog::showCard);
    connect(&m_run, &ScriptRun::found, this, [this](const QString& torch, const QString& cuda) {
        m_headline->setText(tr("PyTorch %1, CUDA %2: the script begins").arg(torch, cuda));
    });
    connect(&m_run, &ScriptRun::stepped, this, &RehearsalDialog::showStep);
    connect(&m_run, &ScriptRun::said, m_log, [this](const QString& text) {
        m_log->moveCursor(QTextCursor::End);
        m_log->insertPlainText(QString(text).replace(u'\r', u'\n')); // a bar of progress
    });
    connect(&m_run, &ScriptRun::ended, this, &RehearsalDialog::showEnd);
}

RehearsalDialog::~RehearsalDialog() = default;

QWidget* RehearsalDialog::buildOrder()
{
    auto* page = new QWidget(this);
    OptionRows rows(page);
    m_command = new QLineEdit(page);
    m_command->setObjectName(QStringLiteral("rehearsal.command"));
    m_command->setPlaceholderText(QStringLiteral("python train.py --config run.yaml"));
    m_command->setFont(fixedFont());
    m_command->setClearButtonEnabled(true);
    const auto add = [&rows](const QString& text, QWidget* first) {
        rows.label(text, first);
        QHBoxLayout* row = rows.several(8);
        return row;
    };
    add(tr("&Command"), m_command)->addWidget(m_command, 1);

    m_folder = new QLineEdit(page);
    m_folder->setObjectName(QStringLiteral("rehearsal.folder"));
    QPushButton* choose = makeFootButton(page, "rehearsal.chooseFolder", tr("Choose…"));
    QHBoxLayout* row = add(tr("In the &folder"), m_folder);
    row->addWidget(m_folder, 1);
    row->addWidget(choose);
    connect(choose, &QPushButton::clicked, this, [this] {
        if (const QString folder = fileDialogs().folder(this, m_folder->text()); !folder.isEmpty())
            m_folder->setText(QDir::toNativeSeparators(folder));
    });

    m_card = new QLabel(page);
    m_card->setObjectName(QStringLiteral("rehearsal.card"));
    add(tr("On the card"), m_card)->addWidget(m_card, 1);

    constexpr int mostRanks = 1 << 20, mostSteps = 1000;
    m_ranks = number("rehearsal.ranks", 0, mostRanks, page);
    m_ranks->setSpecialValueText(tr("as the command says"));
    m_rank = new QLineEdit(page);
    m_rank->setObjectName(QStringLiteral("rehearsal.rank"));
    m_rank->setPlaceholderText(QStringLiteral("0"));
    m_rank->setToolTip(tr("The ranks that run, such as 0,63; the others only answer"));
    m_rank->setMaximumWidth(90);
    auto* only = new QLabel(tr("of which r&un"), page);
    only->setBuddy(m_rank);
    m_steps = number("rehearsal.steps", 1, mostSteps, page);
    auto* after = new QLabel(tr("&end after"), page);
    after->setBuddy(m_steps);
    row = add(tr("&Ranks"), m_ranks);
    for (QWidget* each : std::initializer_list<QWidget*>{m_ranks, only, m_rank, after, m_steps})
        row->addWidget(each);
    row->addWidget(new QLabel(tr("steps"), page));
    row->addStretch(1);

    m_withoutWeights = new QCheckBox(tr("Do not read the &weights of the model"), page);
    m_withoutWeights->setObjectName(QStringLiteral("rehearsal.withoutWeights"));
    m_madeData = new QCheckBox(tr("Make &data where there are none"), page);
    m_madeData->setObjectName(QStringLiteral("rehearsal.madeData"));
    m_writesAnywhere = new QCheckBox(tr("&Let it write outside its folder"), page);
    m_writesAnywhere->setObjectName(QStringLiteral("rehearsal.writesAnywhere"));
    m_writesAnywhere->setToolTip(
        tr("If not ticked, the script writes in its folder and in caches alone, where the system "
           "has Landlock"));
    row = add(QString(), m_withoutWeights);
    row->addWidget(m_withoutWeights);
    row->addWidget(m_madeData);
    row->addWidget(m_writesAnywhere);
    row->addStretch(1);
    rows.finish();
    return page;
}

QWidget* RehearsalDialog::buildResult()
{
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* said = new QHBoxLayout;
    said->setContentsMargins(16, 12, 16, 8);
    said->setSpacing(10);
    m_mark = new QLabel(page);
    m_mark->setFixedSize(verdictMarkSize, verdictMarkSize);
    m_headline = new QLabel(page);
    m_headline->setObjectName(QStringLiteral("rehearsal.headline"));
    m_headline->setFont(demiBold(font()));
    m_headline->setWordWrap(true);
    m_progress = new QProgressBar(page);
    m_progress->setObjectName(QStringLiteral("rehearsal.progress"));
    m_progress->setMaximumWidth(160);
    m_progress->setTextVisible(false);
    said->addWidget(m_mark);
    said->addWidget(m_headline, 1);
    said->addWidget(m_progress);
    m_lines = new QLabel(page);
    m_lines->setObjectName(QStringLiteral("rehearsal.lines"));
    m_lines->setWordWrap(true);
    m_lines->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_lines->setContentsMargins(16, 0, 16, 10);
    m_log = new QPlainTextEdit(page);
    m_log->setObjectName(QStringLiteral("rehearsal.log"));
    m_log->setAccessibleName(tr("What the script wrote"));
    m_log->setPlaceholderText(tr("What the script writes appears here."));
    m_log->setReadOnly(true);
    m_log->setFrameShape(QFrame::NoFrame);
    m_log->setFont(fixedFont());
    m_log->setMaximumBlockCount(mostLogLines);
    m_log->document()->setDocumentMargin(16);
    column->addLayout(said);
    column->addWidget(m_lines);
    column->addWidget(hairline(QFrame::HLine, page));
    column->addWidget(m_log, 1);
    m_headline->setText(
        tr("The script runs with its own Python and PyTorch. Nothing is computed, and no "
           "weights are saved."));
    m_mark->hide();
    m_lines->hide();
    return page;
}

QWidget* RehearsalDialog::buildFoot()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(16, 8, 16, 12);
    row->setSpacing(8);
    QPushButton* help = makeFootButton(bar, "rehearsal.help", tr("Help"));
    m_save = makeFootButton(bar, "rehearsal.save", tr("Save the recordin&g…"));
    m_show = makeFootButton(bar, "rehearsal.show", tr("Show o&ver the plan"));
    m_stop = makeFootButton(bar, "rehearsal.stop", tr("S&top"));
    m_start = makeFootButton(bar, "rehearsal.start", tr("Re&hearse"));
    m_start->setDefault(true);
    row->addWidget(help);
    row->addStretch(1);
    for (QPushButton* button : {m_save, m_show, m_stop, m_start})
        row->addWidget(button);
    connect(help, &QPushButton::clicked, this, &RehearsalDialog::helpRequested);
    connect(m_save, &QPushButton::clicked, this, &RehearsalDialog::saveRecording);
    connect(m_show, &QPushButton::clicked, this, [this] {
        hide(); // the timeline is behind it
        emit runRequested(recording());
    });
    connect(m_stop, &QPushButton::clicked, &m_run, &ScriptRun::stop);
    connect(m_start, &QPushButton::clicked, this, &RehearsalDialog::start);
    connect(m_command, &QLineEdit::textChanged, this, [this] { showRunning(m_run.isRunning()); });
    return bar;
}

void RehearsalDialog::restore()
{
    m_command->setText(settings::rehearsedCommand.value());
    const QString folder = settings::rehearsedFolder.value();
    m_folder->setText(QDir::toNativeSeparators(folder.isEmpty() ? QDir::homePath() : folder));
    m_steps->setValue(settings::rehearsedSteps.value());
    m_withoutWeights->setChecked(settings::rehearsedWithoutWeights.value());
    m_madeData->setChecked(settings::rehearsedMadeData.value());
}

void RehearsalDialog::store() const
{
    const SettingsBatch batch;
    settings::rehearsedCommand.store(m_command->text());
    settings::rehearsedFolder.store(QDir::fromNativeSeparators(m_folder->text()));
    settings::rehearsedSteps.store(m_steps->value());
    settings::rehearsedWithoutWeights.store(m_withoutWeights->isChecked());
    settings::rehearsedMadeData.store(m_madeData->isChecked());
}

/// The file for the recording of the last rehearsal; empty before the first.
QString RehearsalDialog::recording() const
{
    return m_files ? QString::fromStdString(m_files->path()) + QStringLiteral("/rehearsal.pickle")
                   : QString();
}

bool RehearsalDialog::holdsWork() const
{
    return isBusy() || QFile::exists(recording());
}

void RehearsalDialog::showCard()
{
    const Plan& plan = m_document.plan();
    const Device* device = builtinCatalog().device(plan.cluster.device);
    const Bytes capacity
        = plan.cluster.capacity.value_or(device ? device->capacityBytes() : Bytes{0});
    m_card->setText(tr("%1, %2, as in the plan")
                        .arg(device ? QString::fromStdString(device->name) : QString(),
                             m_format.withUnit(capacity, 2)));
}

void RehearsalDialog::start()
{
    store();
    const Plan& plan = m_document.plan();
    ScriptOrder order;
    order.command = m_command->text();
    order.folder = QDir::fromNativeSeparators(m_folder->text());
    order.card = QString::fromStdString(plan.cluster.device);
    order.memory = plan.cluster.capacity.value_or(0);
    order.ranks = m_ranks->value();
    order.rank = m_rank->text().simplified().remove(u' ');
    order.steps = m_steps->value();
    order.withoutWeights = m_withoutWeights->isChecked();
    order.madeData = m_madeData->isChecked();
    order.writesAnywhere = m_writesAnywhere->isChecked();
    if (!m_files)
        m_files = PrivateFolder::make();
    order.recording = recording();
    QFile::remove(order.recording);
    m_messages->drop(outcomeOfRehearsal);
    m_log->clear();
    m_lines->hide();
    m_mark->hide();
    m_progress->setRange(0, 0);
    m_headline->setText(tr("The program looks for PyTorch"));
    m_run.start(order);
    showRunning(m_run.isRunning());
}

void RehearsalDialog::showRunning(bool running)
{
    m_progress->setVisible(running);
    m_stop->setVisible(running);
    m_start->setEnabled(!running && !m_command->text().trimmed().isEmpty());
    const bool recorded = !running && QFile::exists(recording());
    m_show->setVisible(recorded);
    m_save->setVisible(recorded);
}

void RehearsalDialog::showStep(const ScriptStep& step)
{
    m_progress->setRange(0, step.steps);
    m_progress->setValue(step.step);
    m_headline->setText(
        tr("Rank %1, step %2 of %3: allocated %4, reserved %5")
            .arg(step.rank)
            .arg(step.step)
            .arg(step.steps)
            .arg(m_format.withUnit(step.allocated, 2), m_format.withUnit(step.reserved, 2)));
}

void RehearsalDialog::showEnd(const QJsonObject& answer, const QString& problem)
{
    showRunning(false);
    const RehearsalResult result = resultOf(answer, m_format);
    m_mark->setPixmap(markOf(result.verdict, *this));
    m_mark->show();
    m_headline->setText(!result.headline.isEmpty() ? result.headline
                            : !problem.isEmpty()   ? problem
                                                   : tr("The rehearsal gave no answer"));
    m_lines->setText(result.lines.join(u'\n'));
    m_lines->setVisible(!result.lines.isEmpty());
}

void RehearsalDialog::saveRecording()
{
    const QString path = fileDialogs().exportTo(this, QStringLiteral("rehearsal.pickle"),
                                                QStringLiteral("pickle"));
    if (path.isEmpty())
        return;
    QFile recorded(recording());
    const bool read = recorded.open(QIODevice::ReadOnly);
    const auto written = read ? writeFile(path, recorded.readAll()) : recorded.errorString();
    m_messages->show(written ? Message{Message::Kind::Caution, outcomeOfRehearsal, *written}
                             : Message{Message::Kind::Note, outcomeOfRehearsal,
                                       tr("“%1” is written.").arg(shownName(path))});
}

/// The script goes on while the dialog is closed, until the window is.
void RehearsalDialog::closeEvent(QCloseEvent* event)
{
    store();
    QDialog::closeEvent(event);
}

} // namespace highwater
