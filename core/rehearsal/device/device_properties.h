// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace highwater::device {

/// The bytes of the structure cudaDeviceProp, as the runtime of a major version of CUDA lays it
/// out: 11, 12 or 13.
std::vector<std::byte> deviceProperties(int cuda, int device);

/// cudaDeviceGetAttribute and cuDeviceGetAttribute, which number attributes alike.
int deviceAttribute(int attribute, int device);

} // namespace highwater::device
