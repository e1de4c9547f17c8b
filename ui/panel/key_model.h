// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panel/key_control.h"
#include "ui/panel/pick_combo.h"

namespace highwater {

/// A key that names a model of the catalogue, or, if empty, means the policy's.
class KeyModel : public PickCombo, public KeyControl
{
    Q_OBJECT

public:
    KeyModel(KeyPath path, Document& document, QWidget* parent, PlanTransform transform = nullptr);
    QWidget* widget() override { return this; }
    void showPlan(const Plan& written, const Plan& whole) override;
    void retranslate() override;

private:
    std::string m_shown;
};

} // namespace highwater
