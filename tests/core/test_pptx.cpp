// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The names of elements, parts and cells, of which this test is full, are ASCII.
#undef QT_NO_CAST_FROM_ASCII
#undef QT_USE_QSTRINGBUILDER
#include "core/figure/figure_words.h"
#include "core/figure/figures.h"
#include "core/office/pptx.h"
#include "core/office/workbook.h"
#include "core/office/xml.h"
#include "core/office/zip.h"
#include "golden_file.h"
#include "helpers.h"
#include "office_package.h"
#include "random.h"

#include <QtTest>

#include <cmath>
#include <functional>
#include <limits>

using namespace highwater;

namespace {

constexpr Bytes oneGib = 1073741824;

/// Two bands under a limit of 4 GiB, small enough to be read in the golden file.
Figure smallFigure()
{
    Figure figure;
    figure.name = "small";
    figure.title = {"A small figure"};
    Panel panel;
    panel.title = {"8B"};
    panel.xs = {1024, 1448, 2048, 2896, 4096};
    panel.x.title = {"Context length (tokens)"};
    panel.x.ticks = {1024, 2048, 4096};
    panel.x.least = 1024;
    panel.x.most = 4096;
    panel.y.title = {"Memory per GPU (GiB)"};
    panel.y.ticks = {0, 2, 4, 6};
    panel.y.most = 6;
    panel.layers = {{Group::Parameters, {"Parameters"}, std::vector<Bytes>(5, oneGib)},
                    {Group::Activations,
                     {"Activations"},
                     {oneGib, oneGib * 3 / 2, 2 * oneGib, oneGib * 11 / 4, 4 * oneGib}}};
    panel.captions = {{"Fits up to %1 tokens", {"3,072"}}, {"states alone 1.00 of 4.00 GiB"}};
    figure.panels = {panel};
    figure.limit = LimitLine{4 * oneGib, false, {"Capacity 4.00 GiB"}};
    return figure;
}

Deck deckOf(Figure figure)
{
    Deck deck;
    deck.figure = std::move(figure);
    return deck;
}

/// A deck's bytes; a deck that is refused ends the test.
std::string written(const Deck& deck)
{
    const auto file = pptx(deck);
    if (!file)
        qFatal("%s", qPrintable(whyNot(file)));
    return *file;
}

QMap<QString, QByteArray> partsOf(const Deck& deck)
{
    return ZipFiles(written(deck)).files;
}

XmlNode part(const QMap<QString, QByteArray>& parts, const QString& name)
{
    if (!parts.contains(name))
        qFatal("no part %s", qPrintable(name));
    return xmlTree(parts[name]);
}

/// The children that an element may have, in the order that ECMA-376 (5th edition) wants. An
/// element that is not here may have any.
const QMap<QString, QStringList>& childOrder()
{
    static const auto list
        = [](const char* names) { return QString::fromLatin1(names).split(QLatin1Char(' ')); };
    static const QString labelShows
        = "c:showLegendKey c:showVal c:showCatName c:showSerName c:showPercent c:showBubbleSize";
    static const QString seriesStart = "c:idx c:order c:tx c:spPr ";
    static const QMap<QString, QStringList> order{
        {"c:chartSpace",
         list("c:date1904 c:lang c:roundedCorners c:style c:clrMapOvr c:pivotSource c:protection "
              "c:chart c:spPr c:txPr c:externalData c:printSettings c:userShapes c:extLst")},
        {"c:chart",
         list("c:title c:autoTitleDeleted c:pivotFmts c:view3D c:floor c:sideWall c:backWall "
              "c:plotArea c:legend c:plotVisOnly c:dispBlanksAs")},
        {"c:plotArea",
         list("c:layout c:areaChart c:barChart c:lineChart c:catAx c:valAx c:dTable "
              "c:spPr")},
        {"c:manualLayout", list("c:layoutTarget c:xMode c:yMode c:wMode c:hMode c:x c:y c:w c:h")},
        {"c:title", list("c:tx c:layout c:overlay c:spPr c:txPr")},
        {"c:areaChart", list("c:grouping c:varyColors c:ser c:dLbls c:dropLines c:axId")},
        {"c:barChart",
         list("c:barDir c:grouping c:varyColors c:ser c:dLbls c:gapWidth c:overlap "
              "c:serLines c:axId")},
        {"c:lineChart",
         list("c:grouping c:varyColors c:ser c:dLbls c:dropLines c:hiLowLines "
              "c:upDownBars c:marker c:smooth c:axId")},
        {"c:areaChart/c:ser",
         (seriesStart
          + "c:pictureOptions c:dPt c:dLbls c:trendline c:errBars "
            "c:cat c:val")
             .split(' ')},
        {"c:barChart/c:ser",
         (seriesStart
          + "c:invertIfNegative c:pictureOptions c:dPt c:dLbls "
            "c:trendline c:errBars c:cat c:val c:shape")
             .split(' ')},
        {"c:lineChart/c:ser",
         (seriesStart
          + "c:marker c:dPt c:dLbls c:trendline c:errBars c:cat "
            "c:val c:smooth")
             .split(' ')},
        {"c:ser/c:marker", list("c:symbol c:size c:spPr")},
        {"c:dPt", list("c:idx c:invertIfNegative c:marker c:bubble3D c:explosion c:spPr")},
        {"c:dLbl",
         ("c:idx c:delete c:layout c:tx c:numFmt c:spPr c:txPr c:dLblPos " + labelShows
          + " c:separator c:extLst")
             .split(' ')},
        {"c:dLbls",
         ("c:dLbl c:delete c:numFmt c:spPr c:txPr c:dLblPos " + labelShows
          + " c:separator c:showLeaderLines c:leaderLines c:extLst")
             .split(' ')},
        {"c:errBars",
         list("c:errDir c:errBarType c:errValType c:noEndCap c:plus c:minus c:val "
              "c:spPr")},
        {"c:strCache", list("c:ptCount c:pt")},
        {"c:numCache", list("c:formatCode c:ptCount c:pt")},
        {"c:numLit", list("c:formatCode c:ptCount c:pt")},
        {"c:catAx",
         list("c:axId c:scaling c:delete c:axPos c:majorGridlines c:minorGridlines "
              "c:title c:numFmt c:majorTickMark c:minorTickMark c:tickLblPos c:spPr "
              "c:txPr c:crossAx c:crosses c:crossesAt c:auto c:lblAlgn c:lblOffset "
              "c:tickLblSkip c:tickMarkSkip c:noMultiLvlLbl")},
        {"c:valAx",
         list("c:axId c:scaling c:delete c:axPos c:majorGridlines c:minorGridlines "
              "c:title c:numFmt c:majorTickMark c:minorTickMark c:tickLblPos c:spPr "
              "c:txPr c:crossAx c:crosses c:crossesAt c:crossBetween c:majorUnit "
              "c:minorUnit c:dispUnits")},
        {"c:scaling", list("c:logBase c:orientation c:max c:min")},
        {"c:legend", list("c:legendPos c:legendEntry c:layout c:overlay c:spPr c:txPr")},
        {"c:txPr", list("a:bodyPr a:lstStyle a:p")},
        {"c:rich", list("a:bodyPr a:lstStyle a:p")},
        {"c:spPr", list("a:xfrm a:custGeom a:prstGeom a:noFill a:solidFill a:ln a:effectLst")},
        {"p:spPr", list("a:xfrm a:custGeom a:prstGeom a:noFill a:solidFill a:ln a:effectLst")},
        {"a:ln", list("a:noFill a:solidFill a:prstDash a:custDash a:round a:headEnd a:tailEnd")},
        {"a:p", list("a:pPr a:r a:endParaRPr")},
        {"a:r", list("a:rPr a:t")},
        {"a:xfrm", list("a:off a:ext a:chOff a:chExt")},
        {"a:tbl", list("a:tblPr a:tblGrid a:tr")},
        {"a:tc", list("a:txBody a:tcPr")},
        {"a:tcPr", list("a:lnL a:lnR a:lnT a:lnB a:lnTlToBr a:lnBlToTr a:noFill a:solidFill")},
        {"a:theme", list("a:themeElements a:objectDefaults a:extraClrSchemeLst")},
        {"a:themeElements", list("a:clrScheme a:fontScheme a:fmtScheme")},
        {"a:clrScheme",
         list("a:dk1 a:lt1 a:dk2 a:lt2 a:accent1 a:accent2 a:accent3 a:accent4 "
              "a:accent5 a:accent6 a:hlink a:folHlink")},
        {"a:majorFont", list("a:latin a:ea a:cs a:font")},
        {"a:minorFont", list("a:latin a:ea a:cs a:font")},
        {"a:fmtScheme", list("a:fillStyleLst a:lnStyleLst a:effectStyleLst a:bgFillStyleLst")},
        {"p:sp", list("p:nvSpPr p:spPr p:style p:txBody")},
        {"p:txBody", list("a:bodyPr a:lstStyle a:p")},
        {"a:txBody", list("a:bodyPr a:lstStyle a:p")},
        {"p:graphicFrame", list("p:nvGraphicFramePr p:xfrm a:graphic")},
        {"p:nvGraphicFramePr", list("p:cNvPr p:cNvGraphicFramePr p:nvPr")},
        {"p:nvSpPr", list("p:cNvPr p:cNvSpPr p:nvPr")},
        {"p:cSld", list("p:bg p:spTree")},
        {"p:spTree", list("p:nvGrpSpPr p:grpSpPr p:sp p:grpSp p:graphicFrame")},
        {"p:grpSp", list("p:nvGrpSpPr p:grpSpPr p:sp p:graphicFrame")},
        {"p:nvGrpSpPr", list("p:cNvPr p:cNvGrpSpPr p:nvPr")},
        {"a:custGeom", list("a:avLst a:gdLst a:ahLst a:cxnLst a:rect a:pathLst")},
        {"p:sld", list("p:cSld p:clrMapOvr p:transition p:timing")},
        {"p:notes", list("p:cSld p:clrMapOvr")},
        {"p:sldLayout", list("p:cSld p:clrMapOvr p:transition p:timing p:hf")},
        {"p:sldMaster",
         list("p:cSld p:clrMap p:sldLayoutIdLst p:transition p:timing p:hf "
              "p:txStyles")},
        {"p:notesMaster", list("p:cSld p:clrMap p:hf p:notesStyle")},
        {"p:txStyles", list("p:titleStyle p:bodyStyle p:otherStyle")},
        {"p:presentation",
         list("p:sldMasterIdLst p:notesMasterIdLst p:handoutMasterIdLst "
              "p:sldIdLst p:sldSz p:notesSz p:defaultTextStyle")},
        {"workbook", list("fileVersion workbookPr bookViews sheets definedNames calcPr")},
        {"worksheet",
         list("sheetPr dimension sheetViews sheetFormatPr cols sheetData pageMargins "
              "tableParts")},
        {"table", list("autoFilter tableColumns tableStyleInfo")},
        {"styleSheet",
         list("numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs "
              "tableStyles")},
    };
    return order;
}

/// Shapes stand in any order, all others as the schema lists them.
QStringList misplaced(const XmlNode& node, const QString& parent = {})
{
    QStringList wrong;
    const auto& known = childOrder();
    const QString inParent = parent + "/" + node.name;
    const QStringList order = known.value(known.contains(inParent) ? inParent : node.name);
    qsizetype last = 0;
    for (const XmlNode& child : node.children) {
        if (!order.isEmpty()) {
            const qsizetype place = order.indexOf(child.name);
            const bool shapes = (node.name == "p:spTree" || node.name == "p:grpSp") && place > 1;
            if (place < last && !shapes)
                wrong << child.name + " in " + inParent;
            last = std::max(last, place);
        }
        wrong << misplaced(child, node.name);
    }
    return wrong;
}

/// "ppt/charts/chart1.xml" of "../charts/chart1.xml" in the folder "ppt/slides".
QString resolved(const QString& folder, const QString& target)
{
    QStringList steps = folder.split('/', Qt::SkipEmptyParts);
    for (const QString& step : target.split('/')) {
        if (step == "..")
            steps.removeLast();
        else
            steps << step;
    }
    return steps.join('/');
}

QString folderOf(const QString& name)
{
    return name.left(name.lastIndexOf('/') + 1);
}

/// The faults of a file by the rules of all Office documents.
QStringList packageFaults(const QMap<QString, QByteArray>& parts)
{
    QStringList faults;
    QMap<QString, QString> defaults, overrides;
    for (const XmlNode& type : part(parts, "[Content_Types].xml").children) {
        if (type.name == "Default")
            defaults[type.attributes["Extension"]] = type.attributes["ContentType"];
        else
            overrides[type.attributes["PartName"].mid(1)] = type.attributes["ContentType"];
    }
    QSet<QString> reached;
    for (auto it = parts.begin(); it != parts.end(); ++it) {
        const QString& name = it.key();
        const QString ending = name.mid(name.lastIndexOf('.') + 1);
        if (!defaults.contains(ending))
            faults << "no content type for ." + ending;
        if (ending == "xml" && name != "[Content_Types].xml" && !overrides.contains(name))
            faults << "no content type for " + name;
        if (ending == "xlsx")
            continue;
        const XmlNode tree = xmlTree(it.value());
        for (const QString& wrong : misplaced(tree))
            faults << name + ": " + wrong;
        if (ending != "rels")
            continue;
        const QString source = folderOf(name).chopped(QString("_rels/").size());
        const QString owner = source + name.mid(folderOf(name).size()).chopped(5);
        if (name != "_rels/.rels" && !parts.contains(owner))
            faults << name + " belongs to nothing";
        QSet<QString> ids;
        for (const XmlNode& relation : tree.children) {
            const QString target = resolved(source, relation.attributes["Target"]);
            if (!parts.contains(target))
                faults << name + " leads to " + target;
            reached << target;
            if (ids.contains(relation.attributes["Id"]))
                faults << name + ": an id twice";
            ids << relation.attributes["Id"];
        }
        if (name == "_rels/.rels")
            continue;
        QSet<QString> used;
        const std::function<void(const XmlNode&)> collect = [&](const XmlNode& node) {
            if (node.attributes.contains("r:id"))
                used << node.attributes["r:id"];
            for (const XmlNode& child : node.children)
                collect(child);
        };
        collect(xmlTree(parts[owner]));
        if (!ids.contains(used))
            faults << owner + " uses a relationship that it has not";
    }
    for (auto it = overrides.begin(); it != overrides.end(); ++it)
        if (!parts.contains(it.key()))
            faults << "a content type for nothing: " + it.key();
    for (auto it = parts.begin(); it != parts.end(); ++it)
        if (!reached.contains(it.key()) && !it.key().endsWith(".rels")
            && it.key() != "[Content_Types].xml")
            faults << "nothing leads to " + it.key();
    return faults;
}

/// The texts of the cells of a sheet by their places: "B2" -> "1.5".
QMap<QString, QString> cellsOf(const QMap<QString, QByteArray>& book, int sheet)
{
    QStringList strings;
    for (const XmlNode& item : part(book, "xl/sharedStrings.xml").children)
        strings << item.at({"t"}).text;
    QMap<QString, QString> cells;
    for (const XmlNode& cell :
         part(book, QString("xl/worksheets/sheet%1.xml").arg(sheet)).all("c")) {
        const QString value = cell.at({"v"}).text;
        cells[cell.attributes["r"]]
            = cell.attributes["t"] == "s" ? strings.at(value.toInt()) : value;
    }
    return cells;
}

/// The cells of a formula like Sheet1!$B$2:$B$5, an empty text for an empty cell.
QStringList pointedAt(const QString& formula, const QMap<QString, QString>& cells)
{
    static const QRegularExpression form(R"(^Sheet1!\$([A-Z]+)\$(\d+)(?::\$([A-Z]+)\$(\d+))?$)");
    const auto match = form.match(formula);
    if (!match.hasMatch())
        return {"not a range: " + formula};
    const int first = match.captured(2).toInt();
    const int last = match.captured(4).isEmpty() ? first : match.captured(4).toInt();
    QStringList values;
    for (int row = first; row <= last; ++row)
        values << cells.value(match.captured(1) + QString::number(row));
    return values;
}

QStringList cached(const XmlNode& cache)
{
    QStringList values;
    values.resize(cache.at({"c:ptCount"}).value().toInt());
    for (const XmlNode& point : cache.all("c:pt"))
        values[point.attributes["idx"].toInt()] = point.at({"c:v"}).text;
    return values;
}

/// The faults of a chart by the rules between it, its workbook and its axes.
QStringList chartFaults(const XmlNode& chart, const QMap<QString, QByteArray>& book)
{
    QStringList faults;
    const auto cells = cellsOf(book, 1);
    for (const char* kind : {"c:strRef", "c:numRef"})
        for (const XmlNode& reference : chart.all(kind)) {
            const QString formula = reference.at({"c:f"}).text;
            const bool text = QString(kind) == "c:strRef";
            const QStringList cache = cached(reference.at({text ? "c:strCache" : "c:numCache"}));
            if (pointedAt(formula, cells) != cache)
                faults << formula + ": " + cache.join(',') + " is not "
                        + pointedAt(formula, cells).join(',');
            for (const QString& value : cache) {
                bool isNumber = text;
                if (!text && std::isfinite(value.toDouble(&isNumber)) && isNumber)
                    continue;
                if (!isNumber)
                    faults << "no number: " + value;
            }
        }
    QSet<QString> ids, indices, orders;
    for (const char* axis : {"c:catAx", "c:valAx"})
        for (const XmlNode& node : chart.all(axis))
            ids << node.at({"c:axId"}).value();
    if (ids.size() != 2)
        faults << "axes";
    for (const XmlNode& id : chart.all("c:axId"))
        if (!ids.contains(id.value()))
            faults << "an axis that is not there";
    qsizetype categories = -1;
    for (const XmlNode& series : chart.all("c:ser")) {
        indices << series.at({"c:idx"}).value();
        orders << series.at({"c:order"}).value();
        const auto count = cached(series.at({"c:val", "c:numRef", "c:numCache"})).size();
        if (categories >= 0 && count != categories)
            faults << "series of different lengths";
        categories = count;
    }
    if (indices.size() != chart.all("c:ser").size() || orders.size() != indices.size())
        faults << "an index twice";
    // the table's heads are its cells
    const XmlNode table = part(book, "xl/tables/table1.xml");
    QStringList heads;
    for (const XmlNode& column : table.all("tableColumn"))
        heads << column.attributes["name"];
    for (int i = 0; i < heads.size(); ++i)
        if (cells[QString::fromStdString(columnName(std::size_t(i))) + "1"] != heads[i])
            faults << "a head of the table is not the cell's: " + heads[i];
    if (QSet<QString>(heads.begin(), heads.end()).size() != heads.size() || heads.contains(""))
        faults << "heads of the table";
    const QString whole
        = QString("A1:%1%2")
              .arg(QString::fromStdString(columnName(std::size_t(heads.size() - 1))))
              .arg(categories + 1);
    if (table.attributes["ref"] != whole)
        faults << "the table's range " + table.attributes["ref"];
    return faults;
}

/// Rules for every slide, master, layout and notes page.
QStringList shapeFaults(const XmlNode& slide)
{
    QStringList faults;
    QSet<QString> ids;
    for (const XmlNode& shape : slide.all("p:cNvPr")) {
        if (ids.contains(shape.attributes["id"]) || shape.attributes["id"].toInt() < 1)
            faults << "shape id " + shape.attributes["id"];
        ids << shape.attributes["id"];
    }
    for (const XmlNode& size : slide.all("a:ext"))
        if (size.attributes["cx"].toLongLong() < 0 || size.attributes["cy"].toLongLong() < 0)
            faults << "a negative size";
    static const QRegularExpression whole("^-?\\d+$");
    for (const char* name : {"a:off", "a:ext"})
        for (const XmlNode& node : slide.all(name))
            for (const QString& value : node.attributes)
                if (!whole.match(value).hasMatch())
                    faults << "no length: " + value;
    if (slide.name == "p:sld") {
        const auto holders = slide.all("p:ph");
        if (holders.size() != 1 || holders[0].attributes["type"] != "title")
            faults << "no title";
        for (const XmlNode& frame : slide.all("p:graphicFrame"))
            if (frame.at({"p:nvGraphicFramePr", "p:cNvPr"}).attributes["descr"].isEmpty())
                faults << "a chart without a description";
    }
    return faults;
}

/// All faults of a deck that can be found without PowerPoint.
QStringList deckFaults(const std::string& bytes)
{
    const auto parts = ZipFiles(bytes).files;
    QStringList faults = packageFaults(parts);
    static const QRegularExpression hex("^[0-9A-F]{6}$");
    for (auto it = parts.begin(); it != parts.end(); ++it) {
        const QString& name = it.key();
        if (name.endsWith(".xlsx")) {
            const auto book = ZipFiles(it.value().toStdString()).files;
            for (const QString& fault : packageFaults(book))
                faults << name + ": " + fault;
            continue;
        }
        const XmlNode tree = xmlTree(it.value());
        for (const XmlNode& colour : tree.all("a:srgbClr"))
            if (!hex.match(colour.value()).hasMatch())
                faults << name + ": colour " + colour.value();
        if (tree.name.startsWith("p:"))
            for (const QString& fault : shapeFaults(tree))
                faults << name + ": " + fault;
        if (tree.name == "c:chartSpace") {
            const QString relations
                = "ppt/charts/_rels/" + name.mid(folderOf(name).size()) + ".rels";
            const QString target = part(parts, relations).at({"Relationship"}).attributes["Target"];
            const auto book = ZipFiles(parts[resolved("ppt/charts", target)].toStdString()).files;
            for (const QString& fault : chartFaults(tree, book))
                faults << name + ": " + fault;
        }
    }
    const XmlNode presentation = part(parts, "ppt/presentation.xml");
    QSet<qlonglong> masters, slides;
    for (const XmlNode& id : presentation.all("p:sldId"))
        slides << id.attributes["id"].toLongLong();
    for (const XmlNode& id : presentation.all("p:sldMasterId"))
        masters << id.attributes["id"].toLongLong();
    for (const XmlNode& id : part(parts, "ppt/slideMasters/slideMaster1.xml").all("p:sldLayoutId"))
        masters << id.attributes["id"].toLongLong();
    if (masters.size() != 2 || *std::min_element(masters.begin(), masters.end()) < 2147483648)
        faults << "ids of master and layout";
    if (slides.size() != presentation.all("p:sldId").size()
        || *std::min_element(slides.begin(), slides.end()) < 256)
        faults << "ids of slides";
    return faults;
}

Figure withPoints(int points)
{
    Figure figure = smallFigure();
    Panel& panel = figure.panels[0];
    panel.xs.clear();
    for (Layer& layer : panel.layers)
        layer.values.clear();
    for (int i = 0; i < points; ++i) {
        panel.xs.push_back(1000 + 17 * i);
        for (Layer& layer : panel.layers)
            layer.values.push_back(oneGib + 1000 * i);
    }
    return figure;
}

Figure withCurves()
{
    Figure figure = smallFigure();
    Panel& panel = figure.panels[0];
    for (int i = 0; i < 6; ++i)
        panel.curves.push_back({{"Plan %1", {std::to_string(i)}}, panel.layers[1].values});
    panel.layers.clear();
    return figure;
}

FigureTable ledger(int rows)
{
    FigureTable table;
    table.title = {"Ledger"};
    table.heads = {{"Part"}, {"Formula"}, {"GiB"}};
    for (int i = 0; i < rows; ++i)
        table.rows.push_back({wordsCell({"Part %1", {std::to_string(i)}}, i + 1 == rows),
                              wordsCell({"2·s·b·h"}), bytesCell(gib)});
    return table;
}

/// All texts of the first slide, its title first.
QStringList textsOf(const Deck& deck)
{
    QStringList all;
    for (const XmlNode& text : part(partsOf(deck), "ppt/slides/slide1.xml").all("a:t"))
        all << text.text;
    return all;
}

/// The place of the first slide's shape of this name, in the pixels of its picture.
Rect namedShape(const Deck& deck, const QString& name)
{
    constexpr double perPixel = 9525; // EMU
    for (const XmlNode& shape : part(partsOf(deck), "ppt/slides/slide1.xml").all("p:sp"))
        if (shape.at({"p:nvSpPr", "p:cNvPr"}).attributes["name"] == name) {
            const XmlNode place = shape.at({"p:spPr", "a:xfrm"});
            const auto at = place.at({"a:off"}).attributes, size = place.at({"a:ext"}).attributes;
            return {at["x"].toDouble() / perPixel, at["y"].toDouble() / perPixel,
                    size["cx"].toDouble() / perPixel, size["cy"].toDouble() / perPixel};
        }
    return {};
}

std::size_t gridLines(const Scene& scene)
{
    for (const Item& item : scene.items)
        if (item.id == "grid")
            return std::get<Path>(item.shape).parts.size();
    return 0;
}

} // namespace

