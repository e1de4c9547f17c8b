// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_dialog.h"

#include "ui/base/csv_rows.h"
#include "ui/base/file_dialogs.h"
#include "ui/base/language.h"
#include "ui/base/message_bar.h"
#include "ui/base/message_line.h"
#include "ui/base/number_field.h"
#include "ui/base/scrolling.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/base/wheel_safe_combo_box.h"
#include "ui/document/plan_store.h"
#include "ui/export/export_preview.h"
#include "ui/export/figure_clipboard.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QCheckBox>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QRadioButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

constexpr QLatin1String failing("failing");
constexpr int dialogInset = 18;
constexpr int optionsWidth = 340;
constexpr int targetsWidth = 172;

/// A target: its name, and below it what it is good for.
class TargetDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    static QFont small(QFont font)
    {
        font.setPointSizeF(font.pointSizeF() - 0.5);
        return font;
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QFontMetrics name(demiBold(option.font)), detail(small(option.font));
        return {2 * pad
                    + std::max(name.horizontalAdvance(index.data().toString()),
                               detail.horizontalAdvance(index.data(Qt::UserRole).toString())),
                std::max(46, name.height() + detail.height() + 10)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        const Theme& theme = currentTheme();
        const bool selected = option.state & QStyle::State_Selected;
        painter->save();
        painter->fillRect(option.rect, selected ? theme.selectedRow : theme.surface);
        if (selected) {
            QRect bar = option.rect;
            bar.setWidth(3);
            painter->fillRect(QStyle::visualRect(option.direction, option.rect, bar), theme.accent);
        }
        const QFont detail = small(option.font);
        const int lines = painter->fontMetrics().height() + QFontMetrics(detail).height();
        const int spare = (option.rect.height() - lines - gap) / 2;
        const QRect room = option.rect.adjusted(pad, spare, -pad, -spare);
        const auto side
            = static_cast<int>(QStyle::visualAlignment(option.direction, Qt::AlignLeft));
        painter->setFont(demiBold(option.font));
        painter->setPen(theme.text);
        painter->drawText(room, side | Qt::AlignTop, index.data().toString());
        painter->setFont(detail);
        painter->setPen(theme.muted);
        painter->drawText(room, side | Qt::AlignBottom, index.data(Qt::UserRole).toString());
        if (selected && option.state & QStyle::State_HasFocus) {
            painter->setPen(QPen(theme.accent, 2));
            painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
        }
        painter->restore();
    }

private:
    static constexpr int pad = 12;
    static constexpr int gap = 2;
};

class TargetList : public QListWidget
{
public:
    explicit TargetList(QWidget* parent)
        : QListWidget(parent)
    {
        setFrameShape(QFrame::NoFrame);
        setItemDelegate(new TargetDelegate(this));
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setBackgroundRole(QPalette::Base);
        setAutoFillBackground(true);
        setViewportMargins(0, 8, 0, 8);
    }
};

QFrame* hairline(QFrame::Shape shape, QWidget* parent)
{
    auto* line = new QFrame(parent);
    line->setFrameStyle(shape | QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    return line;
}

QLatin1String unitName(const LengthUnit& unit)
{
    return QLatin1String(unit.name);
}

} // namespace

ExportDialog::ExportDialog(const ShownFigure& figure, Plan plan, QString planFile, QWidget* parent)
    : QDialog(parent)
    , m_plan(std::move(plan))
    , m_planFile(std::move(planFile))
    , m_shown(figure)
    , m_wanted(new QTimer(this))
    , m_messages(new MessageBar(this))
    , m_preview(new ExportPreview(this))
{
    setObjectName(QStringLiteral("export"));
    setWindowTitle(tr("Export figure — Highwater"));
    setMinimumSize(900, 560);
    // Never wider than the screen, or the buttons at its end could not be reached.
    constexpr QSize wanted(1160, 620), frame(16, 48);
    resize(wanted.boundedTo(screen()->availableSize() - frame));
    m_messages->setObjectName(QStringLiteral("export.messages"));
    for (const ExportTarget target : exportTargets)
        m_options[static_cast<std::size_t>(target)] = withFigure(m_shown, keptOptions(target));
    m_target = static_cast<std::size_t>(
        std::clamp(settings::exportTarget.value(), 0, int(exportTargets.size()) - 1));
    m_wanted->setSingleShot(true);
    m_wanted->setInterval(0);
    connect(m_wanted, &QTimer::timeout, this, &ExportDialog::showPreview);

    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(buildTargets());
    middle->addWidget(hairline(QFrame::VLine, this));
    middle->addWidget(buildOptions());
    middle->addWidget(hairline(QFrame::VLine, this));
    middle->addWidget(m_preview, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_messages);
    all->addLayout(middle, 1);
    all->addWidget(hairline(QFrame::HLine, this));
    all->addWidget(buildButtons());

    connectControls();
    m_targets->setCurrentRow(static_cast<int>(m_target));
    m_targets->setFocus();
    showOptions();
    showPreview();
}

