// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of other programs on the command line: import, and wherever a plan is taken.
#include "program.h"
#include "tests/core/made_weights.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace highwater;

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
    void answersTellWhatWasNotRead();
    void takesHubNames_data();
    void takesHubNames();
    void takesFilesOfWindows_data();
    void takesFilesOfWindows();
    void keepsItsInput_data();
    void keepsItsInput();
    void everyCommandTakesIt_data();
    void everyCommandTakesIt();
    void modelAlone();
    void weightsBesideIt();
    void weightsAlone_data();
    void weightsAlone();
    void weightsThatAreNone();
    void programs();
    void severalFiles();
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
        QCOMPARE(plan.at("model").at("id").get<std::string>(), std::string("llama-3-8b"));
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

/// A count that may be wrong is not told as a right one, also when the plan is read again.
void TestCliImport::answersTellWhatWasNotRead()
{
    write(u"gate.json"_s, QByteArray(llama8).replace("\"llama\"", "\"llama\", \"v_head_dim\": 64"));
    const Ran asPlan = ranHere("import gate.json");
    for (const Ran& ran : {ranHere("estimate gate.json --json"),
                           run(words("estimate - --json"), {asPlan.out, {}, {}})}) {
        const auto told = nlohmann::json::parse(ran.out.toStdString());
        QCOMPARE(told.at("unread").dump(), std::string(R"(["v_head_dim"])"));
        QCOMPARE(told.at("model").at("source").get<std::string>(), std::string("gate.json"));
        QCOMPARE(told.at("warnings").at(0).at("field").get<std::string>(),
                 std::string("model.custom.unread"));
    }
    const auto imported
        = nlohmann::json::parse(ranHere("import gate.json --json").out.toStdString());
    QCOMPARE(imported.at("unread").dump(), std::string(R"(["v_head_dim"])"));
    QVERIFY(ranHere("estimate gate.json").out.contains("! model.custom.unread: Fields of the"));
    const auto known = nlohmann::json::parse(ranHere("estimate model --json").out.toStdString());
    QCOMPARE(known.at("unread").dump(), std::string("[]"));
    QCOMPARE(known.at("model").at("source").get<std::string>(), std::string("catalogue"));
}

void TestCliImport::takesHubNames_data()
{
    QTest::addColumn<QString>("hub");
    QTest::addColumn<QString>("id");
    const auto row = [](const char* hub, const char* id) {
        QTest::newRow(hub) << QString::fromLatin1(hub) << QString::fromLatin1(id);
    };
    row("Qwen/Qwen3-4B", "qwen3-4b");
    row("Qwen/Qwen3-4B-Instruct-2507", "qwen3-4b");
    row("Qwen/Qwen3-30B-A3B-FP8", "qwen3-30b-a3b");
    row("Qwen/Qwen2.5-Coder-32B-Instruct-AWQ", "qwen2.5-32b");
    row("meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b");
    row("meta-llama/Llama-2-7b-chat-hf", "llama-2-7b");
    row("unsloth/Meta-Llama-3.1-8B-bnb-4bit", "llama-3.1-8b");
    row("unsloth/Qwen2.5-7B-Instruct-bnb-4bit", "qwen2.5-7b");
    row("unsloth/Llama-3.2-3B-Instruct-unsloth-bnb-4bit", "llama-3.2-3b");
    row("mistralai/Mistral-7B-Instruct-v0.3", "mistral-7b-v0.3");
    row("mistralai/Mixtral-8x7B-Instruct-v0.1", "mixtral-8x7b");
    row("google/gemma-2-9b-it", "gemma-2-9b");
    row("allenai/OLMo-2-1124-7B", "olmo-2-7b");
    row("https://huggingface.co/Qwen/Qwen3-8B/tree/main", "qwen3-8b");
    row("/data/models/qwen3-8b/", "qwen3-8b");
}

void TestCliImport::takesHubNames()
{
    QFETCH(QString, hub);
    QFETCH(QString, id);
    const auto told = answer({u"estimate"_s, u"--json"_s, u"--set"_s, u"model.id="_s + hub});
    QCOMPARE(QString::fromStdString(told.at("model").at("id").get<std::string>()), id);
}

void TestCliImport::takesFilesOfWindows_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("DeepSpeed's JSON")
        << QByteArray(R"({"zero_optimization": {"stage": 2}, "train_batch_size": 8})");
    QTest::newRow("accelerate's YAML")
        << QByteArray("compute_environment: LOCAL_MACHINE\ndistributed_type: MULTI_GPU\n"
                      "num_processes: 8\n");
    QTest::newRow("a shell script")
        << QByteArray("torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 2 --hidden-size 64 "
                      "--num-attention-heads 4 --seq-length 128 --micro-batch-size 1\n");
    QTest::newRow("a Python script")
        << QByteArray("from trl import SFTConfig\nargs = SFTConfig(output_dir='out', "
                      "per_device_train_batch_size=2)\n");
    QTest::newRow("config.json") << llama8;
}

