// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of other programs on the command line: import, and wherever a plan is taken.
#include "program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

namespace {

const QByteArray llama8 = R"({"model_type": "llama", "hidden_size": 4096,
    "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 8192,
    "tie_word_embeddings": false})";
const QByteArray rival = R"({"model_type": "rival", "hidden_size": 64, "intermediate_size": 96,
    "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100})";

} // namespace

class TestCliImport : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();

    void becomesAPlan();
    void writesAFile();
    void tellsPrograms();
    void notesAreOnStderr();
    void everyCommandTakesIt_data();
    void everyCommandTakesIt();
    void modelAlone();
    void weightsBesideIt();
    void refuses_data();
    void refuses();
    void windowTakesIt();

private:
    void write(const QString& name, const QByteArray& text) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QFile::WriteOnly) && file.write(text) == text.size());
    }
    Ran ranHere(const char* line) const { return run(words(line), {{}, m_folder.path(), {}}); }

    QTemporaryDir m_folder;
};

void TestCliImport::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QVERIFY(QDir(m_folder.path()).mkpath(u"model"_s) && QDir(m_folder.path()).mkpath(u"empty"_s));
    write(u"model/config.json"_s, llama8);
    write(u"rival.json"_s, rival);
}

void TestCliImport::becomesAPlan()
{
    for (const char* line : {"import model/config.json", "import model", "import model/"}) {
        const Ran ran = ranHere(line);
        QCOMPARE(ran.exit, 0);
        QCOMPARE(ran.err, QByteArray());
        const auto plan = nlohmann::json::parse(ran.out.toStdString());
        QCOMPARE(plan.at("format").get<std::string>(), std::string("highwater-plan"));
        QCOMPARE(plan.at("model").at("custom").at("name").get<std::string>(),
                 std::string("Llama 3 8B"));
        const auto again = answer(words("estimate - --json"), {ran.out, {}, {}});
        QCOMPARE(again.at("model").at("parameters").get<std::int64_t>(), 8030261248);
    }
    const Ran standardInput = run(words("import -"), {llama8, {}, {}});
    QCOMPARE(standardInput.out, ranHere("import model").out);
    // Settings come on top of it.
    const Ran set = ranHere("import model --set layout.zero=3");
    QVERIFY(set.out.contains("\"zero\": 3"));
}

void TestCliImport::writesAFile()
{
    const Ran ran = runProgram(words("import model -o made.hwplan"), {{}, m_folder.path(), {}});
    QCOMPARE(ran.exit, 0);
    QCOMPARE(ran.out, QByteArray());
    QFile file(m_folder.filePath(u"made.hwplan"_s));
    QVERIFY(file.open(QFile::ReadOnly));
    QCOMPARE(file.readAll(), ranHere("import model").out);
    const Ran nowhere
        = runProgram(words("import model -o no/such/made.hwplan"), {{}, m_folder.path(), {}});
    QCOMPARE(notRefused(nowhere, 1, {u"cannot be written"_s}), QString());
}

void TestCliImport::tellsPrograms()
{
    const auto told = nlohmann::json::parse(ranHere("import rival.json --json").out.toStdString());
    QCOMPARE(told.at("format").get<std::string>(), std::string("highwater-import"));
    QCOMPARE(told.at("kind").get<std::string>(), std::string("model-config"));
    // 100·64 tied + 2·(4·64² + 3·64·96 + 2·64) + 64
    QCOMPARE(told.at("model").at("parameters").get<std::int64_t>(), 76352);
    QCOMPARE(told.at("notes").size(), std::size_t{1});
    QCOMPARE(told.at("notes").at(0).at("field").get<std::string>(), std::string("model_type"));
    QCOMPARE(told.at("plan").at("model").at("custom").at("hidden_size").get<int>(), 64);
}

void TestCliImport::notesAreOnStderr()
{
    for (const char* line : {"import rival.json", "estimate rival.json --json",
                             "estimate --set model.config=rival.json"}) {
        const Ran ran = ranHere(line);
        QCOMPARE(ran.exit, 0);
        QVERIFY2(ran.err.startsWith("highwater: note: model_type: \"rival\" is not known"),
                 ran.err.constData());
    }
}

void TestCliImport::everyCommandTakesIt_data()
{
    QTest::addColumn<QString>("rest");
    QTest::newRow("estimate") << u"estimate FILE"_s;
    QTest::newRow("sweep")
        << u"sweep FILE --axis workload.context --from 1024 --to 2048 --points 2 --csv"_s;
    QTest::newRow("solve") << u"solve FILE --for workload.micro_batch"_s;
    QTest::newRow("advise") << u"advise FILE"_s;
    QTest::newRow("cards") << u"cards FILE --csv"_s;
}

