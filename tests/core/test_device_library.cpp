// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace std::string_literals;

namespace {

constexpr std::uint64_t MiB = 1 << 20;
constexpr int outOfMemory = 2;
constexpr int notReady = 600;

using Variables = std::map<std::string, std::string>;

/// A copy of the library, which has devices of its own.
class Library
{
public:
    explicit Library(Variables variables = {})
    {
        variables.try_emplace("HIGHWATER_DEVICE_TOTAL", std::to_string(80 * MiB));
        variables.try_emplace("HIGHWATER_DEVICE_MEMORY", std::to_string(64 * MiB));
        variables.try_emplace("HIGHWATER_DEVICE_CUDA", "12.4");
        for (const char* name : {"NAME", "MEMORY", "TOTAL", "COUNT", "CAPABILITY", "PROCESSORS",
                                 "SHARED_MEMORY", "BEHIND", "REPORT", "CUDA", "CUDNN"})
            unsetenv(("HIGHWATER_DEVICE_"s + name).c_str());
        for (const auto& [name, value] : variables)
            setenv(name.c_str(), value.c_str(), 1);
        const QString path = m_folder.filePath(QStringLiteral("libhighwater_device.so"));
        QFile::copy(QStringLiteral(HIGHWATER_DEVICE_LIBRARY), path);
        m_handle = dlopen(path.toUtf8().constData(), RTLD_NOW | RTLD_LOCAL);
        if (!m_handle)
            qFatal("%s", dlerror());
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
    // It stays loaded, as in a process that uses it: its devices are never given back.
    ~Library() = default;

    void unload() const { dlclose(m_handle); }

    void* find(const char* name) const { return dlsym(m_handle, name); }

    /// Arguments are passed as they are: a size needs to be one of 64 bits.
    template <class... Arguments> int call(const char* name, Arguments... arguments) const
    {
        const auto function = reinterpret_cast<int (*)(Arguments...)>(find(name));
        if (!function)
            qFatal("there is no %s", name);
        return function(arguments...);
    }
    void* allocate(std::uint64_t size) const
    {
        void* address = nullptr;
        call("cudaMalloc", &address, size);
        return address;
    }
    std::uint64_t free() const
    {
        std::uint64_t free = 0;
        std::uint64_t total = 0;
        call("cudaMemGetInfo", &free, &total);
        return free;
    }
    template <class Value> void write(void* address, const Value& value) const
    {
        call("cudaMemcpy", address, static_cast<const void*>(&value), std::uint64_t{sizeof value},
             1);
    }
    template <class Value> Value read(const void* address) const
    {
        Value value{};
        std::memset(&value, 0x77, sizeof value);
        call("cudaMemcpy", static_cast<void*>(&value), address, std::uint64_t{sizeof value}, 2);
        return value;
    }
    void* makeStream() const
    {
        void* stream = nullptr;
        call("cudaStreamCreateWithFlags", &stream, 1U);
        return stream;
    }
    void* makeEvent() const
    {
        void* event = nullptr;
        call("cudaEventCreateWithFlags", &event, 0U);
        return event;
    }
    void launch(void* stream) const
    {
        call("cuLaunchKernel", static_cast<void*>(nullptr), 1U, 1U, 1U, 1U, 1U, 1U, 0U, stream,
             static_cast<void**>(nullptr), static_cast<void**>(nullptr));
    }
    int captureOf(void* stream) const
    {
        int status = -1;
        call("cudaStreamIsCapturing", stream, &status);
        return status;
    }

private:
    QTemporaryDir m_folder;
    void* m_handle = nullptr;
};

template <class Value> Value at(const std::vector<char>& bytes, std::size_t offset)
{
    Value value{};
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

void* inside(void* address, std::ptrdiff_t bytes)
{
    return static_cast<char*>(address) + bytes;
}

/// Runs in a forked child, which ends by itself when it hangs.
template <class Check> bool holdsInChild(Check check)
{
    const pid_t child = fork();
    if (child == 0) {
        alarm(20);
        _exit(check() ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status == 0;
}

} // namespace

class TestDeviceLibrary : public QObject
{
    Q_OBJECT

private slots:
    void showsItsOwnNamesAlone();
    void laysPropertiesOut_data();
    void laysPropertiesOut();
    void followsTheCapability_data();
    void followsTheCapability();
    void givesMemory();
    void mapsMemory();
    void keepsMappedMemoryOfReleasedHandles();
    void pinsMemoryOfTheHost();
    void tellsWhatWasCopied();
    void tellsWhatPythonSaid();
    void finishesWorkLate();
    void capturesStreams();
    void tellsCaptureInfoOfEachVersion_data();
    void tellsCaptureInfoOfEachVersion();
    void makesEachHandleAnother();
    void refusesWhatItCannotTell();
    void reducesOverEqualRanks();
    void exchangesWithPeers();
    void answersForCudnn();
    void findsFunctionsOfTheDriver();
    void tellsNvml();
    void reports();
    void readsVariablesInAChild();
    void servesThreadsAndTheirForks();
};

/// The C++ library's templates would take the place of other libraries' own.
void TestDeviceLibrary::showsItsOwnNamesAlone()
{
    const Library library;
    QVERIFY(library.find("cudaMalloc"));
    QVERIFY(library.find("highwater_write_report"));
    QVERIFY(!library.find("_ZSt19piecewise_construct"));
    QCOMPARE(library.call("highwater_version"), 1);
}

void TestDeviceLibrary::laysPropertiesOut_data()
{
    QTest::addColumn<std::string>("cuda");
    QTest::addColumn<QString>("function");
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("processors");
    QTest::addColumn<int>("cache");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("shared");
    const QString plain = QStringLiteral("cudaGetDeviceProperties");
    // Offsets added up by hand from the members in the order of each version's reference.
    QTest::newRow("CUDA 11") << "11.7"s << plain << 728 << 388 << 616 << 624 << 696;
    QTest::newRow("CUDA 12") << "12.4"s << QStringLiteral("cudaGetDeviceProperties_v2") << 1032
                             << 388 << 616 << 624 << 696;
    QTest::newRow("CUDA 13") << "13.0"s << plain << 1008 << 384 << 596 << 604 << 672;
}

void TestDeviceLibrary::laysPropertiesOut()
{
    QFETCH(std::string, cuda);
    QFETCH(QString, function);
    QFETCH(int, size);
    QFETCH(int, processors);
    QFETCH(int, cache);
    QFETCH(int, threads);
    QFETCH(int, shared);
    const Library library(Variables{{"HIGHWATER_DEVICE_CUDA", cuda},
                                    {"HIGHWATER_DEVICE_NAME", "NVIDIA A100-SXM4-40GB"},
                                    {"HIGHWATER_DEVICE_CAPABILITY", "8.0"},
                                    {"HIGHWATER_DEVICE_PROCESSORS", "108"}});
    constexpr std::size_t room = 1200;
    std::vector<char> bytes(room, '\x77');
    QCOMPARE(library.call(function.toUtf8().constData(), static_cast<void*>(bytes.data()), 0), 0);
    const auto offset = [](int value) { return static_cast<std::size_t>(value); };
    QCOMPARE(bytes.data(), "NVIDIA A100-SXM4-40GB");
    QCOMPARE(at<std::uint64_t>(bytes, 288), 80 * MiB);
    QCOMPARE(at<int>(bytes, 360), 8);
    QCOMPARE(at<int>(bytes, 364), 0);
    QCOMPARE(at<int>(bytes, offset(processors)), 108);
    QCOMPARE(at<int>(bytes, offset(cache)), 40 * 1024 * 1024);
    QCOMPARE(at<int>(bytes, offset(threads)), 2048);
    QCOMPARE(at<std::uint64_t>(bytes, offset(shared)), 163U * 1024);
    QVERIFY(bytes[offset(size) - 1] == '\0');
    QVERIFY(
        std::all_of(bytes.begin() + size, bytes.end(), [](char byte) { return byte == '\x77'; }));
}

void TestDeviceLibrary::followsTheCapability_data()
{
    QTest::addColumn<std::string>("capability");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("shared");
    QTest::newRow("T4") << "7.5"s << 1024 << 64 * 1024;
    QTest::newRow("A10G") << "8.6"s << 1536 << 99 * 1024;
    QTest::newRow("H100") << "9.0"s << 2048 << 227 * 1024;
    QTest::newRow("one to come") << "13.1"s << 1536 << 99 * 1024;
}

void TestDeviceLibrary::followsTheCapability()
{
    QFETCH(std::string, capability);
    QFETCH(int, threads);
    QFETCH(int, shared);
    const Library library(Variables{{"HIGHWATER_DEVICE_CAPABILITY", capability}});
    const auto attribute = [&](int which) {
        int value = -1;
        library.call("cudaDeviceGetAttribute", &value, which, 0);
        return value;
    };
    QCOMPARE(std::to_string(attribute(75)) + '.' + std::to_string(attribute(76)), capability);
    QCOMPARE(attribute(39), threads);
    QCOMPARE(attribute(97), shared);
    // What a kernel asks for beyond it is refused.
    QCOMPARE(library.call("cudaFuncSetAttribute", static_cast<void*>(nullptr), 8, shared), 0);
    QCOMPARE(library.call("cudaFuncSetAttribute", static_cast<void*>(nullptr), 8, shared + 1), 1);
}

void TestDeviceLibrary::givesMemory()
{
    const Library library;
    QCOMPARE(library.free(), 64 * MiB);
    void* first = library.allocate(1);
    QVERIFY(first);
    QCOMPARE(library.free(), 62 * MiB);
    void* second = nullptr;
    QCOMPARE(library.call("cudaMalloc", &second, std::uint64_t{63 * MiB}), outOfMemory);
    QCOMPARE(library.call("cudaGetLastError"), outOfMemory);
    QCOMPARE(library.call("cudaGetLastError"), 0);
    QCOMPARE(library.call("cudaFree", first), 0);
    QCOMPARE(library.call("cudaFree", first), 1);
    QCOMPARE(library.call("cudaFree", static_cast<void*>(nullptr)), 0);
    QCOMPARE(library.free(), 64 * MiB);
}

/// The calls of PyTorch's expandable segments.
void TestDeviceLibrary::mapsMemory()
{
    const Library library(Variables{{"HIGHWATER_DEVICE_COUNT", "2"}});
    std::uint64_t page = 0;
    const std::array<int, 8> onSecond{1, 0, 1, 1};
    QCOMPARE(library.call("cuMemGetAllocationGranularity", &page, onSecond.data(), 0), 0);
    QCOMPARE(page, 2 * MiB);
    void* address = nullptr;
    constexpr std::uint64_t none = 0;
    const std::uint64_t wide = 1024 * MiB;
    QCOMPARE(library.call("cuMemAddressReserve", &address, wide, none, static_cast<void*>(nullptr),
                          none),
             0);
    std::uint64_t handle = 0;
    const std::uint64_t segment = 20 * MiB;
    QCOMPARE(library.call("cuMemCreate", &handle, segment, onSecond.data(), none), 0);
    QCOMPARE(library.call("cuMemMap", address, segment, none, handle, none), 0);
    QCOMPARE(library.call("cuMemMap", inside(address, MiB), segment, none, handle, none), 1);
    struct
    {
        int kind;
        int device;
        void* onDevice;
        void* onHost;
    } told{};
    library.call("cudaPointerGetAttributes", static_cast<void*>(&told), inside(address, 5));
    QCOMPARE(told.kind, 2);
    QCOMPARE(told.device, 1);
    QCOMPARE(library.free(), 64 * MiB); // of the first device
    library.call("cudaSetDevice", 1);
    QCOMPARE(library.free(), 44 * MiB);
    std::uint64_t tooMuch = 0;
    QCOMPARE(library.call("cuMemCreate", &tooMuch, std::uint64_t{46 * MiB}, onSecond.data(), none),
             outOfMemory);
    QCOMPARE(library.call("cuMemUnmap", address, segment), 0);
    QCOMPARE(library.free(), 44 * MiB);
    QCOMPARE(library.call("cuMemRelease", handle), 0);
    QCOMPARE(library.free(), 64 * MiB);
    QCOMPARE(library.call("cuMemAddressFree", address, wide), 0);
}

void TestDeviceLibrary::keepsMappedMemoryOfReleasedHandles()
{
    const Library library;
    const std::array<int, 8> wanted{1, 0, 1, 0};
    constexpr std::uint64_t none = 0;
    const std::uint64_t size = 4 * MiB;
    void* address = nullptr;
    std::uint64_t handle = 0;
    library.call("cuMemAddressReserve", &address, size, none, static_cast<void*>(nullptr), none);
    library.call("cuMemCreate", &handle, size, wanted.data(), none);
    library.call("cuMemMap", address, size, none, handle, none);
    QCOMPARE(library.call("cuMemRelease", handle), 0);
    QCOMPARE(library.free(), 60 * MiB);
    QCOMPARE(library.call("cuMemUnmap", address, size), 0);
    QCOMPARE(library.free(), 64 * MiB);
}

void TestDeviceLibrary::pinsMemoryOfTheHost()
{
    const Library library;
    const auto kindOf = [&](const void* address) {
        std::array<int, 6> told{};
        library.call("cudaPointerGetAttributes", static_cast<void*>(told.data()), address);
        return told[0];
    };
    const std::uint64_t size = 3 * MiB;
    void* pinned = nullptr;
    QCOMPARE(library.call("cudaHostAlloc", &pinned, size, 0U), 0);
    std::memset(pinned, 1, size);
    QCOMPARE(kindOf(inside(pinned, 2 * MiB)), 1);
    // What is unknown of the device comes back as zeros, of large copies too.
    void* device = library.allocate(size);
    library.call("cudaMemcpy", inside(pinned, 5), static_cast<const void*>(device),
                 std::uint64_t{size - 10}, 2);
    const char* bytes = static_cast<const char*>(pinned);
    QCOMPARE(static_cast<int>(bytes[4]), 1);
    QVERIFY(std::all_of(bytes + 5, bytes + size - 5, [](char byte) { return byte == 0; }));
    QCOMPARE(static_cast<int>(bytes[size - 5]), 1);
    QCOMPARE(library.call("cudaFreeHost", pinned), 0);
    std::vector<char> own(4096);
    QCOMPARE(kindOf(own.data()), 0);
    library.call("cudaHostRegister", static_cast<void*>(own.data()), std::uint64_t{own.size()}, 0U);
    QCOMPARE(kindOf(own.data() + 4095), 1);
    library.call("cudaHostUnregister", static_cast<void*>(own.data()));
    QCOMPARE(kindOf(own.data()), 0);
    void* managed = nullptr;
    QCOMPARE(library.call("cudaMallocManaged", &managed, size, 1U), 0);
    QCOMPARE(kindOf(managed), 3);
    QCOMPARE(library.call("cudaFree", managed), 0);
}

void TestDeviceLibrary::tellsWhatWasCopied()
{
    const Library library;
    using Row = std::array<std::int64_t, 4>;
    void* address = library.allocate(MiB);
    library.write(address, Row{1, 2, 3, 4});
    QCOMPARE(library.read<std::int64_t>(inside(address, 16)), 3);
    void* other = library.allocate(MiB);
    library.call("cudaMemcpyAsync", other, static_cast<const void*>(address), std::uint64_t{32}, 3,
                 static_cast<void*>(nullptr));
    QCOMPARE(library.read<Row>(other), (Row{1, 2, 3, 4}));
    library.launch(nullptr);
    // A kernel may have changed any of it. The whole is the best that is known.
    QCOMPARE(library.read<std::int64_t>(inside(address, 16)), 0);
    QCOMPARE(library.read<Row>(address), (Row{1, 2, 3, 4}));
    library.call("cudaMemsetAsync", inside(address, 8), 255, std::uint64_t{8},
                 static_cast<void*>(nullptr));
    QCOMPARE(library.read<std::int64_t>(inside(address, 8)), -1);
    QCOMPARE(library.read<Row>(address), Row{});
    library.call("cudaFree", other);
    QCOMPARE(library.allocate(MiB), other);
    QCOMPARE(library.read<Row>(other), Row{});
}

void TestDeviceLibrary::tellsWhatPythonSaid()
{
    const Library library;
    void* address = library.allocate(8);
    const std::int64_t seven = 7;
    std::int64_t got = 0;
    const auto read = [&] {
        return library.call("highwater_read", static_cast<const void*>(address), std::uint64_t{8},
                            static_cast<void*>(&got));
    };
    QCOMPARE(read(), 0);
    library.call("highwater_known", static_cast<const void*>(address), std::uint64_t{8},
                 static_cast<const void*>(&seven));
    QCOMPARE(read(), 1);
    QCOMPARE(got, 7);
    QCOMPARE(library.read<std::int64_t>(address), 7);
}

/// Work is complete when three pieces more were queued, or when the host waits for it.
void TestDeviceLibrary::finishesWorkLate()
{
    const Library library(Variables{{"HIGHWATER_DEVICE_BEHIND", "3"}});
    void* event = library.makeEvent();
    void* stream = library.makeStream();
    const auto state = [&] { return library.call("cudaEventQuery", event); };
    library.call("cudaEventRecord", event, stream);
    library.launch(stream);
    library.launch(stream);
    QCOMPARE(state(), notReady);
    library.launch(stream);
    QCOMPARE(state(), 0);
    library.call("cudaEventRecord", event, stream);
    QCOMPARE(state(), notReady);
    QCOMPARE(library.call("cudaStreamQuery", stream), notReady);
    library.call("cudaEventSynchronize", event);
    QCOMPARE(state(), 0);
    library.call("cudaEventRecord", event, stream);
    library.call("cudaDeviceSynchronize");
    QCOMPARE(state(), 0);
    QCOMPARE(library.call("cudaStreamQuery", stream), 0);
    QCOMPARE(library.call("cudaEventDestroy", event), 0);
}

void TestDeviceLibrary::capturesStreams()
{
    const Library library;
    void* stream = library.makeStream();
    void* other = library.makeStream();
    void* graph = nullptr;
    QCOMPARE(library.call("cudaStreamBeginCapture", static_cast<void*>(nullptr), 0), 1);
    QCOMPARE(library.call("cudaStreamBeginCapture", stream, 0), 0);
    QCOMPARE(library.call("cudaStreamBeginCapture", stream, 0), 1);
    library.launch(stream);
    library.launch(other); // takes no part yet
    void* event = library.makeEvent();
    library.call("cudaEventRecord", event, stream);
    library.call("cudaStreamWaitEvent", other, event, 0U);
    QCOMPARE(library.captureOf(other), 1);
    library.launch(other);
    QCOMPARE(library.captureOf(nullptr), 0);
    QCOMPARE(library.call("cudaStreamEndCapture", stream, &graph), 0);
    QCOMPARE(library.captureOf(stream), 0);
    QCOMPARE(library.captureOf(other), 0);
    std::uint64_t nodes = 0;
    library.call("cudaGraphGetNodes", graph, static_cast<void**>(nullptr), &nodes);
    QCOMPARE(nodes, 2U);
    QVERIFY(library.call("cudaStreamEndCapture", stream, &graph) != 0);
    // An event of a capture that ended brings nobody into one.
    library.call("cudaStreamWaitEvent", other, event, 0U);
    QCOMPARE(library.captureOf(other), 0);
    QCOMPARE(library.call("cudaEventDestroy", event), 0);
}

void TestDeviceLibrary::tellsCaptureInfoOfEachVersion_data()
{
    QTest::addColumn<std::string>("cuda");
    QTest::addColumn<bool>("hasSeven");
    QTest::newRow("CUDA 11: three arguments") << "11.7"s << false;
    QTest::newRow("CUDA 13: seven") << "13.0"s << true;
}

void TestDeviceLibrary::tellsCaptureInfoOfEachVersion()
{
    QFETCH(std::string, cuda);
    QFETCH(bool, hasSeven);
    const Library library(Variables{{"HIGHWATER_DEVICE_CUDA", cuda}});
    void* stream = library.makeStream();
    library.call("cudaStreamBeginCapture", stream, 0);
    int status = 0;
    unsigned long long id = 0;
    std::uint64_t others = 7;
    void* graph = &others;
    library.call("cudaStreamGetCaptureInfo", stream, &status, &id, &graph,
                 static_cast<void*>(nullptr), static_cast<void*>(nullptr), &others);
    QCOMPARE(status, 1);
    QCOMPARE(id, 1U);
    QCOMPARE(others, hasSeven ? 0U : 7U);
    QCOMPARE(graph == nullptr, hasSeven);
}

/// PyTorch keeps a workspace of cuBLAS for each handle and stream.
void TestDeviceLibrary::makesEachHandleAnother()
{
    const Library library;
    void* first = nullptr;
    void* second = nullptr;
    library.call("highwater_unwritten_handle", &first, "cublasCreate_v2");
    library.call("highwater_unwritten_handle", &second, "cublasCreate_v2");
    QVERIFY(first && second && first != second);
    // A number in the place of the pointer is left alone.
    QCOMPARE(library.call("highwater_unwritten_handle", reinterpret_cast<void**>(7), "cuXCreate"),
             0);
    void* context = nullptr;
    void* same = nullptr;
    library.call("cuDevicePrimaryCtxRetain", &context, 0);
    library.call("cuCtxGetCurrent", &same);
    QCOMPARE(context, same);
}

void TestDeviceLibrary::refusesWhatItCannotTell()
{
    const Library library;
    const auto call = [&](const char* name) { return library.call("highwater_unwritten", name); };
    QCOMPARE(call("cublasSgemm_v2"), 0);
    QCOMPARE(call("cudaDeviceSetLimit"), 0);
    QCOMPARE(call("nvmlDeviceGetFanSpeed"), 3);
    QCOMPARE(call("cudnnGetMadeUp"), 3000);
    QCOMPARE(call("cuStreamGetAttribute"), 801);
    QCOMPARE(library.call("highwater_refused", "cusolverDnMadeUp_bufferSize"), 9);
}

void TestDeviceLibrary::reducesOverEqualRanks()
{
    const Library library;
    struct Id
    {
        char bytes[128] = {};
    };
    void* communicator = nullptr;
    QCOMPARE(library.call("ncclCommInitRank", &communicator, 4, Id(), 2), 0);
    int ranks = 0;
    library.call("ncclCommCount", communicator, &ranks);
    QCOMPARE(ranks, 4);
    void* from = library.allocate(64);
    void* to = library.allocate(64);
    constexpr int int64 = 4;
    constexpr int sum = 0;
    constexpr int largest = 2;
    const std::uint64_t one = 1;
    const auto reduce = [&](int operation) {
        library.write(from, std::int64_t{5});
        library.call("ncclAllReduce", static_cast<const void*>(from), to, one, int64, operation,
                     communicator, static_cast<void*>(nullptr));
        return library.read<std::int64_t>(to);
    };
    QCOMPARE(reduce(sum), 20);
    QCOMPARE(reduce(largest), 5);
    library.call("ncclAllGather", static_cast<const void*>(from), to, one, int64, communicator,
                 static_cast<void*>(nullptr));
    using Four = std::array<std::int64_t, 4>;
    QCOMPARE(library.read<Four>(to), (Four{5, 5, 5, 5}));
    library.write(from, Four{1, 2, 3, 4});
    library.call("ncclReduceScatter", static_cast<const void*>(from), to, one, int64, sum,
                 communicator, static_cast<void*>(nullptr));
    QCOMPARE(library.read<std::int64_t>(to), 12); // the third of them, four times
    void* part = nullptr;
    QCOMPARE(library.call("ncclCommSplit", communicator, -1, 0, &part, static_cast<void*>(nullptr)),
             0);
    QVERIFY(!part); // a rank without colour is in none
}

void TestDeviceLibrary::exchangesWithPeers()
{
    const Library library;
    void* from = library.allocate(64);
    void* to = library.allocate(64);
    library.write(from, std::int64_t{9});
    const std::uint64_t one = 1;
    void* none = nullptr;
    library.call("ncclGroupStart");
    library.call("ncclRecv", to, one, 4, 1, none, none);
    library.call("ncclSend", from, one, 4, 1, none, none);
    library.call("ncclGroupEnd");
    QCOMPARE(library.read<std::int64_t>(to), 9);
    library.call("ncclRecv", to, one, 4, 0, none, none); // of nobody who sent
    QCOMPARE(library.read<std::int64_t>(to), 0);
}

/// What cuDNN's frontend asks of a plan: an engine, and its workspace.
void TestDeviceLibrary::answersForCudnn()
{
    const Library library(Variables{{"HIGHWATER_DEVICE_CUDNN", "9.10"}});
    QCOMPARE(library.call("cudnnGetVersion"), 91000);
    void* tensor = nullptr;
    void* graph = nullptr;
    void* copy = nullptr;
    for (void** descriptor : {&tensor, &graph, &copy})
        QCOMPARE(library.call("cudnnBackendCreateDescriptor", 0, descriptor), 0);
    constexpr int number = 3;
    constexpr int descriptorType = 15;
    const std::array<std::int64_t, 3> dimensions{2, 3, 4};
    library.call("cudnnBackendSetAttribute", tensor, 902, number, std::int64_t{3},
                 static_cast<const void*>(dimensions.data()));
    library.call("cudnnBackendSetAttribute", graph, 750, descriptorType, std::int64_t{1},
                 static_cast<const void*>(&tensor));
    std::int64_t count = 0;
    library.call("cudnnBackendGetAttribute", graph, 750, descriptorType, std::int64_t{1}, &count,
                 static_cast<void*>(&copy));
    std::array<std::int64_t, 2> told{};
    library.call("cudnnBackendGetAttribute", copy, 902, number, std::int64_t{2}, &count,
                 static_cast<void*>(told.data()));
    QCOMPARE(count, 3);
    QCOMPARE(told, (std::array<std::int64_t, 2>{2, 3}));
    std::int64_t workspace = -1;
    library.call("cudnnBackendGetAttribute", graph, 402, number, std::int64_t{1}, &count,
                 static_cast<void*>(&workspace));
    QCOMPARE(workspace, 0);
    library.call("cudnnBackendGetAttribute", graph, 202, descriptorType, std::int64_t{0}, &count,
                 static_cast<void*>(nullptr));
    QCOMPARE(count, 1);
    for (void* descriptor : {tensor, graph, copy})
        library.call("cudnnBackendDestroyDescriptor", descriptor);
}

void TestDeviceLibrary::findsFunctionsOfTheDriver()
{
    // Names are looked up among those of the process: the stand-ins are loaded for all.
    const Library library;
    void* function = &function;
    int status = -1;
    QCOMPARE(library.call("cudaGetDriverEntryPoint", "cuMadeUp", &function, 0ULL, &status), 0);
    QVERIFY(!function);
    QCOMPARE(status, 1);
    // A caller of before CUDA 12 gets the function without the last argument.
    QCOMPARE(
        library.call("cuGetProcAddress_v2", "cuGetProcAddress", &function, 11070, 0ULL, &status),
        0);
    QCOMPARE(function, library.find("cuGetProcAddress"));
}

void TestDeviceLibrary::tellsNvml()
{
    const Library library(Variables{{"HIGHWATER_DEVICE_COUNT", "2"}});
    void* device = nullptr;
    QCOMPARE(library.call("nvmlDeviceGetHandleByIndex_v2", 1U, &device), 0);
    QCOMPARE(library.call("nvmlDeviceGetHandleByIndex_v2", 2U, &device), 2);
    void* address = library.allocate(4 * MiB); // on the first device
    QVERIFY(address);
    std::array<std::uint64_t, 3> memory{}; // total, free, used
    library.call("nvmlDeviceGetHandleByIndex_v2", 0U, &device);
    library.call("nvmlDeviceGetMemoryInfo", device, memory.data());
    QCOMPARE(memory, (std::array<std::uint64_t, 3>{80 * MiB, 60 * MiB, 20 * MiB}));
    std::array<char, 64> text{};
    library.call("nvmlDeviceGetUUID", device, text.data(), 64U);
    void* same = nullptr;
    QCOMPARE(
        library.call("nvmlDeviceGetHandleByUUID", static_cast<const char*>(text.data()), &same), 0);
    QCOMPARE(same, device);
}

void TestDeviceLibrary::reports()
{
    const QTemporaryDir folder;
    const auto contents = [&] {
        QFile file(
            folder.filePath(QStringLiteral("device-%1.json").arg(static_cast<qint64>(getpid()))));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const Library library(Variables{{"HIGHWATER_DEVICE_REPORT", folder.path().toStdString()},
                                    {"HIGHWATER_DEVICE_COUNT", "2"}});
    QVERIFY(holdsInChild([&] {
        library.call("highwater_unwritten", "cuStreamGetAttribute");
        library.call("highwater_unwritten", "cublasSgemm_v2"); // only computes
        library.allocate(8 * MiB);
        library.unload(); // as at the end of a process
        return contents()
            == "{\"unwritten\": [\"cuStreamGetAttribute\"], \"highest\": [8388608, 0]}\n";
    }));
    library.call("cudaFree", library.allocate(5 * MiB));
    QCOMPARE(library.call("highwater_write_report"), 0);
    QCOMPARE(contents(), "{\"unwritten\": [], \"highest\": [6291456, 0]}\n");
    // A forked child, as loaders of data are, reports nothing of its parent's.
    QVERIFY(holdsInChild([&] { return library.call("highwater_write_report") == 1; }));
}

void TestDeviceLibrary::readsVariablesInAChild()
{
    const Library library;
    const auto count = [&] {
        int devices = 0;
        library.call("cudaGetDeviceCount", &devices);
        return devices;
    };
    QCOMPARE(count(), 1);
    QVERIFY(holdsInChild([&] {
        setenv("HIGHWATER_DEVICE_COUNT", "8", 1);
        return count() == 8;
    }));
    QVERIFY(library.allocate(1));
    QVERIFY(holdsInChild([&] {
        setenv("HIGHWATER_DEVICE_COUNT", "8", 1);
        return count() == 1; // the devices are in use
    }));
}

void TestDeviceLibrary::servesThreadsAndTheirForks()
{
    const Library library;
    std::atomic<bool> isOver = false;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&] {
            while (!isOver) {
                void* address = library.allocate(2 * MiB);
                if (address) {
                    library.write(address, std::int64_t{1});
                    library.call("cudaFree", address);
                }
            }
        });
    bool works = true;
    for (int i = 0; i < 20; ++i)
        works = works && holdsInChild([&] { return library.allocate(1) != nullptr; });
    isOver = true;
    for (std::thread& thread : threads)
        thread.join();
    QVERIFY(works);
    QCOMPARE(library.free(), 64 * MiB);
}

QTEST_APPLESS_MAIN(TestDeviceLibrary)
#include "test_device_library.moc"
