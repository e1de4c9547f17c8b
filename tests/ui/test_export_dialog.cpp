// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/csv_rows.h"
#include "ui/base/file_dialogs.h"
#include "ui/base/language.h"
#include "ui/base/number_field.h"
#include "ui/base/theme.h"
#include "ui/base/words.h"
#include "ui/document/document.h"
#include "ui/export/export_actions.h"
#include "ui/export/export_dialog.h"
#include "ui/export/export_preview.h"
#include "ui/export/figure_clipboard.h"
#include "ui/export/figure_print.h"
#include "window_fixture.h"

#include "core/methods/method.h"
#include "core/plan/keys.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPrinter>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QSettings>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace highwater;

namespace {

/// The words into which a shell would split a command.
QStringList shellWords(const QString& command)
{
    QStringList words;
    QString word;
    bool quoted = false, any = false;
    for (qsizetype i = 0; i < command.size(); ++i) {
        const QChar letter = command.at(i);
        if (letter == u'\'') {
            quoted = !quoted;
            any = true;
        } else if (!quoted && letter == u'\\' && i + 1 < command.size()) {
            word += command.at(++i);
            any = true;
        } else if (!quoted && letter == u' ') {
            if (any)
                words << word;
            word.clear();
            any = false;
        } else {
            word += letter;
            any = true;
        }
    }
    if (any)
        words << word;
    return words;
}

/// The options of a command, read by the values that the program documents for `chart`.
ExportOptions readBack(const QString& command, ExportTarget target, QString& plan)
{
    QStringList words = shellWords(command);
    ExportOptions options;
    options.target = target;
    plan.clear();
    if (words.mid(0, 2) != QStringList{QStringLiteral("highwater"), QStringLiteral("chart")})
        return options;
    words = words.mid(2);
    while (!words.isEmpty()) {
        const QString word = words.takeFirst();
        if (!word.startsWith(u'-')) {
            plan = word;
            continue;
        }
        if (word == QLatin1String("--no-title")) {
            options.showTitle = false;
            continue;
        }
        if (word == QLatin1String("--legend")) {
            options.legend = true;
            continue;
        }
        if (word == QLatin1String("--transparent")) {
            options.backdrop = Backdrop::Transparent;
            continue;
        }
        const QString value = words.isEmpty() ? QString() : words.takeFirst();
        if (word == QLatin1String("--figure"))
            options.figure = value.toStdString();
        else if (word == QLatin1String("--size"))
            options.size
                = {value.section(u'x', 0, 0).toDouble(), value.section(u'x', 1, 1).toDouble()};
        else if (word == QLatin1String("--lang"))
            options.language = value.toStdString();
        else if (word == QLatin1String("--theme") && value == QLatin1String("dark"))
            options.backdrop = Backdrop::Dark;
        else if (word == QLatin1String("--theme") && value == QLatin1String("print"))
            options.colours = ExportColours::PrintGrey;
        else if (word == QLatin1String("--theme") && value == QLatin1String("lecture"))
            options.colours = ExportColours::Lecture;
        else if (word == QLatin1String("--unit") && value == QLatin1String("GB"))
            options.unit = MemoryUnit::GB;
        else if (word == QLatin1String("--title"))
            options.title = value.toStdString();
        else if (word != QLatin1String("-o") && word != QLatin1String("--set"))
            options.title = "unknown word " + word.toStdString();
    }
    return options;
}

} // namespace

/// The dialog, used by the names of its controls.
class TestExportDialog : public WidgetFixture
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void partsByTarget_data();
    void partsByTarget();
    void figuresToChoose();
    void sizes();
    void emptiedSizeComesBack();
    void oddSizesAreRefused_data();
    void oddSizesAreRefused();
    void whatIsTypedCounts();
    void eachOptionIsSeen();
    void transparentShowsThrough();
    void previewHasTrueProportion();
    void titleIsThatOfTheFigure();
    void csvPreviewIsTheFile();
    void impossibleIsSaidAndNotExported();
    void resetsToDefaults();
    void choicesAreKeptByTarget();
    void brokenSettingsAreDefaults();
    void commandReadsBack();
    void commandTellsAnUnsavedPlan();
    void commandQuotesThePlan();
    void writesTheFile_data();
    void writesTheFile();
    void cancelledFileDialogStays();
    void failureStaysAndSaysWhy_data();
    void failureStaysAndSaysWhy();
    void nextFileFollows();
    void csvWithTheLedger();
    void clipboardHasEveryForm();
    void tabbedRows();
    void printsOnePage();
    void menuOfTheWindow();
    void fits_data();
    void fits();
    void namedForThoseWhoDoNotSee();

