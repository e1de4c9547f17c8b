// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/answer/serving.h"
#include "core/job/purpose.h"
#include "core/ledger/weights.h"
#include "core/methods/key_use.h"
#include "tests/core/random.h"
#include "ui/base/key_words.h"
#include "ui/base/language.h"
#include "ui/base/theme.h"
#include "ui/base/tip.h"
#include "ui/base/typed_values.h"
#include "ui/base/words.h"
#include "ui/document/document.h"
#include "ui/panel/control_group.h"
#include "ui/panel/key_choice.h"
#include "ui/panel/key_field.h"
#include "ui/panel/key_label.h"
#include "ui/panel/pick_combo.h"
#include "ui/panel/pinned_slider.h"
#include "ui/panel/plan_panel.h"
#include "ui/panel/shape_dialog.h"
#include "ui/window/main_window.h"
#include "window_fixture.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QToolButton>
#include <QWheelEvent>
#include <QtTest>

using namespace highwater;

namespace {

/// Keys without a control of their own, and why.
struct Exempt
{
    KeyPath key;
    const char* reason;
};
constexpr auto exemptions = std::to_array<Exempt>({
    {"name", "the plan's name is given where it is saved"},
    {"notes", "no part of what is computed"},
    {"unread", "tells of a file; the verdict shows it"},
    {"model.id", "chosen as model.preset"},
    {"model.parameters", "the first slider"},
    {"workload.task", "the first question"},
    {"recipe.framework", "the second question"},
    {"inference.server", "the second question"},
    {"workload.context", "the second slider"},
    {"workload.micro_batch", "the third slider"},
    {"cluster.gpus", "the fourth slider"},
    {"layout.zero", "the fifth slider"},
    {"model.custom.biases", "stands for three others, which the form has"},
    {"model.custom.id", "describes a model"},
    {"model.custom.name", "describes a model"},
    {"model.custom.family", "describes a model"},
    {"model.custom.source", "describes a model"},
    {"model.custom.official_source", "describes a model"},
    {"model.custom.unread", "tells of a file; the verdict shows it"},
    {"model.custom.total_params_computed", "describes a model"},
    {"model.custom.active_params_computed", "describes a model"},
    {"model.custom.official_total_params", "describes a model"},
    {"model.custom.arch_verified", "describes a model"},
});

bool isExempt(KeyPath path)
{
    return std::ranges::find(exemptions, path, &Exempt::key) != exemptions.end();
}

/// A job of the kind, as a plan of that task.
Plan jobOf(JobKind kind)
{
    Plan plan = firstPlan();
    plan.job.kind = kind;
    return plan;
}

Plan planOf(std::string_view model)
{
    Plan plan = firstPlan();
    plan.model = CatalogModel{std::string(model)};
    return plan;
}

/// A plan that has the key's role, if it is of one; else of a small model, as a window that settles
/// replays its plan many times.
Plan planWith(KeyPath path)
{
    const auto role = roleOfKey(path);
    return !role ? planOf("gpt-2-124m")
                 : jobOf(role == RoleId::Teacher ? JobKind::Distill : JobKind::Ppo);
}

/// The rows of eachControlEditsItsKey() share a window, as each row can be undone.
bool sharesTheWindow()
{
    return QLatin1String(QTest::currentTestFunction()) == QLatin1String("eachControlEditsItsKey");
}

} // namespace

/// The control panel and the form of a model's shape, driven by the names of keys.
class TestPanel : public WindowFixture
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void everyComputedKeyHasAControl();
    void everyControlHasWords();
    void eachControlEditsItsKey_data();
    void eachControlEditsItsKey();
    void memoryIsTyped_data();
    void memoryIsTyped();
    void wrongEntriesAreSaid();
    void escapeRestores();
    void anUnwrittenKeyShowsWhatItComesTo();
    void theMemoryOfEachDeviceFitsATip_data();
    void theMemoryOfEachDeviceFitsATip();
    void aDeviceResetsCapacity();
    void arrowsStep();
    void unreadKeysSaySo_data();
    void unreadKeysSaySo();
    void problemsStandAtTheirField();
    void aCountOfParametersIsSaid();
    void expertsOfAMixture();
    void basesOfLora();
    void jobsHaveTheirGroup();
    void rolesHaveTheirGroups_data();
    void rolesHaveTheirGroups();
    void choicesSuitTheRole();
    void openChoicesSayWhatTheyComeTo();
    void aRoleHasAnotherModel();
    void onlyKeysOfTheTaskAreShown_data();
    void onlyKeysOfTheTaskAreShown();
    void theWorkloadIsNamedAfterTheTask();
    void layoutsOpenTheirRows_data();
    void layoutsOpenTheirRows();
    void warningsStandAtTheirField();
    void whatAFileSetIsShown();
    void rareKeysAreBehindMore();
    void foldsAreRemembered();
    void groupsOpenAsTheTaskNeeds_data();
    void groupsOpenAsTheTaskNeeds();
    void theTwoQuestionsSetDefaults();
    void theQuestionsStack();
    void noFieldMovesForTheScrollBar();
    void noFieldMovesForLongLabels();
    void changesHaveADot();
    void onlyChangesAreShown();
    void oneGpuHasNoStage();
    void openedSectionsScrollIntoView();
    void summaries_data();
    void summaries();
    void modelsAreFoundByTyping_data();
    void modelsAreFoundByTyping();
    void anUnknownModelIsNamed();
    void listsAreGrouped();
    void theWheelScrolls();
    void shapeIsEdited();
    void shapeStartsFromAModel();
    void shapeIsCountedWhileTyping();
    void shapeProblemsStandAtTheirField();
    void theLayersHaveAPattern();
    void focusGoesToHiddenKeys();
    void undoHidesAFieldWithTypedText();
    void undoHidesAListWithTypedText();
    void nothingIsClipped_data();
    void nothingIsClipped();
    void closingWhileTyping();
    void closingWhileTypingIntoASlider();

private:
    QLabel* messageOf(KeyPath path) const
    {
        return find<QLabel>(pathText(path) + QStringLiteral(".message"));
    }
    PlanPanel* panel() const { return m_window->findChild<PlanPanel*>(); }
    ControlGroup* section(const char* name) const { return find<ControlGroup>(name); }
    ShapeDialog* openShape() const;
    void openEverything() const;
    void type(QWidget* field, const QString& text, Qt::Key end = Qt::Key_Return) const;
    std::string value(KeyPath key) const { return typed(keyOf(key).get(document().plan())); }
    void put(const Plan& plan) const
    {
        document().edit(plan, QStringLiteral("test"));
        settle();
    }
    /// Makes the groups of all roles, which exist only after a plan has had the roles.
    void makeEveryRole() const
    {
        put(jobOf(JobKind::Ppo));
        put(jobOf(JobKind::Distill));
    }
    bool isShown(KeyPath key) const
    {
        const auto* widget = panel()->findChild<QWidget*>(pathText(key));
        return widget && widget->isVisible();
    }
    bool set(KeyPath key, const Value& value) const
    {
        const bool done = document().edit(key, value, QStringLiteral("test"));
        settle();
        return done;
    }
};

void TestPanel::init()
{
    if (m_window && sharesTheWindow())
        refuseWarnings();
    else
        WindowFixture::init();
}

void TestPanel::cleanup()
{
    if (!sharesTheWindow()) {
        closeWindows();
        return;
    }
    delete m_window->findChild<ShapeDialog*>();
    document().undoStack()->undo();
    document().undoStack()->clear();
    settle();
}

ShapeDialog* TestPanel::openShape() const
{
    find<QToolButton>("model.editShape")->click();
    settle();
    return m_window->findChild<ShapeDialog*>();
}

void TestPanel::openEverything() const
{
    for (ControlGroup* group : m_window->findChildren<ControlGroup*>()) {
        group->setOpen(true);
        group->setMoreOpen(true);
    }
    settle();
}

