// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/network/layout.hpp"

namespace weft {

/// Parameters of such an algorithm in addition to the machine.
struct RoundsSetting {
  std::uint64_t seed = 1;
  LayoutParams layout = {};
};

/// The outcome of an operation simulated by the engine `rounds`. A round is a step of one slot; a message is
/// one block.
struct RoundsCollectiveRun {
  std::uint64_t rounds = 0;
  double bound = 0;        ///< lower bound on the rounds of any algorithm, by bandwidth
  double utilization = 0;  ///< mean of all channels
  std::vector<Table> tables = {};
  std::vector<std::string> notes = {};
};

}  // namespace weft
