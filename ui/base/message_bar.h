// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QTimer;
class QToolButton;

namespace highwater {

/// A message that needs no answer at once, with the actions that a person can choose.
struct Message
{
    enum class Kind { Note, Caution };
    struct Action
    {
        QString label;
        std::function<void()> run;
    };

    Kind kind = Kind::Note;
    QString topic; ///< a new message replaces the old one of the same topic
    QString text;
    std::vector<Action> actions = {};
    bool untilChange = false; ///< the message is on the present plan, and is removed when the plan
                              ///< changes
};

/// One line or two with the newest message. When it is closed or one of its actions is chosen, the
/// message before it comes back, so that no question gets lost.
class MessageBar : public QFrame
{
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);
    /// Notes without an action vanish after a while, or when the plan changes.
    void setNotesVanish() { m_notesVanish = true; }

    using QFrame::show;
    void show(Message message);
    /// Removes the message of the topic, as it no longer holds.
    void drop(const QString& topic);
    /// Removes the messages on the former plan.
    void planChanged();
    void retranslate();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void sayNewest();
    bool vanishes() const;
    void drawIcons();
    void fitHeight();
    void choose(std::size_t action);
    void closeNewest();

    std::vector<Message> m_messages; ///< the newest last
    QString m_pressed; ///< the topic of the message whose action is pressed
    bool m_notesVanish = false;
    QTimer* m_vanish;
    QLabel* m_icon;
    QLabel* m_text;
    QHBoxLayout* m_row;
    std::vector<QPushButton*> m_buttons; ///< as many as were ever needed
    QToolButton* m_close;
};

} // namespace highwater
