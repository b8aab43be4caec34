#pragma once

#include <memory>
#include <string>

#include "support/forward_oracle.hpp"
#include "weft/engine/rounds/store_and_forward.hpp"
#include "weft/routing/bind.hpp"

namespace weft {

/// A network with a routing.
struct ForwardMachine {
  NetworkPtr network;
  RoutingPtr routing;
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
ForwardMachine forward_machine(T const& topology, std::string const& routing) {
  auto const network = std::make_shared<Network const>(build_network(topology));
  return {network, bind_routing(Spec::parse(routing), topology, {.network = [&] { return network; }})};
}

}  // namespace weft
