// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/pinned_slider.h"

#include "ui/base/accessible.h"
#include "ui/base/font_points.h"
#include "ui/base/theme.h"
#include "ui/base/typed_field.h"
#include "ui/base/typed_values.h"
#include "ui/panel/change_dot.h"

#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

constexpr int rowHeight = 62, smallRowHeight = 57;
constexpr int fieldWidth = 98; ///< at least, where there is room
constexpr int fieldAroundText = 30; ///< frame, margins and arrows
constexpr int fieldGive = 22; ///< the field gets narrower by this before a name is cut
constexpr int nameGap = 6, unitGap = 7;
constexpr int signSize = 16, signTarget = 24;

QString withoutMnemonic(QString text)
{
    return text.remove(QLatin1Char('&'));
}

int widest(const QStringList& texts, const QFont& font)
{
    const QFontMetricsF metrics(font);
    double most = 0;
    for (const QString& text : texts)
        most = std::max(most, metrics.horizontalAdvance(text));
    return static_cast<int>(std::ceil(most));
}

/// So much smaller that the longest unit leaves the field its room in the narrowest panel.
QFont smaller(const QFont& font)
{
    return smallerBy(font, 0.75);
}

} // namespace

/// An amber disc with "!"; its sentence is in its tooltip, which a click shows at once.
class CautionSign : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = currentTheme();
        QRectF disc(0, 0, signSize, signSize);
        disc.moveCenter(QRectF(rect()).center());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.caution);
        painter.drawEllipse(disc);
        // Drawn as a shape, as the middle of "!" differs between fonts.
        const double middle = disc.center().x();
        painter.setBrush(theme.window);
        painter.drawRoundedRect(QRectF(middle - 1, disc.top() + 3.5, 2, 5.5), 0.8, 0.8);
        painter.drawRoundedRect(QRectF(middle - 1, disc.top() + 10.5, 2, 2), 0.8, 0.8);
    }

    void mousePressEvent(QMouseEvent* event) override
    {
        QToolTip::showText(event->globalPosition().toPoint(), toolTip(), this);
    }
};

PinnedSlider::PinnedSlider(SliderSpec spec, QWidget* parent)
    : QWidget(parent)
    , m_spec(std::move(spec))
    , m_name(new QLabel(this))
    , m_unit(new QLabel(this))
    , m_caution(new CautionSign(this))
    , m_changed(new ChangeDot(this))
    , m_field(nullptr)
    , m_slider(new MarkSlider(this))
{
    m_field = new TypedField(this,
                             {[this] { commitText(); }, [this] { restoreText(); },
                              [this] {
                                  if (m_refused && m_spec.parse(m_field->text()))
                                      refuse(false);
                              },
                              [this](int steps) { stepField(steps); }});
    m_value = m_spec.scale.least;
    setTabOrder(m_slider, m_field);
    setTabOrder(m_field, m_changed);
    connect(m_changed, &ChangeDot::clicked, this, &PinnedSlider::resetRequested);
    m_name->setBuddy(m_field);
    m_name->installEventFilter(this);
    setAccessibleRole(*m_caution, QAccessible::Graphic);
    m_caution->hide();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);

    connect(m_slider, &MarkSlider::pressed, this, [this] { m_movedByDrag = false; });
    connect(m_slider, &MarkSlider::moved, this, [this](double value) {
        m_movedByDrag = m_slider->isPressed();
        m_typed.clear();
        edit(value, !m_slider->isPressed());
    });
    connect(m_slider, &MarkSlider::released, this, [this] {
        if (m_movedByDrag)
            emit edited(m_value, true);
        m_movedByDrag = false;
        display();
    });
    applyFonts();
    applyColours();
    applyTexts();
}

PinnedSlider::~PinnedSlider()
{
    // The field loses the focus while it is destroyed. The row must still exist then, and
    // half-typed text must not become an edit.
    blockSignals(true);
    delete m_field;
}

void PinnedSlider::setSpec(SliderSpec spec)
{
    m_spec = std::move(spec);
    m_unitShown.clear();
    applyTexts();
    place();
}

void PinnedSlider::setSmall(bool small)
{
    if (small == m_small)
        return;
    m_small = small;
    updateGeometry();
    place();
}

void PinnedSlider::show(double value, const QString& unit)
{
    if (value == m_value && unit == m_unitShown)
        return; // typed text stays, even if it was refused
    if (value != m_value)
        m_typed.clear();
    m_value = value;
    m_unitShown = unit;
    display();
}

