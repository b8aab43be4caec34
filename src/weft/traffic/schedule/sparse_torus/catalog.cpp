// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/schedule/sparse_torus/catalog.hpp"

#include "weft/traffic/schedule/sparse_torus/launches.hpp"
#include "weft/traffic/schedule/sparse_torus/states_file.hpp"

namespace weft {
namespace {

using sparse_torus_forms::crossing_makespan;
using sparse_torus_forms::steady_period;

std::uint32_t dimensions_of(topology::SparseTorus const& torus) { return torus.shape().dims(); }
std::uint32_t torus_side(topology::SparseTorus const& torus) { return torus.shape().side(0); }

}  // namespace

/// Returns the closed forms. If zeros between hops become full turns, there is no closed form of the period,
/// which is then computed from the groups.
ScheduleForms GroupSchedule::forms(topology::SparseTorus const& torus, std::uint64_t relations) const {
  auto const d = dimensions_of(torus), n = torus_side(torus);
  auto const shortest = steady_period(d, n);
  auto const period = zeros_ == ZeroHops::skip ? shortest : PathGroups(d, n, zeros_).turns();
  // Slices are never idle: each relation uses W slots, and the last message arrives n - 1 slots later.
  return {period == 0 ? 0 : relations * period + n - 1, static_cast<double>(period), period == shortest};
}
RouterSchedule GroupSchedule::on(topology::SparseTorus const& torus, std::uint64_t relations) const {
  PathGroups groups(dimensions_of(torus), torus_side(torus), zeros_);
  auto launches = launch_(groups, relations);
  auto program = program_of(groups, launches, relations);
  return {std::move(program), std::move(groups), std::move(launches)};
}

ScheduleForms CrossingSchedule::forms(topology::SparseTorus const& torus, std::uint64_t relations) const {
  if (dimensions_of(torus) != 2)
    throw InputError("crossing does not support dimensions=" + std::to_string(dimensions_of(torus)),
                     "the rule is for 2 dimensions", "use schedule general", "schedule");
  std::uint64_t const n = torus_side(torus);
  bool const both = params_.axes == CrossingAxes::both;
  // If the number of relations along both axes is even, the last relation ends an integer number of periods
  // after the second.
  auto const periods = both ? (relations + 1) / 2 : relations;
  auto const first = crossing_makespan(torus_side(torus), both && relations % 2 == 1);
  return {(periods - 1) * n + first, both ? static_cast<double>(n) / 2 : static_cast<double>(n), true};
}
RouterSchedule CrossingSchedule::on(topology::SparseTorus const& torus, std::uint64_t relations) const {
  return {crossing_program(torus_side(torus), params_.axes == CrossingAxes::both, relations)};
}

ScheduleForms StatesSchedule::forms(topology::SparseTorus const&, std::uint64_t relations) const {
  if (relations != 1)
    throw InputError("relations=" + std::to_string(relations) + " conflicts with states from a file",
                     "the file determines the messages", "omit relations");
  return {};
}
RouterSchedule StatesSchedule::on(topology::SparseTorus const& torus, std::uint64_t) const {
  return {read_states(params_.file, dimensions_of(torus), torus_side(torus))};
}

}  // namespace weft
