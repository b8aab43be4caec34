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

/// A schedule of a sparse torus and the outcome of its execution. Without execution it was not made either.
struct ExecutedSchedule {
  topology::SparseTorus const& torus;
  ScheduleForms forms;
  std::uint64_t relations = 1;
  LinkTimes times = {};
  std::optional<RouterSchedule> schedule = {};
  std::optional<schedule::RouterExecution> execution = {};
};

/// The quantities of a schedule, executed and in closed form.
Table quantity_table(ExecutedSchedule const& it);
/// The execution: one row.
Table execution_table(ExecutedSchedule const& it, bool literal);
/// The utilization of the channels of each row, e.g. of each dimension. `unit`: of their load.
Table utilization_table(schedule::Utilization const& used, std::string const& title, char const* unit);
/// The starts in each slot, as on the slide (Leppanen & Penttonen): groups of paths, or if there are none the
/// messages of processors.
Table launch_table(ExecutedSchedule const& it);
/// The end of each relation.
Table relation_table(schedule::RouterExecution const& execution);
/// Lemma 2: nodes and processors by distance.
Table level_table(topology::SparseTorus const& torus);
/// A random h-relation on the schedule: `h_relation` and `deliveries`.
void add_random_relation(RandomRelation const& relation, std::uint64_t packets, ExecutedSchedule const& it,
                         Result& result);
/// Where the cost differs from Theorem 1 of the slides.
std::string theorem_note(topology::SparseTorus const& torus);
/// The execution in a sentence.
std::string execution_note(ExecutedSchedule const& it, bool literal);

}  // namespace weft::verb