QWidget* ExportDialog::buildTargets()
{
    m_targets = new TargetList(this);
    m_targets->setObjectName(QStringLiteral("export.targets"));
    m_targets->setAccessibleName(tr("Where to"));
    for (const ExportTarget target : exportTargets) {
        auto* item = new QListWidgetItem(nameOf(target), m_targets);
        item->setData(Qt::UserRole, detailOf(target));
        item->setData(Qt::AccessibleDescriptionRole, detailOf(target));
    }
    m_targets->setFixedWidth(std::max(targetsWidth, m_targets->sizeHintForColumn(0)));
    return m_targets;
}

/// The rows of the options while they are laid out: a label, and what it is about.
struct ExportDialog::Rows
{
    QWidget* content;
    QGridLayout* grid;
    int next = 0;

    QLabel* label(const QString& text, QWidget* buddy)
    {
        auto* made = new QLabel(text, content);
        made->setBuddy(buddy);
        grid->addWidget(made, next, 0);
        return made;
    }
    std::pair<WheelSafeComboBox*, QLabel*> combo(const char* name, const QString& text,
                                                 const QString& spoken)
    {
        auto* box = new WheelSafeComboBox(QLatin1String(name), content);
        box->setAccessibleName(spoken);
        QLabel* before = label(text, box);
        grid->addWidget(box, next++, 1);
        return {box, before};
    }
    QWidget* line()
    {
        QFrame* made = hairline(QFrame::HLine, content);
        made->setFixedHeight(17);
        grid->addWidget(made, next++, 0, 1, 2);
        return made;
    }
    MessageLine* message()
    {
        auto* made = new MessageLine(content);
        grid->addWidget(made, next++, 1);
        return made;
    }
    QHBoxLayout* several(int spacing)
    {
        auto* made = new QHBoxLayout;
        made->setSpacing(spacing);
        grid->addLayout(made, next++, 1);
        return made;
    }
};

void ExportDialog::addPart(ExportPart what, std::initializer_list<QWidget*> widgets)
{
    for (QWidget* widget : widgets)
        m_parts.emplace_back(widget, what);
}

QWidget* ExportDialog::buildOptions()
{
    auto* content = new QWidget(this);
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(dialogInset, dialogInset, dialogInset, dialogInset);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    Rows rows{content, grid};
    m_figure = rows.combo("export.figure", tr("&Figure"), tr("Figure")).first;
    for (const std::string_view figure : figureNames)
        m_figure->addItem(figureLabel(figure),
                          QString::fromUtf8(figure.data(), qsizetype(figure.size())));
    addSize(rows);
    addFont(rows);
    addPart(ExportPart::Font, {rows.line()});
    addLook(rows);
    addPart(ExportPart::Title, {rows.line()});
    addParts(rows);
    grid->setRowStretch(rows.next, 1);
    int widest = 0; // so that nothing moves from target to target
    for (const QLabel* each : content->findChildren<QLabel*>())
        if (each->buddy())
            widest = std::max(widest, each->sizeHint().width());
    grid->setColumnMinimumWidth(0, widest);

    QScrollArea* area = scrolling(content, this);
    area->setFixedWidth(std::max(optionsWidth, content->minimumSizeHint().width()));
    return area;
}

