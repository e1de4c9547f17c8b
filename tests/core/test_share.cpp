// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/packed_plan.h"
#include "core/exchange/plan_file.h"
#include "core/exchange/share_code.h"
#include "core/plan/checksum.h"
#include "core/plan/keys.h"
#include "core/plan/utf8.h"
#include "helpers.h"
#include "presets.h"
#include "random_plan.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <set>

using namespace highwater;

namespace {

constexpr std::string_view alphabet
    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

bool isWord(std::string_view text)
{
    return std::ranges::all_of(
        text, [](char letter) { return alphabet.find(letter) != std::string_view::npos; });
}

std::string inBase62(unsigned long long number, std::size_t count)
{
    std::string letters;
    for (std::size_t i = 0; i < count; ++i, number /= 62)
        letters.insert(letters.begin(), alphabet[number % 62]);
    return letters;
}

/// Any bytes as a code whose checksum is right.
std::string codeOf(std::string content)
{
    const std::uint32_t sum = crc32(content);
    for (int shift = 24; shift >= 0; shift -= 8)
        content += static_cast<char>(sum >> shift & 0xFF);
    std::string code = "HW1" + inBase62(content.size(), 3);
    for (std::size_t i = 0; i < content.size(); i += 8) {
        unsigned long long number = 0;
        const std::string block = content.substr(i, 8);
        for (const char byte : block)
            number = number << 8 | static_cast<unsigned char>(byte);
        // As many letters as 62^letters >= 256^bytes needs.
        code += inBase62(number,
                         std::vector<std::size_t>{0, 2, 3, 5, 6, 7, 9, 10, 11}[block.size()]);
    }
    return code;
}

/// The bytes of a key, followed by these.
std::string entry(std::uint16_t hash, const std::string& value)
{
    return std::string{static_cast<char>(hash >> 8), static_cast<char>(hash & 0xFF)} + value;
}

std::string entry(KeyPath path, const std::string& value)
{
    return entry(shareHash(path), value);
}

/// Entries in the order of their hashes, as in a code.
std::string inOrder(std::vector<std::string> entries)
{
    std::ranges::sort(entries, [](const std::string& a, const std::string& b) {
        return std::lexicographical_compare(
            a.begin(), a.end(), b.begin(), b.end(), [](char left, char right) {
                return static_cast<unsigned char>(left) < static_cast<unsigned char>(right);
            });
    });
    std::string content;
    for (const std::string& each : entries)
        content += each;
    return content;
}

/// Twenty keys away from the default, with a name and a note.
Plan busyPlan()
{
    Plan plan = planWith({{"model.id", "llama-3.1-70b"},
                          {"workload.context", "131072"},
                          {"workload.micro_batch", "2"},
                          {"workload.global_batch", "1024"},
                          {"workload.training_tokens", "15000000000000"},
                          {"recipe.framework", "pytorch-fsdp"},
                          {"recipe.precision", "bf16-mixed"},
                          {"recipe.gradients", "fp32"},
                          {"recipe.optimizer", "adamw-8bit"},
                          {"recipe.recompute", "selective"},
                          {"recipe.loss", "chunked"},
                          {"cluster.device", "h200-sxm-141gb"},
                          {"cluster.gpus", "512"},
                          {"cluster.reserve", "1073741824"},
                          {"cluster.utilisation", "0.42"},
                          {"cluster.price_per_hour", "2.49"},
                          {"layout.zero", "3"},
                          {"layout.replicate", "8"},
                          {"layout.imbalance", "1.25"},
                          {"layout.offload_optimizer", "cpu"}});
    plan.name = "70B at 128K on 64 nodes";
    plan.notes = "As discussed on Tuesday; the price is the one of the spring offer.";
    return plan;
}

QString said(const Result<Plan>& plan)
{
    return plan ? QStringLiteral("a plan") : shown(plan.problems()).join(u'\n');
}

} // namespace

