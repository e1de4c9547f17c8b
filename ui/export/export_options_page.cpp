// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_options_page.h"

#include "ui/base/language.h"
#include "ui/base/message_line.h"
#include "ui/base/number_field.h"
#include "ui/base/settings.h"
#include "ui/base/wheel_safe_combo_box.h"
#include "ui/base/words.h"
#include "ui/export/export_dialog.h"
#include "ui/export/option_rows.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRadioButton>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

QLatin1String unitName(const LengthUnit& unit)
{
    return QLatin1String(unit.name);
}

} // namespace

ExportOptionsPage::ExportOptionsPage(const ShownFigure& figure, QWidget* parent)
    : QWidget(parent)
    , m_shown(figure)
{
    for (const ExportTarget each : exportTargets)
        m_options[static_cast<std::size_t>(each)] = withFigure(m_shown, keptOptions(each));
    OptionRows rows(this);
    m_figure = rows.combo("export.figure", ExportDialog::tr("&Figure"), ExportDialog::tr("Figure"))
                   .first;
    for (const std::string_view name : figureNames)
        m_figure->addItem(figureLabel(name), toQString(name));
    addSize(rows);
    addFont(rows);
    addPart(ExportPart::Font, {rows.line()});
    addLook(rows);
    addPart(ExportPart::Title, {rows.line()});
    addParts(rows);
    rows.finish();
    connectControls();
    showSize(); // the fields are as wide as their units need
}

void ExportOptionsPage::addPart(ExportPart what, std::initializer_list<QWidget*> widgets)
{
    for (QWidget* widget : widgets)
        m_parts.emplace_back(widget, what);
}

void ExportOptionsPage::addSize(OptionRows& rows)
{
    QLabel* label = nullptr;
    m_preset = new WheelSafeComboBox(QStringLiteral("export.preset"), rows.content);
    m_preset->setAccessibleName(ExportDialog::tr("Size"));
    label = rows.label(ExportDialog::tr("&Size"), m_preset);
    m_unit = new WheelSafeComboBox(QStringLiteral("export.unit"), rows.content);
    m_unit->setAccessibleName(ExportDialog::tr("Unit of sizes"));
    for (const LengthUnit& unit : lengthUnits)
        m_unit->addItem(unitName(unit), unitName(unit));
    QHBoxLayout* choices = rows.several(8);
    choices->addWidget(m_preset, 1);
    m_unit->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_unit->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    choices->addWidget(m_unit);
    m_width = new NumberField(QStringLiteral("export.width"), rows.content);
    m_height = new NumberField(QStringLiteral("export.height"), rows.content);
    auto* times = new QLabel(QStringLiteral("×"), rows.content);
    QHBoxLayout* sides = rows.several(8);
    sides->addWidget(m_width, 1);
    sides->addWidget(times);
    sides->addWidget(m_height, 1);
    addPart(ExportPart::Size, {m_preset, label, m_width, times, m_height, m_unit});
    m_sizeMessage = rows.message();

    std::tie(m_scale, label) = rows.combo("export.scale", ExportDialog::tr("Resol&ution"),
                                          ExportDialog::tr("Resolution"));
    for (const int scale : {1, 2, 3})
        m_scale->addItem(ExportDialog::tr("%1× · %2 dpi").arg(scale).arg(96 * scale), scale);
    addPart(ExportPart::Scale, {m_scale, label});
}

void ExportOptionsPage::addFont(OptionRows& rows)
{
    m_font = new NumberField(QStringLiteral("export.font"), rows.content);
    m_font->setAccessibleName(ExportDialog::tr("Font size, points"));
    m_font->setUnits({{ExportDialog::tr("pt"), 1, -1}});
    m_font->setRange(leastPoints, mostPoints, 1);
    m_smallest = new QLabel(rows.content);
    m_smallest->setObjectName(QStringLiteral("export.smallest"));
    m_smallest->setForegroundRole(QPalette::PlaceholderText);
    addPart(ExportPart::Font,
            {m_font, m_smallest, rows.label(ExportDialog::tr("F&ont size"), m_font)});
    QHBoxLayout* both = rows.several(8);
    both->addWidget(m_font);
    both->addWidget(m_smallest, 1);
    m_fontMessage = rows.message();
}

