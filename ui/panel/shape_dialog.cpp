// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/shape_dialog.h"

#include "core/catalog/catalog.h"
#include "core/ledger/weights.h"
#include "core/plan/expert_keys.h"
#include "ui/base/key_words.h"
#include "ui/base/scrolling.h"
#include "ui/panel/control_group.h"
#include "ui/panel/key_field.h"
#include "ui/panel/key_label.h"
#include "ui/panel/make_key_control.h"
#include "ui/panel/pick_combo.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <array>
#include <span>

namespace highwater {
namespace {

using Paths = std::span<const KeyPath>;

constexpr auto mainKeys = std::to_array<KeyPath>({
    "model.custom.hidden_size",
    "model.custom.num_layers",
    "model.custom.num_heads",
    "model.custom.num_kv_heads",
    "model.custom.head_dim",
    "model.custom.intermediate_size",
    "model.custom.vocab_size",
    "model.custom.max_positions",
    "model.custom.activation",
    "model.custom.gated",
    "model.custom.tied_embeddings",
});
constexpr auto latentKeys = std::to_array<KeyPath>({
    "model.custom.mla.q_lora_rank",
    "model.custom.mla.kv_lora_rank",
    "model.custom.mla.qk_nope_head_dim",
    "model.custom.mla.qk_rope_head_dim",
    "model.custom.mla.v_head_dim",
});
constexpr auto seenKeys = std::to_array<KeyPath>({
    "model.custom.layer_pattern",
    "model.custom.sliding_window",
    "model.custom.window_heads",
    "model.custom.window_kv_heads",
    "model.custom.window_head_dim",
    "model.custom.value_head_dim",
    "model.custom.linear.kind",
    "model.custom.linear.num_key_heads",
    "model.custom.linear.num_value_heads",
    "model.custom.linear.key_head_dim",
    "model.custom.linear.value_head_dim",
    "model.custom.linear.conv_kernel_dim",
    "model.custom.index_head_dim",
    "model.custom.cached_values",
    "model.custom.kv_shared_layers",
});
constexpr auto otherKeys = std::to_array<KeyPath>({
    "model.custom.norm",
    "model.custom.qk_norm",
    "model.custom.norms_per_layer",
    "model.custom.norm_vectors",
    "model.custom.final_norm",
    "model.custom.attn_qkv_bias",
    "model.custom.attn_out_bias",
    "model.custom.mlp_bias",
    "model.custom.learned_positions",
    "model.custom.embedding_width",
    "model.custom.vision_params",
    "model.custom.vision.kind",
    "model.custom.vision.hidden_size",
    "model.custom.vision.intermediate_size",
    "model.custom.vision.num_layers",
    "model.custom.vision.num_heads",
    "model.custom.vision.patch_size",
    "model.custom.vision.merge_size",
    "model.custom.vision.image_size",
    "model.custom.vision.deepstack",
    "model.custom.extra_final",
    "model.custom.attn_extra",
    "model.custom.mtp_layers",
    "model.custom.parameters",
});

constexpr int dialogInset = 14;

enum Part { Main, Experts, Latent, Seen, Others };
constexpr std::array<const char*, 5> partNames{"shape.main", "shape.experts", "shape.latent",
                                               "shape.seen", "shape.others"};
constexpr std::array<Paths, 5> partKeys{Paths(mainKeys), Paths(expertKeys), Paths(latentKeys),
                                        Paths(seenKeys), Paths(otherKeys)};

/// The shape of a plan's custom model; null where the plan's model is not a custom one, or the
/// shape is not valid.
std::optional<Shape> shapeIn(const Plan& plan)
{
    const auto* custom = std::get_if<CustomModel>(&plan.model);
    if (!custom)
        return std::nullopt;
    const auto shape = shapeOf(*custom);
    return shape ? std::optional(*shape) : std::nullopt;
}

} // namespace

Plan withCustomModel(const Plan& plan)
{
    Plan result = plan;
    if (const auto* sized = std::get_if<SizedModel>(&plan.model)) {
        result.model = customOf(llamaShapeOf(sized->parameters));
    } else if (const auto* listed = std::get_if<CatalogModel>(&plan.model)) {
        const Model* model = builtinCatalog().model(listed->id);
        result.model = model ? customOf(model->shape) : CustomModel{};
    }
    return result;
}

ShapeDialog::ShapeDialog(Document& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_startLabel(new QLabel(this))
    , m_count(new QLabel(this))
    , m_start(new PickCombo(QStringLiteral("shape.start"), this))
{
    setObjectName(QStringLiteral("shape"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(440, 640);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(buildStart());
    all->addWidget(buildGroups(), 1);
    all->addLayout(buildEnd());
    connect(&document, &Document::planChanged, this, &ShapeDialog::showPlan);
    connect(&document, &Document::resultsChanged, this, &ShapeDialog::showResults);
    retranslate();
}

/// Builds the choice of a known model whose shape is copied as a start.
QLayout* ShapeDialog::buildStart()
{
    auto* top = new QHBoxLayout;
    top->setContentsMargins(dialogInset, 12, dialogInset, 10);
    top->setSpacing(8);
    top->addWidget(m_startLabel);
    top->addWidget(m_start, 1);
    m_startLabel->setBuddy(m_start);
    fillModels(*m_start);
    connect(m_start, &PickCombo::picked, this, &ShapeDialog::startFrom);
    return top;
}

QWidget* ShapeDialog::buildGroups()
{
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (std::size_t part = 0; part < partKeys.size(); ++part) {
        auto* group = new ControlGroup(QString::fromLatin1(partNames[part]), content);
        group->setLabelWidth(190);
        column->addWidget(group);
        m_groups.push_back(group);
        for (const KeyPath path : partKeys[part])
            addControl(*group, path, content);
    }
    column->addStretch(1);
    const auto shape = shapeIn(withCustomModel(m_document.plan()));
    m_groups[Experts]->setOpen(shape && shape->experts > 0);
    m_groups[Latent]->setOpen(shape && shape->isLatent());
    m_groups[Seen]->setOpen(shape && shape->isHybrid());
    m_groups[Others]->setOpen(false);
    return scrolling(content, this);
}

void ShapeDialog::addControl(ControlGroup& group, KeyPath path, QWidget* parent)
{
    KeyControl* control = makeKeyControl(path, m_document, parent, withCustomModel);
    m_controls.push_back(control);
    const bool hasOwnLabel = qobject_cast<QCheckBox*>(control->widget()) != nullptr;
    if (!hasOwnLabel)
        m_labels.push_back(new KeyLabel({path}, parent));
    group.addRow(hasOwnLabel ? nullptr : m_labels.back(), control->widget(), {control->message()});
    if (auto* field = dynamic_cast<KeyField*>(control))
        connect(field, &KeyField::typing, this, [this, field] {
            Plan plan = withCustomModel(m_document.plan());
            if (const auto value = field->typedValue())
                keyOf(field->path()).set(plan, *value);
            showCount(plan);
        });
}

/// Builds the number of parameters and the button that closes the dialog.
QLayout* ShapeDialog::buildEnd()
{
    m_count->setObjectName(QStringLiteral("shape.count"));
    m_count->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_close = buttons->button(QDialogButtonBox::Close);
    m_close->setAutoDefault(false); // Enter is for the field
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(dialogInset, 10, dialogInset, 12);
    bottom->addWidget(m_count, 1);
    bottom->addWidget(buttons);
    return bottom;
}

void ShapeDialog::retranslate()
{
    setWindowTitle(tr("Shape of the model"));
    m_startLabel->setText(tr("Start from"));
    m_start->setAccessibleName(tr("Start from"));
    m_start->lineEdit()->setPlaceholderText(tr("a known model"));
    m_groups[Main]->setTitle(tr("Main numbers"));
    m_groups[Experts]->setTitle(tr("Experts"));
    m_groups[Latent]->setTitle(tr("Latent attention"));
    m_groups[Seen]->setTitle(tr("Windows and linear attention"));
    m_groups[Others]->setTitle(tr("Norms, biases and others"));
    m_close->setText(tr("Close"));
    for (KeyControl* control : m_controls)
        control->retranslate();
    showPlan();
    showResults();
}

void ShapeDialog::showPlan()
{
    const Plan written = withCustomModel(m_document.plan());
    const auto shape = shapeIn(written);
    Plan whole = written;
    if (shape)
        whole.model = customOf(*shape);
    for (KeyControl* control : m_controls)
        control->showPlan(written, whole);
    const auto* listed = std::get_if<CatalogModel>(&m_document.plan().model);
    m_start->setCurrentId(listed ? listed->id : std::string());
    m_groups[Experts]->setSummary(
        shape && shape->experts > 0 ? tr("%1 of %2").arg(shape->expertsPerToken).arg(shape->experts)
                                    : tr("none"));
    m_groups[Latent]->setSummary(shape && shape->isLatent() ? tr("in use") : tr("none"));
    m_groups[Others]->setSummary(shape ? wordLabel("model.custom.norm", nameOf(shape->norm))
                                       : QString());
    showCount(written);
}

void ShapeDialog::showResults()
{
    for (KeyLabel* label : m_labels)
        label->show(m_document);
    for (KeyControl* control : m_controls)
        control->showResults();
}

void ShapeDialog::showCount(const Plan& plan)
{
    const auto shape = shapeIn(plan);
    if (!shape) {
        m_count->setText(tr("No count: some of the numbers do not go together"));
        return;
    }
    const WeightCounts counts = countWeights(*shape);
    const QLocale locale;
    const QString total = locale.toString(static_cast<qlonglong>(counts.total));
    m_count->setText(counts.active == counts.total
                         ? tr("%1 parameters").arg(total)
                         : tr("%1 parameters, %2 active")
                               .arg(total, locale.toString(static_cast<qlonglong>(counts.active))));
}

void ShapeDialog::focusKey(const std::string& path)
{
    for (KeyControl* control : m_controls)
        if (control->path().text() == path) {
            for (ControlGroup* group : m_groups)
                group->reveal(control->widget());
            control->widget()->setFocus(Qt::OtherFocusReason);
        }
}

void ShapeDialog::startFrom(const std::string& id)
{
    const Model* model = builtinCatalog().model(id);
    if (!model)
        return;
    Plan plan = m_document.plan();
    plan.model = customOf(model->shape);
    m_document.edit(plan, tr("Start from %1").arg(QString::fromStdString(model->name)));
}

} // namespace highwater
