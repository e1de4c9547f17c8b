// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording.h"

#include <QtTest>

#include <cstring>
#include <string>
#include <string_view>

#include <zlib.h>

using namespace highwater;
using namespace std::string_literals;

namespace {

// A pickle is put together opcode by opcode, as Python's pickletools lists them.
const std::string begin = "\x80\x04"s;

template <class T> std::string little(T number)
{
    std::string bytes(sizeof number, '\0');
    std::memcpy(bytes.data(), &number, sizeof number);
    return bytes;
}

std::string text(const std::string& words)
{
    return "\x8c"s + static_cast<char>(words.size()) + words;
}

std::string whole(std::int32_t number)
{
    return "J" + little(number);
}

std::string repeated(const std::string& part, std::size_t times)
{
    std::string all;
    all.reserve(part.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        all += part;
    return all;
}

std::string dictionary(const std::string& members)
{
    return "}(" + members + "u";
}

std::string list(const std::string& members)
{
    return "](" + members + "e";
}

std::string segment()
{
    return dictionary(text("device") + "K\0"s + text("address") + whole(512) + text("total_size")
                      + whole(2 << 20) + text("blocks") + "]");
}

std::string snapshot(const std::string& traces, const std::string& segments = list(segment()))
{
    return begin + dictionary(text("segments") + segments + text("device_traces") + traces) + ".";
}

std::string allocation(const std::string& size, std::int32_t address = 512)
{
    return dictionary(text("action") + text("alloc") + text("addr") + whole(address) + text("size")
                      + size + text("stream") + "K\0"s);
}

std::string traceOf(const std::string& size)
{
    return snapshot(list(list(allocation(size))));
}

std::string packed(const std::string& bytes)
{
    z_stream stream = {};
    constexpr int gzip = 16 + MAX_WBITS;
    deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, gzip, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, bytes.size()), '\0');
    std::string in = bytes;
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

} // namespace

/// Files that were made to break a reader: each gets one clear sentence.
class TestHostileRecordings : public QObject
{
    Q_OBJECT

private slots:
    void aSoundOneIsRead();
    void aFrameMayHaveNoLine();
    void refuses_data();
    void refuses();
    void endsAnywhere();
    void isGarbledAnywhere();
};

void TestHostileRecordings::aSoundOneIsRead()
{
    ByteSource source(traceOf(whole(512)));
    const auto recording = readRecording(source);
    QVERIFY2(recording, recording ? "" : english(recording.problems().front()).c_str());
    QCOMPARE(recording->timeline.peakRequested(), Bytes{512});
    ByteSource again(packed(traceOf(whole(512))) + packed(std::string()));
    QVERIFY(readRecording(again));
    // Segments of host memory, of a later version, are none of the device's.
    ByteSource later(begin
                     + dictionary(text("host_segments") + list(segment()) + text("segments")
                                  + list(segment()) + text("device_traces") + list("]")
                                  + text("host_traces") + list(list(allocation(whole(7)))))
                     + ".");
    const auto found = readRecording(later);
    QVERIFY(found);
    QCOMPARE(found->timeline.end.reserved, Bytes{2 << 20});
    QVERIFY(found->timeline.events.empty());
}

/// Its line is 2^64 - 1, which a pickle has in nine bytes.
void TestHostileRecordings::aFrameMayHaveNoLine()
{
    const std::string frame
        = dictionary(text("name") + text("init") + text("filename") + text("a.py") + text("line")
                     + "\x8a\x09" + repeated("\xff", 8) + "\0"s);
    const std::string event
        = dictionary(text("action") + text("alloc") + text("addr") + whole(512) + text("size")
                     + whole(512) + text("stream") + "K\0"s + text("frames") + list(frame));
    ByteSource source(snapshot(list(list(event))));
    const auto recording = readRecording(source);
    QVERIFY2(recording, recording ? "" : english(recording.problems().front()).c_str());
    QCOMPARE(recording->timeline.peakRequested(), Bytes{512});
}

