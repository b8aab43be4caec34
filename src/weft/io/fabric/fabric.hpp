// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/graph/graph_file.hpp"

namespace weft {

/// Kinds of nodes of an InfiniBand fabric. A subnet_router connects to another subnet.
enum class DeviceKind : std::uint8_t { fabric_switch, adapter, subnet_router };

/// The maximum local identifier of a port (InfiniBand Architecture Specification, volume 1, section 4.1.3).
inline constexpr std::uint64_t max_lids = 0xbfff;
/// The maximum number of ports of a device; forwarding tables cannot distinguish more.
inline constexpr std::uint32_t max_fabric_ports = 254;

/// A node of a fabric.
struct Device {
  DeviceKind kind = DeviceKind::fabric_switch;
  std::string id;           ///< as in the file: S-, H- or R- and the GUID; any name in a netlist
  std::uint64_t guid = 0;   ///< of the node; 0: unknown
  std::string description;  ///< bytes as in the file; may be empty
  std::uint32_t ports = 0;  ///< numbered from 1
  std::uint16_t lid = 0;    ///< LID of a switch's port 0; 0: unknown
  std::uint8_t lmc = 0;     ///< of a switch, which has 2^lmc LIDs
  friend bool operator==(Device const&, Device const&) = default;

  /// Returns the description, or the id if the description is empty.
  std::string const& title() const { return description.empty() ? id : description; }
  /// Returns whether the device is an adapter inside a switch that performs reductions (SHARP). Such an
  /// adapter sends and receives, but is not a host.
  bool is_aggregation_node() const;
};

/// Return the device for switch r or adapter t of a network that is not an InfiniBand fabric; the port of an
/// adapter has the GUID that follows the GUID of the adapter. Throw InputError for a switch with more than
/// `max_fabric_ports` ports.
Device numbered_switch(std::uint32_t r, std::string description, std::uint32_t ports);
Device numbered_adapter(std::uint32_t t, std::string description);

/// A port of a device at one end of a cable.
struct FabricPort {
  std::uint32_t device = 0;  ///< index into Fabric::devices
  std::uint32_t port = 0;
  std::uint64_t guid = 0;  ///< of an end node's port; 0: unknown, or a switch
  std::uint16_t lid = 0;   ///< of an end node's port; 0: unknown, or a switch
  std::uint8_t lmc = 0;    ///< of an end node's port, which has 2^lmc LIDs
  friend bool operator==(FabricPort const&, FabricPort const&) = default;
};

/// A cable; `a` comes before `b` by (device, port).
struct Cable {
  FabricPort a, b;
  std::string rate = {};        ///< width and speed, such as 4xQDR; empty: unknown
  std::uint8_t data_lanes = 0;  ///< virtual lanes for data; 0: unknown
  /// Rate at the other end if it differs; `rate` is the lower of the two. Empty: the ends agree.
  std::string other_rate = {};
  friend bool operator==(Cable const&, Cable const&) = default;
};

/// An InfiniBand fabric as a subnet manager or ibnetdiscover discovers it, with names and identifiers.
struct Fabric {
  std::vector<Device> devices = {};
  std::vector<Cable> cables = {};  ///< sorted by (device, port) of `a`
  friend bool operator==(Fabric const&, Fabric const&) = default;
};

/// Returns the data rate in Gbit/s of a width and speed such as 4xQDR, or nullopt for other text.
std::optional<double> to_gbits(std::string_view rate);

/// The part to which a port of a switch is connected.
struct PortUse {
  /// Kinds of parts at the other end of a port; `nothing`: not connected.
  enum class Kind : std::uint8_t { nothing, channel, terminal, aggregation_node };
  Kind kind = Kind::nothing;
  std::uint32_t index = 0;  ///< output port of a router, terminal, or aggregation node
  std::uint32_t cable = 0;  ///< index into Fabric::cables
  friend bool operator==(PortUse const&, PortUse const&) = default;
};

/// Mapping from the parts of a fabric to numbers of a network. Terminals are the ports of hosts and subnet
/// routers that are connected to a switch.
class FabricNumbers {
 public:
  /// Numbering of the parts. `file`: as in to_graph(): the channels of a router in the order of the cables,
  /// terminals and aggregation nodes in the order of (router, port of the router). `topology`: as in the
  /// topology from which the fabric was made: channels in the order of ports, terminals in the order of
  /// devices.
  enum class Origin : std::uint8_t { file, topology };
  explicit FabricNumbers(Fabric const& fabric, Origin origin = Origin::file);

