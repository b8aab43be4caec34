// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/graph/graph_file.hpp"

namespace weft {

/// The kinds of node of an InfiniBand fabric. A router leads to another subnet.
enum class DeviceKind : std::uint8_t { fabric_switch, adapter, subnet_router };

/// The maximum local identifier of a port (InfiniBand Architecture Specification, volume 1, section 4.1.3).
inline constexpr std::uint64_t most_lids = 0xbfff;
/// The maximum number of ports of a device that can be told apart in a forwarding table.
inline constexpr std::uint32_t most_fabric_ports = 254;

/// A node of a fabric.
struct Device {
  DeviceKind kind = DeviceKind::fabric_switch;
  std::string id;           ///< as in the file: S-, H- or R- and the GUID; in a netlist any name
  std::uint64_t guid = 0;   ///< of the node; 0: unknown
  std::string description;  ///< bytes as in the file; empty: it has none
  std::uint32_t ports = 0;  ///< numbered from 1
  std::uint16_t lid = 0;    ///< of a switch's port 0; 0: unknown
  std::uint8_t lmc = 0;     ///< of a switch: it has 2^lmc LIDs
  friend bool operator==(Device const&, Device const&) = default;

  /// The description, or the id if there is none.
  std::string const& title() const { return description.empty() ? id : description; }
  /// Whether it is an adapter inside a switch that adds up data (SHARP): it sends and receives, but is no
  /// host.
  bool is_aggregation_node() const;
};

/// Switch r and adapter t, whose port has the next GUID, of a network that is no InfiniBand fabric. Throws
/// InputError for a switch of more than `most_fabric_ports` ports.
Device numbered_switch(std::uint32_t r, std::string description, std::uint32_t ports);
Device numbered_adapter(std::uint32_t t, std::string description);

/// A port of a device at one end of a cable.
struct FabricPort {
  std::uint32_t device = 0;  ///< index into Fabric::devices
  std::uint32_t port = 0;
  std::uint64_t guid = 0;  ///< of an end node's port; 0: unknown, or a switch
  std::uint16_t lid = 0;   ///< of an end node's port; 0: unknown, or a switch
  std::uint8_t lmc = 0;    ///< of an end node's port: it has 2^lmc LIDs
  friend bool operator==(FabricPort const&, FabricPort const&) = default;
};

/// A cable; `a` comes before `b` by (device, port).
struct Cable {
  FabricPort a, b;
  std::string rate = {};        ///< width and speed, such as 4xQDR; empty: unknown
  std::uint8_t data_lanes = 0;  ///< virtual lanes for data; 0: unknown
  /// The rate of the other end, if it states another one; `rate` is the slower of both. Empty: the ends
  /// agree.
  std::string other_rate = {};
  friend bool operator==(Cable const&, Cable const&) = default;
};

/// An InfiniBand fabric: what a subnet manager or ibnetdiscover sees, with its names and numbers.
struct Fabric {
  std::vector<Device> devices = {};
  std::vector<Cable> cables = {};  ///< ascending by (device, port) of `a`
  friend bool operator==(Fabric const&, Fabric const&) = default;
};

/// Gbit/s of data of a width and speed such as 4xQDR; nothing for text that is none.
std::optional<double> gbits_of_rate(std::string_view rate);

/// What is behind a port of a switch.
struct PortUse {
  /// Kinds of parts at the other end of a port.
  enum class Kind : std::uint8_t { nothing, channel, terminal, aggregation_node };
  Kind kind = Kind::nothing;
  std::uint32_t index = 0;  ///< the output port of a router, or the terminal, or the aggregation node
  std::uint32_t cable = 0;  ///< index into Fabric::cables
  friend bool operator==(PortUse const&, PortUse const&) = default;
};

/// The numbers of a fabric's parts in a network. Terminals are the ports of hosts and subnet routers that
/// lead to a switch.
class FabricNumbers {
 public:
  /// Those of the network that graph_of() makes: the channels of a router in the order of the cables, the
  /// terminals in that of (router, port of the router), and the aggregation nodes likewise. Or those of the
  /// topology that a fabric was made of: channels in order of ports, terminals in that of the devices.
  enum class Origin : std::uint8_t { file, topology };
  explicit FabricNumbers(Fabric const& fabric, Origin origin = Origin::file);

