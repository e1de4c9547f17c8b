// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace highwater {

/// A place for sentences about numbers, broken into lines. A QLabel asks for a new layout of the
/// whole window with each new text; this widget asks only where the text gets higher or lower.
class Sentences : public QWidget
{
public:
    /// The label has the name.
    explicit Sentences(const QString& name, QWidget* parent = nullptr);

    void setText(const QString& text);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QLabel* m_label;
};

} // namespace highwater
