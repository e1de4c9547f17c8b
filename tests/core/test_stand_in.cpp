// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/cuda_names.h"
#include "core/rehearsal/elf_format.h"
#include "core/rehearsal/elf_reader.h"
#include "core/rehearsal/stand_in.h"
#include "random.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <sstream>
#include <string>

#if defined(__linux__) && defined(__x86_64__)
#include <dlfcn.h>
#endif

using namespace highwater;
using namespace std::string_literals;

namespace {

Result<ElfFile> readBytes(const std::string& bytes)
{
    std::istringstream stream(bytes);
    return readElfFile(stream, "libtorch.so");
}

StandIn runtime()
{
    return {"libcudart.so.12",
            {},
            {"libcudart.so.12"},
            {{"cudaMadeUp", "libcudart.so.12", false}, {"cudaThingCreate", {}, true}}};
}

std::string changed(std::string bytes, std::size_t at, const std::string& by)
{
    return bytes.replace(at, by.size(), by);
}

QString problemOf(const Result<ElfFile>& result)
{
    return result ? QString() : QString::fromStdString(english(result.problems().front()));
}

} // namespace

#if defined(__linux__) && defined(__x86_64__)

namespace {

std::vector<std::string> called;
int handleOfTheTest = 0;

} // namespace

// The two functions that a stand-in calls.
extern "C" __attribute__((visibility("default"))) int highwater_unwritten(const char* name)
{
    called.emplace_back(name);
    return 0;
}

extern "C" __attribute__((visibility("default"))) int highwater_unwritten_handle(void** handle,
                                                                                 const char* name)
{
    called.emplace_back(name);
    *handle = &handleOfTheTest;
    return 0;
}

#endif

class TestStandIn : public QObject
{
    Q_OBJECT

private slots:
    void hashesAsTheAbiSays();
    void readsWhatItWrote();
    void isLoadedAndCalled();
    void refuses_data();
    void refuses();
    void survivesEveryLength();
    void survivesChangedBytes();
    void knowsLibrariesOfCuda_data();
    void knowsLibrariesOfCuda();
    void findsNamesLookedUp_data();
    void findsNamesLookedUp();
    void gathersNamesByLibrary();
    void readsLibrariesOfTorch();
};

/// Hashes that shared objects of the GNU C library hold for these names.
void TestStandIn::hashesAsTheAbiSays()
{
    QCOMPARE(elf::hashOf(""), 0U);
    QCOMPARE(elf::hashOf("exit"), 0x0006cf04U);
    QCOMPARE(elf::hashOf("GLIBC_2.2.5"), 0x09691a75U);
}

void TestStandIn::readsWhatItWrote()
{
    StandIn standIn = runtime();
    standIn.needed = {"libhighwater_device.so", "libc.so.6"};
    const auto file = readBytes(standInFile(standIn));
    QVERIFY2(file, qPrintable(problemOf(file)));
    QCOMPARE(file->soname, "libcudart.so.12"s);
    QCOMPARE(file->needed, (std::vector{"libhighwater_device.so"s, "libc.so.6"s}));
    // Only the two that it jumps to are another library's.
    QCOMPARE(file->wanted.size(), 2U);
    QCOMPARE(file->wanted[0], (WantedName{"highwater_unwritten", {}, {}}));
    QCOMPARE(file->wanted[1], (WantedName{"highwater_unwritten_handle", {}, {}}));
}

/// The system's loader takes the file, finds functions by name and version, and a call arrives
/// with the function's name.
void TestStandIn::isLoadedAndCalled()
{
#if defined(__linux__) && defined(__x86_64__)
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("libcudart.so.12")).toStdString();
    std::ofstream(path, std::ios::binary) << standInFile(runtime());
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    QVERIFY2(library, library ? "" : dlerror());
    called.clear();
    using Plain = int (*)(int);
    using Maker = int (*)(void**);
    const auto plain = reinterpret_cast<Plain>(dlvsym(library, "cudaMadeUp", "libcudart.so.12"));
    const auto maker = reinterpret_cast<Maker>(dlsym(library, "cudaThingCreate"));
    QVERIFY(plain);
    QVERIFY(maker);
    QVERIFY(!dlvsym(library, "cudaMadeUp", "libcudart.so.11.0"));
    QVERIFY(!dlsym(library, "cudaNeverWanted"));
    QCOMPARE(plain(7), 0);
    void* handle = nullptr;
    QCOMPARE(maker(&handle), 0);
    QCOMPARE(handle, static_cast<void*>(&handleOfTheTest));
    QCOMPARE(called, (std::vector{"cudaMadeUp"s, "cudaThingCreate"s}));
    dlclose(library);
