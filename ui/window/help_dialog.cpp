// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_dialog.h"

#include "ui/base/key_words.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace highwater {
namespace {

QString entry(const QString& term, const QString& text)
{
    return QStringLiteral("<p><b>%1</b><br>%2</p>").arg(term.toHtmlEscaped(), text.toHtmlEscaped());
}

} // namespace

HelpDialog::HelpDialog(QWidget* parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("help"));
    setWindowTitle(tr("What the terms mean"));
    resize(620, 640);
    QString page;
    page += entry(
        tr("Parameters, gradients, optimizer state"),
        tr("What a GPU holds whatever it computes on. ZeRO shares the optimizer state over the "
           "data-parallel GPUs from stage 1, the gradients from stage 2 and the parameters from "
           "stage 3, which is also FSDP (arXiv 1910.02054)."));
    page
        += entry(tr("Activations"),
                 tr("What the forward pass keeps for the backward pass. They grow with context and "
                    "micro-batch; eager attention adds a square of the context "
                    "(arXiv 2205.05198)."));
    page += entry(
        tr("Logits and buffers"),
        tr("The logits at the loss, gathered weights, and what one layer's backward pass works "
           "with."));
    page += entry(tr("Runtime overhead"), keyHelp("cluster.overhead"));
    page += entry(tr("The red line"), keyHelp("cluster.device"));
    page += entry(
        tr("The timeline"),
        tr("One step of training, event by event, from the entries of the ledger: its highest "
           "point is the estimate. A layer's backward pass stands for its highest point: most "
           "often the MLP's last product, when nothing of the layer is freed. Each stage of a "
           "pipeline has a timeline of its own. Ctrl+5 opens it; an exported trace opens in "
           "Perfetto or chrome://tracing, to be laid beside a real profile."));
    for (const KeyPath key :
         std::initializer_list<KeyPath>{"recipe.precision", "recipe.gradients", "recipe.optimizer",
                                        "recipe.recompute", "recipe.attention", "recipe.kernels",
                                        "recipe.loss", "workload.global_batch", "method"})
        page += entry(keyLabel(key), keyHelp(key));
    page += entry(
        tr("Letters of the formulas"),
        tr("s tokens of a sequence; b sequences of a micro-batch; L layers; h hidden width; a "
           "heads; "
           "k heads of keys and values; q, kv, o widths of queries, of keys (or values), of the "
           "attention's output; f width of the feed-forward layer; v vocabulary; E experts, K of "
           "them for each token, e and u widths of a routed and of the shared expert; ql, kl, r, x "
           "ranks and widths of latent attention; n tokens of a chunk of the loss; t and c ranks "
           "of tensor and context parallelism, t_e those that share an expert; R copies of tokens "
           "that one rank's experts compute; P parameters of one rank, P_… of a part of the model, "
           "P_routed of its experts; F factored entries; S shards of the states, S_e of the "
           "experts'."));
    page += entry(
        tr("The kernel ladder"),
        tr("PyTorch runs operator by operator and is easy to change; torch.compile fuses operators "
           "by itself; Triton lets you write a fused kernel in Python; CUDA gives full control of "
           "the chip. Each step up costs work and saves memory traffic (Ultra-Scale Playbook, "
           "section on fused kernels)."));

    auto* text = new QTextBrowser(this);
    text->setObjectName(QStringLiteral("help.text"));
    text->setAccessibleName(windowTitle());
    text->setHtml(page);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)
        ->setText(tr("Close")); // Qt's own text is not translated everywhere
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(text);
    layout->addWidget(buttons);
}

} // namespace highwater
