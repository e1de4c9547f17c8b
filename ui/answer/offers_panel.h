// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/answer/verdict_offers.h"
#include "ui/base/memory_format.h"

#include <QFrame>

#include <vector>

class QLabel;
class QPushButton;
class QStandardItemModel;
class QTreeView;

namespace highwater {

class TableHead;

/// All offers of the verdict as a table below it: what each comes to, what it costs and what it
/// changes. The current row is previewed in the chart; Enter takes it.
class OffersPanel : public QFrame
{
    Q_OBJECT

public:
    explicit OffersPanel(QWidget* parent = nullptr);

    using QFrame::show;
    /// Fills the table. Where other offers than before are given, no row is previewed any more.
    void show(const Offers& offers, const MemoryFormat& format);
    /// Gives the table the focus, and previews its first row.
    void enter();
    void setSmall(bool small);
    void retranslate();

signals:
    void previewed(const highwater::Offer* offer); ///< null: none
    void taken(const std::vector<highwater::Change>& changes);
    void closeRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Column { Name, Total, Time, Host, Effect, Columns };

    void fill();
    void addSection(const QString& title);
    void addOffer(std::size_t index);
    void setWidths();
    void setTableHeight();
    const Offer* currentOffer() const;
    void showCurrent();
    void take();

    Offers m_offers;
    MemoryFormat m_format;
    QStandardItemModel* m_model;
    QTreeView* m_table;
    TableHead* m_head;
    QLabel *m_hint, *m_signs;
    QPushButton* m_take;
    bool m_small = false;
};

} // namespace highwater
