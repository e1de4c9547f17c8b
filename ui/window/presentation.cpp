// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/presentation.h"

#include "ui/answer/verdict_lines.h"
#include "ui/base/key_words.h"
#include "ui/base/mark_slider.h"
#include "ui/base/mnemonic.h"
#include "ui/base/theme.h"
#include "ui/base/verdict_icon.h"
#include "ui/base/words.h"
#include "ui/document/document.h"
#include "ui/figures/band_boxes.h"
#include "ui/figures/context_view.h"
#include "ui/figures/figure_view.h"
#include "ui/panel/model_choice.h"
#include "ui/panel/slider_specs.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace highwater {
namespace {

/// Pixels on a screen of this size; on others, all in proportion.
constexpr QSize drawnScreen(1920, 1080);
constexpr double textPixels = 22, valuePixels = 34, titlePixels = 27, signPixels = 36;
constexpr double handleTimes = 2; ///< 24 x 32 in place of 12 x 16
constexpr std::chrono::seconds hintTime(5);

QFont inPixels(QFont font, double pixels, QFont::Weight weight = QFont::Normal)
{
    font.setPixelSize(static_cast<int>(std::lround(pixels)));
    font.setWeight(weight);
    return font;
}

SliderSpec specOf(KeyPath key, bool serves)
{
    return key == "model.parameters"    ? modelSizeSpec()
        : key == "workload.context"     ? contextLengthSpec()
        : key == "workload.micro_batch" ? (serves ? sequencesSpec() : microBatchSpec())
        : key == "cluster.gpus"         ? gpuCountSpec()
                                        : zeroStageSpec();
}

} // namespace

/// The sign of a verdict, in the size of its box.
class VerdictSign : public QWidget
{
public:
    using QWidget::QWidget;

    void show(const std::optional<Verdict>& verdict)
    {
        m_verdict = verdict;
        update();
    }
    using QWidget::show;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        QRectF box(0, 0, width(), width());
        box.moveCenter(QRectF(rect()).center());
        if (m_verdict)
            paintVerdict(painter, box, *m_verdict, currentTheme().window);
        else
            paintNoVerdict(painter, box);
    }

private:
    std::optional<Verdict> m_verdict;
};

