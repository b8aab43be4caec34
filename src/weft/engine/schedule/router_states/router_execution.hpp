// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/schedule/execute.hpp"
#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft::schedule {

/// Result of the execution of a router program.
struct RouterExecution {
  /// nullopt if every message of every relation was delivered. Violation::block is the number of a message;
  /// messages are numbered in the order of injection.
  std::optional<Violation> violation = {};
  std::uint64_t sources = 0;  ///< number of processors with messages that were simulated hop by hop
  /// Number of these processors whose paths were compared with the paths of processor 0
  std::uint64_t translated = 0;
  std::uint64_t messages = 0;  ///< number of messages that each processor sends
  std::uint64_t hops = 0;      ///< number of executed hops, over all sources
  std::uint64_t first_send = 0, last_send = 0, last_arrival = 0;  ///< slots
  /// Maximum number of channels that the messages of one source use simultaneously, of n d; different sources
  /// use different channels.
  std::uint64_t peak_busy = 0;
  std::uint64_t max_stored = 0;  ///< maximum number of messages that a processor stores for forwarding
  std::uint64_t sent_on = 0;     ///< number of times that a processor forwards a message that it had removed
  std::vector<std::uint64_t> relation_ends = {};  ///< by relation: slot in which its last message is removed
  std::vector<std::uint64_t> arrivals = {};       ///< by message number
  std::vector<std::uint32_t> offsets = {};        ///< by message number
  Utilization by_dimension = Utilization({}), by_level = Utilization({});
};

/// Executes a program with the messages of all processors, channel by channel. A message is stored as the
/// indices of its source and destination; the destination is read only when the message is removed. Throws
/// InputError if the messages in flight do not fit in memory.
RouterExecution execute_literally(RouterProgram const& program, Progress& progress = no_progress());

/// Executes a program by symmetry. A translation by the coordinates of a processor preserves the levels of
/// all nodes, and states and injections depend only on level and slot; therefore the messages of processor v
/// are always at the positions of the messages of processor 0, translated by v. Two messages of sources v and
/// w meet in a channel in a slot if the corresponding messages of processor 0 are at x and y in this slot,
/// leave along the same dimension, and x + v = y + w; then x and y have the same level. Conversely, if two
/// messages of processor 0 leave nodes x and y of the same level along the same dimension in the same slot, y
/// - x is a processor v, and the first message of v meets the second message of processor 0. Hence no two
/// messages of any sources meet if and only if processor 0 never uses a dimension of a level for two messages
/// in a slot. This function executes every hop of the messages of processor 0. It also checks the premise:
/// `sources` other processors (all if there are fewer), selected at random by `seed`, send all their messages
/// over actual coordinates, with the states of the levels of these coordinates, and each hop is compared with
/// the translated hop of processor 0. Reports the expected time to `progress` before it starts.
RouterExecution execute_by_symmetry(RouterProgram const& program, std::uint64_t sources, std::uint64_t seed,
                                    Progress& progress = no_progress());

/// Reports to `progress` the minimum time to generate a router program with `slots` slots and to execute it
/// by symmetry with `sources` sources.
void expect_by_symmetry(std::uint32_t dimensions, std::uint32_t side, std::uint64_t slots,
                        std::uint64_t sources, Progress& progress);

/// Returns the estimated memory and time to generate a program with `slots` slots for a sparse torus and to
/// execute it: by symmetry with `sources` sources, or with the messages of all processors.
Estimate estimate_by_symmetry(std::uint32_t dimensions, std::uint32_t side, double slots, double sources);
Estimate estimate_literally(std::uint32_t dimensions, std::uint32_t side, double slots);

}  // namespace weft::schedule
