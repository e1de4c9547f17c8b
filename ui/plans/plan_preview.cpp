// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plans/plan_preview.h"

#include "ui/base/font_points.h"
#include "ui/base/key_words.h"
#include "ui/base/phrases.h"
#include "ui/base/theme.h"
#include "ui/base/verdict_icon.h"
#include "ui/base/words.h"
#include "ui/document/plan_library.h"
#include "ui/document/preset_words.h"
#include "ui/figures/figure_view.h"

#include "core/figure/context_figure.h"
#include "core/figure/plan_words.h"
#include "core/methods/key_use.h"

#include <QAction>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace highwater {
namespace {

constexpr int previewInset = 16;
constexpr int markSize = 14;
constexpr int chartHeight = 200;

QLabel* wrapped(QWidget* parent, const char* name)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QString::fromLatin1(name));
    label->setTextFormat(Qt::PlainText); // it quotes files
    label->setWordWrap(true);
    return label;
}

/// Whether the key is shown only where it differs from plain training.
bool isOfTask(KeyPath key)
{
    return key == "workload.task" || key == "job.kind";
}

} // namespace

PlanPreview::PlanPreview(QWidget* parent)
    : QFrame(parent)
    , m_content(new QWidget(this))
    , m_name(wrapped(m_content, "plans.name"))
    , m_verdict(new QWidget(m_content))
    , m_mark(new QLabel(m_verdict))
    , m_sentence(wrapped(m_verdict, "plans.verdict"))
    , m_chart(new FigureView(m_content))
    , m_grid(new QGridLayout)
    , m_note(wrapped(m_content, "plans.note"))
    , m_actions(new QGridLayout)
{
    setObjectName(QStringLiteral("plans.preview"));
    m_chart->setObjectName(QStringLiteral("plans.chart"));
    m_chart->setBandLabels(false);
    m_chart->setMinimumWidth(200);
    m_chart->setFixedHeight(chartHeight);
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_sentence->setForegroundRole(QPalette::WindowText); // the role that gets the verdict's colour
    m_mark->setFixedSize(markSize, markSize);
    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnStretch(1, 1);
    layOutContent();
    layOut();
    setFonts();
}

void PlanPreview::layOutContent()
{
    auto* verdict = new QHBoxLayout(m_verdict);
    verdict->setContentsMargins(0, 0, 0, 0);
    verdict->setSpacing(8);
    verdict->addWidget(m_mark);
    verdict->addWidget(m_sentence, 1);

    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(previewInset, 12, previewInset, 12);
    column->setSpacing(8);
    column->addWidget(m_name);
    column->addWidget(m_verdict);
    column->addWidget(m_chart);
    column->addLayout(m_grid);
    column->addWidget(m_note);
    column->addStretch(1);
}

