#pragma once

#include <string>
#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The least maximum congestion that a search finds.
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
      "Simulated annealing on the maximum congestion (load over bandwidth of the fullest channel) under the actual routing: "
      "tasks change places, mostly tasks whose traffic crosses a full channel, to terminals near their partners; loads are "
      "kept up to date in whole numbers. Several chains at once, each from another start; after each cooling all go on from "
      "the best. The starts are what `from` names, e.g. scotch or [greedy,linear]; from=own: linear, space_filling_curve, "
      "reverse_cuthill_mckee, greedy, recursive_bisection and, on grids, grid_embedding. Among placements of equal maximum "
      "that of least total load. The same seed, the same result, unless `seconds` is given.";
  static constexpr std::tuple schema{
      param("from", &Params::from, "the mapping to start from, or several in brackets; own: those of Weft"),
      param("moves", &Params::moves, Range{0, 1e15},
            "exchanges to try in all; 0: 1000 for each task, at least 200,000, or until `seconds` are over"),
      param(
          "seconds", &Params::seconds, Range{0, 1e9},
          "wall-clock limit, starts included, by which it cools: the result depends on the machine; 0: none",
          "s"),
      param("chains", &Params::chains, Range{1, 1024}, "independent searches; they run in parallel"),
  };
  static void check(Params const& params);

  explicit LocalSearch(Params const& params) : params_(params) {}
  Placement place(MappingContext const& context) const;
  /// Nothing on PERCS under its own routings: percs_annealing knows them.
  static std::vector<Params> worth_trying(MappingContext const& context);

 private:
  Params params_;
};
}  // namespace weft::mapping