void TestHostileRecordings::refuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const std::string& bytes, const char* says) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(says);
    };
    row("nothing", "", "empty");
    row("a text", "hello", "no memory recording");
    row("UTF-16", "\xff\xfe{\0}\0"s, "no memory recording");
    row("a page", "<html>", "picture");
    row("protocol 0", "(dp0\n.", "no memory recording");
    row("protocol 1", "\x80\x01}.", "protocol 1");
    row("protocol 6", "\x80\x06}.", "protocol 6");

    for (const auto& [code, name] : std::initializer_list<std::pair<const char*, const char*>>{
             {"cos\nsystem\n", "GLOBAL"},
             {"\x93", "STACK_GLOBAL"},
             {"(ios\nsystem\n", "INST"},
             {"(o", "OBJ"},
             {"\x81", "NEWOBJ"},
             {"\x92", "NEWOBJ_EX"},
             {")R", "REDUCE"},
             {"}}b", "BUILD"},
             {"\x82\x01", "EXT1"},
             {"\x83\x01\x01", "EXT2"},
             {"\x84\x01\x01\x01\x01", "EXT4"},
             {"Pid\n", "PERSID"},
             {"NQ", "BINPERSID"},
             {"C\x01x", "SHORT_BINBYTES"},
             {"B\x01", "BINBYTES"},
             {"\x8e", "BINBYTES8"},
             {"\x96", "BYTEARRAY8"},
             {"\x97", "NEXT_BUFFER"},
             {"\x98", "READONLY_BUFFER"},
             {"U\x01x", "SHORT_BINSTRING"},
             {"T", "BINSTRING"},
             {"S'x'\n", "STRING"},
             {"Vx\n", "UNICODE"},
             {"I1\n", "INT"},
             {"L1L\n", "LONG"},
             {"F1\n", "FLOAT"},
             {"\x8f", "EMPTY_SET"},
             {"0", "POP"},
             {"2", "DUP"},
             {"\xff", "0xff"}})
        row(name, begin + code + ".", name);

    row("BINUNICODE8 of 2^62", begin + "\x8d" + little(std::uint64_t{1} << 62) + "a",
        "BINUNICODE8");
    row("LONG4 of -5", begin + "\x8b" + little(std::int32_t{-5}), "LONG4");
    row("FRAME of 2^63", begin + "\x95" + little(std::uint64_t{1} << 63) + "}.",
        "length of 9223372036854775808");
    row("BINUNICODE of 2 GB", begin + "X" + little(std::uint32_t{0x7fffffff}) + "abc",
        "length of 2147483647");
    row("LONG_BINPUT far away", begin + "}r" + little(std::uint32_t{0xfffffffe}) + ".",
        "out of order");
    row("LONG_BINGET of nothing", begin + "j" + little(std::uint32_t{0xfffffffe}) + ".",
        "number 4294967294");
    row("10^5 lists, from within",
        begin + std::string(100'000, ']') + std::string(99'999, 'a') + ".", "too deep");
    row("10^6 marks", begin + std::string(1'000'000, '('), "too deep");
    row("10^5 tuples", begin + ")" + repeated("\x85", 100'000) + ".", "too deep");
    row("10^6 levels of JSON", std::string(1'000'000, '['), "lists of numbers");
    row("10^6 objects of JSON", repeated("{\"a\":", 1'000'000), "too deep");
    row("a list in itself", begin + "]\x94h\0a."s, "contains itself");
    row("a list in its list", begin + "]\x94](h\0ea."s, "contains itself");
    row("a dictionary in itself", begin + "}\x94" + text("a") + "h\0s."s, "contains itself");
    std::string doubled = begin + "]\x94";
    for (char i = 0; i < 60; ++i)
        doubled += "]\x94(h"s + i + "h" + i + "e";
    row("2^60 leaves", doubled + ".", "no dictionary");
    row("an event twice", snapshot(list(list(allocation(whole(512)) + "\x94h\0h\0"s))), "twice");
    row("memo of one value without end", begin + "}" + std::string(1'000'000, '\x94'),
        "more values than it has");
    row("10^7 numbers", begin + "(" + repeated("K\x01", 5'000'000), "belong to nothing");

    row("a negative size", traceOf(whole(-5)), "size: must be a whole number");
    row("2^70 bytes", traceOf("\x8a\x09" + std::string(8, '\0') + "\x40"), "size: must be");
    row("2^62 bytes", traceOf("\x8a\x08" + little(std::int64_t{1} << 62)), "size: must be");
    std::string many;
    for (std::int32_t i = 1; i <= 5'000; ++i)
        many += allocation("\x8a\x08" + little(std::int64_t{1} << 48), 512 * i);
    row("a sum beyond 64 bits", snapshot(list(list(many))), "more bytes than any machine");
    row("a size that is a text", traceOf(text("x")), "size: must be");
    row("a size that is a list", traceOf("]"), "size: must be");
    row("a size that is no whole number", traceOf("G" + std::string(8, '\0')), "size: must be");
    row("segments that are a number", snapshot("]", "K\x01"), "segments: must be");
    row("traces that are a number", snapshot("K\x01"), "device_traces: must be");
    row("traces of numbers", snapshot(list("K\x01")), "device_traces: must be");
    row("frames of numbers",
        snapshot(list(list(dictionary(text("action") + text("alloc") + text("size") + whole(1)
                                      + text("frames") + list("K\x01"))))),
        "frames: must be");
    row("an action that is a number", snapshot(list(list(dictionary(text("action") + "K\x01")))),
        "action: must be");
    row("an end without a mark", begin + "]e.", "not begun");
    row("an empty stack", begin + "a.", "more values than there are");
    row("a key without a value", begin + "}(" + text("a") + "u.", "without a value");
    row("a key that is a number", begin + "}(K\x01K\x01u.", "no text");
    row("a text that is not UTF-8", begin + "}(\x8c\x02\xff\xfeK\x01u.", "UTF-8");
    row("no end", begin + "}", "before the pickle does");
    row("another dictionary", begin + dictionary(text("a") + "K\x01") + ".", "no memory snapshot");

    const std::string sound = packed(traceOf(whole(512)));
    row("half of a gzip file", sound.substr(0, sound.size() / 2), "gzip data end");
    row("a gzip file without its end", sound.substr(0, sound.size() - 4), "gzip data end");
    row("a gzip file with another checksum",
        sound.substr(0, sound.size() - 8) + std::string(8, '\x01'), "damaged");
    row("a gzip file of blanks", packed(std::string(std::size_t{1} << 25, ' ')), "200 times");
    row("a gzip file of one text",
        packed(begin + "X" + little(std::uint32_t{1} << 25)
               + std::string(std::size_t{1} << 25, 'a')),
        "text of 33,554,432 bytes");
    row("a gzip file of lists", packed(begin + std::string(std::size_t{1} << 22, ']')),
        "belong to nothing");

    row("half of a timeline", "[[1, 2], [[0, 1", "no JSON");
    row("a timeline of texts", "[\"a\"]", "lists of numbers");
    row("a short row", "[[1], [[0, 1]]]", "row of 2 numbers");
    row("fewer rows than times", "[[1, 2], [[0, 1, 0, 0, 0, 0, 0, 0, 0]]]", "2 times and 1 row of");
    row("negative bytes", "[[1], [[0, -1, 0, 0, 0, 0, 0, 0, 0]]]", "negative");
    row("bytes beyond 64 bits", "[[1], [[0, 99999999999999999999, 0, 0, 0, 0, 0, 0, 0]]]",
        "too large");
    row("bytes after a timeline and a NUL",
        std::string("[[1], [[0, 1, 0, 0, 0, 0, 0, 0, 0]]]") + '\0' + "[", "no JSON");
    row("a category that is none", "[[1, 2, 512, 99]]", "category");
    row("a trace without memory", "{\"traceEvents\": []}", "profile_memory");
}

void TestHostileRecordings::refuses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, says);
    const std::string file = bytes.toStdString();
    ByteSource source(file);
    const auto recording = readRecording(source);
    QVERIFY(!recording);
    const std::string said = english(recording.problems().front());
    QVERIFY2(said.find(says.constData()) != std::string::npos, said.c_str());
    QVERIFY(said.size() < 300);
}

void TestHostileRecordings::endsAnywhere()
{
    const std::string file = traceOf(whole(512));
    for (std::size_t i = 0; i < file.size(); ++i) {
        ByteSource source(std::string_view(file).substr(0, i));
        QVERIFY(!readRecording(source));
    }
}

/// A snapshot with any byte changed is read or refused.
void TestHostileRecordings::isGarbledAnywhere()
{
    const std::string file = traceOf(whole(512));
    int refused = 0;
    for (std::size_t i = 0; i < file.size(); ++i)
        for (int byte = 0; byte < 256; byte += 5) {
            std::string garbled = file;
            garbled[i] = static_cast<char>(byte);
            ByteSource source(garbled);
            refused += readRecording(source) ? 0 : 1;
        }
    QVERIFY(refused > 0);
}

QTEST_APPLESS_MAIN(TestHostileRecordings)
#include "test_hostile_recordings.moc"
