// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/plan_library.h"

#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace highwater {

/// The row of choices above the list of plans: words, a shelf, and whether to show only plans that
/// fit.
class PlanFilterRow : public QWidget
{
    Q_OBJECT

public:
    explicit PlanFilterRow(QWidget* parent = nullptr);

    /// For a narrow page: without the choice of a group.
    void setNarrow(bool narrow);
    QString words() const;
    std::optional<PlanShelf> shelf() const; ///< null: all shelves
    bool isOnlyFitting() const;
    void clear();
    void type(const QString& text); ///< goes on with the words, which get the focus

    void retranslate();
    QHBoxLayout* row() { return m_row; } ///< for widgets at its right

signals:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void drawMagnifier();

    QHBoxLayout* m_row;
    QLineEdit* m_words;
    QLabel* m_magnifier;
    QComboBox* m_shelf;
    QCheckBox* m_onlyFitting;
};

} // namespace highwater
