#include "weft/engine/flit/masked/masked_core.hpp"

#include <algorithm>
#include <bit>

namespace weft::flit {
namespace {

/// The options that it knows at their defaults.
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
  options.cut_through = defaults.cut_through;
  options.ejection_vc = defaults.ejection_vc;
  options.message_classes = defaults.message_classes;
  return options;
}

/// Whether what is in flight has room for each port in at most four times the memory of its buffers.
bool fits(FlitNetwork const& network, RouterOptions const& options) {
  constexpr std::uint64_t always = 64;
  auto const cycles =
      std::bit_ceil(longest_passage(network, options) + 1) +
      2 * options.speedup * std::bit_ceil(MaskedChannels::longest_credit(network, options) + 1) +
      2 * options.speedup * std::bit_ceil(options.before_allocation() + std::uint64_t{1});
  return cycles <= always || cycles <= std::uint64_t{4} * options.vcs * options.vc_buffer;
}

}  // namespace

bool MaskedCore::serves(FlitNetwork const& network, RouterOptions const& options,
                        routing::ChannelTraits const& traits) {
  if (traits.width != 1 || network.is_paced() || without_known(options) != RouterOptions{}) return false;
  auto const most = 64 / std::bit_ceil(options.vcs);
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    if (std::max(network.inputs(r), network.outputs(r)) > most) return false;
  return network.num_routers() < 1u << (32 - bits_of_vc) && fits(network, options);
}

MaskedCore::MaskedCore(FlitNetwork const& network, routing::ChannelRouting const& routing,
                       RouterOptions const& options, State& state, Exchange& exchange, std::size_t self)
    : Core(network, options, state, exchange, self),
      flits_(exchange.flits_to(self)),
      credits_(exchange.credits_to(self)),
      queue_(routing.traits().sees_queues || routing.traits().sees_all_queues ? state.queue
                                                                              : std::span<std::int32_t>{}),
      routers_(network, options, exchange.division().of_partition(self)),
      channels_(network, options, routers_.num_ports()),
      route_stage_(network, routing, options, state),
      stages_(options.allocator == AllocatorKind::islip ? decltype(stages_)(stages<AllocatorKind::islip>())
                                                        : stages<AllocatorKind::input_first>()) {
  if (options.before_allocation() > 0)
    delayed_.emplace(options.before_allocation() + std::uint64_t{1},
                     routers_.num_ports() * (1 + options.speedup));
}

template <AllocatorKind kind>
MaskedCore::Stages<kind> MaskedCore::stages() {
  return {MaskedVcStage<kind>(routers_),
          MaskedSwitchStage<kind>(network_, options_, routers_, channels_, links_, queue_)};
}

void MaskedCore::consume(std::uint64_t now) {
  auto& ejected = links_.ejected(now);
  for (auto const& it : ejected) {
    auto const out = network_.ejection_port(it.terminal), r = network_.router_of_out(out);
    channels_.credits.put(
        now + network_.latency(out) + options_.credit_delay,
        vc_event(r - routers_.first, ((out - network_.first_out(r)) << routers_.shift) + it.vc));
    if ((it.flit & tail_bit) != 0) free_packet(it.flit & packet_mask);
  }
  ejected.clear();
}

/// The flits and credits that come from other partitions, and the flits that terminals have just sent.
void MaskedCore::receive_from_elsewhere(std::uint64_t now) {
  auto const put = [&](std::uint64_t then, FlitEvent const& it) {
    auto const r = network_.router_of_in(it.in);
    auto const to = vc_event(r - routers_.first, ((it.in - network_.first_in(r)) << routers_.shift) + it.vc);
    routers_.put(to, it.flit);
    channels_.arrivals.put(then, to);
  };
  for (auto const& it : injected_) put(now + network_.latency_in(it.in), it);
  injected_.clear();
  if (flits_.size() == 1) return;
  for (auto& wheel : flits_) {
    for (auto const& it : wheel.now(now)) put(now, it);
    wheel.now(now).clear();
  }
  for (auto& wheel : credits_) {
    for (auto const& it : wheel.now(now)) {
      auto const r = network_.router_of_out(it.out);
      channels_.credits.put(
          now, vc_event(r - routers_.first, ((it.out - network_.first_out(r)) << routers_.shift) + it.vc));
    }
    wheel.now(now).clear();
  }
}

