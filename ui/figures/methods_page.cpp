// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/methods_page.h"

#include "core/figure/methods_figure.h"
#include "ui/base/elided_label.h"
#include "ui/base/key_words.h"
#include "ui/base/segment_row.h"
#include "ui/base/tip.h"
#include "ui/base/under_row.h"
#include "ui/base/words.h"
#include "ui/figures/figure_view.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace highwater {

MethodsPage::MethodsPage(QWidget* parent)
    : QWidget(parent)
    , m_name(new ElidedLabel(this))
    , m_use(new QPushButton(this))
    , m_view(new FigureView(this))
{
    setObjectName(QStringLiteral("methodsPage"));
    m_view->setObjectName(QStringLiteral("methodsFigure"));
    m_view->setLegend(true);
    m_name->setObjectName(QStringLiteral("methods.name"));
    m_use->setObjectName(QStringLiteral("methods.use"));
    m_use->setAutoDefault(false);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(16, 4, 16, 4);
    row->setSpacing(12);
    row->addWidget(new SegmentSlot(this));
    row->addWidget(m_name, 1);
    row->addWidget(m_use);
    layOutUnderRow(this, row, m_view);
    connect(m_use, &QPushButton::clicked, this, [this] { emit methodTaken(m_chosen); });
    retranslate();
}

void MethodsPage::showPlan(const Plan& plan, const MemoryFormat& format,
                           const std::optional<IdleShares>& idle)
{
    if (plan.method != m_own)
        m_chosen = plan.method;
    m_own = plan.method;
    const auto comparison = byEveryMethod(plan, builtinCatalog(), idle);
    if (!comparison) {
        showSentence(problemText(comparison.problems().front()));
        return;
    }
    m_table = methodsTable(*comparison, m_own, format.unit());
    m_view->show(methodsFigure(*comparison, format.unit()));
    showChosen();
}

void MethodsPage::showSentence(const QString& sentence)
{
    m_table = {};
    m_view->showSentence(sentence);
    showChosen();
}

void MethodsPage::setStale(bool stale)
{
    m_view->setStale(stale);
}

void MethodsPage::chooseRow(int row)
{
    if (row < 0 || row >= static_cast<int>(methods().size()))
        return;
    m_chosen = methods()[static_cast<std::size_t>(row)].id;
    showChosen();
}

void MethodsPage::showChosen()
{
    const Method& method = methodOf(m_chosen);
    m_use->setEnabled(m_chosen != m_own && !m_table.rows.empty());
    const QString name = translated(Text(method.name));
    const QString flaw = translated(Text(method.flaw));
    m_name->setText(flaw.isEmpty() ? name : tr("%1: %2").arg(name, flaw));
    m_name->setToolTip(tip(m_name->text()));
}

void MethodsPage::retranslate()
{
    m_use->setText(tr("Use this method"));
    showChosen();
}

} // namespace highwater
