// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// NCCL. The other ranks are not there: each holds what this one holds, of the little that is known.
// Source: NCCL documentation, "NCCL API", 2.14 to 2.28.
#include "core/rehearsal/device/machine.h"
#include "core/rehearsal/device/standing_in.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <mutex>
#include <vector>

using namespace highwater::device;

namespace {

constexpr int success = 0;
constexpr int invalidArgument = 4;

struct Communicator
{
    int ranks = 1;
    int rank = 0;
    int device = 0;
};

/// ncclUniqueId
struct UniqueId
{
    std::array<char, 128> bytes{};
};

/// Never freed: PyTorch asks communicators after it destroyed them.
Communicator* make(int ranks, int rank)
{
    static std::mutex lock;
    static auto* all = new std::deque<Communicator>;
    const std::lock_guard hold(lock);
    all->push_back({ranks, rank, currentDevice()});
    return &all->back();
}

/// ncclDataType_t: two kinds of 8 bits, two of 32, two of 64, half, single and double precision,
/// bfloat16, two kinds of 8 bits of floating point.
constexpr std::array<std::size_t, 12> sizes{1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};

std::size_t sizeOf(std::size_t count, int type)
{
    const auto which = static_cast<std::size_t>(type);
    return which < sizes.size() ? count * sizes[which] : 0;
}

template <class Number> void multiply(std::vector<std::byte>& bytes, int by)
{
    for (std::size_t at = 0; at + sizeof(Number) <= bytes.size(); at += sizeof(Number)) {
        Number value{};
        std::memcpy(&value, bytes.data() + at, sizeof value);
        value = static_cast<Number>(value * static_cast<Number>(by));
        std::memcpy(bytes.data() + at, &value, sizeof value);
    }
}

/// The sum over equal ranks. Products and half precision are not told.
bool reduce(std::vector<std::byte>& bytes, int type, int operation, int ranks)
{
    constexpr int sum = 0;
    constexpr int product = 1;
    constexpr int int32 = 2, uint32 = 3, int64 = 4, uint64 = 5, single = 7, twofold = 8;
    if (ranks == 1 || operation > product)
        return true;
    if (operation != sum)
        return false;
    switch (type) {
    case int32:
    case uint32:
        multiply<std::uint32_t>(bytes, ranks);
        return true;
    case int64:
    case uint64:
        multiply<std::uint64_t>(bytes, ranks);
        return true;
    case single:
        multiply<float>(bytes, ranks);
        return true;
    case twofold:
        multiply<double>(bytes, ranks);
        return true;
    default:
        return false;
    }
}

int allReduce(const void* from, void* to, std::size_t size, int type, int operation, int ranks)
{
    Machine& machine = Machine::here();
    machine.queueCopy();
    auto bytes = machine.known(from, size);
    if (bytes && reduce(*bytes, type, operation, ranks))
        machine.write(to, bytes->data(), size);
    else
        machine.forget(to, size);
    return success;
}

struct Message
{
    void* at = nullptr;
    std::size_t size = 0;
    int peer = 0;
};

/// What a thread sends and receives between ncclGroupStart and ncclGroupEnd.
thread_local int groups = 0;
thread_local std::vector<Message> sent;
thread_local std::vector<Message> received;

/// A peer sends what this rank sends to it, where both are as long.
void exchange()
{
    Machine& machine = Machine::here();
    for (const Message& to : received) {
        const auto from = std::find_if(sent.begin(), sent.end(), [&](const Message& each) {
            return each.peer == to.peer && each.size == to.size;
        });
        machine.queueCopy();
        if (from == sent.end()) {
            machine.forget(to.at, to.size);
        } else {
            machine.copy(to.at, from->at, to.size);
            sent.erase(from);
        }
    }
    sent.clear();
    received.clear();
}

} // namespace

HIGHWATER_STANDS_IN int ncclGetVersion(int* version)
{
    // As PyTorch's wheels for each CUDA have it.
    *version = settings().cuda >= 12080 ? 22703 : settings().cuda >= 12000 ? 22105 : 21403;
    return success;
}

HIGHWATER_STANDS_IN int ncclGetUniqueId(UniqueId* id)
{
    id->bytes.fill(1);
    return success;
}
HIGHWATER_STANDS_IN int ncclCommGetUniqueId(void*, UniqueId* id)
{
    return ncclGetUniqueId(id);
}

HIGHWATER_STANDS_IN const char* ncclGetErrorString(int error)
{
    return error == success ? "no error" : "the stand-in for NCCL has not this function";
}

HIGHWATER_STANDS_IN const char* ncclGetLastError(void*)
{
    return "";
}

HIGHWATER_STANDS_IN int ncclCommInitRank(void** made, int ranks, UniqueId, int rank)
{
    *made = make(ranks, rank);
    return success;
}

HIGHWATER_STANDS_IN int ncclCommInitRankConfig(void** made, int ranks, UniqueId, int rank, void*)
{
    *made = make(ranks, rank);
    return success;
}

HIGHWATER_STANDS_IN int ncclCommInitRankScalable(void** made, int ranks, int rank, int, UniqueId*,
                                                 void*)
{
    *made = make(ranks, rank);
    return success;
}

HIGHWATER_STANDS_IN int ncclCommInitAll(void** made, int count, const int*)
{
    for (int rank = 0; rank < count; ++rank)
        made[rank] = make(count, rank);
    return success;
}

