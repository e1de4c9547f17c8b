// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"

#include <QStringList>
#include <QWidget>

#include <vector>

class QLabel;
class QTableWidget;

namespace highwater {

/// Previews an export: the picture in true proportion, or the rows of numbers, with the size of the
/// result in a line below. Without either, it shows a sentence with the reason.
class ExportPreview : public QWidget
{
    Q_OBJECT

public:
    explicit ExportPreview(QWidget* parent = nullptr);

    void showScene(const Scene& scene, const QString& line);
    void showRows(const std::vector<QStringList>& rows, const QString& line);
    void showProblem(const QString& problem);

    /// The place of the picture; empty if there is none.
    const QRectF& sheet() const { return m_sheet; }
    const Scene& scene() const { return m_scene; }
    QSize minimumSizeHint() const override { return {300, 240}; }

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void clear();
    void arrange();

    Scene m_scene;
    QRectF m_sheet;
    QString m_problem;
    QTableWidget* m_table;
    QLabel* m_line;
};

} // namespace highwater
