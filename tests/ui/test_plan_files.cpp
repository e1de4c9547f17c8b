// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/verdict_bar.h"
#include "ui/base/file_dialogs.h"
#include "ui/base/key_words.h"
#include "ui/base/message_bar.h"
#include "ui/base/theme.h"
#include "ui/base/view_choices.h"
#include "ui/document/document.h"
#include "ui/document/plan_store.h"
#include "ui/document/preset_words.h"
#include "ui/document/recent_files.h"
#include "ui/document/recovery.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/windows.h"
#include "window_fixture.h"

#include "core/exchange/plan_file.h"
#include "core/exchange/presets.h"
#include "core/exchange/share_code.h"
#include "core/plan/keys.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>
#include <QWindow>
#include <QtTest>

#ifdef Q_OS_UNIX
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

using namespace highwater;

/// Plans as files, in the real windows of the program.
class TestPlanFiles : public WindowFixture
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void everyActionIsThere();
    void titleTellsFileAndState();
    void namesAreNoMarks();
    void savesAndOpensAgain();
    void savingWithoutAPlaceIsNoSaving();
    void theDialogsThemselves();
    void suggestedNames_data();
    void suggestedNames();
    void openingTakesAnUntouchedWindow();
    void oneFileHasOneWindow();
    void newIsAnotherWindow();
    void choicesHoldInEveryWindow();
    void badFiles_data();
    void badFiles();
    void unwritable_data();
    void unwritable();
    void aFailedWriteLeavesTheOldFile();
    void leftOversOfAKilledSaveGo();
    void savesWhereNoFileCanBeMade();
    void closingAsks_data();
    void closingAsks();
    void quittingAsksEachWindow();
    void recentFilesAreListed();
    void aMissingRecentFileDropsOut();
    void droppedPlansOpen();
    void otherDropsAreRefused();
    void droppedTextIsLeftToFields();
    void changedOnDiskReload();
    void changedOnDiskKeepMine();
    void brokenOnDiskStaysOpen();
    void touchedIsNotChanged();
    void deletedOnDiskIsUnsaved();
    void anotherPlanLeavesTheFile();
    void aSavedPlanHasAFile();
    void aShippedPlanIsNamedInTheLanguage();
    void theNameHasRoomInLargeLetters();
    void aReplacedPlanKeepsItsOwnFile();
    void namesFollowThePlan_data();
    void namesFollowThePlan();
    void aNameOfOnesOwnStays();
    void nothingIsWrittenOverUnawares();
    void messagesQueue();
    void messagesInBothThemes();
    void languageAndUnitAreOfAllWindows();
    void startsWithTheLastFile();
    void startsWithTheLastPlanWhereTheFileIsGone();
    void recoveryFollowsTheWork();
    void unsavedWorkIsOnesOwn();
    void recoveredWorkComesBack_data();
    void recoveredWorkComesBack();
    void aCrashDoesNotForgetTheFile_data();
    void aCrashDoesNotForgetTheFile();
    void workOfADeletedFileComesBack();
    void endlessRecoveryFiles();
    void leftOversOfKilledSavesGo();
    void savedWorkIsNotRecovered();
    void startsWithWhatIsGiven();
    void damagedRecoveryIsLeftAlone();
    void anUnwritableRecoveryFolderIsSaid();

private:
    template <class T> static T* find(const QWidget* window, const char* name)
    {
        return childNamed<T>(window, QString::fromLatin1(name));
    }
    static void trigger(const MainWindow* window, const char* action)
    {
        find<QAction>(window, action)->trigger();
    }
    static QString message(const MainWindow* window)
    {
        const auto* bar = find<MessageBar>(window, "messageBar");
        return bar->isHidden() ? QString() : find<QLabel>(bar, "message.text")->text();
    }
    static void choose(const MainWindow* window, int action)
    {
        find<QPushButton>(window, qPrintable(QStringLiteral("message.action%1").arg(action)))
            ->click();
    }
    static void lengthen(MainWindow* window, std::int64_t context)
    {
        window->document().edit("workload.context", context, QStringLiteral("test"));
    }
    QString file(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    /// A plan file with this context.
    QString written(const char* name, std::int64_t context) const;
    static std::int64_t contextIn(const QString& path);
    MainWindow* other(const MainWindow* window) const; ///< the only other one
    bool drag(const MainWindow* window, const QMimeData& data, bool drop) const;
    /// Leaves the state that the program would find after a crash with these windows open.
    static void crash();

    FileDialogs m_dialogs; ///< the dialogs that people see
    std::unique_ptr<QTemporaryDir> m_folder;
    QStringList m_openAnswer;
    QString m_saveAnswer, m_suggested;
    Unsaved m_unsavedAnswer = Unsaved::Discard;
    QStringList m_asked; ///< the questions about unsaved work
};

void TestPlanFiles::initTestCase()
{
    WindowFixture::initTestCase();
    m_dialogs = fileDialogs();
    fileDialogs().open = [this](QWidget*) { return m_openAnswer; };
    fileDialogs().save = [this](QWidget*, const QString& path) {
        m_suggested = path;
        return m_saveAnswer;
    };
    fileDialogs().unsaved = [this](QWidget*, const QString& name) {
        m_asked << name;
        return m_unsavedAnswer;
    };
}

void TestPlanFiles::init()
{
    WidgetFixture::init();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_openAnswer.clear();
    m_saveAnswer.clear();
    m_unsavedAnswer = Unsaved::Discard;
    m_window = newWindow(firstPlan());
    QVERIFY(QTest::qWaitForWindowExposed(m_window));
    m_asked.clear();
}

void TestPlanFiles::cleanup()
{
    m_unsavedAnswer = Unsaved::Discard;
    QApplication::closeAllWindows();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(allWindows().empty());
    QVERIFY(QDir(recoveryFolder()).removeRecursively());
    QDir().rmdir(QFileInfo(recoveryFolder()).path());
}

QString TestPlanFiles::written(const char* name, std::int64_t context) const
{
    Plan plan = firstPlan();
    plan.workload.context = context;
    const auto problem = writeFile(file(name), planText(plan));
    if (problem)
        qFatal("%s", qPrintable(*problem));
    return file(name);
}

std::int64_t TestPlanFiles::contextIn(const QString& path)
{
    const auto read = readPlanFile(path);
    const auto* stored = std::get_if<StoredPlan>(&read);
    return stored ? stored->plan.workload.context : -1;
}

MainWindow* TestPlanFiles::other(const MainWindow* window) const
{
    auto all = allWindows();
    std::erase(all, window);
    return all.size() == 1 ? all.front() : nullptr;
}

void TestPlanFiles::everyActionIsThere()
{
    const auto* menu = find<QMenu>(m_window, "menu.file");
    const std::map<const char*, const char*> keys{
        {"file.new", "Ctrl+N"},          {"file.open", "Ctrl+O"},  {"file.save", "Ctrl+S"},
        {"file.saveAs", "Ctrl+Shift+S"}, {"file.close", "Ctrl+W"}, {"file.quit", "Ctrl+Q"}};
    for (const auto& [name, key] : keys) {
        auto* action = find<QAction>(m_window, name);
        QVERIFY2(menu->actions().contains(action), name);
        QCOMPARE(action->shortcut().toString(), QString::fromLatin1(key));
        QVERIFY(!action->text().isEmpty());
    }
    const auto* bar = find<QToolBar>(m_window, "toolBar");
    const QList<QAction*> shown = bar->actions().mid(0, 3);
    for (const char* name : {"file.new", "file.open", "file.save"}) {
        auto* action = find<QAction>(m_window, name);
        QVERIFY(shown.contains(action));
        const auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action));
        QCOMPARE(button->toolButtonStyle(), Qt::ToolButtonIconOnly);
        QVERIFY(!action->icon().isNull());
        QVERIFY(button->toolTip().contains(action->shortcut().toString()));
        QVERIFY(button->width() >= 24 && button->height() >= 24);
    }
}