void TestPanel::type(QWidget* field, const QString& text, Qt::Key end) const
{
    field->setFocus();
    auto* edit = field->findChild<QLineEdit*>();
    QVERIFY(edit);
    edit->selectAll();
    if (text.isEmpty())
        QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, end);
    settle();
}

void TestPanel::everyComputedKeyHasAControl()
{
    makeEveryRole();
    openShape();
    QStringList missing, needless;
    for (const Key& key : keys()) {
        const bool present = m_window->findChild<QWidget*>(toQString(key.path)) != nullptr;
        if (isExempt(key.path) && present)
            needless << toQString(key.path);
        else if (!isExempt(key.path) && !present && isComputed(key.path))
            missing << toQString(key.path);
    }
    QCOMPARE(missing.join(u'\n'), QString());
    QCOMPARE(needless.join(u'\n'), QString());
}

void TestPanel::everyControlHasWords()
{
    makeEveryRole();
    openShape();
    QStringList faults;
    for (const Key& key : keys()) {
        auto* widget = m_window->findChild<QWidget*>(toQString(key.path));
        if (!widget)
            continue;
        if (keyLabel(key.path) == toQString(key.path))
            faults << toQString(key.path) + QStringLiteral(" has no label");
        if (keyHelp(key.path).isEmpty())
            faults << toQString(key.path) + QStringLiteral(" has no help");
        const QString ofCheckBox = checkLabel(key.path);
        if (widget->accessibleName() != (ofCheckBox.isEmpty() ? keyLabel(key.path) : ofCheckBox))
            faults << toQString(key.path) + QStringLiteral(" has no accessible name");
        if (widget->accessibleDescription().isEmpty())
            faults << toQString(key.path) + QStringLiteral(" has no accessible description");
    }
    QCOMPARE(faults.join(u'\n'), QString());
}

/// One rule makes the groups of all roles, so that two of them stand for the others.
void TestPanel::eachControlEditsItsKey_data()
{
    QTest::addColumn<KeyPath>("path");
    const auto isLikeAnother = [](KeyPath path) {
        const auto role = roleOfKey(path);
        return role && role != RoleId::Ref && role != RoleId::Rollout;
    };
    int cases = 0;
    for (const Key& key : keys())
        if (!isExempt(key.path) && key.path != "cluster.device" && isComputed(key.path)
            && !isLikeAnother(key.path) && cases++ % caseStep == 0)
            QTest::newRow(key.path.text().data()) << key.path;
}

void TestPanel::eachControlEditsItsKey()
{
    QFETCH(KeyPath, path);
    const Key& key = keyOf(path);
    put(planWith(path));
    document().undoStack()->clear();
    if (path.isIn(KeyGroup("model.custom")))
        openShape();
    openEverything();
    auto* widget = control<QWidget>(path);
    const Plan before = document().plan();
    const Value old = key.get(before);

    if (auto* check = qobject_cast<QCheckBox*>(widget)) {
        const bool checked = check->isChecked();
        check->click();
        QCOMPARE(check->isChecked(), !checked);
    } else if (auto* models = qobject_cast<PickCombo*>(widget)) {
        models->setCurrentIndex(models->findData(QStringLiteral("qwen3-8b")));
        emit models->activated(models->currentIndex());
    } else if (auto* combo = qobject_cast<QComboBox*>(widget)) {
        combo->setCurrentIndex((combo->currentIndex() + 1) % combo->count());
        emit combo->activated(combo->currentIndex());
    } else {
        auto* field = qobject_cast<KeyField*>(widget);
        QVERIFY(field);
        // Choices are typed as words, numbers as one that is allowed and not the default.
        const QString text = path == "adapter.targets" ? QStringLiteral("q, head")
            : key.kind == Kind::Choices                ? toQString(key.words.back())
            : path == "layout.offload_fraction"        ? QStringLiteral("0.5")
            : path == "layout.imbalance"               ? QStringLiteral("1.5")
            : path == "workload.epochs"                ? QStringLiteral("2.5")
            : path == "inference.draft_tokens"         ? QStringLiteral("5")
            : path == "model.custom.parameters"        ? QStringLiteral("6b")
            : key.kind == Kind::Real                   ? QStringLiteral("1")
            : path == "cluster.reserve"                ? QStringLiteral("3 GB")
            : path == "model.custom.layer_pattern"     ? QStringLiteral("ssf")
            : key.most == 3                            ? QStringLiteral("2")
            : path == "model.custom.norm_vectors"      ? QStringLiteral("0")
                                                       : QStringLiteral("4");
        type(field, text);
        QVERIFY(!field->isModified());
    }
    settle();
    const Value now = key.get(document().plan());
    QVERIFY2(now != old, path.text().data());
    QCOMPARE(document().undoStack()->count(), 1);

    // The control follows the plan, wherever a change of it comes from.
    document().undoStack()->undo();
    settle();
    QCOMPARE(document().plan(), before);
    document().undoStack()->redo();
    settle();
    if (auto* combo = qobject_cast<KeyCombo*>(widget))
        QCOMPARE(combo->currentData().toString().toStdString(), std::get<std::string>(now));
    else if (auto* field = qobject_cast<KeyField*>(widget))
        QVERIFY(field->typedValue() == now);
}

void TestPanel::memoryIsTyped_data()
{
    QTest::addColumn<KeyPath>("path");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* name, KeyPath path, const char* text, const char* value,
                        const char* shown) {
        QTest::newRow(name) << path << QString::fromLatin1(text) << QString::fromLatin1(value)
                            << QString::fromLatin1(shown);
    };
    row("bare", "cluster.capacity", "64", "68719476736", "64 GiB");
    row("GB", "cluster.capacity", "64 GB", "64000000000", "64 GB");
    row("MiB", "cluster.capacity", "81559 MiB", "85520809984", "81,559 MiB");
    row("reserve", "cluster.reserve", "1.5", "1610612736", "1.5 GiB");
    row("host", "cluster.host_memory", "2 TiB", "2199023255552", "2,048 GiB");
}

void TestPanel::memoryIsTyped()
{
    QFETCH(KeyPath, path);
    QFETCH(QString, text);
    QFETCH(QString, value);
    QFETCH(QString, shown);
    openEverything();
    auto* field = control<KeyBytes>(path);
    type(field, text);
    QCOMPARE(QString::fromStdString(this->value(path)), value);
    QCOMPARE(field->text(), shown);
    QVERIFY(messageOf(path)->isHidden());
}

void TestPanel::wrongEntriesAreSaid()
{
    openEverything();
    auto* field = control<KeyBytes>("cluster.capacity");
    auto* message = messageOf("cluster.capacity");
    for (const char* text : {"much", "-3", "0", "2000 TB"}) {
        type(field, QString::fromLatin1(text));
        QCOMPARE(value("cluster.capacity"), "null");
        QCOMPARE(field->text(), QString::fromLatin1(text));
        QVERIFY(message->isVisible());
        QVERIFY(field->accessibleDescription().contains(message->text()));
    }
    const QImage refused = field->grab().toImage();
    QCOMPARE(refused.pixelColor(1, field->height() / 2), currentTheme().over);
    QCOMPARE(document().undoStack()->count(), 0);
    // A valid text removes the message, before the document has the value.
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("70"));
    QVERIFY(message->isHidden());
}

void TestPanel::escapeRestores()
{
    openEverything();
    auto* field = control<KeyBytes>("cluster.reserve");
    type(field, QStringLiteral("12"), Qt::Key_Escape);
    QCOMPARE(field->text(), QStringLiteral("0 GiB"));
    type(field, QStringLiteral("wrong"));
    QVERIFY(messageOf("cluster.reserve")->isVisible());
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(field->text(), QStringLiteral("0 GiB"));
    QVERIFY(messageOf("cluster.reserve")->isHidden());
    QCOMPARE(document().undoStack()->count(), 0);
}

