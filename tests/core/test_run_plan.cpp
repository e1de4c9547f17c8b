// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/resolve.h"
#include "core/ledger/weights.h"
#include "core/measured/run_model.h"
#include "core/measured/run_plan.h"
#include "core/measured/run_source.h"
#include "helpers.h"
#include "run_rows.h"

#include <QTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr const char* playbook = "vinjn/nanotron-ultrascale-playbook@924e4d0 (hover text)";
constexpr const char* torchtitan = "pytorch/torchtitan benchmarks/llama3_h100_202412.md Table 3";
constexpr const char* torchtuneFlags = "pytorch/torchtune README.md optimization flags table";
constexpr const char* litgptHub = "Lightning-AI/litgpt config_hub/finetune/README.md";
constexpr const char* litgptTables
    = "Lightning-AI/litgpt tutorials/resource-tables.md: Finetuning with LoRA on 1 GPU";
constexpr const char* qwen = "QwenLM/Qwen README.md Profiling of Memory and Speed";
constexpr const char* gist = "gist chenyaofo/d4cd (DeepSpeed 0.14.2, PyTorch 2.2)";
constexpr const char* megatronBridge = "NVIDIA-NeMo/Megatron-Bridge skills/SKILL.md";
constexpr const char* foundry = "mosaicml/llm-foundry scripts/train/benchmarking/README.md: A100";

/// The keys of these groups that the plan says otherwise than a default plan: "layout.zero=3".
QString told(const Plan& plan, const QStringList& groups)
{
    QStringList said;
    for (const Key& key : keys())
        if (const QString path = shown(key.path);
            groups.contains(path.section(u'.', 0, 0)) && differsFromDefault(plan, key))
            said << path + u'=' + shown(settingText(key.get(plan)));
    return said.join(u' ');
}

QString planned(const Cells& cells, const QStringList& groups)
{
    const auto plan = planOf(runOf(cells), builtinCatalog());
    if (const auto* reason = std::get_if<LeftOut>(&plan))
        return (reason->stated ? u"cannot be said: "_s : u"left out: "_s)
            + shown(english(reason->reason));
    return told(std::get<PlannedRun>(plan).plan, groups);
}

/// Columns of a shape: layers, hidden, heads, kv_heads, ffn, vocab.
Cells shape(const char* name, std::initializer_list<const char*> numbers)
{
    static constexpr std::array columns{"layers", "hidden", "heads", "kv_heads", "ffn", "vocab"};
    Cells cells{{"model", name}};
    std::size_t at = 0;
    for (const char* number : numbers)
        cells.emplace_back(columns[at++], number);
    return cells;
}

/// A row of torchtune's table of optimization flags.
Cells tuned(const char* measure, const char* recompute, const char* optimizer)
{
    return {
        {"source", torchtuneFlags}, {"gpus", "1"},
        {"zero_or_fsdp", "none"},   {"recompute", recompute},
        {"optimizer", optimizer},   {"precision", "pure bf16 (params, grads, AdamW states bf16)"},
        {"grad_dtype", "bf16"},     {"notes", std::string("cumulative: ") + measure + "; metric"}};
}

Cells operator+(Cells left, const Cells& right)
{
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

} // namespace

class TestRunPlan : public QObject
{
    Q_OBJECT

private slots:
    void choices_data();
    void choices();
    void leftOut_data();
    void leftOut();
    void models_data();
    void models();
    void devices_data();
    void devices();
    void readings_data();
    void readings();
    void groups_data();
    void groups();
};

