// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace highwater {

/// A combo box for a panel that scrolls: the wheel scrolls the panel unless the box has the focus.
class WheelSafeComboBox : public QComboBox
{
    Q_OBJECT

public:
    WheelSafeComboBox(const QString& objectName, QWidget* parent);

protected:
    void wheelEvent(QWheelEvent* event) override;
};

} // namespace highwater
