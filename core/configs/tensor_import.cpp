// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/hub_id.h"
#include "core/configs/adapter_settings.h"
#include "core/configs/config_fields.h"
#include "core/configs/gguf_config.h"
#include "core/configs/readers.h"
#include "core/configs/tensor_list.h"
#include "core/configs/tensor_roles.h"
#include "core/configs/tensor_shape.h"
#include "core/configs/weight_files.h"
#include "core/ledger/gguf_mixtures.h"
#include "core/ledger/resolve.h"
#include "core/ledger/weight_formats.h"
#include "core/ledger/weights.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace highwater {
namespace {

std::string lastPartOf(std::string path)
{
    while (path.ends_with('/'))
        path.pop_back();
    return path.substr(path.find_last_of("/\\") + 1);
}

/// The name of the file without its ending, or of its folder where all files have the same name.
std::string nameOfFile(const std::string& path)
{
    std::string file = lastPartOf(path);
    const std::string folder
        = path.size() > file.size() ? lastPartOf(path.substr(0, path.size() - file.size())) : "";
    if (file.starts_with("model") && !folder.empty() && folder != "." && folder != "..")
        file = folder;
    for (const std::string_view ending : {".json", ".index", ".safetensors", ".gguf"})
        if (file.ends_with(ending) && file.size() > ending.size())
            file.erase(file.size() - ending.size());
    constexpr std::size_t longest = 256;
    return printable(file).substr(0, longest);
}

/// "12 × Q6_K, 24 × F32": how many tensors have each type.
std::string typesOf(const TensorList& list)
{
    std::map<std::string_view, std::int64_t> counts;
    for (const StoredTensor& tensor : list.tensors)
        ++counts[tensor.type];
    std::vector<std::pair<std::int64_t, std::string_view>> sorted;
    for (const auto& [type, count] : counts)
        sorted.emplace_back(-count, type);
    std::ranges::sort(sorted);
    std::string text;
    for (const auto& [count, type] : sorted)
        text += (text.empty() ? "" : ", ") + grouped(-count) + " " + std::string(type);
    return text;
}

/// The format in which most of a file's weights are stored.
std::optional<WeightFormat> formatOf(const std::vector<RoledTensor>& tensors)
{
    std::map<WeightFormat, std::int64_t> entries;
    for (const RoledTensor& tensor : tensors) {
        if (tensor.role == TensorRole::Buffer)
            continue;
        std::optional<WeightFormat> format = tensor.format;
        const std::string_view type = tensor.tensor->type;
        if (!format && type == "BF16")
            format = WeightFormat::Bf16;
        else if (!format && type == "F16")
            format = WeightFormat::Fp16;
        else if (!format && type == "F32")
            format = WeightFormat::Fp32;
        if (format)
            entries[*format] = bounded::plus(entries[*format], tensor.entries);
    }
    const auto most
        = std::ranges::max_element(entries, {}, [](const auto& each) { return each.second; });
    return most == entries.end() ? std::nullopt : std::optional(most->first);
}

/// The bytes of the tensors that belong to the count of a model, with their scales.
Bytes bytesOfModel(const std::vector<RoledTensor>& tensors, bool isGguf)
{
    Bytes sum = 0;
    for (const RoledTensor& tensor : tensors)
        if (tensor.role != TensorRole::Prediction && !(isGguf && tensor.role == TensorRole::Buffer))
            sum = bounded::plus(sum, tensor.tensor->bytes);
    return sum;
}

/// The type of most weights of the layers' matrices.
std::string_view usualType(const std::vector<RoledTensor>& tensors)
{
    std::map<std::string_view, std::int64_t> entries;
    for (const RoledTensor& tensor : tensors)
        if (tensor.layer >= 0 && tensor.tensor->sides.size() > 1)
            entries[tensor.tensor->type]
                = bounded::plus(entries[tensor.tensor->type], tensor.entries);
    const auto most
        = std::ranges::max_element(entries, {}, [](const auto& each) { return each.second; });
    return most == entries.end() ? std::string_view() : most->first;
}

/// The file type of llama.cpp's whose bytes come nearest to the file's: the one that the file names
/// where both agree within a thousandth.
WeightFormat nearestGgufFormat(const std::optional<WeightFormat>& named, std::string_view usual,
                               Bytes bytes, const Shape& shape, const WeightChoices& choices)
{
    const auto differenceOf = [&](WeightFormat format) {
        WeightChoices own = choices;
        own.gguf = true;
        return std::abs(weightSizes(shape, format, own).total() - bytes);
    };
    if (named && differenceOf(*named) <= bytes / 1000)
        return *named;
    WeightFormat nearest = named.value_or(WeightFormat::Bf16);
    Bytes least = named ? differenceOf(nearest) : tooMany;
    for (const WeightFormat format : everyOf<WeightFormat>()) {
        const GgufMixture* const mixture = mixtureOf(format);
        if (!mixture || blockOf(mixture->base).name != usual)
            continue;
        if (const Bytes difference = differenceOf(format); difference < least) {
            least = difference;
            nearest = format;
        }
    }
    return nearest;
}

class TensorImport
{
public:
    TensorImport(const ImportFile& file, const Plan& base, const Catalog& catalog)
        : m_file(file)
        , m_list(*file.tensors)
        , m_base(base)
        , m_catalog(catalog)
        , m_tensors(roledTensors(m_list))
        , m_facts(factsOf(m_tensors))
        , m_shown(shownName())
    { }

