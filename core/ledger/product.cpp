// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ledger/product.h"

#include "plan/text.h"

namespace highwater {
namespace {

template <class Show> std::string printed(const Product& product, Show show, bool powers)
{
    std::string text = product.coefficient == 1 && product.size > 0 ? std::string()
                                                                    : grouped(product.coefficient);
    for (std::size_t i = 0; i < product.size; ++i) {
        const bool squared
            = powers && i + 1 < product.size && product.factors[i] == product.factors[i + 1];
        if (!text.empty())
            text += "·";
        text += show(product.factors[i]);
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
        "1",        "s",         "b",       "h",           "L",           "a",
        "k",        "q",         "kv",      "o",           "f",           "v",
        "E",        "K",         "e",       "u",           "ql",          "kl",
        "r",        "x",         "n",       "P_attention", "P_mlp",       "P_experts",
        "P_shared", "P_router",  "P_norms", "P_layer",     "P_moe_layer", "P_embedding",
        "P_head",   "P_other",   "P",       "P_matrices",  "P_vectors",   "F",
        "S",        "allocated", "1,000",
    };
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
        product, [&](Symbol symbol) { return grouped(value(symbol, values)); }, false);
}

} // namespace highwater
