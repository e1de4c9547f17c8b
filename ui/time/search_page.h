// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"
#include "ui/time/found_page.h"

#include <array>

class QAction;
class QCheckBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace highwater {

class NumberField;

struct SearchRequest
{
    Plan plan;
    SearchConstraints constraints;
    bool operator==(const SearchRequest&) const = default;
};

/// The tab of a search for layouts: memory against time for the layouts that no other one beats,
/// and a ranked table below the page. A click takes a layout. The search runs in another thread,
/// after the plan has rested, and only while the tab is in front.
class SearchPage : public FoundPage<SearchRequest, SearchResult>
{
    Q_OBJECT

public:
    explicit SearchPage(QWidget* parent = nullptr);

    void retranslate();
    SearchConstraints constraints() const;

signals:
    void layoutTaken(const std::vector<highwater::Change>& changes);

private:
    SearchRequest wanted() const override { return {m_plan, constraints()}; }
    void take(const Found& found) override;
    void forget() override;
    void showAnswer() override;
    void showStatus() override;
    void showFormat() override;
    void stop();
    void takeRow(int row);
    void takeShown(std::size_t row);
    void takeLayout(const FoundLayout& layout);
    void showUnit();

    bool m_stopped = false;
    QCheckBox* m_withinNode;
    QCheckBox* m_frameworkOnly;
    QCheckBox* m_offload;
    QToolButton* m_keep;
    QLabel* m_freeLabel;
    NumberField* m_free; ///< GiB or GB
    std::array<QAction*, searchKeys.size()> m_kept{};
    QLabel* m_status;
    QPushButton* m_stop;
};

} // namespace highwater