void TestRunPlan::choices_data()
{
    QTest::addColumn<QString>("says");
    QTest::addColumn<Cells>("cells");
    const auto row = [](const char* name, const QString& says, const Cells& cells) {
        QTest::newRow(name) << says << cells;
    };
    row("a row of one's own", u"workload.context=4096 recipe.precision=bf16-mixed"_s, {});
    row("with its own framework and accumulation",
        u"workload.context=4096 workload.global_batch=64 recipe.framework=megatron "
        "recipe.precision=bf16-mixed layout.tensor=2 layout.sequence_parallel=false"_s,
        {{"framework", "Megatron"}, {"tp", "2"}, {"grad_accum", "16"}, {"tp_mode", "ALL_REDUCE"}});
    // 4 ranks of data · 2 sequences · 32 passes
    row("nanotron",
        u"workload.context=4096 workload.micro_batch=2 workload.global_batch=256 "
        "recipe.framework=nanotron recipe.precision=bf16-mixed recipe.gradients=fp32 "
        "recipe.optimizer=adamw "
        "recipe.recompute=none recipe.attention=flash cluster.gpus=64 layout.zero=1 "
        "layout.tensor=8 layout.pipeline=2"_s,
        {{"source", playbook},
         {"gpus", "64"},
         {"dp", "4"},
         {"tp", "8"},
         {"pp", "2"},
         {"cp", "1"},
         {"zero_or_fsdp", "ZeRO-1"},
         {"offload", "none"},
         {"recompute", "none"},
         {"attention", "flash"},
         {"optimizer", "AdamW (fused, fp32 master+moments)"},
         {"grad_dtype", "fp32 accumulation (accumulate_grad_in_fp32)"},
         {"micro_batch", "2"},
         {"notes", "tier=B; grad_accum=32; global batch 256 x 4096"}});
    row("nanotron of July 2024",
        u"workload.context=4096 recipe.framework=nanotron recipe.precision=bf16-mixed "
        "layout.zero=1 layout.tensor=2 layout.sequence_parallel=true layout.tp_inputs=gathered"_s,
        {{"source", "HF nanotron/old_bench (last row) log_metrics.csv"},
         {"tp", "2"},
         {"zero_or_fsdp", "ZeRO-1"},
         {"notes", "config (tied embeddings, tp_mode REDUCE_SCATTER, zero_stage 1)"}});
    row("torchtitan with context parallelism, compiled, in 8 bits",
        u"workload.context=65536 recipe.framework=pytorch-fsdp recipe.precision=bf16-mixed "
        u"recipe.kernels=fused "
        "recipe.gradients=fp32 recipe.optimizer=adamw recipe.recompute=full "
        "recipe.attention=flash layout.zero=3 layout.context=2 "
        "cluster.allocator.expandable_segments=true"_s,
        {{"source", torchtitan},
         {"dp", "4"},
         {"cp", "2"},
         {"zero_or_fsdp", "FSDP2 full shard (dp_shard=4)"},
         {"recompute", "full"},
         {"attention", "sdpa/flash"},
         {"optimizer", "AdamW (fp32 states on fp32 sharded params)"},
         {"precision", "bf16 compute, fp32 params (FSDP2 mixed precision)"},
         {"grad_dtype", "fp32 reduce"},
         {"seq", "65536"},
         {"notes", "torch.compile + float8"}});
    row("torchtitan with selected operators, on two nodes",
        u"workload.context=4096 recipe.framework=pytorch-fsdp recipe.precision=bf16-mixed "
        "recipe.recompute=selective layout.zero=3 cluster.gpus=16"_s,
        {{"source", torchtitan},
         {"gpus", "16"},
         {"dp", "16"},
         {"recompute", "selective (op: per-op SAC)"},
         {"zero_or_fsdp", "FSDP2 full shard"}});
    row("litgpt, all of the model",
        u"workload.context=4096 recipe.framework=litgpt recipe.precision=bf16 "
        "recipe.moments=bf16 recipe.optimizer=adamw recipe.recompute=full recipe.kernels=eager "
        "cluster.gpus=4 "
        "layout.zero=3 workload.global_batch=8"_s,
        {{"source", litgptHub},
         {"gpus", "4"},
         {"zero_or_fsdp", "FSDP"},
         {"optimizer", "AdamW"},
         {"precision", "bf16-true"},
         {"notes", "method=full (config llama-3-8b/full.yaml)"}});
    row("litgpt, adapters of its configurations, on one device of four",
        u"workload.context=4096 workload.global_batch=8 recipe.framework=litgpt "
        u"recipe.precision=bf16 "
        "recipe.moments=bf16 recipe.kernels=eager adapter.kind=lora adapter.rank=32 "
        "adapter.targets=q,v adapter.dropout=0.05 adapter.upcast=false cluster.gpus=1"_s,
        {{"source", litgptHub},
         {"gpus", "4"},
         {"precision", "bf16-true"},
         {"notes", "method=lora (config llama-3-8b/lora.yaml)"}});
    row("litgpt, quantized base",
        u"workload.context=4096 recipe.framework=litgpt recipe.precision=bf16 "
        "recipe.moments=bf16 recipe.optimizer=adamw recipe.kernels=eager adapter.kind=qlora "
        "adapter.rank=8 adapter.targets=q,v adapter.dropout=0.05 adapter.base=nf4 "
        "adapter.upcast=false cluster.gpus=1"_s,
        {{"source", litgptTables},
         {"gpus", "1"},
         {"optimizer", "AdamW"},
         {"precision", "bf16-true + bnb.nf4"},
         {"notes", "method=LoRA; trainable params 4,194,304; quantization bnb.nf4"}});
    row("Trainer with an FSDP that is not told",
        u"workload.context=4096 recipe.framework=huggingface recipe.engine=fsdp1 "
        "recipe.precision=bf16-mixed layout.zero=3"_s,
        {{"framework", "huggingface"}, {"zero_or_fsdp", "FSDP"}});
    row("Trainer with FSDP2",
        u"workload.context=4096 recipe.framework=huggingface recipe.engine=fsdp2 "
        "recipe.precision=bf16-mixed layout.zero=3"_s,
        {{"framework", "huggingface"}, {"zero_or_fsdp", "FSDP2 full shard"}});
    row("Trainer with ZeRO",
        u"workload.context=4096 recipe.framework=huggingface recipe.precision=bf16-mixed "
        "recipe.engine=deepspeed layout.zero=2"_s,
        {{"framework", "huggingface"}, {"zero_or_fsdp", "ZeRO-2"}});
    row("Qwen, all of the model",
        u"workload.context=4096 workload.global_batch=16 recipe.framework=huggingface "
        "recipe.fused_step=false "
        "recipe.precision=bf16-mixed recipe.recompute=none recipe.attention=flash "
        "recipe.kernels=eager cluster.gpus=2 recipe.engine=deepspeed layout.zero=3 recipe.versions.deepspeed=0.11.0"_s,
        {{"source", qwen},
         {"gpus", "2"},
         {"attention", "flash (v2)"},
         {"notes", "method=Full-parameter; grad accum 8; value is the SUM over 2 GPUs"}});
    row("Qwen, adapters",
        u"workload.context=4096 workload.global_batch=8 recipe.framework=huggingface "
        "recipe.fused_step=false "
        "recipe.precision=bf16-mixed recipe.recompute=full recipe.kernels=eager "
        "adapter.kind=lora adapter.rank=64 adapter.dropout=0.05 cluster.gpus=1"_s,
        {{"source", qwen}, {"gpus", "1"}, {"notes", "method=LoRA; grad accum 8; single GPU"}});
    row("DeepSpeed, offloaded",
        u"workload.context=4096 workload.micro_batch=2 workload.global_batch=64 "
        "recipe.framework=deepspeed recipe.recompute=full recipe.kernels=eager layout.zero=3 "
        "layout.offload_optimizer=cpu layout.offload_parameters=cpu "
        "recipe.versions.deepspeed=0.14.2"_s,
        {{"source", gist},
         {"dp", "8"},
         {"precision", ""},
         {"zero_or_fsdp", "ZeRO-3"},
         {"offload", "optimizer+param"},
         {"recompute", "full"},
         {"micro_batch", "2"},
         {"notes", "BS per device/global = 2/64 (last row global 128)"}});
    row("Composer's pure mode, gathered through the pass",
        u"workload.context=4096 workload.global_batch=24 recipe.framework=pytorch-fsdp "
        u"recipe.loss=fused "
        "recipe.precision=bf16-mixed recipe.optimizer=adamw layout.zero=2"_s,
        {{"source", foundry},
         {"zero_or_fsdp", "FSDP SHARD_GRAD_OP"},
         {"optimizer", "decoupled_adamw (yaml)"},
         {"precision", "bf16 / MP mode PURE"},
         {"notes", "grad accum 3; MP mode is the preset"}});
    const QString tuning
        = u"workload.context=4096 recipe.framework=torchtune recipe.precision=bf16 "
          "recipe.moments=bf16 recipe.gradients=bf16 recipe.optimizer=adamw "
          "cluster.gpus=1 "_s;
    row("torchtune, packed",
        tuning + u"recipe.recompute=none recipe.kernels=eager recipe.loss=full"_s,
        tuned("+ packed dataset", "none", "AdamW"));
    row("torchtune, compiled",
        tuning + u"recipe.recompute=none recipe.kernels=fused recipe.loss=full"_s,
        tuned("+ Compile", "none", "AdamW"));
    row("torchtune, its loss in chunks",
        tuning + u"recipe.recompute=none recipe.kernels=fused recipe.loss=chunked"_s,
        tuned("+ chunked cross entropy", "none", "AdamW"));
    row("torchtune, checkpointed",
        tuning + u"recipe.recompute=full recipe.kernels=fused recipe.loss=chunked"_s,
        tuned("+ activation checkpointing", "full", "AdamW"));
    // 4 GPUs · 1 sequence · 8 passes; several GPUs run under ds_config_zero2.json.
    const QString shared
        = u"workload.context=4096 workload.global_batch=32 "
          "recipe.framework=huggingface recipe.engine=deepspeed recipe.fused_step=false "
          "recipe.precision=bf16-mixed "
          "recipe.recompute=full recipe.kernels=eager adapter.kind=lora "
          "adapter.rank=64 adapter.dropout=0.05 cluster.gpus=4 "
          "recipe.versions.deepspeed=0.11.0 "_s;
    const auto onFour = [](const char* method) {
        return Cells{{"source", qwen},
                     {"gpus", "4"},
                     {"notes", std::string("method=") + method + "; grad accum 8"}};
    };
    const QString secondStage
        = u"layout.zero=2 layout.reduce_bucket=200000000 layout.overlap_comm=true"_s;
    row("Qwen, adapters on two servers", shared + secondStage, onFour("LoRA (multinode)"));
    row("Qwen, adapters, the stage in the method", shared + u"layout.zero=3"_s,
        onFour("LoRA + Deepspeed Zero3"));
    const QString bridge = u"workload.context=4096 recipe.framework=megatron "
                           "recipe.precision=bf16-mixed "_s;
    const auto chosen = [](const char* modules, const char* attention) {
        return Cells{{"source", megatronBridge}, {"recompute", modules}, {"attention", attention}};
    };
    row("Megatron, an empty list of modules",
        bridge + u"recipe.attention=flash recipe.recompute=none"_s,
        chosen("selective: none ([])", "TE fused"));
    row("Megatron, an attention that keeps no scores",
        bridge + u"recipe.attention=flash recipe.recompute=none"_s,
        chosen("selective: core_attn", "TE fused"));
    row("Megatron, an attention that keeps its scores",
        bridge + u"recipe.attention=eager recipe.recompute=selective"_s,
        chosen("selective: ['core_attn']", "eager"));
    row("16 bits of the other kind", u"workload.context=4096 recipe.precision=fp16-mixed"_s,
        {{"precision", "fp16"}});
    for (const char* method : {"LoRA multinode", "LoRA, multinode", "LoRA (2 nodes)"})
        row(method, shared + secondStage, onFour(method));
    const auto optimizer = [&](const char* name, const QString& says) {
        row(name, u"workload.context=4096 recipe.precision=bf16-mixed recipe.optimizer="_s + says,
            {{"optimizer", name}});
    };
    optimizer("AdamW (fused, fp32 master+moments)", u"adamw"_s);
    optimizer("adamw_bnb_8bit", u"adamw-8bit"_s);
    optimizer("AdamW 8-bit", u"adamw-8bit"_s);
    optimizer("bnb 8bit AdamW", u"adamw-8bit"_s);
    optimizer("paged_adamw_8bit", u"adamw-8bit-paged"_s);
    optimizer("PagedAdamW", u"adamw-paged"_s);
    optimizer("paged AdamW 32bit", u"adamw-paged"_s);
    row("bfloat16, FA2, nothing recomputed",
        u"workload.context=4096 recipe.precision=bf16-mixed recipe.attention=flash "
        "recipe.recompute=none"_s,
        {{"precision", "bfloat16"}, {"attention", "FA2"}, {"recompute", "no"}});
    row("a stage without its hyphen",
        u"workload.context=4096 recipe.precision=bf16-mixed cluster.gpus=4 layout.zero=1"_s,
        {{"gpus", "4"}, {"zero_or_fsdp", "ZeRO1"}});
    row("Megatron, its module in brackets",
        bridge + u"recipe.attention=eager recipe.recompute=selective"_s,
        chosen("selective (core_attn)", "eager"));
    row("32 bits", u"workload.context=4096 recipe.precision=fp32 recipe.gradients=fp32"_s,
        {{"precision", "fp32"}, {"grad_dtype", "fp32"}});
}