class TestShare : public QObject
{
    Q_OBJECT

private slots:
    void hashesDiffer();
    void roundTrips();
    void unwrittenStaysUnwritten();
    void customModelThatSaysNothing();
    void equalPlansHaveEqualCodes();
    void longestTexts();
    void shortEnough();
    void presetsAreShortEnough();
    void codesStayReadable_data();
    void codesStayReadable();

    void truncatedAnywhere();
    void wrongLetterAnywhere();
    void flippedBitAnywhere();
    void misplacedLetterAnywhere();

    void found_data();
    void found();
    void wrapped();
    void firstWholeCodeCounts();
    void notFound_data();
    void notFound();
    void newerVersion();

    void hostileContent_data();
    void hostileContent();
    void randomContent();
    void hugeTexts();

    void planOrCode();
};

void TestShare::hashesDiffer()
{
    std::set<std::uint16_t> hashes{shareHash(KeyGroup("model.custom").text())};
    for (const Key& key : keys())
        QVERIFY2(hashes.insert(shareHash(key.path)).second, std::string(key.path).c_str());
}

void TestShare::roundTrips()
{
    Random random(20261204);
    for (int i = 0; i < 3000; ++i) {
        const Plan plan = planOfRandomKeys(random);
        const std::string code = shareCode(plan);
        QVERIFY2(isWord(code) && code.starts_with("HW1"), code.c_str());
        const auto read = readShareCode(code);
        QVERIFY2(read, (code + whyNot(read).toStdString()).c_str());
        QVERIFY2(*read == plan, code.c_str());
        QCOMPARE(shown(writePlan(*read)), shown(writePlan(plan)));
        QCOMPARE(shown(shareCode(*read)), shown(code));
    }
}

void TestShare::unwrittenStaysUnwritten()
{
    // A plan that writes a framework's own choice is another plan than one that leaves it open.
    for (const Key& key : keys()) {
        if (!key.path.isIn(KeyGroup("recipe")))
            continue;
        for (const std::string_view word : key.words) {
            const Plan plan = planWith({{key.path, std::string(word).c_str()}});
            const auto read = readShareCode(shareCode(plan));
            QVERIFY2(read && *read == plan, std::string(key.path).c_str());
            QCOMPARE(shareCode(plan) == shareCode({}), plan == Plan{});
        }
    }
}

void TestShare::customModelThatSaysNothing()
{
    Plan plan;
    plan.model = CustomModel{};
    const auto read = readShareCode(shareCode(plan));
    QVERIFY2(read, qPrintable(said(read)));
    QCOMPARE(*read, plan);
    QVERIFY(shareCode(plan) != shareCode({}));
}

void TestShare::equalPlansHaveEqualCodes()
{
    Plan zero, negativeZero;
    zero.cluster.utilisation = 0.0;
    negativeZero.cluster.utilisation = -0.0;
    QVERIFY(zero == negativeZero);
    QCOMPARE(shown(shareCode(zero)), shown(shareCode(negativeZero)));
    QVERIFY(shareCode(zero) != shareCode({}));
}

