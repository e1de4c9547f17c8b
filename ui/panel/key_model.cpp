// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/key_model.h"

namespace highwater {

KeyModel::KeyModel(KeyPath path, Document& document, QWidget* parent, PlanTransform transform)
    : PickCombo(QString(), parent)
    , KeyControl(path, document, transform)
{
    attach();
    connect(this, &PickCombo::picked, this,
            [this](const std::string& id) { edit(id.empty() ? Value{} : Value{id}); });
}

void KeyModel::showPlan(const Plan& written, const Plan&)
{
    m_shown = wordOf(key().get(written));
    setCurrentId(m_shown);
}

void KeyModel::retranslate()
{
    clear();
    addEntry(KeyControlWords::tr("The policy's"), {});
    fillModels(*this);
    setCurrentId(m_shown);
    KeyControl::retranslate();
}

} // namespace highwater
