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
  /// nullopt: every message of every relation was delivered. `block`: the number of the message, in the order
  /// of the injections of new ones.
  std::optional<Violation> violation = {};
  std::uint64_t sources = 0;     ///< processors with messages simulated hop by hop
  std::uint64_t translated = 0;  ///< processors among them compared with the paths of processor 0
  std::uint64_t messages = 0;    ///< sent by each processor
  std::uint64_t hops = 0;        ///< executed hops of all sources
  std::uint64_t first_send = 0, last_send = 0, last_arrival = 0;  ///< slots
  /// Maximum channels of one source in use simultaneously, of n d; all sources use different channels.
  std::uint64_t peak_busy = 0;
  std::uint64_t max_stored = 0;  ///< maximum number of messages that a processor stores for forwarding
  std::uint64_t sent_on = 0;     ///< number of times that a processor forwards a message that it removed
  std::vector<std::uint64_t> relation_ends =
      {};                                    ///< slot in which the last message of each relation is removed
  std::vector<std::uint64_t> arrivals = {};  ///< by message number
  std::vector<std::uint32_t> offsets = {};   ///< by message number
  Utilization by_dimension = Utilization({}), by_level = Utilization({});
};

/// Executes a program with the messages of all processors: every message on every channel, as the numbers of
/// its source and its destination; the destination is read only at its removal. Throws InputError if the
/// messages in flight exceed the memory.
RouterExecution execute_literally(RouterProgram const& program, Progress& progress = no_progress());

/// Executes a program by symmetry. A translation by the coordinates of a processor preserves the levels of
/// all nodes, and states and injections depend only on level and slot: so the messages of processor v are
/// always at the positions of the messages of processor 0, translated by v. Two messages of sources v and w
/// meet in a channel if the corresponding messages of processor 0 are at x and y in that slot, leave along
/// the same dimension, and x + v = y + w; then x and y are at the same level. Conversely, if two messages of
/// processor 0 leave nodes x and y of the same level along the same dimension in the same slot, y - x is a
/// processor v, and the first message of v meets the second of processor 0. Hence no two messages of any
/// sources meet if and only if processor 0 never uses a dimension of a level for two messages in a slot. This
/// function executes every hop of processor 0. It also executes the premise: `sources` other processors (all,
/// if there are fewer), chosen at random by `seed`, send all their messages over real coordinates, with the
/// states for the level of these coordinates, and each hop is compared with the translated hop of processor
/// 0.
/// First reports the expected time to `progress`.
RouterExecution execute_by_symmetry(RouterProgram const& program, std::uint64_t sources, std::uint64_t seed,
                                    Progress& progress = no_progress());

/// Reports to `progress` the minimum time of making such a program and of its execution by symmetry.
void expect_by_symmetry(std::uint32_t dimensions, std::uint32_t side, std::uint64_t slots,
                        std::uint64_t sources, Progress& progress);

/// Returns the estimate of making a program of `slots` slots for a sparse torus, and of its execution by
/// symmetry; estimate_literally estimates the execution with the messages of all processors.
Estimate estimate_by_symmetry(std::uint32_t dimensions, std::uint32_t side, double slots, double sources);
Estimate estimate_literally(std::uint32_t dimensions, std::uint32_t side, double slots);

}  // namespace weft::schedule
