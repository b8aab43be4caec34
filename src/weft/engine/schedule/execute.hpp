// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/schedule/utilization.hpp"
#include "weft/traffic/schedule/schedule.hpp"
#include "weft/traffic/schedule/transfer_network.hpp"

namespace weft::schedule {

/// Limits per vertex, in addition to the bandwidth of its channels. 0: no limit.
struct NodeLimits {
  std::uint32_t sends = 0;     ///< blocks sent per slot over all channels: the injection bandwidth
  std::uint32_t receives = 0;  ///< blocks received per slot
};

/// The first violation of a schedule.
struct Violation {
  std::uint64_t slot = 0;   ///< first slot of the step
  std::uint64_t step = 0;   ///< index of the step, from 0
  std::uint32_t block = 0;  ///< block in violation
  std::string what;         ///< description with channel, slot and blocks
};

/// Result of the execution of a schedule.
struct Execution {
  /// nullopt if every block arrived in time, as specified by the postcondition
  std::optional<Violation> violation;
  std::uint64_t steps = 0;
  std::uint64_t slots = 0;  ///< makespan: sum of the widths of all steps
  std::uint64_t transfers = 0;
  std::uint64_t redundant = 0;               ///< transfers of a block to a vertex that already had it
  std::vector<std::uint64_t> max_load = {};  ///< by class: number of blocks on its most loaded channel
  Utilization utilization;                   ///< by channel class
};

/// Executes a schedule step by step and checks that no channel exceeds its bandwidth, that no vertex exceeds
/// its limits, that a vertex sends only blocks that it received in an earlier step, and that at the end every
/// block has reached the vertices of the postcondition, in time. A sum must contain the part of every
/// participant exactly once (parts are random 64-bit numbers, added modulo 2^64: a wrong sum is accepted with
/// probability 2^-64). Stops at the first violation. Throws InputError if the blocks do not fit in memory.
Execution execute(TransferNetwork const& network, Schedule& schedule, NodeLimits const& limits = {},
                  Progress& progress = no_progress());

/// Returns the estimated memory and time of generating and executing a schedule with `transfers` transfers.
/// `vertices`: number of vertices that may store a block simultaneously.
Estimate estimate_execution(double transfers, double blocks, double vertices);

}  // namespace weft::schedule
