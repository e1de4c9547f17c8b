// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/plan_schema.h"

#include "core/exchange/compared_plans.h"
#include "core/exchange/plan_file.h"
#include "core/json/json.h"
#include "core/plan/keys.h"
#include "core/plan/shape.h"

#include <algorithm>

namespace highwater {
namespace {

Json objectSchema()
{
    return Json::object(
        {{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}});
}

/// The schema at a path; adds one where there is none yet.
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

const char* schemaType(Kind kind)
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
    schema["type"] = schemaType(key.kind);
    if (key.nullable)
        schema["type"] = Json::array({schemaType(key.kind), "null"});
    if (key.kind == Kind::Integer) {
        schema["minimum"] = static_cast<std::int64_t>(key.least);
        schema["maximum"] = static_cast<std::int64_t>(key.most);
    } else if (key.kind == Kind::Real) {
        schema["minimum"] = key.least;
        schema["maximum"] = key.most;
    } else if (key.kind == Kind::Text) {
        schema["maxLength"] = static_cast<std::int64_t>(key.most);
    } else if (key.kind == Kind::Choice) {
        schema["enum"] = Json::list(key.words);
    } else if (key.kind == Kind::Choices) {
        schema["items"] = Json::object({{"enum", Json::list(key.words)}});
        if (key.least > 0)
            schema["minItems"] = static_cast<std::int64_t>(key.least);
        schema["uniqueItems"] = true;
    }
    static const Plan defaults;
    const Json value = jsonOf(key.get(defaults));
    if (!value.isNull() && !key.path.isIn(KeyGroup("model")))
        schema["default"] = value;
    return schema;
}

/// The keys that a custom model must have: those that the shape of an empty model complains about.
Json requiredOfCustomModel()
{
    const auto shape = shapeOf(CustomModel{});
    Json names = Json::array();
    for (const Problem& problem : shape.problems())
        names.append(problem.field.substr(problem.field.rfind('.') + 1));
    return names;
}

/// The plans that are compared with the file's own; each is as a file of its own.
Json comparedSchema()
{
    const Json plan = Json::object({{"$ref", "#"}});
    Json schema = objectSchema();
    Json& parts = schema["properties"];
    parts["base"] = Json::object({{"type", "integer"}, {"minimum", 0}});
    parts["baseline"] = plan;
    Json each = objectSchema();
    each["properties"]["name"] = Json::object({{"type", "string"}});
    each["properties"]["plan"] = plan;
    each["required"] = Json::array({"name", "plan"});
    parts["plans"] = Json::object({{"type", "array"},
                                   {"items", std::move(each)},
                                   {"maxItems", static_cast<std::int64_t>(ComparedSet::mostKept)}});
    return schema;
}

} // namespace

std::string planSchema()
{
    Json root = Json::object({{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                              {"title", "Highwater plan"},
                              {"type", "object"},
                              {"additionalProperties", false},
                              {"properties", Json::object()}});
    root["required"] = Json::array({"format", "version", "model"});
    schemaAt(root, "format") = Json::object({{"const", planFormat}});
    schemaAt(root, "version") = Json::object({{"const", planVersion}});
    for (const Key& key : keys())
        schemaAt(root, key.path) = schemaOf(key);
    schemaAt(root, comparedKey) = comparedSchema();
    schemaAt(root, KeyGroup("model.custom").text())["required"] = requiredOfCustomModel();
    Json& kinds = schemaAt(root, KeyGroup("model").text())["oneOf"];
    for (const char* kind : {"id", "custom", "parameters"})
        kinds.append(Json::object({{"required", Json::array({kind})}}));
    return root.written(2) + "\n";
}

} // namespace highwater
