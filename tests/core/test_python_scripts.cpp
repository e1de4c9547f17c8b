// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scripts of the Trainer and of TRL, which are read line by line and not run: what a name means
// where it stands, which lines count, and which model, adapter and quantisation the trainer gets.
#include "core/configs/import.h"
#include "core/configs/python_reader.h"
#include "helpers.h"
#include "import_rows.h"

#include <QTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

Result<Imported> imported(const QByteArray& text)
{
    const std::string bytes = text.toStdString();
    return importPlan({"train.py", bytes}, {}, builtinCatalog());
}

/// A script with these lines before its trainer, and the trainer's own arguments.
QByteArray script(const QByteArray& lines, const QByteArray& trainer = "\"Qwen/Qwen2.5-14B\"")
{
    return "from trl import SFTConfig, SFTTrainer\n" + lines + "\ntrainer = SFTTrainer(" + trainer
        + ", args=args)\ntrainer.train()\n";
}

bool isOfTrainedParts(const ImportNote& note)
{
    return shown(note.field) == u"requires_grad";
}

} // namespace

class TestPythonScripts : public QObject
{
    Q_OBJECT

private slots:
    void settings_data();
    void settings();
    void notFollowed_data();
    void notFollowed();
    void unusedAdapterIsTold();
    void unknownDictionaryIsListed();
    void trainedParts_data();
    void trainedParts();
    void unreadTrainedParts_data();
    void unreadTrainedParts();
    void hostile_data();
    void hostile();
};

