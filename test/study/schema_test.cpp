// SPDX-License-Identifier: Apache-2.0
// The schema of study files. python/test/test_schema.py validates valid and invalid studies against it.

#include <functional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "weft/study/key_doc.hpp"
#include "weft/verb/verb.hpp"

namespace weft::study {
namespace {

using Json = nlohmann::json;

Json const& definitions() {
  static auto const json = Json::parse(schema_definitions().text());
  return json;
}

TEST(StudySchema, DescribesEveryKeyOfEveryTable) {
  for (auto const& group : key_groups()) {
    ASSERT_TRUE(definitions().contains(group.name)) << group.name;
    auto const& table = definitions()[group.name];
    EXPECT_EQ(table["additionalProperties"], false) << group.name;
    auto const required = table.value("required", std::vector<std::string>{});
    for (auto const& key : group.keys) {
      EXPECT_EQ(table["properties"][key.name]["description"], key.doc) << group.name << " " << key.name;
      EXPECT_EQ(std::ranges::find(required, key.name) != required.end(), key.is_required()) << key.name;
    }
  }
}

TEST(StudySchema, ReferencesHaveDefinitions) {
  std::size_t references = 0;
  std::function<void(Json const&)> const visit = [&](Json const& json) {
    if (json.is_object() && json.contains("$ref") && json["$ref"].is_string()) {
      auto const target = json["$ref"].get<std::string>();
      ASSERT_TRUE(target.starts_with("#/$defs/")) << target;
      EXPECT_TRUE(definitions().contains(target.substr(8))) << target;
      ++references;
    }
    if (json.is_structured())
      for (auto const& member : json) visit(member);
  };
  visit(definitions());
  EXPECT_GT(references, 100U);
}

TEST(StudySchema, RunsHaveTheParametersOfTheirVerb) {
  auto const& run = definitions()["run"];
  ASSERT_EQ(run["allOf"].size(), verb::verb_docs().size());
  for (std::size_t i = 0; i < verb::verb_docs().size(); ++i) {
    auto const& verb = verb::verb_docs()[i];
    auto const& rule = run["allOf"][i];
    EXPECT_EQ(rule["if"]["properties"]["verb"]["const"], verb.name);
    for (auto const& param : verb.params) {
      EXPECT_TRUE(run["properties"].contains(param.name)) << param.name;
      EXPECT_EQ(rule["then"]["properties"][param.name]["description"], param.doc) << param.name;
    }
  }
}

}  // namespace
}  // namespace weft::study
