// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/replay/flow_transport.hpp"

namespace weft::replay {

FlowTransport::FlowTransport(flow::FlowChannels const& channels, flow::MessagePaths const& paths,
                             flow::FlowParams const& params, TransportCosts const& costs)
    : paths_(paths),
      costs_(costs),
      capacities_(channels.capacities()),
      messages_(params, capacities_),
      transfers_(capacities_, params.precision, params.resolution) {
  if (paths.depends_on_traffic()) transfers_.follow(capacities_);
}

bool FlowTransport::send(Dispatch const& dispatch) {
  message_ = {dispatch.time, dispatch.send, dispatch.from, dispatch.to, dispatch.bytes};
  if (paths_.depends_on_traffic())
    paths_.find_among(message_, path_, transfers_.messages_in_flight());
  else
    paths_.find({&message_, 1}, {&path_, 1});
  detours_ += path_.detours;
  if (!path_.reaches) return false;
  auto departure = messages_.departure(message_, path_, costs_.L);
  if (costs_.G > 0) departure.cap = 1 / costs_.G;
  if (dispatch.from == dispatch.to) {
    departure.bytes = costs_.memory > 0 ? dispatch.bytes : 0;
    departure.cap = costs_.memory > 0 ? costs_.memory : flow::unlimited;
  }
  auto const handshakes = dispatch.needs_handshake ? costs_.handshake : 0;
  departure.time += handshakes * departure.latency;
  auto const flow = transfers_.send(departure, path_.hops);
  if (flow >= latency_.size()) latency_.resize(flow + 1);
  latency_[flow] = (1 + handshakes) * departure.latency;
  return true;
}

bool FlowTransport::advance(double until) {
  arrivals_.clear();
  if (!transfers_.in_progress() || transfers_.next() > until) return false;
  over_time_.pass(transfers_.now(), transfers_.next(), transfers_.rates().num_flows());
  for (auto const& arrival : transfers_.advance())
    arrivals_.push_back({static_cast<std::uint32_t>(arrival.message), latency_[arrival.flow]});
  now_ = transfers_.now();
  return true;
}

}  // namespace weft::replay
