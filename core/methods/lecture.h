// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/plan/result.h"

namespace highwater {

struct Resolved;

/// The figures of the "Ultra-Scale Playbook" (github.com/vinjn/nanotron-ultrascale-playbook, a
/// mirror of nanotron's), family A: a GPT in 32 bits without a master copy, activations after
/// Korthikanti et al. (arXiv 2205.05198), 16-bit values and 1-byte masks.
Result<Answer> lectureAnswer(const Resolved& plan);

/// Family B of the same book: Llama shapes without norm weights, 12 bytes a parameter, ZeRO.
Result<Answer> lectureZeroAnswer(const Resolved& plan);

/// "Transformer Math 101" (blog.eleuther.ai/transformer-math) in the form of the lecture's notes.
Result<Answer> transformerMathAnswer(const Resolved& plan);

/// The notes' rule of thumb: 12·n·d bytes of activations a layer, 36·n·d with checkpointing.
Result<Answer> ruleOfThumbAnswer(const Resolved& plan);

/// The notes' Qwen2-VL rule: activations are 0.7 to 1.0 times the weights per 1,000 tokens.
Result<Answer> activationRatioAnswer(const Resolved& plan);

} // namespace highwater
