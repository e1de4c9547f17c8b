// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/file_dialogs.h"

#include "ui/base/settings.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>

namespace highwater {
namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(highwater::FileDialogs)
};

QString folder()
{
    const QString last = settings::filesFolder.value();
    return QFileInfo(last).isDir()
        ? last
        : QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
}

QStringList run(QFileDialog& dialog)
{
    dialog.setNameFilters(
        {Words::tr("Plans (*.%1)").arg(QLatin1String(planSuffix)), Words::tr("All files (*)")});
    if (dialog.exec() != QDialog::Accepted)
        return {};
    settings::filesFolder.store(dialog.directory().absolutePath());
    return dialog.selectedFiles();
}

QStringList askOpen(QWidget* window)
{
    QFileDialog dialog(window, Words::tr("Open plans"), folder());
    dialog.setFileMode(QFileDialog::ExistingFiles);
    return run(dialog);
}

QString askSave(QWidget* window, const QString& path)
{
    QFileDialog dialog(window, Words::tr("Save the plan as"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QLatin1String(planSuffix)); // so that it asks before it overwrites
    const QFileInfo file(path);
    dialog.setDirectory(file.isAbsolute() ? file.absolutePath() : folder());
    dialog.selectFile(file.fileName());
    return run(dialog).value(0);
}

QString askExport(QWidget* window, const QString& name, const QString& suffix)
{
    QFileDialog dialog(window, Words::tr("Export the figure as"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(suffix);
    dialog.setNameFilters({QStringLiteral("*.") + suffix, Words::tr("All files (*)")});
    const QString last = settings::exportFolder.value();
    dialog.setDirectory(QFileInfo(last).isDir() ? last : folder());
    dialog.selectFile(name);
    while (dialog.exec() == QDialog::Accepted) {
        settings::exportFolder.store(dialog.directory().absolutePath());
        const QString path = dialog.selectedFiles().value(0);
        const QString ending = u'.' + suffix;
        if (path.endsWith(ending, Qt::CaseInsensitive))
            return path;
        // The dialog leaves "figure.v2" as it is, but no program knows the ending ".v2".
        if (!QFileInfo::exists(path + ending))
            return path + ending;
        dialog.selectFile(path + ending); // so that it asks before it overwrites
    }
    return {};
}

Unsaved askUnsaved(QWidget* window, const QString& name)
{
    QMessageBox box(QMessageBox::Question, Words::tr("Unsaved changes"),
                    Words::tr("Save the changes to “%1”?").arg(name), QMessageBox::NoButton,
                    window);
    box.setTextFormat(Qt::PlainText);
    // Qt's own words may not be translated.
    QPushButton* save = box.addButton(Words::tr("Save"), QMessageBox::AcceptRole);
    QPushButton* discard = box.addButton(Words::tr("Discard"), QMessageBox::DestructiveRole);
    QPushButton* cancel = box.addButton(Words::tr("Cancel"), QMessageBox::RejectRole);
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
    dialog.setLabelText(Words::tr("Name of the plan"));
    dialog.setTextValue(name);
    dialog.setOkButtonText(Words::tr("Save"));
    dialog.setCancelButtonText(Words::tr("Cancel"));
    dialog.resize(420, dialog.sizeHint().height());
    const bool given
        = dialog.exec() == QDialog::Accepted && !dialog.textValue().trimmed().isEmpty();
    return given ? std::optional(dialog.textValue().trimmed()) : std::nullopt;
}

QString askFolder(QWidget* window, const QString& folder)
{
    return QFileDialog::getExistingDirectory(window, Words::tr("The folder of my plans"), folder);
}

} // namespace

FileDialogs& fileDialogs()
{
    static FileDialogs dialogs{askOpen, askSave, askExport, askUnsaved, askName, askFolder};
    return dialogs;
}

} // namespace highwater
