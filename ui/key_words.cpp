// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "key_words.h"

#include "catalog/catalog.h"
#include "methods/method.h"
#include "words.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>

namespace highwater {
namespace {

struct KeyWords
{
    std::string_view path;
    const char* label;
    const char* help;
};

struct WordLabel
{
    std::string_view path, word;
    const char* label;
};

constexpr const char* context = "keys";

constexpr std::array keyWords{
    KeyWords{"recipe.precision", QT_TRANSLATE_NOOP("keys", "Precision"),
             QT_TRANSLATE_NOOP("keys",
                               "What forward and backward compute in. Mixed keeps a 32-bit "
                               "master copy of the weights (arXiv 1710.03740).")},
    KeyWords{"recipe.gradients", QT_TRANSLATE_NOOP("keys", "Gradients"),
             QT_TRANSLATE_NOOP("keys", "2, 4 or 6 bytes a parameter: 16-bit, 32-bit, or both.")},
    KeyWords{"recipe.optimizer", QT_TRANSLATE_NOOP("keys", "Optimizer"),
             QT_TRANSLATE_NOOP("keys",
                               "What it keeps of each parameter: two moments for AdamW, one for "
                               "momentum, none for SGD.")},
    KeyWords{"recipe.moments", QT_TRANSLATE_NOOP("keys", "Moments"),
             QT_TRANSLATE_NOOP("keys", "The precision of the optimizer's moments.")},
    KeyWords{"recipe.recompute", QT_TRANSLATE_NOOP("keys", "Checkpointing"),
             QT_TRANSLATE_NOOP("keys",
                               "Full keeps the input of each layer and runs its forward pass "
                               "again: a third more compute (arXiv 1604.06174). Selective drops "
                               "the scores of eager attention (arXiv 2205.05198) or, with flash "
                               "attention, every second matrix product.")},
    KeyWords{"recipe.attention", QT_TRANSLATE_NOOP("keys", "Attention"),
             QT_TRANSLATE_NOOP("keys",
                               "Flash attention never writes the square of scores to GPU memory "
                               "(arXiv 2205.14135): it keeps blocks in the on-chip SRAM, not on "
                               "the CPU, and host memory stays as it is.")},
    KeyWords{"recipe.kernels", QT_TRANSLATE_NOOP("keys", "Kernels"),
             QT_TRANSLATE_NOOP("keys",
                               "Eager runs one PyTorch operator after another and keeps what "
                               "each needs. Fused kernels (torch.compile, Triton as in Liger "
                               "Kernel, CUDA) compute several at once and keep less.")},
    KeyWords{"recipe.loss", QT_TRANSLATE_NOOP("keys", "Loss"),
             QT_TRANSLATE_NOOP("keys",
                               "Full holds all logits, four times over at the loss. Chunked "
                               "computes them piece by piece, as Liger Kernel does.")},
    KeyWords{"recipe.keep_gradients", QT_TRANSLATE_NOOP("keys", "Keep gradients"),
             QT_TRANSLATE_NOOP("keys",
                               "Held through the step, or freed after it and grown layer by "
                               "layer in the backward pass.")},
    KeyWords{"recipe.dropout", QT_TRANSLATE_NOOP("keys", "Dropout"),
             QT_TRANSLATE_NOOP("keys", "Its masks are kept: one byte an entry.")},
    KeyWords{"workload.global_batch", QT_TRANSLATE_NOOP("keys", "Global batch"),
             QT_TRANSLATE_NOOP("keys",
                               "Sequences of one step over all GPUs; more than one pass holds "
                               "means gradient accumulation.")},
    KeyWords{"cluster.device", QT_TRANSLATE_NOOP("keys", "GPU"),
             QT_TRANSLATE_NOOP("keys",
                               "The line stands at the memory that the device reports, which is "
                               "a little less than its product name says.")},
    KeyWords{"cluster.capacity", QT_TRANSLATE_NOOP("keys", "Capacity"),
             QT_TRANSLATE_NOOP("keys", "Where the red line stands.")},
    KeyWords{"cluster.reserve", QT_TRANSLATE_NOOP("keys", "Reserve"),
             QT_TRANSLATE_NOOP("keys", "Memory that you keep free; it counts as overhead.")},
    KeyWords{"cluster.gpus_per_node", QT_TRANSLATE_NOOP("keys", "GPUs per node"),
             QT_TRANSLATE_NOOP("keys",
                               "Fewest GPUs offers parts of a node that divide it, and whole "
                               "nodes.")},
    KeyWords{"cluster.overhead", QT_TRANSLATE_NOOP("keys", "Overhead"),
             QT_TRANSLATE_NOOP("keys",
                               "Driver context, workspaces, communicators, and what the "
                               "allocator loses.")},
    KeyWords{"method", QT_TRANSLATE_NOOP("keys", "Method"),
             QT_TRANSLATE_NOOP("keys",
                               "Exact counts every tensor; the others are the formulas of a "
                               "lecture and of other programs, errors included.")},
    KeyWords{
        "recipe.master_weights", QT_TRANSLATE_NOOP("keys", "32-bit master weights"),
        QT_TRANSLATE_NOOP("keys", "Four bytes a parameter, counted with the optimizer state.")},
    KeyWords{"layout.replicate", QT_TRANSLATE_NOOP("keys", "Replicas"),
             QT_TRANSLATE_NOOP("keys",
                               "How many whole copies of the shared-out states there are: hybrid "
                               "sharding (HSDP) shards inside each.")},
    KeyWords{"workload.context", QT_TRANSLATE_NOOP("keys", "Context length"), nullptr},
    KeyWords{"workload.micro_batch", QT_TRANSLATE_NOOP("keys", "Micro-batch size"), nullptr},
    KeyWords{"cluster.gpus", QT_TRANSLATE_NOOP("keys", "GPU count"), nullptr},
    KeyWords{"layout.zero", QT_TRANSLATE_NOOP("keys", "ZeRO stage"), nullptr},
    KeyWords{"layout.tensor", QT_TRANSLATE_NOOP("keys", "Tensor parallel"), nullptr},
    KeyWords{"layout.pipeline", QT_TRANSLATE_NOOP("keys", "Pipeline parallel"), nullptr},
    KeyWords{"layout.context", QT_TRANSLATE_NOOP("keys", "Context parallel"), nullptr},
    KeyWords{"layout.expert", QT_TRANSLATE_NOOP("keys", "Expert parallel"), nullptr},
    KeyWords{"model.id", QT_TRANSLATE_NOOP("keys", "Model"), nullptr},
    KeyWords{"model.parameters", QT_TRANSLATE_NOOP("keys", "Model size"), nullptr},
    KeyWords{"adapter.kind", QT_TRANSLATE_NOOP("keys", "Adapter"), nullptr},
    KeyWords{"workload.task", QT_TRANSLATE_NOOP("keys", "Task"), nullptr},
    KeyWords{"recipe.framework", QT_TRANSLATE_NOOP("keys", "Framework"), nullptr},
};

constexpr std::array wordLabels{
    WordLabel{"recipe.precision", "bf16-mixed", QT_TRANSLATE_NOOP("keys", "bf16 + fp32 master")},
    WordLabel{"recipe.precision", "fp16-mixed", QT_TRANSLATE_NOOP("keys", "fp16 + fp32 master")},
    WordLabel{"recipe.precision", "bf16", QT_TRANSLATE_NOOP("keys", "bf16 alone")},
    WordLabel{"recipe.precision", "fp32", QT_TRANSLATE_NOOP("keys", "fp32")},
    WordLabel{"recipe.precision", "fp8-mixed", QT_TRANSLATE_NOOP("keys", "fp8 + fp32 master")},
    WordLabel{"recipe.gradients", "bf16", QT_TRANSLATE_NOOP("keys", "16-bit")},
    WordLabel{"recipe.gradients", "fp32", QT_TRANSLATE_NOOP("keys", "32-bit")},
    WordLabel{"recipe.gradients", "both", QT_TRANSLATE_NOOP("keys", "16-bit and 32-bit")},
    WordLabel{"recipe.optimizer", "adamw", QT_TRANSLATE_NOOP("keys", "AdamW")},
    WordLabel{"recipe.optimizer", "adamw-8bit", QT_TRANSLATE_NOOP("keys", "AdamW 8-bit")},
    WordLabel{"recipe.optimizer", "sgd", QT_TRANSLATE_NOOP("keys", "SGD")},
    WordLabel{"recipe.optimizer", "sgd-momentum", QT_TRANSLATE_NOOP("keys", "SGD with momentum")},
    WordLabel{"recipe.optimizer", "adagrad", QT_TRANSLATE_NOOP("keys", "AdaGrad")},
    WordLabel{"recipe.optimizer", "adafactor", QT_TRANSLATE_NOOP("keys", "Adafactor")},
    WordLabel{"recipe.optimizer", "lion", QT_TRANSLATE_NOOP("keys", "Lion")},
    WordLabel{"recipe.optimizer", "muon", QT_TRANSLATE_NOOP("keys", "Muon")},
    WordLabel{"recipe.moments", "fp32", QT_TRANSLATE_NOOP("keys", "32-bit")},
    WordLabel{"recipe.moments", "bf16", QT_TRANSLATE_NOOP("keys", "16-bit")},
    WordLabel{"recipe.moments", "int8", QT_TRANSLATE_NOOP("keys", "8-bit")},
    WordLabel{"recipe.recompute", "none", QT_TRANSLATE_NOOP("keys", "None")},
    WordLabel{"recipe.recompute", "selective", QT_TRANSLATE_NOOP("keys", "Selective")},
    WordLabel{"recipe.recompute", "full", QT_TRANSLATE_NOOP("keys", "Full, every layer")},
    WordLabel{"recipe.attention", "eager", QT_TRANSLATE_NOOP("keys", "Eager")},
    WordLabel{"recipe.attention", "flash", QT_TRANSLATE_NOOP("keys", "Flash")},
    WordLabel{"recipe.kernels", "eager", QT_TRANSLATE_NOOP("keys", "Eager")},
    WordLabel{"recipe.kernels", "fused", QT_TRANSLATE_NOOP("keys", "Fused")},
    WordLabel{"recipe.loss", "full", QT_TRANSLATE_NOOP("keys", "Full logits")},
    WordLabel{"recipe.loss", "chunked", QT_TRANSLATE_NOOP("keys", "Chunked")},
    WordLabel{"cluster.overhead", "none", QT_TRANSLATE_NOOP("keys", "None")},
    WordLabel{"cluster.overhead", "low", QT_TRANSLATE_NOOP("keys", "Low")},
    WordLabel{"cluster.overhead", "expected", QT_TRANSLATE_NOOP("keys", "Expected")},
    WordLabel{"cluster.overhead", "high", QT_TRANSLATE_NOOP("keys", "High")},
};

const KeyWords* wordsOf(std::string_view path)
{
    const auto found = std::ranges::find(keyWords, path, &KeyWords::path);
    return found == keyWords.end() ? nullptr : &*found;
}

QString plain(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

QString keyLabel(std::string_view path)
{
    const KeyWords* found = wordsOf(path);
    return found ? QCoreApplication::translate(context, found->label) : plain(path);
}

QString keyHelp(std::string_view path)
{
    const KeyWords* found = wordsOf(path);
    return found && found->help ? QCoreApplication::translate(context, found->help) : QString();
}

QString wordLabel(std::string_view path, std::string_view word)
{
    if (path == "method")
        if (const Method* method = findMethod(*fromName<MethodId>(word)))
            return translated(Text(method->name));
    const auto found = std::ranges::find_if(wordLabels, [&](const WordLabel& label) {
        return label.path == path && label.word == word;
    });
    return found == wordLabels.end() ? plain(word)
                                     : QCoreApplication::translate(context, found->label);
}

QString valueLabel(std::string_view path, const Value& value)
{
    if (std::holds_alternative<std::monostate>(value))
        return QStringLiteral("–");
    if (const bool* flag = std::get_if<bool>(&value))
        return *flag ? QCoreApplication::translate(context, QT_TRANSLATE_NOOP("keys", "yes"))
                     : QCoreApplication::translate(context, QT_TRANSLATE_NOOP("keys", "no"));
    if (const auto* count = std::get_if<std::int64_t>(&value))
        return QLocale().toString(static_cast<qlonglong>(*count));
    if (const auto* word = std::get_if<std::string>(&value)) {
        const Catalog& catalog = builtinCatalog();
        if (const Model* model = path == "model.id" ? catalog.model(*word) : nullptr)
            return QString::fromStdString(model->name);
        if (const Device* device = path == "cluster.device" ? catalog.device(*word) : nullptr)
            return QString::fromStdString(device->name);
        return wordLabel(path, *word);
    }
    return QString::fromStdString(typed(value));
}

} // namespace highwater