void TestPanel::anUnwrittenKeyShowsWhatItComesTo()
{
    openEverything();
    const auto placeholder = [this](KeyPath path) {
        return control<KeyField>(path)->findChild<QLineEdit*>()->placeholderText();
    };
    QVERIFY(control<KeyBytes>("cluster.capacity")->text().isEmpty());
    QCOMPARE(placeholder("cluster.capacity"), QStringLiteral("79.22\u00A0GiB"));
    QCOMPARE(placeholder("workload.global_batch"), QStringLiteral("8"));
    QVERIFY(set("method", std::string("lecture")));
    QCOMPARE(placeholder("cluster.capacity"), QStringLiteral("80.00\u00A0GiB"));
    const QString tip = control<KeyBytes>("cluster.capacity")->toolTip();
    QVERIFY2(tip.contains(QStringLiteral("80.0\u00A0GiB as in the lecture."))
                 && tip.contains(QStringLiteral(
                     "nvidia-smi: 81,559 MiB, 79.65\u00A0GiB; the driver keeps 0.43.")),
             qPrintable(tip));
    // Emptied, a field goes back to it.
    type(control<KeyField>("workload.global_batch"), QStringLiteral("64"));
    QCOMPARE(value("workload.global_batch"), "64");
    type(control<KeyField>("workload.global_batch"), QString());
    QCOMPARE(value("workload.global_batch"), "null");
}

void TestPanel::theMemoryOfEachDeviceFitsATip_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<MethodId>("method");
    for (const QString& language : languages())
        for (const MethodId method : {MethodId::Exact, MethodId::Lecture})
            QTest::addRow("%s, %s", qPrintable(language), nameOf(method).data())
                << language << method;
}

/// Where the lecture's capacity leaves no room for it, the device on which the driver's part was
/// seen is not named.
void TestPanel::theMemoryOfEachDeviceFitsATip()
{
    QFETCH(QString, language);
    QFETCH(MethodId, method);
    const auto english = qScopeGuard([] { speak(QStringLiteral("en")); });
    speak(language);
    put(planOf("gpt-2-124m"));
    QVERIFY(set("method", std::string(nameOf(method))));
    int named = 0;
    int others = 0;
    for (const Device& device : builtinCatalog().devices()) {
        const bool isAnothers = device.driverBytes > 0 && device.driverSeenOn != device.name;
        if (!isAnothers && others++ % caseStep != 0)
            continue;
        document().edit("cluster.device", device.id, QStringLiteral("\u00D7"));
        settle();
        const QString said = control<KeyBytes>("cluster.capacity")->toolTip();
        const QStringList lines = said.split(u'\n');
        QVERIFY2(lines.size() <= 2, qPrintable(said));
        for (const QString& line : lines)
            QVERIFY2(columnsOf(line) <= tipColumns, qPrintable(said));
        if (isAnothers
            && QString(said).replace(u'\n', u' ').contains(toQString(device.driverSeenOn)))
            ++named;
    }
    QCOMPARE(named > 0, method == MethodId::Exact);
}

void TestPanel::aDeviceResetsCapacity()
{
    type(control<KeyBytes>("cluster.capacity"), QStringLiteral("70"));
    QCOMPARE(value("cluster.capacity"), "75161927680");
    auto* box = control<QComboBox>("cluster.device");
    emit box->activated(box->findData(QStringLiteral("a100-sxm4-40gb")));
    settle();
    QCOMPARE(value("cluster.device"), "\"a100-sxm4-40gb\"");
    QCOMPARE(value("cluster.capacity"), "null");
    document().undoStack()->undo();
    QCOMPARE(value("cluster.capacity"), "75161927680");
}

void TestPanel::arrowsStep()
{
    openEverything();
    const auto press = [this](KeyPath path, Qt::Key key) {
        auto* field = control<KeyField>(path);
        field->setFocus();
        QTest::keyClick(field, key);
        settle();
    };
    QVERIFY(set("method", std::string("lecture-zero")));
    press("layout.tensor", Qt::Key_Up);
    press("layout.tensor", Qt::Key_Up);
    QCOMPARE(value("layout.tensor"), "4");
    press("layout.tensor", Qt::Key_Down);
    QCOMPARE(value("layout.tensor"), "2");
    QVERIFY(set("method", std::string("exact")));
    press("cluster.reserve", Qt::Key_Up);
    QCOMPARE(value("cluster.reserve"), "1073741824");
    press("cluster.reserve", Qt::Key_Down);
    press("cluster.reserve", Qt::Key_Down);
    QCOMPARE(value("cluster.reserve"), "0");
}

void TestPanel::unreadKeysSaySo_data()
{
    QTest::addColumn<QString>("method");
    for (const Method& method : methods())
        QTest::newRow(nameOf(method.id).data()) << toQString(nameOf(method.id));
}

void TestPanel::unreadKeysSaySo()
{
    QFETCH(QString, method);
    openEverything();
    QVERIFY(set("method", method.toStdString()));
    const Method& chosen = methodOf(document().plan().method);
    const QString said = QStringLiteral("Not read by this method");
    QStringList faults;
    for (const Key& key : keys()) {
        auto* widget = panel()->findChild<QWidget*>(toQString(key.path));
        if (!widget)
            continue;
        const bool unread = !methodReads(chosen, key.path);
        if (widget->accessibleDescription().contains(said) != unread
            || widget->toolTip().contains(said) != unread)
            faults << toQString(key.path);
    }
    QCOMPARE(faults.join(u'\n'), QString());
    for (const QLabel* label : panel()->findChildren<KeyLabel*>())
        if (label->buddy() && label->buddy()->objectName() == pathText("recipe.optimizer"))
            QCOMPARE(label->foregroundRole(),
                     methodReads(chosen, "recipe.optimizer") ? QPalette::WindowText
                                                             : QPalette::PlaceholderText);
}

void TestPanel::problemsStandAtTheirField()
{
    openEverything();
    QVERIFY(set("method", std::string("lecture-zero")));
    type(control<KeyField>("layout.tensor"), QStringLiteral("3")); // 32 heads
    auto* message = messageOf("layout.tensor");
    QVERIFY(!document().results().estimate);
    QVERIFY(message->isVisible());
    QCOMPARE(message->text(),
             QStringLiteral("Must divide the number of heads, 32, and does not divide the 8 GPUs "
                            "either"));
    // The capacity does not depend on the mistake.
    QCOMPARE(control<KeyField>("cluster.capacity")->findChild<QLineEdit*>()->placeholderText(),
             QStringLiteral("80.00\u00A0GiB"));
    QVERIFY(set("cluster.gpus", std::int64_t{9}));
    QCOMPARE(message->text(), QStringLiteral("Must divide the number of heads, 32"));
    type(control<KeyField>("layout.tensor"), QStringLiteral("2"));
    QVERIFY(message->isHidden());
}

