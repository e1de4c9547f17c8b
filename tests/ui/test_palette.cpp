// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/mnemonic.h"
#include "ui/base/settings.h"
#include "ui/base/view_choices.h"
#include "ui/help/help_window.h"
#include "ui/window/command_palette.h"
#include "ui/window/palette_items.h"
#include "window_fixture.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QtTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

/// The palette of the real window, by its keys.
class TestPalette : public WindowFixture
{
    Q_OBJECT

private slots:
    void words_data();
    void words();
    void distances_data();
    void distances();
    void finds_data();
    void finds();
    void nearestIsFirst_data();
    void nearestIsFirst();
    void opensAndCloses();
    void goesToASetting();
    void setsAValue_data();
    void setsAValue();
    void refusesAValue_data();
    void refusesAValue();
    void saysThatASettingIsHidden();
    void choosesAModelAndACard();
    void opensAPlan();
    void opensHelp();
    void recentFirst();
    void aCommandThatHasGone();
    void chineseWindow();
    void hostileTexts_data();
    void hostileTexts();
    void speed();

private:
    QLineEdit* opened()
    {
        trigger("view.find");
        return find<QLineEdit>("palette.field");
    }
    QStringList titles() const
    {
        QStringList all;
        const auto* list = find<QListWidget>("palette.list");
        for (int row = 0; row < list->count(); ++row)
            all << list->item(row)->text();
        return all;
    }
    void typeAndEnter(const QString& text)
    {
        QLineEdit* field = opened();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        settle();
    }
};

void TestPalette::words_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("a menu's entry")
        << u"&Export figure…"_s << QStringList{u"export"_s, u"figure"_s};
    QTest::newRow("a mark within") << u"E&xport"_s << QStringList{u"export"_s};
    QTest::newRow("a path") << u"layout.zero"_s << QStringList{u"layout.zero"_s};
    QTest::newRow("a name") << u"Llama 3.1 8B"_s << QStringList{u"llama"_s, u"3.1"_s, u"8b"_s};
    QTest::newRow("Chinese and letters") << u"ZeRO阶段"_s << QStringList{u"zero"_s, u"阶段"_s};
    QTest::newRow("signs alone") << u"… · ("_s << QStringList();
}

void TestPalette::words()
{
    QFETCH(QString, text);
    QFETCH(QStringList, expected);
    QCOMPARE(paletteWords(text), expected);
}

void TestPalette::distances_data()
{
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("other");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("distance"); ///< -1: not found
    const auto row
        = [](const char* name, const QString& title, const QString& other, const QString& typed,
             int distance) { QTest::newRow(name) << title << other << typed << distance; };
    row("the first word", u"Export figure"_s, {}, u"export"_s, 0);
    row("the second word", u"Export figure"_s, {}, u"figure"_s, 1);
    row("both words", u"Export figure"_s, {}, u"figure export"_s, 1);
    row("the beginning", u"Export figure"_s, {}, u"exp"_s, 4);
    row("the beginning of the second", u"Export figure"_s, {}, u"fig"_s, 5);
    row("another name", u"导出图"_s, u"Export figure"_s, u"figure"_s, 8);
    row("the beginning of another name", u"导出图"_s, u"Export figure"_s, u"fig"_s, 12);
    row("within Chinese", u"导出图"_s, {}, u"图"_s, 4);
    row("a part", u"Micro-batch size"_s, {}, u"icro"_s, 20);
    row("letters in order", u"ZeRO stage"_s, {}, u"zst"_s, 32 + 4);
    row("letters far apart", u"a bbbbbbbbbbbbbbbbbbbb cd"_s, {}, u"acd"_s, -1);
    row("a word that is not", u"Export figure"_s, {}, u"export plan"_s, -1);
    row("one letter within", u"Export"_s, {}, u"p"_s, -1);
}

void TestPalette::distances()
{
    QFETCH(QString, title);
    QFETCH(QString, other);
    QFETCH(QString, typed);
    QFETCH(int, distance);
    const PaletteNames names(title, {other});
    QCOMPARE(paletteDistance(names, paletteWords(typed)).value_or(-1), distance);
}

void TestPalette::finds_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("title");
    const auto row = [](const char* name, const char* typed, const char* title) {
        QTest::newRow(name) << QString::fromUtf8(typed) << QString::fromUtf8(title);
    };
    row("an entry of a menu", "export fig", "Export figure…");
    row("an entry by letters in order", "expfig", "Export figure…");
    row("an entry of a menu in a menu", "dark", "Dark");
    row("a view", "timeline", "One step");
    row("a setting", "micro", "Micro-batch size");
    row("a setting by its path", "layout.zero", "ZeRO stage");
    row("a model", "qwen3 32", "Qwen3 32B");
    row("a card", "b200", "B200 SXM 180GB");
    row("a plan", "405b 8,192", "Llama 405B on 8,192 × H100, TP 8 · PP 16");
    row("a page of the help", "offload", "Offload");
}

