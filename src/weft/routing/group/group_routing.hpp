// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/ugal/ugal_params.hpp"

namespace weft::routing {

/// The choice between a minimal path and a detour in a network of groups.
enum class GroupDetour : std::uint8_t {
  none,                   ///< along a minimal path
  always,                 ///< via an intermediate router: the target of a global channel to a third group
  adaptive,               ///< either path, selected by UGAL at the source
  progressive,            ///< selected by UGAL at the source, and again after a local hop on the minimal path
  adaptive_any_terminal,  ///< selected by UGAL; the detour leads via the router of any terminal of another group
};

/// Virtual-channel classes in a network of groups: for each leg, the classes of the local channel before the
/// global channel, of the global channel, and of the local channel after the global channel.
struct GroupClasses {
  using Leg = std::array<std::uint8_t, 3>;
  Leg direct{};          ///< without an intermediate router
  Leg first{};           ///< to the intermediate router
  Leg last{};            ///< from the intermediate router
  std::uint8_t own = 0;  ///< from the source to a destination in its group
  std::uint8_t count = 1;
};

/// Routing rule of `minimal`, `valiant`, `ugal` and `par` on groups: on a dragonfly or another network of
/// pairwise linked cliques.
struct GroupPolicy {
  GroupDetour detour = GroupDetour::none;
  GroupClasses classes;
  UgalParams comparison;

  /// Uses class 0 before the global channel and class 1 on it and after it (Kim, Dally, Scott & Abts, ISCA
  /// 2008): classes are ascending in the order local 0 < global 1 < local 1.
  static GroupPolicy minimal() { return {GroupDetour::none, {{0, 1, 1}, {}, {}, 0, 2}, {}}; }
  /// Uses class 0 up to the target of the first global channel, then minimal routing in the higher classes:
  /// classes are ascending in the order local 0 < global 0 < local 1 < global 2 < local 2.
  static GroupPolicy valiant() { return {GroupDetour::always, {{1, 2, 2}, {0, 0, 0}, {1, 2, 2}, 2, 3}, {}}; }
  static GroupPolicy ugal(UgalParams const& comparison) {
    auto policy = valiant();
    policy.detour = GroupDetour::adaptive;
    policy.comparison = comparison;
    return policy;
  }
  /// Adds a lower local class for the hop after which a packet may be diverted.
  static GroupPolicy par(UgalParams const& comparison) {
    return {GroupDetour::progressive, {{0, 3, 3}, {1, 1, 1}, {2, 3, 3}, 3, 4}, comparison};
  }
  /// Uses UGAL as in BookSim 2 (routing function ugal_dragonflynew): the whole first leg is in class 0, so
  /// packets that own a global channel of class 0 wait for local channels of class 0 and vice versa, which
  /// can deadlock.
  static GroupPolicy booksim_ugal(UgalParams const& comparison) {
    return {GroupDetour::adaptive_any_terminal, {{1, 2, 2}, {0, 0, 0}, {1, 2, 2}, 2, 3}, comparison};
  }
};

/// Purpose of the virtual channels of Valiant's routing on groups, for messages.
inline constexpr std::string_view why_on_groups =
    "one to the intermediate group, one before the last global channel, one from that channel on";

/// Binds the policy on the groups of the machine. With fewer `vcs` than policy.classes.count, the routing may
/// deadlock.
ChannelRoutingPtr bind_on_groups(Machine const& machine, GroupPolicy const& policy, std::uint32_t vcs);

/// Returns the number of virtual channels that the policy needs, including its detours around failures
/// (Detours).
std::uint32_t vcs_on_groups(Machine const& machine, GroupPolicy const& policy);
/// Binds the policy with detours around failures. `why`: see supplied_vcs().
ChannelRoutingPtr bind_around_failures(std::string_view name, Machine const& machine,
                                       GroupPolicy const& policy, std::string_view why,
                                       VcSupply const& supply);

}  // namespace weft::routing
