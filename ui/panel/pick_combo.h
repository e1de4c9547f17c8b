// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/wheel_safe_combo_box.h"

namespace highwater {

/// A choice of many named items in groups, from the list or by typing any part of a name. Text that
/// names no item is replaced by the present choice.
class PickCombo : public WheelSafeComboBox
{
    Q_OBJECT

public:
    PickCombo(const QString& objectName, QWidget* parent);

    void addGroup(const QString& name);
    void addEntry(const QString& name, const std::string& id);
    void setCurrentId(const std::string& id);

    /// The id for other texts that people may type; empty where the text means nothing.
    using Finder = std::function<std::string(const QString&)>;
    void setFinder(Finder finder) { m_finder = std::move(finder); }

signals:
    void picked(const std::string& id);
    void refused(const QString& typed); ///< no entry has this name; the one before stays

protected:
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showPopup() override;

private:
    void settleText();
    void showStart();

    int indexOf(const QString& typed) const;

    std::string m_id;
    Finder m_finder;
};

/// Fill the list with every model of the catalogue by family, and every device by vendor.
void fillModels(PickCombo& box);
void fillDevices(PickCombo& box);

} // namespace highwater
