// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/core/catalog.hpp"
#include "weft/topology/family/sparse_torus.hpp"
#include "weft/traffic/schedule/sparse_torus/launches.hpp"

namespace weft {

/// Closed forms of a schedule; empty if there is none.
struct ScheduleForms {
  std::optional<std::uint64_t> makespan = {};  ///< slots from the first send to the last arrival
  std::optional<double> period = {};           ///< slots per relation in the steady state
  bool shortest = false;                       ///< whether every path is a shortest path
};

/// A schedule of a sparse torus: the actions of its routers and processors.
struct RouterSchedule {
  RouterProgram program;
  std::optional<PathGroups> groups = {};   ///< only for schedules that launch groups
  std::vector<GroupLaunch> launches = {};  ///< launches of the groups
};

/// Axes along which messages leave their source in the schedule `crossing`.
enum class CrossingAxes : std::uint8_t { x, both };

template <>
inline constexpr EnumValue<CrossingAxes> enum_values<CrossingAxes>[] = {
    {"x", CrossingAxes::x, "every message leaves along x"},
    {"both", CrossingAxes::both, "along the axis on which it can leave first"}};

/// Schedules that launch groups of path patterns one after another.
class GroupSchedule {
 public:
  struct Params {};
  static constexpr std::tuple schema{};
  ScheduleForms forms(topology::SparseTorus const& torus, std::uint64_t relations) const;
  RouterSchedule on(topology::SparseTorus const& torus, std::uint64_t relations) const;

 protected:
  using Launch = std::vector<GroupLaunch> (*)(PathGroups const& groups, std::uint64_t relations);
  GroupSchedule(ZeroHops zeros, Launch launch) : zeros_(zeros), launch_(launch) {}

 private:
  ZeroHops zeros_;
  Launch launch_;
};

/// The schedule `general`.
struct GeneralSchedule : GroupSchedule {
  static constexpr std::string_view name = "general";
  static constexpr std::string_view doc =
      "All-to-all on a sparse torus by groups of path patterns, longest first, in the n slices of time "
      "(Honkanen, Leppanen & Penttonen, Address-free all-to-all routing in sparse torus, PaCT 2007). Routers shift by up to d - 1 "
      "dimensions simultaneously";
  explicit GeneralSchedule(Params const&) : GroupSchedule(ZeroHops::skip, general_launches) {}
};

/// The schedule `two_state`.
struct TwoStateSchedule : GroupSchedule {
  static constexpr std::string_view name = "two_state";
  static constexpr std::string_view doc =
      "Like general, with routers that only shift by 0 or 1: if a path makes no hop along a dimension "
      "between two "
      "others with hops, it makes a full turn of n hops there";
  explicit TwoStateSchedule(Params const&) : GroupSchedule(ZeroHops::full_turn, general_launches) {}
};

/// The schedule `split`.
struct SplitSchedule : GroupSchedule {
  static constexpr std::string_view name = "split";
  static constexpr std::string_view doc =
      "Like general, with long paths cut into legs of n hops. Processors always remove every message that "
      "arrives. They forward it in the same slot if it has not reached its destination, so they need no "
      "state";
  explicit SplitSchedule(Params const&) : GroupSchedule(ZeroHops::skip, split_launches) {}
};

/// The schedule `crossing`.
class CrossingSchedule {
 public:
  struct Params {
    CrossingAxes axes = CrossingAxes::both;
  };
  static constexpr std::string_view name = "crossing";
  static constexpr std::string_view doc =
      "All-to-all on a sparse torus of two dimensions: all routers cross at slots 0, n, 2 n, .. and are straight at all others "
      "(Leppanen & Penttonen, Sparse networks, slides, 2007)";
  static constexpr std::tuple schema{
      param("axes", &Params::axes, "axes along which messages leave"),
  };
  explicit CrossingSchedule(Params const& params) : params_(params) {}
  ScheduleForms forms(topology::SparseTorus const& torus, std::uint64_t relations) const;
  RouterSchedule on(topology::SparseTorus const& torus, std::uint64_t relations) const;

 private:
  Params params_;
};

/// The schedule `states`.
class StatesSchedule {
 public:
  struct Params {
    std::string file = {};
  };
  static constexpr std::string_view name = "states";
  static constexpr std::string_view doc =
      "The actions of the routers and processors of a sparse torus in every slot, from a file as written "
      "by `weft schedule -o DIR` "
      "(states.csv)";
  static constexpr std::string_view example = "states:file=out/states.csv";
  static constexpr std::tuple schema{
      param("file", &Params::file, "path to the file, such as states.csv").required(),
  };
  explicit StatesSchedule(Params const& params) : params_(params) {}
  ScheduleForms forms(topology::SparseTorus const& torus, std::uint64_t relations) const;
  RouterSchedule on(topology::SparseTorus const& torus, std::uint64_t relations) const;

 private:
  Params params_;
};

/// All schedules for `--schedule`. Register new ones here.
using Schedules = Catalog<GeneralSchedule, TwoStateSchedule, SplitSchedule, CrossingSchedule, StatesSchedule>;

/// A schedule that consists of router states of a sparse torus. on() generates it for `relations` consecutive
/// all-to-alls; forms() returns its closed forms without generating it. Both throw InputError if the schedule
/// does not support the torus.
template <class T>
concept SchedulesRouters = requires(T const& schedule, topology::SparseTorus const& torus) {
  { schedule.forms(torus, std::uint64_t{1}) } -> std::same_as<ScheduleForms>;
  { schedule.on(torus, std::uint64_t{1}) } -> std::same_as<RouterSchedule>;
};

}  // namespace weft
