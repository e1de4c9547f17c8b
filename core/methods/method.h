// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/answer/serving.h"
#include "core/answer/verdict.h"
#include "core/catalog/catalog.h"
#include "core/ledger/resolve.h"
#include "core/plan/key_path.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// A way to estimate: the exact one, or the formulas of others, including their errors.
struct Method
{
    MethodId id;
    const char* name; ///< marked for translation
    const char* flaw; ///< the errors of the method, in one line; marked for translation
    const char* counts; ///< for countedBy(); marked for translation
    std::span<const KeyGroup> readGroups; ///< the method reads every key of these
    std::span<const KeyPath> readKeys; ///< and at these keys
    bool asStated; ///< computes from the number that model.parameters or model.custom.parameters
                   ///< states, not from the shape's count
    Result<Answer> (*answer)(const Resolved&);
};

/// Every method, exact first, in the order of the enumeration.
std::span<const Method> methods();

const Method& methodOf(MethodId id);

/// Whose numbers a verdict or a figure shows and what they leave out: "as DeepSpeed's estimator
/// counts, without activations, buckets and overhead". No text for the exact method.
std::optional<Text> countedBy(MethodId id);

/// Whether the method reads a key.
bool methodReads(const Method& method, KeyPath path);

/// Whether some method can compute with values of the key other than its default.
bool isComputed(KeyPath path);

/// The keys that the plan sets to a value other than the default without an effect: the plan's
/// method does not read them, or they are for something that the plan does not have
/// (key_use.h).
std::vector<KeyPath> ignoredKeys(const Plan& plan, const Resolved& resolved);

/// A plan's answer together with the resolved plan.
struct Estimate
{
    Resolved plan;
    Answer answer;
    std::vector<KeyPath> ignored;
    Verdict verdict = Verdict::Fits;
    std::optional<Serving> serving; ///< where the plan generates text

    /// The number of parameters that the method computes from.
    std::int64_t parameters() const;
    Bytes free() const { return plan.capacity - answer.totals.total; }
    /// Whether the plan fits the GPU, and the host's memory where the plan states it.
    bool fits() const { return verdict != Verdict::Over; }
    Judgement judgement() const
    {
        return {answer.totals, plan.capacity, verdict, answer.hostPerNode, plan.cluster.hostMemory};
    }
};

/// Every valid plan has an estimate, every other one a list of problems. Here and below, the
/// allocator is not replayed where `idle` is given: while a control is dragged, and for the
/// candidates of a search.
Result<Estimate> estimate(const Plan& plan, const Catalog& catalog,
                          const std::optional<IdleShares>& idle = {});

/// Whether a plan fits, without its ledger.
Result<Judgement> judge(const Plan& plan, const Catalog& catalog,
                        const std::optional<IdleShares>& idle = {});
Result<Judgement> judge(const Resolved& plan);

/// Whether a plan fits only because the allocator empties its cache in every pass, which takes
/// time.
bool emptiesCache(const Judgement& judged);

/// resolve() with the method's own checks, for callers that judge() or total the plan many times.
Result<Resolved> prepare(const Plan& plan, const Catalog& catalog,
                         const std::optional<IdleShares>& idle = {});
Result<Totals> totals(const Resolved& plan);

} // namespace highwater
