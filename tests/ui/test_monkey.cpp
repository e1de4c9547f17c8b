// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random events on the real window: keys, clicks, drags, the wheel, menus, dialogs, pages, dropped
// files, pasted texts, languages and themes. HIGHWATER_SEED sets the first seed, HIGHWATER_EVENTS
// how many events there are. After every few hundred the window must agree with the command line,
// and undo must lead back to the first plan. The last events are told where something does not
// hold; after a crash they stand in the file that is named first. The events of a seed are the same
// only as far as the work of other threads is done at the same time.
#include "app/command_line.h"
#include "core/exchange/plan_file.h"
#include "core/exchange/presets.h"
#include "core/exchange/share_code.h"
#include "held.h"
#include "tests/core/random_plan.h"
#include "ui/answer/ledger_model.h"
#include "ui/answer/ledger_view.h"
#include "ui/answer/verdict_bar.h"
#include "ui/answer/verdict_content.h"
#include "ui/answer/verdict_lines.h"
#include "ui/figures/context_view.h"
#include "ui/window/windows.h"
#include "window_fixture.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDir>
#include <QDrag>
#include <QDropEvent>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QRegularExpression>
#include <QSettings>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <QUrl>
#include <QWheelEvent>
#include <QtTest>

#include <array>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

/// Texts that a person may paste, drop or save in a file: plans, parts of other programs' files,
/// and what is meant to hurt.
QStringList textsToGive(Random& random)
{
    QStringList texts{
        u"8192"_s,
        u"-1"_s,
        u"1e9"_s,
        u"128k"_s,
        u"llama"_s,
        u"字"_s,
        u"<b>x</b> %1 %n"_s,
        u"{}"_s,
        u"null"_s,
        u"{\"model_type\":\"llama\",\"hidden_size\":64,\"num_hidden_layers\":2,"
        "\"num_attention_heads\":4,\"vocab_size\":100,\"intermediate_size\":128}"_s,
        u"{\"zero_optimization\": {\"stage\": 3}, \"train_micro_batch_size_per_gpu\": 2}"_s,
        u"--num-layers 32 --hidden-size 4096 --num-attention-heads 32 --seq-length 4096 "
        "--micro-batch-size 1 --tensor-model-parallel-size 8 --bf16"_s,
        u"highwater estimate --set layout.zero=3"_s,
        u"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a "
        "total capacity of 79.10 GiB of which 1.00 GiB is free."_s,
        u"HW1000000"_s,
        QString(100'000, u'['),
        QString(100'000, u'x'),
        QString(QChar(0x202E)) + u"evil"_s,
        QString::fromLatin1("\x01\x02\x1B[31m")};
    constexpr int plans = 24;
    for (int i = 0; i < plans; ++i) {
        const Plan plan = i % 3 == 0 ? randomExtremePlan(random)
            : i % 3 == 1             ? randomLayout(random)
                                     : randomPlan(random);
        texts << QString::fromStdString(i % 2 == 0 ? shareCode(plan) : writePlan(plan));
    }
    return texts;
}

constexpr std::array keysToPress{
    Qt::Key_Tab,  Qt::Key_Backtab,   Qt::Key_Return, Qt::Key_Enter,  Qt::Key_Escape,
    Qt::Key_Left, Qt::Key_Right,     Qt::Key_Up,     Qt::Key_Down,   Qt::Key_Home,
    Qt::Key_End,  Qt::Key_PageUp,    Qt::Key_Space,  Qt::Key_Delete, Qt::Key_PageDown,
    Qt::Key_F1,   Qt::Key_Backspace, Qt::Key_F2,     Qt::Key_F5,     Qt::Key_F6,
    Qt::Key_F10,  Qt::Key_F11,       Qt::Key_Plus,   Qt::Key_Minus,  Qt::Key_Period,
    Qt::Key_0,    Qt::Key_1,         Qt::Key_2,      Qt::Key_3,      Qt::Key_4,
    Qt::Key_5,    Qt::Key_9,         Qt::Key_A,      Qt::Key_C,      Qt::Key_D,
    Qt::Key_E,    Qt::Key_F,         Qt::Key_K,      Qt::Key_L,      Qt::Key_M,
    Qt::Key_N,    Qt::Key_O,         Qt::Key_P,      Qt::Key_Q,      Qt::Key_R,
    Qt::Key_S,    Qt::Key_V,         Qt::Key_W,      Qt::Key_X,      Qt::Key_Y,
    Qt::Key_Z,    Qt::Key_Comma};

/// What a key writes in a field.
QString written(Qt::Key key, Qt::KeyboardModifiers with)
{
    if (with & (Qt::ControlModifier | Qt::AltModifier))
        return {};
    if (key == Qt::Key_Return || key == Qt::Key_Enter)
        return u"\r"_s;
    if (key < Qt::Key_Space || key > Qt::Key_AsciiTilde)
        return {};
    const QString letter(QChar(static_cast<char16_t>(key)));
    return with & Qt::ShiftModifier ? letter : letter.toLower();
}

/// The digits of a number as a table shows it.
QString digitsOf(const QString& text)
{
    QString digits;
    for (const QChar letter : text)
        if (letter.isDigit())
            digits += letter;
    return digits;
}

} // namespace

class TestMonkey : public WidgetFixture
{
    Q_OBJECT

public:
    explicit TestMonkey(QString folder)
        : m_folder(std::move(folder))
    { }

private slots:
    void initTestCase();
    void init();
    void randomEvents();

private:
    void wake();
    void act();
    bool confine(const QWidget* top) const;
    QWidget* top();
    QWidget* partOf(QWidget* top);
    QPoint pointIn(const QWidget& part);
    static void send(QWidget* to, QEvent::Type type, QPoint at, Qt::MouseButton button,
                     Qt::MouseButtons held, Qt::KeyboardModifiers with = {});
    static void press(QWidget* to, Qt::Key key, Qt::KeyboardModifiers with);
    static void type(QWidget* to, const QString& text);
    void click(QWidget* part);
    void drag(QWidget* part);
    void turnWheel(QWidget* part);
    void pressAKey(QWidget* top);
    void triggerAnAction(QWidget* top);
    void drop(QWidget* onto);
    void paste(QWidget* top);
    void resize(QWidget* top);
    void noteFirst(MainWindow& window, const Plan& plan);
    void noteFirstPlans();
    static void closeDialogs();
    void closeWindows(std::size_t most);
    QString disagreement(MainWindow& window);
    QString notUndone(MainWindow& window);
    QString faultOfWindows();
    void log(const QString& what);

    const QString& anyText() { return m_texts[static_cast<qsizetype>(below(m_texts.size()))]; }
    std::uint64_t below(std::integral auto bound)
    {
        return m_random.below(static_cast<std::uint64_t>(bound));
    }

    QString m_folder;
    Random m_random{0};
    QStringList m_texts, m_files;
    QSet<const MainWindow*> m_known;
    QHash<const MainWindow*, Plan> m_first; ///< where undo leads
    QFile m_log;
    QStringList m_lately;
    int m_events = 0, m_inDialogs = 0, m_compared = 0;
    int m_depth = 0; ///< events that are not over: a dialog of its own loop is open
    int m_since = 0; ///< events since a dialog or menu opened
    bool m_checks = false;
};

void TestMonkey::initTestCase()
{
    WidgetFixture::initTestCase();
    m_log.setFileName(m_folder + u"/events.txt"_s);
    QVERIFY(m_log.open(QFile::WriteOnly | QFile::Text));
    for (const auto& file : presetFiles()) {
        m_files << m_folder + u"/shipped-%1.hwplan"_s.arg(m_files.size());
        QFile copy(m_files.back());
        QVERIFY(copy.open(QFile::WriteOnly));
        copy.write(file.text.data(), static_cast<qint64>(file.text.size()));
    }
    for (const char* name : {"/", "/dev/null", "/nonexistent"})
        m_files << QString::fromLatin1(name);
}

/// Warnings that the offscreen platform gives about itself are none of the window's: it drags
/// nothing out, and moves no pointer. Nor are those of Qt's own dialogs: the preview of a print
/// sets no page up once the print goes to a file, and a list of files changes while one is renamed.
void TestMonkey::init()
{
    QSettings().clear();
    QSettings().setValue(u"view/language"_s, u"en"_s);
    QTest::failOnWarning(QRegularExpression(
        u"^(?!This plugin does not support|Unimplemented code|QPageSetupDialog: |edit: |"
        "QAbstractItemView::(commitData|closeEditor) )"_s));
}

void TestMonkey::log(const QString& what)
{
    const QString line = QString::number(m_events) + u' ' + what;
    m_log.write(line.toUtf8() + '\n');
    m_log.flush();
    constexpr qsizetype told = 25;
    m_lately << line;
    if (m_lately.size() > told)
        m_lately.removeFirst();
}

/// Gets a turn in every event loop: those of dialogs and menus would wait for a person.
void TestMonkey::wake()
{
    QTimer::singleShot(0, this, &TestMonkey::wake);
    if (m_depth == 0)
        return;
    QWidget* popup = QApplication::activePopupWidget();
    QWidget* dialog = QApplication::activeModalWidget();
    if (!popup && !dialog)
        return QDrag::cancel();
    constexpr int patience = 40, deepest = 5;
    if (!m_checks && m_depth < deepest && m_since < patience) {
        ++m_inDialogs;
        return act();
    }
    if (popup)
        popup->close();
    else if (auto* box = qobject_cast<QDialog*>(dialog))
        box->reject();
    else
        dialog->close();
}

/// The window that gets the next event: a menu or dialog before all others.
QWidget* TestMonkey::top()
{
    QWidget* front = QApplication::activePopupWidget();
    if (!front)
        front = QApplication::activeModalWidget();
    if (front) {
        ++m_since;
        return front;
    }
    m_since = 0;
    QWidgetList shown;
    for (QWidget* each : QApplication::topLevelWidgets())
        if (each->isVisible() && each->windowType() != Qt::ToolTip)
            shown << each;
    return shown.isEmpty() ? nullptr : shown[static_cast<qsizetype>(below(shown.size()))];
}

/// Keeps dialogs of files in the test's own folder: an event leads one folder away at most.
bool TestMonkey::confine(const QWidget* top) const
{
    const auto* dialog = qobject_cast<const QFileDialog*>(top);
    if (!dialog || dialog->directory().absolutePath().startsWith(m_folder))
        return false;
    const_cast<QFileDialog*>(dialog)->setDirectory(m_folder);
    return true;
}

QWidget* TestMonkey::partOf(QWidget* top)
{
    QWidgetList shown;
    for (QWidget* each : top->findChildren<QWidget*>())
        if (each->isVisible() && each->window() == top && !each->size().isEmpty())
            shown << each;
    return shown.isEmpty() ? top : shown[static_cast<qsizetype>(below(shown.size()))];
}

QPoint TestMonkey::pointIn(const QWidget& part)
{
    return {static_cast<int>(below(std::max(1, part.width()))),
            static_cast<int>(below(std::max(1, part.height())))};
}

void TestMonkey::send(QWidget* to, QEvent::Type type, QPoint at, Qt::MouseButton button,
                      Qt::MouseButtons held, Qt::KeyboardModifiers with)
{
    QMouseEvent event(type, QPointF(at), QPointF(to->mapToGlobal(at)), button, held, with);
    QSpontaneKeyEvent::setSpontaneous(&event);
    qApp->notify(to, &event);
}

void TestMonkey::press(QWidget* to, Qt::Key key, Qt::KeyboardModifiers with)
{
    QTest::sendKeyEvent(QTest::Click, to, key, written(key, with), with, -1);
}

void TestMonkey::type(QWidget* to, const QString& text)
{
    constexpr qsizetype most = 12;
    const QPointer<QWidget> field = to;
    for (const QChar letter : text.left(most))
        if (field)
            QTest::sendKeyEvent(QTest::Click, field, Qt::Key(letter.toUpper().unicode()),
                                QString(letter), {}, -1);
}

void TestMonkey::click(QWidget* part)
{
    const QPointer<QWidget> to = part;
    const QPoint at = pointIn(*part);
    const auto button = below(12) == 0 ? Qt::RightButton : Qt::LeftButton;
    const Qt::KeyboardModifiers with = below(10) == 0 ? Qt::ControlModifier
        : below(10) == 0                              ? Qt::ShiftModifier
                                                      : Qt::NoModifier;
    send(to, QEvent::MouseButtonPress, at, button, button, with);
    if (to && button == Qt::RightButton) {
        QContextMenuEvent menu(QContextMenuEvent::Mouse, at, to->mapToGlobal(at), with);
        QSpontaneKeyEvent::setSpontaneous(&menu);
        qApp->notify(to, &menu);
    }
    if (to)
        send(to, QEvent::MouseButtonRelease, at, button, Qt::NoButton, with);
    if (to && below(10) == 0) {
        send(to, QEvent::MouseButtonDblClick, at, button, button, with);
        if (to) // else an arrow of a field would step for ever
            send(to, QEvent::MouseButtonRelease, at, button, Qt::NoButton, with);
    }
    if (to && below(2) == 0)
        send(to, QEvent::MouseMove, at, Qt::NoButton, Qt::NoButton, with);
}

void TestMonkey::drag(QWidget* part)
{
    const QPointer<QWidget> to = part;
    send(to, QEvent::MouseButtonPress, pointIn(*part), Qt::LeftButton, Qt::LeftButton);
    QPoint at;
    for (auto left = below(12); left > 0 && to; --left) {
        // A third of the moves lead out at each side.
        at = {static_cast<int>(below(3 * to->width() + 1)) - to->width(),
              static_cast<int>(below(3 * to->height() + 1)) - to->height()};
        send(to, QEvent::MouseMove, at, Qt::NoButton, Qt::LeftButton);
    }
    if (to)
        send(to, QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton);
}

void TestMonkey::turnWheel(QWidget* part)
{
    constexpr int notch = 120;
    const QPoint at = pointIn(*part);
    const int turned = notch * static_cast<int>(1 + below(5)) * (m_random.coin() ? 1 : -1);
    QWheelEvent event(QPointF(at), QPointF(part->mapToGlobal(at)), QPoint(), QPoint(0, turned),
                      Qt::NoButton, below(4) == 0 ? Qt::ControlModifier : Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&event);
    qApp->notify(part, &event);
}

void TestMonkey::pressAKey(QWidget* top)
{
    constexpr std::array<Qt::KeyboardModifiers, 10> held{
        Qt::NoModifier,      Qt::NoModifier,
        Qt::NoModifier,      Qt::NoModifier,
        Qt::NoModifier,      Qt::ControlModifier,
        Qt::ControlModifier, Qt::ShiftModifier,
        Qt::AltModifier,     Qt::ControlModifier | Qt::ShiftModifier};
    const Qt::Key key = keysToPress[below(keysToPress.size())];
    const Qt::KeyboardModifiers with = held[below(held.size())];
    QWidget* focus = QApplication::focusWidget();
    log(u"key "_s + QKeySequence(with | key).toString());
    press(focus && focus->window() == top ? focus : top, key, with);
}

void TestMonkey::triggerAnAction(QWidget* top)
{
    QList<QAction*> actions;
    for (QAction* each : top->findChildren<QAction*>())
        if (each->isEnabled() && each->isVisible() && !each->isSeparator())
            actions << each;
    if (actions.isEmpty())
        return;
    QAction* action = actions[static_cast<qsizetype>(below(actions.size()))];
    log(u"action %1 %2"_s.arg(action->objectName(), action->text()));
    action->trigger();
}

void TestMonkey::drop(QWidget* onto)
{
    QMimeData data;
    if (m_random.coin()) {
        QList<QUrl> urls;
        for (auto left = 1 + below(3); left > 0; --left)
            urls << QUrl::fromLocalFile(m_files[static_cast<qsizetype>(below(m_files.size()))]);
        log(u"drop "_s + urls.front().toString());
        data.setUrls(urls);
    } else {
        data.setText(anyText());
        log(u"drop text "_s + data.text().left(40));
    }
    const QPoint at = pointIn(*onto);
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(onto, &enter);
    if (!enter.isAccepted())
        return;
    QDropEvent event(QPointF(at), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(onto, &event);
}

void TestMonkey::paste(QWidget* top)
{
    const QString& text = anyText();
    log(u"paste "_s + text.left(40));
    QGuiApplication::clipboard()->setText(text);
    QWidget* focus = QApplication::focusWidget();
    press(focus && focus->window() == top ? focus : top, Qt::Key_V,
          below(3) == 0 ? Qt::ControlModifier | Qt::ShiftModifier
                        : Qt::KeyboardModifiers(Qt::ControlModifier));
}

void TestMonkey::resize(QWidget* top)
{
    const QSize size(static_cast<int>(m_random.from(300, 2100)),
                     static_cast<int>(m_random.from(200, 1400)));
    log(u"resize %1 × %2"_s.arg(size.width()).arg(size.height()));
    top->resize(size);
}

/// One event.
void TestMonkey::act()
{
    QWidget* top = this->top();
    if (!top)
        return;
    ++m_events;
    ++m_depth;
    const bool isWindow = qobject_cast<MainWindow*>(top) != nullptr;
    const auto kind = below(100);
    const auto named = [](const char* what, const QWidget* part) -> QString {
        return QString::fromLatin1(what) + u' '
            + QString::fromLatin1(part->metaObject()->className()) + u' ' + part->objectName();
    };
    if (confine(top)) {
        log(u"back to the folder"_s);
    } else if (kind < 34) {
        QWidget* part = partOf(top);
        log(named("click", part));
        click(part);
    } else if (kind < 58) {
        pressAKey(top);
    } else if (kind < 68) {
        QWidget* part = partOf(top);
        log(named("drag", part));
        drag(part);
    } else if (kind < 76) {
        QWidget* part = partOf(top);
        log(named("wheel", part));
        turnWheel(part);
    } else if (kind < 79) {
        if (isWindow)
            resize(top);
    } else if (kind < 86) {
        triggerAnAction(top);
    } else if (kind < 90) {
        paste(top);
    } else if (kind < 93) {
        if (isWindow)
            drop(top);
    } else if (kind < 96) {
        log(u"undo or redo"_s);
        press(top, Qt::Key_Z,
              m_random.coin() ? Qt::KeyboardModifiers(Qt::ControlModifier)
                              : Qt::ControlModifier | Qt::ShiftModifier);
    } else if (QWidget* focus = QApplication::focusWidget()) {
        const QString& text = anyText();
        log(u"type "_s + text.left(12));
        type(focus, text);
    }
    --m_depth;
    noteFirstPlans();
}

void TestMonkey::noteFirst(MainWindow& window, const Plan& plan)
{
    if (!m_known.contains(&window)) {
        m_known.insert(&window);
        connect(&window, &QObject::destroyed, this, [this, at = &window] {
            m_first.remove(at);
            m_known.remove(at); // another window may get its address
        });
        // A file that is opened or read again clears the steps, and another step may follow at
        // once.
        const QUndoStack* steps = window.document().undoStack();
        connect(&window.document(), &Document::fileChanged, this, [this, steps, at = &window] {
            if (steps->count() == 0)
                m_first.remove(at);
        });
    }
    m_first[&window] = plan;
}

void TestMonkey::noteFirstPlans()
{
    for (MainWindow* window : allWindows())
        if (window->document().undoStack()->count() == 0)
            noteFirst(*window, window->document().plan());
}

void TestMonkey::closeDialogs()
{
    constexpr int most = 20;
    for (int i = 0; i < most; ++i) {
        if (QWidget* popup = QApplication::activePopupWidget())
            popup->close();
        else if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
            dialog->reject();
        else
            return;
        QCoreApplication::processEvents();
    }
}

/// Closes windows until so many are left, without a question about their work.
void TestMonkey::closeWindows(std::size_t most)
{
    auto windows = allWindows();
    for (std::size_t i = most; i < windows.size(); ++i) {
        windows[i]->document().setSaved({});
        delete windows[i];
    }
}

/// Where the window's answers and those of `estimate --json` of the saved plan differ.
QString TestMonkey::disagreement(MainWindow& window)
{
    window.resize(1440, 900);
    auto* chart = childNamed<ContextChartView>(&window, u"contextChart"_s);
    auto* page = childNamed<QWidget>(&window, u"contextPage"_s);
    auto* pages = qobject_cast<QStackedWidget*>(page->parentWidget());
    window.findChild<TabsView*>()->bringToFront(pages->indexOf(page));
    window.findChild<LedgerView*>()->pickStage({}); // of the most loaded one
    window.document().closeGesture();
    window.document().settle();
    const auto isFinal = [&window] { return !window.document().provisionalIdle(); };
    if (!QTest::qWaitFor(isFinal, 20'000))
        return u"the results stay provisional"_s;
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(chart, &leave);
    window.grab(); // views are laid out when they are painted
    ++m_compared;

    const std::string path = QFile::encodeName(m_folder + u"/now.hwplan"_s).toStdString();
    const std::string text = writePlan(window.document().plan());
    QFile file(QFile::decodeName(path.c_str()));
    if (!file.open(QFile::WriteOnly)
        || file.write(text.data(), static_cast<qint64>(text.size())) < 0)
        return u"the plan cannot be written"_s;
    file.close();
    const Outcome told = runCommand({"estimate", path, "--json"}, {});
    const Results& results = window.document().results();
    const auto* model = window.findChild<LedgerModel*>();
    const auto* bar = window.findChild<VerdictBar*>();
    const auto wrong = [&](const char* what, const QString& one, const QString& other) {
        return QString::fromLatin1(what) + u": “%1” and “%2”\n"_s.arg(one, other)
            + QString::fromStdString(text);
    };
    if (const QString wanted = verdictLines(verdictContent(results), model->format()).headline;
        bar->headline() != wanted)
        return wrong("the verdict is not that of the results", bar->headline(), wanted);
    if (told.exit != Exit::Done || !results.estimate)
        return (told.exit == Exit::Done) == results.estimate.has_value()
            ? QString()
            : wrong("only one has an estimate", bar->headline(),
                    QString::fromStdString(told.error));

    const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(told.output)).object();
    const auto gpu = json[u"per_gpu"_s].toObject();
    const QString total = QString::number(gpu[u"total"_s].toInteger());
    if (const QString shown = QString::number(results.estimate->answer.totals.total);
        shown != total)
        return wrong("results and command line", shown, total);
    const bool isOver = results.estimate->verdict == Verdict::Over;
    if ((gpu[u"verdict"_s].toString() == u"over"_s) != isOver)
        return wrong("verdicts", bar->headline(), gpu[u"verdict"_s].toString());
    const QModelIndex last = model->index(model->rowCount() - 1, LedgerModel::RawBytes);
    if (const QString shown = digitsOf(last.data().toString()); shown != total)
        return wrong("table and command line", shown, total);
    if (!results.chart)
        return {};
    if (const QString shown = QString::number(results.chart->atMarker.total); shown != total)
        return wrong("figure and command line", shown, total);
    // The column beside the plot, where it has all bands.
    const auto& shown = window.document().contextView().shown;
    if (std::ranges::find(shown, false) != shown.end() || chart->pointed())
        return {};
    QStringList texts;
    for (const Item& item : chart->overlay().items)
        if (const auto* writing = std::get_if<Writing>(&item.shape))
            texts << QString::fromStdString(writing->text);
    const QString amount
        = model->format().whereUnitIsSaid(results.estimate->answer.totals.total, 2);
    return texts.isEmpty() || texts.contains(amount)
        ? QString()
        : wrong("beside the plot and command line", texts.join(u" | "_s), amount);
}

/// Goes back over all steps and forth again.
QString TestMonkey::notUndone(MainWindow& window)
{
    QUndoStack* steps = window.document().undoStack();
    const Plan last = window.document().plan();
    const int at = steps->index();
    if (steps->count() == 0)
        return {}; // a window that came with the end of a dialog
    steps->setIndex(0);
    QCoreApplication::processEvents();
    // Of a window that opened with a step in it, the first plan is known from now on.
    Plan wanted = m_first.value(&window, window.document().plan());
    noteFirst(window, wanted);
    wanted.name = window.document().plan().name; // a proposed one is in the window's language
    if (!(window.document().plan() == wanted))
        return u"undo of %1 steps does not lead to the first plan, but to\n"_s.arg(at)
            + QString::fromStdString(writePlan(window.document().plan())) + u"\ninstead of\n"_s
            + QString::fromStdString(writePlan(wanted));
    steps->setIndex(at);
    QCoreApplication::processEvents();
    return window.document().plan() == last ? QString() : u"redo leads to another plan"_s;
}

QString TestMonkey::faultOfWindows()
{
    m_checks = true;
    ++m_depth;
    closeDialogs();
    noteFirstPlans();
    QString fault;
    for (MainWindow* window : allWindows()) {
        if (fault.isEmpty())
            fault = disagreement(*window);
        if (fault.isEmpty())
            fault = notUndone(*window);
    }
    --m_depth;
    m_checks = false;
    return fault;
}

void TestMonkey::randomEvents()
{
    const int events = numberOf("HIGHWATER_EVENTS", casesToTry(1000));
    const int seed = numberOf("HIGHWATER_SEED", 1);
    constexpr int eventsOfARound = 1000, eventsOfACheck = 250;
    constexpr std::size_t mostWindows = 3;
    qInfo("HIGHWATER_SEED=%d HIGHWATER_EVENTS=%d, events in %s", seed, events,
          qPrintable(m_log.fileName()));
    std::vector<Held> held;
    wake();
    for (int round = 0; m_events < events; ++round) {
        m_random = Random(static_cast<std::uint64_t>(seed + round));
        m_texts = textsToGive(m_random);
        newWindow(firstPlan());
        log(u"round %1"_s.arg(round));
        noteFirstPlans();
        const int end = std::min(events, m_events + eventsOfARound);
        int check = m_events + eventsOfACheck;
        while (m_events < end) {
            if (allWindows().empty())
                newWindow(firstPlan());
            act();
            ++m_depth; // what was posted may open a dialog too
            QCoreApplication::processEvents();
            --m_depth;
            noteFirstPlans();
            if (m_events < check && m_events < end && !QTest::currentTestFailed())
                continue;
            check = m_events + eventsOfACheck;
            const QString fault = faultOfWindows();
            if (!fault.isEmpty() || QTest::currentTestFailed())
                QFAIL(qPrintable(fault + u"\nHIGHWATER_SEED=%1\n"_s.arg(seed + round)
                                 + m_lately.join(u'\n')));
            closeWindows(mostWindows);
        }
        m_checks = true;
        ++m_depth;
        closeDialogs();
        closeWindows(0);
        for (QWidget* other : QApplication::topLevelWidgets())
            other->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCoreApplication::processEvents();
        --m_depth;
        m_checks = false;
        held.push_back(Held::now());
        qInfo("round %d: %d events, %d in dialogs, %d comparisons, %ld MiB, %ld files open", round,
              m_events, m_inDialogs, m_compared, held.back().mebibytes, held.back().files);
    }
    QVERIFY(m_compared > 0);
    // Caches are full after half of the rounds; what grows from then on, a long session would feel.
    constexpr long mostFiles = 8, mostMebibytes = 48;
    const Held& half = held[held.size() / 2];
    QVERIFY(held.back().files <= half.files + mostFiles);
    if (!isSanitized())
        QVERIFY(held.back().mebibytes <= half.mebibytes + mostMebibytes);
}

/// What the window's rehearsal gets in the place of the program's answer.
int answerAsRehearsal()
{
    std::puts(R"({"event":"answer","ended":"refused","said":[]})");
    return 1;
}

int main(int argc, char** argv)
{
    if (argc > 1 && std::strcmp(argv[1], "rehearse") == 0)
        return answerAsRehearsal();
    const QTemporaryDir folder;
    const QByteArray path = QFile::encodeName(folder.path());
    for (const char* variable : {"HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
                                 "XDG_CACHE_HOME", "XDG_DOCUMENTS_DIR"})
        qputenv(variable, path);
    QDir::setCurrent(folder.path());
    constexpr int longest = 100'000'000; // ms: as long as there are events
    if (qEnvironmentVariableIsSet("HIGHWATER_EVENTS"))
        qputenv("QTEST_FUNCTION_TIMEOUT", QByteArray::number(longest));
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    QApplication application(argc, argv);
    TestMonkey test(folder.path());
    return QTest::qExec(&test, argc, argv);
}

#include "test_monkey.moc"
