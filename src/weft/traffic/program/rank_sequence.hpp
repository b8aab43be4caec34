// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "weft/core/memory.hpp"
#include "weft/io/program/program.hpp"

namespace weft::traffic {

/// Bytes of memory per operation of a program, including its waits.
inline constexpr double bytes_per_operation = 110;

/// Throws InputError if `operations` operations of each task do not fit in memory.
inline void require_memory_of(std::uint32_t tasks, double operations, std::string_view program) {
  require_memory(static_cast<std::uint64_t>(operations * tasks * bytes_per_operation),
                 fmt::format("a {} of {} tasks with {:.0f} operations each", program, tasks, operations),
                 "use fewer iterations");
}

/// The operations of one rank, in phases: the operations of a phase start when all operations of the previous
/// phase have ended.
class RankSequence {
 public:
  /// Starts the list of operations of `rank`.
  RankSequence(ProgramBuilder& builder, std::uint32_t rank) : builder_(builder) { builder_.begin_rank(rank); }

  void add(Operation const& operation) { placed(builder_.add(operation)); }
  void add(CollectiveCall call) { placed(builder_.add(std::move(call))); }
  /// Adds a phase of computation; omitted if `ns` is 0, unless it is the first phase.
  void compute(double ns);
  /// Adds a phase with one collective call.
  void call(CollectiveCall call);
  /// Starts a new phase, unless the current one is empty.
  void next();

 private:
  void placed(std::uint32_t number) {
    for (auto const before : before_) builder_.wait_for_end(number, before);
    now_.push_back(number);
  }

  ProgramBuilder& builder_;
  std::vector<std::uint32_t> before_, now_;  // operations of the previous and of the current phase
};

}  // namespace weft::traffic