private:
    std::unique_ptr<ExportDialog> dialog(ExportTarget target = ExportTarget::PowerPoint,
                                         const QString& planFile = {}) const;
    template <class T> static T* find(const QWidget& in, const char* name)
    {
        return childNamed<T>(&in, QString::fromLatin1(name));
    }
    static void choose(ExportDialog& dialog, ExportTarget target)
    {
        find<QListWidget>(dialog, "export.targets")->setCurrentRow(static_cast<int>(target));
        QCoreApplication::processEvents();
    }
    static void choose(ExportDialog& dialog, const char* combo, const QVariant& data)
    {
        auto* box = find<QComboBox>(dialog, combo);
        const int index = box->findData(data);
        QVERIFY2(index >= 0, combo);
        box->setCurrentIndex(index);
        emit box->activated(index);
        QCoreApplication::processEvents();
    }
    static void choosePreset(ExportDialog& dialog, int index)
    {
        auto* box = find<QComboBox>(dialog, "export.preset");
        box->setCurrentIndex(index);
        emit box->activated(index);
        QCoreApplication::processEvents();
    }
    static void click(ExportDialog& dialog, const char* button)
    {
        find<QAbstractButton>(dialog, button)->click();
        QCoreApplication::processEvents();
    }
    static void type(ExportDialog& dialog, const char* field, const QString& text)
    {
        auto* into = find<NumberField>(dialog, field);
        into->setFocus();
        into->selectAll();
        QTest::keyClicks(into, text);
        QTest::keyClick(into, Qt::Key_Return);
        QCoreApplication::processEvents();
    }
    static const Scene& scene(const ExportDialog& dialog)
    {
        return find<ExportPreview>(dialog, "export.preview")->scene();
    }
    static QString message(const ExportDialog& dialog)
    {
        const auto* bar = find<QFrame>(dialog, "export.messages");
        return bar->isHidden() ? QString() : find<QLabel>(*bar, "message.text")->text();
    }
    static QString command(const ExportDialog& dialog)
    {
        return find<QLineEdit>(dialog, "export.command")->text();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_answer; ///< where to export to
    QString m_wanted; ///< the name or path that was proposed
    int m_asked = 0;
};

void TestExportDialog::initTestCase()
{
    WidgetFixture::initTestCase();
    fileDialogs().exportTo = [this](QWidget*, const QString& name, const QString& suffix) {
        ++m_asked;
        m_wanted = name;
        return name.endsWith(u'.' + suffix) ? m_answer : QString();
    };
}

void TestExportDialog::init()
{
    WidgetFixture::init();
    speak(QStringLiteral("en"));
    QApplication::setPalette(lightTheme().palette());
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_answer.clear();
    m_asked = 0;
}

void TestExportDialog::cleanup()
{
    speak(QStringLiteral("en"));
}

std::unique_ptr<ExportDialog> TestExportDialog::dialog(ExportTarget target,
                                                       const QString& planFile) const
{
    auto made = std::make_unique<ExportDialog>(ShownFigure{}, firstPlan(), planFile);
    made->show();
    choose(*made, target);
    return made;
}

void TestExportDialog::partsByTarget_data()
{
    QTest::addColumn<int>("target");
    QTest::addColumn<QStringList>("hidden");
    const auto row = [](const char* name, ExportTarget target, const char* hidden) {
        QTest::newRow(name) << static_cast<int>(target)
                            << QString::fromLatin1(hidden).split(u' ', Qt::SkipEmptyParts);
    };
    row("a slide is not transparent", ExportTarget::PowerPoint, "scale transparent");
    row("SVG has no resolution", ExportTarget::Svg, "scale notes ledger");
    row("PNG", ExportTarget::Png, "notes ledger");
    row("paper is not transparent", ExportTarget::Pdf, "scale transparent notes ledger");
    row("numbers have no look", ExportTarget::Csv,
        "preset width height unit scale font smallest white transparent dark colours title "
        "showTitle limit legend labels notes");
    row("clipboard", ExportTarget::Clipboard, "scale notes ledger command");
}

void TestExportDialog::partsByTarget()
{
    QFETCH(int, target);
    QFETCH(QStringList, hidden);
    const auto shown = dialog(static_cast<ExportTarget>(target));
    for (const char* part : {"figure",   "preset",    "width",   "height",      "unit",   "scale",
                             "font",     "smallest",  "white",   "transparent", "dark",   "colours",
                             "language", "showTitle", "title",   "limit",       "legend", "labels",
                             "notes",    "ledger",    "command", "reset",       "cancel", "go"}) {
        const auto* widget
            = find<QWidget>(*shown, qPrintable(QStringLiteral("export.") + QLatin1String(part)));
        QVERIFY2(widget->isVisible() != hidden.contains(QLatin1String(part)), part);
    }
    QCOMPARE(find<QTableWidget>(*shown, "export.table")->isVisible(),
             target == static_cast<int>(ExportTarget::Csv));
    QCOMPARE(find<QComboBox>(*shown, "export.colours")
                     ->findData(static_cast<int>(ExportColours::SlideTheme))
                 >= 0,
             target == static_cast<int>(ExportTarget::PowerPoint));
}

void TestExportDialog::figuresToChoose()
{
    const auto shown = dialog();
    const auto* box = find<QComboBox>(*shown, "export.figure");
    QCOMPARE(box->count(), static_cast<int>(figureNames.size()));
    std::set<QString> labels;
    for (const std::string_view name : figureNames) {
        choose(*shown, "export.figure", QString::fromUtf8(name.data(), qsizetype(name.size())));
        QCOMPARE(shown->options().figure, std::string(name));
        QVERIFY2(!scene(*shown).plots.empty(), std::string(name).c_str());
        labels.insert(box->currentText());
    }
    QCOMPARE(labels.size(), figureNames.size());
    choose(*shown, ExportTarget::Png); // the figure is chosen for all targets
    QCOMPARE(shown->options().figure, std::string(figureNames.back()));
}

