// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/help/help_book.h"

#include <QTextBrowser>

namespace highwater {

/// Shows one page of the help in the colours of the present theme.
class HelpText : public QTextBrowser
{
    Q_OBJECT

public:
    explicit HelpText(QWidget* parent = nullptr);

    void show(const HelpPage& page);
    using QTextBrowser::show;
    /// Marks each place of these words.
    void mark(const QStringList& words);

    QVariant loadResource(int type, const QUrl& name) override;

private:
    void setAnchors(const HelpPage& page);
    void layOutBlocks();
    void layOutTables(const HelpPage& page);
};

} // namespace highwater
