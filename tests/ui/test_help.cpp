// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chinese.h"
#include "core/ledger/adapter.h"
#include "core/ledger/choices.h"
#include "core/ledger/optimizer.h"
#include "core/manual/manual.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/shape.h"
#include "ui/answer/verdict_bar.h"
#include "ui/base/language.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/base/tip.h"
#include "ui/base/words.h"
#include "ui/help/help_search.h"
#include "ui/help/help_text.h"
#include "ui/help/help_topics.h"
#include "ui/help/help_window.h"
#include "ui/panel/control_group.h"
#include "ui/window/help_dialogs.h"
#include "window_fixture.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QHelpEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QTextBlock>
#include <QToolBar>
#include <QTreeWidget>
#include <QWhatsThis>

#include <algorithm>
#include <map>

namespace highwater {
namespace {

const QString chinese = QStringLiteral("zh_CN");

struct Link
{
    QString text, target;
};

std::vector<Link> linksOf(const HelpPage& page)
{
    static const QRegularExpression pattern(QStringLiteral("\\[([^\\]]*)\\]\\(([^)]*)\\)"));
    std::vector<Link> links;
    for (auto found = pattern.globalMatch(page.markdown); found.hasNext();) {
        const auto match = found.next();
        links.push_back({match.captured(1), match.captured(2)});
    }
    return links;
}

/// The cells of each row of each table of a page, by the word in the row's first cell.
std::map<QString, std::vector<QStringList>> rowsOf(const HelpPage& page)
{
    static const QRegularExpression word(QStringLiteral("^\\| `([^`]+)` \\|"));
    std::map<QString, std::vector<QStringList>> rows;
    for (const QString& line : page.markdown.split(QLatin1Char('\n'))) {
        const auto match = word.match(line);
        if (!match.hasMatch())
            continue;
        QStringList cells = line.split(QLatin1Char('|'));
        cells = cells.mid(2, cells.size() - 3);
        for (QString& cell : cells)
            cell = cell.trimmed();
        rows[match.captured(1)].push_back(cells);
    }
    return rows;
}

/// Bytes of each parameter, as the ledger counts them.
struct StateBytes
{
    std::int64_t weights, gradients, master, states;
    std::int64_t all() const { return weights + gradients + master + states; }
};

StateBytes countedBytes(Precision precision, Optimizer optimizer)
{
    Recipe recipe;
    recipe.precision = precision;
    recipe.optimizer = optimizer;
    const Choices choices = choicesOf(recipe, {});
    StateBytes bytes{computeBytes(choices.precision),
                     choices.gradients == Gradients::Bf16       ? 2
                         : choices.gradients == Gradients::Fp32 ? 4
                                                                : 6,
                     choices.masterWeights ? 4 : 0, 0};
    for (const OptimizerState& state : traitsOf(optimizer).states)
        if (state.of == Symbol::Parameters)
            bytes.states += stateBytes(state, choices.moments);
    return bytes;
}

template <class E> QString wordOf(E value)
{
    return toQString(nameOf(value));
}

QStringList filesIn(std::string_view folder)
{
    QStringList names;
    for (const ManualFile& file : manualFiles())
        if (file.folder == folder)
            names << toQString(file.name);
    return names;
}

QString number(std::int64_t value)
{
    return QString::number(value);
}

/// A widget that a person operates, as opposed to one that holds others.
bool isControl(const QWidget& widget)
{
    return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QLineEdit*>(&widget)
        || qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QComboBox*>(&widget)
        || qobject_cast<const QTabBar*>(&widget) || widget.inherits("highwater::MarkSlider");
}

} // namespace

class TestHelp : public WindowFixture
{
    Q_OBJECT

private slots:
    void init() { WidgetFixture::init(); } // most tests need no window of a plan
    void cleanup();
    void pagesAreThere_data() { rowsOfLanguages(); }
    void pagesAreThere();
    void linksResolve_data() { rowsOfLanguages(); }
    void linksResolve();
    void marksAreRead_data() { rowsOfLanguages(); }
    void marksAreRead();
    void linesOfCodeStandTogether();
    void languagesHaveTheSameSections();
    void chineseIsWhole();
    void everyKeyIsExplained_data() { rowsOfLanguages(); }
    void everyKeyIsExplained();
    void keysHaveTheirRange_data();
    void keysHaveTheirRange();
    void defaultsOfAShapeChangeNothing();
    void keysStandInTheirGroup();
    void everyMethodAndFrameworkIsExplained();
    void bytesAreThoseOfTheLedger_data() { rowsOfLanguages(); }
    void bytesAreThoseOfTheLedger();
    void picturesHaveTheColoursOfTheTheme();
    void everyControlHasATopic();
    void everyPartHasATip_data() { rowsOfLanguages(); }
    void everyPartHasATip();
    void tipsAreBrokenIntoLines();
    void searchFindsTerms_data();
    void searchFindsTerms();
    void searchIsForAllWords();
    void windowFollowsLinksAndGoesBack();
    void headingsCanBeScrolledTo();
    void windowRemembersItsPlace();
    void languageChangesInPlace();
    void keyOpensThePageAtHand_data();
    void keyOpensThePageAtHand();
    void menuOpensTheContents();
    void whatsThisTellsTheTopic();
    void shortcutsAreThoseOfTheActions();
    void aboutTellsVersions();

private:
    static void rowsOfLanguages();
};

void TestHelp::cleanup()
{
    const QWidgetList all = QApplication::topLevelWidgets();
    const auto help = std::ranges::find_if(
        all, [](QWidget* widget) { return qobject_cast<HelpWindow*>(widget) != nullptr; });
    if (help != all.end())
        delete *help;
    WindowFixture::cleanup();
}

void TestHelp::rowsOfLanguages()
{
    QTest::addColumn<QString>("language");
    for (const QString& language : languages())
        QTest::addRow("%s", qPrintable(language)) << language;
}

/// A page that the contents do not name would not be found.
void TestHelp::pagesAreThere()
{
    QFETCH(QString, language);
    const HelpBook book(language);
    QStringList files = filesIn(language.toStdString());
    QStringList pages;
    for (const HelpPage& page : book.pages())
        pages << page.name + QStringLiteral(".md");
    pages.sort();
    files.sort();
    QCOMPARE(pages, files);
    QVERIFY(pages.size() >= 20);
    std::size_t inContents = 1;
    for (const HelpGroup& group : book.groups())
        inContents += group.pages.size();
    QCOMPARE(inContents, book.pages().size());
}

void TestHelp::linksResolve()
{
    QFETCH(QString, language);
    const HelpBook book(language);
    QStringList faults;
    for (const HelpPage& page : book.pages())
        for (const Link& link : linksOf(page)) {
            const bool isPicture = link.target.endsWith(QStringLiteral(".svg"));
            const bool found = isPicture
                ? !manualFile("pictures", link.target.toStdString()).empty()
                : book.section(HelpBook::linkedTopic(link.target, page.name)) != nullptr;
            if (!found || link.text.isEmpty())
                faults << page.name + QStringLiteral(": ") + link.target;
        }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

/// Next to a letter or a comma some marks of Markdown are plain characters.
void TestHelp::marksAreRead()
{
    QFETCH(QString, language);
    const HelpBook book(language);
    HelpText text;
    QStringList faults;
    for (const HelpPage& page : book.pages()) {
        text.show(page);
        QString shown; // but code, which is shown as it is written
        for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next())
            if (!block.blockFormat().hasProperty(QTextFormat::BlockCodeFence))
                shown += block.text() + QLatin1Char('\n');
        for (const char* mark : {"**", "`", "](", "{#", "##", "| "})
            if (const qsizetype at = shown.indexOf(QLatin1String(mark)); at >= 0)
                faults << page.name + QStringLiteral(": ")
                        + shown.mid(std::max<qsizetype>(0, at - 20), 40);
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

/// Qt's reader makes a paragraph of each line of code.
void TestHelp::linesOfCodeStandTogether()
{
    const auto isCode = [](const QTextBlock& block) {
        return block.isValid() && block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
    };
    const HelpBook book(QStringLiteral("en"));
    HelpText text;
    int lines = 0;
    for (const HelpPage& page : book.pages()) {
        text.show(page);
        for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next()) {
            if (!isCode(block))
                continue;
            const QTextBlockFormat format = block.blockFormat();
            QCOMPARE(format.topMargin(), 0.0);
            QCOMPARE(format.bottomMargin() == 0, isCode(block.next()));
            QCOMPARE(format.background().color(), currentTheme().tableHead);
            ++lines;
        }
    }
    QVERIFY(lines > 100);
}

void TestHelp::languagesHaveTheSameSections()
{
    const auto outline = [](const QString& language) {
        const HelpBook book(language);
        QStringList all;
        for (const HelpPage& page : book.pages())
            for (const HelpSection& section : page.sections)
                all << QString::number(section.level) + QLatin1Char(' ') + page.topicOf(section);
        return all;
    };
    const QStringList english = outline(languages().front());
    QCOMPARE(QSet<QString>(english.begin(), english.end()).size(), english.size());
    for (const QString& language : languages())
        QCOMPARE(outline(language), english);
}

void TestHelp::chineseIsWhole()
{
    static const QRegularExpression narrow(oneChinese()
                                           + QStringLiteral("(?:[,;?!]|:(?!\\s*\\[))"));
    const HelpBook english(QStringLiteral("en")), book(chinese);
    QStringList faults;
    for (const HelpPage& page : book.pages())
        for (const HelpSection& section : page.sections) {
            if (!section.text.isEmpty() && !hasChinese(section.text))
                faults << page.topicOf(section) + QStringLiteral(" is not Chinese");
            if (section.text.contains(narrow))
                faults << page.topicOf(section) + QStringLiteral(" has narrow punctuation");
            if (english.section(page.topicOf(section))->text.isEmpty() != section.text.isEmpty())
                faults << page.topicOf(section) + QStringLiteral(" has text in one language alone");
        }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

/// The tables of the page are made from the rows of the keys.
void TestHelp::everyKeyIsExplained()
{
    QFETCH(QString, language);
    const HelpBook book(language);
    const auto rows = rowsOf(*book.page(QStringLiteral("keys")));
    QCOMPARE(rows.size(), keys().size());
    for (const Key& key : keys()) {
        const HelpTopic topic = topicOf(key.path);
        QVERIFY2(book.section(topic), qPrintable(topic));
        const auto row = rows.find(pathText(key.path));
        QVERIFY2(row != rows.end(), qPrintable(pathText(key.path)));
        QCOMPARE(row->second.size(), std::size_t{1});
        const QString meaning = row->second.front().back();
        const QString link
            = meaning.section(QStringLiteral("]("), 1).section(QLatin1Char(')'), 0, 0);
        QCOMPARE(HelpBook::linkedTopic(link, {}), topic);
    }
}

void TestHelp::keysHaveTheirRange_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("cells");
    const auto row = [](const char* path, const char* unsaid, const char* allowed,
                        const char* meaning) {
        QTest::newRow(path) << QString::fromLatin1(path)
                            << QStringList{QString::fromUtf8(unsaid), QString::fromUtf8(allowed),
                                           QString::fromUtf8(meaning)};
    };
    row("layout.zero", "0", "0 \u2026 3",
        "[ZeRO stage](zero.md#stage): GPUs split: 1 optimizer, 2 also gradients, 3 also weights.");
    row("name", "\u2013", "text", "[A name for people.](plans.md#name)");
    row("model.custom.num_heads", "needed", "1 \u2026 65536",
        "[Heads](model.md#shape): Query heads of each layer: a.");
    row("model.custom.final_norm", "true", "true false",
        "[Final norm](model.md#norms): A norm between the last layer and the head.");
    row("model.parameters", "\u2013", "1e6 \u2026 1e14",
        "[Model size](model.md#size): A made-up model of about this size.");
    row("recipe.framework", "plain",
        "plain pytorch-fsdp deepspeed megatron nanotron huggingface torchtune litgpt verl openrlhf "
        "llama-factory ms-swift axolotl unsloth",
        "[Framework](frameworks.md): Sets what the framework itself would; what you choose wins "
        "over it.");
    row("recipe.recompute", "none", "none selective full",
        "[Recompute](activations.md#recompute): Drops activations in the forward pass and makes "
        "them again in the backward pass. Full: a third more compute.");
    row("adapter.targets", "q k v o gate up down", "q k v o gate up down head embedding",
        "[Targets](adapters.md#targets): Matrices that have an adapter: some of q, k, v, o, gate, "
        "up, down, head, embedding.");
    row("inference.imatrix", "by type", "true false, null",
        "[Importance matrix](formats.md#gguf): A GGUF file made with an importance matrix mixes "
        "other types in a few formats.");
    row("roles.value.gpus", "\u2013", "1 \u2026 1048576, null",
        "[Own GPUs](jobs.md#roles): Cards of its own.");
}

void TestHelp::keysHaveTheirRange()
{
    QFETCH(QString, path);
    QFETCH(QStringList, cells);
    const HelpBook book(QStringLiteral("en"));
    const auto rows = rowsOf(*book.page(QStringLiteral("keys")));
    QCOMPARE(rows.at(path).front(), cells);
}

/// A shape in which a key has the default of the page is the one in which it is left open.
void TestHelp::defaultsOfAShapeChangeNothing()
{
    Plan plan;
    CustomModel model;
    model.hiddenSize = model.intermediateSize = model.vocabSize = 1024;
    model.numLayers = model.numHeads = 8;
    const auto rows = rowsOf(*HelpBook(QStringLiteral("en")).page(QStringLiteral("keys")));
    int tried = 0;
    for (const std::int64_t experts : {0, 8})
        for (const Key& key : keys()) {
            if (!key.path.isIn(KeyGroup("model.custom")))
                continue;
            const auto value
                = parsed(key, rows.at(pathText(key.path)).front().front().toStdString());
            model.experts = key.path == "model.custom.experts" ? 0 : experts;
            plan.model = model;
            if (!value || !assign(plan, key.path, *value).empty())
                continue;
            const auto shape = shapeOf(std::get<CustomModel>(plan.model));
            if (!shape) // a latent's key without the others
                continue;
            QVERIFY2(*shape == *shapeOf(model), key.path.text().data());
            ++tried;
        }
    QVERIFY(tried > 50);
}

/// Each key is in the section of its group.
void TestHelp::keysStandInTheirGroup()
{
    const HelpBook book(QStringLiteral("zh_CN"));
    const auto holds = [&](const char* topic, const char* path) {
        return book.section(QString::fromLatin1(topic))
            ->text.contains(QString::fromLatin1(path) + QStringLiteral(" \u00B7"));
    };
    QVERIFY(holds("keys#plan", "unread") && holds("keys#plan", "method"));
    QVERIFY(holds("keys#model", "model.id") && holds("keys#model", "model.parameters"));
    QVERIFY(holds("keys#custom", "model.custom.mla.q_lora_rank"));
    QVERIFY(!holds("keys#model", "model.custom.norm"));
    QVERIFY(holds("keys#cluster", "cluster.links.intra"));
    QVERIFY(holds("keys#job", "job.tokens.update"));
    QVERIFY(holds("keys#roles", "roles.ema.sleep"));
    QVERIFY(holds("keys#rollout", "rollout.tensor"));
}

void TestHelp::everyMethodAndFrameworkIsExplained()
{
    for (const QString& language : languages()) {
        const HelpBook book(language);
        for (const Method& method : methods())
            QVERIFY2(book.section(QStringLiteral("methods#") + wordOf(method.id)),
                     qPrintable(wordOf(method.id)));
        for (const std::string_view word : keyOf("recipe.framework").words)
            QVERIFY2(book.section(QStringLiteral("frameworks#") + toQString(word)),
                     qPrintable(toQString(word)));
    }
}

void TestHelp::bytesAreThoseOfTheLedger()
{
    QFETCH(QString, language);
    const HelpBook book(language);
    const HelpPage& page = *book.page(QStringLiteral("precision"));
    const auto rows = rowsOf(page);
    for (const std::string_view word : keyOf("recipe.precision").words) {
        const StateBytes bytes = countedBytes(*fromName<Precision>(word), Optimizer::Sgd);
        const auto row = rows.find(toQString(word));
        QVERIFY2(row != rows.end(), word.data());
        const QStringList wanted{number(bytes.weights), number(bytes.gradients),
                                 number(bytes.master), number(bytes.all())};
        // Another table of the page has the copies of narrow weights.
        QVERIFY2(std::ranges::find(row->second, wanted) != row->second.end(), word.data());
    }
    for (const std::string_view word : keyOf("recipe.optimizer").words) {
        const auto optimizer = *fromName<Optimizer>(word);
        const StateBytes mixed = countedBytes(Precision::Bf16Mixed, optimizer);
        const auto row = rows.find(toQString(word));
        if (row == rows.end()) { // its states follow from the sides of each weight
            const QString& partial = book.page(QStringLiteral("partial"))->markdown;
            QVERIFY2(partial.contains(u'`' + toQString(word) + u'`'), word.data());
            continue;
        }
        QCOMPARE(row->second.front(),
                 (QStringList{number(mixed.states), number(mixed.states + mixed.master),
                              number(mixed.all()),
                              number(countedBytes(Precision::Bf16, optimizer).all()),
                              number(countedBytes(Precision::Fp32, optimizer).all())}));
    }
    // A matrix so large that whole blocks and single scales show.
    constexpr std::int64_t entries = 1 << 24;
    for (const std::string_view word : keyOf("adapter.base").words) {
        const auto bytes = quantisedBytes(*fromName<AdapterBase>(word), entries, 0);
        const auto row = rows.find(toQString(word));
        QVERIFY2(row != rows.end(), word.data());
        QCOMPARE(row->second.back().front(),
                 QString::number(static_cast<double>(bytes) / entries, 'g', 4));
    }
}

void TestHelp::picturesHaveTheColoursOfTheTheme()
{
    static const QRegularExpression colours(QStringLiteral("#[0-9A-Fa-f]{6}"));
    const Theme& theme = lightTheme();
    QStringList known;
    for (const QColor& each : {theme.window, theme.surface, theme.text, theme.muted, theme.hairline,
                               theme.outline, theme.accent, theme.fits, colour(theme.chart->limit)})
        known << each.name();
    for (std::size_t i = 0; i < groupCount; ++i)
        known << theme.fill(static_cast<Group>(i)).name()
              << theme.edge(static_cast<Group>(i)).name();
    const QStringList pictures = filesIn("pictures");
    QVERIFY(pictures.size() >= 6);
    for (const QString& name : pictures) {
        const QString drawing = toQString(manualFile("pictures", name.toStdString()));
        for (auto found = colours.globalMatch(drawing); found.hasNext();) {
            const QString used = found.next().captured();
            QVERIFY2(known.contains(used), qPrintable(name + QLatin1Char(' ') + used));
        }
        HelpText text;
        const auto image
            = text.loadResource(QTextDocument::ImageResource, QUrl(name)).value<QImage>();
        QVERIFY2(image.width() >= 600, qPrintable(name));
    }
    HelpText text;
    QVERIFY(!text.loadResource(QTextDocument::ImageResource, QUrl(QStringLiteral("/etc/passwd")))
                 .isValid());
}

void TestHelp::everyControlHasATopic()
{
    openWindow();
    const HelpBook book(languages().front());
    QStringList faults;
    document().edit("model.id", std::string("mixtral-8x7b"), QStringLiteral("\u00D7"));
    document().edit("job.kind", std::string("ppo"), QStringLiteral("\u00D7"));
    settle(); // the groups of its models are made
    document().undoStack()->undo();
    for (std::size_t tab = 0; tab < views().tabs().size(); ++tab) {
        views().bringToFront(static_cast<int>(tab));
        settle();
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            const bool ofTheBars = widget->parentWidget()->inherits("QToolBar")
                || widget->parentWidget()->inherits("QMenuBar")
                || widget->objectName().startsWith(QStringLiteral("message."));
            if (!isControl(*widget) || ofTheBars)
                continue;
            const HelpTopic topic = topicOf(widget);
            if (topic.isEmpty() || !book.section(topic))
                faults << widget->objectName() + QStringLiteral(" in ")
                        + widget->parentWidget()->objectName() + QStringLiteral(": ") + topic;
        }
    }
    faults.removeDuplicates();
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

/// A tip has at most two lines of 60 columns, as longer ones extend beyond the screen.
void TestHelp::everyPartHasATip()
{
    QFETCH(QString, language);
    openWindow();
    speak(language);
    m_window->setChoices({QStringLiteral("light"), QStringLiteral("GiB"), language});
    document().edit("model.id", std::string("mixtral-8x7b"), QStringLiteral("\u00D7"));
    document().edit("layout.tensor", std::int64_t{2}, QStringLiteral("\u00D7"));
    document().edit("layout.pipeline", std::int64_t{2}, QStringLiteral("\u00D7"));
    document().edit("adapter.kind", std::string("qlora"), QStringLiteral("\u00D7"));
    for (auto* button : m_window->findChildren<QAbstractButton*>())
        if (button->objectName().startsWith(QStringLiteral("group."))
            && button->objectName().endsWith(QStringLiteral(".more")) && button->isVisible())
            button->click();
    QStringList faults;
    const auto check = [&](const QString& name, const QString& said) {
        const QStringList lines = said.split(QLatin1Char('\n'));
        if (said.isEmpty())
            faults << name + QStringLiteral(" has no tooltip");
        else if (lines.size() > 2 || std::ranges::any_of(lines, [](const QString& line) {
                     return columnsOf(line) > tipColumns;
                 }))
            faults << name + QStringLiteral(": ") + said;
    };
    settle();
    const auto* largest = find<QAbstractButton>("verdict.action3");
    constexpr int patience = 60'000;
    QTRY_VERIFY_WITH_TIMEOUT(!largest->text().contains(QChar(0x2026)), patience);
    auto* tabs = find<QTabBar>("tabs");
    const auto checkWidgets = [&] {
        settle();
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            const QWidget* parent = widget->parentWidget();
            const bool partOfControl = parent && isControl(*parent);
            // The timeline's tip is the event under the pointer.
            const bool isFigure = widget->inherits("highwater::FigureView")
                && widget->objectName() != QStringLiteral("timelineFigure");
            const auto* label = qobject_cast<const QLabel*>(widget);
            const bool named = label && label->buddy();
            if (qobject_cast<const QTabBar*>(widget) || partOfControl || !widget->isVisible()
                || !(isControl(*widget) || isFigure || named) || parent->inherits("QMenuBar")
                || parent->inherits("QAbstractItemView") || parent->inherits("QToolBar"))
                continue;
            check(widget->objectName().isEmpty() && named ? label->buddy()->objectName()
                                                          : widget->objectName(),
                  widget->toolTip());
        }
    };
    for (int tab = 0; tab < tabs->count(); ++tab)
        check(QStringLiteral("tab %1").arg(tab), tabs->tabToolTip(tab));
    for (std::size_t view = 0; view < views().tabs().size(); ++view) {
        views().bringToFront(static_cast<int>(view));
        checkWidgets();
        for (const auto* row : m_window->findChildren<QTabBar*>())
            if (row->isVisible())
                check(row->objectName(), row->tabToolTip(row->currentIndex()));
    }
    // Over the line, the buttons are changes with their price.
    document().edit("workload.context", std::int64_t{65536}, QStringLiteral("\u00D7"));
    checkWidgets();
    document().edit("job.kind", std::string("ppo"), QStringLiteral("\u00D7"));
    settle();
    for (ControlGroup* group : m_window->findChildren<ControlGroup*>())
        group->setOpen(true);
    checkWidgets();
    for (const char* name : {"status.method", "status.unit"})
        check(QString::fromLatin1(name), find<QLabel>(name)->toolTip());
    const auto* verdict = find<VerdictBar>("verdict");
    for (const int y : {20, 50})
        check(QStringLiteral("verdict"), verdict->tipAt({80, y}));
    for (const QAction* action : find<QToolBar>("toolBar")->actions())
        if (!action->text().isEmpty())
            check(action->objectName(), action->toolTip());
    speak(QStringLiteral("en"));
    faults.removeDuplicates();
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TestHelp::tipsAreBrokenIntoLines()
{
    QCOMPARE(columnsOf(QStringLiteral("ZeRO \u5206\u7247\u3002")), 11);
    const QString sixty(60, QLatin1Char('x'));
    QCOMPARE(tip(sixty), sixty);
    QCOMPARE(tip(sixty + QStringLiteral(" y")), QString(sixty + QStringLiteral("\ny")));
    QCOMPARE(tip(QStringLiteral("one\ntwo")), QStringLiteral("one\ntwo"));
    const QString wide(31, QChar(0x5206));
    QCOMPARE(tip(wide), QString(wide.left(30) + QLatin1Char('\n') + wide.right(1)));
    QCOMPARE(tip(QString()), QString());
    QCOMPARE(tip(QString(200, QLatin1Char('x'))), QString(200, QLatin1Char('x')));
}

void TestHelp::searchFindsTerms_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("first");
    const auto row = [](const char* language, const char* typed, const char* first) {
        QTest::addRow("%s, %s", language, typed)
            << QString::fromLatin1(language) << QString::fromUtf8(typed)
            << QString::fromLatin1(first);
    };
    row("en", "zero-3", "zero#stage-3");
    row("en", "micro-batch", "workload#micro-batch");
    row("en", "recompute", "activations#recompute");
    row("en", "checkpointing", "activations#recompute");
    row("en", "tensor parallel", "parallelism#tensor");
    row("en", "pipeline parallel", "parallelism#pipeline");
    row("en", "context parallel", "parallelism#context");
    row("en", "expert parallel", "parallelism#expert");
    row("en", "sequence parallelism", "parallelism#sequence");
    row("en", "qlora", "adapters");
    row("en", "fragmentation", "memory#allocated-reserved");
    row("en", "share code", "plans");
    row("en", "flash attention", "activations#attention");
    row("en", "bytes per parameter", "precision#bytes");
    row("en", "red line", "chart#red-line");
    row("en", "layout.tp_inputs", "keys#layout");
    row("zh_CN", "\u5fae\u6279", "workload#micro-batch");
    row("zh_CN", "\u6fc0\u6d3b\u91cd\u7b97", "activations#recompute");
    row("zh_CN", "\u5f20\u91cf\u5e76\u884c", "parallelism#tensor");
    row("zh_CN", "\u788e\u7247", "memory#allocated-reserved");
    row("zh_CN", "\u57fa\u7ebf", "window#baseline");
}

void TestHelp::searchFindsTerms()
{
    QFETCH(QString, language);
    QFETCH(QString, typed);
    QFETCH(QString, first);
    const auto hits = searchHelp(HelpBook(language), searchWords(typed));
    QVERIFY(!hits.empty());
    QStringList topics;
    for (const HelpHit& hit : hits)
        topics << hit.topic;
    constexpr int inView = 5;
    QVERIFY2(topics.mid(0, inView).contains(first), qPrintable(topics.join(QLatin1Char(' '))));
}

void TestHelp::searchIsForAllWords()
{
    const HelpBook book(QStringLiteral("en"));
    for (const HelpHit& hit : searchHelp(book, searchWords(QStringLiteral("  nf4   SCALE "))))
        for (const char* word : {"nf4", "scale"}) {
            const HelpSection& section = *book.section(hit.topic);
            const QString text = section.title + section.text;
            QVERIFY(text.contains(QLatin1String(word), Qt::CaseInsensitive));
        }
    QVERIFY(searchHelp(book, searchWords(QStringLiteral("nf4 zzzz"))).empty());
    QVERIFY(searchHelp(book, searchWords(QStringLiteral("  "))).empty());
    const QString huge(100000, QLatin1Char('('));
    QVERIFY(searchHelp(book, searchWords(huge)).empty());
}

void TestHelp::windowFollowsLinksAndGoesBack()
{
    HelpWindow& help = HelpWindow::open(QStringLiteral("zero"));
    auto* text = childNamed<HelpText>(&help, QStringLiteral("help.text"));
    auto* back = childNamed<QAction>(&help, QStringLiteral("help.back"));
    auto* forward = childNamed<QAction>(&help, QStringLiteral("help.forward"));
    emit text->anchorClicked(QUrl(QStringLiteral("adapters.md#rank")));
    QCOMPARE(help.topic(), QStringLiteral("adapters#rank"));
    QVERIFY(!forward->isEnabled());
    emit text->anchorClicked(QUrl(QStringLiteral("https://example.org/zero.md")));
    QCOMPARE(help.topic(), QStringLiteral("adapters#rank")); // nothing but the help is opened
    back->trigger();
    QCOMPARE(help.topic(), QStringLiteral("zero"));
    QVERIFY(text->toPlainText().contains(QStringLiteral("Rajbhandari")));
    forward->trigger();
    QCOMPARE(help.topic(), QStringLiteral("adapters#rank"));
    back->trigger();
    back->trigger();
    help.show(QStringLiteral("offload"));
    QVERIFY(!forward->isEnabled());
    QCOMPARE(&HelpWindow::open(QStringLiteral("no such page")), &help);
    QCOMPARE(help.topic(), QStringLiteral("offload"));

    auto* field = childNamed<QLineEdit>(&help, QStringLiteral("help.search"));
    auto* hits = childNamed<QListWidget>(&help, QStringLiteral("help.hits"));
    field->setText(QStringLiteral("roundup"));
    QVERIFY(hits->isVisible());
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(help.topic(), QStringLiteral("memory#allocator"));
    QVERIFY(!text->extraSelections().isEmpty());
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(childNamed<QTreeWidget>(&help, QStringLiteral("help.contents"))->isVisible());
}

/// Each heading of the longest page, at the top of the view after its anchor was asked for.
void TestHelp::headingsCanBeScrolledTo()
{
    HelpText text;
    text.resize(600, 200);
    text.show();
    const HelpBook book(QStringLiteral("en"));
    for (const HelpPage& page : book.pages()) {
        text.show(page);
        QStringList found;
        for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next())
            if (block.blockFormat().headingLevel() > 0)
                found << block.text();
        QStringList titles;
        for (const HelpSection& section : page.sections)
            titles << section.title;
        QCOMPARE(found, titles);
        int last = -1;
        for (const HelpSection& section : page.sections) {
            if (section.anchor.isEmpty())
                continue;
            text.scrollToAnchor(section.anchor);
            const int at = text.verticalScrollBar()->value();
            QVERIFY2(at > last || at == text.verticalScrollBar()->maximum(),
                     qPrintable(page.topicOf(section)));
            last = at;
        }
    }
}