/// A very large number in a field of billions is read as parameters.
void TestPanel::aCountOfParametersIsSaid()
{
    const auto* slider = find<MarkSlider>("pinned.model.slider");
    auto* field = find<QWidget>("pinned.model.field");
    type(field, QStringLiteral("99999999999"));
    const auto* sized = std::get_if<SizedModel>(&document().plan().model);
    QVERIFY(sized && sized->parameters == 99'999'999'999);
    QCOMPARE(slider->message(), QStringLiteral("Read as 99,999,999,999 parameters"));
    QVERIFY(slider->messageFits());
    type(field, QStringLiteral("70"));
    QVERIFY(slider->message().isEmpty());
}

void TestPanel::expertsOfAMixture()
{
    openEverything();
    QVERIFY(control<QWidget>("layout.expert")->isHidden());
    document().edit(planOf("mixtral-8x7b"), QStringLiteral("test"));
    settle();
    QVERIFY(control<QWidget>("layout.expert")->isVisible());
}

/// LoRA's base has 16 or 32 bits, QLoRA's those and fewer, but not 32.
void TestPanel::basesOfLora()
{
    openEverything();
    QVERIFY(!isShown("adapter.base"));
    const auto words = [this] {
        const auto* box = control<QComboBox>("adapter.base");
        QStringList texts;
        for (int i = 0; i < box->count(); ++i)
            texts << box->itemText(i);
        return texts;
    };
    QVERIFY(set("recipe.framework", std::string("huggingface")));
    QVERIFY(set("layout.zero", std::int64_t{0})); // DeepSpeed casts all weights
    QVERIFY(set("adapter.kind", std::string("lora")));
    openEverything();
    QVERIFY(isShown("adapter.base"));
    QCOMPARE(words(), (QStringList{QStringLiteral("bf16"), QStringLiteral("fp32")}));
    QCOMPARE(control<QComboBox>("adapter.base")->currentText(), QStringLiteral("bf16"));
    QVERIFY(set("adapter.kind", std::string("qlora")));
    QCOMPARE(words().size(), 5);
    QVERIFY(!words().contains(QStringLiteral("fp32")));
}

/// Jobs have a separate group, with only the rows of the kind.
void TestPanel::jobsHaveTheirGroup()
{
    openEverything();
    auto* group = section("group.job");
    QVERIFY(group->isHidden());
    QVERIFY(!isShown("job.kind")); // pre-training has none
    QVERIFY(set("workload.task", std::string("preference")));
    openEverything(); // another task opens and closes groups
    QVERIFY(group->isVisible());
    QVERIFY(isShown("job.reference_free"));
    QVERIFY(!isShown("job.entropy"));
    QVERIFY(set("workload.task", std::string("reinforcement")));
    openEverything();
    QVERIFY(isShown("job.reference_free"));
    QVERIFY(!isShown("job.precomputed_reference"));
    QVERIFY(isShown("job.entropy"));
    QVERIFY(set("workload.task", std::string("train")));
    QVERIFY(group->isHidden());
}

void TestPanel::rolesHaveTheirGroups_data()
{
    QTest::addColumn<JobKind>("kind");
    QTest::addColumn<QStringList>("roles");
    const auto row = [](JobKind kind, const char* roles) {
        QTest::newRow(nameOf(kind).data()) << kind << QString::fromLatin1(roles).split(u' ');
    };
    row(JobKind::Sft, "policy ema");
    row(JobKind::Dpo, "policy ref ema");
    row(JobKind::Reward, "policy ema");
    row(JobKind::Grpo, "policy ref reward ema rollout");
    row(JobKind::Ppo, "policy ref value reward ema rollout");
    row(JobKind::Distill, "policy teacher ema");
}

void TestPanel::rolesHaveTheirGroups()
{
    QFETCH(JobKind, kind);
    QFETCH(QStringList, roles);
    QVERIFY(section("group.roles")->isHidden());
    makeEveryRole();
    put(jobOf(kind));
    openEverything();
    QStringList shown;
    for (const std::string_view role : namesOf<RoleId>())
        if (find<ControlGroup>(QStringLiteral("group.roles.") + toQString(role))->isVisible())
            shown << toQString(role);
    QCOMPARE(shown, roles);
    QCOMPARE(isShown("rollout.utilization"), roles.contains(QStringLiteral("rollout")));
    QVERIFY(isShown("roles.policy.dtype"));
    QVERIFY(!isShown("roles.policy.sleep")); // of the engine alone
    put(firstPlan());
    QVERIFY(section("group.roles")->isHidden());
}

/// Words that would be refused are not offered, and with a single word left there is no control.
void TestPanel::choicesSuitTheRole()
{
    put(jobOf(JobKind::Ppo));
    openEverything();
    const auto words = [this](KeyPath path) {
        QStringList found;
        const auto* box = control<QComboBox>(path);
        for (int i = 0; i < box->count(); ++i)
            found << box->itemData(i).toString();
        return found.join(u' ').trimmed();
    };
    QVERIFY(!isShown("roles.policy.place"));
    QVERIFY(!isShown("roles.rollout.state"));
    QCOMPARE(words("roles.ref.place"), QStringLiteral("shared own host"));
    QCOMPARE(words("roles.rollout.place"), QStringLiteral("shared own"));
    QCOMPARE(words("roles.value.state"), QStringLiteral("train frozen"));
    QVERIFY(set("adapter.kind", std::string("lora")));
    QCOMPARE(words("roles.ref.place"), QStringLiteral("shared own host policy"));
    QVERIFY(!isShown("roles.rollout.gpus"));
    QVERIFY(set("roles.rollout.place", std::string("own")));
    QVERIFY(isShown("roles.rollout.gpus"));
    QVERIFY(set("job.kind", Value{std::string("grpo")}));
    QVERIFY(set("workload.task", std::string("reinforcement")));
    QCOMPARE(words("job.kind"), QStringLiteral("grpo ppo"));
}

/// verl keeps the reference on the host and gives the engine half of the card.
void TestPanel::openChoicesSayWhatTheyComeTo()
{
    Plan plan = jobOf(JobKind::Ppo);
    plan.recipe.framework = Framework::Verl;
    put(plan);
    openEverything();
    auto* place = control<QComboBox>("roles.ref.place");
    QCOMPARE(place->currentText(), QStringLiteral("auto: Host memory"));
    QCOMPARE(control<KeyField>("rollout.utilization")->findChild<QLineEdit*>()->placeholderText(),
             QStringLiteral("0.5"));
    // verl recomputes every layer where the panel would say that nothing is recomputed.
    QCOMPARE(control<QComboBox>("recipe.recompute")->currentText(),
             QStringLiteral("Full, every layer"));
    QVERIFY(section("group.savers")->summary().startsWith(QStringLiteral("Full, every layer")));
    place->setCurrentIndex(1);
    emit place->activated(1);
    settle();
    QCOMPARE(value("roles.ref.place"), std::string("\"shared\""));
    QCOMPARE(section("group.roles.ref")->summary(), QStringLiteral("fp32"));
    place->setCurrentIndex(0);
    emit place->activated(0);
    settle();
    QVERIFY(!document().plan().roles.ref.place);
    QCOMPARE(section("group.roles.ref")->summary(), QStringLiteral("fp32 · Host memory"));
}

void TestPanel::aRoleHasAnotherModel()
{
    put(jobOf(JobKind::Distill));
    openEverything();
    auto* model = control<PickCombo>("roles.teacher.model");
    QCOMPARE(model->currentText(), QStringLiteral("The policy's"));
    const int larger = model->findData(QStringLiteral("qwen3-14b"));
    model->setCurrentIndex(larger);
    emit model->activated(larger);
    settle();
    QCOMPARE(document().plan().roles.teacher.model, std::string("qwen3-14b"));
    QVERIFY(section("group.roles.teacher")->summary().startsWith(QStringLiteral("Qwen3 14B")));
    document().undoStack()->undo();
    settle();
    QCOMPARE(model->currentText(), QStringLiteral("The policy's"));
}

void TestPanel::onlyKeysOfTheTaskAreShown_data()
{
    QTest::addColumn<QByteArray>("task");
    for (const std::string_view task : namesOf<Task>())
        QTest::newRow(task.data()) << QByteArray(task.data());
}

void TestPanel::onlyKeysOfTheTaskAreShown()
{
    QFETCH(QByteArray, task);
    QVERIFY(set("workload.task", task.toStdString()));
    openEverything();
    for (const Key& key : keys())
        if (!canRead(document().plan(), key.path))
            QVERIFY2(!isShown(key.path), key.path.text().data());
    const bool serves = task == "inference";
    QCOMPARE(isShown("layout.context"), !serves);
    QVERIFY(isShown("layout.tensor"));
    QCOMPARE(section("group.savers")->isVisible(), !serves);
    QVERIFY(find<PinnedSlider>("pinned.zero")->isVisible()); // the five sliders stay in place
    QCOMPARE(find<PinnedSlider>("pinned.zero")->isEnabled(), !serves);
    QStringList labels;
    for (const QLabel* label : panel()->findChildren<KeyLabel*>())
        labels << label->text();
    QVERIFY(labels.contains(serves ? QStringLiteral("TP × PP") : QStringLiteral("TP × PP × CP")));
}

void TestPanel::theWorkloadIsNamedAfterTheTask()
{
    const auto title = [this] { return find<QToolButton>("group.workload.header")->text(); };
    QCOMPARE(title(), QStringLiteral("Training"));
    QVERIFY(set("workload.task", std::string("inference")));
    QCOMPARE(title(), QStringLiteral("Serving"));
    QVERIFY(set("workload.task", std::string("train")));
    QCOMPARE(title(), QStringLiteral("Training"));
}

void TestPanel::layoutsOpenTheirRows_data()
{
    QTest::addColumn<KeyPath>("key");
    QTest::addColumn<QByteArray>("count");
    QTest::addColumn<QStringList>("rows");
    const auto row = [](const char* name, KeyPath key, const char* count, QStringList rows) {
        QTest::newRow(name) << key << QByteArray(count) << rows;
    };
    row("tensor", "layout.tensor", "2",
        {pathText("layout.sequence_parallel"), pathText("layout.tp_inputs")});
    row("pipeline", "layout.pipeline", "4",
        {pathText("layout.virtual_pipeline"), pathText("layout.stage_split")});
}

void TestPanel::layoutsOpenTheirRows()
{
    QFETCH(KeyPath, key);
    QFETCH(QByteArray, count);
    QFETCH(QStringList, rows);
    openEverything();
    for (const QString& name : rows)
        QVERIFY2(panel()->findChild<QWidget*>(name)->isHidden(), qPrintable(name));
    QVERIFY(set(key, std::int64_t{count.toLongLong()}));
    for (const QString& name : rows)
        QVERIFY2(panel()->findChild<QWidget*>(name)->isVisible(), qPrintable(name));
    QVERIFY(set(key, std::int64_t{1}));
    for (const QString& name : rows)
        QVERIFY2(panel()->findChild<QWidget*>(name)->isHidden(), qPrintable(name));
}

void TestPanel::warningsStandAtTheirField()
{
    openEverything();
    auto* message = messageOf("layout.tensor");
    QVERIFY(message->isHidden());
    QVERIFY(set("cluster.gpus", std::int64_t{16}));
    QVERIFY(set("layout.tensor", std::int64_t{16})); // 8 key heads, 8 GPUs a node
    QVERIFY(document().results().estimate);
    QVERIFY(message->isVisible());
    QCOMPARE(message->palette().color(QPalette::WindowText), currentTheme().caution);
    QVERIFY(set("layout.tensor", std::int64_t{3}));
    QCOMPARE(message->palette().color(QPalette::WindowText), currentTheme().over);
    QVERIFY(set("layout.tensor", std::int64_t{8}));
    QVERIFY(message->isHidden());
}

void TestPanel::whatAFileSetIsShown()
{
    // A key that a plan sets is shown even if no method computes with it: otherwise it could not be
    // removed.
    openEverything();
    QVERIFY(!isShown("layout.schedule"));
    QVERIFY(set("layout.schedule", std::string("zb1p"))); // of a plan without a pipeline
    QVERIFY(isShown("layout.schedule"));
}

void TestPanel::rareKeysAreBehindMore()
{
    auto* more = find<QToolButton>("group.workload.more");
    auto* moments = control<QWidget>("recipe.moments");
    QVERIFY(more->isVisible() && !moments->isVisible());
    QCOMPARE(more->text(), QStringLiteral("More…"));
    QVERIFY(set("recipe.moments", std::string("bf16")));
    QCOMPARE(more->text(), QStringLiteral("More… · 1 set"));
    QVERIFY(set("recipe.moments", std::string("fp32"))); // which it comes to anyway
    QCOMPARE(more->text(), QStringLiteral("More…"));
    QVERIFY(more->focusPolicy() & Qt::TabFocus);
    more->setFocus();
    QTest::keyClick(more, Qt::Key_Space);
    QVERIFY(moments->isVisible());
    QCOMPARE(more->text(), QStringLiteral("Less"));
    QVERIFY(find<QToolButton>("group.model.more")->isHidden());
}

/// Groups are open as the task needs them, and else as a person opened or closed them.
void TestPanel::foldsAreRemembered()
{
    QVERIFY(section("group.model")->isOpen() && section("group.workload")->isOpen());
    QVERIFY(!section("group.hardware")->isOpen() && !section("group.savers")->isOpen());
    find<QToolButton>("group.workload.more")->click();
    find<QToolButton>("group.model.header")->click();
    find<QToolButton>("group.hardware.header")->click();
    openWindow();
    QVERIFY(section("group.workload")->isOpen() && section("group.workload")->isMoreOpen());
    QVERIFY(!section("group.model")->isOpen());
    QVERIFY(section("group.hardware")->isOpen() && !section("group.hardware")->isMoreOpen());

    m_window->resize(1024, 700);
    settle();
    for (const ControlGroup* group : panel()->findChildren<ControlGroup*>())
        if (group->isVisible())
            QVERIFY2(!group->isOpen(), qPrintable(group->objectName()));
    for (const char* name : {"group.workload.header", "group.savers.header"})
        find<QToolButton>(name)->click();
    m_window->resize(1440, 900);
    settle();
    QVERIFY(!section("group.savers")->isOpen() && section("group.hardware")->isOpen());
    m_window->resize(1024, 700);
    settle();
    QVERIFY(section("group.savers")->isOpen() && !section("group.hardware")->isOpen());
}

void TestPanel::groupsOpenAsTheTaskNeeds_data()
{
    QTest::addColumn<Purpose>("purpose");
    QTest::addColumn<QString>("open");
    const auto row = [](const char* name, Purpose purpose, const char* open) {
        QTest::newRow(name) << purpose << QString::fromLatin1(open);
    };
    row("pre-training", Purpose::PreTrain, "model workload");
    row("fine-tuning", Purpose::FineTune, "model workload run");
    row("adapters", Purpose::Adapt, "model workload savers run");
    row("preferences", Purpose::Prefer, "model workload job");
    row("serving", Purpose::Serve, "model workload");
}

void TestPanel::groupsOpenAsTheTaskNeeds()
{
    QFETCH(Purpose, purpose);
    QFETCH(QString, open);
    put(withPurpose(planOf("gpt-2-124m"), purpose));
    for (const char* name :
         {"model", "hardware", "parallelism", "workload", "savers", "run", "job", "method"}) {
        const auto* group
            = section(qPrintable(QStringLiteral("group.%1").arg(QLatin1String(name))));
        QVERIFY2(group->isHidden()
                     || group->isOpen() == open.split(u' ').contains(QLatin1String(name)),
                 name);
    }
    Plan cut = withPurpose(planOf("gpt-2-124m"), purpose);
    cut.layout.tensor = 2;
    put(withPurpose(cut, Purpose::Serve));
    put(cut);
    QCOMPARE(section("group.parallelism")->isOpen(), purpose == Purpose::PreTrain);
}

/// Choosing an answer is one undo step, and both lists follow the plan.
void TestPanel::theTwoQuestionsSetDefaults()
{
    auto* task = find<QComboBox>("question.task");
    auto* program = find<QComboBox>("question.program");
    const auto choose = [this](QComboBox* box, const QString& text) {
        box->setCurrentIndex(box->findText(text));
        QVERIFY2(box->currentIndex() >= 0, qPrintable(text));
        emit box->activated(box->currentIndex());
        settle();
    };
    QCOMPARE(task->currentText(), QStringLiteral("Pre-train"));
    const Plan before = document().plan();
    QCOMPARE(before.layout.zero, 3);
    choose(task, QStringLiteral("LoRA / QLoRA"));
    choose(program, QStringLiteral("Unsloth"));
    QCOMPARE(document().undoStack()->count(), 2);
    QCOMPARE(value("adapter.kind"), "\"qlora\"");
    QCOMPARE(value("recipe.framework"), "\"unsloth\"");
    QCOMPARE(value("layout.zero"), "0");
    QCOMPARE(value("workload.epochs"), "3.0");
    QCOMPARE(find<QLabel>("panel.changed")->text(), QStringLiteral("Usual settings"));
    // Those that train adapters stand before the line.
    const auto isLine = [program](int i) {
        return program->itemData(i, Qt::AccessibleDescriptionRole).toString()
            == QLatin1String("separator");
    };
    int line = 0;
    while (line < program->count() && !isLine(line))
        ++line;
    QVERIFY(line < program->count());
    QVERIFY(program->findText(QStringLiteral("Axolotl")) < line);
    QVERIFY(program->findText(QStringLiteral("Nanotron")) > line);
    QCOMPARE(program->itemText(line + 1), QStringLiteral("For another task:"));
    QVERIFY(!(program->model()->index(line + 1, 0).flags() & Qt::ItemIsEnabled));
    // Another program's task follows, which is said.
    choose(program, QStringLiteral("Nanotron"));
    QCOMPARE(task->currentText(), QStringLiteral("Pre-train"));
    QCOMPARE(find<QLabel>("message.text")->text(),
             QStringLiteral("Nanotron does not do “LoRA / QLoRA”: the task is now “Pre-train”."));
    choose(task, QStringLiteral("Serve"));
    QVERIFY(find<QLabel>("message.text")
                ->text()
                .startsWith(QStringLiteral("Nanotron does not do “Serve”: the program is now ")));
    QVERIFY(program->findText(QStringLiteral("vLLM")) >= 0);
    QVERIFY(program->findText(QStringLiteral("Nanotron")) < 0);
    for (int i = 0; i < 4; ++i)
        document().undoStack()->undo();
    settle();
    QCOMPARE(document().plan(), before);
    QCOMPARE(task->currentText(), QStringLiteral("Pre-train"));
    panel()->focusKey(std::string(KeyPath("recipe.framework")));
    QVERIFY(program->hasFocus());
}

/// In a narrow panel both lists keep their width, one above the other.
void TestPanel::theQuestionsStack()
{
    const auto* task = find<QComboBox>("question.task");
    const auto* program = find<QComboBox>("question.program");
    QCOMPARE(program->mapTo(panel(), QPoint()).y(), task->mapTo(panel(), QPoint()).y());
    QFont large = m_window->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    auto* questions = find<QWidget>("question");
    questions->setFont(large);
    settle();
    QVERIFY(program->mapTo(panel(), QPoint()).y() > task->mapTo(panel(), QPoint()).y());
    QVERIFY(task->width() >= 140 && program->width() >= 140);
}

/// The scroll bar of the groups appears in the side padding: no field gets narrower.
void TestPanel::noFieldMovesForTheScrollBar()
{
    m_window->resize(1440, 2400); // all open groups have room
    settle();
    const auto* area = find<QScrollArea>("groups");
    const auto* field = control<QWidget>("recipe.optimizer");
    QVERIFY(field->isVisible());
    QVERIFY(!area->verticalScrollBar()->isVisible());
    const auto place = [&] { return QRect(field->mapTo(panel(), QPoint()), field->size()); };
    const QRect before = place();
    m_window->resize(1440, 560);
    settle();
    QVERIFY(area->verticalScrollBar()->isVisible());
    QCOMPARE(place().left(), before.left());
    QCOMPARE(place().width(), before.width());
}

/// Opening "More…", whose labels are longer, moves no field.
void TestPanel::noFieldMovesForLongLabels()
{
    m_window->resize(1440, 900);
    settle();
    const auto* field = control<QWidget>("recipe.optimizer");
    const auto* rare = control<QWidget>("recipe.master_precision");
    QVERIFY(field->isVisible() && !rare->isVisible());
    const int before = field->mapTo(panel(), QPoint()).x();
    find<QToolButton>("group.workload.more")->click();
    settle();
    QVERIFY(rare->isVisible());
    QCOMPARE(field->mapTo(panel(), QPoint()).x(), before);
}

/// A dot stands before a setting that differs from those of task and program; a click takes it
/// back.
void TestPanel::changesHaveADot()
{
    const auto dot = [this](KeyPath key) {
        return panel()->findChild<QAbstractButton*>(pathText(key) + QStringLiteral(".changed"));
    };
    const auto* count = find<QLabel>("panel.changed");
    auto* zero = find<QAbstractButton>("pinned.zero.changed");
    QCOMPARE(count->text(), QStringLiteral("Usual settings"));
    QVERIFY(!dot("recipe.optimizer") && zero->isHidden());
    QVERIFY(set("recipe.optimizer", std::string("lion")));
    QVERIFY(set("layout.zero", std::int64_t{1}));
    QVERIFY(set("cluster.device", std::string("b200-sxm-180gb"))); // of which there is no default
    QCOMPARE(count->text(), QStringLiteral("2 changed"));
    QVERIFY(dot("recipe.optimizer")->isVisible() && zero->isVisible());
    QVERIFY(dot("recipe.optimizer")->accessibleName().contains(keyLabel("recipe.optimizer")));
    // It stands in the side padding, at the height of its row.
    auto* box = control<QWidget>("recipe.optimizer");
    QVERIFY(dot("recipe.optimizer")->mapTo(panel(), QPoint(13, 0)).x() <= 14);
    QVERIFY(
        std::abs(dot("recipe.optimizer")->geometry().center().y() - box->geometry().center().y())
        <= 1);
    dot("recipe.optimizer")->click();
    settle();
    QCOMPARE(value("recipe.optimizer"), "null");
    QVERIFY(dot("recipe.optimizer")->isHidden());
    zero->click();
    settle();
    QCOMPARE(value("layout.zero"), "3");
    QCOMPARE(count->text(), QStringLiteral("Usual settings"));
    document().undoStack()->undo();
    settle();
    QCOMPARE(value("layout.zero"), "1");
}

void TestPanel::onlyChangesAreShown()
{
    QVERIFY(set("recipe.moments", std::string("bf16")));
    QVERIFY(set("cluster.reserve", std::int64_t{1} << 30));
    find<QCheckBox>("panel.onlyChanged")->click();
    settle();
    QStringList shown;
    for (const Key& key : keys())
        if (isShown(key.path))
            shown << toQString(key.path);
    QCOMPARE(shown.join(u' '), QStringLiteral("recipe.moments cluster.reserve"));
    QVERIFY(!find<QWidget>("model.preset")->isVisible());
    find<QCheckBox>("panel.onlyChanged")->click();
    settle();
    QVERIFY(find<QWidget>("model.preset")->isVisible());
    QVERIFY(isShown("recipe.optimizer") && !isShown("recipe.moments"));
    QVERIFY(!section("group.hardware")->isOpen());
}

/// One GPU has no ranks: the stage stays in its place and is grey.
void TestPanel::oneGpuHasNoStage()
{
    auto* zero = find<PinnedSlider>("pinned.zero");
    QVERIFY(zero->isEnabled());
    QCOMPARE(zero->value(), 3.0);
    const int place = zero->y();
    QVERIFY(set("cluster.gpus", std::int64_t{1}));
    QVERIFY(!zero->isEnabled() && zero->isVisible());
    QCOMPARE(zero->y(), place);
    QCOMPARE(zero->value(), 0.0);
    QVERIFY(zero->caution().isEmpty());
    QCOMPARE(value("layout.zero"), "3"); // the plan keeps it
    QVERIFY(set("cluster.gpus", std::int64_t{2}));
    QCOMPARE(zero->value(), 3.0);
}

/// In a small window the sections below are closed, and a section opens under the panel's edge.
void TestPanel::openedSectionsScrollIntoView()
{
    m_window->resize(1024, 700);
    settle();
    find<QToolButton>("group.workload.header")->click();
    settle();
    QVERIFY(!find<QToolButton>("group.workload.header")->visibleRegion().isEmpty());
    const ControlGroup* opened = section("group.workload");
    const int shown = opened->visibleRegion().boundingRect().height();
    const auto* area = panel()->findChild<QScrollArea*>();
    QVERIFY(area);
    QCOMPARE(shown, std::min(opened->height(), area->viewport()->height()));
}

void TestPanel::summaries_data()
{
    QTest::addColumn<QString>("group");
    QTest::addColumn<KeyPath>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("summary");
    const auto row = [](const char* name, const char* group, KeyPath key, const char* value,
                        const char* summary) {
        QTest::newRow(name) << QString::fromLatin1(group) << key << QString::fromLatin1(value)
                            << QString::fromUtf8(summary);
    };
    row("as it opens", "group.workload", "workload.context", "1024", "bf16 · AdamW");
    row("optimizer", "group.workload", "recipe.optimizer", "sgd", "bf16 · SGD");
    row("precision", "group.workload", "recipe.precision", "fp32", "fp32 · AdamW");
    row("adapter", "group.workload", "adapter.kind", "qlora",
        "QLoRA rank 16 on NF4 · bf16 · AdamW");
    row("savers", "group.savers", "recipe.kernels", "eager", "Flash");
    row("offload", "group.savers", "layout.offload_activations", "cpu",
        "Flash · fused · Offload activations");
    row("checkpointing", "group.savers", "recipe.recompute", "full",
        "Full, every layer · Flash · fused");
    row("hardware", "group.hardware", "cluster.gpus", "16", "16 × H100");
    row("ZeRO alone", "group.parallelism", "workload.context", "1024", "ZeRO-3");
    row("ranks", "group.parallelism", "layout.tensor", "2", "TP 2 · DP 4");
    row("one GPU", "group.parallelism", "cluster.gpus", "1", "none");
    row("method", "group.method", "method", "lecture-zero", "Lecture, ZeRO");
    row("model", "group.model", "model.id", "qwen3-8b", "Qwen3 8B");
}

void TestPanel::summaries()
{
    QFETCH(QString, group);
    QFETCH(KeyPath, key);
    QFETCH(QString, value);
    QFETCH(QString, summary);
    QVERIFY(set(key, *parsed(keyOf(key), value.toStdString())));
    QCOMPARE(find<ControlGroup>(group)->summary(), summary);
}

void TestPanel::modelsAreFoundByTyping_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("id");
    QTest::newRow("name") << QStringLiteral("Qwen3 8B") << QStringLiteral("\"qwen3-8b\"");
    QTest::newRow("other case") << QStringLiteral("qwen3-8b") << QStringLiteral("\"qwen3-8b\"");
    QTest::newRow("as people say")
        << QStringLiteral("llama3 70b") << QStringLiteral("\"llama-3-70b\"");
    QTest::newRow("nothing") << QStringLiteral("no such model")
                             << QStringLiteral("\"llama-3.1-8b\"");
    QTest::newRow("a family") << QStringLiteral("Llama 3") << QStringLiteral("\"llama-3.1-8b\"");
}

