// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/replay/flit_transport.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/core/parallel.hpp"

namespace weft::replay {
namespace {

/// Minimum routers per partition: with fewer, synchronizing the threads in every cycle costs more than it
/// gains.
constexpr std::uint32_t min_routers_of_a_partition = 4096;
constexpr std::uint64_t cycles_between_reports = 1000;

std::uint32_t partitions_of(flit::FlitNetwork const& network) {
  return std::clamp(network.num_routers() / min_routers_of_a_partition, 1U, num_threads());
}

}  // namespace

FlitTransport::FlitTransport(flit::FlitNetwork const& network, routing::ChannelRouting const& routing,
                             flit::FlitParams const& params, std::uint64_t seed, TransportCosts const& costs,
                             Progress& progress)
    : costs_(costs),
      progress_(progress),
      simulation_(network, routing, params, seed, partitions_of(network)) {}

/// Changes the number of messages in flight by `more` at `time`.
void FlitTransport::count(double time, int more) {
  over_time_.pass(counted_, time, moving_);
  counted_ = time;
  moving_ += static_cast<std::uint64_t>(more);
}

bool FlitTransport::send(Dispatch const& dispatch) {
  if (dispatch.from != dispatch.to && !simulation_.reaches(dispatch.from, dispatch.to)) return false;
  count(dispatch.time, 1);
  if (dispatch.from == dispatch.to) {
    auto const seconds = costs_.L + (costs_.memory > 0 ? dispatch.bytes / costs_.memory : 0);
    inside_.push({dispatch.time + seconds, sent_++, dispatch.send});
    return true;
  }
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(messages_.size()));
    messages_.emplace_back();
  }
  auto const number = free_.back();
  free_.pop_back();
  auto const signals = dispatch.needs_handshake ? static_cast<std::uint32_t>(costs_.handshake) : 0;
  messages_[number] = {dispatch.send, dispatch.from, dispatch.to, signals, dispatch.bytes, dispatch.time};
  depart(number, dispatch.time);
  return true;
}

/// Sends the next handshake signal of a message or, if none remains, its data.
void FlitTransport::depart(std::uint32_t number, double time) {
  auto& message = messages_[number];
  auto const start = std::max(simulation_.format().first_cycle(time + costs_.L), simulation_.now());
  bool const back = message.signals % 2 == 1;
  if (message.signals == 0) message.waited = time - message.waited;
  simulation_.send({start, back ? message.to : message.from, back ? message.from : message.to,
                    message.signals > 0 ? 0 : message.bytes, number});
}

void FlitTransport::arrive(flit::MessageArrival const& arrival) {
  auto const number = static_cast<std::uint32_t>(arrival.name);
  auto& message = messages_[number];
  if (message.signals > 0) {
    --message.signals;
    return depart(number, now_);
  }
  auto const& format = simulation_.format();
  auto const alone =
      simulation_.min_cycles(message.from, message.to, {.flits = 1, .routers = arrival.routers});
  arrivals_.push_back({message.send, message.waited + costs_.L + format.seconds(alone)});
  free_.push_back(number);
}

/// Advances until messages or handshake signals arrive, but not beyond `until`; returns whether any arrived.
bool FlitTransport::advance_network(double until) {
  auto const end = simulation_.format().last_cycle(until);
  while (simulation_.in_progress() && !simulation_.deadlock()) {
    auto const arrived =
        simulation_.advance_to_arrival(std::min(end, simulation_.now() + cycles_between_reports));
    if (!arrived.empty()) {
      now_ = simulation_.format().seconds(simulation_.now());
      for (auto const& arrival : arrived) arrive(arrival);
      return true;
    }
    if (simulation_.now() >= end) return false;
    progress_.set_status(
        fmt::format("cycle {}, {} messages in flight", simulation_.now(), simulation_.in_network()));
  }
  return false;
}

bool FlitTransport::advance(double until) {
  arrivals_.clear();
  auto const first = inside_.empty() ? until : std::min(until, inside_.top().end);
  if (!advance_network(first)) {
    if (inside_.empty() || inside_.top().end > until) return false;
    now_ = inside_.top().end;
    arrivals_.push_back({inside_.top().send, costs_.L});
    inside_.pop();
  }
  count(now_, -static_cast<int>(arrivals_.size()));
  return true;
}

}  // namespace weft::replay
