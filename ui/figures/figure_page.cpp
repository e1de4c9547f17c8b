// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_page.h"

#include "core/figure/figures.h"
#include "ui/base/key_words.h"
#include "ui/base/rested_work.h"
#include "ui/base/segment_row.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/legend_row.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace highwater {
namespace {

constexpr const char* lectureHint
    = QT_TRANSLATE_NOOP("highwater::FigurePage", "The sliders do not move the lecture's figure");

} // namespace

FigurePage* zeroStagesPage(QWidget* parent)
{
    return new FigurePage(
        QStringLiteral("zero"),
        {{QT_TRANSLATE_NOOP("highwater::FigurePage", "Lecture: 8B, DP = 8"), lectureHint,
          "lecture-zero",
          QT_TRANSLATE_NOOP("highwater::FigurePage",
                            "The lecture's figure: an 8B model on 8 GPUs, not your plan.")},
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
          lectureHint, "lecture-scaling",
          QT_TRANSLATE_NOOP("highwater::FigurePage",
                            "The lecture's figure: three models in 32 bits, each on one GPU, not "
                            "your plan.")},
         {QT_TRANSLATE_NOOP("highwater::FigurePage", "Current plan"), planHint, "sizes"}},
        false, parent);
}

FigurePage* recomputePage(QWidget* parent)
{
    return new FigurePage(QStringLiteral("recompute"),
                          {{QT_TRANSLATE_NOOP("highwater::FigurePage", "Lecture: 8B"), lectureHint,
                            "lecture-recompute",
                            QT_TRANSLATE_NOOP("highwater::FigurePage",
                                              "The lecture's figure: an 8B model in 32 bits on "
                                              "one GPU, not your plan.")},
                           {QT_TRANSLATE_NOOP("highwater::FigurePage", "Current plan"),
                            QT_TRANSLATE_NOOP("highwater::FigurePage",
                                              "The plan with no, selective and full recompute"),
                            "recompute"}},
                          false, parent);
}

namespace {

/// The request with a replay of the allocator at every point.
FigureRequest everywhere(FigureRequest request)
{
    request.choice.replays = Replays::EveryPoint;
    return request;
}

Result<Figure> figureOf(const FigureRequest& request)
{
    return figureNamed(request.name, request.plan, builtinCatalog(), request.choice);
}

void makeFigure(QPromise<Result<Figure>>& promise, const FigureRequest& request)
{
    promise.addResult(figureOf(request));
}

} // namespace

FigurePage::FigurePage(const QString& objectName, std::vector<FigureBasis> bases, bool sharedScale,
                       QWidget* parent)
    : QWidget(parent)
    , m_name(objectName)
    , m_bases(std::move(bases))
    , m_legend(new LegendRow(objectName + QStringLiteral("Legend"), this))
    , m_owner(new QWidget(this))
    , m_ownerName(new QLabel(m_owner))
    , m_showPlan(new QPushButton(m_owner))
    , m_view(new FigureView(this))
    , m_replay(std::make_unique<RestedWork<FigureRequest, Result<Figure>>>(
          makeFigure, [this](const Result<Figure>& figure) {
              m_made = MadeFigure{*m_replay->found(), figure};
              showMade();
          }))
{
    setObjectName(objectName + QStringLiteral("Page"));
    m_view->setObjectName(objectName + QStringLiteral("Figure"));
    m_view->setNamedElsewhere(true);
    m_legend->setLead(new SegmentSlot(m_legend));
    if (m_bases.size() > 1)
        addChoices(sharedScale);
    buildOwner();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_legend);
    column->addWidget(m_owner);
    column->addWidget(m_view, 1);
    nameOwner();
    m_legend->setShown(m_shown);
    connect(m_legend, &LegendRow::shownChanged, this, [this](const auto& shown) {
        m_shown = shown;
        emit changed();
    });
    connect(m_view, &FigureView::panelClicked, this, &FigurePage::panelClicked);
}

FigurePage::~FigurePage() = default;

/// Fills the legend with the choice of a basis, and of the scale of its panels.
void FigurePage::addChoices(bool sharedScale)
{
    const auto choice = [&](QComboBox*& box, QLabel*& label, const char* name) {
        label = new QLabel(this);
        box = new QComboBox(this);
        box->setObjectName(m_name + QLatin1String(name));
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        label->setBuddy(box);
        m_legend->addChoice(box, label);
    };
    choice(m_basis, m_basisLabel, "Basis");
    choice(m_scale, m_scaleLabel, "Scale");
    m_scale->addItems({QString(), QString()});
    m_scale->setCurrentIndex(sharedScale ? 1 : 0);
    connect(m_basis, &QComboBox::activated, this,
            [this](int index) { choose(static_cast<std::size_t>(index)); });
    for (QComboBox* box : {m_basis, m_scale}) // after what its choice sets
        connect(box, &QComboBox::activated, this, &FigurePage::changed);
    const std::string stored = settings::figureBasis.value(m_name).toStdString();
    if (const auto found = std::ranges::find(m_bases, stored, &FigureBasis::figure);
        found != m_bases.end())
        m_chosen = static_cast<std::size_t>(found - m_bases.begin());
}