void TestPythonScripts::settings_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("settings");
    const auto row = [](const char* name, const QByteArray& lines, const QStringList& settings) {
        QTest::newRow(name) << script(lines) << settings;
    };
    const auto model = [](const char* name, const QByteArray& lines, const QStringList& settings) {
        QTest::newRow(name) << script(lines, "model=model") << settings;
    };
    row("a product before a sum", "args = SFTConfig(max_length=1024 + 2 * 512)",
        {u"workload.context=2048"_s});
    row("a difference after a product", "args = SFTConfig(max_length=3 * 1024 - 2 * 512)",
        {u"workload.context=2048"_s});
    row("a power", "args = SFTConfig(max_length=3 * 2**10)", {u"workload.context=3072"_s});
    row("whole parts", "args = SFTConfig(max_length=4096 // 3 * 2)", {u"workload.context=2730"_s});
    row("brackets", "args = SFTConfig(max_length=(4 + 4) * 512)", {u"workload.context=4096"_s});
    row("a name that is set anew", "length = 512\nlength *= 8\nargs = SFTConfig(max_length=length)",
        {u"workload.context=4096"_s});
    row("a name with a type", "length: int = 4096\nargs = SFTConfig(max_length=length)",
        {u"workload.context=4096"_s});
    row("a later value of a name", "length = 4096\nargs = SFTConfig(max_length=length)\nlength = 1",
        {u"workload.context=4096"_s});
    row("a function's own name",
        "length = 4096\n\ndef short(text):\n    length = 128\n    return text[:length]\n\n"
        "args = SFTConfig(max_length=length)",
        {u"workload.context=4096"_s});
    row("a name in the body of a class",
        "class Settings:\n    length = 4096\n\nargs = SFTConfig(max_length=Settings.length)",
        {u"workload.context=4096"_s});
    row("a branch that runs",
        "long = True\nif long:\n    length = 4096\nelse:\n    length = 512\n"
        "args = SFTConfig(max_length=length)",
        {u"workload.context=4096"_s});
    row("a branch after one that does not run",
        "kind = \"b\"\nif kind == \"a\":\n    length = 512\nelif kind == \"b\":\n    length = "
        "4096\n"
        "else:\n    length = 64\nargs = SFTConfig(max_length=length)",
        {u"workload.context=4096"_s});
    row("what an import that fails would set",
        "try:\n    import flash_attn\n    length = 4096\nexcept ImportError:\n    length = 512\n"
        "args = SFTConfig(max_length=length)",
        {u"workload.context=4096"_s});
    row("a card of today",
        "if torch.cuda.is_bf16_supported():\n    length = 4096\nelse:\n    length = 512\n"
        "args = SFTConfig(max_length=length)",
        {u"workload.context=4096"_s});
    row("the main part of a script",
        "args = None\nif __name__ == \"__main__\":\n    args = SFTConfig(max_length=4096)\n",
        {u"workload.context=4096"_s});
    row("a dictionary of arguments",
        "common = dict(max_length=4096, per_device_train_batch_size=16)\n"
        "common[\"gradient_checkpointing\"] = False\ncommon.update(max_length=2048)\n"
        "args = SFTConfig(output_dir=\"x\", **common)",
        {u"workload.context=2048"_s, u"workload.micro_batch=16"_s, u"recipe.recompute=none"_s});
    row("a dictionary within a dictionary",
        "a = {\"max_length\": 512, \"gradient_checkpointing\": False}\n"
        "b = {**a, \"per_device_train_batch_size\": 4, \"max_length\": 4096}\n"
        "args = SFTConfig(**b)",
        {u"workload.context=4096"_s, u"workload.micro_batch=4"_s, u"recipe.recompute=none"_s});
    row("another function's arguments",
        "args = SFTConfig(max_length=4096)\ndef answer(args):\n    args.max_length = 128\n",
        {u"workload.context=4096"_s});
    row("an adapter in a branch",
        "if asked():\n    tune = LoraConfig(r=8)\nelse:\n    tune = None\n"
        "args = SFTConfig(max_length=512)\ngiven = tune",
        {u"adapter.kind=lora"_s, u"adapter.rank=8"_s});
    row("an adapter that a function returns",
        "def adapter():\n    tune = LoraConfig(r=8)\n    return tune\n"
        "args = SFTConfig(max_length=512)",
        {u"adapter.kind=lora"_s});
    row("arguments that are set later",
        "args = SFTConfig(max_length=512, per_device_train_batch_size=2)\nargs.max_length = 4096\n"
        "args.gradient_checkpointing = False",
        {u"workload.context=4096"_s, u"workload.micro_batch=2"_s, u"recipe.recompute=none"_s});
    row("DeepSpeed's settings in a dictionary",
        "zero = {\"zero_optimization\": {\"stage\": 3}, \"bf16\": {\"enabled\": True}}\n"
        "args = SFTConfig(max_length=512, deepspeed=zero)",
        {u"layout.zero=3"_s});

    const QByteArray loads = "model = AutoModelForCausalLM.from_pretrained(\"Qwen/Qwen2.5-14B\"";
    model("checkpoints that the model switches on",
          loads
              + ")\nmodel.gradient_checkpointing_enable()\n"
                "args = SFTConfig(max_length=512, gradient_checkpointing=False)",
          {u"recipe.recompute=full"_s});
    const QByteArray narrow = "bits = BitsAndBytesConfig(load_in_4bit=True, "
                              "bnb_4bit_quant_type=\"nf4\")\n"
        + loads + ", quantization_config=bits)\n";
    const QByteArray tunes = "model = get_peft_model(model, LoraConfig(r=8))\n";
    model("checkpoints of PEFT's preparation",
          narrow + "model = prepare_model_for_kbit_training(model)\n" + tunes
              + "args = SFTConfig(max_length=512, gradient_checkpointing=False)",
          {u"recipe.recompute=full"_s, u"adapter.kind=qlora"_s});
    model("PEFT's preparation without checkpoints",
          narrow
              + "model = prepare_model_for_kbit_training(model, "
                "use_gradient_checkpointing=False)\n"
              + tunes + "args = SFTConfig(max_length=512, gradient_checkpointing=False)",
          {u"recipe.recompute=none"_s, u"adapter.kind=qlora"_s});
    model("a second model of 4 bits, to answer with",
          loads
              + ")\nbits = BitsAndBytesConfig(load_in_4bit=True)\nargs = "
                "SFTConfig(max_length=512)\nother = AutoModelForCausalLM.from_pretrained(\"x\", "
                "quantization_config=bits)",
          {u"adapter.kind=none"_s, u"model.id=qwen2.5-14b"_s});
    model("the settings of bits that the model gets",
          "four = BitsAndBytesConfig(load_in_4bit=True)\n"
          "eight = BitsAndBytesConfig(load_in_8bit=True)\n"
              + loads + ", quantization_config=four)\n" + tunes
              + "args = SFTConfig(max_length=512)",
          {u"adapter.kind=qlora"_s, u"adapter.base=nf4"_s});
    model("a model that is loaded after another",
          "small = AutoModelForCausalLM.from_pretrained(\"Qwen/Qwen2.5-0.5B\")\n" + loads
              + ")\nargs = SFTConfig(max_length=512)",
          {u"model.id=qwen2.5-14b"_s});
    model("a branch with an adapter that does not run",
          loads + ")\ntunes = False\nif tunes:\n    " + tunes + "args = SFTConfig(max_length=512)",
          {u"adapter.kind=none"_s});
}

