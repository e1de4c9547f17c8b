// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_tips.h"

#include "ui/base/key_words.h"
#include "ui/base/tip.h"
#include "ui/help/help_topics.h"

#include <QCoreApplication>
#include <QLabel>

#include <algorithm>
#include <array>

namespace highwater {
namespace {

struct PartTip
{
    const char* name;
    const char* text;
};

/// Pages are listed by the names of their widgets; their tips are shown on their tabs.
constexpr std::array partTips{
    PartTip{
        "pinned.model",
        QT_TRANSLATE_NOOP("tips", "Weights of the model, in billions; or type a model's name.")},
    PartTip{
        "model.preset",
        QT_TRANSLATE_NOOP("tips", "Real models, by family. Type a part of a name to find one.")},
    PartTip{"model.editShape",
            QT_TRANSLATE_NOOP("tips", "Opens layers, widths, heads and vocabulary to be changed.")},
    PartTip{"shape.start",
            QT_TRANSLATE_NOOP("tips", "The known model whose numbers are taken as a start.")},
    PartTip{"verdict.more",
            QT_TRANSLATE_NOOP("tips",
                              "All changes in a table: what each comes to, costs and changes.")},
    PartTip{
        "range",
        QT_TRANSLATE_NOOP("tips", "The contexts that the chart shows; your plan can lie outside.")},
    PartTip{"contextChart",
            QT_TRANSLATE_NOOP("tips",
                              "Memory of one GPU by context length. Drag the marker, or press the "
                              "left and right arrow keys.")},
    PartTip{
        "segments.memory",
        QT_TRANSLATE_NOOP("tips", "The memory of one GPU: by context, by GPUs, and in a step.")},
    PartTip{"segments.find",
            QT_TRANSLATE_NOOP("tips", "Layouts and cards for the plan, and models for a card.")},
    PartTip{"segments.compare",
            QT_TRANSLATE_NOOP("tips", "Plans, ZeRO stages, recompute, sizes, methods.")},
    PartTip{"contextPage",
            QT_TRANSLATE_NOOP("tips",
                              "How high memory rises with the context, and where it crosses the "
                              "red line of the card.")},
    PartTip{"zeroPage",
            QT_TRANSLATE_NOOP(
                "tips",
                "Memory of one GPU at each ZeRO stage, from nothing shared to everything shared.")},
    PartTip{"zeroFigure",
            QT_TRANSLATE_NOOP("tips",
                              "One panel for each ZeRO stage; the red line is the card's memory.")},
    PartTip{"zeroBasis",
            QT_TRANSLATE_NOOP("tips", "Whether the figure is the published one or of your plan.")},
    PartTip{"zeroScale",
            QT_TRANSLATE_NOOP("tips", "Whether all panels have the same axis of memory.")},
    PartTip{"gpusPage",
            QT_TRANSLATE_NOOP("tips",
                              "Memory of one GPU as the cluster grows, all other settings kept.")},
    PartTip{"gpusFigure",
            QT_TRANSLATE_NOOP(
                "tips", "Memory of one GPU by number of GPUs; the red line is the card's memory.")},
    PartTip{"sizesPage",
            QT_TRANSLATE_NOOP("tips", "Three model sizes side by side, or what recompute saves.")},
    PartTip{
        "sizesFigure",
        QT_TRANSLATE_NOOP("tips", "One panel for each case; the red line is the card's memory.")},
    PartTip{"sizesBasis",
            QT_TRANSLATE_NOOP("tips", "Whether the figure is the published one or of your plan.")},
    PartTip{"sizesScale",
            QT_TRANSLATE_NOOP("tips", "Whether all panels have the same axis of memory.")},
    PartTip{"recomputePage",
            QT_TRANSLATE_NOOP("tips", "What dropping activations and making them again saves.")},
    PartTip{
        "recomputeFigure",
        QT_TRANSLATE_NOOP(
            "tips",
            "No, selective and full recompute side by side; the red line is the card's memory.")},
    PartTip{"recomputeBasis",
            QT_TRANSLATE_NOOP("tips", "Whether the figure is the published one or of your plan.")},
    PartTip{"recomputeScale",
            QT_TRANSLATE_NOOP("tips", "Whether all panels have the same axis of memory.")},
    PartTip{"zeroShowPlan",
            QT_TRANSLATE_NOOP("tips", "Shows the figure of the plan that is open instead.")},
    PartTip{"sizesShowPlan",
            QT_TRANSLATE_NOOP("tips", "Shows the figure of the plan that is open instead.")},
    PartTip{"recomputeShowPlan",
            QT_TRANSLATE_NOOP("tips", "Shows the figure of the plan that is open instead.")},
    PartTip{"method.ownTable",
            QT_TRANSLATE_NOOP("tips", "The table that the method's own program prints.")},
    PartTip{
        "plans.export.button",
        QT_TRANSLATE_NOOP("tips", "Writes the chart of the chosen plan as a slide or a picture.")},
    PartTip{"plans.notes.button",
            QT_TRANSLATE_NOOP("tips", "Changes the notes of this plan of yours.")},
    PartTip{"plans.import",
            QT_TRANSLATE_NOOP("tips", "Copies plan files into the folder of your own plans.")},
    PartTip{"timelinePage",
            QT_TRANSLATE_NOOP("tips", "Memory from event to event of one training step.")},
    PartTip{"timeline.stage", QT_TRANSLATE_NOOP("tips", "Which stage of the pipeline is drawn.")},
    PartTip{
        "timeline.gradients",
        QT_TRANSLATE_NOOP(
            "tips", "Whether buffers of gradients stay between steps, or are freed after each.")},
    PartTip{
        "timeline.reserved",
        QT_TRANSLATE_NOOP(
            "tips",
            "What PyTorch's allocator has taken from the driver; it is more than tensors need.")},
    PartTip{"timeline.trace",
            QT_TRANSLATE_NOOP(
                "tips",
                "Writes the step for Perfetto or chrome://tracing, to compare it with a profile.")},
    PartTip{
        "timePage",
        QT_TRANSLATE_NOOP("tips", "Where a step's time goes, and what the run takes and costs.")},
    PartTip{"timeFigure",
            QT_TRANSLATE_NOOP(
                "tips", "One bar for each stage of the pipeline, stacked by where its time goes.")},
    PartTip{"cardsPage",
            QT_TRANSLATE_NOOP(
                "tips",
                "How many of each card the plan needs at the same batch, with time and price.")},
    PartTip{"cardsFigure",
            QT_TRANSLATE_NOOP("tips",
                              "One row for each card: memory of one GPU against its capacity, and "
                              "time and price on as many as are shown.")},
    PartTip{"cards.count",
            QT_TRANSLATE_NOOP("tips",
                              "The fewest GPUs of each card on which the plan fits, or as many as "
                              "the plan has.")},
    PartTip{"cards.within",
            QT_TRANSLATE_NOOP("tips", "Leaves cards out on which the run takes longer.")},
    PartTip{"cards.under",
            QT_TRANSLATE_NOOP("tips", "Leaves cards out on which the run costs more.")},
    PartTip{"cards.usable",
            QT_TRANSLATE_NOOP("tips",
                              "Leaves cards out on which the plan's program does not run. Without "
                              "it they are listed with the reason.")},
    PartTip{"cards.copy",
            QT_TRANSLATE_NOOP("tips", "Puts all rows on the clipboard, for a spreadsheet.")},
    PartTip{"deskPage",
            QT_TRANSLATE_NOOP("tips",
                              "Models that fit the cards of this machine: served, with adapters, "
                              "or trained as a whole.")},
    PartTip{"desk.cards", QT_TRANSLATE_NOOP("tips", "This machine, or one card of the catalogue.")},
    PartTip{
        "searchPage",
        QT_TRANSLATE_NOOP("tips", "All layouts of the cluster that fit: how fast, and how large.")},
    PartTip{"searchFigure",
            QT_TRANSLATE_NOOP("tips",
                              "A dot for each layout; the line is those that no other one beats "
                              "in both time and memory. A click selects one.")},
    PartTip{"search.take", QT_TRANSLATE_NOOP("tips", "Changes the plan to the selected layout.")},
    PartTip{"search.compare",
            QT_TRANSLATE_NOOP("tips", "Puts the plan with the selected layout into Compare.")},
    PartTip{"cards.take", QT_TRANSLATE_NOOP("tips", "Changes the plan to the selected card.")},
    PartTip{"cards.compare",
            QT_TRANSLATE_NOOP("tips", "Puts the plan on the selected card into Compare.")},
    PartTip{"search.keep",
            QT_TRANSLATE_NOOP("tips",
                              "What the search may not do, and settings that stay as the plan has "
                              "them.")},
    PartTip{"search.stop", QT_TRANSLATE_NOOP("tips", "Ends the search; what was found stays.")},
    PartTip{
        "comparePage",
        QT_TRANSLATE_NOOP("tips", "Several plans side by side, with their memory, time and cost.")},
    PartTip{"compareFigure",
            QT_TRANSLATE_NOOP(
                "tips",
                "One bar for each plan, named by its letter; the red line is the card's memory.")},
    PartTip{"methodsPage",
            QT_TRANSLATE_NOOP("tips", "The plan by every method, exact and by other calculators.")},
    PartTip{
        "methodsFigure",
        QT_TRANSLATE_NOOP(
            "tips",
            "One bar for each method, named by its letter; the red line is the card's memory.")},
    PartTip{"methods.use",
            QT_TRANSLATE_NOOP("tips", "Gives the plan the method of the table's chosen row.")},
    PartTip{"compare.rename",
            QT_TRANSLATE_NOOP("tips", "Gives a plan of the comparison another name.")},
    PartTip{"compare.remove", QT_TRANSLATE_NOOP("tips", "Takes a plan out of the comparison.")},
    PartTip{"compare.base",
            QT_TRANSLATE_NOOP("tips", "The plan that the others are compared with in the table.")},
    PartTip{"plansPage",
            QT_TRANSLATE_NOOP("tips", "Plans that come with the program, and your own.")},
    PartTip{
        "plans.filter",
        QT_TRANSLATE_NOOP("tips", "Shows only plans whose name, model or notes have these words.")},
    PartTip{"plans.group", QT_TRANSLATE_NOOP("tips", "Shows only one group of plans.")},
    PartTip{"plans.onlyFitting",
            QT_TRANSLATE_NOOP("tips", "Hides plans that do not fit their card.")},
    PartTip{"plans.save",
            QT_TRANSLATE_NOOP("tips", "Adds the plan that is open to your own plans.")},
    PartTip{"plans.clear", QT_TRANSLATE_NOOP("tips", "Shows all plans again.")},
    PartTip{"plans.folder",
            QT_TRANSLATE_NOOP(
                "tips", "Where your own plans are kept; the folder can be shared with a team.")},
    PartTip{"plans.chart",
            QT_TRANSLATE_NOOP("tips", "Memory of one GPU by context length, of the chosen plan.")},
    PartTip{"plans.load.button",
            QT_TRANSLATE_NOOP(
                "tips", "Puts the chosen plan into this window; undo brings back what was there.")},
    PartTip{"plans.compare.button",
            QT_TRANSLATE_NOOP("tips", "Compares the chosen plan with the one that is open.")},
    PartTip{"plans.duplicate.button",
            QT_TRANSLATE_NOOP("tips", "Adds a copy of the chosen plan to your own plans.")},
    PartTip{"plans.open.button",
            QT_TRANSLATE_NOOP("tips", "Opens the chosen plan in a window of its own.")},
    PartTip{"plans.rename.button",
            QT_TRANSLATE_NOOP("tips", "Gives this plan of yours another name.")},
    PartTip{"plans.remove.button",
            QT_TRANSLATE_NOOP("tips",
                              "Deletes the file of this plan of yours; the message can undo it.")},
    PartTip{"ledger.showLedger",
            QT_TRANSLATE_NOOP("tips", "Memory of one GPU of the stage, tensor by tensor.")},
    PartTip{"ledger.showStages",
            QT_TRANSLATE_NOOP("tips", "The total of each stage of the pipeline.")},
    PartTip{"ledger.showLayers",
            QT_TRANSLATE_NOOP("tips", "The layers to keep, recompute or offload so that it fits.")},
    PartTip{"layers.take", QT_TRANSLATE_NOOP("tips", "Gives the plan this recompute and offload.")},
    PartTip{"status.method",
            QT_TRANSLATE_NOOP("tips", "The way of estimating; choose another under Expert.")},
    PartTip{"status.unit",
            QT_TRANSLATE_NOOP(
                "tips",
                "GiB is 1,073,741,824 bytes, GB is 1,000,000,000 bytes; change it under View.")},
    PartTip{"group.model", QT_TRANSLATE_NOOP("tips", "Which model, and its shape.")},
    PartTip{"group.workload",
            QT_TRANSLATE_NOOP("tips", "What is computed, and in which precision.")},
    PartTip{"group.job", QT_TRANSLATE_NOOP("tips", "The models of the job and their memory.")},
    PartTip{"group.roles", QT_TRANSLATE_NOOP("tips", "Each model with its weights and its place.")},
    PartTip{"group.roles.policy", QT_TRANSLATE_NOOP("tips", "The model that is trained.")},
    PartTip{"group.roles.ref",
            QT_TRANSLATE_NOOP("tips", "The frozen model from which the policy must not drift.")},
    PartTip{"group.roles.value",
            QT_TRANSLATE_NOOP("tips", "The critic of PPO: a value for each token, trained too.")},
    PartTip{"group.roles.reward",
            QT_TRANSLATE_NOOP("tips", "Judges what was generated; frozen, one value a sequence.")},
    PartTip{"group.roles.teacher",
            QT_TRANSLATE_NOOP("tips", "The frozen model whose logits the student learns.")},
    PartTip{"group.roles.ema",
            QT_TRANSLATE_NOOP("tips",
                              "A moving average of the weights; there once one of its keys is "
                              "set.")},
    PartTip{"group.roles.rollout",
            QT_TRANSLATE_NOOP("tips", "The server that generates, and its share of the card.")},
    PartTip{"group.savers",
            QT_TRANSLATE_NOOP("tips", "What trades compute or traffic for memory.")},
    PartTip{"group.hardware", QT_TRANSLATE_NOOP("tips", "The card and its memory, and the nodes.")},
    PartTip{"group.parallelism",
            QT_TRANSLATE_NOOP("tips", "How one model is split over several cards.")},
    PartTip{"group.run", QT_TRANSLATE_NOOP("tips", "How long the run is, and what it costs.")},
    PartTip{"group.method",
            QT_TRANSLATE_NOOP(
                "tips", "The method of estimating, the allocator and the versions of libraries.")},
    PartTip{"question.task",
            QT_TRANSLATE_NOOP("tips",
                              "What you do with the model; it sets the other settings as "
                              "the program has them.")},
    PartTip{"question.program",
            QT_TRANSLATE_NOOP("tips",
                              "The framework or server that runs it; it sets the other "
                              "settings as it would.")},
    PartTip{"panel.onlyChanged",
            QT_TRANSLATE_NOOP(
                "tips", "Shows only the settings that differ from those of task and program.")},
    PartTip{"more", QT_TRANSLATE_NOOP("tips", "Settings that few plans need.")},
};

const QString headerEnd = QStringLiteral(".header"), moreEnd = QStringLiteral(".more");

/// The name by which a part is listed in the table: a slider and its field have one entry, and so
/// have all buttons that open rare settings.
QString listedName(const QString& name)
{
    if (name.startsWith(QStringLiteral("pinned.")))
        return name.section(QLatin1Char('.'), 0, 1);
    if (name.endsWith(headerEnd))
        return name.chopped(headerEnd.size());
    const bool rare = name.startsWith(QStringLiteral("group.")) && name.endsWith(moreEnd);
    return rare ? moreEnd.mid(1) : name;
}

/// A page's tip is shown on its tab; over the whole page it would be in the way.
bool isPage(const QWidget& widget)
{
    return widget.objectName().endsWith(QStringLiteral("Page"));
}

} // namespace

QString tipOf(const QString& name)
{
    const QString listed = listedName(name);
    const auto found = std::ranges::find_if(
        partTips, [&](const PartTip& part) { return listed == QLatin1String(part.name); });
    if (found != partTips.end())
        return tip(QCoreApplication::translate("tips", found->text));
    const auto pinned
        = listed.startsWith(QStringLiteral("pinned.")) ? keyOfPart(listed) : std::nullopt;
    return pinned ? tip(keyHelp(*pinned)) : QString();
}

void applyTips(const QWidget& window)
{
    const QString back
        = QCoreApplication::translate("tips", "Double-click: back to the preset's value.");
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        const QWidget* named = label && label->buddy() ? label->buddy() : widget;
        const QString text = isPage(*named) ? QString() : tipOf(named->objectName());
        if (text.isEmpty())
            continue;
        const bool resets
            = label && named != widget && named->objectName().startsWith(QStringLiteral("pinned."));
        widget->setToolTip(resets ? text + QLatin1Char('\n') + back : text);
    }
}

} // namespace highwater
