// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/product.h"

#include "core/plan/numbers.h"
#include "core/plan/text.h"

#include <vector>

namespace highwater {
namespace {

template <class Show> std::string printed(const Product& product, Show show, bool powers)
{
    std::vector<Symbol> factors;
    for (std::uint64_t rest = product.factors; rest != 0; rest >>= 8)
        factors.insert(factors.begin(), static_cast<Symbol>(rest & 0xFF));

    std::string text;
    if (product.coefficient != 1 || factors.empty())
        text = grouped(product.coefficient);
    for (std::size_t i = 0; i < factors.size(); ++i) {
        const bool squared = powers && i + 1 < factors.size() && factors[i] == factors[i + 1];
        if (!text.empty())
            text += "·";
        text += show(factors[i]);
        if (squared) {
            text += "²";
            ++i;
        }
    }
    if (product.divisor != Symbol::One) {
        text += '/';
        text += show(product.divisor);
    }
    return text;
}

} // namespace

std::string_view symbolName(Symbol symbol)
{
    static constexpr std::array<std::string_view, static_cast<std::size_t>(Symbol::Count)> names{
        "1",
        "s",
        "b",
        "h",
        "L",
        "a",
        "k",
        "q",
        "kv",
        "o",
        "f",
        "v",
        "E",
        "K",
        "e",
        "u",
        "ql",
        "kl",
        "r",
        "x",
        "n",
        "E_l",
        "P_attention",
        "P_mlp",
        "P_experts",
        "P_shared",
        "P_router",
        "P_norms",
        "P_layer",
        "P_moe_layer",
        "P_embedding",
        "P_head",
        "P_other",
        "P_vision",
        "P",
        "P_matrices",
        "P_vectors",
        "F",
        "P_routed",
        "F_routed",
        "R",
        "P_root",
        "P_block",
        "P_trained",
        "P_held",
        "P_largest",
        "N_bucket",
        "N_copy",
        "N_live",
        "N_group",
        "A_layer",
        "A_moe_layer",
        "A_experts",
        "A_head",
        "rank",
        "A_embedding",
        "P_saved",
        "Q_attention",
        "Q_mlp",
        "Q_experts",
        "Q_shared",
        "Q_head",
        "Q_layer",
        "Q_moe_layer",
        "(q+2·kv)",
        "S",
        "S_e",
        "t",
        "c",
        "(t·c)",
        "t_e",
        "idle",
        "W_embedding",
        "W_head",
        "W_attention",
        "W_mlp",
        "W_experts",
        "W_shared",
        "W_router",
        "W_other",
        "kv_layer",
        "s_kv",
        "s_pass",
        "n_logits",
        "kept",
        "L_full",
        "L_window",
        "L_linear",
        "s_window",
        "kv_window",
        "state",
        "P_other",
        "P_root",
        "P_low",
        "P_proj",
        "P_low_routed",
        "P_proj_routed",
        "P_rows",
        "P_rows_routed",
        "P_precond",
        "P_precond_r",
        "P_blocks",
        "P_blocks_routed",
        "P_matrix",
        "P_host",
        "P_gpu",
        "P_host_r",
        "P_gpu_r",
        "n_heads",
        "n_rows",
        "A_prompts",
        "n_prompt",
        "A_norms",
        "P_step",
        "n_step²",
        "kv_16",
    };
    static_assert(!names.back().empty(), "every symbol has a name");
    return names[static_cast<std::size_t>(symbol)];
}

std::string formula(const Product& product)
{
    return printed(
        product, [](Symbol symbol) { return std::string(symbolName(symbol)); }, true);
}

std::string withNumbers(const Product& product, const SymbolValues& values)
{
    return printed(
        product, [&](Symbol symbol) { return grouped(valueOf(symbol, values)); }, false);
}

} // namespace highwater
