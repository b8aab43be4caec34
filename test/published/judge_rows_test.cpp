// SPDX-License-Identifier: Apache-2.0
// `weft judge` for tables of OpenSM, or of the subnet manager of a machine, compared with the rows of
// engines.csv.
#include <cstdlib>

#include <gtest/gtest.h>

#include "support/fabrics.hpp"
#include "support/reference.hpp"
#include "support/scratch.hpp"
#include "weft/verb/judge/judge.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

class PublishedJudgments : public testing::TestWithParam<std::string> {};

/// Returns whether a column of engines.csv describes the OpenSM run.
bool is_of_opensm(std::string const& column) {
  for (char const* known :
       {"fabric", "engine", "used", "refused", "roots_given", "ends", "seconds", "ibdmchk"})
    if (column == known) return true;
  return false;
}

/// Returns the path of a file of the fabric, in the project or in the collection.
std::string file_of(std::string const& own, std::string const& real) {
  auto const file = fabric_sample(own);
  return std::filesystem::exists(file) ? file : real_fabric(real);
}

/// Compares integers exactly, and other numbers to six digits; ties may be rounded either way.
void expect_row(ReferenceRow const& row, Table const& table) {
  for (auto const& [column, stated] : row) {
    if (stated.empty() || is_of_opensm(column)) continue;
    auto const& value = table.at(0, column);
    if (value.is_text() || std::holds_alternative<std::int64_t>(value.content()))
      EXPECT_EQ(value.exact_text(), stated) << column;
    else
      EXPECT_NEAR(value.number(), std::stod(stated), 0.5000001e-6) << column;
  }
}

TEST_P(PublishedJudgments, MatchEnginesCsv) {
  std::string const& fabric = GetParam();
  auto const topology =
      file_of("nets/" + fabric + ".net", fabric == "plafrim" ? "plafrim/plafrim.ibnet" : fabric + ".ibnet");
  if (topology.empty()) GTEST_SKIP() << "the real fabrics are not here; WEFT_FABRICS names their folder";
  auto const archive = file_of("tables/" + fabric + ".tar.xz", "tables/" + fabric + ".tar.xz");
  Scratch const scratch;
  auto const command = "tar -xJf '" + archive + "' -C '" + scratch.path().string() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::size_t judged = 0;
  for (auto const& row : csv_rows(fabric_sample("engines.csv"))) {
    if (row.at("fabric") != fabric || row.at("pairs").empty()) continue;
    SCOPED_TRACE(row.at("engine") + ", ends " + row.at("ends"));
    bool const real = row.at("engine") == "real", all = row.at("ends") == "all";
    auto const tables = real ? real_fabric("plafrim") : (scratch.path() / row.at("engine")).string();
    if (!std::filesystem::exists(tables)) continue;
    auto const result =
        verb::run<verb::Judge>({.topology = "file:format=ibnetdiscover,path=" + topology,
                                .routings = "forwarding:path=" + tables,
                                .ends = all ? routing::FabricEnds::all : routing::FabricEnds::hosts,
                                .weighted = !row.at("ebb_weighted_mean").empty()});
    expect_row(row, result.table("routings"));
    bool const free = row.at(real ? "cdg_components" : "vl_components") == "0";
    EXPECT_EQ(result.table("verdict").at(0, "deadlock"), Value{free ? "none" : "possible"});
    ++judged;
  }
  EXPECT_GT(judged, 4u);
}

INSTANTIATE_TEST_SUITE_P(All, PublishedJudgments,
                         testing::Values("torus_5x5_2", "tree_4_3", "rocket", "plafrim", "dgx"),
                         [](auto const& fabric) { return fabric.param; });

}  // namespace
}  // namespace weft