void TestExportDialog::sizes()
{
    const auto shown = dialog();
    QCOMPARE(shown->options().size, (PictureSize{1280, 720})); // 13.33 x 7.5 in at 96 to the inch
    choosePreset(*shown, 2);
    QCOMPARE(shown->options().size, (PictureSize{960, 720})); // 10 x 7.5 in
    QCOMPARE(scene(*shown).width, 960.0);
    type(*shown, "export.width", QStringLiteral("5 in"));
    QCOMPARE(shown->options().size, (PictureSize{480, 720}));
    type(*shown, "export.height", QStringLiteral("12.7 cm"));
    QCOMPARE(shown->options().size, (PictureSize{480, 480}));
    QCOMPARE(find<NumberField>(*shown, "export.height")->text(), QStringLiteral("480 px"));
    choose(*shown, "export.unit", QStringLiteral("in"));
    QCOMPARE(find<NumberField>(*shown, "export.height")->text(), QStringLiteral("5.00 in"));
    QCOMPARE(find<QComboBox>(*shown, "export.preset")->currentText(), QStringLiteral("Custom"));
    type(*shown, "export.width", QStringLiteral("13.33"));
    type(*shown, "export.height", QStringLiteral("7.5"));
    QCOMPARE(find<QComboBox>(*shown, "export.preset")->currentIndex(), 0);

    // One unit for all targets, and for the next dialog.
    choose(*shown, ExportTarget::Png);
    QCOMPARE(shown->options().size, (PictureSize{1920, 1080}));
    QCOMPARE(find<NumberField>(*shown, "export.width")->text(), QStringLiteral("20.00 in"));
    choose(*shown, "export.unit", QStringLiteral("cm"));
    QCOMPARE(find<QComboBox>(*dialog(), "export.unit")->currentText(), QStringLiteral("cm"));
    choose(*shown, "export.scale", 2);
    QVERIFY(find<QLabel>(*shown, "export.line")->text().contains(QStringLiteral("3,840 × 2,160")));
    choose(*shown, ExportTarget::Pdf);
    QCOMPARE(find<NumberField>(*shown, "export.height")->text(), QStringLiteral("19.05 cm"));
}

void TestExportDialog::emptiedSizeComesBack()
{
    const auto shown = dialog();
    auto* field = find<NumberField>(*shown, "export.width");
    const QString before = field->text();
    field->selectAll();
    QTest::keyClick(field, Qt::Key_Delete);
    QVERIFY(field->text().isEmpty());
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(field->text(), before);
    QCOMPARE(shown->options().size, (PictureSize{1280, 720}));
}

void TestExportDialog::oddSizesAreRefused_data()
{
    QTest::addColumn<QString>("typed");
    for (const char* typed :
         {"0", "-3", "5377", "57 in", "1e9", "nan", "inf", "wide", "3 km", "0x10"})
        QTest::newRow(typed) << QString::fromLatin1(typed);
}

void TestExportDialog::oddSizesAreRefused()
{
    QFETCH(QString, typed);
    m_answer = m_folder->filePath(QStringLiteral("x.pptx"));
    const auto shown = dialog();
    auto* field = find<NumberField>(*shown, "export.width");
    field->selectAll();
    QTest::keyClick(field, Qt::Key_Delete);
    type(*shown, "export.width", typed);
    QCOMPARE(shown->options().size, (PictureSize{1280, 720}));
    const auto labels = shown->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->isVisible() && label->text() == QStringLiteral("From 96 to 5,376 px");
    }));
    click(*shown, "export.go");
    QVERIFY(shown->isVisible());
    QCOMPARE(m_asked, 0);
    QTest::keyClick(field, Qt::Key_Escape); // the text, not the dialog
    QVERIFY(shown->isVisible());
    QCOMPARE(field->text(), QStringLiteral("1,280 px"));
    click(*shown, "export.go");
    QCOMPARE(m_asked, 1);
}

void TestExportDialog::whatIsTypedCounts()
{
    m_answer = m_folder->filePath(QStringLiteral("x.svg"));
    const auto shown = dialog(ExportTarget::Svg);
    auto* field = find<NumberField>(*shown, "export.width");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("1000"));
    click(*shown, "export.go");
    QFile file(m_answer);
    QVERIFY(file.open(QFile::ReadOnly));
    QVERIFY(file.read(400).contains("width=\"1000\""));
}

void TestExportDialog::eachOptionIsSeen()
{
    const auto shown = dialog(ExportTarget::Png);
    Scene before = scene(*shown);
    const auto changed = [&](const char* what) {
        QVERIFY2(!(scene(*shown) == before), what);
        before = scene(*shown);
    };
    type(*shown, "export.font", QStringLiteral("24"));
    QCOMPARE(shown->options().fontPoints, 24.0);
    QVERIFY(find<QLabel>(*shown, "export.smallest")->text().contains(QStringLiteral("24")));
    changed("font");
    click(*shown, "export.dark");
    QCOMPARE(shown->options().backdrop, Backdrop::Dark);
    changed("dark");
    choose(*shown, "export.colours", static_cast<int>(ExportColours::PrintGrey));
    QCOMPARE(shown->options().colours, ExportColours::PrintGrey);
    changed("colours");
    choose(*shown, "export.language", QStringLiteral("zh_CN"));
    QCOMPARE(shown->options().language, "zh_CN");
    changed("language");
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, bool ExportOptions::*>>{
             {"export.showTitle", &ExportOptions::showTitle},
             {"export.limit", &ExportOptions::limitLine},
             {"export.labels", &ExportOptions::bandLabels},
             {"export.legend", &ExportOptions::legend}}) {
        const bool old = shown->options().*value;
        click(*shown, name);
        QCOMPARE(shown->options().*value, !old);
        if (value != &ExportOptions::legend) // there is one already, in place of the labels
            changed(name);
    }
    choose(*shown, ExportTarget::PowerPoint);
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, bool ExportOptions::*>>{
             {"export.notes", &ExportOptions::notes}, {"export.ledger", &ExportOptions::ledger}}) {
        const bool old = shown->options().*value;
        click(*shown, name);
        QCOMPARE(shown->options().*value, !old);
    }
    QVERIFY(find<QLabel>(*shown, "export.line")->text().contains(QStringLiteral("ledger")));
}