class TestPptx : public QObject
{
    Q_OBJECT

private slots:
    void archiveByHand();
    void sumsAgree();
    void xmlByHand_data();
    void xmlByHand();
    void columnNames();
    void heads();
    void deckHolds_data();
    void deckHolds();
    void namedFiguresHold_data();
    void namedFiguresHold();
    void titlesHold_data();
    void titlesHold();
    void deterministic();
    void goldenChart();
    void seriesStandAsStacked();
    void valuesAreTheFigures();
    void curvesAreLines();
    void curvesLookAsInTheFigure();
    void limitLine();
    void axesAreFixed();
    void namesOfBands();
    void slideIsItsPicture_data();
    void slideIsItsPicture();
    void plotsAreEqual();
    void coloursOfTheTheme();
    void darkSlide();
    void hiddenTitle();
    void notes();
    void severalFigures();
    void severalAsOne();
    void tablePages();
    void lastTablePageIsNotATotalAlone();
    void altTexts();
    void chinese();
    void smallestText();
    void refusals_data();
    void refusals();
    void libreOfficeReadsIt();
};

void TestPptx::archiveByHand()
{
    QCOMPARE(QByteArray::fromStdString(zip({})),
             QByteArray::fromHex("504b0506 0000 0000 0000 0000 00000000 00000000 0000"));
    // CRC-32 of "123456789" is CBF43926, its check value; 1980-01-01 is 0x0021
    const QByteArray said = "1400 0000 0000 0000 2100 2639f4cb 09000000 09000000 0100 0000";
    QCOMPARE(QByteArray::fromStdString(zip({{"a", "123456789"}})),
             QByteArray::fromHex("504b0304" + said) + "a123456789"
                 + QByteArray::fromHex("504b0102 1400" + said + "0000 0000 0000 00000000 00000000")
                 + "a"
                 + QByteArray::fromHex("504b0506 0000 0000 0100 0100 2f000000 28000000 0000"));
}

