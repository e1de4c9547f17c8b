// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/plan_panel.h"

#include "ui/base/elided_label.h"
#include "ui/base/key_words.h"
#include "ui/base/message_line.h"
#include "ui/base/scrolling.h"
#include "ui/base/sentences.h"
#include "ui/base/settings.h"
#include "ui/base/tip.h"
#include "ui/base/words.h"
#include "ui/panel/control_group.h"
#include "ui/panel/group_summaries.h"
#include "ui/panel/key_label.h"
#include "ui/panel/key_relevance.h"
#include "ui/panel/make_key_control.h"
#include "ui/panel/model_choice.h"
#include "ui/panel/pick_combo.h"
#include "ui/panel/pinned_slider.h"
#include "ui/panel/shape_dialog.h"
#include "ui/panel/slider_specs.h"

#include "core/answer/group_words.h"
#include "core/catalog/catalog.h"
#include "core/job/role_keys.h"
#include "core/methods/estimate_words.h"
#include "core/methods/key_use.h"

#include <QCheckBox>
#include <QDialog>
#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <functional>

namespace highwater {
namespace {

/// The name of the row without the '&' that marks its shortcut.
QString plainName(const PinnedSlider& row)
{
    QString name = row.spec().name;
    return name.remove(u'&');
}

} // namespace

PlanPanel::PlanPanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
{
    setObjectName(QStringLiteral("panel"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(0);
    buildSliders();
    buildGroups();
    setMaximumWidth(560);
}

QSize PlanPanel::minimumSizeHint() const
{
    return QWidget::minimumSizeHint().expandedTo({leastWidth, 0});
}

void PlanPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        setShapeFont();
    QWidget::changeEvent(event);
}

void PlanPanel::setShapeFont()
{
    QFont small = font();
    small.setPointSizeF(std::max(7.5, small.pointSizeF() - 1));
    m_shape->setFont(small);
}

void PlanPanel::buildSliders()
{
    m_model = sliderRow(modelSizeSpec(), "model.parameters");
    m_context = sliderRow(contextLengthSpec(), "workload.context");
    m_batch = sliderRow(microBatchSpec(), "workload.micro_batch");
    m_gpus = sliderRow(gpuCountSpec(), "cluster.gpus");
    m_zero = sliderRow(zeroStageSpec(), "layout.zero");
}

PinnedSlider* PlanPanel::sliderRow(const SliderSpec& spec, KeyPath key)
{
    auto* row = new PinnedSlider(spec, this);
    layout()->addWidget(row);
    connect(row, &PinnedSlider::edited, this, [this, row, key](double value, bool finished) {
        editBySlider(key, plainName(*row), value, finished);
    });
    connect(row, &PinnedSlider::resetRequested, this, [this, row, key] {
        const Plan fresh = firstPlan();
        if (key == "model.parameters") {
            Plan plan = m_document.plan();
            plan.model = fresh.model;
            m_document.edit(plan, plainName(*row));
        } else {
            m_document.edit(key, keyOf(key).get(fresh), plainName(*row));
        }
    });
    return row;
}

void PlanPanel::editBySlider(KeyPath key, const QString& what, double value, bool finished)
{
    const QString gesture = pathText(key);
    if (key == "model.parameters") {
        Plan plan = m_document.plan();
        plan.model = modelAt(value, m_model->typedText(), m_model->spec().scale);
        m_document.edit(plan, what, gesture);
    } else {
        m_document.edit(key, static_cast<std::int64_t>(std::llround(value)), what, gesture);
    }
    if (finished)
        m_document.closeGesture();
}

ControlGroup* PlanPanel::group(const char* name)
{
    auto* made = new ControlGroup(QString::fromLatin1(name), this);
    connect(made, &ControlGroup::folded, this, &PlanPanel::storeFolds);
    m_groups.push_back(made);
    return made;
}

void PlanPanel::buildGroups()
{
    buildModel();
    buildHardware(); // placed so high that the GPU is visible in a window of usual size
    buildWorkload();
    buildJob();
    buildSavers();
    buildRun();
    buildMethod();
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (ControlGroup* section : m_groups)
        column->addWidget(section);
    column->addStretch(1);
    QScrollArea* area = scrolling(content, this);
    area->setObjectName(QStringLiteral("groups"));
    layout()->addWidget(area);
    restoreFolds();
}

void PlanPanel::buildModel()
{
    m_modelGroup = group("group.model");
    m_preset = new PickCombo(QStringLiteral("model.preset"), this);
    m_presetLabel = new QLabel(this);
    m_shapeLabel = new QLabel(this);
    auto* shape = new QWidget(this);
    m_shape = new ElidedLabel(shape);
    m_shape->setObjectName(QStringLiteral("model.shape"));
    setShapeFont();
    m_shape->setForegroundRole(QPalette::PlaceholderText);
    m_editShape = new QToolButton(shape);
    m_editShape->setObjectName(QStringLiteral("model.editShape"));
    m_editShape->setMinimumHeight(24);
    auto* line = new QHBoxLayout(shape);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(m_shape, 1);
    line->addWidget(m_editShape);
    m_presetMessage = new MessageLine(this);
    m_presetMessage->setObjectName(QStringLiteral("model.preset.message"));
    m_modelGroup->addRow(m_presetLabel, m_preset, {m_presetMessage});
    m_modelGroup->addRow(m_shapeLabel, shape, {}, m_editShape);
    connect(m_preset, &PickCombo::picked, this, &PlanPanel::chooseModel);
    connect(m_preset, &PickCombo::refused, this, &PlanPanel::refuseModel);
    connect(m_editShape, &QToolButton::clicked, this, &PlanPanel::editShape);
}

void PlanPanel::buildWorkload()
{
    m_workload = group("group.workload");
    for (const KeyPath path : std::initializer_list<KeyPath>{
             "workload.task", "job.kind", "inference.server", "inference.weights",
             "inference.kv_cache", "inference.output", "inference.memory_fraction",
             "inference.prefill_chunk", "inference.max_sequences", "recipe.precision",
             "recipe.optimizer", "recipe.gradients", "workload.global_batch"})
        row(m_workload, path);
    m_step = new Sentences(QStringLiteral("workload.step"), this);
    m_workload->addRow(nullptr, m_step);
    for (const KeyPath path : std::initializer_list<KeyPath>{
             "adapter.kind", "adapter.method", "adapter.rank", "adapter.targets",
             "adapter.prompt_length", "adapter.start_layer", "adapter.base"})
        row(m_workload, path);
    m_workload->startRare();
    for (const KeyPath path : std::initializer_list<KeyPath>{"recipe.moments",
                                                             "recipe.master_weights",
                                                             "recipe.fused_step",
                                                             "recipe.dropout",
                                                             "adapter.dropout",
                                                             "adapter.upcast",
                                                             "adapter.dora",
                                                             "adapter.modules_to_save",
                                                             "recipe.frozen",
                                                             "recipe.frozen_layers",
                                                             "recipe.frozen_from",
                                                             "recipe.optimizer_rank",
                                                             "recipe.master_precision",
                                                             "recipe.prediction_layers",
                                                             "workload.evaluation_batch",
                                                             "workload.kept_predictions",
                                                             "adapter.merge",
                                                             "recipe.saved_state",
                                                             "recipe.efficient_loading",
                                                             "job.packing",
                                                             "inference.imatrix",
                                                             "inference.group_size",
                                                             "inference.version",
                                                             "inference.graphs",
                                                             "inference.gpu_layers",
                                                             "inference.host_experts"})
        row(m_workload, path);
}

/// Builds the settings of a pass of a job, and the group of its models; makeRole() fills the
/// latter.
void PlanPanel::buildJob()
{
    m_job = group("group.job");
    for (const KeyPath path :
         std::initializer_list<KeyPath>{"job.completion", "job.reference_free",
                                        "job.precomputed_reference", "job.top_k", "job.logits"})
        row(m_job, path);
    m_job->startRare();
    for (const KeyPath path : std::initializer_list<KeyPath>{
             "job.samples", "job.prompt", "job.tokens.update", "job.tokens.logprob",
             "job.tokens.value", "job.rows", "job.entropy"})
        row(m_job, path);
    m_roles = group("group.roles");
}

/// Makes a group of all keys of the role.
void PlanPanel::makeRole(RoleId role)
{
    ControlGroup*& made = m_roleGroups[static_cast<std::size_t>(role)];
    made = new ControlGroup(m_roles->objectName() + QLatin1Char('.') + toQString(nameOf(role)),
                            this, ControlGroup::Level::Row);
    made->setTitle(sentence(roleName(role)));
    made->setOpen(settings::unfoldedRareRows.value().contains(made->objectName()));
    connect(made, &ControlGroup::folded, this, &PlanPanel::storeFolds);
    const auto before = static_cast<std::ptrdiff_t>(m_controls.size());
    for (const Key& key : keys())
        if (roleOfKey(key.path) == role)
            row(made, key.path);
    std::for_each(m_controls.begin() + before, m_controls.end(),
                  std::mem_fn(&KeyControl::retranslate));
    m_roles->addRow(nullptr, made);
    emit groupMade();
}

/// Shows the groups of the roles that the plan's job has, or would have once a key of them is set.
void PlanPanel::showRoles()
{
    for (std::size_t i = 0; i < m_roleGroups.size(); ++i) {
        const auto role = static_cast<RoleId>(i);
        const bool shown = mayHaveRole(m_document.plan(), role);
        if (shown && !m_roleGroups[i])
            makeRole(role);
        if (m_roleGroups[i])
            m_roles->setRowShown(m_roleGroups[i], shown);
    }
}

void PlanPanel::buildSavers()
{
    m_savers = group("group.savers");
    row(m_savers, "recipe.recompute");
    pair(m_savers, "recipe.attention", "recipe.kernels");
    row(m_savers, "recipe.loss");
    m_savers->startRare();
    for (const KeyPath path : std::initializer_list<KeyPath>{
             "recipe.norm_kernels", "recipe.mlp_kernels", "adapter.kernels",
             "recipe.recompute_method", "recipe.recompute_layers", "recipe.recompute_modules",
             "recipe.keep_gradients", "recipe.step_in_backward", "layout.offload_optimizer",
             "layout.offload_fraction", "layout.offload_parameters", "layout.offload_activations",
             "layout.offload_layers"})
        row(m_savers, path);
}

void PlanPanel::buildHardware()
{
    m_hardware = group("group.hardware");
    m_device = new PickCombo(pathText("cluster.device"), this);
    m_labels.push_back(new KeyLabel({"cluster.device"}, this));
    m_hardware->addRow(m_labels.back(), m_device);
    connect(m_device, &PickCombo::picked, this, &PlanPanel::chooseDevice);
    row(m_hardware, "cluster.capacity");
    row(m_hardware, "cluster.reserve");
    joint(m_hardware, {QStringLiteral("TP"), QStringLiteral("PP"), QStringLiteral("CP")},
          {"layout.tensor", "layout.pipeline", "layout.context"});
    row(m_hardware, "layout.expert");
    m_hardware->startRare();
    for (const KeyPath path : std::initializer_list<KeyPath>{
             "layout.sequence_parallel", "layout.tp_inputs", "layout.virtual_pipeline",
             "layout.stage_split", "layout.stage_layers", "layout.schedule", "layout.context_kind",
             "layout.imbalance", "layout.expert_tensor", "layout.replicate", "layout.reduce_bucket",
             "layout.overlap_comm", "cluster.gpus_per_node", "cluster.host_memory",
             "cluster.allocator.expandable_segments", "cluster.allocator.max_split_size",
             "cluster.allocator.roundup_power2_divisions"})
        row(m_hardware, path);
}

/// Builds the group of the keys on which the time and the price of the run depend.
void PlanPanel::buildRun()
{
    m_run = group("group.run");
    for (const KeyPath path : std::initializer_list<KeyPath>{
             "workload.examples", "workload.mean_length", "workload.epochs",
             "workload.training_tokens", "cluster.price_per_hour", "cluster.utilisation"})
        row(m_run, path);
    m_run->startRare();
    for (const KeyPath path : std::initializer_list<KeyPath>{
             "cluster.peak_tflops", "cluster.memory_bandwidth", "cluster.board_power",
             "cluster.links.intra", "cluster.links.inter", "cluster.links.pcie",
             "cluster.links.host", "cluster.links.disk"})
        row(m_run, path);
}

void PlanPanel::buildMethod()
{
    m_method = group("group.method");
    row(m_method, "method");
    row(m_method, "recipe.framework");
    row(m_method, "recipe.engine");
    row(m_method, "cluster.overhead");
    m_remarks = new Sentences(QStringLiteral("method.remarks"), this);
    m_method->addRow(nullptr, m_remarks);
    m_ownTable = new QPushButton(this);
    m_ownTable->setObjectName(QStringLiteral("method.ownTable"));
    m_ownTable->setAutoDefault(false);
    m_method->addRow(nullptr, m_ownTable);
    m_method->startRare();
    for (const KeyPath path : std::initializer_list<KeyPath>{
             "recipe.reentrant", "recipe.checkpoint_outside", "recipe.use_orig_params",
             "recipe.backward_prefetch", "adapter.own_units", "recipe.hold_logits",
             "recipe.versions.transformers", "recipe.versions.accelerate", "recipe.versions.peft",
             "recipe.versions.deepspeed"})
        row(m_method, path);
    connect(m_ownTable, &QPushButton::clicked, this, &PlanPanel::showOwnTable);
}

/// Shows the lines that the method's original program prints for the plan.
void PlanPanel::showOwnTable()
{
    const auto& estimate = m_document.results().estimate;
    if (!estimate)
        return;
    auto* dialog = new QDialog(this);
    dialog->setObjectName(QStringLiteral("ownTable"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(translated(Text(methodOf(m_document.plan().method).name)));
    auto* text = new QPlainTextEdit(QString::fromStdString(estimate->answer.ownTable), dialog);
    text->setObjectName(QStringLiteral("ownTable.text"));
    text->setAccessibleName(m_ownTable->text());
    text->setReadOnly(true);
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto* column = new QVBoxLayout(dialog);
    column->addWidget(text);
    dialog->resize(820, 360);
    dialog->open();
}

void PlanPanel::showSentences()
{
    const auto& estimate = m_document.results().estimate;
    const auto show = [](ControlGroup* section, Sentences* place, const std::vector<Text>& texts) {
        QStringList said;
        for (const Text& text : texts)
            said << sentence(text);
        place->setText(said.join(QLatin1Char('\n')));
        section->setRowShown(place, !said.isEmpty());
    };
    show(m_workload, m_step, estimate ? batchWords(*estimate) : std::vector<Text>());
    show(m_method, m_remarks, estimate ? methodWords(*estimate) : std::vector<Text>());
    m_method->setRowShown(m_ownTable, estimate && !estimate->answer.ownTable.empty());
}

KeyControl* PlanPanel::control(KeyPath path, QWidget* parent)
{
    KeyControl* made = makeKeyControl(path, m_document, parent);
    m_controls.push_back(made);
    return made;
}

void PlanPanel::row(ControlGroup* section, KeyPath path)
{
    KeyControl* made = control(path, this);
    QLabel* label = nullptr; // a check box has its own
    if (!qobject_cast<QCheckBox*>(made->widget()))
        label = m_labels.emplace_back(new KeyLabel({path}, this));
    section->addRow(label, made->widget(), {made->message()});
    m_conditional.push_back({section, made->widget(), {made}});
    if (section->isRareNow())
        m_rare.emplace_back(section, path);
}

void PlanPanel::pair(ControlGroup* section, KeyPath left, KeyPath right)
{
    auto* both = new QWidget(this);
    auto* line = new QHBoxLayout(both);
    line->setContentsMargins(0, 0, 0, 0);
    KeyControl* first = control(left, both);
    KeyControl* second = control(right, both);
    line->addWidget(first->widget(), 1);
    line->addWidget(second->widget(), 1);
    section->addRow(nullptr, both, {first->message(), second->message()}, second->widget());
    m_conditional.push_back({section, both, {first, second}});
}

void PlanPanel::joint(ControlGroup* section, const QStringList& names,
                      const std::vector<KeyPath>& paths)
{
    auto* all = new QWidget(this);
    auto* line = new QHBoxLayout(all);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    std::vector<MessageLine*> messages;
    std::vector<KeyControl*> controls;
    for (const KeyPath path : paths) {
        KeyControl* made = controls.emplace_back(control(path, all));
        made->widget()->setMinimumWidth(48);
        line->addWidget(made->widget(), 1);
        messages.push_back(made->message());
    }
    KeyLabel* label = m_labels.emplace_back(new KeyLabel(
        paths, this, names.first(),
        QT_TRANSLATE_NOOP("highwater::KeyControl",
                          "GPUs that hold one model together, for each way of cutting it.")));
    section->addRow(label, all, std::move(messages), controls.front()->widget());
    m_conditional.push_back({section, all, std::move(controls), label, names});
}

void PlanPanel::chooseModel(const std::string& id)
{
    Plan plan = m_document.plan();
    if (id == sizedId)
        plan.model = sizedModel(std::clamp(parametersOf(plan), 1e6, 1e14));
    else if (id == customId)
        plan = withCustomModel(plan);
    else
        plan.model = CatalogModel{id};
    m_document.edit(plan, tr("Model"));
    if (id == customId)
        editShape();
}

/// Tells of a typed model that the catalogue does not have, with what to do.
void PlanPanel::refuseModel(const QString& typed)
{
    constexpr int longest = 60;
    const QString name = typed.size() > longest ? typed.left(longest) + u'…' : typed;
    QStringList similar;
    for (const std::string& id :
         similarIds(builtinCatalog().models(), typed.section(u'/', -1).toStdString()))
        similar << QString::fromStdString(id);
    QString sentence = similar.isEmpty() ? tr("“%1” is not in the catalogue.").arg(name)
                                         : tr("“%1” is not in the catalogue; similar: %2.")
                                               .arg(name, similar.join(QStringLiteral(", ")));
    sentence += u' ' + tr("File › Import… takes the model's config.json.");
    m_presetMessage->setMessage(sentence);
}

void PlanPanel::chooseDevice(const std::string& id)
{
    Plan plan = m_document.plan();
    plan.cluster.device = id;
    plan.cluster.capacity.reset(); // a stated capacity belonged to the old device
    m_document.edit(plan, keyLabel("cluster.device"));
}

void PlanPanel::editShape()
{
    if (!m_shapeDialog)
        m_shapeDialog = new ShapeDialog(m_document, this);
    m_shapeDialog->show();
    m_shapeDialog->raise();
    m_shapeDialog->activateWindow();
}

void PlanPanel::showPlan()
{
    const Plan& plan = m_document.plan();
    showTask();
    m_model->show(parametersOf(plan));
    m_context->show(static_cast<double>(plan.workload.context));
    m_batch->show(static_cast<double>(plan.workload.microBatch));
    m_gpus->show(static_cast<double>(plan.cluster.gpus));
    m_zero->show(static_cast<double>(plan.layout.zero));
    const Plan whole = withDefaults(plan);
    for (KeyControl* control : m_controls)
        control->showPlan(plan, whole);
    m_preset->setCurrentId(presetOf(plan));
    m_presetMessage->setMessage({});
    m_device->setCurrentId(plan.cluster.device);
}

bool PlanPanel::serves() const
{
    return m_document.plan().workload.task == Task::Inference;
}

/// Fits sliders, title and groups of roles to the plan's task. showRelevant() hides the other rows
/// that the task does not have.
void PlanPanel::showTask()
{
    if (const bool shares = canRead(m_document.plan(), "layout.zero");
        m_zero->isHidden() == shares) {
        m_batch->setSpec(serves() ? sequencesSpec() : microBatchSpec());
        m_zero->setVisible(shares);
    }
    if (const Task task = m_document.plan().workload.task; task != m_titled) {
        m_titled = task;
        m_workload->setTitle(workloadTitle());
    }
    showRoles();
}

QString PlanPanel::workloadTitle() const
{
    switch (m_document.plan().workload.task) {
    case Task::Train:
        break;
    case Task::Inference:
        return tr("Inference workload");
    case Task::Preference:
        return tr("Preference workload");
    case Task::Reinforcement:
        return tr("Reinforcement workload");
    }
    return tr("Training workload");
}

void PlanPanel::showResults()
{
    showRelevant();
    for (KeyLabel* label : m_labels)
        label->show(m_document);
    for (KeyControl* control : m_controls)
        control->showResults();
    const QString deviceRemark = keyState(m_document, "cluster.device").remark();
    const QString deviceTip
        = tip(deviceRemark.isEmpty() ? keyHelp("cluster.device") : deviceRemark);
    if (m_device->toolTip() != deviceTip) {
        m_device->setToolTip(deviceTip);
        m_device->setAccessibleDescription(deviceTip);
    }
    showSentences();
    summarise();
    const auto remark = [&](PinnedSlider* row, KeyPath key) {
        const KeyState state = keyState(m_document, key);
        row->setCaution(state.remark());
    };
    remark(m_context, "workload.context");
    remark(m_batch, "workload.micro_batch");
    remark(m_gpus, "cluster.gpus");
    remark(m_zero, "layout.zero");

    m_shape->setText(shapeText(m_document.plan(), false));
    if (const QString whole = tip(shapeText(m_document.plan(), true)); m_shape->toolTip() != whole)
        m_shape->setToolTip(whole);
}

void PlanPanel::showRelevant()
{
    const Plan& plan = m_document.plan();
    const Results& results = m_document.estimatedResults();
    for (const Conditional& row : m_conditional) {
        QStringList names;
        bool any = false;
        for (std::size_t i = 0; i < row.controls.size(); ++i) {
            KeyControl* const control = row.controls[i];
            const bool shown = isRelevant(control->path(), plan, results);
            any = any || shown;
            if (row.controls.size() == 1)
                continue;
            control->widget()->setVisible(shown);
            if (shown && row.label)
                names << row.names[static_cast<qsizetype>(i)];
        }
        if (row.label)
            row.label->setOwnText(names.join(QStringLiteral(" × ")));
        row.section->setRowShown(row.row, any);
    }
    for (ControlGroup* section : m_groups) {
        section->setVisible(section->hasShownRows());
        section->setRareCount(static_cast<int>(std::ranges::count_if(m_rare, [&](const auto& rare) {
            return rare.first == section && isOverridden(plan, rare.second);
        })));
    }
}

void PlanPanel::summarise()
{
    const Plan& plan = m_document.plan();
    m_modelGroup->setSummary(m_preset->itemText(m_preset->currentIndex()));
    m_workload->setSummary(workloadSummary(plan));
    m_job->setSummary(jobSummary(plan));
    m_roles->setSummary(rolesSummary(m_document.estimatedResults()));
    for (std::size_t i = 0; i < m_roleGroups.size(); ++i)
        if (m_roleGroups[i])
            m_roleGroups[i]->setSummary(
                roleSummary(m_document.estimatedResults(), static_cast<RoleId>(i)));
    m_savers->setSummary(saversSummary(plan, m_document.estimatedResults()));
    m_hardware->setSummary(hardwareSummary(plan));
    m_run->setSummary(runSummary(plan));
    m_method->setSummary(methodSummary(plan));
}

void PlanPanel::retranslate()
{
    m_model->setSpec(modelSizeSpec());
    m_context->setSpec(contextLengthSpec());
    m_batch->setSpec(serves() ? sequencesSpec() : microBatchSpec());
    m_gpus->setSpec(gpuCountSpec());
    m_zero->setSpec(zeroStageSpec());
    m_modelGroup->setTitle(tr("Model"));
    m_titled.reset();
    m_job->setTitle(tr("Job"));
    m_roles->setTitle(tr("Models of the job"));
    for (std::size_t i = 0; i < m_roleGroups.size(); ++i)
        if (m_roleGroups[i])
            m_roleGroups[i]->setTitle(sentence(roleName(static_cast<RoleId>(i))));
    m_savers->setTitle(tr("Memory savers"));
    m_hardware->setTitle(tr("Hardware && sharding"));
    m_run->setTitle(tr("Run"));
    m_method->setTitle(tr("Method"));
    m_presetLabel->setText(tr("Preset"));
    m_shapeLabel->setText(tr("Shape"));
    m_preset->setAccessibleName(tr("Preset"));
    m_device->setAccessibleName(keyLabel("cluster.device"));
    m_editShape->setText(tr("Edit…"));
    m_editShape->setAccessibleName(tr("Edit the shape"));
    m_ownTable->setText(tr("Table that the method prints…"));

    for (KeyControl* control : m_controls)
        control->retranslate();
    m_preset->clear();
    m_preset->addEntry(tr("Custom (scaled from Llama)"), sizedId);
    m_preset->addEntry(tr("Custom shape"), customId);
    fillModels(*m_preset);
    m_device->clear();
    fillDevices(*m_device);
    if (m_shapeDialog)
        m_shapeDialog->retranslate();
    showPlan();
    showResults();
}

void PlanPanel::setUnit(MemoryUnit unit)
{
    for (KeyControl* control : m_controls)
        control->setUnit(unit);
}

void PlanPanel::setSmall(bool small)
{
    for (PinnedSlider* row : {m_model, m_context, m_batch, m_gpus, m_zero})
        row->setSmall(small);
    m_small = small;
    restoreFolds();
}

void PlanPanel::focusKey(const std::string& path)
{
    if (path.starts_with(KeyGroup("model.custom").text())) {
        editShape();
        m_shapeDialog->focusKey(path);
        return;
    }
    auto* found = findChild<QWidget*>(QString::fromStdString(path));
    if (!found)
        return;
    for (ControlGroup* section : findChildren<ControlGroup*>())
        section->reveal(found);
    storeFolds();
    found->setFocus(Qt::OtherFocusReason);
}

/// Folded groups are remembered for small and for large windows apart, as a small window has little
/// room.
void PlanPanel::restoreFolds()
{
    const auto stored = (m_small ? settings::foldedGroupsSmall : settings::foldedGroups).stored();
    QStringList folded = stored.value_or(QStringList());
    if (!stored)
        for (const ControlGroup* section : m_groups)
            if (m_small ? section != m_modelGroup && section != m_hardware : section == m_run)
                folded << section->objectName();
    const QStringList more = settings::unfoldedRareRows.value();
    for (ControlGroup* section : m_groups) {
        section->setOpen(!folded.contains(section->objectName()));
        section->setMoreOpen(more.contains(section->objectName()));
    }
}

void PlanPanel::storeFolds() const
{
    QStringList folded, more;
    for (const ControlGroup* section : m_groups) {
        if (!section->isOpen())
            folded << section->objectName();
        if (section->isMoreOpen())
            more << section->objectName();
    }
    for (const ControlGroup* role : m_roleGroups)
        if (role && role->isOpen())
            more << role->objectName();
    const SettingsBatch batch;
    (m_small ? settings::foldedGroupsSmall : settings::foldedGroups).store(folded);
    settings::unfoldedRareRows.store(more);
}

} // namespace highwater
