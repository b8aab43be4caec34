// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/deflection/deflection_core.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"

namespace weft::flit {
namespace {

/// Minimum number of flits that are routed together; flits of one router stay together.
constexpr std::size_t flits_of_a_batch = 256;

/// Returns the cycles from the arrival of a flit to its departure on the channel.
std::uint64_t passage(RouterOptions const& options) {
  return std::uint64_t{options.routing_delay} + options.traversal() + 1;
}

}  // namespace

void check_deflection(FlitNetwork const& network, RouterOptions const& options) {
  RouterOptions const defaults;
  constexpr auto no_buffers = "routers have no buffers";
  constexpr auto no_allocators = "routers have neither virtual channels nor allocators";
  struct Rule {
    char const* what;
    bool given;
    char const* why;
    char const* suggestion = "";
  };
  for (auto const& rule : std::initializer_list<Rule>{
           {"shared_buffer", options.shared_buffer > 0, no_buffers},
           {"flow=cut_through", options.cut_through, no_buffers},
           {"atomic_vcs", options.atomic_vcs, no_buffers},
           {"output_buffer", options.output_buffer != defaults.output_buffer, no_buffers},
           {"ecn_threshold", options.ecn_threshold > 0, "no queue in the network marks packets"},
           {"congestion_metric", options.congestion_metric != defaults.congestion_metric, no_buffers},
           {"congestion_update_period", options.congestion_update_period != defaults.congestion_update_period,
            no_buffers},
           {"vc_allocation_delay", options.vc_allocation_delay != defaults.vc_allocation_delay,
            no_allocators},
           {"allocator", options.allocator != defaults.allocator, no_allocators},
           {"iterations", options.iterations != defaults.iterations, no_allocators},
           {"speculative", options.speculative != defaults.speculative, no_allocators},
           {"hold_switch_for_packet", options.hold_switch_for_packet,
            "the flits of a packet travel independently"},
           {"arbitration", options.arbitration != defaults.arbitration,
            "deflection:priority= specifies the order of packets"},
           {"route_decision", options.route_decision != defaults.route_decision,
            "every router chooses a port"},
           {"ejection_vc", options.ejection_vc != defaults.ejection_vc, no_allocators},
           {"a speedup", options.exceeds_channel_rate() || options.has_lanes(),
            "channels carry a flit per cycle, and no flit waits for them",
            "omit input_speedup, output_speedup and internal_speedup"},
           {"in-network reduction", options.tree_vcs > 0,
            "routers without buffers cannot replicate or reduce flits", "use another routing"},
           {"a bandwidth other than one flit per cycle", network.is_paced(),
            "a router could not forward all flits that it receives",
            "use another routing, or channels of equal bandwidth"}})
    if (rule.given) throw conflict(rule.what, "routing=deflection", rule.why, rule.suggestion).at("engine");
}

DeflectionCore::DeflectionCore(FlitNetwork const& network, routing::ChannelRouting const& routing,
                               RouterOptions const& options, State& state, Exchange& exchange,
                               std::size_t self)
    : Core(network, options, state, exchange, self),
      flits_(exchange.flits_to(self)),
      credits_(exchange.credits_to(self)),
      self_(self),
      first_router_(exchange.division().of_partition(self).first),
      last_router_(exchange.division().of_partition(self).last),
      deflection_(*routing.deflection()),
      width_(deflection_.good_ports->traits().width),
      epoch_(deflection_.epoch_hops() * (passage(options) + network.longest_latency())),
      depth_(options.vc_buffer),
      delayed_(options.routing_delay + std::uint64_t{1}),
      at_port_(network.first_in(last_router_) - network.first_in(first_router_)),
      arrived_(last_router_ - first_router_),
      waiting_(last_router_ - first_router_),
      assignment_(deflection_.rule.matching) {
  std::uint32_t lanes = 0, terminals = 0;
  for (auto r = first_router_; r < last_router_; ++r) {
    first_lane_.push_back(lanes);
    first_terminal_.push_back(terminals);
    lanes += (network.inputs(r) - network.channels_in(r)) * options.vcs;
    terminals += network.outputs(r) - network.channels(r);
    working_channels_.push_back(0);
    for (std::uint16_t p = 0; p < network.channels(r); ++p)
      working_channels_.back() += deflection_.works(r, p);
  }
  lanes_.resize(lanes);
  ring_.resize(std::size_t{lanes} * depth_);
  next_number_.resize(lanes / options.vcs);
  partial_.resize(terminals);
}

void DeflectionCore::consume(std::uint64_t now) {
  auto& ejected = links_.ejected(now);
  for (auto const& ejection : ejected) free_packet(ejection.flit & packet_mask);
  ejected.clear();
}

void DeflectionCore::add_sent(std::span<std::uint64_t> flits) const {
  for (auto out = network_.first_out(first_router_); out < network_.first_out(last_router_); ++out)
    flits[out] += state_.out_port[out].sent;
}

void DeflectionCore::reset_sent() {
  for (auto out = network_.first_out(first_router_); out < network_.first_out(last_router_); ++out)
    state_.out_port[out].sent = 0;
  deflections_ = 0;
}

void DeflectionCore::add_buffered(std::span<std::uint64_t> flits) const {
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) flits[lane % options_.vcs] += lanes_[lane].count;
}

