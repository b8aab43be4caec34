// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::topology {
class KaryNfly;
}  // namespace weft::topology

namespace weft::routing {

/// The routing `destination_tag`.
struct DestinationTag {
  struct Params {};
  static constexpr std::string_view name = "destination_tag";
  static constexpr std::string_view aliases[] = {"dest_tag"};
  static constexpr std::string_view doc =
      "Routing of the k-ary n-fly: at each stage, the next digit of the destination selects the output, the most "
      "significant digit first (Dally & Towles, Principles and Practices of Interconnection Networks, "
      "section 8.4.1). This is the only path. Needs one virtual channel.";
  static constexpr std::tuple schema{};
  static constexpr std::string_view needs = "kary_nfly";

  explicit DestinationTag(Params const&) {}
  bool serves(Machine const& machine) const { return machine.as<topology::KaryNfly>() != nullptr; }
  std::uint32_t vcs_needed(Machine const&) const { return 1; }
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;
};

}  // namespace weft::routing