void TestPlanFiles::titleTellsFileAndState()
{
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(m_window->windowTitle(), QStringLiteral("Llama 8B on 8 × H100[*] — Highwater"));
    lengthen(m_window, 4096);
    QVERIFY(m_window->isWindowModified());
    m_window->document().undoStack()->undo();
    QVERIFY(!m_window->isWindowModified());
    m_window->document().undoStack()->redo();

    QVERIFY(m_window->files().saveTo(file("a.hwplan")));
    QCOMPARE(m_window->windowTitle(), QStringLiteral("a.hwplan[*] — Highwater"));
    QVERIFY(!m_window->isWindowModified());
    QVERIFY(!find<QAction>(m_window, "file.save")->isEnabled());
    m_window->document().undoStack()->undo(); // away from what the file has
    QVERIFY(m_window->isWindowModified());
    QVERIFY(find<QAction>(m_window, "file.save")->isEnabled());
    m_window->document().undoStack()->redo();
    QVERIFY(!m_window->isWindowModified());
}

void TestPlanFiles::namesAreNoMarks()
{
    Plan plan = firstPlan();
    plan.name = "odd [*] <b>name</b> %1 &x";
    m_window->document().edit(plan, QStringLiteral("test"));
    QCOMPARE(m_window->windowTitle(),
             QStringLiteral("odd [*][*] <b>name</b> %1 &x[*] — Highwater"));
}

void TestPlanFiles::savesAndOpensAgain()
{
    lengthen(m_window, 4096);
    m_saveAnswer = file("a.hwplan");
    trigger(m_window, "file.save");
    QCOMPARE(QFileInfo(m_suggested).fileName(), QStringLiteral("Llama 8B on 8 x H100.hwplan"));
    QCOMPARE(contextIn(m_saveAnswer), 4096);

    lengthen(m_window, 5000);
    m_suggested.clear();
    trigger(m_window, "file.save"); // it has a file now and does not ask
    QVERIFY(m_suggested.isEmpty());
    QCOMPARE(contextIn(file("a.hwplan")), 5000);

    lengthen(m_window, 6000);
    m_saveAnswer = file("b.hwplan");
    trigger(m_window, "file.saveAs");
    QCOMPARE(m_suggested, file("a.hwplan"));
    QCOMPARE(contextIn(file("a.hwplan")), 5000);
    QCOMPARE(contextIn(file("b.hwplan")), 6000);
    QCOMPARE(m_window->document().path(), file("b.hwplan"));

    m_openAnswer = QStringList{file("a.hwplan")};
    trigger(m_window, "file.open");
    MainWindow* opened = other(m_window);
    QVERIFY(opened);
    QCOMPARE(opened->document().plan().workload.context, 5000);
    QVERIFY(!opened->isWindowModified());
    QVERIFY(!opened->document().undoStack()->canUndo());
}

void TestPlanFiles::savingWithoutAPlaceIsNoSaving()
{
    lengthen(m_window, 4096);
    trigger(m_window, "file.save"); // the dialog is cancelled
    QVERIFY(m_window->isWindowModified());
    QVERIFY(m_window->document().path().isEmpty());
    QCOMPARE(message(m_window), QString());
}

void TestPlanFiles::theDialogsThemselves()
{
    const auto whenOpen = [](auto answer) {
        QTimer::singleShot(0, qApp, [answer] { answer(QApplication::activeModalWidget()); });
    };
    const std::map<QString, Unsaved> answers{{QStringLiteral("Save"), Unsaved::Save},
                                             {QStringLiteral("Discard"), Unsaved::Discard},
                                             {QStringLiteral("Cancel"), Unsaved::Cancel}};
    for (const auto& [label, meaning] : answers) {
        whenOpen([wanted = label](const QWidget* box) {
            for (QPushButton* button : box->findChildren<QPushButton*>())
                if (button->text() == wanted)
                    button->click();
        });
        QCOMPARE(m_dialogs.unsaved(m_window, QStringLiteral("x")), meaning);
    }
    whenOpen([](QWidget* box) { QTest::keyClick(box, Qt::Key_Escape); });
    QCOMPARE(m_dialogs.unsaved(m_window, QStringLiteral("x")), Unsaved::Cancel);

    const auto accept = [](QWidget* dialog) { qobject_cast<QDialog*>(dialog)->accept(); };
    QSettings().setValue(QStringLiteral("files/folder"), m_folder->path());
    whenOpen(accept);
    QCOMPARE(m_dialogs.save(m_window, QStringLiteral("new")), file("new.hwplan"));
    whenOpen([](QWidget* dialog) { qobject_cast<QDialog*>(dialog)->reject(); });
    QCOMPARE(m_dialogs.save(m_window, QStringLiteral("new")), QString());
    written("a.hwplan", 1111);
    whenOpen([&](QWidget* dialog) {
        qobject_cast<QFileDialog*>(dialog)->selectFile(file("a.hwplan"));
        accept(dialog);
    });
    QCOMPARE(m_dialogs.open(m_window), QStringList{file("a.hwplan")});
}

void TestPlanFiles::suggestedNames_data()
{
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QString>("name");
    QTest::newRow("plain") << QStringLiteral("8B") << QStringLiteral("8B.hwplan");
    QTest::newRow("a path") << QStringLiteral("../../etc/x")
                            << QStringLiteral("_._.._etc_x.hwplan");
    QTest::newRow("hidden") << QStringLiteral(".x") << QStringLiteral("_x.hwplan");
    QTest::newRow("odd letters") << QStringLiteral("a:b*c\n?") << QStringLiteral("a_b_c__.hwplan");
    QTest::newRow("none") << QString() << QStringLiteral("Llama 3.1 8B, 8 x H100.hwplan");
    QTest::newRow("Chinese") << QStringLiteral("八卡") << QStringLiteral("八卡.hwplan");
    QTest::newRow("long") << QString(500, u'x') << QString(80, u'x') + QStringLiteral(".hwplan");
}

void TestPlanFiles::suggestedNames()
{
    QFETCH(QString, plan);
    QFETCH(QString, name);
    Plan named = firstPlan();
    named.name = plan.toStdString();
    m_window->document().edit(named, QStringLiteral("test"));
    trigger(m_window, "file.saveAs");
    QCOMPARE(m_suggested, name);
}

void TestPlanFiles::openingTakesAnUntouchedWindow()
{
    m_openAnswer = {written("a.hwplan", 1111), written("b.hwplan", 2222)};
    trigger(m_window, "file.open");
    QCOMPARE(allWindows().size(), 2U); // the first file came into this window
    QCOMPARE(m_window->document().path(), file("a.hwplan"));
    QCOMPARE(other(m_window)->document().path(), file("b.hwplan"));

    MainWindow* edited = newWindow(firstPlan());
    lengthen(edited, 4096);
    edited->document().undoStack()->undo(); // clean again, but there is work to redo
    openFiles({written("c.hwplan", 3333)}, edited);
    QCOMPARE(allWindows().size(), 4U);
    QCOMPARE(edited->document().plan(), firstPlan());
}

