# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes back the owner that a storage gains where a later PyTorch (seen in 2.15) shows it to Python.

There the Python object of a storage counts as one of its owners for as long as the storage lives.
Autograd adds gradients in place, or takes them over, only where the storage has one owner, so one
that only our kernels have looked at would be added out of place: other peaks.
An object that nobody but our kernel holds becomes an owner like any other, that ends with it.
"""

import ctypes
import sys
import weakref

WORDS = 11  # of a storage's memory, in which the place of its Python object is sought
COUNT = 8  # the byte at which the count of owners begins
FLAG_AT = COUNT + 7
FLAG = 0x80  # in the count's last byte: it has a Python object


class Owners:
    def __init__(self):
        self.needed = False
        self.known = True  # how to take an owner back, where that is needed

    def begin(self, torch):
        self.torch = torch
        storage = torch.zeros(1).untyped_storage()
        if not self.has_object(storage):
            return
        words = (ctypes.c_uint64 * WORDS).from_address(storage._cdata)
        places = [place for place in range(WORDS) if words[place] == id(storage)]
        self.known = self.needed = len(places) == 1
        if self.known:
            self.place = 8 * places[0]

    def flags(self, storage):
        return ctypes.c_uint8.from_address(storage._cdata + FLAG_AT)

    def has_object(self, storage):
        return bool(self.flags(storage).value & FLAG)

    def owners(self, storage):
        return ctypes.c_uint32.from_address(storage._cdata + COUNT).value

    def take_back(self, tensors):
        for tensor in tensors:
            if tensor.layout == self.torch.strided:
                self.take_back_one(tensor.untyped_storage())

    def take_back_one(self, storage):
        """Unless the script holds the object too, or has put something on it."""
        slot = ctypes.c_uint64.from_address(storage._cdata + self.place)
        if slot.value != id(storage) or not self.has_object(storage):
            return
        # The other owners hold the object together, once. The count of references has, beside it,
        # the variable of this function and the argument of getrefcount.
        others = self.owners(storage) > 1
        if sys.getrefcount(storage) > 2 + others or weakref.getweakrefcount(storage):
            return
        if getattr(storage, "__dict__", None):
            return
        slot.value = 0
        self.flags(storage).value &= ~FLAG & 0xFF
        if others:
            ctypes.pythonapi.Py_DecRef(ctypes.py_object(storage))
