// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/judge/judge.hpp"

#include <algorithm>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/fabrics.hpp"
#include "support/reference.hpp"
#include "support/scratch.hpp"
#include "weft/verb/show/show.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

std::string const ring = "file:path=" + fabric_sample("ring5.net");
std::string const ring_tables = "forwarding:path=" + fabric_sample("ring5.dfsssp");
std::string const leafspine = "file:path=" + fabric_sample("leafspine.net");
std::string const leafspine_tables = "forwarding:path=" + fabric_sample("leafspine.updn.lmc1");

std::string judge_complaint(Judge::Params const& request) {
  return complaint_of([&] { run<Judge>(request); });
}

Value cell(Result const& result, char const* column, std::size_t row = 0) {
  return result.table("routings").at(row, column);
}

/// Writes the LFTs of the ring with one replacement in their text, and returns their specification.
std::string changed_tables(Scratch const& scratch, std::string const& from, std::string const& to) {
  std::ifstream in(fabric_sample("ring5.dfsssp/opensm-lfts.dump"));
  std::string text(std::istreambuf_iterator<char>(in), {});
  auto const at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  std::ofstream(scratch / "lfts") << text.replace(at, from.size(), to);
  return "forwarding:path=" + (scratch / "lfts").string();
}

TEST(Judge, HasTheColumnsOfThePublishedTables) {
  auto const result = run<Judge>({.topology = ring, .routings = ring_tables, .matchings = 10});
  auto const& table = result.table("routings");
  std::set<std::string> const of_opensm{"fabric",      "engine",  "used",   "refused",
                                        "roots_given", "seconds", "ibdmchk"};
  auto const rows = csv_rows(fabric_sample("engines.csv"));
  for (auto const& [column, value] : rows.front()) {
    EXPECT_EQ(table.find_column(column).has_value(), !of_opensm.contains(column)) << column;
  }
}

TEST(Judge, ServiceLevelsMakeTheTablesOfARingDeadlockFree) {
  auto const result = run<Judge>({.topology = ring, .routings = ring_tables});
  EXPECT_EQ(cell(result, "reachable"), cell(result, "pairs"));
  EXPECT_EQ(cell(result, "cdg_components"), Value{2}) << "without lanes the two directions are cycles";
  EXPECT_EQ(cell(result, "vl_components"), Value{0});
  EXPECT_EQ(result.table("verdict").at(0, "deadlock"), Value{"none"});
  EXPECT_EQ(result.find_table("cycle"), nullptr);
  EXPECT_EQ(result.find_table("lost"), nullptr);
}

TEST(Judge, ReportsTheCycleWithoutServiceLevels) {
  Judge::Params const request{.topology = ring,
                              .routings = ring_tables + "/opensm-lfts.dump",
                              .matchings = 0,
                              .shifts = JudgedShifts::none,
                              .require_free = true};
  auto const experiment = Judge::assemble(request);
  auto const result = experiment->run();
  EXPECT_FALSE(experiment->meets_requirement(result));
  EXPECT_EQ(result.table("verdict").at(0, "deadlock"), Value{"possible"});
  auto const& cycle = result.table("cycle");
  ASSERT_EQ(cycle.rows.size(), 5);
  EXPECT_EQ(cycle.at(4, "to"), cycle.at(0, "from"));
  EXPECT_EQ(cycle.at(0, "from"), Value{"r0"});
  EXPECT_EQ(cycle.at(0, "vl"), Value{0});
  EXPECT_NE(result.answer.find("can deadlock: 5 channels wait for each other in a cycle"), std::string::npos)
      << result.answer;
  EXPECT_TRUE(cell(result, "ebb_mean").is_empty());
  EXPECT_TRUE(cell(result, "shift_mean").is_empty());
}

TEST(Judge, ComparesRoutingsWithTheBounds) {
  auto const result = run<Judge>({.topology = "torus:sides=5x5,concentration=2",
                                  .routings = "[dimension_order,layered:method=lash,layered]",
                                  .weighted = true});
  ASSERT_EQ(result.table("routings").rows.size(), 3);
  auto const& bounds = result.table("load_bounds");
  EXPECT_EQ(bounds.at(0, "load"), Value{60.0});
  EXPECT_EQ(bounds.at(1, "load"), Value{24.0});
  EXPECT_NEAR(bounds.at(2, "load").number(), 60, 1e-6) << "least_load of fabrics.csv";
  EXPECT_NEAR(bounds.at(3, "load").number(), 60, 1e-6) << "least_load_shortest";
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(cell(result, "reachable", row), Value{2450});
    EXPECT_GE(cell(result, "load_max", row).number(), 60);
    EXPECT_EQ(cell(result, "load_max_weighted", row).number(), cell(result, "load_max", row).number());
    EXPECT_EQ(result.table("verdict").at(row, "deadlock"), Value{"none"});
  }
  EXPECT_EQ(result.find_array("load")->shape, (std::vector<std::uint64_t>{3, 100}));
}

