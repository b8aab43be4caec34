// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/fabric/findings.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "weft/io/fabric/fabric.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/file.hpp"

namespace weft::fabric {
namespace {

/// Six leaves with four hosts each and two spines, with two cables of 4xHDR between every leaf and spine.
class LeafSpine {
 public:
  static constexpr std::uint32_t leaves = 6, spines = 2, hosts = 4;

  LeafSpine() {
    for (std::uint32_t i = 0; i < leaves; ++i) add(DeviceKind::fabric_switch, "leaf" + std::to_string(i), 8);
    for (std::uint32_t i = 0; i < spines; ++i)
      add(DeviceKind::fabric_switch, "spine" + std::to_string(i), 20);
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
      for (std::uint32_t i = 0; i < 4; ++i)
        cable({leaf, 1 + i}, {leaves + i / 2, 1 + 2 * leaf + i % 2}, "4xHDR");
      for (std::uint32_t i = 0; i < hosts; ++i)
        cable({leaf, 5 + i}, {add(DeviceKind::adapter, "node" + std::to_string(4 * leaf + i), 2), 1},
              "4xEDR");
    }
  }

  std::uint32_t add(DeviceKind kind, std::string const& name, std::uint32_t ports) {
    auto const index = static_cast<std::uint32_t>(fabric_.devices.size());
    fabric_.devices.push_back({kind, "id" + std::to_string(index), index + 1U, name, ports, 0, 0});
    return index;
  }
  void cable(FabricPort const& a, FabricPort const& b, std::string const& rate) {
    fabric_.cables.push_back({std::min(a, b, before), std::max(a, b, before), rate, 0});
    std::ranges::sort(fabric_.cables, before, &Cable::a);
  }
  /// Returns the cable of a port.
  Cable& at(std::uint32_t device, std::uint32_t port) {
    return *std::ranges::find_if(
        fabric_.cables, [&](Cable const& cable) { return cable.a.device == device && cable.a.port == port; });
  }
  void cut(std::uint32_t device, std::uint32_t port) {
    std::erase_if(fabric_.cables,
                  [&](Cable const& cable) { return cable.a.device == device && cable.a.port == port; });
  }

  NumberedFabric numbered() const {
    auto const shared = std::make_shared<Fabric const>(fabric_);
    return {shared, FabricNumbers(*shared)};
  }
  /// Returns each finding as `what: location`.
  std::vector<std::string> found() const {
    auto const fabric_numbers = numbered();
    std::vector<std::string> list;
    for (auto const& finding :
         findings(fabric_numbers, cable_kinds(*fabric_numbers.fabric, fabric_numbers.numbers),
                  FabricNames(fabric_numbers, network(fabric_numbers))))
      list.push_back(finding.what + ": " + finding.location);
    return list;
  }
  static Network network(NumberedFabric const& numbered) {
    return build_network(topology::File(to_graph(*numbered.fabric), "fabric", "fabric"));
  }