void TestPanel::modelsAreFoundByTyping()
{
    QFETCH(QString, text);
    QFETCH(QString, id);
    auto* box = find<PickCombo>("model.preset");
    type(box, text);
    QCOMPARE(QString::fromStdString(value("model.id")), id);
    QCOMPARE(box->currentText(), box->itemText(box->currentIndex()));
    QVERIFY(box->currentData().isValid());
}

/// The old model stays, and a line says what to do; the next choice removes the line.
void TestPanel::anUnknownModelIsNamed()
{
    auto* box = find<PickCombo>("model.preset");
    const QString before = box->currentText();
    const Plan plan = document().plan();
    auto* line = find<QLabel>("model.preset.message");
    QVERIFY(line->text().isEmpty());
    type(box, QStringLiteral("rival-org/Rival-9B-Instruct"));
    QVERIFY(document().plan() == plan);
    QCOMPARE(box->currentText(), before);
    QVERIFY2(line->text().contains(QStringLiteral("“rival-org/Rival-9B-Instruct” is not in the")),
             qPrintable(line->text()));
    QVERIFY2(line->text().contains(QStringLiteral("config.json")), qPrintable(line->text()));
    type(box, QStringLiteral("Qwen/Qwen3-4B"));
    QVERIFY(line->text().isEmpty());
}

