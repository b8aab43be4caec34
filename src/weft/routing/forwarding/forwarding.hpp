// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft::routing {

/// The routing `forwarding`.
class Forwarding {
 public:
  /// Files with the routes of a fabric; empty: no file.
  struct Params {
    std::string path = {};  ///< a folder, in which all files in known formats are read, or a single file
    std::string lfts = {};
    std::string sl2vl = {};
    std::string service_levels = {};
  };
  static constexpr std::string_view name = "forwarding";
  static constexpr std::string_view doc =
      "The forwarding tables of a fabric: the next port depends on the switch and the terminal of the "
      "destination, the virtual channel on the service level of the pair (InfiniBand). It reads the dumps of OpenSM (opensm-lfts.dump, opensm.fdbs, opensm-sl2vl.dump, opensm-path-records.dump) and the output of ibroute, dump_fts and ibdiagnet, and detects the form of each file by its content. Switches are matched by GUID. "
      "Without SL2VL tables the virtual lane is the service level modulo the data lanes, without service "
      "levels each pair has level 0.";
  static constexpr std::tuple schema{
      param("path", &Params::path, "folder with the tables, or a single file of forwarding tables"),
      param("lfts", &Params::lfts, "file of forwarding tables"),
      param("sl2vl", &Params::sl2vl, "file of SL2VL tables"),
      param("service_levels", &Params::service_levels,
            "file of the service levels of pairs, or a QoS policy"),
  };
  static void check(Params const& params);
  static constexpr std::string_view needs = "channels in both directions and at most 254 ports per router";
  static constexpr bool by_terminal = true, supports_failures = true;

  explicit Forwarding(Params params) : params_(std::move(params)) {}
  bool serves(Machine const& machine) const {
    return machine.bidirectional() && machine.has_two_way_terminals();
  }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;
  SharesPtr shares(Machine const& machine) const;
  RoutingTables tables(Machine const& machine, NumberedFabric const& fabric, FabricEnds ends) const;

 private:
  Params params_;
};

}  // namespace weft::routing