  static constexpr std::uint32_t no_router = 0xffffffff;
  /// Returns the device of each router, ascending. Routers are the switches in the order of the file.
  std::vector<std::uint32_t> const& devices() const { return devices_; }
  /// Returns the router of a device; no_router if the device is not a switch.
  std::uint32_t router(std::uint32_t device) const { return router_of_[device]; }
  /// Returns the port at the adapter or subnet router of each terminal.
  std::vector<FabricPort> const& terminals() const { return terminals_; }
  std::vector<FabricPort> const& aggregation_nodes() const { return aggregation_nodes_; }
  std::uint32_t num_ports(std::uint32_t router) const { return first_[router + 1] - first_[router]; }
  /// Returns the use of a port of a switch, 1 .. num_ports(router).
  PortUse const& use(std::uint32_t router, std::uint32_t port) const {
    return uses_[first_[router] + port - 1];
  }
  /// Returns the indices of the switch-to-switch cables, in the order of the links of the graph.
  std::vector<std::uint32_t> const& links() const { return links_; }

 private:
  PortUse& port_use(FabricPort const& port) { return uses_[first_[router_of_[port.device]] + port.port - 1]; }
  void number_channels(Fabric const& fabric, Origin origin);
  void number_end_nodes(Fabric const& fabric, Origin origin);

  std::vector<std::uint32_t> devices_, router_of_, first_{0}, links_;
  std::vector<PortUse> uses_;
  std::vector<FabricPort> terminals_, aggregation_nodes_;
};

/// Converts the fabric to a graph: switches become vertices, cables between them links. The classes are the
/// rates stated in the file; a cable without a rate has the class `link`. The weights of links and terminals
/// are bandwidths as in CableRates.
GraphFile to_graph(Fabric const& fabric);

}  // namespace weft

namespace weft::fabric {

/// Levels of switches, by their distance from hosts, and kinds of cables. A leaf is a switch with more than a
/// third of the hosts of the median switch with hosts, or with more hosts than cables to switches.
struct CableKinds {
  static constexpr std::uint32_t apart = 0xffffffff;
  std::vector<std::uint32_t> level;  ///< by router: hops to the nearest leaf; `apart`: reaches no leaf
  std::vector<std::uint32_t> hosts;  ///< number of terminals of each router
  std::vector<std::uint32_t> kind;   ///< by cable of the fabric: index into `names`
  std::vector<std::string> names;    ///< such as `leaf to spine`

  /// Returns "leaf", "spine", "level 2" and so on, or "switch" if all switches have one level.
  std::string level_name(std::uint32_t hops) const;
};

CableKinds cable_kinds(Fabric const& fabric, FabricNumbers const& numbers);

/// Data rates of the cables of a fabric, in Gbit/s.
struct CableRates {
  /// Rate of each cable: as specified in the file, or else the most frequent rate of its kind; 0 if the file
  /// contains no rate for the kind.
  std::vector<double> gbits;
  /// Rate that corresponds to bandwidth 1: the median rate of the cables of terminals; if these have no
  /// rates, the maximum rate of all cables; 0 if the file contains no rates.
  double unit = 0;
  std::uint64_t without_rate = 0;  ///< cables between switches without a rate in the file

  /// Returns the bandwidth of a cable relative to `unit`, or 1 if its rate is unknown.
  double bandwidth(std::uint32_t cable) const { return gbits[cable] > 0 ? gbits[cable] / unit : 1; }
};

CableRates cable_rates(Fabric const& fabric, FabricNumbers const& numbers);

/// Returns the most frequent rate, such as 4xQDR, of each kind of cable; empty if unknown.
std::vector<std::string> modal_rates(Fabric const& fabric, CableKinds const& kinds);

}  // namespace weft::fabric

namespace weft {

/// Returns the host of each device: the index in Fabric::devices of the first adapter of the host. Adapters
/// with descriptions `NAME ADAPTER`, such as `gpu01 mlx5_0` and `gpu01 mlx5_1` (the Linux convention), belong
/// to one host if their NAMEs are equal and their ADAPTERs differ. Any other device is its own host.
std::vector<std::uint32_t> device_hosts(Fabric const& fabric);

}  // namespace weft