void ExportOptionsPage::addLook(OptionRows& rows)
{
    m_backdrops = new QButtonGroup(this);
    const auto radio
        = [&](const char* name, const QString& text, Backdrop backdrop, ExportPart part) {
              auto* made = new QRadioButton(text, rows.content);
              made->setObjectName(QLatin1String(name));
              m_backdrops->addButton(made, static_cast<int>(backdrop));
              addPart(part, {made});
              return made;
          };
    QRadioButton* white
        = radio("export.white", ExportDialog::tr("&White"), Backdrop::White, ExportPart::Backdrop);
    radio("export.transparent", ExportDialog::tr("Trans&parent"), Backdrop::Transparent,
          ExportPart::Transparent);
    radio("export.dark", ExportDialog::tr("&Dark"), Backdrop::Dark, ExportPart::Backdrop);
    addPart(ExportPart::Backdrop, {rows.label(ExportDialog::tr("&Background"), white)});
    QHBoxLayout* backdrops = rows.several(12);
    for (QAbstractButton* each : m_backdrops->buttons())
        backdrops->addWidget(each);
    backdrops->addStretch(1);

    QLabel* label = nullptr;
    std::tie(m_colours, label)
        = rows.combo("export.colours", ExportDialog::tr("&Colours"), ExportDialog::tr("Colours"));
    addPart(ExportPart::Colours, {m_colours, label});
    m_language
        = rows.combo("export.language", ExportDialog::tr("&Language"), ExportDialog::tr("Language"))
              .first;
    m_language->addItem(ExportDialog::tr("As the window"), QString());
    for (const QString& language : languages())
        m_language->addItem(nativeName(language), language);
}

void ExportOptionsPage::addParts(OptionRows& rows)
{
    const auto check
        = [&](const char* name, const QString& text, bool ExportOptions::*value, ExportPart part) {
              auto* made = new QCheckBox(text, rows.content);
              made->setObjectName(QLatin1String(name));
              m_switches.push_back({made, value});
              addPart(part, {made});
              return made;
          };
    QCheckBox* title = check("export.showTitle", ExportDialog::tr("&Title"),
                             &ExportOptions::showTitle, ExportPart::Title);
    m_title = new QLineEdit(rows.content);
    m_title->setObjectName(QStringLiteral("export.title"));
    m_title->setAccessibleName(ExportDialog::tr("Title"));
    constexpr int longestTitle = 200;
    m_title->setMaxLength(longestTitle);
    addPart(ExportPart::Title, {m_title});
    rows.grid->addWidget(title, rows.next, 0);
    rows.grid->addWidget(m_title, rows.next++, 1);

    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->addWidget(check("export.limit", ExportDialog::tr("Capacity li&ne"),
                          &ExportOptions::limitLine, ExportPart::LimitLine),
                    0, 0);
    grid->addWidget(check("export.legend", ExportDialog::tr("Le&gend box"), &ExportOptions::legend,
                          ExportPart::Legend),
                    0, 1);
    grid->addWidget(check("export.labels", ExportDialog::tr("Band l&abels"),
                          &ExportOptions::bandLabels, ExportPart::BandLabels),
                    1, 0);
    grid->addWidget(check("export.notes", ExportDialog::tr("For&mula in notes"),
                          &ExportOptions::notes, ExportPart::Notes),
                    1, 1);
    m_ledger = check("export.ledger", ExportDialog::tr("Ledger sl&ides"), &ExportOptions::ledger,
                     ExportPart::Ledger);
    grid->addWidget(m_ledger, 2, 0);
    rows.grid->addLayout(grid, rows.next++, 0, 1, 2);
}

