// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panel/key_controls.h"

namespace highwater {

/// One of many entries in groups: chosen from the list, or by typing any part of its name. What is
/// typed and names nothing is taken back.
class PickCombo : public WheelSafeComboBox
{
    Q_OBJECT

public:
    PickCombo(const QString& objectName, QWidget* parent);

    void addGroup(const QString& name);
    void addEntry(const QString& name, const std::string& id);
    void setCurrentId(const std::string& id);

    /// The id of what else people may type, empty where it is nothing.
    using Finder = std::function<std::string(const QString&)>;
    void setFinder(Finder finder) { m_finder = std::move(finder); }

signals:
    void picked(const std::string& id);

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

/// Every model of the catalogue by family, every device by vendor.
void fillModels(PickCombo& box);
void fillDevices(PickCombo& box);

} // namespace highwater
