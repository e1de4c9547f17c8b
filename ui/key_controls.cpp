// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "key_controls.h"

#include "key_words.h"
#include "ledger/resolve.h"
#include "words.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLocale>
#include <QSignalBlocker>
#include <QWheelEvent>

namespace highwater {
namespace {

QString objectNameOf(const std::string& path)
{
    return QString::fromStdString(path);
}

/// What the plan comes to for a key, written or not.
Value effective(const Document& document, const std::string& path)
{
    return findKey(path)->get(spelledOut(document.plan()));
}

std::string wordOf(const Value& value)
{
    const std::string* word = std::get_if<std::string>(&value);
    return word ? *word : typed(value);
}

/// Marks a control with what is to be said of its key.
void describe(QWidget& widget, const Document& document, const std::string& path)
{
    const KeyState state = keyState(document, path);
    const QString help = keyHelp(path);
    const QString both
        = state.remark.isEmpty() ? help : state.remark + QStringLiteral("\n\n") + help;
    if (widget.toolTip() != both) {
        widget.setToolTip(both);
        widget.setAccessibleDescription(both);
    }
    if (const QString name = keyLabel(path); widget.accessibleName() != name)
        widget.setAccessibleName(name);
}

} // namespace

KeyState keyState(const Document& document, std::string_view path)
{
    KeyState state;
    for (const Problem& problem : document.findings().problems)
        if (problem.field == path)
            state.remark = translated(problem.message);
    const Method* method = findMethod(document.plan().method);
    state.read = !method || reads(*method, path);
    if (!state.read)
        state.remark = QCoreApplication::translate("keys", "Not read by this method");
    if (document.findings().estimate)
        for (const Warning& warning : document.findings().estimate->answer.warnings)
            if (warning.field == path)
                state.remark = translated(warning.message);
    return state;
}

KeyLabel::KeyLabel(std::string path, QWidget* parent)
    : QLabel(parent)
    , m_path(std::move(path))
{ }

void KeyLabel::show(const Document& document)
{
    setText(keyLabel(m_path));
    const KeyState state = keyState(document, m_path);
    setForegroundRole(state.read ? QPalette::WindowText : QPalette::PlaceholderText);
    setToolTip(state.remark.isEmpty() ? keyHelp(m_path) : state.remark);
}

KeyCombo::KeyCombo(std::string path, Document& document, QWidget* parent)
    : QComboBox(parent)
    , m_path(std::move(path))
    , m_document(document)
{
    setObjectName(objectNameOf(m_path));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(8);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QComboBox::activated, this, [this](int index) {
        const Value word = itemData(index).toString().toStdString();
        m_document.edit(m_path, word, keyLabel(m_path));
    });
}

void KeyCombo::retranslate()
{
    const QSignalBlocker blocker(this);
    clear();
    for (const std::string_view word : findKey(m_path)->words) {
        if (m_path == "method" && !findMethod(*fromName<MethodId>(word)))
            continue; // not computed yet
        addItem(wordLabel(m_path, word),
                QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())));
    }
    show();
}

void KeyCombo::show()
{
    const QSignalBlocker blocker(this);
    setCurrentIndex(findData(QString::fromStdString(wordOf(effective(m_document, m_path)))));
}

void KeyCombo::remark()
{
    describe(*this, m_document, m_path);
}

void KeyCombo::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

KeyCheck::KeyCheck(std::string path, const char* label, Document& document, QWidget* parent)
    : QCheckBox(parent)
    , m_path(std::move(path))
    , m_label(label)
    , m_document(document)
{
    setObjectName(objectNameOf(m_path));
    connect(this, &QCheckBox::clicked, this, [this](bool on) {
        const Key& key = *findKey(m_path);
        const Value value = key.kind == Kind::Bool ? Value{on} : Value{std::string(key.words[on])};
        m_document.edit(m_path, value, text());
    });
}

void KeyCheck::show()
{
    const QSignalBlocker blocker(this);
    const Key& key = *findKey(m_path);
    const Value value = effective(m_document, m_path);
    setChecked(key.kind == Kind::Bool ? value == Value{true} : wordOf(value) == key.words[1]);
}

void KeyCheck::remark()
{
    setText(QCoreApplication::translate("keys", m_label));
    describe(*this, m_document, m_path);
}

KeyField::KeyField(std::string path, Document& document, QWidget* parent)
    : QLineEdit(parent)
    , m_path(std::move(path))
    , m_document(document)
{
    setObjectName(objectNameOf(m_path));
    setAlignment(Qt::AlignRight);
    connect(this, &QLineEdit::editingFinished, this, &KeyField::commit);
}

void KeyField::show()
{
    if (hasFocus() && isModified())
        return; // somebody is typing
    const Value value = findKey(m_path)->get(m_document.plan());
    const std::int64_t* number = std::get_if<std::int64_t>(&value);
    setText(number ? QLocale().toString(static_cast<qlonglong>(*number)) : QString());
}

void KeyField::remark()
{
    setPlaceholderText(QCoreApplication::translate("keys", "automatic"));
    describe(*this, m_document, m_path);
}

void KeyField::commit()
{
    if (!isModified())
        return;
    setModified(false);
    const QString plain = text().trimmed().remove(QLocale().groupSeparator());
    const auto value = parsed(*findKey(m_path), plain.isEmpty() ? "null" : plain.toStdString());
    if (value)
        m_document.edit(m_path, *value, keyLabel(m_path));
    show();
}

void KeyField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && isModified()) {
        setModified(false);
        show();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace highwater
