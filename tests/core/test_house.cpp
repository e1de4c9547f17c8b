// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <optional>
#include <vector>

using namespace Qt::Literals::StringLiterals;

namespace {

const QStringList floors{u"core"_s, u"ui"_s, u"app"_s}; // from the lowest to the highest

QString contentsOf(const QString& path)
{
    QFile file(QStringLiteral(HIGHWATER_SOURCE_DIR "/") + path);
    if (!file.open(QFile::ReadOnly))
        qFatal("%s cannot be read", qPrintable(path));
    return QString::fromUtf8(file.readAll());
}

/// The rooms of a floor, as its CMakeLists.txt adds them: from the lowest to the highest.
QStringList roomsOf(const QString& floor)
{
    static const QRegularExpression loop(u"foreach\\(room IN ITEMS ([^)]*)\\)"_s);
    const auto match = loop.match(contentsOf(floor + u"/CMakeLists.txt"_s));
    return match.captured(1).simplified().split(u' ', Qt::SkipEmptyParts);
}

/// A source or header, by its path from the root.
struct Source
{
    QString path;
    QString floor() const { return path.section(u'/', 0, 0); }
    /// Empty for a source that is in no room.
    QString room() const { return path.count(u'/') > 1 ? path.section(u'/', 1, 1) : QString(); }
    /// The nearest folder with a CMakeLists.txt, which lists the source.
    QString listedIn() const
    {
        QString folder = path.section(u'/', 0, -2);
        while (folder.contains(u'/')
               && !QFile::exists(QStringLiteral(HIGHWATER_SOURCE_DIR "/") + folder
                                 + u"/CMakeLists.txt"_s))
            folder = folder.section(u'/', 0, -2);
        return folder;
    }
    QString pathInList() const { return path.mid(listedIn().size() + 1); }
};

std::vector<Source> sourcesOf(const QString& floor)
{
    const QDir root(QStringLiteral(HIGHWATER_SOURCE_DIR));
    std::vector<Source> sources;
    QDirIterator files(root.filePath(floor), {u"*.h"_s, u"*.cpp"_s, u"*.in"_s}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext())
        sources.push_back({root.relativeFilePath(files.next())});
    return sources;
}

struct Include
{
    QString header;
    bool quoted; ///< in quotes, like includes of the project
};

std::vector<Include> includesOf(const Source& source)
{
    static const QRegularExpression line(u"^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]"_s,
                                         QRegularExpression::MultilineOption);
    std::vector<Include> includes;
    for (auto matches = line.globalMatch(contentsOf(source.path)); matches.hasNext();) {
        const auto match = matches.next();
        includes.push_back({match.captured(2), match.captured(1) == u'"'});
    }
    return includes;
}

/// The place of a path in the order of floors and rooms; null for a path outside the project.
std::optional<qsizetype> heightOf(const QString& path)
{
    static const QStringList order = [] {
        QStringList all;
        for (const QString& floor : floors) {
            for (const QString& room : roomsOf(floor))
                all << floor + u'/' + room + u'/';
            all << floor + u'/';
        }
        return all;
    }();
    for (qsizetype height = 0; height < order.size(); ++height)
        if (path.startsWith(order[height]))
            return height;
    return std::nullopt;
}

bool isQt(const Include& include)
{
    return include.header.startsWith(u'Q')
        || include.header.startsWith(u"qt"_s, Qt::CaseInsensitive);
}

/// Each class of Qt Charts that a source could include is a chart, an axis or a series.
bool isQtCharts(const Include& include)
{
    static const QRegularExpression classes(
        u"^(QtCharts/.*|QtCharts|Q(Polar)?Chart(View)?|Q[A-Za-z]+(Axis|Series|Set|Marker|Slice))$"_s);
    return classes.match(include.header).hasMatch();
}

bool isNlohmann(const Include& include)
{
    return include.header.startsWith(u"nlohmann/"_s);
}

using IsOf = bool (*)(const Include&);

/// Whether a source is about one framework by what it is: its profile, the list of all, the table
/// of what people start with, the reader or writer of its files, or the reader of its measured
/// runs.
bool isOfAFramework(const QString& path)
{
    static const QRegularExpression named(
        u"^core/(plan/plan\\.h|job/purpose\\.cpp|ledger/frameworks/.*|measured/.*|configs/"
        "(\\w+_import|config_target|trainer_settings)\\.cpp)$"_s);
    return named.match(path).hasMatch();
}

/// The lines of a source that match, with their file.
QStringList linesOf(const Source& source, const QRegularExpression& pattern)
{
    QStringList found;
    for (const QString& line : contentsOf(source.path).split(u'\n'))
        if (pattern.match(line).hasMatch())
            found << source.path + u": "_s + line.trimmed();
    return found;
}

} // namespace