void TestRunPlan::choices()
{
    QFETCH(QString, says);
    QFETCH(Cells, cells);
    const auto sorted = [](const QString& text) {
        QStringList parts = text.split(u' ');
        parts.sort();
        return parts.join(u' ');
    };
    const QString found
        = planned(cells, {u"workload"_s, u"recipe"_s, u"adapter"_s, u"cluster"_s, u"layout"_s});
    // Only the set of keys is compared: the order of keys in a group is that of the table of keys,
    // which this test does not check.
    QCOMPARE(sorted(found), sorted(says));
}

void TestRunPlan::leftOut_data()
{
    QTest::addColumn<QString>("says");
    QTest::addColumn<Cells>("cells");
    const auto row = [](const char* name, const QString& says, const Cells& cells) {
        QTest::newRow(name) << u"left out: "_s + says << cells;
    };
    // The row states all that is needed, but no plan can express it.
    const auto beyond = [](const char* name, const QString& says, const Cells& cells) {
        QTest::newRow(name) << u"cannot be said: "_s + says << cells;
    };
    row("no length", u"the length of the sequences is not stated"_s, {{"seq", ""}});
    row("no batch", u"the batch is not stated"_s, {{"micro_batch", ""}});
    row("no GPUs", u"the number of GPUs is not stated"_s, {{"gpus", ""}});
    row("no precision", u"the precision is not stated"_s, {{"precision", ""}});
    row("no shape", u"the shape of the model is not stated"_s, {{"model", "some 6805M model"}});
    row("no vocabulary", u"the vocabulary is not stated"_s,
        shape("bert-large-uncased", {"24", "1024", "16", "16", "4096"}));
    beyond("torchtune, a measure of another table", u"notes is not understood: + Liger kernels"_s,
           tuned("+ Liger kernels", "full", "AdamW"));
    row("torchtune before its samples are packed",
        u"the samples are not packed: their lengths are not stated"_s,
        tuned("baseline", "none", "AdamW"));
    row("torchtune, a table that does not print its recipes",
        u"the source does not tell with which recipe a row ran"_s,
        {{"source", "pytorch/torchtune README.md memory table"},
         {"notes",
          "method=full finetune; batch 2; recipe flags (AC, optimizer) differ by row and are not "
          "printed; "}});
    row("litgpt, all of the model, by an optimizer that is not told",
        u"the optimizer is not stated"_s,
        {{"source", litgptHub},
         {"precision", "bf16-true"},
         {"notes", "method=full (config llama-3-8b/full.yaml)"}});
    row("a speed below zero", u"tokens_per_second_per_gpu is not above 0"_s,
        {{"tokens_per_second_per_gpu", "-1"}});
    row("a speed that is no number", u"tokens_per_second_per_gpu is not a number"_s,
        {{"tokens_per_second_per_gpu", "fast"}});
    row("a word for a number", u"seq is not a number"_s, {{"seq", "long"}});
    row("one operator", u"one operator, not a model"_s,
        {{"notes", "one operator, not a model: mode full"}});
    row("a contradiction", u"the source contradicts itself"_s, {{"notes", "ODD: dp*mbs = 128"}});
    beyond("an unknown sharding", u"zero_or_fsdp is not understood: MiCS"_s,
           {{"zero_or_fsdp", "MiCS"}});
    beyond("an unknown optimizer", u"optimizer is not understood: Sophia"_s,
           {{"optimizer", "Sophia"}});
    beyond("an unknown precision", u"precision is not understood: int8"_s, {{"precision", "int8"}});
    beyond("every second layer recomputed", u"recompute is not understood: selective layer"_s,
           {{"recompute", "selective layer"}});
    row("recomputation that could be either", u"what is recomputed is not stated"_s,
        {{"source", "NVIDIA-NeMo/Megatron-Bridge skills/SKILL.md"}, {"recompute", ""}});
    beyond("an unknown framework", u"framework is not understood: jax"_s, {{"framework", "jax"}});
    beyond("an unknown counter", u"measured_what is not understood: peak_cached"_s,
           {{"measured_what", "peak_cached"}});
    row("no counter", u"what was measured is not stated"_s, {{"measured_what", ""}});
    beyond("an unknown stage", u"stage is not understood: third"_s, {{"stage", "third"}});
    row("a prompt of unknown length", u"the length of the prompt is not stated (Prefix Tuning)"_s,
        {{"source", litgptTables}, {"notes", "method=Prefix Tuning; trainable params 573,888"}});
    row("an adapter of an unknown source", u"the length of the prompt is not stated (Adapter)"_s,
        {{"source", "a blog"}, {"notes", "method=Adapter; trainable params 573,888"}});
    for (const char* method : {"DoRA", "LoRA (rank-stabilised)", "Q-LoRA (emb)"})
        beyond(method, u"a plan cannot say the method %1"_s.arg(QLatin1String(method)),
               {{"source", qwen}, {"notes", std::string("method=") + method + "; grad accum 8"}});
    for (const char* modules : {"selective: layernorm,rope", "selective: gate"})
        beyond(modules, u"recompute is not understood: %1"_s.arg(QLatin1String(modules)),
               {{"source", megatronBridge}, {"recompute", modules}});
    row("adapters of an unknown source", u"rank and targets of the adapters are not stated"_s,
        {{"notes", "method=LoRA"}});
}

