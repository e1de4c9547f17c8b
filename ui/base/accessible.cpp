// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/accessible.h"

#include <QAccessibleWidget>
#include <QLabel>

namespace highwater {
namespace {

constexpr char roleProperty[] = "accessibleRole";
AnnouncementListener announcementListener = nullptr;

/// Roles by the property, and for the handles of splitters, which AT-SPI has no role for.
QAccessibleInterface* accessibleByRole(const QString& className, QObject* object)
{
    if (!object->isWidgetType())
        return nullptr;
    auto* widget = static_cast<QWidget*>(object);
    if (const QVariant role = object->property(roleProperty); role.isValid())
        return new QAccessibleWidget(widget, static_cast<QAccessible::Role>(role.toInt()));
    if (className == QLatin1String("QSplitterHandle"))
        return new QAccessibleWidget(widget, QAccessible::Separator);
    return nullptr;
}

void installRoles()
{
    [[maybe_unused]] static const bool installed = [] {
        QAccessible::installFactory(accessibleByRole);
        return true;
    }();
}

#if QT_VERSION < QT_VERSION_CHECK(6, 8, 0)
/// What is announced, as a notification: before Qt 6.8 there is no announcement, and an alert
/// reaches no reader, but a notification that comes into view is spoken, with the labels in it. It
/// has no name itself: Orca leaves out a label that only repeats it.
class Announcer : public QWidget
{
public:
    explicit Announcer(QWidget* window)
        : QWidget(window)
        , m_label(new QLabel(this))
    {
        setAccessibleRole(*this, QAccessible::Notification);
        setObjectName(QStringLiteral("announcer"));
        m_label->setObjectName(QStringLiteral("announcer.text"));
        m_label->setTextFormat(Qt::PlainText);
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setGeometry(0, 0, 1, 1);
        lower();
    }

    void say(const QString& sentence)
    {
        m_label->setText(sentence);
        if (!isVisible())
            return show(); // which is the event
        QAccessibleEvent shown(this, QAccessible::ObjectShow);
        QAccessible::updateAccessibility(&shown);
    }

private:
    QLabel* m_label;
};
#endif

} // namespace

void announce(QWidget& source, const QString& sentence)
{
    if (sentence.isEmpty())
        return;
    if (announcementListener)
        announcementListener(sentence);
    if (!QAccessible::isActive() && !announcementListener)
        return;
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    QAccessibleAnnouncementEvent said(&source, sentence);
    QAccessible::updateAccessibility(&said);
#else
    QWidget* window = source.window();
    auto* announcer = static_cast<Announcer*>(
        window->findChild<QWidget*>(QStringLiteral("announcer"), Qt::FindDirectChildrenOnly));
    if (!announcer)
        announcer = new Announcer(window);
    announcer->say(sentence);
#endif
}

void listenToAnnouncements(AnnouncementListener listener)
{
    announcementListener = listener;
}

void setAccessibleRole(QWidget& widget, QAccessible::Role role)
{
    installRoles();
    widget.setProperty(roleProperty, static_cast<int>(role));
}

void nameAccessibly(QWidget& widget, const QString& name)
{
    if (widget.accessibleName() != name)
        widget.setAccessibleName(name);
}

void describeAccessibly(QWidget& widget, const QString& description)
{
    if (widget.accessibleDescription() != description)
        widget.setAccessibleDescription(description);
}

} // namespace highwater
