// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/masked/masked_core.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace weft::flit {
namespace {

/// Returns `options` with all supported options set to their defaults.
RouterOptions without_known(RouterOptions options) {
  RouterOptions const defaults;
  options.vcs = defaults.vcs;
  options.vc_buffer = defaults.vc_buffer;
  options.routing_delay = defaults.routing_delay;
  options.vc_allocation_delay = defaults.vc_allocation_delay;
  options.switch_allocation_delay = defaults.switch_allocation_delay;
  options.switch_delay = defaults.switch_delay;
  options.credit_delay = defaults.credit_delay;
  options.speedup = defaults.speedup;
  if (options.allocator == AllocatorKind::input_first) options.allocator = defaults.allocator;
  options.flow = defaults.flow;  // supported as `cut_through`
  options.cut_through = defaults.cut_through;
  options.ejection_vc = defaults.ejection_vc;
  options.message_classes = defaults.message_classes;
  return options;
}

/// Buffer size in bytes up to which prefetching costs more than it gains.
constexpr std::size_t near_memory = std::size_t{1} << 18;

/// Returns the maximum number of cycles that a credit is in flight.
std::uint64_t longest_credit(FlitNetwork const& network, RouterOptions const& options) {
  return network.longest_latency() + options.credit_delay + std::uint64_t{1};
}

/// Returns whether the delay lines need little memory: at most 512 words per router, or at most four words
/// per buffer slot of an input port.
bool fits(FlitNetwork const& network, RouterOptions const& options) {
  constexpr std::uint64_t always = 512;
  auto const cycles = std::bit_ceil(longest_passage(network, options) + 1) +
                      2 * options.speedup * std::bit_ceil(longest_credit(network, options) + 1) +
                      std::bit_ceil(options.before_allocation() + std::uint64_t{2});
  return cycles <= always || cycles <= std::uint64_t{4} * options.vcs * options.vc_buffer;
}

/// Returns the maximum number of input or output virtual channels of a router, rounded up to a power of two
/// at each port.
std::uint32_t max_places(FlitNetwork const& network, RouterRange const& range, RouterOptions const& options) {
  return max_ports(network, range) * std::bit_ceil(options.vcs);
}

/// Prefetches the flits that leave.
template <class Word>
[[gnu::always_inline]] inline void fetch_flits(MaskedArrays<Word> const& routers,
                                               std::span<VcEvent const> leaving) {
  for (auto const event : leaving) {
    auto const r = router_of(event);
    auto const from =
        static_cast<std::uint32_t>(std::countr_zero(routers.set(r, routers.at.owner + vc_of(event))));
    __builtin_prefetch(&routers.flit(r, from, routers.ring(r, from).head));
  }
}

/// Calls send(router, output VC) for each event. `fetches`: whether to prefetch the flits, in groups.
template <class Word, class Send>
[[gnu::always_inline]] inline void send_each(MaskedArrays<Word> const& routers, bool fetches,
                                             std::span<VcEvent const> leaving, Send const& send) {
  constexpr std::size_t at_once = 32;
  for (std::size_t first = 0; first < leaving.size(); first += at_once) {
    auto const some = leaving.subspan(first, std::min(at_once, leaving.size() - first));
    if (fetches) fetch_flits(routers, some);
    for (auto const event : some) send(router_of(event), vc_of(event));
  }
}

template <class Word, class... Of>
std::unique_ptr<Core> make_with(RouterOptions const& options, Of&&... of) {
  if (options.allocator == AllocatorKind::islip)
    return std::make_unique<MaskedCore<Word, AllocatorKind::islip>>(of...);
  return std::make_unique<MaskedCore<Word, AllocatorKind::input_first>>(of...);
}

}  // namespace

std::string reason_against_masked_core(FlitParams const& params, routing::ChannelTraits const& traits,
                                       FlitNetwork const* network) {
  if (params.interval != 0) return "interval records the buffers of a running simulation";
  if (params.throttle != 1) return "throttle observes the buffers of a running simulation";
  if (traits.width != 1) return "the routing returns several candidates";
  auto const options = router_options(params), rest = without_known(options);
  if (auto const others = write_params<RouterParams>(router_schema, rest, false); !others.empty())
    return fmt::format("{}={} needs the generic core", others.front().key, others.front().value);
  if (rest != RouterOptions{})
    return "marks, acknowledgments, priorities and trees of messages need the generic core";
  if (options.vc_buffer > 65535) return "the buffer of a virtual channel has more than 65,535 flits";
  if (network == nullptr) return {};
  if (network->is_paced()) return "channels differ in bandwidth";
  if (max_places(*network, {0, network->num_routers()}, options) > 64)
    return "a router has more than 64 virtual channels, if those of each port are rounded up to a power "
           "of two";
  if (network->num_routers() >= 1u << (32 - bits_of_vc)) return "the network has too many routers";
  if (!fits(*network, options)) return "channels are too slow or too long";
  return {};
}

