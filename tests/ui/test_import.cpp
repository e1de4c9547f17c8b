// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/verdict_bar.h"
#include "ui/base/file_dialogs.h"
#include "ui/document/document.h"
#include "ui/window/import_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/windows.h"
#include "window_fixture.h"

#include "tests/core/made_weights.h"

#include "core/ledger/resolve.h"
#include "core/ledger/weights.h"

#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QWindow>
#include <QtTest>

using namespace highwater;

namespace {

const QByteArray llama8 = R"({"model_type": "llama", "hidden_size": 4096,
    "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 8192,
    "tie_word_embeddings": false})";
const QByteArray rival = R"({"model_type": "rival", "hidden_size": 64, "intermediate_size": 96,
    "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100})";

} // namespace

/// Files of other programs in the real window.
class TestImport : public WindowFixture
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void theMenuIsThere();
    void filesAndFolders();
    void oneStepThatCanBeUndone();
    void anotherModelEndsTheName();
    void theVerdictTellsWhatWasNotRead();
    void thePlanKeepsItsFile();
    void notesAreListed();
    void droppedFilesAreTaken();
    void weightsAreTaken();
    void pastedTextIsTaken();
    void pastedTextOpensAWindow();
    void badFilesChangeNothing_data();
    void badFilesChangeNothing();
    void aStartWithAFolder();

private:
    void drop(const QString& path);
    QString written(const char* name, const QByteArray& text) const;
    std::int64_t parameters() const
    {
        return countWeights(*shapeOf(m_window->document().plan().model, builtinCatalog())).total;
    }

    QTemporaryDir m_folder;
    FileDialogs m_dialogs;
};

void TestImport::init()
{
    m_dialogs = fileDialogs();
    WindowFixture::init();
}

void TestImport::cleanup()
{
    fileDialogs() = m_dialogs;
    WindowFixture::cleanup();
}

QString TestImport::written(const char* name, const QByteArray& text) const
{
    const QString path = m_folder.filePath(QString::fromUtf8(name));
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QFile::WriteOnly) || file.write(text) != text.size())
        qFatal("no file could be written");
    return path;
}

void TestImport::theMenuIsThere()
{
    const auto* menu = find<QMenu>("menu.file");
    for (const char* name : {"file.import", "file.importFolder"}) {
        auto* action = find<QAction>(name);
        QVERIFY(menu->actions().contains(action));
        QVERIFY(!action->text().isEmpty());
    }
}

void TestImport::filesAndFolders()
{
    const QString path = written("model/config.json", llama8);
    fileDialogs().import = [&](QWidget*) { return QStringList{path}; };
    trigger("file.import");
    QCOMPARE(parameters(), 8030261248);
    QVERIFY2(message().contains(QStringLiteral("8,030,261,248")), qPrintable(message()));

    const QString other = written("other/config.json", rival);
    fileDialogs().importFolder = [&](QWidget*) { return QFileInfo(other).path(); };
    trigger("file.importFolder");
    QCOMPARE(parameters(), 76352);

    fileDialogs().import = [](QWidget*) { return QStringList(); };
    fileDialogs().importFolder = [](QWidget*) { return QString(); };
    trigger("file.import");
    trigger("file.importFolder");
    QCOMPARE(parameters(), 76352); // both were cancelled
}

void TestImport::oneStepThatCanBeUndone()
{
    const Plan before = m_window->document().plan();
    const int steps = m_window->document().undoStack()->count();
    m_window->imports().takeFile(written("config.json", llama8));
    QCOMPARE(m_window->document().undoStack()->count(), steps + 1);
    QVERIFY(m_window->document().undoStack()->undoText().contains(QStringLiteral("config.json")));
    const Plan& plan = m_window->document().plan();
    QCOMPARE(plan.workload, before.workload);
    QCOMPARE(plan.cluster, before.cluster);
    QVERIFY(plan.model != before.model);
    m_window->document().undoStack()->undo();
    QCOMPARE(m_window->document().plan(), before);
}

/// A name that tells of the former model's layout is no name for another model.
void TestImport::anotherModelEndsTheName()
{
    Plan plan = m_window->document().plan();
    plan.name = "TP 4 · PP 32 · CP 2";
    m_window->document().edit(plan, QStringLiteral("Name"));
    m_window->imports().takeFile(written("config.json", llama8));
    QCOMPARE(QString::fromStdString(m_window->document().plan().name),
             QStringLiteral("Llama 3 8B, 8 × H100"));
    m_window->document().undoStack()->undo();
    QCOMPARE(m_window->document().plan().name, plan.name);
}

/// Fields that may count and were not read stand in the verdict's second line.
void TestImport::theVerdictTellsWhatWasNotRead()
{
    m_window->imports().takeFile(written(
        "config.json", QByteArray(rival).replace("\"rival\"", "\"llama\", \"v_head_dim\": 8")));
    const auto* bar = find<VerdictBar>("verdict");
    QTRY_VERIFY2(bar->detail().contains(QStringLiteral("not read: v_head_dim")),
                 qPrintable(bar->detail()));
    m_window->document().undoStack()->undo();
}

void TestImport::thePlanKeepsItsFile()
{
    const QString path = m_folder.filePath(QStringLiteral("mine.hwplan"));
    m_window->document().setSaved({path, {}});
    openFiles({written("config.json", llama8)}, m_window);
    QCOMPARE(m_window->document().path(), path);
    QVERIFY(m_window->document().isModified());
    QCOMPARE(allWindows().size(), 1U);
}

