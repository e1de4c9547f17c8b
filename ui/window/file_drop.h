// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QMimeData;
class QWidget;

namespace highwater {

/// Takes files that are dropped anywhere on a window. While they hover, a frame shows the effect of
/// a drop. It gets the drop before the window's fields, which would insert the files' names as
/// text. Dropped text goes to the field under the pointer; elsewhere it is taken if it contains a
/// share code.
class FileDrop : public QObject
{
    Q_OBJECT

public:
    explicit FileDrop(QWidget* window);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void dropped(const QStringList& paths);
    void runDropped(const QString& path); ///< a memory recording
    void logDropped(const QString& path); ///< a log of a run
    void refused(const QStringList& names); ///< names of files that the program cannot read
    void codeDropped(const QString& text);

private:
    class Frame;
    void take(const QMimeData& data);
    bool takeCode(QEvent* event);

    QWidget* m_window;
    Frame* m_frame;
};

} // namespace highwater
