// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "golden_file.h"
#include "ui/answer/verdict_bar.h"
#include "ui/base/accessible.h"
#include "ui/base/mark_slider.h"
#include "ui/base/message_bar.h"
#include "ui/figures/context_view.h"
#include "ui/figures/timeline_view.h"
#include "ui/panel/key_field.h"
#include "ui/window/preferences_dialog.h"
#include "window_fixture.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTabBar>
#include <QTest>
#include <QTreeView>

#include <algorithm>

using namespace highwater;

namespace {

QStringList announced;

QAccessibleInterface* accessible(QObject* object)
{
    return QAccessible::queryAccessibleInterface(object);
}

QString nameIn(const QAccessibleInterface& from)
{
    return from.text(QAccessible::Name);
}

/// What a screen reader speaks of the widget that has the focus.
struct Spoken
{
    const QWidget* widget = nullptr;
    QString name, state, value, description, item;

    QStringList parts() const
    {
        QStringList all{name, state, value, description, item};
        all.removeAll(QString());
        return all;
    }
};

Spoken spokenNow()
{
    QWidget* widget = QApplication::focusWidget();
    if (!widget)
        return {};
    const QAccessibleInterface& from = *accessible(widget);
    Spoken spoken{widget, nameIn(from), {}, from.text(QAccessible::Value), {}, {}};
    spoken.description = from.text(QAccessible::Description).simplified();
    if (from.state().checkable)
        spoken.state
            = from.state().checked ? QStringLiteral("checked") : QStringLiteral("not checked");
    if (const auto* view = qobject_cast<const QAbstractItemView*>(widget)) {
        const QModelIndex index = view->currentIndex();
        const QString text = index.data(Qt::AccessibleTextRole).toString();
        spoken.item = text.isEmpty() ? index.data().toString() : text;
        spoken.value.clear(); // before Qt 6.11 the name again
    }
    return spoken;
}

/// The widget that takes the focus, else what changed of the one that has it.
QStringList heardSince(const Spoken& before)
{
    const Spoken now = spokenNow();
    if (!now.widget)
        return {};
    if (now.widget != before.widget)
        return {QStringLiteral("focus: ") + now.parts().join(QStringLiteral(" | "))};
    QStringList heard;
    const auto compare = [&heard](const char* kind, const QString& old, const QString& is) {
        if (is != old)
            heard << QLatin1String(kind) + QStringLiteral(": ") + is;
    };
    compare("name", before.name, now.name);
    compare("state", before.state, now.state);
    compare("value", before.value, now.value);
    compare("description", before.description, now.description);
    compare("item", before.item, now.item);
    return heard;
}

} // namespace

class TestHeard : public WindowFixture
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void tenActions();
    void messagesAreAnnounced();
    void rolesAreThoseOfAReader();
    void fieldsAreNumbers();
    void aReaderSetsAField();
    void automaticValuesAreHeard();
    void checkBoxesSayWhatTheyAre();
    void theTimelineHasAName();
    void theChartIsHeard();
    void offersComeBeforeThePages();

private:
    /// A line of the golden file for each thing that is heard in the action.
    void note(const char* action, const std::function<void()>& act);

    QStringList m_notes;
};

void TestHeard::init()
{
    WindowFixture::init();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window));
    settlePainted();
    announced.clear();
    m_notes.clear();
    listenToAnnouncements([](const QString& sentence) { announced << sentence; });
}

void TestHeard::cleanup()
{
    listenToAnnouncements(nullptr);
    WindowFixture::cleanup();
}

void TestHeard::note(const char* action, const std::function<void()>& act)
{
    settlePainted();
    announced.clear();
    const Spoken before = spokenNow();
    act();
    settlePainted();
    m_notes << QString::fromUtf8(action);
    for (const QString& sentence : std::as_const(announced))
        m_notes << QStringLiteral("  announced: ") + sentence;
    for (const QString& words : heardSince(before))
        m_notes << QStringLiteral("  ") + words;
}

