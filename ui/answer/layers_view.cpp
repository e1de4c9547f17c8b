// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/layers_view.h"

#include "core/explore/token_time.h"
#include "ui/answer/layer_strip.h"
#include "ui/base/elided_label.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace highwater {
/// A picture of a cell before a count.
class CellKey : public QWidget
{
public:
    CellKey(LayerFate fate, QWidget* parent)
        : QWidget(parent)
        , m_fate(fate)
    {
        setFixedSize(12, 16);
    }

    void setFate(LayerFate fate)
    {
        m_fate = fate;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        paintLayerCell(painter, QRectF(rect()), m_fate);
    }

private:
    LayerFate m_fate;
};

namespace {

/// The fates that the keys name.
constexpr std::array keyFates{LayerFate::Offloaded, LayerFate::Recomputed, LayerFate::Kept};

std::array<Bytes, groupCount> groupBytes(const Totals& totals)
{
    std::array<Bytes, groupCount> groups{};
    std::ranges::copy(totals.perGpu.bytes, groups.begin());
    return groups;
}

} // namespace

LayersView::LayersView(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_summary(new ElidedLabel(this))
    , m_cells{}
    , m_keys{new QLabel(this), new QLabel(this), new QLabel(this)}
    , m_take(new QPushButton(this))
    , m_strip(new LayerStrip(this))
    , m_study(study,
              [this](const LayersAnswer& answer) {
                  m_answer = answer;
                  showAnswer();
              })
    , m_point(countPoint, [this](const std::optional<SavedPlan>& saved) {
        if (!saved || !m_answer)
            return;
        m_saved = saved;
        showPoint(true);
    })
{
    setObjectName(QStringLiteral("layers"));
    m_title->setObjectName(QStringLiteral("layers.title"));
    m_title->setFont(demiBold(font()));
    m_summary->setObjectName(QStringLiteral("layers.summary"));
    m_take->setObjectName(QStringLiteral("layers.take"));
    m_strip->setObjectName(QStringLiteral("layers.strip"));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(10, 4, 10, 0);
    head->setSpacing(12);
    head->addWidget(m_title);
    head->addWidget(m_summary, 1);
    constexpr std::array names{"layers.offloaded", "layers.recomputed", "layers.kept"};
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        m_keys[i]->setObjectName(QLatin1String(names[i]));
        auto* pair = new QHBoxLayout;
        pair->setSpacing(6);
        m_cells[i] = new CellKey(keyFates[i], this);
        pair->addWidget(m_cells[i]);
        pair->addWidget(m_keys[i]);
        head->addLayout(pair);
    }
    head->addWidget(m_take);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(head);
    column->addWidget(m_strip);
    column->addStretch(1);
    connect(m_strip, &LayerStrip::pointChosen, this, &LayersView::choosePoint);
    connect(m_strip, &LayerStrip::taken, this, &LayersView::take);
    connect(m_take, &QPushButton::clicked, this, &LayersView::take);
    retranslate();
    showAnswer();
}

void LayersView::study(QPromise<LayersAnswer>& promise, const Plan& plan)
{
    LayersAnswer answer;
    const auto resolved = prepare(plan, builtinCatalog());
    const auto present = resolved ? judge(*resolved) : Result<Judgement>(resolved.problems());
    if (!present || promise.isCanceled())
        return;
    const JudgedPlan asked{plan, builtinCatalog(), *resolved, *present};
    answer.present = *present;
    answer.enough = justEnough(asked);
    if (promise.isCanceled())
        return;
    answer.front = savingFront(asked);
    auto quick = std::make_shared<Resolved>(*resolved);
    quick->replays = false;
    quick->idle = idleSharesOf(present->totals);
    answer.quick = std::move(quick);
    const auto& shown = answer.enough.least ? answer.enough.least : answer.enough.smallest;
    if (shown) {
        auto at = std::ranges::find(answer.front, shown->saving, &SavingPoint::saving);
        if (at == answer.front.end()) {
            at = std::ranges::find_if(answer.front, [&](const SavingPoint& point) {
                return point.total < shown->totals.total;
            });
            at = answer.front.insert(at, {shown->saving, shown->seconds, shown->totals.total});
        }
        answer.chosen = static_cast<int>(at - answer.front.begin());
        if (const auto kept = savedPlan(asked, LayerSaving{}))
            answer.kept = kept->totals.total;
    }
    promise.addResult(std::move(answer));
}

void LayersView::countPoint(QPromise<std::optional<SavedPlan>>& promise,
                            const PointRequest& request)
{
    const auto resolved = prepare(request.plan, builtinCatalog());
    const auto present = resolved ? judge(*resolved) : Result<Judgement>(resolved.problems());
    promise.addResult(
        present ? savedPlan({request.plan, builtinCatalog(), *resolved, *present}, request.saving)
                : std::nullopt);
}

void LayersView::show(const Plan& plan, bool moves)
{
    m_plan = plan;
    if (isVisible() && !moves)
        ask();
}

void LayersView::ask()
{
    if (m_plan && m_study.found() != m_plan)
        m_study.ask(*m_plan);
}

void LayersView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    ask();
}

void LayersView::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    preview(false);
}