void TestImport::notesAreListed()
{
    m_window->imports().takeFile(written("config.json", rival));
    QVERIFY2(message().contains(QStringLiteral("is not known")), qPrintable(message()));
    auto* show = find<QPushButton>("message.action0");
    QVERIFY(show->isVisible());
    show->click();
    auto* box = find<QMessageBox>("importNotes");
    QVERIFY(box->informativeText().contains(QStringLiteral("model_type")));
    box->close();
}

void TestImport::drop(const QString& path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    const QPoint at = m_window->rect().center();
    QWindow* system = m_window->windowHandle();
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(system, &enter);
    QDropEvent dropped(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(system, &dropped);
}

void TestImport::droppedFilesAreTaken()
{
    drop(QFileInfo(written("dropped/config.json", llama8)).path());
    QCOMPARE(parameters(), 8030261248);
}

/// A file of weights by Ctrl+I and by a drop: a model of its tensors, in its format.
void TestImport::weightsAreTaken()
{
    // 96·32 + 4·32·32 + 3·32·64 + 3·32 = 13,408, and an output of 96·32.
    const MadeTensors layer{
        {"token_embd.weight", "Q8_0", {96, 32}},     {"output_norm.weight", "F32", {32}},
        {"blk.0.attn_norm.weight", "F32", {32}},     {"blk.0.ffn_norm.weight", "F32", {32}},
        {"blk.0.attn_q.weight", "Q8_0", {32, 32}},   {"blk.0.attn_k.weight", "Q8_0", {32, 32}},
        {"blk.0.attn_v.weight", "Q8_0", {32, 32}},   {"blk.0.attn_output.weight", "Q8_0", {32, 32}},
        {"blk.0.ffn_gate.weight", "Q8_0", {64, 32}}, {"blk.0.ffn_up.weight", "Q8_0", {64, 32}},
        {"blk.0.ffn_down.weight", "Q8_0", {32, 64}}};
    const std::vector<std::string> keys{ggufKey("general.architecture", "small"),
                                        ggufKey("general.name", "Small One"),
                                        ggufKey("small.attention.head_count", 2u)};
    const QString path = written("small.gguf", QByteArray::fromStdString(ggufOf(keys, layer)));
    fileDialogs().import = [&](QWidget*) { return QStringList{path}; };
    trigger("file.import");
    QCOMPARE(parameters(), 13408);
    const Plan& plan = m_window->document().plan();
    QCOMPARE(plan.inference.weights, WeightFormat::Q8_0);
    QVERIFY2(message().contains(QStringLiteral("13,408")), qPrintable(message()));
    QCOMPARE(std::get<CustomModel>(plan.model).name.value_or(""), std::string("Small One"));

    MadeTensors untied = layer;
    untied.push_back({"output.weight", "Q8_0", {96, 32}});
    drop(written("dropped/other.gguf", QByteArray::fromStdString(ggufOf(keys, untied))));
    QVERIFY2(parameters() == 13408 + 96 * 32, qPrintable(message()));
    const Plan before = plan;
    drop(written("bad.safetensors", QByteArray(20, '\xff')));
    QVERIFY2(message().contains(QStringLiteral("is no safetensors file")), qPrintable(message()));
    QCOMPARE(plan, before);
}

void TestImport::pastedTextIsTaken()
{
    QGuiApplication::clipboard()->setText(QString::fromUtf8(llama8));
    trigger("share.paste");
    QCOMPARE(parameters(), 8030261248);
    QVERIFY(message().contains(QStringLiteral("8,030,261,248")));
}

void TestImport::pastedTextOpensAWindow()
{
    const Plan before = document().plan();
    QGuiApplication::clipboard()->setText(QString::fromUtf8(llama8));
    trigger("share.pasteToNew");
    const auto all = allWindows();
    QCOMPARE(all.size(), std::size_t{2});
    MainWindow* other = all[0] == m_window ? all[1] : all[0];
    QVERIFY(other->document().plan().model == ModelChoice(CatalogModel{"llama-3-8b"}));
    QCOMPARE(document().plan(), before);
}

void TestImport::badFilesChangeNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("cut off") << llama8.chopped(9) << QStringLiteral("JSON");
    QTest::newRow("deep") << QByteArray(1000000, '[') << QStringLiteral("64 levels");
    QTest::newRow("absurd") << QByteArray(R"({"model_type": "llama", "hidden_size": 1e18})")
                            << QStringLiteral("hidden_size");
    QTest::newRow("another kind") << QByteArray(R"({"a": 1})") << QStringLiteral("kind");
}

void TestImport::badFilesChangeNothing()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const Plan before = m_window->document().plan();
    m_window->imports().takeFile(written("config.json", text));
    QCOMPARE(m_window->document().plan(), before);
    QVERIFY2(message().contains(says), qPrintable(message()));
    QVERIFY(message().contains(QStringLiteral("The open plan stays")));
    m_window->imports().takeFile(m_folder.filePath(QStringLiteral("gone.json")));
    QVERIFY(message().contains(QStringLiteral("cannot be read")));
}

void TestImport::aStartWithAFolder()
{
    closeWindows();
    m_window = nullptr;
    startSession({QFileInfo(written("model/config.json", llama8)).path()}, {});
    const auto all = allWindows();
    QCOMPARE(all.size(), 1U);
    m_window = all.front();
    QCOMPARE(parameters(), 8030261248);
    QVERIFY(m_window->document().path().isEmpty());
    QVERIFY(m_window->document().isModified());
}

QTEST_MAIN(TestImport)
#include "test_import.moc"
