// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/plan_panel.h"

#include "ui/base/accessible.h"
#include "ui/base/elided_label.h"
#include "ui/base/font_points.h"
#include "ui/base/key_words.h"
#include "ui/base/message_line.h"
#include "ui/base/scrolling.h"
#include "ui/base/sentences.h"
#include "ui/base/settings.h"
#include "ui/base/table_look.h"
#include "ui/base/tip.h"
#include "ui/base/words.h"
#include "ui/panel/control_group.h"
#include "ui/panel/group_summaries.h"
#include "ui/panel/key_label.h"
#include "ui/panel/key_relevance.h"
#include "ui/panel/make_key_control.h"
#include "ui/panel/model_choice.h"
#include "ui/panel/panel_foot.h"
#include "ui/panel/pick_combo.h"
#include "ui/panel/pinned_slider.h"
#include "ui/panel/shape_dialog.h"
#include "ui/panel/slider_specs.h"
#include "ui/panel/two_questions.h"

#include "core/answer/group_words.h"
#include "core/catalog/catalog.h"
#include "core/job/role_keys.h"
#include "core/methods/estimate_words.h"
#include "core/methods/key_use.h"

#include <QCheckBox>
#include <QDialog>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
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
    , m_open(&document)
{
    setObjectName(QStringLiteral("panel"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    buildQuestions();
    column->addSpacing(6);
    buildSliders();
    buildGroups();
    m_foot = new PanelFoot(this);
    column->addWidget(m_foot);
    connect(m_foot, &PanelFoot::onlyChangedChosen, this, &PlanPanel::showOnlyChanged);
    setMaximumWidth(560);
}

void PlanPanel::buildQuestions()
{
    m_questions = new TwoQuestions(this);
    layout()->addWidget(m_questions);
    using Asked = TwoQuestions::Asked;
    const auto answer = [this](Asked asked, const Plan& after) {
        const QString said = m_questions->saidOfOther(asked, m_document.plan(), after);
        m_document.edit(after, asked == Asked::Task ? tr("Task") : tr("Program"));
        if (!said.isEmpty())
            emit followed(said);
    };
    connect(m_questions, &TwoQuestions::purposeChosen, this, [this, answer](Purpose purpose) {
        answer(Asked::Task, withPurpose(m_document.plan(), purpose));
    });
    connect(m_questions, &TwoQuestions::programChosen, this,
            [this, answer](const UsedProgram& program) {
                answer(Asked::Program, withProgram(m_document.plan(), program));
            });
}

/// The scroll bar stands in the side padding, so that no field moves when it appears.
bool PlanPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_scrollBar && (event->type() == QEvent::Show || event->type() == QEvent::Hide))
        for (ControlGroup* section : m_groups)
            section->setTakenAtEnd(event->type() == QEvent::Show ? m_scrollBar->sizeHint().width()
                                                                 : 0);
    return QWidget::eventFilter(watched, event);
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
    small.setPointSizeF(std::max(7.5, pointsOf(small) - 1));
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
        editBySlider(key, plainName(*row), value, row->typedText(), finished);
    });
    connect(row, &PinnedSlider::resetRequested, this, [this, row, key] {
        const bool isOfProgram = key != "model.parameters" && key != "cluster.gpus";
        const Plan fresh = isOfProgram ? usualPlan(m_document.plan()) : firstPlan();
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

void PlanPanel::editBySlider(KeyPath key, const QString& what, double value, const QString& typed,
                             bool finished)
{
    if (!m_open)
        return;
    const QString gesture = pathText(key);
    if (key == "model.parameters") {
        Plan plan = m_document.plan();
        plan.model = modelAt(value, typed, m_model->spec().scale);
        m_document.edit(plan, what, gesture);
    } else {
        m_document.edit(key, static_cast<std::int64_t>(std::llround(value)), what, gesture);
    }
    if (finished)
        m_document.closeGesture();
}

void PlanPanel::editPinned(KeyPath key, double value, bool finished)
{
    editBySlider(key, keyLabel(key), value, {}, finished);
}

ControlGroup* PlanPanel::group(const char* name)
{
    auto* made = new ControlGroup(QString::fromLatin1(name), this);
    connect(made, &ControlGroup::folded, this, &PlanPanel::storeFolds);
    connect(made, &ControlGroup::takeBackRequested, this, &PlanPanel::takeBackRow);
    m_groups.push_back(made);
    return made;
}

void PlanPanel::rows(ControlGroup* section, std::initializer_list<KeyPath> paths)
{
    for (const KeyPath path : paths)
        row(section, path);
}

void PlanPanel::buildGroups()
{
    buildModel();
    buildHardware();
    buildParallelism();
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
    m_scrollBar = area->verticalScrollBar();
    m_scrollBar->installEventFilter(this);
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
    rows(m_workload,
         {"job.kind", "adapter.kind", "adapter.base", "adapter.rank", "inference.weights",
          "inference.kv_cache", "inference.output", "inference.memory_fraction",
          "inference.prefill_chunk", "inference.max_sequences", "recipe.precision",
          "recipe.optimizer", "workload.global_batch"});
    m_step = new Sentences(QStringLiteral("workload.step"), this);
    m_workload->addRow(nullptr, m_step);
    m_workload->startRare();
    rows(m_workload,
         {"adapter.method",
          "adapter.targets",
          "adapter.prompt_length",
          "adapter.start_layer",
          "workload.images",
          "workload.image_width",
          "workload.image_height",
          "workload.image_tokens",
          "recipe.gradients",
          "recipe.moments",
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
          "recipe.muon_gather",
          "recipe.narrow_parameters",
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
          "inference.host_experts",
          "inference.host_mlps",
          "inference.draft_kind",
          "inference.draft_model",
          "inference.draft_weights",
          "inference.draft_tokens",
          "inference.draft_acceptance"});
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
             "recipe.attention_kernel", "recipe.norm_kernels", "recipe.mlp_kernels",
             "adapter.kernels", "recipe.recompute_method", "recipe.recompute_layers",
             "recipe.recompute_modules", "recipe.mlp_tiles", "recipe.keep_gradients",
             "recipe.step_in_backward", "layout.offload_optimizer", "layout.offload_fraction",
             "layout.host_step", "layout.zenflow_share", "layout.zenflow_offload",
             "layout.offload_parameters", "layout.offload_activations", "layout.offload_layers",
             "layout.offload_modules"})
        row(m_savers, path);
}

