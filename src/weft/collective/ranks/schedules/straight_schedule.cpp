#include "weft/collective/ranks/schedules/straight_schedule.hpp"

#include <algorithm>

#include "weft/core/error.hpp"

namespace weft::collective {

StraightSchedule::StraightSchedule(RankProgram program, Ranks const& ranks, Routes routes,
                                   std::uint32_t sends)
    : program_(std::move(program)),
      network_(ranks.network()),
      ranks_(ranks.vertices()),
      routes_(std::move(routes)),
      sends_(sends),
      width_(slots_per_block(network_)),
      capacity_(capacities(network_, width_)),
      queues_(network_.num_channels(), program_.first_come ? 0 : routes_.most_hops()) {
  WEFT_EXPECT(program_.rounds <= 1 && program_.promise.holdings == Holdings::one_place);
}

void StraightSchedule::rewind() {
  queues_.clear();
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
  auto const hops = std::min(routes_.hops(from, to, heading), 65535u);
  go_on({.block = block,
         .from = from,
         .to = to,
         .hops = static_cast<std::uint16_t>(hops),
         .direction = static_cast<std::uint16_t>(static_cast<unsigned>(heading.direction) & 3u),
         .first_dim = static_cast<std::uint16_t>(heading.first_dim & 0x3fffu)},
        from);
}

void StraightSchedule::go_on(Moving const& block, std::uint32_t at) {
  Heading const heading{static_cast<Direction>(block.direction), block.first_dim};
  queues_.push(routes_.next(at, block.from, block.to, heading), block.hops, block);
}

bool StraightSchedule::next(Step& step) {
  if (!begun_) begin();
  step.width = width_;
  step.transfers.clear();
  queues_.take(network_, capacity_, std::uint64_t{sends_} * width_, step_++,
               [&](Moving const& block, std::uint32_t channel) {
                 step.transfers.push_back({.channel = channel, .block = block.block});
                 moved_.push_back({block, channel});
               });
  for (auto& [block, channel] : moved_) {
    auto const at = network_.target(channel);
    if (at != block.to) {
      --block.hops;
      go_on(block, at);
    } else if (auto const goal = program_.promise.goal[block.block]; goal != at) {
      depart(block.block, at, goal, {static_cast<Direction>(block.direction), block.first_dim});
    }
  }
  moved_.clear();
  return !step.transfers.empty();
}

}  // namespace weft::collective
