#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/result.hpp"
#include "weft/core/spec.hpp"
#include "weft/experiment/experiment.hpp"

/// Runs of a study over the ranks that mpirun started: rank 0 hands out requests and has the store; every
/// other rank computes one run at a time, with all of its threads.
namespace weft::study {

/// What a rank made of a request.
struct RankAnswer {
  std::size_t job = 0;
  double seconds = 0;
  Result result = {};
  std::vector<OutputFile> pictures = {};
  std::optional<InputError> failure = {};
};

/// The other ranks, on rank 0. For one thread, the one that may use MPI.
class RankPool {
 public:
  /// With one rank it has nobody.
  RankPool();
  RankPool(RankPool const&) = delete;
  RankPool& operator=(RankPool const&) = delete;
  /// Tells all ranks that nothing is left, those that compute after their answers, which are lost.
  ~RankPool();

  std::size_t size() const { return size_; }
  /// Whether a rank waits for a request.
  bool has_idle() const { return !idle_.empty(); }
  bool has_busy() const { return idle_.size() < size_; }
  /// Gives a request to an idle rank.
  void give(std::size_t job, Spec const& request);
  /// An answer that has arrived.
  std::optional<RankAnswer> answer();

 private:
  std::size_t size_ = 0;
  std::vector<unsigned> idle_;
};

/// On the other ranks: computes what rank 0 gives, until nothing is left.
void serve_rank_0();

}  // namespace weft::study
