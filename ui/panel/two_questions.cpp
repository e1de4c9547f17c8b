// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/two_questions.h"

#include "ui/base/key_words.h"
#include "ui/base/message_line.h"
#include "ui/base/theme.h"
#include "ui/base/wheel_safe_combo_box.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>

namespace highwater {
namespace {

constexpr int inset = 14, questionGap = 8;
constexpr int leastCombo = 140; ///< below this width of a combo box the two are stacked

QString programName(const UsedProgram& program)
{
    if (program == programOf(Plan())) // the default plan names no program
        return TwoQuestions::tr("Plain PyTorch");
    if (program == UsedProgram(Server::Plain))
        return TwoQuestions::tr("Any server");
    if (const auto* framework = std::get_if<Framework>(&program))
        return wordLabel("recipe.framework", nameOf(*framework));
    return wordLabel("inference.server", nameOf(std::get<Server>(program)));
}

QLabel* boldLabel(QWidget* parent, QWidget* buddy)
{
    auto* label = new QLabel(parent);
    label->setBuddy(buddy);
    return label;
}

} // namespace

TwoQuestions::TwoQuestions(QWidget* parent)
    : QWidget(parent)
    , m_task(new WheelSafeComboBox(QStringLiteral("question.task"), this))
    , m_program(new WheelSafeComboBox(QStringLiteral("question.program"), this))
    , m_message(new MessageLine(this))
    , m_grid(new QGridLayout(this))
{
    setObjectName(QStringLiteral("question"));
    m_taskLabel = boldLabel(this, m_task);
    m_programLabel = boldLabel(this, m_program);
    m_message->setObjectName(QStringLiteral("question.message"));
    for (QComboBox* box : {m_task, m_program}) {
        box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        box->setMinimumHeight(26);
        box->setMaxVisibleItems(20);
    }
    m_grid->setContentsMargins(inset, 8, inset, 9);
    m_grid->setHorizontalSpacing(questionGap);
    m_grid->setVerticalSpacing(4);
    layOut();
    connect(m_task, &QComboBox::activated, this,
            [this](int index) { emit purposeChosen(static_cast<Purpose>(index)); });
    connect(m_program, &QComboBox::activated, this, [this](int) {
        const int chosen = m_program->currentData().toInt();
        emit programChosen(m_programs.at(static_cast<std::size_t>(chosen)));
    });
}

QWidget* TwoQuestions::task() const
{
    return m_task;
}

QWidget* TwoQuestions::program() const
{
    return m_program;
}

/// Puts both beside each other where each has room, else one above the other.
void TwoQuestions::layOut()
{
    const int least = leastCombo * std::max(16, fontMetrics().height()) / 16;
    const int columns = (width() - 2 * inset - questionGap) / 2 < least ? 1 : 2;
    for (QLabel* label : {m_taskLabel, m_programLabel})
        label->setFont(demiBold(font()));
    if (columns == m_columns)
        return;
    m_columns = columns;
    while (QLayoutItem* item = m_grid->takeAt(0))
        delete item;
    m_grid->addWidget(m_taskLabel, 0, 0);
    m_grid->addWidget(m_task, 1, 0);
    const bool stacked = columns == 1;
    m_grid->addWidget(m_programLabel, stacked ? 2 : 0, stacked ? 0 : 1);
    m_grid->addWidget(m_program, stacked ? 3 : 1, stacked ? 0 : 1);
    m_grid->addWidget(m_message, 4, 0, 1, columns);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, stacked ? 0 : 1);
}

void TwoQuestions::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void TwoQuestions::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        layOut();
    QWidget::changeEvent(event);
}

void TwoQuestions::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(0, height() - 1, width(), 1, currentTheme().hairline);
}

/// Fills the list of programs: those that do the task, and under a heading the others.
void TwoQuestions::fill()
{
    const QSignalBlocker blocker(m_program);
    m_program->clear();
    m_programs = programsFor(m_purpose);
    bool able = true;
    for (std::size_t i = 0; i < m_programs.size(); ++i) {
        if (able && !does(m_programs[i], m_purpose)) {
            able = false;
            m_program->insertSeparator(m_program->count());
            m_program->addItem(tr("For another task:"));
            if (auto* items = qobject_cast<QStandardItemModel*>(m_program->model()))
                items->item(m_program->count() - 1)->setEnabled(false); // keys pass over it
        }
        m_program->addItem(programName(m_programs[i]), static_cast<int>(i));
    }
    const auto found = std::ranges::find(m_programs, m_current);
    m_program->setCurrentIndex(m_program->findData(static_cast<int>(found - m_programs.begin())));
}

void TwoQuestions::showPlan(const Plan& plan)
{
    const Purpose purpose = purposeOf(plan);
    const UsedProgram program = programOf(plan);
    if (purpose == m_purpose && program == m_current && m_program->count() > 0)
        return;
    m_purpose = purpose;
    m_current = program;
    const QSignalBlocker blocker(m_task);
    m_task->setCurrentIndex(static_cast<int>(purpose));
    fill();
}

QString TwoQuestions::saidOfOther(Asked asked, const Plan& before, const Plan& after) const
{
    const auto task
        = [this](const Plan& plan) { return m_task->itemText(static_cast<int>(purposeOf(plan))); };
    const UsedProgram was = programOf(before), is = programOf(after);
    if (purposeOf(before) == purposeOf(after) || was == is)
        return {};
    return asked == Asked::Task ? tr("%1 does not do “%2”: the program is now %3.")
                                      .arg(programName(was), task(after), programName(is))
                                : tr("%1 does not do “%2”: the task is now “%3”.")
                                      .arg(programName(is), task(before), task(after));
}

void TwoQuestions::setMessage(const QString& sentence, bool isCaution)
{
    if (isCaution)
        m_message->setCaution(sentence);
    else
        m_message->setMessage(sentence);
}

void TwoQuestions::retranslate()
{
    m_taskLabel->setText(tr("Task"));
    m_programLabel->setText(tr("Program"));
    m_task->setAccessibleName(tr("Task"));
    m_program->setAccessibleName(tr("Program"));
    const QSignalBlocker blocker(m_task);
    m_task->clear();
    m_task->addItems({tr("Pre-train"), tr("Full fine-tune"), tr("LoRA / QLoRA"), tr("Preference"),
                      tr("Reinforcement"), tr("Serve")});
    m_task->setCurrentIndex(static_cast<int>(m_purpose));
    fill();
}

} // namespace highwater
