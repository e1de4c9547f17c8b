// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/model_config.h"

#include "core/catalog/hub_id.h"
#include "core/configs/model_reader.h"
#include "core/configs/readers.h"
#include "core/configs/stored_weights.h"
#include "core/ledger/weights.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

/// Fields that only layers without attention have.
bool isSign(std::string_view key)
{
    constexpr std::array signs{std::string_view("state_size"),
                               std::string_view("conv_kernel"),
                               std::string_view("hybrid_override_pattern"),
                               std::string_view("layers_block_type"),
                               std::string_view("attn_layer_period"),
                               std::string_view("linear_num_value_heads"),
                               std::string_view("conv_L_cache"),
                               std::string_view("linear_attn_config")};
    return key.starts_with("mamba_") || key.starts_with("ssm_")
        || std::ranges::find(signs, key) != signs.end();
}

/// The part of a file about the text model; the file itself where it has no parts.
ConfigFields textOf(const ConfigFields& file)
{
    if (const auto thinker = file.part("thinker_config"))
        return textOf(*thinker);
    for (const std::string_view name : {"text_config", "llm_config", "language_config"})
        if (const auto text = file.part(name))
            return *text;
    return file;
}

class ConfigReader
{
public:
    ConfigReader(const ImportFile& file, const Plan& base, const Catalog& catalog)
        : m_file(file)
        , m_catalog(catalog)
        , m_root(*file.json, {}, m_log)
        , m_text(textOf(m_root))
    {
        m_result.plan = base;
        m_result.kind = ImportKind::ModelConfig;
    }

    Result<Imported> operator()()
    {
        m_outer = m_root.text({"model_type"}).value_or(std::string());
        if (refuses())
            return m_log.problems;
        const ModelFamily* const family = findFamilyOfText();
        if (!m_log.problems.empty())
            return m_log.problems;
        ModelReader reader(m_text, family ? *family : unknownFamily(), family != nullptr);
        m_shape = reader.read();
        if (m_log.problems.empty())
            finish(reader, family ? *family : unknownFamily());
        if (!m_log.problems.empty())
            return m_log.problems;
        m_result.notes = std::move(m_log.notes);
        return std::move(m_result);
    }

private:
    bool isPart() const { return &m_text.object() != &m_root.object(); }

    /// Whether nothing here can count the model.
    bool refuses()
    {
        const std::string inner = m_text.text({"model_type"}).value_or(m_outer);
        const bool sign = !findFamily(inner)
            && std::ranges::any_of(m_text.object().members(), [](const Json::Member& member) {
                   return isSign(member.key) && !member.value.isNull();
               });
        for (const std::string& type : {inner, m_outer})
            if (isRecurrent(type))
                return refuse({HW_TR("core",
                                     "%1 has state-space or recurrent layers, which cannot "
                                     "be counted yet"),
                               {shown(type)}});
        if (sign)
            return refuse({HW_TR("core",
                                 "%1 has state-space or recurrent layers, which cannot be "
                                 "counted yet"),
                           {shown(inner)}});
        if (m_text.has({"block_configs"}) && !findFamily(inner))
            return refuse({HW_TR("core",
                                 "%1 has layers of different widths (\"block_configs\"), which "
                                 "cannot be counted yet"),
                           {shown(inner)}});
        if (m_root.flagOr("is_encoder_decoder", false))
            return refuse(
                {HW_TR("core",
                       "%1 has an encoder in addition to its decoder, which cannot be counted yet"),
                 {shown(m_outer)}});
        if (inner == "chatglm" && m_text.has({"inner_hidden_size", "position_encoding_2d"}))
            return refuse({HW_TR("core",
                                 "the first ChatGLM is built in another way than the later "
                                 "ones; the catalogue has it as chatglm-6b")});
        return !m_log.problems.empty();
    }
    bool refuse(Text message)
    {
        m_log.refuse("model_type", std::move(message));
        return true;
    }
    static std::string shown(const std::string& type)
    {
        return type.empty() ? std::string("this model") : "\"" + excerpt(type) + "\"";
    }

    /// Finds the family by the type of the text or of the file, or by the name of the class; null
    /// where none is known.
    const ModelFamily* findFamilyOfText()
    {
        m_type = m_text.text({"model_type"}).value_or(std::string());
        if (m_type.empty() && isPart())
            m_type = typeOfText(m_outer);
        if (m_type.empty())
            m_type = typeOfClass(className());
        const ModelFamily* const family = findFamily(m_type);
        if (!family)
            m_log.note(
                m_text.nameOf("model_type"),
                {HW_TR("core",
                       "%1 is not known: its fields are read as those of a Llama, with RMSNorm, a "
                       "gated MLP and tied embeddings where the file says nothing else"),
                 {shown(m_type)}});
        return family;
    }

