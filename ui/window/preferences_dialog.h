// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/view_choices.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace highwater {

/// A person's choices for all plans and all windows. Each takes effect at once, without a
/// confirmation.
class PreferencesDialog : public QDialog
{
    Q_OBJECT

public:
    explicit PreferencesDialog(const ViewChoices& choices, QWidget* parent = nullptr);

    /// Shows choices that a person made elsewhere: in a menu, in another window.
    void setChoices(const ViewChoices& choices);

signals:
    void choicesChanged(const highwater::ViewChoices& choices);
    void plansFolderChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    QComboBox* addChoice(const char* name, const QStringList& words, QString ViewChoices::*choice);
    void addRow(QWidget* control);
    void buildView();
    void buildNewPlans();
    void buildStart();
    void chooseFolder();
    void reset();
    void showChoices();
    void showStored();
    void showReserve();
    double gibShown() const;
    void retranslate();

    ViewChoices m_choices;
    QFormLayout* m_rows;
    std::vector<QLabel*> m_labels;
    QComboBox *m_unit, *m_theme, *m_language, *m_device, *m_start;
    QSpinBox* m_textSize;
    QDoubleSpinBox* m_reserve;
    QLineEdit *m_folder, *m_page;
    QPushButton *m_browse, *m_reset, *m_close;
};

} // namespace highwater
