// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/style.h"

#include "ui/base/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QIcon>
#include <QPainter>
#include <QStyleOption>
#include <QToolButton>

#include <algorithm>

namespace highwater {
namespace {

constexpr int menuArrow = 8, arrowGap = 4;

bool opensMenu(const QWidget* widget)
{
    const auto* button = qobject_cast<const QToolButton*>(widget);
    return button && button->menu() && button->popupMode() == QToolButton::InstantPopup;
}

bool isListOfCombo(const QWidget* widget)
{
    return widget && widget->isWindow()
        && qobject_cast<const QComboBox*>(widget->parentWidget()) != nullptr;
}

void drawEdge(const QRect& rect, QPainter& painter)
{
    painter.save();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(currentTheme().outline, 1));
    painter.drawRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5));
    painter.restore();
}

/// A one-colour icon in another colour.
QIcon inColour(const QIcon& icon, const QColor& colour, const QWidget* widget)
{
    const int side = QApplication::style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, widget);
    QPixmap picture = icon.pixmap(QSize(side, side),
                                  widget ? widget->devicePixelRatioF() : qApp->devicePixelRatio());
    QPainter painter(&picture);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(QRect(0, 0, side, side), colour);
    return picture;
}

} // namespace

Style::Style()
    : QProxyStyle(QStringLiteral("Fusion"))
{ }

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const
{
    if (element == PE_FrameLineEdit)
        return drawFieldFrame(*option, option->rect, *painter);
    if (element == PE_FrameMenu) // Fusion's frame cannot be seen over a chart of the same colour
        return drawEdge(option->rect, *painter);
    if (element != PE_IndicatorCheckBox) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element == PE_Frame && isListOfCombo(widget))
            drawEdge(option->rect, *painter);
        return;
    }
    const Theme& theme = currentTheme();
    const bool checked = option->state & State_On;
    const bool enabled = option->state & State_Enabled;
    const QRectF whole(option->rect);
    const double side = std::min(whole.width(), whole.height());
    QRectF box(0, 0, side, side);
    box.moveCenter(whole.center());
    box.adjust(0.5, 0.5, -0.5, -0.5);

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (!enabled)
        painter->setOpacity(0.5);
    painter->setPen(QPen(checked ? theme.accent : theme.outline, 1));
    painter->setBrush(checked                            ? theme.accent
                          : option->state & State_Sunken ? theme.tableHead
                                                         : theme.surface);
    painter->drawRoundedRect(box, 2, 2);
    if (checked) {
        painter->setPen(QPen(theme.surface, side / 7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->setBrush(Qt::NoBrush);
        painter->drawPolyline(QPolygonF{box.topLeft() + QPointF(0.24, 0.53) * box.width(),
                                        box.topLeft() + QPointF(0.43, 0.72) * box.width(),
                                        box.topLeft() + QPointF(0.77, 0.30) * box.width()});
    }
    painter->restore();
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                               QPainter* painter, const QWidget* widget) const
{
    const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    if (button && opensMenu(widget)) {
        QStyleOptionToolButton plain = *button;
        plain.features
            &= ~QStyleOptionToolButton::ToolButtonFeatures(QStyleOptionToolButton::HasMenu);
        QProxyStyle::drawComplexControl(control, &plain, painter, widget);
        plain.rect
            = visualRect(plain.direction, button->rect,
                         QRect(button->rect.right() - menuArrow - arrowGap,
                               button->rect.center().y() - menuArrow / 2, menuArrow, menuArrow));
        drawPrimitive(PE_IndicatorArrowDown, &plain, painter, widget);
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option); box && box->frame)
        drawFieldFrame(*option, option->rect.adjusted(0, 1, 0, -1), *painter); // over Fusion's own
    else if (control == CC_ComboBox && currentTheme().contrast)
        drawFieldFrame(*option, option->rect, *painter);
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const
{
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
    if (element == CE_MenuItem && item && item->state.testFlag(State_Selected)
        && !item->icon.isNull()) {
        QStyleOptionMenuItem chosen = *item;
        chosen.icon = inColour(item->icon, item->palette.highlightedText().color(), widget);
        QProxyStyle::drawControl(element, &chosen, painter, widget);
        return;
    }
    if (element == CE_PushButtonBevel && currentTheme().contrast) {
        QProxyStyle::drawControl(element, option, painter, widget);
        drawFieldFrame(*option, option->rect, *painter);
        return;
    }
    const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    if (element != CE_ToolButtonLabel || !button || !opensMenu(widget)) {
        QProxyStyle::drawControl(element, option, painter, widget);
        return;
    }
    QStyleOptionToolButton text = *button;
    text.rect = visualRect(text.direction, button->rect,
                           button->rect.adjusted(0, 0, -menuArrow - arrowGap, 0));
    QProxyStyle::drawControl(element, &text, painter, widget);
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                              const QWidget* widget) const
{
    const QSize fitting = QProxyStyle::sizeFromContents(type, option, size, widget);
    return type == CT_ToolButton && opensMenu(widget) ? fitting + QSize(menuArrow + arrowGap, 0)
                                                      : fitting;
}

/// The buttons of a dialog have words and no icons.
int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* returned) const
{
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, returned);
}

/// Fusion's own frame is a darker shade of the window, which is invisible on a dark window.
void Style::drawFieldFrame(const QStyleOption& option, const QRect& rect, QPainter& painter)
{
    const Theme& theme = currentTheme();
    const bool focused = option.state & State_HasFocus;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (!(option.state & State_Enabled))
        painter.setOpacity(0.5);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(focused ? theme.accent : theme.outline, 1));
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.restore();
}

} // namespace highwater
