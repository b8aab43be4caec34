// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "weft/engine/flit/core.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/engine/flit/masked/delay_line.hpp"
#include "weft/engine/flit/masked/masked_route_stage.hpp"
#include "weft/engine/flit/masked/masked_routers.hpp"
#include "weft/engine/flit/masked/masked_switch_stage.hpp"
#include "weft/engine/flit/masked/masked_vc_stage.hpp"

namespace weft::flit {

/// Returns the reason why the masked core does not support a network; empty if it does. The core requires
/// routers of at most 64 input and 64 output virtual channels (their number per port rounded up to a power of
/// two), a routing that returns one candidate, channels that carry a flit per cycle and are not too long, and
/// neither `interval` nor `throttle`. Of the router options, only `vcs`, `vc_buffer`, the delays, `speedup`,
/// `allocator` (islip or input_first), flow control, `ejection_vc` and message classes may differ from the
/// defaults. If `network` is null: a reason that is independent of the network.
std::string reason_against_masked_core(FlitParams const& params, routing::ChannelTraits const& traits,
                                       FlitNetwork const* network = nullptr);

/// Returns the memory of masked cores with `routers` routers and `ports` input ports, in bytes. `in_flight`:
/// maximum number of cycles that a flit or credit is in flight.
std::uint64_t bytes_of_masked_cores(std::uint64_t routers, std::uint64_t ports, std::uint64_t in_flight,
                                    RouterOptions const& options);

/// Creates the masked core of partition `self`; the arguments are those of `Core`.
std::unique_ptr<Core> make_masked_core(FlitNetwork const& network, routing::ChannelRouting const& routing,
                                       RouterOptions const& options, State& state, Exchange& exchange,
                                       std::size_t self);

/// The bit-sliced core, for small routers and basic options. A router is represented by sets of its virtual
/// channels, each a word of 32 or 64 bits; the sets of several routers are the lanes of a vector, and the
/// allocators process all lanes in parallel, without branches. Counts of flits and credits are bit planes. A
/// flit that leaves is stored immediately in the downstream buffer, since its credit guarantees a slot there;
/// only a bit is in flight, and likewise for credits. Results are bit-identical to `Partition`.
template <class Word, AllocatorKind kind>
class MaskedCore final : public Core {
 public:
  MaskedCore(FlitNetwork const& network, routing::ChannelRouting const& routing, RouterOptions const& options,
             State& state, Exchange& exchange, std::size_t self);

  void consume(std::uint64_t now) override;
  void step(std::uint64_t now) override;
  void add_sent(std::span<std::uint64_t> flits) const override;
  void reset_sent() override;
  void add_buffered(std::span<std::uint64_t> flits) const override;
  void show(State& state) const override;

 private:
  using Vector = typename Lanes<Word>::Vector;
  using Set = Lanes<Word>;
  void receive_from_elsewhere(std::uint64_t now);
  void receive(std::uint64_t now);
  void receive_block(std::uint64_t now, std::uint32_t b);
  void add_credit(std::uint64_t cycle, std::uint32_t word, std::uint32_t place);
  void find_next_heads();
  void allocate(std::uint32_t b);
  void send(std::uint64_t now, std::uint32_t part, std::uint64_t leaving);
  Flit leave(MaskedArrays<Word> const& routers, SetsOfCycles<Word> const& returning, std::uint64_t now,
             std::uint32_t r, std::uint32_t place);
  static std::uint64_t channel_cycle(std::uint64_t leaving, bool queues, MaskedOutPort& port);
  std::uint32_t network_port(std::uint32_t r, std::uint32_t place) const {
    return network_.first_out(routers_.first + r) + (place >> routers_.shift);
  }
  void show_inputs(State& state, std::uint32_t r) const;
  void show_outputs(State& state, std::uint32_t r) const;
  std::uint32_t accepted(std::uint32_t r, std::uint32_t place) const;
  void show_candidate(State& state, std::uint32_t r, std::uint32_t place, std::size_t index) const;
  Word requesting(std::uint32_t r) const;

  std::vector<Wheel<FlitEvent>>& flits_;      // to this partition, from other partitions and ranks
  std::vector<Wheel<CreditEvent>>& credits_;  // to this partition, from other partitions and ranks
  std::span<std::int32_t> queue_;             // credits in use; empty if the routing does not use queues
  MaskedRouters<Word> memory_;
  MaskedArrays<Word> const routers_;
  DelayLine<Word> arrivals_;  // input VCs at which flits arrive
  /// Output VCs, then sources, at which credits arrive; a VC with several credits in a cycle is in several
  /// lines.
  std::vector<DelayLine<Word>> returning_;
  bool const fetches_ahead_;  // prefetches, because the state is larger than the nearest cache
  DelayLine<Word> delayed_;   // input VCs with heads that finish their routing delay
  MaskedRouteStage<Word> route_stage_;
  MaskedVcStage<Word, kind> vc_stage_;
  MaskedSwitchStage<Word, kind> switch_stage_;
  EventList heads_, credited_, returned_;
  EventList staying_, leaving_;  // output VCs that send a flit to routers of the partition; elsewhere
};

}  // namespace weft::flit
