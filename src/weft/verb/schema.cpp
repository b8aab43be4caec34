// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/schema.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "weft/analysis/metrics.hpp"
#include "weft/io/json_text.hpp"
#include "weft/verb/catalogs.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

using Json = JsonText;

bool is_number(ParamDoc const& param) { return param.type == "integer" || param.type == "number"; }

/// Returns whether a value is a list. A parameter that is repeated under its name accepts one value or
/// several.
bool is_list(ParamDoc const& param) {
  return !param.use.repeated.empty() && param.use.repeated != param.name;
}

Json type_of(ParamDoc const& param) {
  if (is_list(param)) return "array";
  return is_number(param) || param.type == "boolean" ? param.type : "string";
}

/// Returns the default with the type of the parameter if it can be represented, otherwise as a string.
Json default_of(ParamDoc const& param) {
  if (param.type == "boolean") return param.default_value == "true";
  if (!is_number(param)) return param.default_value;
  double const number = read_number(param.name, param.default_value);
  return std::isfinite(number) ? Json(number) : Json(param.default_value);
}

/// Adds the bounds of a range in the format of detail::format_range().
void add_range(std::string_view range, Json& json) {
  auto const number = [](std::string_view text) { return Json(read_number("range", text)); };
  constexpr std::string_view low = "at least ", high = "at most ", both = "in [", between = ", ";
  if (range.starts_with(low)) json.add("minimum", number(range.substr(low.size())));
  if (range.starts_with(high)) json.add("maximum", number(range.substr(high.size())));
  if (!range.starts_with(both)) return;
  range = range.substr(both.size(), range.size() - both.size() - 1);
  auto const middle = range.find(between);
  json.add("minimum", number(range.substr(0, middle)));
  json.add("maximum", number(range.substr(middle + between.size())));
}

/// Returns the format of the string if the type does not determine it.
std::string_view form_of(ParamDoc const& param) {
  if (is_list(param)) return "[A,B,..]";
  if (param.type == "sides" || param.type == "numbers") return "AxBxC";
  if (param.use.catalog == "layout" || param.use.catalog == "cost" || param.use.catalog == "energy")
    return "key=value,..";
  if (param.use.catalog == "metrics") return "A,B,..";
  if (!param.use.catalog.empty() && param.use.catalog != "names") return "name:key=value,..";
  return is_number(param) && !param.unit.empty() ? "a number, with a unit of the same kind or without" : "";
}

Json property_of(ParamDoc const& param) {
  auto json =
      Json::object({{"description", param.doc}, {"type", type_of(param)}, {"default", default_of(param)}});
  add_range(param.range, json);
  if (!param.values.empty()) {
    std::vector<std::string> names, docs;
    for (auto const& [name, doc] : param.values) {
      names.push_back(name);
      docs.push_back(doc);
    }
    json.add("enum", Json::array_of(names)).add("enumDescriptions", Json::array_of(docs));
  }
  if (!param.unit.empty()) json.add("unit", param.unit);
  if (!param.use.catalog.empty() && param.use.catalog != "names") json.add("catalog", param.use.catalog);
  if (auto const form = form_of(param); !form.empty()) json.add("form", form);
  return json;
}

Json entry_of(CatalogDoc const& entry) {
  auto properties = Json::object({});
  std::vector<std::string> required;
  for (auto const& param : entry.params) {
    properties.add(param.name, property_of(param));
    if (param.use.required) required.push_back(param.name);
  }
  auto json = Json::object({{"description", entry.doc}});
  if (!entry.example.empty()) json.add("example", entry.example.substr(0, entry.example.find('\n')));
  json.add("type", "object").add("properties", properties);
  if (!required.empty()) json.add("required", Json::array_of(required));
  return json;
}

Json catalog_of(std::string_view description, Json const& entries) {
  return Json::object({{"description", description}, {"entries", entries}});
}

Json metrics_catalog() {
  auto entries = Json::object({});
  for (auto const& [key, name, unit, doc] : metric_docs())
    entries.add(key, entry_of({std::string(key), std::string(doc), {}}));
  return catalog_of("Metrics of `weft show` and `weft compare`.", entries);
}

/// Returns the entry of a section, with its parameters by heading if there are several headings.
Json entry_of(CatalogSection const& section, CatalogDoc const& entry) {
  auto json = entry_of(entry);
  auto const groups = groups_of(section, entry);
  if (groups.size() == 1) return json;
  auto headings = Json::object({});
  for (auto const& [heading, params] : groups) {
    std::vector<std::string> names;
    for (auto const& param : params) names.push_back(param.name);
    headings.add(heading, Json::array_of(names));
  }
  return json.add("groups", headings);
}

/// Returns the values of a parameter of this kind. If several catalogs contain a name, the catalog `kind`
/// takes precedence.
Json catalog_of(std::string_view kind, std::vector<CatalogSection> const& sections) {
  std::string_view description;
  auto entries = Json::object({});
  std::set<std::string> names;
  auto const add = [&](CatalogSection const& section) {
    for (auto const& entry : section.entries)
      if (names.insert(entry.name).second) entries.add(entry.name, entry_of(section, entry));
  };
  for (auto const& section : sections) {
    if (section.kind != kind) continue;
    description = section.intro;
    add(section);
  }
  for (auto const& section : sections)
    if (fits(section, kind)) add(section);
  add({std::string(kind), {}, further_names(kind)});
  return catalog_of(description, entries);
}

JsonText (*study_definitions)() = nullptr;

/// Adds the members `verbs` and `catalogs`.
Json with_names(Json document) {
  auto verbs = Json::object({}), catalogs = Json::object({});
  for (auto const& verb : verb_docs()) verbs.add(verb.name, entry_of(verb));
  auto const sections = list_catalogs();
  for (auto const& section : sections) {
    if (section.kind != "setup")
      catalogs.add(section.kind, catalog_of(section.kind, sections));
    else
      for (auto const& entry : section.entries)  // each entry is a separate catalog
        catalogs.add(entry.name, catalog_of(section.intro, Json::object({{entry.name, entry_of(entry)}})));
  }
  catalogs.add("metrics", metrics_catalog());
  return document.add("verbs", verbs).add("catalogs", catalogs);
}

}  // namespace

std::string schema_json() { return with_names(Json::object({})).text() + "\n"; }

std::string full_schema_json() {
  auto document = Json::object(
      {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
       {"title", "Weft: study files, verbs and catalogs"},
       {"description",
        "The root describes study.toml. `verbs` and `catalogs` describe requests: each entry is the schema of an "
        "object of parameters. `catalog` names the catalog of the names in a text, and `form` states the form of "
        "the text."}});
  if (study_definitions != nullptr) document.add("$ref", "#/$defs/study").add("$defs", study_definitions());
  return with_names(document).text() + "\n";
}

void describe_studies_by(JsonText (*definitions)()) { study_definitions = definitions; }

}  // namespace weft::verb
