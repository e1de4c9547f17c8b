// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preferences_dialog.h"

#include "core/catalog/catalog.h"
#include "ui/base/file_dialogs.h"
#include "ui/base/language.h"
#include "ui/base/memory_format.h"
#include "ui/base/settings.h"
#include "ui/document/plan_library.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace highwater {
namespace {

void select(QComboBox& box, const QString& word)
{
    box.setCurrentIndex(std::max(0, box.findData(word)));
}

void name(QComboBox& box, const QStringList& names)
{
    for (int i = 0; i < std::min<int>(box.count(), static_cast<int>(names.size())); ++i)
        box.setItemText(i, names[i]);
}

} // namespace

PreferencesDialog::PreferencesDialog(const ViewChoices& choices, QWidget* parent)
    : QDialog(parent)
    , m_choices(choices)
    , m_rows(new QFormLayout)
{
    setObjectName(QStringLiteral("preferences"));
    m_rows->setVerticalSpacing(8);
    m_rows->setHorizontalSpacing(16);
    buildView();
    buildNewPlans();
    buildStart();

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_close = buttons->button(QDialogButtonBox::Close);
    m_close->setDefault(true); // so that no other button takes the Enter of a field
    m_reset = buttons->addButton(QString(), QDialogButtonBox::ResetRole);
    m_reset->setObjectName(QStringLiteral("preferences.reset"));
    m_reset->setAutoDefault(false);
    connect(m_reset, &QPushButton::clicked, this, &PreferencesDialog::reset);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(16);
    column->addLayout(m_rows);
    column->addStretch(1);
    column->addWidget(buttons);
    retranslate();
    showChoices();
    showStored();
}

void PreferencesDialog::addRow(QWidget* control)
{
    auto* label = new QLabel(this);
    label->setBuddy(control);
    m_labels.push_back(label);
    m_rows->addRow(label, control);
}

QComboBox* PreferencesDialog::addChoice(const char* name, const QStringList& words,
                                        QString ViewChoices::*choice)
{
    auto* box = new QComboBox(this);
    box->setObjectName(QLatin1String(name));
    for (const QString& word : words)
        box->addItem(QString(), word);
    addRow(box);
    connect(box, &QComboBox::activated, this, [this, box, choice] {
        m_choices.*choice = box->currentData().toString();
        emit choicesChanged(m_choices);
    });
    return box;
}

void PreferencesDialog::buildView()
{
    const QString system = QStringLiteral("system");
    m_unit = addChoice("preferences.unit", {QStringLiteral("GiB"), QStringLiteral("GB")},
                       &ViewChoices::unit);
    m_theme = addChoice(
        "preferences.theme",
        {system, QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("contrast")},
        &ViewChoices::theme);
    m_language = addChoice("preferences.language", QStringList{system} + languages(),
                           &ViewChoices::language);
    m_textSize = new QSpinBox(this);
    m_textSize->setObjectName(QStringLiteral("preferences.textSize"));
    m_textSize->setRange(leastTextSize, mostTextSize);
    m_textSize->setSingleStep(textSizeStep);
    m_textSize->setSuffix(QStringLiteral("\u00A0%"));
    m_textSize->setKeyboardTracking(false); // does not react to "1" of "150"
    addRow(m_textSize);
    connect(m_textSize, &QSpinBox::valueChanged, this, [this](int percent) {
        m_choices.textSize = percent;
        emit choicesChanged(m_choices);
    });
}

void PreferencesDialog::buildNewPlans()
{
    m_device = new QComboBox(this);
    m_device->setObjectName(QStringLiteral("preferences.device"));
    m_device->addItem(QString(), QString());
    for (const Device& device : builtinCatalog().devices())
        m_device->addItem(QString::fromStdString(device.name), QString::fromStdString(device.id));
    addRow(m_device);
    connect(m_device, &QComboBox::activated, this,
            [this] { settings::newDevice.store(m_device->currentData().toString()); });
    m_reserve = new QDoubleSpinBox(this);
    m_reserve->setObjectName(QStringLiteral("preferences.reserve"));
    m_reserve->setDecimals(2);
    addRow(m_reserve);
    connect(m_reserve, &QDoubleSpinBox::valueChanged, this,
            [this](double amount) { settings::newReserve.store(amount / gibShown()); });
}