void TestPythonScripts::settings()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, settings);
    QCOMPARE(importFault(imported(text), u"training-arguments"_s, settings), QString());
}

/// A number that depends on what is not followed is a problem, not a guess.
void TestPythonScripts::notFollowed_data()
{
    QTest::addColumn<QByteArray>("lines");
    const auto row = [](const char* name, const char* lines) {
        QTest::newRow(name) << QByteArray(lines) + "\nargs = SFTConfig(max_length=length)";
    };
    row("two branches", "if asked():\n    length = 4096\nelse:\n    length = 512");
    row("a branch after a value", "length = 4096\nif asked():\n    length = 512");
    row("a loop", "for length in [512, 4096]:\n    pass");
    row("a loop that multiplies", "length = 512\nwhile asked():\n    length *= 2");
    row("a part of a value", "length, size = (512, 4096)");
    row("what is set anew by a call", "length = 512\nlength *= factor()");
    row("another name in a dictionary",
        "settings = {\"length\": 512, \"size\": 1}\nlength = settings[\"length\"]");
    row("a card that is asked for less",
        "if torch.cuda.get_device_capability()[0] < 8:\n"
        "    length = 512\nelse:\n    length = 4096");
    row("a card beside another condition",
        "length = 512\nif torch.cuda.is_available() and not asked():\n    length = 4096");
    row("a case", "length = 512\nmatch asked():\n    case 1:\n        length = 4096");
    row("powers of powers", "length = 2**3**2");
    QTest::newRow("a part of a dictionary's part")
        << QByteArray("zero = {\"zero_optimization\": {\"stage\": 3}}\n"
                      "zero[\"zero_optimization\"][\"stage\"] = 2\n"
                      "args = SFTConfig(max_length=512, deepspeed=zero)");
    QTest::newRow("a function's parameter")
        << QByteArray("length = 512\ndef run(length):\n    return SFTConfig(max_length=length)\n"
                      "args = run(4096)");
    QTest::newRow("arguments that a branch sets")
        << QByteArray("args = SFTConfig(max_length=512)\nif asked():\n    args.max_length = 4096");
}

void TestPythonScripts::notFollowed()
{
    QFETCH(QByteArray, lines);
    const auto read = imported(script(lines));
    QVERIFY(!read);
    QVERIFY2(whyNot(read).contains(u"is an expression"_s), qPrintable(whyNot(read)));
}

void TestPythonScripts::unusedAdapterIsTold()
{
    const auto read = imported(script("lora = LoraConfig(r=8)\nargs = SFTConfig(max_length=512)"));
    QVERIFY2(read, qPrintable(whyNot(read)));
    QCOMPARE(read->plan.adapter.kind, AdapterKind::None);
    QVERIFY(std::ranges::any_of(
        read->notes, [](const ImportNote& note) { return shown(note.field) == u"LoraConfig"; }));
}

