// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_text.h"

#include "core/manual/manual.h"
#include "ui/base/font_points.h"
#include "ui/base/theme.h"

#include <QPainter>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextFrame>
#include <QTextList>
#include <QTextTable>

#include <array>

namespace highwater {
namespace {

constexpr int pageMargin = 24;

/// The pictures are drawn in the colours of the light theme.
QByteArray inPresentColours(QByteArray drawing)
{
    const Theme &from = lightTheme(), &to = currentTheme();
    if (&from == &to)
        return drawing;
    const auto put = [&drawing](const QColor& before, const QColor& after) {
        drawing.replace(before.name().toLatin1(), after.name().toUpper().toLatin1());
    };
    for (QColor Theme::*role : {&Theme::window, &Theme::surface, &Theme::text, &Theme::muted,
                                &Theme::hairline, &Theme::outline, &Theme::accent, &Theme::fits})
        put(from.*role, to.*role);
    for (std::size_t i = 0; i < groupCount; ++i) {
        put(from.fill(static_cast<Group>(i)), to.fill(static_cast<Group>(i)));
        put(from.edge(static_cast<Group>(i)), to.edge(static_cast<Group>(i)));
    }
    put(colour(from.chart->limit), colour(to.chart->limit));
    return drawing;
}

bool isCode(const QTextBlock& block)
{
    return block.isValid() && block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
}

/// Each line of code is a block: together they are one, without room between them, and narrow
/// enough for 100 columns beside the contents.
void layOutCode(const QTextBlock& line, double points)
{
    constexpr double scale = 0.84;
    QTextBlockFormat format;
    format.setTopMargin(0);
    format.setBottomMargin(isCode(line.next()) ? 0 : 12);
    format.setBackground(currentTheme().tableHead);
    QTextCursor cursor(line);
    cursor.mergeBlockFormat(format);
    cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    QTextCharFormat narrow;
    narrow.setFontPointSize(points * scale);
    cursor.mergeCharFormat(narrow);
    cursor.mergeBlockCharFormat(narrow); // the height of an empty line
}

} // namespace

HelpText::HelpText(QWidget* parent)
    : QTextBrowser(parent)
{
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    document()->setDocumentMargin(pageMargin);
}

void HelpText::show(const HelpPage& page)
{
    QTextCursor whole(document());
    whole.beginEditBlock(); // without it, Qt lays the page out again for each cell of a table
    document()->setMarkdown(page.markdown, QTextDocument::MarkdownDialectGitHub);
    setAnchors(page);
    layOutBlocks();
    whole.endEditBlock();
    whole.beginEditBlock(); // only now the document knows its tables
    layOutTables(page);
    whole.endEditBlock();
    moveCursor(QTextCursor::Start); // a page that is shown scrolls to its cursor
}

/// Qt's reader gives headings no anchors.
void HelpText::setAnchors(const HelpPage& page)
{
    auto section = page.sections.begin();
    for (QTextBlock block = document()->begin(); block.isValid() && section != page.sections.end();
         block = block.next()) {
        if (block.blockFormat().headingLevel() == 0)
            continue;
        QTextCharFormat format;
        format.setAnchor(true);
        format.setAnchorNames({section->anchor});
        QTextCursor cursor(block);
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(format);
        ++section;
    }
}

void HelpText::layOutBlocks()
{
    constexpr double lineHeight = 125;
    constexpr std::array<double, 4> scale{1, 1.7, 1.3, 1.1};
    const double points = pointsOf(font());
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (isCode(block)) {
            layOutCode(block, points);
            continue;
        }
        const int level = std::min(3, block.blockFormat().headingLevel());
        QTextBlockFormat format;
        const bool isPicture = block.text().startsWith(QChar::ObjectReplacementCharacter);
        if (!isPicture) // its height would grow too
            format.setLineHeight(lineHeight, QTextBlockFormat::ProportionalHeight);
        QTextCursor cursor(block);
        if (level > 0) {
            format.setTopMargin(level == 1 ? 0 : 18);
            format.setBottomMargin(6);
            cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
            QTextCharFormat large = cursor.charFormat();
            large.clearProperty(QTextFormat::FontSizeAdjustment); // which Qt sets for headings
            large.setFontPointSize(points * scale[static_cast<std::size_t>(level)]);
            large.setFontWeight(QFont::DemiBold);
            cursor.setCharFormat(large);
        } else if (!cursor.currentTable()) {
            format.setTopMargin(!block.textList() && block.previous().textList() ? 9 : 0);
            format.setBottomMargin(block.textList() ? 4 : 9);
        }
        cursor.mergeBlockFormat(format);
    }
}

void HelpText::layOutTables(const HelpPage& page)
{
    const Theme& theme = currentTheme();
    for (QTextFrame* frame : document()->rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderBrush(theme.hairline);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderCollapse(true);
        format.setCellSpacing(0);
        format.setCellPadding(5);
        format.setTopMargin(4);
        format.setBottomMargin(12);
        if (page.name == QStringLiteral("keys")) { // one width for the columns of all its tables
            format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
            QList<QTextLength> widths;
            for (const int percent : {29, 15, 22, 34})
                widths << QTextLength(QTextLength::PercentageLength, percent);
            format.setColumnWidthConstraints(widths);
        }
        table->setFormat(format);
        for (int column = 0; column < table->columns(); ++column) {
            QTextTableCell cell = table->cellAt(0, column);
            QTextCharFormat head = cell.format();
            head.setBackground(theme.tableHead);
            cell.setFormat(head);
        }
    }
}

void HelpText::mark(const QStringList& words)
{
    QTextCharFormat format;
    format.setBackground(currentTheme().selectedRow);
    format.setFontUnderline(true);
    QList<ExtraSelection> places;
    for (const QString& word : words)
        for (QTextCursor at = document()->find(word); !at.isNull(); at = document()->find(word, at))
            places.push_back({at, format});
    setExtraSelections(places);
}

QVariant HelpText::loadResource(int type, const QUrl& name)
{
    const std::string_view drawing = manualFile("pictures", name.fileName().toStdString());
    if (type != QTextDocument::ImageResource || drawing.empty())
        return {}; // reads nothing from outside the help
    QSvgRenderer renderer(
        inPresentColours(QByteArray(drawing.data(), static_cast<qsizetype>(drawing.size()))));
    const qreal ratio = devicePixelRatioF();
    const int room = viewport()->width() - 2 * pageMargin;
    QSize size = renderer.defaultSize();
    if (isVisible() && size.width() > room) // while hidden, the room is not known
        size.scale(room, size.height(), Qt::KeepAspectRatio);
    QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter, QRectF(QPointF(), QSizeF(size)));
    return image;
}

} // namespace highwater
