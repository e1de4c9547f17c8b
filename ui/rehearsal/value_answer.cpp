// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rehearsal/value_answer.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <array>

namespace highwater {
namespace {

constexpr const char* answerContext = "highwater::ValueAnswer";

// The words of resources/rehearsal/highwater_rehearsal; a number or a name is %1 and %2 here. What
// says more about the same thing stands first.
constexpr std::array valueAnswers{
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "values are finite"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "an index that no value decided"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "numbers beside those that are known: 0"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "topk chooses each in turn"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "topk chooses the first ones"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "every element is true"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "each is repeated once"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "all elements are distinct"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "whether tensors are equal: True"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "a comparison: False"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "a number: %1"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "numbers: %1"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "%1 numbers that another rank sends"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "what rank %1 sends (run it too)"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer",
                      "no values are known: this PyTorch is too old for it"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer",
                      "peaks may be too high: this PyTorch adds watched gradients out of place"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "weights that were quantized before are read"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "a made data set in the place of %1"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "a metric that counts nothing in the place of %1"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer",
                      "the usual processor of images in the place of %1's"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "a plain tokenizer of bytes in the place of %1's"),
    QT_TRANSLATE_NOOP("highwater::ValueAnswer", "the work of %1, not built: %2"),
};

QRegularExpressionMatch matched(const char* answer, const QString& english)
{
    QString pattern = QRegularExpression::escape(QString::fromLatin1(answer));
    for (const QLatin1StringView place : {QLatin1StringView("\\%1"), QLatin1StringView("\\%2")})
        pattern.replace(place, QLatin1StringView("(.*)"));
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                              QRegularExpression::DotMatchesEverythingOption)
        .match(english);
}

} // namespace

QString translatedAnswer(const QString& english)
{
    for (const char* const answer : valueAnswers) {
        const auto match = matched(answer, english);
        if (!match.hasMatch())
            continue;
        const QString text = QCoreApplication::translate(answerContext, answer);
        return match.lastCapturedIndex() == 2 ? text.arg(match.captured(1), match.captured(2))
            : match.lastCapturedIndex() == 1  ? text.arg(match.captured(1))
                                              : text;
    }
    return english;
}

} // namespace highwater
