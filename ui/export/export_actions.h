// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/export_choices.h"

#include <QObject>

class QAction;
class QMainWindow;
class QMenu;
class QMimeData;
class QToolBar;

namespace highwater {

class Document;
class MessageBar;

/// A window's actions for the figure in front: its Export menu, copying and printing.
class ExportActions : public QObject
{
    Q_OBJECT

public:
    /// `shown` returns the figure in front.
    ExportActions(const Document& document, MessageBar& messages, QMainWindow* window,
                  std::function<ShownFigure()> shown);

    void addTo(QMenu* menu);
    void addCopyTo(QMenu* menu); ///< copies of the figure, for the Edit menu
    void addPrintTo(QMenu* menu, QAction* before); ///< for the File menu
    void addTo(QToolBar* bar);
    void drawIcons();
    void retranslate();

    void exportTrace();
    /// The entries of a menu on a figure: copies of it, its files, and print.
    QList<QAction*> figureActions() const;
    void copyFigure();
    /// Drags the figure in front out of the window, as a picture and as a file.
    void dragFigure(QWidget* source);
    /// Exports the context figure of a plan that is not open.
    void exportPlan(const highwater::Plan& plan);

private:
    void openDialog(const ShownFigure& figure, const Plan& plan, const QString& planFile);
    void exportFigure();
    void exportDeck();
    void exportReport();
    void exportConfig();
    void copySvg();
    void copy(Result<std::unique_ptr<QMimeData>> data, const QString& said);
    void print(std::optional<QString> (*how)(const ExportOptions&, const Plan&, QWidget*));
    ExportOptions options(ExportTarget target) const;
    void say(const QString& what);
    void sayFailed(const QString& what, const QString& why);

    const Document& m_document;
    MessageBar& m_messages;
    QMainWindow* m_window;
    std::function<ShownFigure()> m_shown;
    QAction *m_export, *m_deck, *m_report, *m_config, *m_trace, *m_copy, *m_copySvg, *m_copyNumbers,
        *m_print, *m_preview;
};

} // namespace highwater
