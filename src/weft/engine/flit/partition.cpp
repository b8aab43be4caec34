#include "weft/engine/flit/partition.hpp"

#include <algorithm>

#include "weft/core/random.hpp"
#include "weft/engine/flit/partition_allocation.hpp"

namespace weft::flit {
namespace {

/// Bytes of buffers below which asking early for memory costs more than it gains.
constexpr std::size_t fits_into_cache = std::size_t{1} << 20;

// Functions that only ask early for memory are always_inline: g++ 12 takes them for functions without an effect and drops the calls.

/// Asks early for the first elements of an array, a few lines of the cache.
template <class T>
[[gnu::always_inline]] inline void fetch_lines(T const* first, std::size_t count) {
  constexpr std::size_t line = 64, most = 6 * line;
  auto const* const bytes = reinterpret_cast<char const*>(first);
  for (std::size_t i = 0; i < std::min(count * sizeof(T), most); i += line) __builtin_prefetch(bytes + i, 1);
}

std::uint32_t most_inputs(Machine const& machine, std::uint32_t first, std::uint32_t last) {
  std::uint32_t most = 1;
  for (auto r = first; r < last; ++r) most = std::max(most, machine.inputs(r));
  return most;
}

std::uint32_t most_outputs(Machine const& machine, std::uint32_t first, std::uint32_t last) {
  std::uint32_t most = 1;
  for (auto r = first; r < last; ++r) most = std::max(most, machine.outputs(r));
  return most;
}

}  // namespace

/// A flit may queue at its output for all that its channel's credits allow.
std::uint64_t longest_way(Machine const& machine, RouterOptions const& options) {
  bool const queues = options.speedup > 1 || machine.is_paced();
  auto const flits = queues ? std::uint64_t{options.vcs} * options.vc_buffer : 0;
  auto const queue = flits * machine.slowest_pace() / ChannelTimes::cycle + 1;
  return machine.longest_latency() + options.traversal() + queue + 2;
}

std::uint64_t lookahead(Machine const& machine, RouterOptions const& options) {
  return machine.shortest_latency() + 1 + std::min(options.least_traversal(), options.credit_delay);
}

Partition::Partition(Machine const& machine, vc::Routing const& routing, RouterOptions const& options,
                     State& state, std::uint32_t first_router, std::uint32_t last_router)
    : machine_(machine),
      routing_(routing),
      options_(options),
      s_(static_cast<Arrays const&>(state)),
      packets_(state.packets),
      vcs_of_a_class_(options.vcs / options.message_classes),
      first_class_(vc::VcBlocks(vcs_of_a_class_, 1).all()),
      first_router_(first_router),
      last_router_(last_router),
      ejections_(longest_way(machine, options)),
      decides_early_(options.decision == Decision::injection && routing.traits().sees_queues &&
                     routing.traits().width == 1),
      delayed_heads_(options.before_allocation() + std::uint64_t{2}),
      fetches_ahead_(state.buffer.size() * sizeof(Flit) > fits_into_cache),
      tracks_use_(options.hold_switch || options.speculative),
      vc_allocator_(options.allocator, options.arbitration,
                    std::size_t{most_inputs(machine, first_router, last_router)} << state.shift,
                    std::size_t{most_outputs(machine, first_router, last_router)} << state.shift),
      switch_allocator_(options.allocator, options.arbitration,
                        most_inputs(machine, first_router, last_router),
                        most_outputs(machine, first_router, last_router)) {
  if (decides_early_) state.packets.keep_ways();
  if (!tracks_use_) return;
  used_in_.resize(most_inputs(machine, first_router, last_router));
  used_out_.resize(most_outputs(machine, first_router, last_router));
}

void Partition::connect(std::size_t partitions, std::uint16_t self) {
  self_ = self;
  auto const apart = lookahead(machine_, options_);
  flits_from_.assign(partitions, Wheel<FlitEvent>(longest_way(machine_, options_) + apart));
  credits_from_.assign(partitions,
                       Wheel<CreditEvent>(machine_.longest_latency() + options_.credit_delay + 1 + apart));
}

void Partition::find_ways(std::vector<Partition*> const& all,
                          std::vector<std::uint16_t> const& partition_of) {
  first_in_ = machine_.first_in(first_router_);
  first_out_ = machine_.first_out(first_router_);
  for (auto in = first_in_; in < machine_.first_in(last_router_); ++in) {
    auto const source = machine_.source(in);
    bool const is_terminal = (source & Machine::terminal_bit) != 0;
    auto* const there = is_terminal ? this : all[partition_of[machine_.router_of_out(source)]];
    ways_back_.push_back({&there->credits_from_[self_], source,
                          1 + machine_.latency_in(in) + (is_terminal ? 0 : options_.credit_delay)});
  }
  for (auto out = first_out_; out < machine_.first_out(last_router_); ++out) {
    auto const target = machine_.target(out);
    bool const is_terminal = (target & Machine::terminal_bit) != 0;
    auto* const wheel =
        is_terminal ? nullptr : &all[partition_of[machine_.router_of_in(target)]]->flits_from_[self_];
    ways_on_.push_back({wheel, target, 1 + machine_.latency(out)});
  }
}

std::uint32_t Partition::new_packet(Packet const& packet) {
  if (free_packets_.empty()) packets_.take(free_packets_);
  auto const number = free_packets_.back();
  free_packets_.pop_back();
  packets_[number] = packet;
  return number;
}

void Partition::inject(std::uint64_t now, std::uint32_t e, std::uint32_t v, Flit flit) {
  --s_.source_credits[std::size_t{e} * s_.vcs + v];
  auto const bit = std::uint64_t{1} << v;
  if ((flit & tail_bit) == 0) {
    s_.source_vcs[e] &= ~bit;
  } else if (options_.atomic_vcs) {
    s_.source_vcs[e] &= ~bit;
    s_.source_emptying[e] |= bit;
  } else {
    s_.source_vcs[e] |= bit;
  }
  auto const in = machine_.injection_port(e);
  flits_from_[self_].at(now + machine_.latency_in(in), {in, flit, static_cast<std::uint8_t>(v)});
}

void Partition::consume(std::uint64_t now, Ejected const& it) {
  auto const out = machine_.ejection_port(it.terminal);
  credits_from_[self_].at(now + machine_.latency(out) + options_.credit_delay, {out, it.vc});
  if ((it.flit & tail_bit) == 0) return;
  free_packets_.push_back(it.flit & packet_mask);
  if (free_packets_.size() == 2 * PacketStore::bulk) packets_.give_back(free_packets_);
}

void Partition::set_ready(std::uint32_t r, std::uint32_t in, std::uint32_t v) {
  s_.in_port[in].ready |= std::uint64_t{1} << v;
  auto const port = in - machine_.first_in(r);
  s_.ready_ports[std::size_t{r} * s_.words + port / 64] |= std::uint64_t{1} << port % 64;
}

void Partition::clear_ready(std::uint32_t r, std::uint32_t in, std::uint32_t v) {
  auto& ready = s_.in_port[in].ready;
  ready &= ~(std::uint64_t{1} << v);
  if (ready != 0) return;
  auto const port = in - machine_.first_in(r);
  s_.ready_ports[std::size_t{r} * s_.words + port / 64] &= ~(std::uint64_t{1} << port % 64);
}

void Partition::new_head(std::uint64_t seen, std::uint32_t in, std::uint32_t v) {
  s_.input[ivc(in, v)].phase = Phase::routing;
  Head const head{in, static_cast<std::uint8_t>(v)};
  if (auto const delay = options_.before_allocation(); delay > 0)
    delayed_heads_.at(seen + delay, head);
  else
    heads_.push_back(head);
}

void Partition::store(FlitEvent const& event) {
  auto const index = ivc(event.in, event.vc);
  auto& input = s_.input[index];
  auto place = std::uint32_t{input.head} + input.count;
  if (place >= s_.depth) place -= s_.depth;
  s_.buffer[index * s_.depth + place] = event.flit;
  if (decides_early_ && (event.flit & head_bit) != 0 &&
      (machine_.source(event.in) & Machine::terminal_bit) != 0)
    injected_.push_back({{event.in, event.vc}, event.flit & packet_mask});
  if (input.count++ != 0) return;
  if (input.phase == Phase::idle) {
    new_head(now_, event.in, event.vc);
  } else if (input.phase == Phase::active) {
    auto const r = machine_.router_of_in(event.in);
    if (s_.output[s_.place(machine_.first_out(r) + input.out, input.out_vc)].credits > 0)
      set_ready(r, event.in, event.vc);
  }
}

void Partition::take_at_source(std::uint32_t e, std::uint32_t v) {
  auto const bit = std::uint64_t{1} << v;
  if (++s_.source_credits[std::size_t{e} * s_.vcs + v] < s_.depth || !options_.atomic_vcs) return;
  s_.source_vcs[e] |= s_.source_emptying[e] & bit;
  s_.source_emptying[e] &= ~bit;
}

void Partition::take(CreditEvent const& event) {
  if ((event.out & Machine::terminal_bit) != 0)
    return take_at_source(event.out & ~Machine::terminal_bit, event.vc);
  auto const index = s_.place(event.out, event.vc);
  --s_.queue[event.out];
  bool const was_empty = s_.output[index].credits++ == 0;
  auto const bit = std::uint64_t{1} << event.vc;
  if (options_.atomic_vcs && (s_.emptying_vcs[event.out] & bit) != 0) {
    if (s_.output[index].credits < s_.depth) return;
    s_.emptying_vcs[event.out] &= ~bit;
    s_.out_port[event.out].free_vcs |= bit;
  }
  if (!was_empty || (s_.out_port[event.out].free_vcs & bit) != 0) return;
  auto const user = s_.output[index].user;
  auto const& input = s_.input[user];
  if (input.phase == Phase::active && input.count > 0)
    set_ready(machine_.router_of_out(event.out), s_.port_of(user), s_.vc_of(user));
}

/// A head at its destination's router asks for the ejection channel of its terminal; the others are put into the batch.
void Partition::add_to_batch(Head const& head) {
  auto const index = ivc(head.in, head.vc);
  auto& input = s_.input[index];
  auto& packet = packets_[s_.buffer[index * s_.depth + input.head] & packet_mask];
  ++packet.routers;
  auto const r = machine_.router_of_in(head.in);
  auto const port = head.in - machine_.first_in(r);
  input.phase = Phase::allocating;
  s_.in_port[head.in].allocating |= std::uint64_t{1} << head.vc;
  s_.allocating_ports[std::size_t{r} * s_.words + port / 64] |= std::uint64_t{1} << port % 64;
  if (packet.via == r) {
    packet.via = vc::no_via;
    packet.phase = routing_.after_via(packet.phase);
  }
  auto const shift = class_shift(packet);
  if (packet.via == vc::no_via && packet.to == r) {
    auto const out = machine_.ejection_port(packet.terminal) - machine_.first_out(r);
    auto const vcs =
        options_.ejection_vc == EjectionVc::same ? std::uint64_t{1} << head.vc : first_class_ << shift;
    s_.candidate[index * s_.width] = {.vcs = vcs, .port = static_cast<std::uint16_t>(out)};
    s_.input[index].candidates = 1;
    return;
  }
  if (packet.decided) {
    s_.candidate[index * s_.width] = packets_.way(s_.buffer[index * s_.depth + input.head] & packet_mask);
    s_.candidate[index * s_.width].vcs <<= shift;
    s_.input[index].candidates = 1;
    packet.decided = false;
    return;
  }
  batch_.index.push_back(index);
  batch_.heads.push_back(head_of(packet, r, port, head.vc - static_cast<std::uint32_t>(shift)));
}

vc::Head Partition::head_of(Packet const& packet, std::uint32_t r, std::uint32_t port,
                            std::uint32_t vc) const {
  return {.at = r,
          .aim = packet.via == vc::no_via ? packet.to : packet.via,
          .to = packet.to,
          .terminal = packet.terminal,
          .draw = RandomWords::derived(packet.draw)(packet.routers),
          .phase = packet.phase,
          .in_port = port < machine_.channels_in(r) ? static_cast<std::uint16_t>(port) : vc::from_source,
          .in_vc = static_cast<std::uint8_t>(vc)};
}

/// The ways of packets that have just entered the network, chosen by the queues of now.
void Partition::decide_early() {
  for (auto const& [head, number] : injected_) {
    auto& packet = packets_[number];
    auto const r = machine_.router_of_in(head.in);
    if (packet.to == r) continue;
    auto const of_router = head_of(packet, r, head.in - machine_.first_in(r),
                                   head.vc - static_cast<std::uint32_t>(class_shift(packet)));
    std::uint16_t count = 0;
    routing_.route({&of_router, 1}, {machine_.first_outs(), s_.queue, s_.seen_queue},
                   {&packets_.way(number), 1}, {&count, 1});
    packet.decided = true;
  }
  injected_.clear();
}

/// Asks early for what later heads lie in: first their buffers, then, these having come, their packets.
[[gnu::always_inline]] inline void Partition::fetch_heads_after(std::size_t i) {
  if (i + 16 < heads_.size()) {
    auto const index = ivc(heads_[i + 16].in, heads_[i + 16].vc);
    __builtin_prefetch(&s_.input[index]);
    __builtin_prefetch(&s_.buffer[index * s_.depth]);
  }
  if (i + 8 < heads_.size()) {
    auto const index = ivc(heads_[i + 8].in, heads_[i + 8].vc);
    __builtin_prefetch(&packets_[s_.buffer[index * s_.depth + s_.input[index].head] & packet_mask], 1);
  }
}

/// Asks early for what a router's next flits lie in.
[[gnu::always_inline]] inline void Partition::fetch_router(std::uint32_t r) const {
  auto const first_in = machine_.first_in(r);
  for (std::uint32_t word = 0; word < s_.words; ++word) {
    auto const place = std::size_t{r} * s_.words + word;
    for_each_bit(s_.ready_ports[place], [&](std::uint32_t bit) {
      auto const index = ivc(first_in + word * 64 + bit, 0);
      __builtin_prefetch(&s_.input[index], 1);
      for_each_bit(s_.in_port[first_in + word * 64 + bit].ready,
                   [&](std::uint32_t v) { __builtin_prefetch(&s_.buffer[(index + v) * s_.depth], 1); });
    });
    for_each_bit(s_.allocating_ports[place], [&](std::uint32_t bit) {
      auto const index = ivc(first_in + word * 64 + bit, 0);
      __builtin_prefetch(&s_.input[index], 1);
      for_each_bit(s_.in_port[first_in + word * 64 + bit].allocating, [&](std::uint32_t v) {
        __builtin_prefetch(&s_.candidate[(index + v) * s_.width]);
        __builtin_prefetch(&s_.buffer[(index + v) * s_.depth]);
      });
    });
  }
  fetch_lines(&s_.output[ivc(machine_.first_out(r), 0)], ivc(machine_.outputs(r), 0));
  fetch_lines(&s_.out_port[machine_.first_out(r)], machine_.outputs(r));
}

void Partition::route_heads() {
  batch_.heads.clear();
  batch_.index.clear();
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    if (fetches_ahead_) fetch_heads_after(i);
    add_to_batch(heads_[i]);
  }
  heads_.clear();
  auto const size = batch_.index.size();
  if (size == 0) return;
  if (batch_.out.size() < size * s_.width) batch_.out.resize(size * s_.width);
  if (batch_.count.size() < size) batch_.count.resize(size);
  routing_.route(batch_.heads, {machine_.first_outs(), s_.queue, s_.seen_queue},
                 std::span(batch_.out).first(size * s_.width), std::span(batch_.count).first(size));
  for (std::size_t i = 0; i < size; ++i) {
    auto const index = batch_.index[i];
    s_.input[index].candidates = batch_.count[i];
    std::copy_n(&batch_.out[i * s_.width], batch_.count[i], &s_.candidate[index * s_.width]);
  }
  if (options_.message_classes == 1) return;
  for (auto const index : batch_.index) {
    auto const& input = s_.input[index];
    auto const shift = class_shift(packets_[s_.buffer[index * s_.depth + input.head] & packet_mask]);
    for (std::uint16_t k = 0; k < s_.input[index].candidates; ++k)
      s_.candidate[index * s_.width + k].vcs <<= shift;
  }
}

