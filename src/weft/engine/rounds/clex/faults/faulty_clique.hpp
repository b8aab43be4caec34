#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/faults/fault_model.hpp"
#include "weft/engine/rounds/clex/faults/fault_tally.hpp"
#include "weft/engine/rounds/clex/faults/surviving_clex.hpp"

namespace weft::rounds {

/// A(1) when transmissions are lost or take their time and channels have failed.
///
/// Without any of that it does what Clique does, draw for draw. Else:
/// - A sender keeps a message until it is acknowledged and sends it again in each phase; the receiver drops duplicates.
///   Acknowledgments return along the path of the message: one transmission of phase 1, two of a relaying phase.
/// - A sender asks only relays that it reaches; a relay that does not reach the target refuses. Each message must have
///   a way of one or two hops (SurvivingClex::clique_connects).
/// - Each message has its own clock and phase number. Phase 1 lasts one transmission, a relaying phase two: the request or
///   copy to the relay and its refusal, or the way on to the target (dense: the answer to a request and the move of the
///   message to the relay are charged nothing, as in the synchronous accounting). Of the requests of one phase for one
///   target a relay grants the first to arrive, ties by the rule `accept`. Who gets no answer waits for the longest
///   possible time. Phases of different messages that overlap do not compete for channels.
class FaultyClique {
 public:
  struct Message {
    std::uint32_t id = 0;  ///< the caller's
    std::uint16_t sender = 0, target = 0;
    Ticks start = 0;
    Ticks arrived = 0;      ///< result: at the target
    std::uint8_t hops = 0;  ///< result: of the way it first arrived by
    bool acknowledged = false;
    std::uint16_t relay = 0;  ///< result: on that way, if it has two hops
    Ticks ready = 0;          ///< start of its current phase
  };

  /// Keeps a reference to the network.
  FaultyClique(SurvivingClex const& network, ClexOptions const& options);

  /// Delivers the messages of the clique whose first node is `first`; the rounds of the instance until the last
  /// acknowledgment.
  std::uint64_t deliver(std::vector<Message>& messages, std::uint32_t first, InstanceStreams const& streams,
                        Medium& medium, FaultTally& tally);

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Request {
    std::uint32_t left;  ///< index into left_
    std::uint16_t relay;
    bool lost;
    Ticks arrival;  ///< at the relay
  };
  struct Grant {
    Ticks arrival = 0;
    std::uint32_t priority = 0;
    std::uint32_t request = none;
  };
  /// What the instance works on now.
  struct Instance {
    std::vector<Message>& messages;
    std::uint32_t first = 0;
    Medium& medium;
    FaultTally& tally;
    std::uint32_t phase = 1;
  };

  bool dense() const { return options_.mode == Mode::dense; }
  Grant& grant_of(std::uint32_t relay, std::uint32_t target) { return grants_[relay * m_ + target]; }
  void send_directly(Instance& instance);
  void ask_relays(Instance& instance, std::uint32_t k, Rng rng);
  void offer(Instance const& instance, std::uint32_t request, std::uint32_t random);
  void answer(Instance& instance, std::uint32_t k);
  void answer_dense(Instance& instance, Message& message, std::uint32_t begin, std::uint32_t end);
  void answer_light(Instance& instance, Message& message, std::uint32_t begin, std::uint32_t end);
  void forward(Instance& instance, Message& message, Request const& asked);
  bool receive(Instance& instance, Message& message, Ticks time, std::uint8_t hops);
  bool granted(Instance const& instance, std::uint32_t request);
  std::uint16_t next_relay(std::uint32_t first, std::uint16_t sender, std::uint32_t random);

  SurvivingClex const& network_;
  ClexOptions options_;
  std::uint32_t m_;
  CopyRule copies_;
  std::vector<std::vector<std::uint16_t>> relays_, permutation_;  ///< per sender: those it reaches; shuffled
  std::vector<std::uint32_t> dealt_;                              ///< per sender, in this phase
  std::vector<char> link_used_;
  std::vector<Grant> grants_;
  std::vector<Request> requests_;
  std::vector<std::uint32_t> left_, order_;
};

}  // namespace weft::rounds
