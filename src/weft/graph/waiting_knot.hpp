#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft {

/// Who waits for what: each waiter goes on as soon as one of the things it waits for is free (the OR model of deadlock; Duato, 1993,
/// Warnakulasuriya & Pinkston, 1997).
struct Waiting {
  static constexpr std::uint32_t nobody = 0xffffffff;
  /// Where the things that each waiter waits for begin in `wanted`, and at the end their number. One who waits for nothing goes on.
  std::span<std::uint32_t const> first;
  std::span<std::uint32_t const> wanted;
  std::span<std::uint32_t const> holder;  ///< of each thing: the waiter whose going on frees it, or nobody

  std::uint32_t num_waiters() const { return static_cast<std::uint32_t>(first.size() - 1); }
  std::span<std::uint32_t const> wanted_by(std::uint32_t waiter) const {
    return wanted.subspan(first[waiter], first[waiter + 1] - first[waiter]);
  }
};

/// Who can never go on.
struct WaitingKnot {
  /// One who holds a thing that the one before waits for.
  struct Step {
    std::uint32_t waiter;
    std::uint32_t wanted;  ///< held by the next one's waiter
  };
  std::vector<std::uint32_t> stuck;    ///< all who can never go on, ascending
  std::vector<std::uint32_t> members;  ///< of one knot: those who wait for members alone, ascending
  std::vector<Step> cycle;             ///< a shortest cycle in the knot
};

/// The waiters that are deadlocked: the maximum set whose members wait for things held by members alone, the knot in it with
/// the member of the lowest number, and a shortest cycle of that. All empty if everybody can go on. Time linear in the waits, but for the cycle.
WaitingKnot find_waiting_knot(Waiting const& waiting);

}  // namespace weft
