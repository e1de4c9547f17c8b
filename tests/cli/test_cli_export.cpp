// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

class TestCliExport : public QObject
{
    Q_OBJECT

private slots:
    void theFileIsOnStandardOutput();
    void aFileIsWrittenWithItsName();
    void settingsCount();
    void theListNamesEach();
    void servers_data();
    void servers();
    void refusals_data();
    void refusals();
    void anUnwritableFileIsSaid();
};

void TestCliExport::theFileIsOnStandardOutput()
{
    const Ran ran = run(words("export --for deepspeed --set layout.zero=3"));
    QCOMPARE(ran.exit, 0);
    const auto file = nlohmann::json::parse(ran.out.toStdString());
    QCOMPARE(file["zero_optimization"]["stage"].get<int>(), 3);
    QCOMPARE(file["train_batch_size"].get<int>(), 8);
    QVERIFY(ran.err.contains("workload.context: is set in the training script: 8192"));
    QVERIFY(
        ran.err.contains("start with: deepspeed --num_gpus 8 train.py --deepspeed ds_config.json"));
}

void TestCliExport::aFileIsWrittenWithItsName()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"mine.yaml"_s);
    const Ran ran = run({u"export"_s, u"--for"_s, u"nanotron"_s, u"-o"_s, path});
    QCOMPARE(ran.exit, 0);
    QVERIFY(ran.out.startsWith("CUDA_DEVICE_MAX_CONNECTIONS=1 torchrun --nproc_per_node 8 "));
    QVERIFY(ran.out.trimmed().endsWith(path.toUtf8()));
    QFile file(path);
    QVERIFY(file.open(QFile::ReadOnly));
    QVERIFY(file.readAll().contains("sequence_length: 8192\n"));
}

void TestCliExport::settingsCount()
{
    const Ran ran = run(words("export --for accelerate --set layout.pipeline=2"));
    QCOMPARE(ran.exit, 0);
    QVERIFY(ran.err.contains("highwater: layout.pipeline: accelerate has no setting for it here"));
    QVERIFY(ran.out.contains("# - layout.pipeline: accelerate has no setting for it here"));
}

void TestCliExport::theListNamesEach()
{
    const Ran ran = run(words("export --for list"));
    QCOMPARE(ran.exit, 0);
    for (const char* name :
         {"deepspeed", "accelerate", "torchtitan", "megatron", "nanotron", "trl", "llama-factory",
          "axolotl", "ms-swift", "unsloth", "vllm", "sglang", "llama.cpp"})
        QVERIFY(ran.out.contains(name));
    QVERIFY(run(words("export --help")).out.contains("highwater export [PLAN]"));
}