void TestShare::longestTexts()
{
    Plan plan = busyPlan();
    plan.notes = std::string(65536, 'n');
    plan.name = std::string(1024, 'n');
    const std::string code = shareCode(plan);
    const auto read = readShareCode(code);
    QVERIFY2(read, qPrintable(said(read)));
    QCOMPARE(*read, plan);
    QVERIFY2(code.size() < 100'000, std::to_string(code.size()).c_str());
}

void TestShare::shortEnough()
{
    const std::string code = shareCode(busyPlan());
    QVERIFY2(code.size() < 400, std::to_string(code.size()).c_str());
    QCOMPARE(shareCode({}).size(), std::size_t{12});
}

void TestShare::presetsAreShortEnough()
{
    const auto texts = presetTexts();
    QVERIFY(!texts.empty());
    for (const auto& [name, text] : texts) {
        const auto plan = readPlan(text);
        QVERIFY2(plan, name.c_str());
        const std::string code = shareCode(*plan);
        constexpr std::size_t shortNote = 120;
        const std::size_t more = plan->notes.size() - std::min(plan->notes.size(), shortNote);
        QVERIFY2(code.size() < 400 + more * 11 / 8,
                 (name + ": " + std::to_string(code.size())).c_str());
        const auto read = readShareCode(code);
        QVERIFY2(read && writePlan(*read) == text, name.c_str());
    }
}

void TestShare::codesStayReadable_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("file");
    const auto row = [](const char* name, const char* code, const Plan& plan) {
        QTest::newRow(name) << QByteArray(code) << QByteArray::fromStdString(writePlan(plan));
    };
    row("the default plan", "HW1004000000", {});
    row("a busy plan",
        "HW103Y0bBeuQjqd9cF58KB5JipHf393ba0TZGhc5qpoqjR2SBqFcms7L5OquW48RlqiMe2"
        "0C4EyTpeVBLM7GTRMtCVlFZ0DSNE3Id8NAEEpCziF4JlrdAoowYqjJPiT9y8LZtjxVuB9S"
        "CE0ihfjme8i1OC7kUdlq5cO0jF2cIzN9uXaMTEC9dg7FZP3m2Dddr2mkquxSKGQT8X4nUE"
        "MYy7s8gIIBL8Qdzq2mkquxSL5RS93Cu2vVcuUX9nmybAHaVAmFa7WOfNOTcf3sb5DkhA14"
        "6HDvBN5UeVdz0AHph2uuTqu3xmXn4",
        busyPlan());

    // A word inserted before the last of its list would change the meaning of old codes.
    // Keys and words that came later are not in the older codes.
    constexpr std::array<KeyPath, 28> addedKeys{
        "model.custom.vision.kind",  "model.custom.linear.kind", "adapter.method",
        "recipe.recompute_method",   "recipe.recompute_modules", "recipe.frozen",
        "recipe.master_precision",   "adapter.modules_to_save",  "layout.schedule",
        "layout.context_kind",       "layout.offload_fraction",  "inference.server",
        "inference.memory_fraction", "workload.epochs",          "recipe.engine",
        "recipe.saved_state",        "recipe.norm_kernels",      "recipe.mlp_kernels",
        "adapter.kernels",           "recipe.precision",         "layout.offload_modules",
        "inference.draft_weights",   "recipe.muon_gather",       "inference.draft_acceptance",
        "inference.draft_kind",      "layout.host_step",         "layout.zenflow_share",
        "recipe.attention_kernel"};
    Plan last, newest;
    last.model = newest.model = CustomModel{};
    Plan real, newestReal;
    real.model = newestReal.model = SizedModel{7.5e9};
    for (const Key& key : keys()) {
        const bool first = std::ranges::find(addedKeys, key.path) == addedKeys.end();
        for (Plan* plan : {&last, &newest}) {
            if (plan == &last && !first)
                continue;
            if (key.kind == Kind::Choice)
                QVERIFY(assign(*plan, key.path, std::string(key.words.back())).empty());
            if (key.kind == Kind::Choices)
                QVERIFY(
                    assign(*plan, key.path, std::vector{std::string(key.words.back())}).empty());
        }
        if (key.kind == Kind::Real && !key.path.isIn(KeyGroup("model")))
            for (Plan* plan : {&real, &newestReal})
                if (first || plan == &newestReal)
                    QVERIFY(assign(*plan, key.path, (key.least + key.most) / 2).empty());
    }
    // Keys that came after these codes.
    newest.recipe.muonGather = MuonGather::Each;
    newest.recipe.attentionKernel.reset();
    newest.layout.hostStep = HostStep::After;
    newestReal.layout.zenflowShare = Layout{}.zenflowShare;
    newest.inference.draftWeights.reset();
    newest.inference.draftKind = DraftKind::Model;
    newestReal.inference.draftAcceptance = Inference{}.draftAcceptance;
    newest.adapter.method = AdapterMethod::Lora;
    last.recipe.framework = Framework::OpenRlhf;
    last.recipe.precision = newest.recipe.precision = Precision::Fp8Mixed;
    newest.inference.weights = WeightFormat::Mxfp4Moe;
    last.adapter.base = newest.adapter.base = AdapterBase::Nf4Double;
    row("the last word of every choice, with those about parts",
        "HW10480Klu5HjMrRI0QtQ4zX0kGEGpLVYJoae3A2k5KqpQ2y3j0MEm3WzpCKo30OGtGFGn"
        "h20sXbPl9UNYi3bbyMMkuG3e6UWp46nzIMo0MzcJ24temM3bc6t4CjXev8veQnr8CL5dEq"
        "u7PbOaCor0ITC8FXOW0MAXfIGjHS0wD0DMxSiCmBs49xXOf6aiejSC5sDzn9R87x0Dl1Et"
        "ny4m1DqrzLYnVHS8FMphTioWePc05OmaBp0MaX0f4fLkLnPhc3ragyTlxnBRHWYH0laOOe"
        "R0KJPEsUZ4aA9WvhCEksLa7JA5EtH6hDeF05Nk7zqvOrp0KlkOvPD03e9BcQPYTI2770AU"
        "hFw9vjwD",
        newest);
    last.recipe.optimizer = Optimizer::PagedAdamW8bit;
    last.recipe.moments = Moments::Int8;
    last.adapter.targets = {AdapterTarget::Head};
    last.inference.weights = WeightFormat::Q8_0;
    last.inference.kvCache = KvFormat::Q4_0;
    row("the last word of every choice",
        "HW103I0Klu5HjMrUJ0B4IdkzR6jXHAgDRpbSuv62m6MvAWV0Uu0MIH2vpNiLKLY5SuGniB"
        "cC0C0YNOdyc5j1CZIloC5SMc6kyYuYr63Yn0CbRNENeriy0G1BRXVhdyX0D7jctY2rjOAX"
        "fIGjHS0wD0DMxSiEAXMVEAMcraHU2L4CqmYMOIThohKQtAVm1DJWw7dwfnsC9j3d0ESXjz"
        "LQvoeDjsYAui4uvqHcw3TkOyKSq0KVfURH7LXIJv0h8K0fzghJeQ6gWvlHCb4YCLcxe2kX"
        "x4Q7vPM",
        last);
    Plan before = last;
    before.recipe.optimizer = Optimizer::Muon;
    before.recipe.loss = Loss::Chunked;
    row("words that were the last before others were added",
        "HW103I0Klu5HjMrUJ0B4IdkzR6jXHAgDRpbSuv62m6MvAWV0Uu0MIH2vpNiLKLY5SuGniB"
        "cC0C0YNOdyc5j1CZIloC5SMc6kyYuYr63Yn0CbRNENeriy0G1BRXVhdyX0D7jctY2rjOAX"
        "fIGjHS0wD082vwMQUqBTEAMcraHU2L4CqmYMOIThohKQtAVm1DJWw7dwfnsC9j3d0ESXjz"
        "LQvoeDjpyJrdKZlaHcw3TkOyKSq0KVfURH7LXIJv0h8K0fzghJeQ6gWvlHCb4YCLcxe2kX"
        "x0Tuf6Q",
        before);
    row("every real",
        "HW101e5Z0gwcgpn7LFwjjhBeF9NY0Hugjed32MI8qUOaQM49gUDSNzf8Pyl6XLWXde7omg"
        "CgFgOoSD3vbt8EwKp1IWNM6Q0ZKoNrOjzioHiQ3YKQeuowI2DKqFO12QE5zGtMWGuhmN0s"
        "NNbUUnP",
        real);
    row("every real, with those that came later",
        "HW10265Z0gwcgpn7LFwjjhBeF9NY0Hugjed32MI8qUOaQM49gUDSNzf8Pxxp1GXPhOmcqO"
        "V7APfvDOIpxM19lWqJDOLayVGeXwhIIWCf3LWXde8IGlL8FgOoX3tKIS3LFbVBybaPUUEw"
        "L6bkHJdUB09KhfdH9fm5Hef2bU4i7k3EZF0BJABwHUF0x",
        newestReal);
}

