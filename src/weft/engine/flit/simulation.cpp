// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/simulation.hpp"

#include <algorithm>
#include <tuple>

#include "weft/core/flatten.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/flit/deflection/deflection_core.hpp"
#include "weft/engine/flit/estimate.hpp"
#include "weft/engine/flit/masked/masked_core.hpp"
#include "weft/engine/flit/partition.hpp"

namespace weft::flit {
namespace {

/// Returns the traits that determine the state of the routers: with deflection, routers do not store
/// candidates.
routing::ChannelTraits state_traits(routing::ChannelRouting const& routing) {
  auto traits = routing.traits();
  if (routing.deflection() != nullptr) traits.width = 1;
  return traits;
}

}  // namespace

Simulation::Simulation(FlitNetwork const& network, routing::ChannelRouting const& routing,
                       Traffic const& traffic, FlitParams const& params, std::uint64_t seed,
                       std::uint32_t partitions, CoreChoice core, GroupTrees const* trees)
    : network_(network),
      params_(params),
      options_(router_options(params)),
      acknowledges_(needs_acknowledgments(params)),
      division_(network, partitions == 0 ? suitable_partitions({network, params}, routing.traits(), params)
                                         : partitions),
      masked_(core == CoreChoice::fastest && routing.deflection() == nullptr &&
              reason_against_masked_core(params, routing.traits(), &network).empty()),
      state_(network, options_, state_traits(routing), division_.of_this_rank()),
      lookahead_(flit::lookahead(network, options_)),
      sees_all_queues_(routing.traits().uses_remote_queues),
      sync_interval_(sees_all_queues_ || has_replies() || acknowledges_ ? lookahead_
                                                                        : slack(network, options_)),
      exchange_(network, options_, division_),
      parts_(division_.partitions()),
      accepted_by_terminal_(network.num_terminals()) {
  if (routing.deflection() != nullptr) check_deflection(network, options_);
  if (!masked_) state_.make_ports(network, options_);
  if (params_.interval > 0) make_recorders();
  std::vector<Core*> all;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    auto const [first, last] = division_.of_partition(i);
    if (routing.deflection() != nullptr) {
      parts_[i].core = std::make_unique<DeflectionCore>(network, routing, options_, state_, exchange_, i);
    } else if (masked_) {
      parts_[i].core = make_masked_core(network, routing, options_, state_, exchange_, i);
    } else {
      auto generic = std::make_unique<Partition>(network, routing, options_, state_, exchange_, i, trees);
      generic->record(parts_[i].recorder);
      parts_[i].core = std::move(generic);
    }
    parts_[i].sources =
        std::make_unique<Sources>(network, routing, state_, traffic, params_, seed, first, last);
    parts_[i].sources->record(parts_[i].recorder);
    all.push_back(parts_[i].core.get());
  }
  if (num_ranks() > 1)
    ranks_ = std::make_unique<RankExchange>(network, state_, exchange_, std::move(all),
                                            has_replies() || acknowledges_, sees_all_queues_);
}

/// Sends the acknowledgment of an arrived packet. A reply acknowledges its request when it arrives at the
/// source of the request; any other packet is acknowledged to its source, after the zero-load latency of its
/// path plus ack_delay.
void Simulation::acknowledge(Part& part, std::uint64_t now, Packet const& packet) {
  if (has_replies()) {
    part.acknowledgments.push_back({now + lookahead_, packet.request_start, packet.terminal, packet.source,
                                    packet.marked, packet.traffic_class});
    return;
  }
  auto const path = packet.path_cycles + network_.latency(network_.ejection_port(packet.terminal)) + 1 +
                    static_cast<std::uint64_t>(params_.ack_delay);
  part.acknowledgments.push_back({now + std::max(path, lookahead_),
                                  packet.creation_cycle + packet.source_delay, packet.source, packet.terminal,
                                  packet.marked, packet.traffic_class});
}

void Simulation::make_recorders() {
  std::vector<RouterRange> ranges;
  for (std::size_t i = 0; i < parts_.size(); ++i) ranges.push_back(division_.of_partition(i));
  recording_ = std::make_unique<Recording>(network_, state_, static_cast<std::uint64_t>(params_.interval),
                                           params_.interval_pairs, ranges, params_.classes.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i].recorder = &recording_->of_partition(i);
}

