// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Logs of runs that ended out of memory: the numbers of their texts, the place in the run, the
// tensor of the plan, and the changes as lines of a person's own file.
#include "core/doctor/diagnosis.h"
#include "core/doctor/log_amount.h"
#include "core/doctor/own_measurement.h"
#include "core/exchange/command_line_text.h"
#include "core/exchange/share_code.h"
#include "core/measured/run_check.h"
#include "golden_file.h"
#include "random.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <sstream>

using namespace highwater;

namespace {

FailureLog logOf(const std::string& text)
{
    ByteSource source(text);
    const auto read = readFailures(source);
    if (!read)
        qFatal("%s", english(read.problems().front()).c_str());
    return *read;
}

MemoryFailure failureIn(const std::string& text)
{
    return logOf(text).first();
}

Plan planOf(const std::string& settings)
{
    Plan plan;
    std::istringstream words(settings);
    std::string word;
    while (words >> word)
        if (const Problems problems = applySetting(plan, word); !problems.empty())
            qFatal("%s", english(problems.front()).c_str());
    return plan;
}

using Lines = std::initializer_list<const char*>;

QStringList listOf(Lines lines)
{
    QStringList list;
    for (const char* line : lines)
        list << QString::fromUtf8(line);
    return list;
}

constexpr const char* newText
    = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.91 GiB. GPU 0 has a total "
      "capacity of 79.22 GiB of which 1.23 GiB is free. Process 77 has 2.50 GiB memory in use. "
      "Including non-PyTorch memory, this process has 75.40 GiB memory in use. Of the allocated "
      "memory 73.10 GiB is allocated by PyTorch, and 1.11 GiB is reserved by PyTorch but "
      "unallocated. If reserved but unallocated memory is large try setting "
      "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.";

/// One row of tests/golden/out_of_memory.txt.
struct Thread
{
    std::string address, cause, remedy, plan, but, log;
};

std::vector<Thread> threads()
{
    std::vector<Thread> list;
    std::istringstream lines(goldenText("out_of_memory.txt"));
    std::string line;
    while (std::getline(lines, line)) {
        const auto take = [&](std::string_view start, std::string& to) {
            const bool isIt = line.starts_with(start);
            if (isIt)
                to = line.substr(start.size());
            return isIt;
        };
        if (line.starts_with("#"))
            continue;
        if (line.starts_with("@ ")) {
            list.emplace_back().address = line.substr(2);
            continue;
        }
        if (list.empty())
            continue;
        Thread& thread = list.back();
        if (!take("cause: ", thread.cause) && !take("remedy: ", thread.remedy)
            && !take("plan: ", thread.plan) && !take("but: ", thread.but))
            thread.log += line + "\n";
    }
    return list;
}

Diagnosis diagnosed(const Thread& thread)
{
    if (thread.plan.empty())
        return diagnosisOf(logOf(thread.log), builtinCatalog());
    const auto found = diagnosisOf(logOf(thread.log), builtinCatalog(), planOf(thread.plan));
    if (!found)
        qFatal("%s", english(found.problems().front()).c_str());
    return *found;
}

bool isRight(const Thread& thread, const Diagnosis& found)
{
    const std::string first = english(found.advice.front().text);
    std::istringstream words(thread.remedy);
    std::string word;
    bool any = false;
    while (std::getline(words, word, '|'))
        any = any || first.find(word) != std::string::npos;
    return any && nameOf(found.cause) == thread.cause;
}

} // namespace

class TestDoctor : public QObject
{
    Q_OBJECT

private slots:
    void readsAmounts_data();
    void readsAmounts();
    void readsTheTextsOfAllVersions_data();
    void readsTheTextsOfAllVersions();
    void tellsOtherProcesses();
    void readsWhatWasWrapped();
    void keepsRanksApart();
    void knowsWhoRefused_data();
    void knowsWhoRefused();
    void putsAGpuBeforeAKilledProcess();
    void findsThePlace_data();
    void findsThePlace();
    void asksAsPyTorchDoes_data();
    void asksAsPyTorchDoes();
    void namesTheTensor_data();
    void namesTheTensor();
    void saysTheTokensThatItWouldTake();
    void looksForChangesInWhatIsLeft();
    void advisesNothingThatThePlanHas();
    void addsThePluginOfKernels();
    void showsTheVariableOfTheAllocator();
    void namesTheProgramsOptions();
    void namesTheServersOptions();
    void writesChangesIntoTheOwnFile_data();
    void writesChangesIntoTheOwnFile();
    void refusesAnotherText_data();
    void refusesAnotherText();
    void standsAnyText();
    void forgetsTracebacksOfTooManyProcesses();
    void standsFilesThatNestWithoutEnd();
    void readsALongLog();
    void readsAReading_data();
    void readsAReading();
    void placesAReadingInItsRange();
    void findsTheAssumption();
    void correctsThePlan_data();
    void correctsThePlan();
    void keepsReadingsInATable();
    void golden();
};

void TestDoctor::readsAmounts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<qint64>("low");
    QTest::addColumn<qint64>("high");
    const auto row = [](const char* text, qint64 bytes, qint64 low, qint64 high) {
        QTest::newRow(text) << QString::fromLatin1(text) << bytes << low << high;
    };
    row("20.00 MiB", 20 * mib, 20 * mib - 5243, 20 * mib + 5243);
    row("2 MiB (", 2 * mib, 3 * mib / 2, 5 * mib / 2);
    row("0 bytes is", 0, 0, 0);
    row("512 bytes", 512, 512, 512);
    row("1234kB", 1234000, 1233500, 1234500);
}

void TestDoctor::readsAmounts()
{
    QFETCH(QString, text);
    const auto found = amountAt(text.toStdString());
    QVERIFY(found);
    QTEST(static_cast<qint64>(found->bytes), "bytes");
    QTEST(static_cast<qint64>(found->low), "low");
    QTEST(static_cast<qint64>(found->high), "high");
    for (const char* wrong : {"", "GiB", "1.2.3 GiB", "12 apples", "17179869184.00 GiB", "."})
        QVERIFY2(!amountAt(wrong), wrong);
}

