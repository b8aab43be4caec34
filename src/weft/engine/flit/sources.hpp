// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flit/arrival_law.hpp"
#include "weft/engine/flit/core.hpp"
#include "weft/engine/flit/injection_control.hpp"
#include "weft/engine/flit/message_queues.hpp"
#include "weft/engine/flit/recorder.hpp"
#include "weft/engine/flit/tally.hpp"
#include "weft/engine/flit/wheel.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::flit {

/// Terminals that inject at the routers of a partition. Their queues are unbounded: a source stores only the
/// creation cycle of its next packet, not the waiting packets. Message k of a terminal has the destination of
/// message k modulo messages(terminal) of the traffic; a message is dropped if there is no path to its
/// destination. With injection=timed, sources send the messages passed to `send`. Each terminal has a queue
/// for each traffic class; in each cycle, the class with the highest priority that can send a flit sends it,
/// classes of equal priority in turn.
class Sources {
 public:
  Sources(FlitNetwork const& network, routing::ChannelRouting const& routing, State& state,
          Traffic const& traffic, FlitParams const& params, std::uint64_t seed, std::uint32_t first_router,
          std::uint32_t last_router);

  /// Reply of a terminal to a request from terminal `to`; it may leave from cycle `cycle` on.
  struct Reply {
    std::uint64_t cycle;
    std::uint64_t request_start;
    std::uint32_t terminal, to;
    std::uint32_t marked, traffic_class;  ///< of the request
  };
  void reply(Reply const& reply) { replies_.push_back(reply); }
  void acknowledge(InjectionControl::Acknowledgment const& acknowledgment) {
    acknowledgments_.push_back(acknowledgment);
  }
  /// Appends a message to the queue of a terminal; must be called before step(now). Requires injection=timed
  /// and a path.
  void send(std::uint64_t now, std::uint32_t terminal, OutgoingMessage const& message);
  /// Simulates cycle `now`: sends at most one flit from each terminal.
  void step(std::uint64_t now, Core& core, Window const& window, Tally& tally);

  /// Resets the counts of sent flits to 0.
  void reset_sent() { std::ranges::fill(sent_, std::uint64_t{0}); }
  /// Adds the counts of sent flits to `flits`, which is indexed by traffic class, then by terminal of the
  /// network.
  void add_sent(std::span<std::uint64_t> flits) const;
  /// Also counts packets and flits for the measurements over time. `recorder` must outlive this.
  void record(Recorder* recorder) { recorder_ = recorder; }
  /// Counts each packet created before cycle `now` and not yet started in the interval of its creation. If
  /// terminals reply to requests of several sizes, the sizes of waiting requests are estimates.
  void add_waiting(std::uint64_t now, Timeline& figures) const;

  /// Adds to `packets`, indexed by class, the number of packets created in cycles from .. to - 1 and not yet
  /// started. Slow.
  void add_waiting(std::uint64_t from, std::uint64_t to, std::span<std::uint64_t> packets) const;
  /// Returns whether a packet created before `cycle` has not been started.
  bool any_waiting(std::uint64_t cycle) const;
  /// Counter of the waiting packets of each terminal; see backlog.hpp.
  class Backlog;
  /// Returns the number of flits of a packet that its terminal has not yet sent.
  std::uint16_t unsent(std::uint32_t terminal, std::uint32_t packet) const;

 private:
  struct Source {
    Rng rng{0, Purpose::injection, 0};
    ArrivalLaw::Memory law;
    std::uint32_t terminal = 0;
    std::uint32_t number = 0;    ///< packets started or dropped, including replies
    std::uint32_t messages = 0;  ///< messages of the traffic among them
    std::uint32_t packet = 0;
    std::uint16_t left = 0;  ///< unsent flits of the current packet
    std::uint16_t flits = 0;
    std::uint8_t vc = 0;
    std::uint8_t last_vc[2] = {0, 0};  ///< last VC of messages and of replies, relative to the first of each
    std::uint8_t traffic_class = 0;
  };
  /// Data shared by the sources of a class.
  struct Class {
    /// `vcs`: number of virtual channels for messages.
    Class(FlitParams const& params, TrafficClass const& traffic_class, std::uint32_t vcs,
          Traffic const& class_traffic, std::uint64_t seed, std::uint32_t c);
    FlitParams params;
    Traffic const* traffic;
    ArrivalLaw law;
    RandomWords sizes, draws;         // indexed by packet_name()
    std::vector<double> size_bounds;  // by size: upper bound of its interval in [0, 1)
    std::uint32_t first_vc, num_vcs;
    std::uint8_t priority;
  };
  /// Replies that a source has yet to send: a FIFO in a vector.
  struct Waiting {
    std::vector<Reply> replies;
    std::size_t first = 0;
  };

