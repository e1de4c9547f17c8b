// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/verdict_offers.h"

#include "core/explore/suggestion_words.h"
#include "core/explore/token_time.h"
#include "core/ledger/plan_checks.h"
#include "ui/answer/verdict_bar.h"
#include "ui/base/tip.h"
#include "ui/base/words.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// "−3 %" of the tokens a second, for a time of a token that is so many times as long.
QString speedPercent(double slowdown)
{
    const double percent = 100 * std::abs(1 / slowdown - 1);
    return QString(slowdown > 1 ? QChar(0x2212) : QLatin1Char('+'))
        + QString::number(percent, 'f', percent < 2 ? 1 : 0) + QStringLiteral(" %");
}

/// All limits have room for a price where one of them may have one, as they move with the plan.
void addPrice(OfferButton::Texts& texts, const Solution& solution)
{
    if (!solution.slowdown)
        return;
    constexpr double reserved = 8.4; // −88 %
    const auto speed
        = [](const QString& percent) { return VerdictBar::tr("%1 speed").arg(percent); };
    texts.priceReserve = speed(speedPercent(reserved));
    if (!isSameTime(*solution.slowdown))
        texts.price = speed(speedPercent(*solution.slowdown));
}

/// Whether a plan with these totals fits at the upper end of its range too.
Offer::Sign signOf(const Totals& totals, Bytes capacity)
{
    return totals.high <= capacity ? Offer::Sign::Fits
        : totals.total <= capacity ? Offer::Sign::Probably
                                   : Offer::Sign::None;
}

/// What a limit changes of the run.
QString effectOf(const Solution& solution)
{
    if (solution.key == "workload.context")
        return VerdictBar::tr("the length of sequences");
    if (solution.key == "cluster.gpus")
        return VerdictBar::tr("the number of GPUs");
    return solution.key == "model.parameters" ? VerdictBar::tr("the model") : QString();
}

void addTableTexts(Offer& offer, const Solution& solution)
{
    offer.name = offer.texts.label + QLatin1Char(' ') + offer.texts.strong;
    if (!solution.answer)
        return;
    offer.then = solution.totals;
    offer.sign = signOf(solution.totals, solution.capacity);
    offer.effect = effectOf(solution);
    if (solution.slowdown)
        offer.time = isSameTime(*solution.slowdown)
            ? VerdictBar::tr("same", "time")
            : QString::fromStdString(briefTime(*solution.slowdown));
}

Offer solutionOffer(const Solution& solution, const QString& label, std::int64_t present,
                    const QString& reserve, const MemoryFormat& format)
{
    Offer offer;
    offer.texts.label = label;
    offer.texts.reserve = reserve;
    if (!solution.answer) {
        offer.texts.strong
            = solution.counted ? QString(QChar(0x2013)) : VerdictBar::tr("not counted");
        offer.toolTip = tip(translated(solution.reason));
        offer.enabled = false;
        return offer;
    }
    offer.changes = {{solution.key, *solution.answer, {}, {}, {}}};
    offer.texts.strong = format.count(*solution.answer);
    offer.enabled = *solution.answer != present;
    addPrice(offer.texts, solution);
    const QString total = format.whereUnitIsSaid(solution.totals.total, 1);
    const QString capacity = format.withUnit(solution.capacity, 1);
    const bool someDoNotFit = !translated(solution.caveat).isEmpty();
    const bool largerAreEqual
        = solution.key == "workload.micro_batch" && !translated(solution.note).isEmpty();
    QString said = !offer.enabled
        ? VerdictBar::tr("The plan has it already: %1 of %2.").arg(total, capacity)
        : someDoNotFit && solution.key != "cluster.gpus"
        ? VerdictBar::tr("Comes to %1 of %2. Some smaller values do not fit.").arg(total, capacity)
        : largerAreEqual
        ? VerdictBar::tr("Comes to %1 of %2. Larger ones come to the same.").arg(total, capacity)
        : offer.texts.price.isEmpty()
        ? VerdictBar::tr("Comes to %1 of %2.").arg(total, capacity)
        : VerdictBar::tr("Comes to %1 of %2, %3.", "memory, then time")
              .arg(total, capacity, translated(*priceOf(solution)));
    const auto words = [](const Text& text) { return translated(text).toStdString(); };
    const std::string edge = format.count(solution.edge.value_or(0)).toStdString();
    if (const auto text = edgeText(solution, edge, words))
        said += QLatin1Char('\n') + VerdictBar::tr("%1.", "a sentence").arg(translated(*text));
    offer.toolTip = tip(said);
    addTableTexts(offer, solution);
    return offer;
}

