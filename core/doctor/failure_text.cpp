// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/doctor/failure_text.h"

#include "core/doctor/log_amount.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

/// Words that tell who refused memory.
struct Sign
{
    std::string_view words;
    Refuser refuser;
};

// The first that a line has counts: those that say most stand first.
constexpr std::array signs{
    Sign{"out of memory. Tried to allocate", Refuser::Allocator}, // CUDA, HIP, XPU
    Sign{"backend out of memory (", Refuser::Allocator}, // Apple's GPUs
    Sign{"Out of memory while trying to allocate", Refuser::Allocator}, // XLA
    Sign{"No available memory for the cache blocks", Refuser::ServerCache},
    Sign{"tokens that can be stored in KV cache", Refuser::ServerCache},
    Sign{"larger than the available KV cache memory", Refuser::ServerCache},
    Sign{"less than desired GPU memory utilization", Refuser::ServerCache},
    Sign{"increase --mem-fraction-static", Refuser::ServerCache},
    Sign{"cudaMalloc failed: out of memory", Refuser::ServerBuffer},
    Sign{"failed to allocate buffer", Refuser::ServerBuffer},
    Sign{"failed to allocate CUDA", Refuser::ServerBuffer},
    Sign{"failed to allocate ROCm", Refuser::ServerBuffer},
    Sign{"failed to allocate Vulkan", Refuser::ServerBuffer},
    Sign{"failed to allocate Metal", Refuser::ServerBuffer},
    Sign{"unable to allocate CUDA", Refuser::ServerBuffer},
    Sign{"failed to allocate compute", Refuser::ServerBuffer},
    Sign{"Cuda failure 'out of memory'", Refuser::Collective},
    Sign{"Cuda failure 2 'out of memory'", Refuser::Collective},
    Sign{"CUDA error: out of memory", Refuser::Driver},
    Sign{"HIP error: out of memory", Refuser::Driver},
    Sign{"CUDA driver error: out of memory", Refuser::Driver},
    Sign{"cuda runtime error (2) : out of memory", Refuser::Driver},
    Sign{"CUDA_ERROR_OUT_OF_MEMORY", Refuser::Driver},
    Sign{"cudaErrorMemoryAllocation", Refuser::Driver},
    Sign{"CUBLAS_STATUS_ALLOC_FAILED", Refuser::Driver},
    Sign{"CUDA out of memory", Refuser::Driver},
    Sign{"DefaultCPUAllocator: ", Refuser::Host},
    Sign{"Out of memory: Killed process", Refuser::Host},
    Sign{"oom-kill", Refuser::Host},
    Sign{"oom_kill", Refuser::Host},
    Sign{"exitcode  : -9", Refuser::Host}, // torchrun's table
    Sign{"exitcode: -9", Refuser::Host},
    Sign{"Exit code -9", Refuser::Host},
    Sign{"return code = -9", Refuser::Host}, // DeepSpeed's launcher
    Sign{"Signal 9 (SIGKILL)", Refuser::Host},
    Sign{"due to memory pressure (OOM)", Refuser::Host}, // Ray
    Sign{"ArrayMemoryError: Unable to allocate", Refuser::Host}, // NumPy
};

/// The whole number after the words; null where there is none.
std::optional<std::int64_t> numberAfter(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string digits;
    constexpr std::size_t mostDigits = 18;
    for (const char letter : text.substr(at + words.size())) {
        if (letter >= '0' && letter <= '9' && digits.size() < mostDigits)
            digits += letter;
        else if (letter != ',' && (letter != ' ' || !digits.empty())
                 && (letter != '(' || !digits.empty()))
            break;
    }
    return wholeIn(digits);
}

std::optional<Bytes> bytesOf(const std::optional<LogAmount>& amount)
{
    return amount ? std::optional(amount->bytes) : std::nullopt;
}

/// The first of several phrases that the text has an amount with.
std::optional<Bytes> firstAfter(std::string_view text,
                                std::initializer_list<std::string_view> phrases)
{
    for (const std::string_view words : phrases)
        if (const auto amount = amountAfter(text, words))
            return amount->bytes;
    return std::nullopt;
}

