#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "support/vc_routings.hpp"
#include "weft/core/random.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/engine/flit/machine.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft {

/// A small machine for the flit engine with its routing.
struct FlitGround {
  Machine base;
  vc::RoutingPtr routing;
  flit::ChannelTimes times;
  std::unique_ptr<flit::Machine> machine;

  Network const& network() const { return *base.network(); }
  std::uint32_t terminals() const { return machine->num_terminals(); }
  /// Makes the machine anew, after a change of `times`.
  void rebuild() { machine = std::make_unique<flit::Machine>(network(), times); }
};

/// Every channel takes a cycle and carries a flit per cycle. The routing has the virtual channels of the parameters.
inline FlitGround flit_ground(Machine machine, std::string const& routing,
                              flit::FlitParams const& params = {}) {
  flit::check(params);
  auto const options = flit::router_options(params);
  FlitGround ground{std::move(machine), {}, {}, {}};
  ground.routing = vc::bind(Spec::parse(routing), ground.base,
                            {options.vcs / options.message_classes, params.may_deadlock});
  ground.times.latency.assign(ground.network().num_channels(), 1);
  ground.rebuild();
  return ground;
}

template <Topology T>
FlitGround flit_ground(T const& topology, std::string const& routing, flit::FlitParams const& params = {}) {
  return flit_ground(machine_of(topology), routing, params);
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
