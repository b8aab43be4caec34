#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/flit/arrival_law.hpp"
#include "weft/engine/flit/core.hpp"
#include "weft/engine/flit/tally.hpp"
#include "weft/engine/flit/wheel.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::flit {

/// The terminals that inject at the routers of a partition. Their queues are unbounded: a source stores only
/// when its next packet was made, not the packets that wait. Message k of a terminal has the destination of
/// message k modulo messages(terminal) of the traffic; a message without a path to its destination is
/// dropped.
class Sources {
 public:
  Sources(FlitNetwork const& network, routing::ChannelRouting const& routing, State& state,
          Traffic const& traffic, FlitParams const& params, std::uint64_t seed, std::uint32_t first_router,
          std::uint32_t last_router);

  /// The answer of a terminal to a request from terminal `to`, from that cycle on.
  struct Answer {
    std::uint64_t cycle;
    std::uint32_t terminal, to;
  };
  void answer(Answer const& it) { answers_.push_back(it); }
  /// Sends at most a flit of each terminal.
  void step(std::uint64_t now, Core& core, Window const& window, Tally& tally);

  /// Packets made in cycles from .. to - 1 whose sending has not begun. Slow.
  std::uint64_t waiting(std::uint64_t from, std::uint64_t to) const;
  /// Whether there is such a packet from before that cycle.
  bool any_waiting(std::uint64_t cycle) const;
  /// Counts the packets that wait at each terminal again and again; see backlog.hpp.
  class Backlog;
  /// The flits that a terminal has not yet sent of that packet.
  std::uint16_t unsent(std::uint32_t terminal, std::uint32_t packet) const {
    auto const& source = sources_[index_of_[terminal - first_terminal_]];
    return source.packet == packet ? source.left : std::uint16_t{0};
  }

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
    std::uint8_t last_vc[2] = {0, 0};  ///< by message class
  };
  /// Answers that wait at a terminal: a queue in a vector.
  struct Waiting {
    std::vector<Answer> answers;
    std::size_t first = 0;
  };

  void take_answers(std::uint64_t now);
  void wake(std::uint64_t now);
  void sleep(std::uint64_t now, std::uint32_t index);
  bool has_answer(std::uint32_t index) const;
  void take_answer(std::uint32_t index, Packet& packet);
  void take_message(Source& source, Packet& packet);
  bool begin(std::uint64_t now, std::uint32_t index, Core& core, Window const& window, Tally& tally);
  bool choose_vc(Source& source, std::uint32_t message_class, std::uint32_t flits);
  /// The number of the random words of a source's next packet.
  static std::uint64_t packet_name(Source const& source) {
    return std::uint64_t{source.terminal} << 32 | source.number;
  }
  std::uint16_t flits_of(Source const& source) const;

  FlitNetwork const& network_;
  routing::ChannelRouting const& routing_;
  State& state_;
  Traffic const& traffic_;
  FlitParams const params_;
  RouterOptions const options_;
  ArrivalLaw const law_;
  bool const reaches_all_;           // of the routing
  RandomWords const sizes_, draws_;  // by packet_name
  std::vector<Source> sources_;
  std::vector<std::uint32_t> index_of_;  // by terminal - first_terminal_
  std::uint32_t first_terminal_ = 0;
  std::vector<std::uint64_t> busy_;  // a bit for each source that has packets to send or waits for one
  Wheel<std::uint32_t> due_;         // sources that get packets to send
  std::vector<Answer> answers_;      // that came in this cycle
  Wheel<Answer> later_answers_;
  std::vector<Waiting> waiting_;     // empty unless requests are answered
  std::vector<double> size_bounds_;  // upper ends of the sizes' shares of [0, 1)
};

}  // namespace weft::flit
