#include "weft/collective/ranks/schedules/straight_schedule.hpp"

#include <algorithm>

#include "weft/core/error.hpp"

namespace weft::collective {

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
      queues_(network_.num_channels(), program_.first_come ? 0 : routes_.max_hops()) {
  WEFT_EXPECT(program_.rounds <= 1 && program_.promise.holdings == Holdings::one_place);
}

void StraightSchedule::rewind() {
  queues_.clear();
  following_.transfers.clear();
  restarting_.clear();
  begun_ = false;
  step_ = 0;
}

void StraightSchedule::begin() {
  begun_ = true;
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
    for (auto const& it : moved_) --room_[it.channel];
  queue_moved();
}

void StraightSchedule::begin_slot() {
  room_ = capacity_;
  for (auto const& it : restarting_) queues_.push(it.channel, it.block.trip.hops + 1, it.block);
  restarting_.clear();
  take(following_);
}

bool StraightSchedule::next(Step& step) {
  if (!begun_) begin();
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

/// Puts the blocks that have moved and have not arrived into the queues of their next channels.
void StraightSchedule::queue_moved() {
  std::size_t kept = 0;
  for (auto [block, channel] : moved_) {
    auto const at = network_.target(channel);
    if (block.trip.hops == 0) {
      auto const goal = program_.promise.goal[block.block];
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

}  // namespace weft::collective