/// Holds the order of floors and rooms that CONTRIBUTING.md shows and the CMakeLists.txt state.
class TestHouse : public QObject
{
    Q_OBJECT

private slots:
    void roomsAreFolders_data();
    void roomsAreFolders();
    void readmeNamesTheRooms_data();
    void readmeNamesTheRooms();
    void mapsNameWhatIsThere_data();
    void mapsNameWhatIsThere();
    void noSourceLiesOutsideARoom();
    void includesPointDown();
    void coreKnowsNoQt();
    void oneFileKnowsALibrary_data();
    void oneFileKnowsALibrary();
    void everySourceIsBuilt();
    void noRunIsKnownBelowItsRoom();
    void oneStepKnowsNoSweep_data();
    void oneStepKnowsNoSweep();
    void aFrameworkIsItsProfile();
    void noPlanIsAskedForItsFramework();
};

void TestHouse::roomsAreFolders_data()
{
    QTest::addColumn<QString>("floor");
    QTest::newRow("core") << u"core"_s;
    QTest::newRow("ui") << u"ui"_s;
}

void TestHouse::roomsAreFolders()
{
    QFETCH(QString, floor);
    QStringList rooms = roomsOf(floor);
    QVERIFY(rooms.size() >= 8);
    rooms.sort();
    const QDir folder(QStringLiteral(HIGHWATER_SOURCE_DIR "/") + floor);
    QCOMPARE(folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name), rooms);
}

void TestHouse::readmeNamesTheRooms_data()
{
    roomsAreFolders_data();
}

void TestHouse::readmeNamesTheRooms()
{
    QFETCH(QString, floor);
    static const QRegularExpression row(u"^\\| `(\\w+)` \\|"_s,
                                        QRegularExpression::MultilineOption);
    QStringList named;
    const QString readme = contentsOf(floor + u"/README.md"_s);
    for (auto matches = row.globalMatch(readme); matches.hasNext();)
        named << matches.next().captured(1);
    QCOMPARE(named, roomsOf(floor));
}

void TestHouse::mapsNameWhatIsThere_data()
{
    QTest::addColumn<QString>("map");
    for (const char* map : {"CONTRIBUTING.md", "README.md", "core/README.md", "ui/README.md"})
        QTest::newRow(map) << QString::fromLatin1(map);
}

/// A path with a capital word, such as NAME.cpp, stands for a file that is to be made.
void TestHouse::mapsNameWhatIsThere()
{
    QFETCH(const QString, map);
    static const QRegularExpression path(
        u"`((?:core|ui|app|tests|resources|presets|packaging)/[a-z0-9_./]+)`"_s);
    for (const auto& found : path.globalMatch(contentsOf(map)))
        QVERIFY2(QFile::exists(QStringLiteral(HIGHWATER_SOURCE_DIR "/") + found.captured(1)),
                 qPrintable(found.captured(1)));
}

void TestHouse::noSourceLiesOutsideARoom()
{
    QStringList flat;
    for (const QString& floor : {u"core"_s, u"ui"_s})
        for (const Source& source : sourcesOf(floor))
            if (!roomsOf(floor).contains(source.room()))
                flat << source.path;
    QCOMPARE(flat.join(u'\n'), QString());
}

void TestHouse::includesPointDown()
{
    QStringList upwards;
    int seen = 0;
    for (const QString& floor : floors)
        for (const Source& source : sourcesOf(floor))
            for (const auto& [header, quoted] : includesOf(source)) {
                const auto height = heightOf(header);
                seen += height ? 1 : 0;
                const bool fromRoot = height || !quoted || floor == u"app"_s;
                if (!fromRoot || height > heightOf(source.path))
                    upwards << source.path + u" includes "_s + header;
            }
    QVERIFY(seen > 500);
    QCOMPARE(upwards.join(u'\n'), QString());
}

void TestHouse::coreKnowsNoQt()
{
    QStringList found;
    for (const Source& source : sourcesOf(u"core"_s))
        for (const Include& include : includesOf(source))
            if (isQt(include))
                found << source.path + u" includes "_s + include.header;
    QCOMPARE(found.join(u'\n'), QString());
}

void TestHouse::oneFileKnowsALibrary_data()
{
    QTest::addColumn<IsOf>("isOf");
    QTest::addColumn<QString>("file");
    QTest::newRow("Qt Charts") << IsOf(isQtCharts) << u"ui/figures/chart_bands.cpp"_s;
    QTest::newRow("nlohmann_json") << IsOf(isNlohmann) << u"core/json/json_library.cpp"_s;
}

