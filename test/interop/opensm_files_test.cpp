// SPDX-License-Identifier: Apache-2.0
#include "weft/interop/opensm_files.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/first_match.hpp"
#include "weft/io/fabric/fabric_readers.hpp"
#include "weft/io/fabric/forwarding_tables.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"

namespace weft {
namespace {

using routing::FabricEnds;

/// A topology and a routing, and their OpenSM files.
struct Exported {
  Exported(std::string const& topology, std::string const& routing)
      : machine(make_topology(topology)),
        fabric(fabric_of(*make_topology(topology))),
        tables(routing::bind_tables(Spec::parse(routing), machine, fabric, FabricEnds::all)),
        files(fabric, *machine.network(), tables) {}

  std::string text(auto write) const {
    std::string all;
    write([&](std::string_view piece) { all += piece; });
    return all;
  }
  std::string netlist() const {
    return text([&](auto const& take) { files.write_netlist(take); });
  }
  ForwardingTables written_tables() const {
    ForwardingTables read;
    add_forwarding_tables(text([&](auto const& take) { files.write_tables(take); }), "fabric.lfts", read);
    return read;
  }
  std::string policy() const {
    return text([&](auto const& take) { files.write_policy(take); });
  }

  Machine machine;
  NumberedFabric fabric;
  routing::RoutingTables tables;
  OpensmFiles files;
};

/// Checks that every switch forwards packets for `lid` to the switch of the LID, which consumes them.
void expect_reached(Exported const& exported, ForwardingTables const& tables, std::uint16_t lid) {
  auto const& network = *exported.machine.network();
  for (std::uint32_t from = 0; from < network.num_routers(); ++from) {
    auto at = from;
    for (std::uint32_t hops = 0;; ++hops) {
      ASSERT_LE(hops, network.num_routers()) << "from " << from << " to LID " << lid;
      auto const port = tables.switches[at].output_port(lid);
      if (port == 0) break;
      ASSERT_LE(port, exported.fabric.numbers.num_ports(at));
      auto const& use = exported.fabric.numbers.use(at, port);
      ASSERT_EQ(use.kind, PortUse::Kind::channel);
      at = network.target(network.channel(RouterId{at}, PortId{static_cast<std::uint16_t>(use.index)})).v;
    }
    EXPECT_EQ(tables.port_guid[lid], tables.switches[at].guid);
  }
}

/// Checks that writing and reading preserve the routes, the routes to every switch, and the service levels.
void expect_same_when_read(std::string const& topology, std::string const& routing) {
  SCOPED_TRACE(topology + ", " + routing);
  Exported const exported(topology, routing);
  auto const tables = exported.written_tables();
  auto const read =
      routing::forwarded_routes(exported.fabric, *exported.machine.network(), tables, exported.tables.ends);
  auto const& routes = exported.tables.routes;
  for (std::uint32_t end = 0; end < routes.num_ends(); ++end)
    for (auto const from : routes.routers()) ASSERT_EQ(read.routes.to(end)[from], routes.to(end)[from]);
  for (std::size_t lid = 1; lid < tables.port_guid.size(); ++lid)
    for (auto const& of_switch : tables.switches)
      if (tables.port_guid[lid] == of_switch.guid)
        expect_reached(exported, tables, static_cast<std::uint16_t>(lid));
  if (!exported.files.has_levels()) return;
  FirstMatch const rules(exported.policy());
  auto const& ports = exported.tables.ends.ports;
  for (std::uint32_t from = 0; from < ports.size(); ++from)
    for (std::uint32_t to = 0; to < ports.size(); ++to)
      ASSERT_TRUE(from == to ||
                  rules.level(ports[from].guid, ports[to].guid) == exported.tables.lanes->levels(from, to));
}

TEST(OpensmFiles, RoundTrip) {
  expect_same_when_read("torus:sides=5x5,concentration=2", "layered:method=dfsssp");
  expect_same_when_read("dragonfly:p=2,a=4,h=2", "layered:method=lash");
  expect_same_when_read("mesh:sides=3x4", "dimension_order");
  expect_same_when_read("kary_ntree:arity=3,levels=3", "nearest_common_ancestor:choice=d_mod_k");
  expect_same_when_read("kary_ntree:arity=2,levels=3", "layered");
}

TEST(OpensmFiles, HaveServiceLevelsOnlyIfPacketsDo) {
  EXPECT_FALSE(Exported("mesh:sides=3x4", "dimension_order").files.has_levels());
  Exported const layered("torus:sides=5x5", "layered:method=lash");
  EXPECT_TRUE(layered.files.has_levels());
  EXPECT_EQ(layered.files.start_command("a.lfts", "a.qos"), "opensm -R file -U a.lfts -Q -Y a.qos");
  EXPECT_EQ(Exported("mesh:sides=3x4", "dimension_order").files.start_command("a.lfts", "a.qos"),
            "opensm -R file -U a.lfts");
}

TEST(OpensmFiles, UseTheLidsOfTheNetlist) {
  Exported const exported("mesh:sides=2x2", "dimension_order");
  auto const fabric = parse_topology_file(exported.netlist(), "fabric.net");
  auto const tables = exported.written_tables();
  for (auto const& device : fabric.devices)
    EXPECT_TRUE(device.kind != DeviceKind::fabric_switch || tables.port_guid[device.lid] == device.guid);
  for (auto const& cable : fabric.cables)
    EXPECT_TRUE(cable.b.guid == 0 || tables.port_guid[cable.b.lid] == cable.b.guid);
  EXPECT_EQ(exported.files.notes(), std::vector<std::string>{});
}

TEST(OpensmFiles, PreserveTheLidsOfAFabric) {
  auto const path = std::string(WEFT_SOURCE_DIR "/test/data/fabrics/leafspine.updn.lmc1/ibnetdiscover.txt");
  Exported const exported("file:format=ibnetdiscover,path=" + path, "layered");
  auto const tables = exported.written_tables();
  auto const& first = exported.tables.ends.ports[0];
  ASSERT_EQ(first.lmc, 1);
  // Both LIDs of a port have the same rows.
  EXPECT_EQ(tables.port_guid[first.lid], first.guid);
  EXPECT_EQ(tables.port_guid[first.lid + std::size_t{1}], first.guid);
  for (auto const& table : tables.switches)
    EXPECT_EQ(table.output_port(first.lid), table.output_port(first.lid + std::size_t{1}));
  EXPECT_EQ(parse_topology_file(exported.netlist(), "fabric.net"), *exported.fabric.fabric);
}

TEST(OpensmFiles, ReportUnsupportedParts) {
  auto const notes = Exported("torus:sides=5x5", "dimension_order").files.notes();
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("change their virtual channel along the path"), std::string::npos);
}

TEST(OpensmFiles, OmitFailedCables) {
  auto const topology = make_topology("mesh:sides=3x3");
  Machine const machine(topology, FailureParams{0, 0, 1, "0-1"});
  auto const fabric = fabric_of(*topology);
  auto const tables = routing::bind_tables(Spec::parse("layered"), machine, fabric, FabricEnds::all);
  OpensmFiles const files(fabric, *machine.network(), tables);
  std::string netlist;
  files.write_netlist([&](std::string_view piece) { netlist += piece; });
  EXPECT_EQ(parse_topology_file(netlist, "f").cables.size(), fabric.fabric->cables.size() - 1);
}

TEST(OpensmFiles, RejectPortsWithoutGuids) {
  auto const topology = make_topology("mesh:sides=2x2");
  auto const whole = fabric_of(*topology);
  auto nameless = *whole.fabric;
  nameless.devices[0].guid = 0;
  NumberedFabric const fabric{std::make_shared<Fabric const>(nameless), whole.numbers};
  Machine const machine(topology);
  auto const tables = routing::bind_tables(Spec::parse("dimension_order"), machine, fabric, FabricEnds::all);
  EXPECT_EQ(complaint_of([&] { OpensmFiles(fabric, *machine.network(), tables); }),
            "'r0' has no GUID (OpenSM identifies ports by their GUIDs)");
}

}  // namespace
}  // namespace weft
