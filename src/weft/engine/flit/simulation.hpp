// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "weft/engine/flit/core.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/engine/flit/links.hpp"
#include "weft/engine/flit/rank_exchange.hpp"
#include "weft/engine/flit/recorder.hpp"
#include "weft/engine/flit/sources.hpp"
#include "weft/engine/flit/tally.hpp"
#include "weft/engine/flit/trees/group_trees.hpp"
#include "weft/network/network.hpp"

namespace weft::flit {

/// Simulation of a network under traffic, cycle by cycle, in partitions on all threads and ranks; each rank
/// simulates a share of the routers. Results do not depend on the number of ranks and partitions. advance()
/// and the functions that return counts or delivered packets are collective; all ranks must call the other
/// non-const functions with equal arguments.
class Simulation {
 public:
  /// `network`, `routing`, `traffic` and `trees` must outlive this object. `partitions` = 0: chosen from the
  /// number of threads and the network size. `trees`: trees along which messages may travel; the masked core
  /// does not support them.
  Simulation(FlitNetwork const& network, routing::ChannelRouting const& routing, Traffic const& traffic,
             FlitParams const& params, std::uint64_t seed, std::uint32_t partitions = 0,
             CoreChoice core = CoreChoice::fastest, GroupTrees const* trees = nullptr);

  /// Returns the next cycle to be simulated.
  std::uint64_t now() const { return now_; }
  void advance(std::uint64_t cycles);

  // With injection=timed:
  /// Appends a message to the queue of terminal `from`. It must not start before now() or before earlier
  /// messages in the queue, and must have a path. A message along a tree must be passed to all senders of the
  /// tree, and the messages of all trees must have a common order at all senders.
  void send(std::uint32_t from, OutgoingMessage const& message);
  /// Delivers the flits that reach terminals in cycle now() immediately, instead of at the beginning of the
  /// next `advance`.
  void receive();
  /// A delivered packet of a timed message.
  struct DeliveredPacket {
    std::uint64_t cycle = 0;
    std::uint32_t message = 0;
    std::uint32_t routers = 0;  ///< crossed routers
    std::uint32_t slowest =
        0;  ///< longest time between two flits among the crossed channels; 0: none is paced
  };
  /// Appends to `all` the packets delivered since the last call, by cycle, then by message.
  void drain_delivered(std::vector<DeliveredPacket>& all);
  /// Skips to a later cycle. The network must be idle, without flits, credits or messages.
  void skip_to(std::uint64_t cycle) { now_ = cycle; }

  /// Measures the packets created in the window from now on, and resets earlier measurements.
  void measure(Window const& window);
  /// Sets the end of the window.
  void end_window(std::uint64_t cycle) { window_.to = cycle; }
  /// Returns the counts, summed over all partitions and ranks.
  Tally tally() const;
  /// Removes and returns the latencies of the packets delivered since the last call.
  DelaySum drain_recent();
  /// Returns the number of packets delivered since the start, plus the packets of the window that were
  /// dropped at the source.
  std::uint64_t done() const;
  /// Returns whether every packet created in the window so far has been delivered.
  bool all_measured_delivered() const;
  /// Returns the number of packets that have been started and have not arrived completely.
  std::uint64_t in_flight() const;
  /// Returns the number of packets created but not yet started. Slow.
  std::uint64_t waiting() const;
  /// Returns the number of packets created in the window but not yet started, by traffic class. Slow.
  std::vector<std::uint64_t> measured_waiting() const {
    return waiting_created_in(window_.from, std::min(window_.to, now_));
  }

  /// Returns the number of flits that reached each terminal in the cycles of the window.
  std::vector<std::uint64_t> accepted_by_terminal() const;
  /// Returns the number of flits that each terminal sent in the cycles of the window, by traffic class, then
  /// by terminal.
  std::vector<std::uint64_t> sent_by_terminal() const;
  /// Returns the number of flits sent by each output port since the last call of `measure`.
  std::vector<std::uint64_t> sent() const;
  /// Returns the measurements over time up to now(); empty unless the parameters specify an interval.
  Timeline timeline() const;
  /// Returns the number of flits in input buffers, by virtual channel.
  std::vector<std::uint64_t> buffered_by_vc() const;
  /// Returns the number of flit hops over channels of the network since the last call of `measure`.
  std::uint64_t flit_hops() const;

  /// Returns the number of hops since the last call of `measure` that did not reduce the distance, under a
  /// deflection routing.
  std::uint64_t deflections() const;

  /// Returns whether the masked core simulates the routers.
  bool is_masked() const { return masked_; }
  /// Returns the state of this rank. With the masked core, it is a copy that is valid until the simulation
  /// advances.
  State const& state() const;
  RouterOptions const& options() const { return options_; }
  /// Returns the flits in flight to routers (generic core only); the following functions return the flits in
  /// flight to terminals and the sources. All require one rank with one partition.
  Wheel<FlitEvent> const& flits_to_routers() const { return exchange_.flits_to(0).front(); }
  Wheel<Ejected> const& flits_to_terminals() const { return parts_.front().core->ejections(); }
  Sources const& sources() const { return *parts_.front().sources; }

 private:
  struct Part {
    std::unique_ptr<Core> core;
    std::unique_ptr<Sources> sources;
    Recorder* recorder = nullptr;
    Tally tally;
    std::vector<Sources::Reply> replies;  // replies to requests that reached terminals of this partition
    std::vector<InjectionControl::Acknowledgment>
        acknowledgments;  // acknowledgments of packets that reached terminals of this partition
    std::vector<DeliveredPacket> delivered;  // packets of timed messages
  };

  void cycle(Part& part, std::uint64_t now);
  void receive(Part& part, std::uint64_t now);
  void make_recorders();
  void deliver(Part& part, std::uint64_t now, Packet const& packet);
  bool has_replies() const { return params_.injection == Injection::request_reply; }
  void acknowledge(Part& part, std::uint64_t now, Packet const& packet);
  void enqueue_started(Sources::Reply const& reply);
  void enqueue_started(InjectionControl::Acknowledgment const& acknowledgment);
  void synchronize();
  std::vector<std::uint64_t> waiting_created_in(std::uint64_t from, std::uint64_t to) const;

  FlitNetwork const& network_;
  FlitParams const params_;
  RouterOptions const options_;
  bool const acknowledges_;
  Division const division_;
  bool const masked_;
  mutable State state_;
  std::uint64_t const lookahead_;
  bool const sees_all_queues_;
  std::uint64_t const sync_interval_;  // cycles that a partition simulates between synchronizations
  Exchange exchange_;
  std::vector<Part> parts_;
  std::unique_ptr<Recording> recording_;             // null unless measurements over time are recorded
  std::unique_ptr<RankExchange> ranks_;              // null if there is only one rank
  std::vector<std::uint64_t> accepted_by_terminal_;  // 0 for terminals of other ranks
  Window window_;
  std::uint64_t now_ = 0;
};

}  // namespace weft::flit
