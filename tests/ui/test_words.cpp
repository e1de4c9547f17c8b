// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chinese.h"
#include "core/words/words.h"
#include "ui/base/language.h"
#include "ui/base/words.h"
#include "ui/help/help_book.h"
#include "window_fixture.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSet>
#include <QStatusBar>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QTreeView>
#include <QXmlStreamReader>

#include <algorithm>
#include <map>

using namespace Qt::Literals::StringLiterals;

namespace highwater {
namespace {

const QString chinese = QStringLiteral("zh_CN");

struct Message
{
    QString context, source, comment, translation, type;

    QString name() const
    {
        return context + QStringLiteral(": “") + source + QStringLiteral("”")
            + (comment.isEmpty() ? QString()
                                 : QString(QStringLiteral(" (") + comment + QLatin1Char(')')));
    }
};

std::vector<Message> messagesOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    std::vector<Message> messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (xml.name() == QLatin1String("message")) {
            messages.push_back({context, {}, {}, {}, {}});
        } else if (messages.empty()) {
            continue;
        } else if (xml.name() == QLatin1String("source")) {
            messages.back().source = xml.readElementText();
        } else if (xml.name() == QLatin1String("comment")) {
            messages.back().comment = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            messages.back().type = xml.attributes().value(QLatin1String("type")).toString();
            messages.back().translation = xml.readElementText();
        }
    }
    return xml.hasError() ? std::vector<Message>() : messages;
}

QSet<QString> namesOf(const std::vector<Message>& messages)
{
    QSet<QString> names;
    for (const Message& message : messages)
        names.insert(message.name());
    return names;
}

QStringList sorted(const QSet<QString>& names)
{
    QStringList list = names.values();
    list.sort();
    return list;
}

QStringList all(const QString& text, const QString& pattern)
{
    QStringList found;
    auto matches = QRegularExpression(pattern).globalMatch(text);
    while (matches.hasNext())
        found << matches.next().captured();
    found.sort();
    return found;
}

/// The letter that '&' marks; none where there is no mark, or only the "&&" that stands for '&'.
QString mnemonic(QString text)
{
    text.remove(QStringLiteral("&&"));
    const auto match = QRegularExpression(QStringLiteral("&(.)")).match(text);
    return match.captured(1).toUpper();
}

QString withoutMnemonic(QString text)
{
    static const QRegularExpression inBrackets(QStringLiteral("\\(&.\\)"));
    text.remove(inBrackets);
    text.replace(QStringLiteral("&&"), QStringLiteral("\x01"));
    text.remove(QLatin1Char('&'));
    return text.replace(QLatin1Char('\x01'), QLatin1Char('&')).trimmed();
}

/// Finds whether a text is the English of a message that has a different text in Chinese.
class English
{
public:
    explicit English(const std::vector<Message>& messages)
    {
        static const QRegularExpression place(QStringLiteral("%L?\\d"));
        static const QRegularExpression word(QStringLiteral("[A-Za-z]{2}"));
        for (const Message& message : messages) {
            if (message.source.compare(message.translation, Qt::CaseInsensitive) == 0)
                continue;
            const QStringList parts = withoutMnemonic(message.source).split(place);
            if (parts.size() == 1) {
                m_whole.insert(parts.first().toLower());
            } else if (message.source.contains(word)) {
                QStringList escaped;
                for (const QString& part : parts)
                    escaped << QRegularExpression::escape(part);
                m_patterns.push_back({*std::ranges::max_element(parts, {}, &QString::size),
                                      QRegularExpression(QRegularExpression::anchoredPattern(
                                          escaped.join(QStringLiteral(".+"))))});
            }
        }
    }

    bool knows(const QString& text) const
    {
        const QString plain = withoutMnemonic(text);
        return m_whole.contains(plain.toLower())
            || std::ranges::any_of(m_patterns, [&plain](const Pattern& pattern) {
                   return plain.contains(pattern.part) && pattern.whole.match(plain).hasMatch();
               });
    }

private:
    struct Pattern
    {
        QString part; ///< its longest; a text without it, as most are, needs no match
        QRegularExpression whole;
    };

    QSet<QString> m_whole;
    std::vector<Pattern> m_patterns;
};

void addMenu(const QMenu& menu, QStringList& texts)
{
    texts << menu.title();
    for (const QAction* action : menu.actions()) {
        if (action->menu())
            addMenu(*action->menu(), texts);
        else if (!action->isSeparator())
            texts << action->text();
    }
}

