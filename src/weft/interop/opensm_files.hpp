// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/io/fabric/forwarding_tables.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft {

/// Files of a routing for OpenSM (opensm -R file): forwarding tables with a row for the LID of every end node
/// and every switch, and service levels of pairs as a QoS policy. Rows that no host packet uses follow
/// shortest paths, so that the subnet manager reaches every port.
class OpensmFiles {
 public:
  /// Uses the LIDs of the fabric if they are complete and distinct; otherwise assigns LIDs. Throws InputError
  /// for ports without a GUID, and for more ports than there are LIDs.
  OpensmFiles(NumberedFabric const& fabric, Network const& network, routing::RoutingTables const& tables);

  /// Writes the fabric as a netlist, with the LIDs of these files. Returns a sentence about each kind of
  /// change.
  std::vector<std::string> write_netlist(std::function<void(std::string_view)> const& take) const;
  void write_tables(std::function<void(std::string_view)> const& take) const;
  /// Returns whether some packets have a service level other than 0.
  bool has_levels() const { return used_levels_ > 1; }
  void write_policy(std::function<void(std::string_view)> const& take) const;
  /// Returns the command that starts OpenSM with files of the given names.
  std::string start_command(std::string_view tables_name, std::string_view policy_name) const;
  /// Returns a sentence about each part of the routing that OpenSM does not support.
  std::vector<std::string> notes() const;

 private:
  using Ports = std::vector<std::uint8_t>;
  struct LidRange {
    std::uint16_t first = 0;
    std::uint8_t lmc = 0;
  };

  void check_guids() const;
  bool take_lids_of_fabric();
  void find_unrouted_ends();
  void number_lids();
  void list_owners();
  void fill_ports_of_channels();
  void route_to_switches();
  Ports ports_to_switch(std::uint32_t target) const;
  std::uint8_t port_at(std::uint32_t router, std::uint32_t owner) const;
  std::uint64_t missing_rows() const;
  std::uint32_t find_levels() const;
  bool lanes_follow_levels() const;

  Device const& device(std::uint32_t router) const {
    return fabric_.fabric->devices[fabric_.numbers.devices()[router]];
  }

  NumberedFabric const& fabric_;
  Network const& network_;
  routing::RoutingTables const& tables_;
  std::uint32_t routers_, ends_;
  bool lids_of_fabric_, has_lids_ = false;
  std::uint32_t used_levels_;          // bit set
  std::vector<LidRange> lids_;         // by end, then by router
  std::vector<LidOwner> owners_;       // sorted by LID
  std::vector<std::uint32_t> owner_;   // by entry of owners_: an end, or ends_ + a router
  std::vector<std::uint32_t> end_at_;  // by router: its first end, or ends_
  std::vector<bool> unrouted_;         // whether no router has an entry for the end
  Ports port_of_channel_;
  std::vector<Ports> to_switch_;  // by target, the port at each router; 0 at the target
};

}  // namespace weft
