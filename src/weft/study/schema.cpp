// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string_view>

#include "weft/study/key_doc.hpp"
#include "weft/study/presentation.hpp"
#include "weft/verb/verb.hpp"

namespace weft::study {
namespace {

using Json = JsonText;

Json one_of_types(std::vector<std::string> const& types) {
  return Json::object({{"type", Json::array_of(types)}});
}

Json any_of(std::vector<Json> const& alternatives) {
  return alternatives.size() == 1 ? alternatives[0] : Json::object({{"anyOf", Json::array_of(alternatives)}});
}

Json reference_to(std::string_view definition) {
  return Json::object({{"$ref", "#/$defs/" + std::string(definition)}});
}

Json list_of(Json const& items) { return Json::object({{"type", "array"}, {"items", items}}); }

Json named_type(std::string_view name) {
  if (name == "text") return Json::object({{"type", "string"}});
  if (name == "integer" || name == "number" || name == "boolean") return Json::object({{"type", name}});
  return reference_to(name);
}

Json type_of(KeyDoc const& key) {
  std::vector<Json> alternatives;
  for (auto const& [name, list] : key.alternatives())
    alternatives.push_back(list ? list_of(named_type(name)) : named_type(name));
  return any_of(alternatives);
}

Json described(Json type, std::string_view doc) { return type.add("description", doc); }

Json properties_of(std::vector<KeyDoc> const& keys) {
  auto properties = Json::object({});
  for (auto const& key : keys) properties.add(key.name, described(type_of(key), key.doc));
  return properties;
}

/// Returns the schema of a table that allows only the given keys.
Json closed_table(Json const& properties, std::vector<std::string> const& required = {}) {
  auto table =
      Json::object({{"type", "object"}, {"properties", properties}, {"additionalProperties", false}});
  if (!required.empty()) table.add("required", Json::array_of(required));
  return table;
}

Json table_of(KeyGroup const& group) {
  std::vector<std::string> required;
  for (auto const& key : group.keys)
    if (key.is_required()) required.emplace_back(key.name);
  return closed_table(properties_of(group.keys), required);
}

/// Returns the schema of a parameter in a study: numbers and Booleans may also be written as strings.
Json parameter_type(ParamDoc const& param) {
  if (!param.use.repeated.empty()) return any_of({list_of(reference_to("scalar")), named_type("text")});
  if (param.type == "boolean") return one_of_types({"boolean", "string"});
  if (!param.values.empty()) {
    std::vector<std::string> names;
    for (auto const& [name, doc] : param.values) names.push_back(name);
    return Json::object({{"enum", Json::array_of(names)}});
  }
  return reference_to("scalar");
}

/// Adds properties for the parameters of one verb, or of all verbs if `verb` is empty.
void add_parameters(std::string_view verb, Json& properties) {
  std::set<std::string> names;
  for (auto const& doc : verb::verb_docs())
    for (auto const& param : doc.params)
      if ((verb.empty() || doc.name == verb) && names.insert(param.name).second)
        properties.add(param.name, verb.empty() ? described(Json::object({}), param.doc)
                                                : described(parameter_type(param), param.doc));
}

/// Returns a condition: tables in which `key` has `value` must satisfy `then`.
Json conditional(std::string_view key, std::string_view value, Json const& then) {
  auto const says = Json::object({{"properties", Json::object({{key, Json::object({{"const", value}})}})},
                                  {"required", Json::array_of(std::vector<std::string>{std::string(key)})}});
  return Json::object({{"if", says}, {"then", then}});
}

/// Returns the schema of a run, with the parameters of its verb if it specifies one, otherwise of any verb,
/// because `base` may specify the verb.
Json run_table(std::vector<KeyDoc> const& keys) {
  auto properties = properties_of(keys);
  add_parameters("", properties);
  std::vector<Json> rules;
  for (auto const& verb : verb::verb_docs()) {
    auto own = Json::object({});
    for (auto const& key : keys) own.add(key.name, true);
    add_parameters(verb.name, own);
    rules.push_back(conditional("verb", verb.name, closed_table(own)));
  }
  return closed_table(properties).add("allOf", Json::array(rules));
}

Json base_table(std::vector<KeyDoc> const& keys) {
  std::vector<KeyDoc> shared;
  for (auto const& key : keys)
    for (std::string_view const name : {"verb", "seeds", "replicate"})
      if (key.name == name) shared.push_back(key);
  auto properties = properties_of(shared);
  add_parameters("", properties);
  return closed_table(properties);
}

Json presentation_table() {
  std::vector<std::string> kinds;
  std::vector<Json> rules;
  for (auto const& kind : presentation_kinds()) {
    kinds.emplace_back(kind.name);
    rules.push_back(conditional("kind", kind.name, reference_to(kind.name)));
  }
  return Json::object(
      {{"type", "object"},
       {"properties", Json::object({{"kind", Json::object({{"enum", Json::array_of(kinds)}})}})},
       {"required", Json::array_of(std::vector<std::string>{"kind"})},
       {"allOf", Json::array(rules)}});
}

Json verb_names() {
  std::vector<std::string> names;
  for (auto const& verb : verb::verb_docs()) names.push_back(verb.name);
  return Json::object({{"enum", Json::array_of(names)}});
}

/// Returns the schema of a table with arbitrary keys.
Json open_table(Json const& values) {
  return Json::object({{"type", "object"}, {"additionalProperties", values}});
}

}  // namespace

JsonText schema_definitions() {
  auto const scalar = reference_to("scalar");
  auto const axis =
      any_of({list_of(any_of({scalar, list_of(scalar)})),
              Json::object({{"type", "string"}, {"pattern", R"(^-?\d+\.\.-?\d+$)"}}), reference_to("axes")});
  auto definitions = Json::object({
      {"scalar", one_of_types({"string", "number", "boolean"})},
      {"expression", one_of_types({"string", "number", "boolean"})},
      {"verb", verb_names()},
      {"labels", open_table(scalar)},
      {"definitions", open_table(reference_to("expression"))},
      {"columns", list_of(any_of({reference_to("expression"), reference_to("column")}))},
      {"axes", open_table(axis)},
      {"seeds", any_of({Json::object({{"type", "integer"}, {"minimum", 1}, {"maximum", 1000000}}),
                        named_type("text"), list_of(scalar)})},
      {"size", list_of(named_type("number")).add("minItems", 2).add("maxItems", 2)},
      {"presentation", presentation_table()},
      {"base", base_table(run_keys())},
  });
  for (auto const& group : key_groups())
    definitions.add(group.name, group.name == "run" ? run_table(group.keys) : table_of(group));
  return definitions;
}

}  // namespace weft::study