/// One function with all that it calls: what it works with stays in registers, and most of what it calls is short.
[[gnu::flatten]] void Partition::step(std::uint64_t now) {
  now_ = now;
  for (auto& wheel : flits_from_) {
    auto& events = wheel.now(now);
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (fetches_ahead_ && i + 16 < events.size()) {
        auto const index = ivc(events[i + 16].in, events[i + 16].vc);
        __builtin_prefetch(&s_.input[index], 1);
        __builtin_prefetch(&s_.buffer[index * s_.depth], 1);
      }
      store(events[i]);
    }
    events.clear();
  }
  for (auto& wheel : credits_from_) {
    auto& events = wheel.now(now);
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (fetches_ahead_ && i + 16 < events.size() && (events[i + 16].out & Machine::terminal_bit) == 0) {
        __builtin_prefetch(&s_.output[ivc(events[i + 16].out, events[i + 16].vc)], 1);
        __builtin_prefetch(&s_.queue[events[i + 16].out], 1);
      }
      take(events[i]);
    }
    events.clear();
  }
  decide_early();
  auto& delayed = delayed_heads_.now(now);
  heads_.insert(heads_.end(), delayed.begin(), delayed.end());
  delayed.clear();
  for (std::uint32_t part = 0; part < options_.speedup; ++part) {
    leaving_ = now_ + (part + 1 < options_.speedup ? options_.least_traversal() : options_.traversal());
    route_heads();
    for (auto r = first_router_; r < last_router_; ++r) {
      if (fetches_ahead_ && r + 4 < last_router_) fetch_router(r + 4);
      std::uint64_t allocating = 0, ready = 0;
      for (auto word = std::size_t{r} * s_.words; word < (std::size_t{r} + 1) * s_.words; ++word) {
        allocating |= s_.allocating_ports[word];
        ready |= s_.ready_ports[word];
      }
      if (allocating != 0) allocate_vcs(r);
      if (ready != 0 || tracks_use_) allocate_switch(r);
      if (!vc_grants_.empty()) apply_vcs(r);
    }
  }
}

}  // namespace weft::flit