void ExportDialog::addSize(Rows& rows)
{
    QLabel* label = nullptr;
    std::tie(m_preset, label) = rows.combo("export.preset", tr("&Size"), tr("Size"));
    m_width = new NumberField(QStringLiteral("export.width"), rows.content);
    m_height = new NumberField(QStringLiteral("export.height"), rows.content);
    auto* times = new QLabel(QStringLiteral("×"), rows.content);
    QHBoxLayout* sides = rows.several(8);
    sides->addWidget(m_width, 1);
    sides->addWidget(times);
    sides->addWidget(m_height, 1);
    addPart(ExportPart::Size, {m_preset, label, m_width, times, m_height});
    m_sizeMessage = rows.message();

    std::tie(m_scale, label) = rows.combo("export.scale", tr("Resol&ution"), tr("Resolution"));
    for (const int scale : {1, 2, 3})
        m_scale->addItem(tr("%1× · %2 dpi").arg(scale).arg(96 * scale), scale);
    addPart(ExportPart::Scale, {m_scale, label});
}

void ExportDialog::addFont(Rows& rows)
{
    m_font = new NumberField(QStringLiteral("export.font"), rows.content);
    m_font->setAccessibleName(tr("Font size, points"));
    m_font->setUnits({{tr("pt"), 1, -1}});
    m_font->setRange(leastPoints, mostPoints, 1);
    m_smallest = new QLabel(rows.content);
    m_smallest->setObjectName(QStringLiteral("export.smallest"));
    m_smallest->setForegroundRole(QPalette::PlaceholderText);
    addPart(ExportPart::Font, {m_font, m_smallest, rows.label(tr("F&ont size"), m_font)});
    QHBoxLayout* both = rows.several(8);
    both->addWidget(m_font);
    both->addWidget(m_smallest, 1);
    m_fontMessage = rows.message();
}

void ExportDialog::addLook(Rows& rows)
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
        = radio("export.white", tr("&White"), Backdrop::White, ExportPart::Backdrop);
    radio("export.transparent", tr("Trans&parent"), Backdrop::Transparent, ExportPart::Transparent);
    radio("export.dark", tr("&Dark"), Backdrop::Dark, ExportPart::Backdrop);
    addPart(ExportPart::Backdrop, {rows.label(tr("&Background"), white)});
    QHBoxLayout* backdrops = rows.several(12);
    for (QAbstractButton* each : m_backdrops->buttons())
        backdrops->addWidget(each);
    backdrops->addStretch(1);

    QLabel* label = nullptr;
    std::tie(m_colours, label) = rows.combo("export.colours", tr("&Colours"), tr("Colours"));
    addPart(ExportPart::Colours, {m_colours, label});
    m_language = rows.combo("export.language", tr("&Language"), tr("Language")).first;
    m_language->addItem(tr("As the window"), QString());
    for (const QString& language : languages())
        m_language->addItem(nativeName(language), language);
}

void ExportDialog::addParts(Rows& rows)
{
    const auto check
        = [&](const char* name, const QString& text, bool ExportOptions::*value, ExportPart part) {
              auto* made = new QCheckBox(text, rows.content);
              made->setObjectName(QLatin1String(name));
              m_switches.push_back({made, value});
              addPart(part, {made});
              return made;
          };
    QCheckBox* title
        = check("export.showTitle", tr("&Title"), &ExportOptions::showTitle, ExportPart::Title);
    m_title = new QLineEdit(rows.content);
    m_title->setObjectName(QStringLiteral("export.title"));
    m_title->setAccessibleName(tr("Title"));
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
    grid->addWidget(check("export.limit", tr("Capacity li&ne"), &ExportOptions::limitLine,
                          ExportPart::LimitLine),
                    0, 0);
    grid->addWidget(
        check("export.legend", tr("Le&gend box"), &ExportOptions::legend, ExportPart::Legend), 0,
        1);
    grid->addWidget(check("export.labels", tr("Band l&abels"), &ExportOptions::bandLabels,
                          ExportPart::BandLabels),
                    1, 0);
    grid->addWidget(
        check("export.notes", tr("For&mula in notes"), &ExportOptions::notes, ExportPart::Notes), 2,
        0);
    grid->addWidget(check("export.ledger", tr("Ledger sl&ide"), &ExportOptions::ledgerSlide,
                          ExportPart::LedgerSlide),
                    2, 1);
    rows.grid->addLayout(grid, rows.next++, 0, 1, 2);
}

