// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/plan_file.h"

#include "core/exchange/compared_plans.h"
#include "core/json/json_text.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <set>

namespace highwater {
namespace {

constexpr std::string_view customModel = KeyGroup("model.custom").text();
constexpr std::size_t mostProblems = 100; ///< a text with more is no plan

/// Puts each value that the parser meets into a plan and notes every problem with its place.
class PlanReader : public JsonHandler
{
public:
    PlanReader(Plan& plan, std::string_view text, std::string root)
        : m_plan(plan)
        , m_text(text)
        , m_next(std::move(root))
        , m_isFile(m_next.empty())
    { }

    Problems read()
    {
        m_text.parse(*this);
        return std::move(m_problems);
    }
    bool sawModel() const { return m_models.size() == 1; }
    bool sawFormat() const { return m_format; }
    bool sawVersion() const { return m_version; }
    bool isNewer() const { return m_newer; }

    bool null() override { return scalar(Value{}); }
    bool flag(bool value) override { return scalar(value); }
    bool whole(std::int64_t number) override { return scalar(number, m_text.afterNumber()); }
    bool real(double number) override { return scalar(number, m_text.afterNumber()); }
    bool text(std::string& value) override { return scalar(std::move(value)); }

    bool startObject() override
    {
        if (!deeper())
            return false;
        if (m_isFile && m_path.size() == 1 && m_next == comparedKey) { // readCompared() reads it
            m_path.push_back({m_next, false, true});
            return true;
        }
        const bool known = m_odd || (!inArray() && (m_next.empty() || KeyGroup::isOne(m_next)));
        if (!known)
            refuse("{…}");
        if (m_next == customModel && !std::holds_alternative<CustomModel>(m_plan.model))
            m_plan.model = CustomModel{};
        m_path.push_back({m_next, false, !known || m_odd || skipping()});
        m_odd = false;
        return true;
    }
    bool key(std::string& name) override
    {
        const std::string& parent = m_path.back().name;
        m_next = parent.empty() ? name : parent + "." + name;
        if (skipping())
            return true;
        // A key with a dot would act as a path, and an empty one as its parent's path.
        m_odd = name.empty() || name.find('.') != std::string::npos;
        if (m_odd) {
            complain(oddKey(name));
            return m_problems.size() < mostProblems;
        }
        noteModel();
        if (!m_seen.insert(m_next).second)
            complain({m_next, {}, {HW_TR("core", "is written twice")}});
        return m_problems.size() < mostProblems;
    }
    bool endObject() override
    {
        m_path.pop_back();
        return true;
    }
    bool startArray() override
    {
        if (!deeper())
            return false;
        const auto path = findKeyPath(m_next);
        const bool known = m_odd || (path && keyOf(*path).kind == Kind::Choices && !inArray());
        if (!known)
            refuse("[…]");
        m_path.push_back({m_next, true, !known || m_odd || skipping()});
        m_odd = false;
        m_words.clear();
        return true;
    }
    bool endArray() override
    {
        const Level level = m_path.back();
        m_path.pop_back();
        if (!level.skipped)
            take(level.name, m_words, m_text.reached());
        return true;
    }
    void wrong(const JsonError& error) override
    {
        if (error.tooLarge.empty())
            m_problems.insert(m_problems.begin(), m_text.notJson(error));
        else
            complain({m_next, excerpt(error.tooLarge), expected(m_next)}, m_text.afterNumber());
    }

private:
    struct Level
    {
        std::string name; ///< the path of this object or array
        bool array = false;
        bool skipped = false; ///< it is wrong as a whole, so its content is skipped
    };

    bool skipping() const { return !m_path.empty() && m_path.back().skipped; }
    bool inArray() const { return !m_path.empty() && m_path.back().array; }

    bool deeper()
    {
        if (m_path.size() < JsonText::deepest)
            return true;
        m_problems = {m_text.tooDeep()};
        return false;
    }

    /// Complains about an object or array at a key that cannot have one.
    void refuse(const char* found)
    {
        complain({m_next, found, expected(m_next)});
        if (inArray())
            m_path.back().skipped = true; // one problem is enough for a list
    }

    /// In a file, the parts of a path are objects within one another.
    Problem oddKey(const std::string& name) const
    {
        const auto key = findKeyPath(m_next);
        const std::size_t dot = name.find('.');
        if (!key || dot == std::string::npos)
            return {name.empty() ? std::string("\"\"") : m_next, {}, unknownKeyText(m_next)};
        return {m_next,
                typed(name),
                {HW_TR("core", "is not a key in a file: write %1"),
                 {typed(name.substr(0, dot)) + ": { " + typed(name.substr(dot + 1)) + ": … }"}}};
    }

