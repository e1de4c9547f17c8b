// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/solve.h"
#include "core/methods/method.h"
#include "ui/base/memory_format.h"

#include <QFrame>

#include <optional>
#include <vector>

class QAction;
class QMenu;

namespace highwater {

/// What the verdict block says, as plain values. What is left empty is not said.
struct VerdictContent
{
    std::optional<Verdict> verdict; ///< none where there is no estimate
    QString problem; ///< why there is none
    QString problemField; ///< the key to go to

    Totals totals;
    Bytes capacity = 0;
    Bytes hostPerNode = 0, diskPerNode = 0;
    std::optional<Bytes> hostMemory; ///< of a node; what does not fit there is over as well

    QString model, device;
    std::int64_t context = 0, microBatch = 0;
    std::int64_t gpus = 0; ///< 0 where the method does not ask
    std::optional<std::int64_t> zero;
    QStringList layout; ///< "TP 2", "PP 4"
    std::int64_t stages = 0; ///< of a pipeline, else 0

    std::vector<Solution> solutions;
    std::vector<Remedy> remedies;
};

/// What an estimate has to say; the owner adds solutions and remedies.
VerdictContent verdictContent(const Estimate& estimate);

/// The device's short name as the window writes it.
QString shortName(const Device& device);

/// Whether the plan fits, by how much, and what to do about it: always of the same height, so that
/// the chart below does not move under the pointer.
class VerdictBar : public QFrame
{
    Q_OBJECT

public:
    explicit VerdictBar(QWidget* parent = nullptr);

    using QFrame::show;
    void show(const VerdictContent& content, const MemoryFormat& format);
    /// For narrow windows: a smaller headline and at most two buttons beside "More".
    void setSmall(bool isSmall);
    /// Tells a screen reader when the plan has come to fit or ceased to; for the end of a drag.
    void announce();

    QString headline() const { return m_headline; }
    QString detail() const { return m_detail.join(QStringLiteral(" · ")); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void applyRequested(const std::vector<highwater::Change>& changes);
    void fieldRequested(const QString& key);
    void announced(const QString& headline); ///< beside the alert of announce()

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    class Button;
    /// What one button does.
    struct Offer
    {
        std::vector<Change> changes; ///< none: go to the field instead
        QString label, strong, price, toolTip;
        QString reserve; ///< as wide as `strong` usually gets
        bool enabled = true;
        bool enough = true; ///< fits alone: a button, not only in the menu
    };

    bool isOver() const;
    QFont headlineFont() const;
    QFont detailFont() const;
    QString shownDetail(int width) const;
    int textLeft() const;
    void say();
    void sayTexts();
    void makeOffers();
    void offerSolutions();
    void offerRemedies();
    void arrange();
    void fillMenu();
    void addToMenu(const Offer& offer);
    void apply(const Offer& offer);
    void setHeight();

    VerdictContent m_content;
    MemoryFormat m_format;
    QString m_headline;
    QString m_intro;
    QStringList m_detail; ///< the parts of the second line
    std::vector<Offer> m_offers;
    std::vector<Button*> m_buttons; ///< as many as were ever needed
    std::size_t m_shown = 0; ///< of the offers, as buttons
    Button* m_more;
    QMenu* m_menu;
    bool m_introShown = true;
    bool m_small = false;
    std::optional<bool> m_announced;
};

} // namespace highwater
