// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/search_page.h"

#include "core/figure/search_figure.h"
#include "ui/base/elided_label.h"
#include "ui/base/flow_layout.h"
#include "ui/base/key_words.h"
#include "ui/base/number_field.h"
#include "ui/base/segment_row.h"
#include "ui/base/under_row.h"
#include "ui/base/words.h"
#include "ui/time/sample_view.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

void findLayouts(QPromise<Result<SearchResult>>& promise, const SearchRequest& request)
{
    std::stop_source stop;
    SearchControl control;
    control.stop = stop.get_token();
    control.progress = [&](double share) {
        promise.setProgressValue(static_cast<int>(100 * share));
        if (promise.isCanceled())
            stop.request_stop();
    };
    promise.addResult(search(request.plan, builtinCatalog(), request.constraints, control));
}

} // namespace

SearchPage::SearchPage(QWidget* parent)
    : FoundPage(new SampleView([this](const Panel&, std::size_t row) { takeShown(row); }, nullptr),
                new FigureTableView(nullptr, QStringLiteral("searchTable")), findLayouts, parent)
    , m_withinNode(new QCheckBox(this))
    , m_frameworkOnly(new QCheckBox(this))
    , m_offload(new QCheckBox(this))
    , m_keep(new QToolButton(this))
    , m_freeLabel(new QLabel(this))
    , m_free(new NumberField(QStringLiteral("search.free"), this))
    , m_status(new ElidedLabel(this))
    , m_stop(new QPushButton(this))
{
    setObjectName(QStringLiteral("searchPage"));
    m_view->setObjectName(QStringLiteral("searchFigure"));
    m_withinNode->setObjectName(QStringLiteral("search.withinNode"));
    m_frameworkOnly->setObjectName(QStringLiteral("search.frameworkOnly"));
    m_offload->setObjectName(QStringLiteral("search.offload"));
    m_keep->setObjectName(QStringLiteral("search.keep"));
    m_status->setObjectName(QStringLiteral("search.status"));
    m_stop->setObjectName(QStringLiteral("search.stop"));
    m_stop->setAutoDefault(false);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    constexpr int rows = 8;
    m_table->setLeastRows(rows);
    for (QCheckBox* box : {m_withinNode, m_frameworkOnly})
        box->setChecked(true);
    for (QCheckBox* box : {m_withinNode, m_frameworkOnly, m_offload})
        connect(box, &QCheckBox::toggled, this, &SearchPage::request);
    auto* menu = new QMenu(m_keep);
    for (std::size_t i = 0; i < searchKeys.size(); ++i) {
        m_kept[i] = menu->addAction(QString(), this, &SearchPage::request);
        m_kept[i]->setObjectName(QStringLiteral("search.keep.") + pathText(searchKeys[i]));
        m_kept[i]->setCheckable(true);
    }
    m_keep->setMenu(menu);
    m_keep->setPopupMode(QToolButton::InstantPopup);
    m_freeLabel->setBuddy(m_free);
    connect(m_free, &NumberField::valueChanged, this, &SearchPage::request);
    auto* row = new FlowLayout;
    row->setContentsMargins(16, 4, 16, 4);
    row->setSpacing(8);
    row->addWidget(new SegmentSlot(this));
    row->addWidget(m_withinNode);
    row->addWidget(m_frameworkOnly);
    row->addWidget(m_offload);
    row->addWidget(m_keep);
    row->addTogether({m_freeLabel, m_free});
    row->addTogether({m_status, m_stop});
    layOutUnderRow(this, row, m_view);
    connect(m_stop, &QPushButton::clicked, this, &SearchPage::stop);
    connect(m_table, &FigureTableView::rowTaken, this, &SearchPage::takeRow);
    retranslate();
}

