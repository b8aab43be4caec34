#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weft/analysis/metrics.hpp"
#include "weft/graph/bisection.hpp"
#include "weft/graph/paths.hpp"
#include "weft/graph/spectrum.hpp"

namespace weft {

/// Counts in estimates, which are in floating point.
inline double real(std::uint64_t number) { return static_cast<double>(number); }

/// Ordered pairs of distinct vertices and terminals by distance; an empty list: not known.
struct PairCounts {
  std::vector<std::uint64_t> pairs, terminal_pairs;
  bool connected = true;
  std::string how;
};

/// One topology under measurement: what several metrics need is found once, when first asked for.
class Survey {
 public:
  Survey(TopologyFacts const& of, MetricOptions const& how, Progress& listener)
      : subject(of), options(how), progress(listener) {}

  TopologyFacts const& subject;
  MetricOptions const& options;
  Progress& progress;

  bool wants(std::string_view key) const;
  template <class... Keys>
  bool wants_any(Keys... keys) const {
    return (wants(keys) || ...);
  }
  /// Whether something of about that many seconds may be done. Estimates depend on the graph alone, never on a clock, so that the same
  /// metrics are exact in every run.
  bool affordable(double seconds) const { return options.exact || seconds <= options.seconds; }
  /// Whether the graph may be built.
  bool has_graph() const { return affordable(static_cast<double>(subject.channels) * seconds_per_channel); }
  Graph const& channels();    ///< an arc per channel
  Graph const& arcs();        ///< the simple graph
  Graph const& undirected();  ///< the simple graph without directions
  Graph const& reversed();    ///< the simple graph with every arc reversed
  std::vector<std::uint32_t> const& terminals();
  std::vector<double> const& bandwidths();
  /// Seconds of a breadth-first search, about.
  double search_seconds();

  PairCounts const& distances();
  /// Between closed forms, counts or bounds from two searches.
  Bounds diameter();
  Algebraic const& spectrum();  ///< only where has_graph()
  PathCounts const* paths();    ///< null: too expensive
  /// The maximum load of an edge of the undirected graph if every ordered pair of vertices sends 1 evenly over its shortest
  /// paths; 0: too expensive.
  double all_pairs_load();
  Bounds const& bisection();
  /// The halves found, if any were sought.
  Division const& halves() const { return halves_; }

 private:
  static constexpr double seconds_per_channel = 2.5e-7;  // with all that follows
  PairCounts count_distances();
  PairCounts count_from_one();
  Bounds find_bisection();
  bool may_count_paths();

  std::optional<Graph> channels_, arcs_, undirected_, reversed_;
  std::optional<std::vector<std::uint32_t>> terminals_;
  std::optional<std::vector<double>> bandwidths_;
  std::optional<PairCounts> distances_;
  std::optional<Algebraic> spectrum_;
  std::optional<PathCounts> paths_;
  std::optional<Bounds> bisection_;
  Division halves_;
};

/// The families of metrics, each in a file of its own. They append to `out`.
void measure_counts(Survey& survey, Measures& out);
void measure_distances(Survey& survey, Measures& out);
void measure_connectivity(Survey& survey, Measures& out);
void measure_cuts(Survey& survey, Measures& out);
void measure_flows(Survey& survey, Measures& out);

}  // namespace weft
