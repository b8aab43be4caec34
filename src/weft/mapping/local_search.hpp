// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The mapping `local_search`: minimizes the maximum congestion.
class LocalSearch {
 public:
  struct Params {
    std::string from = "own";
    std::int64_t moves = 0;
    double seconds = 0;
    std::int64_t chains = 2;
  };
  static constexpr std::string_view name = "local_search";
  static constexpr std::string_view doc =
      "Simulated annealing on the maximum congestion (load over bandwidth of the most loaded channel) under "
      "the actual routing. It swaps tasks: mostly, tasks with traffic over one of the most loaded channels move to "
      "terminals near their partners. Loads are updated exactly, in integers. Several chains run in "
      "parallel, "
      "each from a different start; after each cooling step all chains continue from the best placement. `from` lists "
      "the starts, e.g. scotch or [greedy,linear]; from=own: linear, space_filling_curve, "
      "reverse_cuthill_mckee, greedy, recursive_bisection and, on grids, grid_embedding. Among placements of "
      "equal maximum, the one of minimum total load wins. Results are determined by the seed, unless "
      "`seconds` is set.";
  static constexpr std::tuple schema{
      param("from", &Params::from, "initial mapping, or several in brackets; own: mappings of Weft")
          .from("mappings"),
      param("moves", &Params::moves, Range{0, 1e15},
            "total number of attempted swaps; 0: 1000 for each task, at least 200,000, or until `seconds` "
            "have passed"),
      param("seconds", &Params::seconds, Range{0, 1e9},
            "wall-clock limit, including the starts; the search cools accordingly, so the result depends "
            "on the "
            "machine; 0: unlimited",
            "s"),
      param("chains", &Params::chains, Range{1, 1024}, "independent searches, which run in parallel"),
  };
  static void check(Params const& params);

  explicit LocalSearch(Params const& params) : params_(params) {}
  Placement place(MappingContext const& context) const;
  /// Returns the approximate time of the swaps, in seconds, with two parallel chains.
  double seconds(std::uint64_t tasks) const;
  /// Returns the default parameters; empty on PERCS under a PERCS routing, because percs_annealing is used
  /// there.
  static std::vector<Params> candidate_params(MappingContext const& context);

 private:
  Params params_;
};

}  // namespace weft::mapping
