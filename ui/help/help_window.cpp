// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_window.h"

#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/base/within_screen.h"
#include "ui/help/help_search.h"
#include "ui/help/help_text.h"
#include "ui/help/hit_delegate.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace highwater {
namespace {

constexpr QSize usualHelpSize(1000, 740);
constexpr int contentsWidth = 270; // leaves the pictures their room
constexpr int contentsRowHeight = 24;
constexpr int topicRole = Qt::UserRole;
const QString firstPage = QStringLiteral("index");

QTreeWidgetItem* addTopic(QTreeWidgetItem* parent, const QString& title, const HelpTopic& topic)
{
    auto* item = new QTreeWidgetItem(parent, {title});
    item->setData(0, topicRole, topic);
    item->setSizeHint(0, QSize(0, contentsRowHeight));
    return item;
}

} // namespace

HelpWindow& HelpWindow::open(const HelpTopic& topic)
{
    static QPointer<HelpWindow> window;
    if (!window) {
        window = new HelpWindow;
        // It closes with the last window of a plan.
        connect(qApp, &QCoreApplication::aboutToQuit, window, &QWidget::close);
    }
    if (!topic.isEmpty())
        window->show(topic);
    window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
    window->show();
    window->raise();
    window->activateWindow();
    return *window;
}

HelpWindow::HelpWindow()
    : m_book(presentHelp())
    , m_bar(new QToolBar(this))
    , m_back(new QAction(this))
    , m_forward(new QAction(this))
    , m_home(new QAction(this))
    , m_search(new QLineEdit(this))
    , m_left(new QStackedWidget(this))
    , m_contents(new QTreeWidget(this))
    , m_hits(new QListWidget(this))
    , m_text(new HelpText(this))
    , m_sides(new QSplitter(Qt::Horizontal, this))
{
    setObjectName(QStringLiteral("helpWindow"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAttribute(Qt::WA_QuitOnClose, false);
    resize(withinScreen(usualHelpSize, *this));
    buildBar();
    buildSearch();
    buildContents();
    layOut();
    retranslate();
    restore();
}

void HelpWindow::buildBar()
{
    m_bar->setIconSize(QSize(18, 18));
    m_bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_bar->addActions({m_back, m_forward, m_home});
    m_back->setObjectName(QStringLiteral("help.back"));
    m_forward->setObjectName(QStringLiteral("help.forward"));
    m_home->setObjectName(QStringLiteral("help.home"));
    m_back->setShortcuts({QKeySequence(Qt::ALT | Qt::Key_Left), QKeySequence(Qt::Key_Back)});
    m_forward->setShortcuts({QKeySequence(Qt::ALT | Qt::Key_Right), QKeySequence(Qt::Key_Forward)});
    m_home->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Home));
    connect(m_back, &QAction::triggered, this, [this] { go(-1); });
    connect(m_forward, &QAction::triggered, this, [this] { go(1); });
    connect(m_home, &QAction::triggered, this, [this] { show(firstPage); });
}

void HelpWindow::buildSearch()
{
    m_search->setObjectName(QStringLiteral("help.search"));
    m_search->setClearButtonEnabled(true);
    connect(m_search, &QLineEdit::textChanged, this, &HelpWindow::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { openHit(0); });
    auto* find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    connect(find, &QAction::triggered, m_search, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    addAction(find);
    m_hits->setObjectName(QStringLiteral("help.hits"));
    m_hits->setFrameShape(QFrame::NoFrame);
    m_hits->setItemDelegate(new HitDelegate(m_hits));
    m_hits->setResizeMode(QListView::Adjust); // the heights follow the width
    m_hits->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_hits, &QListWidget::currentRowChanged, this, &HelpWindow::openHit);
}

void HelpWindow::buildContents()
{
    m_contents->setObjectName(QStringLiteral("help.contents"));
    m_contents->setHeaderHidden(true);
    m_contents->setFrameShape(QFrame::NoFrame);
    connect(m_contents, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        const HelpTopic topic = item ? item->data(0, topicRole).toString() : HelpTopic();
        if (!topic.isEmpty() && topic != this->topic())
            show(topic);
    });
    m_text->setObjectName(QStringLiteral("help.text"));
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        show(HelpBook::linkedTopic(link.toString(), HelpBook::nameIn(topic())));
    });
}

void HelpWindow::layOut()
{
    m_left->addWidget(m_contents);
    m_left->addWidget(m_hits);
    auto* left = new QWidget(this);
    auto* leftColumn = new QVBoxLayout(left);
    leftColumn->setContentsMargins(0, 0, 0, 0);
    leftColumn->setSpacing(6);
    auto* searchRow = new QVBoxLayout;
    searchRow->setContentsMargins(8, 2, 8, 0);
    searchRow->addWidget(m_search);
    leftColumn->addLayout(searchRow);
    leftColumn->addWidget(m_left, 1);
    m_sides->addWidget(left);
    m_sides->addWidget(m_text);
    m_sides->setStretchFactor(0, 0);
    m_sides->setStretchFactor(1, 1);
    m_sides->setChildrenCollapsible(false);
    m_sides->setSizes({contentsWidth, width() - contentsWidth});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_sides, 1);
}

void HelpWindow::restore()
{
    restoreGeometry(settings::helpGeometry.value());
    m_sides->restoreState(settings::helpSplitter.value());
    const HelpTopic last = settings::helpTopic.value();
    show(m_book.section(last) ? last : firstPage);
}

void HelpWindow::closeEvent(QCloseEvent* event)
{
    const SettingsBatch batch;
    settings::helpGeometry.store(saveGeometry());
    settings::helpSplitter.store(m_sides->saveState());
    settings::helpTopic.store(topic());
    QWidget::closeEvent(event);
}

