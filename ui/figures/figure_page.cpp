// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_page.h"

#include "core/figure/figures.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/legend_row.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace highwater {
namespace {

constexpr const char* lectureHint = QT_TRANSLATE_NOOP(
    "highwater::FigurePage",
    "The lecture's figure: with Basis on the current plan the sliders drive it");

} // namespace

FigurePage* zeroStagesPage(QWidget* parent)
{
    return new FigurePage(QStringLiteral("zero"),
                          {{QT_TRANSLATE_NOOP("highwater::FigurePage", "Lecture: 8B, DP = 8"),
                            lectureHint, "lecture-zero"},
                           {QT_TRANSLATE_NOOP("highwater::FigurePage", "Current plan"),
                            QT_TRANSLATE_NOOP("highwater::FigurePage",
                                              "Click a panel to set the plan to its ZeRO stage"),
                            "zero"}},
                          true, parent);
}

FigurePage* gpusPage(QWidget* parent)
{
    return new FigurePage(
        QStringLiteral("gpus"),
        {{QT_TRANSLATE_NOOP("highwater::FigurePage", "Current plan"),
          QT_TRANSLATE_NOOP("highwater::FigurePage",
                            "Memory of one GPU as the cluster grows, all else kept"),
          "gpus"}},
        false, parent);
}

FigurePage* sizesPage(QWidget* parent)
{
    constexpr const char* planHint = QT_TRANSLATE_NOOP(
        "highwater::FigurePage", "The plan's settings, compared panel by panel");
    return new FigurePage(
        QStringLiteral("sizes"),
        {{QT_TRANSLATE_NOOP("highwater::FigurePage", "Lecture: fp32, 1 GPU, eager attention"),
          lectureHint, "lecture-scaling"},
         {QT_TRANSLATE_NOOP("highwater::FigurePage", "Lecture: recompute of 8B"), lectureHint,
          "lecture-recompute"},
         {QT_TRANSLATE_NOOP("highwater::FigurePage", "Current plan"), planHint, "sizes"},
         {QT_TRANSLATE_NOOP("highwater::FigurePage", "Current plan: recompute"), planHint,
          "recompute"}},
        false, parent);
}

FigurePage::FigurePage(const QString& objectName, std::vector<FigureBasis> bases, bool sharedScale,
                       QWidget* parent)
    : QWidget(parent)
    , m_bases(std::move(bases))
    , m_legend(new LegendRow(objectName + QStringLiteral("Legend"), this))
    , m_view(new FigureView(this))
{
    setObjectName(objectName + QStringLiteral("Page"));
    m_view->setObjectName(objectName + QStringLiteral("Figure"));
    const auto choice = [&](QComboBox*& box, QLabel*& label, const char* name) {
        label = new QLabel(this);
        box = new QComboBox(this);
        box->setObjectName(objectName + QLatin1String(name));
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        label->setBuddy(box);
        m_legend->row()->addWidget(label);
        m_legend->row()->addWidget(box);
        connect(box, &QComboBox::activated, this, &FigurePage::changed);
    };
    if (m_bases.size() > 1) {
        choice(m_basis, m_basisLabel, "Basis");
        choice(m_scale, m_scaleLabel, "Scale");
        m_scale->addItems({QString(), QString()});
        m_scale->setCurrentIndex(sharedScale ? 1 : 0);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_legend);
    column->addWidget(m_view, 1);
    m_legend->setShown(m_shown);
    connect(m_legend, &LegendRow::shownChanged, this, [this](const auto& shown) {
        m_shown = shown;
        emit changed();
    });
    connect(m_view, &FigureView::panelClicked, this, &FigurePage::panelClicked);
}

const FigureBasis& FigurePage::basis() const
{
    const int chosen = m_basis ? std::max(0, m_basis->currentIndex()) : 0;
    return m_bases[static_cast<std::size_t>(chosen)];
}

void FigurePage::showPlan(const Plan& plan, const MemoryFormat& format,
                          const std::optional<IdleShares>& idle)
{
    FigureChoice choice;
    choice.unit = format.unit();
    choice.idle = idle;
    auto made = figureNamed(basis().figure, plan, builtinCatalog(), choice);
    if (!made)
        return; // the last good one stays; the verdict says why
    made->sharedScale = m_scale && m_scale->currentIndex() == 1;
    std::array<bool, groupCount> present{};
    for (const Panel& panel : made->panels)
        for (const Layer& layer : panel.layers)
            present[static_cast<std::size_t>(layer.group)] = true;
    m_legend->setPresent(present);
    m_figure = onlyShown(std::move(*made), m_shown);
    m_view->show(m_figure);
}

QString FigurePage::hint() const
{
    return tr(basis().hint);
}

void FigurePage::retranslate()
{
    m_legend->retranslate();
    if (!m_basis)
        return;
    const auto fill = [](QComboBox& box, const QStringList& items) {
        const int index = std::max(0, box.currentIndex());
        box.clear();
        box.addItems(items);
        box.setCurrentIndex(index);
    };
    QStringList names;
    for (const FigureBasis& each : m_bases)
        names << tr(each.name);
    fill(*m_basis, names);
    fill(*m_scale, {tr("Own scale per panel"), tr("Shared scale")});
    m_basisLabel->setText(tr("Basis"));
    m_scaleLabel->setText(tr("Y axis"));
    m_basis->setAccessibleName(tr("Basis"));
    m_scale->setAccessibleName(tr("Y axis"));
}

} // namespace highwater