void TestPythonScripts::unknownDictionaryIsListed()
{
    const auto read = imported(script("args = SFTConfig(max_length=512, **asked())"));
    QVERIFY2(read, qPrintable(whyNot(read)));
    QVERIFY(std::ranges::any_of(read->unread,
                                [](const std::string& field) { return field.ends_with("**"); }));
}

/// Of Qwen2.5 14B, which has 48 layers and a head of its own.
constexpr const char* loadsModel
    = "model = AutoModelForCausalLM.from_pretrained(\"Qwen/Qwen2.5-14B\")\n";

/// Parts of the model that a script freezes, as the same plan with keys.
void TestPythonScripts::trainedParts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("settings");
    const auto row = [](const char* name, const QByteArray& lines, const QString& frozen,
                        const char* layers = "0", const char* from = "0") {
        QTest::newRow(name) << script(loadsModel + lines + "args = SFTConfig(max_length=512)",
                                      "model=model")
                            << QStringList{u"recipe.frozen="_s + frozen,
                                           u"recipe.frozen_layers="_s + QLatin1StringView(layers),
                                           u"recipe.frozen_from="_s + QLatin1StringView(from)};
    };
    row("nothing", "", QString());
    row("all but the head",
        "for p in model.parameters():\n    p.requires_grad = False\n"
        "for p in model.lm_head.parameters():\n    p.requires_grad = True  # trained\n",
        u"embedding"_s, "48");
    row("all but the last two layers",
        "for name, p in model.named_parameters():\n    p.requires_grad = False\n"
        "for layer in model.model.layers[-2:]:\n    for p in layer.parameters():\n"
        "        p.requires_grad = True\n",
        u"embedding,head"_s, "46");
    row("the embedding", "model.model.embed_tokens.weight.requires_grad = False\n", u"embedding"_s);
    row("the embedding by its method", "model.get_input_embeddings().requires_grad_(False)\n",
        u"embedding"_s);
    row("first layers, counted, with the embedding before them",
        "model.model.embed_tokens.requires_grad_(False)\n"
        "for i, layer in enumerate(model.model.layers[:8]):\n    layer.requires_grad_(False)\n",
        u"embedding"_s, "8");
    row("layers behind trained ones",
        "body = model.model\nfor layer in body.layers[16 : 24]: layer.requires_grad_(False)\n",
        QString(), "8", "16");
    row("one layer", "model.model.layers[3].requires_grad_(False)\n", QString(), "1", "3");
    row("all but the head, as the body's",
        "for p in model.model.parameters():\n    p.requires_grad = False\n", u"embedding"_s, "48");
    row("parts of a model that a function loads",
        "model, tokenizer = load()\nmodel.model.embed_tokens.requires_grad_(False)\n",
        u"embedding"_s);
    row("parts of a model that branches load",
        QByteArray("if asked():\n    ") + loadsModel
            + "model.model.embed_tokens.requires_grad_(False)\n",
        u"embedding"_s);
    row("all in a comment and a text",
        "note = \"model.requires_grad_(False)\"  # model.requires_grad_(False)\n"
        "model.train()  # model.requires_grad_(False)\n",
        QString());
    row("another model, which is frozen as it is loaded",
        "other = AutoModelForCausalLM.from_pretrained(\"x\").requires_grad_(False)\n", QString());
    row("what is frozen and trained again", "model.requires_grad_(False)\nmodel.requires_grad_()\n",
        QString());
    row("a branch that does not run",
        "freezes = False\nif freezes:\n    model.model.requires_grad_(False)\n", QString());
    row("another model",
        "other = AutoModelForCausalLM.from_pretrained(\"x\")\n"
        "for p in other.parameters():\n    p.requires_grad = False\n",
        QString());
    row("a tensor that is asked for its gradient",
        "def forward(module, inputs, output):\n    output.requires_grad_(True)\n", QString());
    row("a question", "n = sum(p.numel() for p in model.parameters() if p.requires_grad)\n",
        QString());
    QTest::newRow("parts of the trainer's model")
        << script(QByteArray(loadsModel) + "args = SFTConfig(max_length=512)", "model=model")
               .replace("trainer.train()",
                        "trainer.model.model.embed_tokens.requires_grad_(False)\ntrainer.train()")
        << QStringList{u"recipe.frozen=embedding"_s};
    QTest::newRow("the tower of a model for images")
        << script("model = AutoModelForImageTextToText.from_pretrained("
                  "\"Qwen/Qwen2.5-VL-7B-Instruct\")\nfor p in model.visual.parameters():\n"
                  "    p.requires_grad = False\nargs = SFTConfig(max_length=512)",
                  "model=model")
        << QStringList{u"model.id=qwen2.5-vl-7b"_s, u"recipe.frozen=vision"_s};
    QTest::newRow("below adapters, which freeze the model anyway")
        << script(loadsModel
                      + QByteArray("model.requires_grad_(False)\n"
                                   "model = get_peft_model(model, LoraConfig(r=8))\n"
                                   "args = SFTConfig(max_length=512)"),
                  "model=model")
        << QStringList{u"recipe.frozen="_s, u"recipe.frozen_layers=0"_s, u"adapter.rank=8"_s};
}