/// A context may fit on the card for which the model has no positions: the first line says it.
void sayPositions(Offer& offer, const Solution& solution, std::int64_t positions)
{
    if (solution.answer.value_or(0) <= positions || positions == 0)
        return;
    const QString said
        = VerdictBar::tr("%1.", "a sentence").arg(translated(positionsText(positions)));
    offer.toolTip = tip(said) + QLatin1Char('\n') + offer.toolTip.section(QLatin1Char('\n'), 0, 0);
}

/// "11.0B"
QString billions(std::int64_t parameters, const MemoryFormat& format, int decimals)
{
    const double number = static_cast<double>(parameters) / 1e9;
    return format.locale().toString(number, 'f', number < 1 ? 3 : decimals) + QLatin1Char('B');
}

/// The shape that is made for the size is a Llama's, whatever model the plan has. Two lines have no
/// room for the memory, a caveat and the last size that fits.
Offer modelOffer(const Solution& solution, std::int64_t present, const MemoryFormat& format)
{
    Offer offer = solutionOffer(solution, VerdictBar::tr("Largest dense model"), present,
                                QStringLiteral("888.8B"), format);
    if (!solution.answer)
        return offer;
    const QString total = format.whereUnitIsSaid(solution.totals.total, 1);
    const QString capacity = format.withUnit(solution.capacity, 1);
    const QString remark = !translated(solution.caveat).isEmpty()
        ? VerdictBar::tr("Some smaller sizes do not fit.")
        : solution.edge.value_or(*solution.answer) == *solution.answer
        ? VerdictBar::tr("Comes to %1 of %2.").arg(total, capacity)
        : VerdictBar::tr("Comes to %1 of %2; at most %3 fit.", "memory, then a size")
              .arg(total, capacity, billions(*solution.edge, format, 3));
    offer.texts.strong = billions(*solution.answer, format, 1);
    addTableTexts(offer, solution);
    offer.toolTip = tip(VerdictBar::tr("%1. %2", "a model, then what it comes to")
                            .arg(translated(solution.note), remark));
    return offer;
}

Offer soughtOffer()
{
    Offer offer;
    offer.texts = {VerdictBar::tr("Largest dense model"),
                   QString(QChar(0x2026)),
                   {},
                   QStringLiteral("888.8B")};
    offer.name = offer.texts.label + QLatin1Char(' ') + offer.texts.strong;
    offer.toolTip = tip(VerdictBar::tr("Still searching: models of many sizes are tried."));
    offer.enabled = false;
    return offer;
}

Offers solutionOffers(const VerdictContent& content, const MemoryFormat& format)
{
    Offers offers{VerdictBar::tr("Limits:"), {}, true};
    const auto add = [&](const Solution& solution, const QString& label, std::int64_t present,
                         const char* reserve) {
        offers.all.push_back(
            solutionOffer(solution, label, present, QLatin1String(reserve), format));
    };
    for (const Solution& solution : content.solutions) {
        if (solution.key == "workload.context") {
            add(solution, VerdictBar::tr("Longest context"), content.context, "888,888");
            sayPositions(offers.all.back(), solution, content.positions);
        } else if (solution.key == "workload.micro_batch")
            add(solution,
                content.serves ? VerdictBar::tr("Most sequences")
                               : VerdictBar::tr("Largest micro-batch"),
                content.microBatch, "88");
        else if (solution.key == "cluster.gpus")
            add(solution, VerdictBar::tr("Fewest GPUs"), content.gpus, "88");
        else if (solution.key == "model.parameters")
            offers.all.push_back(modelOffer(solution, content.parameters, format));
    }
    if (content.seeksModel)
        offers.all.push_back(soughtOffer());
    return offers;
}

