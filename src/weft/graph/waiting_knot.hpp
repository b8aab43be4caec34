// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft {

/// The waits: each waiter continues as soon as one of the things that it waits for is free (the OR model of
/// deadlock; Duato, 1993, Warnakulasuriya & Pinkston, 1997).
struct Waiting {
  static constexpr std::uint32_t nobody = 0xffffffff;
  /// Where the things that each waiter waits for begin in `wanted`, and at the end their number. A waiter
  /// that waits for nothing continues.
  std::span<std::uint32_t const> first;
  std::span<std::uint32_t const> wanted;
  std::span<std::uint32_t const>
      holder;  ///< of each thing: the waiter that frees it by continuing, or nobody

  std::uint32_t num_waiters() const { return static_cast<std::uint32_t>(first.size() - 1); }
  std::span<std::uint32_t const> wanted_by(std::uint32_t waiter) const {
    return wanted.subspan(first[waiter], first[waiter + 1] - first[waiter]);
  }
};

/// The waiters that can never continue.
struct WaitingKnot {
  /// A waiter that holds a thing that the previous one waits for.
  struct Step {
    std::uint32_t waiter;
    std::uint32_t wanted;  ///< held by the next one's waiter
  };
  std::vector<std::uint32_t> stuck;    ///< all waiters that can never continue, ascending
  std::vector<std::uint32_t> members;  ///< of one knot: those that wait only for members, ascending
  std::vector<Step> cycle;             ///< a shortest cycle in the knot
};

/// The waiters that are deadlocked: the maximum set whose members wait only for things held by members, the
/// knot in it with the member of the lowest number, and a shortest cycle in that. All empty if every waiter
/// can continue. Time linear in the waits, except for the cycle.
WaitingKnot find_waiting_knot(Waiting const& waiting);

}  // namespace weft
