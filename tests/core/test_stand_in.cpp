// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/cuda_binaries.h"
#include "core/rehearsal/cuda_names.h"
#include "core/rehearsal/elf_format.h"
#include "core/rehearsal/elf_reader.h"
#include "core/rehearsal/stand_in.h"
#include "random.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#if defined(__linux__) && defined(__x86_64__)
#include <dlfcn.h>
#endif

using namespace highwater;
using namespace std::string_literals;
using Does = StandInFunction::Does;

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
            {{"cudaMadeUp", "libcudart.so.12"}, {"cudaThingCreate", {}, Does::makesHandle}}};
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

// The functions that a stand-in calls.
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

extern "C" __attribute__((visibility("default"))) int
highwater_unwritten_sizes(const char* name, void* first, void* second, std::size_t bytes)
{
    called.push_back(name + " "s + std::to_string(bytes));
    std::memset(first, 0, bytes);
    if (second)
        std::memset(second, 0, bytes);
    return 0;
}

extern "C" __attribute__((visibility("default"))) int highwater_refused(const char* name)
{
    called.emplace_back(name);
    return 9;
}

#endif

class TestStandIn : public QObject
{
    Q_OBJECT

private slots:
    void hashesAsTheAbiSays();
    void readsWhatItWrote();
    void isLoadedAndCalled();
    void tellsSizes();
    void listsWhatIsDefined();
    void followsLinksToPackages();
    void findsLibrariesBesidePython();
    void refuses_data();
    void refuses();
    void survivesEveryLength();
    void survivesChangedBytes();
    void knowsLibrariesOfCuda_data();
    void knowsLibrariesOfCuda();
    void findsNamesLookedUp_data();
    void findsNamesLookedUp();
    void gathersNamesByLibrary();
    void givesWhatIsOpenedLater_data();
    void givesWhatIsOpenedLater();
    void knowsWhatAFunctionDoes_data();
    void knowsWhatAFunctionDoes();
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
    // Only what it jumps to is another library's.
    QCOMPARE(file->wanted,
             (std::vector<WantedName>{{"highwater_unwritten", {}, {}},
                                      {"highwater_unwritten_handle", {}, {}},
                                      {"highwater_unwritten_sizes", {}, {}},
                                      {"highwater_refused", {}, {}}}));
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

/// A size is written where the function has it, in a register or on the stack, and nowhere else.
void TestStandIn::tellsSizes()
{
#if defined(__linux__) && defined(__x86_64__)
    const StandIn standIn{"libcusolver.so.11",
                          {},
                          {},
                          {{"second", {}, Does::tellsSizes, {1, {}, 4}},
                           {"fourthAndFifth", {}, Does::tellsSizes, {3, 4, 8}},
                           {"sixth", {}, Does::tellsSizes, {5, {}, 8}},
                           {"seventh", {}, Does::tellsSizes, {6, {}, 4}},
                           {"ninthAndTenth", {}, Does::tellsSizes, {8, 9, 8}},
                           {"unknown", {}, Does::refuses}}};
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("libcusolver.so.11")).toStdString();
    std::ofstream(path, std::ios::binary) << standInFile(standIn);
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    QVERIFY2(library, library ? "" : dlerror());
    using Numbers = std::array<std::uint64_t, 10>;
    using Function = int (*)(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*);
    constexpr std::uint64_t before = 0x7777777777777777;
    const auto call = [&](const char* name) {
        Numbers all;
        all.fill(before);
        const auto function = reinterpret_cast<Function>(dlsym(library, name));
        const int status = function ? function(&all[0], &all[1], &all[2], &all[3], &all[4], &all[5],
                                               &all[6], &all[7], &all[8], &all[9])
                                    : -1;
        return std::pair(status, all);
    };
    const auto changedAt = [&](std::vector<std::size_t> places, std::uint64_t value) {
        Numbers all;
        all.fill(before);
        for (const std::size_t place : places)
            all[place] = value;
        return std::pair(0, all);
    };
    called.clear();
    constexpr std::uint64_t halfWritten = 0x7777777700000000;
    QVERIFY(call("second") == changedAt({1}, halfWritten));
    QVERIFY(call("fourthAndFifth") == changedAt({3, 4}, 0));
    QVERIFY(call("sixth") == changedAt({5}, 0));
    QVERIFY(call("seventh") == changedAt({6}, halfWritten));
    QVERIFY(call("ninthAndTenth") == changedAt({8, 9}, 0));
    QCOMPARE(call("unknown").first, 9);
    QCOMPARE(called,
             (std::vector{"second 4"s, "fourthAndFifth 8"s, "sixth 8"s, "seventh 4"s,
                          "ninthAndTenth 8"s, "unknown"s}));
    dlclose(library);
#else
    QSKIP("stand-ins are for Linux on x86-64");
#endif
}