void TestShare::codesStayReadable()
{
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, file);
    const auto read = readShareCode(code.toStdString());
    const auto plan = readPlan(file.toStdString());
    QVERIFY2(plan, qPrintable(said(plan)));
    QVERIFY2(read && *read == *plan, (said(read).toStdString() + shareCode(*plan)).c_str());
}

void TestShare::truncatedAnywhere()
{
    const std::string code = shareCode(busyPlan());
    for (std::size_t length = 0; length < code.size(); ++length) {
        const auto read = readShareCode(std::string_view(code).substr(0, length));
        const QString reason = said(read);
        const QString wanted = length < 12
            ? QStringLiteral("not a share code")
            : QStringLiteral("cut short: it has %1 letters of %2").arg(length).arg(code.size());
        QVERIFY2(reason.contains(wanted), qPrintable(reason));
    }
    for (std::size_t start = 1; start < code.size(); ++start)
        QVERIFY(!readShareCode(std::string_view(code).substr(start)));
}

void TestShare::wrongLetterAnywhere()
{
    const std::string code = shareCode(busyPlan());
    for (std::size_t at = 0; at < code.size(); ++at)
        for (const char letter : alphabet) {
            std::string wrong = code;
            wrong[at] = letter;
            const auto read = readShareCode(wrong);
            QVERIFY2(read ? letter == code[at] : letter != code[at], wrong.c_str());
        }
}