void TestRunPlan::leftOut()
{
    QFETCH(QString, says);
    QFETCH(Cells, cells);
    QCOMPARE(planned(cells, {}), says);
}

void TestRunPlan::models_data()
{
    QTest::addColumn<QString>("says"); ///< an id, or what a custom model has, and its parameters
    QTest::addColumn<Cells>("cells");
    const auto row = [](const char* name, const QString& says, const Cells& cells) {
        QTest::newRow(name) << says << cells;
    };
    row("of the catalogue", u"llama-3.1-8b 8030261248"_s,
        shape("Llama 3.1 8B", {"32", "4096", "32", "8", "14336", "128256"}));
    row("of the catalogue, by name alone", u"llama-3.1-8b 8030261248"_s, {});
    // 16·(4·2048² + 3·2048·8192 + 2·2048) + 131072·2048 + 2048
    row("tied, as its parameters tell", u"tied 1342244864"_s,
        shape("nanotron-llama-1B", {"16", "2048", "32", "32", "8192", "131072"})
            + Cells{{"params", "1342244864"}});
    // 32·(4·4096² + 3·4096·14336 + 2·4096) + 2·131072·4096 + 4096
    row("untied, as its parameters tell", u"8858636288"_s,
        shape("nanotron-llama-8B", {"32", "4096", "32", "32", "14336", "131072"})
            + Cells{{"params", "8858636288"}});
    // 24·(12·768² + 13·768) would be a GPT's; here 12 layers, biases, 2048 positions, tied
    row("a GPT with learned positions, as its parameters tell", u"gpt tied biases 2048 125311488"_s,
        shape("MPT-125m", {"12", "768", "12", "12", "3072", "50368"})
            + Cells{{"params", "125311488"}, {"seq", "2048"}});
    row("a name that is not the shape of the catalogue", u"1498482688"_s,
        shape("Llama 3.1 8B", {"16", "2048", "32", "8", "8192", "128256"})
            + Cells{{"params", "1498482688"}});
    // 40·(4·5120² + 3·5120 + 3·5120·13696 + 2·5120) + 2·152064·5120 + 5120
    row("Qwen's biases", u"14167290880"_s,
        shape("Qwen-14B", {"40", "5120", "40", "40", "13696", "152064"}));
    // 1235814400 + 128256·2048
    row("litgpt loads a tied head twice", u"1498482688"_s,
        Cells{{"source", litgptHub}, {"model", "llama-3.2-1b"}, {"notes", "method=lora"}});
}

