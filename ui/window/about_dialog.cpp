// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_dialogs.h"

#include "ui/base/font_points.h"
#include "ui/base/icons.h"
#include "ui/base/language.h"
#include "ui/base/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLibraryInfo>
#include <QPushButton>
#include <QScreen>
#include <QSysInfo>

namespace highwater {
namespace {

struct About
{
    Q_DECLARE_TR_FUNCTIONS(highwater::About)
};

QString buildName()
{
#ifdef NDEBUG
    return QStringLiteral("release");
#else
    return QStringLiteral("debug");
#endif
}

QString compilerName()
{
#if defined(__clang__)
    return QStringLiteral("Clang " __clang_version__);
#elif defined(__GNUC__)
    return QStringLiteral("GCC " __VERSION__);
#else
    return QStringLiteral("unknown compiler");
#endif
}

QString aboutText()
{
    QString text;
    const auto add = [&text](const QString& paragraph) {
        text += QStringLiteral("<p>") + paragraph + QStringLiteral("</p>");
    };
    add(About::tr("Plans the GPU memory of training large language models."));
    add(About::tr("Version %1, %2 build. Qt %3, compiled with Qt %4.")
            .arg(QCoreApplication::applicationVersion(), buildName(),
                 QString::fromLatin1(qVersion()), QStringLiteral(QT_VERSION_STR)));
    add(About::tr("Free software under the GNU General Public License, version 3 or later "
                  "(GPL-3.0-or-later). It comes without any warranty."));
    add(About::tr("It uses Qt with Qt Charts (GPL-3.0) and JSON for Modern C++ (MIT). It never "
                  "connects to a network."));
    // A line must not break at a plus of C++.
    return text.replace(QStringLiteral("C++"), QStringLiteral("C\u2060+\u2060+"));
}

} // namespace

QString debugInfo()
{
    QStringList lines{
        QStringLiteral("Highwater %1 (%2, %3)")
            .arg(QCoreApplication::applicationVersion(), buildName(), compilerName()),
        QStringLiteral("Qt %1, compiled with %2, %3")
            .arg(QString::fromLatin1(qVersion()), QStringLiteral(QT_VERSION_STR),
                 QGuiApplication::platformName()),
        QStringLiteral("%1, %2 %3, %4")
            .arg(QSysInfo::prettyProductName(), QSysInfo::kernelType(), QSysInfo::kernelVersion(),
                 QSysInfo::currentCpuArchitecture()),
        QStringLiteral("Language %1, locale %2, %3 theme, font %4 %5 pt")
            .arg(windowLanguage(), QLocale().name(),
                 currentTheme().contrast   ? QStringLiteral("high-contrast")
                     : currentTheme().dark ? QStringLiteral("dark")
                                           : QStringLiteral("light"),
                 QApplication::font().family())
            .arg(QApplication::font().pointSizeF()),
    };
    for (const QScreen* screen : QGuiApplication::screens())
        lines << QStringLiteral("Screen %1 x %2 at %3, %4 dpi")
                     .arg(screen->geometry().width())
                     .arg(screen->geometry().height())
                     .arg(screen->devicePixelRatio())
                     .arg(screen->logicalDotsPerInch());
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void openAbout(QWidget* parent)
{
    auto* dialog = new QDialog(parent);
    dialog->setObjectName(QStringLiteral("about"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(About::tr("About Highwater"));
    auto* icon = new QLabel(dialog);
    icon->setPixmap(programIcon().pixmap(64));
    auto* name = new QLabel(QStringLiteral("Highwater"), dialog);
    name->setFont(enlarged(demiBold(dialog->font()), 1.8));
    auto* text = new QLabel(aboutText(), dialog);
    text->setObjectName(QStringLiteral("about.text"));
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* buttons = new QDialogButtonBox(dialog);
    // Qt's own texts of buttons are not translated everywhere.
    auto* copy = buttons->addButton(About::tr("Copy debug info"), QDialogButtonBox::ActionRole);
    copy->setObjectName(QStringLiteral("about.copy"));
    copy->setToolTip(About::tr("Versions and screens, to paste into a bug report"));
    buttons->addButton(About::tr("Close"), QDialogButtonBox::RejectRole)->setDefault(true);
    QObject::connect(copy, &QPushButton::clicked, dialog,
                     [] { QGuiApplication::clipboard()->setText(debugInfo()); });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);

    auto* right = new QVBoxLayout;
    right->addWidget(name);
    right->addWidget(text);
    auto* top = new QHBoxLayout;
    top->setSpacing(16);
    top->addWidget(icon, 0, Qt::AlignTop);
    top->addLayout(right, 1);
    auto* column = new QVBoxLayout(dialog);
    column->addLayout(top, 1);
    column->addWidget(buttons);
    dialog->resize(460, dialog->sizeHint().height());
    dialog->open();
}

} // namespace highwater
