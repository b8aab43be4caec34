// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::routing {

/// Returns the local network of a CLEX as a separate machine.
Machine local_machine(topology::Clex const& clex);

/// Returns the number of virtual channels that a routing on CLEX needs if it visits level 1 up to `visits`
/// times: for each visit, the virtual channels of the default routing of the local network (one if there is
/// no local network), so that no visit waits for an earlier one.
std::uint32_t vcs_of_visits(topology::Clex const& clex, std::uint32_t visits);

/// Paths of packets inside a local network: the paths of its default routing, with a separate block of
/// virtual channels for each visit. A packet in the local network has a state, 0 .. num_states() - 1.
class LocalVisits {
 public:
  /// Throws InputError, naming `routing`, if the default routing of the local network is not oblivious or
  /// uses intermediate routers.
  LocalVisits(std::string_view routing, topology::Clex const& clex, std::uint32_t visits, std::uint32_t vcs);

  ChannelTraits const& traits() const { return traits_; }
  std::uint32_t num_states() const { return static_cast<std::uint32_t>(phases_.size()); }
  std::uint32_t first_state() const { return 0; }
  /// A packet at a router of the local network other than its target. The input port and the virtual channel
  /// of its Head are numbered as in the CLEX.
  struct Walk {
    std::uint32_t at, target, state, visit;
  };
  /// Writes the candidates to `out`, with their states as phases; returns their number.
  std::uint16_t route(Walk const& walk, Head const& head, Candidate* out) const;
  /// Appends all candidates that `route` may write.
  void possible(Walk const& walk, Head const& head, std::vector<Candidate>& out) const;

 private:
  Head local_head(Walk const& walk, Head const& head) const;
  std::uint32_t block(std::uint32_t visit) const { return visit < blocks_ ? visit : blocks_ - 1; }
  void lift(Candidate& candidate, std::uint32_t visit) const;
  void find_states();
  std::uint32_t state_of(std::uint16_t phase) const;

  LocalNetworkPtr network_;
  ChannelRoutingPtr routing_;
  ChannelTraits traits_;
  std::uint32_t block_vcs_, blocks_;
  std::vector<std::uint16_t> phases_;    // phases of the default routing, by state
  std::vector<std::uint16_t> state_of_;  // by phase
};

}  // namespace weft::routing