void TestPanel::listsAreGrouped()
{
    for (const QString& name : {QStringLiteral("model.preset"), pathText("cluster.device")}) {
        auto* box = find<PickCombo>(name);
        QSet<QString> groups;
        for (int i = 0; i < box->count(); ++i) {
            const bool entry = box->itemData(i).isValid();
            const bool choosable
                = box->model()->flags(box->model()->index(i, 0)) & Qt::ItemIsEnabled;
            QCOMPARE(choosable, entry);
            QVERIFY(box->view()->sizeHintForRow(i) >= 22); // as high as in all other lists
            if (!entry) {
                QVERIFY2(!groups.contains(box->itemText(i)), qPrintable(box->itemText(i)));
                groups << box->itemText(i);
            }
        }
        QVERIFY(groups.size() > 5);
    }
    auto* completer = find<PickCombo>("model.preset")->completer();
    completer->setCompletionPrefix(QStringLiteral("qwen3"));
    const auto named = std::ranges::count_if(builtinCatalog().models(), [](const Model& model) {
        return QString::fromStdString(model.name)
            .startsWith(QLatin1String("qwen3"), Qt::CaseInsensitive);
    });
    QVERIFY(named > 8);
    QCOMPARE(completer->completionCount(), named); // and not the family's own name
}