void TestPptx::sumsAgree()
{
    std::string all;
    for (int i = 0; i < 70000; ++i)
        all += static_cast<char>(i * 7 + i / 256);
    const auto files = ZipFiles(zip({{"all", all}, {"空", ""}, {"folder/b.xml", "<b/>"}})).files;
    QCOMPARE(files.size(), 3);
    QCOMPARE(files["all"], QByteArray::fromStdString(all));
    QCOMPARE(files["空"], QByteArray());
}

void TestPptx::xmlByHand_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("plain") << QByteArray("8B · 70B") << QByteArray("8B · 70B");
    QTest::newRow("markup") << QByteArray("<a b=\"c\"> & 'd'")
                            << QByteArray("&lt;a b=&quot;c&quot;&gt; &amp; 'd'");
    QTest::newRow("control characters") << QByteArray("a\x01\n\t\x7F"
                                                      "b",
                                                      6)
                                        << QByteArray("a????b");
    QTest::newRow("zero") << QByteArray("a\0b", 3) << QByteArray("a?b");
    QTest::newRow("not UTF-8") << QByteArray("a\xFF\xC0\xAF") << QByteArray("a???");
    QTest::newRow("no characters") << QByteArray("\xEF\xBF\xBE.\xEF\xBF\xBF") << QByteArray("?.?");
    QTest::newRow("beyond 16 bits") << QByteArray("😀") << QByteArray("😀");
}