void TestPlanFiles::oneFileHasOneWindow()
{
    const QString path = written("a.hwplan", 1111);
    const QString link = file("link.hwplan");
    QVERIFY(QFile::link(path, link));
    openFiles({path, path, link, m_folder->path() + QStringLiteral("/./a.hwplan")}, m_window);
    QCOMPARE(allWindows().size(), 1U);
}

void TestPlanFiles::newIsAnotherWindow()
{
    lengthen(m_window, 4096);
    trigger(m_window, "file.new");
    MainWindow* made = other(m_window);
    QVERIFY(made);
    QCOMPARE(made->document().plan(), firstPlan());
    QVERIFY(made->files().isUntouched());
    QVERIFY(made->pos() != m_window->pos());
}

/// The choices are valid in the open windows and in the next one, even before a window is closed.
void TestPlanFiles::choicesHoldInEveryWindow()
{
    MainWindow* second = newWindow(firstPlan());
    const auto speaksOfGb = [](MainWindow* window) {
        QCoreApplication::processEvents();
        return window->findChild<VerdictBar*>()->headline().contains(QStringLiteral("GB"));
    };
    QVERIFY(!speaksOfGb(m_window) && !speaksOfGb(second));
    for (QAction* action : second->findChildren<QAction*>())
        if (action->data().toString() == QLatin1String("GB"))
            action->trigger();
    QVERIFY(speaksOfGb(second));
    QVERIFY(speaksOfGb(m_window));
    QVERIFY(speaksOfGb(newWindow(firstPlan())));
}

void TestPlanFiles::badFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("says");
    const QByteArray head = R"({"format": "highwater-plan", "version": 1,)";
    const auto row = [](const char* name, const QByteArray& text, const QStringList& says) {
        QTest::newRow(name) << text << says;
    };
    row("empty", {}, {QStringLiteral("not valid JSON")});
    row("cut off", head, {QStringLiteral("line 1, column 42"), QStringLiteral("not valid JSON")});
    row("a wrong value",
        head + "\n\"model\": {\"id\": \"llama-3.1-8b\"},\n\"layout\": {\"zero\": 7}}",
        {QStringLiteral("line 3, column 20"), pathText("layout.zero"), QStringLiteral("found 7")});
    row("newer", R"({"format": "highwater-plan", "version": 2, "unheard": 1})",
        {QStringLiteral("newer Highwater"), QStringLiteral("found 2")});
    row("many, with marks of arguments", head + R"("%1": 1, "%2": 2, "%3": 3})",
        {QStringLiteral("%1: is not a key"), QStringLiteral("(and 2 more)")});
    row("an unknown key", head + R"("model": {"id": "llama-3.1-8b"}, "wings": 2})",
        {QStringLiteral("wings"), QStringLiteral("not a key")});
    row("huge", QByteArray(mostPlanBytes + 1, ' '), {QStringLiteral("1,048,576")});
    row("deep", QByteArray(100000, '['), {QStringLiteral("64 levels")});
    row("no text", QByteArray("\x00\xff\xfe\x89PNG", 7), {QStringLiteral("not valid JSON")});
    row("markup", head + R"("<b>bold</b>": 1})", {QStringLiteral("<b>bold</b>")});
}

void TestPlanFiles::badFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, says);
    lengthen(m_window, 4096);
    const Plan before = m_window->document().plan();
    QVERIFY(!writeFile(file("bad.hwplan"), text));
    openFiles({file("bad.hwplan")}, m_window);
    says << QStringLiteral("bad.hwplan") << QStringLiteral("The open plan stays.");
    for (const QString& said : says)
        QVERIFY2(message(m_window).contains(said), qPrintable(message(m_window)));
    QCOMPARE(allWindows().size(), 1U);
    QCOMPARE(m_window->document().plan(), before);
    QVERIFY(m_window->isWindowModified());
    QVERIFY(recentFiles().isEmpty());

    // Mended and opened again, nothing is wrong any more.
    openFiles({written("bad.hwplan", 2222)}, m_window);
    QCOMPARE(message(m_window), QString());
}

void TestPlanFiles::unwritable_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* kind, const char* says) {
        QTest::newRow(kind) << QString::fromLatin1(kind) << QString::fromLatin1(says);
    };
    row("vanished folder", "is not there any more");
    row("a folder of that name", "it is a folder");
    row("read-only file", "write-protected");
}

void TestPlanFiles::unwritable()
{
    QFETCH(QString, kind);
    QFETCH(QString, says);
    const QString folder = file("folder");
    QVERIFY(QDir().mkpath(folder));
    const QString path = folder + QStringLiteral("/a.hwplan");
    lengthen(m_window, 4096);
    QVERIFY(m_window->files().saveTo(path));
    lengthen(m_window, 5000);
#ifdef Q_OS_UNIX
    if (kind.startsWith(QLatin1String("read-only")) && geteuid() == 0)
        QSKIP("nothing is read-only to root");
#endif
    if (kind == QLatin1String("vanished folder")) {
        QVERIFY(QDir(folder).removeRecursively());
    } else if (kind == QLatin1String("a folder of that name")) {
        QVERIFY(QFile::remove(path) && QDir().mkpath(path));
    } else {
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::ExeOwner));
    }
    trigger(m_window, "file.save");
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QVERIFY2(message(m_window).contains(says), qPrintable(message(m_window)));
    QVERIFY(message(m_window).contains(QStringLiteral("hoose another")));
    QCOMPARE(find<QPushButton>(m_window, "message.action0")->text(), QStringLiteral("Save as…"));
    QVERIFY(m_window->isWindowModified());
    if (kind.startsWith(QLatin1String("read-only")))
        QCOMPARE(contextIn(path), 4096);

    m_saveAnswer = file("elsewhere.hwplan");
    choose(m_window, 0);
    QCOMPARE(contextIn(m_saveAnswer), 5000);
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(message(m_window), QString());
}

void TestPlanFiles::aFailedWriteLeavesTheOldFile()
{
#ifdef Q_OS_UNIX
    const QString path = written("a.hwplan", 1111);
    const QByteArray before = *fileText(path);
    rlimit usual{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &usual), 0);
    const auto signal = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit few{10, usual.rlim_max}; // bytes; the write breaks off in the middle
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &few), 0);
    const auto problem = writeFile(path, planText(firstPlan()));
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &usual), 0);
    std::signal(SIGXFSZ, signal);
    QVERIFY(problem);
    QVERIFY2(problem->contains(QStringLiteral("is not saved")), qPrintable(*problem));
    QCOMPARE(*fileText(path), before);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files),
             QStringList{QStringLiteral("a.hwplan")});
#else
    QSKIP("no limit of the size of a file");
#endif
}

void TestPlanFiles::leftOversOfAKilledSaveGo()
{
    const QString path = written("a.hwplan", 1111);
    const auto leave = [this](const char* name, int secondsAgo) {
        QFile left(file(name));
        QVERIFY(left.open(QFile::WriteOnly));
        QVERIFY(left.setFileTime(QDateTime::currentDateTime().addSecs(-secondsAgo),
                                 QFileDevice::FileModificationTime));
    };
    leave(".a.hwplan.0abc.saving", 60);
    leave(".a.hwplan.0def.saving", 0); // of a program that is saving just now
    leave(".b.hwplan.0abc.saving", 60); // of another file
    leave("a.hwplan.backup", 60);
    lengthen(m_window, 4096);
    QVERIFY(m_window->files().saveTo(path));
    QCOMPARE(contextIn(path), 4096);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden, QDir::Name),
             (QStringList{QStringLiteral(".a.hwplan.0def.saving"),
                          QStringLiteral(".b.hwplan.0abc.saving"), QStringLiteral("a.hwplan"),
                          QStringLiteral("a.hwplan.backup")}));
}

