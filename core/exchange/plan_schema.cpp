// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/plan_schema.h"

#include "core/exchange/plan_file.h"
#include "core/exchange/value_json.h"
#include "core/plan/keys.h"
#include "core/plan/shape.h"

#include <algorithm>

namespace highwater {
namespace {

using Json = nlohmann::ordered_json;

Json objectSchema()
{
    return {{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
}

/// The schema of what is at the path, made where it is not there yet.
Json& schemaAt(Json& root, std::string_view path)
{
    Json* node = &root;
    while (!path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        Json& properties = (*node)["properties"];
        const std::string name(path.substr(0, dot));
        if (!properties.contains(name))
            properties[name] = objectSchema();
        node = &properties[name];
        path.remove_prefix(std::min(dot + 1, path.size()));
    }
    return *node;
}

const char* typeName(Kind kind)
{
    switch (kind) {
    case Kind::Bool:
        return "boolean";
    case Kind::Integer:
        return "integer";
    case Kind::Real:
        return "number";
    case Kind::Choices:
        return "array";
    default:
        return "string";
    }
}

Json schemaOf(const Key& key)
{
    Json schema;
    schema["type"] = typeName(key.kind);
    if (key.nullable)
        schema["type"] = {typeName(key.kind), "null"};
    if (key.kind == Kind::Integer) {
        schema["minimum"] = static_cast<std::int64_t>(key.least);
        schema["maximum"] = static_cast<std::int64_t>(key.most);
    } else if (key.kind == Kind::Real) {
        schema["minimum"] = key.least;
        schema["maximum"] = key.most;
    } else if (key.kind == Kind::Text) {
        schema["maxLength"] = static_cast<std::int64_t>(key.most);
    } else if (key.kind == Kind::Choice) {
        schema["enum"] = key.words;
    } else if (key.kind == Kind::Choices) {
        schema["items"] = {{"enum", key.words}};
        schema["minItems"] = 1;
        schema["uniqueItems"] = true;
    }
    static const Plan defaults;
    const Json value = jsonOf(key.get(defaults));
    if (!value.is_null() && !key.path.isIn(KeyGroup("model")))
        schema["default"] = value;
    return schema;
}

/// What a custom model cannot do without is what its shape complains about when all is left out.
Json requiredOfCustomModel()
{
    const auto shape = shapeOf(CustomModel{});
    Json names = Json::array();
    for (const Problem& problem : shape.problems())
        names.push_back(problem.field.substr(problem.field.rfind('.') + 1));
    return names;
}

} // namespace

std::string planSchema()
{
    Json root = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "Highwater plan"}};
    root.update(objectSchema());
    root["required"] = {"format", "version", "model"};
    schemaAt(root, "format") = {{"const", planFormat}};
    schemaAt(root, "version") = {{"const", planVersion}};
    for (const Key& key : keys())
        schemaAt(root, key.path) = schemaOf(key);
    schemaAt(root, KeyGroup("model.custom").text())["required"] = requiredOfCustomModel();
    Json& kinds = schemaAt(root, KeyGroup("model").text())["oneOf"];
    for (const char* kind : {"id", "custom", "parameters"})
        kinds.push_back({{"required", Json::array({kind})}});
    return root.dump(2) + "\n";
}

} // namespace highwater