void TestRunPlan::models()
{
    QFETCH(QString, says);
    QFETCH(Cells, cells);
    const auto found = planOf(runOf(cells), builtinCatalog());
    QVERIFY(std::holds_alternative<PlannedRun>(found));
    const ModelChoice& model = std::get<PlannedRun>(found).plan.model;
    const auto made = shapeOf(model, builtinCatalog());
    QVERIFY2(made, qPrintable(whyNot(made)));
    QStringList said;
    if (const auto* listed = std::get_if<CatalogModel>(&model)) {
        said << shown(listed->id);
    } else {
        if (!made->gated)
            said << u"gpt"_s;
        if (made->tied)
            said << u"tied"_s;
        if (made->mlpBias)
            said << u"biases"_s;
        if (made->learnedPositions > 0)
            said << QString::number(made->learnedPositions);
    }
    said << QString::number(countWeights(*made).total);
    QCOMPARE(said.join(u' '), says);
}

void TestRunPlan::devices_data()
{
    QTest::addColumn<QString>("card");
    QTest::addColumn<QString>("mib");
    QTest::addColumn<QString>("device");
    QTest::addColumn<qint64>("capacity"); ///< in MiB where it is set
    QTest::addColumn<bool>("known");
    const auto row = [](const QString& card, const QString& mib, const QString& device,
                        qint64 capacity, bool known) {
        QTest::newRow(qPrintable(card + u' ' + mib)) << card << mib << device << capacity << known;
    };
    const QString h100 = u"h100-sxm5-80gb"_s;
    row(u"H100-80GB"_s, {}, h100, 0, true);
    row(u"H100-80GB (assumed: HF hopper cluster)"_s, {}, h100, 0, true);
    row(u"h100_80gb"_s, {}, h100, 0, true);
    row(u"NVIDIA H100 80GB HBM3"_s, {}, h100, 0, true);
    row(u"H100-96GB"_s, {}, h100, 96 * 1024, true);
    row(u"H100"_s, {}, h100, 0, false);
    row(u"H200"_s, {}, u"h200-sxm-141gb"_s, 0, true);
    row(u"A100"_s, {}, u"a100-sxm4-80gb"_s, 0, false);
    row(u"A100-40GB"_s, {}, u"a100-sxm4-40gb"_s, 0, true);
    row(u"a100_40gb"_s, {}, u"a100-sxm4-40gb"_s, 0, true);
    row(u"NVIDIA A100-SXM4-80GB"_s, {}, u"a100-sxm4-80gb"_s, 0, true);
    row(u"A800-80GB"_s, {}, u"a800-sxm-80gb"_s, 0, true);
    row(u"A10G-24GB"_s, {}, u"a10g-24gb-aws"_s, 0, true);
    row(u"V100-16GB"_s, {}, u"v100-sxm2-16gb"_s, 0, true);
    row(u"RTX 4090 24GB"_s, {}, u"rtx-4090-24gb"_s, 0, true);
    row(u"Titan RTX 24GB"_s, {}, h100, 24 * 1024, true);
    row(u"A100"_s, u"40960"_s, u"a100-sxm4-80gb"_s, 40960, true);
    row({}, {}, h100, 0, false);
    row(u"a card"_s, {}, h100, 0, false);
}