void TestPlanFiles::savesWhereNoFileCanBeMade()
{
#ifdef Q_OS_UNIX
    const QString folder = file("folder");
    QVERIFY(QDir().mkpath(folder));
    const QString path = written("folder/a.hwplan", 1111);
    QVERIFY(!writeFile(path, planText(firstPlan()) + QByteArray(1000, '\n')));
    const auto give = [](const QString& to, mode_t rights) {
        return chmod(QFile::encodeName(to).constData(), rights) == 0;
    };
    QVERIFY(give(path, 0666) && give(folder, 0555) && give(m_folder->path(), 0755));
    constexpr uid_t nobody = 65534; // root could write anywhere
    const uid_t self = geteuid();
    if (self == 0)
        QCOMPARE(seteuid(nobody), 0);
    const auto problem = writeFile(path, planText(firstPlan()));
    const auto refused = writeFile(folder + QStringLiteral("/b.hwplan"), planText(firstPlan()));
    QCOMPARE(seteuid(self), 0);
    QVERIFY2(!problem, qPrintable(problem.value_or(QString())));
    QVERIFY(give(folder, 0755));
    QCOMPARE(*fileText(path), planText(firstPlan())); // nothing of the longer text is left
    QVERIFY(refused && refused->contains(QStringLiteral("is not saved")));
    QCOMPARE(QDir(folder).entryList(QDir::Files | QDir::Hidden),
             QStringList{QStringLiteral("a.hwplan")});
#else
    QSKIP("no rights of folders");
#endif
}

void TestPlanFiles::closingAsks_data()
{
    QTest::addColumn<bool>("edited");
    QTest::addColumn<int>("answer");
    QTest::addColumn<bool>("hasPlace"); ///< the dialog of Save as names one
    QTest::addColumn<bool>("closes");
    QTest::newRow("untouched") << false << int(Unsaved::Cancel) << false << true;
    QTest::newRow("cancel") << true << int(Unsaved::Cancel) << false << false;
    QTest::newRow("discard") << true << int(Unsaved::Discard) << false << true;
    QTest::newRow("save") << true << int(Unsaved::Save) << true << true;
    QTest::newRow("save, then cancel") << true << int(Unsaved::Save) << false << false;
}

void TestPlanFiles::closingAsks()
{
    QFETCH(bool, edited);
    QFETCH(int, answer);
    QFETCH(bool, hasPlace);
    QFETCH(bool, closes);
    m_unsavedAnswer = Unsaved(answer);
    m_saveAnswer = hasPlace ? file("a.hwplan") : QString();
    if (edited)
        lengthen(m_window, 4096);
    trigger(m_window, "file.close");
    QCOMPARE(m_asked, edited ? QStringList{QStringLiteral("Llama 8B on 8 × H100")} : QStringList());
    QCOMPARE(allWindows().empty(), closes);
    QCOMPARE(QFile::exists(file("a.hwplan")), hasPlace);
    if (!closes)
        QCOMPARE(m_window->document().plan().workload.context, 4096);
}

void TestPlanFiles::quittingAsksEachWindow()
{
    lengthen(m_window, 4096);
    QVERIFY(m_window->files().saveTo(file("a.hwplan")));
    lengthen(m_window, 5000);
    lengthen(newWindow(firstPlan()), 6000);
    newWindow(firstPlan()); // with nothing to ask
    trigger(m_window, "file.quit");
    m_asked.sort();
    QCOMPARE(m_asked,
             (QStringList{QStringLiteral("Llama 8B on 8 × H100"), QStringLiteral("a.hwplan")}));
    QVERIFY(allWindows().empty());
}

void TestPlanFiles::recentFilesAreListed()
{
    const auto name = [this](int i) { return file("%1 & co.hwplan").arg(i); };
    for (int i = 0; i < 12; ++i)
        addRecentFile(name(i));
    addRecentFile(name(5)); // once more: it only comes to the front
    QCOMPARE(recentFiles().size(), 10);
    QCOMPARE(recentFiles().mid(0, 2), (QStringList{name(5), name(11)}));
    openFiles({written("new.hwplan", 1111)}, m_window);
    QCOMPARE(recentFiles().front(), file("new.hwplan"));

    auto* menu = find<QMenu>(m_window, "file.recent");
    emit menu->aboutToShow();
    QVERIFY(find<QAction>(m_window, "file.recent.1")
                ->text()
                .startsWith(QStringLiteral("5 && co.hwplan")));
    find<QAction>(m_window, "file.recent.clear")->trigger();
    QVERIFY(recentFiles().isEmpty());
    emit menu->aboutToShow();
    QVERIFY(!find<QAction>(m_window, "file.recent.clear")->isEnabled());
}

void TestPlanFiles::aMissingRecentFileDropsOut()
{
    addRecentFile(written("gone.hwplan", 1111));
    addRecentFile(written("here.hwplan", 2222));
    QVERIFY(QFile::remove(file("gone.hwplan")));
    emit find<QMenu>(m_window, "file.recent")->aboutToShow();
    trigger(m_window, "file.recent.1");
    QVERIFY2(message(m_window).contains(QStringLiteral("is not there any more")),
             qPrintable(message(m_window)));
    QCOMPARE(recentFiles(), QStringList{file("here.hwplan")});
    QCOMPARE(m_window->document().plan(), firstPlan());
    trigger(m_window, "file.recent.0");
    QCOMPARE(m_window->document().plan().workload.context, 2222);
}

/// As the system hands it to the window, over a field that takes text.
bool TestPlanFiles::drag(const MainWindow* window, const QMimeData& data, bool drop) const
{
    const auto* field = window->findChild<QLineEdit*>();
    const QPoint at = field->mapTo(window, field->rect().center());
    QWindow* system = window->windowHandle();
    QDragEnterEvent enter(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(system, &enter);
    QDragMoveEvent move(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(system, &move);
    if (drop) {
        QDropEvent dropped(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(system, &dropped);
    }
    return move.isAccepted();
}

void TestPlanFiles::droppedPlansOpen()
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(written("a.hwplan", 1111)),
                  QUrl::fromLocalFile(written("ü &#%20.HWPLAN", 2222))});
    data.setText(file("a.hwplan")); // which a field would take
    auto* frame = find<QWidget>(m_window, "dropFrame");
    QVERIFY(drag(m_window, data, false));
    QVERIFY(frame->isVisible());
    QCOMPARE(frame->size(), m_window->size());
    const QImage hovered = m_window->grab().toImage();
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(m_window->windowHandle(), &leave);
    QVERIFY(!frame->isVisible());
    QVERIFY(m_window->grab().toImage() != hovered);

    QVERIFY(drag(m_window, data, true));
    QVERIFY(!frame->isVisible());
    QCOMPARE(m_window->document().plan().workload.context, 1111);
    QVERIFY(other(m_window));
    QCOMPARE(other(m_window)->document().plan().workload.context, 2222);
}

