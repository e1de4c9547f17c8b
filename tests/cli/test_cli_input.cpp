// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

namespace {

const QString contextAllows
    = u"workload.context: must be a whole number from 1 to 16,777,216; found "_s;
const QString zeroAllows = u"layout.zero: must be a whole number from 0 to 3; found "_s;
const QString oneModel = u"exactly one of model.id, model.custom and model.parameters"_s;
const QString tooLarge = u"larger than a plan can be, 1,048,576 bytes"_s;

/// A plan with something after its model.
QByteArray planWith(const QByteArray& rest)
{
    return R"({"format": "highwater-plan", "version": 1, "model": {"id": "llama-3.1-8b"})" + rest
        + "}";
}

/// A plan with a model of its own making.
QByteArray planOf(const QByteArray& model)
{
    return R"({"format": "highwater-plan", "version": 1, "model": )" + model + "}";
}

QByteArray repeated(const char* part, int times)
{
    return QByteArray(part).repeated(times);
}

/// The place that a message about plan.hwplan tells: "3:14" of "plan.hwplan:3:14: …".
QString placeIn(const QByteArray& message)
{
    static const QRegularExpression form(u"plan\\.hwplan:(\\d+:\\d+): "_s);
    return form.match(QString::fromUtf8(message)).captured(1);
}

} // namespace

class TestCliInput : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();

    void usage_data();
    void usage();
    void settings_data();
    void settings();
    void sweeps_data();
    void sweeps();
    void bytes_data();
    void bytes();

    void plans_data();
    void plans();
    void plansWithoutAnswer_data();
    void plansWithoutAnswer();
    void places_data();
    void places();
    void hugePlans_data();
    void hugePlans();
    void everyTruncation();
    void limits();

    void unreadable_data();
    void unreadable();
    void noPermission();
    void unwritable_data();
    void unwritable();

private:
    bool write(const QString& name, const QByteArray& content);
    Ran estimate(const QString& name);

    QTemporaryDir m_folder;
};

void TestCliInput::initTestCase()
{
    QVERIFY2(QFile::exists(QStringLiteral(HIGHWATER_BINARY)), HIGHWATER_BINARY);
    QVERIFY(m_folder.isValid());
}

bool TestCliInput::write(const QString& name, const QByteArray& content)
{
    return writeFile(m_folder.filePath(name), content);
}

Ran TestCliInput::estimate(const QString& name)
{
    return run({u"estimate"_s, name}, {{}, m_folder.path(), {}});
}

