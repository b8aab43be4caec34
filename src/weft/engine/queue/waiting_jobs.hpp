#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/queue/job.hpp"

namespace weft::queue {

/// The jobs that wait, in the order of their submission, by their positions in the stream. Blocks of
/// positions know their smallest size and estimate, so that a search for a job that fits skips most of a long
/// queue.
class WaitingJobs {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  explicit WaitingJobs(std::span<Job const> jobs);

  bool empty() const { return count_ == 0; }
  std::uint32_t count() const { return count_; }
  /// Nodes that they need in all.
  std::uint64_t nodes() const { return nodes_; }
  /// The one that has waited longest, or none.
  std::uint32_t first() const { return next(0, most, most, 0); }
  void add(std::uint32_t job);
  void remove(std::uint32_t job);
  /// The first one at or after position `from` that needs at most `any` nodes, or at most `brief` nodes and
  /// no longer than `time`, by its estimate; or none.
  std::uint32_t next(std::uint32_t from, std::uint32_t any, std::uint32_t brief, double time) const;

 private:
  static constexpr std::uint32_t most = 0xfffffffe, block = 128;
  struct Block {
    std::uint32_t nodes = none;
    double estimate = 0;
  };
  static bool fits(std::uint32_t nodes, double estimate, std::uint32_t any, std::uint32_t brief,
                   double time) {
    return nodes <= any || (nodes <= brief && estimate <= time);
  }
  void refresh(std::uint32_t of);

  std::span<Job const> jobs_;
  std::vector<std::uint32_t> needs_;  ///< nodes of those that wait; of others none
  std::vector<Block> blocks_;
  std::uint32_t begin_ = 0;  ///< none waits in blocks before that
  std::uint32_t end_ = 0;    ///< none waits from there on
  std::uint32_t count_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace weft::queue