void TestPlanFiles::otherDropsAreRefused()
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file("notes.pdf")),
                  QUrl(QStringLiteral("https://example.org/x.hwplan"))});
    drag(m_window, data, true);
    QVERIFY2(message(m_window).contains(QStringLiteral("notes.pdf")),
             qPrintable(message(m_window)));
    QVERIFY(message(m_window).contains(QStringLiteral("x.hwplan"))); // nothing comes over a network
    QVERIFY(message(m_window).contains(QStringLiteral(".hwplan")));
    QCOMPARE(allWindows().size(), 1U);
    QCOMPARE(m_window->document().plan(), firstPlan());
}

void TestPlanFiles::droppedTextIsLeftToFields()
{
    QMimeData data;
    data.setText(QStringLiteral("4096"));
    drag(m_window, data, false);
    QVERIFY(!find<QWidget>(m_window, "dropFrame")->isVisible());
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(m_window->windowHandle(), &leave);
}

void TestPlanFiles::changedOnDiskReload()
{
    openFiles({written("a.hwplan", 1111)}, m_window);
    lengthen(m_window, 4096);
    written("a.hwplan", 2222);
    QTRY_VERIFY(message(m_window).contains(QStringLiteral("was changed by another program")));
    QCOMPARE(m_window->document().plan().workload.context, 4096); // nothing happens without a
                                                                  // person's choice
    choose(m_window, 0);
    QCOMPARE(m_window->document().plan().workload.context, 2222);
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(message(m_window), QString());
    m_window->document().undoStack()->undo();
    QCOMPARE(m_window->document().plan().workload.context, 4096); // the work is not lost
    QVERIFY(m_window->isWindowModified());

    // A file that was replaced is watched on, and the message takes the place of the one before.
    written("a.hwplan", 3333);
    QTRY_VERIFY(!message(m_window).isEmpty());
}

void TestPlanFiles::changedOnDiskKeepMine()
{
    openFiles({written("a.hwplan", 1111)}, m_window);
    written("a.hwplan", 2222);
    QTRY_VERIFY(!message(m_window).isEmpty());
    choose(m_window, 1);
    QCOMPARE(m_window->document().plan().workload.context, 1111);
    QVERIFY(m_window->isWindowModified()); // the file has another plan
    trigger(m_window, "file.save");
    QCOMPARE(contextIn(file("a.hwplan")), 1111);
    QVERIFY(!m_window->isWindowModified());
}

void TestPlanFiles::brokenOnDiskStaysOpen()
{
    openFiles({written("a.hwplan", 1111)}, m_window);
    QVERIFY(!writeFile(file("a.hwplan"), "{"));
    QTRY_VERIFY(!message(m_window).isEmpty());
    choose(m_window, 0);
    QVERIFY2(message(m_window).contains(QStringLiteral("line 1")), qPrintable(message(m_window)));
    QCOMPARE(m_window->document().plan().workload.context, 1111);
    QVERIFY(m_window->isWindowModified());
}

void TestPlanFiles::touchedIsNotChanged()
{
    const QString path = written("a.hwplan", 1111);
    openFiles({path}, m_window);
    QFile touched(path);
    QVERIFY(touched.open(QFile::ReadWrite));
    QVERIFY(touched.setFileTime(QDateTime::currentDateTime().addDays(-1),
                                QFileDevice::FileModificationTime));
    touched.close();
    written("a.hwplan", 1111); // and replaced by the same
    QEvent activated(QEvent::WindowActivate);
    QCoreApplication::sendEvent(m_window, &activated);
    QTest::qWait(300); // longer than the watch waits for a file to settle
    QCOMPARE(message(m_window), QString());
    QVERIFY(!m_window->isWindowModified());
}

void TestPlanFiles::deletedOnDiskIsUnsaved()
{
    openFiles({written("a.hwplan", 1111)}, m_window);
    QVERIFY(QFile::remove(file("a.hwplan")));
    QTRY_VERIFY(message(m_window).contains(QStringLiteral("was deleted")));
    QVERIFY(m_window->isWindowModified());
    choose(m_window, 0);
    QCOMPARE(contextIn(file("a.hwplan")), 1111);
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(message(m_window), QString());
}

void TestPlanFiles::anotherPlanLeavesTheFile()
{
    openFiles({written("a.hwplan", 1111)}, m_window);
    Plan pasted = firstPlan();
    pasted.name = "pasted";
    QGuiApplication::clipboard()->setText(QString::fromStdString(writePlan(pasted)));
    trigger(m_window, "share.paste");
    QCOMPARE(m_window->document().plan(), pasted);
    QVERIFY(m_window->document().path().isEmpty());
    QCOMPARE(m_window->windowTitle(), QStringLiteral("pasted[*] — Highwater"));
    QVERIFY(m_window->isWindowModified());
    QCOMPARE(message(m_window),
             QStringLiteral("“pasted” is open as a new plan. It has no file yet. “a.hwplan” is "
                            "closed; its file stays as it is."));
    m_saveAnswer.clear(); // Save asks for a place, and gets none
    trigger(m_window, "file.save");
    QCOMPARE(m_suggested, QStringLiteral("pasted.hwplan"));
    QCOMPARE(contextIn(file("a.hwplan")), 1111);

    choose(m_window, 0); // undo
    QCOMPARE(m_window->document().path(), file("a.hwplan"));
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(message(m_window), QString());
    // The file is watched again, also for what happened meanwhile.
    m_window->document().undoStack()->redo();
    written("a.hwplan", 22222);
    m_window->document().undoStack()->undo();
    QVERIFY(message(m_window).contains(QStringLiteral("was changed by another program")));
}

/// The message that the plan has no file yet is removed.
void TestPlanFiles::aSavedPlanHasAFile()
{
    Plan pasted = firstPlan();
    pasted.name = "pasted";
    QGuiApplication::clipboard()->setText(QString::fromStdString(writePlan(pasted)));
    trigger(m_window, "share.paste");
    QVERIFY(message(m_window).contains(QStringLiteral("no file yet")));
    m_saveAnswer = file("b.hwplan");
    trigger(m_window, "file.save");
    QVERIFY(QFile::exists(file("b.hwplan")));
    QCOMPARE(message(m_window), QString());
}

/// Its name is translated even if it was opened from its file, which stays unchanged.
void TestPlanFiles::aShippedPlanIsNamedInTheLanguage()
{
    const auto shipped = presets();
    const auto preset
        = std::ranges::find(shipped, std::string("70b-qlora-on-1-h100.hwplan"), &Preset::file);
    QVERIFY(preset != shipped.end());
    QVERIFY(!writeFile(file("a.hwplan"), planText(preset->plan)));
    openFiles({file("a.hwplan")}, m_window);
    const QString english = QString::fromStdString(preset->plan.name);
    const QString chinese
        = QString::fromStdString(presetPlan(*preset, QStringLiteral("zh_CN")).name);
    QVERIFY(english != chinese);
    const auto* title = find<QToolButton>(m_window, "plan.title");
    QCOMPARE(title->text(), english);
    const ViewChoices choices{QStringLiteral("light"), QStringLiteral("GiB"),
                              QStringLiteral("zh_CN")};
    applyChoices(choices);
    m_window->setChoices(choices);
    QCOMPARE(title->text(), chinese);
    QCOMPARE(QString::fromStdString(m_window->document().plan().name), english);
    QVERIFY(!m_window->isWindowModified());
}

/// The button of the name is as wide as larger letters want it.
void TestPlanFiles::theNameHasRoomInLargeLetters()
{
    auto* title = find<QToolButton>(m_window, "plan.title");
    QFont large = title->font();
    large.setPointSizeF(1.5 * large.pointSizeF());
    title->setFont(large);
    QVERIFY(title->maximumWidth() > QFontMetrics(large).horizontalAdvance(title->text()));
}

