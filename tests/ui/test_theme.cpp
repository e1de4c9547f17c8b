// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/contrast_theme.h"
#include "ui/base/view_choices.h"
#include "window_fixture.h"

#include <QApplication>
#include <QComboBox>
#include <QTest>

#include <cmath>

using namespace highwater;

namespace {

/// A channel of a colour as WCAG 2.2 linearizes it.
double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF());
}

/// The contrast of two colours, 1 to 21.
double contrast(const QColor& one, const QColor& other)
{
    const auto [darker, lighter] = std::minmax({luminance(one), luminance(other)});
    return (lighter + 0.05) / (darker + 0.05);
}

} // namespace

class TestTheme : public WindowFixture
{
    Q_OBJECT

private slots:
    void cleanup();
    void ratiosAreThoseOfWcag();
    void textIsReadable_data();
    void textIsReadable();
    void edgesAreVisible_data() { textIsReadable_data(); }
    void edgesAreVisible();
    void aPersonChoosesIt_data() { textIsReadable_data(); }
    void aPersonChoosesIt();
    void theWindowOffersIt();
};

void TestTheme::cleanup()
{
    QApplication::setPalette(lightTheme().palette());
    WindowFixture::cleanup();
}

/// Values of the note on "relative luminance": white on black is 21, #777777 on white 4.48.
void TestTheme::ratiosAreThoseOfWcag()
{
    QCOMPARE(contrast(Qt::white, Qt::black), 21.0);
    QCOMPARE(qRound(100 * contrast(QColor(0x77, 0x77, 0x77), Qt::white)), 448);
}

void TestTheme::textIsReadable_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestTheme::textIsReadable()
{
    QFETCH(const bool, dark);
    const Theme& theme = contrastTheme(dark);
    constexpr double enhanced = 7; // success criterion 1.4.6, level AAA
    for (const QColor& ground : {theme.window, theme.surface, theme.tableHead, theme.totalRow,
                                 theme.button, theme.selectedRow, theme.overBackground})
        for (const QColor& ink :
             {theme.text, theme.muted, theme.accent, theme.fits, theme.over, theme.caution})
            QVERIFY2(contrast(ink, ground) >= enhanced,
                     qPrintable(ink.name() + QStringLiteral(" on ") + ground.name()));
    const QPalette palette = theme.palette();
    QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight))
            >= enhanced);
    const Palette& chart = *theme.chart;
    for (const std::uint32_t ink : {chart.text, chart.muted, chart.limit, chart.axis})
        QVERIFY(contrast(colour(ink), colour(chart.surface)) >= enhanced);
    for (const std::uint32_t ink : chart.curves)
        QVERIFY(contrast(colour(ink), colour(chart.surface)) >= enhanced);
    // These two carry their names, which the readout beside the chart repeats: level AA.
    for (const Group group : {Group::Activations, Group::Temporary})
        QVERIFY(contrast(theme.fill(group), Qt::black) >= 4.5);
}

void TestTheme::edgesAreVisible()
{
    QFETCH(const bool, dark);
    const Theme& theme = contrastTheme(dark);
    constexpr double graphics = 3; // success criterion 1.4.11
    for (const QColor& ground : {theme.window, theme.surface, theme.button}) {
        QVERIFY(contrast(theme.outline, ground) >= 7);
        QVERIFY(contrast(theme.hairline, ground) >= graphics);
        const QPalette palette = theme.palette();
        QVERIFY(contrast(palette.color(QPalette::Disabled, QPalette::Text), ground) >= graphics);
    }
    for (const Group group : everyOf<Group>()) {
        const QColor fill = theme.fill(group), edge = theme.edge(group);
        QVERIFY2(contrast(fill, edge) >= graphics, qPrintable(fill.name()));
        // Against the empty part of the chart, either the band itself or its edge is seen.
        const QColor ground = colour(theme.chart->surface);
        QVERIFY(std::max(contrast(fill, ground), contrast(edge, ground)) >= 7);
    }
}

void TestTheme::aPersonChoosesIt()
{
    QFETCH(const bool, dark);
    QApplication::setPalette(contrastTheme(dark).palette());
    QCOMPARE(&currentTheme(), &contrastTheme(dark));
    QApplication::setPalette((dark ? darkTheme() : lightTheme()).palette());
    QCOMPARE(&currentTheme(), dark ? &darkTheme() : &lightTheme());
    ViewChoices choices = defaultViewChoices();
    choices.theme = QStringLiteral("contrast");
    choices.language = QStringLiteral("en");
    applyChoices(choices);
    QCOMPARE(&currentTheme(), &contrastTheme(desktopTheme().dark));
}

void TestTheme::theWindowOffersIt()
{
    for (QAction* action : m_window->findChildren<QAction*>())
        if (action->data().toString() == QLatin1String("contrast"))
            action->trigger();
    settlePainted();
    QVERIFY(currentTheme().contrast);
    QCOMPARE(storedViewChoices().theme, QStringLiteral("contrast"));
    trigger("view.preferences");
    const auto* box = find<QComboBox>("preferences.theme");
    QCOMPARE(box->currentText(), QStringLiteral("High contrast"));
    QCOMPARE(box->count(), 4);
}

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
