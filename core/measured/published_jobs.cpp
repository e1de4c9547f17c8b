// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/published_jobs.h"

#include "core/job/engine_pool.h"
#include "core/job/roles.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/time/real.h"

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

struct Setting
{
    KeyPath key;
    std::string_view text;
};

/// The bytes of an estimate that a report documents, with their band where they are a peak.
struct Read
{
    Bytes bytes = 0;
    std::optional<Band> band = {};
};
using AmountOf = Read (*)(const Estimate&);

Read peakOf(const Estimate& found)
{
    return {found.answer.totals.total, found.answer.totals.nine.total};
}

/// Memory that PyTorch reserves, without that of the driver and its libraries.
Read reservedOf(const Estimate& found)
{
    return {found.answer.totals.reserved(), found.answer.totals.nine.reserved};
}

Read engineOf(const Estimate& found)
{
    return {enginePool(found.plan, *roleOf(found.plan, RoleId::Rollout)).all};
}

Read largestLogitsOf(const Estimate& found)
{
    Bytes largest = 0;
    for (const Line& line : found.answer.ledger)
        if (line.role == RoleId::Policy && line.id.starts_with("loss.logits"))
            largest = std::max(largest, line.each);
    return {largest};
}

class Cases
{
public:
    explicit Cases(const Catalog& catalog)
        : m_catalog(catalog)
    { }

    void add(CheckedJob job, AmountOf reading, const std::vector<Setting>& settings)
    {
        const auto found = estimateOf(settings);
        if (!found)
            return;
        const Read read = reading(*found);
        job.predicted = real(read.bytes);
        job.band = read.band;
        if (job.documented != CheckedJob::Documented::Amount)
            job.bytes = real(found->plan.capacity);
        m_jobs.push_back(std::move(job));
    }

    std::vector<CheckedJob> take() { return std::move(m_jobs); }

private:
    std::optional<Estimate> estimateOf(const std::vector<Setting>& settings) const
    {
        Plan plan;
        for (const auto& [key, text] : settings) {
            const auto value = parsed(keyOf(key), text);
            if (!value || !assign(plan, key, *value).empty())
                return std::nullopt;
        }
        auto found = estimate(plan, m_catalog);
        return found ? std::optional(*std::move(found)) : std::nullopt;
    }

    const Catalog& m_catalog;
    std::vector<CheckedJob> m_jobs;
};

/// A case with its names; `open` names the settings that the report does not state, with the
/// assumed values.
CheckedJob stated(const char* name, const char* source, double bytes, const char* open = "")
{
    return {name, source, open, CheckedJob::Documented::Amount, bytes, 0, {}};
}

CheckedJob ran(const char* name, const char* source, const char* open)
{
    return {name, source, open, CheckedJob::Documented::Ran, 0, 0, {}};
}

CheckedJob outOfMemory(const char* name, const char* source, const char* open)
{
    return {name, source, open, CheckedJob::Documented::OutOfMemory, 0, 0, {}};
}

void tensorsAndEngines(Cases& cases)
{
    const auto logits
        = [&](const char* name, const char* source, double bytes, std::string_view framework,
              std::string_view rows, std::string_view vocabulary) {
              cases.add(stated(name, source, bytes), largestLogitsOf,
                        {{"model.custom.hidden_size", "2048"},
                         {"model.custom.num_layers", "4"},
                         {"model.custom.num_heads", "16"},
                         {"model.custom.intermediate_size", "4096"},
                         {"model.custom.vocab_size", vocabulary},
                         {"workload.task", "reinforcement"},
                         {"recipe.framework", framework},
                         {"cluster.device", "b200-sxm-180gb"},
                         {"workload.context", rows}});
          };
    logits("OpenRLHF: logits of 16 x 1,024 rows", "OpenRLHF, pull request 718", 2147e6, "openrlhf",
           "16384", "32768");
    logits("TRL: logits of 2 x 256 rows", "TRL, issue 3678", 310e6, "huggingface", "512", "151665");
    logits("verl: logits of 49,110 rows", "verl, issue 2828", 13.91 * real(gib), "verl", "49110",
           "152064");
    cases.add(stated("vLLM: what sleep frees of 0.9 of a card", "vLLM, pull request 11743",
                     (78.29 - 8.34) * real(gib), "the level of sleep"),
              engineOf,
              {{"workload.task", "reinforcement"},
               {"rollout.utilization", "0.9"},
               {"cluster.capacity", "85061827051"}});
}