void Simulation::deliver(Part& part, std::uint64_t now, Packet const& packet) {
  auto const latency = now - packet.creation_cycle;
  auto& tally = part.tally;
  ++tally.delivered;
  tally.last_delivery = now;
  tally.recent.add(latency);
  if (packet.message != Packet::no_message)
    part.delivered.push_back(
        {now, packet.message, packet.routers, static_cast<std::uint32_t>(packet.slowest)});
  if (has_replies() && !packet.is_reply)
    part.replies.push_back({now + std::max(static_cast<std::uint64_t>(params_.reply_delay), lookahead_),
                            packet.creation_cycle + packet.source_delay, packet.terminal, packet.source,
                            packet.marked, packet.traffic_class});
  else if (acknowledges_)
    acknowledge(part, now, packet);
  if (!window_.contains(packet.creation_cycle)) return;
  tally.latency.add(latency);
  tally.network.add(latency - packet.source_delay);
  tally.latencies.add(latency);
  if (!tally.classes.empty()) {
    auto& of_class = tally.classes[packet.traffic_class];
    of_class.latency.add(latency);
    of_class.network.add(latency - packet.source_delay);
    of_class.latencies.add(latency);
  }
  std::size_t const hops = packet.routers - 1;
  tally.hops += hops;
  if (hops >= tally.by_hops.size()) tally.by_hops.resize(hops + 1);
  tally.by_hops[hops].add(latency);
  auto const block = (packet.creation_cycle - window_.from) / window_.block;
  if (block >= tally.blocks.size()) tally.blocks.resize(block + 1);
  tally.blocks[block].add(latency);
}

/// Processes the arrivals at terminals. Flattened, since it runs in every cycle.
WEFT_FLATTEN void Simulation::receive(Part& part, std::uint64_t now) {
  auto const& ejected = part.core->ejected(now);
  bool const counts = window_.contains(now);
  constexpr std::size_t ahead = 8;
  for (std::size_t i = 0; i < ejected.size(); ++i) {
    if (i + ahead < ejected.size())
      __builtin_prefetch(&state_.packets[ejected[i + ahead].flit & packet_mask]);
    auto const& ejection = ejected[i];
    auto const& packet = state_.packets[ejection.flit & packet_mask];
    if (counts) {
      ++accepted_by_terminal_[ejection.terminal];
      ++part.tally.accepted;
      if (!part.tally.classes.empty()) ++part.tally.classes[packet.traffic_class].accepted;
    }
    if ((ejection.flit & head_bit) != 0 && window_.contains(packet.creation_cycle))
      part.tally.head.add(now - packet.creation_cycle);
    if ((ejection.flit & tail_bit) != 0) deliver(part, now, packet);
    if (part.recorder != nullptr) part.recorder->receive(packet, (ejection.flit & tail_bit) != 0);
  }
  part.core->consume(now);
}

void Simulation::cycle(Part& part, std::uint64_t now) {
  if (part.recorder != nullptr) part.recorder->begin_cycle(now);
  receive(part, now);
  part.sources->step(now, *part.core, window_, part.tally);
  part.core->step(now);
}

void Simulation::enqueue_started(Sources::Reply const& reply) {
  if (auto const router = network_.injection_router(reply.terminal); division_.is_own(router))
    parts_[division_.partition_of(router)].sources->reply(reply);
  else
    ranks_->send(reply);
}

void Simulation::enqueue_started(InjectionControl::Acknowledgment const& acknowledgment) {
  if (auto const router = network_.injection_router(acknowledgment.terminal); division_.is_own(router))
    parts_[division_.partition_of(router)].sources->acknowledge(acknowledgment);
  else
    ranks_->send(acknowledgment);
}

/// Synchronizes the partitions and exchanges their events with other ranks.
void Simulation::synchronize() {
  for (auto& part : parts_) {
    for (auto const& reply : part.replies) enqueue_started(reply);
    part.replies.clear();
    for (auto const& acknowledgment : part.acknowledgments) enqueue_started(acknowledgment);
    part.acknowledgments.clear();
  }
  if (ranks_ == nullptr) return;
  ranks_->synchronize(now_, sees_all_queues_ && now_ % lookahead_ == 0);
  for (auto const& reply : ranks_->replies()) enqueue_started(reply);
  for (auto const& acknowledgment : ranks_->acknowledgments()) enqueue_started(acknowledgment);
}

void Simulation::advance(std::uint64_t cycles) {
  auto const end = now_ + cycles;
  auto const [first_out, last_out] = state_.own_out;
  while (now_ < end) {
    auto const meeting = std::min(end, (now_ / sync_interval_ + 1) * sync_interval_);
    if (now_ % lookahead_ == 0 && sees_all_queues_)
      std::copy_n(&state_.queue[first_out], last_out - first_out, &state_.remote_queue[first_out]);
    if (recording_ != nullptr) recording_->reserve(meeting);
    auto const run = [&](std::size_t i, unsigned) {
      for (auto t = now_; t < meeting; ++t) {
        throw_if_interrupted();
        cycle(parts_[i], t);
      }
    };
    if (parts_.size() == 1)
      run(0, 0);
    else
      parallel_for(parts_.size(), run);
    now_ = meeting;
    synchronize();
  }
}

void Simulation::send(std::uint32_t from, OutgoingMessage const& message) {
  if (auto const router = network_.injection_router(from); division_.is_own(router))
    parts_[division_.partition_of(router)].sources->send(now_, from, message);
}

void Simulation::receive() {
  if (recording_ != nullptr) recording_->reserve(now_ + 1);
  for (auto& part : parts_) {
    if (part.recorder != nullptr) part.recorder->begin_cycle(now_);
    receive(part, now_);
  }
}

