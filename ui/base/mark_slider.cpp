// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/mark_slider.h"

#include "ui/base/font_points.h"
#include "ui/base/theme.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

constexpr double grooveMiddle = 9, grooveHeight = 4;
constexpr double handleWidth = 12, handleHeight = 16;
constexpr double hitWidth = 24, hitHeight = 28;
constexpr double tickTop = 14, tickHeight = 4;
constexpr double labelTop = 18, labelGap = 3;
constexpr double clickSlack = 3; ///< px that the pointer moves during a click
constexpr int wheelNotch = 120;

/// The slider for screen readers. Numbers are values in the unit of the slider's name, since AT-SPI
/// has no words there; a reader that requests text gets "8,192 tokens".
class AccessibleMarkSlider : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    explicit AccessibleMarkSlider(MarkSlider* slider)
        : QAccessibleWidget(slider, QAccessible::Slider)
    { }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? slider()->valueText() : QAccessibleWidget::text(kind);
    }

    QVariant currentValue() const override
    {
        const double unit = slider()->scale().unit;
        const double value = slider()->value() / unit;
        return unit == 1 ? value : std::round(value * 100) / 100;
    }
    QVariant minimumValue() const override { return scale().least / scale().unit; }
    QVariant maximumValue() const override { return scale().most / scale().unit; }
    QVariant minimumStepSize() const override
    {
        const double value = slider()->value();
        const double up = slider()->stepped(value, 1, false);
        const double step = up > value ? up - value : value - slider()->stepped(value, -1, false);
        return step / scale().unit;
    }
    void setCurrentValue(const QVariant& value) override
    {
        slider()->moveTo(value.toDouble() * scale().unit);
    }

    QStringList actionNames() const override
    {
        return QStringList{increaseAction(), decreaseAction()} + QAccessibleWidget::actionNames();
    }
    void doAction(const QString& name) override
    {
        if (name == increaseAction())
            slider()->moveTo(slider()->stepped(slider()->value(), 1, false));
        else if (name == decreaseAction())
            slider()->moveTo(slider()->stepped(slider()->value(), -1, false));
        else
            QAccessibleWidget::doAction(name);
    }

private:
    MarkSlider* slider() const { return static_cast<MarkSlider*>(widget()); }
    const Scale& scale() const { return slider()->scale(); }
};

QAccessibleInterface* accessibleSlider(const QString& className, QObject* object)
{
    if (className != QLatin1String(MarkSlider::staticMetaObject.className()))
        return nullptr;
    return new AccessibleMarkSlider(static_cast<MarkSlider*>(object));
}

} // namespace