void TestCliExport::servers_data()
{
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QString>("note");
    const auto row
        = [](const char* name, const QString& settings, const QByteArray& command,
             const QString& note = {}) { QTest::newRow(name) << settings << command << note; };
    row("vLLM", u"--for vllm --set inference.server=vllm"_s,
        "exec vllm serve \"$1\" \\\n    --dtype bfloat16 \\\n    --max-model-len 8192\n");
    row("vLLM, 8 bits on two cards, 8,192 and 1,024 tokens",
        u"--for vllm --set inference.server=vllm --set inference.weights=fp8 --set "
        "inference.kv_cache=fp8 --set cluster.gpus=2 --set layout.tensor=2 --set "
        "inference.output=1024 --set inference.memory_fraction=0.85 --set "
        "inference.max_sequences=16 --set inference.prefill_chunk=4096 --set "
        "inference.graphs=false"_s,
        "exec vllm serve \"$1\" \\\n    --quantization fp8 \\\n    --max-model-len 9216 \\\n"
        "    --tensor-parallel-size 2 \\\n    --gpu-memory-utilization 0.85 \\\n"
        "    --max-num-seqs 16 \\\n    --max-num-batched-tokens 4096 \\\n"
        "    --kv-cache-dtype fp8 \\\n    --enforce-eager\n");
    row("vLLM, weights that are stored so",
        u"--for vllm --set inference.server=vllm --set inference.weights=awq"_s,
        "exec vllm serve \"$1\" \\\n    --max-model-len 8192\n",
        u"inference.weights: the model that the script gets has to be stored in it: awq"_s);
    row("SGLang",
        u"--for sglang --set inference.server=sglang --set cluster.gpus=4 --set layout.tensor=4 "
        "--set inference.memory_fraction=0.8"_s,
        "exec python -m sglang.launch_server --model-path \"$1\" \\\n    --dtype bfloat16 \\\n"
        "    --context-length 8192 \\\n    --tp-size 4 \\\n    --mem-fraction-static 0.8\n");
    row("llama.cpp, four slots",
        u"--for llama.cpp --set inference.server=llama.cpp --set inference.weights=q4_k_m --set "
        "workload.micro_batch=4 --set inference.kv_cache=q8_0"_s,
        "exec llama-server --model \"$1\" \\\n    --ctx-size 32768 \\\n    --parallel 4 \\\n"
        "    --n-gpu-layers 33 \\\n    --flash-attn on \\\n    --cache-type-k q8_0 \\\n"
        "    --cache-type-v q8_0\n");
    row("llama.cpp, experts of ten layers on the host",
        u"--for llama.cpp --set inference.server=llama.cpp --set inference.weights=q4_k_m --set "
        "model.id=mixtral-8x7b --set inference.host_experts=10"_s,
        "exec llama-server --model \"$1\" \\\n    --ctx-size 8192 \\\n    --parallel 1 \\\n"
        "    --n-gpu-layers 33 \\\n    --n-cpu-moe 10 \\\n    --flash-attn on\n");
    row("vLLM, a draft model",
        u"--for vllm --set inference.server=vllm --set inference.draft_model=llama-3.2-1b --set "
        "inference.draft_tokens=5"_s,
        "exec vllm serve \"$1\" \\\n    --dtype bfloat16 \\\n    --max-model-len 8192 \\\n"
        "    --speculative-config \"{\\\"model\\\": \\\"$2\\\", \\\"method\\\": "
        "\\\"draft_model\\\", \\\"num_speculative_tokens\\\": 5}\"\n",
        u"inference.draft_model: the second argument of the script is the draft model: "
        "llama-3.2-1b"_s);
    row("SGLang, a draft model",
        u"--for sglang --set inference.server=sglang --set inference.draft_model=llama-3.2-1b"_s,
        "    --context-length 8192 \\\n    --speculative-algorithm STANDALONE \\\n"
        "    --speculative-draft-model-path \"$2\" \\\n    --speculative-num-steps 4 \\\n"
        "    --speculative-eagle-topk 1 \\\n    --speculative-num-draft-tokens 5\n");
    row("vLLM, the model's own layers for further tokens",
        u"--for vllm --set inference.server=vllm --set model.id=glm-4.5-355b --set "
        "inference.draft_kind=mtp --set inference.draft_tokens=1"_s,
        "    --speculative-config \"{\\\"method\\\": \\\"mtp\\\", "
        "\\\"num_speculative_tokens\\\": 1}\"\n");
    row("vLLM, EAGLE-3",
        u"--for vllm --set inference.server=vllm --set inference.draft_kind=eagle3"_s,
        "    --speculative-config \"{\\\"model\\\": \\\"$2\\\", \\\"method\\\": "
        "\\\"eagle3\\\", \\\"num_speculative_tokens\\\": 4}\"\n",
        u"inference.draft_kind: the second argument of the script is a head that was trained for "
        "the model"_s);
    row("SGLang, the model's own layers for further tokens",
        u"--for sglang --set inference.server=sglang --set model.id=glm-4.5-355b --set "
        "inference.draft_kind=mtp"_s,
        "    --speculative-algorithm NEXTN \\\n    --speculative-num-steps 4 \\\n"
        "    --speculative-eagle-topk 1 \\\n    --speculative-num-draft-tokens 5\n");
    row("llama.cpp, EAGLE-3",
        u"--for llama.cpp --set inference.server=llama.cpp --set inference.weights=q8_0 --set "
        "inference.draft_kind=eagle3"_s,
        "    --n-gpu-layers 33 \\\n    --spec-type draft-eagle3 \\\n    --model-draft \"$2\" "
        "\\\n    --spec-draft-n-max 4 \\\n    --gpu-layers-draft 2 \\\n    --flash-attn on\n");
    row("llama.cpp has no EAGLE of the first kind",
        u"--for llama.cpp --set inference.server=llama.cpp --set inference.weights=q8_0 --set "
        "inference.draft_kind=eagle"_s,
        "    --n-gpu-layers 33 \\\n    --flash-attn on\n",
        u"inference.draft_kind: llama.cpp has no setting for it: eagle"_s);
    row("llama.cpp, a draft model of 16 layers",
        u"--for llama.cpp --set inference.server=llama.cpp --set inference.weights=q8_0 --set "
        "inference.draft_model=llama-3.2-1b"_s,
        "    --n-gpu-layers 33 \\\n    --model-draft \"$2\" \\\n    --spec-draft-n-max 4 \\\n"
        "    --gpu-layers-draft 17 \\\n    --flash-attn on\n");
    row("llama.cpp, the MLP of two layers on the host",
        u"--for llama.cpp --set inference.server=llama.cpp --set inference.weights=q8_0 --set "
        "inference.host_mlps=2"_s,
        "    --override-tensor 'blk\\.(0|1)\\.ffn_(gate|up|down)\\.weight=CPU' \\\n"
        "    --flash-attn on\n");
    row("another server's plan",
        u"--for vllm --set inference.server=llama.cpp --set inference.weights=bf16"_s,
        "exec vllm serve \"$1\" \\\n    --dtype bfloat16 \\\n    --max-model-len 8192\n",
        u"inference.server: the plan is counted for llama.cpp; what it leaves open has the "
        "defaults of vLLM here"_s);
}