void TestPptx::xmlByHand()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const std::string plain = text.toStdString();
    QCOMPARE(QByteArray::fromStdString(xmlText(plain)), expected);
    const XmlNode read
        = xmlTree(QByteArray::fromStdString(xmlElement("a", {{"b", plain}}, xmlText(plain))));
    QCOMPARE(read.text, read.attributes["b"]);
    QCOMPARE(read.text.toUtf8().size() > 0, true);
}

void TestPptx::columnNames()
{
    QCOMPARE(shown(columnName(0)), QString("A"));
    QCOMPARE(shown(columnName(25)), QString("Z"));
    QCOMPARE(shown(columnName(26)), QString("AA"));
    QCOMPARE(shown(columnName(701)), QString("ZZ"));
    QCOMPARE(shown(columnName(702)), QString("AAA"));
}

void TestPptx::heads()
{
    const std::vector<std::string> made
        = columnHeads({"Gradients", "", "gradients", "Gradients", "  ", "gradients (2)",
                       std::string(1000, 'x'), std::string(1000, 'x')});
    QCOMPARE(made[0], std::string("Gradients"));
    QCOMPARE(made[1], std::string("–"));
    QCOMPARE(made[2], std::string("gradients (2)"));
    QCOMPARE(made[3], std::string("Gradients (3)"));
    QSet<QString> distinct;
    for (const std::string& head : made) {
        distinct << shown(head).toLower();
        QVERIFY(!head.empty() && head.size() < 255);
    }
    QCOMPARE(static_cast<std::size_t>(distinct.size()), made.size());
}

void TestPptx::deckHolds_data()
{
    QTest::addColumn<Deck>("deck");
    const auto row = [](const char* name, const Deck& deck) { QTest::newRow(name) << deck; };
    const Deck plain = deckOf(smallFigure());
    row("plain", plain);
    Deck deck = plain;
    deck.themeColours = true;
    row("theme colours", deck);
    deck = plain;
    deck.palette = darkPalette();
    row("dark", deck);
    deck = plain;
    deck.width = 10;
    row("4:3", deck);
    deck = plain;
    deck.width = deck.height = 4;
    deck.points = 10;
    row("small and square", deck);
    deck = plain;
    deck.showTitle = deck.bandLabels = deck.showLimit = false;
    row("bare", deck);
    deck = plain;
    deck.notes = {{"A note"}, {}, {"%1 & <another>", {"1"}}};
    deck.tables = {ledger(100)};
    row("notes and tables", deck);
    deck.tables = {ledger(0)};
    row("a table without rows", deck);
    deck.tables = {FigureTable()};
    row("a table of nothing", deck);
    deck = plain;
    for (Panel& panel : deck.figure.panels)
        panel.bars = true;
    row("bars", deck);
    row("lines", deckOf(withCurves()));
    row("one point", deckOf(withPoints(1)));
    row("two points", deckOf(withPoints(2)));
    row("five hundred points", deckOf(withPoints(500)));
    deck = deckOf(withPoints(500));
    for (Panel& panel : deck.figure.panels)
        panel.bars = true;
    row("five hundred bars", deck);
    deck = plain;
    deck.figure.panels.resize(7, deck.figure.panels[0]);
    deck.width = 20;
    deck.height = 15;
    row("seven panels", deck);
    deck = plain;
    deck.figure.panels[0].layers[0].values[2] = std::numeric_limits<Bytes>::max();
    row("more bytes than there are", deck);
    deck = plain;
    deck.figure.panels[0].y = {};
    row("no scale", deck);
    deck = plain;
    deck.figure.panels[0].layers[1].name = deck.figure.panels[0].layers[0].name;
    deck.figure.limit->label = {"parameters"};
    row("names alike", deck);
    deck = plain;
    deck.figure.limit->at = 0;
    row("a limit of nothing", deck);
    deck.figure.limit->at = 100 * oneGib;
    row("a limit beyond the scale", deck);
}

void TestPptx::deckHolds()
{
    QFETCH(Deck, deck);
    QCOMPARE(deckFaults(written(deck)).join('\n'), QString());
}