/// A byte order mark changes nothing; UTF-16 is named.
void TestCliImport::takesFilesOfWindows()
{
    QFETCH(QByteArray, text);
    const Ran plain = run(words("import -"), {text, {}, {}});
    QCOMPARE(plain.exit, 0);
    const Ran marked = run(words("import -"), {"\xEF\xBB\xBF" + text, {}, {}});
    QCOMPARE(marked.exit, 0);
    QCOMPARE(marked.out, plain.out);
    QByteArray wide("\xFF\xFE");
    for (const char letter : text)
        wide += letter, wide += '\0';
    QCOMPARE(notRefused(run(words("import -"), {wide, {}, {}}), 2, {u"UTF-16; save it as UTF-8"_s}),
             QString());
}

void TestCliImport::keepsItsInput_data()
{
    QTest::addColumn<QString>("target");
    for (const char* target : {"keep/config.json", "keep/symbolic.json", "keep/hard.json"})
        QTest::newRow(target) << QString::fromLatin1(target);
}

void TestCliImport::keepsItsInput()
{
    QFETCH(QString, target);
    QVERIFY(QDir(m_folder.path()).mkpath(u"keep"_s));
    write(u"keep/config.json"_s, llama8);
    const QString links = u"ln -sf config.json keep/symbolic.json; "
                          "ln -f keep/config.json keep/hard.json; "_s;
    const Ran ran = shell(links + u"\"$0\" import keep -o "_s + target, {{}, m_folder.path(), {}});
    QCOMPARE(notRefused(ran, 2, {u"is the file that was read"_s}), QString());
    QFile file(m_folder.filePath(u"keep/config.json"_s));
    QVERIFY(file.open(QFile::ReadOnly));
    QCOMPARE(file.readAll(), llama8);
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

void TestCliImport::weightsAlone_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name :
         {"small.gguf", "alone", "alone/model.safetensors", "shards",
          "shards/model.safetensors.index.json", "shards/model-00002-of-00002.safetensors"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

/// Files of weights, an index, one of several shards and folders without a configuration.
void TestCliImport::weightsAlone()
{
    // 100·64 + 2·(4·64·64 + 2·64 + 3·64·128) + 64
    constexpr std::int64_t parameters = 88640;
    MadeTensors tensors{{"model.embed_tokens.weight", "BF16", {100, 64}},
                        {"model.norm.weight", "BF16", {64}}};
    MadeTensors gguf{{"token_embd.weight", "F32", {100, 64}}, {"output_norm.weight", "F32", {64}}};
    const std::tuple<std::string, std::string, std::vector<std::int64_t>> modules[]{
        {"self_attn.q_proj", "attn_q", {64, 64}}, {"self_attn.k_proj", "attn_k", {64, 64}},
        {"self_attn.v_proj", "attn_v", {64, 64}}, {"self_attn.o_proj", "attn_output", {64, 64}},
        {"input_layernorm", "attn_norm", {64}},   {"post_attention_layernorm", "ffn_norm", {64}},
        {"mlp.gate_proj", "ffn_gate", {128, 64}}, {"mlp.up_proj", "ffn_up", {128, 64}},
        {"mlp.down_proj", "ffn_down", {64, 128}}};
    for (const char* const layer : {"0.", "1."})
        for (const auto& [name, ofLlamaCpp, sides] : modules) {
            tensors.push_back({"model.layers." + (layer + name) + ".weight", "BF16", sides});
            gguf.push_back({"blk." + (layer + ofLlamaCpp) + ".weight", "F32", sides});
        }
    const auto bytes = [](const std::string& file) { return QByteArray::fromStdString(file); };
    QVERIFY(QDir(m_folder.path()).mkpath(u"alone"_s) && QDir(m_folder.path()).mkpath(u"shards"_s));
    write(u"alone/model.safetensors"_s, bytes(safetensorsOf(tensors)));
    const auto half = tensors.begin() + 9;
    write(u"shards/model-00001-of-00002.safetensors"_s,
          bytes(safetensorsOf({tensors.begin(), half})));
    write(u"shards/model-00002-of-00002.safetensors"_s,
          bytes(safetensorsOf({half, tensors.end()})));
    write(u"shards/model.safetensors.index.json"_s,
          R"({"metadata": {}, "weight_map": {"a": "model-00001-of-00002.safetensors",
              "b": "model-00002-of-00002.safetensors"}})");
    write(u"small.gguf"_s,
          bytes(ggufOf(
              {ggufKey("general.architecture", "small"), ggufKey("small.attention.head_count", 4u)},
              gguf)));

    QFETCH(QString, file);
    const Ran ran = run({u"import"_s, file, u"--json"_s}, {{}, m_folder.path(), {}});
    QCOMPARE(ran.exit, 0);
    const auto told = nlohmann::json::parse(ran.out.toStdString());
    QCOMPARE(told.at("kind").get<std::string>(), std::string("weights"));
    QCOMPARE(told.at("model").at("parameters").get<std::int64_t>(), parameters);
    QVERIFY(told.at("unread").empty());
    QVERIFY2(ran.err.contains("20 tensors with "), ran.err.constData());
    // Any command takes it, and so does a setting.
    for (const QStringList& words :
         {QStringList{u"estimate"_s, file, u"--json"_s},
          QStringList{u"estimate"_s, u"--json"_s, u"--set"_s, u"model.config="_s + file}}) {
        const Ran other = run(words, {{}, m_folder.path(), {}});
        QCOMPARE(other.exit, 0);
        const auto model = nlohmann::json::parse(other.out.toStdString()).at("model");
        QCOMPARE(model.at("parameters").get<std::int64_t>(), parameters);
    }
}

