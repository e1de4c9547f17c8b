// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/command_palette.h"

#include "ui/base/settings.h"
#include "ui/base/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

constexpr int paletteNoteRole = Qt::UserRole + 1;
constexpr std::size_t mostPaletteRows = 50;
constexpr int shownRows = 12, paletteWidth = 620, paletteInset = 10;

/// A row: its title, and at the right, in grey, the note.
class PaletteDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        constexpr int least = 26;
        return {100, std::max(least, option.fontMetrics.height() + 8)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        const Theme& theme = currentTheme();
        painter->save();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, theme.selectedRow);
        const QRect room = option.rect.adjusted(paletteInset, 0, -paletteInset, 0);
        const QString note = option.fontMetrics.elidedText(index.data(paletteNoteRole).toString(),
                                                           Qt::ElideRight, room.width() / 2);
        const int noteWidth = option.fontMetrics.horizontalAdvance(note);
        painter->setPen(theme.muted);
        painter->drawText(room, Qt::AlignVCenter | Qt::AlignRight, note);
        painter->setPen(theme.text);
        painter->drawText(
            room, Qt::AlignVCenter | Qt::AlignLeft,
            option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight,
                                          room.width() - noteWidth - 2 * paletteInset));
        painter->restore();
    }
};

} // namespace

CommandPalette::CommandPalette(std::function<Offer()> offer, QWidget* window)
    : QFrame(window)
    , m_makeOffer(std::move(offer))
    , m_field(new QLineEdit(this))
    , m_list(new QListWidget(this))
{
    setObjectName(QStringLiteral("palette"));
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    m_field->setObjectName(QStringLiteral("palette.field"));
    m_field->setClearButtonEnabled(true);
    constexpr int longest = 200;
    m_field->setMaxLength(longest);
    m_list->setObjectName(QStringLiteral("palette.list"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus); // the field keeps the keys
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(6);
    column->addWidget(m_field);
    column->addWidget(m_list, 1);
    m_field->installEventFilter(this);
    window->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::find);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    hide();
}

void CommandPalette::open()
{
    m_field->setPlaceholderText(tr(
        "Find anything: an entry of a menu, a setting, “zero 3”, a model, a card, a plan, help"));
    m_field->setAccessibleName(tr("Find anything"));
    m_list->setAccessibleName(tr("Found"));
    if (isHidden())
        m_before = QApplication::focusWidget();
    m_offer = m_makeOffer();
    m_field->clear();
    find();
    place();
    show();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void CommandPalette::find()
{
    m_list->clear();
    m_rows.clear();
    const auto add = [this](const QString& title, const QString& note, Row row) {
        auto* item = new QListWidgetItem(title, m_list);
        item->setData(paletteNoteRole, note);
        item->setData(Qt::AccessibleTextRole,
                      note.isEmpty() ? title : tr("%1, %2", "a row and its note").arg(title, note));
        m_rows.push_back(std::move(row));
    };
    const QString typed = m_field->text();
    for (TypedSetting& setting : typedSettings(m_offer.items, m_offer.plan, typed)) {
        const QString title = setting.title;
        add(title, tr("Set"),
            {{}, [set = m_offer.set, setting = std::move(setting)] { set(setting); }});
    }
    for (const PaletteItem* item :
         foundItems(m_offer.items, typed, settings::paletteRecent.value(), mostPaletteRows))
        add(item->title, item->note, {item->id, item->run});
    if (m_rows.empty()) {
        auto* none = new QListWidgetItem(tr("Nothing has these words"), m_list);
        none->setFlags(Qt::NoItemFlags);
        return;
    }
    m_list->setCurrentRow(0);
    m_list->scrollToTop();
}

/// Below the top of the window, in its middle.
void CommandPalette::place()
{
    constexpr int fromTop = 70, aside = 20;
    const QWidget* window = parentWidget();
    const int row = m_list->sizeHintForRow(0);
    const int height = 3 * 8 + m_field->sizeHint().height() + shownRows * row;
    const int width = std::min(paletteWidth, window->width() - 2 * aside);
    setGeometry((window->width() - width) / 2, fromTop, width,
                std::min(height, window->height() - fromTop - aside));
}

void CommandPalette::moveBy(int rows)
{
    if (!m_rows.empty())
        m_list->setCurrentRow(std::clamp(m_list->currentRow() + rows, 0, m_list->count() - 1));
}

/// Does what the current row says, after the palette is gone, so that the focus may go elsewhere.
void CommandPalette::run()
{
    const int row = m_list->currentRow();
    if (row < 0 || static_cast<std::size_t>(row) >= m_rows.size())
        return;
    const Row chosen = m_rows[static_cast<std::size_t>(row)];
    leave();
    if (!chosen.id.isEmpty())
        keepRecent(chosen.id);
    chosen.run();
}

/// Closes the palette; the focus goes back to where it was.
void CommandPalette::leave()
{
    const QPointer<QWidget> before = std::exchange(m_before, nullptr);
    hide();
    if (before && before->isVisible())
        before->setFocus(Qt::OtherFocusReason);
}

void CommandPalette::keepRecent(const QString& id) const
{
    constexpr qsizetype most = 8;
    QStringList recent = settings::paletteRecent.value();
    recent.removeAll(id);
    recent.prepend(id);
    settings::paletteRecent.store(recent.first(std::min(recent.size(), most)));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget()) {
        if (event->type() == QEvent::Resize && isVisible())
            place();
        return false;
    }
    if (event->type() == QEvent::FocusOut && isVisible()) {
        const auto reason = static_cast<const QFocusEvent*>(event)->reason();
        if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)
            hide();
        return false;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    const int page = shownRows - 1;
    switch (static_cast<const QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
    case Qt::Key_Tab:
        moveBy(1);
        return true;
    case Qt::Key_Up:
    case Qt::Key_Backtab:
        moveBy(-1);
        return true;
    case Qt::Key_PageDown:
        moveBy(page);
        return true;
    case Qt::Key_PageUp:
        moveBy(-page);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        run();
        return true;
    case Qt::Key_Escape:
        leave();
        return true;
    default:
        return false;
    }
}

} // namespace highwater