void TestPythonScripts::trainedParts()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, settings);
    const auto read = imported(text);
    QCOMPARE(importFault(read, u"training-arguments"_s, settings), QString());
    QVERIFY(std::ranges::none_of(read->notes, &isOfTrainedParts));
}

/// Lines that freeze something that cannot be told are noted, not passed over.
void TestPythonScripts::unreadTrainedParts_data()
{
    QTest::addColumn<QByteArray>("lines");
    const auto row
        = [](const char* name, const char* lines) { QTest::newRow(name) << QByteArray(lines); };
    row("a name that is asked",
        "for name, p in model.named_parameters():\n    if \"lm_head\" not in name:\n"
        "        p.requires_grad = False");
    row("a value that is asked",
        "for name, p in model.named_parameters():\n    p.requires_grad = \"mlp\" in name");
    row("what a loop leaves out",
        "for name, p in model.named_parameters():\n    if \"mlp\" in name:\n        continue\n"
        "    p.requires_grad = False");
    row("a part of layers",
        "for layer in model.model.layers[:8]:\n    layer.mlp.requires_grad_(False)");
    row("every second layer",
        "for layer in model.model.layers[::2]:\n    layer.requires_grad_(False)");
    row("layers apart from one another",
        "model.model.layers[2].requires_grad_(False)\nmodel.model.layers[4].requires_grad_(False)");
    row("a layer that the model does not have", "model.model.layers[48].requires_grad_(False)");
    row("first layers below a trained embedding",
        "for layer in model.model.layers[:8]:\n    layer.requires_grad_(False)");
    row("all, and a function that trains some again",
        "model.requires_grad_(False)\nunfreeze(model)");
    row("a function's parameter",
        "def freeze(module):\n    for p in module.parameters():\n        p.requires_grad = False\n"
        "freeze(model.model.embed_tokens)");
    row("a field of a module, which freezes nothing",
        "for layer in model.model.layers[:8]:\n    layer.requires_grad = False");
    row("what a call returns",
        "emb = model.get_input_embeddings()\nemb.weight.requires_grad = False");
    row("a list of layers that are trained again",
        "model.requires_grad_(False)\nmodel.lm_head.requires_grad_(True)\n"
        "for layer in list(model.model.layers)[-4:]:\n    layer.requires_grad_(True)");
    row("a function's parameter with the model's name",
        "def freeze(model):\n    model.model.embed_tokens.requires_grad_(False)");
    row("a function that may return before",
        "def freeze():\n    if not asked():\n        return\n"
        "    model.model.embed_tokens.requires_grad_(False)\nfreeze()");
    row("a loop that ends early",
        "for layer in model.model.layers:\n    layer.requires_grad_(False)\n"
        "    if asked():\n        break");
    row("a function's parameter with the name of a loop before it",
        "for layer in model.model.layers[:8]:\n    pass\n"
        "def freeze(layer):\n    layer.requires_grad_(False)");
    row("parts beside adapters",
        "model = get_peft_model(model, LoraConfig(r=8))\n"
        "model.lm_head.requires_grad_(True)");
    row("a list of calls", "[p.requires_grad_(False) for p in model.parameters()]");
}

