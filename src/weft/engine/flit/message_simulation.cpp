// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/message_simulation.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/engine/flit/estimate.hpp"

namespace weft::flit {
namespace {

constexpr std::uint64_t quiet_block = 100;  // cycles per call if the caller does not react to arrivals
/// Number of cycles after an arrival, plus ack_delay, within which most acknowledgments reach their source.
constexpr std::uint64_t until_acknowledged = 4096;

/// Returns the number of cycles after the last arrival in which credits or acknowledgments may still be in
/// flight, or routings may observe outdated queues.
std::uint64_t settling_time(FlitNetwork const& network, FlitParams const& params) {
  auto const credits = FlitSize(network, params).wheel + lookahead(network, router_options(params)) +
                       static_cast<std::uint64_t>(params.congestion_update_period);
  if (!needs_acknowledgments(params)) return credits;
  return credits + until_acknowledged + static_cast<std::uint64_t>(params.ack_delay);
}

}  // namespace

MessageSimulation::MessageSimulation(FlitNetwork const& network, routing::ChannelRouting const& routing,
                                     FlitParams const& params, std::uint64_t seed, std::uint32_t partitions,
                                     GroupTrees const* trees)
    : network_(network),
      routing_(routing),
      params_(params),
      format_(params),
      silent_({}, network.num_terminals()),
      trees_(trees),
      packets_of_tree_(trees == nullptr ? 0 : trees->size()),
      simulation_(network, routing, silent_, params, seed, partitions, CoreChoice::fastest, trees),
      watchdog_(network, router_options(params)),
      settling_(settling_time(network, params)) {
  simulation_.measure({0, ~std::uint64_t{0}, ~std::uint64_t{0}});
}

bool MessageSimulation::reaches(std::uint32_t from, std::uint32_t to) const {
  return routing_.reaches_terminal(network_.injection_router(from),
                                   network_.router_of_out(network_.ejection_port(to)), to);
}

void MessageSimulation::send(MessageDeparture const& departure) { later_.push({departure, sent_++, false}); }

void MessageSimulation::send_along_tree(TreeDeparture const& departure) {
  later_.push(
      {{.start = departure.start, .to = departure.tree, .bytes = departure.bytes, .name = departure.name},
       sent_++,
       true});
}

/// Queues a message at all senders of its tree.
void MessageSimulation::enqueue_at_senders(OutgoingMessage message) {
  auto const vcs = trees_->vcs(message.to);
  message.first_vc = vcs.first;
  message.num_vcs = vcs.count;
  message.turn = static_cast<std::uint8_t>(packets_of_tree_[message.to] % vcs.count);
  packets_of_tree_[message.to] += format_.packets(message.flits);
  messages_[message.number].packets_left *= (*trees_)[message.to].receivers.size();
  for (auto const sender : (*trees_)[message.to].senders) simulation_.send(sender, message);
}

/// Queues the messages that start before cycle `before` at their source terminals.
void MessageSimulation::enqueue_started(std::uint64_t before) {
  for (; !later_.empty() && later_.top().departure.start < before; later_.pop()) {
    auto const& departure = later_.top().departure;
    bool const along_tree = later_.top().along_tree;
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(messages_.size()));
      messages_.emplace_back();
    }
    auto const number = free_.back();
    free_.pop_back();
    auto const flits = format_.flits(departure.bytes);
    messages_[number] = {departure.name, flits, format_.packets(flits)};
    OutgoingMessage const message{
        .start = departure.start, .flits = flits, .to = departure.to, .number = number};
    if (along_tree)
      enqueue_at_senders(message);
    else
      simulation_.send(departure.from, message);
    ++in_network_;
  }
}

/// Records the messages that have arrived completely.
void MessageSimulation::collect() {
  delivered_.clear();
  simulation_.drain_delivered(delivered_);
  for (auto const& packet : delivered_) {
    auto& message = messages_[packet.message];
    if (--message.packets_left > 0) continue;
    arrivals_.push_back({message.name, packet.cycle, message.flits, packet.routers, packet.slowest});
    free_.push_back(packet.message);
    --in_network_;
    last_arrival_ = packet.cycle;
  }
  std::ranges::sort(arrivals_, {},
                    [](MessageArrival const& arrival) { return std::pair(arrival.cycle, arrival.name); });
}

/// Skips the cycles until the next message starts, or until `end`, if the network is idle.
void MessageSimulation::skip_idle(std::uint64_t end) {
  if (in_network_ > 0 || now() < last_arrival_ + settling_) return;
  auto const next = later_.empty() ? end : std::min(end, later_.top().departure.start);
  if (next > now()) simulation_.skip_to(next);
}

