// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/compare_page.h"

#include "core/answer/replay.h"
#include "ui/base/accessible.h"
#include "ui/base/flow_layout.h"
#include "ui/base/key_words.h"
#include "ui/base/rested_work.h"
#include "ui/base/segment_row.h"
#include "ui/base/tip.h"
#include "ui/base/words.h"
#include "ui/figures/compare_list.h"
#include "ui/figures/figure_view.h"

#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace highwater {
namespace {

/// "B  Current plan", as the head of its column.
QString entryName(const std::vector<Compared>& plans, std::size_t place)
{
    return QStringLiteral("%1  %2").arg(QString::fromStdString(letterOf(place)),
                                        QString::fromStdString(plans[place].name));
}

void compareEverywhere(QPromise<Result<Figure>>& promise, const CompareRequest& request)
{
    const ReplayBudget budget;
    promise.addResult(compareFigure(request.plans, request.context, builtinCatalog(), request.unit,
                                    request.current, {}, Replays::EveryPoint));
}

} // namespace

ComparePage::ComparePage(CompareList& list, QWidget* parent)
    : QWidget(parent)
    , m_list(list)
    , m_view(new FigureView(this))
    , m_replay(std::make_unique<RestedWork<CompareRequest, Result<Figure>>>(
          compareEverywhere, [this](const Result<Figure>& figure) {
              if (!figure)
                  return;
              m_figure = *figure;
              m_view->setCounted(true);
              m_view->show(m_figure);
          }))
{
    setObjectName(QStringLiteral("comparePage"));
    m_view->setObjectName(QStringLiteral("compareFigure"));
    m_view->setLegend(true);
    auto* head = new QWidget(this);
    head->setAutoFillBackground(true);
    head->setBackgroundRole(QPalette::Base);
    auto* row = new FlowLayout(head);
    row->setContentsMargins(16, 8, 16, 4);
    row->setSpacing(8);
    row->addWidget(new SegmentSlot(head));
    const auto button = [&](const char* name) {
        auto* made = new QPushButton(head);
        made->setObjectName(QString::fromLatin1(name));
        row->addWidget(made);
        return made;
    };
    m_add = button("compare.add");
    m_library = button("compare.library");
    m_rename = button("compare.rename");
    m_remove = button("compare.remove");
    for (QPushButton* each : {m_rename, m_remove})
        each->setMenu(new QMenu(each));
    m_baseLabel = new QLabel(head);
    m_base = new QComboBox(head);
    m_base->setObjectName(QStringLiteral("compare.base"));
    m_base->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_base->setMinimumContentsLength(14);
    m_baseLabel->setBuddy(m_base);
    m_baseLabel->setAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
    m_baseLabel->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    row->addTogether({m_baseLabel, m_base});

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head);
    column->addWidget(m_view, 1);

    connect(m_add, &QPushButton::clicked, this, &ComparePage::addRequested);
    connect(m_library, &QPushButton::clicked, this, &ComparePage::libraryRequested);
    connect(m_base, &QComboBox::activated, this,
            [this](int index) { m_list.setBase(static_cast<std::size_t>(index)); });
}

ComparePage::~ComparePage() = default;

void ComparePage::showPlan(const Plan& current, const MemoryFormat& format,
                           const std::optional<IdleShares>& idle)
{
    const auto moving = idle ? std::optional(MovingPlan{m_list.current(), *idle}) : std::nullopt;
    showList(current);
    const std::vector<Compared> plans = m_list.plans(current);
    auto made = compareFigure(plans, current.workload.context, builtinCatalog(), format.unit(),
                              m_list.current(), moving, Replays::ShownPoints, &m_counted);
    if (!made) { // none of them has an estimate
        m_figure = {};
        m_table = {};
        const Problem& problem = made.problems().front();
        m_view->showSentence(problemText(problem));
        return;
    }
    m_figure = *std::move(made);
    const CompareRequest request{plans, current.workload.context, format.unit(), m_list.current()};
    if (idle)
        m_replay->cancel();
    else
        m_replay->ask(request);
    const auto* replayed = idle ? nullptr : m_replay->answerTo(request);
    if (replayed && *replayed)
        m_figure = **replayed;
    m_table = compareTable(plans, m_list.base(), builtinCatalog(), moving, &m_counted);
    m_view->setCounted(!m_replay->isBusy());
    m_view->show(m_figure);
}