void TestRunPlan::devices()
{
    QFETCH(QString, card);
    QFETCH(QString, mib);
    QFETCH(QString, device);
    QFETCH(qint64, capacity);
    QFETCH(bool, known);
    const RunDevice found
        = deviceOf(runOf({{"gpu_type", card.toStdString()}, {"capacity_mib", mib.toStdString()}}),
                   builtinCatalog());
    QCOMPARE(shown(found.device), device);
    QCOMPARE(qint64(found.capacity.value_or(0)), capacity << 20);
    QCOMPARE(found.capacityKnown, known);
}

void TestRunPlan::readings_data()
{
    QTest::addColumn<QString>("says");
    QTest::addColumn<Cells>("cells");
    const auto row = [](const char* name, const QString& says, const Cells& cells) {
        QTest::newRow(name) << says << cells;
    };
    row("allocated", u"allocated, highest"_s, {});
    row("reserved", u"reserved, highest"_s, {{"measured_what", "peak_reserved"}});
    row("of the device, by its unit", u"device, highest"_s,
        {{"measured_what", "peak_reserved"}, {"unit", "MiB (nvidia-smi)"}});
    row("of the device, by the notes", u"device, highest"_s, {{"notes", "nvidia-smi device use"}});
    row("out of memory", u"device, highest"_s, {{"measured_what", "oom"}});
    row("that it ran", u"device, highest"_s, {{"measured_what", "fits"}});
    row("the first stage, by the notes", u"allocated, first"_s,
        {{"notes", "world rank 0 = FIRST pipeline stage (1F1B by default)"}});
    row("the last stage", u"allocated, last"_s, {{"stage", "last"}});
    row("the column before the notes", u"allocated, highest"_s,
        {{"stage", "max"}, {"notes", "FIRST pipeline stage"}});
}

