// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace highwater {

/// Something to tell that needs no answer now, and what can be done about it.
struct Message
{
    enum class Kind { Note, Caution };
    struct Action
    {
        QString label;
        std::function<void()> run;
    };

    Kind kind = Kind::Note;
    QString topic; ///< a message takes the place of the one before on the same topic
    QString text;
    std::vector<Action> actions = {};
};

/// One line or two under the tool bar. The newest message is in front; when it is closed, or one
/// of its actions chosen, the one before comes back, so that no question is lost behind a note.
class MessageBar : public QFrame
{
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    using QFrame::show;
    void show(Message message);
    /// Takes back what is said on the topic, as it is no longer so.
    void drop(const QString& topic);
    void retranslate();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void sayNewest();
    void drawIcons();
    void choose(std::size_t action);
    void closeNewest();

    std::vector<Message> m_messages; ///< the newest last
    QLabel* m_icon;
    QLabel* m_text;
    QHBoxLayout* m_row;
    std::vector<QPushButton*> m_buttons; ///< as many as were ever needed
    QToolButton* m_close;
};

} // namespace highwater