    Result<Imported> operator()()
    {
        if (std::ranges::any_of(m_tensors, [](const RoledTensor& tensor) {
                return tensor.role == TensorRole::AdapterInto;
            }))
            return readAdapter();
        if (m_list.isGguf && ggufText(m_list, "general.architecture") == "clip")
            return Problem{
                {},
                {},
                {HW_TR("core",
                       "holds the image tower of a model alone; the language model is in "
                       "another file")}};
        readConfig();
        if (const Problems problems = readShape(); !problems.empty())
            return problems;
        noteFile();
        readFormat();
        return std::move(m_result);
    }

private:
    /// Whether the file that was opened is the weights, not a configuration beside them.
    bool isOpened() const { return isWeightFileName(m_file.name) || !m_file.json; }
    std::string shownName() const
    {
        if (m_list.isGguf || (isWeightFileName(m_file.name) && m_list.files == 1))
            return printable(lastPartOf(m_file.name));
        return m_list.files == 1 ? "model.safetensors" : "*.safetensors";
    }
    void note(std::string field, Text message)
    {
        m_result.notes.push_back({std::move(field), std::move(message)});
    }

    /// Reads the configuration beside the file, or the one that a GGUF file's metadata make.
    void readConfig()
    {
        m_result.plan = m_base;
        m_result.kind = isOpened() ? ImportKind::Weights : ImportKind::ModelConfig;
        ImportFile config{m_file.name, m_file.text};
        config.json = m_file.json;
        Json made;
        m_hasConfig = config.json != nullptr;
        if (!m_hasConfig && m_list.isGguf) {
            made = configOfGguf(m_list, m_facts);
            config.json = &made;
        }
        if (!config.json || !isModelConfig(config))
            return;
        auto read = readModelConfig(config, m_base, m_catalog);
        if (!read) {
            if (m_hasConfig)
                note("config.json",
                     {HW_TR("core", "is not read, the tensors are counted: %1"),
                      {english(read.problems().front())}});
            return;
        }
        const auto shape = shapeOf(read->plan.model, m_catalog);
        if (!shape)
            return;
        m_configShape = *shape;
        m_result.plan = std::move(read->plan);
        m_unread = std::move(read->unread);
        for (ImportNote& each : read->notes)
            if (m_hasConfig || each.field.empty()) // GGUF's metadata have no such fields
                m_result.notes.push_back(std::move(each));
    }

    ShapeHints hints() const
    {
        ShapeHints hints = m_list.isGguf ? hintsOfGguf(m_list) : ShapeHints{};
        if (m_configShape) {
            hints.heads = m_configShape->heads;
            hints.headDim = m_configShape->headDim;
            hints.expertsPerToken = m_configShape->expertsPerToken;
            hints.feedForward = m_configShape->feedForward;
        } else if (m_hasConfig) {
            readHints(hints);
        }
        // A file may hold the head of tied embeddings once more.
        hints.isTied = m_configShape && m_configShape->tied && m_facts.head == m_facts.embedding;
        return hints;
    }
    /// From a configuration that cannot be counted.
    void readHints(ShapeHints& hints) const
    {
        ImportLog log;
        const ConfigFields root(*m_file.json, {}, log);
        const ConfigFields text = root.part("text_config").value_or(root);
        hints.heads = text.wholeOr({"num_attention_heads", "n_head"}, 1, mostConfigLayers, 0);
        hints.headDim = text.wholeOr({"head_dim"}, 1, mostConfigLayers, 0);
        hints.expertsPerToken
            = text.wholeOr({"num_experts_per_tok", "experts_per_token"}, 1, mostConfigLayers, 0);
        hints.hidden = text.wholeOr({"hidden_size"}, 1, widestConfig, 0);
    }

