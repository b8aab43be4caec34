// SPDX-License-Identifier: Apache-2.0
#include "weft/io/fabric/fabric.hpp"

#include <gtest/gtest.h>

#include "weft/io/fabric/fabric_readers.hpp"

namespace weft {
namespace {

/// A leaf and a spine with parallel cables, a loop at the spine, two hosts, a subnet router, an aggregation
/// node; the leaf is listed second.
Fabric small_fabric() {
  return parse_topology_file(R"(Switch 6 "S-2" # "spine" base port 0 lid 2 lmc 0
[1] "S-1"[4] # "leaf" lid 1 4xNDR
[2] "S-1"[3] # "leaf" lid 1 4xXDR
[3] "S-2"[4] # "spine" lid 2 4xNDR
[4] "S-2"[3] # "spine" lid 2 4xNDR
[6] "H-9"[1](9) # "Mellanox Technologies Aggregation Node" lid 9 4xNDR
Switch 6 "S-1" # "leaf" base port 0 lid 1 lmc 0
[1] "H-2"[1](2) # "b" lid 4 4xNDR
[2] "H-1"[1](1) # "a" lid 3 4xNDR
[3] "S-2"[2] # "spine" lid 2 4xXDR
[4] "S-2"[1] # "spine" lid 2 4xNDR
[6] "R-5"[1](5) # "gateway" lid 5 4xNDR
Ca 1 "H-1" # "a"
[1](1) "S-1"[2] # lid 3 lmc 0 "leaf" lid 1 4xNDR
Ca 1 "H-2" # "b"
[1](2) "S-1"[1] # lid 4 lmc 0 "leaf" lid 1 4xNDR
Ca 1 "H-9" # "Mellanox Technologies Aggregation Node"
[1](9) "S-2"[6] # lid 9 lmc 0 "spine" lid 2 4xNDR
Rt 1 "R-5" # "gateway"
[1](5) "S-1"[6] # lid 5 lmc 0 "leaf" lid 1 4xNDR
)",
                             "f");
}

TEST(Fabric, ConvertsSwitchesToVertices) {
  auto const graph = to_graph(small_fabric());
  EXPECT_EQ(graph.names, (std::vector<std::string>{"spine", "leaf"}));
  EXPECT_EQ(graph.terminals, (std::vector<std::uint32_t>{0, 3}));
  EXPECT_EQ(graph.links, (std::vector<FileLink>{{0, 1, 1, 0}, {0, 1, 2, 1}, {0, 0, 1, 0}}));
  EXPECT_EQ(graph.classes, (std::vector<std::string>{"4xNDR", "4xXDR"}));
}

TEST(Fabric, NumbersPorts) {
  auto const fabric = small_fabric();
  FabricNumbers const numbers(fabric);
  using enum PortUse::Kind;
  auto const use = [&](std::uint32_t router, std::uint32_t port) {
    auto const it = numbers.use(router, port);
    return std::pair(it.kind, it.index);
  };
  EXPECT_EQ(numbers.num_ports(0), 6u);
  EXPECT_EQ(use(0, 1), std::pair(channel, 0U));
  EXPECT_EQ(use(0, 2), std::pair(channel, 1U));
  EXPECT_EQ(use(0, 3), std::pair(channel, 2U));
  EXPECT_EQ(use(0, 4), std::pair(channel, 3U));
  EXPECT_EQ(use(0, 5), std::pair(nothing, 0U));
  EXPECT_EQ(use(0, 6), std::pair(aggregation_node, 0U));
  EXPECT_EQ(use(1, 1), std::pair(terminal, 0U));
  EXPECT_EQ(use(1, 2), std::pair(terminal, 1U));
  EXPECT_EQ(use(1, 3), std::pair(channel, 1U));
  EXPECT_EQ(use(1, 4), std::pair(channel, 0U));
  EXPECT_EQ(use(1, 6), std::pair(terminal, 2U));
  ASSERT_EQ(numbers.terminals().size(), 3u);
  EXPECT_EQ(numbers.terminals()[0].guid, 2u);
  EXPECT_EQ(numbers.terminals()[2].lid, 5u);
  ASSERT_EQ(numbers.aggregation_nodes().size(), 1u);
  EXPECT_EQ(numbers.router(0), 0u);
  EXPECT_EQ(numbers.router(2), FabricNumbers::no_router);
}

TEST(Fabric, ReadsRates) {
  EXPECT_EQ(to_gbits("4xQDR"), 32);
  EXPECT_EQ(to_gbits("12xSDR"), 24);
  EXPECT_EQ(to_gbits("4xXDR"), 800);
  for (auto const* none : {"", "4x", "xQDR", "4xQDRR", "123xQDR", "4x???", "0xSDR", "axSDR"})
    EXPECT_FALSE(to_gbits(none)) << none;
}

}  // namespace
}  // namespace weft