void TestHelp::windowRemembersItsPlace()
{
    HelpWindow& help = HelpWindow::open(QStringLiteral("step#peak"));
    const QSize small(711, 555); // Qt 6.8 fits a window to the offscreen screen, 800 wide
    help.resize(small);
    help.close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    HelpWindow& again = HelpWindow::open();
    QCOMPARE(again.topic(), QStringLiteral("step#peak"));
    QCOMPARE(again.size(), small);
    again.close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    settings::helpTopic.store(QStringLiteral("a page of a newer version"));
    QCOMPARE(HelpWindow::open().topic(), QStringLiteral("index"));
}

void TestHelp::languageChangesInPlace()
{
    HelpWindow& help = HelpWindow::open(QStringLiteral("zero#stage-2"));
    speak(chinese);
    settle();
    QCOMPARE(help.topic(), QStringLiteral("zero#stage-2"));
    const auto* text = childNamed<HelpText>(&help, QStringLiteral("help.text"));
    QVERIFY(text->toPlainText().contains(QStringLiteral("\u6a21\u578b\u72b6\u6001")));
    speak(QStringLiteral("en"));
    settle();
    QVERIFY(text->toPlainText().contains(QStringLiteral("model states")));
}

void TestHelp::keyOpensThePageAtHand_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("topic");
    const auto row = [](const char* name, const char* topic) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(topic);
    };
    row("pinned.zero.field", "zero#stage");
    row("pinned.context.slider", "workload#context");
    row("recipe.optimizer", "precision#optimizer");
    row("cluster.capacity", "memory#capacity");
    row("model.preset", "model#preset");
    row("method", "methods");
    row("contextChart", "chart");
    row("ledger", "window#ledger");
}

