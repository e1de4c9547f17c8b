// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan_panel.h"

#include "entry.h"
#include "key_controls.h"
#include "key_words.h"
#include "mission_row.h"
#include "mission_specs.h"
#include "section.h"
#include "theme.h"
#include "verdict_bar.h"
#include "words.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// A combo box in a panel that scrolls: the wheel scrolls unless the box has the focus.
class CalmCombo : public QComboBox
{
public:
    using QComboBox::QComboBox;

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        if (hasFocus())
            QComboBox::wheelEvent(event);
        else
            event->ignore();
    }
};

double parametersOf(const Plan& plan)
{
    if (const auto* sized = std::get_if<SizedModel>(&plan.model))
        return sized->parameters;
    const auto resolved = resolve(plan, builtinCatalog());
    return resolved ? static_cast<double>(resolved->counts.total) : 0;
}

/// The model of the catalogue that a mark of the slider stands for.
const Model* modelOnMark(const Scale& scale, double parameters)
{
    const bool onMark = std::ranges::any_of(
        scale.marks, [parameters](const Mark& mark) { return mark.value == parameters; });
    if (!onMark)
        return nullptr;
    const auto models = builtinCatalog().models();
    // Several generations may have one shape: the latest stands for it.
    const auto found = std::find_if(models.rbegin(), models.rend(), [&](const Model& model) {
        return static_cast<double>(model.totalParameters) == parameters;
    });
    return found == models.rend() ? nullptr : &*found;
}

/// Three digits that a person would choose, not where the pixel happened to be.
double rounded(double parameters)
{
    const double step = std::pow(10.0, std::floor(std::log10(parameters)) - 2);
    return std::round(parameters / step) * step;
}

CalmCombo* wideCombo(const char* name, QWidget* parent)
{
    auto* box = new CalmCombo(parent);
    box->setObjectName(QString::fromLatin1(name));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    box->setFocusPolicy(Qt::StrongFocus);
    return box;
}

/// A row's name without its mnemonic.
QString plainName(const MissionRow& row)
{
    QString name = row.spec().name;
    return name.remove(u'&');
}

constexpr double gibibyte = 1073741824.0;

} // namespace