/// Below the top, columns before `first` are left out.
void addRows(const QAbstractItemModel& model, const QModelIndex& parent, int first,
             QStringList& texts)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = parent.isValid() ? first : 0; column < model.columnCount(parent);
             ++column)
            texts << model.index(row, column, parent).data().toString();
        addRows(model, model.index(row, 0, parent), first, texts);
    }
}

/// Whether the widget shows texts of a plan file, which are in the language of their author.
bool quotesAPlan(const QWidget& widget)
{
    return widget.objectName() == QStringLiteral("plans.name")
        || widget.objectName() == QStringLiteral("plans.note");
}

QStringList menuTextsOf(const MainWindow& window)
{
    QStringList texts;
    for (const QAction* action : window.menuBar()->actions())
        addMenu(*action->menu(), texts);
    return texts;
}

/// The texts that a person reads in the window, and those that a screen reader reads out.
QStringList textsOf(const MainWindow& window)
{
    QStringList texts = menuTextsOf(window) << window.statusBar()->currentMessage();
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || quotesAPlan(*widget))
            continue;
        texts << widget->accessibleName();
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            texts << label->text();
        else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            texts << button->text();
        else if (const auto* edit = qobject_cast<const QLineEdit*>(widget))
            texts << edit->text() << edit->placeholderText();
        else if (const auto* tabs = qobject_cast<const QTabBar*>(widget))
            for (int i = 0; i < tabs->count(); ++i)
                texts << tabs->tabText(i);
        else if (const auto* box = qobject_cast<const QComboBox*>(widget))
            for (int i = 0; i < box->count(); ++i)
                texts << box->itemText(i);
        else if (const auto* tree = qobject_cast<const QTreeView*>(widget)) {
            const QAbstractItemModel& model = *tree->model();
            for (int column = 0; column < model.columnCount(); ++column)
                texts << model.headerData(column, Qt::Horizontal).toString();
            const bool ofPlans = tree->objectName() == QStringLiteral("plans.list");
            addRows(model, {}, ofPlans ? 1 : 0, texts);
        }
    }
    return texts;
}

QString called(const QWidget& widget, const QString& text)
{
    return QStringLiteral("%1 “%2” (%3)")
        .arg(QString::fromLatin1(widget.metaObject()->className()), text,
             widget.objectName().isEmpty() ? widget.parentWidget()->objectName()
                                           : widget.objectName());
}

/// The widgets that are narrower than their text.
QStringList clippedIn(const MainWindow& window)
{
    QStringList clipped;
    const auto need = [&](const QWidget& widget, const QString& text, int wanted, int given) {
        if (wanted > given)
            clipped << called(widget, text)
                    + QStringLiteral(" wants %1, has %2").arg(wanted).arg(given);
    };
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        if (const auto* area = qobject_cast<const QScrollArea*>(widget)) {
            need(*area, QStringLiteral("content"), area->widget()->width(),
                 area->viewport()->width());
        } else if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            if (!label->wordWrap() && !label->text().isEmpty())
                need(*label, label->text(), label->sizeHint().width(), label->width());
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            need(*button, button->text(), button->sizeHint().width(), button->width());
        } else if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
            for (int i = 0; i < tabs->count(); ++i) {
                const QString text = tabs->tabText(i);
                need(*tabs, text, tabs->fontMetrics().horizontalAdvance(text),
                     tabs->tabRect(i).width());
            }
            need(*tabs, tabs->tabText(tabs->count() - 1), tabs->tabRect(tabs->count() - 1).right(),
                 tabs->width());
        } else if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
            QStyleOptionComboBox option;
            option.initFrom(box);
            option.editable = box->isEditable();
            const QRect field = box->style()->subControlRect(QStyle::CC_ComboBox, &option,
                                                             QStyle::SC_ComboBoxEditField, box);
            need(*box, box->currentText(), box->fontMetrics().horizontalAdvance(box->currentText()),
                 field.width());
        }
    }
    return clipped;
}

void choose(MainWindow& window, const QString& language)
{
    for (QAction* action : window.findChildren<QAction*>())
        if (action->data().toString() == language)
            action->trigger();
    QCoreApplication::processEvents();
}

} // namespace

class TestWords : public WidgetFixture
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyFileIsALanguage();
    void desktopGetsOneLanguage_data();
    void desktopGetsOneLanguage();
    void everyMessageIsTranslated_data();
    void everyMessageIsTranslated();
    void everySourceIsInTheFile();
    void coreSaysTheSameWithoutQt_data();
    void coreSaysTheSameWithoutQt();
    void placesAgree_data();
    void placesAgree();
    void punctuationIsChinese();
    void countsHaveTwoForms();
    void oldWordsAreGone();
    void oldChineseWordsAreGone();
    void windowSpeaks_data();
    void windowSpeaks();

