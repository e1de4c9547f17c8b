// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/pick_combo.h"

#include "core/catalog/catalog.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTimer>

#include <algorithm>
#include <span>

namespace highwater {
namespace {

/// Rows as high as in boxes without a text field.
class TallRows : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize usual = QStyledItemDelegate::sizeHint(option, index);
        return {usual.width(), std::max(22, option.fontMetrics.height() + 6)};
    }
};

} // namespace

PickCombo::PickCombo(const QString& objectName, QWidget* parent)
    : WheelSafeComboBox(objectName, parent)
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setMaxVisibleItems(20);
    auto* completer = new QCompleter(model(), this);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setMaxVisibleItems(12);
    setCompleter(completer);
    view()->setItemDelegate(new TallRows(view()));
    completer->popup()->setItemDelegate(new TallRows(completer->popup()));
    connect(this, &QComboBox::activated, this, [this](int index) {
        if (!itemData(index).isValid()) { // the name of a group was typed
            setCurrentIndex(findData(QString::fromStdString(m_id)));
            return;
        }
        m_id = itemData(index).toString().toStdString();
        showStart();
        emit picked(m_id);
    });
    connect(lineEdit(), &QLineEdit::returnPressed, this, &PickCombo::settleText);
}

void PickCombo::addGroup(const QString& name)
{
    auto* items = qobject_cast<QStandardItemModel*>(model());
    auto* item = new QStandardItem(name);
    item->setFlags(Qt::NoItemFlags); // neither chosen nor found by typing
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    item->setFont(strong);
    items->appendRow(item);
}

void PickCombo::addEntry(const QString& name, const std::string& id)
{
    addItem(name, QString::fromStdString(id));
}

void PickCombo::setCurrentId(const std::string& id)
{
    m_id = id;
    const int index = findData(QString::fromStdString(id));
    if (index == currentIndex())
        return; // typed text stays
    setCurrentIndex(index);
    showStart();
}

/// Puts the cursor at the start, so that the start of a long name can be read.
void PickCombo::showStart()
{
    lineEdit()->setModified(false);
    if (!hasFocus())
        lineEdit()->setCursorPosition(0);
}

void PickCombo::settleText()
{
    const QString typed = currentText().trimmed();
    if (typed == itemText(currentIndex())) {
        showStart();
        return;
    }
    const int index = indexOf(typed);
    if (index >= 0)
        setCurrentIndex(index);
    setEditText(itemText(currentIndex()));
    showStart();
    if (index >= 0)
        emit activated(index);
    else if (!typed.isEmpty())
        emit refused(typed);
}

/// Looks for the typed text as the name of an item, then as another name that the finder knows,
/// then as a part of the name of one item alone.
int PickCombo::indexOf(const QString& typed) const
{
    int index = findText(typed, Qt::MatchFixedString);
    if (index < 0 && m_finder && !typed.isEmpty())
        if (const std::string id = m_finder(typed); !id.empty())
            index = findData(QString::fromStdString(id));
    if (index < 0) {
        completer()->setCompletionPrefix(typed);
        if (completer()->completionCount() == 1)
            index = findText(completer()->currentCompletion());
    }
    return index >= 0 && itemData(index).isValid() ? index : -1;
}

void PickCombo::focusInEvent(QFocusEvent* event)
{
    WheelSafeComboBox::focusInEvent(event);
    if (event->reason() == Qt::MouseFocusReason)
        QTimer::singleShot(0, this, [this] { lineEdit()->selectAll(); });
}

void PickCombo::focusOutEvent(QFocusEvent* event)
{
    WheelSafeComboBox::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        settleText();
}

void PickCombo::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && currentText() != itemText(currentIndex())) {
        setEditText(itemText(currentIndex()));
        lineEdit()->selectAll();
        showStart();
        return;
    }
    WheelSafeComboBox::keyPressEvent(event);
}

void PickCombo::showPopup()
{
    // Names may be longer than the box is wide.
    view()->setMinimumWidth(view()->sizeHintForColumn(0)
                            + view()->verticalScrollBar()->sizeHint().width());
    WheelSafeComboBox::showPopup();
}

namespace {

/// Adds the groups in the order of their first items, each with all its items.
template <class Entry>
void fillGrouped(PickCombo& box, std::span<const Entry> entries, std::string Entry::*group)
{
    for (auto first = entries.begin(); first != entries.end(); ++first) {
        const auto same = [&](const Entry& entry) { return entry.*group == (*first).*group; };
        if (std::any_of(entries.begin(), first, same))
            continue;
        box.addGroup(QString::fromStdString((*first).*group));
        for (const Entry& entry : entries)
            if (same(entry))
                box.addEntry(QString::fromStdString(entry.name), entry.id);
    }
}

} // namespace

void fillModels(PickCombo& box)
{
    fillGrouped(box, builtinCatalog().models(), &Model::family);
    box.setFinder([](const QString& typed) {
        const Model* model = builtinCatalog().modelTyped(typed.toStdString());
        return model ? model->id : std::string();
    });
}

void fillDevices(PickCombo& box)
{
    fillGrouped(box, builtinCatalog().devices(), &Device::vendor);
    box.setFinder([](const QString& typed) {
        const Device* device = builtinCatalog().deviceTyped(typed.toStdString());
        return device ? device->id : std::string();
    });
}

} // namespace highwater
