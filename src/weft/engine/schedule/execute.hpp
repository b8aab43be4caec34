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

/// The limits of a vertex besides the bandwidth of its channels. 0: no limit.
struct NodeLimits {
  std::uint32_t sends = 0;  ///< blocks that it sends per slot over all its channels: its injection bandwidth
  std::uint32_t receives = 0;  ///< blocks that it receives per slot
};

/// The first violation of a schedule.
struct Violation {
  std::uint64_t slot = 0;   ///< the first one of the step
  std::uint64_t step = 0;   ///< from 0
  std::uint32_t block = 0;  ///< the block at fault
  std::string what;         ///< in words, with channel, slot and blocks
};

/// The outcome of the execution of a schedule.
struct Execution {
  std::optional<Violation> violation;  ///< none: every block arrived where and when it was promised
  std::uint64_t steps = 0;
  std::uint64_t slots = 0;  ///< the makespan: the sum of the widths of all steps
  std::uint64_t transfers = 0;
  std::uint64_t redundant = 0;              ///< copies to a vertex that had the block already
  std::vector<std::uint64_t> fullest = {};  ///< by class: blocks that its most loaded channel carries
  Utilization utilization;                  ///< by class of channels
};

/// Executes a schedule step by step. Proves or refutes: a channel carries at most its bandwidth; a vertex
/// sends and receives at most its limits; a vertex sends only blocks that it received in an earlier step; at
/// the end every block is where it was promised, in time. A sum must hold the part of every participant
/// exactly once (parts are random 64-bit numbers added up modulo 2^64: a wrong sum passes with probability
/// 2^-64). Stops at the first violation. Throws InputError if the blocks need more memory than there is.
Execution execute(TransferNetwork const& network, Schedule& schedule, NodeLimits const& limits = {},
                  Progress& progress = no_progress());

/// Making and executing a schedule of that many transfers. `vertices`: those that may hold a
/// block at once.
Estimate estimate_execution(double transfers, double blocks, double vertices);

}  // namespace weft::schedule
