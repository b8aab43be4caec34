#include "weft/engine/flow/transfers.hpp"

#include <algorithm>
#include <cmath>

namespace weft::flow {

Transfers::Transfers(std::span<double const> capacity, double precision, double resolution)
    : rates_(capacity, precision), resolution_(resolution), tallies_(capacity.size()) {}

std::uint32_t Transfers::send(Departure const& departure, std::span<Hop const> hops) {
  auto const flow = rates_.add(hops, departure.weight, departure.cap);
  if (flow >= messages_.size()) {
    messages_.resize(flow + 1);
    next_.reserve_items(messages_.size());
  }
  messages_[flow] = {.left = departure.bytes, .name = departure.message};
  next_.set(flow, departure.time + departure.latency);
  return flow;
}

void Transfers::begin(std::uint32_t flow) {
  auto& message = messages_[flow];
  message.updated = now_;
  if (message.left == 0 || std::isinf(rates_.rate_alone(flow))) return end(flow);
  rates_.start(flow);
  rates_.for_each_hop(flow, [&](Hop const& hop) {
    auto& tally = tallies_[hop.channel];
    tally.bytes += message.left * hop.share;
    tally.most_flows = std::max(tally.most_flows, rates_.flows_on(hop.channel));
  });
}

void Transfers::end(std::uint32_t flow) {
  auto const& message = messages_[flow];
  if (message.held_by != Rates::no_channel) tallies_[message.held_by].held_back += now_ - message.updated;
  arrivals_.push_back({message.name, flow});
  next_.erase(flow);
  rates_.remove(flow);
}

void Transfers::go_at_new_rate(RateChange const& change) {
  auto& message = messages_[change.flow];
  auto const passed = now_ - message.updated;
  if (message.held_by != Rates::no_channel) tallies_[message.held_by].held_back += passed;
  message.left = std::max(0.0, message.left - change.before * passed);
  message.updated = now_;
  message.held_by = rates_.held_by(change.flow);
  next_.set(change.flow, now_ + message.left / rates_.rate(change.flow));
}

std::span<Arrival const> Transfers::advance() {
  arrivals_.clear();
  now_ = next_.least_key();
  auto const last = now_ + resolution_ * std::abs(now_);
  while (!next_.empty() && next_.least_key() <= last) {
    auto const flow = next_.least();
    if (rates_.has_started(flow)) {
      end(flow);
    } else {
      next_.set(flow, unlimited);
      begin(flow);
    }
    ++events_;
  }
  auto const changes = rates_.repair();
  for (auto const& change : changes) go_at_new_rate(change);
  rate_changes_ += changes.size();
  return arrivals_;
}

std::uint64_t Transfers::bytes() const {
  return rates_.bytes() + messages_.capacity() * sizeof(Message) + next_.bytes();
}

}  // namespace weft::flow