  static constexpr std::uint32_t no_router = 0xffffffff;
  /// The device of each router, ascending: routers are the switches in the order of the file.
  std::vector<std::uint32_t> const& devices() const { return devices_; }
  /// The router of a device; no_router if it is no switch.
  std::uint32_t router_of(std::uint32_t device) const { return router_of_[device]; }
  /// The port at the adapter or subnet router of each terminal.
  std::vector<FabricPort> const& terminals() const { return terminals_; }
  std::vector<FabricPort> const& aggregation_nodes() const { return aggregation_nodes_; }
  std::uint32_t num_ports(std::uint32_t router) const { return first_[router + 1] - first_[router]; }
  /// A port of a switch, 1 .. num_ports(router).
  PortUse const& use(std::uint32_t router, std::uint32_t port) const {
    return uses_[first_[router] + port - 1];
  }
  /// The cables between switches, in order: the links of the graph.
  std::vector<std::uint32_t> const& links() const { return links_; }

 private:
  PortUse& use_of(FabricPort const& port) { return uses_[first_[router_of_[port.device]] + port.port - 1]; }
  void number_channels(Fabric const& fabric, Origin origin);
  void number_end_nodes(Fabric const& fabric, Origin origin);

  std::vector<std::uint32_t> devices_, router_of_, first_{0}, links_;
  std::vector<PortUse> uses_;
  std::vector<FabricPort> terminals_, aggregation_nodes_;
};

/// The fabric as a graph: its switches are the vertices, the cables between them the links. The classes are
/// the rates as the file states them; a cable without one is of the class `link`. The weights of links and
/// terminals are bandwidths as in CableRates.
GraphFile graph_of(Fabric const& fabric);

}  // namespace weft

namespace weft::fabric {

/// The switches of a fabric by their distance from hosts, and the kinds of its cables. A leaf is a switch
/// with more than a third of the hosts that the median switch with hosts has, or with more hosts than cables
/// to switches.
struct CableKinds {
  static constexpr std::uint32_t apart = 0xffffffff;
  std::vector<std::uint32_t> level;  ///< of each router: hops to a leaf; apart: it reaches none
  std::vector<std::uint32_t> hosts;  ///< of each router: its terminals
  std::vector<std::uint32_t> kind;   ///< of each cable of the fabric, in names
  std::vector<std::string> names;    ///< such as `leaf to spine`

  /// Leaf, spine, level 2 and so on; switch if all are alike.
  std::string level_name(std::uint32_t level) const;
};

CableKinds cable_kinds(Fabric const& fabric, FabricNumbers const& numbers);

/// The rates of the cables of a fabric, in Gbit/s of data.
struct CableRates {
  /// Of each cable: the rate that the file states, else that of most cables of its kind; 0: the file states
  /// none for its kind.
  std::vector<double> gbits;
  /// The rate of bandwidth 1: of the median cable of a terminal; of the fastest cable if no cable of a
  /// terminal has a rate; 0 if the file states none.
  double unit = 0;
  std::uint64_t unstated = 0;  ///< cables between switches whose rate the file does not state

  /// The bandwidth of a cable, relative to `unit`; 1 without a rate.
  double bandwidth(std::uint32_t cable) const { return gbits[cable] > 0 ? gbits[cable] / unit : 1; }
};

CableRates cable_rates(Fabric const& fabric, FabricNumbers const& numbers);

/// The rate, such as 4xQDR, that more cables of each kind have than any other one; empty: none is known.
std::vector<std::string> usual_rates(Fabric const& fabric, CableKinds const& kinds);

}  // namespace weft::fabric

namespace weft {

/// The host of each device: the index in Fabric::devices of the first adapter of the host. Adapters with the
/// descriptions `NAME ADAPTER`, such as `gpu01 mlx5_0` and `gpu01 mlx5_1` (as Linux writes them), belong to
/// one host if NAME is the same and ADAPTER differs. Any other device is its own host.
std::vector<std::uint32_t> hosts_of_devices(Fabric const& fabric);

}  // namespace weft