void TestExportDialog::transparentShowsThrough()
{
    const auto shown = dialog(ExportTarget::Svg);
    auto* preview = find<ExportPreview>(*shown, "export.preview");
    const auto colours = [&] {
        const QImage image = preview->grab().toImage();
        const QRect corner(preview->sheet().topLeft().toPoint() + QPoint(2, 2), QSize(16, 1));
        std::set<QRgb> found;
        for (int x = corner.left(); x <= corner.right(); ++x)
            found.insert(image.pixel(x, corner.top()));
        return found.size();
    };
    QCOMPARE(colours(), std::size_t{1});
    click(*shown, "export.transparent");
    QVERIFY(!preview->scene().background);
    QCOMPARE(colours(), std::size_t{2});
}

void TestExportDialog::previewHasTrueProportion()
{
    const auto shown = dialog(ExportTarget::Svg);
    auto* preview = find<ExportPreview>(*shown, "export.preview");
    for (const char* side : {"600", "2000"}) {
        type(*shown, "export.height", QString::fromLatin1(side));
        const QRectF sheet = preview->sheet();
        QVERIFY(QRectF(preview->rect()).contains(sheet));
        QVERIFY(
            std::abs(sheet.width() / sheet.height() - 1280 / QString::fromLatin1(side).toDouble())
            < 0.01);
        QVERIFY(find<QLabel>(*shown, "export.line")->y() > sheet.bottom());
    }
}

void TestExportDialog::titleIsThatOfTheFigure()
{
    const auto shown = dialog();
    auto* title = find<QLineEdit>(*shown, "export.title");
    QCOMPARE(title->placeholderText(), QString::fromStdString(scene(*shown).title));
    QTest::keyClicks(title, QStringLiteral("My \t own"));
    QCoreApplication::processEvents();
    QCOMPARE(shown->options().title, "My own");
    QCOMPARE(scene(*shown).title, std::string("My own"));
    choose(*shown, ExportTarget::Pdf);
    QCOMPARE(scene(*shown).title, std::string("My own"));
    click(*shown, "export.showTitle");
    QVERIFY(!title->isEnabled());
}

void TestExportDialog::csvPreviewIsTheFile()
{
    const auto shown = dialog(ExportTarget::Csv);
    const auto bytes = exported(shown->options(), firstPlan());
    QVERIFY(bytes);
    const auto rows = csvRows(*bytes);
    const auto* table = find<QTableWidget>(*shown, "export.table");
    QCOMPARE(table->rowCount(), static_cast<int>(rows.size()) - 1);
    QCOMPARE(table->columnCount(), static_cast<int>(rows.front().size()));
    QCOMPARE(table->horizontalHeaderItem(1)->text(), rows.front().at(1));
    QCOMPARE(table->item(table->rowCount() - 1, table->columnCount() - 1)->text(),
             rows.back().last());
    const QString before = table->horizontalHeaderItem(0)->text();
    choose(*shown, "export.language", QStringLiteral("zh_CN"));
    QVERIFY(table->horizontalHeaderItem(0)->text() != before);
}

void TestExportDialog::impossibleIsSaidAndNotExported()
{
    const auto shown = dialog(ExportTarget::Svg);
    type(*shown, "export.width", QStringLiteral("100"));
    const auto* preview = find<ExportPreview>(*shown, "export.preview");
    QVERIFY(preview->sheet().isEmpty());
    QVERIFY2(preview->accessibleName().startsWith(QStringLiteral("Size: ")),
             qPrintable(preview->accessibleName()));
    QVERIFY(!find<QPushButton>(*shown, "export.go")->isEnabled());
    choosePreset(*shown, 0);
    QVERIFY(find<QPushButton>(*shown, "export.go")->isEnabled());

    choose(*shown, ExportTarget::Png); // 16,384 pixels are the most
    type(*shown, "export.width", QStringLiteral("9000"));
    choose(*shown, "export.scale", 2);
    QVERIFY(!find<QPushButton>(*shown, "export.go")->isEnabled());

    Plan broken = firstPlan();
    broken.layout.tensor = 3;
    ExportDialog none(ShownFigure{}, broken, {});
    none.show();
    QVERIFY(!find<QPushButton>(none, "export.go")->isEnabled());
    QVERIFY(!find<ExportPreview>(none, "export.preview")->accessibleName().isEmpty());
}

void TestExportDialog::resetsToDefaults()
{
    const auto shown = dialog(ExportTarget::Png);
    const ExportOptions before = shown->options();
    click(*shown, "export.dark");
    click(*shown, "export.limit");
    choosePreset(*shown, 3);
    type(*shown, "export.font", QStringLiteral("9"));
    choose(*shown, "export.figure", QStringLiteral("zero"));
    QTest::keyClicks(find<QLineEdit>(*shown, "export.title"), QStringLiteral("x"));
    QVERIFY(!(shown->options() == before));
    click(*shown, "export.reset");
    QVERIFY(shown->options() == before);
    QVERIFY(find<QRadioButton>(*shown, "export.white")->isChecked());
    QVERIFY(find<QLineEdit>(*shown, "export.title")->text().isEmpty());
}

