// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "weft/analysis/metrics.hpp"
#include "weft/graph/bisection.hpp"
#include "weft/graph/paths.hpp"
#include "weft/graph/spectrum.hpp"

namespace weft {

/// Converts a count to floating point, for estimates.
inline double real(std::uint64_t number) { return static_cast<double>(number); }

/// Returns the time, in seconds, to build the graph of `channels` channels, including all dependent data.
inline double seconds_of_graph(std::uint64_t channels) { return real(channels) * 2.5e-7; }
/// Returns the approximate time of a breadth-first search, in seconds.
inline double seconds_of_search(std::uint64_t vertices, std::uint64_t arcs) {
  return real(arcs) * 2e-9 + real(vertices) * 1e-8;
}
/// Cost of one search if 512 searches run simultaneously on two threads, and cost of a search that counts
/// paths, relative to a single plain search.
inline constexpr double cost_of_a_search_of_many = 1 / 60.0, cost_of_counting_paths = 3;

/// Maximum number of vertices for which the edge expansion is computed by enumeration; the time of the
/// enumeration, in seconds, follows.
inline constexpr std::uint64_t max_enumerated = 40;
inline double seconds_of_all_sets(std::uint64_t vertices) { return std::pow(2.0, real(vertices) - 1) * 3e-9; }
/// Returns the approximate time in seconds of the linear program for the throughput; the maximum number of
/// variables follows.
inline double seconds_of_program(double variables) { return variables * variables * 1e-8; }
inline constexpr double max_variables = 2e6;

/// Numbers of ordered pairs of distinct vertices and of distinct terminals at each distance; empty if
/// unknown. Pairs of vertices are counted in the complete graph; paths between terminals do not traverse
/// hosts.
struct PairCounts {
  std::vector<std::uint64_t> pairs, terminal_pairs;
  bool connected = true, terminals_connected = true;
  std::uint64_t terminal_pairs_cut_off = 0;  ///< ordered pairs of terminals without a path, if counted
  std::string how = {}, terminals_how = {};
};

/// A topology being measured. Quantities that several metrics need are computed once, on first use.
class Survey {
 public:
  Survey(TopologyFacts const& of, MetricOptions const& how, Progress& listener)
      : subject(of), options(how), progress(listener) {}

  TopologyFacts const& subject;
  MetricOptions const& options;
  Progress& progress;

  bool is_requested(std::string_view key) const;
  template <class... Keys>
  bool any_requested(Keys... keys) const {
    return (is_requested(keys) || ...);
  }
  /// Returns whether work of about `seconds` seconds is affordable. Estimates depend on the graph alone and
  /// never on a clock, so that the same metrics are exact in every run.
  bool affordable(double seconds) const { return options.exact || seconds <= options.seconds; }
  /// Returns whether building the graph is affordable.
  bool has_graph() const { return affordable(seconds_of_graph(subject.channels)); }
  Graph const& channels();    ///< an arc per channel; hosts with several channels are its ends
  Graph const& arcs();        ///< the simple graph, with the same ends
  Graph const& all_arcs();    ///< the simple graph, ignoring ends
  Graph const& undirected();  ///< the simple graph, ignoring ends and directions
  Graph const& reversed();    ///< the simple graph, ignoring ends, with every arc reversed
  std::vector<std::uint32_t> const& terminals();
  std::vector<double> const& bandwidths();
  double search_seconds() { return seconds_of_search(subject.vertices, arcs().num_arcs()); }

  PairCounts const& distances();
  /// Returns the diameter, from a closed form or from the counted pairs; otherwise bounds from two searches.
  Bounds diameter();
  Algebraic const& spectrum();  ///< requires has_graph()
  PathCounts const* paths();    ///< paths between terminals do not traverse hosts; null if too expensive
  /// Returns the paths between vertices, ignoring ends; null if they are too expensive to count.
  PathCounts const* paths_of_vertices();
  /// Returns the maximum load of an edge of the undirected graph if every ordered pair of vertices sends 1
  /// evenly over its shortest paths; 0 if it is too expensive.
  double all_pairs_load();
  /// Returns whether counting paths from every vertex is affordable.
  bool may_count_paths();
  Bounds const& bisection();
  /// Returns the best halves that bisection() found; empty if it did not search.
  Division const& halves();
  /// Returns the minimum bandwidth between two halves of the vertices, summed over both directions.
  Bounds const& bisection_bandwidth();
  /// Returns the minimum bandwidth between two halves of the terminals, where the terminals of a router are
  /// in the same half; nullopt if unknown.
  std::optional<Bounds> const& terminal_bisection();
  /// Returns the number of terminals on either side of a terminal bisection; nullopt if routers have
  /// different numbers of terminals.
  std::optional<std::pair<std::uint64_t, std::uint64_t>> terminal_halves();

 private:
  PairCounts count_distances();
  PairCounts count_from_one();
  Bounds find_bisection();
  Bounds find_bisection_bandwidth();
  std::optional<Bounds> find_terminal_bisection();
  Bounds search_terminal_bisection();
  Bounds bandwidth_without_cuts() const;
  /// Returns the bandwidth of the channels between the two sides, summed over both directions.
  double crossing_bandwidth(Division const& side);
  std::optional<Graph> channels_, arcs_, all_arcs_, undirected_, reversed_;
  std::optional<std::vector<std::uint32_t>> terminals_;
  std::optional<std::vector<double>> bandwidths_;
  std::optional<PairCounts> distances_;
  std::optional<Algebraic> spectrum_;
  std::optional<PathCounts> paths_, paths_of_vertices_;
  std::optional<Bounds> bisection_, bisection_bandwidth_;
  std::optional<std::optional<Bounds>> terminal_bisection_;
  Division halves_;  // the best halves found, if computed
};

/// Measure one family of metrics each, in separate files, and append the results to `out`.
void measure_counts(Survey& survey, Measures& out);
void measure_distances(Survey& survey, Measures& out);
void measure_connectivity(Survey& survey, Measures& out);
void measure_cuts(Survey& survey, Measures& out);
void measure_expansions(Survey& survey, Measures& out);
void measure_symmetry(Survey& survey, Measures& out);
void measure_flows(Survey& survey, Measures& out);

}  // namespace weft
