// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/partition.hpp"

#include <algorithm>
#include <bit>

#include "weft/core/flatten.hpp"

namespace weft::flit {
namespace {

/// Buffer size in bytes below which prefetching costs more than it gains.
constexpr std::size_t prefetch_threshold = std::size_t{1} << 20;

// Functions that only prefetch are always_inline: g++ 12 assumes that they have no effect, and drops the
// calls.

/// Prefetches the first elements of an array, at most six cache lines.
template <class T>
[[gnu::always_inline]] inline void fetch_lines(T const* first, std::size_t count) {
  constexpr std::size_t line = 64, maximum = 6 * line;
  auto const* const bytes = reinterpret_cast<char const*>(first);
  for (std::size_t i = 0; i < std::min(count * sizeof(T), maximum); i += line)
    __builtin_prefetch(bytes + i, 1);
}

/// Stores an arriving flit in the buffer of an input VC.
inline void buffer_flit(Routers& routers, RouteStage& routes, FlitEvent const& event) {
  auto const index = routers.place(event.in, event.vc);
  auto& input = routers.input[index];
  auto place = std::uint32_t{input.head} + input.count;
  if (place >= routers.depth) place -= routers.depth;
  routers.buffer[index * routers.depth + place] = event.flit;
  auto const& network = routers.network;
  if (routes.routes_early() && (event.flit & head_bit) != 0 &&
      (network.source(event.in) & FlitNetwork::terminal_bit) != 0)
    routes.inject(event.in, event.vc, event.flit & packet_mask);
  if (input.count++ != 0) return;
  if (input.phase == VcState::idle) {
    routes.new_head(routers, routers.now, event.in, event.vc);
  } else if (input.phase == VcState::active) {
    auto const r = network.router_of_in(event.in);
    if (routers.may_send(network.first_out(r) + input.out, input.out_vc))
      routers.set_ready(r, event.in, event.vc);
  }
}

/// Adds a credit for VC v of the injection channel of terminal e.
inline void receive_credit_at_source(Routers& routers, std::uint32_t e, std::uint32_t v) {
  auto const bit = std::uint64_t{1} << v;
  auto const index = std::size_t{e} * routers.vcs + v;
  routers.source_slots.release(e, index);
  if (++routers.source_credits[index] < routers.depth || !routers.options.atomic_vcs) return;
  routers.source_vcs[e] |= routers.source_draining[e] & bit;
  routers.source_draining[e] &= ~bit;
}

/// Adds a credit at an output VC, or at the terminal of an injection channel.
inline void receive_credit(Routers& routers, CreditEvent const& event) {
  if ((event.out & FlitNetwork::terminal_bit) != 0)
    return receive_credit_at_source(routers, event.out & ~FlitNetwork::terminal_bit, event.vc);
  auto const index = routers.place(event.out, event.vc);
  --routers.queue[event.out];
  bool const ended_a_wait = routers.output[index].credits++ == 0 || routers.slots.is_shared();
  if (routers.slots.release(event.out, index)) routers.update_ready(event.out);
  auto const bit = std::uint64_t{1} << event.vc;
  if (routers.options.atomic_vcs && (routers.draining_vcs[event.out] & bit) != 0) {
    if (routers.output[index].credits < routers.depth) return;
    routers.draining_vcs[event.out] &= ~bit;
    routers.out_port[event.out].free_vcs |= bit;
  }
  if (!ended_a_wait || (routers.out_port[event.out].free_vcs & bit) != 0) return;
  auto const owner = routers.output[index].owner;
  auto const& input = routers.input[owner];
  if (input.phase == VcState::active && input.count > 0 && routers.may_send(event.out, event.vc))
    routers.set_ready(routers.network.router_of_out(event.out), routers.port_of(owner), routers.vc_of(owner));
}

/// Returns the maximum of `ports` (input or output ports) over the routers.
std::uint32_t max_ports(Routers const& routers, std::uint32_t (FlitNetwork::*ports)(std::uint32_t) const) {
  std::uint32_t maximum = 1;
  for (auto r = routers.first; r < routers.last; ++r)
    maximum = std::max(maximum, (routers.network.*ports)(r));
  return maximum;
}

}  // namespace

Partition::Partition(FlitNetwork const& network, routing::ChannelRouting const& routing,
                     RouterOptions const& options, State& state, Exchange& exchange, std::size_t self,
                     GroupTrees const* trees)
    : Core(network, options, state, exchange, self),
      routers_(network, options, state, exchange.division().of_partition(self)),
      flits_(exchange.flits_to(self)),
      credits_(exchange.credits_to(self)),
      self_(self),
      route_stage_(routing, options, state),
      vc_stage_(options, state.shift, max_ports(routers_, &FlitNetwork::inputs),
                max_ports(routers_, &FlitNetwork::outputs)),
      switch_stage_(options, max_ports(routers_, &FlitNetwork::inputs),
                    max_ports(routers_, &FlitNetwork::outputs)),
      fetches_ahead_(state.buffer.size() * sizeof(Flit) > prefetch_threshold) {
  if (trees != nullptr) trees_.emplace(*trees, routers_, *this);
}

void Partition::consume(std::uint64_t now) {
  auto& ejected = links_.ejected(now);
  for (auto const& ejection : ejected) {
    auto const out = network_.ejection_port(ejection.terminal);
    credits_[self_].schedule(now + network_.latency(out) + options_.credit_delay, {out, ejection.vc});
    if ((ejection.flit & tail_bit) != 0) free_packet(ejection.flit & packet_mask);
  }
  ejected.clear();
}

void Partition::add_sent(std::span<std::uint64_t> flits) const {
  for (auto out = network_.first_out(routers_.first); out < network_.first_out(routers_.last); ++out)
    flits[out] += routers_.out_port[out].sent;
}

void Partition::reset_sent() {
  for (auto out = network_.first_out(routers_.first); out < network_.first_out(routers_.last); ++out)
    routers_.out_port[out].sent = 0;
}

void Partition::add_buffered(std::span<std::uint64_t> flits) const {
  for (auto in = network_.first_in(routers_.first); in < network_.first_in(routers_.last); ++in)
    for (std::uint32_t v = 0; v < routers_.vcs; ++v) flits[v] += routers_.input[routers_.place(in, v)].count;
}

/// Prefetches the memory of a router's next flits. Does not use for_each_bit, since g++ 12 would drop its
/// calls.
[[gnu::always_inline]] inline void Partition::prefetch_router(std::uint32_t r) const {
  auto const& routers = routers_;
  auto const first_in = routers.network.first_in(r);
  for (std::uint32_t word = 0; word < routers.words; ++word) {
    auto const place = std::size_t{r} * routers.words + word;
    auto ports = routers.ready_ports[place] | routers.allocating_ports[place];
    for (; ports != 0; ports &= ports - 1) {
      auto const in = first_in + word * 64 + static_cast<std::uint32_t>(std::countr_zero(ports));
      auto const index = routers.place(in, 0);
      __builtin_prefetch(&routers.input[index], 1);
      for (auto vcs = routers.in_port[in].ready | routers.in_port[in].allocating; vcs != 0; vcs &= vcs - 1)
        __builtin_prefetch(
            &routers.buffer[(index + static_cast<std::uint32_t>(std::countr_zero(vcs))) * routers.depth], 1);
      for (auto vcs = routers.in_port[in].allocating; vcs != 0; vcs &= vcs - 1)
        __builtin_prefetch(
            &routers.candidate[(index + static_cast<std::uint32_t>(std::countr_zero(vcs))) * routers.width]);
    }
  }
  fetch_lines(&routers.output[routers.place(routers.network.first_out(r), 0)],
              routers.place(routers.network.outputs(r), 0));
  fetch_lines(&routers.out_port[routers.network.first_out(r)], routers.network.outputs(r));
}

/// Processes the flits and credits that arrive in this cycle.
inline void Partition::receive() {
  auto& routers = routers_;
  for (auto& wheel : flits_) {
    auto& events = wheel.now(routers.now);
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (fetches_ahead_ && i + 16 < events.size()) {
        auto const index = routers.place(events[i + 16].in, events[i + 16].vc);
        __builtin_prefetch(&routers.input[index], 1);
        __builtin_prefetch(&routers.buffer[index * routers.depth], 1);
      }
      buffer_flit(routers, route_stage_, events[i]);
    }
    events.clear();
  }
  for (auto& wheel : credits_) {
    auto& events = wheel.now(routers.now);
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (fetches_ahead_ && i + 16 < events.size() && (events[i + 16].out & FlitNetwork::terminal_bit) == 0) {
        __builtin_prefetch(&routers.output[routers.place(events[i + 16].out, events[i + 16].vc)], 1);
        __builtin_prefetch(&routers.queue[events[i + 16].out], 1);
      }
      receive_credit(routers, events[i]);
    }
    events.clear();
  }
}