void PlanPanel::buildHardware()
{
    m_hardware = group("group.hardware");
    m_device = new PickCombo(pathText("cluster.device"), this);
    m_labels.push_back(new KeyLabel({"cluster.device"}, this));
    m_hardware->addRow(m_labels.back(), m_device);
    connect(m_device, &PickCombo::picked, this, &PlanPanel::chooseDevice);
    rows(m_hardware, {"cluster.capacity", "cluster.reserve"});
    m_hardware->startRare();
    rows(m_hardware, {"cluster.gpus_per_node", "cluster.host_memory"});
}

void PlanPanel::buildParallelism()
{
    m_parallelism = group("group.parallelism");
    joint(m_parallelism, {QStringLiteral("TP"), QStringLiteral("PP"), QStringLiteral("CP")},
          {"layout.tensor", "layout.pipeline", "layout.context"});
    rows(m_parallelism, {"layout.expert", "recipe.engine"});
    m_parallelism->startRare();
    rows(m_parallelism,
         {"layout.sequence_parallel", "layout.tp_inputs", "layout.virtual_pipeline",
          "layout.stage_split", "layout.stage_layers", "layout.schedule", "layout.context_kind",
          "layout.imbalance", "layout.expert_tensor", "layout.replicate", "layout.reduce_bucket",
          "layout.overlap_comm"});
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

/// Builds the group of what few people set: the method, the allocator, the versions of libraries.
void PlanPanel::buildMethod()
{
    m_method = group("group.method");
    rows(m_method, {"method", "cluster.overhead"});
    m_remarks = new Sentences(QStringLiteral("method.remarks"), this);
    m_method->addRow(nullptr, m_remarks);
    m_ownTable = new QPushButton(this);
    m_ownTable->setObjectName(QStringLiteral("method.ownTable"));
    m_ownTable->setAutoDefault(false);
    m_method->addRow(nullptr, m_ownTable);
    rows(m_method,
         {"cluster.allocator.expandable_segments", "cluster.allocator.max_split_size",
          "cluster.allocator.roundup_power2_divisions", "recipe.reentrant",
          "recipe.checkpoint_outside", "recipe.use_orig_params", "recipe.backward_prefetch",
          "adapter.own_units", "recipe.hold_logits", "recipe.versions.transformers",
          "recipe.versions.accelerate", "recipe.versions.peft", "recipe.versions.deepspeed"});
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
    text->setFont(fixedFont());
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto* column = new QVBoxLayout(dialog);
    column->addWidget(text);
    dialog->resize(820, 360);
    dialog->open();
}

void PlanPanel::showSentences()
{
    const auto& estimate = m_document.results().estimate;
    const auto show
        = [this](ControlGroup* section, Sentences* place, const std::vector<Text>& texts) {
              QStringList said;
              for (const Text& text : texts)
                  said << sentence(text);
              place->setText(said.join(QLatin1Char('\n')));
              section->setRowShown(place, !said.isEmpty() && !m_onlyChanged);
          };
    show(m_workload, m_step, estimate ? batchWords(*estimate) : std::vector<Text>());
    show(m_method, m_remarks, estimate ? methodWords(*estimate) : std::vector<Text>());
    m_method->setRowShown(m_ownTable,
                          estimate && !estimate->answer.ownTable.empty() && !m_onlyChanged);
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
    const bool hasRanks = !serves() && plan.cluster.gpus > 1;
    m_zero->setEnabled(hasRanks);
    m_zero->show(hasRanks ? static_cast<double>(plan.layout.zero) : 0,
                 hasRanks ? QString() : withoutRanks(serves()));
    m_questions->showPlan(plan);
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

/// Fits sliders, title and groups to the plan's task. showRelevant() hides the other rows that the
/// task does not have.
void PlanPanel::showTask()
{
    if (m_titledServing != serves()) {
        m_titledServing = serves();
        m_batch->setSpec(serves() ? sequencesSpec() : microBatchSpec());
        m_workload->setTitle(serves() ? tr("Serving") : tr("Training"));
    }
    showRoles();
    if (const Purpose purpose = purposeOf(m_document.plan()); purpose != m_purpose) {
        m_purpose = purpose;
        restoreFolds();
    }
}

void PlanPanel::showResults()
{
    showChanges();
    showRelevant();
    showAnswers();
    for (KeyLabel* label : m_labels)
        label->show(m_document);
    for (KeyControl* control : m_controls)
        control->showResults();
    const QString deviceRemark = keyState(m_document, "cluster.device").remark();
    const QString deviceTip
        = tip(deviceRemark.isEmpty() ? keyHelp("cluster.device") : deviceRemark);
    if (m_device->toolTip() != deviceTip) {
        m_device->setToolTip(deviceTip);
        describeAccessibly(*m_device, deviceTip);
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
    if (m_zero->isEnabled())
        remark(m_zero, "layout.zero");
    else
        m_zero->setCaution({});

    m_shape->setText(shapeText(m_document.plan(), false));
    if (const QString whole = tip(shapeText(m_document.plan(), true)); m_shape->toolTip() != whole)
        m_shape->setToolTip(whole);
}

/// Shows what is wrong with the answers to the two questions.
void PlanPanel::showAnswers()
{
    for (const KeyPath path :
         std::initializer_list<KeyPath>{"workload.task", "recipe.framework", "inference.server"}) {
        const KeyState state = keyState(m_document, path);
        if (state.problem || state.warning)
            return m_questions->setMessage(
                sentence(state.problem ? *state.problem : *state.warning), !state.problem);
    }
    m_questions->setMessage({}, false);
}

/// Marks the settings that differ from those of task and program.
void PlanPanel::showChanges()
{
    const Plan& plan = m_document.plan();
    const Plan usual = usualPlan(plan);
    const auto differs
        = [&](KeyPath path) { return canRead(plan, path) && isChanged(plan, usual, path); };
    const auto usually = [&usual](KeyPath path) {
        const Value value = keyOf(path).get(usual);
        return isNull(value) ? QString() : valueLabel(path, value);
    };
    int count = 0;
    for (const Key& key : keys())
        count += differs(key.path) ? 1 : 0;
    m_foot->setCount(count);
    const auto markSlider = [&](PinnedSlider* slider, KeyPath path) {
        slider->setChanged(differs(path), usually(path));
    };
    markSlider(m_context, "workload.context");
    markSlider(m_batch, "workload.micro_batch");
    markSlider(m_zero, "layout.zero");
    m_changedRows.clear();
    for (const Conditional& row : m_conditional)
        for (const KeyControl* control : row.controls)
            if (differs(control->path())) {
                m_changedRows[row.row].push_back(control->path());
                if (std::ranges::find(m_roleGroups, row.section) != m_roleGroups.end())
                    m_changedRows[row.section].push_back(control->path());
            }
    const auto mark = [&](ControlGroup* section, const QWidget* row) {
        const auto found = m_changedRows.find(row);
        if (found == m_changedRows.end())
            return section->setRowChanged(row, false);
        const KeyPath path = found->second.front();
        section->setRowChanged(row, true, keyLabel(path),
                               found->second.size() == 1 ? usually(path) : QString());
    };
    for (const Conditional& row : m_conditional)
        if (std::ranges::find(m_roleGroups, row.section) == m_roleGroups.end())
            mark(row.section, row.row);
    for (ControlGroup* role : m_roleGroups)
        if (role)
            mark(m_roles, role);
}

void PlanPanel::takeBackRow(const QWidget* row)
{
    if (const auto found = m_changedRows.find(row); found != m_changedRows.end())
        takeBack(found->second);
}

void PlanPanel::takeBack(const std::vector<KeyPath>& paths)
{
    Plan plan = m_document.plan();
    const Plan usual = usualPlan(plan);
    for (const KeyPath path : paths)
        keyOf(path).set(plan, keyOf(path).get(usual));
    m_document.edit(plan, keyLabel(paths.front()));
}

void PlanPanel::showOnlyChanged(bool only)
{
    m_onlyChanged = only;
    showResults();
    restoreFolds();
}

void PlanPanel::showRelevant()
{
    for (const auto& [section, row] : std::initializer_list<std::pair<ControlGroup*, QWidget*>>{
             {m_modelGroup, m_preset},
             {m_modelGroup, m_editShape->parentWidget()},
             {m_hardware, m_device}})
        section->setRowShown(row, !m_onlyChanged);
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
        row.section->setRowShown(row.row,
                                 any && (!m_onlyChanged || m_changedRows.contains(row.row)));
    }
    if (m_onlyChanged)
        for (ControlGroup* role : m_roleGroups)
            if (role)
                m_roles->setRowShown(role, m_changedRows.contains(role));
    for (ControlGroup* section : m_groups)
        section->setVisible(section->hasShownRows());
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
    m_parallelism->setSummary(parallelismSummary(plan));
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
    m_titledServing.reset();
    m_job->setTitle(tr("Job"));
    m_roles->setTitle(tr("Models of the job"));
    for (std::size_t i = 0; i < m_roleGroups.size(); ++i)
        if (m_roleGroups[i])
            m_roleGroups[i]->setTitle(sentence(roleName(static_cast<RoleId>(i))));
    m_savers->setTitle(tr("Savings"));
    m_hardware->setTitle(tr("Cluster"));
    m_parallelism->setTitle(tr("Parallelism"));
    m_run->setTitle(tr("Length and cost"));
    m_method->setTitle(tr("Expert"));
    m_questions->retranslate();
    m_foot->retranslate();
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
    if (path == KeyPath("workload.task").text())
        found = m_questions->task();
    else if (path == KeyPath("recipe.framework").text()
             || path == KeyPath("inference.server").text())
        found = m_questions->program();
    if (!found)
        return;
    for (ControlGroup* section : findChildren<ControlGroup*>())
        section->reveal(found);
    storeFolds();
    found->setFocus(Qt::OtherFocusReason);
}

/// Whether a group is open while a person has not said otherwise: those that the task needs. A
/// small window has little room, and all of its groups are closed.
bool PlanPanel::isNeeded(const ControlGroup* section) const
{
    if (m_small)
        return false;
    if (section == m_modelGroup || section == m_workload)
        return true;
    switch (*m_purpose) {
    case Purpose::PreTrain: {
        const Layout& layout = m_document.plan().layout;
        return section == m_parallelism
            && (layout.tensor > 1 || layout.pipeline > 1 || layout.context > 1
                || layout.expert > 1);
    }
    case Purpose::FineTune:
        return section == m_run;
    case Purpose::Adapt:
        return section == m_savers || section == m_run;
    case Purpose::Prefer:
    case Purpose::Reinforce:
        return section == m_job;
    case Purpose::Serve:
        break;
    }
    return false;
}

/// A person's own choice of open groups is remembered, for small and for large windows apart.
void PlanPanel::restoreFolds()
{
    if (!m_purpose)
        return;
    const QStringList folded = settings::foldedGroups.value();
    const QStringList unfolded
        = (m_small ? settings::unfoldedGroupsSmall : settings::unfoldedGroups).value();
    const QStringList more = settings::unfoldedRareRows.value();
    for (ControlGroup* section : m_groups) {
        const QString name = section->objectName();
        const bool open = isNeeded(section) ? !folded.contains(name) : unfolded.contains(name);
        section->setOpen(open || m_onlyChanged);
        section->setMoreOpen(more.contains(name) || m_onlyChanged);
    }
}

void PlanPanel::storeFolds() const
{
    if (m_onlyChanged)
        return; // what is open now is not a person's choice
    const auto& unfoldedSetting
        = m_small ? settings::unfoldedGroupsSmall : settings::unfoldedGroups;
    QStringList folded = settings::foldedGroups.value();
    QStringList unfolded = unfoldedSetting.value();
    QStringList more;
    const auto put = [](QStringList& names, const QString& name, bool isIn) {
        names.removeAll(name);
        if (isIn)
            names << name;
    };
    for (const ControlGroup* section : m_groups) {
        const QString name = section->objectName();
        if (isNeeded(section))
            put(folded, name, !section->isOpen());
        else
            put(unfolded, name, section->isOpen());
        put(more, name, section->isMoreOpen());
    }
    for (const ControlGroup* role : m_roleGroups)
        if (role && role->isOpen())
            more << role->objectName();
    const SettingsBatch batch;
    settings::foldedGroups.store(folded);
    unfoldedSetting.store(unfolded);
    settings::unfoldedRareRows.store(more);
}

} // namespace highwater