void TestPptx::namedFiguresHold_data()
{
    QTest::addColumn<Figure>("figure");
    Plan plan;
    plan.layout.zero = 3;
    for (std::size_t i = 0; i < figureNames.size(); i += static_cast<std::size_t>(caseStep))
        for (const Sampling sampling : {Sampling::Smooth, Sampling::Published})
            for (const MemoryUnit unit : {MemoryUnit::GiB, MemoryUnit::GB}) {
                FigureChoice choice;
                choice.sampling = sampling;
                choice.unit = unit;
                const std::string name(figureNames[i]);
                QTest::addRow("%s, %s, %s", name.c_str(),
                              sampling == Sampling::Smooth ? "smooth" : "published",
                              std::string(nameOf(unit)).c_str())
                    << *figureNamed(name, plan, builtinCatalog(), choice);
            }
}

void TestPptx::namedFiguresHold()
{
    QFETCH(Figure, figure);
    const auto found = estimate(Plan(), builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    Deck deck = deckOf(figure);
    deck.notes = figureNotes(figure, &found->answer, deck.words);
    const std::string bytes = written(deck);
    QCOMPARE(deckFaults(bytes).join('\n'), QString());
    const auto parts = ZipFiles(bytes).files;
    for (std::size_t i = 1; i <= figure.panels.size(); ++i)
        QVERIFY(parts.contains(QString("ppt/charts/chart%1.xml").arg(i)));
}

void TestPptx::titlesHold_data()
{
    QTest::addColumn<QByteArray>("title");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("markup") << QByteArray("\"<&>'\" ]]> <!-- &#0; -->");
    QTest::newRow("control characters") << QByteArray("a\x01\x1B\r\n\x7F\xC2\x85z");
    QTest::newRow("not UTF-8") << QByteArray("\xFF\xFE\xC0\x80");
    QTest::newRow("long") << QByteArray("very long ").repeated(10000 / caseStep);
    QTest::newRow("one long word") << QByteArray(5000 / caseStep, 'W');
    QTest::newRow("Chinese") << QByteArray("训练显存随上下文长度的变化");
    QTest::newRow("right to left") << QByteArray("\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D");
    QTest::newRow("percent") << QByteArray("%1 %2 100%");
}

void TestPptx::titlesHold()
{
    QFETCH(QByteArray, title);
    const std::string text = title.toStdString();
    Figure figure = smallFigure();
    figure.title = figure.subtitle = figure.panels[0].title = Text::plain(text);
    figure.panels[0].x.title = figure.panels[0].y.title = Text::plain(text);
    figure.panels[0].layers[0].name = figure.panels[0].layers[1].name = Text::plain(text);
    figure.limit->label = Text::plain(text);
    for (const std::size_t panels : {1U, 3U}) {
        figure.panels.resize(panels, figure.panels[0]);
        Deck deck = deckOf(figure);
        deck.title = text;
        deck.language = text;
        deck.notes = {Text::plain(text)};
        const TableCell cell = wordsCell(Text::plain(text));
        deck.tables = {{Text::plain("T" + text),
                        {Text::plain(text), Text::plain(text)},
                        {{cell}, {cell, cell, cell}},
                        {}}};
        QCOMPARE(deckFaults(written(deck)).join('\n'), QString());
    }
}

void TestPptx::deterministic()
{
    Deck deck = deckOf(*lectureFigure("lecture-zero", Sampling::Smooth));
    deck.notes = figureNotes(deck.figure, nullptr, deck.words);
    deck.tables = {ledger(3)};
    QVERIFY(written(deck) == written(deck));
}

void TestPptx::goldenChart()
{
    const QByteArray chart = partsOf(deckOf(smallFigure()))["ppt/charts/chart1.xml"];
    // a line to an element, so that a difference can be read
    const QByteArray lines = QByteArray(chart).replace("><", ">\n<") + "\n";
    QVERIFY2(isGolden("pptx_chart1.xml", lines.toStdString()),
             "HIGHWATER_WRITE_GOLDEN=1 test_pptx goldenChart writes it anew, for you to look at");
}

void TestPptx::seriesStandAsStacked()
{
    const XmlNode chart = part(partsOf(deckOf(smallFigure())), "ppt/charts/chart1.xml");
    const XmlNode areas = chart.at({"c:chart", "c:plotArea", "c:areaChart"});
    QCOMPARE(areas.at({"c:grouping"}).value(), QString("stacked"));
    QStringList names;
    for (const XmlNode& series : areas.all("c:ser"))
        names << series.at({"c:tx", "c:strRef", "c:strCache", "c:pt", "c:v"}).text;
    QCOMPARE(names, QStringList({"Parameters", "Activations"}));
    QCOMPARE(areas.all("c:ser")[1].at({"c:spPr", "a:solidFill", "a:srgbClr"}).value(),
             QString("F0A74B"));
}

void TestPptx::valuesAreTheFigures()
{
    const auto parts = partsOf(deckOf(smallFigure()));
    const auto book
        = ZipFiles(parts["ppt/embeddings/Microsoft_Excel_Worksheet1.xlsx"].toStdString()).files;
    const auto chart = cellsOf(book, 1);
    // context, two bands, the limit
    QCOMPARE(chart["A1"], QString("Context length (tokens)"));
    QCOMPARE(QStringList({chart["A2"], chart["B2"], chart["C2"], chart["D2"]}),
             QStringList({"1K", "1", "1", "4"}));
    QCOMPARE(QStringList({chart["A3"], chart["B3"], chart["C3"], chart["D3"]}),
             QStringList({"1,448", "1", "1.5", "4"}));
    QCOMPARE(chart["A4"], QString("2K"));
    const auto bytes = cellsOf(book, 2);
    QCOMPARE(QStringList({bytes["A5"], bytes["B5"], bytes["C5"], bytes["D5"]}),
             QStringList({"2896", "1073741824", "2952790016", "4294967296"}));
}

void TestPptx::curvesAreLines()
{
    const XmlNode chart = part(partsOf(deckOf(withCurves())), "ppt/charts/chart1.xml");
    QCOMPARE(chart.all("c:areaChart").size(), 0);
    const auto lines = chart.all("c:lineChart").first().all("c:ser");
    QCOMPARE(lines.size(), 7); // and the limit's
    QSet<QString> looks; // told apart by dash where colours do not show
    for (int i = 0; i < 5; ++i)
        looks << lines[i].at({"c:spPr", "a:ln", "a:prstDash"}).value();
    QCOMPARE(looks.size(), 5);
}

void TestPptx::curvesLookAsInTheFigure()
{
    // The second of three plans is the current one; five plans have five colours.
    Figure figure = withCurves();
    std::vector<Curve>& curves = figure.panels[0].curves;
    curves.pop_back();
    const std::array<std::size_t, 5> kinds{1, 0, 2, 3, 4};
    for (std::size_t i = 0; i < curves.size(); ++i)
        curves[i].look = CurveLook{i, kinds[i]};
    const XmlNode chart = part(partsOf(deckOf(figure)), "ppt/charts/chart1.xml");
    const auto lines = chart.all("c:lineChart").first().all("c:ser");
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const XmlNode look = lines[static_cast<qsizetype>(i)].at({"c:spPr", "a:ln"});
        const std::uint32_t colour = lightPalette().curves[kinds[i]];
        QCOMPARE(look.at({"a:solidFill", "a:srgbClr"}).value().toUInt(nullptr, 16), colour);
        QCOMPARE(look.at({"a:prstDash"}).value() == "solid", i == 1);
    }
}

