// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/palette_items.h"

#include <QFrame>
#include <QPointer>

#include <functional>

class QLineEdit;
class QListWidget;

namespace highwater {

/// A field over the window that finds anything by a few letters, and does it: entries of menus,
/// views, settings and their values, models, cards, plans, pages of the help.
class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    /// What the window gives each time that the palette opens.
    struct Offer
    {
        std::vector<PaletteItem> items;
        Plan plan;
        std::function<void(const TypedSetting&)> set;
    };

    CommandPalette(std::function<Offer()> offer, QWidget* window);

    void open();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void find();
    void place();
    void moveBy(int rows);
    void run();
    void leave();
    void keepRecent(const QString& id) const;

    std::function<Offer()> m_makeOffer;
    Offer m_offer;
    /// What the rows of the list do, each with the id of its item; empty for a typed value.
    struct Row
    {
        QString id;
        std::function<void()> run;
    };
    std::vector<Row> m_rows;
    QLineEdit* m_field;
    QListWidget* m_list;
    QPointer<QWidget> m_before; ///< had the focus
};

} // namespace highwater