void TestShare::flippedBitAnywhere()
{
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        const Plan plan = planOfRandomKeys(random);
        const std::string code = shareCode(plan);
        for (std::size_t at = 0; at < code.size(); ++at) {
            std::string wrong = code;
            wrong[at] = static_cast<char>(wrong[at] ^ (1 << random.below(8)));
            const auto read = readShareCode(wrong);
            QVERIFY2(!read || *read == plan, wrong.c_str());
        }
    }
}

void TestShare::misplacedLetterAnywhere()
{
    const Plan plan = busyPlan();
    const std::string code = shareCode(plan);
    for (std::size_t at = 0; at < code.size(); ++at) {
        std::string without = code;
        without.erase(at, 1);
        QVERIFY2(!readShareCode(without), without.c_str());
        std::string twice = code;
        twice.insert(at, 1, code[at]);
        const auto read = readShareCode(twice); // a letter after the last one is not read
        QVERIFY2(!read || *read == plan, twice.c_str());
        if (at == 0 || code[at] == code[at - 1])
            continue;
        std::string swapped = code;
        std::swap(swapped[at], swapped[at - 1]);
        QVERIFY2(!readShareCode(swapped), swapped.c_str());
    }
}

void TestShare::found_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::newRow("alone") << ""
                           << "";
    QTest::newRow("blanks") << " \t\n "
                            << " \r\n";
    QTest::newRow("a sentence") << "See HW1 is due, my plan is "
                                << ", what do you think?";
    QTest::newRow("a sentence that goes on") << "my plan "
                                             << " is this one";
    QTest::newRow("brackets") << "("
                              << ")";
    QTest::newRow("a tag") << "<code>"
                           << "</code>";
    QTest::newRow("Markdown") << "**`"
                              << "`**";
    QTest::newRow("a link") << "https://example.org/plan?code="
                            << "&from=mail";
    QTest::newRow("Chinese") << QStringLiteral("方案代码：") << QStringLiteral("，请看");
    QTest::newRow("Chinese without a mark") << QStringLiteral("代码") << QStringLiteral("如上");
    QTest::newRow("quoted") << "> > "
                            << "\n> > Regards";
    QTest::newRow("a text in JSON") << "\""
                                    << "\"";
    QTest::newRow("a long mail") << QString(500'000, u'x') << QString(500'000, u' ');
}