void TestPanel::theWheelScrolls()
{
    openEverything();
    find<QWidget>("pinned.context.slider")->setFocus();
    const Plan before = document().plan();
    for (const QString& name : {QStringLiteral("model.preset"), pathText("recipe.optimizer"),
                                pathText("cluster.reserve")}) {
        auto* widget = find<QWidget>(name);
        QVERIFY(!widget->hasFocus());
        QWheelEvent turn(QPointF(5, 5), widget->mapToGlobal(QPointF(5, 5)), {}, QPoint(0, -120),
                         Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(widget, &turn);
    }
    QCOMPARE(document().plan(), before);
}

void TestPanel::shapeIsEdited()
{
    ShapeDialog* dialog = openShape();
    QVERIFY(dialog && dialog->isVisible() && !dialog->isModal());
    const Plan before = document().plan();
    auto* layers = control<KeyField>("model.custom.num_layers");
    QCOMPARE(layers->text(), QStringLiteral("32"));
    type(layers, QStringLiteral("16"));
    const auto* custom = std::get_if<CustomModel>(&document().plan().model);
    QVERIFY(custom);
    Shape expected = builtinCatalog().model("llama-3.1-8b")->shape;
    expected.layers = 16;
    QVERIFY(*shapeOf(*custom) == expected);
    QCOMPARE(find<PickCombo>("model.preset")->currentText(), QStringLiteral("Custom shape"));
    document().undoStack()->undo();
    settle();
    QCOMPARE(document().plan(), before);
    QCOMPARE(layers->text(), QStringLiteral("32"));
}

void TestPanel::shapeStartsFromAModel()
{
    openShape();
    auto* start = find<PickCombo>("shape.start");
    emit start->activated(start->findData(QStringLiteral("mixtral-8x7b")));
    settle();
    const Model& model = *builtinCatalog().model("mixtral-8x7b");
    QVERIFY(*shapeOf(std::get<CustomModel>(document().plan().model)) == model.shape);
    QCOMPARE(document().results().estimate->plan.counts.total, model.totalParameters);
    const QLocale locale;
    QCOMPARE(find<QLabel>("shape.count")->text(),
             QStringLiteral("%1 parameters, %2 active")
                 .arg(locale.toString(qlonglong(model.totalParameters)),
                      locale.toString(qlonglong(model.activeParameters))));
}

void TestPanel::shapeIsCountedWhileTyping()
{
    openShape();
    auto* count = find<QLabel>("shape.count");
    QCOMPARE(count->text(), QStringLiteral("8,030,261,248 parameters"));
    auto* layers = control<KeyField>("model.custom.num_layers");
    layers->setFocus();
    layers->selectAll();
    QTest::keyClicks(layers, QStringLiteral("31"));
    // A layer of Llama 3.1 8B: 4096 * (2 * 4096 + 2 * 1024 + 3 * 14336 + 2).
    QCOMPARE(count->text(),
             QLocale().toString(qlonglong{8030261248 - 218112000}) + QStringLiteral(" parameters"));
    QCOMPARE(document().undoStack()->count(), 0);
    QTest::keyClick(layers, Qt::Key_Escape);
    QCOMPARE(count->text(), QStringLiteral("8,030,261,248 parameters"));
}

void TestPanel::shapeProblemsStandAtTheirField()
{
    openShape();
    type(control<KeyField>("model.custom.num_kv_heads"), QStringLiteral("5"));
    QVERIFY(!document().results().estimate);
    auto* message = messageOf("model.custom.num_kv_heads");
    QVERIFY(message->isVisible());
    QCOMPARE(message->text(), QStringLiteral("Must divide the number of heads, 32"));
    // An empty field shows the default as its placeholder.
    type(control<KeyField>("model.custom.num_kv_heads"), QString());
    QVERIFY(message->isHidden());
    QCOMPARE(
        control<KeyField>("model.custom.num_kv_heads")->findChild<QLineEdit*>()->placeholderText(),
        QStringLiteral("32"));
    type(control<KeyField>("model.custom.hidden_size"), QString());
    QVERIFY(messageOf("model.custom.hidden_size")->isVisible());
}

/// A window of 1,024 tokens in two of three layers leaves their keys and values out.
void TestPanel::theLayersHaveAPattern()
{
    QVERIFY(set("workload.task", std::string("inference")));
    openShape();
    openEverything();
    const auto cache = [this] {
        const Estimate& found = *document().results().estimate;
        return servingOf(found.plan, found.answer)->kvBytesPerSequence;
    };
    const auto before = cache();
    type(control<KeyField>("model.custom.sliding_window"), QStringLiteral("1024"));
    type(control<KeyField>("model.custom.layer_pattern"), QStringLiteral("sf"));
    // Of 8,192 tokens, every other layer keeps an eighth.
    QCOMPARE(cache(), before / 2 + before / 16);
    type(control<KeyField>("model.custom.layer_pattern"), QStringLiteral("sx"));
    QVERIFY(!document().results().estimate);
    QVERIFY(messageOf("model.custom.layer_pattern")->isVisible());
    QVERIFY(messageOf("model.custom.layer_pattern")
                ->text()
                .startsWith(QStringLiteral("Must be letters: f (full)")));
}

void TestPanel::focusGoesToHiddenKeys()
{
    m_window->activateWindow();
    section("group.parallelism")->setOpen(false);
    panel()->focusKey(std::string(KeyPath("layout.replicate")));
    QVERIFY(control<QWidget>("layout.replicate")->isVisible());
    QVERIFY(control<QWidget>("layout.replicate")->hasFocus());
    panel()->focusKey(std::string(KeyPath("model.custom.moe_every")));
    QVERIFY(control<QWidget>("model.custom.moe_every")->isVisible());
}

void TestPanel::undoHidesAFieldWithTypedText()
{
    const Plan training = document().plan();
    const Plan serving = withPurpose(training, Purpose::Serve);
    document().edit(serving, QStringLiteral("Task"));
    document().edit(training, QStringLiteral("Task"));
    settle();
    openEverything();
    m_window->activateWindow();
    auto* field = control<KeyField>("workload.global_batch");
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("1"));
    document().undoStack()->undo(); // as the tool bar does, which takes no focus
    settle();
    QVERIFY(!field->isVisible());
    QCOMPARE(document().plan(), serving);
    document().undoStack()->redo();
    settle();
    QVERIFY(field->isVisible());
    QCOMPARE(document().plan(), training);
    QCOMPARE(field->text(), QString());
    document().undoStack()->setIndex(0);
    QCOMPARE(document().plan(), training);
}