void MessageSimulation::simulate(std::uint64_t cycles) {
  simulation_.advance(cycles);
  simulated_ += cycles;
  if (simulated_ - looked_ < static_cast<std::uint64_t>(params_.watchdog)) return;
  looked_ = simulated_;
  deadlock_ = watchdog_.look(now(), simulation_.state());
}

std::span<MessageArrival const> MessageSimulation::advance_to_arrival(std::uint64_t end) {
  arrivals_.clear();
  while (!deadlock_) {
    skip_idle(end);
    simulation_.receive();
    collect();
    if (!arrivals_.empty() || now() >= end) break;
    enqueue_started(now() + 1);
    simulate(1);
  }
  return arrivals_;
}

std::span<MessageArrival const> MessageSimulation::advance(std::uint64_t end) {
  arrivals_.clear();
  skip_idle(end);
  if (deadlock_ || now() >= end) return arrivals_;
  auto const until = std::min(end, now() + quiet_block);
  enqueue_started(until);
  simulate(until - now());
  collect();
  return arrivals_;
}

std::uint64_t MessageSimulation::min_cycles(std::uint32_t from, std::uint32_t to,
                                            MessageArrival const& path) const {
  auto const& options = simulation_.options();
  auto const at_once = (options.speculative != Speculation::off ? 1U : 0U) + (options.speedup > 1 ? 1U : 0U);
  auto const router = options.routing_delay + options.vc_allocation_delay + options.switch_allocation_delay +
                      options.switch_delay - at_once;
  auto const terminals =
      network_.latency_in(network_.injection_port(from)) + network_.latency(network_.ejection_port(to));
  std::uint64_t pace =
      std::max({ChannelTimes::cycle, path.slowest, network_.pace(network_.ejection_port(to))});
  if (auto const injection = network_.injection_pace(); !injection.empty())
    pace = std::max<std::uint64_t>(pace, injection[from]);
  auto const flits = (path.flits * pace + ChannelTimes::cycle - 1) / ChannelTimes::cycle;
  return terminals + std::uint64_t{router} * path.routers +
         std::uint64_t{network_.shortest_channel()} * (path.routers - 1) + flits;
}

Outcome MessageSimulation::outcome() const {
  Outcome it;
  it.ending = deadlock_ ? Ending::deadlock : in_progress() ? Ending::cut_off : Ending::measured;
  it.deadlock = deadlock_;
  it.accepted_by_terminal = simulation_.accepted_by_terminal();
  auto const sent = simulation_.sent_by_terminal();
  for (std::uint32_t e = 0; e < sent.size(); ++e)
    if (sent[e] > 0) it.senders.push_back({e, sent[e]});
  copy_whole_run(network_, simulation_, it);
  it.half_width = std::numeric_limits<double>::infinity();
  return it;
}

namespace {

/// Sends the messages that have a path, and counts the others as unreachable.
void send_all(std::span<TimedMessage const> messages, MessageSimulation& simulation, TimedOutcome& outcome) {
  for (std::uint32_t i = 0; i < messages.size(); ++i) {
    auto const& message = messages[i];
    if (simulation.reaches(message.from, message.to)) {
      simulation.send(
          {simulation.format().first_cycle(message.start), message.from, message.to, message.bytes, i});
    } else {
      ++outcome.unreachable;
      outcome.lost_pairs.add({message.from, message.to});
    }
  }
}

}  // namespace

TimedOutcome run_timed(FlitNetwork const& network, routing::ChannelRouting const& routing,
                       std::span<TimedMessage const> messages, FlitParams const& params, std::uint64_t seed,
                       std::function<void(TimedDelivery const&)> const& delivered, Progress& progress) {
  MessageSimulation simulation(network, routing, params, seed);
  auto const& format = simulation.format();
  TimedOutcome outcome;
  send_all(messages, simulation, outcome);
  progress.start("messages", messages.size() - outcome.unreachable, "messages");
  auto const maximum = static_cast<std::uint64_t>(params.max_cycles);
  while (simulation.in_progress() && !simulation.deadlock() && simulation.now() < maximum) {
    for (auto const& arrival : simulation.advance(maximum)) {
      auto const& message = messages[static_cast<std::size_t>(arrival.name)];
      auto const finish = format.seconds(arrival.cycle);
      if (outcome.messages++ == 0) outcome.first_finish = finish;
      outcome.last_finish = finish;
      outcome.bytes += message.bytes;
      auto const alone = simulation.min_cycles(message.from, message.to, arrival);
      delivered({static_cast<std::uint32_t>(arrival.name), finish, format.seconds(alone)});
      progress.advance();
    }
    progress.set_status(
        fmt::format("cycle {}, {} messages in flight", simulation.now(), simulation.in_network()));
  }
  progress.finish();
  outcome.simulated = simulation.simulated();
  outcome.packets = simulation.outcome();
  return outcome;
}

}  // namespace weft::flit
