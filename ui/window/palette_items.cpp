// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette_items.h"

#include "core/catalog/catalog.h"
#include "core/exchange/presets.h"
#include "ui/base/file_dialogs.h"
#include "ui/base/key_words.h"
#include "ui/base/language.h"
#include "ui/base/mnemonic.h"
#include "ui/base/words.h"
#include "ui/document/plan_library.h"
#include "ui/document/plan_store.h"
#include "ui/document/preset_words.h"
#include "ui/help/help_window.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QMenu>
#include <QPointer>

#include <algorithm>

namespace highwater {
namespace {

struct PaletteWords
{
    Q_DECLARE_TR_FUNCTIONS(highwater::CommandPalette)
};

/// "view.fullScreen" in words.
QString inWords(const QString& objectName)
{
    QString words;
    for (const QChar letter : objectName) {
        if (letter.isUpper())
            words += u' ';
        words += letter == u'.' ? QChar(u' ') : letter;
    }
    return words;
}

bool isListed(const std::vector<PaletteItem>& items, const QString& id)
{
    return std::ranges::find(items, id, &PaletteItem::id) != items.end();
}

/// The help in English, read once.
const HelpBook& englishHelp()
{
    static const HelpBook book(QStringLiteral("en"));
    return book;
}

/// A word of a choice, a truth or a list that the typed text begins, in English or in the window's
/// language; null where none or several do.
std::optional<Value> wordTyped(const Key& key, const QString& text)
{
    std::optional<Value> found;
    int times = 0;
    const auto offer = [&](const QStringList& names, Value value) {
        bool whole = false, begun = false;
        for (const QString& name : names) {
            const QString folded = paletteWords(name).join(u' ');
            whole = whole || folded == text;
            begun = begun || folded.startsWith(text);
        }
        if (whole)
            times = -1; // no other word counts any more
        if (whole || (begun && times >= 0))
            found = std::move(value);
        if (begun && !whole && times >= 0)
            ++times;
        return whole;
    };
    if (key.kind == Kind::Bool) {
        const QString on = PaletteWords::tr("on"), off = PaletteWords::tr("off");
        const auto label = [&](bool value) { return valueLabel(key.path, value); };
        if (!offer({QStringLiteral("on"), QStringLiteral("yes"), on, label(true)}, true))
            offer({QStringLiteral("off"), QStringLiteral("no"), off, label(false)}, false);
    }
    if (key.kind == Kind::Choice)
        for (const std::string_view word : key.words)
            if (offer({toQString(word), wordLabel(key.path, word)}, std::string(word)))
                break;
    return times == 1 || times == -1 ? found : std::nullopt;
}

std::optional<Value> valueTyped(const Key& key, const QString& text)
{
    if (key.kind == Kind::Bool || key.kind == Kind::Choice)
        if (auto word = wordTyped(key, paletteWords(text).join(u' ')))
            return word;
    if (key.kind == Kind::Text || key.kind == Kind::Choices)
        return std::nullopt; // any word would be a value
    auto read = parsed(key, text.toStdString());
    return read && !std::holds_alternative<std::monostate>(*read) ? std::optional(*std::move(read))
                                                                  : std::nullopt;
}

} // namespace

void addMenu(std::vector<PaletteItem>& items, const QMenu& menu)
{
    const QString place = withoutMark(menu.title());
    for (QAction* action : menu.actions()) {
        if (action->isSeparator() || !action->isVisible() || !action->isEnabled())
            continue;
        if (const QMenu* inner = action->menu()) {
            addMenu(items, *inner);
            continue;
        }
        const QString title = withoutMark(action->text());
        const QString name
            = action->objectName().isEmpty() ? place + u'/' + title : action->objectName();
        const QString id = QStringLiteral("action:") + name;
        if (title.isEmpty() || isListed(items, id))
            continue;
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        items.push_back({PaletteKind::Command, id, title,
                         keys.isEmpty() ? place : place + QStringLiteral(" · ") + keys,
                         PaletteNames(title, {inWords(action->objectName()), place}),
                         [action = QPointer(action)] {
                             if (action) // a list of files may be new meanwhile
                                 action->trigger();
                         }});
    }
}

void addSettings(std::vector<PaletteItem>& items, const Plan& plan,
                 const std::function<bool(KeyPath)>& acts, const std::function<void(KeyPath)>& go)
{
    const KeyGroup ownShape("model.custom");
    for (const Key& key : keys()) {
        const char* const source = keyLabelSource(key.path);
        if (!source || key.path.isIn(ownShape) || isDescription(key.path))
            continue;
        const bool isIdle = !acts(key.path);
        if (isIdle && roleOfKey(key.path))
            continue;
        const QString title = withoutMark(keyLabel(key.path));
        const Value value = key.get(plan);
        const auto* list = std::get_if<std::vector<std::string>>(&value);
        const bool isOpen
            = std::holds_alternative<std::monostate>(value) || (list && list->empty());
        items.push_back({PaletteKind::Setting, QStringLiteral("key:") + pathText(key.path), title,
                         isOpen ? PaletteWords::tr("Setting")
                                : PaletteWords::tr("Setting · %1").arg(valueLabel(key.path, value)),
                         PaletteNames(title,
                                      {QString::fromUtf8(source), pathText(key.path),
                                       inWords(pathText(key.path))}),
                         [go, path = key.path] { go(path); }, key.path, isIdle});
    }
}

void addModels(std::vector<PaletteItem>& items, const std::function<void(std::string)>& choose)
{
    for (const Model& model : builtinCatalog().models()) {
        QStringList others{toQString(model.id)};
        for (const std::string& alias : model.aliases)
            others << toQString(alias);
        const QString title = toQString(model.name);
        items.push_back({PaletteKind::Model, QStringLiteral("model:") + toQString(model.id), title,
                         PaletteWords::tr("Model"), PaletteNames(title, others),
                         [choose, id = model.id] { choose(id); }});
    }
}

void addCards(std::vector<PaletteItem>& items, const std::function<void(std::string)>& choose)
{
    for (const Device& device : builtinCatalog().devices()) {
        QStringList others{toQString(device.id), toQString(device.vendor)};
        for (const std::string& alias : device.aliases)
            others << toQString(alias);
        const QString title = toQString(device.name);
        items.push_back({PaletteKind::Card, QStringLiteral("card:") + toQString(device.id), title,
                         PaletteWords::tr("Card"), PaletteNames(title, others),
                         [choose, id = device.id] { choose(id); }});
    }
}

void addPlans(std::vector<PaletteItem>& items, const std::function<void(const Plan&)>& open,
              const std::function<void(const QString& path)>& openFile)
{
    constexpr qsizetype mostFiles = 500;
    const QDir folder(PlanLibrary::folder());
    const QStringList files = folder.entryList({QStringLiteral("*.") + QLatin1String(planSuffix)},
                                               QDir::Files, QDir::Name | QDir::IgnoreCase);
    for (const QString& file : files.first(std::min(files.size(), mostFiles))) {
        const QString title = QFileInfo(file).completeBaseName();
        items.push_back({PaletteKind::Plan, QStringLiteral("file:") + file, title,
                         PaletteWords::tr("My plan"), PaletteNames(title, {}),
                         [openFile, path = folder.filePath(file)] { openFile(path); }});
    }
    for (const Preset& preset : presets()) {
        const Plan plan = presetPlan(preset, windowLanguage());
        const QString title = toQString(plan.name);
        items.push_back({PaletteKind::Plan, QStringLiteral("preset:") + toQString(preset.file),
                         title, PaletteWords::tr("Plan"),
                         PaletteNames(title, {toQString(preset.plan.name)}),
                         [open, plan] { open(plan); }});
    }
}

void addHelp(std::vector<PaletteItem>& items)
{
    const HelpBook own = presentHelp();
    for (const HelpPage& page : own.pages())
        for (const HelpSection& section : page.sections) {
            const HelpTopic topic = page.topicOf(section);
            const HelpSection* const english = englishHelp().section(topic);
            const bool isPage = &section == &page.sections.front();
            items.push_back(
                {PaletteKind::Help, QStringLiteral("help:") + topic, section.title,
                 isPage ? PaletteWords::tr("Help")
                        : PaletteWords::tr("Help · %1").arg(page.title()),
                 PaletteNames(section.title, english ? QStringList{english->title} : QStringList()),
                 [topic] { HelpWindow::open(topic); }});
        }
}

std::vector<const PaletteItem*> foundItems(const std::vector<PaletteItem>& items,
                                           const QString& typed, const QStringList& recent,
                                           std::size_t most)
{
    struct Found
    {
        const PaletteItem* item;
        int distance;
    };
    std::vector<Found> found;
    const QStringList words = paletteWords(typed);
    if (words.isEmpty()) {
        for (const PaletteItem& item : items) {
            const qsizetype place = recent.indexOf(item.id);
            if (place >= 0 || item.kind == PaletteKind::Command)
                found.push_back({&item, static_cast<int>(place >= 0 ? place : recent.size())});
        }
    } else {
        for (const PaletteItem& item : items)
            if (const auto distance = paletteDistance(item.names, words))
                found.push_back({&item, *distance});
    }
    std::ranges::stable_sort(found, [&](const Found& a, const Found& b) {
        if (a.distance != b.distance || words.isEmpty())
            return a.distance < b.distance;
        if (a.item->kind != b.item->kind)
            return a.item->kind < b.item->kind;
        return a.item->names.title.size() < b.item->names.title.size();
    });
    std::vector<const PaletteItem*> nearest;
    for (const Found& each : found)
        if (nearest.size() < most)
            nearest.push_back(each.item);
    return nearest;
}

std::vector<TypedSetting> typedSettings(const std::vector<PaletteItem>& items, const Plan& plan,
                                        const QString& typed)
{
    constexpr std::size_t most = 5;
    struct Found
    {
        TypedSetting setting;
        int distance;
    };
    const QStringList pieces = typed.simplified().split(u' ', Qt::SkipEmptyParts);
    std::vector<Found> found;
    for (qsizetype named = pieces.size() - 1; named >= 1 && found.empty(); --named) {
        const QStringList words = paletteWords(pieces.first(named).join(u' '));
        const QString value = pieces.sliced(named).join(u' ');
        if (words.isEmpty())
            continue;
        for (const PaletteItem& item : items) {
            if (!item.key || item.isIdle)
                continue;
            int distance = 0;
            const bool begins = std::ranges::all_of(words, [&](const QString& word) {
                const auto of = wordDistance(item.names, word);
                distance += of.value_or(0);
                return of && *of <= mostOfBeginning;
            });
            auto read = begins ? valueTyped(keyOf(*item.key), value) : std::nullopt;
            Plan changed = plan;
            if (!read || !assign(changed, *item.key, *read).empty())
                continue;
            const QString title = PaletteWords::tr("%1: %2", "a setting and its new value")
                                      .arg(item.title, valueLabel(*item.key, *read));
            found.push_back({{*item.key, *std::move(read), title}, distance});
        }
    }
    std::ranges::stable_sort(found, {}, &Found::distance);
    std::vector<TypedSetting> settings;
    for (Found& each : found)
        if (settings.size() < most)
            settings.push_back(std::move(each.setting));
    return settings;
}

} // namespace highwater
