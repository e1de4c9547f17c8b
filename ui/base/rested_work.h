// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/latest_work.h"

#include <QTimer>

#include <optional>

namespace highwater {

/// LatestWork on a value that a person changes, such as a plan: it begins after the value has
/// rested. It keeps the last answer and its request, even after a newer request.
template <class Request, class Answer> class RestedWork
{
public:
    using Work = void (*)(QPromise<Answer>& promise, const Request& request);

    /// `work` runs in another thread, the other functions in the thread of the window. `changed` is
    /// called where isBusy() or percent() may have changed.
    RestedWork(
        Work work, std::function<void(const Answer&)> done, std::function<void()> changed = [] {},
        int rest = restOfAPlan)
        : m_changed(std::move(changed))
        , m_work(
              [this, done = std::move(done)](const Answer& answer) {
                  m_found = m_started;
                  m_answer = answer;
                  done(answer);
              },
              [this](int percent) {
                  m_percent = percent;
                  m_changed();
              })
    {
        m_rest.setSingleShot(true);
        m_rest.setInterval(rest);
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
        if (m_started == request) {
            m_rest.stop();
        } else {
            stop(); // nobody wants its answer any more
            m_rest.start();
        }
        m_changed();
    }
    /// Begins even where this request has an answer, which may be shown no longer.
    void askAnew(const Request& request)
    {
        forget();
        ask(request);
    }
    /// Keeps the last answer, so the same request again starts no work if it has this answer.
    void cancel()
    {
        m_rest.stop();
        stop();
        m_changed();
    }
    void forget()
    {
        m_rest.stop();
        m_work.cancel(); // the work may be done, and its answer on its way
        m_started.reset();
        m_found.reset();
        m_answer.reset();
        m_changed();
    }

    /// Whether the request still rests or its work runs.
    bool isBusy() const { return m_rest.isActive() || m_work.isRunning(); }
    int percent() const { return m_percent; }
    const std::optional<Request>& found() const { return m_found; } ///< of the last answer
    /// Null where the last answer is to another request.
    const Answer* answerTo(const Request& request) const
    {
        return m_found == request ? &*m_answer : nullptr;
    }

private:
    static constexpr int restOfAPlan = 150; ///< milliseconds

    void stop()
    {
        if (!m_work.isRunning())
            return;
        m_work.cancel();
        m_started.reset();
    }

    std::optional<Request> m_asked, m_started, m_found;
    std::optional<Answer> m_answer; ///< to m_found
    int m_percent = 0;
    QTimer m_rest;
    std::function<void()> m_changed;
    LatestWork<Answer> m_work;
};

} // namespace highwater
