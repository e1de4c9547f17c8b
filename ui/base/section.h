// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

#include <vector>

class QGridLayout;
class QScrollArea;
class QToolButton;

namespace highwater {

class ElidedLabel;

/// What is wrong with a row, in a line under it; there only while there is something to say.
class MessageLine : public QLabel
{
public:
    explicit MessageLine(QWidget* parent);
    void setMessage(const QString& message);
    void setCaution(const QString& sentence); ///< of what is legal and not usual
    void setRowShown(bool shown); ///< whether the row that it belongs to can be seen

protected:
    void changeEvent(QEvent* event) override;

private:
    void say(const QString& text, bool caution);
    QColor colour() const;
    void applyColour();
    bool m_isCaution = false;
    bool m_rowShown = true;
};

/// A group of the control panel: a header that folds it and still tells its state when folded, and
/// rows, the rare ones behind "More…" at its end.
class Section : public QWidget
{
    Q_OBJECT

public:
    explicit Section(const QString& objectName, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setSummary(const QString& summary);
    QString summary() const;
    void setOpen(bool open);
    bool isOpen() const { return m_open; }

    /// The rows that are added from now on are rare.
    void startRare();
    bool isRareNow() const { return m_rareFromHere; }
    void setMoreOpen(bool open);
    bool isMoreOpen() const { return m_moreOpen; }
    /// How many of the rare rows say something of their own.
    void setRareCount(int count);

    /// A row of a label and a control over the whole width of both where there is no label.
    /// `focus` is what the label names, where the control only holds others: the last of them.
    void addRow(QLabel* label, QWidget* control, std::vector<MessageLine*> messages = {},
                QWidget* focus = nullptr);
    void setRowShown(const QWidget* control, bool shown);
    /// Opens what hides this control; false where it is not in this section.
    bool reveal(const QWidget* control);
    void setLabelWidth(int width);

signals:
    void folded(); ///< a person opened or closed the section or its rare rows

protected:
    void paintEvent(QPaintEvent*) override;

private:
    struct Row
    {
        QLabel* label;
        QWidget* control;
        std::vector<MessageLine*> messages;
        bool rare;
        bool shown = true;
    };
    bool hasRare() const;
    void showRow(const Row& row);
    void nameMore();

    bool m_open = true;
    bool m_moreOpen = false;
    bool m_rareFromHere = false;
    int m_rareCount = 0;
    std::vector<Row> m_all;
    QToolButton* m_header;
    ElidedLabel* m_summary;
    QWidget* m_body;
    QGridLayout* m_rows;
    QToolButton* m_more;
};

/// Controls that scroll up and down on the surface of what is around them.
QScrollArea* scrolling(QWidget* content, QWidget* parent);

} // namespace highwater
