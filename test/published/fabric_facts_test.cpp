// SPDX-License-Identifier: Apache-2.0
// Properties of fabrics as counted by an independent program, and lower bounds on the maximum load of any
// routing: fabrics.csv.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "support/fabrics.hpp"
#include "support/reference.hpp"
#include "weft/analysis/fabric/route_bounds.hpp"
#include "weft/graph/strong_components.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft {
namespace {

class PublishedFabricFacts : public testing::TestWithParam<std::string> {};

ReferenceRow row_of(std::string const& fabric) {
  for (auto const& row : csv_rows(fabric_sample("fabrics.csv")))
    if (row.at("fabric") == fabric) return row;
  throw std::out_of_range(fabric);
}

void expect(ReferenceRow const& row, std::string const& column, std::uint64_t value) {
  EXPECT_EQ(std::to_string(value), row.at(column)) << column;
}

/// Compares a value with a column that has six decimal places.
void expect_near(ReferenceRow const& row, std::string const& column, double value) {
  EXPECT_NEAR(value, std::stod(row.at(column)), 0.5000001e-6) << column;
}

/// Returns the rates of the cables between switches, such as `4xDDR:4;4xQDR:71`.
std::string rates_of_links(NumberedFabric const& it) {
  std::map<std::string, int> counts;
  for (auto const link : it.numbers.links())
    if (auto const& rate = it.fabric->cables[link].rate; !rate.empty()) ++counts[rate];
  std::string text;
  for (auto const& [rate, count] : counts)
    text += (text.empty() ? "" : ";") + rate + ":" + std::to_string(count);
  return text;
}

void check_parts(ReferenceRow const& row, NumberedFabric const& it) {
  auto const& numbers = it.numbers;
  auto const hosts = std::ranges::count_if(it.fabric->devices, [](Device const& device) {
    return device.kind == DeviceKind::adapter && !device.is_aggregation_node();
  });
  expect(row, "switches", numbers.devices().size());
  expect(row, "hosts", static_cast<std::uint64_t>(hosts));
  expect(row, "terminals", numbers.terminals().size());
  expect(row, "aggregation_nodes", numbers.aggregation_nodes().size());
  expect(row, "isl_cables", numbers.links().size());
  EXPECT_EQ(rates_of_links(it), row.at("isl_speeds"));
}

void check_distances(ReferenceRow const& row, Graph const& routers, HopTable const& hops) {
  std::uint64_t sum = 0;
  for (Vertex from = 0; from < routers.num_vertices(); ++from)
    for (Vertex to = 0; to < routers.num_vertices(); ++to) sum += hops.hops(to, from);
  expect(row, "router_sum_dist", sum);
  expect(row, "router_diameter", hops.max_hops());
  expect(row, "simple_links", simple(routers).num_arcs() / 2);
  expect(row, "components", strong_components(routers).size.size());
}

TEST_P(PublishedFabricFacts, MatchPublishedPartsDistancesAndBounds) {
  auto const file = topology_file_of(GetParam());
  if (file.empty()) GTEST_SKIP() << "the real fabrics are not here; WEFT_FABRICS names their folder";
  auto const row = row_of(GetParam());
  auto const topology = make_topology("file:format=ibnetdiscover,path=" + file);
  auto const network = Machine(topology).network();
  auto const fabric = fabric_of(*topology);
  auto const routers = router_graph(*network);
  HopTable const hops(routers);
  check_parts(row, fabric);
  check_distances(row, routers, hops);
  auto const ends = routing::end_nodes(fabric, routing::FabricEnds::hosts);
  auto const bounds = fabric::route_bounds(ends.router, *network, hops);
  expect(row, "term_pairs_connected", bounds.pairs);
  expect(row, "term_sum_dist", bounds.sum_distance);
  expect(row, "term_diameter", bounds.diameter);
  expect_near(row, "term_avg_dist",
              static_cast<double>(bounds.sum_distance) / static_cast<double>(bounds.pairs));
  expect_near(row, "bound_mean", bounds.mean);
  expect_near(row, "bound_switch", bounds.at_switch);
  auto const minimum = fabric::min_load(ends.router, *network, bounds, 1000);
  ASSERT_TRUE(minimum);
  expect_near(row, "least_load", *minimum);
  auto const shortest = fabric::min_load(ends.router, *network, bounds, 1000, FlowPaths::shortest);
  ASSERT_TRUE(shortest);
  expect_near(row, "least_load_shortest", *shortest);
}

INSTANTIATE_TEST_SUITE_P(All, PublishedFabricFacts,
                         testing::Values("clos_8_4_8", "dragonfly_2_4_2", "hyperx_4x4_4", "mesh_6x6_2",
                                         "random_32_5_3", "ring_8_2", "slimfly_5_4", "torus_4x4x4_1",
                                         "torus_5x5_2", "tree_4_3", "rocket", "plafrim", "dgx"),
                         [](auto const& fabric) { return fabric.param; });

}  // namespace
}  // namespace weft