void TestPptx::limitLine()
{
    Deck deck = deckOf(smallFigure());
    const auto lineOf = [](const Deck& from) {
        return part(partsOf(from), "ppt/charts/chart1.xml")
            .at({"c:chart", "c:plotArea", "c:lineChart", "c:ser"});
    };
    XmlNode line = lineOf(deck);
    QCOMPARE(cached(line.at({"c:val", "c:numRef", "c:numCache"})), QStringList(5, "4"));
    QCOMPARE(line.at({"c:spPr", "a:ln", "a:solidFill", "a:srgbClr"}).value(), QString("C4001F"));
    QCOMPARE(line.at({"c:spPr", "a:ln", "a:prstDash"}).value(), QString("solid"));
    QCOMPARE(line.at({"c:tx", "c:strRef", "c:strCache", "c:pt", "c:v"}).text,
             QString("Capacity 4.00 GiB"));
    QCOMPARE(line.all("c:dLbls").size(), 0); // it is labelled once, by a shape
    QCOMPARE(textsOf(deck).count("Capacity 4.00 GiB"), 1);
    deck.figure.limit->dashed = true;
    QCOMPARE(lineOf(deck).at({"c:spPr", "a:ln", "a:prstDash"}).value(), QString("dash"));
    deck.showLimit = false;
    QCOMPARE(part(partsOf(deck), "ppt/charts/chart1.xml").all("c:lineChart").size(), 0);
    QCOMPARE(textsOf(deck).count("Capacity 4.00 GiB"), 0);

    // A line series would end in the middle of the outer bars, and be a block where there is one.
    for (const int bars : {1, 3}) {
        deck = deckOf(withPoints(bars));
        deck.figure.panels[0].bars = true;
        QCOMPARE(part(partsOf(deck), "ppt/charts/chart1.xml").all("c:lineChart").size(), 0);
        const Rect plot = slideScene(deck)->plots[0];
        const auto capacity = namedShape(deck, "capacity");
        QVERIFY(std::abs(capacity.width - plot.width) < 0.1);
        QVERIFY(std::abs(capacity.left - plot.left) < 0.1);
    }
}

void TestPptx::axesAreFixed()
{
    const auto axis = [](const Deck& deck, const char* kind) {
        return part(partsOf(deck), "ppt/charts/chart1.xml").at({"c:chart", "c:plotArea", kind});
    };
    Deck deck = deckOf(smallFigure());
    XmlNode y = axis(deck, "c:valAx");
    QCOMPARE(y.at({"c:scaling", "c:max"}).value(), QString("6"));
    QCOMPARE(y.at({"c:scaling", "c:min"}).value(), QString("0"));
    QCOMPARE(y.at({"c:majorUnit"}).value(), QString("2"));
    QCOMPARE(y.at({"c:numFmt"}).attributes["formatCode"], QString("#,##0"));
    QCOMPARE(y.at({"c:crossBetween"}).value(), QString("midCat"));
    // the marks of the x axis are shapes: programs draw one for each point of a chart
    XmlNode x = axis(deck, "c:catAx");
    QCOMPARE(x.at({"c:tickLblPos"}).value(), QString("none"));
    QCOMPARE(x.at({"c:majorTickMark"}).value(), QString("none"));
    for (const char* mark : {"1K", "2K", "4K"})
        QCOMPARE(textsOf(deck).count(QString(mark)), 1);

    deck.figure.panels[0].y.ticks = {0, 0.02, 0.04};
    deck.figure.panels[0].y.most = 0.04;
    for (Panel& panel : deck.figure.panels)
        panel.bars = true;
    y = axis(deck, "c:valAx");
    QCOMPARE(y.at({"c:numFmt"}).attributes["formatCode"], QString("#,##0.00"));
    QCOMPARE(y.at({"c:crossBetween"}).value(), QString("between"));

    // where the picture has only every second grid line, the chart has too
    deck = deckOf(smallFigure());
    for (double tick = 0; tick <= 6; tick += 0.25)
        deck.figure.panels[0].y.ticks.push_back(tick);
    deck.figure.panels[0].y.ticks.erase(deck.figure.panels[0].y.ticks.begin(),
                                        deck.figure.panels[0].y.ticks.begin() + 4);
    deck.height = 4;
    const double unit = axis(deck, "c:valAx").at({"c:majorUnit"}).value().toDouble();
    QVERIFY(unit > 0.25);
    QCOMPARE(static_cast<double>(gridLines(*slideScene(deck))), std::floor(6 / unit) + 1);
}

void TestPptx::namesOfBands()
{
    Deck deck = deckOf(smallFigure());
    QCOMPARE(part(partsOf(deck), "ppt/charts/chart1.xml").all("c:legend").size(), 0);
    QCOMPARE(textsOf(deck).count("Activations"), 1); // next to its band
    deck.bandLabels = false;
    QCOMPARE(textsOf(deck).count("Activations"), 0);
    deck.legend = true;
    QCOMPARE(textsOf(deck).count("Activations"), 1);
    QVERIFY(textsOf(deck).indexOf("Parameters") < textsOf(deck).indexOf("Activations"));
    // several charts have one key, in the order of the stack
    deck.figure.panels.resize(3, deck.figure.panels[0]);
    QCOMPARE(textsOf(deck).count("Activations"), 1);
}

/// The slide has all that the preview draws: in its chart, or as a shape at the same place.
void TestPptx::slideIsItsPicture_data()
{
    QTest::addColumn<Figure>("figure");
    QTest::addColumn<bool>("theme");
    Plan plan;
    plan.layout.zero = 3;
    FigureChoice choice;
    choice.compared = {{"one plan", plan}};
    for (const std::string_view name : figureNames)
        QTest::addRow("%s", std::string(name).c_str())
            << *figureNamed(name, plan, builtinCatalog(), choice) << false;
    QTest::newRow("theme's colours")
        << *figureNamed("context", plan, builtinCatalog(), choice) << true;
}

void TestPptx::slideIsItsPicture()
{
    QFETCH(Figure, figure);
    QFETCH(bool, theme);
    Deck deck = deckOf(figure);
    deck.themeColours = theme;
    const auto scene = slideScene(deck);
    QVERIFY2(scene, qPrintable(whyNot(scene)));
    const auto parts = partsOf(deck);
    const XmlNode slide = part(parts, "ppt/slides/slide1.xml");
    const XmlNode group = slide.at({"p:cSld", "p:spTree", "p:grpSp"});
    QVector<XmlNode> shapes;
    for (const XmlNode& child : group.children)
        if (child.name == "p:sp")
            shapes << child;
    constexpr double perPixel = 9525; // EMU
    qsizetype next = 0;
    for (const Item& item : scene->items) {
        if (item.role != Role::Shape)
            continue;
        QVERIFY(next < shapes.size());
        const XmlNode& shape = shapes[next++];
        if (!item.id.empty())
            QCOMPARE(shape.at({"p:nvSpPr", "p:cNvPr"}).attributes["name"], shown(item.id));
        const auto* writing = std::get_if<Writing>(&item.shape);
        if (!writing)
            continue;
        QCOMPARE(shape.all("a:t").first().text, shown(writing->text));
        QCOMPARE(shape.all("a:rPr").first().attributes["sz"].toInt(),
                 static_cast<int>(std::lround(75 * writing->size)));
        const XmlNode place = shape.at({"p:spPr", "a:xfrm"});
        const Rect bounds = writing->bounds();
        const double x = place.at({"a:off"}).attributes["x"].toDouble()
            + place.at({"a:ext"}).attributes["cx"].toDouble() / 2;
        const double y = place.at({"a:off"}).attributes["y"].toDouble()
            + place.at({"a:ext"}).attributes["cy"].toDouble() / 2;
        // the box is a little wider than the text, on the side where the text ends
        const double slack = 0.05 * writing->width + 3 + 0.2 * writing->size;
        QVERIFY2(std::abs(x / perPixel - bounds.centre().x) < slack, writing->text.c_str());
        QVERIFY2(std::abs(y / perPixel - bounds.centre().y) < slack, writing->text.c_str());
    }
    QCOMPARE(next, shapes.size());

    // The charts' plots are where the picture has them, and their points where its axis has them.
    const auto frames = group.all("p:graphicFrame");
    QCOMPARE(static_cast<std::size_t>(frames.size()), scene->plots.size());
    for (int i = 0; i < frames.size(); ++i) {
        const auto offset = frames[i].at({"p:xfrm", "a:off"}).attributes;
        const auto size = frames[i].at({"p:xfrm", "a:ext"}).attributes;
        const XmlNode layout = part(parts, QString("ppt/charts/chart%1.xml").arg(i + 1))
                                   .at({"c:chart", "c:plotArea", "c:layout", "c:manualLayout"});
        const auto along = [&](const char* start, const char* side, const char* share) {
            return (offset[start].toDouble()
                    + layout.at({share}).value().toDouble() * size[side].toDouble())
                / perPixel;
        };
        const Rect& plot = scene->plots[static_cast<std::size_t>(i)];
        QVERIFY(std::abs(along("x", "cx", "c:x") - plot.left) < 0.1);
        QVERIFY(std::abs(along("y", "cy", "c:y") - plot.top) < 0.1);
        QVERIFY(std::abs(layout.at({"c:w"}).value().toDouble() * size["cx"].toDouble() / perPixel
                         - plot.width)
                < 0.1);
    }
    if (theme)
        QCOMPARE(slide.all("a:srgbClr").size(), 0);
}

