// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace highwater {

class FigureTableView;

/// A table of choices, and below it the buttons that act on the selected one. A click or an arrow
/// key selects a row; Enter, a double click or a button takes it, Space or the other button adds it
/// to the comparison.
class TableWithActions : public QWidget
{
    Q_OBJECT

public:
    /// Object names of the buttons begin with `name`: "search.take".
    TableWithActions(FigureTableView* table, const QString& name);

    void setActive(bool active); ///< whether the selected row can be taken
    void setHint(const QString& hint);
    void retranslate();

signals:
    void rowChosen(int row);
    void takeRequested(); ///< of the chosen row, as the next one
    void compareRequested();

private:
    QLabel* m_hint;
    QPushButton* m_compare;
    QPushButton* m_take;
};

} // namespace highwater
