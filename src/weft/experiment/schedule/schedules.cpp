#include "weft/experiment/schedule/schedules.hpp"

#include "weft/experiment/schedule/states_file.hpp"
#include "weft/traffic/schedule/sparse_torus/closed_forms.hpp"

namespace weft {
namespace {

using namespace sparse_torus_forms;

std::uint32_t dims_of(SparseTorus const& torus) { return torus.shape().dims(); }
std::uint32_t side_of(SparseTorus const& torus) { return torus.shape().side(0); }

/// A schedule by groups, whose slices never wait: W slots for each relation, and n - 1 more until the last arrives.
RouterSchedule by_groups(SparseTorus const& torus, ZeroHops zeros, bool split, std::uint64_t relations) {
  PathGroups groups(dims_of(torus), side_of(torus), zeros);
  auto launches = split ? split_launches(groups, relations) : general_launches(groups, relations);
  RouterSchedule schedule{program_of(groups, launches, relations), std::nullopt, std::move(launches)};
  auto const period =
      zeros == ZeroHops::skip ? steady_period(dims_of(torus), side_of(torus)) : groups.turns();
  schedule.period = static_cast<double>(period);
  schedule.makespan = period == 0 ? 0 : relations * period + side_of(torus) - 1;
  schedule.shortest = zeros == ZeroHops::skip || period == steady_period(dims_of(torus), side_of(torus));
  schedule.groups = std::move(groups);
  return schedule;
}

}  // namespace

RouterSchedule GeneralSchedule::on(SparseTorus const& torus, std::uint64_t relations) const {
  return by_groups(torus, ZeroHops::skip, false, relations);
}

RouterSchedule TwoStateSchedule::on(SparseTorus const& torus, std::uint64_t relations) const {
  return by_groups(torus, ZeroHops::full_turn, false, relations);
}

RouterSchedule SplitSchedule::on(SparseTorus const& torus, std::uint64_t relations) const {
  return by_groups(torus, ZeroHops::skip, true, relations);
}

RouterSchedule CrossingSchedule::on(SparseTorus const& torus, std::uint64_t relations) const {
  if (dims_of(torus) != 2)
    throw InputError("crossing with dimensions = " + std::to_string(dims_of(torus)),
                     "the rule is for 2 dimensions", "use general", "schedule");
  auto const n = side_of(torus);
  bool const both = params_.axes == CrossingAxes::both;
  RouterSchedule schedule{crossing_program(n, both, relations)};
  schedule.period = both ? n / 2.0 : n;
  if (relations == 1) schedule.makespan = crossing_makespan(n, both);
  return schedule;
}

RouterSchedule StatesSchedule::on(SparseTorus const& torus, std::uint64_t relations) const {
  if (params_.file.empty())
    throw InputError("states without a file", "", "give states:file=PATH", "schedule");
  if (relations != 1)
    throw InputError("relations = " + std::to_string(relations) + " with states from a file",
                     "the file says what is sent", "leave relations away");
  return {read_states(params_.file, dims_of(torus), side_of(torus))};
}

}  // namespace weft
