// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/share_actions.h"

#include "ui/base/make_action.h"
#include "ui/base/message_bar.h"
#include "ui/base/settings.h"
#include "ui/base/words.h"
#include "ui/doctor/doctor_dialog.h"
#include "ui/document/document.h"
#include "ui/document/plan_replacer.h"
#include "ui/document/plan_store.h"
#include "ui/window/import_actions.h"

#include "core/exchange/command_line_text.h"
#include "core/exchange/plan_file.h"
#include "core/exchange/share_code.h"
#include "core/exchange/share_link.h"
#include "core/exchange/summary.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMenu>

namespace highwater {
namespace {

constexpr QLatin1String taking("clipboard"), linking("link"); ///< topics of messages

QString clipboardText()
{
    return QGuiApplication::clipboard()->text();
}

} // namespace

ShareActions::ShareActions(Document& document, MessageBar& messages, QMainWindow* window)
    : QObject(window)
    , m_document(document)
    , m_messages(messages)
    , m_replacer(new PlanReplacer(document, messages, this))
{
    const auto action = [this](const char* name, const QKeySequence& keys, auto run) {
        return makeAction(this, name, keys, run);
    };
    m_copyCode = action("share.code", {}, [this] {
        copy(shareCode(m_document.plan()), tr("Share code copied: %L1 characters"));
    });
    m_copyLink = action("share.link", {}, [this] { copyLink(); });
    m_copyCommand = action("share.command", {}, [this] {
        copy(commandLineOf(m_document.plan()), tr("Command line copied: %L1 characters"));
    });
    m_copySummary = action("share.summary", {}, [this] { copySummary(); });
    // A field with the focus gets Ctrl+V first.
    m_paste = action("share.paste", Qt::CTRL | Qt::Key_V, [this] { take(clipboardText()); });
    m_pasteToNew = action("share.pasteToNew", {}, [this] { pasteToNew(); });
    connect(&m_document, &Document::resultsChanged, this,
            [this] { m_copySummary->setEnabled(m_document.results().estimate.has_value()); });
}

void ShareActions::addTo(QMenu* menu)
{
    menu->addActions({m_copyCode, m_copyLink, m_copyCommand, m_copySummary});
    menu->addSeparator();
    menu->addActions({m_paste, m_pasteToNew});
}

void ShareActions::retranslate()
{
    m_copyCode->setText(tr("Copy &share code"));
    m_copyLink->setText(tr("Copy &link"));
    m_copyCommand->setText(tr("Copy as &command line"));
    m_copySummary->setText(tr("Copy su&mmary (Markdown)"));
    m_paste->setText(tr("&Paste plan"));
    m_pasteToNew->setText(tr("Paste into a &new window"));
}

void ShareActions::copy(const std::string& text, const QString& sentence)
{
    const QString copied = QString::fromStdString(text);
    QGuiApplication::clipboard()->setText(copied);
    emit said(sentence.arg(copied.size()));
}

/// Without an address there is no link: the program knows no host of its own.
void ShareActions::copyLink()
{
    const QString address = settings::pageAddress.value();
    const auto link = shareLink(address.toStdString(), m_document.plan());
    if (link) {
        m_messages.drop(linking);
        copy(*link, tr("Link copied: %L1 characters"));
        return;
    }
    m_messages.show({Message::Kind::Note,
                     linking,
                     address.trimmed().isEmpty()
                         ? tr("A link leads to a page that shows plans. Say in Edit ▸ Preferences "
                              "where yours lies; the help tells how to make one.")
                         : tr("The address of the page in Edit ▸ Preferences %1.")
                               .arg(translated(link.problems().front().message)),
                     {},
                     true});
}

void ShareActions::copySummary()
{
    const Results& results = m_document.results();
    if (!results.estimate)
        return;
    const Estimate& estimate = *results.estimate;
    const auto limits
        = limitsOf({m_document.plan(), builtinCatalog(), estimate.plan, estimate.judgement()});
    copy(markdownSummary(m_document.plan(), estimate, limits,
                         [](const Text& text) { return translated(text).toStdString(); }),
         tr("Summary copied: %L1 characters"));
}

std::optional<Plan> ShareActions::planIn(const QString& text)
{
    const auto refuse = [this](const QString& sentence) {
        m_messages.show({Message::Kind::Caution, taking, sentence, {}, true});
        return std::nullopt;
    };
    const std::string bytes = text.left(static_cast<qsizetype>(mostPlanBytes) + 1).toStdString();
    if (!mayHoldPlan(bytes) && text.contains(QLatin1String("NVIDIA-SMI")))
        return refuse(
            tr("This is a table of nvidia-smi. Run ▸ My measurement… takes the memory that "
               "it says of one GPU."));
    if (!mayHoldPlan(bytes))
        return refuse(tr("There is no plan in the text: no share code, which begins with HW1, no "
                         "command line of Highwater, and no content of a plan file."));
    auto plan = readPlanOrCode(bytes);
    if (!plan)
        return refuse(isPlanFile(bytes) || isCommandLine(bytes)
                          ? tr("The text holds no whole plan: %1. The open plan stays.")
                                .arg(reasonOf(plan.problems()))
                          : tr("%1. The open plan stays; copy the code again.")
                                .arg(sentence(plan.problems().front().message)));
    return *std::move(plan);
}

void ShareActions::take(const QString& text)
{
    if (holdsFailure(text)) {
        emit failureRequested(text);
        return;
    }
    if (ImportActions::isForeignText(text)) {
        emit importRequested(text);
        return;
    }
    const auto plan = planIn(text);
    if (!plan)
        return;
    if (*plan == m_document.plan()) {
        m_messages.show(
            {Message::Kind::Note, taking, tr("This is the plan that is open."), {}, true});
        return;
    }
    m_replacer->replace(*plan, tr("Paste plan"));
}

void ShareActions::pasteToNew()
{
    const QString text = clipboardText();
    if (ImportActions::isForeignText(text)) {
        emit newImportRequested(text);
        return;
    }
    if (const auto plan = planIn(text)) {
        m_messages.drop(taking);
        emit newRequested(*plan);
    }
}

} // namespace highwater
