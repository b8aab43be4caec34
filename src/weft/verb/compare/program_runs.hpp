// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/core/spec.hpp"
#include "weft/verb/compare/compare.hpp"

namespace weft::verb {

/// A request to run programs one after another, or jobs side by side, on each of several networks, with the
/// best combination of the given routings and mappings.
struct ProgramsRequest {
  std::vector<std::string> programs;  ///< if empty, the jobs of `alike` run
  /// Routings to try; if there are several, each network is run only with the routings that support it.
  std::vector<std::string> routings;
  std::vector<std::string> mappings;
  Compare::Params alike;  ///< parameters common to all runs: grid, engine, costs, layout, seed, failures
};

/// The result of one program on one network.
struct ProgramRun {
  double end = 0;           ///< completion time with the best routing and mapping, s
  std::string choice = {};  ///< best routing and mapping, if there are several
  bool is_stuck = false;    ///< whether the program never ends with any of them
  std::string routing = {};
  std::string algorithms = {};         ///< algorithms of its collective calls: "allreduce by ring"
  std::string default_algorithm = {};  ///< a call whose algorithm is a default, or empty
};

/// The results of all programs on one network, in the order of the request.
struct NetworkRuns {
  std::vector<ProgramRun> programs;
  bool together = false;  ///< whether the programs are jobs that run simultaneously
  bool ends() const;
  /// Returns the total time of the programs, or the end of the last job, in seconds.
  double last_end() const;
};

/// Replays of programs on each network with each combination of routing and mapping.
class ProgramRuns {
 public:
  /// Resolves the request. Throws InputError for an invalid program or option, and for a network that is too
  /// small.
  ProgramRuns(ProgramsRequest request, std::vector<RatedNetwork> const& networks);

  /// Returns the settings common to all runs, with defaults included.
  std::vector<Setting> const& settings() const { return settings_; }
  Estimate estimate() const { return estimate_; }
  /// Runs all programs on all networks.
  std::vector<NetworkRuns> run(Progress& progress) const;
  /// Returns the name of each program: its kind, numbered if there are several programs.
  std::vector<std::string> const& names() const { return names_; }
  /// Returns the description of each program.
  std::vector<std::string> const& texts() const { return texts_; }
  bool together() const { return request_.programs.empty(); }
  /// Returns whether several routings or mappings are tried.
  bool chooses() const { return request_.routings.size() > 1 || request_.mappings.size() > 1; }

 private:
  struct Choice {
    std::string routing, mapping;
  };
  void find_grids();
  void find_choices(std::size_t network);
  std::string text_of(Choice const& choice) const;
  /// Returns the request for `replay`.
  Spec request_of(std::size_t network, std::size_t program, Choice const& choice) const;
  void add_settings(std::size_t program, std::vector<Setting> const& resolved);
  NetworkRuns run_on(std::size_t network, Progress& progress) const;
  Sides common_grid() const;

  ProgramsRequest request_;
  std::vector<RatedNetwork> networks_;
  std::vector<Sides> grids_;                  ///< task grid of each program; 0: the default of the program
  std::vector<std::vector<Choice>> choices_;  ///< routings and mappings to try, by network
  std::vector<std::string> names_, texts_;
  std::vector<Setting> settings_;
  Estimate estimate_;
};

/// Returns the table `ranking`: the networks by total time.
Table ranking_table(std::vector<RatedNetwork> const& networks, ProgramRuns const& programs,
                    std::vector<NetworkRuns> const& runs);

/// Returns the verdict: the fastest network, its time and its price, and what the ranking depends on:
/// routings, rates, and the algorithms of collective calls.
std::string answer_of(std::vector<RatedNetwork> const& networks, std::vector<NetworkRuns> const& runs);

}  // namespace weft::verb