 private:
  static bool before(FabricPort const& a, FabricPort const& b) {
    return std::pair(a.device, a.port) < std::pair(b.device, b.port);
  }
  Fabric fabric_;
};

using Found = std::vector<std::string>;

TEST(FabricFindings, AreEmptyForARegularFabric) {
  LeafSpine const leaf_spine;
  EXPECT_EQ(leaf_spine.found(), Found{});
  auto const numbered = leaf_spine.numbered();
  auto const kinds = cable_kinds(*numbered.fabric, numbered.numbers);
  EXPECT_EQ(kinds.names, (Found{"leaf to spine", "host to leaf"}));
}

TEST(FabricFindings, IncludeCablesThatAreSlowerThanTheirKind) {
  LeafSpine leaf_spine;
  leaf_spine.at(0, 1).rate = "4xEDR";
  leaf_spine.at(1, 1).rate = "1xHDR";
  leaf_spine.at(2, 1).rate = "1xEDR";
  leaf_spine.at(3, 1).rate = "4xNDR";
  leaf_spine.at(4, 1).rate = "";
  EXPECT_EQ(leaf_spine.found(),
            (Found{"slower cable: leaf0[1] - spine0[1]", "narrower cable: leaf1[1] - spine0[3]",
                   "slower and narrower cable: leaf2[1] - spine0[5]"}));
}

TEST(FabricFindings, IncludeCablesWithDifferentRatesAtTheirEnds) {
  LeafSpine leaf_spine;
  leaf_spine.at(0, 1).other_rate = "4xNDR";
  EXPECT_EQ(leaf_spine.found(), Found{"ends report different rates: leaf0[1] - spine0[1]"});
}

TEST(FabricFindings, IncludeBundlesThatAreThinnerThanTheirKind) {
  LeafSpine leaf_spine;
  leaf_spine.cut(0, 1);
  EXPECT_EQ(leaf_spine.found(), (Found{"thin bundle: leaf0 - spine0"}));
  leaf_spine.cut(0, 2);
  EXPECT_EQ(leaf_spine.found(), (Found{"missing bundle: leaf0 - spine0"}));
}

TEST(FabricFindings, IncludeHostsAndSwitchesWithUnusualCables) {
  LeafSpine leaf_spine;
  leaf_spine.cable({LeafSpine::leaves, 19}, {leaf_spine.add(DeviceKind::adapter, "login", 1), 1}, "4xEDR");
  auto const first_host = LeafSpine::leaves + LeafSpine::spines;
  leaf_spine.cut(1, 5);
  leaf_spine.cable({1, 5}, {first_host, 2}, "4xEDR");
  leaf_spine.add(DeviceKind::fabric_switch, "lonely", 8);
  auto const left = leaf_spine.add(DeviceKind::adapter, "left", 1),
             right = leaf_spine.add(DeviceKind::adapter, "right", 1);
  leaf_spine.cable({left, 1}, {right, 1}, "4xEDR");
  EXPECT_EQ(leaf_spine.found(), (Found{"hosts on a spine: spine0", "isolated switch: lonely",
                                       "host with several ports: node0", "device without a cable: node4",
                                       "host without a switch: left", "host without a switch: right"}));
}

TEST(FabricFindings, NameDevicesWithDuplicateDescriptionsByTheirIds) {
  LeafSpine leaf_spine;
  leaf_spine.cable({LeafSpine::leaves, 19}, {leaf_spine.add(DeviceKind::adapter, "node0", 2), 1}, "4xEDR");
  auto const numbered = leaf_spine.numbered();
  FabricNames const names(numbered, LeafSpine::network(numbered));
  EXPECT_EQ(names.device(LeafSpine::leaves + LeafSpine::spines), "id8");
  EXPECT_EQ(names.device(0), "leaf0");
}

TEST(FabricRates, AreRelativeToTheMedianHostCable) {
  LeafSpine leaf_spine;
  leaf_spine.at(0, 1).rate = "4xNDR";
  leaf_spine.at(0, 2).rate = "";
  auto const numbered = leaf_spine.numbered();
  auto const network = LeafSpine::network(numbered);
  EXPECT_EQ(cable_rates(*numbered.fabric, numbered.numbers).without_rate, 1u);
  EXPECT_EQ(network.unit_rate(1), 100e9 / 8) << "4xEDR";
  FabricNames const names(numbered, network);
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    auto const name = names.channel({c});
    bool const fast = name == "leaf0[1] -> spine0[1]" || name == "spine0[1] -> leaf0[1]";
    EXPECT_EQ(network.bandwidth({c}), fast ? 4 : 2) << name;
  }
}

TEST(FabricFindings, IncludeIdleCables) {
  LeafSpine const leaf_spine;
  auto const numbered = leaf_spine.numbered();
  auto const network = LeafSpine::network(numbered);
  std::vector<std::uint64_t> load(network.num_channels(), 1);
  load[0] = load[network.reverse({0}).v] = load[1] = 0;
  auto const idle = idle_cables(FabricNames(numbered, network), network, load);
  ASSERT_EQ(idle.size(), 2u);
  EXPECT_EQ(idle[0], (Finding{"idle cable", "leaf0[1] - spine0[1]", "no route uses it"}));
  EXPECT_EQ(idle[1], (Finding{"cable idle in one direction", "leaf0[2] -> spine0[2]",
                              "no route uses it in this direction"}));
}

}  // namespace
}  // namespace weft::fabric