void TestPalette::finds()
{
    QFETCH(QString, typed);
    QFETCH(QString, title);
    QTest::keyClicks(opened(), typed);
    QVERIFY2(titles().contains(title), qPrintable(titles().join(u'\n')));
}

void TestPalette::nearestIsFirst_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("title");
    QTest::newRow("a whole title") << u"undo"_s << u"Undo"_s;
    QTest::newRow("a setting before help about it") << u"zero stage"_s << u"ZeRO stage"_s;
    QTest::newRow("a command before settings") << u"full"_s << u"Full screen"_s;
    QTest::newRow("a typed value") << u"zero 3"_s << u"ZeRO stage: 3"_s;
}

void TestPalette::nearestIsFirst()
{
    QFETCH(QString, typed);
    QFETCH(QString, title);
    change("layout.zero", std::int64_t{1}); // so that there is something to undo
    QTest::keyClicks(opened(), typed);
    const QString first = titles().front();
    QVERIFY2(first == title || (title == u"Undo" && first.startsWith(title)),
             qPrintable(titles().join(u'\n')));
}

void TestPalette::opensAndCloses()
{
    auto* slider = find<QWidget>("pinned.context.slider");
    slider->setFocus();
    QTest::keyClick(m_window, Qt::Key_K, Qt::ControlModifier);
    auto* palette = find<CommandPalette>("palette");
    auto* field = find<QLineEdit>("palette.field");
    QVERIFY(palette->isVisible());
    QVERIFY(field->hasFocus());
    QVERIFY(!field->accessibleName().isEmpty());
    auto* list = find<QListWidget>("palette.list");
    QCOMPARE(list->currentRow(), 0);
    QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(field, Qt::Key_Up);
    QCOMPARE(list->currentRow(), 1);
    QTest::keyClick(field, Qt::Key_Up);
    QTest::keyClick(field, Qt::Key_Up);
    QCOMPARE(list->currentRow(), 0);
    QVERIFY(palette->geometry().right() < m_window->width());
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!palette->isVisible());
    QVERIFY(slider->hasFocus());
}

void TestPalette::goesToASetting()
{
    typeAndEnter(u"global batch"_s);
    const QWidget* focused = QApplication::focusWidget();
    QVERIFY(focused);
    bool isOfKey = false;
    for (const QWidget* each = focused; each; each = each->parentWidget())
        isOfKey = isOfKey || each->objectName().startsWith(u"workload.global_batch"_s);
    QVERIFY2(isOfKey, qPrintable(focused->objectName()));
    QVERIFY(focused->isVisible());
    typeAndEnter(u"gpu count"_s);
    QCOMPARE(QApplication::focusWidget()->objectName(), u"pinned.gpus.field"_s);
}

void TestPalette::setsAValue_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<KeyPath>("path");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* typed, KeyPath path, const char* value) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << path << QString::fromUtf8(value);
    };
    row("zero 3", "layout.zero", "3");
    row("recompute full", "recipe.recompute", "full");
    row("context 32k", "workload.context", "32768");
    row("gpu count 16", "cluster.gpus", "16");
    row("optimizer sgd", "recipe.optimizer", "sgd");
}

void TestPalette::setsAValue()
{
    QFETCH(QString, typed);
    QFETCH(KeyPath, path);
    QFETCH(QString, value);
    typeAndEnter(typed);
    QCOMPARE(QString::fromStdString(settingText(keyOf(path).get(document().plan()))), value);
    document().undoStack()->undo(); // one step
    QCOMPARE(document().plan(), firstPlan());
}

void TestPalette::refusesAValue_data()
{
    QTest::addColumn<QString>("typed");
    QTest::newRow("out of range") << u"zero 9"_s;
    QTest::newRow("no number") << u"gpu count many"_s;
    QTest::newRow("no word") << u"recompute sometimes"_s;
    QTest::newRow("minus") << u"context -5"_s;
}

void TestPalette::refusesAValue()
{
    QFETCH(QString, typed);
    QTest::keyClicks(opened(), typed);
    const auto* list = find<QListWidget>("palette.list");
    for (int row = 0; row < list->count(); ++row)
        QVERIFY2(!list->item(row)->data(Qt::AccessibleTextRole).toString().endsWith(u", Set"_s),
                 qPrintable(list->item(row)->text()));
    QTest::keyClick(find<QLineEdit>("palette.field"), Qt::Key_Escape);
    QCOMPARE(document().plan(), firstPlan());
}

