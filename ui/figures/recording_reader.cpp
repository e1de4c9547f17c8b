// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/recording_reader.h"

#include "core/recording/run_offers.h"
#include "ui/base/words.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>

namespace highwater {

RecordingReader::RecordingReader(QObject* parent)
    : QObject(parent)
    , m_reading(
          [this](const Read& read) {
              if (read.recording)
                  emit done(read.recording);
              else if (!read.unreadable.isEmpty())
                  emit failed(tr("cannot be read: %1").arg(read.unreadable));
              else if (read.problem) {
                  const QString said = translated(read.problem->message);
                  const QString field = QString::fromStdString(read.problem->field);
                  const QString place = QString::fromStdString(read.problem->place);
                  const QString text = field.isEmpty() ? said : tr("%1: %2").arg(field, said);
                  emit failed(place.isEmpty() ? text : tr("%1: %2").arg(place, text));
              }
          },
          [this](int percent) { emit progressed(percent); })
    , m_offers([this](const std::shared_ptr<const RunComparison>& run) { emit offersFound(run); },
               [](int) {})
{ }

void RecordingReader::read(const QString& path, std::optional<qint64> device)
{
    m_reading.start([path, device](QPromise<Read>& promise) {
        Read read;
        const auto source = ByteSource::open(QFile::encodeName(path).toStdString());
        if (!source) {
            read.unreadable = QString::fromLocal8Bit(std::strerror(errno));
            promise.addResult(read);
            return;
        }
        source->setWatcher([&promise](double part) {
            constexpr double percent = 100;
            promise.setProgressValue(static_cast<int>(percent * part));
            return !promise.isCanceled();
        });
        auto recording
            = readRecording(*source, device ? std::optional<std::int64_t>(*device) : std::nullopt);
        if (recording)
            read.recording = std::make_shared<const Recording>(*std::move(recording));
        else
            read.problem = recording.problems().front();
        promise.addResult(read);
    });
}

void RecordingReader::cancel()
{
    m_reading.cancel();
    m_offers.cancel();
}

void RecordingReader::findOffers(std::shared_ptr<const Recording> recording,
                                 std::shared_ptr<const RunComparison> run, const Plan& plan)
{
    using Promise = QPromise<std::shared_ptr<const RunComparison>>;
    m_offers.start(
        [recording = std::move(recording), run = std::move(run), plan](Promise& promise) {
            auto found = std::make_shared<RunComparison>(*run);
            found->offers = runOffers(*recording, *run, plan, builtinCatalog());
            promise.addResult(std::shared_ptr<const RunComparison>(std::move(found)));
        });
}

bool mayBeRecording(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("pickle") || suffix == QLatin1String("pkl")
        || suffix == QLatin1String("gz"))
        return true;
    if (suffix != QLatin1String("json"))
        return false;
    QFile file(path);
    constexpr qint64 looked = 1 << 16;
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray begin = file.read(looked).trimmed();
    return begin.startsWith('[') || begin.contains("\"traceEvents\"");
}

} // namespace highwater