void TestHelp::keyOpensThePageAtHand()
{
    openWindow();
    QFETCH(QString, name);
    QFETCH(QString, topic);
    auto* widget = find<QWidget>(name);
    widget->setFocus(Qt::OtherFocusReason);
    QTest::keyClick(widget, Qt::Key_F1);
    QCOMPARE(HelpWindow::open().topic(), topic);

    // The widget under the pointer is nearer than the one with the focus, until the next key.
    auto* other = find<QWidget>("layout.tensor");
    QEnterEvent enter(QPointF(2, 2), QPointF(2, 2), QPointF(2, 2));
    QCoreApplication::sendEvent(other, &enter);
    QTest::keyClick(widget, Qt::Key_F1);
    QCOMPARE(HelpWindow::open().topic(), QStringLiteral("parallelism#tensor"));
    QTest::keyClick(widget, Qt::Key_Shift);
    QTest::keyClick(widget, Qt::Key_F1);
    QCOMPARE(HelpWindow::open().topic(), topic);
}

void TestHelp::menuOpensTheContents()
{
    openWindow();
    find<QWidget>("pinned.zero.field")->setFocus(Qt::OtherFocusReason);
    trigger("help.contents");
    QCOMPARE(HelpWindow::open().topic(), QStringLiteral("index"));
}

