// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/job/purpose.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;

namespace highwater {

class MessageLine;

/// The first row of the panel: what a person does, and with which program. Both set the defaults of
/// the plan's other settings. In a narrow panel the two stand one above the other.
class TwoQuestions : public QWidget
{
    Q_OBJECT

public:
    explicit TwoQuestions(QWidget* parent = nullptr);

    void showPlan(const Plan& plan);
    /// A sentence on the answers; empty: none.
    void setMessage(const QString& sentence, bool isCaution);
    void retranslate();
    QWidget* task() const;
    QWidget* program() const;
    /// The sentence on the other question, which the answer to one has changed; empty: it has not.
    enum class Asked { Task, Program };
    QString saidOfOther(Asked asked, const Plan& before, const Plan& after) const;

signals:
    void purposeChosen(highwater::Purpose purpose);
    void programChosen(const highwater::UsedProgram& program);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent*) override;

private:
    void layOut();
    void fill();

    QLabel *m_taskLabel, *m_programLabel;
    QComboBox *m_task, *m_program;
    MessageLine* m_message;
    QGridLayout* m_grid;
    std::vector<UsedProgram> m_programs; ///< in the order of their list
    Purpose m_purpose = Purpose::PreTrain;
    UsedProgram m_current;
    int m_columns = 0;
};

} // namespace highwater