    Text expected(const std::string& path) const
    {
        if (m_isFile && path == "format")
            return {HW_TR("core", "must be %1"), {typed(std::string(planFormat))}};
        if (m_isFile && path == "version")
            return {HW_TR("core", "must be %1"), {std::to_string(planVersion)}};
        if (const auto known = findKeyPath(path))
            return allowedValues(keyOf(*known));
        if (KeyGroup::isOne(path) || path.empty())
            return {HW_TR("core", "must be an object")};
        return unknownKeyText(path);
    }

    void complain(Problem problem, const char* end = nullptr)
    {
        if (skipping())
            return;
        problem.field = excerpt(problem.field);
        problem.place = m_text.place(end ? end : m_text.reached());
        m_problems.push_back(std::move(problem));
    }

    /// Complains where the plan has more than one of model.id, model.custom and model.parameters.
    void noteModel()
    {
        const std::size_t dot = m_next.find('.', 6);
        const std::string head = m_next.substr(0, dot);
        if (head == KeyPath("model.id").text() || head == customModel
            || head == KeyPath("model.parameters").text())
            m_models.insert(head);
        if (m_models.size() > 1 && dot == std::string::npos
            && KeyGroup::holds(KeyGroup("model").text(), head))
            complain({m_next,
                      {},
                      {HW_TR("core",
                             "a plan has exactly one of model.id, model.custom and "
                             "model.parameters")}});
    }

    bool scalar(Value value, const char* end = nullptr)
    {
        if (skipping() || m_odd) {
            m_odd = false;
            return true;
        }
        if (inArray()) {
            if (auto* word = std::get_if<std::string>(&value))
                m_words.push_back(std::move(*word));
            else {
                complain({m_next, typed(value), expected(m_next)}, end);
                m_path.back().skipped = true;
            }
            return true;
        }
        take(m_next, value, end ? end : m_text.reached());
        return true;
    }

    void take(const std::string& path, const Value& value, const char* end)
    {
        if (m_isFile && path == "format")
            return takeFormat(path, value, end);
        if (m_isFile && path == "version")
            return takeVersion(value, end);
        if (path.empty())
            return complain({{}, typed(value), expected(path)}, end);
        for (Problem& problem : assignTyped(m_plan, path, value))
            complain(std::move(problem), end);
    }

    void takeFormat(const std::string& path, const Value& value, const char* end)
    {
        m_format = true;
        if (value != Value{std::string(planFormat)})
            complain({path, typed(value), expected(path)}, end);
    }

    void takeVersion(const Value& value, const char* end)
    {
        m_version = true;
        if (value == Value{planVersion})
            return;
        const std::int64_t* number = std::get_if<std::int64_t>(&value);
        m_newer = number && *number > planVersion;
        if (m_newer)
            complain({std::string("version"),
                      typed(value),
                      {HW_TR("core",
                             "this plan was written by a newer Highwater; this one reads "
                             "version %1"),
                       {std::to_string(planVersion)}}},
                     end);
        else
            complain({std::string("version"),
                      typed(value),
                      {HW_TR("core", "must be %1"), {std::to_string(planVersion)}}},
                     end);
    }

    Plan& m_plan;
    JsonText m_text;
    std::string m_next; ///< the path of the value that comes next
    bool m_isFile;
    bool m_odd = false; ///< the next value has a key that no plan can have
    std::vector<Level> m_path;
    std::vector<std::string> m_words;
    std::set<std::string> m_seen, m_models;
    bool m_format = false, m_version = false, m_newer = false;
    Problems m_problems;
};

Problem missingField(std::string field)
{
    return {std::move(field), {}, {HW_TR("core", "is missing")}};
}

} // namespace

Result<Plan> readPlan(std::string_view text)
{
    if (text.size() > mostPlanBytes)
        return Problem{
            {},
            {},
            {HW_TR("core", "larger than a plan can be, %1 bytes"), {grouped(mostPlanBytes)}}};
    Plan plan;
    PlanReader reader(plan, text, {});
    Problems problems = reader.read();
    if (reader.isNewer()) // a newer file causes the other problems
        return *std::ranges::find(problems, "version", &Problem::field);
    if (!problems.empty())
        return problems;
    if (!reader.sawFormat())
        problems.push_back(missingField("format"));
    if (!reader.sawVersion())
        problems.push_back(missingField("version"));
    if (!reader.sawModel())
        problems.push_back({KeyGroup("model"),
                            {},
                            {HW_TR("core",
                                   "a plan has exactly one of model.id, model.custom and "
                                   "model.parameters")}});
    if (problems.empty())
        if (const auto compared = readCompared(text); !compared)
            problems = compared.problems();
    if (!problems.empty())
        return problems;
    return plan;
}

Problems readInto(Plan& plan, std::string_view path, std::string_view json)
{
    Plan changed = plan;
    if (path == customModel)
        changed.model = CustomModel{};
    Problems problems = PlanReader(changed, json, std::string(path)).read();
    if (problems.empty())
        plan = std::move(changed);
    return problems;
}

} // namespace highwater