void TestPythonScripts::unreadTrainedParts()
{
    QFETCH(QByteArray, lines);
    const auto read = imported(
        script(loadsModel + lines + "\nargs = SFTConfig(max_length=512)", "model=model"));
    QVERIFY2(read, qPrintable(whyNot(read)));
    QVERIFY(std::ranges::any_of(read->notes, &isOfTrainedParts));
}

void TestPythonScripts::hostile_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isRead");
    QByteArray nested, deep, doubled = "a = {\"x0\": 1}\n";
    for (int i = 0; i < 1'000; ++i)
        nested += QByteArray(i, ' ') + "if asked():\n";
    for (int i = 0; i < 14; ++i)
        doubled += "a.update({\"y" + QByteArray::number(i) + "\": 1})\na = dict(**a)\n";
    for (int i = 0; i < 5'000; ++i)
        deep += "a = {\"k\": {**a}}\n";
    QByteArray many = "a = {";
    for (int i = 0; i < 4'000; ++i)
        many += "\"k" + QByteArray::number(i) + "\": 1, ";
    many += "}\n";
    QTest::newRow("blocks within blocks") << nested << false;
    QTest::newRow("dictionaries made of each other") << doubled << true;
    QTest::newRow("a large dictionary given often")
        << many + QByteArray("f(**a)\n").repeated(99) << false;
    QTest::newRow("lists made of each other")
        << "a = {\"k\": 1}\n" + QByteArray("a = {\"k\": [a, a]}\nb = [b, b]\n").repeated(99)
        << true;
    QTest::newRow("a dictionary by its name in its own part")
        << "a = {\"k\": 1}\n" + QByteArray("a = {\"k\": a}\n").repeated(5'000) << true;
    QTest::newRow("a dictionary in its own part") << "a = {\"k\": 1}\n" + deep << false;
    QTest::newRow("a dictionary in itself")
        << QByteArray("a = {}\na = {**a, **a}\na.update(a)\n") << true;
    QTest::newRow("breaks without a loop")
        << QByteArray("if a:").repeated(50) + QByteArray("break;").repeated(100'000) << true;
    QTest::newRow("loops that go over each other")
        << QByteArray("for a in a.a.requires_grad_():\n").repeated(3'000)
            + "a.requires_grad = False\n"
        << true;
    QTest::newRow("trained parts without end")
        << QByteArray("m.requires_grad_()\n").repeated(200'000) << false;
    QTest::newRow("powers of powers") << "a = " + QByteArray("2**").repeated(50'000) + "2\n"
                                      << true;
    QTest::newRow("a header that does not end") << QByteArray("if (a and\n") << false;
    QTest::newRow("many statements in a line") << QByteArray("a = 1;").repeated(100'000) << true;
    QTest::newRow("branches in a line") << QByteArray("if a:").repeated(100'000) << false;
    QTest::newRow("functions in functions")
        << QByteArray("def f(a, *b, c=1, **d):").repeated(40'000) << false;
}

void TestPythonScripts::hostile()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isRead);
    QCOMPARE(static_cast<bool>(readPython(text.toStdString())), isRead);
}

QTEST_APPLESS_MAIN(TestPythonScripts)
#include "test_python_scripts.moc"
