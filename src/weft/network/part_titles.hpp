// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/network/any_topology.hpp"

namespace weft {

/// The names and port numbers in the file of a topology, for display. Vectors are empty if the file contains
/// none. Commands refer to parts by RouterLabels and Hosts.
struct PartTitles {
  std::vector<std::string> routers = {};    ///< descriptions of switches, or names of vertices
  std::vector<std::string> terminals = {};  ///< descriptions of adapters, or names of host vertices
  /// The port number of each channel in a fabric, in the order of Network; ports are numbered from 1.
  std::vector<std::uint16_t> channel_ports = {};
  /// The port number of the switch to which each terminal is connected.
  std::vector<std::uint16_t> terminal_ports = {};
};

PartTitles part_titles(AnyTopology const& topology);

/// Returns the names that identify a switch of a fabric: its description, its id, and its GUID in 16
/// hexadecimal digits. Empty for other topologies.
std::vector<std::string> switch_names(AnyTopology const& topology, RouterId router);

/// A part of a network that matches a search text.
struct PartMatch {
  RouterId router = {};
  std::optional<TerminalId> terminal = {};
  std::optional<PortId> port = {};  ///< the output port in the search text
  std::string title = {};           ///< its name, or its coordinates
  friend bool operator==(PartMatch const&, PartMatch const&) = default;
};

/// Returns the parts that `text` refers to, at most `limit`: a name, number or GUID of a router, `NAME[PORT]`
/// as in RouterLabels, a name of a host or adapter, a GUID of an adapter or of its port, or coordinates such
/// as (3,4). For any other text, returns the parts with names that contain it, ignoring case.
std::vector<PartMatch> find_parts(TopologyPtr const& topology, std::string_view text, std::size_t limit);

}  // namespace weft
