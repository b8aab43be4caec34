// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "support/machine_of.hpp"
#include "support/walk.hpp"
#include "weft/routing/bind.hpp"

namespace weft {

/// A routing bound to a topology, and the network that walks go through.
struct RoutingOn {
  NetworkPtr network;
  PacketRoutingPtr routing;
  Walk walk(std::uint32_t from, std::uint32_t to, std::uint64_t seed = 1) const {
    return {*network, *routing, {from}, {to}, seed};
  }
  /// A packet's whole path.
  Walk finished(std::uint32_t from, std::uint32_t to, std::uint64_t seed = 1) const {
    auto candidate = walk(from, to, seed);
    candidate.finish(routing->traits().hop_bound);
    return candidate;
  }
};

template <class T>
RoutingOn routing_on(T const& topology, std::string const& routing) {
  auto const machine = machine_of(topology);
  return {machine.network(), routing::bind_packets(Spec::parse(routing), machine)};
}

}  // namespace weft
