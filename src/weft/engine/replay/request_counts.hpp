#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/io/program/program.hpp"

namespace weft::replay {

/// Counts the requests of each rank that have ended and those that waits have taken, and remembers the wait
/// that blocks the rank. Which of the ended requests a wait takes does not matter: a wait that names requests
/// passes only when these have ended.
class RequestCounts {
 public:
  static constexpr std::uint32_t none = Operation::any;

  explicit RequestCounts(std::uint32_t ranks) : ranks_(ranks) {}

  /// Returns whether a wait_any or wait_some passes, and if so counts the requests that it takes. It passes,
  /// too, if no request is left to wait for. Otherwise `operation` becomes the wait that blocks the rank.
  bool try_to_pass(std::uint32_t rank, Operation const& wait, std::uint32_t operation) {
    auto& counts = ranks_[rank];
    if (wait.context != counts.epoch) counts = {.ended = counts.ended, .epoch = wait.context};
    auto const taken = std::max(wait.tag, counts.taken);
    auto const issued = static_cast<std::uint32_t>(wait.amount);
    if (counts.ended < std::min(taken + 1, issued)) {
      WEFT_EXPECT(counts.waiting == none);
      counts.waiting = operation;
      return false;
    }
    counts.taken = wait.kind == OperationKind::wait_some ? counts.ended : taken + 1;
    return true;
  }
  /// Counts the end of a request. Returns the wait that blocked its rank if it passes now, else `none`.
  std::uint32_t end_request(std::uint32_t rank, Program const& program) {
    auto& counts = ranks_[rank];
    ++counts.ended;
    auto const waiting = counts.waiting;
    if (waiting == none) return none;
    counts.waiting = none;
    return try_to_pass(rank, program.operation(waiting), waiting) ? waiting : none;
  }

 private:
  struct Counts {
    std::uint32_t ended = 0;
    std::uint32_t taken = 0;  ///< by waits; 0 in a new epoch, whose first wait states it (Operation::tag)
    std::uint32_t epoch = 0;  ///< Operation::context of the last wait
    std::uint32_t waiting = none;
  };
  std::vector<Counts> ranks_;
};

}  // namespace weft::replay
