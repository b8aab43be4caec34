// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft {

template <>
inline constexpr EnumValue<routing::FabricEnds> enum_values<routing::FabricEnds>[] = {
    {"hosts", routing::FabricEnds::hosts, "terminals: the cabled ports of hosts and InfiniBand routers"},
    {"all", routing::FabricEnds::all, "also the aggregation nodes of switches (SHARP)"}};

namespace verb {

/// Shift permutations evaluated by the verb `judge`.
enum class JudgedShifts : std::uint8_t { all, none };

}  // namespace verb

template <>
inline constexpr EnumValue<verb::JudgedShifts> enum_values<verb::JudgedShifts>[] = {
    {"all", verb::JudgedShifts::all, "every k > 0"}, {"none", verb::JudgedShifts::none, "not measured"}};

namespace verb {

/// Properties of routings as forwarding tables of a fabric. Tables: `routings`, one row per routing with the
/// delivery of all pairs, hops, loads, effective bisection, shifts and dependencies; `bounds`, lower bounds
/// on the load of any routing; `each_failure`, for --fail each, the pairs that each cable failure would
/// disconnect; `lost`, the first undelivered pairs by cause; `verdict` and `cycle`, whether a deadlock is
/// possible, and the dependency cycle; `findings`, suspicious parts of the fabric. Array `load`: the load by
/// routing and channel.
struct Judge {
  struct Params {
    std::string topology = "kary_ntree:arity=4,levels=2";
    std::string routings = "layered";
    routing::FabricEnds ends = routing::FabricEnds::hosts;
    std::int64_t matchings = 1000;
    JudgedShifts shifts = JudgedShifts::all;
    bool weighted = false;
    std::string hosts = {};
    FailureParams failures = {};
    std::int64_t seed = 1;
    bool require_free = false;
  };
  static constexpr std::string_view name = "judge";
  static constexpr std::string_view doc = "analyze forwarding tables: reachability, link load, deadlock";
  static constexpr std::string_view example =
      "weft judge fabric.ibnet\n"
      "weft judge fat_tree:4 --fail r0\n"
      "weft judge torus:sides=5x5,concentration=2 --routing dimension_order --routing layered";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          topology_field(&Params::topology),
          param("routings", &Params::routings,
                "destination-based routing, such as forwarding:path=FOLDER; repeat the option to "
                "compare several")
              .repeated("routing")
              .from("routings"),
          param("ends", &Params::ends, "ports that send and receive"),
          param("matchings", &Params::matchings, Range{0, 1'000'000},
                "number of random matchings for the effective bisection bandwidth"),
          param("shifts", &Params::shifts,
                "shift permutations to evaluate, in which each terminal sends to the k-th next one"),
          param("weighted", &Params::weighted,
                "also compute loads and bisection weighted by the rates of cables, relative to the median "
                "rate of the cables of hosts"),
          param(
              "hosts", &Params::hosts,
              "file with the names of the hosts that send and receive, as for the mapping hosts; default: all"),
          seed_field(&Params::seed),
          param("require_free", &Params::require_free,
                "exit with status 3 if a deadlock is possible; by default either verdict exits with status "
                "0")},
      group(&Params::failures, failed_fractions_schema),
      group(
          &Params::failures,
          std::tuple{param(
              "fail", &FailureParams::fail,
              "failed switches and cables by name, joined by +, as in other verbs (ib5, ib5[21], ib5-ib6); each: "
              "the effect of each single cable failure, without new routes")}));
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace verb
}  // namespace weft