void TestPalette::saysThatASettingIsHidden()
{
    // The first plan has no adapter, so that the panel does not show its rank.
    typeAndEnter(u"adapter.rank"_s);
    QVERIFY(!find<QWidget>("adapter.rank")->isVisible());
}

void TestPalette::choosesAModelAndACard()
{
    typeAndEnter(u"qwen3 32b"_s);
    QCOMPARE(std::get<CatalogModel>(document().plan().model).id, std::string("qwen3-32b"));
    typeAndEnter(u"h200"_s);
    QVERIFY(document().plan().cluster.device.starts_with("h200"));
}

void TestPalette::opensAPlan()
{
    typeAndEnter(u"405b 8,192 tp 8"_s);
    QVERIFY(document().plan().name.find("8,192") != std::string::npos);
    QVERIFY(!message().isEmpty()); // with a button that brings the old plan back
    document().undoStack()->undo();
    QCOMPARE(document().plan(), firstPlan());
}

void TestPalette::opensHelp()
{
    typeAndEnter(u"glossary"_s);
    auto* help = [] {
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* window = qobject_cast<HelpWindow*>(widget))
                return window;
        return static_cast<HelpWindow*>(nullptr);
    }();
    QVERIFY(help && help->isVisible());
    delete help;
}

void TestPalette::recentFirst()
{
    opened();
    QVERIFY(!titles().isEmpty()); // commands
    typeAndEnter(u"qwen3 32b"_s);
    typeAndEnter(u"h200"_s);
    opened();
    QVERIFY(titles()[0].startsWith(u"H200"_s));
    QCOMPARE(titles()[1], u"Qwen3 32B"_s);
    for (int i = 0; i < 20; ++i)
        typeAndEnter(u"pin "_s);
    QVERIFY(settings::paletteRecent.value().size() <= 8);
}

/// Menus that are filled anew delete their commands.
void TestPalette::aCommandThatHasGone()
{
    QMenu menu(u"Files"_s);
    std::vector<PaletteItem> items;
    menu.addAction(u"one.hwplan"_s);
    addMenu(items, menu);
    QCOMPARE(items.size(), std::size_t{1});
    menu.clear();
    items.front().run();
}

/// A Chinese window is searched in Chinese and in English.
void TestPalette::chineseWindow()
{
    ViewChoices choices = defaultViewChoices();
    choices.language = u"zh_CN"_s;
    applyChoices(choices);
    m_window->setChoices(choices);
    for (const char* typed : {"micro-batch", "微批"}) {
        QLineEdit* field = opened();
        field->setText(QString::fromUtf8(typed));
        const QStringList found = titles();
        QVERIFY2(found.contains(keyLabel("workload.micro_batch").remove(u'&')),
                 qPrintable(found.join(u'\n')));
    }
    QLineEdit* field = opened();
    field->setText(u"export figure"_s);
    QCOMPARE(titles().front(), withoutMark(find<QAction>("export.figure")->text()));
    field->setText(u"zero 3"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(document().plan().layout.zero, 3);
    applyChoices(defaultViewChoices()); // the next window is English again
}

void TestPalette::hostileTexts_data()
{
    QTest::addColumn<QString>("typed");
    QTest::newRow("blanks") << u"     "_s;
    QTest::newRow("signs") << u"%1 %s \\ * [ ( $ …"_s;
    QTest::newRow("long") << QString(200, u'z');
    QTest::newRow("many words") << QString(u"z "_s).repeated(100);
    QTest::newRow("halves of letters") << QString(QChar(0xD800)) + u' ' + QChar(0xDC00);
    QTest::newRow("a huge number") << u"context 999999999999999999999999"_s;
}

void TestPalette::hostileTexts()
{
    QFETCH(QString, typed);
    QLineEdit* field = opened();
    field->setText(typed);
    QVERIFY(!titles().isEmpty()); // at least the sentence that there is nothing
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(document().plan(), firstPlan());
}

/// Prints what a key press takes; no assertion, as machines differ.
void TestPalette::speed()
{
    QElapsedTimer timer;
    timer.start();
    QLineEdit* field = opened();
    const qint64 opening = timer.nsecsElapsed();
    qint64 most = 0;
    for (const QString& typed : {u"z"_s, u"ze"_s, u"zero"_s, u"zero 3"_s, u"e"_s,
                                 u"recompute full"_s, u"a b c d e"_s, u"zzzzzz"_s}) {
        timer.restart();
        field->setText(typed);
        most = std::max(most, timer.nsecsElapsed());
    }
    qInfo("palette: opens in %.2f ms, a key takes at most %.2f ms", double(opening) / 1e6,
          double(most) / 1e6);
}

QTEST_MAIN(TestPalette)
#include "test_palette.moc"
