// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/engine/flit/message_simulation.hpp"
#include "weft/engine/replay/transport.hpp"

namespace weft::replay {

/// Transport of messages as trains of packets through a flit-level network (flit::MessageSimulation). Each
/// latency of a handshake is an empty message between the two terminals, in alternating directions; the last
/// one goes to the sender. Messages between ranks of the same terminal do not enter the network.
///
/// An arrival can trigger a send at any rank in the same cycle, so a cycle can be simulated only after all
/// earlier arrivals have been processed. Therefore the partitions of the network synchronize in every cycle;
/// only networks of several thousand routers have several partitions.
class FlitTransport final : public Transport {
 public:
  /// The references must outlive the transport. `costs`: G must be 0, and `handshake` an integer.
  FlitTransport(flit::FlitNetwork const& network, routing::ChannelRouting const& routing,
                flit::FlitParams const& params, std::uint64_t seed, TransportCosts const& costs = {},
                Progress& progress = no_progress());

  bool send(Dispatch const& dispatch) override;
  bool in_progress() const override { return simulation_.in_progress() || !inside_.empty(); }
  bool is_stalled() const override { return simulation_.deadlock() && inside_.empty(); }
  bool advance(double until) override;

  flit::MessageSimulation const& simulation() const { return simulation_; }

 private:
  /// A message in the network.
  struct Message {
    std::uint32_t send = 0, from = 0, to = 0;
    std::uint32_t signals = 0;  // handshake signals that have not arrived
    double bytes = 0;
    double waited = 0;  // departure time; after the handshake, the duration of the handshake
  };
  /// A message between ranks of the same terminal.
  struct Inside {
    double end;
    std::uint64_t number;
    std::uint32_t send;
    bool operator>(Inside const& other) const {
      return end != other.end ? end > other.end : number > other.number;
    }
  };

  void depart(std::uint32_t message, double time);
  void arrive(flit::MessageArrival const& arrival);
  bool advance_network(double until);
  void count(double time, int more);

  TransportCosts const costs_;
  Progress& progress_;
  flit::MessageSimulation simulation_;
  std::vector<Message> messages_;
  std::vector<std::uint32_t> free_;  // free indices of messages_
  std::priority_queue<Inside, std::vector<Inside>, std::greater<>> inside_;
  std::uint64_t sent_ = 0, moving_ = 0;
  double counted_ = 0;
};

}  // namespace weft::replay