void TestShare::found()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    const std::string code = shareCode(busyPlan());
    const std::string text = before.toStdString() + code + after.toStdString();
    const auto found = findShareCode(text);
    if (before.endsWith(u'x')) { // a word that only ends like a code
        QVERIFY(!found);
        return;
    }
    QVERIFY(found);
    QCOMPARE(shown(*found), shown(code));
    QCOMPARE(static_cast<std::size_t>(found->data() - text.data()), before.toStdString().size());
    const auto read = readShareCode(text);
    QVERIFY2(read && *read == busyPlan(), qPrintable(said(read)));
}

void TestShare::wrapped()
{
    const std::string code = shareCode(busyPlan());
    for (const std::string between :
         {"\n", "\r\n", "\n> ", "\n    ", "\n> > \t", " ", "\u00A0", "\u200B", "\u2028", "\n\n"})
        for (const std::size_t width : {3U, 4U, 5U, 6U, 7U, 40U, 72U}) {
            std::string text;
            for (std::size_t at = 0; at < code.size(); at += width)
                text += (at > 0 ? between : "") + code.substr(at, width);
            const auto read = readShareCode("Hello,\n" + text + "\nas promised");
            QVERIFY2(read && *read == busyPlan(), (text + said(read).toStdString()).c_str());
            const std::string sentence = "Hello,\n" + text + "\nas promised";
            const auto found = findShareCode(sentence);
            QVERIFY(found);
            QCOMPARE(shown(*found), shown(text));
        }
}

void TestShare::firstWholeCodeCounts()
{
    const std::string one = shareCode(planWith({{"layout.zero", "1"}}));
    const std::string two = shareCode(planWith({{"layout.zero", "2"}}));
    std::string damaged = one;
    damaged.back() = damaged.back() == '0' ? '1' : '0';
    const auto zero = [](const std::string& text) {
        const auto plan = readShareCode(text);
        return plan ? plan->layout.zero : -1;
    };
    QCOMPARE(zero(one + " and " + two), 1);
    QCOMPARE(zero(two + "\n" + one), 2);
    QCOMPARE(zero(damaged + ", " + two), 2);
    QCOMPARE(zero(one.substr(0, one.size() - 1) + " " + two), 2);
    QCOMPARE(zero(damaged), -1);
}

void TestShare::notFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("the prefix") << QByteArray("HW1");
    QTest::newRow("homework") << QByteArray("HW1 is due on Monday, HW1: exercises 1 to 4");
    QTest::newRow("the end of a word") << QByteArray("xHW1004000000");
    QTest::newRow("small letters") << QByteArray("hw1004000000");
    QTest::newRow("version zero") << QByteArray("HW0004000000");
    QTest::newRow("no version") << QByteArray("HWx004000000");
    QTest::newRow("a file's name") << QByteArray("HW1-final.hwplan");
    QTest::newRow("a plan file") << QByteArray(R"({"format": "highwater-plan"})");
    QTest::newRow("bytes") << QByteArray("\xff\xfe\0\1HW\xff", 7);
}

void TestShare::notFound()
{
    QFETCH(QByteArray, text);
    const std::string_view view(text.constData(), static_cast<std::size_t>(text.size()));
    QVERIFY(!findShareCode(view));
    QCOMPARE(said(readShareCode(view)), QStringLiteral("not a share code, which begins with HW1"));
}