void setAsked(MemoryFailure& failure, const std::optional<LogAmount>& amount)
{
    if (!amount)
        return;
    failure.asked = amount->bytes;
    failure.askedLow = amount->low;
    failure.askedHigh = amount->high;
}

/// "Process 123 has 78.00 GiB memory in use", for each process of the GPU that the driver names.
std::vector<ProcessBytes> processesIn(std::string_view text)
{
    constexpr std::size_t mostListed = 64;
    constexpr std::string_view word = "Process ";
    std::vector<ProcessBytes> list;
    for (std::size_t at = text.find(word); at != std::string_view::npos && list.size() < mostListed;
         at = text.find(word, at + 1)) {
        const std::string_view rest = text.substr(at);
        const auto id = numberAfter(rest, word);
        const std::size_t has = rest.find(" has ");
        if (!id || has == std::string_view::npos)
            continue;
        if (const auto amount = amountAt(rest.substr(has + std::string_view(" has ").size())))
            list.push_back({*id, amount->bytes});
    }
    return list;
}

/// PyTorch, c10/cuda/CUDACachingAllocator.cpp, malloc(): the text of 1.0 to 2.0 has all numbers in
/// brackets, that of 2.1 on sentences.
void readAllocatorText(MemoryFailure& failure, std::string_view text)
{
    setAsked(failure, amountAfter(text, "ried to allocate "));
    if (!failure.asked)
        setAsked(failure, amountAfter(text, "while trying to allocate "));
    failure.gpu = numberAfter(text, "GPU ");
    failure.capacity = firstAfter(text, {"total capacity of ", "total capacty of "});
    if (!failure.capacity)
        failure.capacity = bytesOf(amountBefore(text, " total capacity"));
    failure.free = bytesOf(amountAfter(text, "of which "));
    if (!failure.free)
        failure.free = bytesOf(amountBefore(text, " free;"));
    failure.limit = bytesOf(amountBefore(text, " allowed;"));
    failure.process = bytesOf(amountAfter(text, "this process has "));
    if (failure.process == 0) // where the driver does not tell, as under WSL
        failure.process.reset();
    failure.processes = processesIn(text);
    failure.allocated = bytesOf(amountAfter(text, "Of the allocated memory "));
    if (failure.allocated) {
        failure.idle = bytesOf(amountBefore(text, " is reserved by PyTorch but unallocated"));
        return;
    }
    failure.allocated = bytesOf(amountBefore(text, " already allocated"));
    // 1.0 to 1.3 wrote the idle bytes, later versions all that is reserved.
    failure.idle = bytesOf(amountBefore(text, " cached)"));
    if (const auto reserved = bytesOf(amountBefore(text, " reserved in total by PyTorch")))
        failure.idle = std::max<Bytes>(0, *reserved - failure.allocated.value_or(0));
}

/// "MPS backend out of memory (MPS allocated: 18.04 GB, other allocations: 1.25 GB, max allowed:
/// 18.13 GB). Tried to allocate 256 bytes": PyTorch divides by 1024 there.
void readAppleText(MemoryFailure& failure, std::string_view text)
{
    const auto after = [&](std::string_view words) -> std::optional<LogAmount> {
        const std::size_t at = text.find(words);
        return at == std::string_view::npos ? std::nullopt
                                            : amountAt(text.substr(at + words.size()), true);
    };
    setAsked(failure, after("ried to allocate "));
    failure.allocated = bytesOf(after("allocated: "));
    failure.limit = bytesOf(after("max allowed: "));
    failure.capacity = failure.limit;
}

void readCacheText(MemoryFailure& failure, std::string_view text)
{
    failure.tokens = numberAfter(text, "estimated maximum model length is ");
    if (!failure.tokens)
        failure.tokens = numberAfter(text, "that can be stored in KV cache ");
    setAsked(failure, amountBefore(text, " KV cache is needed"));
    if (!failure.asked)
        setAsked(failure, amountAfter(text, "max seq len, ("));
    failure.free = bytesOf(amountAfter(text, "KV cache memory ("));
    if (const std::size_t at = text.find("ree memory on device"); at != std::string_view::npos) {
        // "(10.2/23.6 GiB) on startup"
        const std::size_t open = text.find('(', at);
        const std::size_t slash = text.find('/', at);
        if (open != std::string_view::npos && slash != std::string_view::npos && open < slash) {
            failure.capacity = bytesOf(amountAt(text.substr(slash + 1)));
            const auto unit = std::string(text.substr(open + 1, slash - open - 1)) + " GiB";
            failure.free = bytesOf(amountAt(unit));
        }
        setAsked(failure, amountAfter(text, "utilization ("));
        if (const std::size_t comma = text.find(", ", text.find("utilization ("));
            !failure.asked && comma != std::string_view::npos)
            setAsked(failure, amountAt(text.substr(comma + 2)));
    }
}