void TestDoctor::readsTheTextsOfAllVersions_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("asked"); // MiB; negative: not stated
    QTest::addColumn<double>("capacity");
    QTest::addColumn<double>("free");
    QTest::addColumn<double>("allocated");
    QTest::addColumn<double>("idle");
    constexpr double gibi = 1024, none = -1;
    const auto row = [](const char* name, const char* text, double asked, double capacity,
                        double free, double allocated, double idle) {
        QTest::newRow(name) << QString::fromUtf8(text) << asked << capacity << free << allocated
                            << idle;
    };
    row("1.0, idle bytes as cached",
        "RuntimeError: CUDA out of memory. Tried to allocate 352.00 MiB (GPU 0; 7.92 GiB total "
        "capacity; 1.67 GiB already allocated; 156.00 MiB free; 124.28 MiB cached)",
        352, 7.92 * gibi, 156, 1.67 * gibi, 124.28);
    row("1.4 to 2.0, reserved in total",
        "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 79.35 GiB total "
        "capacity; 75.00 GiB already allocated; 1.19 GiB free; 77.50 GiB reserved in total by "
        "PyTorch) If reserved memory is >> allocated memory try setting max_split_size_mb",
        2 * gibi, 79.35 * gibi, 1.19 * gibi, 75 * gibi, 2.5 * gibi);
    row("2.1, with its misspelling",
        "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 448.00 MiB. GPU 3 has "
        "a total capacty of 15.77 GiB of which 289.38 MiB is free. Including non-PyTorch memory, "
        "this process has 15.49 GiB memory in use. Of the allocated memory 14.66 GiB is allocated "
        "by PyTorch, and 483.75 MiB is reserved by PyTorch but unallocated.",
        448, 15.77 * gibi, 289.38, 14.66 * gibi, 483.75);
    row("2.5 to 2.9", newText, 3.91 * gibi, 79.22 * gibi, 1.23 * gibi, 73.1 * gibi, 1.11 * gibi);
    row("HIP",
        "torch.OutOfMemoryError: HIP out of memory. Tried to allocate 64.00 MiB. GPU 0 has a total "
        "capacity of 15.98 GiB of which 0 bytes is free. Of the allocated memory 14.53 GiB is "
        "allocated by PyTorch, and 31.03 MiB is reserved by PyTorch but unallocated.",
        64, 15.98 * gibi, 0, 14.53 * gibi, 31.03);
    row("Apple's GPU, which writes GB for GiB",
        "RuntimeError: MPS backend out of memory (MPS allocated: 18.04 GB, other allocations: "
        "1.25 GB, max allowed: 18.13 GB). Tried to allocate 256 bytes on private pool.",
        256.0 / 1024 / 1024, 18.13 * gibi, none, 18.04 * gibi, none);
    row("without a size", "RuntimeError: CUDA error: out of memory", none, none, none, none, none);
    row("NCCL", "NCCL WARN Cuda failure 'out of memory'", none, none, none, none, none);
    row("vLLM's cache",
        "ValueError: To serve at least one request with the models's max seq len (131072), (16.00 "
        "GiB KV cache is needed, which is larger than the available KV cache memory (5.32 GiB). "
        "Based on the available memory, the estimated maximum model length is 43568.",
        16 * gibi, none, 5.32 * gibi, none, none);
    row("vLLM on a card that is used",
        "ValueError: Free memory on device (10.20/23.60 GiB) on startup is less than desired GPU "
        "memory utilization (0.9, 21.24 GiB).",
        21.24 * gibi, 23.6 * gibi, 10.2 * gibi, none, none);
    row("llama.cpp",
        "ggml_backend_cuda_buffer_type_alloc_buffer: allocating 4096.00 MiB on device 0: "
        "cudaMalloc failed: out of memory",
        4096, none, none, none, none);
    row("the host's allocator",
        "RuntimeError: [enforce fail at alloc_cpu.cpp:83] err == 0. DefaultCPUAllocator: can't "
        "allocate memory: you tried to allocate 67108864 bytes. Error code 12",
        64, none, none, none, none);
}

void TestDoctor::readsTheTextsOfAllVersions()
{
    QFETCH(QString, text);
    const MemoryFailure failure = failureIn(text.toStdString());
    const auto isNear = [](const std::optional<Bytes>& bytes, double expected) {
        if (expected < 0 || !bytes)
            return !bytes && expected < 0;
        return std::abs(static_cast<double>(*bytes) / static_cast<double>(mib) - expected) < 0.01;
    };
    for (const auto& [name, bytes] :
         {std::pair("asked", failure.asked), std::pair("capacity", failure.capacity),
          std::pair("free", failure.free), std::pair("allocated", failure.allocated),
          std::pair("idle", failure.idle)}) {
        const double expected = *static_cast<const double*>(QTest::qData(name, QMetaType::Double));
        QVERIFY2(isNear(bytes, expected), name);
    }
}

void TestDoctor::tellsOtherProcesses()
{
    QCOMPARE(failureIn(newText).others(), 5 * gib / 2);
    // A container's own number is another one: the process that has a little more than PyTorch's
    // memory, 25.5 + 3.14, is this one.
    const MemoryFailure contained = failureIn(
        "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 95.22 GiB "
        "of which 1.23 GiB is free. Process 608946 has 14.91 GiB memory in use. Process 734147 has "
        "29.07 GiB memory in use. Of the allocated memory 25.50 GiB is allocated by PyTorch, and "
        "3.14 GiB is reserved by PyTorch but unallocated.");
    QCOMPARE(sizeText(contained.others()), std::string("14.91 GiB"));
}

void TestDoctor::readsWhatWasWrapped()
{
    const MemoryFailure boxed = failureIn(
        "│ C:\\venv\\torch\\optim\\adamw.py:566 in _multi_tensor_adamw        │\n"
        "│                                                                │\n"
        "│   565 │   │   │   torch._foreach_div_(a, b)                    │\n"
        "│ ❱ 566 │   │   │   denom = torch._foreach_add(a, eps)           │\n"
        "╰────────────────────────────────────────────────────────────────╯\n"
        "OutOfMemoryError: CUDA out of memory. Tried to allocate 64.00 MiB (GPU 0; 12.00\n"
        "GiB total capacity; 2.60 GiB already allocated; 8.36 GiB free; 2.62 GiB reserved in\n"
        "total by PyTorch) If reserved memory is >> allocated memory try setting\n");
    QCOMPARE(boxed.capacity, 12 * gib);
    QCOMPARE(boxed.frames.size(), std::size_t{1});
    QCOMPARE(frameText(boxed.frames.front()), std::string("adamw.py:566 _multi_tensor_adamw"));
    QCOMPARE(boxed.frames.front().code, std::string("denom = torch._foreach_add(a, eps)"));
    const MemoryFailure coloured
        = failureIn("\x1b[31mtorch.OutOfMemoryError\x1b[0m: CUDA out of memory. Tried to allocate "
                    "\x1b[1m2.00 GiB\x1b[0m. GPU 0\n");
    QCOMPARE(coloured.asked, 2 * gib);
}