    Problems readShape()
    {
        const ShapeHints known = hints();
        const std::int64_t counted
            = m_facts.parameters - (known.isTied ? m_facts.head : std::int64_t{0});
        const std::int64_t expected
            = m_configShape ? countWeights(*m_configShape).total : std::int64_t{-1};
        // A tower that lies in a file of its own is not among these tensors.
        const bool isWithoutTower = m_configShape && m_facts.visionParameters == 0
            && expected - m_configShape->visionParameters == counted;
        if (counted == expected || isWithoutTower) {
            m_shape = *m_configShape;
            if (isOpened())
                nameModel();
            notePredictions();
            return {};
        }
        const bool isAssumed = std::ranges::any_of(m_tensors, [](const RoledTensor& tensor) {
            return tensor.isAssumed && tensor.role != TensorRole::Buffer;
        });
        if (isAssumed && m_configShape) {
            noteConfiguration(counted, expected);
            return {};
        }
        if (isAssumed)
            note(m_shown,
                 {HW_TR("core",
                        "its weights are packed in a way that it does not say: 4 bits each are "
                        "assumed")});
        auto read = shapeOfTensors(m_tensors, m_configShape ? &*m_configShape : nullptr, known);
        if (!read) {
            if (!m_hasConfig || !m_configShape)
                return read.problems();
            noteConfiguration(counted, expected);
            return {};
        }
        if (const Model* const listed = m_configShape ? nullptr : catalogueModel(read->shape)) {
            m_shape = listed->shape;
            m_result.plan.model = CatalogModel{listed->id};
            note(m_shown,
                 {HW_TR("core", "the catalogue's %1 has the same tensors: it is taken"),
                  {listed->name}});
            return {};
        }
        if (m_hasConfig && m_configShape)
            noteDifference(expected, counted, known.isTied);
        for (Text& text : read->assumed)
            note(m_shown, std::move(text));
        m_shape = std::move(read->shape);
        notePredictions();
        setModel();
        return {};
    }

    /// The catalogue's model whose tensors have these sizes: the one that the file or its folder
    /// names, else the first. It knows what no shape says.
    const Model* catalogueModel(const Shape& shape) const
    {
        const std::int64_t total = countWeights(shape).total;
        const auto isAlike = [&](const Shape& known) {
            return known.hidden == shape.hidden && known.layers == shape.layers
                && known.vocabulary == shape.vocabulary && known.queryWidth() == shape.queryWidth()
                && known.keyWidth() == shape.keyWidth() && known.qkNorm == shape.qkNorm
                && known.experts == shape.experts
                && (known.experts == 0 || known.expertWidth == shape.expertWidth)
                && (known.moeLayers() == known.layers || known.feedForward == shape.feedForward)
                && countWeights(known).total == total;
        };
        if (const Model* const named = hubModel(m_catalog, nameOfFile(m_file.name)).model;
            named && isAlike(named->shape))
            return named;
        for (const Model& known : m_catalog.models())
            if (isAlike(known.shape))
                return &known;
        return nullptr;
    }

    /// The configuration counts, where the tensors cannot.
    void noteConfiguration(std::int64_t counted, std::int64_t expected)
    {
        note(m_shown,
             {HW_TR("core", "has %1 parameters; the configuration has %2"),
              {grouped(counted), grouped(expected)}});
        m_result.unread = m_unread;
        m_shape = *m_configShape;
    }

    void noteDifference(std::int64_t expected, std::int64_t counted, bool isTied)
    {
        Text text{HW_TR("core", "has %1 parameters, %2 by the configuration; the tensors count"),
                  {grouped(counted), grouped(expected)}};
        text.more = differencesFrom(*m_configShape, m_tensors, isTied);
        note(m_shown, std::move(text));
    }

    void notePredictions()
    {
        if (m_facts.predictionParameters > 0)
            note(
                m_shown,
                {HW_TR("core", "layers that predict further tokens are not counted: %1 parameters"),
                 {grouped(m_facts.predictionParameters)}});
        const std::int64_t without = m_facts.layers - m_facts.attentionLayers;
        if (without > 0 && !m_configShape)
            note(m_shown,
                 {HW_TR("core",
                        "%1 of %2 {layer|layers} have no attention of the usual kind: their "
                        "parameters are "
                        "counted, and activations and caches as if they had"),
                  {grouped(without), grouped(m_facts.layers)}});
    }

