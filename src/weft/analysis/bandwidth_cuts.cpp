// Bandwidth between halves of the vertices and of the terminals.

#include <algorithm>
#include <cmath>

#include "weft/analysis/survey.hpp"
#include "weft/graph/marked_halves.hpp"

namespace weft {
namespace {

/// What two bounds on the same quantity prove together.
Bounds both(Bounds bounds, std::optional<Bounds> const& other) {
  if (!other) return bounds;
  if (other->lower > bounds.lower || other->upper < bounds.upper) bounds.method += "; " + other->method;
  return {std::max(bounds.lower, other->lower), std::min(bounds.upper, other->upper), bounds.method};
}

}  // namespace

double Survey::crossing_bandwidth(Division const& side) {
  double crossing = 0;
  std::size_t channel = 0;
  for (Vertex v = 0; v < side.size(); ++v)
    for (auto const head : channels().heads(v)) {
      if (side[v] != side[head]) crossing += bandwidths()[channel];
      ++channel;
    }
  return crossing;
}

/// An edge has a channel in each direction (in one, where directed), or more.
Bounds Survey::find_bisection_bandwidth() {
  auto const& cut = bisection();
  double const directions = subject.bidirectional ? 2 : 1;
  Bounds bounds{0, INFINITY, cut.method};
  bool plain = false;
  if (subject.bandwidth) {
    bounds.lower = cut.lower * directions * *subject.bandwidth;
    plain = subject.bidirectional &&
            (has_graph() ? channels().num_arcs() == arcs().num_arcs() : subject.known.parallel == 0U);
    if (plain) bounds.upper = cut.upper * directions * *subject.bandwidth;
  } else if (has_graph() && !bandwidths().empty()) {
    bounds.lower = cut.lower * directions * std::ranges::min(bandwidths());
  }
  if (!plain && halves_.empty() && has_graph() && subject.vertices > 1)
    halves_ = find_halves(undirected(), spectrum(), {}, static_cast<std::uint64_t>(cut.lower), progress).side;
  if (!halves_.empty()) bounds.upper = std::min(bounds.upper, crossing_bandwidth(halves_));
  return subject.terminals_per_vertex ? both(bounds, subject.known.terminal_bisection) : bounds;
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> Survey::terminal_halves() {
  std::uint64_t routers = 0, each = 0;
  if (subject.terminals_per_vertex) {
    routers = subject.vertices;
    each = *subject.terminals_per_vertex;
  } else {
    if (!has_graph()) return {};
    for (auto const count : terminals()) {
      if (count == 0) continue;
      if (each != 0 && count != each) return {};
      each = count;
      ++routers;
    }
  }
  return std::pair{routers / 2 * each, (routers - routers / 2) * each};
}

/// Below: what all terminals can send to each other over shortest paths crosses the cut. Above: the best halves found.
Bounds Survey::search_terminal_bisection() {
  constexpr unsigned starts = 8;
  auto const halves = *terminal_halves();
  Bounds bounds{0, INFINITY, "METIS and refinement"};
  if (auto const* counts = paths()) {
    bounds.lower = 2 * real(halves.first) * real(halves.second) / greatest_load(*counts, bandwidths());
    bounds.method = "even shortest paths of all terminals; METIS and refinement";
  }
  std::vector<std::uint8_t> marked(subject.vertices);
  std::ranges::transform(terminals(), marked.begin(), [](std::uint32_t count) { return count > 0; });
  for (unsigned seed = 0; seed < starts; ++seed)
    bounds.upper = std::min(bounds.upper, crossing_bandwidth(halves_of_marked(undirected(), marked, seed)));
  constexpr double rounding = 1e-9;
  if (bounds.upper <= bounds.lower * (1 + rounding)) bounds.lower = bounds.upper;
  return bounds;
}

std::optional<Bounds> Survey::find_terminal_bisection() {
  auto const& known = subject.known.terminal_bisection;
  if (subject.terminals < 2 || (known && known->exact())) return known;
  if (subject.terminals_per_vertex) return bisection_bandwidth();
  if (!has_graph() || !distances().connected || distances().pairs.empty()) return known;
  auto const halves = terminal_halves();
  if (!halves || halves->first == 0) return known;
  return both(search_terminal_bisection(), known);
}

}  // namespace weft