void TestHouse::oneFileKnowsALibrary()
{
    QFETCH(IsOf, isOf);
    QFETCH(QString, file);
    QStringList files;
    for (const QString& floor : floors)
        for (const Source& source : sourcesOf(floor)) {
            const auto includes = includesOf(source);
            if (std::any_of(includes.begin(), includes.end(), isOf))
                files << source.path;
        }
    QCOMPARE(files.join(u'\n'), file);
}

void TestHouse::everySourceIsBuilt()
{
    QStringList forgotten;
    for (const QString& floor : floors)
        for (const Source& source : sourcesOf(floor)) {
            const QString list = contentsOf(source.listedIn() + u"/CMakeLists.txt"_s);
            static const QRegularExpression gaps(u"[\\s()\"]+"_s);
            if (source.path.endsWith(u".cpp"_s) && !list.split(gaps).contains(source.pathInList()))
                forgotten << source.path;
        }
    QCOMPARE(forgotten.join(u'\n'), QString());
}

/// Facts of measured runs come in through values of the rooms below `measured`, which name
/// none of its types.
void TestHouse::noRunIsKnownBelowItsRoom()
{
    static const QRegularExpression declared(u"^(?:struct|class|enum class) (\\w+)"_s,
                                             QRegularExpression::MultilineOption);
    static const QRegularExpression comment(u"//.*|\"[^\"\n]*\""_s);
    const auto measured = heightOf(u"core/measured/"_s);
    QStringList types;
    for (const Source& source : sourcesOf(u"core"_s))
        if (source.room() == u"measured")
            for (auto all = declared.globalMatch(contentsOf(source.path)); all.hasNext();)
                types << all.next().captured(1);
    QVERIFY(types.size() > 20);
    const QRegularExpression named(u"\\b(%1)\\b"_s.arg(types.join(u'|')));
    QStringList found;
    for (const Source& source : sourcesOf(u"core"_s))
        if (heightOf(source.path) < measured) {
            const auto match = named.match(contentsOf(source.path).remove(comment));
            if (match.hasMatch())
                found << source.path + u" names "_s + match.captured();
        }
    QCOMPARE(found.join(u'\n'), QString());
}

void TestHouse::oneStepKnowsNoSweep_data()
{
    QTest::addColumn<QString>("room");
    for (const QString& room : {u"ledger"_s, u"job"_s, u"time"_s, u"answer"_s})
        QTest::newRow(qPrintable(room)) << room;
}

/// The sweep whose measured runs the program is compared with has builds, a cluster and constants
/// of its own. The rooms that count a step know none of them.
void TestHouse::oneStepKnowsNoSweep()
{
    QFETCH(QString, room);
    static const QRegularExpression word(u"sweep|playbook|build_?fault|run_?facts"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    QStringList found;
    for (const Source& source : sourcesOf(u"core"_s))
        if (source.room() == room) {
            const auto match = word.match(contentsOf(source.path));
            if (match.hasMatch())
                found << source.path + u" says "_s + match.captured();
        }
    QCOMPARE(found.join(u'\n'), QString());
}

/// Each behaviour of a framework is a field of its profile (core/ledger/framework.h). Code that
/// names one forgets the next.
void TestHouse::aFrameworkIsItsProfile()
{
    static const QRegularExpression names(
        u"\\bFramework::[A-Z]|using enum (\\w+::)?Framework\\b"_s);
    QStringList named;
    int profiles = 0;
    for (const QString& floor : floors)
        for (const Source& source : sourcesOf(floor)) {
            const QStringList lines = linesOf(source, names);
            profiles += source.path.startsWith(u"core/ledger/frameworks/"_s) && !lines.isEmpty();
            if (!isOfAFramework(source.path))
                named << lines;
        }
    QVERIFY(profiles >= 10);
    QCOMPARE(named.join(u'\n'), QString());
}

/// Readers and writers of a framework's files set it, or ask which profile a plan has, but do
/// not compare. Measured runs are of a framework: how their rows are read follows from it.
void TestHouse::noPlanIsAskedForItsFramework()
{
    static const QRegularExpression compares(u"[=!]= *Framework::|\\bcase Framework::"_s);
    QStringList compared;
    for (const QString& floor : floors)
        for (const Source& source : sourcesOf(floor))
            if (!source.path.startsWith(u"core/measured/"_s))
                compared << linesOf(source, compares);
    QCOMPARE(compared.join(u'\n'), QString());
}

QTEST_APPLESS_MAIN(TestHouse)
#include "test_house.moc"