/// The same of a list that is typed into, of which an entry has the typed name.
void TestPanel::undoHidesAListWithTypedText()
{
    const Plan training = document().plan();
    document().edit(jobOf(JobKind::Distill), QStringLiteral("Task"));
    settle();
    openEverything();
    m_window->activateWindow();
    auto* list = control<PickCombo>("roles.teacher.model");
    QVERIFY(list->isVisible());
    list->setFocus();
    list->lineEdit()->setText(QStringLiteral("Qwen3 14B"));
    document().undoStack()->undo();
    settle();
    QVERIFY(!list->isVisible());
    QCOMPARE(document().plan(), training);
    QVERIFY(document().undoStack()->canRedo());
    QCOMPARE(list->currentText(), QStringLiteral("The policy's"));
}

void TestPanel::nothingIsClipped_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("language");
    for (const char* language : {"en", "zh_CN"})
        for (const QSize size : {QSize(1440, 900), QSize(1024, 700)})
            QTest::addRow("%dx%d, %s", size.width(), size.height(), language)
                << size << QString::fromLatin1(language);
}

void TestPanel::nothingIsClipped()
{
    QFETCH(QSize, size);
    QFETCH(QString, language);
    for (QAction* action : m_window->findChildren<QAction*>())
        if (action->data().toString() == language)
            action->trigger();
    m_window->resize(size);
    Plan plan = planOf("mixtral-8x7b");
    plan.job.kind = JobKind::Ppo;
    put(plan);
    openShape();
    openEverything();
    type(control<KeyField>("cluster.capacity"), QStringLiteral("wrong"));

    QStringList clipped;
    const auto need
        = [&clipped](const QWidget& widget, const QString& text, int wanted, int given) {
              if (wanted > given)
                  clipped << widget.objectName() + QLatin1Char(' ') + text;
          };
    QList<QWidget*> widgets = panel()->findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        if (!widget->isVisible())
            continue;
        if (const auto* area = qobject_cast<const QScrollArea*>(widget))
            need(*area, QStringLiteral("content"), area->widget()->width(),
                 area->viewport()->width());
        else if (const auto* label = qobject_cast<const QLabel*>(widget);
                 label && !label->wordWrap())
            need(*label, label->text(), label->sizeHint().width(), label->width());
        else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            need(*button, button->text(), button->minimumSizeHint().width(), button->width());
        else if (const auto* edit = qobject_cast<const QLineEdit*>(widget)) {
            constexpr int margins = 6;
            const QString text = edit->text().isEmpty() ? edit->placeholderText() : edit->text();
            need(*edit->parentWidget(), text, edit->fontMetrics().horizontalAdvance(text) + margins,
                 edit->width());
        } else if (const auto* box = qobject_cast<const QComboBox*>(widget);
                   box && !box->isEditable()) {
            QStyleOptionComboBox option;
            option.initFrom(box);
            const QRect field = box->style()->subControlRect(QStyle::CC_ComboBox, &option,
                                                             QStyle::SC_ComboBoxEditField, box);
            need(*box, box->currentText(), box->fontMetrics().horizontalAdvance(box->currentText()),
                 field.width());
        }
    }
    QCOMPARE(clipped.join(u'\n'), QString());
    QVERIFY(panel()->width() <= 460);
}

void TestPanel::closingWhileTypingIntoASlider()
{
    auto* field = find<QWidget>("pinned.context.field");
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("4"));
    closeWindows(); // takes the document before the field loses its focus
    QVERIFY(!m_window);
}

void TestPanel::closingWhileTyping()
{
    auto* field = control<KeyField>("cluster.capacity");
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("70"));
    closeWindows(); // takes the document before the field loses its focus
    QVERIFY(!m_window);
}

QTEST_MAIN(TestPanel)
#include "test_panel.moc"