Offer suggestionOffer(const Suggestion& suggestion, const MemoryFormat& format)
{
    Offer offer;
    offer.changes = suggestion.changes;
    QStringList costs;
    const std::string labels
        = labelsOf(suggestion, [](const Text& text) { return translated(text).toStdString(); });
    for (const Text& cost : suggestion.costs())
        costs << translated(cost);
    offer.texts.label = VerdictBar::tr("%1 →", "a change, then what the memory comes to")
                            .arg(QString::fromStdString(labels));
    offer.texts.strong = format.withUnit(suggestion.totals.total, 1);
    offer.texts.reserve = format.withUnit(88 * gib, 1);
    offer.texts.price = costs.join(QStringLiteral(", "));
    offer.enough = suggestion.fits;
    offer.name = QString::fromStdString(labels);
    offer.then = suggestion.totals;
    if (suggestion.fits)
        offer.sign = suggestion.probably ? Offer::Sign::Probably : Offer::Sign::Fits;
    if (suggestion.slowdown)
        offer.time = isSameTime(*suggestion.slowdown)
            ? VerdictBar::tr("same", "time")
            : QString::fromStdString(briefTime(*suggestion.slowdown));
    if (suggestion.hostPerNode > 0)
        offer.host = format.withUnit(suggestion.hostPerNode, 1);
    QStringList effects;
    for (const Change& change : suggestion.changes)
        if (change.price >= Price::Precision && !effects.contains(translated(change.cost)))
            effects << translated(change.cost);
    offer.effect = effects.join(QStringLiteral(", "));
    offer.settings
        = static_cast<int>(std::ranges::count_if(suggestion.changes, [](const Change& change) {
              return change.key != "workload.global_batch";
          }));
    const QString remark = suggestion.slowdown
        ? VerdictBar::tr("The time of a step is estimated. Ctrl+Z takes it back.")
        : suggestion.price() == Price::Compute
        ? VerdictBar::tr("A rule of thumb: each forward pass that is run again.")
        : VerdictBar::tr("A click applies it, Ctrl+Z takes it back.");
    // A button in a narrow row does not show its price. A tooltip has two lines.
    const QString price = tip(offer.texts.price);
    offer.toolTip = price.isEmpty()         ? tip(remark)
        : price.contains(QLatin1Char('\n')) ? price
                                            : price + QLatin1Char('\n') + tip(remark);
    return offer;
}

/// The offers of the suggestions; those that are enough alone come first.
Offers suggestionOffers(const VerdictContent& content, const MemoryFormat& format)
{
    Offers offers;
    if (content.suggestions.empty())
        return offers;
    for (const Suggestion& suggestion : content.suggestions)
        if (suggestion.fits)
            offers.all.push_back(suggestionOffer(suggestion, format));
    offers.intro = offers.all.empty() ? VerdictBar::tr("No change of settings makes it fit.")
                                      : VerdictBar::tr("Cheapest first:");
    for (const Suggestion& suggestion : content.suggestions)
        if (!suggestion.fits)
            offers.all.push_back(suggestionOffer(suggestion, format));
    return offers;
}

} // namespace

bool Offer::looksLike(const Offer& other) const
{
    return texts == other.texts && toolTip == other.toolTip && enabled == other.enabled
        && enough == other.enough && name == other.name && then == other.then && sign == other.sign
        && time == other.time && host == other.host && effect == other.effect
        && settings == other.settings;
}

bool Offers::lookLike(const Offers& other) const
{
    return intro == other.intro
        && std::ranges::equal(all, other.all, [](const Offer& left, const Offer& right) {
               return left.looksLike(right);
           });
}

Offers verdictOffers(const VerdictContent& content, const MemoryFormat& format)
{
    if (content.verdict == Verdict::Over)
        return suggestionOffers(content, format);
    if (content.verdict)
        return solutionOffers(content, format);
    Offers offers;
    if (!content.problemField.isEmpty()) {
        Offer way;
        way.texts.label = VerdictBar::tr("Go to the setting");
        offers.all.push_back(std::move(way));
    }
    return offers;
}

} // namespace highwater
