// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/offers_panel.h"

#include "ui/base/elided_label.h"
#include "ui/base/table_look.h"
#include "ui/base/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace highwater {
namespace {

constexpr int offerRow = 24;
constexpr int signColumn = 20; ///< of the sign before a name
constexpr int mostRows = 9; ///< in view; the others are scrolled to
constexpr int leastRows = 3;

enum OfferRole { OfferIndex = Qt::UserRole, SignText, IsQuiet };

QString signOf(Offer::Sign sign)
{
    return sign == Offer::Sign::Fits    ? QStringLiteral("✓")
        : sign == Offer::Sign::Probably ? QStringLiteral("≈")
                                        : QString();
}

/// Paints a row: its sign in the colour of what fits, names of sections in bold letters.
class OfferRowPainter : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {0, heightFor(offerRow, option.fontMetrics)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        const Theme& theme = currentTheme();
        const QModelIndex first = index.siblingAtColumn(0);
        const bool section = !first.data(OfferIndex).isValid();
        const bool current = option.state & QStyle::State_Selected;
        painter->save();
        painter->fillRect(option.rect,
                          section       ? theme.totalRow
                              : current ? theme.selectedRow
                                        : theme.surface);
        painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                          theme.hairline);
        QRect room = option.rect.adjusted(cellInset, 0, -cellInset, -1);
        const bool numbers = index.column() > 0 && index.column() < 4;
        const QFont font = numbers ? numberFont(option.font) : option.font;
        painter->setFont(section || (current && index.column() < 2) ? demiBold(font) : font);
        if (index.column() == 0 && !section) {
            painter->setPen(theme.fits);
            painter->drawText(
                QStyle::visualRect(option.direction, option.rect,
                                   QRect(room.left(), room.top(), signColumn, room.height())),
                static_cast<int>(Qt::AlignLeading | Qt::AlignVCenter),
                index.data(SignText).toString());
            room.setLeft(room.left() + signColumn);
        }
        painter->setPen(section || index.data(IsQuiet).toBool() ? theme.muted : theme.text);
        paintCellText(*painter, option, index, room);
        painter->restore();
    }
};

} // namespace

OffersPanel::OffersPanel(QWidget* parent)
    : QFrame(parent)
    , m_model(new QStandardItemModel(0, Columns, this))
    , m_table(new QTreeView(this))
    , m_head(new TableHead(m_table))
    , m_hint(new ElidedLabel(this))
    , m_signs(new QLabel(this))
    , m_take(new QPushButton(this))
{
    setObjectName(QStringLiteral("offers"));
    setAutoFillBackground(true);
    m_table->setObjectName(QStringLiteral("offers.table"));
    m_table->setHeader(m_head);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new OfferRowPainter(m_table));
    m_table->setRootIsDecorated(false);
    m_table->setIndentation(0);
    m_table->setUniformRowHeights(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setTabKeyNavigation(false);
    m_head->setWidthsName(QStringLiteral("offers"));
    m_head->setStretchLastSection(true);
    m_take->setObjectName(QStringLiteral("offers.take"));
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_signs->setForegroundRole(QPalette::PlaceholderText);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(16, 6, 16, 6);
    foot->setSpacing(16);
    foot->addWidget(m_hint, 1);
    foot->addWidget(m_signs);
    foot->addWidget(m_take);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_table);
    column->addLayout(foot);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &OffersPanel::showCurrent);
    connect(m_table, &QTreeView::activated, this, &OffersPanel::take);
    connect(m_take, &QPushButton::clicked, this, &OffersPanel::take);
    hide();
    retranslate();
}

void OffersPanel::show(const Offers& offers, const MemoryFormat& format)
{
    const bool same = format == m_format && offers.lookLike(m_offers);
    m_offers = offers; // the changes may differ where nothing that is shown does
    m_format = format;
    if (same)
        return;
    fill();
    emit previewed(nullptr);
}

void OffersPanel::fill()
{
    const QSignalBlocker quiet(m_table->selectionModel());
    m_model->removeRows(0, m_model->rowCount());
    const auto isSingle = [](const Offer& offer) { return offer.settings == 1; };
    const auto enough
        = static_cast<std::size_t>(std::ranges::count_if(m_offers.all, &Offer::enough));
    const bool oneIsEnough = std::ranges::any_of(
        m_offers.all, [&](const Offer& offer) { return offer.enough && isSingle(offer); });
    if (enough == 0)
        addSection(m_offers.intro);
    else if (!oneIsEnough)
        addSection(tr("No single change is enough; these are together"));
    for (std::size_t i = 0; i < enough; ++i)
        addOffer(i);
    if (enough > 0 && enough < m_offers.all.size())
        addSection(tr("Helps, not enough alone"));
    for (std::size_t i = enough; i < m_offers.all.size(); ++i)
        addOffer(i);
    setWidths();
    setTableHeight();
    m_take->setEnabled(false);
}

void OffersPanel::addSection(const QString& title)
{
    auto* item = new QStandardItem(title);
    item->setFlags(Qt::NoItemFlags); // arrow keys pass over it
    item->setTextAlignment(Qt::AlignLeading | Qt::AlignVCenter);
    m_model->appendRow(item);
    m_table->setFirstColumnSpanned(m_model->rowCount() - 1, {}, true);
}