    /// "LlamaForCausalLM"
    std::string className() const
    {
        const Json* const classes = m_root.find({"architectures"});
        if (!classes || classes->items().empty() || !classes->items().front().text())
            return {};
        return *classes->items().front().text();
    }

    void finish(const ModelReader& reader, const ModelFamily& family)
    {
        const bool isKnown = &family != &unknownFamily();
        // For tying, the field of the whole file counts, even where its class or its part differs.
        if (isPart())
            m_shape.tied = m_root.flagOr("tie_word_embeddings", m_shape.tied);
        readPredictions(reader);
        readVision();
        const bool quantised = readQuantization(m_root, m_result.plan);
        if (className().find("ForSequenceClassification") != std::string::npos)
            m_log.note("architectures",
                       {HW_TR("core",
                              "a classifier is counted with the output head of a language "
                              "model")});
        CustomModel model = customOf(m_shape);
        if (reader.window > 0)
            model.slidingWindow = reader.window;
        if (!reader.pattern.empty())
            model.layerPattern = reader.pattern;
        if (!m_type.empty())
            model.family = excerpt(m_type);
        const auto shape = checked(model);
        if (!shape)
            return;
        m_shape = *shape;
        const bool isConfirmed = !quantised && checkStored();
        if (!isConfirmed)
            listUnread(family, isKnown);
        if (const Model* const listed = m_result.unread.empty() ? catalogueModel() : nullptr) {
            m_result.plan.model = CatalogModel{listed->id};
        } else {
            model.name = ownName();
            model.source = sourceName();
            m_result.plan.model = std::move(model);
        }
    }

    /// The fields that may count and were not read. An unknown type is one of them: its class
    /// decides on norms and biases.
    void listUnread(const ModelFamily& family, bool isKnown)
    {
        if (!isKnown)
            m_result.unread.push_back(m_text.nameOf("model_type"));
        for (std::string& field : fieldsNotRead(m_text, family, m_shape))
            m_result.unread.push_back(std::move(field));
        for (std::string& part : m_uncounted)
            m_result.unread.push_back(std::move(part));
    }

    std::string sourceName() const
    {
        const std::string& name = m_file.name;
        return name.empty() || name == "-" ? "text"
                                           : printable(name.substr(name.find_last_of("/\\") + 1));
    }

    void readPredictions(const ModelReader& reader)
    {
        if (m_type == "minimax_m2") // the file names prediction layers, but the weights have none
            return;
        Shape shape = m_shape;
        shape.predictionLayers
            = m_text.wholeOr({"num_nextn_predict_layers", "mtp_num_hidden_layers"}, 0, 64, 0);
        if (shape.predictionLayers == 0)
            return;
        // Prediction layers have full attention, whatever the mean of the other layers is. The plan
        // has no key for that, so only the note mentions it.
        if (shape.linear.kind) {
            shape.pattern.clear();
            shape.linear = {};
            shape.extraAttention = reader.fullExtra;
        } else
            m_shape.predictionLayers = shape.predictionLayers;
        m_log.note(
            m_text.nameOf("num_nextn_predict_layers"),
            {HW_TR(
                 "core",
                 "layers that predict further tokens are not counted: %1 parameters, and %2 where "
                 "copies of embedding and head are stored with them"),
             {grouped(predictionParameters(shape)), grouped(predictionCopies(shape))}});
    }

    void readVision()
    {
        for (const std::string_view part : {"audio_config", "talker_config", "token2wav_config"})
            if (m_root.has({part})) {
                m_log.note(std::string(part), {HW_TR("core", "this part is not counted")});
                m_uncounted.emplace_back(part);
            }
        const auto vision = m_root.part("vision_config");
        const bool elsewhere = m_root.part("thinker_config").has_value();
        if (!vision && !elsewhere)
            return;
        const auto tower = visionTower(m_outer, m_root, m_shape.hidden);
        if (!tower) {
            m_uncounted.emplace_back(elsewhere ? "thinker_config" : "vision_config");
            m_log.note(
                elsewhere ? "thinker_config" : "vision_config",
                {HW_TR("core",
                       "vision towers of this kind cannot be counted: only the text model is")});
            return;
        }
        m_shape.visionParameters = tower->parameters;
        m_shape.tower = tower->tower;
        Text counted{HW_TR("core",
                           "a vision tower of %1 parameters is counted in addition to the text "
                           "model; workload.images says how many images a sequence has"),
                     {grouped(tower->parameters)}};
        if (tower->imageTokens > 0)
            counted.more.push_back(
                {HW_TR("core", "an image takes %1 {token|tokens} of the context"),
                 {grouped(tower->imageTokens)}});
        else if (tower->pixelsPerToken > 0)
            counted.more.push_back(
                {HW_TR("core", "an image takes a token of the context for each {pixel|%1 pixels}"),
                 {grouped(tower->pixelsPerToken)}});
        m_log.note("vision_config", std::move(counted));
    }

