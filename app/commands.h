// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"
#include "command_words.h"
#include "core/explore/cards.h"
#include "core/explore/search.h"
#include "core/recording/run_comparison.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The commands that have a file of their own, with the parts of them that `chart` needs too. All
// take the arguments after the command.
namespace highwater {

/// The list of cards that --same-gpus, --within, --under, --all and --sort ask for.
Result<CardOrder> cardOrder(const CommandWords& words);

/// highwater cards [PLAN] [--set KEY=VALUE ...] [--same-gpus] [--within DAYS] [--under USD] [--all]
///     [--sort KEY] [--json | --csv]
Outcome runCards(const std::vector<std::string>& arguments);

/// highwater desk [--device ID | --system FOLDER] [--json]
Outcome runDesk(const std::vector<std::string>& arguments);

/// highwater doctor LOG [PLAN] [--set KEY=VALUE ...] [--config FILE] [--json]
Outcome runDoctor(const std::vector<std::string>& arguments);

/// highwater compare [PLAN] [--set KEY=VALUE ...] [--json | --csv]
Outcome runCompare(const std::vector<std::string>& arguments);

/// highwater compare-run [PLAN] FILE [--device N] [--step N] [--stage N] [--json]
Outcome runCompareRun(const std::vector<std::string>& arguments);

/// Compares the recording at `path` with the input's plan, by --device, --step and --stage; returns
/// an outcome where this fails.
std::optional<Outcome> compareRecording(const CommandWords& words, const std::string& path,
                                        const Input& input, RunComparison& found);

/// highwater export [PLAN] [--set KEY=VALUE ...] --for NAME [-o FILE]
Outcome runExport(const std::vector<std::string>& arguments);

/// highwater help [PAGE] [--lang CODE] | --html FOLDER | --man | --completion bash|zsh|fish
Outcome runHelp(const std::vector<std::string>& arguments);

/// highwater import FILE|FOLDER ... [--set KEY=VALUE ...] [-o PLAN] [--json]
Outcome runImport(const std::vector<std::string>& arguments);

/// highwater measure [PLAN] --read READING [--set KEY=VALUE ...] [--append RUNS.csv | -o PLAN]
///     [--json]
Outcome runMeasure(const std::vector<std::string>& arguments);

/// highwater rehearse --card ID [...] -- COMMAND ...
Outcome runRehearse(const std::vector<std::string>& arguments);

/// The options that limit a search; `chart --figure search` has them too.
void addSearchOptions(Grammar& grammar);
Result<SearchConstraints> readConstraints(const CommandWords& words);

/// highwater search: the layouts of a plan's cluster, ranked.
Outcome runSearch(const std::vector<std::string>& arguments);

/// highwater validate RUNS.csv [--speeds FILE] [--json]
Outcome runValidate(const std::vector<std::string>& arguments);

/// The languages of --lang, with their words; English if not given.
Result<std::vector<FileLanguage>> languagesOf(const CommandWords& words);

/// Writes a figure of a plan into a file; without a display.
Outcome runChart(const std::vector<std::string>& arguments, const Drawing& drawing);

/// highwater report [PLAN] [--set KEY=VALUE ...] -o FILE [--lang CODE[,CODE...]]
Outcome runReport(const std::vector<std::string>& arguments, const Drawing& drawing);

/// The text of `highwater --help`: every command and every option.
std::string helpPage();

/// The text of `highwater COMMAND --help`: this command and its options only.
std::string helpPage(std::string_view command);

} // namespace highwater