std::uint64_t bytes_of_masked_cores(std::uint64_t routers, std::uint64_t ports, std::uint64_t in_flight,
                                    RouterOptions const& options) {
  using Word = std::uint64_t;
  constexpr std::uint64_t lists = 5;
  auto const places = std::uint64_t{std::bit_ceil(options.vcs)};
  auto const of_router = MaskedLayout(0, 0, options).size * sizeof(Word) +
                         std::bit_ceil(in_flight + 1) * (1 + 2 * options.speedup) * sizeof(Word);
  auto const of_place =
      2 * sizeof(Word) + sizeof(MaskedRing) + options.vc_buffer * sizeof(Flit) + lists * sizeof(VcEvent);
  return routers * of_router +
         ports * (places * of_place + 4 * sizeof(Word) + sizeof(MaskedInPort) + sizeof(MaskedOutPort));
}

std::unique_ptr<Core> make_masked_core(FlitNetwork const& network, routing::ChannelRouting const& routing,
                                       RouterOptions const& options, State& state, Exchange& exchange,
                                       std::size_t self) {
  if (max_places(network, exchange.division().of_partition(self), options) <= 32)
    return make_with<std::uint32_t>(options, network, routing, options, state, exchange, self);
  return make_with<std::uint64_t>(options, network, routing, options, state, exchange, self);
}

template <class Word, AllocatorKind kind>
MaskedCore<Word, kind>::MaskedCore(FlitNetwork const& network, routing::ChannelRouting const& routing,
                                   RouterOptions const& options, State& state, Exchange& exchange,
                                   std::size_t self)
    : Core(network, options, state, exchange, self),
      flits_(exchange.flits_to(self)),
      credits_(exchange.credits_to(self)),
      queue_(routing.traits().uses_local_queues || routing.traits().uses_remote_queues
                 ? state.queue
                 : std::span<std::int32_t>{}),
      memory_(network, options, exchange.division().of_partition(self)),
      routers_(memory_.arrays()),
      arrivals_(longest_passage(network, options), routers_.blocks),
      fetches_ahead_(routers_.place_of(routers_.size, 0) * routers_.depth * sizeof(Flit) > near_memory),
      delayed_(options.before_allocation() + std::uint64_t{1}, routers_.blocks),
      route_stage_(network, routing, options, state, routers_),
      vc_stage_(routers_, options),
      switch_stage_(routers_),
      heads_(routers_.place_of(routers_.size, 0)),
      credited_(routers_.place_of(routers_.size, 0) * options.speedup),
      returned_(routers_.place_of(routers_.size, 0) * options.speedup),
      staying_(routers_.place_of(routers_.size, 0)),
      leaving_(routers_.place_of(routers_.size, 0)) {
  for (std::uint32_t i = 0; i < options.speedup; ++i)
    returning_.emplace_back(longest_credit(network, options), std::size_t{2} * routers_.blocks);
}

/// Adds a credit that arrives in `cycle` to the first delay line without a credit for the same VC in that
/// cycle; there are enough lines for all credits of a cycle.
template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::add_credit(std::uint64_t cycle, std::uint32_t word, std::uint32_t place) {
  auto const line = std::ranges::find_if(
      returning_, [&](auto const& returning) { return (returning.word(cycle, word) >> place & 1) == 0; });
  WEFT_EXPECT(line != returning_.end());
  line->word(cycle, word) |= Set::bit(place);
}

template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::consume(std::uint64_t now) {
  auto& ejected = links_.ejected(now);
  for (auto const& ejection : ejected) {
    auto const out = network_.ejection_port(ejection.terminal), r = network_.router_of_out(out);
    add_credit(now + network_.latency(out) + options_.credit_delay, r - routers_.first,
               ((out - network_.first_out(r)) << routers_.shift) + ejection.vc);
    if ((ejection.flit & tail_bit) != 0) free_packet(ejection.flit & packet_mask);
  }
  ejected.clear();
}

