// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/desk/desk.h"
#include "core/desk/desk_fits.h"
#include "core/plan/plan.h"
#include "ui/base/latest_work.h"
#include "ui/base/memory_format.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLabel;

namespace highwater {

class FigureTableView;

/// The tab of the models that fit this machine's cards, or one card of the catalogue, each in the
/// ways in which it fits. A click makes the plan. The machine is read and the models are counted in
/// another thread, when the tab first comes to the front and when another card is chosen.
class DeskPage : public QWidget
{
    Q_OBJECT

public:
    explicit DeskPage(QWidget* parent = nullptr);

    /// A machine without cards has that of the plan chosen at first.
    void showFormat(const MemoryFormat& format, const std::string& planDevice);
    FigureTableView* table() const { return m_table; }
    void retranslate();

    /// Reads the machine from below this folder, for tests.
    void setSystem(std::string folder);

signals:
    void planTaken(const highwater::Plan& plan, const QString& what);

private:
    struct Answer
    {
        Desk desk;
        std::optional<DeskCards> on;
        std::vector<DeskFit> fits;
    };

    void ask();
    void fillCards();
    void showAnswer();
    void takeRow(int row);

    MemoryFormat m_format;
    std::string m_system; ///< empty: this machine
    std::optional<Answer> m_answer;
    std::string m_planDevice;
    bool m_asked = false;
    bool m_answered = false; ///< once
    QComboBox* m_cards;
    QLabel* m_status;
    FigureTableView* m_table;
    LatestWork<Answer> m_work;
};

} // namespace highwater
