// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/program_traits.h"

#include <cstdint>
#include <deque>
#include <utility>

namespace highwater {

/// Kernels that a program launches for a layer, counted with PyTorch's profiler over a step of
/// nanotron's models/llama.py: 86, of which ten belong to collectives. NCCL takes a second entry of
/// the queue for each of its own.
inline constexpr std::int64_t forwardLaunches = 37 + 4, backwardLaunches = 49 + 6;
inline constexpr std::int64_t collectivesOfLayer = 10;
/// CUDA queues some 1,024 launches; a further one waits.
inline constexpr std::int64_t queuedLaunches = 1024;

/// The clocks of a program and of the GPU that works on what it launches, layer by layer.
class LaunchClock
{
public:
    explicit LaunchClock(const LaunchPace& pace)
        : m_pace(pace)
    { }

    /// The program begins to launch a layer; the GPU begins as soon as it is free.
    void begin(bool backward);
    /// The program has launched the layer, and waits where the queue is full.
    void end(bool backward);
    /// The program waits until the GPU is done.
    void wait();

    std::int64_t now() const { return m_now; } ///< of the program
    std::int64_t layerDone() const { return m_done; } ///< when the GPU is done with the layer

private:
    LaunchPace m_pace;
    std::int64_t m_now = 0, m_done = 0, m_launched = 0;
    std::deque<std::pair<std::int64_t, std::int64_t>> m_queued; ///< launches up to the end of a
                                                                ///< layer, and when it is done
};

} // namespace highwater
