// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/import.h"

#include "core/configs/model_config.h"
#include "core/exchange/json_reader.h"
#include "core/plan/utf8.h"

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
    ImportReader{ImportKind::ModelConfig, isModelConfig, readModelConfig},
};

/// Whether the text can be nothing but JSON.
bool isObjectOrList(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

} // namespace

Result<Imported> importPlan(const ImportFile& file, const Plan& base, const Catalog& catalog)
{
    if (file.text.size() <= mostConfigBytes && !isUtf8(file.text))
        return Problem{{}, {}, {HW_TR("core", "is no text in UTF-8")}};
    ImportFile read = file;
    Result<Json> json = Json();
    if (isObjectOrList(file.text)) {
        json = readJson(file.text);
        if (!json)
            return json.problems();
        read.json = &*json;
    }
    for (const ImportReader& reader : readers)
        if (reader.recognises(read))
            return reader.read(read, base, catalog);
    return Problem{{}, {}, {HW_TR("core", "is no file of a kind that can be imported")}};
}

} // namespace highwater
