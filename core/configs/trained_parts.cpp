// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/trained_parts.h"

#include "core/configs/setting_fields.h"
#include "core/configs/tensor_roles.h"
#include "core/ledger/resolve.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

namespace highwater {
namespace {

enum class ModelPart { Body, Text, Embedding, Head, Vision, Layers, Norm };

/// A name in the models of transformers that roleOfOuterModule() does not know. Some stand in front
/// of others: "model.language_model.layers".
struct ModuleName
{
    std::string_view name;
    ModelPart part{};
};
constexpr std::array moduleNames{
    ModuleName{"model", ModelPart::Body},
    ModuleName{"base_model", ModelPart::Body},
    ModuleName{"transformer", ModelPart::Body},
    ModuleName{"gpt_neox", ModelPart::Body},
    ModuleName{"language_model", ModelPart::Text},
    ModuleName{"get_input_embeddings()", ModelPart::Embedding},
    ModuleName{"get_output_embeddings()", ModelPart::Head},
    ModuleName{"visual", ModelPart::Vision},
    ModuleName{"vision_tower", ModelPart::Vision},
    ModuleName{"vision_model", ModelPart::Vision},
    ModuleName{"layers", ModelPart::Layers},
    ModuleName{"h", ModelPart::Layers},
};

std::optional<ModelPart> partNamed(std::string_view name)
{
    const auto* const module = std::ranges::find(moduleNames, name, &ModuleName::name);
    if (module != moduleNames.end())
        return module->part;
    switch (roleOfOuterModule(name).value_or(TensorRole::Other)) {
    case TensorRole::Embedding:
        return ModelPart::Embedding;
    case TensorRole::Head:
        return ModelPart::Head;
    case TensorRole::FinalNorm:
        return ModelPart::Norm;
    default:
        return std::nullopt;
    }
}

struct LayerRange
{
    std::int64_t from = 0, end = 0;
};

/// The layers of "[3]" or "[-4:]" as Python counts them; null where the text is neither.
std::optional<LayerRange> layersIn(std::string_view slice, std::int64_t layers)
{
    if (slice.empty())
        return LayerRange{0, layers};
    if (!slice.ends_with(']'))
        return std::nullopt;
    slice = slice.substr(1, slice.size() - 2);
    const auto placeIn = [layers](std::string_view text, std::int64_t absent) {
        const std::string_view digits = withoutBlanks(text);
        const auto written = digits.empty() ? std::optional(absent) : wholeIn(digits);
        return written && *written < 0 ? std::optional(*written + layers) : written;
    };
    const std::size_t colon = slice.find(':');
    const auto from = placeIn(slice.substr(0, colon), 0);
    if (colon == std::string_view::npos) {
        if (withoutBlanks(slice).empty() || !from || *from < 0 || *from >= layers)
            return std::nullopt;
        return LayerRange{*from, *from + 1};
    }
    const auto end = placeIn(slice.substr(colon + 1), layers);
    if (!from || !end)
        return std::nullopt;
    const auto within
        = [layers](std::int64_t place) { return std::clamp<std::int64_t>(place, 0, layers); };
    return LayerRange{within(*from), within(*end)};
}

/// The end of a part's name that means its weights and not the module; empty where it has none.
std::string_view endingOfWeights(std::string_view code)
{
    for (const std::string_view ending : {".parameters()", ".named_parameters()", ".weight"})
        if (code.ends_with(ending))
            return ending;
    return {};
}

bool isOfModel(const TrainedPart& part)
{
    return part.code.empty() || part.code.starts_with('.');
}

/// nn.Module has no such field: to set it changes nothing.
bool hasNoEffect(const TrainedPart& part)
{
    return part.isField && isOfModel(part) && endingOfWeights(part.code).empty();
}

/// Which parts are trained, line by line.
class TrainedParts
{
public:
    explicit TrainedParts(const Shape& shape)
        : m_isTied(shape.tied)
        , m_vision(shape.visionParameters > 0)
        , m_hasVision(m_vision)
        , m_layers(static_cast<std::size_t>(shape.layers), true)
    { }

    /// Whether the line is understood.
    bool set(const TrainedPart& line)
    {
        if (!line.trains || !isOfModel(line))
            return false;
        std::string_view path = line.code;
        path.remove_suffix(endingOfWeights(path).size());
        if (path.empty()) {
            m_head = *line.trains;
            setBody(*line.trains);
            return true;
        }
        while (path.starts_with('.')) {
            path.remove_prefix(1);
            const std::size_t end = std::min(path.find_first_of(".["), path.size());
            const auto part = partNamed(path.substr(0, end));
            path.remove_prefix(end);
            if (!part)
                return false;
            const bool leads = part == ModelPart::Body || part == ModelPart::Text;
            if (!leads || path.empty())
                return setPart(*part, path, *line.trains);
        }
        return false;
    }

    bool trainsNothing() const
    {
        return !m_embedding && !m_head && !m_vision
            && std::ranges::find(m_layers, true) == m_layers.end();
    }