MarkSlider::MarkSlider(QWidget* parent)
    : QWidget(parent)
{
    [[maybe_unused]] static const bool installed = [] {
        QAccessible::installFactory(accessibleSlider);
        return true;
    }();
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void MarkSlider::setScale(Scale scale)
{
    m_scale = std::move(scale);
    updateGeometry();
    update();
}

void MarkSlider::setMagnified(double times)
{
    m_times = times;
    updateGeometry();
    update();
}

double MarkSlider::stepped(double from, int direction, bool page) const
{
    return m_steps.from(m_scale, from, direction, page);
}

void MarkSlider::setValue(double value)
{
    if (value == m_value)
        return;
    const QRectF before = handleRect();
    m_value = value;
    // The handle and the groove on its way look different, the texts below them do not.
    update(before.united(handleRect()).toAlignedRect().adjusted(-1, -1, 1, 1));
    if (QAccessible::isActive()) {
        QAccessibleValueChangeEvent event(this, value / m_scale.unit);
        QAccessible::updateAccessibility(&event);
    }
}

QString MarkSlider::valueText() const
{
    return m_valueText ? m_valueText(m_value) : locale().toString(m_value);
}

void MarkSlider::setMessage(const QString& message, bool mistake)
{
    if (message == m_message && mistake == m_mistake)
        return;
    m_message = message;
    m_mistake = mistake;
    update();
}

bool MarkSlider::messageFits() const
{
    return QFontMetricsF(labelFont()).horizontalAdvance(m_message) <= width() - 2 * labelInset;
}

void MarkSlider::moveTo(double value)
{
    if (!isEnabled() || value == m_value)
        return;
    setValue(std::clamp(value, m_scale.least, m_scale.most));
    emit moved(m_value);
}

ScaleOnScreen MarkSlider::groove() const
{
    return {m_scale, inset(), std::max(1.0, width() - 2 * inset())};
}

double MarkSlider::positionOf(double value) const
{
    return inset() + m_scale.fraction(value) * (width() - 2 * inset());
}

/// The nearest x at which a line of one pixel is sharp.
double MarkSlider::aligned(double x) const
{
    const double ratio = devicePixelRatioF();
    return std::round(x * ratio) / ratio;
}

QRectF MarkSlider::handleRect() const
{
    return {aligned(positionOf(m_value) - m_times * handleWidth / 2),
            m_times * grooveMiddle - m_times * handleHeight / 2, m_times * handleWidth,
            m_times * handleHeight};
}

QFont MarkSlider::labelFont() const
{
    constexpr double fromAfar = 18.0 / 22; ///< of the text around a large slider
    const double points = pointsOf(font());
    QFont small = font();
    small.setPointSizeF(m_times > 1 ? fromAfar * points : std::max(7.5, points - 2));
    return small;
}

/// The labels at both ends are always shown, those between them only where there is room.
std::vector<MarkSlider::Label> MarkSlider::labels() const
{
    const QFontMetricsF metrics(labelFont());
    std::vector<Label> all;
    for (const Mark& mark : m_scale.marks) {
        if (mark.label.isEmpty())
            continue;
        const double wide = metrics.horizontalAdvance(mark.label);
        const double most = width() - labelInset - wide;
        const double left = std::min(positionOf(mark.value) - wide / 2, most);
        all.push_back(
            {{std::max<double>(left, labelInset), m_times * labelTop, wide, metrics.height()},
             mark.label});
    }
    if (all.size() < 2)
        return all;
    std::vector<Label> kept{all.front()};
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
        if (all[i].box.left() >= kept.back().box.right() + m_times * labelGap
            && all[i].box.right() + m_times * labelGap <= all.back().box.left())
            kept.push_back(all[i]);
    }
    kept.push_back(all.back());
    return kept;
}

std::vector<QString> MarkSlider::visibleLabels() const
{
    std::vector<QString> texts;
    for (const Label& label : labels())
        texts.push_back(label.text);
    return texts;
}

QSize MarkSlider::sizeHint() const
{
    const double high = m_times * labelTop + QFontMetricsF(labelFont()).height();
    return {200, static_cast<int>(std::ceil(std::max(high, m_times * hitHeight)))};
}

QSize MarkSlider::minimumSizeHint() const
{
    return {100, sizeHint().height()};
}

void MarkSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    const QPointF at = event->position();
    const double middle = handleRect().center().x();
    const bool onHandle
        = std::abs(at.x() - middle) <= m_times * hitWidth / 2 && at.y() < m_times * hitHeight;
    m_pressed = true;
    m_dragging = false;
    m_before = m_value;
    m_pressX = at.x();
    m_grip = onHandle ? middle - at.x() : 0;
    emit pressed();
    if (!onHandle)
        moveTo(dragsFreely(event->modifiers()) ? groove().valueUnder(at.x(), true)
                                               : groove().nearestStop(at.x()));
    update();
}

void MarkSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed)
        return;
    // The pointer may move slightly during a click, but the value must stay at the clicked mark.
    const double x = event->position().x();
    if (!m_dragging && std::abs(x - m_pressX) < clickSlack)
        return;
    m_dragging = true;
    moveTo(groove().valueUnder(x + m_grip, dragsFreely(event->modifiers())));
}

void MarkSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        release();
}

void MarkSlider::release()
{
    if (!m_pressed)
        return;
    m_pressed = m_dragging = false;
    update();
    emit released();
}