void TestDoctor::keepsRanksApart()
{
    const FailureLog log = logOf(
        "[rank1]:   File \"a.py\", line 1, in forward\n"
        "[rank1]:     x = self.mlp(x)\n"
        "[rank0]:   File \"b.py\", line 2, in step\n"
        "[rank0]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n"
        "[rank1]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 4.00 GiB.\n");
    QCOMPARE(log.ranks, (std::vector<std::int64_t>{0, 1}));
    QCOMPARE(log.count, 2);
    QCOMPARE(log.first().rank, 0);
    QCOMPARE(log.failures[0].frames.front().file, std::string("b.py"));
    QCOMPARE(log.failures[1].frames.front().file, std::string("a.py"));
    QCOMPARE(log.failures[1].frames.front().code, std::string("x = self.mlp(x)"));
}

/// Lines by which drivers, servers and systems tell that memory ran out.
void TestDoctor::knowsWhoRefused_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("refuser");
    const auto row = [](const char* refuser, const char* line) {
        QTest::newRow(line) << QString::fromUtf8(line) << QString::fromUtf8(refuser);
    };
    row("pytorch", "RuntimeError: MPS backend out of memory (MPS allocated: 18.13 GiB, other");
    row("server-cache", "ValueError: No available memory for the cache blocks. Try increasing");
    row("server-cache", "Not enough memory. Please try to increase --mem-fraction-static.");
    row("llama.cpp",
        "ggml_backend_cuda_buffer_type_alloc_buffer: cudaMalloc failed: out of memory");
    row("llama.cpp", "llama_kv_cache_init: failed to allocate buffer for kv cache");
    row("llama.cpp", "alloc_tensor_range: failed to allocate CUDA0 buffer of size 4294967296");
    row("llama.cpp", "alloc_tensor_range: failed to allocate ROCm0 buffer of size 4294967296");
    row("llama.cpp", "alloc_tensor_range: failed to allocate Vulkan0 buffer of size 4294967296");
    row("llama.cpp", "alloc_tensor_range: failed to allocate Metal buffer of size 4294967296");
    row("llama.cpp", "unable to allocate CUDA0 buffer");
    row("llama.cpp", "graph_reserve: failed to allocate compute buffers");
    row("nccl", "[0] transport.cc:88 NCCL WARN Cuda failure 'out of memory'");
    row("nccl", "[0] transport.cc:88 NCCL WARN Cuda failure 2 'out of memory'");
    row("driver", "RuntimeError: CUDA error: out of memory");
    row("driver", "RuntimeError: HIP error: out of memory");
    row("driver", "RuntimeError: CUDA driver error: out of memory");
    row("driver", "RuntimeError: cuda runtime error (2) : out of memory at THCStorage.cu:66");
    row("driver", "pycuda.driver.MemoryError: cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY");
    row("driver", "cupy_backends.cuda.api.runtime: cudaErrorMemoryAllocation: out of memory");
    row("driver",
        "RuntimeError: CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate`");
    row("host",
        "RuntimeError: DefaultCPUAllocator: can't allocate memory: you tried to allocate 8");
    row("host", "[12345.6] Out of memory: Killed process 4321 (python) total-vm:268435456kB");
    row("host", "slurmstepd: error: Detected 1 oom-kill event(s) in StepId=7.0 cgroup.");
    row("host", "slurmstepd: error: Detected 1 oom_kill event in StepId=7.0.");
    row("host", "  exitcode  : -9 (pid: 4321)");
    row("host", "failed (exitcode: -9) local_rank: 0 (pid: 4321) of binary: /usr/bin/python3");
    row("host", "ERROR: Process 4321 ended. Exit code -9");
    row("host", "[launch.py:325:sigkill_handler] exits with return code = -9");
    row("host", "  traceback : Signal 9 (SIGKILL) received by PID 4321");
    row("host", "Task was killed due to memory pressure (OOM).");
    row("host",
        "numpy.core._exceptions._ArrayMemoryError: Unable to allocate 4.00 GiB for an array");
}

void TestDoctor::knowsWhoRefused()
{
    QFETCH(QString, line);
    QFETCH(QString, refuser);
    QCOMPARE(
        QString::fromStdString(std::string(nameOf(failureIn(line.toStdString() + "\n").refuser))),
        refuser);
}

void TestDoctor::putsAGpuBeforeAKilledProcess()
{
    const MemoryFailure failure
        = failureIn("exits with return code = -9\n"
                    "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 79.35\n");
    QCOMPARE(failure.refuser, Refuser::Allocator);
    ByteSource other("exits with return code = -91\n");
    QVERIFY(!readFailures(other));
}

