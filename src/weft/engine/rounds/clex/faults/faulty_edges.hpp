#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/faults/fault_model.hpp"
#include "weft/engine/rounds/clex/faults/fault_tally.hpp"

namespace weft::rounds {

/// Step 2 of A(l) at one node, when transmissions are lost or take their time and edges have failed.
///
/// Without any of that it deals as EdgeAssignment does, draw for draw. Else the messages are dealt over the edges that work.
/// An asynchronous node deals them in the order given (of their start) over random permutations of the edges, a fresh one
/// when all are used. Each edge sends one message per round, and each message until it is acknowledged.
class FaultyEdges {
 public:
  struct Message {
    Ticks start = 0;
    Ticks arrived = 0;       ///< result
    std::uint16_t edge = 0;  ///< result
  };

  /// `pool` is used by subset=pooled alone (draw_pool); keeps a reference to it.
  FaultyEdges(std::uint32_t m, Subset subset, bool asynchronous, std::vector<std::uint16_t> const& pool);

  /// Sends the messages of one node over the edges given, and tells the transmissions on the busiest one.
  std::uint64_t send(std::vector<Message>& messages, std::vector<std::uint16_t> const& edges, Rng& rng,
                     Medium& medium, std::uint32_t level, FaultTally& tally);
  /// The same over one link that carries m messages per round.
  std::uint64_t send_over_link(std::vector<Message>& messages, Medium& medium, std::uint32_t level,
                               FaultTally& tally);

 private:
  void deal_evenly(std::vector<Message>& messages, std::vector<std::uint16_t> const& edges, Rng& rng);
  void deal_pooled(std::vector<Message>& messages, std::vector<std::uint16_t> const& edges, Rng& rng);
  void deal_in_turn(std::vector<Message>& messages, std::vector<std::uint16_t> const& edges, Rng& rng);
  std::uint64_t transmit(std::vector<Message>& messages, Medium& medium, std::uint32_t level,
                         FaultTally& tally);

  std::uint32_t m_;
  bool pooled_, asynchronous_;
  std::vector<std::uint16_t> const& pool_;
  std::vector<Ticks> free_;              ///< per edge: when it takes the next message
  std::vector<std::uint64_t> attempts_;  ///< per edge
  std::vector<std::uint16_t> permutation_;
  std::vector<char> chosen_;
};

}  // namespace weft::rounds