void ExportOptionsPage::connectControls()
{
    // The figure is set for every target, as it is not an option of one target.
    connect(m_figure, &QComboBox::activated, this, [this] {
        for (ExportOptions& options : m_options) {
            options.figure = m_figure->currentData().toString().toStdString();
            options.zoom = options.figure == m_shown.name ? m_shown.zoom : std::nullopt;
        }
        emit changed();
    });
    connect(m_title, &QLineEdit::textEdited, this, [this](const QString& title) {
        for (ExportOptions& options : m_options)
            options.title = title.simplified().toStdString();
        emit changed();
    });
    connect(m_preset, &QComboBox::activated, this, &ExportOptionsPage::chooseSize);
    const auto sideIn = [this](NumberField* field, double PictureSize::*side) {
        connect(field, &NumberField::valueChanged, this, [this, side](double value) {
            m_options[m_target].size.*side = std::round(value);
            showSize();
            emit changed();
        });
        connect(field, &NumberField::refused, m_sizeMessage, &MessageLine::setMessage);
    };
    sideIn(m_width, &PictureSize::width);
    sideIn(m_height, &PictureSize::height);
    connect(m_unit, &QComboBox::activated, this, [this] {
        settings::exportUnit.store(m_unit->currentData().toString());
        showSize();
        emit changed();
    });
    connect(m_scale, &QComboBox::activated, this, [this] {
        m_options[m_target].scale = m_scale->currentData().toDouble();
        showSize();
        emit changed();
    });
    connect(m_font, &NumberField::valueChanged, this, [this](double points) {
        m_options[m_target].fontPoints = points;
        emit changed();
    });
    connect(m_font, &NumberField::refused, m_fontMessage, &MessageLine::setMessage);
    connect(m_backdrops, &QButtonGroup::idClicked, this, [this](int id) {
        m_options[m_target].backdrop = static_cast<Backdrop>(id);
        emit changed();
    });
    connect(m_colours, &QComboBox::activated, this, [this] {
        m_options[m_target].colours = static_cast<ExportColours>(m_colours->currentData().toInt());
        emit changed();
    });
    connect(m_language, &QComboBox::activated, this, [this] {
        m_options[m_target].language = m_language->currentData().toString().toStdString();
        emit changed();
    });
    for (const Switch& each : m_switches)
        connect(each.box, &QCheckBox::clicked, this, [this, value = each.value](bool on) {
            m_options[m_target].*value = on;
            m_title->setEnabled(options().showTitle);
            emit changed();
        });
}

void ExportOptionsPage::setTarget(std::size_t index)
{
    m_target = index;
    showAll();
    emit changed();
}

void ExportOptionsPage::chooseSize(int preset)
{
    const auto presets = sizePresets(options().target);
    if (static_cast<std::size_t>(preset) >= presets.size()) { // Custom
        m_width->setFocus(Qt::OtherFocusReason);
        return;
    }
    m_options[m_target].size = presets[static_cast<std::size_t>(preset)].size;
    showSize();
    emit changed();
}

void ExportOptionsPage::reset()
{
    const ExportTarget target = options().target;
    m_options[m_target] = withFigure(m_shown, defaultOptions(target));
    for (ExportOptions& each : m_options) {
        each.figure = m_shown.name;
        each.title.clear();
    }
    showAll();
    emit changed();
}

