// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_fields.h"
#include "core/configs/model_family.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// Reads the text model of a Hugging Face configuration into a shape, by the rules of its family.
class ModelReader
{
public:
    ModelReader(const ConfigFields& text, const ModelFamily& family_, bool isKnown)
        : fields(text)
        , family(family_)
        , m_isKnown(isKnown)
    { }

    /// The shape; use it only if the log has no problem afterwards.
    Shape read();

    // A family's amendment reads and changes these.
    ConfigFields fields;
    const ModelFamily& family;
    Shape shape;
    std::int64_t window = 0; ///< tokens to which a sliding or chunked layer attends; 0: all
    std::int64_t fullExtra = 0; ///< parameters of a full layer between linear ones beyond a plain
                                ///< layer's
    std::string pattern; ///< the letters of Attending, a layer each
    /// Parameters of the whole model beyond those that the shape counts; negative where the shape
    /// counts too many. They are spread over the layers' attention.
    std::int64_t further = 0;

    void note(std::string_view field, Text message) const
    {
        fields.log().note(field.empty() ? std::string() : fields.nameOf(field), std::move(message));
    }
    bool is(const FamilyFlag& flag) const
    {
        return flag.key.empty() ? flag.absent : fields.flagOr(flag.key, flag.absent);
    }
    std::int64_t width(FieldNames names, std::int64_t absent) const;
    /// A number of heads, or the width of one.
    std::int64_t heads(FieldNames names, std::int64_t absent) const
    {
        return fields.wholeOr(names, 1, mostConfigLayers, absent);
    }
    std::int64_t attentionWidth() const { return shape.heads * shape.headDim; }
    std::int64_t layersOf(char letter) const;
    void add(std::int64_t parameters, std::int64_t times = 1);
    /// Adds parameters outside the layers.
    void addOutside(std::int64_t parameters);
    /// Sets which layers have experts.
    void setExpertLayers(const std::vector<bool>& sparse);

private:
    bool readSizes();
    std::int64_t meanWidth(const Json& widths, const std::string& name);
    void readHeads();
    void readFlags();
    void readExperts();
    void readExpertLayers(const FamilyExperts& rule);
    void readPattern();
    void spreadFurther();
    std::string patternOfRule();
    std::optional<std::string> patternOfTypes();
    std::int64_t size(FieldNames names, std::int64_t most, std::int64_t absent);

    bool m_isKnown;
    std::int64_t m_widthsLeft = 0; ///< of a list of the layers' widths, beyond their mean
    bool m_hasDenseWidth = true; ///< the file states the width of layers without experts
};

} // namespace highwater
