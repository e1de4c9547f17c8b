// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/latest_work.h"

#include <QTimer>

#include <optional>

namespace highwater {

/// Latest work on something that a person changes, such as a plan: it begins once that has rested.
/// found() is the request of the last answer, also while another one is asked for.
template <class Request, class Answer> class RestedWork
{
public:
    using Work = void (*)(QPromise<Answer>& promise, const Request& request);

    /// The work runs in another thread, the others in the thread of the window: `changed` where
    /// isBusy() or percent() may have become another.
    RestedWork(
        Work work, std::function<void(const Answer&)> done, std::function<void()> changed = [] {})
        : m_changed(std::move(changed))
        , m_work(
              [this, done = std::move(done)](const Answer& answer) {
                  m_found = m_started;
                  done(answer);
              },
              [this](int percent) {
                  m_percent = percent;
                  m_changed();
              })
    {
        m_rest.setSingleShot(true);
        m_rest.setInterval(milliseconds);
        QObject::connect(&m_rest, &QTimer::timeout, &m_rest, [this, work] {
            m_started = m_asked;
            m_percent = 0;
            m_work.start([work, request = *m_started](auto& promise) { work(promise, request); });
            m_changed();
        });
    }

    void ask(const Request& request)
    {
        m_asked = request;
        if (m_started == request)
            m_rest.stop();
        else
            m_rest.start();
        m_changed();
    }
    /// Keeps found(); asking for the same request again begins nothing.
    void cancel()
    {
        m_rest.stop();
        m_work.cancel();
        m_changed();
    }
    void forget()
    {
        m_started.reset();
        m_found.reset();
        cancel();
    }

    /// Rests or is worked on.
    bool isBusy() const { return m_rest.isActive() || m_work.isRunning(); }
    int percent() const { return m_percent; }
    const std::optional<Request>& found() const { return m_found; } ///< whose answer came last

private:
    static constexpr int milliseconds = 150;

    std::optional<Request> m_asked, m_started, m_found;
    int m_percent = 0;
    QTimer m_rest;
    std::function<void()> m_changed;
    LatestWork<Answer> m_work;
};

} // namespace highwater
