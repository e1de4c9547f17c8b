// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/import.h"

#include "core/configs/readers.h"

#include <array>

namespace highwater {
namespace {

/// Whether a file is of the kind, and its reader.
struct ImportReader
{
    ImportKind kind;
    bool (*recognises)(const ImportFile& file);
    Result<Imported> (*read)(const ImportFile& file, const Plan& base, const Catalog& catalog);
};

/// In the order in which they are asked.
constexpr std::array readers{
    ImportReader{ImportKind::Accelerate, isAccelerate, readAccelerate},
    ImportReader{ImportKind::Torchtitan, isTorchtitan, readTorchtitan},
    ImportReader{ImportKind::TrainingArguments, isTrainingArguments, readTrainingArguments},
    ImportReader{ImportKind::Nanotron, isNanotron, readNanotron},
    ImportReader{ImportKind::Megatron, isMegatron, readMegatron},
    ImportReader{ImportKind::DeepSpeed, isDeepSpeed, readDeepSpeed},
};

} // namespace

Result<Imported> importPlan(const ImportFile& file, const Plan& base, const Catalog& catalog)
{
    for (const ImportReader& reader : readers)
        if (reader.recognises(file))
            return reader.read(file, base, catalog);
    return Problem{{}, {}, {HW_TR("core", "is no file of a kind that can be imported")}};
}

} // namespace highwater
