// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure_table.h"
#include "core/methods/method.h"
#include "core/time/time_answer.h"

// The sections of an answer as tables, which every writer takes: text, Markdown, CSV, slides, the
// window.
namespace highwater {

/// The columns of ledger, parts and traffic, for a writer that shows some of them, or in another
/// order: picked(). AllCopies has the bytes at the peak with all digits, AtPeak in a unit.
struct LedgerColumns
{
    enum { Group, Tensor, Step, Shape, Formula, Numbers, Copies, OneCopy, AllCopies, AtPeak };
};
struct PartColumns
{
    enum { Part, Formula, Numbers, Source, Share, Seconds };
};
struct TrafficColumns
{
    enum { Traffic, Formula, Numbers, Source, Link, Gigabytes, Rate, Seconds, Waits };
};

/// The bytes of one GPU by group, each with its share, and their sum.
FigureTable groupTable(const Estimate& estimate);

/// The stages of a pipeline, one row each, stages and layers counted from 1; no rows without a
/// pipeline.
FigureTable stageTable(const Estimate& estimate);

/// The same where there is little room: the first and last stage, the most loaded one and its
/// neighbours; a row of one cell replaces those left out between two others: "… 12 more".
FigureTable briefStageTable(const Estimate& estimate);

/// The stage that the ledger shows: "Stage 1 of 4, the most loaded". Empty where there is only one.
Text stageShown(const Answer& answer);

/// The total at each moment of a step; the peak is emphasised.
FigureTable momentTable(const Answer& answer);

/// The bytes of a token and of a sequence in the KV cache of a plan that generates text, and how
/// many of them fit. No rows for other plans.
FigureTable cacheTable(const Estimate& estimate);

/// The tensors on the GPU at the peak, group by group, and their sum.
FigureTable ledgerTable(const Answer& answer, MemoryUnit unit, const Translator& words);

/// The parts of a step, longest first, and the step.
FigureTable partTable(const TimeAnswer& answer);

/// The traffic of one GPU in a step, a row for each kind.
FigureTable trafficTable(const TimeAnswer& answer);

/// Step, speed and run, each with low, expected and high value: eight of ten measured steps are
/// between low and high. Names Chinchilla where the plan states no length.
FigureTable runTable(const TimeAnswer& answer);

} // namespace highwater
