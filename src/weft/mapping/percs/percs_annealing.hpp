// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The mapping `percs_annealing`: improves the placement of another mapping by exchanging supernodes and
/// nodes.
class PercsAnnealing {
 public:
  struct Params {
    std::string start = "linear";
    bool labels = true, contents = true;
    std::int64_t moves = 200000;
    std::int64_t rounds = 1;
    double seconds = 0;
  };
  static constexpr std::string_view name = "percs_annealing";
  static constexpr std::string_view doc =
      "Starts from the placement of another mapping on PERCS and reduces the load of the most loaded "
      "channel, under the actual routing (percs_direct if another is used). Tasks on one node stay together, "
      "and so do tasks in one supernode. The first step chooses the numbers of the supernodes, which matter "
      "modulo W = 32 / links since they determine the nodes where the D links end. The second step assigns "
      "the contents of each supernode to its nodes. Both use simulated annealing (Kirkpatrick, Gelatt & "
      "Vecchi, Science 220, 1983) of swaps, and every swap updates the loads.";
  static constexpr std::tuple schema{
      param("start", &Params::start, "initial mapping, name or [name:key=value]"),
      param("labels", &Params::labels, "optimize the numbers of the supernodes"),
      param("contents", &Params::contents, "optimize the nodes in the supernodes"),
      param("moves", &Params::moves, Range{1, 1e15},
            "attempted swaps per run, for the numbers and for each supernode"),
      param("rounds", &Params::rounds, Range{1, 1000000},
            "number of runs with different seeds; the best result is used"),
      param("seconds", &Params::seconds, Range{0, 1e9},
            "time limit of the search; 0: unlimited. An interrupted result is not reproducible", "s"),
  };

  explicit PercsAnnealing(Params const& params) : params_(params) {}
  Placement place(MappingContext const& context) const;
  /// Returns the parameters of one short search on PERCS; empty on other machines.
  static std::vector<Params> candidate_params(MappingContext const& context);
  /// Returns the throughput bound of the D links, which holds as long as supernodes remain intact.
  static double throughput_bound(load::Loads const& loads);

 private:
  Params params_;
};

}  // namespace weft::mapping
