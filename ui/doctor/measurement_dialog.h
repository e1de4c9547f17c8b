// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/doctor/own_measurement.h"

#include <QDialog>
#include <QTimer>

#include <optional>

class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace highwater {

class Document;

/// Holds a value that a person has read of their own run against the open plan, and corrects the
/// plan by it as one step.
class MeasurementDialog : public QDialog
{
    Q_OBJECT

public:
    MeasurementDialog(Document& document, QWidget* parent);

signals:
    void helpRequested();

private:
    void explain();
    void correct();
    void takeCause();
    void addToTable();

    Document& m_document;
    QLineEdit* m_reading;
    QPlainTextEdit* m_answer;
    QLabel* m_causesLabel = nullptr;
    QListWidget* m_causes;
    QLabel* m_said;
    QPushButton *m_correct, *m_take, *m_append;
    QTimer m_rest; ///< ends when a person has stopped typing
    std::optional<OwnMeasurement> m_measured;
};

} // namespace highwater
