// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <string>
#include <vector>

class QAction;
class QMainWindow;
class QMenu;

namespace highwater {

class Document;
class MessageBar;
struct ImportNote;
struct ModelWeights;

/// Takes files of other programs into the open plan, as a step that can be undone: the model of a
/// config.json or of weights, the recipe and layout of a run's configuration. The plan keeps its
/// own file. A message names the imported parts; a dialog lists the assumptions.
class ImportActions : public QObject
{
    Q_OBJECT

public:
    ImportActions(Document& document, MessageBar& messages, QMainWindow* window);

    /// Adds the entries before an entry of the menu.
    void addTo(QMenu* menu, QAction* before);
    void retranslate();

    /// Whether the path is a folder, or a file that takeFile() would read and that is not a plan.
    static bool isForeign(const QString& path);
    static bool isForeignText(const QString& text);

    void takeFile(const QString& path);
    void takeText(const QString& text);

private:
    void take(const std::string& name, const QString& shown, const std::string& text,
              const ModelWeights& weights);
    void refuse(const QString& shown, const QString& reason);
    void showNotes(const QString& heading, const std::vector<ImportNote>& notes);

    Document& m_document;
    MessageBar& m_messages;
    QMainWindow* m_window;
    QAction *m_import, *m_importFolder;
};

} // namespace highwater
