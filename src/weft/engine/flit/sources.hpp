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

/// The terminals that inject at the routers of a partition. Their queues are unbounded: a source stores only
/// when its next packet was made, not the packets that wait. Message k of a terminal has the destination of
/// message k modulo messages(terminal) of the traffic; a message without a path to its destination is
/// dropped. With injection=timed, they send the messages that they are given. Each terminal has a queue for
/// each traffic class; in each cycle, the class of the highest priority that can send a flit does, those of
/// one priority in turn.
class Sources {
 public:
  Sources(FlitNetwork const& network, routing::ChannelRouting const& routing, State& state,
          Traffic const& traffic, FlitParams const& params, std::uint64_t seed, std::uint32_t first_router,
          std::uint32_t last_router);

  /// The answer of a terminal to a request from terminal `to`, from that cycle on.
  struct Answer {
    std::uint64_t cycle;
    std::uint64_t request_begun;
    std::uint32_t terminal, to;
    std::uint32_t marked, traffic_class;  ///< of the request
  };
  void answer(Answer const& it) { answers_.push_back(it); }
  void acknowledge(InjectionControl::Acknowledgment const& it) { acknowledgments_.push_back(it); }
  /// Gives a terminal a message to send, in cycle `now` or before it. Only with injection=timed, and only if
  /// there is a path.
  void send(std::uint64_t now, std::uint32_t terminal, OutgoingMessage const& message);
  /// Sends at most a flit of each terminal.
  void step(std::uint64_t now, Core& core, Window const& window, Tally& tally);

  /// Counts the flits that terminals send from now on.
  void forget_sent() { std::ranges::fill(sent_, std::uint64_t{0}); }
  /// Adds those flits, by traffic class and terminal of the network.
  void add_sent(std::span<std::uint64_t> flits) const;
  /// Counts packets and flits for the figures over time, too. It must outlive this.
  void record(Recorder* recorder) { recorder_ = recorder; }
  /// Adds the packets made before cycle `now` whose sending has not begun to those made in each interval.
  /// Where terminals answer and sizes are mixed, the sizes of waiting requests are not yet known: likely ones
  /// count.
  void add_waiting(std::uint64_t now, Timeline& figures) const;

  /// Adds the packets made in cycles from .. to - 1 whose sending has not begun, by class. Slow.
  void add_waiting(std::uint64_t from, std::uint64_t to, std::span<std::uint64_t> packets) const;
  /// Whether there is such a packet from before that cycle.
  bool any_waiting(std::uint64_t cycle) const;
  /// Counts the packets that wait at each terminal again and again; see backlog.hpp.
  class Backlog;
  /// The flits that a terminal has not yet sent of that packet.
  std::uint16_t unsent(std::uint32_t terminal, std::uint32_t packet) const;

 private:
  struct Source {
    Rng rng{0, Purpose::injection, 0};
    ArrivalLaw::Memory law;
    std::uint32_t terminal = 0;
    std::uint32_t number = 0;    ///< packets begun, answers included
    std::uint32_t messages = 0;  ///< those of the traffic among them
    std::uint32_t packet = 0;
    std::uint16_t left = 0;  ///< flits of the packet in flight
    std::uint16_t flits = 0;
    std::uint8_t vc = 0;
    std::uint8_t last_vc[2] = {0, 0};  ///< of messages and of answers, from the first of them
    std::uint8_t traffic_class = 0;
  };
  /// What the sources of a class have in common.
  struct Class {
    /// `vcs`: those for messages.
    Class(FlitParams const& params, TrafficClass const& it, std::uint32_t vcs, Traffic const& its_traffic,
          std::uint64_t seed, std::uint32_t c);
    FlitParams params;
    Traffic const* traffic;
    ArrivalLaw law;
    RandomWords sizes, draws;         // by packet_name
    std::vector<double> size_bounds;  // upper ends of the sizes' shares of [0, 1)
    std::uint32_t first_vc, num_vcs;
    std::uint8_t priority;
  };
  /// Answers that wait at a terminal: a queue in a vector.
  struct Waiting {
    std::vector<Answer> answers;
    std::size_t first = 0;
  };

