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

/// The outcome of the execution of a router program.
struct RouterExecution {
  /// None: every message of every relation was delivered. `block`: the number of the message, in the order of
  /// the injections of new ones.
  std::optional<Violation> violation = {};
  std::uint64_t sources = 0;     ///< processors whose messages were followed hop by hop
  std::uint64_t translated = 0;  ///< of these, compared with the paths of processor 0
  std::uint64_t messages = 0;    ///< sent by each processor
  std::uint64_t hops = 0;        ///< that were executed, of all sources together
  std::uint64_t first_send = 0, last_send = 0, last_arrival = 0;  ///< slots
  std::uint64_t peak_busy =
      0;  ///< channels of one source in use at once, of n d; all sources use others at the same time
  std::uint64_t most_kept = 0;  ///< the maximum number of messages that a processor holds and will send on
  std::uint64_t sent_on = 0;    ///< times that a processor sends on a message it took out
  std::vector<std::uint64_t> relation_ends =
      {};  ///< the slot in which the last message of each relation is taken out
  std::vector<std::uint64_t> arrivals = {};  ///< of each message, by its number
  std::vector<std::uint32_t> offsets = {};   ///< of each message, by its number
  Utilization by_dimension = Utilization({}), by_level = Utilization({});
};

/// Executes a program with the messages of all processors: every message on every channel, as the number of
/// its source and its destination, which is read only when it is taken out. Throws InputError if the messages
/// in flight need more memory than there is.
RouterExecution execute_literally(RouterProgram const& program, Progress& progress = no_progress());

/// Executes a program by symmetry. A translation by the coordinates of a processor leaves the levels of all
/// nodes as they are, and states and injections depend on level and slot alone: so the messages of processor
/// v are at all times where those of processor 0 are, translated by v. Two messages of sources v and w meet
/// in a channel if those of processor 0 are at x and y in that slot, leave on the same dimension, and x + v =
/// y + w; then x and y are at the same level. Conversely, if two messages of processor 0 leave nodes x and y
/// of the same level on the same dimension in the same slot, y - x is a processor v, and the first message of
/// v meets the second of processor 0. Hence no two messages of any sources meet if and only if processor 0
/// never uses a dimension of a level for two messages in a slot. Weft executes that, every hop. It executes
/// the premise too: `sources` other processors (all, if there are fewer), chosen at random by `seed`, send
/// all their messages over real coordinates, the states looked up at the level that these coordinates add up
/// to, and each hop is compared with that of processor 0, translated.
/// First reports the expected time to `progress`.
RouterExecution execute_by_symmetry(RouterProgram const& program, std::uint64_t sources, std::uint64_t seed,
                                    Progress& progress = no_progress());

/// Reports to `progress` the minimum time of making such a program and of its execution by symmetry.
void expect_by_symmetry(std::uint32_t dimensions, std::uint32_t side, std::uint64_t slots,
                        std::uint64_t sources, Progress& progress);

/// Making a program of that many slots for a sparse torus, and its execution by symmetry, or with the
/// messages of all processors.
Estimate estimate_by_symmetry(std::uint32_t dimensions, std::uint32_t side, double slots, double sources);
Estimate estimate_literally(std::uint32_t dimensions, std::uint32_t side, double slots);

}  // namespace weft::schedule
