// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "weft/io/program/program.hpp"

namespace weft {

/// The calls of one rank, one after the other, as a trace lists them. A call begins when the one before has
/// ended, or has only begun if it does not block.
class RankCalls {
 public:
  /// Adds a call; returns its number.
  std::uint32_t add(Operation const& it, bool blocks = true);
  std::uint32_t add(CollectiveCall call, bool blocks = true);
  /// Computing; none if `ns` is 0.
  void compute(double ns);
  /// What comes next waits for the ends of these calls too.
  void wait_for(std::span<std::uint32_t const> calls);
  /// For what becomes known after a call has begun.
  Operation& operation(std::uint32_t call) { return operations_[call]; }
  std::span<Operation> operations() { return operations_; }
  std::span<CollectiveCall> collectives() { return collectives_; }
  /// Makes them the operations of a rank.
  void append_to(ProgramBuilder& builder, std::uint32_t rank) &&;

 private:
  struct Wait {
    std::uint32_t waiter, of;
    bool for_end;
  };
  std::vector<Operation> operations_;
  std::vector<CollectiveCall> collectives_;  // by Operation::peer
  std::vector<Wait> waits_;
  std::optional<std::uint32_t> before_;
  bool before_blocks_ = true;
};

}  // namespace weft