void TestPlanFiles::aReplacedPlanKeepsItsOwnFile()
{
    openFiles({written("a.hwplan", 1111)}, m_window);
    Plan pasted = firstPlan();
    pasted.name = "pasted";
    pasted.workload.context = 3333;
    QGuiApplication::clipboard()->setText(QString::fromStdString(writePlan(pasted)));
    trigger(m_window, "share.paste");
    m_saveAnswer = file("b.hwplan");
    trigger(m_window, "file.save");
    QCOMPARE(contextIn(file("b.hwplan")), 3333);
    m_window->document().undoStack()->undo();
    QCOMPARE(m_window->document().path(), file("a.hwplan"));
    m_window->document().undoStack()->redo();
    QCOMPARE(m_window->document().path(), file("b.hwplan"));
    QVERIFY(!m_window->isWindowModified());
}

void TestPlanFiles::namesFollowThePlan_data()
{
    QTest::addColumn<QString>("preset"); ///< empty: the plan that opens first
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("name");
    QTest::newRow("the first plan, longer")
        << QString() << QStringLiteral("workload.context") << QStringLiteral("4096")
        << QStringLiteral("Llama 8B on 8 × H100"); // is still true
    QTest::newRow("the first plan, larger")
        << QString() << QStringLiteral("model.id") << QStringLiteral("llama-3.1-70b")
        << QStringLiteral("Llama 3.1 70B, 8 × H100");
    QTest::newRow("the first plan, another card")
        << QString() << QStringLiteral("cluster.device") << QStringLiteral("a100-sxm4-80gb")
        << QStringLiteral("Llama 3.1 8B, 8 × A100");
    QTest::newRow("a size") << QString() << QStringLiteral("model.parameters")
                            << QStringLiteral("44700000000") << QStringLiteral("44.7B, 8 × H100");
    QTest::newRow("an adapter") << QString() << QStringLiteral("adapter.kind")
                                << QStringLiteral("qlora")
                                << QStringLiteral("Llama 3.1 8B QLoRA, 8 × H100");
    QTest::newRow("a recipe, shorter")
        << QStringLiteral("Llama 8B on 16 × H100, 128K, recomputed")
        << QStringLiteral("workload.context") << QStringLiteral("4096")
        << QStringLiteral("Llama 3.1 8B, 16 × H100");
}

void TestPlanFiles::namesFollowThePlan()
{
    QFETCH(const QString, preset);
    QFETCH(const QString, key);
    QFETCH(const QString, value);
    QFETCH(const QString, name);
    Document& document = m_window->document();
    if (!preset.isEmpty()) {
        const auto all = presets();
        const auto found = std::ranges::find_if(all, [&](const Preset& each) {
            return preset == QString::fromStdString(each.plan.name);
        });
        QVERIFY(found != all.end());
        document.replace(found->plan, QStringLiteral("test"));
    }
    const Plan before = document.plan();
    const Key& changed = keyOf(*findKeyPath(key.toStdString()));
    QVERIFY(
        document.edit(changed.path, *parsed(changed, value.toStdString()), QStringLiteral("test")));
    QCOMPARE(QString::fromStdString(document.plan().name), name);
    QCOMPARE(find<QToolButton>(m_window, "plan.title")->text(), name);
    // The file, and its name, have it as well.
    m_saveAnswer = file("b.hwplan");
    trigger(m_window, "file.save");
    QCOMPARE(m_suggested, planFileName(name));
    const auto read = readPlanFile(m_saveAnswer);
    QCOMPARE(QString::fromStdString(std::get<StoredPlan>(read).plan.name), name);
    document.undoStack()->undo();
    QCOMPARE(document.plan(), before);
}

void TestPlanFiles::aNameOfOnesOwnStays()
{
    Document& document = m_window->document();
    const Plan before = document.plan();
    trigger(m_window, "plan.name");
    auto* dialog = find<QDialog>(m_window, "nameDialog");
    QCOMPARE(find<QLineEdit>(dialog, "name.name")->text(), QStringLiteral("Llama 8B on 8 × H100"));
    find<QLineEdit>(dialog, "name.name")->setText(QStringLiteral(" Run of May "));
    find<QPlainTextEdit>(dialog, "name.notes")->setPlainText(QStringLiteral("for the team\n<b>"));
    find<QPushButton>(dialog, "name.ok")->click();
    QCOMPARE(QString::fromStdString(document.plan().name), QStringLiteral("Run of May"));
    QCOMPARE(QString::fromStdString(document.plan().notes), QStringLiteral("for the team\n<b>"));
    QCOMPARE(find<QToolButton>(m_window, "plan.title")->text(), QStringLiteral("Run of May"));
    QVERIFY(document.edit("model.id", std::string("llama-3.1-70b"), QStringLiteral("test")));
    QCOMPARE(QString::fromStdString(document.plan().name), QStringLiteral("Run of May"));
    document.undoStack()->undo();
    document.undoStack()->undo();
    QCOMPARE(document.plan(), before);

    // A name that is too long is refused in the dialog; no name is the proposed one.
    delete dialog;
    trigger(m_window, "plan.name");
    dialog = find<QDialog>(m_window, "nameDialog");
    find<QLineEdit>(dialog, "name.name")->setMaxLength(1 << 20);
    find<QLineEdit>(dialog, "name.name")->setText(QString(1 << 18, u'x'));
    find<QPushButton>(dialog, "name.ok")->click();
    QVERIFY(dialog->isVisible());
    QCOMPARE(document.plan(), before);
    find<QLineEdit>(dialog, "name.name")->clear();
    find<QPushButton>(dialog, "name.ok")->click();
    QCOMPARE(QString::fromStdString(document.plan().name),
             QStringLiteral("Llama 3.1 8B, 8 × H100"));
}

void TestPlanFiles::nothingIsWrittenOverUnawares()
{
    openFiles({written("a.hwplan", 1111)}, m_window);
    lengthen(m_window, 4096);
    written("a.hwplan",
            22222); // of another size, as two writes may fall into one tick of the clock
    trigger(m_window, "file.save"); // before the watch has said a word
    QVERIFY(message(m_window).contains(QStringLiteral("was changed by another program")));
    QCOMPARE(contextIn(file("a.hwplan")), 22222);
    trigger(m_window, "file.save"); // now it is known
    QCOMPARE(contextIn(file("a.hwplan")), 4096);
    QCOMPARE(message(m_window), QString());

    // The other program writes its version again.
    lengthen(m_window, 8192);
    written("a.hwplan", 22222);
    trigger(m_window, "file.save");
    QVERIFY(message(m_window).contains(QStringLiteral("was changed by another program")));
    QCOMPARE(contextIn(file("a.hwplan")), 22222);
}

void TestPlanFiles::messagesQueue()
{
    MessageBar& bar = m_window->messages();
    QSignalSpy run(m_window, &QWidget::windowTitleChanged);
    bar.show({Message::Kind::Caution,
              QStringLiteral("a"),
              QStringLiteral("first"),
              {{QStringLiteral("Do"), [this] { m_window->setWindowTitle(QStringLiteral("x")); }}}});
    bar.show({Message::Kind::Note, QStringLiteral("b"), QStringLiteral("second")});
    bar.show({Message::Kind::Note, QStringLiteral("b"), QStringLiteral("third")});
    QCOMPARE(message(m_window), QStringLiteral("third"));
    QCOMPARE(bar.accessibleName(), QStringLiteral("third"));
    QVERIFY(!find<QPushButton>(&bar, "message.action0")->isVisible());
    QTest::keyClick(&bar, Qt::Key_Escape);
    QCOMPARE(message(m_window), QStringLiteral("first"));
    choose(m_window, 0);
    QCOMPARE(run.count(), 1);
    QCOMPARE(message(m_window), QString());
    QVERIFY(bar.isHidden());
}

