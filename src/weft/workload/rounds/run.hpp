// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/network/layout.hpp"

namespace weft {

/// Parameters of an algorithm that runs in rounds, in addition to the machine.
struct RoundsSetting {
  std::uint64_t seed = 1;
  LayoutParams layout = {};
};

/// Outcome of an operation that the engine `rounds` simulates. A round is a step of one slot; a message is
/// one block.
struct RoundsCollectiveRun {
  std::uint64_t rounds = 0;
  double bound = 0;        ///< bandwidth lower bound on the rounds of any algorithm
  double utilization = 0;  ///< mean over all channels
  std::vector<Table> tables = {};
  std::vector<std::string> notes = {};
};

}  // namespace weft