    /// Sets the recipe's keys. Where they cannot say the same, false, and all layers are trained.
    bool write(Recipe& recipe) const
    {
        recipe.frozen.clear();
        if (m_hasVision && !m_vision)
            recipe.frozen.push_back(FrozenPart::Vision);
        if (!m_embedding)
            recipe.frozen.push_back(FrozenPart::Embedding);
        if (!m_head)
            recipe.frozen.push_back(FrozenPart::Head);
        const auto first = std::ranges::find(m_layers, false);
        const auto end = std::find(first, m_layers.end(), true);
        // Frozen first layers freeze the parts before them (core/ledger/resolve.h).
        const bool freezesBefore = first == m_layers.begin() && (m_embedding || m_vision);
        if (freezesBefore || std::find(end, m_layers.end(), false) != m_layers.end())
            return false;
        recipe.frozenFrom = first == m_layers.end() ? 0 : first - m_layers.begin();
        recipe.frozenLayers = end - first;
        return true;
    }

private:
    bool setPart(ModelPart part, std::string_view slice, bool trains)
    {
        if (part == ModelPart::Layers) {
            const auto range = layersIn(slice, static_cast<std::int64_t>(m_layers.size()));
            if (range && range->from < range->end)
                std::fill(m_layers.begin() + range->from, m_layers.begin() + range->end, trains);
            return range.has_value();
        }
        if (!slice.empty())
            return false;
        if (part == ModelPart::Body)
            setBody(trains);
        else if (part == ModelPart::Text)
            setText(trains);
        else if (part == ModelPart::Vision)
            m_vision = trains && m_hasVision;
        else if (part == ModelPart::Embedding)
            setTable(m_embedding, trains);
        else if (part == ModelPart::Head)
            setTable(m_head, trains);
        return true; // a norm is too small to count
    }
    void setBody(bool trains)
    {
        m_vision = trains && m_hasVision;
        setText(trains);
    }
    void setText(bool trains)
    {
        setTable(m_embedding, trains);
        m_layers.assign(m_layers.size(), trains);
    }
    /// A tied table is one weight at both ends.
    void setTable(bool& table, bool trains)
    {
        table = trains;
        if (m_isTied)
            m_embedding = m_head = trains;
    }

    bool m_isTied = false, m_embedding = true, m_head = true, m_vision = false, m_hasVision = false;
    std::vector<bool> m_layers;
};

/// Whether a call loads or copies a model.
bool makesModel(std::string_view function)
{
    return function.ends_with("from_pretrained") || function.ends_with("from_config")
        || function.ends_with("deepcopy");
}

} // namespace

std::vector<TrainedPart> trainedPartsOf(const PythonScript& script,
                                        std::span<const std::string> names)
{
    const std::string usual = "model";
    std::set<std::string_view> others;
    for (const ScriptCall& call : script.calls)
        if (!names.empty() && !call.name.empty()
            && makesModel(*call.value.find(pythonFunction)->text()))
            others.insert(call.name);
    if (names.empty())
        names = std::span(&usual, 1);
    const bool freezes = std::ranges::any_of(
        script.trained, [](const TrainedPart& part) { return part.trains != true; });
    std::vector<TrainedPart> found;
    for (const TrainedPart& part : script.trained) {
        const std::string_view code = part.code;
        const auto name = std::ranges::find_if(names, [code](const std::string& each) {
            return code.starts_with(each)
                && (code.size() == each.size() || code[each.size()] == '.');
        });
        if (name != names.end()) {
            found.push_back(part);
            found.back().code = code.substr(name->size());
        } else if (freezes && !others.contains(code.substr(0, code.find_first_of(".[(")))) {
            found.push_back(part);
        }
    }
    return found;
}

void readTrainedParts(std::span<const TrainedPart> parts, SettingLog& log, const Catalog& catalog)
{
    constexpr const char* field = "requires_grad";
    if (log.plan.adapter.kind != AdapterKind::None) {
        const auto trainsBeside
            = [](const TrainedPart& part) { return isOfModel(part) && part.trains == true; };
        if (std::ranges::any_of(parts, trainsBeside))
            log.note(field,
                     {HW_TR("core", "trains weights beside the adapters: they are not counted")});
        return;
    }
    const auto shape = shapeOf(log.plan.model, catalog);
    if (parts.empty() || !shape)
        return; // the model is a problem already
    TrainedParts trained(*shape);
    bool isRead = true, isIdle = false;
    for (const TrainedPart& part : parts) {
        isIdle = isIdle || hasNoEffect(part);
        isRead = (hasNoEffect(part) || trained.set(part)) && isRead;
    }
    if (isIdle)
        log.note(field,
                 {HW_TR("core",
                        "is set as a field of a module, which freezes nothing: "
                        "requires_grad_() does")});
    if (!isRead || trained.trainsNothing())
        log.note(field,
                 {HW_TR("core",
                        "is set in ways that cannot be read: recipe.frozen, "
                        "recipe.frozen_layers and recipe.frozen_from can say which weights are "
                        "not trained")});
    if (!trained.trainsNothing() && !trained.write(log.plan.recipe))
        log.note(field,
                 {HW_TR("core",
                        "freezes layers in a way that a plan cannot say: all layers count as "
                        "trained")});
}

} // namespace highwater