void MarkSlider::keyPressEvent(QKeyEvent* event)
{
    if (const auto value = m_steps.byKey(m_scale, m_value, *event)) {
        moveTo(*value);
    } else if (event->key() == Qt::Key_Escape && m_pressed) {
        // Not moveTo: the drag may have begun outside the scale.
        setValue(m_before);
        emit moved(m_value);
        release();
    } else {
        event->ignore();
    }
}

void MarkSlider::wheelEvent(QWheelEvent* event)
{
    // Without focus the wheel belongs to the panel that scrolls under the pointer.
    if (!hasFocus()) {
        event->ignore();
        return;
    }
    const QPoint delta = event->angleDelta();
    m_wheel += delta.y() != 0 ? delta.y() : delta.x();
    for (; std::abs(m_wheel) >= wheelNotch; m_wheel -= m_wheel > 0 ? wheelNotch : -wheelNotch)
        moveTo(stepped(m_value, m_wheel > 0 ? 1 : -1, event->modifiers() & Qt::ControlModifier));
    event->accept();
}

void MarkSlider::focusInEvent(QFocusEvent* event)
{
    m_wheel = 0;
    update();
    QWidget::focusInEvent(event);
}

void MarkSlider::focusOutEvent(QFocusEvent* event)
{
    update();
    QWidget::focusOutEvent(event);
}

void MarkSlider::hideEvent(QHideEvent* event)
{
    release();
    QWidget::hideEvent(event);
}

void MarkSlider::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::EnabledChange)
        release();
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    update();
    QWidget::changeEvent(event);
}

void MarkSlider::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintGroove(painter);
    if (m_message.isEmpty())
        paintTicks(painter);
    if (event->rect().bottom() >= m_times * labelTop)
        paintTexts(painter);
    paintHandle(painter);
}

void MarkSlider::paintGroove(QPainter& painter) const
{
    const Theme& theme = currentTheme();
    QRectF groove(inset(), m_times * grooveMiddle - m_times * grooveHeight / 2,
                  width() - 2 * inset(), m_times * grooveHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.hairline);
    painter.drawRoundedRect(groove, m_times * grooveHeight / 2, m_times * grooveHeight / 2);
    groove.setRight(handleRect().center().x());
    painter.setBrush(isEnabled() ? theme.accent : theme.outline);
    painter.drawRoundedRect(groove, m_times * grooveHeight / 2, m_times * grooveHeight / 2);
}

void MarkSlider::paintTicks(QPainter& painter) const
{
    for (const Mark& mark : m_scale.marks)
        painter.fillRect(QRectF(aligned(positionOf(mark.value) - 0.5), m_times * tickTop, 1,
                                m_times * tickHeight),
                         currentTheme().outline);
}

/// The marks' labels, or the message in their place.
void MarkSlider::paintTexts(QPainter& painter) const
{
    const Theme& theme = currentTheme();
    painter.setFont(labelFont());
    if (!m_message.isEmpty()) {
        const QFontMetricsF metrics(labelFont());
        const QRectF line(labelInset, m_times * labelTop, width() - 2 * labelInset,
                          metrics.height());
        painter.setPen(m_mistake ? theme.over : theme.muted);
        painter.drawText(line, Qt::AlignLeading | Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(m_message, Qt::ElideRight, line.width()));
        return;
    }
    painter.setPen(isEnabled() ? theme.muted : theme.outline);
    for (const Label& label : labels())
        painter.drawText(label.box, Qt::AlignCenter | Qt::TextDontClip | Qt::TextSingleLine,
                         label.text);
}

void MarkSlider::paintHandle(QPainter& painter) const
{
    const Theme& theme = currentTheme();
    const double pen = hasFocus() ? 2 : 1;
    const QRectF handle = handleRect().adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2);
    painter.setPen(QPen(hasFocus() ? theme.accent : theme.outline, pen));
    painter.setBrush(theme.button);
    painter.drawRoundedRect(handle, 3, 3);
}

} // namespace highwater
