// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/import.h"

#include "core/configs/file_words.h"
#include "core/configs/readers.h"
#include "core/exchange/plan_name.h"
#include "core/json/json_reader.h"
#include "core/plan/unread.h"
#include "core/plan/utf8.h"

#include <array>

namespace highwater {
namespace {

/// For one kind of file: whether a file is of this kind, and its reader.
struct ImportReader
{
    ImportKind kind;
    bool (*recognises)(const ImportFile& file);
    Result<Imported> (*read)(const ImportFile& file, const Plan& base, const Catalog& catalog);
};

/// In the order in which they are tried.
constexpr std::array readers{
    ImportReader{ImportKind::Peft, isPeftConfig, readPeftConfig},
    ImportReader{ImportKind::LitGpt, isLitGpt, readLitGpt},
    ImportReader{ImportKind::Unsloth, isUnsloth, readUnsloth},
    ImportReader{ImportKind::LlamaFactory, isLlamaFactory, readLlamaFactory},
    ImportReader{ImportKind::Axolotl, isAxolotl, readAxolotl},
    ImportReader{ImportKind::MsSwift, isMsSwift, readMsSwift},
    ImportReader{ImportKind::ModelConfig, isModelConfig, readModelConfig},
    ImportReader{ImportKind::Accelerate, isAccelerate, readAccelerate},
    ImportReader{ImportKind::Torchtitan, isTorchtitan, readTorchtitan},
    ImportReader{ImportKind::TrainingArguments, isTrainingArguments, readTrainingArguments},
    ImportReader{ImportKind::Nanotron, isNanotron, readNanotron},
    ImportReader{ImportKind::Megatron, isMegatron, readMegatron},
    ImportReader{ImportKind::DeepSpeed, isDeepSpeed, readDeepSpeed},
};

/// Whether the text cannot be anything but JSON.
bool isObjectOrList(std::string_view text)
{
    text = withoutBlanks(text);
    return text.starts_with('{') || text.starts_with('[');
}

/// The text in the form that the readers take.
class ReadFile
{
public:
    explicit ReadFile(const ImportFile& file)
        : m_file(file)
    {
        m_file.text = withoutByteOrderMark(file.text);
        const std::string_view text = m_file.text;
        const bool tooLarge = text.size() > mostConfigBytes; // readJson() says so
        if (isUtf16(text)) {
            m_json = Problem{{}, {}, {HW_TR("core", "is text in UTF-16; save it as UTF-8")}};
        } else if (!tooLarge && !isUtf8(text)) {
            m_json = Problem{{}, {}, {HW_TR("core", "is no text in UTF-8")}};
        } else if (tooLarge || (isObjectOrList(text) && !isShellScript(m_file))) {
            m_json = readPythonJson(text);
            if (!m_json && !tooLarge && isDeepSpeed(m_file))
                m_json = Json(); // it may have comments; its own reader reports errors
            m_file.json = m_json && !m_json->isNull() ? &*m_json : nullptr;
        }
    }
    ReadFile(const ReadFile&) = delete;
    ReadFile& operator=(const ReadFile&) = delete;

    const ImportFile& operator*() const { return m_file; }
    /// The reason why it cannot be a file of any kind.
    Problems problems() const { return m_json ? Problems() : m_json.problems(); }
    const ImportReader* reader() const
    {
        const Json* const format = m_file.json ? m_file.json->find("format") : nullptr;
        if (!m_json || (format && format->text() && format->text()->starts_with("highwater")))
            return nullptr;
        for (const ImportReader& reader : readers)
            if (reader.recognises(m_file))
                return &reader;
        return nullptr;
    }

private:
    ImportFile m_file;
    Result<Json> m_json = Json();
};

/// The reason why no reader knows a file.
Text noKind(std::string_view name)
{
    if (name.ends_with(".py"))
        return {HW_TR("core",
                      "calls nothing that can be read, such as TRL's SFTConfig, TrainingArguments "
                      "or Unsloth's FastLanguageModel")};
    if (name.ends_with(".sh"))
        return {HW_TR("core", "starts no training by a command that is known")};
    return {HW_TR("core", "is no file of a kind that can be imported")};
}

/// Writes the fields that were not read into the plan: into its model, which they concern, where
/// the file is a model's, else in place of those of an earlier file.
void listUnread(Imported& imported)
{
    const std::string fields = unreadText(imported.unread);
    if (!isModel(imported.kind))
        imported.plan.unread = fields;
    else if (auto* const model = std::get_if<CustomModel>(&imported.plan.model);
             model && !fields.empty())
        model->unread = fields;
}

/// Another model ends the name of the plan that it comes into: "405B, TP 4 · PP 32".
void endName(const Plan& base, Imported& imported)
{
    Plan& plan = imported.plan;
    if (!base.name.empty() && plan.name == base.name && plan.model != base.model)
        plan.name = proposedName(plan);
}

} // namespace

std::optional<ImportKind> importKind(const ImportFile& file)
{
    const ReadFile read(file);
    const ImportReader* const reader = read.reader();
    return reader ? std::optional(reader->kind) : std::nullopt;
}

Result<Imported> importPlan(const ImportFile& file, const Plan& base, const Catalog& catalog)
{
    const ReadFile read(file);
    if (Problems problems = read.problems(); !problems.empty())
        return problems;
    const ImportReader* const reader = read.reader();
    const bool isWeights = file.tensors
        && (!reader || reader->kind == ImportKind::ModelConfig || reader->kind == ImportKind::Peft);
    if (reader || isWeights) {
        auto imported
            = isWeights ? readTensors(*read, base, catalog) : reader->read(*read, base, catalog);
        if (imported) {
            listUnread(*imported);
            endName(base, *imported);
        }
        return imported;
    }
    return Problem{{}, {}, noKind(file.name)};
}

} // namespace highwater