Presentation::Presentation(const Document& document, QWidget* window)
    : QWidget(window, Qt::Window)
    , m_document(document)
    , m_band(new QWidget(this))
    , m_title(new QLabel(this))
    , m_verdict(new QLabel(this))
    , m_sign(new VerdictSign(this))
    , m_chart(new ContextChartView(this))
    , m_hint(new QLabel(this))
{
    setObjectName(QStringLiteral("presentation"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAutoFillBackground(true);
    m_title->setObjectName(QStringLiteral("presentation.title"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setMinimumWidth(0);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_verdict->setObjectName(QStringLiteral("presentation.verdict"));
    m_verdict->setTextFormat(Qt::PlainText);
    m_chart->setObjectName(QStringLiteral("presentation.chart"));
    m_hint->setObjectName(QStringLiteral("presentation.hint"));
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setAutoFillBackground(true);
    m_hint->setAttribute(Qt::WA_TransparentForMouseEvents);
    QTimer::singleShot(hintTime, m_hint, &QWidget::hide);
    m_band->setObjectName(QStringLiteral("presentation.sliders"));
    m_band->setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(48, 24, 48, 12);
    head->setSpacing(16);
    head->addWidget(m_title, 1);
    head->addWidget(m_sign);
    head->addWidget(m_verdict);
    column->addLayout(head);
    column->addWidget(m_chart, 1);
    column->addWidget(m_band);
    auto* row = new QHBoxLayout(m_band);
    row->setContentsMargins(40, 20, 40, 20);
    row->setSpacing(24);
    for (const KeyPath key :
         {KeyPath("model.parameters"), KeyPath("workload.context"), KeyPath("workload.micro_batch"),
          KeyPath("cluster.gpus"), KeyPath("layout.zero")})
        addColumn(*row, key);
    connect(m_chart, &ContextChartView::contextDragged, this, &Presentation::contextDragged);
    connect(&m_chart->bands(), &BandBoxes::shownChanged, this, &Presentation::bandsChosen);
    applySpecs();
    setSizes();
    giveColours();
    m_columns[1].slider->setFocus();
}

void Presentation::follow(const FigureView& view, bool ofPlan)
{
    m_source = &view;
    m_ofPlan = ofPlan;
    m_figure = new FigureView(this);
    m_figure->setObjectName(QStringLiteral("presentation.figure"));
    m_figure->setLegend(true); // that of the window is not here
    m_figure->setFocusPolicy(Qt::NoFocus); // no frame around it
    auto* sides = new QHBoxLayout;
    sides->setContentsMargins(24, 0, 24, 12);
    sides->addWidget(m_figure);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertLayout(column->indexOf(m_chart), sides, 1);
    m_chart->hide();
    m_band->setVisible(ofPlan);
    m_sign->setVisible(ofPlan);
    m_verdict->setVisible(ofPlan);
    connect(&view, &FigureView::contentChanged, this, &Presentation::showFigure);
    if (!ofPlan) {
        setFocusPolicy(Qt::StrongFocus);
        setFocus();
    }
    applySpecs();
    setSizes();
    showFigure();
}

void Presentation::showFigure()
{
    const Figure& figure = m_source->wholeFigure();
    const QString title = translated(figure.title);
    m_title->setText(
        m_ofPlan ? tr("%1: %2").arg(title, QString::fromStdString(m_document.plan().name)) : title);
    if (figure.panels.empty())
        m_figure->showSentence(m_source->sentence());
    else
        m_figure->show(figure);
    m_figure->setCounted(m_source->isCounted());
    m_figure->setStale(m_source->isStale());
}

void Presentation::addColumn(QHBoxLayout& row, KeyPath key)
{
    auto* cells = new QVBoxLayout;
    cells->setSpacing(2);
    auto* name = new QLabel(m_band);
    auto* value = new QLabel(m_band);
    auto* slider = new MarkSlider(m_band);
    for (QLabel* label : {name, value}) {
        label->setTextFormat(Qt::PlainText);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        cells->addWidget(label);
    }
    cells->addWidget(slider);
    row.addLayout(cells, 1);
    connect(slider, &MarkSlider::moved, this,
            [this, slider, key](double moved) { emit edited(key, moved, !slider->isPressed()); });
    connect(slider, &MarkSlider::released, this,
            [this, slider, key] { emit edited(key, slider->value(), true); });
    m_columns.push_back({key, {}, name, value, slider});
}

/// Names, scales and words of the sliders, as those of the panel.
void Presentation::applySpecs()
{
    m_serves = m_document.plan().workload.task == Task::Inference;
    for (Column& column : m_columns) {
        column.spec = specOf(column.key, m_serves);
        const QString name = withoutMark(column.spec.name);
        column.name->setText(name);
        column.slider->setObjectName(QStringLiteral("presentation.") + column.spec.objectName);
        column.slider->setAccessibleName(name);
        column.slider->setScale(column.spec.scale);
        column.slider->setSteps(column.spec.steps);
        column.slider->setValueText(column.spec.text);
        column.value->setObjectName(column.slider->objectName() + QStringLiteral(".value"));
    }
    setWindowTitle(tr("Presentation — Highwater"));
    m_hint->setText(m_ofPlan
                        ? tr("Esc ends the presentation; Tab and the arrow keys move the sliders")
                        : tr("Esc ends the presentation"));
    placeHint();
}

void Presentation::showResults(const MemoryFormat& format)
{
    const Plan& plan = m_document.plan();
    if (m_serves != (plan.workload.task == Task::Inference))
        applySpecs();
    const bool hasRanks = !m_serves && plan.cluster.gpus > 1;
    const std::array values{parametersOf(plan), static_cast<double>(plan.workload.context),
                            static_cast<double>(plan.workload.microBatch),
                            static_cast<double>(plan.cluster.gpus),
                            hasRanks ? static_cast<double>(plan.layout.zero) : 0};
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const Column& column = m_columns[i];
        const SliderSpec& spec = column.spec;
        if (!column.slider->isPressed())
            column.slider->setScale(spec.reaching && values[i] > spec.scale.most
                                        ? spec.reaching(values[i])
                                        : spec.scale);
        column.slider->setValue(values[i]);
        const bool isZero = column.key == "layout.zero";
        if (isZero)
            column.slider->setEnabled(hasRanks);
        // Of the units only that of the model belongs to the number: "8.03 B params".
        QString text = column.slider->valueText();
        if (column.key == "model.parameters")
            text += u' ' + spec.unit(values[i]);
        column.value->setText(isZero && !hasRanks ? withoutRanks(m_serves) : text);
    }

    const Results& shown = m_document.estimatedResults();
    const VerdictContent content = verdictContent(m_document.results());
    if (!m_source)
        m_title->setText(QString::fromStdString(plan.name));
    m_verdict->setText(verdictLines(content, format).headline);
    m_sign->show(content.verdict);
    if (m_source)
        return;
    m_chart->setStale(!m_document.results().chart);
    if (!shown.chart) {
        m_chart->showSentence(m_verdict->text());
        return;
    }
    m_chart->setServes(shown.estimate->plan.serves());
    m_chart->bands().setShown(m_document.contextView().shown);
    m_chart->setDeviceName(shortName(*shown.estimate->plan.device));
    m_chart->setSummary(m_verdict->text());
    m_chart->setFormat(format);
    m_chart->show(*shown.chart);
}

/// Sizes in proportion to those of the screen that it is drawn for.
void Presentation::setSizes()
{
    constexpr double least = 0.55;
    const double scale = std::max(least,
                                  std::min(static_cast<double>(width()) / drawnScreen.width(),
                                           static_cast<double>(height()) / drawnScreen.height()));
    setFont(inPixels(font(), scale * textPixels));
    m_title->setFont(inPixels(font(), scale * titlePixels, QFont::DemiBold));
    m_verdict->setFont(inPixels(font(), scale * titlePixels));
    const int sign = static_cast<int>(std::lround(scale * signPixels));
    m_sign->setFixedSize(sign, sign);
    for (const Column& column : m_columns) {
        column.name->setFont(inPixels(font(), scale * textPixels, QFont::DemiBold));
        column.value->setFont(inPixels(font(), scale * valuePixels));
        const double times = std::max(1.0, scale * handleTimes);
        column.slider->setMagnified(times);
        // The texts stand above the groove's beginning.
        const int left = static_cast<int>(std::lround(times * MarkSlider::grooveInset));
        for (QLabel* label : {column.name, column.value})
            label->setContentsMargins(left, 0, 0, 0);
    }
    const int side = static_cast<int>(std::lround(scale * textPixels));
    m_hint->setContentsMargins(side, side / 2, side, side / 2);
    placeHint();
}

/// In the middle above the sliders, over the figure's lower edge.
void Presentation::placeHint()
{
    m_hint->adjustSize();
    const int bottom = m_band->isHidden() ? height() : height() - m_band->sizeHint().height();
    m_hint->move((width() - m_hint->width()) / 2, bottom - m_hint->height() - m_hint->height() / 2);
    m_hint->raise();
}

void Presentation::giveColours()
{
    const Theme& theme = currentTheme();
    QPalette of = theme.palette();
    of.setColor(QPalette::Window, theme.surface);
    setPalette(of);
    of.setColor(QPalette::Window, theme.tableHead);
    m_band->setPalette(of);
    of.setColor(QPalette::Window, theme.text);
    of.setColor(QPalette::WindowText, theme.surface);
    m_hint->setPalette(of);
}

void Presentation::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_F5)
        close();
    else
        QWidget::keyPressEvent(event);
}

void Presentation::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    setSizes();
}

void Presentation::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::ApplicationPaletteChange)
        giveColours();
    else if (event->type() == QEvent::LanguageChange) {
        applySpecs();
        if (m_source)
            showFigure();
    }
    QWidget::changeEvent(event);
}

} // namespace highwater
