// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/run_comparison.h"
#include "ui/base/latest_work.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace highwater {

/// Reads recordings, and searches changes of the plan that explain them, in another thread.
class RecordingReader : public QObject
{
    Q_OBJECT

public:
    explicit RecordingReader(QObject* parent = nullptr);

    void read(const QString& path, std::optional<qint64> device = {});
    void cancel();
    bool isReading() const { return m_reading.isRunning(); }
    /// The offers of a comparison; the answer comes with offersFound().
    void findOffers(std::shared_ptr<const Recording> recording,
                    std::shared_ptr<const RunComparison> run, const Plan& plan);

signals:
    void progressed(int percent);
    void done(std::shared_ptr<const highwater::Recording> recording);
    void failed(const QString& sentence);
    void offersFound(std::shared_ptr<const highwater::RunComparison> run);

private:
    struct Read
    {
        std::shared_ptr<const Recording> recording;
        std::optional<Problem> problem;
        QString unreadable; ///< the system's reason
    };

    LatestWork<Read> m_reading;
    LatestWork<std::shared_ptr<const RunComparison>> m_offers;
};

/// Whether a file may be a recording: by its ending, and for .json by its first bytes.
bool mayBeRecording(const QString& path);

} // namespace highwater