void TestDoctor::findsThePlace_data()
{
    QTest::addColumn<QStringList>("frames"); // file|function|code, outermost first
    QTest::addColumn<QString>("moment");
    QTest::addColumn<QString>("kind");
    const auto row = [](const char* name, Lines frames, const char* moment, const char* kind) {
        QTest::newRow(name) << listOf(frames) << QString::fromLatin1(moment)
                            << QString::fromLatin1(kind);
    };
    const char* const trainer = "transformers/trainer.py|train|";
    row("a layer's MLP in the forward pass",
        {trainer, "transformers/trainer.py|training_step|loss = self.compute_loss(model, inputs)",
         "transformers/models/llama/modeling_llama.py|forward|down_proj = "
         "self.down_proj(self.act_fn(self.gate_proj(x)) * self.up_proj(x))"},
        "forward", "mlp");
    row("scores of attention that is not flash attention",
        {trainer,
         "transformers/models/llama/modeling_llama.py|forward|attn_weights = "
         "nn.functional.softmax(attn_weights, dim=-1, dtype=torch.float32)"},
        "forward", "scores");
    row("logits in 32 bits",
        {trainer, "transformers/models/llama/modeling_llama.py|forward|logits = logits.float()"},
        "loss", "logits");
    row("the loss", {trainer, "transformers/loss/loss_utils.py|ForCausalLMLoss|"}, "loss",
        "logits");
    row("a layer made again in the backward pass",
        {trainer, "accelerate/accelerator.py|backward|loss.backward(**kwargs)",
         "torch/utils/checkpoint.py|unpack_hook|",
         "transformers/models/llama/modeling_llama.py|forward|self.up_proj(x)"},
        "backward", "mlp");
    row("the first step makes the moments",
        {trainer, "accelerate/optimizer.py|step|", "torch/optim/adamw.py|step|",
         "torch/optim/adamw.py|_init_group|state[\"exp_avg\"] = torch.zeros_like(p)"},
        "optimizer_step", "moments");
    row("Lightning's step calls the forward pass",
        {"pytorch_lightning/core/optimizer.py|step|", "torch/optim/adamw.py|step|",
         "litgpt/model.py|forward|x = self.mlp(x)"},
        "forward", "mlp");
    row("the step of a pipeline's schedule",
        {"train.py|main|", "torch/distributed/pipelining/schedules.py|step|"}, "", "");
    row("DeepSpeed's step", {"deepspeed/runtime/zero/stage3.py|step|"}, "optimizer_step",
        "step-copies");
    row("weights are loaded",
        {"train.py|main|", "transformers/modeling_utils.py|from_pretrained|",
         "torch/nn/modules/module.py|_apply|"},
        "load", "weights");
    row("predictions of an evaluation",
        {trainer, "transformers/trainer.py|evaluation_loop|",
         "transformers/trainer_pt_utils.py|nested_concat|"},
        "evaluate", "predictions");
    row("a checkpoint is written",
        {trainer, "transformers/trainer.py|_save_checkpoint|",
         "torch/distributed/fsdp/_state_dict_utils.py|_full_pre_state_dict_hook|"},
        "save", "");
    row("text is generated",
        {"run.py|main|", "transformers/generation/utils.py|generate|",
         "transformers/models/llama/modeling_llama.py|forward|"},
        "generate", "");
    row("weights are gathered for a layer",
        {trainer, "transformers/models/llama/modeling_llama.py|forward|",
         "torch/distributed/fsdp/_runtime_utils.py|_unshard|"},
        "forward", "gathered-weights");
}

void TestDoctor::findsThePlace()
{
    QFETCH(QStringList, frames);
    std::string log = "Traceback (most recent call last):\n";
    for (const QString& frame : frames) {
        const QStringList parts = frame.split(QLatin1Char('|'));
        log += "  File \"" + parts[0].toStdString() + "\", line 1, in " + parts[1].toStdString()
            + "\n";
        if (!parts[2].isEmpty())
            log += "    " + parts[2].toStdString() + "\n";
    }
    const FailurePlace place
        = placeOf(failureIn(log + "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB"));
    const auto said = [](const auto& value) {
        return value ? QString::fromStdString(std::string(nameOf(*value))) : QString();
    };
    QTEST(said(place.moment), "moment");
    QTEST(said(place.kind), "kind");
}

void TestDoctor::asksAsPyTorchDoes_data()
{
    QTest::addColumn<qint64>("tensor");
    QTest::addColumn<qint64>("request");
    const auto row = [](const char* name, qint64 tensor, qint64 request) {
        QTest::newRow(name) << tensor << request;
    };
    row("small ones are cut from 2 MiB", 512, 2 * mib);
    row("up to 1 MiB", mib, 2 * mib);
    row("from there from 20 MiB", mib + 1, 20 * mib);
    row("up to 10 MiB", 10 * mib - 1, 20 * mib);
    row("larger ones by themselves", 10 * mib, 10 * mib);
    row("in whole 2 MiB", 10 * mib + 1, 12 * mib);
}

void TestDoctor::asksAsPyTorchDoes()
{
    QFETCH(qint64, tensor);
    QTEST(static_cast<qint64>(requestFor(tensor)), "request");
}

void TestDoctor::namesTheTensor_data()
{
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QString>("frame");
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QString>("formula");
    const auto row = [](const char* name, const char* plan, const char* frame, const char* asked,
                        const char* formula) {
        QTest::newRow(name) << QString::fromLatin1(plan) << QString::fromUtf8(frame)
                            << QString::fromLatin1(asked) << QString::fromUtf8(formula);
    };
    // 4 · 8,192 · 128,256 bytes are 3.914 GiB.
    row("logits in 32 bits", "recipe.framework=huggingface layout.zero=3",
        "logits = logits.float()", "3.91 GiB", "4·s·b·v");
    // 4 · 202,383,360 parameters of a layer of Llama 7B on 4 ranks: 193.01 MiB.
    row("a layer's share of FSDP",
        "model.id=llama-1-7b recipe.framework=huggingface recipe.engine=fsdp1 layout.zero=3 "
        "cluster.gpus=4",
        "", "194.00 MiB", "4·P_layer/S");
    // The same without a word of it in the traceback.
    row("logits by their size alone", "recipe.framework=huggingface layout.zero=3", "x = f(x)",
        "3.91 GiB", "4·s·b·v");
    // 2 · 8,192 · 14,336 bytes.
    row("a tensor of the MLP's width", "recipe.framework=huggingface layout.zero=3",
        "x = self.act_fn(self.gate_proj(x))", "224.00 MiB", "2·s·b·f");
    // 4 · 32 heads · 4,096² bytes.
    row("scores", "recipe.framework=huggingface recipe.attention=eager workload.context=4096",
        "attn_weights = nn.functional.softmax(attn_weights, dtype=torch.float32)", "2.00 GiB",
        "4·a·s²·b");
}

void TestDoctor::namesTheTensor()
{
    QFETCH(QString, plan);
    QFETCH(QString, frame);
    QFETCH(QString, asked);
    std::string log;
    if (!frame.isEmpty())
        log = "  File \"modeling_llama.py\", line 1, in forward\n    " + frame.toStdString() + "\n";
    log += "RuntimeError: CUDA out of memory. Tried to allocate " + asked.toStdString()
        + ". GPU 0 has a total capacity of 79.22 GiB of which 1.23 GiB is free.";
    const auto found = diagnosisOf(logOf(log), builtinCatalog(), planOf(plan.toStdString()));
    QVERIFY(found);
    QVERIFY(!found->plan->tensors.empty());
    const MatchedTensor& first = found->plan->tensors.front();
    QVERIFY(first.isSize);
    QTEST(QString::fromStdString(first.formula), "formula");
    if (asked == QLatin1String("3.91 GiB"))
        QCOMPARE(found->cause, FailureCause::Logits);
}

