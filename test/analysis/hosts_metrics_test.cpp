// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "weft/analysis/metrics.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/topologies.hpp"
#include "weft/topology/family/file.hpp"

/// Paths of terminals do not traverse hosts.
namespace weft {
namespace {

double exact_metric(Measures const& measures, std::string_view key) {
  auto const* metric = measures.find(key);
  EXPECT_TRUE(metric != nullptr && metric->exact()) << key;
  return metric == nullptr ? -1 : metric->value.number();
}

/// Host 0 has a link in one plane, host 1 in the other, and nothing else connects the planes: of 56 ordered
/// pairs of hosts, 2 have no path, 4 + 4 + 2 + 12 = 22 are 2 hops apart (2-3, the pairs of 0 or 1 with 2 or
/// 3, and the pairs among 4 to 7), and the 32 pairs between the halves are 4 hops apart. Hosts are not
/// routers, and have one cable less in each direction than a switch has ports.
TEST(Metrics, HostsDoNotForwardAfterFailures) {
  auto const tree = make_topology("xgft:children=4x2,parents=2x2");
  auto const measures = measure(remaining(tree, {.fail = "0-8+1-9"})->facts());
  EXPECT_EQ(exact_metric(measures, "n_routers"), 8);
  EXPECT_EQ(exact_metric(measures, "n_vertices"), 16);
  EXPECT_EQ(measures.terminal_pairs, (std::vector<std::uint64_t>{0, 0, 22, 0, 32}));
  EXPECT_EQ(measures.find("term_diameter")->value.exact_text(), "infinite");
  EXPECT_EQ(measures.find("term_diameter")->how, "2 of 56 ordered pairs of terminals have no path");
  for (auto const* const key : {"term_avg_dist", "term_sum_dist", "term_bisection", "k_min"})
    EXPECT_EQ(measures.find(key), nullptr) << key;
  for (auto const* const key : {"uniform_throughput", "terminal_throughput"})
    EXPECT_EQ(exact_metric(measures, key), 0) << key << ": hosts 0 and 1 receive nothing from each other";
  EXPECT_EQ(exact_metric(measures, "diameter"), 5) << "of the graph as it stands";
  // with one failed link, all pairs have a path, as long as before; the remaining link of host 0 bounds its
  // traffic
  auto const one = measure(remaining(tree, {.fail = "0-8"})->facts());
  EXPECT_EQ(one.terminal_pairs, (std::vector<std::uint64_t>{0, 0, 24, 0, 32}));
  EXPECT_EQ(exact_metric(one, "term_avg_dist"), exact_metric(measure(tree->facts()), "term_avg_dist"));
  EXPECT_DOUBLE_EQ(exact_metric(one, "uniform_throughput"), 1);
}

/// A ring of six switches, with a host at each of two opposite switches and a host at each of these hosts.
/// The path between the latter is 5 hops around the ring, not 4 through the first host.
TEST(Metrics, HostsInFilesDoNotForward) {
  GraphFile graph{.vertices = 9};
  for (auto const& [a, b] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
           {0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {0, 6}, {6, 3}, {0, 7}, {3, 8}})
    graph.links.push_back({a, b});
  graph.terminals = {0, 0, 0, 0, 0, 0, 1, 1, 1};
  graph.kinds.assign(9, FileVertex::router);
  std::fill(graph.kinds.begin() + 6, graph.kinds.end(), FileVertex::host);
  auto const measures = measure(erase_type(topology::File(graph, "mine", "mine"))->facts());
  EXPECT_EQ(exact_metric(measures, "term_diameter"), 5);
  EXPECT_EQ(exact_metric(measures, "term_sum_dist"), 2 * (2 + 2 + 5));
  EXPECT_EQ(exact_metric(measures, "n_routers"), 6);
  graph.kinds.assign(9, FileVertex::node);  // nodes that forward
  EXPECT_EQ(
      exact_metric(measure(erase_type(topology::File(graph, "mine", "mine"))->facts()), "term_diameter"), 4);
}

}  // namespace
}  // namespace weft
