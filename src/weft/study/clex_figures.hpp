#pragma once

#include <limits>
#include <string>
#include <vector>

#include "weft/chart/chart.hpp"

namespace weft::study {
using namespace chart;

/// A number with, if known, its least and greatest value over several runs.
struct Estimate {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

  Estimate() = default;
  Estimate(double mean, double least = unknown, double most = unknown)  // NOLINT(google-explicit-constructor)
      : value(mean), low(least), high(most) {}

  double value = unknown, low = unknown, high = unknown;
};

/// The messages of a clique left after a phase of A(1), over the cliques of one or several runs.
struct ClexPhase {
  int phase = 1;
  double mean_left = 0, max_left = 0;
};

/// One reading of the algorithm ("published", "literal", "fitted"); "published" and "reference" are black everywhere.
struct ClexPhaseCurve {
  std::string name;
  std::vector<ClexPhase> phases;
};

/// One of the paper's tables, e.g. "I: 32 nodes per clique, 4 levels, 28 messages per node, dense".
struct ClexPhasePanel {
  std::string title;
  std::vector<ClexPhaseCurve> curves;
};

/// Figure 3 of Lenzen and Wattenhofer: messages left per phase on a log scale, one panel per table.
std::string clex_phases_figure(std::vector<ClexPhasePanel> const& panels, std::string const& source = {});

struct ClexLevel {
  int level = 1;
  Estimate avg_rounds, avg_hops, max_avg_load;
};

struct ClexReading {
  std::string name;
  std::vector<ClexLevel> levels;
};

struct ClexTable {
  std::string name;  ///< short: "Table I"
  std::vector<ClexReading> readings;
};

/// Rounds, hops and loads per level, readings side by side; one row of panels per table.
std::string clex_levels_figure(std::vector<ClexTable> const& tables, std::string const& source = {});

/// What CLEX gains over the torus by one way of knowing it ("bound of the paper", "measured").
struct ClexTorusSeries {
  std::string name;
  std::vector<Estimate> ratios;  ///< one per measure; above 1 CLEX is better
};

struct ClexTorusPanel {
  std::string title;                  ///< "28 messages per node, dense"
  std::vector<std::string> measures;  ///< "hops", "rounds", "throughput, full duplex", "throughput, shared"
  std::vector<ClexTorusSeries> series;
};

/// The gain of CLEX over the torus, measure by measure, on a log scale about 1; one panel per table.
std::string clex_torus_figure(std::vector<ClexTorusPanel> const& panels, std::string const& source = {});

/// Distributions of a message's delay, each divided by its mean: as densities and as tails, with the paper's
/// "few exceed 2 to 2.5 times the average" marked. `unit`: what is counted, e.g. "rounds".
std::string delay_figure(std::vector<Distribution> const& delays, std::string const& unit,
                         std::string const& source = {});

}  // namespace weft::study