void TestHeard::tenActions()
{
    auto* context = find<QWidget>("pinned.context.slider");
    auto* chart = find<ContextChartView>("contextChart");
    auto* ledger = find<QTreeView>("ledger");
    note("The slider of the context takes the focus", [&] { context->setFocus(); });
    note("One key on it", [&] { QTest::keyClick(context, Qt::Key_Right); });
    note("Page Up until the plan no longer fits", [&] {
        for (int i = 0; i < 12 && document().results().estimate->verdict != Verdict::Over; ++i) {
            QTest::keyClick(context, Qt::Key_PageUp);
            settlePainted();
        }
    });
    note("An offer takes the focus", [&] { find<QPushButton>("verdict.action0")->setFocus(); });
    note("The offer is taken",
         [&] { QTest::keyClick(find<QPushButton>("verdict.action0"), Qt::Key_Space); });
    note("Undo", [&] { QTest::keyClick(m_window, Qt::Key_Z, Qt::ControlModifier); });
    note("The next page, and back", [&] {
        QTest::keyClick(m_window, Qt::Key_2, Qt::ControlModifier);
        settlePainted();
        QTest::keyClick(m_window, Qt::Key_1, Qt::ControlModifier);
    });
    note("A message", [&] {
        m_window->messages().show(
            {Message::Kind::Caution, QStringLiteral("a"), QStringLiteral("Not saved."), {}});
    });
    note("The chart takes the focus", [&] { chart->setFocus(); });
    note("One key on its marker", [&] { QTest::keyClick(chart, Qt::Key_Left); });
    note("The ledger takes the focus, and one row down", [&] {
        ledger->setFocus();
        QTest::keyClick(ledger, Qt::Key_Down);
    });
    note("A field takes the focus, and a word that is no number is typed", [&] {
        auto* field = find<QWidget>("pinned.batch.field");
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("many"));
        QTest::keyClick(field, Qt::Key_Return);
    });
    note("A dialog opens", [&] {
        trigger("view.preferences");
        QTRY_VERIFY(find<PreferencesDialog>("preferences")->isActiveWindow());
    });
    const std::string text = QString(m_notes.join(u'\n') + u'\n').toStdString();
    QVERIFY2(isGolden("heard.txt", text),
             "HIGHWATER_WRITE_GOLDEN=1 test_heard tenActions writes it anew, for you to look at");
}

void TestHeard::messagesAreAnnounced()
{
    MessageBar& bar = m_window->messages();
    const auto show = [&bar](const char* text) {
        bar.show({Message::Kind::Note, QStringLiteral("a"), QString::fromUtf8(text), {}});
    };
    show("first");
    show("second");
    QCOMPARE(announced, (QStringList{QStringLiteral("first"), QStringLiteral("second")}));
    announced.clear();
    announce(*m_window, {});
    QCOMPARE(announced, QStringList());
#if QT_VERSION < QT_VERSION_CHECK(6, 8, 0)
    // A reader speaks the labels within a notification.
    auto* announcer = find<QWidget>("announcer");
    QCOMPARE(accessible(announcer)->role(), QAccessible::Notification);
    QVERIFY(!accessible(announcer)->state().invisible);
    QCOMPARE(nameIn(*accessible(announcer)), QString()); // a name would be said in their place
    QCOMPARE(accessible(announcer)->childCount(), 1);
    QCOMPARE(accessible(announcer)->child(0)->role(), QAccessible::StaticText);
    QCOMPARE(nameIn(*accessible(announcer)->child(0)), QStringLiteral("second"));
    QVERIFY(announcer->focusPolicy() == Qt::NoFocus);
#endif
}

void TestHeard::rolesAreThoseOfAReader()
{
    QCOMPARE(accessible(find<QWidget>("contextChart"))->role(), QAccessible::Chart);
    QCOMPARE(accessible(find<QWidget>("verdict"))->role(), QAccessible::Grouping);
    QCOMPARE(accessible(find<QWidget>("messageBar"))->role(), QAccessible::Grouping);
    for (const QSplitter* splitter : m_window->findChildren<QSplitter*>())
        QCOMPARE(accessible(splitter->handle(1))->role(), QAccessible::Separator);
}

void TestHeard::fieldsAreNumbers()
{
    const auto numbers = [](QWidget* field) -> std::array<double, 4> {
        const QAccessibleValueInterface* value = accessible(field)->valueInterface();
        return {value->currentValue().toDouble(), value->minimumValue().toDouble(),
                value->maximumValue().toDouble(), value->minimumStepSize().toDouble()};
    };
    change("workload.context", std::int64_t{8192});
    const auto context = numbers(find<QWidget>("pinned.context.field"));
    QCOMPARE(context[0], 8192.0);
    QVERIFY(context[1] < context[0] && context[0] < context[2] && context[3] > 0);
    // In the unit of the field: a card of 80 GiB is 80, in steps of one.
    change("cluster.capacity", std::int64_t{80} << 30);
    const auto capacity = numbers(control<KeyField>("cluster.capacity"));
    QCOMPARE(capacity[0], 80.0);
    QCOMPARE(capacity[3], 1.0);
    QVERIFY(capacity[2] > 1000);
}