  void add_source(std::uint32_t e, std::uint32_t c, std::uint64_t seed);
  std::uint32_t index_of(std::uint32_t terminal, std::uint32_t traffic_class) const {
    return index_of_[terminal - first_terminal_] + traffic_class;
  }
  void receive_replies(std::uint64_t now);
  void process_acknowledgments(std::uint64_t now);
  void wake(std::uint64_t now);
  void sleep(std::uint64_t now, std::uint32_t index);
  bool has_reply(std::uint32_t index) const;
  void dequeue_reply(std::uint32_t index, Packet& packet);
  std::uint32_t next_destination(std::uint32_t index) const;
  void draw_message(std::uint32_t index, Packet& packet);
  void dequeue_timed(std::uint64_t now, std::uint32_t index, Packet& packet);
  bool begin(std::uint64_t now, std::uint32_t index, Core& core, Window const& window, Tally& tally);
  bool send_flit(std::uint64_t now, std::uint32_t index, Core& core, Window const& window, Tally& tally);
  void send_one_class(std::uint64_t now, std::uint32_t terminal, Core& core, Window const& window,
                      Tally& tally);
  bool has_room(std::uint32_t terminal, std::uint32_t v, std::uint32_t flits) const;
  bool choose_vc(Source& source, bool reply, std::uint32_t flits);
  bool has_tree_vc(Source& source, OutgoingMessage const& message, std::uint32_t flits);
  /// Calls visit(class, creation cycle, flits) for each packet created before cycle `to` and not started.
  template <class Visit>
  void visit_waiting(std::uint64_t to, Visit visit) const;
  /// Returns the index of the random words of a source's next packet.
  static std::uint64_t packet_name(Source const& source) {
    return std::uint64_t{source.terminal} << 32 | source.number;
  }
  bool is_timed() const { return params_.injection == Injection::timed; }
  bool waits_for_channel(std::uint64_t now, std::uint32_t terminal) const {
    return !channel_free_.empty() && channel_free_[terminal - first_terminal_] > now << 16;
  }
  void occupy_channel(std::uint64_t now, std::uint32_t terminal);
  std::uint16_t flits_of(Source const& source) const;
  std::uint16_t next_flits(std::uint32_t index) const;

  FlitNetwork const& network_;
  routing::ChannelRouting const& routing_;
  State& state_;
  FlitParams const params_;
  RouterOptions const options_;
  std::uint32_t const first_reply_vc_;  // first virtual channel of replies
  bool const reaches_all_;              // the routing reaches all terminals
  std::vector<Class> classes_;
  std::vector<Source> sources_;            // by terminal, then by class
  std::vector<std::uint64_t> sent_;        // flits in the window, by source
  std::vector<std::uint32_t> index_of_;    // by terminal - first_terminal_: its first source
  std::vector<std::uint8_t> first_class_;  // by terminal - first_terminal_: class that is served first
  std::uint32_t first_terminal_ = 0;
  /// By terminal - first_terminal_: time from which the injection channel accepts the next flit, in 1 /
  /// 65,536 cycles. Empty if each accepts a flit per cycle.
  std::vector<std::uint64_t> channel_free_;
  std::vector<std::uint64_t> busy_;  // a bit for each source with a packet to send or to start
  Wheel<std::uint32_t> due_;         // sources that create packets
  std::vector<Reply> replies_;       // received in this cycle
  Wheel<Reply> later_replies_;
  Recorder* recorder_ = nullptr;
  std::vector<Waiting> waiting_;  // empty unless terminals reply to requests
  InjectionControl control_;
  std::vector<InjectionControl::Acknowledgment> acknowledgments_;  // received in this cycle
  Wheel<InjectionControl::Acknowledgment> later_acknowledgments_;
  MessageQueues messages_;  // only with injection=timed
};

}  // namespace weft::flit