/// Of a stand-in, whose table of names has a count, and of the C library, whose has none.
void TestStandIn::listsWhatIsDefined()
{
    const auto namesOf = [](std::istream& stream) {
        const auto names = readDefinedNames(stream, "a library");
        QStringList list;
        if (names)
            for (const std::string& name : *names)
                list << QString::fromStdString(name);
        return list;
    };
    std::istringstream standIn(standInFile(runtime()));
    const QStringList ours = namesOf(standIn);
    QVERIFY(ours.contains(QStringLiteral("cudaMadeUp")));
    QVERIFY(ours.contains(QStringLiteral("cudaThingCreate")));
    QVERIFY(!ours.contains(QStringLiteral("highwater_unwritten")));
    std::istringstream damaged("no library");
    QVERIFY(!readDefinedNames(damaged, "a library"));
#if defined(__linux__) && defined(__x86_64__)
    Dl_info where{};
    QVERIFY(dladdr(dlsym(RTLD_DEFAULT, "puts"), &where) != 0);
    std::ifstream library(where.dli_fname, std::ios::binary);
    QVERIFY(namesOf(library).contains(QStringLiteral("puts")));
#endif
}

/// Some environments are made of links to packages elsewhere; one that leads back has an end.
void TestStandIn::followsLinksToPackages()
{
    QTemporaryDir folder;
    const auto made = [&](const QString& name) {
        const QString path = folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        return path;
    };
    const auto write = [&](const QString& name, const std::string& soname) {
        std::ofstream(made(name).toStdString(), std::ios::binary)
            << standInFile({soname, {"libcudart.so.12"}, {}, {}});
    };
    write(QStringLiteral("site-packages/torch/lib/libtorch_cuda.so"), "libtorch_cuda.so");
    write(QStringLiteral("store/bitsandbytes/libbitsandbytes.so"), "libbitsandbytes.so");
    const QString package = made(QStringLiteral("site-packages/bitsandbytes"));
    QVERIFY(QFile::link(folder.filePath(QStringLiteral("store/bitsandbytes")), package));
    QVERIFY(QFile::link(folder.path(), made(QStringLiteral("store/bitsandbytes/back"))));

    PythonEnvironment environment;
    environment.torchFolder = folder.filePath(QStringLiteral("site-packages/torch")).toStdString();
    environment.folders = {folder.filePath(QStringLiteral("site-packages")).toStdString()};
    const auto found = cudaBinaries(environment);
    QVERIFY(found);
    std::vector<std::string> names;
    for (const ElfFile& file : found->files)
        names.push_back(file.soname);
    QCOMPARE(names, (std::vector{"libtorch_cuda.so"s, "libbitsandbytes.so"s}));
    QVERIFY(found->all);
}

