// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/fabric_tables.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "weft/io/fabric/fabric.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/file.hpp"

namespace weft {
namespace {

Table devices_table(NumberedFabric const& fabric) {
  std::uint64_t hosts = 0, adapters = 0, adapters_of_switches = 0, routers = 0;
  auto const host_of = device_hosts(*fabric.fabric);
  for (std::uint32_t d = 0; d < host_of.size(); ++d) {
    auto const& device = fabric.fabric->devices[d];
    bool const adds_up = device.is_aggregation_node(),
               is_host = device.kind == DeviceKind::adapter && !adds_up;
    adapters_of_switches += adds_up;
    adapters += is_host;
    hosts += is_host && host_of[d] == d;
    routers += device.kind == DeviceKind::subnet_router;
  }
  Table table{"fabric", "Devices of the fabric", {{"device"}, {"count"}, {"what"}}, {}};
  table.add_row({"switches", fabric.numbers.devices().size(), ""});
  table.add_row({"hosts", hosts, "adapters, without aggregation nodes"});
  if (adapters > hosts) {
    table.rows.back().back() = "with one or several adapters, without aggregation nodes";
    table.add_row({"adapters", adapters, "of hosts"});
  }
  table.add_row({"terminals", fabric.numbers.terminals().size(),
                 "ports of hosts and InfiniBand routers with a "
                 "cable to a switch"});
  table.add_row(
      {"aggregation nodes", adapters_of_switches, "adapters of switches that perform reductions (SHARP)"});
  table.add_row({"InfiniBand routers", routers, "to other subnets"});
  return table;
}

Table cables_table(Fabric const& fabric, fabric::CableKinds const& kinds) {
  std::map<std::pair<std::uint32_t, std::string>, std::uint64_t> counts;
  for (std::size_t c = 0; c < fabric.cables.size(); ++c) ++counts[{kinds.kind[c], fabric.cables[c].rate}];
  Table table{"cables",
              "Cables by kind and rate",
              {{"kind", "", "levels of the switches, or hosts, at both ends"},
               {"rate"},
               {"speed", "Gbit/s"},
               {"cables"}},
              {}};
  for (auto const& [group, count] : counts) {
    auto const gbits = to_gbits(group.second);
    table.add_row({kinds.names[group.first], group.second.empty() ? "unknown" : group.second,
                   gbits ? Value{*gbits} : Value{}, count});
  }
  return table;
}

}  // namespace

Table findings_table(std::vector<fabric::Finding> const& findings) {
  Table table{"findings", "Findings in the fabric", {{"finding"}, {"place"}, {"why"}}, {}};
  for (auto const& finding : findings) table.add_row({finding.what, finding.location, finding.why});
  return table;
}

void add_fabric_tables(AnyTopology const& topology, Result& result) {
  auto const* const file = topology.get_if<topology::File>();
  if (file == nullptr || file->fabric() == nullptr) return;
  auto const numbered = fabric_of(topology);
  auto const kinds = fabric::cable_kinds(*numbered.fabric, numbered.numbers);
  auto const found =
      fabric::findings(numbered, kinds, fabric::FabricNames(numbered, topology.network(FailureParams{})));
  result.tables.push_back(devices_table(numbered));
  result.tables.push_back(cables_table(*numbered.fabric, kinds));
  if (!found.empty()) result.tables.push_back(findings_table(found));
  result.answer += (result.answer.empty() ? "" : "; ") + fabric::format_findings(found);
}

}  // namespace weft