private:
    void rowsOfLanguages() const;

    std::map<QString, std::vector<Message>> m_messages; ///< by language
};

void TestWords::initTestCase()
{
    WidgetFixture::initTestCase();
    const QDir folder(QStringLiteral(HIGHWATER_SOURCE_DIR "/resources/i18n"));
    for (const QFileInfo& file : folder.entryInfoList({QStringLiteral("highwater_*.ts")})) {
        auto messages = messagesOf(file.filePath());
        QVERIFY2(!messages.empty(), qPrintable(file.fileName()));
        m_messages[file.completeBaseName().section(QLatin1Char('_'), 1)] = std::move(messages);
    }
    QVERIFY(m_messages.contains(chinese));
}

void TestWords::rowsOfLanguages() const
{
    QTest::addColumn<QString>("language");
    for (const auto& [language, messages] : m_messages)
        QTest::addRow("%s", qPrintable(language)) << language;
}

void TestWords::coreSaysTheSameWithoutQt_data()
{
    rowsOfLanguages();
}

/// The table that the build makes of a file without Qt's tools, against what these make of it.
void TestWords::coreSaysTheSameWithoutQt()
{
    QFETCH(const QString, language);
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/i18n/highwater_%1.qm").arg(language)));
    const auto texts = sourceTextsIn(language.toStdString());
    QVERIFY(texts);
    std::size_t finished = 0;
    for (const Message& message : m_messages[language]) {
        if (!QStringList{QStringLiteral("core"), QStringLiteral("keys")}.contains(message.context))
            continue;
        const std::string context = message.context.toStdString();
        const std::string source = message.source.toStdString();
        const QString ofQt = translator.translate(context.c_str(), source.c_str());
        finished += message.type.isEmpty() ? 1 : 0;
        QCOMPARE(toQString((*texts)(context.c_str(), source.c_str())),
                 ofQt.isEmpty() ? message.source : ofQt);
    }
    const auto table
        = std::ranges::find(translatedLanguages(), language.toStdString(),
                            [](const TranslatedLanguage& each) { return std::string(each.code); });
    QCOMPARE(table->texts.size(), finished);
    QVERIFY(finished > 2000);
    QVERIFY(!sourceTextsIn("xx"));
}

/// A file is enough to add a language, and its name is in that language.
void TestWords::everyFileIsALanguage()
{
    QStringList expected{QStringLiteral("en")};
    for (const auto& [language, messages] : m_messages)
        expected << language;
    QCOMPARE(languages(), expected);
    QCOMPARE(nativeName(QStringLiteral("en")), QStringLiteral("English"));
    QCOMPARE(nativeName(chinese), QStringLiteral("简体中文"));
    QCOMPARE(nativeName(QStringLiteral("zh_TW")), QStringLiteral("繁體中文"));
    QCOMPARE(nativeName(QStringLiteral("de")), QStringLiteral("Deutsch"));
    QCOMPARE(nativeName(QStringLiteral("fr")), QStringLiteral("Français"));
}

void TestWords::desktopGetsOneLanguage_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("parameters");
    QTest::addColumn<QString>("firstPage");
    QTest::newRow("zh_CN") << u"zh_CN"_s << u"参数"_s << u"Highwater 帮助"_s;
    QTest::newRow("zh_SG") << u"zh_CN"_s << u"参数"_s << u"Highwater 帮助"_s;
    QTest::newRow("zh_TW") << u"zh_TW"_s << u"參數"_s << u"Highwater 說明"_s;
    QTest::newRow("zh_HK") << u"zh_TW"_s << u"參數"_s << u"Highwater 說明"_s;
    QTest::newRow("de_DE") << u"en"_s << u"Parameters"_s << u"Highwater help"_s;
}

/// Window, help, names of plans and Qt's own texts are in the language nearest to the desktop's.
void TestWords::desktopGetsOneLanguage()
{
    QFETCH(QString, language);
    QFETCH(QString, parameters);
    QFETCH(QString, firstPage);
    speak(QString::fromLatin1(QTest::currentDataTag()));
    QCOMPARE(windowLanguage(), language);
    QCOMPARE(QCoreApplication::translate("core", "Parameters"), parameters);
    QCOMPARE(presentHelp().pages().front().sections.front().title, firstPage);
    if (language == u"en"_s)
        QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), u"Cancel"_s);
    speak(u"en"_s);
}

void TestWords::everyMessageIsTranslated_data()
{
    rowsOfLanguages();
}

