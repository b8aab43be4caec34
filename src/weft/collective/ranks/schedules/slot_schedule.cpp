// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/ranks/schedules/slot_schedule.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "weft/core/error.hpp"

namespace weft::collective {

SlotSchedule::SlotSchedule(RankProgram program, Ranks const& ranks, Routes routes, std::uint32_t sends,
                           Switching switching)
    : program_(std::move(program)),
      network_(ranks.network()),
      ranks_(ranks.vertices()),
      routes_(std::move(routes)),
      sends_(sends),
      width_(slots_per_block(network_)),
      is_one_place_(program_.postcondition.holdings == Holdings::one_place),
      adds_(has_parts(program_.postcondition.holdings)),
      is_exact_(program_.postcondition.holdings == Holdings::sums),
      cuts_through_(switching == Switching::cut_through),
      capacity_(capacities(network_, width_)),
      queues_(network_.num_channels(), routes_.max_hops()),
      carried_(network_.num_channels()),
      sent_(sends == 0 ? 0 : network_.num_vertices()) {
  rewind();
}

void SlotSchedule::rewind() {
  auto const blocks = program_.postcondition.blocks;
  auto const ranks = static_cast<std::uint32_t>(ranks_.size());
  parcels_.clear();
  next_.clear();
  free_ = none;
  live_ = 0;
  queues_.clear();
  flows_.assign(is_one_place_ ? blocks : std::size_t{ranks} * blocks, {});
  rounds_.clear();
  first_round_ = taken_ = 0;
  round_of_.assign(ranks, 0);
  to_send_.assign(ranks, 0);
  idle_.resize(ranks);
  std::iota(idle_.begin(), idle_.end(), 0u);
  step_ = 0;
  in_slot_.clear();
  following_.transfers.clear();
}

std::uint32_t SlotSchedule::new_parcel(Message const& message, std::uint32_t block) {
  auto const p = free_ != none ? free_ : static_cast<std::uint32_t>(parcels_.size());
  if (free_ != none) {
    free_ = next_[p];
  } else {
    parcels_.emplace_back();
    next_.push_back(none);
  }
  parcels_[p] = {.block = block,
                 .from = message.from,
                 .to = message.to,
                 .partner = none,
                 .needs = flow(message.from, block).expected,
                 .clears = is_exact_ ? std::uint16_t{0} : flow(message.to, block).expected,
                 .arrival = message.arrival,
                 .has_left = false,
                 .taken = false};
  auto const from = vertex(message.from), to = vertex(message.to);
  parcels_[p].trip = routes_.start(from, to, message.heading, item(parcels_[p]));
  approach(p, from);
  ++live_;
  return p;
}

void SlotSchedule::free_parcel(std::uint32_t p) {
  next_[p] = free_;
  free_ = p;
  --live_;
}

void SlotSchedule::take_rounds() {
  while (!idle_.empty() && taken_ < program_.rounds &&
         (live_ == 0 || live_ + messages_.size() <= max_parcels))
    take_round();
}

void SlotSchedule::take_round() {
  messages_.clear();
  program_.messages(taken_++, messages_);
  auto const ranks = ranks_.size();
  auto& round = rounds_.emplace_back();
  round.first.assign(ranks, none);
  std::vector<std::uint32_t> last(ranks, none);
  for (auto const& message : messages_) {
    if (message.from == message.to) continue;
    for (std::uint32_t i = 0; i < message.count; ++i) {
      auto const p = new_parcel(message, message.first + i);
      (last[message.from] == none ? round.first[message.from] : next_[last[message.from]]) = p;
      next_[p] = none;
      last[message.from] = p;
    }
  }
  expect(round);
  auto const idle = std::move(idle_);
  idle_.clear();
  for (auto const rank : idle) begin_rounds(rank);
}

void SlotSchedule::expect(Round const& round) {
  for (auto const& message : messages_) {
    if (message.from == message.to) continue;
    for (std::uint32_t b = message.first; b < message.first + message.count; ++b) {
      ++flow(message.to, b).expected;
      ++flow(message.from, b).to_leave;
      WEFT_EXPECT(flow(message.to, b).expected != 0 && flow(message.from, b).to_leave != 0);
    }
  }
  if (!is_exact_) return;
  for (auto p : round.first)
    for (; p != none; p = next_[p]) parcels_[p].clears = flow(parcels_[p].to, parcels_[p].block).to_leave;
}

void SlotSchedule::begin_rounds(std::uint32_t rank) {
  while (to_send_[rank] == 0 && round_of_[rank] < taken_) {
    auto& round = rounds_[round_of_[rank]++ - first_round_];
    auto p = round.first[rank];
    for (auto q = p; q != none; q = next_[q]) ++to_send_[rank];
    while (p != none) {
      auto const after = next_[p];
      schedule_departure(p);
      p = after;
    }
    ++round.started;
  }
  while (!rounds_.empty() && rounds_.front().started == ranks_.size()) {
    rounds_.pop_front();
    ++first_round_;
  }
  if (to_send_[rank] == 0) idle_.push_back(rank);
}

void SlotSchedule::wait(Flow& flow, std::uint32_t p) {
  next_[p] = flow.waiting;
  flow.waiting = p;
}

/// Appends a parcel that is at its source rank to the queue of its first channel, or lets it wait for
/// arrivals that must precede its departure.
void SlotSchedule::schedule_departure(std::uint32_t p) {
  auto& parcel = parcels_[p];
  auto& from = flow(parcel.from, parcel.block);
  if (from.arrived < parcel.needs)
    wait(from, p);
  else if (!find_partner(p))
    enqueue_or_wait(p);
}

/// Searches for the parcel of the neighbor that must leave in the same slot as p, and queues both. Returns
/// whether there is one.
bool SlotSchedule::find_partner(std::uint32_t p) {
  auto& parcel = parcels_[p];
  if (!is_exact_ || parcel.trip.hops != 0 || flow(parcel.to, parcel.block).left + 1 != parcel.clears)
    return false;
  auto before = none;
  for (auto q = flow(parcel.from, parcel.block).waiting; q != none; before = q, q = next_[q]) {
    auto& other = parcels_[q];
    if (other.from != parcel.to || other.to != parcel.from || other.has_left || other.trip.hops != 0)
      continue;
    (before == none ? flow(parcel.from, parcel.block).waiting : next_[before]) = next_[q];
    parcel.partner = q;
    other.partner = p;
    for (auto const each : {q, p}) enqueue(each);
    return true;
  }
  return false;
}

/// Sets the next channel of a parcel, and its trip after the channel.
void SlotSchedule::approach(std::uint32_t p, std::uint32_t at) {
  auto& parcel = parcels_[p];
  auto const hop = routes_.next(at, vertex(parcel.to), parcel.trip.course, item(parcel));
  parcel.channel = hop.channel;
  parcel.trip = {hop.course, parcel.trip.hops - 1};
}

/// Appends a parcel to the queue of its next channel, or lets it wait at its last channel until it may be
/// added.
void SlotSchedule::enqueue_or_wait(std::uint32_t p) {
  auto const& parcel = parcels_[p];
  if (parcel.trip.hops == 0 && !may_be_added(parcel))
    wait(flow(parcel.to, parcel.block), p);
  else
    enqueue(p);
}

bool SlotSchedule::may_be_added(Parcel const& parcel) {
  auto const& to = flow(parcel.to, parcel.block);
  return !adds_ || (is_exact_ ? to.left : to.arrived) >= parcel.clears;
}

void SlotSchedule::enqueue(std::uint32_t p) {
  queues_.push(parcels_[p].channel, parcels_[p].trip.hops + 1, p);
}

/// Reexamines the parcels that wait for a block at a rank: first the parcels to be added at the rank, then
/// the parcels to leave it.
void SlotSchedule::wake(std::uint32_t rank, std::uint32_t block) {
  auto leaving = none;
  auto p = std::exchange(flow(rank, block).waiting, none);
  while (p != none) {
    auto const after = next_[p];
    if (adds_ && parcels_[p].to == rank) {
      enqueue_or_wait(p);
    } else {
      next_[p] = leaving;
      leaving = p;
    }
    p = after;
  }
  while (leaving != none) schedule_departure(std::exchange(leaving, next_[leaving]));
}

bool SlotSchedule::next(Step& step) {
  if (following_.transfers.empty() && !begin_slot()) return false;
  std::swap(step, following_);
  following_.transfers.clear();
  if (cuts_through_) {
    pass_on();
    select(following_);
  }
  bool const ends = following_.transfers.empty();
  step.width = ends ? width_ : 0;
  if (ends && cuts_through_) end_slot();
  if (!cuts_through_) move();
  return true;
}

/// Selects the first transfers of a slot. Returns false if all blocks have arrived.
bool SlotSchedule::begin_slot() {
  while (true) {
    take_rounds();
    select(following_);
    if (!following_.transfers.empty()) break;
    if (live_ == 0 && taken_ == program_.rounds) return false;
    if (live_ > 0) throw std::logic_error("blocks of a rank program wait for one another");
  }
  ++step_;
  return true;
}

void SlotSchedule::select(Step& step) {
  if (sends_ == 0) {
    queues_.for_each_waiting([&](std::uint32_t channel) { select_from(channel, step); });
  } else {
    for (std::uint32_t v = 0; v < network_.num_vertices(); ++v) {
      auto const first = network_.first_channel(v), degree = network_.first_channel(v + 1) - first;
      for (std::uint32_t i = 0; i < degree; ++i)
        if (auto const c = first + static_cast<std::uint32_t>((step_ + i) % degree); queues_.waits_at(c))
          select_from(c, step);
    }
  }
  for (auto const p : postponed_) enqueue(p);
  postponed_.clear();
}

bool SlotSchedule::has_room(std::uint32_t channel) const {
  return carried_[channel] < capacity_[channel] &&
         (sends_ == 0 || sent_[network_.source(channel)] < std::uint64_t{sends_} * width_);
}

void SlotSchedule::select_from(std::uint32_t channel, Step& step) {
  while (has_room(channel) && queues_.waits_at(channel)) {
    auto const p = queues_.pop(channel);
    if (parcels_[p].taken) {
      free_parcel(p);
      continue;
    }
    if (auto const other = parcels_[p].partner; other != none) {
      auto& parcel = parcels_[other];
      if (!has_room(parcel.channel)) {
        postponed_.push_back(p);
        continue;
      }
      send(other, step);
      parcel.taken = true;
    }
    send(p, step);
  }
}

void SlotSchedule::send(std::uint32_t p, Step& step) {
  auto const& parcel = parcels_[p];
  Transfer transfer{.channel = parcel.channel, .block = parcel.block};
  if (adds_) {
    transfer.arrival = parcel.arrival;
    transfer.loads = !parcel.has_left;
    transfer.unloads = parcel.trip.hops == 0;
    if (!(transfer.loads && transfer.unloads)) transfer.carrier = p;
  }
  step.transfers.push_back(transfer);
  moved_.push_back(p);
  ++carried_[parcel.channel];
  if (sends_ != 0) ++sent_[network_.source(parcel.channel)];
}

void SlotSchedule::release(std::uint32_t channel) {
  carried_[channel] = 0;
  if (sends_ != 0) sent_[network_.source(channel)] = 0;
}

void SlotSchedule::move() {
  for (auto const p : moved_) release(parcels_[p].channel);
  for (auto const p : moved_) {
    auto& parcel = parcels_[p];
    bool const leaves = !parcel.has_left;
    auto const [block, from, to] = std::tuple(parcel.block, parcel.from, parcel.to);
    parcel.has_left = true;
    if (leaves) ++flow(from, block).left;
    if (parcel.trip.hops == 0) {
      arrive(p);
    } else {
      approach(p, network_.target(parcel.channel));
      enqueue_or_wait(p);
    }
    if (leaves) has_left(from, block);
  }
  moved_.clear();
}

void SlotSchedule::arrive(std::uint32_t p) {
  auto const [block, to] = std::pair(parcels_[p].block, parcels_[p].to);
  ++flow(to, block).arrived;
  if (!parcels_[p].taken) free_parcel(p);
  wake(to, block);
}

/// Counts a block that has left its rank. When all blocks of its round have left, the rank starts its next
/// round.
void SlotSchedule::has_left(std::uint32_t rank, std::uint32_t block) {
  if (is_exact_) wake(rank, block);
  if (--to_send_[rank] == 0) begin_rounds(rank);
}

void SlotSchedule::pass_on() {
  for (auto const p : moved_) {
    auto& parcel = parcels_[p];
    bool const leaves = !parcel.has_left, arrives = parcel.trip.hops == 0;
    in_slot_.push_back({p, parcel.channel, leaves, arrives});
    parcel.has_left = true;
    if (leaves) ++flow(parcel.from, parcel.block).left;
    if (arrives) continue;
    approach(p, network_.target(parcel.channel));
    enqueue_or_wait(p);
  }
  moved_.clear();
}

void SlotSchedule::end_slot() {
  for (auto const& moved : in_slot_) release(moved.channel);
  for (auto const& moved : in_slot_) {
    auto const [block, from] = std::pair(parcels_[moved.parcel].block, parcels_[moved.parcel].from);
    if (moved.arrives) arrive(moved.parcel);
    if (moved.leaves) has_left(from, block);
  }
  in_slot_.clear();
}

}  // namespace weft::collective
