#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/io/program/program.hpp"

namespace weft::replay {

/// How many requests of each rank have ended, how many of these waits have taken, and the wait for one of
/// them that a rank is in. Which of the ended requests a wait takes does not matter: those that waits name
/// have ended when these pass.
class RequestCounts {
 public:
  static constexpr std::uint32_t none = Operation::any;

  explicit RequestCounts(std::uint32_t ranks) : ranks_(ranks) {}

  /// Whether a wait_any or wait_some passes; it does if no request is left that it could wait for. Takes what
  /// it takes. If it does not pass, `operation` is the wait that the rank is in.
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
  /// A request has ended. Returns the wait that its rank is in if it passes now, else `none`.
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
    std::uint32_t taken = 0;  ///< by waits since all were taken last, beside those before
    std::uint32_t epoch = 0;  ///< Operation::context of the last wait
    std::uint32_t waiting = none;
  };
  std::vector<Counts> ranks_;
};

}  // namespace weft::replay