    void setModel()
    {
        const auto* const former = std::get_if<CustomModel>(&m_result.plan.model);
        CustomModel model = customOf(m_shape);
        if (m_configShape && former) {
            model.family = former->family;
            model.name = former->name;
        } else if (m_configShape) {
            if (const auto* const listed = std::get_if<CatalogModel>(&m_result.plan.model))
                if (const Model* const known = m_catalog.model(listed->id))
                    model.family = known->family;
        } else if (const std::string type = typeOfConfig(); !type.empty()) {
            model.family = type;
        }
        model.source = printable(lastPartOf(m_file.name));
        m_result.plan.model = std::move(model);
        if (isOpened())
            nameModel();
    }
    std::string typeOfConfig() const
    {
        if (m_list.isGguf)
            return excerpt(ggufText(m_list, "general.architecture"));
        const Json* const type = m_file.json ? m_file.json->find("model_type") : nullptr;
        return type && type->text() ? excerpt(*type->text()) : std::string();
    }
    void nameModel()
    {
        auto* const model = std::get_if<CustomModel>(&m_result.plan.model);
        if (!model)
            return;
        model->unread.reset();
        model->source = printable(lastPartOf(m_file.name));
        const std::string name = ggufText(m_list, "general.name");
        if (!name.empty())
            model->name = excerpt(name, 256);
        else if (!model->name)
            model->name = nameOfFile(m_file.name);
    }

    void noteFile()
    {
        if (!isOpened() && m_result.notes.empty())
            return; // a configuration that its weights confirm
        m_result.notes.insert(m_result.notes.begin(),
                              {m_shown,
                               {HW_TR("core", "%1 tensors with %2 bytes in %3 {file|files}: %4"),
                                {grouped(std::ssize(m_list.tensors)), grouped(m_list.tensorBytes()),
                                 grouped(m_list.files), typesOf(m_list)}}});
        if (m_list.missingBytes > 0)
            note(m_shown,
                 {HW_TR("core",
                        "ends %1 bytes before its last tensor does: only its header was needed"),
                  {grouped(m_list.missingBytes)}});
    }

    /// The format for inference.
    void readFormat()
    {
        const bool isSaid = m_file.json
            && (m_file.json->contains("quantization_config")
                || m_file.json->contains("quantization"));
        if (isSaid || !isOpened())
            return;
        const Bytes bytes = bytesOfModel(m_tensors, m_list.isGguf);
        std::string family;
        if (const auto* const model = std::get_if<CustomModel>(&m_result.plan.model))
            family = model->family.value_or("");
        else if (const auto* const listed = std::get_if<CatalogModel>(&m_result.plan.model))
            if (const Model* const known = m_catalog.model(listed->id))
                family = known->family;
        WeightChoices choices = choicesOfFamily(family);
        std::optional<WeightFormat> format = formatOf(m_tensors);
        if (m_list.isGguf) {
            choices.gguf = true;
            const auto named = formatOfGguf(m_list);
            // Plain types need no search.
            format = format && named == format
                ? format
                : std::optional(
                    nearestGgufFormat(named, usualType(m_tensors), bytes, m_shape, choices));
        }
        if (!format)
            return;
        m_result.plan.inference.weights = *format;
        const auto group = std::ranges::find_if(
            m_tensors, [](const RoledTensor& tensor) { return tensor.groupSize > 0; });
        if (group != m_tensors.end()) {
            m_result.plan.inference.groupSize = group->groupSize;
            choices.groupSize = group->groupSize;
        }
        noteFormat(*format, bytes, weightSizes(m_shape, *format, choices).total());
    }
    void noteFormat(WeightFormat format, Bytes bytes, Bytes predicted)
    {
        const std::string name(factsOf(format).name);
        if (bytes == predicted)
            note(m_shown,
                 {HW_TR("core", "inference takes weights in %1, to the byte as in the file"),
                  {name}});
        else
            note(m_shown,
                 {HW_TR("core",
                        "inference takes weights in %1: %2 bytes of this shape, %3 in the file "
                        "(%4 %)"),
                  {name, grouped(predicted), grouped(bytes),
                   (bytes > predicted ? "+" : "")
                       + fixed(
                           100 * (static_cast<double>(bytes) / static_cast<double>(predicted) - 1),
                           2)}});
    }

