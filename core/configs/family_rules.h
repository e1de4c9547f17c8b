// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace highwater {

class ModelReader;

// The rules of model families that the fields of the table of families cannot express.

void amendQwen(ModelReader& model);
void amendQwen3Next(ModelReader& model);
void amendLatent(ModelReader& model);
void amendSparseAttention(ModelReader& model);
void amendPhi(ModelReader& model);
void amendGpt2(ModelReader& model);
void amendBigCode(ModelReader& model);
void amendOpt(ModelReader& model);
void amendBloom(ModelReader& model);
void amendFalcon(ModelReader& model);
void amendMpt(ModelReader& model);
void amendChatGlm(ModelReader& model);
void amendGptOss(ModelReader& model);
void amendMiniMax(ModelReader& model);
void amendStableLm(ModelReader& model);
void amendDbrx(ModelReader& model);
void amendHunYuan(ModelReader& model);
void amendLlama4(ModelReader& model);
void amendMllama(ModelReader& model);
void amendNemotronH(ModelReader& model);
void amendGraniteHybrid(ModelReader& model);
void amendFalconH1(ModelReader& model);
void amendJamba(ModelReader& model);
void amendLfm2(ModelReader& model);
void amendKimiLinear(ModelReader& model);
void amendGemma3n(ModelReader& model);
void amendGemma4(ModelReader& model);
void amendMimoV2(ModelReader& model);
void amendStep(ModelReader& model);
void amendMiniMaxM3(ModelReader& model);
void amendDeepSeekV4(ModelReader& model);
void amendApertus(ModelReader& model);
void amendAfmoe(ModelReader& model);
void amendLaguna(ModelReader& model);
void amendAxk1(ModelReader& model);
void amendLongCat(ModelReader& model);
void amendDiffLlama(ModelReader& model);
void amendBitNet(ModelReader& model);
void amendBamba(ModelReader& model);
void amendOlmoHybrid(ModelReader& model);
void amendBailingHybrid(ModelReader& model);
void amendLlada(ModelReader& model);
void amendDeciLm(ModelReader& model);

} // namespace highwater