#else
    QSKIP("stand-ins are for Linux on x86-64");
#endif
}

void TestStandIn::refuses_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<QString>("says");
    const QString notLinux = QStringLiteral("libtorch.so: is not a shared library of Linux");
    const QString notX86 = QStringLiteral("libtorch.so: is not a shared library for x86-64");
    const QString damaged
        = QStringLiteral("libtorch.so: is damaged: its tables of names point outside the file");
    const std::string good = standInFile(runtime());
    QTest::newRow("empty") << std::string() << notLinux;
    QTest::newRow("a program of Windows") << "MZ" + std::string(200, '\0') << notLinux;
    QTest::newRow("header cut off") << good.substr(0, 63) << notLinux;
    QTest::newRow("32 bits") << changed(good, 4, "\1") << notX86;
    QTest::newRow("big endian") << changed(good, 5, "\2") << notX86;
    QTest::newRow("object file") << changed(good, 16, "\1"s) << notX86;
    QTest::newRow("for ARM") << changed(good, 18, "\xb7") << notX86;
    QTest::newRow("only the header") << good.substr(0, 64) << damaged;
    QTest::newRow("no segments") << changed(good, 56, std::string(2, '\0')) << damaged;
    QTest::newRow("65535 segments") << changed(good, 56, "\xff\xff") << damaged;
    QTest::newRow("segments at the end of addresses")
        << changed(good, 32, std::string(8, '\xff')) << damaged;
    QTest::newRow("dynamic table outside")
        << changed(good, 64 + 3 * 56 + 8, std::string(8, '\xff')) << damaged;
    QTest::newRow("dynamic table of 2^64 bytes")
        << changed(good, 64 + 3 * 56 + 32, std::string(8, '\xff')) << damaged;
}

void TestStandIn::refuses()
{
    QFETCH(std::string, bytes);
    QFETCH(QString, says);
    QCOMPARE(problemOf(readBytes(bytes)), says);
}

void TestStandIn::survivesEveryLength()
{
    const std::string good = standInFile(runtime());
    for (std::size_t length = 0; length < good.size(); length += 7)
        QVERIFY(!readBytes(good.substr(0, length)));
}

