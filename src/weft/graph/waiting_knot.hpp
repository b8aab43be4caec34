// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft {

/// A wait-for relation in which each waiter continues as soon as any of the resources that it waits for is
/// free (the OR model of deadlock; Duato, 1993, Warnakulasuriya & Pinkston, 1997).
struct Waiting {
  static constexpr std::uint32_t no_waiter = 0xffffffff;
  /// Start of the resources of each waiter in `requested`, followed by the size of `requested`. A waiter that
  /// requests no resources can continue.
  std::span<std::uint32_t const> first;
  std::span<std::uint32_t const> requested;
  std::span<std::uint32_t const>
      holder;  ///< for each resource, the waiter that frees it by continuing, or no_waiter

  std::uint32_t num_waiters() const { return static_cast<std::uint32_t>(first.size() - 1); }
  std::span<std::uint32_t const> requested_by(std::uint32_t waiter) const {
    return requested.subspan(first[waiter], first[waiter + 1] - first[waiter]);
  }
};

/// The waiters that can never continue.
struct WaitingKnot {
  /// A step of a cycle: a waiter that owns a resource for which the previous waiter waits.
  struct Step {
    std::uint32_t waiter;
    std::uint32_t requested;  ///< owned by the waiter of the next step
  };
  std::vector<std::uint32_t> stuck;  ///< all waiters that can never continue, in ascending order
  /// Members of one knot, in ascending order: waiters that wait only for resources of members
  std::vector<std::uint32_t> members;
  std::vector<Step> cycle;  ///< a shortest cycle in the knot
};

/// Finds the deadlocked waiters: the maximum set that waits only for resources of its members, the knot in
/// this set that contains the waiter with the lowest index, and a shortest cycle in the knot. All are empty
/// if every waiter can continue. Takes linear time, except for the cycle.
WaitingKnot find_waiting_knot(Waiting const& waiting);

}  // namespace weft
