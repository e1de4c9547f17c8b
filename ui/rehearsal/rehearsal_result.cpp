// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rehearsal/rehearsal_result.h"

#include "ui/base/phrases.h"
#include "ui/rehearsal/value_answer.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>

namespace highwater {
namespace {

constexpr int amountDecimals = 2;
constexpr qsizetype mostQuestions = 8;

class ResultWords
{
    Q_DECLARE_TR_FUNCTIONS(highwater::RehearsalResult)

public:
    ResultWords(const QJsonObject& answer, const MemoryFormat& format)
        : m_answer(answer)
        , m_format(format)
    { }

    RehearsalResult make()
    {
        const QStringList said = sentences();
        m_lines = said.mid(1);
        addError();
        const QJsonArray ranks = m_answer.value(u"ranks").toArray();
        for (const auto& each : ranks)
            addRank(each.toObject());
        addQuestions();
        addUnwritten();
        addLeft();
        return {verdict(), said.isEmpty() ? QString() : said.front(), m_lines};
    }

private:
    std::optional<Verdict> verdict() const
    {
        const QString ended = m_answer.value(u"ended").toString();
        if (ended == u"out of memory")
            return Verdict::Over;
        if (ended != u"steps" && ended != u"early")
            return {};
        return m_answer.value(u"out_of_memory_behind").toBool() ? Verdict::Probably : Verdict::Fits;
    }

    /// The verdict and the advice as ids of core with their arguments.
    QStringList sentences() const
    {
        QStringList all;
        const QJsonArray said = m_answer.value(u"said").toArray();
        for (const auto& each : said) {
            std::vector<std::string> arguments;
            const QJsonArray given = each.toObject().value(u"arguments").toArray();
            for (const auto& argument : given)
                arguments.push_back(argument.toString().toStdString());
            const QByteArray id = each.toObject().value(u"text").toString().toUtf8();
            const QString source = QCoreApplication::translate("core", id.constData());
            all << toQString(filled(source.toStdString(), arguments));
        }
        return all;
    }

    void addError()
    {
        const QJsonObject error = m_answer.value(u"error").toObject();
        if (error.isEmpty())
            return;
        m_lines << tr("%1, line %2: %3")
                       .arg(error.value(u"file").toString())
                       .arg(error.value(u"line").toInt())
                       .arg(error.value(u"text").toString());
    }

    void addRank(const QJsonObject& rank)
    {
        const qint64 allocated = rank.value(u"peak_allocated").toInteger();
        const qint64 reserved = rank.value(u"peak_reserved").toInteger();
        const int steps = static_cast<int>(rank.value(u"steps").toArray().size());
        m_lines << counted(tr("Rank %1: allocated %2, reserved %3 in %4 {step|steps}"),
                           {QString::number(rank.value(u"rank").toInt()), bytes(allocated),
                            bytes(reserved), QString::number(steps)});
        if (const qint64 retries = rank.value(u"retries").toInteger(); retries > 0)
            m_lines << counted(
                tr("PyTorch emptied its cache %1 {time|times} to go on, which costs time"),
                {QString::number(retries)});
        if (const qint64 caught = rank.value(u"out_of_memory_caught").toInteger(); caught > 0)
            m_lines << counted(
                tr("PyTorch ran out of memory %1 {time|times}, and the command went on"),
                {QString::number(caught)});
    }

    /// Answers that the stand-ins made up, at the lines of the script that asked.
    void addQuestions()
    {
        const QJsonArray questions = m_answer.value(u"unanswered").toArray();
        QStringList lines; // a line may have asked in several places of a package
        for (const auto& question : questions) {
            const QJsonObject asked = question.toObject();
            lines << tr("%1, line %2, asked for an unknown value; the answer was: %3")
                         .arg(QFileInfo(asked.value(u"file").toString()).fileName())
                         .arg(asked.value(u"line").toInt())
                         .arg(translatedAnswer(asked.value(u"answer").toVariant().toString()));
        }
        lines.removeDuplicates();
        m_lines += lines.mid(0, mostQuestions);
        if (lines.size() > mostQuestions)
            m_lines << counted(tr("%1 more {question|questions} of this kind"),
                               {QString::number(lines.size() - mostQuestions)});
    }

    void addUnwritten()
    {
        QStringList names;
        const QJsonArray unwritten = m_answer.value(u"unwritten").toArray();
        for (const auto& name : unwritten)
            names << name.toString();
        if (!names.isEmpty())
            m_lines << tr("Called, but without a meaning here: %1")
                           .arg(names.join(QStringLiteral(", ")));
    }

    /// Rights that could not be taken from the script.
    void addLeft()
    {
        if (m_answer.value(u"network_left").toBool())
            m_lines << tr("The script had its network: this system lets no program give it up");
        if (m_answer.value(u"writes_left").toBool())
            m_lines << tr("The script could write wherever you may: this system has no Landlock");
    }

    QString bytes(qint64 count) const { return m_format.withUnit(count, amountDecimals); }

    const QJsonObject& m_answer;
    const MemoryFormat& m_format;
    QStringList m_lines;
};

} // namespace

RehearsalResult resultOf(const QJsonObject& answer, const MemoryFormat& format)
{
    return ResultWords(answer, format).make();
}

} // namespace highwater
