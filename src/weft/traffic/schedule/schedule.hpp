// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace weft {

/// Semantics of blocks at vertices, and of their transfers.
enum class Holdings : std::uint8_t {
  one_place,  ///< a block is at one vertex; a transfer moves it (scatter, gather, all-to-all, shifts)
  copies,     ///< a transfer copies the block (broadcast, allgather)
  sums,       ///< a vertex has a partial sum of a block, and transfers may add to it (reduce, allreduce)
  unions,     ///< like sums, for operations in which a part may count twice (barrier, maximum)
};

/// Returns whether vertices have parts of blocks to which transfers may add.
constexpr bool has_parts(Holdings holdings) {
  return holdings == Holdings::sums || holdings == Holdings::unions;
}

/// Precondition and postcondition of a schedule: the vertices that have each block initially, and the
/// vertices that must have it at the end.
struct Postcondition {
  Holdings holdings = Holdings::one_place;
  std::uint32_t blocks = 0;
  /// The participating vertices, in ascending order. For sums and unions, each initially has a part of every
  /// block; if `first_part` is set (sums only), only part[first_part[b]] .. part[first_part[b + 1] - 1] have
  /// a part of block b.
  std::vector<std::uint32_t> participants = {};
  std::vector<std::uint32_t> part = {};
  std::vector<std::uint64_t> first_part = {};
  /// The initial vertex of each block; empty for sums and unions.
  std::vector<std::uint32_t> start = {};
  /// The final vertex of block b: goal[b], or if `first_goal` is set, goal[first_goal[b]] ..
  /// goal[first_goal[b + 1] - 1]. Empty: all participants. A sum must contain all parts there, each exactly
  /// once (a union at least once).
  std::vector<std::uint32_t> goal = {};
  std::vector<std::uint64_t> first_goal = {};
  /// Slot by the end of which each block must be at its goals; empty: no deadlines.
  std::vector<std::uint64_t> due = {};

  std::span<std::uint32_t const> parts(std::uint32_t block) const {
    if (first_part.empty()) return participants;
    return std::span(part).subspan(first_part[block], first_part[block + std::size_t{1}] - first_part[block]);
  }
  std::span<std::uint32_t const> goals(std::uint32_t block) const {
    if (goal.empty()) return participants;
    if (first_goal.empty()) return {&goal[block], 1};
    return std::span(goal).subspan(first_goal[block], first_goal[block + std::size_t{1}] - first_goal[block]);
  }
};

/// Effect of a transfer at its target, for sums and unions: it replaces the block there or adds to it.
enum class Arrival : std::uint8_t { replace, add };

/// Transfer of one block over one channel of a TransferNetwork, in one step. For sums and unions, a block
/// that passes through vertices with parts of the same block travels in a carrier (any number that no other
/// block uses at the time): the first transfer `loads` it, the last one `unloads` it.
struct Transfer {
  static constexpr std::uint32_t no_carrier = 0xffffffff;

  std::uint32_t channel = 0;
  std::uint32_t block = 0;
  std::uint32_t carrier = no_carrier;
  Arrival arrival = Arrival::replace;
  bool loads = true, unloads = true;

  friend bool operator==(Transfer const&, Transfer const&) = default;
};

/// Simultaneous transfers during `width` slots, in which a channel carries width times its bandwidth in
/// blocks, rounded down. Blocks that arrive in a step can be forwarded in the next step. A step of width 0
/// shares the slots of the next step of nonzero width: blocks that a later of these steps forwards cut
/// through the switch, and the blocks of all these steps count towards the capacity of the channels.
struct Step {
  std::uint32_t width = 1;
  std::vector<Transfer> transfers = {};
};

/// Timed transfers on channels, generated step by step, so that a schedule of any length needs memory for one
/// step only.
class Schedule {
 public:
  virtual ~Schedule() = default;
  virtual Postcondition const& postcondition() const = 0;
  /// Writes the next step to `step`, reusing its memory; returns false if there are no more steps.
  virtual bool next(Step& step) = 0;
  /// Restarts at the first step.
  virtual void rewind() = 0;
};

/// A schedule stored as a list of steps.
class ListedSchedule final : public Schedule {
 public:
  ListedSchedule(Postcondition postcondition, std::vector<Step> steps)
      : postcondition_(std::move(postcondition)), steps_(std::move(steps)) {}
  Postcondition const& postcondition() const override { return postcondition_; }
  bool next(Step& step) override {
    if (at_ == steps_.size()) return false;
    step = steps_[at_++];
    return true;
  }
  void rewind() override { at_ = 0; }
  std::vector<Step> const& steps() const { return steps_; }

 private:
  Postcondition postcondition_;
  std::vector<Step> steps_;
  std::size_t at_ = 0;
};

}  // namespace weft
