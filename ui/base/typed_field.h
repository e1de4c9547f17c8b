// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSpinBox>

#include <functional>

namespace highwater {

/// A spin box for any kind of value: the owner's actions decide the meaning of its text and arrows.
class TypedField : public QAbstractSpinBox
{
public:
    struct Actions
    {
        std::function<void()> commit, restore, typed;
        std::function<void(int)> step;
    };

    TypedField(QWidget* parent, Actions actions);

    QString text() const;
    void setText(const QString& text);
    void setPlaceholder(const QString& text);
    bool isModified() const;
    void setModified(bool modified);

    void setSteps(bool up, bool down);
    void setRefused(bool refused); ///< a red outline: the text is not a value

    void stepBy(int steps) override;
    bool event(QEvent* event) override;

    static constexpr int frame = 1; ///< Fusion leaves a line of pixels free above and below a spin
                                    ///< box

protected:
    StepEnabled stepEnabled() const override { return m_enabled; }
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Actions m_actions;
    StepEnabled m_enabled = StepUpEnabled | StepDownEnabled;
    bool m_refused = false;
};

} // namespace highwater
