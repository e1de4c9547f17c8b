// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;

namespace highwater {

/// The last row of the panel: how many settings a person changed, and the choice to see these
/// alone.
class PanelFoot : public QWidget
{
    Q_OBJECT

public:
    explicit PanelFoot(QWidget* parent = nullptr);
    void setCount(int changed);
    void retranslate();

signals:
    void onlyChangedChosen(bool only);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QLabel* m_label;
    QCheckBox* m_only;
    int m_count = 0;
};

} // namespace highwater
