// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/file_dialogs.h"

#include "ui/base/settings.h"
#include "ui/base/staying_windows.h"
#include "ui/base/text_box.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

namespace highwater {
namespace {

struct DialogWords
{
    Q_DECLARE_TR_FUNCTIONS(highwater::FileDialogs)
};

QString folder()
{
    for (const QString& known :
         {settings::filesFolder.value(),
          QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)})
        if (QFileInfo(known).isDir())
            return known;
    return QDir::homePath();
}

/// The chosen files; the next dialog opens in their folder, even where a typed path led to another
/// one than the dialog shows.
QStringList accepted(QFileDialog& dialog)
{
    if (dialog.exec() != QDialog::Accepted)
        return {};
    const QStringList files = dialog.selectedFiles();
    if (!files.isEmpty())
        settings::filesFolder.store(QFileInfo(files.first()).absolutePath());
    return files;
}

QStringList chosenFiles(QFileDialog& dialog)
{
    dialog.setNameFilters({DialogWords::tr("Plans (*.%1)").arg(QLatin1String(planSuffix)),
                           DialogWords::tr("All files (*)")});
    return accepted(dialog);
}

QStringList askOpen(QWidget* window)
{
    QFileDialog dialog(window, DialogWords::tr("Open plans"), folder());
    dialog.setFileMode(QFileDialog::ExistingFiles);
    return chosenFiles(dialog);
}

QString askOpenRun(QWidget* window)
{
    QFileDialog dialog(window, DialogWords::tr("Open a run's memory recording"), folder());
    dialog.setFileMode(QFileDialog::ExistingFile);
    dialog.setNameFilters({DialogWords::tr("Memory recordings (*.pickle *.pkl *.json *.gz)"),
                           DialogWords::tr("All files (*)")});
    return accepted(dialog).value(0);
}

QStringList askImport(QWidget* window)
{
    QFileDialog dialog(window, DialogWords::tr("Import files"), folder());
    dialog.setFileMode(QFileDialog::ExistingFiles);
    dialog.setNameFilters(
        {DialogWords::tr("Configurations and weights (%1)")
             .arg(QStringLiteral("*.json *.yaml *.yml *.py *.sh *.txt *.safetensors *.gguf")),
         DialogWords::tr("All files (*)")});
    return accepted(dialog);
}

QString askImportFolder(QWidget* window)
{
    QString path = QFileDialog::getExistingDirectory(
        window, DialogWords::tr("The folder of a model"), folder());
    if (!path.isEmpty())
        settings::filesFolder.store(QFileInfo(path).absolutePath());
    return path;
}

QString askSave(QWidget* window, const QString& path)
{
    QFileDialog dialog(window, DialogWords::tr("Save the plan as"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QLatin1String(planSuffix)); // so that it asks before it overwrites
    const QFileInfo file(path);
    dialog.setDirectory(file.isAbsolute() ? file.absolutePath() : folder());
    dialog.selectFile(file.fileName());
    return chosenFiles(dialog).value(0);
}

QString askExport(QWidget* window, const QString& wanted, const QString& suffix)
{
    QFileDialog dialog(window, DialogWords::tr("Export as"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(suffix);
    dialog.setNameFilters({QStringLiteral("*.") + suffix, DialogWords::tr("All files (*)")});
    const QString last = settings::exportFolder.value();
    const QFileInfo file(wanted);
    dialog.setDirectory(file.isAbsolute()             ? file.absolutePath()
                            : QFileInfo(last).isDir() ? last
                                                      : folder());
    dialog.selectFile(file.fileName());
    while (dialog.exec() == QDialog::Accepted) {
        QString path = dialog.selectedFiles().value(0);
        // A typed path may lead to another folder than the one that the dialog shows.
        settings::exportFolder.store(QFileInfo(path).absolutePath());
        const QString ending = u'.' + suffix;
        if (path.endsWith(ending, Qt::CaseInsensitive))
            return path;
        // The dialog adds no ending to "figure.v2", but no program knows the ending ".v2".
        if (!QFileInfo::exists(path + ending))
            return path + ending;
        dialog.selectFile(path + ending); // so that it asks before it overwrites
    }
    return {};
}

Unsaved askUnsaved(QWidget* window, const QString& name)
{
    QMessageBox box(QMessageBox::Question, DialogWords::tr("Unsaved changes"),
                    DialogWords::tr("Save the changes to “%1”?").arg(name), QMessageBox::NoButton,
                    window);
    box.setTextFormat(Qt::PlainText);
    // Qt's own texts may not be translated.
    QPushButton* save = box.addButton(DialogWords::tr("Save"), QMessageBox::AcceptRole);
    QPushButton* discard = box.addButton(DialogWords::tr("Discard"), QMessageBox::DestructiveRole);
    QPushButton* cancel = box.addButton(DialogWords::tr("Cancel"), QMessageBox::RejectRole);
    box.setDefaultButton(save);
    box.setEscapeButton(cancel);
    box.exec();
    return box.clickedButton() == save   ? Unsaved::Save
        : box.clickedButton() == discard ? Unsaved::Discard
                                         : Unsaved::Cancel;
}

std::optional<QString> askName(QWidget* window, const QString& title, const QString& name)
{
    QInputDialog dialog(window);
    dialog.setWindowTitle(title);
    dialog.setLabelText(DialogWords::tr("Name of the plan"));
    dialog.setTextValue(name);
    dialog.setOkButtonText(DialogWords::tr("Save"));
    dialog.setCancelButtonText(DialogWords::tr("Cancel"));
    dialog.resize(420, dialog.sizeHint().height());
    const bool given
        = dialog.exec() == QDialog::Accepted && !dialog.textValue().trimmed().isEmpty();
    return given ? std::optional(dialog.textValue().trimmed()) : std::nullopt;
}

QString askFolder(QWidget* window, const QString& folder)
{
    return QFileDialog::getExistingDirectory(window, DialogWords::tr("The folder of my plans"),
                                             folder);
}

std::optional<QString> askNotes(QWidget* window, const QString& title, const QString& notes)
{
    QDialog dialog(window);
    dialog.setObjectName(QStringLiteral("notes"));
    dialog.setWindowTitle(title);
    auto* label
        = new QLabel(DialogWords::tr("Notes; words that begin with # are tags to filter by"));
    auto* text = new TextBox;
    text->setObjectName(QStringLiteral("notes.text"));
    label->setBuddy(text);
    text->setPlainText(notes);
    text->setTabChangesFocus(true);
    auto* buttons = new QDialogButtonBox;
    // Qt's own texts may not be translated.
    buttons->addButton(DialogWords::tr("Save"), QDialogButtonBox::AcceptRole);
    buttons->addButton(DialogWords::tr("Cancel"), QDialogButtonBox::RejectRole);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* rows = new QVBoxLayout(&dialog);
    rows->addWidget(label);
    rows->addWidget(text);
    rows->addWidget(buttons);
    dialog.resize(480, 260);
    return dialog.exec() == QDialog::Accepted ? std::optional(text->toPlainText().trimmed())
                                              : std::nullopt;
}

template <class Answer, class... Given>
std::function<Answer(QWidget*, Given...)> whileWindowsStay(Answer (*ask)(QWidget*, Given...))
{
    return [ask](QWidget* window, Given... given) {
        const StayingWindows stay(window);
        return ask(window, given...);
    };
}

} // namespace

FileDialogs& fileDialogs()
{
    static FileDialogs dialogs{whileWindowsStay(askOpen),    whileWindowsStay(askOpenRun),
                               whileWindowsStay(askImport),  whileWindowsStay(askImportFolder),
                               whileWindowsStay(askSave),    whileWindowsStay(askExport),
                               whileWindowsStay(askUnsaved), whileWindowsStay(askName),
                               whileWindowsStay(askFolder),  whileWindowsStay(askNotes)};
    return dialogs;
}

} // namespace highwater
