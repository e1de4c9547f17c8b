// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
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
#include <QSettings>
#include <QStatusBar>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <QXmlStreamReader>

#include <algorithm>

namespace highwater {
namespace {

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

/// Tells whether a text is the English of a message that has other words in Chinese.
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
                m_patterns.emplace_back(
                    QRegularExpression::anchoredPattern(escaped.join(QStringLiteral(".+"))));
            }
        }
    }

    bool knows(const QString& text) const
    {
        const QString plain = withoutMnemonic(text);
        return m_whole.contains(plain.toLower())
            || std::ranges::any_of(m_patterns, [&plain](const QRegularExpression& pattern) {
                   return pattern.match(plain).hasMatch();
               });
    }

private:
    QSet<QString> m_whole;
    std::vector<QRegularExpression> m_patterns;
};

bool isChinese(const QString& text)
{
    static const QRegularExpression han(QStringLiteral("\\p{Han}"));
    return text.contains(han);
}

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

/// Whether it shows words of a plan file, which are in the language of who wrote them.
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

/// What a person reads in the window and what is read out to one who does not see it.
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

/// What is narrower than its text.
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

class TestWords : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyMessageIsTranslated();
    void everySourceIsInTheFile();
    void placesAgree();
    void punctuationIsChinese();
    void windowSpeaks_data();
    void windowSpeaks();

private:
    QTemporaryDir m_settings;
    std::vector<Message> m_messages;
};

void TestWords::initTestCase()
{
    QVERIFY(m_settings.isValid());
    QCoreApplication::setOrganizationName(QStringLiteral("highwater-test"));
    QCoreApplication::setApplicationName(QStringLiteral("test-words"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
    m_messages = messagesOf(QStringLiteral(HIGHWATER_TS));
    QVERIFY(!m_messages.empty());
    QVERIFY(QFile::exists(QStringLiteral(":/i18n/highwater_zh_CN.qm")));
}

void TestWords::everyMessageIsTranslated()
{
    QStringList faults;
    for (const Message& message : m_messages)
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

    const QSet<QString> written = namesOf(m_messages);
    const QSet<QString> found = namesOf(messagesOf(path));
    QVERIFY(!found.isEmpty());
    const QStringList missing = sorted(found - written);
    const QStringList gone = sorted(written - found);
    QVERIFY2(missing.isEmpty() && gone.isEmpty(),
             qPrintable(QStringLiteral("not in the file:\n") + missing.join(QLatin1Char('\n'))
                        + QStringLiteral("\nno longer in the sources:\n")
                        + gone.join(QLatin1Char('\n'))));
}

void TestWords::placesAgree()
{
    const QString places = QStringLiteral("%L?\\d|%n");
    QStringList faults;
    for (const Message& message : m_messages) {
        if (all(message.source, places) != all(message.translation, places))
            faults << message.name() + QStringLiteral(" other places");
        const QString key = mnemonic(message.translation);
        if (!key.isEmpty()
            && (key != mnemonic(message.source)
                || !message.translation.contains(
                    QString(QStringLiteral("(&") + key + QLatin1Char(')')))))
            faults << message.name() + QStringLiteral(" other mnemonic");
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TestWords::punctuationIsChinese()
{
    static const QRegularExpression narrow(QStringLiteral("\\p{Han}[,:;?!]"));
    static const QRegularExpression wide(QStringLiteral("[０-９Ａ-Ｚａ-ｚ％]"));
    QStringList faults;
    for (const Message& message : m_messages)
        if (message.translation.contains(narrow) || message.translation.contains(wide))
            faults << message.translation;
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TestWords::windowSpeaks_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    for (const QSize size : {QSize(1440, 900), QSize(1024, 700)}) {
        const auto row = [size](const char* what, const char* key, const char* value) {
            QTest::addRow("%dx%d, %s", size.width(), size.height(), what)
                << size << QString::fromLatin1(key) << QString::fromLatin1(value);
        };
        row("fits", "workload.context", "8192");
        row("over", "workload.context", "65536");
        row("no estimate", "layout.tensor", "3");
        row("another method", "method", "lecture");
    }
}

void TestWords::windowSpeaks()
{
    QFETCH(QSize, size);
    QFETCH(QString, key);
    QFETCH(QString, value);
    const English english(m_messages);
    MainWindow window;
    window.resize(size);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCOMPARE(window.size(), size);
    const auto wanted = parsed(*findKey(key.toStdString()), value.toStdString());
    QVERIFY(wanted && window.document().edit(key.toStdString(), *wanted, QStringLiteral("\u00D7")));
    window.document().settle();
    auto* tabs = window.findChild<QTabBar*>(QStringLiteral("tabs"));
    QVERIFY(tabs);

    QSet<QString> faults;
    // Back to English as well: what was Chinese must not stay.
    const QString home = QStringLiteral("en"), away = QStringLiteral("zh_CN");
    for (const QString& language : {home, away, home}) {
        choose(window, language);
        const bool chinese = language == away;
        // Undo and redo name what they take back: texts that change after the switch.
        window.document().undoStack()->undo();
        window.document().undoStack()->redo();
        window.document().settle();
        for (const QString& text : menuTextsOf(window))
            if (chinese && english.knows(text.section(QLatin1Char(' '), 0, 0)))
                faults << QStringLiteral("still English: ") + text;
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            QCoreApplication::processEvents();
            for (const QString& text : textsOf(window)) {
                if (chinese && english.knows(text))
                    faults << QStringLiteral("still English: ") + text;
                if (!chinese && isChinese(text) && text != QStringLiteral("简体中文"))
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