PlanPanel::PlanPanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
{
    setObjectName(QStringLiteral("panel"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(0);
    buildMission();
    buildGroups();
    setMinimumWidth(316);
    setMaximumWidth(460);
}

void PlanPanel::buildMission()
{
    m_model = mission(modelSizeSpec(), "model.parameters");
    m_context = mission(contextLengthSpec(), "workload.context");
    m_batch = mission(microBatchSpec(), "workload.micro_batch");
    m_gpus = mission(gpuCountSpec(), "cluster.gpus");
    m_zero = mission(zeroStageSpec(), "layout.zero");
}

MissionRow* PlanPanel::mission(const MissionSpec& spec, const char* key)
{
    auto* row = new MissionRow(spec, this);
    layout()->addWidget(row);
    connect(row, &MissionRow::edited, this, [this, row, key](double value, bool finished) {
        editMission(key, plainName(*row), value, finished);
    });
    connect(row, &MissionRow::resetRequested, this, [this, row, key] {
        const Plan fresh = firstPlan();
        if (std::string_view(key) == "model.parameters") {
            Plan plan = m_document.plan();
            plan.model = fresh.model;
            m_document.edit(plan, plainName(*row));
        } else {
            m_document.edit(key, findKey(key)->get(fresh), plainName(*row));
        }
    });
    return row;
}

void PlanPanel::editMission(const char* key, const QString& what, double value, bool finished)
{
    const QString gesture = QString::fromLatin1(key);
    if (std::string_view(key) == "model.parameters") {
        Plan plan = m_document.plan();
        const auto entry = modelTyped(m_model->typedText(), QLocale());
        const Model* listed = entry && !entry->id.empty()
            ? builtinCatalog().model(entry->id)
            : modelOnMark(m_model->spec().scale, value);
        if (listed)
            plan.model = CatalogModel{listed->id};
        else
            plan.model = SizedModel{rounded(value)};
        m_document.edit(plan, what, gesture);
    } else {
        m_document.edit(key, static_cast<std::int64_t>(std::llround(value)), what, gesture);
    }
    if (finished)
        m_document.closeGesture();
}

void PlanPanel::buildGroups()
{
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    const auto section = [&](const char* name) {
        auto* made = new Section(QString::fromLatin1(name), content);
        column->addWidget(made);
        return made;
    };

    m_modelGroup = section("group.model");
    m_preset = wideCombo("model.preset", this);
    m_presetLabel = new QLabel(this);
    m_shapeLabel = new QLabel(this);
    m_shape = new QLabel(this);
    m_shape->setObjectName(QStringLiteral("model.shape"));
    QFont small = font();
    small.setPointSizeF(std::max(7.5, small.pointSizeF() - 1));
    m_shape->setFont(small);
    m_shape->setForegroundRole(QPalette::PlaceholderText);
    m_shape->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_modelGroup->addRow(m_presetLabel, m_preset);
    m_modelGroup->addRow(m_shapeLabel, m_shape);
    connect(m_preset, &QComboBox::activated, this, &PlanPanel::chooseModel);

    m_workload = section("group.workload");
    combo(m_workload, "recipe.precision");
    combo(m_workload, "recipe.optimizer");
    combo(m_workload, "recipe.gradients");
    combo(m_workload, "recipe.moments");
    field(m_workload, "workload.global_batch");

    m_savers = section("group.savers");
    combo(m_savers, "recipe.recompute");
    const auto checkIn = [this](Section* group, const char* path, const char* label) {
        auto* box = new KeyCheck(path, label, m_document, this);
        m_checks.push_back(box);
        group->addWide(box);
    };
    checkIn(m_workload, "recipe.master_weights",
            QT_TRANSLATE_NOOP("keys", "32-bit master weights"));
    const auto check = [&](const char* path, const char* label) { checkIn(m_savers, path, label); };
    check("recipe.attention", QT_TRANSLATE_NOOP("keys", "Flash attention"));
    check("recipe.kernels", QT_TRANSLATE_NOOP("keys", "Fused kernels"));
    check("recipe.loss", QT_TRANSLATE_NOOP("keys", "Chunked loss"));
    check("recipe.keep_gradients", QT_TRANSLATE_NOOP("keys", "Keep gradients between steps"));
    check("recipe.dropout", QT_TRANSLATE_NOOP("keys", "Dropout"));

    m_hardware = section("group.hardware");
    m_device = wideCombo("cluster.device", this);
    m_labels.push_back(new KeyLabel("cluster.device", this));
    m_hardware->addRow(m_labels.back(), m_device);
    connect(m_device, &QComboBox::activated, this, &PlanPanel::chooseDevice);
    m_capacity = new QLineEdit(this);
    m_capacity->setObjectName(QStringLiteral("cluster.capacity"));
    m_capacity->setAlignment(Qt::AlignRight);
    m_labels.push_back(new KeyLabel("cluster.capacity", this));
    m_hardware->addRow(m_labels.back(), m_capacity);
    connect(m_capacity, &QLineEdit::editingFinished, this, &PlanPanel::commitCapacity);
    field(m_hardware, "cluster.gpus_per_node");
    field(m_hardware, "layout.replicate");

    m_method = section("group.method");
    combo(m_method, "method");
    combo(m_method, "cluster.overhead");
    column->addStretch(1);

    auto* area = new QScrollArea(this);
    area->setObjectName(QStringLiteral("groups"));
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    layout()->addWidget(area);
}

KeyCombo* PlanPanel::combo(Section* section, const char* path)
{
    auto* box = new KeyCombo(path, m_document, this);
    m_labels.push_back(new KeyLabel(path, this));
    section->addRow(m_labels.back(), box);
    m_combos.push_back(box);
    return box;
}

KeyField* PlanPanel::field(Section* section, const char* path)
{
    auto* edit = new KeyField(path, m_document, this);
    m_labels.push_back(new KeyLabel(path, this));
    section->addRow(m_labels.back(), edit);
    m_fields.push_back(edit);
    return edit;
}

void PlanPanel::chooseModel(int index)
{
    const QString id = m_preset->itemData(index).toString();
    if (!id.isEmpty())
        m_document.edit("model.id", id.toStdString(), tr("Model"));
}

void PlanPanel::chooseDevice(int index)
{
    Plan plan = m_document.plan();
    plan.cluster.device = m_device->itemData(index).toString().toStdString();
    plan.cluster.capacity.reset(); // the line goes to where the new device has it
    m_document.edit(plan, keyLabel("cluster.device"));
}

void PlanPanel::commitCapacity()
{
    if (!m_capacity->isModified())
        return;
    m_capacity->setModified(false);
    QString text = m_capacity->text();
    text.remove(QStringLiteral("GiB"));
    bool ok = false;
    const double gibibytes = QLocale().toDouble(text.trimmed(), &ok);
    if (text.trimmed().isEmpty())
        m_document.edit("cluster.capacity", Value{}, keyLabel("cluster.capacity"));
    else if (ok && gibibytes > 0 && gibibytes < 1e6)
        m_document.edit("cluster.capacity",
                        static_cast<std::int64_t>(std::llround(gibibytes * gibibyte)),
                        keyLabel("cluster.capacity"));
    showFindings();
}

void PlanPanel::showPlan()
{
    const Plan& plan = m_document.plan();
    m_model->show(parametersOf(plan));
    m_context->show(static_cast<double>(plan.workload.context));
    m_batch->show(static_cast<double>(plan.workload.microBatch));
    m_gpus->show(static_cast<double>(plan.cluster.gpus));
    m_zero->show(static_cast<double>(plan.layout.zero));
    for (KeyCombo* box : m_combos)
        box->show();
    for (KeyCheck* box : m_checks)
        box->show();
    for (KeyField* edit : m_fields)
        edit->show();

    const auto* listed = std::get_if<CatalogModel>(&plan.model);
    m_preset->setCurrentIndex(listed ? m_preset->findData(QString::fromStdString(listed->id)) : 0);
    m_device->setCurrentIndex(m_device->findData(QString::fromStdString(plan.cluster.device)));
}

QString PlanPanel::shapeText(bool whole) const
{
    const QLocale locale;
    const auto number
        = [&](std::int64_t value) { return locale.toString(static_cast<qlonglong>(value)); };
    const Shape& shape = m_document.findings().estimate->plan.shape;
    QString text = QStringLiteral("%1 L · h %2 · f %3")
                       .arg(number(shape.layers), number(shape.hidden), number(shape.feedForward));
    if (whole)
        text += QStringLiteral(" · a %1 · kv %2 · v %3")
                    .arg(number(shape.heads), number(shape.keyWidth()), number(shape.vocabulary));
    if (shape.experts > 0)
        text += QStringLiteral(" · E %1/%2")
                    .arg(number(shape.expertsPerToken), number(shape.experts));
    return text;
}

void PlanPanel::showFindings()
{
    for (KeyLabel* label : m_labels)
        label->show(m_document);
    for (KeyCombo* box : m_combos)
        box->remark();
    for (KeyCheck* box : m_checks)
        box->remark();
    for (KeyField* edit : m_fields)
        edit->remark();
    const auto remark = [&](MissionRow* row, const char* key) {
        const KeyState state = keyState(m_document, key);
        row->setCaution(state.remark);
    };
    remark(m_context, "workload.context");
    remark(m_batch, "workload.micro_batch");
    remark(m_gpus, "cluster.gpus");
    remark(m_zero, "layout.zero");

    const Plan& plan = m_document.plan();
    const Plan whole = spelledOut(plan);
    const QLocale locale;
    m_modelGroup->setSummary(std::holds_alternative<CatalogModel>(plan.model) ? QString()
                                                                              : tr("made to size"));
    m_workload->setSummary(wordLabel("recipe.optimizer", nameOf(*whole.recipe.optimizer)));
    m_savers->setSummary(wordLabel("recipe.recompute", nameOf(*whole.recipe.recompute)));
    m_method->setSummary(wordLabel("method", nameOf(plan.method)));
    if (const Device* device = builtinCatalog().device(plan.cluster.device))
        m_hardware->setSummary(QStringLiteral("%1 × %2").arg(
            locale.toString(static_cast<qlonglong>(plan.cluster.gpus)), shortName(*device)));

    const auto& estimate = m_document.findings().estimate;
    if (!estimate)
        return;
    m_shape->setText(shapeText(false));
    m_shape->setToolTip(shapeText(true));
    if (!(m_capacity->hasFocus() && m_capacity->isModified())) {
        const double gibibytes = static_cast<double>(estimate->plan.capacity) / gibibyte;
        m_capacity->setText(locale.toString(gibibytes, 'f', 2) + QStringLiteral(" GiB"));
    }
}

void PlanPanel::retranslate()
{
    m_model->setSpec(modelSizeSpec());
    m_context->setSpec(contextLengthSpec());
    m_batch->setSpec(microBatchSpec());
    m_gpus->setSpec(gpuCountSpec());
    m_zero->setSpec(zeroStageSpec());
    m_modelGroup->setTitle(tr("Model"));
    m_workload->setTitle(tr("Workload"));
    m_savers->setTitle(tr("Memory savers"));
    m_hardware->setTitle(tr("Hardware && sharding"));
    m_method->setTitle(tr("Method"));
    m_presetLabel->setText(tr("Preset"));
    m_shapeLabel->setText(tr("Shape"));
    m_preset->setAccessibleName(tr("Preset"));
    m_device->setAccessibleName(keyLabel("cluster.device"));
    m_capacity->setAccessibleName(keyLabel("cluster.capacity"));
    m_capacity->setToolTip(keyHelp("cluster.device"));

    for (KeyCombo* box : m_combos)
        box->retranslate();
    m_preset->clear();
    m_preset->addItem(tr("Custom (scaled from Llama)"), QString());
    for (const Model& model : builtinCatalog().models())
        m_preset->addItem(QString::fromStdString(model.name), QString::fromStdString(model.id));
    m_device->clear();
    for (const Device& device : builtinCatalog().devices())
        m_device->addItem(QString::fromStdString(device.name), QString::fromStdString(device.id));
    showPlan();
    showFindings();
}

void PlanPanel::setSmall(bool small)
{
    for (MissionRow* row : {m_model, m_context, m_batch, m_gpus, m_zero})
        row->setSmall(small);
    for (Section* section : {m_workload, m_savers, m_hardware, m_method})
        section->setOpen(!small);
}

} // namespace highwater
