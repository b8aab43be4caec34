// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/schema.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "weft/core/error.hpp"
#include "weft/verb/catalogs.hpp"
#include "weft/verb/list/list.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

using Json = nlohmann::json;

Json const& schema() {
  static auto const json = Json::parse(schema_json());
  return json;
}

/// Returns the range of a property in the format of the documentation.
std::string format_range(Json const& property) {
  Range range;
  if (property.contains("minimum")) range.low = property["minimum"];
  if (property.contains("maximum")) range.high = property["maximum"];
  return detail::format_range(range);
}

void expect_property(ParamDoc const& param, Json const& property, std::string const& what) {
  EXPECT_EQ(property["description"], param.doc) << what;
  EXPECT_EQ(format_range(property), param.range) << what;
  EXPECT_EQ(property.value("unit", ""), param.unit) << what;
  EXPECT_EQ(property.contains("enum"), !param.values.empty()) << what;
  for (std::size_t i = 0; i < param.values.size(); ++i) {
    EXPECT_EQ(property["enum"][i], param.values[i].first) << what;
    EXPECT_EQ(property["enumDescriptions"][i], param.values[i].second) << what;
  }
  auto const type = property["type"].get<std::string>();
  auto const& value = property["default"];
  if (type == "boolean") {
    EXPECT_EQ(value, param.default_value == "true") << what;
  } else if (type == "integer" || type == "number") {
    EXPECT_EQ(value, read_number(what, param.default_value)) << what;
  } else {
    EXPECT_EQ(value, param.default_value) << what;
  }
  if (property.contains("catalog")) {
    EXPECT_TRUE(schema()["catalogs"].contains(property["catalog"])) << what;
  }
  EXPECT_EQ(property.contains("catalog"), !param.use.catalog.empty() && param.use.catalog != "names") << what;
}

void expect_entry(CatalogDoc const& doc, Json const& entry) {
  EXPECT_EQ(entry["description"], doc.doc) << doc.name;
  EXPECT_EQ(entry["type"], "object");
  EXPECT_EQ(entry.value("example", ""), doc.example.substr(0, doc.example.find('\n'))) << doc.name;
  ASSERT_EQ(entry["properties"].size(), doc.params.size()) << doc.name;
  for (auto const& param : doc.params) {
    auto const what = doc.name + "." + param.name;
    ASSERT_TRUE(entry["properties"].contains(param.name)) << what;
    expect_property(param, entry["properties"][param.name], what);
    auto const required = entry.value("required", Json::array());
    EXPECT_EQ(std::ranges::find(required, Json(param.name)) != required.end(), param.use.required) << what;
  }
}

TEST(Schema, ContainsEveryVerbWithEveryParameter) {
  EXPECT_EQ(schema()["verbs"].size(), verb_docs().size());
  for (auto const& doc : verb_docs()) {
    ASSERT_TRUE(schema()["verbs"].contains(doc.name)) << doc.name;
    expect_entry(doc, schema()["verbs"][doc.name]);
  }
}

TEST(Schema, ContainsEveryCatalogEntry) {
  auto const& catalogs = schema()["catalogs"];
  for (auto const& section : list_catalogs())
    for (auto const& doc : section.entries) {
      auto const kind = section.kind == "setup" ? doc.name : section.kind;
      ASSERT_TRUE(catalogs.contains(kind)) << kind;
      ASSERT_TRUE(catalogs[kind]["entries"].contains(doc.name)) << kind << " " << doc.name;
      expect_entry(doc, catalogs[kind]["entries"][doc.name]);
    }
}

TEST(Schema, CatalogsIncludeRelatedEntries) {
  auto const& catalogs = schema()["catalogs"];
  EXPECT_TRUE(catalogs["topologies"]["entries"].contains("frontier"));
  EXPECT_TRUE(catalogs["traffic patterns"]["entries"].contains("halo"));
  EXPECT_TRUE(catalogs["mappings"]["entries"].contains("best"));
  EXPECT_TRUE(catalogs["metrics"]["entries"].contains("diameter"));
}

TEST(Schema, DescribesTypesAndRanges) {
  auto const& simulate = schema()["verbs"]["simulate"]["properties"];
  EXPECT_EQ(simulate["messages"]["type"], "integer");
  EXPECT_EQ(simulate["messages"]["minimum"], 0);
  EXPECT_EQ(simulate["messages"]["maximum"], 4294967295);
  EXPECT_EQ(simulate["failed_links"]["type"], "number");
  EXPECT_EQ(simulate["jobs"]["type"], "array");
  EXPECT_EQ(simulate["topology"]["catalog"], "topologies");
  EXPECT_EQ(simulate["details"]["enum"], (Json{"summary", "channels"}));
  EXPECT_EQ(schema()["catalogs"]["topologies"]["entries"]["torus"]["properties"]["sides"]["form"], "AxBxC");
}

// The options used most come first; every option of the engine has one heading.
TEST(Schema, GroupsTheOptionsOfTheFlitEngine) {
  auto const& flit = schema()["catalogs"]["engines"]["entries"]["flit"];
  std::multiset<std::string> grouped, all;
  for (auto const& [heading, names] : flit["groups"].items()) {
    EXPECT_FALSE(names.empty()) << heading;
    for (auto const& name : names) grouped.insert(name.get<std::string>());
  }
  for (auto const& [name, property] : flit["properties"].items()) all.insert(name);
  EXPECT_EQ(grouped, all);
  EXPECT_EQ(flit["groups"].size(), 7u);  // five of the engine, failures, and the options used first
  EXPECT_EQ(flit["groups"]["Used first"].size(), 12u);
  EXPECT_FALSE(schema()["catalogs"]["engines"]["entries"]["rounds"].contains("groups"));
}

TEST(List, ReturnsTheSchemaAsADocument) {
  auto const experiment = List::assemble({.schema = true});
  ASSERT_TRUE(experiment->document());
  experiment->run();
  EXPECT_EQ(experiment->document().value().content, full_schema_json());
  EXPECT_THROW(List::assemble({.name = "torus", .schema = true}), InputError);
  EXPECT_FALSE(List::assemble({.name = "torus"})->document());
}

}  // namespace
}  // namespace weft::verb
