// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// fuzz WAY [COUNT [SEED]]: changes the texts that a way in begins with, at random, and hands each
// to the program. A text at which it breaks, crashes or takes more than ten seconds is left in
// broken-WAY of the working folder; fuzz WAY FILE tries it again. Compiled by Clang with
// HIGHWATER_FUZZER, the same ways are driven by libFuzzer, which seeks texts that reach new code:
// HIGHWATER_WAY names the way, HIGHWATER_SEEDS the folder that gets the texts to begin with.
#include "../core/random.h"
#include "way_in.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#ifndef _WIN32
#include <sys/time.h>
#include <unistd.h>
#endif

namespace {

using namespace highwater;

const WayIn* wayNamed(std::string_view name)
{
    const auto found = std::ranges::find(
        waysIn(), name, [](const WayIn& way) { return std::string_view(way.name); });
    return found == waysIn().end() ? nullptr : &*found;
}

} // namespace

#ifdef HIGHWATER_FUZZER

namespace {

const WayIn* presentWay = nullptr;

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***)
{
    const char* name = std::getenv("HIGHWATER_WAY");
    presentWay = wayNamed(name ? name : "");
    if (!presentWay)
        broken("HIGHWATER_WAY names no way in");
    const char* folder = std::getenv("HIGHWATER_SEEDS");
    int number = 0;
    for (const std::string& seed :
         folder ? presentWay->seeds(HIGHWATER_SOURCE_DIR) : std::vector<std::string>())
        std::ofstream(std::string(folder) + "/seed-" + std::to_string(number++), std::ios::binary)
            << seed;
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    presentWay->take({reinterpret_cast<const char*>(data), size});
    return 0;
}

#else

extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace {

std::string present; ///< the text that is tried
std::string leftIn; ///< the file for a text at which the program breaks

void leavePresent()
{
    if (std::FILE* file = std::fopen(leftIn.c_str(), "wb")) {
        std::fwrite(present.data(), 1, present.size(), file);
        std::fclose(file);
    }
}

void onSignal(int signal)
{
    leavePresent();
    std::fprintf(stderr, "\nbroken by signal %d, the text is in %s\n", signal, leftIn.c_str());
    std::_Exit(1);
}

/// Words at which readers part.
constexpr std::array words{"null",
                           "true",
                           "-1",
                           "0",
                           "1e400",
                           "9223372036854775808",
                           "NaN",
                           "\"\"",
                           "[]",
                           "{}",
                           "[[[[",
                           "{\"a\":",
                           "\\u0000",
                           "\xEF\xBB\xBF",
                           "\xFF",
                           "%s%n",
                           "$(touch a)",
                           "../..",
                           "\r\n",
                           "=cmd|",
                           "1.8446744073709552e19",
                           "0x7fffffffffffffff",
                           "# ",
                           "&a [*a,*a]",
                           "\x1B[2J",
                           "\xE2\x80\xAE"};

std::string piece(Random& random, const std::string& text)
{
    if (text.empty())
        return {};
    const std::size_t at = random.below(text.size());
    constexpr std::uint64_t longest = 200;
    return text.substr(at, 1 + random.below(longest));
}

std::string changed(Random& random, std::string text, const std::vector<std::string>& seeds)
{
    constexpr std::uint64_t mostChanges = 6;
    for (std::uint64_t left = 1 + random.below(mostChanges); left > 0; --left) {
        const std::size_t at = text.empty() ? 0 : random.below(text.size());
        switch (random.below(9)) {
        case 0:
            if (!text.empty())
                text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
            break;
        case 1:
            text.insert(at, words[random.below(words.size())]);
            break;
        case 2:
            text.erase(at, piece(random, text).size());
            break;
        case 3:
            text.insert(at, piece(random, text));
            break;
        case 4:
            text.insert(at, piece(random, seeds[random.below(seeds.size())]));
            break;
        case 5:
            text.resize(at);
            break;
        case 6: { // another number in place of one
            const std::size_t digit = text.find_first_of("0123456789", at);
            if (digit != std::string::npos) {
                const std::size_t end = text.find_first_not_of("0123456789", digit);
                text.replace(
                    digit, std::min(end, text.size()) - digit,
                    std::to_string(random.coin() ? random.power(62) : random.from(0, 300)));
            }
            break;
        }
        case 7: // a byte often: deep nesting, long words
            text.insert(at, std::string(random.below(3000), text.empty() ? '[' : text[at]));
            break;
        default:
            text.replace(at, std::min<std::size_t>(text.size() - at, 8),
                         words[random.below(words.size())]);
        }
        constexpr std::size_t longest = 1 << 20;
        if (text.size() > longest)
            text.resize(longest);
    }
    return text;
}

void limitTime(int seconds)
{
    const itimerval timer{{}, {seconds, 0}};
    setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        for (const WayIn& way : waysIn())
            std::printf("%s\n", way.name);
        return 0;
    }
    const WayIn* way = wayNamed(argv[1]);
    if (!way) {
        std::fprintf(stderr, "fuzz: no way in is named %s\n", argv[1]);
        return 2;
    }
    leftIn = std::string("broken-") + way->name;
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS, SIGVTALRM})
        std::signal(signal, onSignal);
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(leavePresent);

    if (std::ifstream file(argc > 2 ? argv[2] : "", std::ios::binary); file) {
        present.assign(std::istreambuf_iterator<char>(file), {});
        std::printf("%s\n", way->take(present) ? "accepted" : "refused");
        return 0;
    }
    const long count = argc > 2 ? std::strtol(argv[2], nullptr, 10) : 1000;
    Random random(argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
    const auto seeds = way->seeds(HIGHWATER_SOURCE_DIR);
    if (seeds.empty())
        broken("a way in has no text to begin with");
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    std::chrono::duration<double> slowest{};
    long accepted = 0;
    // The seeds themselves come first, as they are.
    const auto seedCount = static_cast<long>(seeds.size());
    for (long i = 0; i < count; ++i) {
        present = i < seedCount ? seeds[static_cast<std::size_t>(i)]
                                : changed(random, seeds[random.below(seeds.size())], seeds);
        const auto start = Clock::now();
        constexpr int most = 20; // seconds of this process, so that other work does not count
        limitTime(most);
        accepted += way->take(present);
        limitTime(0);
        slowest = std::max<std::chrono::duration<double>>(slowest, Clock::now() - start);
    }
    const std::chrono::duration<double> taken = Clock::now() - begin;
    std::printf("%s: %ld texts of %zu seeds, %ld accepted, %.1f s, the slowest %.2f s\n", way->name,
                count, seeds.size(), accepted, taken.count(), slowest.count());
    return 0;
}

#endif
