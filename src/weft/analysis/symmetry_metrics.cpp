#include <algorithm>
#include <cmath>

#include "weft/analysis/survey.hpp"
#include "weft/graph/symmetry.hpp"

namespace weft {
namespace {

/// By closed forms, then by a search whose length depends on the graph alone.
Bounds orbit_bounds(Survey& survey) {
  auto const& subject = survey.subject;
  if (subject.vertex_transitive) return exactly(1, "all routers being alike");
  auto const& known = subject.known.orbits;
  if (known && known->exact()) return *known;
  if (!survey.has_graph()) return known.value_or(Bounds{1, real(subject.vertices), "trivial"});
  constexpr double arcs_per_second = 1e8;
  auto const steps = survey.options.exact
                         ? ~std::uint64_t{0}
                         : static_cast<std::uint64_t>(survey.options.seconds * arcs_per_second);
  auto const found = count_orbits(survey.all_arcs(), steps, survey.progress);
  Bounds const bounds{real(found.lower), real(found.upper), "colors and automorphisms"};
  return known ? both(*known, bounds) : bounds;
}

}  // namespace

void measure_symmetry(Survey& survey, Measures& out) {
  if (survey.subject.vertices == 0 || !survey.wants("orbits")) return;
  out.metrics.push_back(metric_between("orbits", orbit_bounds(survey), true));
}

}  // namespace weft
