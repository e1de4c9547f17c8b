// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace highwater {

/// Controls in a line; in a narrow window they continue on further lines. A control that may expand
/// takes the rest of its line.
class FlowLayout : public QLayout
{
public:
    explicit FlowLayout(QWidget* parent = nullptr);
    ~FlowLayout() override;

    /// Adds widgets that stay next to one another, such as a field with its label.
    void addTogether(const std::vector<QWidget*>& widgets);

    void addItem(QLayoutItem* item) override;
    int count() const override;
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override;
    bool hasHeightForWidth() const override;
    int heightForWidth(int width) const override;
    QSize minimumSize() const override;
    QSize sizeHint() const override;
    void setGeometry(const QRect& rect) override;

private:
    struct Line
    {
        std::vector<QLayoutItem*> items;
        int width = 0, height = 0;
    };
    std::vector<Line> linesFor(int width) const;
    int heightOf(const std::vector<Line>& lines) const;
    void place(const Line& line, const QRect& room) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

} // namespace highwater
