// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/ranks/rank_program.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "weft/collective/ranks/schedules/channel_queues.hpp"
#include "weft/collective/ranks/schedules/slot_schedule.hpp"
#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"

namespace weft::collective {
namespace {

/// Schedule of a program on a network with Embedding::rounds.
class RoundSchedule final : public Schedule {
 public:
  /// Bytes per block in flight, as a message and as a transfer.
  static constexpr std::uint64_t bytes_per_block = 64;

  RoundSchedule(RankProgram program, Ranks const& ranks, Routes routes, std::uint32_t sends,
                Switching switching);

  Postcondition const& postcondition() const override { return program_.postcondition; }
  bool next(Step& step) override;
  void rewind() override;

 private:
  /// A message in flight.
  struct Moving {
    std::uint32_t message, at;
    std::uint32_t carrier;  // of its first block
    Trip trip;
  };
  void begin_round();
  void split_messages();
  std::uint64_t item(Message const& message) const {
    return std::uint64_t{ranks_[message.from]} << 32 | message.first;
  }
  void add_transfers(Moving const& moving, std::uint32_t channel, bool leaves, bool arrives,
                     Step& step) const;
  std::uint32_t width();

  RankProgram program_;
  TransferNetwork const& network_;
  std::vector<std::uint32_t> ranks_;
  Routes routes_;
  std::uint32_t sends_;
  bool adds_, cuts_through_;
  std::uint32_t round_ = 0;
  std::vector<Message> messages_;
  std::vector<Moving> moving_;
  // number of blocks in the current slots, by channel and by vertex
  std::vector<std::uint64_t> carried_, sent_;
  std::vector<std::uint32_t> channels_, vertices_;  // channels and vertices with a non-zero count
};

RoundSchedule::RoundSchedule(RankProgram program, Ranks const& ranks, Routes routes, std::uint32_t sends,
                             Switching switching)
    : program_(std::move(program)),
      network_(ranks.network()),
      ranks_(ranks.vertices()),
      routes_(std::move(routes)),
      sends_(sends),
      adds_(has_parts(program_.postcondition.holdings)),
      cuts_through_(switching == Switching::cut_through),
      carried_(network_.num_channels()),
      sent_(sends == 0 ? 0 : network_.num_vertices()) {}

void RoundSchedule::rewind() {
  round_ = 0;
  moving_.clear();
  width();  // clears the counts
}

void RoundSchedule::begin_round() {
  messages_.clear();
  program_.messages(round_++, messages_);
  if (routes_.draws()) split_messages();
  std::uint32_t carrier = 0;
  InterruptCheck check;
  for (std::uint32_t m = 0; m < messages_.size(); ++m) {
    check();
    auto const& message = messages_[m];
    if (message.from == message.to) continue;
    auto const from = ranks_[message.from];
    moving_.push_back(
        {m, from, carrier, routes_.start(from, ranks_[message.to], message.heading, item(message))});
    carrier += message.count;
  }
}

/// Splits messages into messages of one block, since each block has a separate path.
void RoundSchedule::split_messages() {
  std::vector<Message> split;
  for (auto const& message : messages_)
    for (std::uint32_t i = 0; i < message.count; ++i) {
      split.push_back(message);
      split.back().first += i;
      split.back().count = 1;
    }
  messages_ = std::move(split);
}

bool RoundSchedule::next(Step& step) {
  step.transfers.clear();
  bool const leaves = moving_.empty();
  while (moving_.empty()) {
    if (round_ == program_.rounds) return false;
    begin_round();
  }
  std::size_t kept = 0;
  InterruptCheck check;
  for (auto moving : moving_) {
    check();
    auto const& message = messages_[moving.message];
    auto const [channel, course] =
        routes_.next(moving.at, ranks_[message.to], moving.trip.course, item(message));
    bool const arrives = moving.trip.hops == 1;
    if (carried_[channel] == 0) channels_.push_back(channel);
    carried_[channel] += message.count;
    if (sends_ != 0) {
      if (sent_[moving.at] == 0) vertices_.push_back(moving.at);
      sent_[moving.at] += message.count;
    }
    add_transfers(moving, channel, leaves, arrives, step);
    if (arrives) continue;
    moving.at = network_.target(channel);
    moving.trip = {course, moving.trip.hops - 1};
    moving_[kept++] = moving;
  }
  moving_.resize(kept);
  step.width = cuts_through_ && !moving_.empty() ? 0 : width();
  return true;
}

void RoundSchedule::add_transfers(Moving const& moving, std::uint32_t channel, bool leaves, bool arrives,
                                  Step& step) const {
  auto const& message = messages_[moving.message];
  Transfer transfer{.channel = channel};
  if (adds_) {
    transfer.arrival = message.arrival;
    transfer.loads = leaves;
    transfer.unloads = arrives;
  }
  for (std::uint32_t i = 0; i < message.count; ++i) {
    transfer.block = message.first + i;
    if (adds_ && !(leaves && arrives)) transfer.carrier = moving.carrier + i;
    step.transfers.push_back(transfer);
  }
}

std::uint32_t RoundSchedule::width() {
  std::uint32_t width = 1;
  for (auto const c : channels_) {
    width = std::max(width, slots_for(carried_[c], network_.bandwidth(c)));
    carried_[c] = 0;
  }
  for (auto const v : vertices_) {
    width = std::max(width, slots_for(sent_[v], sends_));
    sent_[v] = 0;
  }
  channels_.clear();
  vertices_.clear();
  return width;
}

/// Schedule, with Embedding::slots, of programs of one round in which each block is at one location at a
/// time, so that blocks wait only for channels. A block that reaches the receiver of its message but not its
/// final destination continues to that destination.
class StraightSchedule final : public Schedule {
 public:
  /// Bytes per block in flight, as a message and in a queue.
  static constexpr std::uint64_t bytes_per_block = 52;

