// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Marks a function that the library defines in place of another library's. Types that only pass
/// through are pointers: of a stream, an event, a handle; errors and words of an enumeration are
/// ints. Names, numbers and layouts are those of NVIDIA's API references, which each file names.
#define HIGHWATER_STANDS_IN extern "C" __attribute__((visibility("default")))

/// The same function under another name: one with a suffix, or one of a later version.
#define HIGHWATER_ALSO(name, function)                                                             \
    HIGHWATER_STANDS_IN __attribute__((alias(#function))) decltype(function) name

namespace highwater::device {

/// The newest function of the driver that has this name, which programs ask for without its
/// suffix; null where there is none.
void* driverFunction(const char* name);

/// Three numbers that are passed by value: blocks of a grid, threads of a block.
struct Three
{
    unsigned x = 1;
    unsigned y = 1;
    unsigned z = 1;
};

} // namespace highwater::device