/// Receives the flits and credits from other partitions, and the flits that terminals have just sent.
template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::receive_from_elsewhere(std::uint64_t now) {
  auto const put = [&](std::uint64_t then, FlitEvent const& event) {
    auto const r = network_.router_of_in(event.in);
    auto const place = ((event.in - network_.first_in(r)) << routers_.shift) + event.vc;
    routers_.put(r - routers_.first, place, event.flit);
    arrivals_.word(then, r - routers_.first) |= Set::bit(place);
  };
  for (auto const& event : injected_) put(now + network_.latency_in(event.in), event);
  injected_.clear();
  if (flits_.size() == 1) return;
  for (auto& wheel : flits_) {
    for (auto const& event : wheel.now(now)) put(now, event);
    wheel.now(now).clear();
  }
  for (auto& wheel : credits_) {
    for (auto const& event : wheel.now(now)) {
      auto const r = network_.router_of_out(event.out);
      add_credit(now, r - routers_.first, ((event.out - network_.first_out(r)) << routers_.shift) + event.vc);
    }
    wheel.now(now).clear();
  }
}

/// Processes the arrivals of a block: flits, credits, and heads that have reached the front of their VC.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline void MaskedCore<Word, kind>::receive_block(std::uint64_t now, std::uint32_t b) {
  auto* const block = routers_.block(b);
  auto const counts = routers_.counts(block), credits = routers_.credits(block);
  auto& arriving = arrivals_.of(now)[b];
  Vector const buffered = counts.positive(), active = block[routers_.at.active];
  Vector const heads = ((arriving & ~buffered) | (block[routers_.at.was_active] & buffered)) & ~active;
  block[routers_.at.was_active] = active;
  counts.add(arriving);
  arriving = Vector{};
  if (options_.before_allocation() == 0) {
    heads_.append<Word>(heads, b * Set::count);
  } else {
    delayed_.of(now + options_.before_allocation())[b] |= heads;
    auto& due = delayed_.of(now)[b];
    heads_.append<Word>(due, b * Set::count);
    due = Vector{};
  }
  for (auto& line : returning_) {
    auto& credit = line.of(now)[b];
    auto& of_sources = line.of(now)[routers_.blocks + b];
    if (!queue_.empty()) credited_.append<Word>(credit, b * Set::count);
    returned_.append<Word>(of_sources, b * Set::count);
    credits.add(credit);
    credit = of_sources = Vector{};
  }
}

template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::receive(std::uint64_t now) {
  for (std::uint32_t b = 0; b < routers_.blocks; ++b) receive_block(now, b);
  for (auto const event : credited_.events()) --queue_[network_port(router_of(event), vc_of(event))];
  credited_.clear();
  for (auto const event : returned_.events()) {
    auto const r = routers_.first + router_of(event), port = vc_of(event) >> routers_.shift;
    auto const e = network_.source(network_.first_in(r) + port) & ~FlitNetwork::terminal_bit;
    ++state_.source_credits[std::size_t{e} * routers_.vcs + (vc_of(event) - (port << routers_.shift))];
  }
  returned_.clear();
}

/// Registers the heads that reached the front of their VC in the last allocation, for the next allocation of
/// the same cycle.
template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::find_next_heads() {
  if (options_.before_allocation() > 0) return;
  for (std::uint32_t b = 0; b < routers_.blocks; ++b) {
    auto* const block = routers_.block(b);
    Vector const active = block[routers_.at.active];
    heads_.append<Word>(block[routers_.at.was_active] & ~active & routers_.counts(block).positive(),
                        b * Set::count);
    block[routers_.at.was_active] = active;
  }
}

/// Runs the VC and switch allocators of a block, both on the state at the start of the allocation.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline void MaskedCore<Word, kind>::allocate(std::uint32_t b) {
  auto* const block = routers_.block(b);
  auto const& at = routers_.at;
  auto const grants = switch_stage_.allocate(block);
  vc_stage_.allocate(block);
  block[at.was_active] |= block[at.active];
  routers_.counts(block).subtract(grants.inputs);
  routers_.credits(block).subtract(grants.outputs);
  staying_.append<Word>(grants.outputs & block[at.inside], b * Set::count);
  leaving_.append<Word>(grants.outputs & ~block[at.inside], b * Set::count);
}