QWidget* ExportDialog::buildButtons()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(16, 12, 16, 12);
    row->setSpacing(8);
    const auto button = [bar](const char* name, const QString& text) {
        auto* made = new QPushButton(text, bar);
        made->setObjectName(QLatin1String(name));
        made->setAutoDefault(false);
        made->setMinimumHeight(26);
        return made;
    };
    QPushButton* toDefaults = button("export.reset", tr("&Reset to defaults"));
    QPushButton* cancel = button("export.cancel", tr("Cancel"));
    m_go = button("export.go", tr("&Export…"));
    m_go->setDefault(true);
    m_commandLabel = new QLabel(bar);
    m_commandLabel->setForegroundRole(QPalette::PlaceholderText);
    m_command = new QLineEdit(bar);
    m_commandLabel->setObjectName(QStringLiteral("export.commandLabel"));
    m_command->setObjectName(QStringLiteral("export.command"));
    m_command->setAccessibleName(tr("Command line"));
    m_command->setReadOnly(true);
    m_command->setFrame(false);
    QPalette clear = m_command->palette();
    clear.setColor(QPalette::Base, Qt::transparent);
    m_command->setPalette(clear);
    m_commandLabel->setBuddy(m_command);
    row->addWidget(toDefaults);
    row->addSpacing(8);
    auto* line = new QHBoxLayout; // holds the place where a target has no command
    line->addWidget(m_commandLabel);
    line->addWidget(m_command, 1);
    row->addLayout(line, 1);
    row->addSpacing(8);
    row->addWidget(cancel);
    row->addWidget(m_go);
    connect(toDefaults, &QPushButton::clicked, this, &ExportDialog::reset);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_go, &QPushButton::clicked, this, &ExportDialog::accept);
    return bar;
}

void ExportDialog::connectControls()
{
    connect(m_targets, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0)
            chooseTarget(static_cast<std::size_t>(row));
    });
    // Of every target: what is exported, not how.
    connect(m_figure, &QComboBox::activated, this, [this] {
        for (ExportOptions& options : m_options)
            options.figure = m_figure->currentData().toString().toStdString();
        wantPreview();
    });
    connect(m_title, &QLineEdit::textEdited, this, [this](const QString& title) {
        for (ExportOptions& options : m_options)
            options.title = title.simplified();
        wantPreview();
    });
    connect(m_preset, &QComboBox::activated, this, &ExportDialog::chooseSize);
    const auto side = [this](NumberField* field, auto set) {
        connect(field, &NumberField::valueChanged, this, [this, set](double value) {
            (m_options[m_target].size.*set)(std::round(value));
            showSize();
            wantPreview();
        });
        connect(field, &NumberField::refused, m_sizeMessage, &MessageLine::setMessage);
    };
    side(m_width, &QSizeF::setWidth);
    side(m_height, &QSizeF::setHeight);
    connect(m_scale, &QComboBox::activated, this, [this] {
        m_options[m_target].scale = m_scale->currentData().toDouble();
        showSize();
        wantPreview();
    });
    connect(m_font, &NumberField::valueChanged, this, [this](double points) {
        m_options[m_target].fontPoints = points;
        wantPreview();
    });
    connect(m_font, &NumberField::refused, m_fontMessage, &MessageLine::setMessage);
    connect(m_backdrops, &QButtonGroup::idClicked, this, [this](int id) {
        m_options[m_target].backdrop = static_cast<Backdrop>(id);
        wantPreview();
    });
    connect(m_colours, &QComboBox::activated, this, [this] {
        m_options[m_target].colours = static_cast<ExportColours>(m_colours->currentData().toInt());
        wantPreview();
    });
    connect(m_language, &QComboBox::activated, this, [this] {
        m_options[m_target].language = m_language->currentData().toString();
        wantPreview();
    });
    for (const Switch& each : m_switches)
        connect(each.box, &QCheckBox::clicked, this, [this, value = each.value](bool on) {
            m_options[m_target].*value = on;
            m_title->setEnabled(options().showTitle);
            wantPreview();
        });
}

void ExportDialog::chooseTarget(std::size_t index)
{
    if (index == m_target)
        return;
    m_target = index;
    showOptions();
    wantPreview();
}

void ExportDialog::chooseSize(int preset)
{
    const auto presets = sizePresets(options().target);
    if (static_cast<std::size_t>(preset) >= presets.size()) { // Custom
        m_width->setFocus(Qt::OtherFocusReason);
        return;
    }
    m_options[m_target].size = presets[static_cast<std::size_t>(preset)].size;
    showSize();
    wantPreview();
}

