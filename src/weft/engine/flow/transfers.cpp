// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flow/transfers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace weft::flow {

Transfers::Transfers(std::span<double const> capacity, double precision, double resolution)
    : rates_(capacity, precision), resolution_(resolution), tallies_(capacity.size()) {}

void Transfers::reserve(std::size_t messages) {
  rates_.reserve(messages);
  messages_.reserve(messages);
  next_.reserve(messages);
}

std::uint32_t Transfers::send(Departure const& departure, std::span<Hop const> hops) {
  auto const flow = rates_.add(hops, departure.weight, departure.cap);
  if (flow >= messages_.size()) {
    messages_.resize(flow + 1);
    next_.reserve_items(messages_.size());
  }
  messages_[flow] = {.left = departure.bytes, .name = departure.message};
  if (departure.group != no_group || flow < members_.size()) {
    if (flow >= members_.size()) members_.resize(flow + 1);
    members_[flow] = {departure.group, departure.weight};
  }
  if (in_flight_)
    for (auto const& hop : hops) in_flight_->add(hop);
  next_.set(flow, departure.time + departure.latency);
  return flow;
}

void Transfers::begin(std::uint32_t flow) {
  auto& message = messages_[flow];
  message.updated = now_;
  if (message.left == 0 || std::isinf(rates_.rate_alone(flow))) return end(flow);
  rates_.start(flow);
  if (flow < members_.size() && members_[flow].group != no_group) join_group(flow);
  rates_.for_each_hop(flow, [&](Hop const& hop) {
    auto& tally = tallies_[hop.channel];
    tally.bytes += message.left * hop.share;
    tally.max_flows = std::max(tally.max_flows, rates_.flows_on(hop.channel));
  });
}

void Transfers::end(std::uint32_t flow) {
  auto const& message = messages_[flow];
  if (message.held_by != Rates::no_channel) tallies_[message.held_by].held_back += now_ - message.updated;
  if (flow < members_.size() && members_[flow].group != no_group && rates_.has_started(flow))
    leave_group(flow);
  if (in_flight_) rates_.for_each_hop(flow, [&](Hop const& hop) { in_flight_->remove(hop); });
  arrivals_.push_back({message.name, flow});
  next_.erase(flow);
  rates_.remove(flow);
}

void Transfers::join_group(std::uint32_t flow) {
  auto& member = members_[flow];
  auto& group = groups_[member.group];
  member.place = static_cast<std::uint32_t>(group.flows.size());
  group.flows.push_back(flow);
  if (!std::exchange(group.changed, true)) changed_groups_.push_back(member.group);
}

void Transfers::leave_group(std::uint32_t flow) {
  auto const [name, weight, place] = members_[flow];
  auto& group = groups_[name];
  group.flows[place] = group.flows.back();
  members_[group.flows.back()].place = place;
  group.flows.pop_back();
  if (!std::exchange(group.changed, true)) changed_groups_.push_back(name);
}

/// Updates the weights of the messages in changed groups.
void Transfers::divide_weights() {
  for (auto const name : changed_groups_) {
    auto const found = groups_.find(name);
    auto& group = found->second;
    group.changed = false;
    for (auto const flow : group.flows)
      rates_.reweigh(flow, members_[flow].weight / static_cast<double>(group.flows.size()));
    if (group.flows.empty()) groups_.erase(found);
  }
  changed_groups_.clear();
}

void Transfers::apply_rate_change(RateChange const& change) {
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
  now_ = next_.min_key();
  auto const last = now_ + resolution_ * std::abs(now_);
  while (!next_.empty() && next_.min_key() <= last) {
    auto const flow = next_.minimum();
    if (rates_.has_started(flow)) {
      end(flow);
    } else {
      next_.set(flow, unlimited);
      begin(flow);
    }
    ++events_;
  }
  divide_weights();
  auto const changes = rates_.repair();
  for (auto const& change : changes) apply_rate_change(change);
  rate_changes_ += changes.size();
  return arrivals_;
}

std::uint64_t Transfers::bytes() const {
  return rates_.bytes() + messages_.capacity() * sizeof(Message) + next_.bytes();
}

}  // namespace weft::flow
