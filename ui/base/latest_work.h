// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/replay.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QtConcurrentRun>

#include <functional>
#include <utility>

namespace highwater {

/// Work in another thread, where only the latest request counts: a new request cancels the one
/// before. The work checks its promise now and then, and ends early if it is cancelled; it replays
/// no further plans then. It has copies of all values that it reads, as it may outlive the widget
/// that started it.
template <class Answer> class LatestWork
{
public:
    using Work = std::function<void(QPromise<Answer>& promise)>;

    /// Both are called in the thread of the window. Progress is in percent.
    LatestWork(std::function<void(const Answer&)> done, std::function<void(int)> progress)
    {
        QObject::connect(&m_watcher, &QFutureWatcherBase::finished, &m_watcher,
                         [this, done = std::move(done)] {
                             const QFuture<Answer> future = m_watcher.future();
                             if (!future.isCanceled() && future.resultCount() > 0)
                                 done(future.result());
                         });
        QObject::connect(&m_watcher, &QFutureWatcherBase::progressValueChanged, &m_watcher,
                         std::move(progress));
    }
    ~LatestWork() { cancel(); }
    LatestWork(const LatestWork&) = delete;
    LatestWork& operator=(const LatestWork&) = delete;

    void start(Work work)
    {
        cancel();
        m_watcher.setFuture(QtConcurrent::run([work = std::move(work)](QPromise<Answer>& promise) {
            constexpr int percent = 100;
            promise.setProgressRange(0, percent);
            const ReplayWatch watch([&promise] { return !promise.isCanceled(); });
            work(promise);
        }));
    }
    void cancel() { m_watcher.cancel(); }
    bool isRunning() const { return m_watcher.isRunning() && !m_watcher.isCanceled(); }

private:
    QFutureWatcher<Answer> m_watcher;
};

} // namespace highwater