/// Removes and returns the flit that leaves through an output VC, and sends the credit for its slot. A tail
/// flit frees the output VC.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline Flit MaskedCore<Word, kind>::leave(MaskedArrays<Word> const& routers,
                                                                 SetsOfCycles<Word> const& returning,
                                                                 std::uint64_t now, std::uint32_t r,
                                                                 std::uint32_t place) {
  auto& owner = routers.set(r, routers.at.owner + place);
  auto const from = static_cast<std::uint32_t>(std::countr_zero(owner));
  auto const port = from >> routers.shift, v = from - (port << routers.shift);
  auto const flit = routers.take(r, from);
  auto const unless_tail = static_cast<Word>(Word{(flit & tail_bit) != 0} - 1);
  routers.set(r, routers.at.active) &= static_cast<Word>(~owner | unless_tail);
  owner &= unless_tail;
  auto const& to = routers.in_port(r, port);
  if (to.is_elsewhere) [[unlikely]]
    links_.send_credit(now, network_.first_in(routers.first + r) + port, static_cast<std::uint8_t>(v));
  else
    returning.word(now + to.cycles, to.word) |= Set::bit(to.place + v);
  return flit;
}

/// Counts a flit that traverses the switch, and returns the cycle in which it enters its channel. With
/// speedup, several flits traverse the switch per cycle and queue for the channel.
template <class Word, AllocatorKind kind>
[[gnu::always_inline]] inline std::uint64_t MaskedCore<Word, kind>::channel_cycle(std::uint64_t leaving,
                                                                                  bool queues,
                                                                                  MaskedOutPort& port) {
  ++port.sent;
  if (!queues) return leaving;
  auto const leaves = std::max(leaving, port.free_at);
  port.free_at = leaves + 1;
  return leaves;
}

/// Sends the flits that were granted the switch. `leaving`: cycle in which they enter idle channels.
template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::send(std::uint64_t now, std::uint32_t part, std::uint64_t leaving) {
  auto const routers = routers_;
  SetsOfCycles<Word> const arrivals = arrivals_, returning = returning_[part];
  bool const queues = options_.speedup > 1;
  if (!queue_.empty())
    for (auto const* list : {&staying_, &leaving_})
      for (auto const event : list->events()) ++queue_[network_port(router_of(event), vc_of(event))];
  send_each(routers, fetches_ahead_, staying_.events(), [&](std::uint32_t r, std::uint32_t place) {
    auto const out = place >> routers.shift;
    auto const flit = leave(routers, returning, now, r, place);
    auto& port = routers.out_port(r, out);
    auto const to = port.peer + (place - (out << routers.shift));
    routers.put(router_of(to), vc_of(to), flit);
    arrivals.word(channel_cycle(leaving, queues, port) + port.cycles, router_of(to)) |= Set::bit(vc_of(to));
  });
  staying_.clear();
  send_each(routers, fetches_ahead_, leaving_.events(), [&](std::uint32_t r, std::uint32_t place) {
    auto const out = place >> routers.shift;
    auto const flit = leave(routers, returning, now, r, place);
    auto& port = routers.out_port(r, out);
    auto const v = static_cast<std::uint8_t>(place - (out << routers.shift));
    auto const leaves = channel_cycle(leaving, queues, port);
    if (port.ejects)
      links_.eject(leaves + port.cycles, {port.peer, flit, v});
    else
      links_.send_flit(leaves, network_port(r, place), flit, v);
  });
  leaving_.clear();
}

template <class Word, AllocatorKind kind>
void MaskedCore<Word, kind>::step(std::uint64_t now) {
  receive_from_elsewhere(now);
  receive(now);
  for (std::uint32_t part = 0; part < options_.speedup; ++part) {
    if (part > 0) find_next_heads();
    route_stage_.route(heads_.events());
    heads_.clear();
    for (std::uint32_t b = 0; b < routers_.blocks; ++b) allocate(b);
    bool const is_last = part + 1 == options_.speedup;
    send(now, part, now + (is_last ? options_.traversal() : options_.min_traversal()));
  }
}

template class MaskedCore<std::uint32_t, AllocatorKind::islip>;
template class MaskedCore<std::uint32_t, AllocatorKind::input_first>;
template class MaskedCore<std::uint64_t, AllocatorKind::islip>;
template class MaskedCore<std::uint64_t, AllocatorKind::input_first>;

}  // namespace weft::flit