void TestDoctor::saysTheTokensThatItWouldTake()
{
    const auto found = diagnosisOf(
        logOf("  File \"modeling_llama.py\", line 1, in forward\n    logits = logits.float()\n"
              "RuntimeError: CUDA out of memory. Tried to allocate 15.66 GiB"),
        builtinCatalog(), planOf("recipe.framework=huggingface layout.zero=3"));
    QVERIFY(found);
    const MatchedTensor& first = found->plan->tensors.front();
    QVERIFY(!first.isSize);
    // 15.66 GiB / (4 · 128,256): four times 8,192, within the two decimals of the text.
    QVERIFY(first.tokens && std::abs(*first.tokens - 4 * 8192) < 16);
}

void TestDoctor::looksForChangesInWhatIsLeft()
{
    // The plan fits its card; 60 GiB of another process are not there for the run.
    const std::string log
        = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB. GPU 0 has a "
          "total capacity of 79.22 GiB of which 0.10 GiB is free. Process 5 has 60.00 GiB memory "
          "in use. Including non-PyTorch memory, this process has 19.12 GiB memory in use. Of the "
          "allocated memory 18.10 GiB is allocated by PyTorch, and 0.11 GiB is reserved by PyTorch "
          "but unallocated.";
    const auto found
        = diagnosisOf(logOf(log), builtinCatalog(),
                      planOf("recipe.framework=huggingface layout.zero=3 recipe.recompute=full"));
    QVERIFY(found);
    QCOMPARE(found->cause, FailureCause::OtherProcess);
    QVERIFY(found->plan->fits);
    QVERIFY(found->plan->counted < 20 * gib);
    QVERIFY(english(found->advice.front().text).find("process 5") != std::string::npos);
    for (const DoctorChange& change : found->plan->changes)
        if (change.suggestion.fits)
            QVERIFY(change.suggestion.totals.total <= found->plan->counted);
}

/// The run recomputes, has flash attention and one GPU: what is left is a smaller pass. With two
/// GPUs these may share.
void TestDoctor::advisesNothingThatThePlanHas()
{
    const char* const text
        = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.77 GiB. GPU 0 has a "
          "total capacity of 23.64 GiB of which 1.21 GiB is free. Including non-PyTorch memory, "
          "this process has 22.42 GiB memory in use. Of the allocated memory 21.10 GiB is "
          "allocated by PyTorch, and 873.42 MiB is reserved by PyTorch but unallocated.";
    const auto advice = [text](const std::string& settings) {
        std::string lines;
        const Plan plan = planOf("model.id=qwen3-14b recipe.framework=huggingface "
                                 "adapter.kind=qlora cluster.device=rtx-4090 "
                                 + settings);
        const auto found = diagnosisOf(logOf(text), builtinCatalog(), plan);
        for (const DoctorAdvice& each : found->advice)
            lines += english(each.text) + "\n";
        return QString::fromStdString(lines);
    };
    const QString alone = advice("cluster.gpus=1 recipe.recompute=full");
    for (const char* had : {"gradient_checkpointing", "flash_attention_2", "ZeRO-3"})
        QVERIFY2(!alone.contains(QLatin1String(had)), qPrintable(alone));
    QVERIFY2(alone.contains(QLatin1String("smaller micro-batch")), qPrintable(alone));
    const QString keeps = advice("cluster.gpus=1 recipe.recompute=none");
    QVERIFY2(keeps.contains(QLatin1String("gradient_checkpointing")), qPrintable(keeps));
    const QString two = advice("cluster.gpus=2 recipe.recompute=full");
    QVERIFY2(two.contains(QLatin1String("ZeRO-3")), qPrintable(two));
}

/// A list that the file lacks is one more line.
void TestDoctor::addsThePluginOfKernels()
{
    const ImportFile file{"axolotl.yaml",
                          "base_model: Qwen/Qwen3-8B\nsequence_len: 4096\nmicro_batch_size: 1\n"};
    const auto before = importPlan(file, {}, builtinCatalog());
    QVERIFY(before);
    Plan after = before->plan;
    QVERIFY(applySetting(after, "recipe.kernels=fused").empty());
    const auto found = configDifference(file, before->plan, after, builtinCatalog());
    QVERIFY(found);
    const std::vector<std::string> lines = shownDifference(*found);
    for (const char* line :
         {"+ liger_rms_norm: true", "+ plugins: [axolotl.integrations.liger.LigerPlugin]"})
        QVERIFY(std::ranges::find(lines, line) != lines.end());
}

/// A setting that has no place in the file is shown as a variable of the command.
void TestDoctor::showsTheVariableOfTheAllocator()
{
    const ImportFile file{"train.yaml",
                          "model_name_or_path: Qwen/Qwen3-8B\nstage: sft\ndo_train: true\n"};
    const auto before = importPlan(file, {}, builtinCatalog());
    QVERIFY(before);
    Plan after = before->plan;
    QVERIFY(applySetting(after, "cluster.allocator.expandable_segments=true").empty());
    const auto found = configDifference(file, before->plan, after, builtinCatalog());
    QVERIFY(found);
    QCOMPARE(shownDifference(*found),
             std::vector<std::string>{"+ PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True"});
}

/// Each program has its own name for the same setting.
void TestDoctor::namesTheProgramsOptions()
{
    const char* const text
        = "  File \"/x/transformers/loss/loss_utils.py\", line 60, in ForCausalLMLoss\n"
          "    logits = logits.float()\n"
          "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 18.55 GiB. GPU 0 has a "
          "total capacity of 23.99 GiB of which 1.20 GiB is free.\n";
    const auto first = [text](const std::string& config) {
        const ImportFile file{"train.yaml", config};
        const auto read = importPlan(file, {}, builtinCatalog());
        const Plan plan = read ? read->plan : Plan();
        const auto found = diagnosisOf(logOf(text), builtinCatalog(), plan, file);
        return found ? QString::fromStdString(english(found->advice.front().text)) : QString();
    };
    const QString axolotl
        = first("base_model: Qwen/Qwen3-8B\nsequence_len: 8192\nmicro_batch_size: 1\n");
    QVERIFY2(
        axolotl.contains(QLatin1StringView("plugins: [axolotl.integrations.liger.LigerPlugin], "
                                           "liger_fused_linear_cross_entropy: true"))
            && !axolotl.contains(QLatin1StringView("use_liger_kernel")),
        qPrintable(axolotl));
    const QString factory = first("model_name_or_path: Qwen/Qwen3-8B\nstage: sft\n"
                                  "do_train: true\ncutoff_len: 8192\n");
    QVERIFY2(factory.contains(QLatin1StringView("(enable_liger_kernel: true)")),
             qPrintable(factory));
    const QString trl
        = first("model_name_or_path: Qwen/Qwen3-8B\nmax_length: 8192\nloss_type: nll\n"
                "output_dir: x\nuse_peft: true\n");
    QVERIFY2(trl.contains(QLatin1StringView("(use_liger_kernel=True)")), qPrintable(trl));
}