void TestHeard::aReaderSetsAField()
{
    auto* field = control<KeyField>("cluster.capacity");
    QAccessibleValueInterface* value = accessible(field)->valueInterface();
    value->setCurrentValue(64.0);
    settle();
    QCOMPARE(document().plan().cluster.capacity, std::optional<Bytes>(Bytes{64} << 30));
    // What a keyboard may not enter, a reader may not either.
    value->setCurrentValue(-1.0);
    settle();
    QCOMPARE(document().plan().cluster.capacity, std::optional<Bytes>(Bytes{64} << 30));
    QVERIFY(!find<QLabel>("cluster.capacity.message")->text().isEmpty());
    QVERIFY(announced.contains(find<QLabel>("cluster.capacity.message")->text()));
    value->setCurrentValue(QStringLiteral("much"));
    value->setCurrentValue(1e300);
    settle();
    QCOMPARE(document().plan().cluster.capacity, std::optional<Bytes>(Bytes{64} << 30));
}

void TestHeard::automaticValuesAreHeard()
{
    auto* field = control<KeyField>("cluster.capacity");
    QVERIFY(!document().plan().cluster.capacity);
    const QString automatic = field->findChild<QLineEdit*>()->placeholderText();
    QVERIFY(automatic.endsWith(QStringLiteral("GiB")));
    QVERIFY(field->accessibleDescription().startsWith(automatic + QStringLiteral(", automatic")));
    change("cluster.capacity", std::int64_t{64} << 30);
    QVERIFY(!field->accessibleDescription().contains(QStringLiteral("automatic")));
}

void TestHeard::checkBoxesSayWhatTheyAre()
{
    QCOMPARE(nameIn(*accessible(control<QCheckBox>("recipe.attention"))),
             QStringLiteral("Flash attention"));
    QCOMPARE(nameIn(*accessible(control<QCheckBox>("recipe.kernels"))),
             QStringLiteral("Fused kernels"));
}

void TestHeard::theTimelineHasAName()
{
    auto* view = m_window->findChild<TimelineView*>();
    QCOMPARE(nameIn(*accessible(view)), QStringLiteral("Memory over a step"));
    QCOMPARE(accessible(view)->role(), QAccessible::Chart);
}

void TestHeard::theChartIsHeard()
{
    change("workload.context", std::int64_t{8192});
    const QString said = find<QWidget>("contextChart")->accessibleDescription();
    QVERIFY2(said.startsWith(QStringLiteral("Context 8,192: ")), qPrintable(said));
    for (const char* part : {"free ", "Fits up to ", "Parameters ", "Activations ", "GiB."})
        QVERIFY2(said.contains(QLatin1String(part)), qPrintable(said));
}

/// The verdict is first to the eye: its offers come before the pages, after the panel.
void TestHeard::offersComeBeforeThePages()
{
    const auto* tabs = find<QTabBar>("tabs");
    const auto* verdict = find<VerdictBar>("verdict");
    const auto* panel = find<QWidget>("panel");
    int place = 0, lastOfPanel = 0, firstOffer = 0, lastOffer = 0, pages = 0;
    const QWidget* first = panel;
    const QWidget* widget = first;
    do {
        ++place;
        if (widget->isVisible() && widget->focusPolicy() & Qt::TabFocus) {
            if (panel->isAncestorOf(widget))
                lastOfPanel = place;
            if (verdict->isAncestorOf(widget)) {
                firstOffer = firstOffer ? firstOffer : place;
                lastOffer = place;
            }
            if (widget == tabs)
                pages = place;
        }
        widget = widget->nextInFocusChain();
    } while (widget != first);
    QVERIFY(firstOffer > 0 && pages > 0);
    QVERIFY2(lastOfPanel < firstOffer,
             qPrintable(QStringLiteral("%1, %2").arg(lastOfPanel).arg(firstOffer)));
    QVERIFY(lastOffer < pages);
}

QTEST_MAIN(TestHeard)
#include "test_heard.moc"
