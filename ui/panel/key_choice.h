// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/wheel_safe_combo_box.h"
#include "ui/panel/key_control.h"

#include <QCheckBox>

namespace highwater {

/// A key with a few words to choose from.
class KeyCombo : public WheelSafeComboBox, public KeyControl
{
    Q_OBJECT

public:
    KeyCombo(KeyPath path, Document& document, QWidget* parent, PlanTransform transform = nullptr);
    QWidget* widget() override { return this; }
    void showPlan(const Plan& written, const Plan& whole) override;
    void retranslate() override;

protected:
    void refresh() override;

private:
    void fill();
    int indexOf(std::string_view word) const;

    bool m_mayBeOpen; ///< the key has no fixed default: the first item leaves it open
    bool m_wordsVary; ///< not all words suit every plan
    bool m_isOpen = false; ///< the plan does not set the key
    std::vector<std::string_view> m_words; ///< the words that suit the plan
    Value m_shown;
};

/// A key with two words, or a flag, as a check box: checked for the second word.
class KeyCheck : public QCheckBox, public KeyControl
{
    Q_OBJECT

public:
    KeyCheck(KeyPath path, Document& document, QWidget* parent, PlanTransform transform = nullptr);
    QWidget* widget() override { return this; }
    void showPlan(const Plan& written, const Plan& whole) override;
    void retranslate() override;

protected:
    void stateChanged() override { update(); }
    void initStyleOption(QStyleOptionButton* option) const override;
};

} // namespace highwater