  StraightSchedule(RankProgram program, Ranks const& ranks, Routes routes, std::uint32_t sends,
                   Switching switching);

  Postcondition const& postcondition() const override { return program_.postcondition; }
  bool next(Step& step) override;
  void rewind() override;

 private:
  /// A block in flight between two vertices.
  struct Moving {
    std::uint32_t block, to;
    Trip trip;
  };
  struct MovedBlock {
    Moving block;
    std::uint32_t channel;
  };
  void begin();
  void begin_slot();
  void depart(std::uint32_t block, std::uint32_t from, std::uint32_t to, Heading heading);
  /// Returns the next channel of `block` and updates the trip of the block for it.
  std::uint32_t approach(Moving& block, std::uint32_t at) const;
  void queue_moved();
  /// Moves the blocks that the channels can transfer in this slot from the queues to `step`.
  void take(Step& step);

  RankProgram program_;
  TransferNetwork const& network_;
  std::vector<std::uint32_t> ranks_;
  Routes routes_;
  std::uint32_t sends_, width_;
  bool cuts_through_;
  std::vector<std::uint32_t> capacity_;  // by channel, in blocks per step
  ChannelQueues<Moving> queues_;
  bool started_ = false;
  std::uint64_t step_ = 0;
  std::vector<MovedBlock> moved_;
  // With cut-through: the next transfers in the same slot, and by channel the remaining capacity in blocks.
  Step following_;
  std::vector<std::uint32_t> room_;
  std::vector<MovedBlock> restarting_;  // blocks at the end of their messages; they continue in the next slot
};

StraightSchedule::StraightSchedule(RankProgram program, Ranks const& ranks, Routes routes,
                                   std::uint32_t sends, Switching switching)
    : program_(std::move(program)),
      network_(ranks.network()),
      ranks_(ranks.vertices()),
      routes_(std::move(routes)),
      sends_(sends),
      width_(slots_per_block(network_)),
      cuts_through_(switching == Switching::cut_through && sends == 0),
      capacity_(capacities(network_, width_)),
      queues_(network_.num_channels(), program_.fcfs ? 0 : routes_.max_hops()) {
  WEFT_EXPECT(program_.rounds <= 1 && program_.postcondition.holdings == Holdings::one_place);
}

void StraightSchedule::rewind() {
  queues_.clear();
  following_.transfers.clear();
  restarting_.clear();
  started_ = false;
  step_ = 0;
}

void StraightSchedule::begin() {
  started_ = true;
  std::vector<Message> messages;
  if (program_.rounds > 0) program_.messages(0, messages);
  for (auto const& message : messages) {
    if (message.from == message.to) continue;
    for (std::uint32_t i = 0; i < message.count; ++i)
      depart(message.first + i, ranks_[message.from], ranks_[message.to], message.heading);
  }
}

void StraightSchedule::depart(std::uint32_t block, std::uint32_t from, std::uint32_t to, Heading heading) {
  Moving moving{block, to, routes_.start(from, to, heading, block)};
  auto const channel = approach(moving, from);
  queues_.push(channel, moving.trip.hops + 1, moving);
}

std::uint32_t StraightSchedule::approach(Moving& block, std::uint32_t at) const {
  auto const hop = routes_.next(at, block.to, block.trip.course, block.block);
  block.trip = {hop.course, block.trip.hops - 1};
  return hop.channel;
}

void StraightSchedule::take(Step& step) {
  step.transfers.clear();
  queues_.take(network_, cuts_through_ ? room_ : capacity_, std::uint64_t{sends_} * width_, step_++,
               [&](Moving const& block, std::uint32_t channel) {
                 step.transfers.push_back({.channel = channel, .block = block.block});
                 moved_.push_back({block, channel});
               });
  if (cuts_through_)
    for (auto const& moved : moved_) --room_[moved.channel];
  queue_moved();
}

void StraightSchedule::begin_slot() {
  room_ = capacity_;
  for (auto const& moved : restarting_) queues_.push(moved.channel, moved.block.trip.hops + 1, moved.block);
  restarting_.clear();
  take(following_);
}

bool StraightSchedule::next(Step& step) {
  if (!started_) begin();
  if (!cuts_through_) {
    take(step);
    step.width = width_;
    return !step.transfers.empty();
  }
  if (following_.transfers.empty()) begin_slot();
  std::swap(step, following_);
  take(following_);
  step.width = following_.transfers.empty() ? width_ : 0;
  return !step.transfers.empty();
}

/// Appends the blocks that have moved and are not at their goals to the queues of their next channels.
void StraightSchedule::queue_moved() {
  std::size_t kept = 0;
  for (auto [block, channel] : moved_) {
    auto const at = network_.target(channel);
    if (block.trip.hops == 0) {
      auto const goal = program_.postcondition.goal[block.block];
      if (goal == at) continue;
      block = {block.block, goal, routes_.start(at, goal, {}, block.block)};
      if (cuts_through_) {
        auto const channel_on = approach(block, at);
        restarting_.push_back({block, channel_on});
        continue;
      }
    }
    auto const next = approach(block, at);
    moved_[kept++] = {block, next};
  }
  constexpr auto ahead = ChannelQueues<Moving>::ahead;
  for (std::size_t i = 0; i < kept; ++i) {
    if (i + 2 * ahead < kept)
      queues_.prefetch_list(moved_[i + 2 * ahead].channel, moved_[i + 2 * ahead].block.trip.hops + 1);
    if (i + ahead < kept)
      queues_.prefetch_tail(moved_[i + ahead].channel, moved_[i + ahead].block.trip.hops + 1);
    queues_.push(moved_[i].channel, moved_[i].block.trip.hops + 1, moved_[i].block);
  }
  moved_.clear();
}

}  // namespace

std::unique_ptr<Schedule> embed(RankProgram program, Ranks const& ranks, Routes routes, Embedding embedding,
                                std::uint32_t sends, Switching switching) {
  bool const one_place = program.postcondition.holdings == Holdings::one_place;
  std::uint64_t const blocks = program.postcondition.blocks, n = ranks.size();
  bool const is_straight = one_place && program.rounds <= 1;
  auto const per_block = embedding == Embedding::rounds ? RoundSchedule::bytes_per_block
                         : is_straight                  ? StraightSchedule::bytes_per_block
                                                        : SlotSchedule::bytes_per_block;
  auto const held = one_place                       ? blocks * per_block
                    : embedding == Embedding::slots ? blocks * n * SlotSchedule::bytes_per_flow
                                                    : 0;
  require_memory(held, fmt::format("a schedule of {} blocks among {} ranks", blocks, n));
  if (embedding == Embedding::rounds)
    return std::make_unique<RoundSchedule>(std::move(program), ranks, std::move(routes), sends, switching);
  if (is_straight)
    return std::make_unique<StraightSchedule>(std::move(program), ranks, std::move(routes), sends, switching);
  return std::make_unique<SlotSchedule>(std::move(program), ranks, std::move(routes), sends, switching);
}

}  // namespace weft::collective