void LayersView::setFormat(const MemoryFormat& format)
{
    m_format = format;
    m_strip->setFormat(format);
    showPoint(true);
}

/// Shows a new answer, with the handle at the choice of least time that fits.
void LayersView::showAnswer()
{
    m_saved.reset();
    m_point.forget();
    if (m_answer)
        m_saved = m_answer->enough.least ? m_answer->enough.least : m_answer->enough.smallest;
    m_strip->setVisible(m_saved.has_value());
    if (m_saved) {
        std::vector<Bytes> totals;
        for (const SavingPoint& point : m_answer->front)
            totals.push_back(point.total);
        m_strip->setPoints(std::move(totals));
        m_strip->setPoint(m_answer->chosen);
    }
    showPoint(true);
    emit noteChanged();
    preview(false);
}

void LayersView::choosePoint(int point)
{
    if (!m_answer || !m_plan || point >= static_cast<int>(m_answer->front.size()))
        return;
    const LayerSaving& saving = m_answer->front[static_cast<std::size_t>(point)].saving;
    const auto& least = m_answer->enough.least;
    if (least && least->saving == saving) { // its totals are known
        m_saved = least;
        m_point.cancel();
        return showPoint(true);
    }
    const JudgedPlan asked{*m_study.found(), builtinCatalog(), *m_answer->quick, m_answer->present};
    m_saved = savedPlan(asked, saving);
    showPoint(false);
    m_point.askAnew({*m_study.found(), saving}); // its last answer is no longer shown
}

/// "+12 % time a token · 16.2 GiB of host memory · least time below the line"
QString LayersView::sentence() const
{
    QStringList parts;
    for (const Text& text : savedTexts(*m_saved))
        parts << translated(text);
    if (m_saved->slowdown)
        parts << translated(timeText(*m_saved->slowdown, TimeOf::Token));
    if (m_saved->hostPerNode > 0)
        parts << tr("%1 of host memory").arg(m_format.withUnit(m_saved->hostPerNode, 1));
    const auto& least = m_answer->enough.least;
    if (!least)
        parts << translated(m_answer->enough.reason);
    else if (least->saving == m_saved->saving)
        parts << tr("least time below the line");
    return parts.join(QStringLiteral(" · "));
}

void LayersView::showPoint(bool exact)
{
    m_take->setEnabled(m_saved && !m_saved->changes.empty());
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        m_keys[i]->setVisible(m_saved.has_value());
        m_cells[i]->setVisible(m_saved.has_value());
    }
    if (!m_saved) {
        m_summary->setText(m_answer ? translated(m_answer->enough.reason) : QString());
        return;
    }
    LayerStrip::Content content;
    content.fates = m_saved->fates;
    content.groups = groupBytes(m_saved->totals);
    content.total = m_saved->totals.total;
    content.capacity = m_answer->enough.line;
    content.kept = m_answer->kept;
    content.exact = exact;
    m_strip->setContent(content);
    const FateCounts& counts = m_saved->counts;
    const auto count
        = [&](std::int64_t number) { return m_format.count(static_cast<qlonglong>(number)); };
    m_keys[0]->setText(tr("%1 offloaded").arg(count(counts.offloaded)));
    const bool inputs = counts.inputsOffloaded > 0; // all of those recomputed, or none
    m_cells[1]->setFate(counts.inPart > 0 ? LayerFate::InPart
                            : inputs      ? LayerFate::InputOffloaded
                                          : LayerFate::Recomputed);
    m_keys[1]->setText(
        counts.inPart > 0 ? tr("%1 in part").arg(count(counts.inPart))
            : inputs ? tr("%1 recomputed, their inputs offloaded").arg(count(counts.recomputed))
                     : tr("%1 recomputed").arg(count(counts.recomputed)));
    m_keys[2]->setText(tr("%1 kept").arg(count(counts.kept)));
    const QString said = sentence();
    m_summary->setText(said);
    m_strip->setAccessibleDescription(tr("%1 of %2. %3", "memory, capacity, what is done")
                                          .arg(m_format.withUnit(content.total, 2),
                                               m_format.withUnit(content.capacity, 2), said));
    preview(m_strip->hasFocus() && !m_saved->changes.empty());
    emit noteChanged();
}

void LayersView::preview(bool shown)
{
    if (!shown && !m_previews)
        return;
    m_previews = shown;
    emit previewChanged(shown ? &*m_saved : nullptr);
}

void LayersView::take()
{
    if (m_saved && !m_saved->changes.empty())
        emit applyRequested(m_saved->changes);
}

QString LayersView::note() const
{
    if (!m_answer || !m_saved)
        return {};
    if (!m_saved->bySetting)
        return tr("The layers used first in the backward pass are kept. The program has no setting "
                  "for some layers: an exported script does it where it can.");
    return tr("The layers used first in the backward pass are kept.");
}

void LayersView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void LayersView::retranslate()
{
    m_title->setText(tr("Recompute just enough"));
    m_take->setText(tr("&Take"));
    m_strip->setAccessibleName(tr("Memory of the layers"));
    m_strip->setToolTip(tr("← and → move the end, Enter takes the choice."));
    showPoint(true);
}

} // namespace highwater
