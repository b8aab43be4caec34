// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/bounds.hpp"
#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"
#include "weft/graph/spectrum.hpp"
#include "weft/graph/weighted_graph.hpp"

namespace weft {

/// Effort of the search for a small cut.
struct BisectionEffort {
  unsigned structured = 64;  ///< maximum number of starts from eigenvectors and blocks of vertices
  unsigned starts = 8;       ///< number of seeds for METIS, and number of clusters grown from random vertices
  unsigned annealings = 0;   ///< number of seeds for annealing
  unsigned perturbations = 16;         ///< number of perturbations of the best division
  std::uint64_t branches = 2'000'000;  ///< maximum steps of branch and bound if the bounds differ
};

/// A division into floor(n/2) and ceil(n/2) vertices with few edges between them, refined from many starts:
/// METIS, eigenvectors, blocks of consecutive and of interleaved vertices, clusters around random vertices,
/// annealing; then perturbations of the best division. The search stops as soon as a cut has at most `enough`
/// edges.
struct Halves {
  std::uint64_t cut = 0;
  Division side;
};
Halves find_halves(Graph const& graph, Algebraic const& spectrum, BisectionEffort const& effort,
                   std::uint64_t enough, Progress& progress = no_progress());

/// The minimum number of edges between halves, and the best halves that were found.
struct Bisection {
  Bounds edges;
  Division side;
};

/// Bisects a simple symmetric graph. The lower bound is the maximum of `proven` and the spectral bound, the
/// upper bound the cut of find_halves. The result is exact if the bounds are equal or if branch and bound
/// finishes.
Bisection bisect(Graph const& graph, Algebraic const& spectrum, Bounds const& proven,
                 BisectionEffort const& effort, Progress& progress = no_progress());

}  // namespace weft
