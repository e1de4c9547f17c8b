// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace highwater {

/// The line under a row of controls with the problem or the caution of that row; hidden while there
/// is none.
class MessageLine : public QLabel
{
public:
    explicit MessageLine(QWidget* parent);
    void setMessage(const QString& message);
    void setCaution(const QString& sentence); ///< of a value that is allowed but unusual
    void setRowShown(bool shown); ///< a hidden row hides its line as well

protected:
    void changeEvent(QEvent* event) override;

private:
    void setLine(const QString& text, bool caution);
    QColor colour() const;
    void applyColour();
    bool m_isCaution = false;
    bool m_rowShown = true;
};

} // namespace highwater