void TestPlanFiles::messagesInBothThemes()
{
    m_window->resize(900, 600);
    for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
        QApplication::setPalette(theme->palette());
        m_window->messages().show({Message::Kind::Caution,
                                   QStringLiteral("a"),
                                   QStringLiteral("“%1” and more").arg(QString(400, u'm')),
                                   {{QStringLiteral("Reload"), [] {}}}});
        QTest::qWait(0);
        QCOMPARE(m_window->width(), 900); // a long name does not widen the window
        const QImage bar = m_window->messages().grab().toImage();
        QCOMPARE(bar.pixelColor(1, bar.height() / 2), theme->caution);
        const QColor ground = bar.pixelColor(bar.width() - 4, 3);
        QCOMPARE(ground.lightness() < 128, theme->dark);
        for (const QWidget* part : m_window->messages().findChildren<QWidget*>())
            if (part->isVisible() && part->focusPolicy() != Qt::NoFocus)
                QVERIFY(!part->accessibleName().isEmpty()
                        || qobject_cast<const QPushButton*>(part));
    }
    QApplication::setPalette(lightTheme().palette());
}

void TestPlanFiles::languageAndUnitAreOfAllWindows()
{
    const MainWindow* second = newWindow(firstPlan());
    const auto press = [this](const char* data) {
        for (QAction* action : m_window->findChildren<QAction*>())
            if (action->data().toString() == QLatin1String(data))
                action->trigger();
    };
    const QString english = find<QMenu>(second, "menu.file")->title();
    press("zh_CN");
    QCOMPARE(find<QMenu>(second, "menu.file")->title(),
             find<QMenu>(m_window, "menu.file")->title());
    QVERIFY(find<QMenu>(second, "menu.file")->title() != english);
    press("en");
    QCOMPARE(find<QMenu>(second, "menu.file")->title(), english);
}

void TestPlanFiles::startsWithTheLastFile()
{
    lengthen(m_window, 4096);
    QVERIFY(m_window->files().saveTo(file("a.hwplan")));
    m_window->close();
    startSession({}, {});
    QCOMPARE(allWindows().size(), 1U);
    m_window = allWindows().front();
    QCOMPARE(m_window->document().path(), file("a.hwplan"));
    QCOMPARE(m_window->document().plan().workload.context, 4096);
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(message(m_window), QString());
}

void TestPlanFiles::startsWithTheLastPlanWhereTheFileIsGone()
{
    lengthen(m_window, 4096);
    QVERIFY(m_window->files().saveTo(file("a.hwplan")));
    m_window->close();
    QVERIFY(QFile::remove(file("a.hwplan")));
    startSession({}, {});
    QCOMPARE(allWindows().size(), 1U);
    m_window = allWindows().front();
    QVERIFY(m_window->document().path().isEmpty());
    QCOMPARE(m_window->document().plan().workload.context, 4096);
    QVERIFY(message(m_window).contains(QStringLiteral("a.hwplan")));

    lengthen(m_window, 5000);
    m_window->close(); // and discard
    startSession({}, {});
    QCOMPARE(allWindows().front()->document().plan().workload.context, 4096);
}

void TestPlanFiles::crash()
{
    // Without closeEvent(), as when the program dies; the locks go with the windows.
    for (const MainWindow* window : allWindows())
        delete window;
}

void TestPlanFiles::recoveryFollowsTheWork()
{
    const auto kept
        = [] { return QDir(recoveryFolder()).entryList({QStringLiteral("*.json")}).size(); };
    m_window->files().keep(std::make_unique<RecoveryFile>(recoveryFolder()),
                           std::chrono::milliseconds(1));
    QCOMPARE(kept(), 0);
    lengthen(m_window, 4096);
    QTRY_COMPARE(kept(), 1);
    QVERIFY(RecoveryFile::orphaned(recoveryFolder()).empty()); // its window lives
    m_window->document().undoStack()->undo();
    QTRY_COMPARE(kept(), 0); // nothing is unsaved
    lengthen(m_window, 5000);
    QTRY_COMPARE(kept(), 1);
    QVERIFY(m_window->files().saveTo(file("a.hwplan")));
    QTRY_COMPARE(kept(), 0);
    lengthen(m_window, 6000);
    QTRY_COMPARE(kept(), 1);
    m_window->close(); // and discard
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(QDir(recoveryFolder()).entryList(QDir::Files), QStringList()); // nor a lock
}

void TestPlanFiles::unsavedWorkIsOnesOwn()
{
    QVERIFY(QDir(recoveryFolder()).removeRecursively());
    lengthen(m_window, 4096);
    QTRY_VERIFY(QFileInfo::exists(recoveryFolder()));
    constexpr QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
        | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    QCOMPARE(QFile::permissions(recoveryFolder()) & others, QFile::Permissions());
}

void TestPlanFiles::recoveredWorkComesBack_data()
{
    QTest::addColumn<bool>("hasFile");
    QTest::addColumn<bool>("discard");
    QTest::newRow("of a file, saved") << true << false;
    QTest::newRow("of a file, discarded") << true << true;
    QTest::newRow("of none, saved") << false << false;
    QTest::newRow("of none, discarded") << false << true;
}

void TestPlanFiles::recoveredWorkComesBack()
{
    QFETCH(bool, hasFile);
    QFETCH(bool, discard);
    if (hasFile)
        openFiles({written("a.hwplan", 1111)}, m_window);
    m_window->files().keep(std::make_unique<RecoveryFile>(recoveryFolder()),
                           std::chrono::milliseconds(1));
    lengthen(m_window, 4096);
    const QDir folder(recoveryFolder());
    QTRY_COMPARE(folder.entryList({QStringLiteral("*.json")}).size(), 1);
    for (int crashes = 0; crashes < 2; ++crashes) { // once more before anything was saved
        crash();
        startSession({}, {});
        QCOMPARE(allWindows().size(), 1U);
        m_window = allWindows().front();
        QCOMPARE(m_window->document().plan().workload.context, 4096);
        QVERIFY(m_window->isWindowModified());
        QVERIFY(message(m_window).contains(QStringLiteral("ended before this plan was saved")));
        QCOMPARE(m_window->document().path(), hasFile ? file("a.hwplan") : QString());
    }
    m_saveAnswer = file("a.hwplan");
    choose(m_window, discard ? 1 : 0);
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(message(m_window), QString());
    QCOMPARE(folder.entryList({QStringLiteral("*.json")}), QStringList());
    if (!discard)
        QCOMPARE(contextIn(m_saveAnswer), 4096);
    else
        QCOMPARE(m_window->document().plan().workload.context, hasFile ? 1111 : 8192);
}

void TestPlanFiles::aCrashDoesNotForgetTheFile_data()
{
    QTest::addColumn<bool>("keepMine"); ///< chosen in the message; else saved a second time
    QTest::newRow("saved twice") << false;
    QTest::newRow("kept") << true;
}

