// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

namespace highwater {

/// What the window tells of a key beside its value: whether the method reads it, and what is
/// wrong with it.
struct KeyState
{
    bool read = true;
    QString remark; ///< a sentence, empty when there is nothing to say
};

KeyState keyState(const Document& document, std::string_view path);

/// The label of a key: its name, its help as a tooltip, dimmed where the method does not read it.
class KeyLabel : public QLabel
{
    Q_OBJECT

public:
    KeyLabel(std::string path, QWidget* parent);
    void show(const Document& document);

private:
    std::string m_path;
};

/// A key with few words, as a combo box.
class KeyCombo : public QComboBox
{
    Q_OBJECT

public:
    KeyCombo(std::string path, Document& document, QWidget* parent);
    void show(); ///< the plan's word
    void remark(); ///< what is to be said of the key
    void retranslate();

protected:
    void wheelEvent(QWheelEvent* event) override;

private:
    std::string m_path;
    Document& m_document;
};

/// A key with two words, or a flag, as a check box: checked for the second word.
class KeyCheck : public QCheckBox
{
    Q_OBJECT

public:
    KeyCheck(std::string path, const char* label, Document& document, QWidget* parent);
    void show();
    void remark();

private:
    std::string m_path;
    const char* m_label; ///< marked for translation in "keys"
    Document& m_document;
};

/// A whole number, or nothing where the key may be null.
class KeyField : public QLineEdit
{
    Q_OBJECT

public:
    KeyField(std::string path, Document& document, QWidget* parent);
    void show();
    void remark();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void commit();

    std::string m_path;
    Document& m_document;
};

} // namespace highwater