/// Receives the flits and credits that arrive in this cycle. Flits from terminals are appended to their
/// lanes.
void DeflectionCore::receive(std::uint64_t now) {
  for (auto const& flit : injected_) flits_[self_].schedule(now + network_.latency_in(flit.in), flit);
  injected_.clear();
  for (auto& wheel : flits_) {
    auto& events = wheel.now(now);
    for (auto const& event : events) delayed_.schedule(now + options_.routing_delay, event);
    events.clear();
  }
  for (auto& wheel : credits_) {
    for (auto const& event : wheel.now(now))
      ++state_.source_credits[std::size_t{event.out & ~FlitNetwork::terminal_bit} * state_.vcs + event.vc];
    wheel.now(now).clear();
  }
  auto& due = delayed_.now(now);
  for (auto const& event : due) {
    auto const r = network_.router_of_in(event.in);
    auto const port = event.in - network_.first_in(r), channels = network_.channels_in(r);
    if (port < channels) {
      at_port_[event.in - network_.first_in(first_router_)] = event.flit;
      ++arrived_[r - first_router_];
      continue;
    }
    auto const lane = first_lane(r) + (port - channels) * options_.vcs + event.vc;
    auto& queue = lanes_[lane];
    ring_[std::size_t{lane} * depth_ + (queue.head + queue.count++) % depth_] = event.flit;
    ++waiting_[r - first_router_];
  }
  due.clear();
}

std::uint64_t DeflectionCore::draw(Packet const& packet) const {
  return RandomWords::derived(packet.draw)(now_);
}

routing::DeflectionRank DeflectionCore::rank(Packet const& packet, std::uint32_t hops_left,
                                             std::uint32_t good_ports) const {
  return routing::rank_of(deflection_.rule.priority,
                          {.priority = packet.priority,
                           .creation_time = packet.creation_cycle,
                           .source = packet.source,
                           .number = packet.intermediate,
                           .hops_left = hops_left,
                           .good_ports = good_ports,
                           .draw = draw(packet)},
                          golden_);
}

/// Updates a packet whose flit has reached a router over a channel of latency `latency_in`.
void DeflectionCore::pass_router(Packet& packet, std::uint32_t latency_in) const {
  ++packet.routers;
  if (options_.acknowledged) packet.path_cycles += latency_in + static_cast<std::uint32_t>(passage(options_));
}

/// Counts an arriving flit of a packet. Returns head_bit for the first flit to arrive and tail_bit for the
/// last, otherwise 0.
std::uint64_t DeflectionCore::bits_of_arrival(Packet const& packet) {
  if (packet.flits == 1) return head_bit | tail_bit;
  auto const r = packet.to;
  auto& partial = partial_[first_terminal_[r - first_router_] + network_.ejection_port(packet.terminal) -
                           network_.first_out(r) - network_.channels(r)];
  auto const first = packet.intermediate - packet.phase;
  auto found = std::ranges::find_if(partial, [&](Partial const& known) {
    return known.source == packet.source && known.first_number == first;
  });
  if (found == partial.end()) {
    partial.push_back({packet.source, first, 1});
    return head_bit;
  }
  if (++found->arrived < packet.flits) return 0;
  *found = partial.back();
  partial.pop_back();
  return tail_bit;
}