void TestPptx::plotsAreEqual()
{
    for (const std::string_view name : lectureFigureNames) {
        const Figure figure = *lectureFigure(name, Sampling::Smooth);
        const auto parts = partsOf(deckOf(figure));
        const auto frames = part(parts, "ppt/slides/slide1.xml").all("p:graphicFrame");
        QCOMPARE(static_cast<std::size_t>(frames.size()), figure.panels.size());
        double width = 0, height = 0, end = 0;
        for (int i = 0; i < frames.size(); ++i) {
            const auto offset = frames[i].at({"p:xfrm", "a:off"}).attributes;
            const auto size = frames[i].at({"p:xfrm", "a:ext"}).attributes;
            const XmlNode layout = part(parts, QString("ppt/charts/chart%1.xml").arg(i + 1))
                                       .at({"c:chart", "c:plotArea", "c:layout", "c:manualLayout"});
            const double plotWidth = layout.at({"c:w"}).value().toDouble() * size["cx"].toDouble();
            const double plotHeight = layout.at({"c:h"}).value().toDouble() * size["cy"].toDouble();
            if (i > 0) {
                QVERIFY(std::abs(plotWidth - width) < 2);
                QVERIFY(std::abs(plotHeight - height) < 2);
            }
            width = plotWidth;
            height = plotHeight;
            const double left = offset["x"].toDouble()
                + layout.at({"c:x"}).value().toDouble() * size["cx"].toDouble();
            QVERIFY(left >= end);
            end = left + plotWidth;
        }
        QVERIFY(end <= 12192000);
        QVERIFY(width > 1500000 && height > 2000000); // EMU: more than 1.6 by 2.2 inches
    }
}

void TestPptx::coloursOfTheTheme()
{
    Deck deck = deckOf(smallFigure());
    deck.themeColours = true;
    const auto parts = partsOf(deck);
    const XmlNode chart = part(parts, "ppt/charts/chart1.xml");
    QCOMPARE(chart.all("a:srgbClr").size(), 0);
    const auto series = chart.all("c:areaChart").first().all("c:ser");
    QCOMPARE(series[0].at({"c:spPr", "a:solidFill", "a:schemeClr"}).value(), QString("accent1"));
    QCOMPARE(series[1].at({"c:spPr", "a:solidFill", "a:schemeClr"}).value(), QString("accent4"));
    // in this deck they are the palette's
    QCOMPARE(part(parts, "ppt/theme/theme1.xml").all("a:accent4")[0].at({"a:srgbClr"}).value(),
             QString("F0A74B"));
    for (const char* list :
         {"a:fillStyleLst", "a:lnStyleLst", "a:effectStyleLst", "a:bgFillStyleLst"})
        QCOMPARE(part(parts, "ppt/theme/theme1.xml").all(list)[0].children.size(), 3);
}

void TestPptx::darkSlide()
{
    Deck deck = deckOf(smallFigure());
    deck.palette = darkPalette();
    const auto parts = partsOf(deck);
    const auto map = part(parts, "ppt/slideMasters/slideMaster1.xml").at({"p:clrMap"}).attributes;
    QCOMPARE(map["bg1"], QString("dk1"));
    QCOMPARE(part(parts, "ppt/theme/theme1.xml").all("a:dk1")[0].at({"a:srgbClr"}).value(),
             QString("1B1D20"));
}

void TestPptx::hiddenTitle()
{
    Deck deck = deckOf(smallFigure());
    const auto titleOf = [](const Deck& from) {
        return part(partsOf(from), "ppt/slides/slide1.xml").at({"p:cSld", "p:spTree", "p:sp"});
    };
    QCOMPARE(titleOf(deck).all("a:t")[0].text, QString("A small figure"));
    deck.title = "Mine";
    deck.showTitle = false;
    const XmlNode title = titleOf(deck);
    QCOMPARE(title.all("a:t")[0].text, QString("Mine"));
    const double top = title.all("a:off")[0].attributes["y"].toDouble();
    QVERIFY(top + title.all("a:ext")[0].attributes["cy"].toDouble() < 0);
}

void TestPptx::notes()
{
    Deck deck = deckOf(smallFigure());
    QVERIFY(!partsOf(deck).contains("ppt/notesSlides/notesSlide1.xml"));
    deck.notes = {{"Model states: %1 GiB", {"1.00"}}, {"Second"}};
    const auto parts = partsOf(deck);
    QStringList texts;
    for (const XmlNode& text : part(parts, "ppt/notesSlides/notesSlide1.xml").all("a:t"))
        texts << text.text;
    QCOMPARE(texts, QStringList({"Model states: 1.00 GiB", "Second"}));
    QVERIFY(parts["ppt/slides/_rels/slide1.xml.rels"].contains("notesSlide1.xml"));
}

/// In a file of several figures each slide has its own chart, notes, tables and language.
void TestPptx::severalFigures()
{
    std::vector<Deck> decks{deckOf(smallFigure()), deckOf(withCurves()), deckOf(smallFigure())};
    decks[0].notes = {{"Of the first"}};
    decks[0].tables = {ledger(3)};
    decks[2].notes = {{"Of the third"}};
    decks[2].language = "zh-CN";
    decks[2].words = [](const Text& text) {
        return text.id == std::string_view("A small figure") ? "小图" : english(text);
    };
    const auto file = pptx(decks, "Two languages");
    QVERIFY2(file, qPrintable(whyNot(file)));
    QCOMPARE(deckFaults(*file).join('\n'), QString());
    const auto parts = ZipFiles(*file).files;
    const auto slide
        = [&](int number) { return part(parts, QString("ppt/slides/slide%1.xml").arg(number)); };
    const auto relations = [&](int number) {
        return parts[QString("ppt/slides/_rels/slide%1.xml.rels").arg(number)];
    };
    QStringList titles;
    for (int number = 1; number <= 4; ++number)
        titles << slide(number).all("a:t")[0].text;
    QCOMPARE(titles,
             QStringList({"A small figure", "Ledger", "A small figure", QStringLiteral("小图")}));
    QVERIFY(!parts.contains("ppt/slides/slide5.xml"));
    QVERIFY(relations(1).contains("chart1.xml") && relations(1).contains("notesSlide1.xml"));
    QVERIFY(!relations(2).contains("chart"));
    QVERIFY(relations(3).contains("chart2.xml") && !relations(3).contains("notesSlide"));
    QVERIFY(relations(4).contains("chart3.xml") && relations(4).contains("notesSlide2.xml"));
    QCOMPARE(part(parts, "ppt/charts/chart2.xml").all("c:areaChart").size(), 0);
    QCOMPARE(part(parts, "ppt/charts/chart2.xml").all("c:lineChart").size(), 1);
    QCOMPARE(part(parts, "ppt/notesSlides/notesSlide2.xml").all("a:t")[0].text,
             QString("Of the third"));
    QVERIFY(parts["ppt/slides/slide4.xml"].contains("zh-CN"));
    QVERIFY(parts["docProps/core.xml"].contains("<dc:title>Two languages</dc:title>"));
    QVERIFY(parts["docProps/app.xml"].contains("<Slides>4</Slides><Notes>2</Notes>"));
}

void TestPptx::severalAsOne()
{
    const Deck deck = deckOf(smallFigure());
    QCOMPARE(*pptx({&deck, 1}, "A small figure"), written(deck));
    QVERIFY(!pptx({}, "Nothing"));
    std::vector<Deck> decks{deck, deckOf({})}; // the second one has nothing to draw
    QVERIFY(!pptx(decks, "One of two"));
}