void TestWords::everyMessageIsTranslated()
{
    QFETCH(QString, language);
    QStringList faults;
    for (const Message& message : m_messages[language])
        if (!message.type.isEmpty() || message.translation.isEmpty())
            faults << message.name() + QLatin1Char(' ') + message.type;
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TestWords::everySourceIsInTheFile()
{
    const QString lupdate = QStringLiteral(HIGHWATER_LUPDATE);
    if (lupdate.isEmpty())
        QSKIP("there is no lupdate here");
    const QTemporaryDir folder;
    QVERIFY(folder.isValid());
    const QString path = folder.filePath(QStringLiteral("found.ts"));
    QProcess process;
    process.setWorkingDirectory(QStringLiteral(HIGHWATER_SOURCE_DIR));
    process.start(lupdate,
                  {QStringLiteral("-silent"), QStringLiteral("-I"), QStringLiteral("."),
                   QStringLiteral("-tr-function-alias"), QStringLiteral("QT_TRANSLATE_NOOP+=HW_TR"),
                   QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("-ts"), path});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);

    const QSet<QString> found = namesOf(messagesOf(path));
    QVERIFY(!found.isEmpty());
    for (const auto& [language, messages] : m_messages) {
        const QSet<QString> written = namesOf(messages);
        const QStringList missing = sorted(found - written);
        const QStringList gone = sorted(written - found);
        QVERIFY2(missing.isEmpty() && gone.isEmpty(),
                 qPrintable(language + QStringLiteral(": not in the file:\n")
                            + missing.join(QLatin1Char('\n'))
                            + QStringLiteral("\nno longer in the sources:\n")
                            + gone.join(QLatin1Char('\n'))));
    }
}

void TestWords::placesAgree_data()
{
    rowsOfLanguages();
}

