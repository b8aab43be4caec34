#pragma once

#include <cstdint>
#include <vector>

#include "weft/collective/ranks/rank_program.hpp"

namespace weft::collective {

/// A message that a rank sends or receives in a round.
struct RoundStep {
  std::uint32_t round, peer;
  double share;  ///< its blocks, as a part of those of a message
  bool sends, adds;
};

/// The steps of each rank in the order of the rounds; in a round, what it receives comes first.
class RoundSteps {
 public:
  RoundSteps(RankRounds const& rounds, std::uint32_t ranks);
  std::vector<RoundStep> const& steps(std::uint32_t rank) const { return steps_[rank]; }

 private:
  std::vector<std::vector<RoundStep>> steps_;
};

}  // namespace weft::collective
