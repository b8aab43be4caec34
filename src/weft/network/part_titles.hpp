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

/// The names and port numbers that the file of a topology states, for people to read. Vectors are empty where
/// it states no names. Commands refer to parts by RouterLabels and Hosts.
struct PartTitles {
  std::vector<std::string> routers = {};    ///< descriptions of switches; else names of vertices
  std::vector<std::string> terminals = {};  ///< descriptions of adapters; else names of the vertices of hosts
  /// The port of each channel in a fabric, in the order of Network; ports are numbered from 1.
  std::vector<std::uint16_t> channel_ports = {};
  /// The port of the switch to which each terminal is connected.
  std::vector<std::uint16_t> terminal_ports = {};
};

PartTitles part_titles(AnyTopology const& topology);

/// The names that identify a switch of a fabric: its description, its id and its GUID in 16 hexadecimal
/// digits. Empty in other topologies.
std::vector<std::string> switch_names(AnyTopology const& topology, RouterId router);

/// A part of a network that a text names.
struct FoundPart {
  RouterId router = {};
  std::optional<TerminalId> terminal = {};
  std::optional<PortId> port = {};  ///< the output port that the text names
  std::string title = {};           ///< its name, or its coordinates
  friend bool operator==(FoundPart const&, FoundPart const&) = default;
};

/// The parts that a text names, at most `limit`. A text is a name, number or GUID of a router, `NAME[PORT]`
/// as in RouterLabels, a name of a host or adapter, a GUID of an adapter or its port, or coordinates such
/// as (3,4). For any other text, the parts with names that contain it, in upper or lower case.
std::vector<FoundPart> find_parts(TopologyPtr const& topology, std::string_view text, std::size_t limit);

}  // namespace weft