/// vLLM and SGLang name the same things by options of their own.
void TestDoctor::namesTheServersOptions()
{
    const auto advice = [](const char* text) {
        QString all;
        for (const DoctorAdvice& each : diagnosisOf(logOf(text), builtinCatalog()).advice)
            all += QString::fromStdString(english(each.text)) + u'\n';
        return all;
    };
    const QString sglang
        = advice("RuntimeError: Not enough memory. Please try to increase --mem-fraction-static.");
    for (const char* option : {"--mem-fraction-static", "--tp-size", "--context-length",
                               "--max-running-requests", "--kv-cache-dtype fp8_e4m3"})
        QVERIFY2(sglang.contains(QLatin1StringView(option)), qPrintable(sglang));
    QVERIFY(!sglang.contains(u"max_model_len"));
    const QString vllm = advice("ValueError: No available memory for the cache blocks. Try "
                                "increasing `gpu_memory_utilization`.");
    for (const char* option : {"gpu_memory_utilization", "tensor_parallel_size", "max_model_len",
                               "max_num_seqs", "kv_cache_dtype=\"fp8\""})
        QVERIFY2(vllm.contains(QLatin1StringView(option)), qPrintable(vllm));
}

void TestDoctor::writesChangesIntoTheOwnFile_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QStringList>("shown");
    const auto row = [](const char* title, const char* name, const char* text, const char* setting,
                        Lines shown) {
        QTest::newRow(title) << QString::fromLatin1(name) << QString::fromUtf8(text)
                             << QString::fromLatin1(setting) << listOf(shown);
    };
    row("LLaMA-Factory", "train.yaml",
        "model_name_or_path: meta-llama/Llama-3.1-8B\nstage: sft\ndo_train: true\nfinetuning_type: "
        "lora\n"
        "cutoff_len: 8192  # tokens\nper_device_train_batch_size: 4\n"
        "gradient_accumulation_steps: 1\nbf16: true\n",
        "workload.context=4096", {"- cutoff_len: 8192  # tokens", "+ cutoff_len: 4096  # tokens"});
    row("Axolotl", "axolotl.yaml",
        "base_model: Qwen/Qwen2.5-7B\nsequence_len: 4096\nmicro_batch_size: 2\n"
        "gradient_accumulation_steps: 4\ngradient_checkpointing: false\nbf16: true\n",
        "workload.context=2048", {"- sequence_len: 4096", "+ sequence_len: 2048"});
    // Axolotl's flags of kernels count where the plugin is listed.
    row("Axolotl, kernels whose plugin is missing", "axolotl.yaml",
        "base_model: Qwen/Qwen3-8B\nsequence_len: 4096\nliger_rms_norm: true\n"
        "liger_glu_activation: false\n\nplugins:\n  - "
        "axolotl.integrations.cut_cross_entropy.CutCrossEntropyPlugin\n\n  # more\n"
        "micro_batch_size: 1\nbf16: true\n",
        "recipe.kernels=fused",
        {"+ - axolotl.integrations.liger.LigerPlugin", "- liger_glu_activation: false",
         "+ liger_glu_activation: true"});
    row("Axolotl, kernels beside a plugin in brackets", "axolotl.yaml",
        "base_model: Qwen/Qwen3-8B\nsequence_len: 4096\nliger_rms_norm: false\n"
        "liger_glu_activation: false\nplugins: "
        "[axolotl.integrations.cut_cross_entropy.CutCrossEntropyPlugin]\nmicro_batch_size: 1\n",
        "recipe.kernels=fused",
        {"+ plugins: [axolotl.integrations.cut_cross_entropy.CutCrossEntropyPlugin, "
         "axolotl.integrations.liger.LigerPlugin]"});
    row("DeepSpeed, one of two fields of a name", "ds_config.json",
        "{\n  \"train_micro_batch_size_per_gpu\": 1,\n  \"fp16\": {\"enabled\": false},\n"
        "  \"bf16\": {\n    \"enabled\": true\n  },\n  \"zero_optimization\": {\n"
        "    \"stage\": 2\n  }\n}\n",
        "layout.zero=3", {"- \"stage\": 2", "+ \"stage\": 3"});
    row("Megatron-LM, several flags on a line", "train.sh",
        "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 \\\n"
        "    --ffn-hidden-size 14336 --num-attention-heads 32 --seq-length 8192 "
        "--max-position-embeddings 8192 \\\n    --micro-batch-size 1 --global-batch-size 8 --bf16 "
        "--vocab-size 128256 --swiglu --normalization RMSNorm --disable-bias-linear "
        "--position-embedding-type rope --untie-embeddings-and-output-weights\n",
        "workload.micro_batch=2",
        {"- --micro-batch-size 1 --global-batch-size 8 --bf16 --vocab-size 128256 --swiglu "
         "--normalization RMSNorm --disable-bias-linear --position-embedding-type rope "
         "--untie-embeddings-and-output-weights",
         "+ --micro-batch-size 2 --global-batch-size 16 --bf16 --vocab-size 128256 --swiglu "
         "--normalization RMSNorm --disable-bias-linear --position-embedding-type rope "
         "--untie-embeddings-and-output-weights"});
}

void TestDoctor::writesChangesIntoTheOwnFile()
{
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(QString, setting);
    QFETCH(QStringList, shown);
    const std::string own = text.toStdString();
    const ImportFile file{name.toStdString(), own};
    const auto before = importPlan(file, {}, builtinCatalog());
    QVERIFY(before);
    Plan after = before->plan;
    QVERIFY(applySetting(after, setting.toStdString()).empty());
    const auto found = configDifference(file, before->plan, after, builtinCatalog());
    QVERIFY(found);
    const std::vector<std::string> lines = shownDifference(*found);
    QStringList said;
    for (const std::string& line : lines)
        said << QString::fromStdString(line);
    for (const QString& line : shown)
        QVERIFY2(said.contains(line), qPrintable(said.join(QLatin1Char('\n'))));
    // The changed file is read as the changed plan.
    const auto again = importPlan({file.name, found->text}, {}, builtinCatalog());
    QVERIFY(again);
    const std::string key = setting.section(QLatin1Char('='), 0, 0).toStdString();
    const auto path = findKeyPath(key);
    QVERIFY(path);
    QVERIFY(keyOf(*path).get(again->plan) == keyOf(*path).get(after));
}