void TestShare::newerVersion()
{
    std::string code = shareCode(busyPlan());
    code[2] = '2';
    const QString newer = QStringLiteral(
        "this share code was written by a newer Highwater; this one reads version 1");
    QCOMPARE(said(readShareCode(code)), newer);
    QCOMPARE(shown(findShareCode("new: " + code + ".").value_or("")), shown(code));
    const auto both = readShareCode(code + " or " + shareCode({}));
    QVERIFY2(both && *both == Plan{}, qPrintable(said(both)));
}

void TestShare::hostileContent_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const std::string& content, const char* reason) {
        QTest::newRow(name) << QByteArray::fromStdString(content) << QString::fromUtf8(reason);
    };
    constexpr const char* noPlan = "does not hold a plan";
    constexpr const char* unknown = "something that this Highwater does not know";
    const std::string zero2 = entry("layout.zero", "\2");
    row("half a hash", zero2.substr(0, 1), noPlan);
    row("no value", zero2.substr(0, 2), noPlan);
    row("a key that is not known", entry(shareHash("layout.nothing"), "\2"), unknown);
    row("a group for a key", entry(shareHash(KeyGroup("model").text()), "\2"), unknown);
    row("a word that is not known", entry("recipe.precision", "\11"), unknown);
    row("a word far beyond", entry("recipe.precision", std::string(9, '\xff') + '\1'), unknown);
    row("a word of a list that is not known", entry("adapter.targets", "\1\20"), unknown);
    row("out of range", entry("layout.zero", "\4"), "layout.zero: must be a whole number from 0");
    row("beyond 63 bits", entry("layout.zero", std::string(9, '\xff') + '\1'),
        "layout.zero: must be a whole number from 0 to 3; found -1");
    row("a number without an end", entry("layout.zero", std::string(20, '\xff')), noPlan);
    row("a number with zeros before it", entry("layout.zero", std::string("\x82\0", 2)), noPlan);
    row("the default", entry("workload.micro_batch", "\1"), noPlan);
    row("a key twice", zero2 + zero2, noPlan);
    row(
        "keys out of order",
        [&] {
            std::string all = inOrder({zero2, entry("cluster.gpus", "\2")});
            std::rotate(all.begin(), all.begin() + 3, all.end());
            return all;
        }(),
        noPlan);
    row("neither true nor false", entry("recipe.dropout", "\2"), noPlan);
    row("a text longer than the code", entry("name", "\5abcd"), noPlan);
    row("a text longer than any memory", entry("name", std::string(9, '\xff') + "\1abcd"), noPlan);
    row("a text that is not UTF-8", entry("name", "\1\xff"), "name: must be a text of at most");
    row("a name too long", entry("name", "\x81\x08" + std::string(1025, 'n')),
        "name: must be a text of at most 1,024 bytes");
    row("a list of nothing", entry("adapter.targets", std::string(1, '\0')),
        "adapter.targets: must be a list");
    row("a list with a repeat", entry("adapter.targets", "\2\1\1"),
        "adapter.targets: must be a list, without repeats");
    row("a list longer than its words", entry("adapter.targets", "\x0a" + std::string(10, '\1')),
        noPlan);
    // Reals are their bytes in reverse: 7F F8 00 … becomes F8 7F, in groups of seven bits.
    row("not a number", entry("cluster.utilisation", "\xff\xf0\3"),
        "cluster.utilisation: must be a number from 0 to 1; found nan");
    row("infinity", entry("cluster.utilisation", "\xff\xe0\3"),
        "cluster.utilisation: must be a number from 0 to 1; found inf");
    row("negative zero", entry("cluster.utilisation", "\x80\1"), noPlan);
    row("two models",
        inOrder({entry("model.id", "\1x"), entry("model.parameters", "\xC1\xFA\xB7\xAE\x06")}),
        noPlan);
    row("an empty custom model that says something",
        inOrder({entry(shareHash(KeyGroup("model.custom").text()), ""),
                 entry("model.custom.num_layers", "\2")}),
        noPlan);
    row("a plan and more", zero2 + std::string(100'000, '\0'), unknown);
}

void TestShare::hostileContent()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, reason);
    const auto read = readShareCode(codeOf(content.toStdString()));
    QVERIFY2(said(read).contains(reason), qPrintable(said(read)));
    QVERIFY(!read);
    QCOMPARE(read.problems().size(), std::size_t{1});
}

