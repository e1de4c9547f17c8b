// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/methods/method.h"
#include "core/plan/plan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// What a page in a browser shows of one plan. Its functions answer with JSON in the words of a
/// language, one of languageCodes(); where the plan cannot be read, with {"error": "…"}.
class WebPage
{
public:
    /// Takes the plan of a share code, a plan file or a file of another program, whose name helps
    /// to know it. The answer has the verdict, its sentences, the tables, command and code.
    std::string open(std::string_view text, const std::string& name, std::string_view language);

    /// What makes the plan fit, each with the code of the plan that it makes.
    std::string advice(std::string_view language) const;

    /// The chart of memory over context as SVG; empty where it has no room in this size.
    std::string chart(std::string_view language, bool dark, double width, double height) const;

    /// The names of parts and buttons, and the languages: code and own name.
    static std::string labels(std::string_view language);

private:
    std::optional<Plan> m_plan;
    std::optional<Estimate> m_estimate;
};

} // namespace highwater