void PreferencesDialog::buildStart()
{
    auto* folder = new QWidget(this);
    auto* line = new QHBoxLayout(folder);
    line->setContentsMargins(0, 0, 0, 0);
    m_folder = new QLineEdit(folder);
    m_folder->setObjectName(QStringLiteral("preferences.folder"));
    m_folder->setReadOnly(true);
    m_folder->setMinimumWidth(320);
    m_browse = new QPushButton(folder);
    m_browse->setObjectName(QStringLiteral("preferences.browse"));
    m_browse->setAutoDefault(false);
    line->addWidget(m_folder, 1);
    line->addWidget(m_browse);
    addRow(folder);
    m_labels.back()->setBuddy(m_browse);
    connect(m_browse, &QPushButton::clicked, this, &PreferencesDialog::chooseFolder);
    m_start = new QComboBox(this);
    m_start->setObjectName(QStringLiteral("preferences.start"));
    for (const char* word : {"last", "new", "plans"})
        m_start->addItem(QString(), QLatin1String(word));
    addRow(m_start);
    connect(m_start, &QComboBox::activated, this,
            [this] { settings::startsWith.store(m_start->currentData().toString()); });
    m_page = new QLineEdit(this);
    m_page->setObjectName(QStringLiteral("preferences.page"));
    m_page->setPlaceholderText(QStringLiteral("https://…"));
    m_page->setMaxLength(2000);
    addRow(m_page);
    connect(m_page, &QLineEdit::textEdited, this,
            [](const QString& address) { settings::pageAddress.store(address.trimmed()); });
}

void PreferencesDialog::chooseFolder()
{
    const QString folder = fileDialogs().folder(this, PlanLibrary::folder());
    if (folder.isEmpty())
        return;
    settings::plansFolder.store(folder);
    showStored();
    emit plansFolderChanged();
}

/// Resets the settings of this dialog only: those of files, windows and exports stay.
void PreferencesDialog::reset()
{
    {
        const SettingsBatch batch;
        settings::newDevice.remove();
        settings::newReserve.remove();
        settings::startsWith.remove();
        settings::plansFolder.remove();
        settings::pageAddress.remove();
    }
    showStored();
    m_choices = defaultViewChoices();
    showChoices();
    emit choicesChanged(m_choices);
    emit plansFolderChanged();
}

void PreferencesDialog::showChoices()
{
    select(*m_unit, m_choices.unit);
    select(*m_theme, m_choices.theme);
    select(*m_language, m_choices.language);
    showReserve();
    const QSignalBlocker quiet(m_textSize);
    m_textSize->setValue(m_choices.textSize);
}

void PreferencesDialog::setChoices(const ViewChoices& choices)
{
    m_choices = choices;
    showChoices();
}

void PreferencesDialog::showStored()
{
    select(*m_device, settings::newDevice.value());
    select(*m_start, settings::startsWith.value());
    m_folder->setText(QDir::toNativeSeparators(PlanLibrary::folder()));
    m_folder->setCursorPosition(0);
    if (!m_page->hasFocus()) // a person may be typing
        m_page->setText(settings::pageAddress.value());
    showReserve();
}

/// One GiB in the chosen unit of memory.
double PreferencesDialog::gibShown() const
{
    return MemoryFormat(m_choices.memoryUnit()).inUnit(gib);
}

void PreferencesDialog::showReserve()
{
    const QSignalBlocker quiet(m_reserve);
    constexpr double mostGib = 1024;
    m_reserve->setSuffix(QChar(0x00A0) + MemoryFormat(m_choices.memoryUnit()).unitName());
    m_reserve->setMaximum(mostGib * gibShown());
    m_reserve->setValue(settings::newReserve.value() * gibShown());
}

void PreferencesDialog::retranslate()
{
    setWindowTitle(tr("Preferences"));
    const QStringList rows{tr("Unit of memory"),     tr("Theme"),
                           tr("Language"),           tr("Size of the text"),
                           tr("GPU of new plans"),   tr("Reserve of new plans"),
                           tr("Folder of my plans"), tr("At the start, open"),
                           tr("Page of links")};
    for (std::size_t i = 0; i < m_labels.size(); ++i)
        m_labels[i]->setText(rows[static_cast<qsizetype>(i)]);
    name(*m_unit, {tr("GiB (1024³ bytes)"), tr("GB (1000³ bytes)")});
    name(*m_theme, {tr("As the desktop"), tr("Light"), tr("Dark"), tr("High contrast")});
    QStringList all{tr("As the desktop")};
    for (const QString& language : languages())
        all << nativeName(language);
    name(*m_language, all);
    name(*m_device, {tr("As in the first plan")});
    name(*m_start, {tr("The last plan"), tr("A new plan"), tr("The list of plans")});
    m_folder->setToolTip(tr("A folder that a team shares shows the plans of all"));
    m_page->setToolTip(tr("Where the page is that shows plans, for Copy link"));
    m_browse->setText(tr("Choose…"));
    m_close->setText(tr("Close"));
    m_reset->setText(tr("Reset to defaults"));
}

void PreferencesDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::ActivationChange)
        showStored(); // the dialog of another window stores the same values
}

} // namespace highwater
