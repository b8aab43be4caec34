#pragma once

#include <string_view>
#include <utility>

#include "weft/collective/ranks/rank_program.hpp"

namespace weft::collective {

inline constexpr std::string_view embedding_doc = "how messages become transfers";

/// The plan of a program whose messages have so many blocks.
inline Plan plan_of(RankProgram program, Ranks const& ranks, Task const& task, Embedding embedding,
                    std::uint32_t blocks_per_message, Ties ties = Ties::plus) {
  Routes routes(ranks, ties, task.seed);
  Plan plan{.schedule = {},
            .blocks_per_message = blocks_per_message,
            .rounds = program.rounds,
            .hops_per_round = routes.max_hops()};
  plan.schedule = embed(std::move(program), ranks, std::move(routes), embedding, task.sends, task.switching);
  return plan;
}

/// The plan of these rounds.
inline Plan plan_of(Promise promise, RankRounds rounds, Ranks const& ranks, Task const& task,
                    Embedding embedding, Ties ties = Ties::plus) {
  return plan_of(
      {.promise = std::move(promise), .rounds = rounds.rounds, .messages = std::move(rounds.messages)}, ranks,
      task, embedding, rounds.blocks_per_message, ties);
}

/// ceil(log2(ranks)).
constexpr std::uint32_t doublings(std::uint32_t ranks) {
  std::uint32_t rounds = 0;
  while (std::uint64_t{1} << rounds < ranks) ++rounds;
  return rounds;
}

}  // namespace weft::collective
