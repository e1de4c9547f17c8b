// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QMimeData;
class QWidget;

namespace highwater {

/// Takes files that are dropped anywhere on a window, and shows while they hover what a drop would
/// do. It stands before the window's fields, which would take the names of the files for text. A
/// text is left to the fields; dropped elsewhere it is taken where it holds a share code.
class FileDrop : public QObject
{
    Q_OBJECT

public:
    explicit FileDrop(QWidget* window);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void dropped(const QStringList& paths);
    void refused(const QStringList& names); ///< of what is no plan file
    void codeDropped(const QString& text);

private:
    class Frame;
    void take(const QMimeData& data);
    bool takeCode(QEvent* event);

    QWidget* m_window;
    Frame* m_frame;
};

} // namespace highwater