/// The answer is that of the plan that is imported from the file.
void TestCliImport::everyCommandTakesIt()
{
    QFETCH(QString, rest);
    const QByteArray plan = ranHere("import model").out;
    const Ran direct
        = run(QString(rest).replace(u"FILE"_s, u"model"_s).split(u' '), {{}, m_folder.path(), {}});
    const Ran asPlan = run(QString(rest).replace(u"FILE"_s, u"-"_s).split(u' '), {plan, {}, {}});
    QCOMPARE(direct.exit, 0);
    QCOMPARE(direct.out, asPlan.out);
}

void TestCliImport::modelAlone()
{
    const Ran ran = ranHere("estimate --set layout.zero=3 --set model.config=model "
                            "--set workload.context=2048 --json");
    const auto told = nlohmann::json::parse(ran.out.toStdString());
    QCOMPARE(told.at("model").at("parameters").get<std::int64_t>(), 8030261248);
    QCOMPARE(notRefused(ranHere("estimate --set model.config=gone.json"), 1,
                        {u"gone.json: cannot be read"_s}),
             QString());
    QCOMPARE(notRefused(ranHere("estimate --set model.config=empty"), 1, {u"config.json"_s}),
             QString());
}

void TestCliImport::weightsBesideIt()
{
    QVERIFY(QDir(m_folder.path()).mkpath(u"weighed"_s));
    write(u"weighed/config.json"_s, llama8);
    write(u"weighed/model.safetensors.index.json"_s,
          R"({"metadata": {"total_size": 16060522496}, "weight_map": {}})");
    QCOMPARE(ranHere("import weighed").err, QByteArray());
    write(u"weighed/model.safetensors.index.json"_s,
          R"({"metadata": {"total_size": 16060522498}, "weight_map": {}})");
    const Ran other = ranHere("import weighed");
    QCOMPARE(other.exit, 0);
    QVERIFY2(other.err.contains("model.safetensors: has 16,060,522,498 bytes"),
             other.err.constData());
    QVERIFY(QFile::remove(m_folder.filePath(u"weighed/model.safetensors.index.json"_s)));
    QByteArray header = R"({"a": {"dtype": "BF16", "shape": [10], "data_offsets": [0, 20]}})";
    const char size = static_cast<char>(header.size());
    write(u"weighed/model.safetensors"_s,
          QByteArray(1, size) + QByteArray(7, '\0') + header + QByteArray(20, '\0'));
    QVERIFY(ranHere("import weighed").err.contains("model.safetensors: has 10 parameters"));
}

void TestCliImport::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("cut off") << llama8.chopped(9) << u"not valid JSON"_s;
    QTest::newRow("deep") << QByteArray(1000000, '[') << u"1:65: nested more than 64"_s;
    QTest::newRow("too many layers")
        << QByteArray(R"({"model_type": "llama", "num_hidden_layers": 1000000000000000000})")
        << u"num_hidden_layers: must be a whole number from 1 to 65,536"_s;
    QTest::newRow("mamba") << QByteArray(R"({"model_type": "mamba"})")
                           << u"cannot be counted yet"_s;
    QTest::newRow("UTF-16") << QByteArray("\xFF\xFE{\0", 4) << u"is no text in UTF-8"_s;
    QTest::newRow("nothing") << QByteArray() << u"is no file of a kind"_s;
    QTest::newRow("a plan") << QByteArray(
        R"({"format": "highwater-plan", "version": 1, "model": {"id": "x"}})")
                            << u"is no file of a kind"_s;
}

void TestCliImport::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    write(u"bad.json"_s, text);
    QCOMPARE(notRefused(ranHere("import bad.json"), 2, {u"bad.json"_s, says}), QString());
    QVERIFY(!QFile::exists(m_folder.filePath(u"bad.hwplan"_s)));
}

void TestCliImport::windowTakesIt()
{
    // Without a display the program says so only after it has read the file.
    const Ran ran = runProgram({u"model"_s}, {{}, m_folder.path(), noDisplay()});
    QCOMPARE(notRefused(ran, 1, {u"display"_s}), QString());
    QCOMPARE(notRefused(ranHere("gone"), 2, {u"neither a command nor a plan"_s}), QString());
}

QTEST_GUILESS_MAIN(TestCliImport)
#include "test_cli_import.moc"