void TestPptx::tablePages()
{
    Deck deck = deckOf(smallFigure());
    deck.tables = {ledger(100)};
    const auto parts = partsOf(deck);
    QStringList firstCells, titles;
    int slides = 1;
    while (parts.contains(QString("ppt/slides/slide%1.xml").arg(slides + 1))) {
        const XmlNode slide = part(parts, QString("ppt/slides/slide%1.xml").arg(++slides));
        const auto rows = slide.all("a:tr");
        QCOMPARE(rows[0].all("a:t")[0].text, QString("Part")); // each has the heads
        qlonglong height = 0;
        for (const XmlNode& row : rows)
            height += row.attributes["h"].toLongLong();
        const double top = slide.all("p:xfrm")[0].at({"a:off"}).attributes["y"].toDouble();
        QVERIFY(top + double(height) <= 6858000);
        for (int i = 1; i < rows.size(); ++i)
            firstCells << rows[i].all("a:t")[0].text;
        titles << slide.all("a:t")[0].text;
    }
    QVERIFY(slides > 3);
    QCOMPARE(firstCells.size(), 100);
    QCOMPARE(firstCells.last(), QString("Part 99"));
    QCOMPARE(titles.removeDuplicates(), 0); // a slide is found by its title
    QCOMPARE(titles.first(), QString("Ledger (1/%1)").arg(slides - 1));
}

void TestPptx::lastTablePageIsNotATotalAlone()
{
    Deck deck = deckOf(smallFigure());
    bool several = false;
    for (int rows = 4; rows < 60; ++rows) {
        deck.tables = {ledger(rows)};
        const auto parts = partsOf(deck);
        int slides = 1, counted = 0, last = 0;
        while (parts.contains(QString("ppt/slides/slide%1.xml").arg(slides + 1))) {
            const XmlNode slide = part(parts, QString("ppt/slides/slide%1.xml").arg(++slides));
            last = static_cast<int>(slide.all("a:tr").size()) - 1; // without the heads
            counted += last;
        }
        QCOMPARE(counted, rows);
        QVERIFY2(last >= 3, qPrintable(QString("%1 of %2 rows").arg(last).arg(rows)));
        several = several || slides > 2;
    }
    QVERIFY(several);
}

void TestPptx::altTexts()
{
    Deck deck = deckOf(smallFigure());
    deck.figure.panels.resize(2, deck.figure.panels[0]);
    deck.altTexts = {"", "Said by hand"};
    QStringList found;
    for (const XmlNode& frame : part(partsOf(deck), "ppt/slides/slide1.xml").all("p:graphicFrame"))
        found << frame.at({"p:nvGraphicFramePr", "p:cNvPr"}).attributes["descr"];
    QCOMPARE(found,
             QStringList({"8B. Stacked areas of Memory per GPU (GiB) by Context length (tokens): "
                          "Parameters, Activations. The total goes from 2.00 GiB at 1K to 5.00 GiB "
                          "at 4K. Capacity 4.00 GiB. Capacity reached between 2,896 and 4K.",
                          "Said by hand"}));
}

void TestPptx::chinese()
{
    Deck deck = deckOf(smallFigure());
    deck.figure.panels[0].title = {"激活值"};
    const auto languages = [&deck] {
        QMap<QString, QString> found;
        for (const XmlNode& run : part(partsOf(deck), "ppt/slides/slide1.xml").all("a:r"))
            found[run.at({"a:t"}).text] = run.at({"a:rPr"}).attributes["lang"];
        return found;
    };
    QCOMPARE(languages()["激活值"], QString("zh-CN"));
    QCOMPARE(languages()["Context length (tokens)"], QString("en-US"));
    deck.language = "zh_CN";
    QCOMPARE(languages()["Context length (tokens)"], QString("zh-CN"));
    for (const XmlNode& font : part(partsOf(deck), "ppt/theme/theme1.xml").all("a:ea"))
        QVERIFY(!font.attributes["typeface"].isEmpty());
}

void TestPptx::smallestText()
{
    const auto parts = partsOf(deckOf(*lectureFigure("lecture-zero", Sampling::Smooth)));
    for (const char* name : {"ppt/slides/slide1.xml", "ppt/charts/chart1.xml"})
        for (const char* kind : {"a:rPr", "a:defRPr"})
            for (const XmlNode& text : part(parts, name).all(kind))
                QVERIFY(!text.attributes.contains("sz") || text.attributes["sz"].toInt() >= 1190);
}

void TestPptx::refusals_data()
{
    QTest::addColumn<Deck>("deck");
    QTest::addColumn<QString>("expected");
    const auto row
        = [](const char* name, const std::function<void(Deck&)>& change, const char* expected) {
              Deck deck = deckOf(smallFigure());
              change(deck);
              QTest::newRow(name) << deck << QString::fromUtf8(expected);
          };
    const char* empty = "figure: has nothing to draw; found small";
    row(
        "no panels", [](Deck& deck) { deck.figure.panels.clear(); }, empty);
    row(
        "no points", [](Deck& deck) { deck.figure = withPoints(0); }, empty);
    row(
        "no bands", [](Deck& deck) { deck.figure.panels[0].layers.clear(); }, empty);
    row(
        "a value too few", [](Deck& deck) { deck.figure.panels[0].layers[1].values.pop_back(); },
        empty);
    row(
        "no number on the scale", [](Deck& deck) { deck.figure.panels[0].y.most = std::nan(""); },
        empty);
    row(
        "a slide of nothing", [](Deck& deck) { deck.width = 0; },
        "size: must be from 1 to 56 inches each way; found 0 x 7.5");
    row(
        "no size", [](Deck& deck) { deck.height = std::nan(""); },
        "size: must be from 1 to 56 inches each way; found 13.33 x nan");
    row(
        "endless", [](Deck& deck) { deck.width = std::numeric_limits<double>::infinity(); },
        "size: must be from 1 to 56 inches each way; found inf x 7.5");
    row(
        "small letters", [](Deck& deck) { deck.points = 1; },
        "font: must be from 6 to 72 points; found 1");
    row(
        "letters larger than the slide",
        [](Deck& deck) {
            deck.width = deck.height = 2;
            deck.points = 40;
        },
        "--size: must be at least 617 × 699 pixels for text of 53.33 pixels; found 192x192");
}

void TestPptx::refusals()
{
    QFETCH(Deck, deck);
    QFETCH(QString, expected);
    const auto file = pptx(deck);
    QVERIFY(!file);
    QCOMPARE(shown(file.problems()), QStringList(expected));
}

void TestPptx::libreOfficeReadsIt()
{
    const QString office = QStandardPaths::findExecutable("soffice");
    const QString reader = QStandardPaths::findExecutable("pdftotext");
    if (office.isEmpty() || reader.isEmpty())
        QSKIP("needs soffice and pdftotext");
    QTemporaryDir folder;
    QVERIFY(folder.isValid());
    Deck deck = deckOf(*lectureFigure("lecture-scaling", Sampling::Smooth));
    QFile file(folder.filePath("deck.pptx"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(written(deck)));
    file.close();

    constexpr int patience = 240000;
    QProcess process;
    process.start(office,
                  {"-env:UserInstallation=file://" + folder.filePath("profile"), "--headless",
                   "--convert-to", "pdf", "--outdir", folder.path(), file.fileName()});
    QVERIFY(process.waitForFinished(patience));
    QVERIFY2(QFile::exists(folder.filePath("deck.pdf")), process.readAllStandardError());
    process.start(reader, {folder.filePath("deck.pdf"), "-"});
    QVERIFY(process.waitForFinished(patience));
    const QString text = QString::fromUtf8(process.readAllStandardOutput());
    for (const char* said : {"Training memory by context length: 8B, 70B, 405B", "Parameters",
                             "Gradients", "Optimizer state", "Activations", "Capacity 80.0 GiB",
                             "Does not fit at any length", "16K", "Context length (tokens)"})
        QVERIFY2(text.contains(said), said);
}

QTEST_GUILESS_MAIN(TestPptx)
#include "test_pptx.moc"