void TestPlanFiles::aCrashDoesNotForgetTheFile()
{
    QFETCH(const bool, keepMine);
    openFiles({written("a.hwplan", 1111)}, m_window);
    m_window->files().keep(std::make_unique<RecoveryFile>(recoveryFolder()),
                           std::chrono::milliseconds(1));
    lengthen(m_window, 4096);
    const QDir folder(recoveryFolder());
    QTRY_COMPARE(folder.entryList({QStringLiteral("*.json")}).size(), 1);
    crash();
    written("a.hwplan", 2222); // by another program
    startSession({}, {});
    crash(); // once more, before anything was saved
    startSession({}, {});
    m_window = allWindows().front();
    QCOMPARE(m_window->document().plan().workload.context, 4096);
    QVERIFY2(message(m_window).contains(QStringLiteral("was changed by another program")),
             qPrintable(message(m_window)));

    trigger(m_window, "file.save");
    QCOMPARE(contextIn(file("a.hwplan")), 2222); // nothing is overwritten without a person's choice
    QVERIFY2(message(m_window).startsWith(QStringLiteral("Not saved yet")),
             qPrintable(message(m_window)));
    if (keepMine)
        choose(m_window, 1);
    trigger(m_window, "file.save");
    QCOMPARE(contextIn(file("a.hwplan")), 4096);
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(folder.entryList({QStringLiteral("*.json")}), QStringList());
}

/// The program is started with the name of a file that was deleted after the crash.
void TestPlanFiles::workOfADeletedFileComesBack()
{
    openFiles({written("a.hwplan", 1111)}, m_window);
    m_window->files().keep(std::make_unique<RecoveryFile>(recoveryFolder()),
                           std::chrono::milliseconds(1));
    lengthen(m_window, 4096);
    const QDir folder(recoveryFolder());
    QTRY_COMPARE(folder.entryList({QStringLiteral("*.json")}).size(), 1);
    QVERIFY(!hasKeptWork(file("a.hwplan"))); // its window lives
    crash();
    QVERIFY(QFile::remove(file("a.hwplan")));
    QVERIFY(hasKeptWork(file("a.hwplan")));
    QVERIFY(!hasKeptWork(file("b.hwplan")));
    startSession({file("a.hwplan")}, {});
    QCOMPARE(allWindows().size(), 1U);
    m_window = allWindows().front();
    QCOMPARE(m_window->document().plan().workload.context, 4096);
    QCOMPARE(m_window->document().path(), file("a.hwplan"));
    QVERIFY(m_window->isWindowModified());
    QVERIFY2(message(m_window).contains(QStringLiteral("was deleted, moved or renamed")),
             qPrintable(message(m_window)));
}

/// Neither a device that never ends nor a file longer than any plan is read.
void TestPlanFiles::endlessRecoveryFiles()
{
#ifdef Q_OS_UNIX
    QVERIFY(QDir().mkpath(recoveryFolder()));
    const QDir folder(recoveryFolder());
    QVERIFY(QFile::link(QStringLiteral("/dev/zero"), folder.filePath(QStringLiteral("a.json"))));
    const auto found = RecoveryFile::orphaned(recoveryFolder());
    QCOMPARE(found.size(), 1U);
    QVERIFY(!found.front()->read());
    RecoveryFile left(recoveryFolder());
    QVERIFY(left.claim());
    const QByteArray work = RecoveryFile::text(firstPlan(), {});
    const auto readsAfter = [&](qsizetype spaces) {
        QFile file(left.path());
        return file.open(QFile::WriteOnly) && file.write(work) == work.size()
            && file.write(QByteArray(spaces, ' ')) == spaces && file.flush()
            && left.read().has_value();
    };
    QVERIFY(readsAfter(0));
    QVERIFY(!readsAfter(4 * static_cast<qsizetype>(mostPlanBytes)));
#endif
}

/// Opening a plan removes what a killed program left beside it, but not what may just be written.
void TestPlanFiles::leftOversOfKilledSavesGo()
{
    const QString path = written("a.hwplan", 1111);
    const QDir folder = QFileInfo(path).dir();
    for (const char* name : {".a.hwplan.old.saving", ".a.hwplan.new.saving", ".b.hwplan.x.saving"})
        written(name, 2222);
    for (const char* name : {".a.hwplan.old.saving", ".b.hwplan.x.saving"}) {
        QFile old(file(name));
        QVERIFY(old.open(QFile::ReadWrite));
        QVERIFY(old.setFileTime(QDateTime::currentDateTime().addSecs(-60),
                                QFileDevice::FileModificationTime));
    }
    openFiles({path}, m_window);
    QCOMPARE(folder.entryList({QStringLiteral(".*.saving")}, QDir::Files | QDir::Hidden),
             QStringList(
                 {QStringLiteral(".a.hwplan.new.saving"), QStringLiteral(".b.hwplan.x.saving")}));
}

void TestPlanFiles::savedWorkIsNotRecovered()
{
    RecoveryFile file(recoveryFolder());
    Plan plan = firstPlan();
    plan.workload.context = 1111;
    {
        RecoveryFile left(recoveryFolder());
        QVERIFY(left.claim());
        QVERIFY(!writeFile(left.path(), RecoveryFile::text(plan, {written("a.hwplan", 1111)})));
    }
    m_window->close();
    startSession({this->file("a.hwplan")}, {});
    QCOMPARE(allWindows().size(), 1U);
    QVERIFY(!allWindows().front()->isWindowModified());
    QCOMPARE(QDir(recoveryFolder()).entryList({QStringLiteral("*.json")}), QStringList());
}

/// A code or standard input, which main() has read, and a text that holds a code: each in a window
/// of its own, without a file that Save would write over.
void TestPlanFiles::startsWithWhatIsGiven()
{
    Plan coded = firstPlan(), mailed = firstPlan();
    coded.workload.context = 1111;
    mailed.workload.context = 2222;
    const QByteArray mail = "Look at " + QByteArray::fromStdString(shareCode(mailed)) + ", please.";
    QVERIFY(!writeFile(file("mail.txt"), mail));
    m_window->close();
    startSession({file("mail.txt")}, {coded});
    QList<std::int64_t> contexts;
    for (const MainWindow* window : allWindows()) {
        contexts << window->document().plan().workload.context;
        QVERIFY(window->document().path().isEmpty());
        QVERIFY(window->isWindowModified());
    }
    std::ranges::sort(contexts);
    QCOMPARE(contexts, (QList<std::int64_t>{1111, 2222}));
    QCOMPARE(fileText(file("mail.txt")), mail);
}

void TestPlanFiles::damagedRecoveryIsLeftAlone()
{
    QVERIFY(QDir().mkpath(recoveryFolder()));
    const QDir folder(recoveryFolder());
    QVERIFY(!writeFile(folder.filePath(QStringLiteral("x.json")), "{\"plan\": 7"));
    QVERIFY(!writeFile(folder.filePath(QStringLiteral("y.json.AbCdEf")), "cut off"));
    m_window->close();
    startSession({}, {});
    QCOMPARE(allWindows().size(), 1U);
    QVERIFY(!allWindows().front()->isWindowModified());
    QCOMPARE(folder.entryList(QDir::Files), QStringList{QStringLiteral("x.json")});
}

void TestPlanFiles::anUnwritableRecoveryFolderIsSaid()
{
    const QString folder = written("a.hwplan", 1111); // no folder, so nothing can be in it
    m_window->files().keep(std::make_unique<RecoveryFile>(folder), std::chrono::milliseconds(1));
    lengthen(m_window, 4096);
    QTRY_VERIFY(message(m_window).contains(QStringLiteral("safe from a crash")));
}

QTEST_MAIN(TestPlanFiles)
#include "test_plan_files.moc"
