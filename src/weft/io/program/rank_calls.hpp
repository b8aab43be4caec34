// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "weft/io/program/program.hpp"

namespace weft {

/// The calls of one rank in the order of a trace. A call begins when the previous one has ended or, if the
/// previous one is nonblocking, as soon as it has begun.
class RankCalls {
 public:
  /// Adds a call. Returns its number.
  std::uint32_t add(Operation const& operation, bool blocks = true);
  std::uint32_t add(CollectiveCall call, bool blocks = true);
  /// Adds computation, unless `ns` is 0.
  void compute(double ns);
  /// Makes the next call also wait for the ends of `calls`.
  void wait_for(std::span<std::uint32_t const> calls);
  /// Returns a call, to add data that become known after it has begun.
  Operation& operation(std::uint32_t call) { return operations_[call]; }
  std::span<Operation> operations() { return operations_; }
  std::span<CollectiveCall> collectives() { return collectives_; }
  /// Appends the calls to a program, as the operations of a rank.
  void append_to(ProgramBuilder& builder, std::uint32_t rank) &&;

 private:
  struct Wait {
    std::uint32_t waiter, of;
    bool for_end;
  };
  std::vector<Operation> operations_;
  std::vector<CollectiveCall> collectives_;  // indexed by Operation::peer
  std::vector<Wait> waits_;
  std::optional<std::uint32_t> before_;
  bool before_blocks_ = true;
};

}  // namespace weft
