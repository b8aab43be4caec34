// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/form.hpp"
#include "weft/routing/form/sample_params.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::routing {

/// Selection of the upward channel of a packet.
enum class UpChoice : std::uint8_t { random, adaptive, d_mod_k };

}  // namespace weft::routing

namespace weft {
template <>
inline constexpr EnumValue<routing::UpChoice> enum_values<routing::UpChoice>[] = {
    {"random", routing::UpChoice::random, "any upward port, uniformly at random at each router"},
    {"adaptive", routing::UpChoice::adaptive,
     "the port with the shorter queue of two randomly drawn ports (see samples)"},
    {"d_mod_k", routing::UpChoice::d_mod_k,
     "the port that the digits of the destination determine, so that all packets to one terminal use "
     "one root (Zahavi, Johnson, Kerbyson & Lang, CCPE 22(2), 2010)"},
};
}  // namespace weft

namespace weft::routing {

/// The routing `nearest_common_ancestor`.
struct NearestCommonAncestor {
  struct Params : SampleParams {
    UpChoice choice = UpChoice::random;
  };
  static constexpr std::string_view name = "nearest_common_ancestor";
  static constexpr std::string_view aliases[] = {"nca"};
  static constexpr std::string_view doc =
      "Routing of trees, fat trees and butterflies with all terminals at one end: up to a nearest router above both "
      "source and destination, then down the only path (Leiserson, IEEE Trans. Computers C-34(10), 1985). "
      "Minimal, and free of deadlock with one virtual channel. With failures, up to an ancestor with an "
      "intact path down; if there is none, by an up*/down* path on a second virtual channel.";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{param("choice", &Params::choice, "selection of the upward channel")}, sample_schema<Params>);
  static constexpr std::string_view needs =
      "a tree or butterfly (binary_tree, leiserson_fat_tree, kary_ntree, xgft, butterfly)";
  static constexpr bool rerouted = true;

  explicit NearestCommonAncestor(Params const& params) : params_(params) {}
  static void check(Params const& params);
  bool serves(Machine const& machine) const { return machine.is_leveled(); }
  std::uint32_t vcs_needed(Machine const&) const { return 1; }
  void require_form(Form form) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;
  SharesPtr shares(Machine const& machine) const;

 private:
  Params params_;
};

}  // namespace weft::routing
