// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/check_entry.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/verb/catalogs.hpp"

namespace weft::verb {
namespace {

std::string text_of(std::string_view kind, std::string const& text) {
  return check_entry(kind, text).to_string();
}

TEST(CheckEntry, AcceptsEveryEntryOfTheCatalogsByItsNamesUnlessItNeedsAFile) {
  for (auto const& section : list_catalogs()) {
    if (section.kind == "setup" || section.kind == "jobs" || section.kind == "classes" ||
        section.kind == "replay jobs")
      continue;
    for (auto const& entry : section.entries) {
      Spec spec{entry.name, {}};
      for (auto const& param : entry.params)
        if (param.use.required || param.name == "path") spec.arguments.push_back({param.name, "some.file"});
      EXPECT_EQ(check_entry(section.kind, spec.to_string()), spec) << section.kind;
      for (auto const& alias : entry.aliases)
        EXPECT_EQ(check_entry(section.kind, Spec{alias, spec.arguments}.to_string()), spec) << alias;
    }
  }
}

TEST(CheckEntry, NamesParameters) {
  EXPECT_EQ(text_of("topologies", "torus:8x8"), "torus:sides=8x8");
  EXPECT_EQ(text_of("topologies", "kary_ntree:4x3"), "kary_ntree:arity=4,levels=3");
  EXPECT_EQ(text_of("topologies", "dragonfly:2"), "dragonfly:p=2,a=4,h=2");
  EXPECT_EQ(text_of("topologies", "failed:topology=[torus:sides=4x4],fail=0-1"), "torus:sides=4x4");
  EXPECT_EQ(text_of("machines", "frontier"), "frontier");
  EXPECT_EQ(text_of("topologies", "file:path=/no/such.file"), "file:path=/no/such.file");
  EXPECT_EQ(text_of("routings", "default"), "default");
  EXPECT_EQ(text_of("collectives", "all"), "all");
  EXPECT_EQ(text_of("routings", "clex_recursive:payload=64"), "clex_recursive:payload=64");
}

struct Wrong {
  std::string_view kind;
  std::string text, where, problem;
};

TEST(CheckEntry, RefusesWrongNamesAndValuesAtTheParameterOfRequests) {
  for (auto const& [kind, text, where, problem] : std::vector<Wrong>{
           {"topologies", "torsu", "topology", "unknown topology 'torsu'"},
           {"topologies", "torus:sides=8x-8", "topology", "sides=8x-8"},
           {"topologies", "failed:topology=[torus:sides=0x4],fail=0-1", "topology", "sides=0x4"},
           {"topologies", "slim_fly:q=6", "topology", "q=6"},
           {"routings", "valiant:x=2", "routing", "valiant has no parameter 'x'"},
           {"job streams", "lublin:jobs=0", "log", "jobs=0"},
           {"schedules", "hallo", "schedule", "unknown schedule 'hallo'"},
           {"collectives", "ring:x=1", "algorithm", "ring has no parameter 'x'"},
           {"engines", "default:x=1", "engine", "unknown engine 'default'"}}) {
    try {
      static_cast<void>(check_entry(kind, text));
      ADD_FAILURE() << text;
    } catch (InputError const& error) {
      EXPECT_EQ(error.where, where) << text;
      EXPECT_TRUE(error.problem.starts_with(problem)) << error.problem;
    }
  }
  EXPECT_THROW(static_cast<void>(check_entry("nothing", "x")), std::invalid_argument);
}

}  // namespace
}  // namespace weft::verb