void Simulation::drain_delivered(std::vector<DeliveredPacket>& all) {
  auto const first = static_cast<std::ptrdiff_t>(all.size());
  for (auto& part : parts_) {
    all.insert(all.end(), part.delivered.begin(), part.delivered.end());
    part.delivered.clear();
  }
  if (num_ranks() > 1) {
    ByteWriter mine;
    mine.put_list(std::vector(all.begin() + first, all.end()));
    all.resize(static_cast<std::size_t>(first));
    for (auto const& bytes : allgather_bytes(mine.bytes())) {
      ByteReader in(bytes);
      auto const of_rank = in.read_list<DeliveredPacket>();
      all.insert(all.end(), of_rank.begin(), of_rank.end());
    }
  }
  std::ranges::sort(all.begin() + first, all.end(), {}, [](DeliveredPacket const& packet) {
    return std::tuple(packet.cycle, packet.message, packet.routers);
  });
}

void Simulation::measure(Window const& window) {
  window_ = window;
  if (recording_ != nullptr) recording_->count_sent();
  for (auto& part : parts_) part.core->reset_sent();
  if (recording_ != nullptr) recording_->reset_sent();
  std::ranges::fill(accepted_by_terminal_, std::uint64_t{0});
  for (auto& part : parts_) {
    part.sources->reset_sent();
    Tally fresh;
    fresh.recent = part.tally.recent;
    fresh.delivered = part.tally.delivered;
    fresh.last_delivery = part.tally.last_delivery;
    fresh.started = part.tally.started;
    fresh.classes.resize(params_.classes.size());
    part.tally = std::move(fresh);
  }
}

Tally Simulation::tally() const {
  Tally sum;
  for (auto const& part : parts_) sum.merge(part.tally);
  merge_over_ranks(sum);
  return sum;
}

DelaySum Simulation::drain_recent() {
  DelaySum sum;
  for (auto& part : parts_) {
    sum.merge(part.tally.recent);
    part.tally.recent = {};
  }
  std::uint64_t numbers[] = {sum.sum, sum.count};
  sum_over_ranks(numbers);
  return {numbers[0], numbers[1]};
}

std::uint64_t Simulation::done() const {
  std::uint64_t sum = 0;
  for (auto const& part : parts_) sum += part.tally.delivered + part.tally.unreachable;
  return sum_over_ranks(sum);
}

bool Simulation::all_measured_delivered() const {
  std::uint64_t waiting = 0, left = 0;  // `left` sums differences, some of them negative
  for (auto const& part : parts_) {
    waiting += part.sources->any_waiting(std::min(window_.to, now_));
    left += part.tally.measured_started - part.tally.latency.count;
  }
  std::uint64_t numbers[] = {waiting, left};
  sum_over_ranks(numbers);
  return numbers[0] == 0 && numbers[1] == 0;
}

std::uint64_t Simulation::in_flight() const {
  std::uint64_t sum = 0;  // sum of differences, some of them negative
  for (auto const& part : parts_) sum += part.tally.started + part.core->copies() - part.tally.delivered;
  return sum_over_ranks(sum);
}

std::vector<std::uint64_t> Simulation::waiting_created_in(std::uint64_t from, std::uint64_t to) const {
  std::vector<std::uint64_t> packets(num_classes(params_));
  for (auto const& part : parts_) part.sources->add_waiting(from, to, packets);
  sum_over_ranks(packets);
  return packets;
}

std::uint64_t Simulation::waiting() const {
  std::uint64_t sum = 0;
  for (auto const packets : waiting_created_in(0, now_)) sum += packets;
  return sum;
}

std::vector<std::uint64_t> Simulation::sent_by_terminal() const {
  std::vector<std::uint64_t> flits(num_classes(params_) * network_.num_terminals());
  for (auto const& part : parts_) part.sources->add_sent(flits);
  sum_over_ranks(flits);
  return flits;
}

std::vector<std::uint64_t> Simulation::accepted_by_terminal() const {
  auto flits = accepted_by_terminal_;
  sum_over_ranks(flits);
  return flits;
}

std::vector<std::uint64_t> Simulation::sent() const {
  std::vector<std::uint64_t> flits(network_.num_out());
  for (auto const& part : parts_) part.core->add_sent(flits);
  sum_over_ranks(flits);
  return flits;
}

Timeline Simulation::timeline() const {
  if (recording_ == nullptr) return {};
  auto figures = recording_->figures(now_);
  for (auto const& part : parts_) part.sources->add_waiting(now_, figures);
  add_ranks(figures);
  return figures;
}

std::vector<std::uint64_t> Simulation::buffered_by_vc() const {
  std::vector<std::uint64_t> flits(state_.vcs);
  for (auto const& part : parts_) part.core->add_buffered(flits);
  sum_over_ranks(flits);
  return flits;
}

std::uint64_t Simulation::flit_hops() const { return network_.sum_over_channels(sent()); }

std::uint64_t Simulation::deflections() const {
  std::uint64_t sum = 0;
  for (auto const& part : parts_) sum += part.core->deflections();
  return sum_over_ranks(sum);
}

State const& Simulation::state() const {
  state_.make_ports(network_, options_);
  for (auto const& part : parts_) part.core->show(state_);
  return state_;
}

}  // namespace weft::flit
