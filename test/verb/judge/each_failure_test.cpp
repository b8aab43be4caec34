// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <tuple>

#include <gtest/gtest.h>

#include "support/fabrics.hpp"
#include "weft/analysis/fabric/findings.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"
#include "weft/verb/judge/judge.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

Result each_failure(std::string const& topology, std::string const& routing,
                    std::string const& fail = "each") {
  return run<Judge>({.topology = topology,
                     .routings = routing,
                     .matchings = 0,
                     .shifts = JudgedShifts::none,
                     .failures = {.fail = fail}});
}

std::string cell_text(Value const& value) { return value.exact_text(); }

/// Switch and port at both ends of a cable.
using CableKey = std::tuple<std::string, std::uint64_t, std::string, std::uint64_t>;

/// Pairs lost with a cable, and routes over it in each direction.
struct Loss {
  std::uint64_t pairs = 0, there = 0, back = 0;
};

/// Follows the route of each ordered pair hop by hop, and counts the routes over each cable.
std::map<CableKey, Loss> losses_by_walking(std::string const& topology, std::string const& routing) {
  Machine const machine(make_topology(topology));
  auto const& network = *machine.network();
  auto const fabric = machine.fabric();
  fabric::FabricNames const names(fabric, network);
  auto const spec = routing::resolve(Spec::parse(routing), machine, routing::Form::tables);
  auto const tables = routing::bind_tables(spec, machine, fabric, routing::FabricEnds::hosts);
  auto const& routes = tables.routes;
  std::vector<std::vector<std::uint32_t>> taken;
  for (std::uint32_t from = 0; from < routes.num_ends(); ++from)
    for (std::uint32_t to = 0; to < routes.num_ends(); ++to) {
      if (from == to) continue;
      std::vector<std::uint32_t> route;
      auto router = routes.router(from);
      while (routes.to(to)[router].is_channel() && route.size() < network.num_channels()) {
        route.push_back(routes.to(to)[router].channel().v);
        router = network.target({route.back()}).v;
      }
      if (router == routes.router(to)) taken.push_back(route);
    }
  std::map<CableKey, Loss> losses;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    auto const back = network.reverse({c}).v;
    if (back < c) continue;
    Loss loss;
    for (auto const& route : taken) {
      bool const there = std::ranges::find(route, c) != route.end();
      bool const returns = std::ranges::find(route, back) != route.end();
      loss.pairs += there || returns;
      loss.there += there;
      loss.back += returns;
    }
    auto const& [a, b] = names.ends({c});
    losses[{names.device(a.device), a.port, names.device(b.device), b.port}] = loss;
  }
  return losses;
}

void expect_as_walked(std::string const& topology, std::string const& routing) {
  SCOPED_TRACE(topology + " " + routing);
  auto const result = each_failure(topology, routing);
  auto const expected = losses_by_walking(topology, routing);
  auto const& table = result.table("each_failure");
  ASSERT_EQ(table.rows.size(), expected.size());
  auto const pairs = result.table("routings").at(0, "pairs").number();
  std::uint64_t before = ~std::uint64_t{0}, sum = 0;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    auto const number = [&](char const* column) {
      return static_cast<std::uint64_t>(table.at(row, column).number());
    };
    auto const found = expected.find({cell_text(table.at(row, "from")), number("port"),
                                      cell_text(table.at(row, "to")), number("to_port")});
    ASSERT_NE(found, expected.end()) << cell_text(table.at(row, "from"));
    EXPECT_EQ(number("pairs_lost"), found->second.pairs);
    EXPECT_EQ(number("load"), std::max(found->second.there, found->second.back));
    EXPECT_EQ(table.at(row, "fraction").number(), static_cast<double>(number("pairs_lost")) / pairs);
    EXPECT_LE(number("pairs_lost"), before) << "the worst first";
    before = number("pairs_lost");
    sum += before;
  }
  EXPECT_GT(sum, 0u);
}

std::string const failing_torus = "torus:sides=5x3,concentration=2";
std::string const failing_ring = "file:path=" + fabric_sample("ring5.net");
std::string const failing_ring_tables = "forwarding:path=" + fabric_sample("ring5.dfsssp");

TEST(EachFailure, LosesThePairsRoutedOverTheCable) {
  expect_as_walked(failing_torus, "dimension_order");
  expect_as_walked(failing_torus, "layered");
  expect_as_walked("kary_ntree:arity=3,levels=2", "nearest_common_ancestor:choice=d_mod_k");
  expect_as_walked("torus:sides=2x4,doubled=true", "balanced");  // bundles of two cables
  expect_as_walked("file:path=" + fabric_sample("nets/random_32_5_3.net"), "layered:method=lash");
}

TEST(EachFailure, SupportsForwardingTables) {
  expect_as_walked(failing_ring, failing_ring_tables);
  expect_as_walked("file:path=" + fabric_sample("leafspine.net"),
                   "forwarding:path=" + fabric_sample("leafspine.updn.lmc1"));
}

TEST(EachFailure, MatchesTheFailureOfANamedCable) {
  auto const all = each_failure(failing_ring, failing_ring_tables);
  auto const& table = all.table("each_failure");
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    auto const cable = cell_text(table.at(row, "from")) + "[" + cell_text(table.at(row, "port")) + "]";
    auto const one = each_failure(failing_ring, failing_ring_tables, cable);
    EXPECT_EQ(one.table("routings").at(0, "unconnected_port").number(), table.at(row, "pairs_lost").number())
        << cable;
    EXPECT_NE(one.answer.find("pairs are unreachable"), std::string::npos) << one.answer;
    EXPECT_EQ(one.find_table("each_failure"), nullptr);
    EXPECT_EQ(each_failure(failing_ring, "layered", cable).table("routings").at(0, "reachable"), Value{20})
        << "own routings go around the failure";
  }
}

TEST(EachFailure, ComparesRoutingsAndReportsTheWorstCable) {
  auto const result = each_failure(failing_torus, "[dimension_order,layered]");
  auto const& table = result.table("each_failure");
  EXPECT_EQ(table.rows.size(), 2u * 30u);
  EXPECT_EQ(table.at(0, "routing"), Value{"dimension_order"});
  EXPECT_EQ(table.at(59, "routing"), Value{"layered"});
  auto const cable = cell_text(table.at(0, "from")) + "[" + cell_text(table.at(0, "port")) + "] - " +
                     cell_text(table.at(0, "to")) + "[" + cell_text(table.at(0, "to_port")) + "]";
  EXPECT_NE(result.answer.find("the failure of cable " + cable +
                               " disconnects the most pairs: " + cell_text(table.at(0, "pairs_lost"))),
            std::string::npos)
      << result.answer;
}

TEST(EachFailure, OmitsCablesThatHaveAlreadyFailed) {
  Judge::Params const params{.topology = failing_torus,
                             .routings = "layered",
                             .matchings = 0,
                             .shifts = JudgedShifts::none,
                             .failures = {.links = 0.2, .fail = "each"}};
  auto const result = run<Judge>(params);
  auto const& rows = result.table("each_failure").rows;
  EXPECT_LT(rows.size(), 30u);
  EXPECT_GT(rows.size(), 10u);
}

}  // namespace
}  // namespace weft::verb
