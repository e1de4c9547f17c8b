// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/memory_format.h"
#include "ui/document/document.h"

#include <QList>
#include <QObject>

#include <vector>

class QAction;
class QWidget;

namespace highwater {

class CompareList;
class FigureTableView;
class FigureView;
class LedgerView;
class MessageBar;
class VerdictBar;
struct FigureTable;
struct ShownFigure;

/// The parts of a window that its pages read, change and fill.
struct PageParts
{
    Document& document;
    CompareList& compared;
    MessageBar& messages;
    VerdictBar& verdict;
    LedgerView& ledger;
    FigureTableView& table;
};

/// A page of the window: one tab with its figure, its hint and the table of numbers below. The
/// window uses all pages through this interface only.
class Page : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual QString title() const = 0; ///< on the tab
    virtual QString briefTitle() const { return title(); } ///< on the tab of a small window
    virtual QWidget* widget() const = 0;
    virtual bool concerns(const Plan&) const { return true; } ///< false: no such tab for this plan
    virtual QString hint() const = 0; ///< for the status bar
    /// The widget that gets the focus first; null: the first in the page's own order.
    virtual QWidget* firstFocus() const { return nullptr; }

    /// Called when the page is in front: shows the present document in widget().
    virtual void show(const MemoryFormat& format) = 0;
    /// Fills numbers(), after show().
    virtual void showNumbers(const MemoryFormat&) { }
    /// The table below the picture: the ledger, the table of figures, one of the page's own, or
    /// null.
    virtual QWidget* numbers() const = 0;
    /// Called when a person chose this row of the table of figures while the page is in front.
    virtual void chooseRow(int) { }

    /// The picture, where the page has one; and the bands of it that can be shown or hidden.
    virtual FigureView* figureView() const { return nullptr; }
    virtual QList<QAction*> bandActions() const { return {}; }

    /// The figure that an export offers while the page is in front, by its name in core.
    virtual std::string figureName() const { return "context"; }
    /// Adds the page's own choices to a figure to be exported, even while another page is in front.
    virtual void addChoices(ShownFigure&) const { }

    /// Takes a memory recording of a run; false where the page shows none.
    virtual bool openRun(const QString&) { return false; }

    virtual void reload() { } ///< reads again what is in files, such as the plans of a folder
    virtual void retranslate() = 0;
    virtual void setSmall(bool) { } ///< for a small window, with less room for each page

protected:
    /// Fills the table of figures, whose columns have the widths that a person set for this figure.
    void showTable(FigureTableView& view, const FigureTable& table, const MemoryFormat& format,
                   bool stale) const;

signals:
    void changed(); ///< a choice on the page: show the page again
    void hintChanged();
    void frontRequested(); ///< the window should bring this page to the front
    void said(const QString& sentence); ///< the completed action, for the status bar
    void planRequested(const highwater::Plan& plan); ///< open this plan in a separate window
    void exportRequested(const highwater::Plan& plan); ///< export the context figure of this plan
    void traceRequested();
};

struct Pages
{
    std::vector<Page*> inOrder; ///< in the order of their tabs
    Page* library; ///< the page of the plan library, one of `inOrder`
};
Pages makePages(const PageParts& parts, QObject* parent);

} // namespace highwater