void FigurePage::buildOwner()
{
    m_ownerName->setObjectName(m_name + QStringLiteral("Owner"));
    m_ownerName->setWordWrap(true);
    m_showPlan->setObjectName(m_name + QStringLiteral("ShowPlan"));
    connect(m_showPlan, &QPushButton::clicked, this, [this] {
        const auto ofPlan = std::ranges::find(m_bases, nullptr, &FigureBasis::ofOthers);
        choose(static_cast<std::size_t>(ofPlan - m_bases.begin()));
        m_basis->setFocus(); // the button is hidden, and the focus needs a visible widget
        emit changed();
    });
    auto* row = new QHBoxLayout(m_owner);
    row->setContentsMargins(16, 2, 16, 4);
    row->setSpacing(12);
    row->addWidget(m_ownerName, 1);
    row->addWidget(m_showPlan);
    m_owner->setAutoFillBackground(true);
}

const FigureBasis& FigurePage::basis() const
{
    return m_bases[m_chosen];
}

void FigurePage::choose(std::size_t basis)
{
    m_chosen = basis;
    m_movedInVain = false;
    m_basis->setCurrentIndex(static_cast<int>(basis));
    settings::figureBasis.store(toQString(m_bases[basis].figure), m_name);
    nameOwner();
}

/// Shows the source of the figure in a line with its own background; the text is bold after a
/// slider was moved without effect.
void FigurePage::nameOwner()
{
    m_owner->setVisible(!followsPlan());
    if (followsPlan())
        return;
    m_ownerName->setText(m_movedInVain
                             ? tr("The plan has changed and this figure has not: it is the "
                                  "lecture's, not your plan's.")
                             : tr(basis().ofOthers));
    m_ownerName->setFont(m_movedInVain ? demiBold(font()) : font());
    QPalette ground = palette();
    ground.setColor(QPalette::Window, currentTheme().selectedRow);
    m_owner->setPalette(ground);
}

void FigurePage::showPlan(const Plan& plan, const MemoryFormat& format,
                          const std::optional<IdleShares>& idle)
{
    if (!followsPlan() && isVisible() && m_plan && *m_plan != plan && !m_movedInVain) {
        m_movedInVain = true;
        nameOwner();
    }
    m_plan = plan;
    FigureChoice choice;
    choice.unit = format.unit();
    choice.idle = idle;
    const Plan behind = followsPlan() ? plan : Plan();
    const FigureRequest request{basis().figure, behind, choice};
    if (!m_made || (m_made->of != request && m_made->of != everywhere(request)))
        m_made = MadeFigure{request, figureOf(request)};
    askForReplay();
    showMade();
}

/// The figure has a replay at the points whose numbers are shown beside it. Once the plan has
/// rested, every point gets one, so that the figure is that of an exported file.
void FigurePage::askForReplay()
{
    const FigureChoice& choice = m_made->of.choice;
    if (choice.idle || choice.replays == Replays::EveryPoint || !m_made->figure)
        return m_replay->cancel();
    const FigureRequest request = everywhere(m_made->of);
    m_replay->ask(request);
    if (const auto* figure = m_replay->answerTo(request))
        m_made = MadeFigure{request, *figure};
}

void FigurePage::showMade()
{
    Result<Figure> made = m_made->figure;
    if (!made) { // for example with a setting that another panel cannot have
        const Problem& problem = made.problems().front();
        showSentence(problemText(problem));
        return;
    }
    made->sharedScale = m_scale && m_scale->currentIndex() == 1;
    std::array<bool, groupCount> present{};
    for (const Panel& panel : made->panels)
        for (const Layer& layer : panel.layers)
            present[static_cast<std::size_t>(layer.group)] = true;
    m_legend->setServes(m_made->of.plan.workload.task == Task::Inference);
    m_legend->setPresent(present);
    m_figure = onlyShown(std::move(*made), m_shown);
    bool all = true;
    for (std::size_t i = 0; i < groupCount; ++i)
        all = all && (m_shown[i] || !present[i]);
    m_view->setAllShown(all);
    m_view->setCounted(!m_replay->isBusy());
    m_view->show(m_figure);
}

void FigurePage::showSentence(const QString& sentence)
{
    m_figure = {};
    m_legend->setPresent({});
    m_view->showSentence(sentence);
}

void FigurePage::setStale(bool stale)
{
    m_view->setStale(stale);
}

QString FigurePage::hint() const
{
    return tr(basis().hint);
}

void FigurePage::retranslate()
{
    m_legend->retranslate();
    m_showPlan->setText(tr("Show the current plan"));
    nameOwner();
    if (!m_basis)
        return;
    const auto fill = [](QComboBox& box, const QStringList& items, int index) {
        box.clear();
        box.addItems(items);
        box.setCurrentIndex(index);
    };
    QStringList names;
    for (const FigureBasis& each : m_bases)
        names << tr(each.name);
    fill(*m_basis, names, static_cast<int>(m_chosen));
    fill(*m_scale, {tr("Own scale per panel"), tr("Shared scale")}, m_scale->currentIndex());
    m_basisLabel->setText(tr("Basis"));
    m_scaleLabel->setText(tr("Y axis"));
    m_basis->setAccessibleName(tr("Basis"));
    m_scale->setAccessibleName(tr("Y axis"));
}

void FigurePage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        nameOwner();
}

} // namespace highwater