void HelpWindow::retranslate()
{
    setWindowTitle(tr("Highwater help"));
    m_back->setText(tr("Back"));
    m_forward->setText(tr("Forward"));
    m_home->setText(tr("Contents"));
    m_back->setToolTip(tr("The previous page"));
    m_forward->setToolTip(tr("The next page, once you have gone back"));
    m_home->setToolTip(tr("The list of all pages"));
    m_search->setPlaceholderText(tr("Search all pages"));
    m_search->setToolTip(tr("Sections that have all of these words"));
    m_search->setAccessibleName(tr("Search all pages"));
    m_contents->setAccessibleName(tr("Contents"));
    m_hits->setAccessibleName(tr("What the search found"));
    m_text->setAccessibleName(tr("Page of the help"));
    drawIcons();
    fillContents();
}

void HelpWindow::drawIcons()
{
    m_back->setIcon(themedIcon("back"));
    m_forward->setIcon(themedIcon("forward"));
    m_home->setIcon(themedIcon("help"));
    setWindowIcon(programIcon());
}

void HelpWindow::fillContents()
{
    const QSignalBlocker blocker(m_contents);
    m_contents->clear();
    if (m_book.pages().empty())
        return;
    addTopic(m_contents->invisibleRootItem(), m_book.pages().front().title(), firstPage);
    for (const HelpGroup& group : m_book.groups()) {
        QTreeWidgetItem* top = addTopic(m_contents->invisibleRootItem(), group.title, {});
        top->setFlags(Qt::ItemIsEnabled);
        for (const HelpPage* page : group.pages) {
            QTreeWidgetItem* item = addTopic(top, page->title(), page->name);
            for (const HelpSection& section : page->sections)
                if (section.level == 2)
                    addTopic(item, section.title, page->topicOf(section));
        }
        top->setExpanded(true);
    }
}

HelpTopic HelpWindow::topic() const
{
    return m_places.empty() ? HelpTopic() : m_places[m_at].topic;
}

void HelpWindow::show(const HelpTopic& topic)
{
    if (!m_book.section(topic))
        return;
    if (!m_places.empty()) {
        m_places[m_at].scrolled = m_text->verticalScrollBar()->value();
        m_places.resize(m_at + 1);
    }
    if (topic != this->topic())
        m_places.push_back({topic, 0});
    m_at = m_places.size() - 1;
    showPlace(m_places[m_at], true);
}

void HelpWindow::go(int by)
{
    const auto to = static_cast<std::ptrdiff_t>(m_at) + by;
    if (to < 0 || to >= static_cast<std::ptrdiff_t>(m_places.size()))
        return;
    m_places[m_at].scrolled = m_text->verticalScrollBar()->value();
    m_at = static_cast<std::size_t>(to);
    showPlace(m_places[m_at], false);
}

void HelpWindow::showPlace(const Place& place, bool scrollToTopic)
{
    if (const HelpPage* page = m_book.page(place.topic))
        m_text->show(*page);
    if (scrollToTopic && !HelpBook::anchorIn(place.topic).isEmpty())
        m_text->scrollToAnchor(HelpBook::anchorIn(place.topic));
    else
        m_text->verticalScrollBar()->setValue(scrollToTopic ? 0 : place.scrolled);
    m_back->setEnabled(m_at > 0);
    m_forward->setEnabled(m_at + 1 < m_places.size());
    selectInContents();
    showMarks();
}

/// Selects the item of the present section, or of its page where the contents do not list sections
/// of this level.
void HelpWindow::selectInContents()
{
    const QSignalBlocker blocker(m_contents);
    QTreeWidgetItem* found = nullptr;
    for (QTreeWidgetItemIterator item(m_contents); *item; ++item) {
        const HelpTopic each = (*item)->data(0, topicRole).toString();
        if (each == topic() || (!found && each == HelpBook::nameIn(topic())))
            found = *item;
    }
    if (found)
        m_contents->setCurrentItem(found);
}

void HelpWindow::showMarks()
{
    m_text->mark(searchWords(m_search->text()));
}

void HelpWindow::search()
{
    const QSignalBlocker blocker(m_hits);
    m_hits->clear();
    const QStringList words = searchWords(m_search->text());
    for (const HelpHit& hit : searchHelp(m_book, words)) {
        const QString title
            = hit.section.isEmpty() ? hit.page : tr("%1: %2").arg(hit.page, hit.section);
        auto* item = new QListWidgetItem(title, m_hits);
        item->setData(HitDelegate::aroundRole, hit.around);
        item->setData(Qt::AccessibleTextRole, QString(title + QLatin1Char('\n') + hit.around));
        item->setData(topicRole, hit.topic);
    }
    if (!words.isEmpty() && m_hits->count() == 0)
        (new QListWidgetItem(tr("No section has all of these words."), m_hits))
            ->setFlags(Qt::NoItemFlags);
    m_left->setCurrentWidget(words.isEmpty() ? static_cast<QWidget*>(m_contents) : m_hits);
    showMarks();
}

void HelpWindow::openHit(int row)
{
    const QListWidgetItem* item = m_hits->item(row);
    const HelpTopic topic = item ? item->data(topicRole).toString() : HelpTopic();
    if (!topic.isEmpty())
        show(topic);
}

void HelpWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape)
        return QWidget::keyPressEvent(event);
    if (m_search->text().isEmpty())
        close();
    else
        m_search->clear();
}

void HelpWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_book = presentHelp();
        retranslate();
        search();
    }
    if (event->type() == QEvent::PaletteChange)
        drawIcons();
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::FontChange) {
        if (m_places.empty())
            return; // while it is being made
        m_places[m_at].scrolled = m_text->verticalScrollBar()->value();
        showPlace(m_places[m_at], false);
    }
}

} // namespace highwater