void TestCliExport::servers()
{
    QFETCH(QString, settings);
    QFETCH(QByteArray, command);
    QFETCH(QString, note);
    const QStringList line
        = words("export --set workload.task=inference --set cluster.gpus=1") + settings.split(u' ');
    const Ran ran = run(line);
    QCOMPARE(ran.exit, 0);
    QVERIFY2(ran.out.endsWith(command), ran.out.constData());
    QVERIFY(ran.out.startsWith("#!/bin/sh\n"));
    QVERIFY2(note.isEmpty() || (ran.out.contains(note.toUtf8()) && ran.err.contains(note.toUtf8())),
             ran.err.constData());
}

void TestCliExport::refusals_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("no framework") << u"export"_s << u"--for is missing"_s;
    QTest::newRow("another framework")
        << u"export --for jax"_s << u"must be one of deepspeed, accelerate"_s;
    QTest::newRow("inference") << u"export --for trl --set workload.task=inference"_s
                               << u"workload.task: must be train"_s;
    QTest::newRow("a training by a server")
        << u"export --for vllm"_s << u"workload.task: must be inference"_s;
    QTest::newRow("weights that the server does not read")
        << u"export --for llama.cpp --set workload.task=inference --set inference.weights=fp8"_s
        << u"inference.weights: cannot be served by llama.cpp"_s;
    QTest::newRow("a plan without an estimate")
        << u"export --for trl --set layout.tensor=64"_s << u"layout.tensor"_s;
    QTest::newRow("two plans") << u"export a b --for trl"_s << u"unexpected argument"_s;
}

void TestCliExport::refusals()
{
    QFETCH(QString, arguments);
    QFETCH(QString, says);
    const Ran ran = run(arguments.split(u' '));
    QCOMPARE(notRefused(ran, 2, {says}), QString());
}

void TestCliExport::anUnwritableFileIsSaid()
{
    const QTemporaryDir folder;
    const Ran ran
        = run({u"export"_s, u"--for"_s, u"trl"_s, u"-o"_s, folder.filePath(u"none/sft.py"_s)});
    QCOMPARE(notRefused(ran, 1, {u"cannot be written"_s}), QString());
    QVERIFY(QDir(folder.path()).isEmpty());
}

QTEST_GUILESS_MAIN(TestCliExport)
#include "test_cli_export.moc"