void TestExportDialog::choicesAreKeptByTarget()
{
    m_answer = m_folder->filePath(QStringLiteral("x.svg"));
    {
        const auto first = dialog(ExportTarget::Svg);
        click(*first, "export.transparent");
        click(*first, "export.limit");
        type(*first, "export.font", QStringLiteral("10.5"));
        choose(*first, "export.language", QStringLiteral("zh_CN"));
        QTest::keyClicks(find<QLineEdit>(*first, "export.title"), QStringLiteral("Once"));
        click(*first, "export.go");
        QVERIFY(first->isVisible()); // for the next file
    }
    ExportDialog again(ShownFigure{.name = "zero", .context = {}, .unit = MemoryUnit::GB},
                       firstPlan(), {});
    QCOMPARE(again.options().target, ExportTarget::Svg);
    QCOMPARE(again.options().backdrop, Backdrop::Transparent);
    QCOMPARE(again.options().limitLine, false);
    QCOMPARE(again.options().fontPoints, 10.5);
    QCOMPARE(again.options().language, "zh_CN");
    QCOMPARE(again.options().title, ""); // it is of one figure
    QCOMPARE(again.options().figure, std::string("zero"));
    QCOMPARE(again.options().unit, MemoryUnit::GB);
    again.show();
    choose(again, ExportTarget::Png);
    QCOMPARE(again.options().backdrop, Backdrop::White);

    // Choices of a dialog that exported nothing are not kept.
    click(again, "export.dark");
    again.reject();
    QCOMPARE(keptOptions(ExportTarget::Png).backdrop, Backdrop::White);
}

void TestExportDialog::brokenSettingsAreDefaults()
{
    for (const ExportTarget target : exportTargets) {
        keepOptions(defaultOptions(target));
        QVERIFY(keptOptions(target) == defaultOptions(target));
    }
    QSettings settings;
    const ExportOptions fresh = defaultOptions(ExportTarget::Pdf);
    for (const char* key :
         {"scale", "width", "height", "font", "background", "colours", "language"})
        for (const char* value : {"", "-1", "1e300", "nan", "plenty"}) {
            settings.setValue(QStringLiteral("export/pdf/") + QLatin1String(key),
                              QLatin1String(value));
            QVERIFY2(keptOptions(ExportTarget::Pdf) == fresh, key);
        }
    settings.setValue(QStringLiteral("export/pdf/background"), QStringLiteral("transparent"));
    settings.setValue(QStringLiteral("export/pdf/colours"), QStringLiteral("theme"));
    QVERIFY(keptOptions(ExportTarget::Pdf) == fresh);
    settings.setValue(QStringLiteral("export/target"), 99);
    ExportDialog dialog(ShownFigure{}, firstPlan(), {});
    QVERIFY(hasPart(dialog.options().target, ExportPart::Size) || !dialog.options().figure.empty());
}

void TestExportDialog::commandReadsBack()
{
    const auto shown = dialog();
    const auto* label = find<QLabel>(*shown, "export.commandLabel");
    const auto same = [label] { return label->text().startsWith(QStringLiteral("Same")); };
    QString plan;
    for (const ExportTarget target : exportTargets) {
        if (target == ExportTarget::Clipboard)
            continue;
        choose(*shown, target);
        choose(*shown, "export.figure", QStringLiteral("sizes"));
        choose(*shown, "export.language", QStringLiteral("zh_CN"));
        const bool picture = hasPart(target, ExportPart::Backdrop);
        if (picture)
            click(*shown, "export.dark");
        if (hasPart(target, ExportPart::Legend))
            click(*shown, "export.legend");
        if (target == ExportTarget::PowerPoint)
            QTest::keyClicks(find<QLineEdit>(*shown, "export.title"), QStringLiteral("It's mine"));
        QCoreApplication::processEvents();
        ExportOptions read = readBack(command(*shown), target, plan);
        QVERIFY(plan.isEmpty());
        QVERIFY2(same(), qPrintable(command(*shown)));
        QCOMPARE(read.figure, shown->options().figure);
        QCOMPARE(read.language, shown->options().language);
        QVERIFY(
            command(*shown).contains(QStringLiteral("-o sizes.") + toQString(suffixOf(target))));
        if (!hasPart(target, ExportPart::Size))
            continue;
        QCOMPARE(read.title, shown->options().title);
        QCOMPARE(read.size, shown->options().size);
        QVERIFY(read.legend);
        QCOMPARE(read.backdrop, shown->options().backdrop);
        if (picture) {
            click(*shown, "export.white");
            choose(*shown, "export.colours", static_cast<int>(ExportColours::PrintGrey));
            QCOMPARE(readBack(command(*shown), target, plan).colours, ExportColours::PrintGrey);
            click(*shown, "export.showTitle");
            QVERIFY(!readBack(command(*shown), target, plan).showTitle);
        }
        // A choice that the command line cannot state is named as missing.
        click(*shown, "export.limit");
        QVERIFY(!same());
        click(*shown, "export.limit");
        QVERIFY(same());
        type(*shown, "export.font", QStringLiteral("17"));
        QVERIFY(!same());
    }
    choose(*shown, ExportTarget::Svg);
    click(*shown, "export.reset");
    click(*shown, "export.transparent");
    QVERIFY(same());
    QCOMPARE(readBack(command(*shown), ExportTarget::Svg, plan).backdrop, Backdrop::Transparent);
}