void TestCliImport::weightsThatAreNone()
{
    write(u"bad.gguf"_s, "GGUF");
    QCOMPARE(notRefused(ranHere("import bad.gguf"), 2,
                        {u"bad.gguf: the file ends in its header, at byte 4"_s}),
             QString());
    write(u"bad.safetensors"_s, QByteArray(100, '\xff'));
    for (const char* line : {"import bad.safetensors", "estimate bad.safetensors",
                             "estimate --set model.config=bad.safetensors"})
        QCOMPARE(notRefused(ranHere(line), 2, {u"bad.safetensors: is no safetensors file"_s}),
                 QString());
}

/// A file of Axolotl becomes a plan of its own model and method; what was not read stands in every
/// answer, and a file whose model is not known is refused with its line.
void TestCliImport::programs()
{
    const QByteArray qlora = "base_model: Qwen/Qwen2.5-7B\nadapter: qlora\nload_in_4bit: true\n"
                             "lora_r: 16\nlora_target_linear: true\nsequence_len: 4096\n"
                             "micro_batch_size: 2\ndynamic_checkpoint: true\noutput_dir: ./out\n";
    write(u"axolotl.yml"_s, qlora);
    const auto told = nlohmann::json::parse(ranHere("import axolotl.yml --json").out.toStdString());
    QCOMPARE(told.at("kind").get<std::string>(), std::string("axolotl"));
    QCOMPARE(told.at("plan").at("model").at("id").get<std::string>(), std::string("qwen2.5-7b"));
    QCOMPARE(told.at("plan").at("adapter").at("kind").get<std::string>(), std::string("qlora"));
    const Ran text = ranHere("estimate axolotl.yml");
    QCOMPARE(text.exit, 0);
    QVERIFY2(text.out.contains("dynamic_checkpoint"), text.out.constData());
    QVERIFY2(!text.out.contains("output_dir"), text.out.constData());
    QVERIFY2(text.err.contains("cluster.gpus: is not in the file: 1 GPU assumed"),
             text.err.constData());
    write(u"unknown.yml"_s, QByteArray(qlora).replace("Qwen/Qwen2.5-7B", "acme/Wonder-9B"));
    QCOMPARE(notRefused(ranHere("estimate unknown.yml"), 2,
                        {u"unknown.yml:1:13: base_model: is no model of the catalogue"_s}),
             QString());
}

/// The files of one run: each changes the plan of those before it.
void TestCliImport::severalFiles()
{
    write(u"deepspeed.json"_s, R"({"zero_optimization": {"stage": 3}})");
    write(u"args.json"_s, R"({"output_dir": "out", "per_device_train_batch_size": 2,
                              "gradient_checkpointing": false, "activation_checkpointing": true})");
    const Ran ran = ranHere("import model args.json deepspeed.json --json");
    QCOMPARE(ran.exit, 0);
    const auto plan = nlohmann::json::parse(ran.out.toStdString()).at("plan");
    QCOMPARE(plan.at("model").at("id").get<std::string>(), std::string("llama-3-8b"));
    QCOMPARE(plan.at("workload").at("micro_batch").get<int>(), 2);
    QCOMPARE(plan.at("recipe").at("recompute").get<std::string>(), std::string("full"));
    QCOMPARE(plan.at("layout").at("zero").get<int>(), 3);
    QCOMPARE(notRefused(ranHere("import model gone.json"), 1, {u"gone.json: cannot be read"_s}),
             QString());
    const Ran over = runProgram(words("import model deepspeed.json -o deepspeed.json"),
                                {{}, m_folder.path(), {}});
    QCOMPARE(notRefused(over, 2, {u"deepspeed.json: is the file that was read"_s}), QString());
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
    QTest::newRow("UTF-16") << QByteArray("\xFF\xFE{\0", 4) << u"is text in UTF-16"_s;
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
