// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QGridLayout;
class QLabel;
class QToolButton;

namespace highwater {

/// A group of the control panel: a header that folds it and still tells its state when folded.
class Section : public QWidget
{
    Q_OBJECT

public:
    explicit Section(const QString& objectName, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setSummary(const QString& summary);
    void setOpen(bool open);
    bool isOpen() const { return m_open; }

    /// A row of one label and one control; the label names the control to a screen reader.
    void addRow(QLabel* label, QWidget* control);
    void addWide(QWidget* control);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    bool m_open = true;
    QToolButton* m_header;
    QLabel* m_summary;
    QWidget* m_body;
    QGridLayout* m_rows;
};

} // namespace highwater