void TestExportDialog::commandTellsAnUnsavedPlan()
{
    Plan plan = firstPlan();
    plan.workload.context = 4096;
    plan.recipe.precision = Precision::Fp32;
    const ExportOptions options = defaultOptions(ExportTarget::Svg);
    const ChartCommand told = chartCommand(options, plan, {});
    QVERIFY(told.same);
    Plan read;
    read.name = plan.name;
    const QStringList words = shellWords(told.text);
    for (qsizetype i = 0; i + 1 < words.size(); ++i)
        if (words.at(i) == QLatin1String("--set")) {
            const auto key = findKeyPath(words.at(i + 1).section(u'=', 0, 0).toStdString());
            QVERIFY(key);
            const auto value = parsed(keyOf(*key), words.at(i + 1).section(u'=', 1).toStdString());
            QVERIFY(value && assign(read, *key, *value).empty());
        }
    QVERIFY(read == plan);
    QVERIFY(!chartCommand(options, plan, QStringLiteral("a.hwplan"))
                 .text.contains(QStringLiteral("--set")));
    ExportOptions lecture = options;
    lecture.figure = "lecture-zero"; // it does not depend on the plan
    QVERIFY(!chartCommand(lecture, plan, {}).text.contains(QStringLiteral("--set")));
}

void TestExportDialog::commandQuotesThePlan()
{
    const QString path = QStringLiteral("/tmp/it's \"my\" $plan.hwplan");
    const auto shown = dialog(ExportTarget::Svg, path);
    QString plan;
    readBack(command(*shown), ExportTarget::Svg, plan);
    QCOMPARE(plan, path);
    QVERIFY(find<QLineEdit>(*shown, "export.command")->isReadOnly());
}

void TestExportDialog::writesTheFile_data()
{
    QTest::addColumn<int>("target");
    QTest::addColumn<QByteArray>("start");
    const auto row = [](const char* name, ExportTarget target, const char* start) {
        QTest::newRow(name) << static_cast<int>(target) << QByteArray(start);
    };
    row("PowerPoint", ExportTarget::PowerPoint, "PK");
    row("SVG", ExportTarget::Svg, "<");
    row("PNG", ExportTarget::Png, "\x89PNG");
    row("PDF", ExportTarget::Pdf, "");
    row("CSV", ExportTarget::Csv, "");
}

void TestExportDialog::writesTheFile()
{
    QFETCH(int, target);
    QFETCH(QByteArray, start);
    const auto chosen = static_cast<ExportTarget>(target);
    m_answer = m_folder->filePath(QStringLiteral("figure.") + toQString(suffixOf(chosen)));
    const auto shown = dialog(chosen);
    const auto bytes = exported(shown->options(), firstPlan());
    QVERIFY(bytes);
    QSignalSpy written(shown.get(), &ExportDialog::written);
    click(*shown, "export.go");
    QVERIFY2(message(*shown).contains(QStringLiteral("figure.")), qPrintable(message(*shown)));
    QVERIFY(shown->isVisible());
    QCOMPARE(written.count(), 1);
    QFile file(m_answer);
    QVERIFY(file.open(QFile::ReadOnly));
    const QByteArray found = file.readAll();
    QVERIFY(found.startsWith(start));
    QCOMPARE(found, *bytes);
}

void TestExportDialog::cancelledFileDialogStays()
{
    const auto shown = dialog();
    click(*shown, "export.go");
    QCOMPARE(m_asked, 1);
    QVERIFY(shown->isVisible());
    QCOMPARE(message(*shown), QString());
}

void TestExportDialog::failureStaysAndSaysWhy_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("says");
    QTest::newRow("no folder") << QStringLiteral("gone/x.pptx") << QStringLiteral("not there");
    QTest::newRow("a folder") << QStringLiteral(".") << QStringLiteral("folder");
}

void TestExportDialog::failureStaysAndSaysWhy()
{
    QFETCH(QString, path);
    QFETCH(QString, says);
    m_answer = m_folder->path() + u'/' + path;
    const auto shown = dialog();
    click(*shown, "export.go");
    QVERIFY(shown->isVisible());
    QVERIFY2(message(*shown).contains(says), qPrintable(message(*shown)));
    QVERIFY(!message(*shown).contains(QStringLiteral("Save as")));
    click(*shown, "export.limit"); // the message was about another try
    QCOMPARE(message(*shown), QString());
    m_answer = m_folder->filePath(QStringLiteral("x.pptx"));
    click(*shown, "export.go");
    QVERIFY(message(*shown).contains(QStringLiteral("x.pptx")));
    QVERIFY(QFile::exists(m_answer));
}

void TestExportDialog::nextFileFollows()
{
    const auto shown = dialog(ExportTarget::Svg);
    m_answer = m_folder->filePath(QStringLiteral("one.svg"));
    click(*shown, "export.go");
    QCOMPARE(m_wanted,
             QStringLiteral("Llama 8B on 8 x H100 - Context.svg")); // the plan and the figure
    choose(*shown, "export.figure", QStringLiteral("lecture-zero"));
    QCOMPARE(message(*shown), QString()); // it was about the file before
    QDir(m_folder->path()).mkdir(QStringLiteral("zero"));
    m_answer = m_folder->filePath(QStringLiteral("zero/two.svg"));
    click(*shown, "export.go");
    QCOMPARE(m_wanted, QStringLiteral("Lecture ZeRO stages.svg"));
    choose(*shown, ExportTarget::Png);
    m_answer = m_folder->filePath(QStringLiteral("zero/three.png"));
    click(*shown, "export.go");
    for (const char* name : {"one.svg", "zero/two.svg", "zero/three.png"})
        QVERIFY2(QFile::exists(m_folder->filePath(QLatin1String(name))), name);

    // Each figure has its own folder and format in the next dialog.
    m_answer.clear();
    const auto next = [&](const char* figure, ExportTarget target, const char* folder) {
        ShownFigure front;
        front.name = figure;
        ExportDialog again(front, firstPlan(), {});
        again.show();
        QCOMPARE(again.options().target, target);
        click(again, "export.go");
        QCOMPARE(QFileInfo(m_wanted).absolutePath(),
                 QFileInfo(m_folder->filePath(QLatin1String(folder))).absoluteFilePath());
    };
    next("context", ExportTarget::Svg, ".");
    next("lecture-zero", ExportTarget::Png, "zero");
}

