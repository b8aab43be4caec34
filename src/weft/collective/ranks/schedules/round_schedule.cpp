#include "weft/collective/ranks/schedules/round_schedule.hpp"

#include <algorithm>

#include "weft/collective/ranks/schedules/capacities.hpp"
#include "weft/core/interrupt.hpp"

namespace weft::collective {

RoundSchedule::RoundSchedule(RankProgram program, Ranks const& ranks, Routes routes, std::uint32_t sends,
                             Switching switching)
    : program_(std::move(program)),
      network_(ranks.network()),
      ranks_(ranks.vertices()),
      routes_(std::move(routes)),
      sends_(sends),
      adds_(has_parts(program_.promise.holdings)),
      cuts_through_(switching == Switching::cut_through),
      carried_(network_.num_channels()),
      sent_(sends == 0 ? 0 : network_.num_vertices()) {}

void RoundSchedule::rewind() {
  round_ = 0;
  moving_.clear();
  width();  // clears the counts of the channels
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

/// Gives every block a path of its own.
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

}  // namespace weft::collective
