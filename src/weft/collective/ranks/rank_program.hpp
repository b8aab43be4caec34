// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "weft/collective/routes/routes.hpp"
#include "weft/traffic/schedule/schedule.hpp"

namespace weft::collective {

/// A message of the blocks [first, first + count) from one rank to another.
struct Message {
  std::uint32_t from = 0, to = 0;  ///< ranks
  std::uint32_t first = 0, count = 1;
  Arrival arrival = Arrival::replace;
  Heading heading = {};

  friend bool operator==(Message const&, Message const&) = default;
};

/// The messages of a collective operation between ranks, in rounds, independent of the machine.
struct RankRounds {
  std::uint32_t rounds = 0;
  /// Number of blocks of a message; for reduce, allreduce and reduce_scatter, of the vector.
  std::uint32_t blocks_per_message = 1;
  /// Appends the messages of a round.
  std::function<void(std::uint32_t round, std::vector<Message>& out)> messages = {};
};

/// The messages between the ranks of a job, in rounds, independent of the network, and their postcondition. A
/// rank sends blocks that it has received in earlier rounds. In a round, no rank sends a block twice to the
/// same rank.
struct RankProgram {
  Postcondition postcondition = {};
  std::uint32_t rounds = 0;
  /// Appends the messages of a round.
  std::function<void(std::uint32_t round, std::vector<Message>& out)> messages = {};
  /// Whether blocks enter channels in the order of arrival, regardless of their remaining hops.
  bool fcfs = false;
};

/// Method that translates messages between ranks into transfers on the channels of a network.
enum class Embedding : std::uint8_t { rounds, slots };

/// Creates the schedule of a program on a machine, which is generated step by step:
/// - rounds: the rounds, and the hops of their messages, are executed sequentially. In each step all blocks
///   make one hop; the most loaded channel (or vertex, if `sends` > 0 limits the blocks that it sends per
///   slot) determines the width of the step.
/// - slots: steps of one slot (more if a channel needs several slots per block). A rank starts a round when
///   all its blocks of the previous round have left. A block leaves when all parts of it that the rank must
///   receive before have arrived, and moves as soon as a channel is free; among waiting blocks, the block
///   with the most remaining hops (63 or more are equal) has priority, then the block that has waited
///   longest. In a program of one round, a block that is not at its goal at the end of its message continues
///   to the goal immediately.
/// With cut-through, all hops of a message are in the same slots. With `rounds`, the most loaded channel of a
/// round determines its width. With `slots`, a block continues in the same slot while its next channel is
/// free (steps of width 0, see Step).
/// Throws InputError if the schedule does not fit in memory.
std::unique_ptr<Schedule> embed(RankProgram program, Ranks const& ranks, Routes routes, Embedding embedding,
                                std::uint32_t sends, Switching switching = Switching::store_and_forward);

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::Embedding> weft::enum_values<
    weft::collective::Embedding>[] = {
    {"rounds", weft::collective::Embedding::rounds,
     "round by round and hop by hop; each step lasts as many slots as its most loaded channel requires"},
    {"slots", weft::collective::Embedding::slots,
     "a block continues as soon as it has arrived and a channel is free; blocks with the most remaining hops "
     "have priority"}};

namespace weft::collective {

inline constexpr std::string_view embedding_doc = "translation of messages into transfers";

/// Returns the plan of a program with `blocks_per_message` blocks per message.
inline Plan make_plan(RankProgram program, Ranks const& ranks, Task const& task, Embedding embedding,
                      std::uint32_t blocks_per_message, Ties ties = Ties::plus) {
  Routes routes(ranks, ties, task.seed);
  Plan plan{.schedule = {},
            .blocks_per_message = blocks_per_message,
            .rounds = program.rounds,
            .hops_per_round = routes.max_hops()};
  plan.schedule = embed(std::move(program), ranks, std::move(routes), embedding, task.sends, task.switching);
  return plan;
}

/// Returns the plan of `rounds`.
inline Plan make_plan(Postcondition postcondition, RankRounds rounds, Ranks const& ranks, Task const& task,
                      Embedding embedding, Ties ties = Ties::plus) {
  return make_plan({.postcondition = std::move(postcondition),
                    .rounds = rounds.rounds,
                    .messages = std::move(rounds.messages)},
                   ranks, task, embedding, rounds.blocks_per_message, ties);
}

/// Returns ceil(log2(ranks)).
constexpr std::uint32_t doublings(std::uint32_t ranks) {
  std::uint32_t rounds = 0;
  while (std::uint64_t{1} << rounds < ranks) ++rounds;
  return rounds;
}

/// Base of algorithms in rounds that support every machine; the embedding is their only parameter.
class EmbeddedRounds {
 public:
  struct Params {
    Embedding embedding = Embedding::rounds;
  };
  static constexpr std::tuple schema{param("embedding", &Params::embedding, embedding_doc)};

  explicit EmbeddedRounds(Params const& params) : params_(params) {}
  void check_machine(Ranks const&, Task const&) const {}

 protected:
  Params params_;
};

}  // namespace weft::collective