  void add_source(std::uint32_t e, std::uint32_t c, std::uint64_t seed);
  std::uint32_t index_of(std::uint32_t terminal, std::uint32_t traffic_class) const {
    return index_of_[terminal - first_terminal_] + traffic_class;
  }
  void take_answers(std::uint64_t now);
  void take_acknowledgments(std::uint64_t now);
  void wake(std::uint64_t now);
  void sleep(std::uint64_t now, std::uint32_t index);
  bool has_answer(std::uint32_t index) const;
  void take_answer(std::uint32_t index, Packet& packet);
  std::uint32_t next_destination(std::uint32_t index) const;
  void take_message(std::uint32_t index, Packet& packet);
  void take_timed(std::uint64_t now, std::uint32_t index, Packet& packet);
  bool begin(std::uint64_t now, std::uint32_t index, Core& core, Window const& window, Tally& tally);
  bool send_flit(std::uint64_t now, std::uint32_t index, Core& core, Window const& window, Tally& tally);
  void send_one_class(std::uint64_t now, std::uint32_t terminal, Core& core, Window const& window,
                      Tally& tally);
  bool has_room(std::uint32_t terminal, std::uint32_t v, std::uint32_t flits) const;
  bool choose_vc(Source& source, bool answer, std::uint32_t flits);
  bool has_vc_of_tree(Source& source, OutgoingMessage const& message, std::uint32_t flits);
  /// Calls visit(class, cycle, flits) for each packet made before cycle `to` whose sending has not begun.
  template <class Visit>
  void visit_waiting(std::uint64_t to, Visit visit) const;
  /// The number of the random words of a source's next packet.
  static std::uint64_t packet_name(Source const& source) {
    return std::uint64_t{source.terminal} << 32 | source.number;
  }
  bool is_timed() const { return params_.injection == Injection::timed; }
  bool waits_for_channel(std::uint64_t now, std::uint32_t terminal) const {
    return !channel_free_.empty() && channel_free_[terminal - first_terminal_] > now << 16;
  }
  void take_channel(std::uint64_t now, std::uint32_t terminal);
  std::uint16_t flits_of(Source const& source) const;
  std::uint16_t next_flits(std::uint32_t index) const;

  FlitNetwork const& network_;
  routing::ChannelRouting const& routing_;
  State& state_;
  FlitParams const params_;
  RouterOptions const options_;
  std::uint32_t const answers_vc_;  // the first virtual channel of answers
  bool const reaches_all_;          // of the routing
  std::vector<Class> classes_;
  std::vector<Source> sources_;            // by terminal, then by class
  std::vector<std::uint64_t> sent_;        // flits in the window, by source
  std::vector<std::uint32_t> index_of_;    // by terminal - first_terminal_: its first source
  std::vector<std::uint8_t> first_class_;  // likewise: the class that goes first
  std::uint32_t first_terminal_ = 0;
  /// By terminal - first_terminal_: when the injection channel takes the next flit, in 1 / 65,536 cycles.
  /// Empty if each takes a flit per cycle.
  std::vector<std::uint64_t> channel_free_;
  std::vector<std::uint64_t> busy_;  // a bit for each source that has packets to send or waits for one
  Wheel<std::uint32_t> due_;         // sources that get packets to send
  std::vector<Answer> answers_;      // that came in this cycle
  Wheel<Answer> later_answers_;
  Recorder* recorder_ = nullptr;
  std::vector<Waiting> waiting_;  // empty unless requests are answered
  InjectionControl control_;
  std::vector<InjectionControl::Acknowledgment> acknowledgments_;  // that came in this cycle
  Wheel<InjectionControl::Acknowledgment> later_acknowledgments_;
  MessageQueues messages_;  // only with injection=timed
};

}  // namespace weft::flit
