// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "weft/core/memory.hpp"
#include "weft/io/program/program.hpp"

namespace weft::traffic {

/// Of memory, of a program with its waits.
inline constexpr double bytes_per_operation = 110;

/// Throws InputError if there is too little memory for so many operations of each task.
inline void require_memory_of(std::uint32_t tasks, double operations, std::string_view program) {
  require_memory(static_cast<std::uint64_t>(operations * tasks * bytes_per_operation),
                 fmt::format("a {} of {} tasks with {:.0f} operations each", program, tasks, operations),
                 "take fewer iterations");
}

/// The operations of one rank in phases: those of a phase begin together, when all of the phase before have
/// ended.
class RankSequence {
 public:
  /// Begins the operations of the rank.
  RankSequence(ProgramBuilder& builder, std::uint32_t rank) : builder_(builder) { builder_.begin_rank(rank); }

  void add(Operation const& it) { placed(builder_.add(it)); }
  void add(CollectiveCall call) { placed(builder_.add(std::move(call))); }
  /// A phase of computing; none if `ns` is 0 and there was a phase before.
  void compute(double ns);
  /// A phase of one call.
  void call(CollectiveCall call);
  /// What comes now is a new phase.
  void next();

 private:
  void placed(std::uint32_t number) {
    for (auto const before : before_) builder_.wait_for_end(number, before);
    now_.push_back(number);
  }

  ProgramBuilder& builder_;
  std::vector<std::uint32_t> before_, now_;  // operations of the phase before, and of this one
};

}  // namespace weft::traffic
