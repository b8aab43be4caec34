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

/// The reason why the masked core cannot simulate a network, as text; empty if it can. It needs routers of at
/// most 64 input and 64 output virtual channels (their number per port rounded up to a power of two), a
/// routing that gives one candidate, and channels that carry a flit per cycle. Of the options of routers only
/// the delays, buffers, `speedup`, `allocator`, flow control, `ejection_vc` and message classes may differ
/// from the defaults. Without `network`: a reason that holds on every network.
std::string reason_against_masked_core(FlitParams const& params, routing::ChannelTraits const& traits,
                                       FlitNetwork const* network = nullptr);

/// The memory of masked cores with so many routers and input ports, in bytes. `in_flight`: the maximum number
/// of cycles that a flit or credit is in flight.
std::uint64_t bytes_of_masked_cores(std::uint64_t routers, std::uint64_t ports, std::uint64_t in_flight,
                                    RouterOptions const& options);

/// The masked core of partition `self`; as of `Core`.
std::unique_ptr<Core> make_masked_core(FlitNetwork const& network, routing::ChannelRouting const& routing,
                                       RouterOptions const& options, State& state, Exchange& exchange,
                                       std::size_t self);

/// The core for small routers and plain options. What a router decides by are sets of its virtual channels,
/// each a word of 32 or 64 bits; the same sets of several routers are side by side in a vector, and the
/// allocators treat all of these at once, without a branch. Numbers of flits and credits are sets of bits,
/// too. A flit that leaves is put at once into the buffer that it will reach, since its credit is for a place
/// there; what is in flight is only a bit, and the same holds for credits. Same bits as `Partition`.
template <class Word, AllocatorKind kind>
class MaskedCore final : public Core {
 public:
  MaskedCore(FlitNetwork const& network, routing::ChannelRouting const& routing, RouterOptions const& options,
             State& state, Exchange& exchange, std::size_t self);

  void consume(std::uint64_t now) override;
  void step(std::uint64_t now) override;
  void add_sent(std::span<std::uint64_t> flits) const override;
  void forget_sent() override;
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
  Word wishing(std::uint32_t r) const;

  std::vector<Wheel<FlitEvent>>& flits_;      // that other partitions and ranks send here
  std::vector<Wheel<CreditEvent>>& credits_;  // likewise
  std::span<std::int32_t> queue_;             // credits in use; empty if the routing does not look at them
  MaskedRouters<Word> memory_;
  MaskedArrays<Word> const routers_;
  DelayLine<Word> arrivals_;                // input VCs that flits reach
  std::vector<DelayLine<Word>> returning_;  // output VCs that credits reach, then those of sources; a VC that
                                            // gets several credits in a cycle is in several of the lines
  bool const fetches_ahead_;                // the state is too large for the nearest cache
  DelayLine<Word> delayed_;                 // input VCs whose heads can ask for an output VC
  MaskedRouteStage<Word> route_stage_;
  MaskedVcStage<Word, kind> vc_stage_;
  MaskedSwitchStage<Word, kind> switch_stage_;
  EventList heads_, credited_, returned_;
  EventList staying_, leaving_;  // output VCs whose flits go to routers of the partition; elsewhere
};

}  // namespace weft::flit