/// The content scrolls; the buttons below always show.
void PlanPreview::layOut()
{
    auto* area = new QScrollArea(this);
    area->setObjectName(QStringLiteral("plans.scroll"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(m_content);
    m_content->setBackgroundRole(QPalette::Base);
    area->viewport()->setBackgroundRole(QPalette::Base);
    auto* line = new QFrame(this);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    m_actions->setContentsMargins(previewInset, 10, previewInset, 12);
    m_actions->setSpacing(8);
    m_actions->setColumnStretch(0, 1);
    m_actions->setColumnStretch(1, 1);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(area, 1);
    whole->addWidget(line);
    whole->addLayout(m_actions);
}

QPushButton* PlanPreview::addButton(QAction* action)
{
    auto* button = new QPushButton(this);
    button->setObjectName(action->objectName() + QStringLiteral(".button"));
    button->setAutoDefault(false);
    const auto follow = [button, action] {
        button->setText(menuText(action->text()));
        button->setEnabled(action->isEnabled());
        button->setVisible(action->isVisible());
    };
    connect(action, &QAction::changed, button, follow);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    m_actions->addWidget(button, m_buttons / 2, m_buttons % 2);
    ++m_buttons;
    follow();
    return button;
}

void PlanPreview::show(const LibraryPlan* plan, const MemoryFormat& format)
{
    m_facts = 0;
    m_verdict->setVisible(plan && plan->judgement);
    m_chart->setVisible(plan && plan->judgement);
    m_name->setText(plan ? plan->name : tr("No plan is chosen"));
    QString note;
    if (plan) {
        note = plan->plan ? QString::fromStdString(plan->plan->notes) : QString();
        if (!plan->problem.isEmpty())
            note = note.isEmpty() ? plan->problem : plan->problem + QStringLiteral("\n\n") + note;
    }
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    if (plan && plan->judgement) {
        showVerdict(*plan, format);
        showFacts(*plan);
        if (const auto figure = contextFigure(*plan->plan, builtinCatalog(), {}, format.unit()))
            m_chart->show(*figure);
    }
    for (std::size_t i = static_cast<std::size_t>(m_facts); i < m_rows.size(); ++i) {
        m_rows[i].first->hide();
        m_rows[i].second->hide();
    }
}

void PlanPreview::showVerdict(const LibraryPlan& plan, const MemoryFormat& format)
{
    const Judgement& judged = *plan.judgement;
    m_sentence->setText(translated(shortVerdict(judged, amountWords(format, judged.totals.total))));
    const Theme& theme = currentTheme();
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText,
                     judged.verdict == Verdict::Over ? theme.over : theme.fits);
    m_sentence->setPalette(colours);
    QPixmap mark(QSize(markSize, markSize) * devicePixelRatioF());
    mark.setDevicePixelRatio(devicePixelRatioF());
    mark.fill(Qt::transparent);
    QPainter painter(&mark);
    paintVerdict(painter, QRectF(0, 0, markSize, markSize), judged.verdict, theme.surface);
    painter.end();
    m_mark->setPixmap(mark);
}

void PlanPreview::showFacts(const LibraryPlan& listed)
{
    const Plan& plan = *listed.plan;
    const auto resolved = prepare(plan, builtinCatalog());
    if (!resolved)
        return;
    const Method& method = methodOf(plan.method);
    const QLocale locale;
    const auto count
        = [&](std::int64_t number) { return locale.toString(static_cast<qlonglong>(number)); };
    if (const QString known = listed.shelf == PlanShelf::Lecture ? knownFor(plan) : QString();
        !known.isEmpty())
        addFact(tr("Known for"), known);
    addFact(tr("Model"), listed.model);
    if (listed.context)
        addFact(tr("Context"),
                counted(tr("%1 {token|tokens} × %2"),
                        {count(*listed.context), count(plan.workload.microBatch)}));
    QString hardware = QString::fromStdString(deviceName(*resolved));
    if (listed.gpus)
        hardware = QStringLiteral("%1 × %2").arg(count(*listed.gpus), hardware);
    if (listed.zero)
        hardware = QStringLiteral("%1 · ZeRO-%2").arg(hardware, QString::number(*listed.zero));
    addFact(tr("GPUs"), hardware);
    const Plan whole = withDefaults(plan);
    for (const KeyPath key : std::initializer_list<KeyPath>{
             "workload.task", "job.kind", "inference.server", "inference.weights",
             "inference.kv_cache", "recipe.precision", "recipe.optimizer", "recipe.recompute",
             "recipe.attention"})
        if (methodReads(method, key) && canRead(plan, key)
            && (!isOfTask(key) || differsFromDefault(plan, keyOf(key))))
            addFact(keyLabel(key), valueLabel(key, keyOf(key).get(whole)));
    addFact(tr("Method"), translated(Text(method.name)));
}

void PlanPreview::addFact(const QString& label, const QString& value)
{
    const int row = m_facts++;
    if (m_rows.size() <= static_cast<std::size_t>(row)) {
        auto* name = new QLabel(m_content);
        auto* said = wrapped(m_content, "plans.fact");
        name->setForegroundRole(QPalette::PlaceholderText);
        m_grid->addWidget(name, row, 0, Qt::AlignLeading | Qt::AlignTop);
        m_grid->addWidget(said, row, 1, Qt::AlignTop);
        m_rows.emplace_back(name, said);
    }
    const auto [name, said] = m_rows[static_cast<std::size_t>(row)];
    name->setText(label);
    said->setText(value);
    name->show();
    said->show();
}

void PlanPreview::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        setFonts();
    QFrame::changeEvent(event);
}

void PlanPreview::setFonts()
{
    m_name->setFont(enlarged(demiBold(font()), 1.1));
}

} // namespace highwater
