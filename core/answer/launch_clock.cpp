// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/launch_clock.h"

#include <algorithm>

namespace highwater {

void LaunchClock::begin(bool backward)
{
    m_done = std::max(m_done, m_now) + m_pace.of(backward).work;
}

void LaunchClock::end(bool backward)
{
    const LayerPace& pace = m_pace.of(backward);
    m_launched += pace.launches;
    m_queued.emplace_back(m_launched, m_done);
    m_now += pace.launching;
    for (; m_queued.front().first < m_launched - m_pace.queue; m_queued.pop_front())
        m_now = std::max(m_now, m_queued.front().second);
}

void LaunchClock::wait()
{
    m_now = std::max(m_now, m_done);
    m_queued.clear();
}

} // namespace highwater
