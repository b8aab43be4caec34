#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/collective/ranks/rank_program.hpp"
#include "weft/core/table.hpp"
#include "weft/engine/schedule/execute.hpp"

namespace weft::verb {

/// What one phase of an application sends, wherever its tasks are.
struct PhaseDemand {
  std::uint32_t rounds = 0;  ///< in which something is sent
  std::uint64_t blocks = 0;  ///< that messages carry, each as often as it is sent
  std::uint64_t bound = 0;   ///< slots in which the busiest task can send and receive its blocks
};

/// One phase executed with one mapping.
struct PhaseRun {
  std::string mapping, phase;
  collective::Embedding embedding;
  std::uint32_t widest = 0;  ///< slots of the widest step
  PhaseDemand demand;
  schedule::Execution execution;
};

/// All phases of a mapping.
struct MappingTotal {
  std::string mapping;
  collective::Embedding embedding;
  std::uint64_t rounds = 0;
  std::uint64_t steps =
      0;  ///< Embedding::rounds: what the paths of the blocks take without contention, hop by hop
  std::uint64_t slots = 0;
  std::uint32_t widest = 0;  ///< slots of the widest step

  /// At least one phase.
  explicit MappingTotal(std::vector<PhaseRun> const& runs);
  /// In one sentence.
  std::string text() const;
};

/// Table `contention`: a row per mapping. `matrix_share`: of a matrix in a block; 0: no matrices.
Table contention_table(std::vector<MappingTotal> const& totals, double matrix_share);

/// Table `phases`.
Table phases_table(std::vector<PhaseRun> const& runs);

}  // namespace weft::verb