void ExportDialog::reset()
{
    const ExportTarget target = options().target;
    m_options[m_target] = withFigure(m_shown, defaultOptions(target));
    for (ExportOptions& each : m_options) {
        each.figure = m_shown.name;
        each.title.clear();
    }
    showOptions();
    wantPreview();
}

void ExportDialog::showOptions()
{
    const ExportOptions& options = this->options();
    const ExportTarget target = options.target;
    for (const auto& [widget, part] : m_parts)
        widget->setVisible(hasPart(target, part));
    m_figure->setCurrentIndex(m_figure->findData(QString::fromStdString(options.figure)));
    m_colours->clear();
    m_colours->addItem(tr("Highwater (colour-blind safe)"), int(ExportColours::Highwater));
    m_colours->addItem(tr("As in the lecture"), int(ExportColours::Lecture));
    m_colours->addItem(tr("Print grey"), int(ExportColours::PrintGrey));
    if (hasPart(target, ExportPart::SlideTheme))
        m_colours->addItem(tr("Those of the slide's theme"), int(ExportColours::SlideTheme));
    m_colours->setCurrentIndex(m_colours->findData(int(options.colours)));
    m_scale->setCurrentIndex(m_scale->findData(int(options.scale)));
    m_language->setCurrentIndex(m_language->findData(options.language));
    m_font->setValue(options.fontPoints);
    if (QAbstractButton* backdrop = m_backdrops->button(static_cast<int>(options.backdrop)))
        backdrop->setChecked(true);
    for (const Switch& each : m_switches)
        each.box->setChecked(options.*each.value);
    m_title->setText(options.title);
    m_title->setEnabled(options.showTitle);
    m_go->setText(target == ExportTarget::Clipboard ? tr("Cop&y") : tr("&Export…"));
    m_commandLabel->setVisible(target != ExportTarget::Clipboard);
    m_command->setVisible(target != ExportTarget::Clipboard);
    showSize();
}

void ExportDialog::showSize()
{
    const ExportOptions& options = this->options();
    const LengthUnit& unit = lengthUnitOf(options.target);
    const auto presets = sizePresets(options.target);
    m_preset->clear();
    for (const SizePreset& preset : presets)
        m_preset->addItem(tr("%1, %2", "a size: its name, its sides")
                              .arg(preset.name, sizeText(preset.size, unit)));
    m_preset->addItem(tr("Custom"));
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
    m_width->setValue(options.size.width());
    m_height->setValue(options.size.height());
    m_width->setAccessibleName(
        tr("%1, %2", "what a field is for, its unit").arg(tr("Width"), unitName(unit)));
    m_height->setAccessibleName(
        tr("%1, %2", "what a field is for, its unit").arg(tr("Height"), unitName(unit)));
}

void ExportDialog::wantPreview()
{
    m_wanted->start();
}

/// Why these options cannot be had, as far as a target knows that its drawing does not.
QString ExportDialog::unusable() const
{
    const ExportOptions& options = this->options();
    if (!hasPart(options.target, ExportPart::Size))
        return {};
    const double longest = longestSide(options.target, options.scale);
    return std::max(options.size.width(), options.size.height()) > longest
        ? tr("%1: %2", "what is wrong: where, what").arg(tr("Size"), m_width->allowed())
        : QString();
}

/// The smallest text that a person would have to read, in points.
double ExportDialog::smallestText(const Scene& scene) const
{
    const double points = options().fontPoints;
    constexpr double readable = 12;
    if (options().target == ExportTarget::PowerPoint) // the marks of a chart's axes
        return std::max(points - 2, std::min(points, readable));
    double pixels = points * 96 / 72;
    for (const Item& item : scene.items)
        if (const auto* writing = std::get_if<Writing>(&item.shape))
            pixels = std::min(pixels, writing->size);
    return pixels * 72 / 96;
}