SearchConstraints SearchPage::constraints() const
{
    SearchConstraints wanted;
    wanted.tensorWithinNode = m_withinNode->isChecked();
    wanted.onlyWhatFrameworkHas = m_frameworkOnly->isChecked();
    wanted.offload = m_offload->isChecked();
    for (std::size_t i = 0; i < searchKeys.size(); ++i)
        if (m_kept[i]->isChecked())
            wanted.kept.push_back(searchKeys[i]);
    wanted.leastFree = static_cast<Bytes>(m_free->value());
    return wanted;
}

void SearchPage::showFormat()
{
    showUnit();
    showAnswer();
}

/// Stops the search; the layouts found before stay, faded.
void SearchPage::stop()
{
    m_stopped = true;
    m_work.cancel();
}

void SearchPage::take(const Found& found)
{
    m_stopped = false;
    FoundPage::take(found);
}

void SearchPage::forget()
{
    m_stopped = false;
    FoundPage::forget();
}

void SearchPage::showAnswer()
{
    if (m_answer && !m_answer->front.empty() && m_resolved)
        m_view->show(searchFigure(*m_answer, *m_resolved, m_format.unit()));
    else
        m_view->showSentence(m_answer ? tr("No layout of this cluster fits.") : reason());
    m_table->show(m_answer
                      ? searchTable(*m_answer, m_format.unit(),
                                    [](const Text& text) { return translated(text).toStdString(); })
                      : FigureTable(),
                  m_format);
    showStatus();
}

void SearchPage::showStatus()
{
    const bool busy = m_work.isBusy();
    m_stop->setVisible(busy);
    m_status->setText(busy            ? tr("Searched: %1 %").arg(m_work.percent())
                          : m_stopped ? tr("Stopped; change the plan to search again")
                          : m_answer && m_answer->ended
                          ? tr("Ended: too many layouts to try all; keep some settings as they are")
                          : m_answer ? tr("%1 tried").arg(m_format.count(m_answer->considered))
                                     : QString());
}

void SearchPage::takeRow(int row)
{
    if (!m_answer || row < 1)
        return; // the first row is the plan itself
    const std::vector<const FoundLayout*> others = otherLayouts(*m_answer);
    if (row <= static_cast<int>(others.size()))
        takeLayout(*others[static_cast<std::size_t>(row - 1)]);
}

void SearchPage::takeShown(std::size_t row)
{
    if (!m_answer)
        return;
    const std::vector<const FoundLayout*> shown = shownLayouts(*m_answer);
    if (row < shown.size())
        takeLayout(*shown[row]);
}

/// Takes a layout, but only while the layouts are those of the present plan.
void SearchPage::takeLayout(const FoundLayout& layout)
{
    if (!isCurrent() || layout.changes.empty())
        return;
    const std::vector<Change> changes = layout.changes; // the next plan removes the result
    emit layoutTaken(changes);
}

/// The field shows the unit of the window, and understands the other one too.
void SearchPage::showUnit()
{
    constexpr double mostUnits = 1024;
    const NumberField::Unit binary{QStringLiteral("GiB"), gib, -1};
    const NumberField::Unit decimal{QStringLiteral("GB"), gb, -1};
    const bool isDecimal = m_format.unit() == MemoryUnit::GB;
    m_free->setUnits(isDecimal ? std::vector{decimal, binary} : std::vector{binary, decimal});
    m_free->setRange(0, mostUnits * static_cast<double>(gib),
                     static_cast<double>(bytesOf(m_format.unit())));
}

void SearchPage::retranslate()
{
    m_withinNode->setText(tr("TP within a node"));
    m_frameworkOnly->setText(tr("Supported by the framework"));
    m_offload->setText(tr("Offload"));
    m_keep->setText(tr("Keep…"));
    m_freeLabel->setText(tr("F&ree"));
    m_stop->setText(tr("Stop"));
    m_status->setMinimumWidth(
        fontMetrics().horizontalAdvance(tr("%1 tried").arg(m_format.count(888'888))));
    for (std::size_t i = 0; i < searchKeys.size(); ++i)
        m_kept[i]->setText(keyLabel(searchKeys[i]));
    showUnit();
    m_table->setTableName(tr("Layouts, fastest first"));
    showAnswer();
}

} // namespace highwater
