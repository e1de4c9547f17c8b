// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace highwater {

/// Marks a setting that a person changed; a click takes the value back. It stands in the panel's
/// side padding, so that no row has room for it.
class ChangeDot : public QAbstractButton
{
    Q_OBJECT

public:
    explicit ChangeDot(QWidget* parent);

    /// `name` is the setting's, `usual` its value where it is not changed.
    void describe(const QString& name, const QString& usual);
    /// Stands before a row of its parent whose middle is at this height.
    void placeAt(int middle);
    QSize sizeHint() const override;

    static constexpr int left = 4, size = 6;
    /// Draws the dot of a closed group, whose fields have their own.
    static void draw(QPainter& painter, int middle);

protected:
    void paintEvent(QPaintEvent*) override;
};

} // namespace highwater