/// PEFT's comparison of methods on one model: the largest number of bytes that PyTorch reserved in
/// 5,000 steps.
void methodsOfPeft(Cases& cases)
{
    constexpr const char* source = "PEFT, method_comparison/MetaMathQA";
    constexpr const char* open = "tokens of the longest batch: the limit, 768, is taken";
    const auto run = [&](const char* name, double gibibytes, std::initializer_list<Setting> more) {
        std::vector<Setting> settings{
            {"model.id", "llama-3.2-3b"},   {"recipe.framework", "huggingface"},
            {"recipe.precision", "bf16"},   {"recipe.fused_step", "false"},
            {"cluster.gpus", "1"},          {"workload.micro_batch", "4"},
            {"recipe.hold_logits", "true"}, // run.py: outputs = model(...) lives through the step
            {"workload.context", "768"}};
        settings.insert(settings.end(), more);
        cases.add(stated(name, source, gibibytes * real(gib), open), reservedOf, settings);
    };
    const auto adapted = [&](const char* name, double gibibytes, std::string_view rank,
                             std::string_view targets, std::string_view dora) {
        run(name, gibibytes,
            {{"adapter.kind", "lora"},
             {"adapter.rank", rank},
             {"adapter.targets", targets},
             {"adapter.dora", dora}});
    };
    adapted("PEFT: 3B, LoRA of rank 32", 20.76, "32", "q,v", "false");
    adapted("PEFT: 3B, LoRA of rank 64", 21.00, "64", "q,v", "false");
    adapted("PEFT: 3B, DoRA of rank 32", 22.85, "32", "q,v", "true");
    adapted("PEFT: 3B, LoRA of rank 10 on the MLP", 23.00, "10", "gate,up,down", "false");
    run("PEFT: 3B, all weights in 16 bits", 36.20, {});
}

void largeRuns(Cases& cases)
{
    cases.add(
        stated("verl: GRPO of 671B on 96 H20", "verl, docs/perf/dpsk.md", 66e9,
               "the moment, the context (4,096), the engine's ranks (32) and what is sent to it "
               "at a time (2 GiB)"),
        peakOf,
        {{"workload.task", "reinforcement"},
         {"model.id", "deepseek-v3-r1-671b"},
         {"recipe.framework", "verl"},
         {"recipe.recompute", "full"},
         {"job.packing", "padded"},
         {"cluster.device", "h20-96gb"},
         {"cluster.gpus", "96"},
         {"workload.context", "4096"},
         {"layout.zero", "1"},
         {"layout.tensor", "8"},
         {"layout.pipeline", "12"},
         {"layout.expert", "8"},
         {"layout.offload_optimizer", "cpu"},
         {"roles.policy.offload", "parameters,optimizer"},
         {"rollout.tensor", "32"}});
}

void outcomes(Cases& cases)
{
    cases.add(outOfMemory("OpenRLHF: PPO of 8B on 8 A100 of 40 GB", "OpenRLHF, issue 398",
                          "offload of the optimizer and the engine's place: the better of both"),
              peakOf,
              {{"workload.task", "reinforcement"},
               {"job.kind", "ppo"},
               {"model.id", "llama-3-8b"},
               {"recipe.framework", "openrlhf"},
               {"recipe.recompute", "full"},
               {"layout.zero", "2"},
               {"layout.offload_optimizer", "cpu"},
               {"roles.rollout.place", "own"},
               {"cluster.device", "a100-sxm4-40gb"},
               {"workload.micro_batch", "2"},
               {"job.prompt", "1024"},
               {"job.completion", "1024"}});
    cases.add(outOfMemory("TRL: PPO of 7B, four models on 1 A100", "TRL, issue 2719",
                          "tokens: a short pass of 128"),
              peakOf,
              {{"workload.task", "reinforcement"},
               {"job.kind", "ppo"},
               {"model.id", "qwen2.5-7b"},
               {"recipe.framework", "huggingface"},
               {"roles.policy.dtype", "bf16"},
               {"cluster.device", "a100-sxm4-80gb"},
               {"cluster.gpus", "1"},
               {"workload.context", "128"}});
}

