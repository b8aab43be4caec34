// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "support/forward_oracle.hpp"
#include "support/machine_of.hpp"
#include "weft/engine/rounds/forward/store_and_forward.hpp"
#include "weft/network/failures.hpp"
#include "weft/routing/bind.hpp"

namespace weft {

/// A network with a routing.
struct ForwardMachine {
  NetworkPtr network;
  PacketRoutingPtr routing;
  rounds::ForwardResult run(Traffic const& traffic,
                            rounds::StoreAndForward::Params const& params = {}) const {
    return rounds::StoreAndForward(params).run({.network = *network, .routing = *routing, .seed = 11},
                                               traffic);
  }
  ForwardOracle::Answer slow(Traffic const& traffic, rounds::ForwardSettings settings = {}) const {
    settings.seed = 11;
    return ForwardOracle(*network, *routing, settings).run(traffic);
  }
};

template <class T>
ForwardMachine forward_machine(T const& topology, std::string const& routing,
                               FailureParams const& failures = {}) {
  auto const machine = machine_of(topology, failures);
  return {machine.network(), routing::bind_packets(Spec::parse(routing), machine)};
}

/// value:times of each value that occurred.
inline std::string text(Histogram const& histogram) {
  std::string line;
  for (auto const [value, times] : histogram.bins())
    line += std::to_string(value) + ":" + std::to_string(times) + " ";
  return line;
}

/// Every measure of the fast engine equals the slow one's.
inline void expect_same(rounds::ForwardResult const& fast, ForwardOracle::Answer const& slow) {
  EXPECT_EQ(fast.rounds, slow.rounds);
  EXPECT_EQ(fast.delivered, slow.delivered);
  EXPECT_EQ(fast.unreachable, slow.unreachable);
  EXPECT_EQ(fast.hops, slow.hops);
  EXPECT_EQ(fast.transmissions, slow.transmissions);
  EXPECT_EQ(fast.duplicates, slow.duplicates);
  EXPECT_EQ(fast.longest_queue, slow.longest_queue);
  EXPECT_EQ(text(fast.delay), text(slow.delay));
}

}  // namespace weft
