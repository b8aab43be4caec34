#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "weft/engine/flit/core.hpp"
#include "weft/engine/flit/masked/masked_channels.hpp"
#include "weft/engine/flit/masked/masked_route_stage.hpp"
#include "weft/engine/flit/masked/masked_routers.hpp"
#include "weft/engine/flit/masked/masked_switch_stage.hpp"
#include "weft/engine/flit/masked/masked_vc_stage.hpp"

namespace weft::flit {

/// The core for small routers and plain options: sets of a router's virtual channels are 64-bit words, and
/// arbiters count their trailing zeros; a flit or credit in flight is one number; an input virtual channel
/// with its buffer is one line of the cache. The stages are loops over the events of all routers, mostly
/// without branches that a processor could mispredict. Same bits as `Partition`.
class MaskedCore final : public Core {
 public:
  /// Whether it can simulate that: each router has at most 64 input and 64 output virtual channels (their
  /// number per port rounded up to a power of two), the routing gives one candidate, channels carry a flit
  /// per cycle, and of the options only the delays, buffers, `speedup`, `allocator`, flow control and message
  /// classes differ from the defaults.
  static bool serves(FlitNetwork const& network, RouterOptions const& options,
                     routing::ChannelTraits const& traits);

  MaskedCore(FlitNetwork const& network, routing::ChannelRouting const& routing, RouterOptions const& options,
             State& state, Exchange& exchange, std::size_t self);

  void consume(std::uint64_t now) override;
  void step(std::uint64_t now) override;
  void add_sent(std::span<std::uint64_t> flits) const override;
  void forget_sent() override;
  void add_buffered(std::span<std::uint64_t> flits) const override;
  void show(State& state) const override;

 private:
  template <AllocatorKind kind>
  struct Stages {
    MaskedVcStage<kind> vcs;
    MaskedSwitchStage<kind> switches;
  };
  template <AllocatorKind kind>
  Stages<kind> stages();
  template <AllocatorKind kind>
  void step_with(std::uint64_t now, Stages<kind>& stages);
  void receive_from_elsewhere(std::uint64_t now);
  void receive_flits(std::uint64_t now);
  void receive_credits(std::uint64_t now);
  void start_heads(std::uint64_t now);
  void hold_heads(std::uint64_t now);
  void show_inputs(State& state, std::uint32_t r) const;
  void show_outputs(State& state, std::uint32_t r) const;

  std::vector<Wheel<FlitEvent>>& flits_;      // that other partitions and ranks send here
  std::vector<Wheel<CreditEvent>>& credits_;  // likewise
  std::span<std::int32_t> queue_;             // credits in use; empty if the routing does not look at them
  MaskedRouters routers_;
  MaskedChannels channels_;
  MaskedRouteStage route_stage_;
  std::variant<Stages<AllocatorKind::islip>, Stages<AllocatorKind::input_first>> stages_;
  std::vector<VcEvent> heads_;        // to be routed next
  std::optional<EventRing> delayed_;  // heads by the cycle in which they can ask for a VC, if not at once
};

}  // namespace weft::flit