/// Updates the queue lengths that routings observe to their current values.
void Partition::publish_queues() {
  auto const& routers = routers_;
  auto const first = routers.network.first_out(routers.first), last = routers.network.first_out(routers.last);
  std::copy_n(&routers.queue[first], last - first, &routers.delayed_queue[first]);
}

/// Simulates a cycle. Flattened so that the working set stays in registers; most of the called functions are
/// short.
WEFT_FLATTEN void Partition::step(std::uint64_t now) {
  auto& routers = routers_;
  routers.now = now;
  for (auto const& flit : injected_) flits_[self_].schedule(now + network_.latency_in(flit.in), flit);
  injected_.clear();
  receive();
  if (routers.options.congestion_update_period > 1 && now % routers.options.congestion_update_period == 0)
    publish_queues();
  route_stage_.start(routers);
  if (trees_) trees_->start(routers);
  if (recorder_ != nullptr) recorder_->before_allocation(routers);
  for (std::uint32_t part = 0; part < routers.options.speedup; ++part) {
    routers.leaving = now + (part + 1 < routers.options.speedup ? routers.options.min_traversal()
                                                                : routers.options.traversal());
    routers.turn = now * routers.options.speedup + part;
    route_stage_.run(routers, fetches_ahead_);
    for (auto const& head : route_stage_.tree_heads()) trees_->add_head(routers, head.in, head.vc);
    for (auto r = routers.first; r < routers.last; ++r) {
      if (fetches_ahead_ && r + 4 < routers.last) prefetch_router(r + 4);
      std::uint64_t allocating = 0, ready = 0;
      for (auto word = std::size_t{r} * routers.words; word < (std::size_t{r} + 1) * routers.words; ++word) {
        allocating |= routers.allocating_ports[word];
        ready |= routers.ready_ports[word];
      }
      if (allocating != 0) vc_stage_.allocate(routers, r);
      auto* const trees = trees_ && trees_->has_packets(r) ? &*trees_ : nullptr;
      if (ready != 0 || trees != nullptr || switch_stage_.sees_all())
        switch_stage_.allocate(routers, route_stage_, links_, r, trees);
      if (allocating != 0 && routers.options.speculative == Speculation::on) {
        vc_stage_.apply(routers, r);
        switch_stage_.speculate(routers, route_stage_, links_, r, vc_stage_.requests());
      }
      if (!vc_stage_.grants().empty()) {
        if (routers.options.speculative != Speculation::on) vc_stage_.apply(routers, r);
        if (routers.options.speculative == Speculation::ideal)
          switch_stage_.send_granted(routers, route_stage_, links_, r, vc_stage_.grants());
        vc_stage_.forget_grants();
      }
      if (trees == nullptr) continue;
      trees->send(routers, route_stage_, links_, r, switch_stage_.used_out(), TreeStage::Turn::rest);
      trees->allocate(routers, r);
    }
  }
  if (recorder_ != nullptr) recorder_->after_allocation(routers);
}

}  // namespace weft::flit
