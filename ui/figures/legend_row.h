// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/context_chart.h"

#include <QWidget>

#include <array>
#include <vector>

class QAction;
class QLabel;
class QToolButton;

namespace highwater {

class BandBoxes;

/// The tool row of a figure: check boxes that name its bands and show or hide them, unless the
/// figure names its bands itself. The figure's choices are at the right. Where one row has no room
/// for all of these, there are more rows, and no box loses its name. In a very low window a menu of
/// the bands replaces three rows.
class LegendRow : public QWidget
{
    Q_OBJECT

public:
    enum class Bands { Named, Elsewhere };
    explicit LegendRow(const QString& objectName, QWidget* parent = nullptr,
                       Bands bands = Bands::Named);

    void setShown(const std::array<bool, groupCount>& shown);
    /// Leaves bands out of the row that the method does not have.
    void setPresent(const std::array<bool, groupCount>& present);
    /// Sets the names for a plan that generates text.
    void setServes(bool serves);
    /// Puts a widget before the bands.
    void setLead(QWidget* lead);
    /// Adds the name of another item of the figure, after the bands.
    void addKey(QWidget* key);
    /// Adds a choice at the right, after its label.
    void addChoice(QWidget* choice, QLabel* label = nullptr);
    void retranslate();
    /// The boxes as actions, for a menu.
    QList<QAction*> bandActions() const;

    QSize sizeHint() const override { return {minimumSizeHint().width(), height()}; }
    QSize minimumSizeHint() const override;

signals:
    void shownChanged(const std::array<bool, highwater::groupCount>& shown);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// Widgets that stay together: a box, or a choice with its label.
    using Part = std::vector<QWidget*>;
    using Rows = std::vector<std::vector<Part>>;
    struct Arrangement
    {
        Rows bands, choices; ///< row by row; the last row of bands may have the choices too
        std::size_t rows() const;
        bool shares = false; ///< the first choices are in the last row of bands
    };

    Arrangement arranged(bool inMenu) const;
    void showBoxes();
    Rows flowed(const std::vector<Part>& parts, int room) const;
    int widthOf(const Part& part) const;
    int widthOf(const std::vector<Part>& row) const;
    void place(const std::vector<Part>& row, int left, int top) const;
    void fit();
    void paintSwatches();

    BandBoxes* m_bands = nullptr; ///< null where the figure names its bands itself
    std::array<bool, groupCount> m_present{};
    QToolButton* m_menu; ///< of the bands, in place of the boxes
    bool m_inMenu = false;
    QWidget* m_lead = nullptr;
    std::vector<QWidget*> m_keys;
    std::vector<Part> m_choices;
};

} // namespace highwater