void TestCliInput::usage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* name, const char* arguments, const QStringList& says) {
        QTest::newRow(name) << words(arguments) << says;
    };
    row("a word that is no command", "estimat --json", {u"\"estimat\""_s, u"--help"_s});
    row("an option of one letter", "estimate -x", {u"\"-x\""_s, u"--help"_s});
    row("an unknown option", "--bogus", {u"--bogus"_s, u"--help"_s});
    row("an unknown option of estimate", "estimate --bogus", {u"--bogus"_s, u"--help"_s});
    row("an unknown value of --check", "estimate --check=surely", {u"--check"_s, u"likely"_s});
    row("an unknown option of sweep", "sweep --bogus", {u"--bogus"_s, u"--help"_s});
    row("an unknown option of catalog", "catalog models --bogus", {u"--bogus"_s, u"--help"_s});
    row("an option of another command", "estimate --points 3", {u"--points"_s});
    row("--check of a sweep", "sweep --check", {u"--check"_s});
    row("a flag with a value", "estimate --json=1", {u"--json"_s});
    row("--set with nothing", "estimate --set", {u"--set"_s, u"value"_s});
    row("--axis with nothing", "sweep --axis", {u"--axis"_s, u"value"_s});
    row("--points with nothing", "sweep --axis workload.context --from 1 --to 2 --points",
        {u"--points"_s, u"value"_s});
    row("two plans", "estimate one.hwplan two.hwplan", {u"two.hwplan"_s});
    row("two plans and options", "estimate --json one.hwplan --check two.hwplan",
        {u"two.hwplan"_s});
    row("a catalogue of nothing", "catalog", {u"models"_s, u"devices"_s});
    row("a catalogue of something else", "catalog frogs", {u"models"_s, u"devices"_s});
    row("two catalogues", "catalog models devices", {u"devices"_s});
    row("--json and --csv", "sweep --axis workload.context --from 1 --to 2 --points 2 --json --csv",
        {u"--json"_s, u"--csv"_s});
    QTest::newRow("a very long option")
        << QStringList{u"estimate"_s, u"--"_s + QString(100'000, u'x')} << QStringList{u"--xxx"_s};
    QTest::newRow("a very long argument")
        << QStringList{u"estimate"_s, u"a"_s, QString(100'000, u'x')} << QStringList{u"xxx"_s};
    QTest::newRow("a very long catalogue")
        << QStringList{u"catalog"_s, QString(100'000, u'x')} << QStringList{u"models"_s};
    QTest::newRow("an option that colours")
        << QStringList{u"estimate"_s, u"--\x1b[31mred\n\x1b[0m"_s} << QStringList{u"red"_s};
    QTest::newRow("an argument that colours")
        << QStringList{u"estimate"_s, u"a"_s, u"\x1b[31mred\r\n"_s} << QStringList{u"red"_s};
    QTest::newRow("an argument that colours in one letter")
        << QStringList{u"estimate"_s, u"a"_s, u"\u009b31mred"_s} << QStringList{u"red"_s};
}

void TestCliInput::usage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, says);
    QCOMPARE(notRefused(run(arguments), 2, says), QString());
}

void TestCliInput::settings_data()
{
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* name, const QString& setting, const QStringList& says) {
        QTest::newRow(name) << setting << says;
    };
    row("no equals sign", u"layout.zero"_s, {u"--set"_s, u"KEY=VALUE"_s, u"layout.zero"_s});
    row("nothing at all", u""_s, {u"--set"_s, u"KEY=VALUE"_s});
    row("no key", u"=3"_s, {u"--set"_s, u"KEY=VALUE"_s});
    row("no value", u"layout.zero="_s, {zeroAllows});

    row("an unknown key", u"workload.contxt=8192"_s, {u"workload.contxt: is not a key"_s});
    row("an unknown key of the top", u"zero=3"_s,
        {u"zero: is not a key of a plan; did you mean layout.zero?"_s});
    row("a model in the place of its group", u"model=qwen3-8b"_s, {u"did you mean model.id?"_s});
    row("an unknown key deep down", u"model.custom.mla.rank=3"_s,
        {u"model.custom.mla.rank: is not a key"_s});
    row("a key beyond a key", u"layout.zero.stage=3"_s, {u"layout.zero.stage: is not a key"_s});
    row("blanks around the key", u" layout.zero =3"_s, {u"layout.zero"_s, u"is not a key"_s});
    row("the format", u"format=highwater-plan"_s, {u"format"_s});
    row("a group that is no object", u"workload=1"_s, {u"workload: must be an object"_s});
    row("a custom model that is no object", u"model.custom=5"_s,
        {u"model.custom: must be an object"_s});
    row("a custom model that is a list", u"model.custom=[1, 2]"_s,
        {u"model.custom: must be an object"_s});

    row("zero tokens", u"workload.context=0"_s, {contextAllows + u"0"_s});
    row("fewer than no tokens", u"workload.context=-1"_s, {contextAllows + u"-1"_s});
    row("one token too many", u"workload.context=16777217"_s, {contextAllows + u"16777217"_s});
    row("half a token", u"workload.context=0.5"_s, {contextAllows + u"0.5"_s});
    row("one and a half tokens", u"workload.context=1.5"_s, {contextAllows + u"1.5"_s});
    row("a third of 1k", u"workload.context=0.3k"_s, {contextAllows});
    row("tokens beyond 64 bits", u"workload.context=99999999999999999999"_s, {contextAllows});
    row("tokens beyond a double", u"workload.context=1e400"_s, {contextAllows});
    row("fewer than no tokens, beyond a double", u"workload.context=-1e400"_s, {contextAllows});
    row("not a number of tokens", u"workload.context=NaN"_s, {contextAllows});
    row("infinitely many tokens", u"workload.context=inf"_s, {contextAllows});
    row("a word", u"workload.context=many"_s, {contextAllows + u"\"many\""_s});
    row("a number and more", u"workload.context=8192x"_s, {contextAllows});
    row("a number and a blank", u"workload.context=8192 "_s, {contextAllows});
    row("tokens in hexadecimal", u"workload.context=0x2000"_s, {contextAllows});
    row("billions of tokens", u"workload.context=8b"_s, {contextAllows});
    row("commas between thousands", u"workload.context=8,192"_s, {contextAllows});
    row("digits of another script", u"workload.context=٨"_s, {contextAllows});
    row("null where it is not allowed", u"workload.context=null"_s, {contextAllows});
    row("an object for a number", u"workload.context={\"a\": 1}"_s, {contextAllows});
    row("a list for a number", u"workload.context=[8192]"_s, {contextAllows});
    row("ZeRO-4", u"layout.zero=4"_s, {zeroAllows + u"4"_s});
    row("a truth for a number", u"layout.zero=true"_s, {zeroAllows});
    row("a million GPUs and more", u"cluster.gpus=1048577"_s,
        {u"cluster.gpus: must be a whole number from 1 to 1,048,576; found 1048577"_s});
    row("no sequence", u"workload.micro_batch=0"_s,
        {u"workload.micro_batch: must be a whole number from 1 to 65,536"_s});
    row("no global batch", u"workload.global_batch=0"_s,
        {u"workload.global_batch: must be a whole number from 1 to 2,147,483,648"_s});
    row("no capacity", u"cluster.capacity=0"_s,
        {u"cluster.capacity: must be a whole number from 1 to"_s});
    row("a negative reserve", u"cluster.reserve=-1"_s,
        {u"cluster.reserve: must be a whole number from 0 to"_s});

    row("not a number", u"layout.imbalance=NaN"_s,
        {u"layout.imbalance: must be a number from 1 to 64"_s});
    row("not a number, signed", u"layout.imbalance=-nan"_s,
        {u"layout.imbalance: must be a number from 1 to 64"_s});
    row("infinity", u"layout.imbalance=inf"_s,
        {u"layout.imbalance: must be a number from 1 to 64"_s});
    row("too small a real", u"layout.imbalance=0.99"_s,
        {u"layout.imbalance: must be a number from 1 to 64; found 0.99"_s});
    row("a share above one", u"cluster.utilisation=1.01"_s,
        {u"cluster.utilisation: must be a number from 0 to 1; found 1.01"_s});
    row("a model too small", u"model.parameters=999999"_s, {u"model.parameters: must be"_s});
    row("a model too large", u"model.parameters=1e15"_s, {u"model.parameters: must be"_s});
    row("a model beyond a double", u"model.parameters=1e400"_s, {u"model.parameters: must be"_s});
    row("a model that is no number", u"model.parameters=nan"_s, {u"model.parameters: must be"_s});
    row("a negative model", u"model.parameters=-8e9"_s, {u"model.parameters: must be"_s});
    row("a model of words", u"model.parameters=8 billion"_s, {u"model.parameters: must be"_s});

    row("neither true nor false", u"recipe.dropout=yes"_s,
        {u"recipe.dropout: must be true or false; found \"yes\""_s});
    row("an unknown word", u"recipe.optimizer=adam"_s,
        {u"recipe.optimizer: must be one of adamw, adamw-8bit"_s, u"found \"adam\""_s});
    row("a word in capitals that is none", u"recipe.optimizer=ADAM"_s,
        {u"recipe.optimizer: must be one of"_s, u"found \"ADAM\""_s});
    row("an unknown method", u"method=guess"_s,
        {u"method: must be one of exact, lecture"_s, u"found \"guess\""_s});
    row("an unknown model", u"model.id=frog"_s, {u"model.id"_s, u"catalogue"_s, u"\"frog\""_s});
    row("almost a model", u"model.id=llama-3.1-8x"_s,
        {u"model.id"_s, u"llama-3.1-8b"_s, u"\"llama-3.1-8x\""_s});
    row("an unknown device", u"cluster.device=toaster"_s,
        {u"cluster.device"_s, u"catalogue"_s, u"\"toaster\""_s});
    row("a list with a repeat", u"adapter.targets=q,q"_s,
        {u"adapter.targets: must be a list, without repeats, of q, k, v, o"_s});
    row("a list with a stranger", u"adapter.targets=q,x"_s, {u"adapter.targets: must be a list"_s});
    row("a list of nothing", u"adapter.targets="_s, {u"adapter.targets: must be a list"_s});
    row("a list of gaps", u"adapter.targets=q,,v"_s, {u"adapter.targets: must be a list"_s});
    row("a list in JSON with a number", u"adapter.targets=[\"q\", 1]"_s,
        {u"adapter.targets: must be a list"_s});
    row("a list in JSON that does not end", u"adapter.targets=[\"q\""_s, {u"adapter.targets"_s});
    row("a list in a list", u"adapter.targets=[[\"q\"]]"_s, {u"adapter.targets: must be a list"_s});

    row("a custom model of one key", u"model.custom.hidden_size=64"_s,
        {u"model.custom.num_layers: is missing"_s, u"3 more"_s});
    row("an empty custom model", u"model.custom={}"_s,
        {u"model.custom.hidden_size: is missing"_s, u"4 more"_s});
    row("a custom model that does not end", u"model.custom={\"hidden_size\": 64"_s,
        {u"model.custom"_s, u"JSON"_s});
    row("a custom model with too much", u"model.custom={\"hidden_size\": 64}}"_s,
        {u"model.custom"_s, u"JSON"_s});
    row("a custom model with a stranger", u"model.custom={\"hidden\": 64}"_s,
        {u"model.custom.hidden: is not a key"_s});
    row("a custom model with a key twice",
        u"model.custom={\"hidden_size\": 64, \"hidden_size\": 65}"_s,
        {u"model.custom.hidden_size: is written twice"_s});
    row("a custom model with a text for a number", u"model.custom={\"hidden_size\": \"64\"}"_s,
        {u"model.custom.hidden_size: must be a whole number from 1 to"_s});
    row("a custom model with half a head", u"model.custom={\"num_heads\": 0.5}"_s,
        {u"model.custom.num_heads: must be a whole number from 1 to 65,536; found 0.5"_s});
    row("a custom model with a number beyond a double", u"model.custom={\"num_heads\": 1e400}"_s,
        {u"model.custom.num_heads"_s});
    row("a custom model with NaN", u"model.custom={\"num_heads\": NaN}"_s,
        {u"model.custom"_s, u"JSON"_s});
    row("two models in one group", u"model={\"id\": \"llama-3.1-8b\", \"parameters\": 8e9}"_s,
        {oneModel});
    row("a group with a group twice", u"cluster={\"links\": {}, \"links\": {}}"_s,
        {u"cluster.links: is written twice"_s});
    row("a hundred thousand lists", u"model.custom="_s + QString(100'000, u'['),
        {u"model.custom: nested more than 64 levels deep"_s});
    row("twenty thousand objects", u"model.custom="_s + u"{\"a\":"_s.repeated(20'000),
        {u"model.custom: nested more than 64 levels deep"_s});

    row("ZeRO that DeepSpeed has not", u"method=deepspeed"_s, {u"layout.zero: must be 2 or 3"_s});
    row("heads that do not divide", u"layout.tensor=3"_s, {u"layout.tensor"_s, u"32"_s});
    row("more stages than layers", u"layout.pipeline=64"_s, {u"layout.pipeline"_s});

    row("a very long value", u"workload.context="_s + QString(100'000, u'x'), {contextAllows});
    row("a very long text", u"name="_s + QString(100'000, u'x'),
        {u"name: must be a text of at most 1,024 bytes"_s});
    row("a very long word", u"method="_s + QString(100'000, u'x'), {u"method: must be one of"_s});
    row("a very long model", u"model.id="_s + QString(100'000, u'x'), {u"model.id"_s});
    row("a very long list", u"adapter.targets="_s + u"q,"_s.repeated(50'000),
        {u"adapter.targets: must be a list"_s});
    row("a very long key", QString(100'000, u'x') + u"=1"_s, {u"is not a key"_s});
    row("very long nonsense", QString(100'000, u'x'), {u"--set"_s, u"KEY=VALUE"_s});
    row("a very long key in an object",
        u"model.custom={\""_s + QString(100'000, u'x') + u"\": 1}"_s, {u"is not a key"_s});
    row("very long nonsense in an object", u"model.custom={\""_s + QString(100'000, u'x'),
        {u"model.custom"_s, u"JSON"_s});

    row("a value that colours", u"model.id=\x1b[31mred\x1b[0m"_s, {u"model.id"_s, u"red"_s});
    row("a value that rings", u"workload.context=\a"_s, {contextAllows});
    row("a value of two lines", u"workload.context=1\n2"_s, {contextAllows});
    row("a value that colours in one letter", u"model.id=\u009b31mred"_s, {u"model.id"_s});
    row("a key that colours", u"model.\x1b[31mred=1"_s, {u"red: is not a key"_s});
    row("a key that colours in one letter", u"model.\u009b31mred=1"_s, {u"red: is not a key"_s});
    row("a key of two lines", u"mo\ndel=1"_s, {u"is not a key"_s});
    row("a key in an object that colours", u"model.custom={\"\\u001b[31mred\": 1}"_s,
        {u"red: is not a key"_s});
    row("a setting that colours", u"\x1b[31mred"_s, {u"--set"_s, u"red"_s});
}

void TestCliInput::settings()
{
    QFETCH(QString, setting);
    QFETCH(QStringList, says);
    QCOMPARE(notRefused(run({u"estimate"_s, u"--set"_s, setting}), 2, says), QString());
    const QStringList sweep = words("sweep --axis workload.micro_batch --from 1 --to 2 --points 2");
    if (setting.size() < 1000 && !setting.startsWith(u"workload.micro_batch"_s))
        QCOMPARE(notRefused(run(sweep + QStringList{u"--set"_s, setting}), 2, says), QString());
}

void TestCliInput::sweeps_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* name, const char* options, const QStringList& says) {
        QTest::newRow(name) << words(options) << says;
    };
    const QString axis = u"--axis: must be a key with whole numbers"_s;
    row("no options", "", {u"--axis"_s, u"missing"_s});
    row("no axis", "--from 1 --to 2 --points 2", {u"--axis"_s, u"missing"_s});
    row("no --from", "--axis workload.context --to 2 --points 2", {u"--from"_s, u"missing"_s});
    row("no --to", "--axis workload.context --from 1 --points 2", {u"--to"_s, u"missing"_s});
    row("no --points", "--axis workload.context --from 1 --to 2", {u"--points"_s, u"missing"_s});
    row("an unknown axis", "--axis workload.contxt --from 1 --to 2 --points 2",
        {axis, u"workload.contxt"_s});
    row("an axis of words", "--axis recipe.optimizer --from 1 --to 2 --points 2",
        {axis, u"recipe.optimizer"_s});
    row("an axis of truths", "--axis recipe.dropout --from 0 --to 1 --points 2", {axis});
    row("an axis that is a group", "--axis workload --from 1 --to 2 --points 2", {axis});
    row("an axis that is empty", "--axis= --from 1 --to 2 --points 2", {u"--axis"_s});
    row("one point", "--axis workload.context --from 1 --to 2 --points 1",
        {u"--points: must be a whole number from 2 to"_s, u"found 1"_s});
    row("no point", "--axis workload.context --from 1 --to 2 --points 0",
        {u"--points: must be a whole number from 2 to"_s, u"found 0"_s});
    row("fewer than no points", "--axis workload.context --from 1 --to 2 --points -3",
        {u"--points: must be a whole number"_s, u"-3"_s});
    row("half a point", "--axis workload.context --from 1 --to 2 --points 2.5",
        {u"--points: must be a whole number"_s, u"2.5"_s});
    row("points beyond counting", "--axis workload.context --from 1 --to 2 --points 999999999999",
        {u"--points: must be a whole number from 2 to"_s});
    row("points beyond a double", "--axis workload.context --from 1 --to 2 --points 1e400",
        {u"--points: must be a whole number"_s});
    row("points that are no number", "--axis workload.context --from 1 --to 2 --points nan",
        {u"--points: must be a whole number"_s});
    row("backwards", "--axis workload.context --from 4096 --to 1024 --points 2",
        {u"--to"_s, u"--from"_s, u"4,096"_s, u"1024"_s});
    row("from below nothing", "--axis workload.context --from -5 --to 8 --points 2",
        {u"--from"_s, u"-5"_s});
    row("from far below nothing", "--axis workload.context --from -1e300 --to 8 --points 2",
        {u"--from"_s, u"--from: must be a whole number"_s});
    row("from a fraction", "--axis workload.context --from 1.9 --to 4 --points 2",
        {u"--from: must be a whole number"_s, u"1.9"_s});
    row("to a fraction", "--axis workload.context --from 1 --to 4.5 --points 2",
        {u"--to: must be a whole number"_s, u"4.5"_s});
    row("from a word", "--axis workload.context --from here --to 4 --points 2",
        {u"--from: must be a whole number"_s, u"\"here\""_s});
    row("to infinity", "--axis workload.context --from 1 --to inf --points 2",
        {u"--to: must be a whole number"_s, u"\"inf\""_s});
    row("from zero tokens", "--axis workload.context --from 0 --to 4 --points 3",
        {contextAllows + u"0"_s});
    row("to too many tokens", "--axis workload.context --from 1 --to 16777217 --points 2",
        {contextAllows + u"16777217"_s});
    row("to ZeRO-4", "--axis layout.zero --from 0 --to 4 --points 5", {zeroAllows + u"4"_s});
    row("a share in whole steps", "--axis cluster.utilisation --from 0.2 --to 0.9 --points 3",
        {u"0.2"_s});
    row("a value with no answer",
        "--axis layout.zero --from 0 --to 3 --points 4 --set method=deepspeed",
        {u"layout.zero: must be 2 or 3"_s});
    row("bytes beyond counting",
        "--axis workload.context --from 1 --to 16777216 --points 3 "
        "--set workload.micro_batch=65536 --set recipe.attention=eager",
        {u"more bytes than can be counted"_s});
    const QStringList range = words("--from 1 --to 2 --points 2");
    QTest::newRow("an axis that colours")
        << QStringList{u"--axis"_s, u"\x1b[31mred"_s} + range << QStringList{axis, u"red"_s};
    QTest::newRow("an axis of two lines")
        << QStringList{u"--axis"_s, u"work\nload"_s} + range << QStringList{axis};
    QTest::newRow("a very long axis")
        << QStringList{u"--axis"_s, QString(100'000, u'x')} + range << QStringList{axis};
    QTest::newRow("a very long end") << words("--axis workload.context --from 1 --points 2 --to")
            + QStringList{QString(100'000, u'x')}
                                     << QStringList{u"--to: must be a whole number"_s};
}

void TestCliInput::sweeps()
{
    QFETCH(QStringList, options);
    QFETCH(QStringList, says);
    for (const char* form : {"sweep", "sweep --json", "sweep --csv"})
        QCOMPARE(notRefused(run(words(form) + options), 2, says), QString());
}

void TestCliInput::bytes_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* name, const char* arguments, const QStringList& says) {
        QTest::newRow(name) << u"\"$0\" "_s + QString::fromLatin1(arguments) << says;
    };
    // printf of sh makes the bytes that no text of Qt can hold.
    row("a text that is not UTF-8", R"sh(estimate --set "$(printf 'name=\377')")sh", {u"name"_s});
    row("a word that is not UTF-8", R"sh(estimate --set "$(printf 'method=\377')")sh",
        {u"method: must be one of"_s});
    row("a model that is not UTF-8", R"sh(estimate --set "$(printf 'model.id=\300\257')")sh",
        {u"model.id"_s});
    row("a number that is not UTF-8",
        R"sh(estimate --set "$(printf 'layout.zero=\355\240\200')")sh", {zeroAllows});
    row("a key that is not UTF-8", R"sh(estimate --set "$(printf 'na\377me=1')")sh",
        {u"is not a key"_s});
    row("a setting that is not UTF-8", R"sh(estimate --set "$(printf '\377')")sh",
        {u"KEY=VALUE"_s});
    row("an option that is not UTF-8", R"sh(estimate "$(printf -- '--\377')")sh", {u"--help"_s});
    row("an axis that is not UTF-8",
        R"sh(sweep --from 1 --to 2 --points 2 --axis "$(printf '\377')")sh", {u"--axis"_s});
    row("JSON that is not UTF-8",
        R"sh(estimate --set "$(printf 'model.custom={"name": "\377"}')")sh", {u"model.custom"_s});
}

void TestCliInput::bytes()
{
    QFETCH(QString, script);
    QFETCH(QStringList, says);
    QCOMPARE(notRefused(shell(script), 2, says), QString());
}

void TestCliInput::plans_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* name, const QByteArray& content, const QStringList& says) {
        QTest::newRow(name) << content << says;
    };
    const QString json = u"JSON"_s;
    row("an empty file", "", {json});
    row("blanks alone", " \n\t\n", {json});
    row("an opened object", "{", {json});
    row("an object that does not end", planWith("").chopped(1), {json});
    row("a bracket too many", planWith("") + "}", {json});
    row("a second plan", planWith("") + planWith(""), {json});
    row("words after the plan", planWith("") + " and so on", {json});
    row("a comma at the end", planWith(","), {json});
    row("no comma between", planWith(R"( "name": "x")"), {json});
    row("a comment", "// mine\n" + planWith(""), {json});
    row("single quotes", "{'format': 'highwater-plan'}", {json});
    row("no quotes", "{format: highwater-plan}", {json});
    row("no JSON at all", "Dear program, please estimate.", {json});
    row("a picture", QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16), {json});
    row("zeros", QByteArray(1000, '\0'), {json});
    row("UTF-16", QByteArray("\xff\xfe{\0", 4), {u"UTF-16; save it as UTF-8"_s});
    row("a null character inside", planWith(QByteArray(", \"na\0me\": 1", 12)), {json});
    row("NaN", planWith(R"(, "workload": {"context": NaN})"), {json});
    row("Infinity", planWith(R"(, "workload": {"context": Infinity})"), {json});
    row("a number with a plus", planWith(R"(, "workload": {"context": +1})"), {json});
    row("a number with a zero before", planWith(R"(, "workload": {"context": 08192})"), {json});
    row("a number in hexadecimal", planWith(R"(, "workload": {"context": 0x10})"), {json});
    row("a lone surrogate", planWith(R"(, "name": "\ud800")"), {json});
    row("an escape that is none", planWith(R"(, "name": "\x")"), {json});
    row("a line break in a text", planWith(", \"name\": \"a\nb\""), {json});

    row("a byte that is not UTF-8", planWith(", \"name\": \"\xff\""), {u"UTF-8"_s});
    row("half a letter", planWith(", \"name\": \"\xe4\xb8\""), {u"UTF-8"_s});
    row("a letter in too many bytes", planWith(", \"name\": \"\xc0\xaf\""), {u"UTF-8"_s});
    row("a surrogate in UTF-8", planWith(", \"name\": \"\xed\xa0\x80\""), {u"UTF-8"_s});
    row("a key that is not UTF-8", planWith(", \"\xff\": 1"), {u"UTF-8"_s});

    row("a list", "[]", {u"must be an object"_s});
    row("a number", "5", {u"must be an object"_s});
    row("a text", "\"plan\"", {u"must be an object"_s});
    row("null", "null", {u"must be an object"_s});
    row("an empty object", "{}", {u"format: is missing"_s, u"2 more"_s});

    row("no format", R"({"version": 1, "model": {"id": "llama-3.1-8b"}})",
        {u"format: is missing"_s});
    row("another format", R"({"format": "other", "version": 1, "model": {"id": "llama-3.1-8b"}})",
        {u"format: must be \"highwater-plan\"; found \"other\""_s});
    row("no version", R"({"format": "highwater-plan", "model": {"id": "llama-3.1-8b"}})",
        {u"version: is missing"_s});
    const auto version = [](const QByteArray& number) -> QByteArray {
        return R"({"format": "highwater-plan", "version": )" + number
            + R"(, "model": {"id": "llama-3.1-8b"}})";
    };
    row("a newer version", version("2"), {u"version"_s, u"newer"_s, u"version 1"_s, u"found 2"_s});
    row("a newer version with what only it knows",
        R"({"format": "highwater-plan", "version": 2, "dreams": [1], "model": 3})",
        {u"version"_s, u"newer"_s, u"found 2"_s});
    row("a version far away", version("99999999999999999999"), {u"version"_s});
    row("version zero", version("0"), {u"version: must be 1; found 0"_s});
    row("a version that is no number", version("\"1\""), {u"version: must be 1; found \"1\""_s});
    row("a version in between", version("1.5"), {u"version: must be 1; found 1.5"_s});
    row("a version of null", version("null"), {u"version: must be 1; found null"_s});
    row("a version of many", version("[1]"), {u"version"_s});

    row("no model", R"({"format": "highwater-plan", "version": 1})", {oneModel});
    row("a model of nothing", planOf("{}"), {oneModel});
    row("a model by its bare name", planOf("\"llama-3.1-8b\""), {u"model: must be an object"_s});
    row("two models", planOf(R"({"id": "llama-3.1-8b", "parameters": 8e9})"), {oneModel});
    row("three models", planOf(R"({"id": "x", "custom": {"hidden_size": 1}, "parameters": 8e9})"),
        {oneModel});
    row("an unknown model", planOf(R"({"id": "frog"})"),
        {u"model.id"_s, u"catalogue"_s, u"\"frog\""_s});
    row("a model of null", planOf(R"({"id": null})"), {u"model.id"_s, u"null"_s});
    row("an empty custom model", planOf(R"({"custom": {}})"),
        {u"model.custom.hidden_size: is missing"_s, u"4 more"_s});
    row("an empty part of a custom model", planOf(R"({"custom": {"mla": {}}})"),
        {u"model.custom.hidden_size: is missing"_s});
    row("a custom model of one key", planOf(R"({"custom": {"hidden_size": 64}})"),
        {u"model.custom.num_layers: is missing"_s, u"3 more"_s});
    row("a custom model of null", planOf(R"({"custom": null})"),
        {u"model.custom: must be an object"_s});
    row("a negative model", planOf(R"({"parameters": -8e9})"), {u"model.parameters: must be"_s});
    row("a model beyond a double", planOf(R"({"parameters": 1e400})"), {u"model.parameters"_s});

    row("a negative count", planWith(R"(, "workload": {"context": -5})"),
        {contextAllows + u"-5"_s});
    row("a fractional count", planWith(R"(, "workload": {"context": 1.5})"),
        {contextAllows + u"1.5"_s});
    row("a count beyond 64 bits", planWith(R"(, "workload": {"context": 18446744073709551616})"),
        {contextAllows});
    row("a count of 64 bits", planWith(R"(, "workload": {"context": 18446744073709551615})"),
        {contextAllows});
    row("a count beyond a double", planWith(R"(, "workload": {"context": 1e400})"),
        {u"workload.context"_s});
    row("a count below a double", planWith(R"(, "workload": {"context": -1e400})"),
        {u"workload.context"_s});
    row("a count of no size", planWith(R"(, "workload": {"context": -0})"), {contextAllows});
    row("a count as a text", planWith(R"(, "workload": {"context": "8192"})"),
        {contextAllows + u"\"8192\""_s});
    row("a count as a list", planWith(R"(, "workload": {"context": [8192]})"), {contextAllows});
    row("a count as an object", planWith(R"(, "workload": {"context": {"a": 1}})"),
        {contextAllows});
    row("a count as a truth", planWith(R"(, "workload": {"context": true})"),
        {contextAllows + u"true"_s});
    row("a count of null", planWith(R"(, "workload": {"context": null})"),
        {contextAllows + u"null"_s});
    row("a truth as a number", planWith(R"(, "recipe": {"dropout": 1})"),
        {u"recipe.dropout: must be true or false; found 1"_s});
    row("a word as a number", planWith(R"(, "recipe": {"optimizer": 1})"),
        {u"recipe.optimizer: must be one of"_s});
    row("a text as a number", planWith(R"(, "name": 1)"), {u"name: must be a text"_s});
    row("a real as a text", planWith(R"(, "layout": {"imbalance": "2"})"),
        {u"layout.imbalance: must be a number from 1 to 64"_s});
    row("a list as a word", planWith(R"(, "adapter": {"targets": "q"})"),
        {u"adapter.targets: must be a list"_s});
    row("a list of numbers", planWith(R"(, "adapter": {"targets": [1]})"),
        {u"adapter.targets: must be a list"_s});
    row("a list of lists", planWith(R"(, "adapter": {"targets": [["q"]]})"),
        {u"adapter.targets: must be a list"_s});
    row("a list of nothing", planWith(R"(, "adapter": {"targets": []})"),
        {u"adapter.targets: must be a list"_s});
    row("a list with a repeat", planWith(R"(, "adapter": {"targets": ["q", "q"]})"),
        {u"adapter.targets: must be a list, without repeats"_s});
    row("a group as a list", planWith(R"(, "workload": [])"), {u"workload: must be an object"_s});
    row("a group as a number", planWith(R"(, "workload": 5)"), {u"workload: must be an object"_s});
    row("a group of null", planWith(R"(, "workload": null)"), {u"workload: must be an object"_s});
    row("a group in a group as a number", planWith(R"(, "cluster": {"links": 5})"),
        {u"cluster.links: must be an object"_s});

    row("an unknown key", planWith(R"(, "dreams": 5)"), {u"dreams: is not a key"_s});
    row("an unknown key of a group", planWith(R"(, "workload": {"contxt": 5})"),
        {u"workload.contxt: is not a key"_s});
    row("an unknown group", planWith(R"(, "dreams": {"a": {"b": 1}})"),
        {u"dreams: is not a key"_s});
    row("an unknown list", planWith(R"(, "dreams": [1, {"a": 2}])"), {u"dreams: is not a key"_s});
    row("a key in the wrong group", planWith(R"(, "recipe": {"zero": 3})"),
        {u"recipe.zero: is not a key"_s});
    row("a path for a key", planWith(R"(, "layout.zero": 1)"), {u"layout.zero"_s, u"not a key"_s});
    row("a path for a model",
        R"({"format": "highwater-plan", "version": 1, "model.id": "llama-3.1-8b"})",
        {u"model.id"_s, u"not a key"_s});
    row("a key of no letters", planWith(R"(, "": 1)"), {u"not a key"_s});
    row("a plan below a key of no letters", R"({"": )" + planWith("") + "}", {u"not a key"_s});
    row("a group below a key of no letters", planWith(R"(, "": {"layout": {"zero": 3}})"),
        {u"not a key"_s});
    row("a key in capitals", planWith(R"(, "Layout": {"zero": 3})"), {u"Layout: is not a key"_s});

    row("a key twice", planWith(R"(, "workload": {"context": 5, "context": 6})"),
        {u"workload.context: is written twice"_s});
    row("a key twice, the same", planWith(R"(, "workload": {"context": 5, "context": 5})"),
        {u"workload.context: is written twice"_s});
    row("a key twice, once in disguise",
        planWith(R"(, "workload": {"context": 5, "cont\u0065xt": 6})"),
        {u"workload.context: is written twice"_s});
    row("a group twice",
        planWith(R"(, "workload": {"context": 5}, "workload": {"micro_batch": 6})"),
        {u"workload: is written twice"_s});
    row("the model twice", planWith(R"(, "model": {"id": "llama-3.1-8b"})"),
        {u"model: is written twice"_s});
    row("the version twice", planWith(R"(, "version": 1)"), {u"version: is written twice"_s});
    row("the format twice", planWith(R"(, "format": "highwater-plan")"),
        {u"format: is written twice"_s});

    row("three problems", planWith(R"(, "layout": {"zero": 7, "tensor": 0, "pipeline": -1})"),
        {zeroAllows + u"7 (and 2 more)"_s});
    row("a name too long", planWith(", \"name\": \"" + repeated("x", 1025) + "\""),
        {u"name: must be a text of at most 1,024 bytes"_s});
    row("notes too long", planWith(", \"notes\": \"" + repeated("x", 65537) + "\""),
        {u"notes: must be a text of at most 65,536 bytes"_s});
    row("a key very long", planWith(", \"" + repeated("x", 100'000) + "\": 1"),
        {u"is not a key"_s});
    row("a word very long", planWith(", \"method\": \"" + repeated("x", 100'000) + "\""),
        {u"method: must be one of"_s});
    row("nonsense very long", planWith(", \"method\": " + repeated("x", 100'000)), {json});
    row("a text that does not end", planWith(", \"method\": \"" + repeated("x", 100'000)), {json});
    row("a number very long", planWith(", \"workload\": {\"context\": " + repeated("9", 100'000)),
        {u"workload.context"_s});
    row("seventy thousand unknown keys",
        [] {
            QByteArray keys;
            for (int i = 0; i < 70'000; ++i)
                keys += ", \"k" + QByteArray::number(i) + "\": 1";
            return planWith(keys);
        }(),
        {u"k0: is not a key"_s, u"99 more"_s});

    row("a word that colours", planWith(R"(, "method": "\u001b[31mred")"),
        {u"method: must be one of"_s, u"red"_s});
    row("a word that colours in one letter", planWith(R"(, "method": "\u009b31mred")"),
        {u"method: must be one of"_s, u"red"_s});
    row("a key that colours", planWith(R"(, "\u001b[31mred": 1)"), {u"red: is not a key"_s});
    row("a key that colours in one letter", planWith(R"(, "\u009b31mred": 1)"),
        {u"red: is not a key"_s});
    row("a key of two lines", planWith(R"(, "two\nlines": 1)"), {u"lines: is not a key"_s});
    row("a key with a null character", planWith(R"(, "a\u0000b": 1)"), {u"b: is not a key"_s});
    row("an escape in the raw", planWith(", \"na\x1b[31mme\": 1"), {json});
}

void TestCliInput::plans()
{
    QFETCH(QByteArray, content);
    QFETCH(QStringList, says);
    QVERIFY(write(u"plan.hwplan"_s, content));
    const QStringList named = says + QStringList{u"highwater: plan.hwplan:"_s};
    QCOMPARE(notRefused(estimate(u"plan.hwplan"_s), 2, named), QString());
    QCOMPARE(notRefused(run({u"estimate"_s, u"-"_s}, {content, {}, {}}), 2, says), QString());
}

void TestCliInput::plansWithoutAnswer_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* name, const QByteArray& content, const QStringList& says) {
        QTest::newRow(name) << content << says;
    };
    row("heads that do not divide", planWith(R"(, "layout": {"tensor": 3})"),
        {u"layout.tensor: must divide the number of heads, 32, and does not divide the 8 GPUs either; found 3"_s});
    row("too few GPUs", planWith(R"(, "layout": {"tensor": 16})"), {u"cluster.gpus"_s});
    row("bytes beyond counting",
        planWith(R"(, "workload": {"context": 16777216, "micro_batch": 65536},)"
                 R"( "recipe": {"attention": "eager"})"),
        {u"more bytes than can be counted"_s});
    row("the largest of everything",
        planOf(R"({"custom": {"hidden_size": 16777216, "num_layers": 65536, "num_heads": 65536,)"
               R"( "intermediate_size": 16777216, "vocab_size": 16777216}})"),
        {u"must come to at most 10^15 parameters"_s});
}

void TestCliInput::plansWithoutAnswer()
{
    QFETCH(QByteArray, content);
    QFETCH(QStringList, says);
    QCOMPARE(notRefused(run({u"estimate"_s, u"-"_s}, {content, {}, {}}), 2, says), QString());
}

void TestCliInput::places_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("firstColumn");
    QTest::addColumn<int>("lastColumn");
    const QByteArray head = "{\n  \"format\": \"highwater-plan\", \"version\": 1,\n"
                            "  \"model\": { \"id\": \"llama-3.1-8b\" }";
    const auto row = [&](const char* name, const QByteArray& rest, int line, int first, int last) {
        QTest::newRow(name) << head + rest << line << first << last;
    };
    // The columns are those of the word that is wrong, from its first letter to its last.
    row("a text", ",\n  \"layout\": { \"zero\": \"3\" }\n}", 4, 23, 25);
    row("a truth", ",\n  \"layout\": { \"zero\": true }\n}", 4, 23, 26);
    row("a number before a blank", ",\n  \"layout\": { \"zero\": 777 }\n}", 4, 23, 25);
    row("a number before a comma", ",\n  \"layout\": { \"zero\": 777, \"tensor\": 1 }\n}", 4, 23,
        25);
    row("a number before a bracket", ",\n  \"layout\": {\"zero\": 777}\n}", 4, 22, 24);
    row("a number before the end of a line", ",\n  \"layout\": {\n    \"zero\": 777\n  }\n}", 5, 13,
        15);
    row("a number before the end of a line, as on Windows",
        ",\r\n  \"layout\": {\r\n    \"zero\": 777\r\n  }\r\n}", 5, 13, 15);
    row("a number beyond a double", ",\n  \"workload\": {\n    \"context\": 1e400\n  }\n}", 5, 16,
        20);
    row("an object", ",\n  \"layout\": { \"zero\": {} }\n}", 4, 23, 24);
    row("a list", ",\n  \"layout\": { \"zero\": [] }\n}", 4, 23, 24);
    row("a key twice", ",\n  \"name\": \"a\",\n  \"name\": \"b\"\n}", 5, 3, 8);
    row("a bracket that is missing", ",\n  \"layout\": { \"zero\": 3\n", 5, 1, 1);
    row("a comma too many", ",\n  \"layout\": { \"zero\": 3, }\n}", 4, 26, 26);
    row("a word that is no JSON", ",\n  \"layout\": { \"zero\": nan }\n}", 4, 23, 25);
    row("after Chinese", ",\n  \"name\": \"水位\", \"method\": \"x\"\n}", 4, 27, 29);
    row("the far end of a long line",
        ",\n  \"notes\": \"" + repeated("x", 50'000) + "\", \"method\": \"x\"\n}", 4, 50'027,
        50'029);
}

void TestCliInput::places()
{
    QFETCH(QByteArray, content);
    QFETCH(int, line);
    QFETCH(int, firstColumn);
    QFETCH(int, lastColumn);
    QVERIFY(write(u"plan.hwplan"_s, content));
    const Ran ran = estimate(u"plan.hwplan"_s);
    QCOMPARE(ran.exit, 2);
    const QString place = placeIn(ran.err);
    QVERIFY2(!place.isEmpty(), ran.err.constData());
    QCOMPARE(place.section(u':', 0, 0).toInt(), line);
    const int column = place.section(u':', 1).toInt();
    QVERIFY2(column >= firstColumn && column <= lastColumn, qPrintable(place));
}

void TestCliInput::hugePlans_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("part");
    QTest::addColumn<int>("times");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QStringList>("says");
    constexpr int million = 1'000'000;
    const QByteArray head = R"({"format": "highwater-plan", "version": 1, "notes": ")";
    const auto row = [](const char* name, const QByteArray& before, const QByteArray& part,
                        int times, const QByteArray& after, const QStringList& says) {
        QTest::newRow(name) << before << part << times << after << says;
    };
    row("a million lists", "", "[", million, "", {u"nested more than 64 levels deep"_s});
    row("a million objects", "", "{\"a\":", million, "", {tooLarge});
    row("as many objects as a plan holds", "", "{\"a\":", 200'000, "",
        {u"nested more than 64 levels deep"_s});
    row("lists below an unknown key", R"({"dreams": )", "[", million, "",
        {u"nested more than 64 levels deep"_s});
    row("lists below a known key", R"({"adapter": {"targets": )", "[", million, "",
        {u"nested more than 64 levels deep"_s});
    row("objects below a known key", R"({"model": )", "{\"model\":", 100'000, "",
        {u"nested more than 64 levels deep"_s});
    row("lists that end", "", "[", 500'000, QByteArray(500'000, ']'),
        {u"nested more than 64 levels deep"_s});
    row("100 MB of notes", head, QByteArray(1 << 20, 'x'), 100, "\"}", {tooLarge});
    row("100 MB of numbers", "[", QByteArray("1,").repeated(1 << 19), 100, "1]", {tooLarge});
    row("100 MB of lists", "", QByteArray(1 << 20, '['), 100, "", {tooLarge});
    row("100 MB of blanks", "", QByteArray(1 << 20, ' '), 100, "{}", {tooLarge});
    row("100 MB of zeros", "", QByteArray(1 << 20, '\0'), 100, "", {tooLarge});
}

void TestCliInput::hugePlans()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, part);
    QFETCH(int, times);
    QFETCH(QByteArray, after);
    QFETCH(QStringList, says);
    QFile file(m_folder.filePath(u"plan.hwplan"_s));
    QVERIFY(file.open(QFile::WriteOnly));
    file.write(before);
    for (int i = 0; i < times; ++i)
        file.write(part);
    file.write(after);
    file.close();
    QCOMPARE(file.error(), QFile::NoError);
    const Ran ran = estimate(u"plan.hwplan"_s);
    const Ran input = shell(u"\"$0\" estimate - < plan.hwplan"_s, {{}, m_folder.path(), {}});
    file.remove();
    QCOMPARE(notRefused(ran, 2, says), QString());
    says.replaceInStrings(u"plan.hwplan"_s, QString());
    QCOMPARE(notRefused(input, 2, says), QString());
}

void TestCliInput::everyTruncation()
{
    const QByteArray whole = planWith(R"(, "name": "水位", "workload": {"context": 4096},)"
                                      R"( "adapter": {"targets": ["q", "v"]})");
    QCOMPARE(run({u"estimate"_s, u"-"_s}, {whole, {}, {}}).exit, 0);
    for (qsizetype size = 0; size < whole.size(); ++size) {
        const Ran ran = run({u"estimate"_s, u"-"_s}, {whole.first(size), {}, {}});
        const QString fault = notRefused(ran, 2, {u"JSON"_s});
        QVERIFY2(fault.isEmpty(), qPrintable(u"%1 bytes: %2"_s.arg(size).arg(fault)));
    }
}

void TestCliInput::limits()
{
    constexpr qsizetype mostBytes = 1 << 20;
    const auto exitOf = [](const QByteArray& plan) {
        return run({u"estimate"_s, u"-"_s}, {plan, {}, {}}).exit;
    };
    const QByteArray plan = planWith("");
    const QByteArray padded = plan + QByteArray(mostBytes - plan.size(), ' ');
    QCOMPARE(exitOf(padded), 0);
    QCOMPARE(exitOf(padded + ' '), 2);
    QCOMPARE(exitOf(planWith(", \"name\": \"" + repeated("x", 1024) + "\"")), 0);
    QCOMPARE(exitOf(planWith(", \"notes\": \"" + repeated("x", 65536) + "\"")), 0);
    QCOMPARE(exitOf(planWith(", \"notes\": \"" + repeated("水", 21845) + "\"")), 0);
    QCOMPARE(exitOf(planWith(", \"notes\": \"" + repeated("水", 21846) + "\"")), 2);
}

void TestCliInput::unreadable_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("a file that is not there") << u"missing.hwplan"_s;
    QTest::newRow("a folder that is not there") << u"missing/plan.hwplan"_s;
    QTest::newRow("a folder") << u"."_s;
    QTest::newRow("a file of no name") << u""_s;
    QTest::newRow("a file with a path too long") << QString(100'000, u'x');
    QTest::newRow("a file in a file") << u"file/plan.hwplan"_s;
    QTest::newRow("a file whose name colours") << u"\x1b[31mred\n.hwplan"_s;
    QTest::newRow("a file whose name colours in one letter") << u"\u009b31mred.hwplan"_s;
}

void TestCliInput::unreadable()
{
    QFETCH(QString, path);
    QVERIFY(write(u"file"_s, "x"));
    const Setting here{{}, m_folder.path(), {}};
    const QStringList says{u"cannot be read"_s};
    const QStringList axis = words("--axis workload.context --from 1 --to 2 --points 2");
    QCOMPARE(notRefused(run({u"estimate"_s, path}, here), 1, says), QString());
    QCOMPARE(notRefused(run({u"estimate"_s, path, u"--json"_s}, here), 1, says), QString());
    QCOMPARE(notRefused(run(QStringList{u"sweep"_s, path} + axis, here), 1, says), QString());
}

void TestCliInput::noPermission()
{
    QVERIFY(write(u"closed.hwplan"_s, planWith("")));
    QFile file(m_folder.filePath(u"closed.hwplan"_s));
    QVERIFY(file.setPermissions({}));
    if (file.open(QFile::ReadOnly))
        QSKIP("this user may read every file");
    QCOMPARE(notRefused(estimate(u"closed.hwplan"_s), 1, {u"closed.hwplan"_s}), QString());
}

void TestCliInput::unwritable_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QString>("says");
    const QString cannot = u"standard output cannot be written"_s;
    for (const char* command : {"estimate", "estimate --json", "estimate --check", "catalog models",
                                "catalog devices --json", "--help", "--version",
                                "sweep --axis workload.context --from 1k --to 16k --points 5",
                                "sweep --set cluster.overhead=none --axis workload.context --from "
                                "1k --to 16k --points 5000 --csv"}) {
        const QString line = u"\"$0\" "_s + QString::fromLatin1(command);
        QTest::addRow("a full disk: %s", command) << line + u" > /dev/full"_s << 1 << cannot;
        QTest::addRow("closed: %s", command) << line + u" >&-"_s << 1 << cannot;
    }
    QTest::newRow("a full disk, nothing to write")
        << u"\"$0\" estimate --bogus > /dev/full"_s << 2 << u"--bogus"_s;
    QTest::newRow("closed, nothing to write")
        << u"\"$0\" estimate --bogus >&-"_s << 2 << u"--bogus"_s;
    QTest::newRow("standard input that is closed")
        << u"\"$0\" estimate - <&-"_s << 1 << u"cannot be read"_s;
    QTest::newRow("standard input that is a folder")
        << u"\"$0\" estimate - < ."_s << 1 << u"cannot be read"_s;
    const QString pipe = u"f=$(mktemp -d); mkfifo $f/pipe; %1; c=$?; rm -r $f; exit $c"_s;
    QTest::newRow("a pipe that nothing writes into")
        << pipe.arg(u"\"$0\" estimate $f/pipe"_s) << 1 << u"nothing writes into this pipe"_s;
    QTest::newRow("a pipe with a broken plan, written late")
        << pipe.arg(u"(sleep 0.3; echo '{}' > $f/pipe) & \"$0\" estimate $f/pipe"_s) << 2
        << u"format"_s;
}

void TestCliInput::unwritable()
{
    QFETCH(QString, command);
    QFETCH(int, exit);
    QFETCH(QString, says);
    if (command.contains("/dev/full"_L1) && !QFile::exists(u"/dev/full"_s))
        QSKIP("no /dev/full here");
    QCOMPARE(notRefused(shell(command), exit, {says}), QString());
}

QTEST_GUILESS_MAIN(TestCliInput)
#include "test_cli_input.moc"