void DeflectionCore::eject(Flit flit) {
  auto const number = flit & packet_mask;
  auto const& packet = state_.packets[number];
  auto const out = network_.ejection_port(packet.terminal);
  ++state_.out_port[out].sent;
  links_.send_flit(leaving_, out, number | static_cast<Flit>(bits_of_arrival(packet)), 0);
}

/// Removes the front flit of a lane, and returns it as a separate packet of one flit.
Flit DeflectionCore::enter(std::uint32_t r, std::uint32_t lane) {
  auto& queue = lanes_[lane];
  auto const flit = front(lane);
  queue.head = (queue.head + 1) % depth_;
  --queue.count;
  --waiting_[r - first_router_];
  auto const of_router = lane - first_lane(r), port = of_router / options_.vcs;
  auto const in = network_.first_in(r) + network_.channels_in(r) + port;
  links_.send_credit(now_, in, static_cast<std::uint8_t>(of_router % options_.vcs));
  auto const number = flit & packet_mask;
  auto const packet = state_.packets[number];
  if ((flit & head_bit) != 0) {
    queue.first_number = next_number_[lane / options_.vcs];
    queue.sent = 0;
    next_number_[lane / options_.vcs] += packet.flits;
  }
  auto own = packet;
  own.intermediate = queue.first_number + queue.sent;
  own.phase = queue.sent;
  if (packet.flits > 1) own.draw = RandomWords::derived(packet.draw)(~std::uint64_t{queue.sent});
  ++queue.sent;
  pass_router(own, network_.latency_in(in));
  if ((flit & tail_bit) != 0) {
    state_.packets[number] = own;
    return number | head_bit | tail_bit;
  }
  return new_packet(own) | head_bit | tail_bit;
}

/// Ejects, for each terminal of router r, the arrived flit with the highest rank; the other flits are
/// deflected.
void DeflectionCore::eject_arrivals(std::uint32_t r) {
  auto const first = network_.first_in(r) - network_.first_in(first_router_);
  auto const channels = network_.channels_in(r);
  for (std::uint32_t p = 0; p < channels; ++p) {
    auto const flit = at_port_[first + p];
    if (flit == 0 || state_.packets[flit & packet_mask].to != r) continue;
    auto const& packet = state_.packets[flit & packet_mask];
    auto const out = network_.ejection_port(packet.terminal) - network_.first_out(r) - network_.channels(r);
    if (free_[out] == 0) continue;  // the terminal receives another flit
    auto best = p;
    auto best_rank = rank(packet, 0, 1);
    for (auto q = p + 1; q < channels; ++q) {
      auto const other = at_port_[first + q];
      if (other == 0) continue;
      auto const& rival = state_.packets[other & packet_mask];
      if (rival.to != r || rival.terminal != packet.terminal) continue;
      if (auto const its = rank(rival, 0, 1); its < best_rank) {
        best_rank = its;
        best = q;
      }
    }
    free_[out] = 0;
    eject(at_port_[first + best]);
    at_port_[first + best] = 0;
  }
}

/// Ejects front flits of lanes that are at their destination, if the ejection channel is free. Adds other
/// front flits to the contenders while there are free channels. Lanes take turns.
void DeflectionCore::eject_or_admit_waiting(std::uint32_t r, Group& group) {
  if (waiting_[r - first_router_] == 0) return;
  auto const lanes = (network_.inputs(r) - network_.channels_in(r)) * options_.vcs;
  auto const channels = working_channels_[r - first_router_];
  auto at = static_cast<std::uint32_t>(now_ % lanes);
  for (std::uint32_t tried = 0; tried < lanes; ++tried, at = at + 1 == lanes ? 0 : at + 1) {
    auto const lane = first_lane(r) + at;
    if (lanes_[lane].count == 0) continue;
    auto const& packet = state_.packets[front(lane) & packet_mask];
    if (packet.to == r) {
      auto& free =
          free_[network_.ejection_port(packet.terminal) - network_.first_out(r) - network_.channels(r)];
      if (free == 0) continue;
      free = 0;
      eject(enter(r, lane));
    } else if (group.transit + group.entering < channels) {
      contenders_.push_back({front(lane), lane});
      ++group.entering;
    }
  }
}