void ComparePage::setStale(bool stale)
{
    m_view->setStale(stale);
}

/// Sets the buttons and menus by the present list.
void ComparePage::showList(const Plan& current)
{
    const std::vector<Compared> plans = m_list.plans(current);
    QStringList names;
    for (std::size_t i = 0; i < plans.size(); ++i)
        names << entryName(plans, i);
    QStringList shown;
    for (int i = 0; i < m_base->count(); ++i)
        shown << m_base->itemText(i);
    if (names != shown) {
        m_base->clear();
        m_base->addItems(names);
        m_rename->menu()->clear();
        m_remove->menu()->clear();
        for (std::size_t i = 0; i < plans.size(); ++i) {
            const QString name = menuText(names[static_cast<qsizetype>(i)]);
            if (m_list.isSnapshot(i))
                m_rename->menu()->addAction(name, this, [this, i] { askName(i); });
            if (i != m_list.current())
                m_remove->menu()->addAction(name, this, [this, i] { m_list.remove(i); });
        }
        m_rename->setEnabled(!m_rename->menu()->isEmpty());
        m_remove->setEnabled(!m_remove->menu()->isEmpty());
        m_base->setEnabled(plans.size() > 1);
    }
    m_base->setCurrentIndex(static_cast<int>(m_list.base()));
    m_add->setEnabled(!m_list.isFull());
    m_library->setEnabled(!m_list.isFull());
    const QString reason = m_list.isFull() ? tr("There is room for %1 plans in addition to the "
                                                "baseline and the current one: remove one first")
                                                 .arg(CompareList::mostSnapshots)
                                           : QString();
    const auto explain = [&](QPushButton* button, const QString& meaning) {
        button->setToolTip(tip(reason.isEmpty() ? meaning : reason));
        describeAccessibly(*button, reason);
    };
    explain(m_add, tr("Keeps the plan as it is now in the comparison."));
    explain(m_library, tr("Opens the list of plans; add one to the comparison there."));
}

void ComparePage::askName(std::size_t place)
{
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("compare.name"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename plan"));
    dialog->setLabelText(tr("Name in the comparison:"));
    dialog->setTextValue(QString::fromStdString(m_list.plans({})[place].name));
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, place](const QString& name) { m_list.rename(place, name); });
    dialog->open();
}

QString ComparePage::hint() const
{
    if (m_list.size() == 1)
        return tr("Add this plan as it is now, or others from the library, to compare them");
    return m_list.isFull()
        ? m_add->accessibleDescription()
        : tr("In the table: F2 renames a plan, Del removes it, Ctrl+Z brings it back, Alt+← and "
             "Alt+→ move it; the list is saved with the plan's file");
}

void ComparePage::retranslate()
{
    m_add->setText(tr("Add current plan"));
    m_library->setText(tr("Add from library…"));
    m_rename->setText(tr("Rename"));
    m_remove->setText(tr("Remove"));
    m_baseLabel->setText(tr("Differences against"));
    m_base->setAccessibleName(tr("Differences against"));
    fit();
}

/// Hides the label first if the row is short: screen readers know the name of the box, and other
/// readers see one of the letters in it.
void ComparePage::fit()
{
    m_baseLabel->show();
    QLayout* row = m_base->parentWidget()->layout();
    row->invalidate();
    m_baseLabel->setVisible(row->sizeHint().width() <= width());
}

void ComparePage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

} // namespace highwater