/// Debian and conda-forge keep PyTorch's libraries outside the package, Debian in the folder of the
/// architecture; nothing of the package itself wants CUDA there.
void TestStandIn::findsLibrariesBesidePython()
{
    const QTemporaryDir folder;
    const auto write = [&](const QString& name, const std::string& soname,
                           const std::vector<std::string>& needed) {
        const QString path = folder.filePath(QStringLiteral("usr/lib/") + name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        std::ofstream(path.toStdString(), std::ios::binary)
            << standInFile({soname, needed, {}, {}});
    };
    const QString beside = QStringLiteral("x86_64-linux-gnu/");
    write(QStringLiteral("python3/dist-packages/torch/_C.so"), "", {"libtorch_python.so.2.6"});
    write(beside + QStringLiteral("libtorch_python.so.2.6"), "libtorch_python.so.2.6",
          {"libtorch_cuda.so.2.6", "libc.so.6"});
    write(QStringLiteral("libtorch_cuda.so.2.6"), "libtorch_cuda.so.2.6",
          {"libcusparse.so.12", "libmagma.so", "/etc/other.so"});
    write(QStringLiteral("libmagma.so"), "libmagma.so", {"libcublas.so.12"});
    write(QStringLiteral("libtorch_cuda_linalg.so.2.6"), "libtorch_cuda_linalg.so.2.6",
          {"libcusolver.so.11"});
    write(QStringLiteral("libanother.so"), "libanother.so", {"libcudart.so.12"});
    PythonEnvironment environment;
    const QString packages = folder.filePath(QStringLiteral("usr/lib/python3/dist-packages"));
    environment.folders = {packages.toStdString()};
    environment.torchFolder = environment.folders.front() + "/torch";
    const auto found = cudaBinaries(environment);
    QVERIFY(found);
    std::vector<std::string> names;
    for (const ElfFile& file : found->files)
        names.push_back(file.soname);
    std::ranges::sort(names);
    QCOMPARE(
        names,
        (std::vector{"libmagma.so"s, "libtorch_cuda.so.2.6"s, "libtorch_cuda_linalg.so.2.6"s}));
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
        {"libcublas.so.12", device, {}, {{"cublasOtherCreate", {}, Does::makesHandle}}},
        {"libcublasLt.so.12", device, {}, {{"cublasLtOther", {}}}},
        {"libcuda.so.1", device, {}, {}},
        {cudart, device, {cudart}, {{"cudaMadeUp", cudart}}},
        {"libcufile.so.0", device, {}, {}},
        {"libnccl.so.2", device, {}, {{"ncclNewThing", {}}}},
        {"libnvJitLink.so.12", device, {}, {}},
        {"libnvToolsExt.so.1", device, {}, {}},
        {"libnvidia-ml.so.1", device, {}, {}},
    };
    QCOMPARE(standInsFor(binaries, {"cudaMalloc"}, device.front()), expected);
}

void TestStandIn::givesWhatIsOpenedLater_data()
{
    QTest::addColumn<std::string>("needed");
    QTest::addColumn<std::string>("opened");
    QTest::newRow("the driver") << "libcudart-9335f6a2.so.11.0"s
                                << "libcuda.so.1"s;
    QTest::newRow("NVML") << "libcudart.so.13"s
                          << "libnvidia-ml.so.1"s;
    QTest::newRow("cuDNN 8") << "libcudnn.so.8"s
                             << "libcudnn_cnn_infer.so.8"s;
    QTest::newRow("cuDNN 9") << "libcudnn.so.9"s
                             << "libcudnn_engines_precompiled.so.9"s;
}

void TestStandIn::givesWhatIsOpenedLater()
{
    QFETCH(std::string, needed);
    QFETCH(std::string, opened);
    const std::vector<ElfFile> binaries{{"libtorch_cuda.so", {needed}, {}}};
    const auto all = standInsFor(binaries, {}, "libhighwater_device.so");
    QVERIFY(std::ranges::any_of(all, [&](const auto& each) { return each.soname == opened; }));
}

void TestStandIn::knowsWhatAFunctionDoes_data()
{
    QTest::addColumn<std::string>("name");
    QTest::addColumn<int>("does");
    QTest::addColumn<int>("first");
    const auto row = [](const char* name, Does does, int first = 0) {
        QTest::newRow(name) << std::string(name) << static_cast<int>(does) << first;
    };
    row("cusolverDnSgetrf", Does::nothing);
    row("cusolverDnCreateParams", Does::makesHandle);
    row("cusparseSpSV_createDescr", Does::makesHandle);
    row("cusolverDnSgeqrf_bufferSize", Does::tellsSizes, 5);
    row("cusolverDnXgeqrf_bufferSize", Does::tellsSizes, 10); // X is no letter of numbers
    row("cudnnDropoutGetStatesSize", Does::tellsSizes, 1);
    row("cusolverDnSmadeUp_bufferSize", Does::refuses);
    row("cudnnGetRNNWeightSpaceSize", Does::refuses);
}

void TestStandIn::knowsWhatAFunctionDoes()
{
    QFETCH(std::string, name);
    QFETCH(int, does);
    QFETCH(int, first);
    const std::string soname = "libcusolver.so.11";
    const std::vector<ElfFile> binaries{{"libtorch_cuda.so", {soname}, {{name, soname, soname}}}};
    const auto all = standInsFor(binaries, {}, "libhighwater_device.so");
    QCOMPARE(all.size(), 1U);
    QCOMPARE(all[0].functions.size(), 1U);
    QCOMPARE(static_cast<int>(all[0].functions[0].does), does);
    QCOMPARE(all[0].functions[0].sizes.first, first);
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
