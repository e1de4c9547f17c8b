// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_topics.h"

#include "ui/base/key_words.h"

#include <QLabel>

#include <algorithm>
#include <array>

namespace highwater {
namespace {

/// A slider and its field have names that begin with that of the slider.
struct PinnedKey
{
    const char* slider;
    KeyPath path;
};

constexpr std::array pinnedKeys{
    PinnedKey{"pinned.model", "model.parameters"},
    PinnedKey{"pinned.context", "workload.context"},
    PinnedKey{"pinned.batch", "workload.micro_batch"},
    PinnedKey{"pinned.gpus", "cluster.gpus"},
    PinnedKey{"pinned.zero", "layout.zero"},
};

/// A widget of this name, or of a name that begins with it and a dot.
struct PartTopic
{
    const char* name;
    const char* topic;
};

constexpr std::array partTopics{
    PartTopic{"model.preset", "model#preset"},
    PartTopic{"model.shape", "model#shape"},
    PartTopic{"model.editShape", "model#shape"},
    PartTopic{"shape", "model#shape"},
    PartTopic{"group.roles", "jobs#roles"},
    PartTopic{"group.job", "jobs"},
    PartTopic{"group", "window#groups"},
    PartTopic{"panel", "window#groups"},
    PartTopic{"question.program", "frameworks"},
    PartTopic{"question", "window#questions"},
    PartTopic{"verdict.action0", "window#suggestions"},
    PartTopic{"verdict.action1", "window#suggestions"},
    PartTopic{"verdict.action2", "window#suggestions"},
    PartTopic{"verdict.action3", "window#suggestions"},
    PartTopic{"verdict.more", "window#suggestions"},
    PartTopic{"offers", "window#suggestions"},
    PartTopic{"verdict", "window#verdict"},
    PartTopic{"tabs", "window#tabs"},
    PartTopic{"segments", "window#tabs"},
    PartTopic{"legend", "chart#bands"},
    PartTopic{"contextTools", "chart"},
    PartTopic{"zeroLegend", "chart#bands"},
    PartTopic{"gpusLegend", "chart#bands"},
    PartTopic{"sizesLegend", "chart#bands"},
    PartTopic{"timelineLegend", "chart#bands"},
    PartTopic{"range", "chart#range"},
    PartTopic{"contextChart", "chart"},
    PartTopic{"contextPage", "chart"},
    PartTopic{"zeroPage", "window#tab-zero"},
    PartTopic{"zeroBasis", "window#tab-zero"},
    PartTopic{"zeroScale", "window#tab-zero"},
    PartTopic{"gpusPage", "window#tab-gpus"},
    PartTopic{"sizesPage", "window#tab-sizes"},
    PartTopic{"sizesBasis", "window#tab-sizes"},
    PartTopic{"sizesScale", "window#tab-sizes"},
    PartTopic{"recomputePage", "activations#recompute"},
    PartTopic{"recomputeBasis", "activations#recompute"},
    PartTopic{"recomputeScale", "activations#recompute"},
    PartTopic{"recomputeLegend", "chart#bands"},
    PartTopic{"timelinePage", "step#timeline"},
    PartTopic{"timeline.stage", "step#timeline"},
    PartTopic{"timeline.gradients", "precision#keep-gradients"},
    PartTopic{"timeline.reserved", "memory#allocated-reserved"},
    PartTopic{"timeline.trace", "step#trace"},
    PartTopic{"runPanel", "step#run"},
    PartTopic{"run.device", "step#run"},
    PartTopic{"run.step", "step#run"},
    PartTopic{"run.close", "step#run"},
    PartTopic{"run.unexplained", "step#unexplained"},
    PartTopic{"timePage", "time"},
    PartTopic{"cardsPage", "cards"},
    PartTopic{"cardsFigure", "cards"},
    PartTopic{"cardsTable", "cards"},
    PartTopic{"cards", "cards"},
    PartTopic{"deskPage", "desk"},
    PartTopic{"deskTable", "desk"},
    PartTopic{"desk", "desk"},
    PartTopic{"searchPage", "search"},
    PartTopic{"searchTable", "search"},
    PartTopic{"search", "search"},
    PartTopic{"timeTable", "time#parts"},
    PartTopic{"timeRun", "time#run"},
    PartTopic{"methodsPage", "methods"},
    PartTopic{"methods", "methods"},
    PartTopic{"comparePage", "window#tab-compare"},
    PartTopic{"compare", "window#tab-compare"},
    PartTopic{"plansPage", "plans#library"},
    PartTopic{"plans", "plans#library"},
    PartTopic{"ledger.showStages", "parallelism#pipeline"},
    PartTopic{"ledger.showLayers", "partial#enough"},
    PartTopic{"layers", "partial#enough"},
    PartTopic{"stages", "parallelism#pipeline"},
    PartTopic{"ledger", "window#ledger"},
    PartTopic{"figureTable", "window#tabs"},
    PartTopic{"method.ownTable", "methods"},
    PartTopic{"ownTable", "methods"},
    PartTopic{"plan.title", "plans#name"},
    PartTopic{"nameDialog", "plans#name"},
    PartTopic{"preferences", "window#preferences"},
    PartTopic{"doctor", "doctor"},
    PartTopic{"measurement", "doctor#measure"},
    PartTopic{"config", "exports#configurations"},
    PartTopic{"deck", "exports#deck"},
    PartTopic{"report", "exports#report"},
    PartTopic{"palette", "window#find"},
    PartTopic{"presentation", "window#present"},
    PartTopic{"export.targets", "exports#formats"},
    PartTopic{"export", "exports#options"},
};

HelpTopic topicOfName(const QString& name)
{
    if (const auto key = keyOfPart(name))
        return topicOf(*key);
    const auto found = std::ranges::find_if(partTopics, [&](const PartTopic& part) {
        const QLatin1String start(part.name);
        return name == start
            || (name.startsWith(start) && name.at(start.size()) == QLatin1Char('.'));
    });
    return found == partTopics.end() ? HelpTopic() : QString::fromLatin1(found->topic);
}

} // namespace

std::optional<KeyPath> keyOfPart(const QString& name)
{
    const QString slider = name.section(QLatin1Char('.'), 0, 1);
    const auto found = std::ranges::find_if(pinnedKeys, [&](const PinnedKey& pinned) {
        return slider == QLatin1String(pinned.slider);
    });
    return found != pinnedKeys.end() ? std::optional(found->path)
                                     : findKeyPath(std::string_view(name.toStdString()));
}

HelpTopic topicOf(KeyPath path)
{
    return QString::fromLatin1(wordsOf(path).topic);
}

HelpTopic topicOf(const QWidget* widget)
{
    for (; widget; widget = widget->parentWidget()) {
        if (HelpTopic topic = topicOfName(widget->objectName()); !topic.isEmpty())
            return topic;
        if (const auto* label = qobject_cast<const QLabel*>(widget); label && label->buddy())
            widget = label->buddy();
        if (HelpTopic topic = topicOfName(widget->objectName()); !topic.isEmpty())
            return topic;
    }
    return {};
}

} // namespace highwater
