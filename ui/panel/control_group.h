// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QGridLayout;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace highwater {

class ChangeDot;
class ElidedLabel;
class MessageLine;

/// A group of controls: a header that folds the group and always shows a summary, and rows of
/// controls. Rarely used rows are at the end behind "More…".
class ControlGroup : public QWidget
{
    Q_OBJECT

public:
    /// A row of another group can be a group.
    enum class Level { Section, Row };

    explicit ControlGroup(const QString& objectName, QWidget* parent = nullptr,
                          Level level = Level::Section);

    void setTitle(const QString& title);
    void setSummary(const QString& summary);
    QString summary() const;
    void setOpen(bool open);
    bool isOpen() const { return m_open; }

    /// Rows added after this call are behind "More…".
    void startRare();
    void setMoreOpen(bool open);
    bool isMoreOpen() const { return m_moreOpen; }

    /// A row of a label and a control; without a label the control takes the whole width. A control
    /// that only contains others names the last of them as `focus`, for the label's shortcut and
    /// the order of the Tab key.
    void addRow(QLabel* label, QWidget* control, std::vector<MessageLine*> messages = {},
                QWidget* focus = nullptr);
    void setRowShown(const QWidget* control, bool shown);
    bool hasShownRows() const;
    /// Marks the row with a dot before it, or, while the group is closed, the group. `name` and
    /// `usual` are the setting's and its value where it is not changed.
    void setRowChanged(const QWidget* control, bool changed, const QString& name = {},
                       const QString& usual = {});
    /// Opens the group, and its rare rows where needed, so that the control can be seen; false
    /// where the control is not in this group.
    bool reveal(const QWidget* control);
    void setLabelWidth(int width);
    /// So much of the end's padding is taken by something else.
    void setTakenAtEnd(int width);

signals:
    void folded(); ///< a person opened or closed the group or its rare rows
    void takeBackRequested(QWidget* control); ///< the dot before a row was clicked

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent*) override;

private:
    void showAll();
    struct Row
    {
        QLabel* label;
        QWidget* control;
        std::vector<MessageLine*> messages;
        bool rare;
        bool shown = true;
        bool changed = false;
        ChangeDot* dot = nullptr; ///< made once the row is changed
    };
    void layOut();
    bool hasRare() const;
    void showRow(const Row& row);
    void fitLabels();
    void placeDots();
    void nameMore();

    Level m_level;
    bool m_open = true;
    bool m_moreOpen = false;
    bool m_rareFromHere = false;
    int m_rareChanged = 0; ///< rows that the button of the rare ones says
    std::vector<Row> m_all;
    QToolButton* m_header;
    ElidedLabel* m_summary;
    QWidget* m_body;
    QGridLayout* m_rows;
    QHBoxLayout* m_head = nullptr;
    int m_labelWidth = 0; ///< at least
    QToolButton* m_more;
};

} // namespace highwater
