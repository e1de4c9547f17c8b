// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/hub_id.h"

#include "core/plan/text.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace highwater {
namespace {

using Words = std::vector<std::string>;

/// Words in the name of a model that has the shape of the model without them.
constexpr auto sameShape = std::to_array<std::string_view>(
    {"instruct",  "base",  "chat", "it",      "pt",   "sft",  "dpo",     "rlhf",
     "thinking",  "coder", "math", "deduped", "hf",   "text", "unsloth", "bnb",
     "4bit",      "8bit",  "nf4",  "awq",     "gptq", "int4", "int8",    "w4a16",
     "w8a8",      "w8a16", "fp8",  "fp16",    "bf16", "gguf", "mlx",     "dynamic",
     "quantized", "128g",  "4k",   "8k",      "32k",  "128k", "1m"});

bool isDate(std::string_view word)
{
    return word.size() == 4
        && std::ranges::all_of(word, [](char letter) { return letter >= '0' && letter <= '9'; });
}

/// "v0.1"
bool isVersion(std::string_view word)
{
    return word.size() > 1 && word[0] == 'v' && word[1] >= '0' && word[1] <= '9';
}

/// The last part of a path or an address: "Qwen3-4B" of "https://…/Qwen/Qwen3-4B/tree/main".
std::string_view nameIn(std::string_view id)
{
    if (const std::size_t scheme = id.find("://"); scheme != std::string_view::npos) {
        id.remove_prefix(scheme + 3);
        for (const int part : {0, 1}) { // the host, the organisation
            const std::size_t slash = id.find('/');
            if (slash == std::string_view::npos)
                return part == 0 ? std::string_view() : id;
            id.remove_prefix(slash + 1);
        }
        return id.substr(0, id.find('/'));
    }
    while (id.ends_with('/'))
        id.remove_suffix(1);
    return id.substr(id.find_last_of("/\\") + 1);
}

Words hubWords(std::string_view name)
{
    Words words{{}};
    for (const char letter : lowered(name))
        if (letter == '-' || letter == '_' || letter == ' ')
            words.emplace_back();
        else
            words.back() += letter;
    std::erase(words, std::string());
    return words;
}

bool has(const Words& words, std::string_view word)
{
    return std::ranges::find(words, word) != words.end();
}

std::optional<AdapterBase> baseOf(const Words& words)
{
    if (has(words, "awq") || has(words, "gptq") || has(words, "int4") || has(words, "w4a16"))
        return AdapterBase::Gptq;
    if (has(words, "4bit") || has(words, "nf4"))
        return AdapterBase::Nf4Double;
    if (has(words, "8bit") || has(words, "int8"))
        return AdapterBase::Int8;
    return std::nullopt;
}

} // namespace

HubModel hubModel(const Catalog& catalog, std::string_view id)
{
    constexpr std::size_t longest = 512;
    if (id.size() > longest)
        return {};
    Words words = hubWords(nameIn(id));
    HubModel found{nullptr, baseOf(words)};
    // Some names of the catalogue have words of these kinds: one kind after another is left out.
    const auto without = [&words](auto&& kind) { std::erase_if(words, kind); };
    const auto look = [&] {
        if (!found.model && !words.empty())
            found.model = catalog.modelNamed(joined(words, "-"));
    };
    look();
    if (!found.model && !words.empty() && words.front() == "meta")
        words.erase(words.begin());
    look();
    without([](const std::string& word) {
        return std::ranges::find(sameShape, word) != sameShape.end();
    });
    look();
    without(isDate);
    look();
    without(isVersion);
    look();
    return found;
}

} // namespace highwater
