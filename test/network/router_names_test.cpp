// SPDX-License-Identifier: Apache-2.0
#include "weft/network/router_names.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/topology/family/file.hpp"

namespace weft {
namespace {

TopologyPtr line_of(std::vector<std::string> names) {
  GraphFile graph{
      .directed = false, .vertices = names.size(), .names = std::move(names), .classes = {"link"}};
  for (std::uint32_t r = 0; r + 1 < graph.vertices; ++r) graph.links.push_back({r, r + 1, 1, 0});
  graph.terminals.assign(graph.vertices, 1);
  return erase_type(topology::File(std::move(graph), "line", "line"));
}

/// Nodes numbered from 1, as in most data: 1 is a name, and 0 is not.
TEST(RouterLabelsTest, TreatsNumbersAsNamesIfNamesAreNumbers) {
  auto const line = line_of({"1", "2", "3"});
  RouterLabels labels(*line);
  EXPECT_EQ(labels.at("1"), RouterId{0});
  EXPECT_EQ(labels.of(RouterId{2}), "3");
  EXPECT_EQ(labels.find("0"), std::nullopt);
  EXPECT_EQ(labels.find("r0"), RouterId{0}) << "the place, as the explorer has it";
  EXPECT_EQ(labels.cell(RouterId{2}), Value("3"));
  EXPECT_EQ(complaint_of([&] { labels.at("0"); }).find("no router is named 0"), 0U);
  Machine const cut(line, {.fail = "1-2"});
  EXPECT_TRUE(cut.network()->channel_failed(cut.network()->channel({0}, {0})))
      << "between the routers 0 and 1";
  EXPECT_FALSE(cut.network()->channel_failed(cut.network()->channel({2}, {0})));
}

TEST(RouterLabelsTest, TreatsNumbersAsIndicesIfNamesAreWords) {
  RouterLabels labels(*line_of({"a", "b"}));
  EXPECT_EQ(labels.at("1"), RouterId{1});
  EXPECT_EQ(labels.at("b"), RouterId{1});
  EXPECT_EQ(labels.of(RouterId{1}), "b");
  EXPECT_EQ(labels.of(RouterId{1}, PortId{0}), "b[1]");
}

/// The texts are used in lists such as 12-13+40.
TEST(RouterLabelsTest, RoundTripsLabels) {
  for (auto const& names : {std::vector<std::string>{"a-b", "c+d", "e[1]", " f"},
                            {"2", "x-y", "0", "1"},
                            {"same", "same", "3", ""}}) {
    auto const line = line_of(names);
    RouterLabels labels(*line);
    for (std::uint32_t r = 0; r < names.size(); ++r)
      EXPECT_EQ(labels.at(labels.of(RouterId{r})), RouterId{r}) << names[r];
    Machine const failed(line, {.fail = labels.of(RouterId{1}) + "+" + labels.of(RouterId{2}, PortId{1})});
    EXPECT_TRUE(failed.network()->router_failed({1}));
    EXPECT_TRUE(failed.network()->channel_failed(failed.network()->channel({2}, {1})));
    EXPECT_FALSE(failed.network()->router_failed({0}));
  }
}

TEST(RouterLabelsTest, LabelsUnnamedRoutersByNumber) {
  auto const ring = make_topology("ring:routers=12");
  RouterLabels labels(*ring);
  EXPECT_EQ(labels.of(RouterId{11}), "11");
  EXPECT_EQ(labels.of(RouterId{11}, PortId{1}), "r11[2]");
  EXPECT_EQ(complaint_of([&] { labels.at("x"); }), "'x' is not a router (router numbers are in [0, 11])");
}

/// Two switches with hosts in ports 1 and 2, joined by cables in ports 5 - 3 and 6 - 4.
TEST(RouterLabelsTest, PortsOfFabricsHaveTheNumbersOfTheFile) {
  RouterLabels labels(*make_topology("file:path=" WEFT_SOURCE_DIR "/test/data/hosts/two_cables.ibnet"));
  auto const leaf1 = labels.at("leaf1"), leaf2 = labels.at("leaf2");
  EXPECT_EQ(labels.port_number(leaf1, PortId{0}), 5U);
  EXPECT_EQ(labels.port_number(leaf1, PortId{1}), 6U);
  EXPECT_EQ(labels.port_number(leaf2, PortId{0}), 3U);
  EXPECT_EQ(labels.of(leaf1, PortId{1}), "leaf1[6]");
  RouterLabels others(*make_topology("ring:routers=4"));
  EXPECT_EQ(others.port_number(RouterId{2}, PortId{1}), 1U) << "elsewhere ports are counted from 0";
}

}  // namespace
}  // namespace weft
