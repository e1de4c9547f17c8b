// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/memory_format.h"
#include "ui/document/document.h"

#include <QList>
#include <QObject>

#include <optional>
#include <vector>

class QAction;
class QWidget;

namespace highwater {

class CompareList;
class FigureTableView;
class FigureView;
class LedgerView;
class MessageBar;
class SegmentSlot;
class VerdictBar;
struct FigureTable;
struct ShownFigure;

/// The parts of a window that its tabs read, change and fill.
struct TabParts
{
    Document& document;
    CompareList& compared;
    MessageBar& messages;
    VerdictBar& verdict;
    LedgerView& ledger;
    FigureTableView& table;
};

/// The plan with a change that a person has not taken.
struct PreviewedPlan
{
    Plan plan;
    Totals totals;
    QString name; ///< of the change
    bool operator==(const PreviewedPlan&) const = default;
};

/// A view of the window: its figure, its hint and the table of numbers below. Several views are one
/// page, which has a tab. The window uses all views through this interface only.
class Tab : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual QString title() const = 0; ///< among the views of its page
    virtual QString briefTitle() const { return title(); } ///< the same in a small window
    virtual QWidget* widget() const = 0;
    SegmentSlot* segments() const; ///< the place of its page's segments, where it has one
    /// The height that widget() needs where that is more than a figure does.
    virtual int leastHeight() const { return 0; }
    virtual bool concerns(const Plan&) const { return true; } ///< false: no such tab for this plan
    virtual QString hint() const = 0; ///< for the status bar
    /// The widget that gets the focus first; null: the first in the tab's own order.
    virtual QWidget* firstFocus() const { return nullptr; }

    /// Called when the tab is in front: shows the present document in widget().
    virtual void show(const MemoryFormat& format) = 0;
    /// Fills numbers(), after show().
    virtual void showNumbers(const MemoryFormat&) { }
    /// The table below the picture: the ledger, the table of figures, one of the tab's own, or
    /// null.
    virtual QWidget* numbers() const = 0;
    /// Called when a person chose this row of the table of figures while the tab is in front.
    virtual void chooseRow(int) { }

    /// The picture, where the tab has one; and the bands of it that can be shown or hidden.
    virtual FigureView* figureView() const { return nullptr; }
    virtual QList<QAction*> bandActions() const { return {}; }
    /// Whether the picture is computed from the plan, and not from a source of its own.
    virtual bool followsPlan() const { return true; }

    /// The figure that an export offers while the tab is in front, by its name in core.
    virtual std::string figureName() const { return "context"; }
    /// Adds the tab's own choices to a figure to be exported, even while another tab is in front.
    virtual void addChoices(ShownFigure&) const { }

    /// Shows a change before a person takes it, or its end.
    virtual void preview(const std::optional<PreviewedPlan>&) { }

    /// Takes a memory recording of a run; false where the tab shows none.
    virtual bool openRun(const QString&) { return false; }

    virtual void reload() { } ///< reads again what is in files, such as the plans of a folder
    virtual void retranslate() = 0;
    virtual void setSmall(bool) { } ///< for a small window, with less room for each tab

protected:
    /// Fills the table of figures, whose columns have the widths that a person set for this figure.
    void showTable(FigureTableView& view, const FigureTable& table, const MemoryFormat& format,
                   bool stale) const;

signals:
    void changed(); ///< a choice on the tab: show the tab again
    void hintChanged();
    void frontRequested(); ///< the window should bring this tab to the front
    void said(const QString& sentence); ///< the completed action, for the status bar
    void planRequested(const highwater::Plan& plan); ///< open this plan in a separate window
    void exportRequested(const highwater::Plan& plan); ///< export the context figure of this plan
    void traceRequested();
};

/// A page of the window, with a tab of its own.
struct TabPage
{
    const char* name; ///< of its parts: "find"
    const char* title; ///< marked for translation in Tab
    std::vector<Tab*> views; ///< at least one
};

struct Tabs
{
    std::vector<TabPage> pages; ///< in the order of their tabs
    Tab* library; ///< the view of the plan library
};
Tabs makeTabs(const TabParts& parts, QObject* parent);

Tab* contextTab(const TabParts& parts, QObject* parent); ///< memory by context, and the ledger
Tab* timeTab(const TabParts& parts, QObject* parent); ///< a step's time, and the run
Tab* cardsTab(const TabParts& parts, QObject* parent); ///< the catalogue's cards under the plan
Tab* deskTab(const TabParts& parts, QObject* parent); ///< the models that fit this machine's cards
Tab* methodsTab(const TabParts& parts, QObject* parent); ///< the plan by every method
Tab* searchTab(const TabParts& parts, QObject* parent); ///< the layouts of the plan's cluster

} // namespace highwater
