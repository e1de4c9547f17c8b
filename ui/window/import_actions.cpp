// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/import_actions.h"

#include "ui/base/file_dialogs.h"
#include "ui/base/key_words.h"
#include "ui/base/make_action.h"
#include "ui/base/message_bar.h"
#include "ui/base/words.h"
#include "ui/document/document.h"
#include "ui/document/plan_store.h"

#include "core/configs/import.h"
#include "core/configs/tensor_list.h"
#include "core/configs/weight_files.h"
#include "core/json/json_reader.h"
#include "core/ledger/weights.h"

#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>

namespace highwater {
namespace {

constexpr QLatin1String importing("importing"); ///< the topic of a message

QString lineOf(const ImportNote& note)
{
    const QString text = translated(note.message);
    return note.field.empty() ? text
                              : ImportActions::tr("%1: %2", "a field of a file: what it means")
                                    .arg(fieldLabel(note.field), text);
}

std::optional<std::string> configText(const QString& path)
{
    const auto text = fileText(path, mostConfigBytes);
    return text ? std::optional(text->toStdString()) : std::nullopt;
}

/// The file of the model where the path is a folder.
QString modelFile(const QString& path)
{
    return QFile::decodeName(modelFileAt(QFile::encodeName(path).toStdString()).c_str());
}

} // namespace

ImportActions::ImportActions(Document& document, MessageBar& messages, QMainWindow* window)
    : QObject(window)
    , m_document(document)
    , m_messages(messages)
    , m_window(window)
{
    m_import = makeAction(this, "file.import", Qt::CTRL | Qt::Key_I, [this] {
        for (const QString& path : fileDialogs().import(m_window))
            takeFile(path);
    });
    m_importFolder = makeAction(this, "file.importFolder", {}, [this] {
        if (const QString path = fileDialogs().importFolder(m_window); !path.isEmpty())
            takeFile(path);
    });
}

void ImportActions::addTo(QMenu* menu, QAction* before)
{
    menu->insertActions(before, {m_import, m_importFolder});
    menu->insertSeparator(before);
}

void ImportActions::retranslate()
{
    m_import->setText(tr("&Import…"));
    m_importFolder->setText(tr("Import model &folder…"));
}

bool ImportActions::isForeign(const QString& path)
{
    const QFileInfo file(path);
    if (file.isDir())
        return true;
    if (file.suffix().compare(QLatin1String(planSuffix), Qt::CaseInsensitive) == 0)
        return false;
    if (isWeightFile(QFile::encodeName(path).toStdString()))
        return true;
    const auto text = configText(path);
    return text && importKind({path.toStdString(), *text});
}

bool ImportActions::isForeignText(const QString& text)
{
    constexpr auto most = static_cast<qsizetype>(mostConfigBytes);
    return text.size() <= most && importKind({{}, text.toStdString()});
}

void ImportActions::takeFile(const QString& path)
{
    const QString file = modelFile(path);
    const std::string name = QFile::encodeName(file).toStdString();
    if (isWeightFile(name)) {
        const auto weights = weightsAt(name);
        return weights ? take(name, shownName(file), weights->config, *weights)
                       : refuse(shownName(file), reasonOf(weights.problems()));
    }
    const auto text = configText(file);
    if (!text)
        return refuse(shownName(file), tr("it cannot be read"));
    take(name, shownName(file), *text, weightsBeside(name));
}

void ImportActions::takeText(const QString& text)
{
    take({}, tr("the text"), text.toStdString(), ModelWeights());
}

void ImportActions::take(const std::string& name, const QString& shown, const std::string& text,
                         const ModelWeights& weights)
{
    ImportFile file{name, text, weights.index};
    file.tensors = weights.tensors ? &*weights.tensors : nullptr;
    auto read = importPlan(file, m_document.plan(), builtinCatalog());
    if (!read)
        return refuse(shown, reasonOf(read.problems()));
    const auto shape = shapeOf(read->plan.model, builtinCatalog());
    m_document.edit(read->plan, tr("Import %1").arg(shown));
    m_document.closeGesture();
    QString said = isModel(read->kind) && shape
        ? tr("“%1” is imported: a model of %2 parameters.")
              .arg(shown, QLocale().toString(static_cast<qlonglong>(countWeights(*shape).total)))
        : tr("“%1” is imported.").arg(shown);
    std::vector<Message::Action> actions;
    if (!read->notes.empty()) {
        said += QLatin1Char(' ')
            + (read->notes.size() == 1
                   ? sentence(Text::plain(lineOf(read->notes.front()).toStdString())) + u'.'
                   : (read->kind == ImportKind::Weights ? tr("%L1 notes say how it was read.")
                                                        : tr("Some of it was assumed: %L1 notes."))
                         .arg(read->notes.size()));
        const QString heading = read->kind == ImportKind::Weights
            ? tr("How “%1” was read:").arg(shown)
            : tr("What “%1” does not say, or what is not modelled:").arg(shown);
        actions.push_back({tr("Show notes"),
                           [this, heading, notes = read->notes] { showNotes(heading, notes); }});
    }
    m_messages.show({Message::Kind::Note, importing, said, std::move(actions)});
}

void ImportActions::refuse(const QString& shown, const QString& reason)
{
    m_messages.show({Message::Kind::Caution, importing,
                     tr("“%1” is not imported: %2. The open plan stays.").arg(shown, reason)});
}

void ImportActions::showNotes(const QString& heading, const std::vector<ImportNote>& notes)
{
    QString lines;
    for (const ImportNote& note : notes)
        lines += (lines.isEmpty() ? QString() : QStringLiteral("\n\n")) + lineOf(note);
    auto* box = new QMessageBox(QMessageBox::Information, tr("Notes on the import"), heading,
                                QMessageBox::NoButton, m_window);
    box->setObjectName(QStringLiteral("importNotes"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(lines);
    box->addButton(tr("OK"), QMessageBox::AcceptRole); // Qt's own text may not be translated
    box->open();
}

} // namespace highwater