void TestExportDialog::csvWithTheLedger()
{
    const auto shown = dialog(ExportTarget::Csv);
    const auto rowsOf = [&] { return csvRows(*exported(shown->options(), firstPlan())); };
    const auto plain = rowsOf();
    // bytes, and the same in the unit
    const QStringList heads = plain.front();
    const auto bytes = heads.indexOf(QStringLiteral("Total (bytes)"));
    const auto gib = heads.indexOf(QStringLiteral("Total (GiB)"));
    QVERIFY(bytes > 0 && gib > bytes);
    for (std::size_t row = 1; row < plain.size(); ++row)
        QVERIFY(std::abs(plain[row][gib].toDouble() * 1073741824 - plain[row][bytes].toDouble())
                < 1000);
    click(*shown, "export.ledger");
    const auto both = rowsOf();
    QVERIFY(both.size() > plain.size() + 10);
    const auto found = estimate(firstPlan(), builtinCatalog());
    QVERIFY(found);
    QCOMPARE(both.back().at(8).toLongLong(), found->answer.totals.total);
    qint64 sum = 0;
    for (std::size_t row = plain.size() + 2; row + 1 < both.size(); ++row)
        sum += both[row].at(8).toLongLong();
    QCOMPARE(sum, found->answer.totals.total);
    const auto* table = find<QTableWidget>(*shown, "export.table");
    QCOMPARE(table->rowCount(), static_cast<int>(both.size()) - 1);
    choose(*shown, "export.figure", QStringLiteral("lecture-zero")); // which is not the plan's
    QCOMPARE(rowsOf().size(), csvRows(*exported(shown->options(), Plan())).size());
}

void TestExportDialog::clipboardHasEveryForm()
{
    const auto shown = dialog(ExportTarget::Clipboard);
    QCOMPARE(find<QPushButton>(*shown, "export.go")->text(), QStringLiteral("Cop&y"));
    QSignalSpy copied(shown.get(), &ExportDialog::copied);
    click(*shown, "export.go");
    QCOMPARE(copied.count(), 1);
    QCOMPARE(m_asked, 0);
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    QVERIFY(data);
    QVERIFY(data->hasImage());
    const QImage image = qvariant_cast<QImage>(data->imageData());
    QCOMPARE(image.size(), QSize(2560, 1440));
    QCOMPARE(QImage::fromData(data->data(QStringLiteral("image/png"))).size(), image.size());
    QVERIFY(data->data(QStringLiteral("image/svg+xml")).contains("<svg"));
    const QByteArray table = data->data(QStringLiteral("text/tab-separated-values"));
    QVERIFY(table.contains('\t'));
    QCOMPARE(data->text().toUtf8(), table);
    const auto rows = csvRows(data->data(QStringLiteral("text/csv")));
    QCOMPARE(tabbed(rows).toUtf8(), table);
    QVERIFY(rows.size() > 60);

    const auto numbers = numbersForClipboard(shown->options(), firstPlan());
    QVERIFY(numbers);
    QVERIFY(!(*numbers)->hasImage());
    QCOMPARE((*numbers)->text().toUtf8(), table);
}

void TestExportDialog::tabbedRows()
{
    const auto rows = csvRows("\xEF\xBB\xBF"
                              "a,\"b, \"\"c\"\"\"\r\n1,\"x\ty\nz\"\n,");
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[0], (QStringList{QStringLiteral("a"), QStringLiteral("b, \"c\"")}));
    QCOMPARE(rows[1], (QStringList{QStringLiteral("1"), QStringLiteral("x\ty\nz")}));
    QCOMPARE(rows[2], (QStringList{QString(), QString()}));
    QCOMPARE(tabbed(rows), QStringLiteral("a\tb, \"c\"\n1\tx y z\n\t\n"));
    QVERIFY(csvRows({}).empty());
    QCOMPARE(csvRows("\"open").size(), std::size_t{1});
}

void TestExportDialog::printsOnePage()
{
    ExportOptions options = defaultOptions(ExportTarget::Pdf);
    options.backdrop = Backdrop::Dark; // paper is white all the same
    for (const QPageSize::PageSizeId paper : {QPageSize::A4, QPageSize::A10}) {
        QPrinter printer(QPrinter::HighResolution);
        printer.setOutputFormat(QPrinter::PdfFormat);
        printer.setOutputFileName(m_folder->filePath(QStringLiteral("page.pdf")));
        printer.setPageSize(QPageSize(paper));
        printer.setPageOrientation(QPageLayout::Landscape);
        const auto problem = drawOn(printer, options, firstPlan());
        QVERIFY2(!problem, qPrintable(problem.value_or(QString())));
        QFile file(printer.outputFileName());
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray pdf = file.readAll();
        QVERIFY(pdf.startsWith("%PDF"));
        QCOMPARE(pdf.count("/Type /Page\n"), 1);
    }
    Plan broken = firstPlan();
    broken.layout.tensor = 3;
    QPrinter printer;
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setOutputFileName(m_folder->filePath(QStringLiteral("none.pdf")));
    QVERIFY(drawOn(printer, options, broken).has_value());
    QVERIFY(!QFile::exists(printer.outputFileName()));
}

