// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_drop.h"

#include "ui/base/file_dialogs.h"
#include "ui/base/theme.h"
#include "ui/document/plan_store.h"
#include "ui/figures/recording_reader.h"

#include "core/configs/weight_files.h"
#include "core/exchange/plan_file.h"
#include "core/exchange/share_code.h"

#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QMimeData>
#include <QPainter>
#include <QUrl>
#include <QWidget>
#include <QWindow>

#include <algorithm>
#include <array>

namespace highwater {
namespace {

bool isRun(const QUrl& url)
{
    return url.isLocalFile() && mayBeRecording(url.toLocalFile());
}

/// Whether the file is a log by its name.
bool isLog(const QUrl& url)
{
    static constexpr std::array<QLatin1String, 3> suffixes{
        QLatin1String("log"), QLatin1String("out"), QLatin1String("err")};
    return url.isLocalFile()
        && std::ranges::find(suffixes, QFileInfo(url.toLocalFile()).suffix()) != suffixes.end();
}

/// Whether the file is a plan, or may be a file or a folder of another program.
bool canOpen(const QUrl& url)
{
    static constexpr std::array<QLatin1String, 6> suffixes{
        QLatin1String(planSuffix), QLatin1String("json"), QLatin1String("yaml"),
        QLatin1String("yml"),      QLatin1String("sh"),   QLatin1String("txt")};
    if (!url.isLocalFile() || isRun(url))
        return false;
    const QFileInfo file(url.toLocalFile());
    return file.isDir() || isWeightFile(QFile::encodeName(file.filePath()).toStdString())
        || std::ranges::any_of(suffixes, [&](QLatin1String suffix) {
               return file.suffix().compare(suffix, Qt::CaseInsensitive) == 0;
           });
}

} // namespace

/// A frame around the whole window with a sentence in its middle.
class FileDrop::Frame : public QWidget
{
public:
    explicit Frame(QWidget* window)
        : QWidget(window)
    {
        setObjectName(QStringLiteral("dropFrame"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

    void say(const QString& text)
    {
        m_text = text;
        setAccessibleName(text);
        setGeometry(parentWidget()->rect());
        raise();
        show();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = currentTheme();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.accent, 3));
        painter.drawRect(QRectF(rect()).adjusted(2, 2, -2, -2));
        QFont strong = font();
        strong.setWeight(QFont::DemiBold);
        painter.setFont(strong);
        constexpr int margin = 16;
        QRect plate = QFontMetrics(strong).boundingRect(m_text).marginsAdded(
            {margin, margin, margin, margin});
        plate.moveCenter(rect().center());
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(theme.surface);
        painter.drawRoundedRect(QRectF(plate).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        painter.setPen(theme.text);
        painter.drawText(plate, Qt::AlignCenter, m_text);
    }

private:
    QString m_text;
};

FileDrop::FileDrop(QWidget* window)
    : QObject(window)
    , m_window(window)
    , m_frame(new Frame(window))
{
    m_window->setAcceptDrops(true);
    m_window->installEventFilter(this);
}

bool FileDrop::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_window) {
        // The widget has a new native window, which gets the events of a drag first.
        if (event->type() == QEvent::WinIdChange && m_window->windowHandle())
            m_window->windowHandle()->installEventFilter(this);
        return takeCode(event);
    }
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove:
    case QEvent::Drop: {
        auto* drop = static_cast<QDropEvent*>(event);
        if (!drop->mimeData()->hasUrls())
            return false; // a field may take the text
        drop->setDropAction(Qt::CopyAction);
        drop->accept();
        if (event->type() == QEvent::Drop)
            take(*drop->mimeData());
        else if (event->type() == QEvent::DragEnter) {
            const QList<QUrl> urls = drop->mimeData()->urls();
            const auto plans = std::count_if(urls.begin(), urls.end(), canOpen);
            m_frame->say(
                plans == 1      ? tr("Drop to open this file")
                    : plans > 1 ? tr("Drop to open %L1 files").arg(plans)
                    : std::any_of(urls.begin(), urls.end(), isRun)
                    ? tr("Drop to lay this run over the timeline")
                    : std::any_of(urls.begin(), urls.end(), isLog)
                    ? tr("Drop to explain why this run ran out of memory")
                    : tr("Only plans and configurations can be opened: .%1 files and others that "
                         "File › Import takes")
                          .arg(QLatin1String(planSuffix)));
        }
        return true;
    }
    case QEvent::DragLeave:
        m_frame->hide();
        return false;
    default:
        return false;
    }
}

/// A drop that reaches the window itself is not over a field.
bool FileDrop::takeCode(QEvent* event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove:
    case QEvent::Drop: {
        auto* drop = static_cast<QDropEvent*>(event);
        const QString text = drop->mimeData()->text();
        if (text.size() > static_cast<qsizetype>(mostPlanBytes) || !mayHoldPlan(text.toStdString()))
            return false;
        drop->setDropAction(Qt::CopyAction);
        drop->accept();
        if (event->type() == QEvent::Drop)
            emit codeDropped(text);
        return true;
    }
    default:
        return false;
    }
}

void FileDrop::take(const QMimeData& data)
{
    m_frame->hide();
    QStringList paths, others;
    QString run, log;
    for (const QUrl& url : data.urls()) {
        if (canOpen(url))
            paths << url.toLocalFile();
        else if (isRun(url))
            run = url.toLocalFile();
        else if (isLog(url))
            log = url.toLocalFile();
        else
            others << shownName(url.path());
    }
    if (!paths.isEmpty())
        emit dropped(paths);
    if (!run.isEmpty())
        emit runDropped(run);
    if (!log.isEmpty())
        emit logDropped(log);
    if (!others.isEmpty())
        emit refused(others);
}

} // namespace highwater