void TestRunPlan::readings()
{
    QFETCH(QString, says);
    QFETCH(Cells, cells);
    const auto found = planOf(runOf(cells), builtinCatalog());
    QVERIFY(std::holds_alternative<PlannedRun>(found));
    const PlannedRun& run = std::get<PlannedRun>(found);
    static constexpr std::array counters{"allocated", "reserved", "device"};
    static constexpr std::array stages{"first", "last", "highest"};
    QCOMPARE(QLatin1String(counters.at(static_cast<std::size_t>(run.reading))) + u", "_s
                 + QLatin1String(stages.at(static_cast<std::size_t>(run.stage))),
             says);
}

void TestRunPlan::groups_data()
{
    QTest::addColumn<QString>("says");
    QTest::addColumn<Cells>("cells");
    const auto row = [](const QString& says, const Cells& cells) {
        QTest::newRow(qPrintable(says)) << says << cells;
    };
    row(u"nanotron, TP = 1"_s, {{"source", playbook}, {"tp", "1"}});
    row(u"nanotron, TP > 1"_s, {{"source", playbook}, {"tp", "2"}});
    row(u"nanotron old bench"_s, {{"source", "HF nanotron/old_bench (last row) a.csv"}});
    row(u"torchtitan"_s, {{"source", torchtitan}});
    row(u"torchtune"_s, {{"source", torchtuneFlags}});
    row(u"litgpt full"_s, {{"source", litgptHub}, {"notes", "method=full (config a.yaml)"}});
    row(u"litgpt LoRA"_s, {{"source", litgptHub}, {"notes", "method=qlora (config a.yaml)"}});
    row(u"Qwen full"_s, {{"source", qwen}, {"notes", "method=Full-parameter; grad accum 8"}});
    row(u"Qwen LoRA"_s, {{"source", qwen}, {"notes", "method=LoRA + Deepspeed Zero3; x"}});
    row(u"Qwen Q-LoRA"_s, {{"source", qwen}, {"notes", "method=Q-LoRA; grad accum 8"}});
    row(u"DeepSpeed"_s, {{"source", gist}});
    row(u"llm-foundry"_s, {{"source", foundry}});
    row(u"our cluster, in May"_s, {{"source", "our cluster, in May"}});
    row(u"no source"_s, {});
}

void TestRunPlan::groups()
{
    QFETCH(QString, says);
    QFETCH(Cells, cells);
    QCOMPARE(shown(groupNameOf(runOf(cells))), says);
}

QTEST_APPLESS_MAIN(TestRunPlan)
#include "test_run_plan.moc"