void TestExportDialog::menuOfTheWindow()
{
    MainWindow window;
    window.show();
    QStringList menus;
    for (const QAction* action : window.menuBar()->actions())
        menus << action->menu()->objectName();
    QCOMPARE(menus.indexOf(QStringLiteral("menu.export")),
             menus.indexOf(QStringLiteral("menu.plan")) + 1);
    const QMenu* menu = find<QMenu>(window, "menu.export");
    QStringList names;
    for (const QAction* action : menu->actions())
        if (!action->isSeparator())
            names << action->objectName();
    QCOMPARE(names,
             (QStringList{QStringLiteral("export.figure"), QStringLiteral("export.deck"),
                          QStringLiteral("export.report"), QStringLiteral("export.config"),
                          QStringLiteral("export.trace"), QStringLiteral("export.copySvg"),
                          QStringLiteral("export.copyNumbers")}));
    // Printing is in the menu where people look for it.
    const QList<QAction*> file = find<QMenu>(window, "menu.file")->actions();
    const auto print = file.indexOf(find<QAction>(window, "export.print"));
    QVERIFY(print > 0);
    QCOMPARE(file.indexOf(find<QAction>(window, "export.printPreview")), print + 1);
    QVERIFY(print < file.indexOf(find<QAction>(window, "file.close")));

    // The tab in front gives the figure.
    for (const auto& [tab, figure] :
         {std::pair(0, "context"), std::pair(8, "lecture-zero"), std::pair(1, "gpus")}) {
        window.findChild<TabsView*>()->bringToFront(tab);
        find<QAction>(window, "export.figure")->trigger();
        auto* shown = window.findChild<ExportDialog*>();
        QVERIFY(shown && shown->isVisible());
        QCOMPARE(shown->options().figure, std::string(figure));
        delete shown;
    }
    window.findChild<TabsView*>()->bringToFront(0);
    QGuiApplication::clipboard()->clear();
    find<QAction>(window, "export.copy")->trigger();
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
    find<QAction>(window, "export.copyNumbers")->trigger();
    QVERIFY(!QGuiApplication::clipboard()->mimeData()->hasImage());
    QVERIFY(QGuiApplication::clipboard()->text().contains(u'\t'));
}

void TestExportDialog::fits_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<bool>("dark");
    for (const char* language : {"en", "zh_CN"})
        for (const bool dark : {false, true})
            QTest::addRow("%s, %s", language, dark ? "dark" : "light")
                << QString::fromLatin1(language) << dark;
}

void TestExportDialog::fits()
{
    QFETCH(QString, language);
    QFETCH(bool, dark);
    speak(language);
    QApplication::setPalette((dark ? darkTheme() : lightTheme()).palette());
    const auto shown = dialog();
    shown->resize(shown->minimumSize());
    QCoreApplication::processEvents();
    QCOMPARE(shown->size(), QSize(900, 560));
    for (const ExportTarget target : exportTargets) {
        choose(*shown, target);
        QCoreApplication::processEvents();
        for (const QWidget* widget : shown->findChildren<QWidget*>()) {
            if (!widget->isVisible())
                continue;
            const QString name = widget->objectName();
            const auto* label = qobject_cast<const QLabel*>(widget);
            const bool text = qobject_cast<const QAbstractButton*>(widget)
                || qobject_cast<const NumberField*>(widget)
                || (label && !label->wordWrap() && !label->text().isEmpty());
            if (text)
                QVERIFY2(
                    widget->sizeHint().width() <= widget->width(),
                    qPrintable(nameOf(target) + u' ' + name + (label ? label->text() : QString())));
            if (const auto* area = qobject_cast<const QScrollArea*>(widget)) {
                QVERIFY2(area->widget()->width() <= area->viewport()->width(),
                         qPrintable(QStringLiteral("%1: %2 in %3, %4 in %5")
                                        .arg(nameOf(target))
                                        .arg(area->widget()->width())
                                        .arg(area->viewport()->width())
                                        .arg(area->widget()->height())
                                        .arg(area->viewport()->height())));
                QVERIFY2(area->widget()->height() <= area->viewport()->height(),
                         qPrintable(nameOf(target)));
            }
        }
        const auto* preview = find<ExportPreview>(*shown, "export.preview");
        QVERIFY(target == ExportTarget::Csv || QRectF(preview->rect()).contains(preview->sheet()));
        QVERIFY(preview->rect().contains(find<QLabel>(*shown, "export.line")->geometry()));
    }
}

void TestExportDialog::namedForThoseWhoDoNotSee()
{
    for (const ExportTarget target : exportTargets) {
        const auto shown = dialog(target);
        for (const QWidget* widget : shown->findChildren<QWidget*>()) {
            if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus)
                || widget->parentWidget()->inherits("QAbstractSpinBox"))
                continue;
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     qPrintable(widget->objectName()
                                + QString::fromLatin1(widget->metaObject()->className())));
        }
    }
}

QTEST_MAIN(TestExportDialog)
#include "test_export_dialog.moc"