void OffersPanel::addOffer(std::size_t index)
{
    const Offer& offer = m_offers.all[index];
    QList<QStandardItem*> row;
    const QString none(QChar(0x2013));
    const auto add = [&](const QString& text, bool quiet) {
        auto* item = new QStandardItem(text);
        item->setData(quiet, IsQuiet);
        item->setToolTip(offer.toolTip);
        item->setTextAlignment(Qt::AlignLeading | Qt::AlignVCenter);
        item->setFlags(offer.enabled ? Qt::ItemIsEnabled | Qt::ItemIsSelectable
                                     : Qt::ItemFlags(Qt::NoItemFlags));
        row << item;
    };
    add(offer.name, !offer.enabled);
    add(offer.then ? m_format.whereUnitIsSaid(offer.then->total, 2) : none, !offer.enabled);
    add(offer.time.isEmpty() ? none : offer.time, !offer.enabled || offer.time.isEmpty());
    add(offer.host.isEmpty() ? none : offer.host, !offer.enabled || offer.host.isEmpty());
    add(!offer.enabled               ? tr("the plan has it already")
            : offer.effect.isEmpty() ? tr("nothing of the run")
                                     : offer.effect,
        !offer.enabled || offer.effect.isEmpty());
    row.front()->setData(static_cast<int>(index), OfferIndex);
    row.front()->setData(signOf(offer.sign), SignText);
    row.front()->setData(offer.sign == Offer::Sign::Fits ? tr("%1, fits").arg(offer.name)
                             : offer.sign == Offer::Sign::Probably
                             ? tr("%1, probably fits").arg(offer.name)
                             : offer.name,
                         Qt::AccessibleTextRole);
    for (const Column column : {Total, Time, Host})
        row[column]->setTextAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
    m_model->appendRow(row);
}

const Offer* OffersPanel::currentOffer() const
{
    const QModelIndex row = m_table->currentIndex().siblingAtColumn(0);
    const QVariant index = row.data(OfferIndex);
    if (!index.isValid() || index.toUInt() >= m_offers.all.size())
        return nullptr;
    const Offer& offer = m_offers.all[index.toUInt()];
    return offer.enabled ? &offer : nullptr;
}

void OffersPanel::showCurrent()
{
    const Offer* offer = currentOffer();
    m_take->setEnabled(offer != nullptr);
    emit previewed(offer);
}

void OffersPanel::take()
{
    if (const Offer* offer = currentOffer()) {
        const std::vector<Change> changes = offer->changes; // taking it replaces the offers
        emit taken(changes);
    }
}

void OffersPanel::enter()
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        if (!(index.flags() & Qt::ItemIsSelectable))
            continue;
        if (index == m_table->currentIndex())
            showCurrent();
        else
            m_table->setCurrentIndex(index);
        break;
    }
    m_table->setFocus(Qt::OtherFocusReason); // a table with a current row keeps it
}

void OffersPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit closeRequested();
    else
        QFrame::keyPressEvent(event);
}

void OffersPanel::setSmall(bool small)
{
    m_small = small;
    setTableHeight();
}

/// As high as its rows, up to a height that leaves the page its room.
void OffersPanel::setTableHeight()
{
    const int most = m_small ? mostRows - 3 : mostRows;
    const int rows = std::clamp(m_model->rowCount(), leastRows, most);
    m_table->setFixedHeight(m_head->sizeHint().height()
                            + rows * heightFor(offerRow, fontMetrics()));
}

/// Names and effects share what the numbers leave.
void OffersPanel::setWidths()
{
    const QFontMetrics numbers(demiBold(numberFont(font()))), words(demiBold(font()));
    int fixed = 0;
    for (const Column column : {Total, Time, Host}) {
        int widest
            = words.horizontalAdvance(m_model->headerData(column, Qt::Horizontal).toString());
        for (int row = 0; row < m_model->rowCount(); ++row)
            widest = std::max(
                widest, numbers.horizontalAdvance(m_model->index(row, column).data().toString()));
        m_head->fitSection(column, widest + 2 * cellInset + cellSlack);
        fixed += m_head->widthOf(column, widest + 2 * cellInset + cellSlack);
    }
    int name = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->index(row, Name).data(OfferIndex).isValid())
            name = std::max(name,
                            words.horizontalAdvance(m_model->index(row, Name).data().toString()));
    constexpr int leastName = 160, leastEffect = 150;
    const int room = std::max(leastName, width() - fixed - leastEffect);
    m_head->fitSection(Name,
                       std::clamp(name + signColumn + 2 * cellInset + cellSlack, leastName, room));
}

void OffersPanel::retranslate()
{
    m_model->setHorizontalHeaderLabels({tr("Change"), m_format.unitName(), tr("Time a token"),
                                        tr("Host memory"), tr("Changes the run?")});
    for (int column = 0; column < Columns; ++column) {
        const bool number = column == Total || column == Time || column == Host;
        m_model->horizontalHeaderItem(column)->setTextAlignment(
            (number ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    }
    m_table->setAccessibleName(tr("All changes"));
    m_hint->setText(tr("↑ ↓ previews in the chart · Enter takes it · Esc closes"));
    m_signs->setText(tr("✓ fits   ≈ probably fits"));
    m_take->setText(tr("Take"));
    fill();
}

void OffersPanel::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        setWidths();
        setTableHeight();
    }
}

void OffersPanel::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    setWidths();
}

} // namespace highwater