/// Notes the heads that come to the front of their virtual channel.
inline void MaskedCore::receive_flits(std::uint64_t now) {
  auto const arrivals = channels_.arrivals.of(now);
  auto heads = heads_.size();
  heads_.resize(heads + arrivals.size());
  for (auto const it : arrivals) {
    auto const bit = vc_of(it);
    auto& router = routers_[router_of(it)];
    auto& input = routers_.inputs(router)[bit];
    bool const is_front = input.count++ == 0, is_active = (router.active >> bit & 1) != 0;
    bool const has_credit = routers_.outputs(router)[input.output].credits > 0;
    router.ready |= std::uint64_t{is_front && is_active && has_credit} << bit;
    heads_[heads] = it;
    heads += is_front && !is_active;
    __builtin_prefetch(&state_.packets[routers_.buffer(router, bit)[input.head] & packet_mask], 1);
  }
  heads_.resize(heads);
  channels_.arrivals.clear(now);
}

inline void MaskedCore::receive_credits(std::uint64_t now) {
  for (auto const it : channels_.credits.of(now)) {
    auto const r = router_of(it), o = vc_of(it);
    auto& router = routers_[r];
    auto& output = routers_.outputs(router)[o];
    if (!queue_.empty()) --queue_[network_.first_out(routers_.first + r) + (o >> routers_.shift)];
    if (output.credits++ != 0 || (router.free >> o & 1) != 0) continue;
    if (routers_.inputs(router)[output.user].count > 0) router.ready |= std::uint64_t{1} << output.user;
  }
  channels_.credits.clear(now);
  for (auto const it : channels_.returns.of(now)) {
    auto const r = routers_.first + router_of(it), port = vc_of(it) >> routers_.shift;
    auto const e = network_.source(network_.first_in(r) + port) & ~FlitNetwork::terminal_bit;
    ++state_.source_credits[std::size_t{e} * routers_.vcs + (vc_of(it) - (port << routers_.shift))];
  }
  channels_.returns.clear(now);
}

/// The heads whose routing delay ends in this cycle take part in it.
inline void MaskedCore::start_heads(std::uint64_t now) {
  if (!delayed_) return;
  for (auto const it : heads_) delayed_->put(now + options_.before_allocation(), it);
  auto const due = delayed_->of(now);
  heads_.assign(due.begin(), due.end());
  delayed_->clear(now);
}

/// The heads that came to the front while flits were sent.
inline void MaskedCore::hold_heads(std::uint64_t now) {
  if (!delayed_) return;
  for (auto const it : heads_) delayed_->put(now + 1 + options_.before_allocation(), it);
  heads_.clear();
}

/// Flattened: its working set stays in registers, and most functions that it calls are short.
template <AllocatorKind kind>
[[gnu::flatten]] void MaskedCore::step_with(std::uint64_t now, Stages<kind>& stages) {
  receive_flits(now);
  receive_credits(now);
  start_heads(now);
  for (std::uint32_t part = 0; part < options_.speedup; ++part) {
    bool const is_last = part + 1 == options_.speedup;
    route_stage_.route(routers_, heads_);
    heads_.clear();
    for (std::uint32_t r = 0; r < routers_.size(); ++r) {
      auto const& router = routers_[r];
      if (router.allocating != 0) stages.vcs.allocate(r);
      if (router.ready != 0) stages.switches.allocate(r);
    }
    stages.switches.send({now, now + (is_last ? options_.traversal() : options_.least_traversal())}, heads_);
    stages.vcs.apply();
    hold_heads(now);
  }
}

void MaskedCore::step(std::uint64_t now) {
  receive_from_elsewhere(now);
  std::visit([&](auto& stages) { step_with(now, stages); }, stages_);
}

}  // namespace weft::flit