/// ggml, src/ggml-cuda/ggml-cuda.cu and src/ggml-backend.cpp.
void readBufferText(MemoryFailure& failure, std::string_view text)
{
    setAsked(failure, amountAfter(text, "allocating "));
    if (!failure.asked)
        if (const auto bytes = numberAfter(text, "buffer of size ")) {
            failure.asked = bytes;
            failure.askedLow = failure.askedHigh = *bytes;
        }
    failure.gpu = numberAfter(text, "on device ");
}

void readHostText(MemoryFailure& failure, std::string_view text)
{
    setAsked(failure, amountAfter(text, "you tried to allocate "));
    if (!failure.asked)
        setAsked(failure, amountAfter(text, "Unable to allocate "));
    failure.process = bytesOf(amountAfter(text, "anon-rss:"));
    failure.rank = numberAfter(text, "rank: ");
}

} // namespace

std::optional<FailureStart> failureStart(std::string_view line)
{
    // Nearly all lines have none of these two words, or of the system's codes.
    constexpr std::array<std::string_view, 6> common{"emory",    "llocat",  "-9",
                                                     "KV cache", "SIGKILL", "oom"};
    const bool may = std::ranges::any_of(common,
                                         [&](std::string_view word) {
                                             return line.find(word) != std::string_view::npos;
                                         })
        || line.find("ALLOC_FAILED") != std::string_view::npos
        || line.find("OUT_OF_MEMORY") != std::string_view::npos
        || line.find("mem-fraction") != std::string_view::npos;
    if (!may)
        return std::nullopt;
    for (const Sign& sign : signs) {
        const std::size_t at = line.find(sign.words);
        if (at == std::string_view::npos)
            continue;
        // "-9" must end there: -91 is another code.
        const std::size_t end = at + sign.words.size();
        if (sign.words.ends_with("-9") && end < line.size() && line[end] >= '0' && line[end] <= '9')
            continue;
        // Others than PyTorch have their numbers before these words.
        if (sign.refuser != Refuser::Allocator)
            return FailureStart{sign.refuser, 0};
        // The word before, "CUDA" or "HIP".
        const std::size_t before = line.rfind(' ', at > 1 ? at - 2 : 0);
        return FailureStart{sign.refuser,
                            before == std::string_view::npos || at == 0 ? 0 : before + 1};
    }
    return std::nullopt;
}

bool isWholeText(std::string_view text)
{
    constexpr std::array<std::string_view, 6> ends{"reserved in total by PyTorch)",
                                                   "cached)",
                                                   "by PyTorch but unallocated",
                                                   "PRIVATE",
                                                   "private pool",
                                                   "ALLOC_CONF"};
    return std::ranges::any_of(
        ends, [&](std::string_view end) { return text.find(end) != std::string_view::npos; });
}

MemoryFailure readFailureText(Refuser refuser, std::string_view text)
{
    constexpr std::size_t longest = 300;
    MemoryFailure failure;
    failure.refuser = refuser;
    failure.text = excerpt(withoutBlanks(text), longest);
    switch (refuser) {
    case Refuser::Allocator:
        if (text.find("max allowed: ") != std::string_view::npos)
            readAppleText(failure, text);
        else
            readAllocatorText(failure, text);
        break;
    case Refuser::Driver:
    case Refuser::Collective:
        break;
    case Refuser::ServerCache:
        readCacheText(failure, text);
        break;
    case Refuser::ServerBuffer:
        readBufferText(failure, text);
        break;
    case Refuser::Host:
        readHostText(failure, text);
        break;
    }
    return failure;
}

} // namespace highwater
