// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/run_comparison.h"
#include "ui/base/memory_format.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTreeWidget;
class QVBoxLayout;

namespace highwater {

/// The panel of the recording over the timeline: the shown device and step, the bytes that no line
/// of the plan explains, and changes that would explain them.
class RunPanel : public QWidget
{
    Q_OBJECT

public:
    explicit RunPanel(QWidget* parent = nullptr);

    void showReading(const QString& name, int percent);
    void showRun(const QString& name, std::shared_ptr<const RunComparison> run,
                 const MemoryFormat& format);
    void retranslate();

signals:
    void closeRequested(); ///< of the recording, or of its reading
    void deviceChosen(qint64 device);
    void stepChosen(qint64 step);
    void offerTaken(const highwater::RunOffer& offer);

private:
    void layOut();
    void fillChoices();
    void fillList();
    void fillOffers();
    static QString phaseName(RunPhase phase);
    QString facts() const;

    QString m_name;
    std::shared_ptr<const RunComparison> m_run;
    MemoryFormat m_format;
    QLabel *m_title, *m_facts;
    QProgressBar* m_progress;
    QLabel *m_deviceLabel, *m_stepLabel;
    QComboBox *m_device, *m_step;
    QPushButton* m_close;
    QWidget* m_body;
    QTreeWidget* m_list;
    QLabel* m_offersTitle;
    QVBoxLayout* m_offers;
    std::vector<QPushButton*> m_buttons;
};

} // namespace highwater