void ExportOptionsPage::showAll()
{
    const ExportOptions& options = this->options();
    const ExportTarget target = options.target;
    for (const auto& [widget, part] : m_parts)
        widget->setVisible(hasPart(target, part));
    m_figure->setCurrentIndex(m_figure->findData(toQString(options.figure)));
    m_colours->clear();
    m_colours->addItem(ExportDialog::tr("Highwater (colour-blind safe)"),
                       int(ExportColours::Highwater));
    m_colours->addItem(ExportDialog::tr("As in the lecture"), int(ExportColours::Lecture));
    m_colours->addItem(ExportDialog::tr("Print grey"), int(ExportColours::PrintGrey));
    if (hasPart(target, ExportPart::SlideTheme))
        m_colours->addItem(ExportDialog::tr("The theme of the slide"),
                           int(ExportColours::SlideTheme));
    m_colours->setCurrentIndex(m_colours->findData(int(options.colours)));
    m_scale->setCurrentIndex(m_scale->findData(int(options.scale)));
    m_language->setCurrentIndex(m_language->findData(toQString(options.language)));
    m_font->setValue(options.fontPoints);
    if (QAbstractButton* backdrop = m_backdrops->button(static_cast<int>(options.backdrop)))
        backdrop->setChecked(true);
    for (const Switch& each : m_switches)
        each.box->setChecked(options.*each.value);
    m_title->setText(toQString(options.title));
    m_title->setEnabled(options.showTitle);
    m_ledger->setText(target == ExportTarget::Csv ? ExportDialog::tr("Ledger below the f&igure")
                                                  : ExportDialog::tr("Ledger sl&ides"));
    showSize();
}

void ExportOptionsPage::showSize()
{
    const ExportOptions& options = this->options();
    const LengthUnit& unit = lengthUnit();
    m_unit->setCurrentIndex(m_unit->findData(unitName(unit)));
    const auto presets = sizePresets(options.target);
    m_preset->clear();
    for (const SizePreset& preset : presets) {
        m_preset->addItem(preset.name); // the fields below have its sides
        m_preset->setItemData(m_preset->count() - 1, sizeText(preset.size, unit), Qt::ToolTipRole);
    }
    m_preset->addItem(ExportDialog::tr("Custom"));
    m_preset->setCurrentIndex(static_cast<int>(
        std::ranges::find(presets, options.size, &SizePreset::size) - presets.begin()));
    std::vector<NumberField::Unit> units{{unitName(unit), unit.pixels, unit.decimals}};
    for (const LengthUnit& other : lengthUnits)
        units.push_back({unitName(other), other.pixels, other.decimals});
    constexpr double step = 0.25; // of an inch
    const double byArrows = unit.decimals > 0 ? step * unit.pixels : 10;
    for (NumberField* field : {m_width, m_height}) {
        field->setUnits(units);
        field->setRange(shortestSide, longestSide(options.target, options.scale), byArrows);
    }
    m_width->setValue(options.size.width);
    m_height->setValue(options.size.height);
    m_width->setAccessibleName(ExportDialog::tr("%1, %2", "what a field is for, its unit")
                                   .arg(ExportDialog::tr("Width"), unitName(unit)));
    m_height->setAccessibleName(ExportDialog::tr("%1, %2", "what a field is for, its unit")
                                    .arg(ExportDialog::tr("Height"), unitName(unit)));
}

QString ExportOptionsPage::problem() const
{
    const ExportOptions& options = this->options();
    if (!hasPart(options.target, ExportPart::Size))
        return {};
    const double longest = longestSide(options.target, options.scale);
    return std::max(options.size.width, options.size.height) > longest
        ? ExportDialog::tr("%1: %2", "what is wrong: where, what")
              .arg(ExportDialog::tr("Size"), m_width->allowed())
        : QString();
}

bool ExportOptionsPage::focusRefused()
{
    for (const auto& [message, field] :
         {std::pair(m_sizeMessage, m_width), std::pair(m_fontMessage, m_font)})
        if (!message->text().isEmpty()) {
            field->setFocus(Qt::OtherFocusReason);
            return true;
        }
    return false;
}

void ExportOptionsPage::showSmallestText(double points)
{
    m_smallest->setText(
        ExportDialog::tr("smallest text %1 pt").arg(QLocale().toString(points, 'g', 3)));
}

void ExportOptionsPage::showOwnTitle(const QString& title)
{
    m_title->setPlaceholderText(title);
}

} // namespace highwater
