// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft {

/// The waits: each waiter continues as soon as one of its wanted resources is free (the OR model of deadlock;
/// Duato, 1993, Warnakulasuriya & Pinkston, 1997).
struct Waiting {
  static constexpr std::uint32_t no_waiter = 0xffffffff;
  /// Start of each waiter's resources in `wanted`, followed by their number. A waiter without wanted
  /// resources continues.
  std::span<std::uint32_t const> first;
  std::span<std::uint32_t const> wanted;
  std::span<std::uint32_t const>
      holder;  ///< holder of each resource: the waiter that frees it by continuing, or no_waiter

  std::uint32_t num_waiters() const { return static_cast<std::uint32_t>(first.size() - 1); }
  std::span<std::uint32_t const> wanted_by(std::uint32_t waiter) const {
    return wanted.subspan(first[waiter], first[waiter + 1] - first[waiter]);
  }
};

/// The waiters that can never continue.
struct WaitingKnot {
  /// A waiter that owns a resource for which the previous one waits.
  struct Step {
    std::uint32_t waiter;
    std::uint32_t wanted;  ///< owned by the waiter of the next step
  };
  std::vector<std::uint32_t> stuck;  ///< all waiters that can never continue, in ascending order
  /// members of one knot: waiters that wait only for members, in ascending order
  std::vector<std::uint32_t> members;
  std::vector<Step> cycle;  ///< a shortest cycle in the knot
};

/// Finds the deadlocked waiters: the maximum set that waits only for resources of its members, the knot
/// in it that has the member with the lowest number, and a shortest cycle in the knot. All empty if every
/// waiter can continue. Time linear in the waits, except for the cycle.
WaitingKnot find_waiting_knot(Waiting const& waiting);

}  // namespace weft
