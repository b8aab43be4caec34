#include "weft/collective/ranks/schedules/round_schedule.hpp"

#include <algorithm>

#include "weft/collective/ranks/schedules/capacities.hpp"
#include "weft/core/interrupt.hpp"

namespace weft::collective {

RoundSchedule::RoundSchedule(RankProgram program, Ranks const& ranks, Routes routes, std::uint32_t sends)
    : program_(std::move(program)),
      network_(ranks.network()),
      ranks_(ranks.vertices()),
      routes_(std::move(routes)),
      sends_(sends),
      adds_(has_parts(program_.promise.holdings)),
      carried_(network_.num_channels()),
      sent_(sends == 0 ? 0 : network_.num_vertices()) {}

void RoundSchedule::rewind() {
  round_ = 0;
  moving_.clear();
}

void RoundSchedule::begin_round() {
  messages_.clear();
  program_.messages(round_++, messages_);
  std::uint32_t carrier = 0;
  InterruptCheck check;
  for (std::uint32_t m = 0; m < messages_.size(); ++m) {
    check();
    if (messages_[m].from == messages_[m].to) continue;
    moving_.push_back({m, ranks_[messages_[m].from], carrier});
    carrier += messages_[m].count;
  }
}

bool RoundSchedule::next(Step& step) {
  step.transfers.clear();
  while (moving_.empty()) {
    if (round_ == program_.rounds) return false;
    begin_round();
  }
  std::size_t kept = 0;
  InterruptCheck check;
  for (auto moving : moving_) {
    check();
    auto const& message = messages_[moving.message];
    auto const goal = ranks_[message.to];
    auto const channel = routes_.next(moving.at, ranks_[message.from], goal, message.heading);
    auto const target = network_.target(channel);
    if (carried_[channel] == 0) channels_.push_back(channel);
    carried_[channel] += message.count;
    if (sends_ != 0) {
      if (sent_[moving.at] == 0) vertices_.push_back(moving.at);
      sent_[moving.at] += message.count;
    }
    add_transfers(moving, message, channel, target == goal, step);
    if (target == goal) continue;
    moving.at = target;
    moving_[kept++] = moving;
  }
  moving_.resize(kept);
  step.width = width();
  return true;
}

void RoundSchedule::add_transfers(Moving const& moving, Message const& message, std::uint32_t channel,
                                  bool arrives, Step& step) const {
  Transfer transfer{.channel = channel};
  bool const leaves = moving.at == ranks_[message.from];
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

}  // namespace weft::collective