void PinnedSlider::setCaution(const QString& sentence)
{
    if (sentence == m_caution->toolTip())
        return;
    m_caution->setToolTip(sentence);
    m_caution->setAccessibleDescription(sentence);
    m_caution->setVisible(!sentence.isEmpty());
    describe();
}

void PinnedSlider::setChanged(bool changed, const QString& usual)
{
    if (changed)
        m_changed->describe(withoutMnemonic(m_spec.name), usual);
    m_changed->setVisible(changed);
}

QString PinnedSlider::caution() const
{
    return m_caution->toolTip();
}

QString PinnedSlider::unitOf(double value) const
{
    return m_unitShown.isNull() && m_spec.unit ? m_spec.unit(value) : m_unitShown;
}

QString PinnedSlider::said(double value) const
{
    return m_spec.text(value) + QLatin1Char(' ') + unitOf(value);
}

void PinnedSlider::applyTexts()
{
    setObjectName(m_spec.objectName);
    m_slider->setObjectName(m_spec.objectName + QStringLiteral(".slider"));
    m_field->setObjectName(m_spec.objectName + QStringLiteral(".field"));
    m_changed->setObjectName(m_spec.objectName + QStringLiteral(".changed"));
    m_slider->setScale(scaleNow());
    m_slider->setSteps(m_spec.steps);
    m_slider->setValueText([this](double value) { return said(value); });
    m_name->setText(m_spec.name);
    m_caution->setAccessibleName(tr("Caution"));
    QString name = withoutMnemonic(m_spec.name);
    if (!m_spec.unitName.isEmpty())
        name = tr("%1, %2", "name of a value and its unit").arg(name, m_spec.unitName);
    nameAccessibly(*m_slider, name);
    nameAccessibly(*m_field, name);
    display();
}

/// The scale, extended if the value needs it.
Scale PinnedSlider::scaleNow() const
{
    return m_spec.reaching && m_value > m_spec.scale.most ? m_spec.reaching(m_value) : m_spec.scale;
}

/// Describes the range, the marks and a present problem to screen readers.
void PinnedSlider::describe()
{
    QStringList marks;
    const Scale& scale = m_slider->scale();
    for (const Mark& mark : scale.marks) {
        if (!mark.label.isEmpty())
            marks.push_back(mark.label);
    }
    QStringList sentences;
    if (const QString said = message(); !said.isEmpty())
        sentences.push_back(said);
    if (!caution().isEmpty())
        sentences.push_back(caution());
    sentences.push_back(
        tr("From %1 to %2, marks at %3.")
            .arg(m_spec.text(scale.least), m_spec.text(scale.most), marks.join(tr(", "))));
    const QString description = sentences.join(QLatin1Char('\n'));
    describeAccessibly(*m_slider, description);
    describeAccessibly(*m_field, description);
}

/// Shows the value in all parts; text that was being typed is lost.
void PinnedSlider::display()
{
    m_field->setText(m_spec.text(m_value));
    if (const Scale scale = scaleNow(); !m_slider->isPressed() && scale != m_slider->scale())
        m_slider->setScale(scale); // not during a drag
    m_field->setSteps(m_value<m_slider->scale().most, m_value> m_spec.scale.least);
    const Scale& scale = m_slider->scale();
    const double up = m_slider->stepped(m_value, 1, false);
    const double step
        = up > m_value ? up - m_value : m_value - m_slider->stepped(m_value, -1, false);
    m_field->setNumber(TypedField::Number{m_value / scale.unit, scale.least / scale.unit,
                                          scale.most / scale.unit, step / scale.unit});
    m_unit->setText(unitOf(m_value));
    m_slider->setValue(m_value);
    refuse(false);
}

void PinnedSlider::refuse(bool refused)
{
    m_refused = refused;
    m_field->setRefused(refused);
    m_slider->setMessage(message(), refused);
    describe();
}

QString PinnedSlider::message() const
{
    if (m_refused)
        return m_spec.allowed;
    return m_spec.reading && !m_typed.isEmpty() ? m_spec.reading(m_typed) : QString();
}

void PinnedSlider::edit(double value, bool finished)
{
    m_value = value;
    m_unitShown.clear();
    display();
    emit edited(value, finished);
}