void TestShare::randomContent()
{
    Random random(77);
    int plans = 0, refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        // Random bytes, and those of a plan with a few of them changed.
        std::string content;
        if (random.coin()) {
            for (std::uint64_t left = random.below(100); left > 0; --left)
                content += static_cast<char>(random.below(256));
        } else {
            const Value value = randomValue(random, keyOf("workload.context"));
            Plan plan;
            QVERIFY(assign(plan, "workload.context", value).empty());
            content = entry("workload.context", "");
            for (auto left = static_cast<std::uint64_t>(plan.workload.context);; left >>= 7) {
                content += static_cast<char>(left > 0x7F ? left | 0x80 : left);
                if (left <= 0x7F)
                    break;
            }
            if (random.coin())
                content[random.below(content.size())] = static_cast<char>(random.below(256));
        }
        const std::string code = codeOf(content);
        const auto read = readShareCode(code);
        if (read) {
            QCOMPARE(shown(shareCode(*read)), shown(code));
            ++plans;
        } else {
            QVERIFY(isUtf8(english(read.problems().front())));
            ++refused;
        }
    }
    QVERIFY2(plans > 1000 && refused > 1000, std::to_string(plans).c_str());
}

void TestShare::hugeTexts()
{
    const std::string letters(mostPlanBytes - 6, 'a');
    QVERIFY(said(readShareCode("HW1zzz" + letters)).contains(u"damaged"));
    QVERIFY(said(readShareCode("HW2zzz" + letters)).contains(u"newer"));
    QCOMPARE(said(readShareCode("HW1zzz" + letters + "a")),
             QStringLiteral("larger than a plan can be, 1,048,576 bytes"));
    QVERIFY(!findShareCode("HW1zzz" + letters + "a"));
    std::string many;
    while (many.size() + 13 < mostPlanBytes)
        many += " HW1zzzaaaaaa";
    QVERIFY(!readShareCode(many));
    QVERIFY(!readShareCode(std::string(mostPlanBytes, '\0')));
    QVERIFY(!readShareCode("HW1zzz" + std::string(1'000'000, ' ')));
}

void TestShare::planOrCode()
{
    const Plan shared = planWith({{"layout.zero", "2"}});
    Plan filed = planWith({{"layout.zero", "1"}});
    filed.notes = "came from " + shareCode(shared);
    const auto zero = [](const std::string& text) {
        const auto plan = readPlanOrCode(text);
        return plan ? plan->layout.zero : -1;
    };
    const std::string file = writePlan(filed);
    QCOMPARE(zero(shareCode(shared)), 2);
    QCOMPARE(zero("Dear all, " + shareCode(shared) + "\n"), 2);
    QCOMPARE(zero(file), 1);
    QCOMPARE(zero("\n\t " + file), 1);
    QCOMPARE(zero("\xEF\xBB\xBF" + file), 1);
    // A damaged plan file does not count as a text with a code.
    QVERIFY(said(readPlanOrCode(file.substr(0, file.size() - 3))).contains(u"not valid JSON"));
    QVERIFY(said(readPlanOrCode("no plan")).contains(u"not valid JSON"));
    QVERIFY(said(readPlanOrCode("")).contains(u"not valid JSON"));
    QVERIFY(said(readPlanOrCode(shareCode(busyPlan()).substr(0, 99))).contains(u"cut short"));
}

QTEST_APPLESS_MAIN(TestShare)
#include "test_share.moc"