TEST(Judge, ListsLostPairs) {
  Scratch const scratch;
  auto const row = std::string("0x0005 001");
  auto const result =
      run<Judge>({.topology = ring, .routings = changed_tables(scratch, row, "0x0005 255"), .matchings = 10});
  auto const lost = cell(result, "no_lft_entry").number();
  EXPECT_GT(lost, 0);
  EXPECT_EQ(cell(result, "reachable").number() + lost, cell(result, "pairs").number());
  auto const& table = result.table("lost");
  EXPECT_EQ(table.rows.size(), std::min(lost, 3.0));
  EXPECT_EQ(table.at(0, "fate"), Value{"no LFT entry"});
  EXPECT_FALSE(table.at(0, "route").exact_text().empty());
  EXPECT_NE(result.answer.find("pairs are unreachable"), std::string::npos) << result.answer;
  EXPECT_EQ(result.answer.find("no findings"), std::string::npos) << result.answer;
}

TEST(Judge, IsRestrictedToTheListedHosts) {
  Scratch const scratch;
  auto const names = scratch / "job.hosts";
  std::ofstream(names) << "# a job\nt0\n t[2-3]  # two more\n";
  auto const result = run<Judge>(
      {.topology = leafspine, .routings = leafspine_tables, .matchings = 10, .hosts = names.string()});
  EXPECT_EQ(cell(result, "pairs"), Value{6});
  EXPECT_EQ(cell(result, "reachable"), Value{6});
  EXPECT_EQ(cell(result, "vl_components"), Value{0});
  std::ofstream(names) << "t0\nt9\n";
  EXPECT_EQ(judge_complaint({.topology = leafspine, .routings = leafspine_tables, .hosts = names.string()}),
            names.string() + ":2:1: no host 't9'; did you mean 't0'?");
  std::ofstream(names) << "t0\n";
  EXPECT_EQ(judge_complaint({.topology = leafspine, .routings = leafspine_tables, .hosts = names.string()}),
            names.string() + ": the file lists 1 terminals (at least two are needed)");
}

TEST(Judge, ListingAllHostsDoesNotChangeTheResult) {
  Scratch const scratch;
  auto const names = scratch / "all.hosts";
  std::ofstream(names) << "t[0-5]\n";
  Judge::Params request{.topology = leafspine, .routings = leafspine_tables};
  auto const all = run<Judge>(request).table("routings");
  request.hosts = names.string();
  EXPECT_EQ(run<Judge>(request).table("routings"), all);
}

TEST(Judge, RejectsRoutingsAndFabricsWithoutTables) {
  EXPECT_NE(judge_complaint({.topology = "torus:sides=4x4", .routings = "valiant"}).find("valiant"),
            std::string::npos);
  EXPECT_NE(judge_complaint({.topology = "kautz"})
                .find("cannot be an InfiniBand fabric (some channels have one direction"),
            std::string::npos);
  EXPECT_NE(judge_complaint({.topology = ring, .routings = leafspine_tables}).find("the switch has 3 ports"),
            std::string::npos);
}

TEST(Judge, IdleCablesAreFindingsOnlyForTheTablesOfAWholeFabric) {
  auto const has_idle_cables = [](Judge::Params const& request) {
    auto const result = run<Judge>(request);
    return result.answer.find("idle") != std::string::npos || result.find_table("findings") != nullptr;
  };
  EXPECT_TRUE(has_idle_cables({.topology = leafspine, .routings = "layered", .matchings = 10}));
  for (std::string const routings : {"default", "[default]"}) {
    EXPECT_FALSE(has_idle_cables({.topology = leafspine, .routings = routings, .matchings = 10}));
    EXPECT_TRUE(run<Judge>({.topology = leafspine, .routings = routings, .matchings = 10})
                    .answer.starts_with("no tables specified, routed with layered: all 30 pairs"));
  }
  Scratch const scratch;
  auto const hosts = scratch / "hosts";
  std::ofstream(hosts) << "t0\nt1\n";
  EXPECT_FALSE(has_idle_cables(
      {.topology = leafspine, .routings = "layered", .matchings = 10, .hosts = hosts.string()}));
}

TEST(Judge, FiguresShowLoadsAndTheBound) {
  auto const result = run<Judge>({.topology = leafspine, .routings = leafspine_tables, .matchings = 10});
  auto const figures = Judge::figures(result);
  ASSERT_EQ(figures.size(), 2);
  EXPECT_EQ(figures[0].name, "load_max");
  EXPECT_NE(figures[0].caption.find("no routing can have less"), std::string::npos) << figures[0].caption;
  EXPECT_EQ(figures[1].name, "load_distribution");
}

TEST(Show, ListsDevicesAndCablesOfAFabric) {
  auto const result = run<Show>({.topology = leafspine});
  auto const& devices = result.table("fabric");
  EXPECT_EQ(devices.at(0, "count"), Value{5});
  EXPECT_EQ(devices.at(1, "count"), Value{6});
  auto const& cables = result.table("cables");
  ASSERT_EQ(cables.rows.size(), 2);
  EXPECT_EQ(result.find_table("findings"), nullptr);
  EXPECT_EQ(run<Show>({.topology = "ring:routers=4"}).find_table("fabric"), nullptr);
}

}  // namespace
}  // namespace weft::verb