/// Optimizers on a 7B model in 16 bits, measured by GaLore's authors.
void statesOfGaLore(Cases& cases)
{
    const auto trained = [&](const char* name, double bytes, std::string_view optimizer) {
        cases.add(stated(name, "GaLore, issue 6", bytes,
                         "batch, length and rank: 1 x 512 tokens, the default rank"),
                  peakOf,
                  {{"model.id", "llama-2-7b"},
                   {"recipe.framework", "huggingface"},
                   {"recipe.precision", "bf16"},
                   {"recipe.recompute", "full"},
                   {"recipe.optimizer", optimizer},
                   {"recipe.moments", "int8"},
                   {"cluster.gpus", "1"},
                   {"workload.micro_batch", "1"},
                   {"workload.context", "512"}});
    };
    trained("GaLore: 7B, AdamW in 8 bits", 42e9, "adamw-8bit");
    trained("GaLore: 7B, GaLore in 8 bits", 28e9, "galore");
}

/// The runs that the authors of verl found to fit on the fewest cards, with the settings of their
/// scripts; several have the largest batch that did not run out of memory. Rows are packed, and
/// GSM8K's are far shorter than the limits of the scripts.
void fewestCardsOfVerl(Cases& cases)
{
    constexpr const char* source = "verl, docs/perf/device_tuning.rst and examples/tuning";
    constexpr const char* open = "tokens of a row of GSM8K: 350 are taken";
    constexpr std::int64_t tokensOfARow = 350;
    struct Script
    {
        const char* name;
        std::string_view model, device, gpus, utilization, tensor, adapter, entropy;
        std::int64_t rows; ///< of a pass, on one card
    };
    constexpr std::string_view h100 = "h100-sxm5-80gb", h800 = "h800-sxm-80gb", h20 = "h20-96gb";
    constexpr std::string_view whole = "none", lora = "lora", none = "nograd", bonus = "grad";
    for (const Script& script : {
             Script{"verl: GRPO of 7B on 2 H800", "qwen2-7b", h800, "2", "0.6", "2", whole, none,
                    16},
             Script{"verl: GRPO of 14B on 4 H800", "qwen2.5-14b", h800, "4", "0.5", "4", whole,
                    none, 16},
             Script{"verl: GRPO of 72B on 32 H800", "qwen2-72b", h800, "32", "0.6", "16", whole,
                    none, 40},
             Script{"verl: GRPO of 72B on 32 H20", "qwen2-72b", h20, "32", "0.6", "16", whole, none,
                    40},
             Script{"verl: GRPO of 0.5B with LoRA on 1 H100", "qwen2.5-0.5b", h100, "1", "0.1", "1",
                    lora, bonus, 116},
             Script{"verl: GRPO of 3B with LoRA on 1 H100", "qwen2.5-3b", h100, "1", "0.1", "1",
                    lora, bonus, 62},
             Script{"verl: GRPO of 7B with LoRA on 1 H100", "qwen2.5-7b", h100, "1", "0.2", "1",
                    lora, bonus, 16},
             Script{"verl: GRPO of 14B with LoRA on 2 H100", "qwen2.5-14b", h100, "2", "0.25", "2",
                    lora, bonus, 58},
             Script{"verl: GRPO of 32B with LoRA on 4 H100", "qwen2.5-32b", h100, "4", "0.3", "4",
                    lora, bonus, 44},
             Script{"verl: GRPO of 72B with LoRA on 8 H100", "qwen2.5-72b", h100, "8", "0.4", "8",
                    lora, bonus, 22},
         }) {
        const std::string tokens = std::to_string(script.rows * tokensOfARow);
        cases.add(ran(script.name, source, open), peakOf,
                  {{"workload.task", "reinforcement"},
                   {"recipe.framework", "verl"},
                   {"model.id", script.model},
                   {"cluster.device", script.device},
                   {"cluster.gpus", script.gpus},
                   {"adapter.kind", script.adapter},
                   {"adapter.rank", "32"},
                   {"adapter.targets", "q,k,v,o,gate,up,down"},
                   {"job.entropy", script.entropy},
                   {"job.prompt", "512"},
                   {"job.completion", "1024"},
                   {"job.tokens.update", tokens},
                   {"job.tokens.logprob", tokens},
                   {"roles.policy.offload", "parameters,optimizer"},
                   {"rollout.utilization", script.utilization},
                   {"rollout.tensor", script.tensor}});
    }
}

} // namespace

std::vector<CheckedJob> publishedJobs(const Catalog& catalog)
{
    Cases cases(catalog);
    tensorsAndEngines(cases);
    methodsOfPeft(cases);
    statesOfGaLore(cases);
    largeRuns(cases);
    outcomes(cases);
    fewestCardsOfVerl(cases);
    return cases.take();
}

} // namespace highwater
