// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/core/spec.hpp"
#include "weft/verb/compare/compare.hpp"

namespace weft::verb {

/// Programs that run on each of several networks, one after the other, each with the best of some routings
/// and mappings; or jobs side by side.
struct ProgramsRequest {
  std::vector<std::string> programs;  ///< no programs: the jobs of `alike`
  std::vector<std::string> routings;  ///< of several, a network is tried with the mappings that serve it
  std::vector<std::string> mappings;
  Compare::Params alike;  ///< common to all runs: grid, engine, costs, layout, seed, failures
};

/// A program on a network.
struct ProgramRun {
  double end = 0;           ///< s, with the best routing and mapping
  std::string choice = {};  ///< these, if there were several
  bool is_stuck = false;    ///< it never ends, whatever they are
};

/// All programs on a network, in their order.
struct NetworkRuns {
  std::vector<ProgramRun> programs;
  bool together = false;  ///< jobs
  bool ends() const;
  /// Seconds of all programs one after the other, or until the last job ends.
  double last_end() const;
};

/// Replays of programs, on each network with each combination of routing and mapping.
class ProgramRuns {
 public:
  /// Throws InputError for an invalid program or option, and for a network that is too small.
  ProgramRuns(ProgramsRequest request, std::vector<RatedNetwork> const& networks);

  /// The settings that all runs have in common, with every default written out.
  std::vector<Setting> const& settings() const { return settings_; }
  Estimate estimate() const { return estimate_; }
  /// Runs all.
  std::vector<NetworkRuns> run(Progress& progress) const;
  /// The name of each program: its kind, numbered if there are several.
  std::vector<std::string> const& names() const { return names_; }
  /// The description of each program.
  std::vector<std::string> const& texts() const { return texts_; }
  bool together() const { return request_.programs.empty(); }
  /// Whether several routings or mappings are tried.
  bool chooses() const { return request_.routings.size() > 1 || request_.mappings.size() > 1; }

 private:
  struct Choice {
    std::string routing, mapping;
  };
  void find_grids();
  void find_choices(std::size_t network);
  std::string text_of(Choice const& choice) const;
  /// The request of `replay`.
  Spec request_of(std::size_t network, std::size_t program, Choice const& choice) const;
  void add_settings(std::size_t program, std::vector<Setting> const& resolved);
  NetworkRuns run_on(std::size_t network, Progress& progress) const;
  Sides common_grid() const;

  ProgramsRequest request_;
  std::vector<RatedNetwork> networks_;
  std::vector<Sides> grids_;                  ///< of each program; 0: its own
  std::vector<std::vector<Choice>> choices_;  ///< of each network
  std::vector<std::string> names_, texts_;
  std::vector<Setting> settings_;
  Estimate estimate_;
};

/// Table `ranking`: the networks by the end of the last program.
Table ranking_table(std::vector<RatedNetwork> const& networks, ProgramRuns const& programs,
                    std::vector<NetworkRuns> const& runs);

/// Returns the verdict: the fastest network, its time and its price.
std::string answer_of(std::vector<RatedNetwork> const& networks, std::vector<NetworkRuns> const& runs);

}  // namespace weft::verb