    Result<Imported> readAdapter()
    {
        SettingLog log(m_base);
        Adapter adapter;
        if (m_base.adapter.kind == AdapterKind::Qlora)
            adapter.base = m_base.adapter.base;
        ImportFile config{m_file.name, m_file.text};
        config.json = m_file.json;
        if (config.json && isPeftConfig(config)) {
            auto read = readPeftConfig(config, m_base, m_catalog);
            if (!read)
                return read.problems();
            log.plan = std::move(read->plan);
            log.notes = std::move(read->notes);
            log.unread = std::move(read->unread);
            adapter = log.plan.adapter;
        } else {
            adapter.kind = m_base.adapter.kind == AdapterKind::Qlora ? AdapterKind::Qlora
                                                                     : AdapterKind::Lora;
            adapter.upcast = m_base.adapter.upcast;
        }
        readAdapterTensors(log, adapter);
        if (!log.problems.empty())
            return log.problems;
        log.plan.adapter = std::move(adapter);
        return std::move(log).imported(ImportKind::Peft);
    }

    void readAdapterTensors(SettingLog& log, Adapter& adapter)
    {
        std::map<std::int64_t, std::int64_t> ranks;
        std::vector<std::string> modules;
        std::int64_t parameters = 0;
        for (const RoledTensor& tensor : m_tensors) {
            if (tensor.role != TensorRole::AdapterInto && tensor.role != TensorRole::AdapterOut)
                continue;
            parameters = bounded::plus(parameters, tensor.entries);
            if (tensor.role != TensorRole::AdapterInto || tensor.tensor->sides.size() < 2)
                continue;
            ++ranks[std::ranges::min(tensor.tensor->sides)];
            std::string module = adaptedModule(tensor.tensor->name);
            if (std::ranges::find(modules, module) == modules.end())
                modules.push_back(std::move(module));
        }
        const auto most
            = std::ranges::max_element(ranks, {}, [](const auto& each) { return each.second; });
        constexpr std::int64_t mostRank = 4096;
        if (most == ranks.end() || most->first < 1 || most->first > mostRank) {
            log.refuse(m_shown, {}, {HW_TR("core", "has no adapter whose rank is known")});
            return;
        }
        adapter.rank = most->first;
        setAdapterTargets(log, modules, m_shown, adapter);
        log.note(m_shown,
                 {HW_TR("core", "adapters of rank %1 on %2: %3 parameters in %4 bytes"),
                  {grouped(adapter.rank), joined(modules), grouped(parameters),
                   grouped(m_list.tensorBytes())}});
        if (ranks.size() > 1)
            log.note(
                m_shown,
                {HW_TR("core",
                       "its adapters have %1 different {rank|ranks}: the most usual one is taken"),
                 {grouped(std::ssize(ranks))}});
    }
    /// "q_proj" of "base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight".
    std::string adaptedModule(const std::string& name) const
    {
        constexpr std::pair<std::string_view, std::string_view> ofLlamaCpp[]{
            {"attn_q", "q_proj"},      {"attn_k", "k_proj"},      {"attn_v", "v_proj"},
            {"attn_output", "o_proj"}, {"ffn_gate", "gate_proj"}, {"ffn_up", "up_proj"},
            {"ffn_down", "down_proj"}, {"output", "lm_head"},     {"token_embd", "embed_tokens"},
            {"attn_qkv", "qkv_proj"}};
        std::string before = name.substr(0, name.find(".lora_"));
        if (before.ends_with(".weight"))
            before.erase(before.size() - std::string_view(".weight").size());
        std::string module = printable(before.substr(before.rfind('.') + 1));
        for (const auto& [theirs, ours] : ofLlamaCpp)
            if (module == theirs)
                module = ours;
        return module;
    }

    const ImportFile& m_file;
    const TensorList& m_list;
    const Plan& m_base;
    const Catalog& m_catalog;
    std::vector<RoledTensor> m_tensors;
    TensorFacts m_facts;
    std::string m_shown; ///< the name of the files in notes
    bool m_hasConfig = false;
    std::optional<Shape> m_configShape;
    std::vector<std::string> m_unread;
    Shape m_shape;
    Imported m_result;
};

} // namespace

Result<Imported> readTensors(const ImportFile& file, const Plan& base, const Catalog& catalog)
{
    return TensorImport(file, base, catalog)();
}

} // namespace highwater