QString ExportDialog::sizeLine() const
{
    const ExportOptions& options = this->options();
    const QString size = sizeText(options.size, lengthUnitOf(options.target));
    const auto pixels = [&] { return sizeText(options.size * options.scale, lengthUnits[1]); };
    switch (options.target) {
    case ExportTarget::PowerPoint:
        return options.ledgerSlide
            ? tr("First slide, the ledger follows · %1 · native chart with its data sheet, "
                 "editable in PowerPoint")
                  .arg(size)
            : tr("Slide 1 of 1 · %1 · native chart with its data sheet, editable in PowerPoint")
                  .arg(size);
    case ExportTarget::Svg:
        return tr("%1 · drawn to any size, its text can be edited").arg(size);
    case ExportTarget::Png:
        return tr("%1 · %2 dpi").arg(pixels(), QLocale().toString(96 * options.scale));
    case ExportTarget::Pdf:
        return tr("Page 1 of 1 · %1 · drawn to any size").arg(size);
    case ExportTarget::Clipboard:
        return tr("PNG of %1, SVG of %2, and the numbers as a table").arg(pixels(), size);
    case ExportTarget::Csv:
        break;
    }
    return {};
}

void ExportDialog::showPreview()
{
    m_wanted->stop();
    const ExportOptions& options = this->options();
    const auto figure = chosenFigure(options, m_plan);
    const auto scene = figure ? chosenScene(options, *figure) : figure.problems();
    QString problem = unusable();
    if (!figure) {
        problem = whyNot(figure.problems());
    } else if (options.target == ExportTarget::Csv) {
        if (const auto csv = exported(options, m_plan)) {
            const auto rows = csvRows(*csv);
            const int columns = rows.empty() ? 0 : static_cast<int>(rows.front().size());
            m_preview->showRows(rows,
                                tr("%1 rows, %2 columns · whole bytes, UTF-8")
                                    .arg(std::max<qsizetype>(0, qsizetype(rows.size()) - 1))
                                    .arg(columns));
        } else {
            problem = whyNot(csv.problems());
        }
    } else if (scene && problem.isEmpty()) {
        m_preview->showScene(*scene, sizeLine());
        const QString smallest = QLocale().toString(smallestText(*scene), 'g', 3);
        m_smallest->setText(tr("smallest text %1 pt").arg(smallest));
    } else if (problem.isEmpty()) {
        problem = whyNot(scene.problems());
    }
    if (!problem.isEmpty())
        m_preview->showProblem(problem);
    if (scene && options.title.isEmpty())
        m_title->setPlaceholderText(QString::fromStdString(scene->title));
    m_go->setEnabled(problem.isEmpty());
    m_messages->drop(failing);
    const ChartCommand command = chartCommand(options, m_plan, m_planFile);
    m_commandLabel->setText(command.same ? tr("Same options on the command line:")
                                         : tr("Nearest on the command line:"));
    m_command->setText(command.text);
    m_command->setCursorPosition(0);
}

void ExportDialog::sayFailed(const QString& why)
{
    m_messages->show({Message::Kind::Caution, failing, why});
}

void ExportDialog::accept()
{
    // Takes a number that is still being typed, or refuses it.
    m_go->setFocus(Qt::OtherFocusReason);
    for (const auto& [message, field] :
         {std::pair(m_sizeMessage, m_width), std::pair(m_fontMessage, m_font)})
        if (!message->text().isEmpty())
            return field->setFocus(Qt::OtherFocusReason);
    if (m_wanted->isActive())
        showPreview();
    if (!m_go->isEnabled())
        return;
    if (!(options().target == ExportTarget::Clipboard ? copy() : write()))
        return;
    keepOptions(options());
    settings::exportTarget.store(static_cast<int>(m_target));
    QDialog::accept();
}

bool ExportDialog::copy()
{
    auto mime = figureForClipboard(options(), m_plan);
    if (!mime) {
        sayFailed(whyNot(mime.problems()));
        return false;
    }
    QGuiApplication::clipboard()->setMimeData((*mime).release());
    emit copied();
    return true;
}

bool ExportDialog::write()
{
    const auto bytes = exported(options(), m_plan);
    if (!bytes) {
        sayFailed(whyNot(bytes.problems()));
        return false;
    }
    const QString suffix = suffixOf(options().target);
    const QString path = fileDialogs().exportTo(
        this, QString::fromStdString(options().figure) + u'.' + suffix, suffix);
    if (path.isEmpty())
        return false;
    if (const auto problem = writeFile(path, *bytes)) {
        sayFailed(*problem);
        return false;
    }
    emit written(path);
    return true;
}

} // namespace highwater