void PinnedSlider::commitText()
{
    if (!m_field->isModified())
        return;
    const QString text = m_field->text();
    if (text.trimmed().isEmpty() || text.trimmed() == m_spec.text(m_value)) {
        // The unchanged text "8.03" means the exact value that it was written for.
        restoreText();
        return;
    }
    const auto value = m_spec.parse(text);
    if (!value) {
        refuse(true);
        announce(*m_field, message());
        return;
    }
    m_typed = text;
    edit(*value, true);
}

void PinnedSlider::restoreText()
{
    display();
}

void PinnedSlider::stepField(int steps)
{
    double from = m_value;
    if (m_field->isModified())
        from = m_spec.parse(m_field->text()).value_or(m_value);
    // QAbstractSpinBox passes ten steps for Page keys, and for arrows with Ctrl.
    const bool page = std::abs(steps) >= 10;
    const double to = m_slider->stepped(from, steps > 0 ? 1 : -1, page);
    if (to == m_value) {
        display();
        return;
    }
    m_typed.clear();
    edit(to, true);
}

int PinnedSlider::fieldHeight() const
{
    return std::max(24, QFontMetrics(font()).height() + 8) + 2 * TypedField::frame;
}

int PinnedSlider::nameColumn() const
{
    QStringList names = m_spec.columnNames;
    names.push_back(m_spec.name);
    return widest(names.replaceInStrings(QStringLiteral("&"), QString()), m_name->font());
}

/// The width of the longest number of the five sliders.
int PinnedSlider::fieldColumn() const
{
    return std::max(fieldWidth, widest({countText(1048576, locale())}, font()) + fieldAroundText);
}

int PinnedSlider::unitColumn() const
{
    QStringList units = m_spec.columnUnits;
    units.push_back(m_unit->text());
    return widest(units, m_unit->font());
}

QSize PinnedSlider::minimumSizeHint() const
{
    const int wide = 2 * sidePadding + nameColumn() + nameGap + fieldColumn() - fieldGive + unitGap
        + unitColumn();
    const int high = fieldHeight() - TypedField::frame + m_slider->sizeHint().height() + 1;
    return {wide, std::max(m_small ? smallRowHeight : rowHeight, high)};
}

QSize PinnedSlider::sizeHint() const
{
    const QSize least = minimumSizeHint();
    return {least.width() + fieldGive, least.height()};
}

/// Places the parts without a QLayout, since the columns of all rows are aligned, and a layout of
/// one row cannot know the others.
void PinnedSlider::place()
{
    const int high = fieldHeight();
    const int units = unitColumn();
    const int unitLeft = width() - sidePadding - units;
    const int room = unitLeft - unitGap - (sidePadding + nameColumn() + nameGap);
    const int wide = std::clamp(room, fieldColumn() - fieldGive, fieldColumn());
    const int fieldLeft = unitLeft - unitGap - wide;
    const int nameWidth = std::min(m_name->sizeHint().width(), fieldLeft - sidePadding);
    const auto put = [this](QWidget* part, const QRect& where) {
        part->setGeometry(QStyle::visualRect(layoutDirection(), rect(), where));
    };
    put(m_name, {sidePadding, 0, nameWidth, high});
    put(m_field, {fieldLeft, 0, wide, high});
    put(m_unit, {unitLeft, 0, units, high});
    put(m_caution,
        {std::min(sidePadding + nameWidth + 2, fieldLeft - signTarget), (high - signTarget) / 2,
         signTarget, signTarget});
    m_changed->placeAt(high / 2);
    const int overhang = sidePadding - MarkSlider::labelInset;
    const int top = high - TypedField::frame;
    put(m_slider, {overhang, top, width() - 2 * overhang, height() - top - 1});
}

void PinnedSlider::applyFonts()
{
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    m_name->setFont(bold);
    m_unit->setFont(smaller(font()));
    updateGeometry();
    place();
}

void PinnedSlider::applyColours()
{
    QPalette muted = m_unit->palette();
    muted.setColor(QPalette::WindowText, currentTheme().muted);
    m_unit->setPalette(muted);
}

void PinnedSlider::resizeEvent(QResizeEvent* event)
{
    place();
    QWidget::resizeEvent(event);
}

void PinnedSlider::changeEvent(QEvent* event)
{
    switch (event->type()) {
    case QEvent::FontChange:
        applyFonts();
        break;
    case QEvent::PaletteChange:
        applyColours();
        break;
    case QEvent::LayoutDirectionChange:
        place();
        break;
    default:
        break;
    }
    QWidget::changeEvent(event);
}

bool PinnedSlider::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_name && event->type() == QEvent::MouseButtonDblClick) {
        emit resetRequested();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace highwater
