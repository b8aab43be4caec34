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

/// A network under traffic, cycle by cycle, in as many partitions as suit the threads, over all ranks: each
/// simulates its share of the routers. Results do not depend on the ranks and partitions. The functions are
/// collective, except now(), measure(), end_window(), state(), options() and those that look into
/// one partition.
class Simulation {
 public:
  /// All arguments must outlive it. `partitions` = 0: as many as suit the threads and the size. `trees`: that
  /// messages may go along; the masked core does not serve them.
  Simulation(FlitNetwork const& network, routing::ChannelRouting const& routing, Traffic const& traffic,
             FlitParams const& params, std::uint64_t seed, std::uint32_t partitions = 0,
             CoreChoice core = CoreChoice::fastest, GroupTrees const* trees = nullptr);

  /// The next cycle.
  std::uint64_t now() const { return now_; }
  void advance(std::uint64_t cycles);

  // With injection=timed:
  /// Gives terminal `from` a message to send after those that it has. It must not start before now(), nor
  /// before these, and must have a path. One along a tree is given to all senders of the tree, and the
  /// messages of all trees to all of them in one order.
  void send(std::uint32_t from, OutgoingMessage const& message);
  /// Delivers what reaches terminals in cycle now(), which the next `advance` begins with.
  void receive();
  /// A packet of a message that has been delivered whole.
  struct DeliveredPacket {
    std::uint64_t cycle = 0;
    std::uint32_t message = 0;
    std::uint32_t routers = 0;  ///< crossed
    std::uint32_t slowest = 0;  ///< the largest pace of the channels crossed, if some are paced
  };
  /// Appends those delivered since the last call to `all`, by cycle, then by message.
  void take_delivered(std::vector<DeliveredPacket>& all);
  /// Goes on to a later cycle. Only if nothing would happen before it: no flit, credit or message is left.
  void skip_to(std::uint64_t cycle) { now_ = cycle; }

  /// Measures the packets born in the window from now on, and forgets earlier measurements.
  void measure(Window const& window);
  /// The window ends at that cycle.
  void end_window(std::uint64_t cycle) { window_.to = cycle; }
  /// The counts of all partitions of all ranks.
  Tally tally() const;
  /// Removes and returns the latencies of the packets delivered since the last call.
  DelaySum take_recent();
  /// Packets delivered, ever, and those of the window dropped at the source.
  std::uint64_t done() const;
  /// Whether every packet born in the window so far has been delivered.
  bool all_measured_delivered() const;
  /// Packets whose first flit has left the source and whose last one has not arrived.
  std::uint64_t in_flight() const;
  /// Packets made but not yet begun. Slow.
  std::uint64_t waiting() const;
  /// The same, of packets born in the window, by traffic class. Slow.
  std::vector<std::uint64_t> measured_waiting() const {
    return waiting_of(window_.from, std::min(window_.to, now_));
  }

  /// Flits that reached each terminal in the window's cycles.
  std::vector<std::uint64_t> accepted_by_terminal() const;
  /// Flits that each terminal sent in the window's cycles, by traffic class, then by terminal.
  std::vector<std::uint64_t> sent_by_terminal() const;
  /// Flits by output port since the last call of `measure`.
  std::vector<std::uint64_t> sent() const;
  /// The figures over time so far; nothing unless the parameters have an interval.
  Timeline timeline() const;
  /// Flits in input buffers, by virtual channel.
  std::vector<std::uint64_t> buffered_by_vc() const;
  /// Channels of the network that flits crossed since the last call of `measure`.
  std::uint64_t flit_hops() const;

  /// Of these, the hops that led no closer, under a routing that deflects.
  std::uint64_t deflections() const;

  /// Whether the masked core simulates the routers.
  bool is_masked() const { return masked_; }
  /// That of this rank. With the masked core a copy, which holds until the simulation goes on.
  State const& state() const;
  RouterOptions const& options() const { return options_; }
  /// What is in flight to routers (of the generic core only) and to terminals, and the sources, if there is
  /// one rank with one partition.
  Wheel<FlitEvent> const& flits_to_routers() const { return exchange_.flits_to(0).front(); }
  Wheel<Ejected> const& flits_to_terminals() const { return parts_.front().core->ejections(); }
  Sources const& sources() const { return *parts_.front().sources; }

 private:
  struct Part {
    std::unique_ptr<Core> core;
    std::unique_ptr<Sources> sources;
    Recorder* recorder = nullptr;
    Tally tally;
    std::vector<Sources::Answer> answers;  // of requests that reached this partition's terminals
    std::vector<InjectionControl::Acknowledgment> acknowledgments;  // of packets that did
    std::vector<DeliveredPacket> delivered;                         // of timed messages
  };

  void cycle(Part& part, std::uint64_t now);
  void receive(Part& part, std::uint64_t now);
  void make_recorders();
  void deliver(Part& part, std::uint64_t now, Packet const& packet);
  bool has_answers() const { return params_.injection == Injection::request_reply; }
  void acknowledge(Part& part, std::uint64_t now, Packet const& packet);
  void hand_over(Sources::Answer const& answer);
  void hand_over(InjectionControl::Acknowledgment const& it);
  void meet();
  std::vector<std::uint64_t> waiting_of(std::uint64_t from, std::uint64_t to) const;

  FlitNetwork const& network_;
  FlitParams const params_;
  RouterOptions const options_;
  bool const acknowledges_;
  Division const division_;
  bool const masked_;
  mutable State state_;
  std::uint64_t const lookahead_;
  bool const sees_all_queues_;
  std::uint64_t const between_meetings_;  // cycles that partitions simulate without the others
  Exchange exchange_;
  std::vector<Part> parts_;
  std::unique_ptr<Recording> recording_;             // if there are figures over time
  std::unique_ptr<RankExchange> ranks_;              // if there are several
  std::vector<std::uint64_t> accepted_by_terminal_;  // 0 for terminals of other ranks
  Window window_;
  std::uint64_t now_ = 0;
};

}  // namespace weft::flit
