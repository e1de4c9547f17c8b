#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""Which functions a program reached, from what it leaves when it was compiled by GCC with --coverage.

gcov is not used, because it would have to run once for each object and program. Forms of the files: GCC's gcov-io.h, from version
12 on, where lengths are in bytes.
"""

import struct

FUNCTION, COUNTS = 0x01000000, 0x01A10000


def records(data, at):
    """Tag and content of each record; the content of a record of zeros alone is left out of the file."""
    while at + 8 <= len(data):
        tag, length = struct.unpack_from("<Ii", data, at)
        at += 8
        yield tag, data[at : at + max(0, length)]
        at += max(0, length)


def text_at(content, at):
    (length,) = struct.unpack_from("<I", content, at)
    return content[at + 4 : at + 4 + length].rstrip(b"\0").decode(), at + 4 + length


def functions_of(notes):
    """By its number in the object, each function's file, first and last line; from the notes of the compiler (.gcno)."""
    data = notes.read_bytes()
    _, at = text_at(data, 16)  # of the folder, after four words; then whether blocks can be left out
    found = {}
    for tag, content in records(data, at + 4):
        if tag == FUNCTION:
            _, after = text_at(content, 12)
            file, after = text_at(content, after + 4)
            first, _, last = struct.unpack_from("<III", content, after)
            found[struct.unpack_from("<I", content)[0]] = (file, first, last)
    return found


def reached_in(counts):
    """The numbers of the functions that ran, from the counts of a run (.gcda)."""
    found, number = set(), None
    for tag, content in records(counts.read_bytes(), 16):
        if tag == FUNCTION and len(content) >= 4:
            (number,) = struct.unpack_from("<I", content)
        elif tag == COUNTS and any(content):
            found.add(number)
    return found
