#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace weft {

/// How the vertices of a schedule hold blocks.
enum class Holdings : std::uint8_t {
  one_place,  ///< a block is at one vertex; a transfer takes it along (scatter, gather, all-to-all, shifts)
  copies,     ///< a transfer leaves the block where it was (broadcast, allgather)
  sums,       ///< a vertex has its part of a block, and transfers may add to it (reduce, allreduce)
  unions,     ///< the same of an operation that does not mind if a part counts twice (barrier, maximum)
};

/// Whether vertices have parts of a block that transfers may add to.
constexpr bool has_parts(Holdings holdings) {
  return holdings == Holdings::sums || holdings == Holdings::unions;
}

/// What a schedule promises: who holds which block at first, and who must in the end.
struct Promise {
  Holdings holdings = Holdings::one_place;
  std::uint32_t blocks = 0;
  /// The vertices that take part, in ascending order. Of sums and unions: each has a part of every block at first, but of sums with
  /// `first_part` only part[first_part[b]] .. part[first_part[b + 1] - 1] have one of block b.
  std::vector<std::uint32_t> participants = {};
  std::vector<std::uint32_t> part = {};
  std::vector<std::uint64_t> first_part = {};
  /// Where each block is at first; empty for sums and unions.
  std::vector<std::uint32_t> start = {};
  /// Where block b must be in the end, of sums with all parts of it, each once (of unions at least once): goal[b]; with `first_goal`,
  /// goal[first_goal[b]] .. goal[first_goal[b + 1] - 1]. Empty: at all participants.
  std::vector<std::uint32_t> goal = {};
  std::vector<std::uint64_t> first_goal = {};
  /// The slot by whose end each block must be at its goal; empty: none is promised.
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

/// What a transfer does with the block at the far end: of sums and unions, replace what is there or add to it.
enum class Arrival : std::uint8_t { replace, add };

/// One block over one channel of a TransferNetwork, in one step. Of sums and unions, a block that passes through vertices that have
/// parts of their own goes in a carrier (any number that no other block uses in the meantime): its first transfer `loads` it,
/// the last one `unloads` it.
struct Transfer {
  static constexpr std::uint32_t no_carrier = 0xffffffff;

  std::uint32_t channel = 0;
  std::uint32_t block = 0;
  std::uint32_t carrier = no_carrier;
  Arrival arrival = Arrival::replace;
  bool loads = true, unloads = true;

  friend bool operator==(Transfer const&, Transfer const&) = default;
};

/// Transfers at the same time: `width` slots, in which a channel carries width times its bandwidth in blocks, rounded down.
/// What arrives in a step can be passed on in the next.
struct Step {
  std::uint32_t width = 1;
  std::vector<Transfer> transfers = {};
};

/// Timed transfers on channels, made step by step, so that a schedule of any length needs memory for one step only.
class Schedule {
 public:
  virtual ~Schedule() = default;
  virtual Promise const& promise() const = 0;
  /// Writes the next step over `step`, whose memory is used again; false after the last.
  virtual bool next(Step& step) = 0;
  /// Begins anew.
  virtual void rewind() = 0;
};

/// A schedule that lies in memory.
class ListedSchedule final : public Schedule {
 public:
  ListedSchedule(Promise promise, std::vector<Step> steps)
      : promise_(std::move(promise)), steps_(std::move(steps)) {}
  Promise const& promise() const override { return promise_; }
  bool next(Step& step) override {
    if (at_ == steps_.size()) return false;
    step = steps_[at_++];
    return true;
  }
  void rewind() override { at_ = 0; }
  std::vector<Step> const& steps() const { return steps_; }

 private:
  Promise promise_;
  std::vector<Step> steps_;
  std::size_t at_ = 0;
};

}  // namespace weft