void TestDoctor::refusesAnotherText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a log of a run that ended well") << QByteArray("loss 1.2\nloss 1.1\n");
    QTest::newRow("another error")
        << QByteArray("Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n"
                      "KeyError: 'memory'\n");
    QTest::newRow("zero bytes") << QByteArray(4096, '\0');
    QTest::newRow("an error in UTF-16")
        << QByteArray("\xFF\xFE"
                      "C\0U\0D\0A\0 \0o\0u\0t\0 \0o\0f\0 \0m\0e\0m\0o\0r\0y\0",
                      40);
}

void TestDoctor::refusesAnotherText()
{
    QFETCH(QByteArray, text);
    ByteSource source(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    const auto read = readFailuresOrRecording(source);
    QVERIFY(!read);
    QCOMPARE(read.problems().size(), std::size_t{1});
    const std::string message = english(read.problems().front());
    QVERIFY(
        message.starts_with(text.startsWith('\xFF') ? "1:1: is text in UTF-16" : "has no error"));
}

/// Logs that are cut, repeated and changed anywhere: no text ends the reading, and no number that
/// is taken from one is negative.
void TestDoctor::standsAnyText()
{
    std::string whole;
    for (const Thread& thread : threads())
        whole += thread.log;
    Random random(20261129);
    const int cases = casesToTry(1500);
    for (int i = 0; i < cases; ++i) {
        const std::size_t first = random.below(whole.size());
        std::string text = whole.substr(first, random.below(3000));
        for (std::size_t changes = random.below(12); changes > 0 && !text.empty(); --changes) {
            const std::size_t at = random.below(text.size());
            switch (random.below(4)) {
            case 0:
                text[at] = static_cast<char>(random.below(256));
                break;
            case 1:
                text.erase(at, random.below(40));
                break;
            case 2:
                text.insert(at, text.substr(random.below(text.size()), random.below(60)));
                break;
            default:
                text.insert(at, random.coin() ? "9999999999999999999" : "\n");
            }
        }
        ByteSource source(text);
        const auto read = readFailures(source);
        if (!read)
            continue;
        const Diagnosis found = diagnosisOf(*read, builtinCatalog());
        QVERIFY(!found.advice.empty());
        QVERIFY(found.failure.asked.value_or(0) >= 0 && found.failure.others() >= 0);
        for (const Text& sentence : sentencesOf(found, toEnglish))
            QVERIFY(english(sentence).find('\n') == std::string::npos);
        QVERIFY(diagnosisJson(found).size() < std::size_t{1} << 20);
    }
}

/// The line after a frame is its text, but not where the frame is forgotten between the two.
void TestDoctor::forgetsTracebacksOfTooManyProcesses()
{
    std::string text;
    for (int rank = 0; rank < 1024; ++rank)
        text += "[rank" + std::to_string(rank) + "]:   File \"train.py\", line 1, in step\n";
    text += "[rank1024]: Traceback (most recent call last):\n    loss.backward()\n";
    text += std::string("[rank1024]: ") + newText + "\n";
    const MemoryFailure failure = failureIn(text);
    QCOMPARE(*failure.rank, std::int64_t{1024});
    QVERIFY(failure.frames.empty());
}

/// Objects within objects, all on one line.
void TestDoctor::standsFilesThatNestWithoutEnd()
{
    std::string text = R"({"zero_optimization": {"stage": 0)";
    for (int i = 0; i < 50'000; ++i)
        text += R"(, "a": {"b": 2)";
    const Plan before = planOf("recipe.framework=deepspeed layout.zero=0");
    Plan after = before;
    after.layout.zero = 2;
    const auto found = configDifference({"ds_config.json", text}, before, after, builtinCatalog());
    QVERIFY(found);
    QVERIFY(found->text.find(R"("stage": 2)") != std::string::npos);
}

void TestDoctor::readsALongLog()
{
    // A line without an end, many lines, and the error at last.
    std::string text(std::size_t{1} << 22, 'x');
    text += "\n";
    for (int i = 0; i < 60'000; ++i)
        text += "step " + std::to_string(i) + " loss 1.234 memory 12.3 GiB\r";
    text += newText;
    const FailureLog log = logOf(text);
    QCOMPARE(log.count, 1);
    QCOMPARE(sizeText(*log.first().asked), std::string("3.91 GiB"));
    // As many errors as a broken loop may write: counted, and the first ones kept.
    std::string many;
    for (int i = 0; i < 2000; ++i)
        many += std::string(newText) + "\n";
    const FailureLog repeated = logOf(many);
    QCOMPARE(repeated.count, 2000);
    QCOMPARE(repeated.failures.size(), mostFailures);
}

void TestDoctor::readsAReading_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("counter");
    QTest::addColumn<qint64>("bytes");
    const auto row = [](const char* text, Reading counter, qint64 bytes) {
        QTest::newRow(text) << QString::fromLatin1(text) << static_cast<int>(counter) << bytes;
    };
    row("nvidia-smi 23,412 MiB", Reading::Device, 23412 * mib);
    row("23412MiB / 24564MiB", Reading::Device, 23412 * mib);
    row("max_memory_allocated 21.5 GiB", Reading::Allocated, 43 * gib / 2);
    row("torch.cuda.max_memory_allocated() = 22871539712", Reading::Allocated, 22871539712);
    row("max_memory_reserved: 22,871,539,712", Reading::Reserved, 22871539712);
    row("reserved 12 GB", Reading::Reserved, 12 * gb);
}

void TestDoctor::readsAReading()
{
    QFETCH(QString, text);
    const auto reading = readOwnReading(text.toStdString());
    QVERIFY(reading);
    QTEST(static_cast<int>(reading->counter), "counter");
    QTEST(static_cast<qint64>(reading->bytes), "bytes");
    for (const char* wrong : {"", "much", "nvidia-smi", "12 apples", "3", "1e30 GiB", "1.5",
                              "9999999 GiB", "nvidia-smi 30,000,000 kib", "nvidia-smi -5 GiB"})
        QVERIFY2(!readOwnReading(wrong), wrong);
}

void TestDoctor::placesAReadingInItsRange()
{
    const Plan plan = planOf("recipe.framework=huggingface layout.zero=3 recipe.recompute=full");
    const auto at = [&](Bytes bytes) {
        const auto found = measuredPlan(plan, builtinCatalog(), {Reading::Device, bytes});
        if (!found)
            qFatal("%s", english(found.problems().front()).c_str());
        return *found;
    };
    const OwnMeasurement same = at(at(30 * gib).predicted);
    QCOMPARE(same.difference(), 0);
    QVERIFY(same.place > 0 && same.place < 1);
    QVERIFY(same.correction.empty() && same.causes.empty());
    for (const auto& [bytes, place] : {std::pair(same.band.low, 0.0), {same.band.high, 1.0}}) {
        const OwnMeasurement found = at(bytes);
        QCOMPARE(found.place, place);
        QVERIFY(found.causes.empty()); // runs of the plan differ by as much
    }
    QVERIFY(!at(same.band.high + 4 * gib).causes.empty());
    QVERIFY(at(same.band.low - gib).place < 0);
}

/// A reading of the same plan with another setting is explained by that setting.
void TestDoctor::findsTheAssumption()
{
    const Plan plan = planOf("recipe.framework=huggingface layout.zero=3");
    for (const char* setting : {"recipe.recompute=full", "recipe.loss=chunked"}) {
        Plan run = plan;
        QVERIFY(applySetting(run, setting).empty());
        const auto real = measuredPlan(run, builtinCatalog(), {Reading::Allocated, gib});
        QVERIFY(real);
        const auto found
            = measuredPlan(plan, builtinCatalog(), {Reading::Allocated, real->predicted});
        QVERIFY(found);
        QVERIFY(!found->causes.empty());
        QCOMPARE(found->causes.front().off, 0);
        const auto& [key, value] = found->causes.front().changes.front();
        QCOMPARE(std::string(key.text()) + "=" + settingText(value), std::string(setting));
    }
}

void TestDoctor::correctsThePlan_data()
{
    QTest::addColumn<qint64>("beyond");
    QTest::newRow("more than the plan counts") << static_cast<qint64>(3 * gib / 2);
    QTest::newRow("less, of the runtime's part") << static_cast<qint64>(-gib / 4);
}

void TestDoctor::correctsThePlan()
{
    QFETCH(qint64, beyond);
    const Plan plan = planOf("recipe.framework=huggingface layout.zero=3 recipe.recompute=full");
    const auto before = measuredPlan(plan, builtinCatalog(), {Reading::Device, gib});
    QVERIFY(before);
    const OwnReading reading{Reading::Device, before->predicted + beyond};
    const auto found = measuredPlan(plan, builtinCatalog(), reading);
    QVERIFY(found && !found->correction.empty());
    const auto after
        = measuredPlan(withSettings(plan, found->correction), builtinCatalog(), reading);
    QVERIFY(after);
    // The workspaces of the matrix library lie in the allocator's segments, which are counted anew.
    QVERIFY(std::abs(after->difference()) < 100 * mib);
    // PyTorch's own counters say nothing of what lies outside.
    const auto tensors = measuredPlan(plan, builtinCatalog(), {Reading::Allocated, reading.bytes});
    QVERIFY(tensors && tensors->correction.empty());
}

/// The table that --append writes is one that validate reads, with the prediction of the plan
/// itself.
void TestDoctor::keepsReadingsInATable()
{
    const Plan plan = planOf("recipe.framework=huggingface layout.zero=3 adapter.kind=lora");
    const OwnReading reading{Reading::Device, 40 * gib}, other{Reading::Reserved, 39 * gib};
    const auto first = tableWith({}, plan, builtinCatalog(), reading);
    QVERIFY(first);
    const auto second = tableWith(*first, plan, builtinCatalog(), other);
    QVERIFY(second);
    const auto checked = validateRuns(*second, builtinCatalog(), {}, readShareCode);
    QVERIFY(checked);
    QCOMPARE(checked->rows.size(), std::size_t{2});
    for (const CheckedRun& run : checked->rows) {
        QVERIFY(!run.leftOut);
        QVERIFY(run.adapters);
        QCOMPARE(run.group, std::string("own measurements"));
    }
    QCOMPARE(checked->rows[0].id, std::string("own-1"));
    QCOMPARE(checked->rows[1].id, std::string("own-2"));
    QCOMPARE(checked->rows[0].measured, 40 * gib);
    const auto counted = measuredPlan(plan, builtinCatalog(), reading);
    QVERIFY(counted);
    QCOMPARE(checked->rows[0].predicted, counted->predicted);
    // A byte order mark, as spreadsheets write it, stays the first of the table.
    const auto marked = tableWith("\xEF\xBB\xBF" + *first, plan, builtinCatalog(), other);
    QVERIFY(marked);
    QCOMPARE(*marked, "\xEF\xBB\xBF" + *second);
    // A table of other columns is not added to, and a damaged code is told.
    QVERIFY(!tableWith("id,model\na,b\n", plan, builtinCatalog(), reading));
    std::string damaged = *first;
    damaged.replace(damaged.find("HW1"), 3, "HX1");
    const auto left = validateRuns(damaged, builtinCatalog(), {}, readShareCode);
    QVERIFY(left && left->rows.front().leftOut);
}

/// The table of public threads with a known cause: what the doctor says of each, and how many first
/// suggestions are right.
void TestDoctor::golden()
{
    std::string table = "cause          moment          first suggestion    right  thread\n";
    int right = 0, all = 0;
    const auto column = [](std::string text, std::size_t width) {
        text.resize(std::max(text.size(), width), ' ');
        return text;
    };
    for (const Thread& thread : threads()) {
        const Diagnosis found = diagnosed(thread);
        const bool isIt = isRight(thread, found);
        QVERIFY2(isIt == thread.but.empty(), thread.address.c_str());
        ++all;
        right += isIt ? 1 : 0;
        const std::string first = english(found.advice.front().text);
        table += column(std::string(nameOf(found.cause)), 15)
            + column(found.place.moment ? std::string(nameOf(*found.place.moment)) : "-", 16)
            + column(first.substr(0, 18), 20) + (isIt ? "yes    " : "no     ") + thread.address
            + "\n";
        if (found.plan && !found.plan->tensors.empty())
            table += "    the plan's tensor: " + found.plan->tensors.front().formula + " = "
                + sizeText(found.plan->tensors.front().bytes) + "\n";
    }
    table
        += std::to_string(right) + " of " + std::to_string(all) + " first suggestions are right\n";
    qInfo("%s", table.c_str());
    QVERIFY2(isGolden("out_of_memory_table.txt", table),
             "HIGHWATER_WRITE_GOLDEN=1 test_doctor golden writes it anew, for you to look at");
}

QTEST_GUILESS_MAIN(TestDoctor)
#include "test_doctor.moc"