void TestWords::placesAgree()
{
    QFETCH(QString, language);
    const bool east = QLocale(language).script() != QLocale::LatinScript;
    const QString places = QStringLiteral("%L?\\d|%n");
    QStringList faults;
    for (const Message& message : m_messages[language]) {
        // Of the words for one and for many, the latter have every place.
        static const QRegularExpression forOne(QStringLiteral("\\{[^|{}]*\\|"));
        if (all(QString(message.source).remove(forOne), places) != all(message.translation, places))
            faults << message.name() + QStringLiteral(" other places");
        const QString key = mnemonic(message.translation);
        // A script without the letters of the keyboard has them in brackets: "文件(&F)".
        if (east && !key.isEmpty()
            && (key != mnemonic(message.source)
                || !message.translation.contains(
                    QString(QStringLiteral("(&") + key + QLatin1Char(')')))))
            faults << message.name() + QStringLiteral(" other mnemonic");
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TestWords::punctuationIsChinese()
{
    static const QRegularExpression narrow(oneChinese() + QStringLiteral("[,:;?!]"));
    static const QRegularExpression wide(QStringLiteral("[０-９Ａ-Ｚａ-ｚ％]"));
    QStringList faults;
    for (const Message& message : m_messages[chinese])
        if (message.translation.contains(narrow) || message.translation.contains(wide))
            faults << message.translation;
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

/// A count comes before words for one and words for many: "%1 {GPU|GPUs}". Left out are limits
/// that are known and counts that are never 1.
void TestWords::countsHaveTwoForms()
{
    static const QRegularExpression many(QStringLiteral(
        "%[1-9] (?:full |data |tensor |dense |tensor-parallel )?(?:GPUs|tokens|layers|"
        "sequences|ranks|rows|fields|letters|steps|GPU-hours)\\b(?!/s)"));
    static const QRegularExpression never1(
        QStringLiteral("^has more than %1 rows$|^From %1 tokens|the %2 ranks take|"
                       "the file runs %1 steps$|^makes %1 sequences a step; the most"));
    static const QRegularExpression forms(QStringLiteral("\\{[^|{}]*\\|[^{}]*\\}"));
    QStringList faults;
    for (const Message& message : m_messages[chinese])
        if (QString(message.source).remove(forms).contains(many)
            && !message.source.contains(never1))
            faults << message.name();
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

/// One word for one thing: old words for things that had several names, or names that were not
/// understood.
void TestWords::oldWordsAreGone()
{
    static const QRegularExpression old(
        QStringLiteral("checkpoint|recomputation|gathered anew|live at|What lives|[Uu]nfold|"
                       "is among my|plans lie|the line does not hold|coarser moments|"
                       "coarser states|Drop to open: |^text is generated$|logprob|no answer: |"
                       "shares out$|\\d x [A-Z]|What the terms mean"));
    QStringList faults;
    for (const Message& message : m_messages[chinese])
        if (message.source.contains(old))
            faults << message.name();
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

/// The same in Chinese: of the window, of the plans that ship, and of the help.
void TestWords::oldChineseWordsAreGone()
{
    static const QRegularExpression old(QString::fromUtf8(
        "讲座|课程|微批次|微批量|小批次|重计算|再计算|全部重算|(?<!全)收集|聚合|显卡|"
        "块 GPU|个 GPU|个 token|token 数|全局批量|标签页|图像塔|账本|勉强放下|"
        "作业|计划|提示词(?!元)|FlashAttention(?!-[23])|闪存|录制包含|按有来|按能|底座|评论家|内核|"
        "每轮|步间保留|十亿参数"));
    QStringList faults;
    const auto check = [&](const QString& where, const QString& text) {
        for (auto match = old.globalMatch(text); match.hasNext();)
            faults << where + QStringLiteral(": ") + match.next().captured();
    };
    for (const Message& message : m_messages[chinese])
        check(message.source, message.translation);
    const QDir resources(QStringLiteral(HIGHWATER_SOURCE_DIR "/resources"));
    QStringList files{QStringLiteral("i18n/presets_zh_CN.json")};
    const QDir help(resources.filePath(QStringLiteral("help/zh_CN")));
    for (const QString& page : help.entryList({QStringLiteral("*.md")}))
        files << QStringLiteral("help/zh_CN/") + page;
    QVERIFY(files.size() > 20);
    for (const QString& name : files) {
        QFile file(resources.filePath(name));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(name));
        check(name, QString::fromUtf8(file.readAll()));
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TestWords::windowSpeaks_data()
{
    QTest::addColumn<QString>("away");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<KeyPath>("key");
    QTest::addColumn<QString>("value");
    for (const auto& [language, messages] : m_messages)
        for (const QSize size : {QSize(1440, 900), QSize(1024, 700)}) {
            const auto row
                = [size, language = language](const char* what, KeyPath key, const char* value) {
                      QTest::addRow("%s, %dx%d, %s", qPrintable(language), size.width(),
                                    size.height(), what)
                          << language << size << key << QString::fromLatin1(value);
                  };
            row("fits", "workload.context", "8192");
            row("over", "workload.context", "65536");
            row("no estimate", "layout.tensor", "3");
            row("another method", "method", "lecture");
        }
}

void TestWords::windowSpeaks()
{
    QFETCH(QString, away);
    QFETCH(QSize, size);
    QFETCH(KeyPath, key);
    QFETCH(QString, value);
    const English english(m_messages[away]);
    MainWindow window;
    window.resize(size);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCOMPARE(window.size(), size);
    const auto wanted = parsed(keyOf(key), value.toStdString());
    QVERIFY(wanted && window.document().edit(key, *wanted, QStringLiteral("\u00D7")));
    window.document().settle();
    auto* views = window.findChild<TabsView*>();
    QVERIFY(views);

    QSet<QString> families; // "Command" and "Step" are names too
    for (const Model& model : builtinCatalog().models())
        families << QString::fromStdString(model.family);
    QSet<QString> names; // of the other languages, which the menu has in their own words
    for (const auto& [language, messages] : m_messages)
        names << nativeName(language);
    QSet<QString> faults;
    // Back to English as well: the other language's texts must not stay.
    const QString home = QStringLiteral("en");
    for (const QString& language : {home, away, home}) {
        choose(window, language);
        const bool translated = language == away;
        // Undo and redo name their steps: texts that change after the switch.
        window.document().undoStack()->undo();
        window.document().undoStack()->redo();
        window.document().settle();
        for (const QString& text : menuTextsOf(window))
            if (translated && english.knows(text.section(QLatin1Char(' '), 0, 0)))
                faults << QStringLiteral("still English: ") + text;
        for (std::size_t view = 0; view < views->tabs().size(); ++view) {
            views->bringToFront(static_cast<int>(view));
            QCoreApplication::processEvents();
            for (const QString& text : textsOf(window)) {
                if (translated && english.knows(text) && !families.contains(text))
                    faults << QStringLiteral("still English: ") + text;
                if (!translated && hasChinese(text) && !names.contains(text))
                    faults << QStringLiteral("still Chinese: ") + text;
            }
            for (const QString& text : clippedIn(window))
                faults << language + QStringLiteral(", clipped: ") + text;
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(sorted(faults).join(QLatin1Char('\n'))));
}

} // namespace highwater

QTEST_MAIN(highwater::TestWords)
#include "test_words.moc"
