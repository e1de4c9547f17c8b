// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace highwater {

/// A place for sentences about numbers, broken into lines. A QLabel requests a new layout of the
/// whole window for each new text; this widget does so only where the height of the text changes.
class Sentences : public QWidget
{
public:
    /// `name` is the name of the label.
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