void DeflectionCore::add_router(std::uint32_t r) {
  Group group{r, static_cast<std::uint32_t>(contenders_.size()), 0, 0};
  free_.assign(network_.outputs(r) - network_.channels(r), 1);  // ejection channels
  if (arrived_[r - first_router_] > 0) {
    auto const first = network_.first_in(r) - network_.first_in(first_router_);
    for (std::uint32_t p = 0; p < network_.channels_in(r); ++p)
      if (auto const flit = at_port_[first + p]; flit != 0)
        pass_router(state_.packets[flit & packet_mask], network_.latency_in(network_.first_in(r) + p));
    eject_arrivals(r);
    for (std::uint32_t p = 0; p < network_.channels_in(r); ++p)
      if (auto const flit = std::exchange(at_port_[first + p], 0); flit != 0)
        contenders_.push_back({flit, in_transit});
    arrived_[r - first_router_] = 0;
    group.transit = static_cast<std::uint32_t>(contenders_.size()) - group.first;
  }
  eject_or_admit_waiting(r, group);
  if (group.transit + group.entering > 0) groups_.push_back(group);
}

/// Computes the productive ports of the contenders, and their distances if ranks depend on them. A flit at
/// its destination that was not ejected has no productive port.
void DeflectionCore::route() {
  auto const size = contenders_.size();
  at_.resize(size);
  to_.resize(size);
  hops_left_.resize(size);
  num_good_.resize(size);
  good_.resize(size * width_);
  for (auto const& group : groups_)
    std::fill_n(at_.begin() + group.first, group.transit + group.entering, RouterId{group.router});
  for (std::size_t i = 0; i < size; ++i) to_[i] = state_.packets[contenders_[i].flit & packet_mask].to;
  auto const& ports = *deflection_.good_ports;
  ports.encode(to_);
  Heads const heads{.at = at_, .to = to_, .port = good_, .candidates = num_good_};
  ports.route(heads);
  if (routing::ranks_by_hops(deflection_.rule.priority)) ports.hops_left(heads, hops_left_);
  for (std::size_t i = 0; i < size; ++i)
    if (good_[i * width_] == arrived) num_good_[i] = 0;
}

void DeflectionCore::rank_packets(Group const& group) {
  auto const size = group.transit + group.entering;
  packets_.resize(size);
  out_.resize(size);
  for (std::uint32_t i = 0; i < size; ++i) {
    auto const at = group.first + i;
    auto const& contender = contenders_[at];
    auto const& packet = state_.packets[contender.flit & packet_mask];
    packets_[i] = {.rank = rank(packet, hops_left_[at], num_good_[at]),
                   .good = std::span(good_).subspan(std::size_t{at} * width_, num_good_[at]),
                   .draw = RandomWords::derived(draw(packet))(0),
                   .needs_good = contender.lane != in_transit &&
                                 deflection_.rule.entry == routing::DeflectionEntry::good_port};
  }
}

void DeflectionCore::send_group(Group const& group) {
  rank_packets(group);
  auto const r = group.router;
  free_.resize(network_.channels(r));
  for (std::uint16_t p = 0; p < free_.size(); ++p) free_[p] = deflection_.works(r, p);
  assignment_.assign(packets_, free_, out_);
  for (std::uint32_t i = 0; i < packets_.size(); ++i) {
    if (out_[i] == routing::PortAssignment::waits) continue;
    auto const& contender = contenders_[group.first + i];
    auto const flit = contender.lane == in_transit ? contender.flit : enter(r, contender.lane);
    auto const& good = packets_[i].good;
    deflections_ += std::ranges::find(good, out_[i]) == good.end();
    auto const out = network_.first_out(r) + out_[i].v;
    ++state_.out_port[out].sent;
    links_.send_flit(leaving_, out, flit, 0);
  }
}

void DeflectionCore::send_groups() {
  route();
  for (auto const& group : groups_) send_group(group);
  groups_.clear();
  contenders_.clear();
}

void DeflectionCore::step(std::uint64_t now) {
  now_ = now;
  leaving_ = now + options_.traversal();
  golden_ = routing::golden_source(now, epoch_, network_.num_terminals());
  receive(now);
  for (auto r = first_router_; r < last_router_; ++r) {
    if (arrived_[r - first_router_] == 0 && waiting_[r - first_router_] == 0) continue;
    add_router(r);
    if (contenders_.size() >= flits_of_a_batch) send_groups();
  }
  if (!contenders_.empty()) send_groups();
}

}  // namespace weft::flit