/// How many ranks have this colour, only they know. Only those who ask for the content of what the
/// smaller one gathers would see a difference.
HIGHWATER_STANDS_IN int ncclCommSplit(void* whole, int color, int, void** made, void*)
{
    if (!whole)
        return invalidArgument;
    const auto* of = static_cast<const Communicator*>(whole);
    *made = color < 0 ? nullptr : make(of->ranks, of->rank);
    return success;
}

HIGHWATER_STANDS_IN int ncclCommShrink(void* whole, int*, int fewer, void** made)
{
    const auto* of = static_cast<const Communicator*>(whole);
    *made = make(std::max(of->ranks - fewer, 1), 0);
    return success;
}

HIGHWATER_STANDS_IN int ncclCommCount(void* communicator, int* ranks)
{
    *ranks = static_cast<const Communicator*>(communicator)->ranks;
    return success;
}

HIGHWATER_STANDS_IN int ncclCommUserRank(void* communicator, int* rank)
{
    *rank = static_cast<const Communicator*>(communicator)->rank;
    return success;
}

HIGHWATER_STANDS_IN int ncclCommCuDevice(void* communicator, int* device)
{
    *device = static_cast<const Communicator*>(communicator)->device;
    return success;
}

HIGHWATER_STANDS_IN int ncclCommGetAsyncError(void*, int* error)
{
    *error = success;
    return success;
}

HIGHWATER_STANDS_IN int ncclCommRegister(void*, void*, std::size_t, void** handle)
{
    *handle = Machine::here().makeHandle();
    return success;
}

HIGHWATER_STANDS_IN int ncclCommWindowRegister(void*, void*, std::size_t, void** handle, int)
{
    *handle = Machine::here().makeHandle();
    return success;
}

HIGHWATER_STANDS_IN int ncclRedOpCreatePreMulSum(int* made, void*, int, int, void*)
{
    *made = 5; // the first number after those of the library
    return success;
}

HIGHWATER_STANDS_IN int ncclMemAlloc(void** address, std::size_t size)
{
    constexpr int unhandledCudaError = 1;
    const auto at = Machine::here().allocate(currentDevice(), size);
    *address = at ? reinterpret_cast<void*>(*at) : nullptr;
    return at ? success : unhandledCudaError;
}

HIGHWATER_STANDS_IN int ncclMemFree(void* address)
{
    return Machine::here().release(reinterpret_cast<Address>(address)) ? success : invalidArgument;
}

HIGHWATER_STANDS_IN int ncclAllReduce(const void* from, void* to, std::size_t count, int type,
                                      int operation, void* communicator, void*)
{
    return allReduce(from, to, sizeOf(count, type), type, operation,
                     static_cast<const Communicator*>(communicator)->ranks);
}

HIGHWATER_STANDS_IN int ncclReduce(const void* from, void* to, std::size_t count, int type,
                                   int operation, int, void* communicator, void* stream)
{
    return ncclAllReduce(from, to, count, type, operation, communicator, stream);
}

HIGHWATER_STANDS_IN int ncclReduceScatter(const void* from, void* to, std::size_t count, int type,
                                          int operation, void* communicator, void*)
{
    const auto* of = static_cast<const Communicator*>(communicator);
    const std::size_t size = sizeOf(count, type);
    return allReduce(static_cast<const char*>(from) + static_cast<std::size_t>(of->rank) * size, to,
                     size, type, operation, of->ranks);
}

HIGHWATER_STANDS_IN int ncclAllGather(const void* from, void* to, std::size_t count, int type,
                                      void* communicator, void*)
{
    Machine& machine = Machine::here();
    machine.queueCopy();
    const auto ranks
        = static_cast<std::size_t>(static_cast<const Communicator*>(communicator)->ranks);
    const std::size_t size = sizeOf(count, type);
    const auto one
        = size * ranks <= KnownContent::largestPiece ? machine.known(from, size) : std::nullopt;
    if (!one) {
        machine.forget(to, size * ranks);
        return success;
    }
    std::vector<std::byte> all;
    for (std::size_t rank = 0; rank < ranks; ++rank)
        all.insert(all.end(), one->begin(), one->end());
    machine.write(to, all.data(), all.size());
    return success;
}

HIGHWATER_STANDS_IN int ncclBroadcast(const void* from, void* to, std::size_t count, int type, int,
                                      void*, void*)
{
    if (from != to)
        Machine::here().copy(to, from, sizeOf(count, type));
    return success;
}

HIGHWATER_STANDS_IN int ncclBcast(void*, std::size_t, int, int, void*, void*)
{
    Machine::here().queueCopy();
    return success;
}

HIGHWATER_STANDS_IN int ncclAlltoAll(const void* from, void* to, std::size_t count, int type,
                                     void* communicator, void*)
{
    const auto ranks
        = static_cast<std::size_t>(static_cast<const Communicator*>(communicator)->ranks);
    Machine::here().copy(to, from, sizeOf(count, type) * ranks);
    return success;
}

HIGHWATER_STANDS_IN int ncclGroupStart()
{
    ++groups;
    return success;
}

HIGHWATER_STANDS_IN int ncclGroupEnd()
{
    if (--groups == 0)
        exchange();
    return success;
}

HIGHWATER_STANDS_IN int ncclSend(void* from, std::size_t count, int type, int peer, void*, void*)
{
    Machine::here().queueCopy();
    if (groups)
        sent.push_back({from, sizeOf(count, type), peer});
    return success;
}

HIGHWATER_STANDS_IN int ncclRecv(void* to, std::size_t count, int type, int peer, void*, void*)
{
    received.push_back({to, sizeOf(count, type), peer});
    if (!groups)
        exchange();
    return success;
}