void TestHelp::whatsThisTellsTheTopic()
{
    openWindow();
    auto* widget = find<QWidget>("layout.pipeline");
    QHelpEvent query(QEvent::QueryWhatsThis, {}, {});
    query.ignore();
    QVERIFY(QCoreApplication::sendEvent(widget, &query));
    QVERIFY(query.isAccepted());
    QHelpEvent asked(QEvent::WhatsThis, {4, 4}, widget->mapToGlobal(QPoint(4, 4)));
    QVERIFY(QCoreApplication::sendEvent(widget, &asked));
    const auto shown = QApplication::topLevelWidgets();
    QVERIFY(std::ranges::any_of(shown, [](const QWidget* each) {
        return each->inherits("QWhatsThat") && each->isVisible();
    }));
    QWhatsThis::hideText();
    QWhatsThisClickedEvent clicked(QStringLiteral("parallelism#pipeline"));
    QVERIFY(QCoreApplication::sendEvent(widget, &clicked));
    QCOMPARE(HelpWindow::open().topic(), QStringLiteral("parallelism#pipeline"));
}

void TestHelp::shortcutsAreThoseOfTheActions()
{
    openWindow();
    trigger("help.shortcuts");
    auto* dialog = find<QDialog>("shortcuts");
    const auto* list = childNamed<QTreeWidget>(dialog, QStringLiteral("shortcuts.list"));
    QStringList listed, lines;
    for (int group = 0; group < list->topLevelItemCount(); ++group) {
        const QTreeWidgetItem* top = list->topLevelItem(group);
        QVERIFY(top->childCount() > 0);
        for (int row = 0; row < top->childCount(); ++row) {
            QVERIFY(!top->child(row)->text(0).contains(QLatin1Char('&')));
            const QString line = top->child(row)->text(0) + u'\t' + top->child(row)->text(1);
            QVERIFY2(!lines.contains(line), qPrintable(line)); // said once
            lines << line;
            const int name = list->fontMetrics().horizontalAdvance(top->child(row)->text(0));
            QVERIFY2(name + list->indentation() <= list->columnWidth(0), qPrintable(line));
            listed << top->child(row)->text(1);
        }
    }
    QSet<QString> wanted;
    for (const QAction* action : m_window->findChildren<QAction*>())
        if (!action->text().isEmpty() && !action->shortcut().isEmpty())
            wanted.insert(
                QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText));
    QVERIFY(wanted.size() >= 15);
    for (const QKeySequence keys : {Qt::Key_Left, Qt::Key_PageUp, Qt::Key_Escape, Qt::Key_Return})
        QVERIFY2(listed.join(u'\n').contains(keys.toString(QKeySequence::NativeText)),
                 qPrintable(keys.toString()));
    for (const QString& keys : wanted)
        QVERIFY2(listed.contains(keys), qPrintable(keys));
    delete dialog;
}

void TestHelp::aboutTellsVersions()
{
    openWindow();
    trigger("help.about");
    auto* dialog = find<QDialog>("about");
    const QString text = childNamed<QLabel>(dialog, QStringLiteral("about.text"))->text();
    for (const QString& part : {QString::fromLatin1(qVersion()), QStringLiteral(QT_VERSION_STR),
                                QStringLiteral("GPL-3.0-or-later"), QStringLiteral("MIT")})
        QVERIFY2(text.contains(part), qPrintable(part));
    childNamed<QAbstractButton>(dialog, QStringLiteral("about.copy"))->click();
    const QString copied = QGuiApplication::clipboard()->text();
    QCOMPARE(copied, debugInfo());
    QVERIFY(copied.startsWith(QStringLiteral("Highwater ")));
    QVERIFY(!copied.contains(QDir::homePath()));
    delete dialog;
}

} // namespace highwater

QTEST_MAIN(highwater::TestHelp)
#include "test_help.moc"