/// Any answer is right, as long as there is one.
void TestStandIn::survivesChangedBytes()
{
    const std::string good = standInFile(runtime());
    Random random(42);
    int refused = 0;
    const int cases = casesToTry(20'000);
    for (int i = 0; i < cases; ++i) {
        std::string bytes = good;
        for (auto changes = random.from(1, 8); changes > 0; --changes) {
            // The tables, not the code between them.
            const std::size_t at
                = random.coin() ? random.below(1200) : bytes.size() - 1 - random.below(240);
            bytes[at] = static_cast<char>(random.coin() ? 0xff : random.below(256));
        }
        refused += readBytes(bytes) ? 0 : 1;
    }
    QVERIFY(refused > cases / 10);
}

void TestStandIn::knowsLibrariesOfCuda_data()
{
    QTest::addColumn<std::string>("soname");
    QTest::addColumn<bool>("known");
    QTest::newRow("runtime of CUDA 12") << "libcudart.so.12"s << true;
    QTest::newRow("repaired wheel") << "libcudart-9335f6a2.so.11.0"s << true;
    QTest::newRow("driver") << "libcuda.so.1"s << true;
    QTest::newRow("NVML, whose name has a hyphen") << "libnvidia-ml.so.1"s << true;
    QTest::newRow("PyTorch's own") << "libc10_cuda.so"s << false;
    QTest::newRow("C library") << "libc.so.6"s << false;
    QTest::newRow("empty") << std::string() << false;
}

void TestStandIn::knowsLibrariesOfCuda()
{
    QFETCH(std::string, soname);
    QFETCH(bool, known);
    QCOMPARE(isCudaLibrary(soname), known);
}

void TestStandIn::findsNamesLookedUp_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("empty") << std::string() << QStringList();
    QTest::newRow("driver and NVML, once each")
        << "\0cuMemCreate\0nvmlInit_v2\0cuMemCreate\0"s
        << QStringList{QStringLiteral("cuMemCreate"), QStringLiteral("nvmlInit_v2")};
    QTest::newRow("at both ends") << "cuInit\0\0cuCtxCreate"s
                                  << QStringList{QStringLiteral("cuCtxCreate"),
                                                 QStringLiteral("cuInit")};
    QTest::newRow("of the runtime") << "cudaMalloc\0"s << QStringList();
    QTest::newRow("a sentence") << "cuMemMap failed\0"s << QStringList();
    QTest::newRow("no terminator and too long")
        << "cuM" + std::string(100'000, 'x') << QStringList();
}

void TestStandIn::findsNamesLookedUp()
{
    QFETCH(std::string, bytes);
    QFETCH(QStringList, names);
    QStringList found;
    for (const WantedName& wanted : namesLookedUp(bytes))
        found << QString::fromStdString(wanted.name);
    QCOMPARE(found, names);
}

void TestStandIn::gathersNamesByLibrary()
{
    const std::string cudart = "libcudart.so.12";
    const std::vector<ElfFile> binaries{
        {"libtorch_cuda.so",
         {cudart, "libnccl.so.2", "libcublasLt.so.12", "libcublas.so.12", "libc.so.6"},
         {{"cudaMalloc", cudart, cudart},
          {"cudaMadeUp", cudart, cudart},
          {"ncclNewThing", {}, {}},
          {"cublasLtOther", {}, {}},
          {"cublasOtherCreate", {}, {}},
          {"cudaless", {}, {}},
          {"printf", "GLIBC_2.2.5", "libc.so.6"}}},
        {"libc10_cuda.so", {cudart}, {{"cudaMadeUp", cudart, cudart}}},
    };
    const std::vector<std::string> device{"libhighwater_device.so"};
    const std::vector<StandIn> expected{
        {"libcublas.so.12", device, {}, {{"cublasOtherCreate", {}, true}}},
        {"libcublasLt.so.12", device, {}, {{"cublasLtOther", {}, false}}},
        {cudart, device, {cudart}, {{"cudaMadeUp", cudart, false}}},
        {"libnccl.so.2", device, {}, {{"ncclNewThing", {}, false}}},
    };
    QCOMPARE(standInsFor(binaries, {"cudaMalloc"}, device.front()), expected);
}

/// A folder of libraries of a PyTorch built for CUDA, where there is one.
void TestStandIn::readsLibrariesOfTorch()
{
    const QString folder = qEnvironmentVariable("HIGHWATER_TEST_TORCH_LIB");
    if (folder.isEmpty())
        QSKIP("HIGHWATER_TEST_TORCH_LIB names no folder");
    std::vector<ElfFile> binaries;
    for (const char* name : {"/libtorch_cuda.so", "/libc10_cuda.so"}) {
        std::ifstream stream(folder.toStdString() + name, std::ios::binary);
        auto file = readElfFile(stream, name);
        QVERIFY2(file, qPrintable(problemOf(file)));
        binaries.push_back(*file);
    }
    const auto standIns = standInsFor(binaries, {}, "libhighwater_device.so");
    QVERIFY(standIns.size() >= 5);
    std::size_t functions = 0;
    for (const StandIn& standIn : standIns) {
        const auto file = readBytes(standInFile(standIn));
        QVERIFY2(file, qPrintable(problemOf(file)));
        QCOMPARE(file->soname, standIn.soname);
        functions += standIn.functions.size();
        qInfo("%s: %zu functions, %zu versions", standIn.soname.c_str(), standIn.functions.size(),
              standIn.versions.size());
    }
    QVERIFY(functions > 200);
}

QTEST_APPLESS_MAIN(TestStandIn)
#include "test_stand_in.moc"
