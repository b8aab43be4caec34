// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "weft/core/result.hpp"
#include "weft/engine/schedule/router_states/router_execution.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/traffic/random_relation.hpp"
#include "weft/traffic/schedule/sparse_torus/catalog.hpp"

namespace weft::verb {

/// A schedule of a sparse torus and its execution. Both are unset if only closed forms are requested.
struct ExecutedSchedule {
  topology::SparseTorus const& torus;
  ScheduleForms forms;
  std::uint64_t relations = 1;
  LinkTimes times = {};
  std::optional<RouterSchedule> schedule = {};
  std::optional<schedule::RouterExecution> execution = {};
};

/// Returns the quantities of a schedule, in closed form and as executed.
Table quantity_table(ExecutedSchedule const& it);
/// Returns the table `execution`, with one row.
Table execution_table(ExecutedSchedule const& it, bool literal);
/// Returns the utilization by row, e.g. by dimension. `unit`: unit of the channel load.
Table utilization_table(schedule::Utilization const& used, std::string const& title, char const* unit);
/// Returns the transfers that start in each slot, in the layout of Leppanen & Penttonen (Sparse networks:
/// balance of processing and communication, slides, 2007): path groups if the schedule has groups, otherwise
/// the messages of all processors.
Table launch_table(ExecutedSchedule const& it);
/// Returns the slot in which each relation ends.
Table relation_table(schedule::RouterExecution const& execution);
/// Returns the number of nodes and processors at each distance (Lemma 2 of Leppanen & Penttonen,
/// Sparse networks, 2007).
Table level_table(topology::SparseTorus const& torus);
/// Adds the tables `h_relation` and `deliveries` of a random h-relation that follows the schedule.
void add_random_relation(RandomRelation const& relation, std::uint64_t packets, ExecutedSchedule const& it,
                         Result& result);
/// Returns a note on the difference between the exact cost and Theorem 1 of Leppanen & Penttonen
/// (Sparse networks, 2007).
std::string theorem_note(topology::SparseTorus const& torus);
/// Returns a note that describes the execution.
std::string execution_note(ExecutedSchedule const& it, bool literal);

}  // namespace weft::verb
