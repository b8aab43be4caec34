// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "support/vc_routings.hpp"
#include "weft/core/random.hpp"
#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft {

/// A small network for the flit engine with its routing.
struct FlitSetup {
  Machine machine;
  routing::ChannelRoutingPtr routing;
  flit::ChannelTimes times;
  std::unique_ptr<flit::FlitNetwork> flit_network;

  Network const& network() const { return *machine.network(); }
  std::uint32_t terminals() const { return flit_network->num_terminals(); }
  /// Makes `flit_network` again after a change of `times`.
  void rebuild() { flit_network = std::make_unique<flit::FlitNetwork>(network(), times); }
};

/// Every channel takes a cycle and carries a flit per cycle. The routing has the virtual channels of the
/// parameters that are not for trees; if there are none, it is not used.
inline FlitSetup flit_setup(Machine machine, std::string const& routing,
                            flit::FlitParams const& params = {}) {
  flit::check(params);
  auto const options = flit::router_options(params);
  FlitSetup setup{std::move(machine), {}, {}, {}};
  auto const vcs = options.tree_vcs < options.vcs ? options.vcs - options.tree_vcs : routing::max_vcs;
  setup.routing = routing::bind_channels(Spec::parse(routing), setup.machine,
                                         {vcs / options.message_classes, params.allow_deadlock});
  setup.times.latency.assign(setup.network().num_channels(), 1);
  setup.rebuild();
  return setup;
}

template <Topology T>
FlitSetup flit_setup(T const& topology, std::string const& routing, flit::FlitParams const& params = {}) {
  return flit_setup(machine_of(topology), routing, params);
}

/// Independent, uniformly random destinations, without end.
class EndlessUniform : public Traffic {
 public:
  EndlessUniform(std::uint32_t terminals, std::uint64_t seed) : terminals_(terminals), seed_(seed) {}
  std::uint64_t num_terminals() const override { return terminals_; }
  std::uint64_t num_messages() const override { return terminals_ * messages({}); }
  std::uint64_t messages(TerminalId) const override { return std::uint64_t{1} << 31; }
  std::uint64_t uniform_messages() const override { return messages({}); }
  std::uint32_t nth_destination(TerminalId e, std::uint64_t k) const override {
    return static_cast<std::uint32_t>(mix64(mix64(seed_ + e.v) + k) % terminals_);
  }
  void destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const override {
    auto const each = out.size() / terminals;
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = nth_destination({first.v + static_cast<std::uint32_t>(i / each)}, i % each);
  }

 private:
  std::uint32_t terminals_;
  std::uint64_t seed_;
};

/// Every terminal sends to the same one, without end.
class EndlessHotSpot final : public EndlessUniform {
 public:
  EndlessHotSpot(std::uint32_t terminals, std::uint32_t to) : EndlessUniform(terminals, 0), to_(to) {}
  std::uint32_t nth_destination(TerminalId, std::uint64_t) const override { return to_; }

 private:
  std::uint32_t to_;
};

}  // namespace weft