    /// The last part of the file's own name for the model; null where it has none.
    std::optional<std::string> ownName() const
    {
        const auto said = m_root.text({"_name_or_path", "name_or_path"});
        std::string name = said ? printable(*said) : std::string();
        while (name.ends_with('/'))
            name.pop_back();
        name = name.substr(name.find_last_of("/\\") + 1);
        constexpr std::size_t longest = 256;
        return name.empty() || name == "." || name == ".." ? std::nullopt
                                                           : std::optional(name.substr(0, longest));
    }

    /// The catalogue's model of the same architecture, to the parameter: the one that the file or
    /// its folder names, else the first; null where there is none, or where the file names a model
    /// that the catalogue does not have.
    const Model* catalogueModel() const
    {
        const std::optional<std::string> own = ownName();
        const std::string folder = parentName(m_file.name);
        const Model* same = nullptr;
        for (const std::string& name : {own.value_or(std::string()), folder})
            if (const Model* const named = hubModel(m_catalog, name).model;
                named && isAlike(named->shape))
                return named;
        if (own)
            return nullptr;
        for (const Model& known : m_catalog.models()) {
            if (!isAlike(known.shape))
                continue;
            if (known.shape.maxPositions == m_shape.maxPositions)
                return &known;
            if (!same)
                same = &known;
        }
        return same;
    }
    /// Whether the catalogue's shape has all sizes of this one. Positions are a promise on training
    /// alone, and layers that predict further tokens are in no count.
    bool isAlike(Shape shape) const
    {
        shape.maxPositions = m_shape.maxPositions;
        shape.predictionLayers = m_shape.predictionLayers;
        return shape == m_shape;
    }
    static std::string parentName(std::string path)
    {
        const std::size_t end = path.find_last_of("/\\");
        if (end == std::string::npos)
            return {};
        path.resize(end);
        return path.substr(path.find_last_of("/\\") + 1);
    }

    /// A plan of the model must be one that can be read again: some keys have narrower ranges than
    /// the fields of a file.
    void checkRanges(const CustomModel& model)
    {
        Plan plan;
        plan.model = model;
        for (const Key& key : keys())
            if (KeyGroup("model.custom").holds(key.path.text()) && !key.valid(plan, key))
                m_log.refuse(std::string(key.path.text()), allowedValues(key));
    }

    /// The shape with all of its defaults; null where the numbers contradict one another.
    std::optional<Shape> checked(const CustomModel& model)
    {
        const auto shape = shapeOf(model);
        if (!shape)
            m_log.problems = shape.problems();
        constexpr std::int64_t most = 1'000'000'000'000'000;
        if (shape && countWeights(*shape).total > most)
            m_log.refuse({}, {HW_TR("core", "has more than %1 parameters"), {grouped(most)}});
        if (m_log.problems.empty())
            checkRanges(model);
        return m_log.problems.empty() ? std::optional(*shape) : std::nullopt;
    }

    /// Whether the weights in the file's folder confirm the count.
    bool checkStored()
    {
        if (m_file.index.empty())
            return false;
        const char* const name = "model.safetensors";
        const auto stored = readStoredWeights(m_file.index);
        if (!stored) {
            m_log.note(name,
                       {HW_TR("core", "cannot be read and checks nothing: %1"),
                        {english(stored.problems().front())}});
            return false;
        }
        if (agree(*stored, m_shape))
            return true;
        const std::int64_t counted = countWeights(m_shape).total;
        if (stored->parameters)
            m_log.note(name,
                       {HW_TR("core", "has %1 parameters; the configuration has %2"),
                        {grouped(*stored->parameters), grouped(counted)}});
        else
            m_log.note(
                name,
                {HW_TR("core",
                       "has %1 bytes; the %2 parameters of the configuration would "
                       "have %3 in 16 bits"),
                 {grouped(*stored->bytes), grouped(counted), grouped(bounded::times(2, counted))}});
        return false;
    }

    const ImportFile& m_file;
    const Catalog& m_catalog;
    ImportLog m_log;
    ConfigFields m_root, m_text;
    std::string m_outer, m_type; ///< model_type of the file, and of its text
    Shape m_shape;
    std::vector<std::string> m_uncounted; ///< parts that are not counted
    Imported m_result;
};

} // namespace

bool isModelConfig(const ImportFile& file)
{
    if (!file.json || !file.json->isObject())
        return false;
    ImportLog log;
    const ConfigFields root(*file.json, {}, log);
    if (root.has({"model_type"}))
        return true;
    const ConfigFields text = textOf(root);
    return text.has({"hidden_size", "n_embd", "n_embed", "d_model"})
        && text.has({"num_hidden_layers", "n_layer", "n_layers", "num_layers"});
}

Result<Imported> readModelConfig(const ImportFile& file, const Plan& base, const Catalog& catalog)
{
    return ConfigReader(file, base, catalog)();
}

} // namespace highwater
