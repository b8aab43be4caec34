#pragma once

#include <string>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/verb/compare/equal.hpp"
#include "weft/verb/replay/replay.hpp"

namespace weft::verb {

/// Programs that run on each of several networks, one after the other, each with the best of some mappings.
struct ProgramsRequest {
  std::vector<std::string> programs;
  std::vector<std::string> mappings;
  Replay::Params replay;  ///< what is alike everywhere: routing, grid, engine, costs, layout, seed, failures
};

/// A program on a network.
struct ProgramRun {
  double end = 0;            ///< s, with the best mapping
  std::string mapping = {};  ///< that one
  bool is_stuck = false;     ///< it never ends, whatever the mapping
};

/// All programs on a network, in their order.
struct NetworkRuns {
  std::vector<ProgramRun> programs;
  bool ends() const;
  /// Seconds of all programs one after the other.
  double last_end() const;
};

class ProgramRuns {
 public:
  /// Throws InputError about what is wrong with a program, an option, or a network that is too small.
  ProgramRuns(ProgramsRequest request, std::vector<RatedNetwork> const& networks);

  /// The settings that all runs have in common, with every default written out.
  std::vector<Setting> const& settings() const { return settings_; }
  Estimate estimate() const { return estimate_; }
  /// Runs all. Networks that are not affordable have no runs.
  std::vector<NetworkRuns> run(Progress& progress) const;
  /// The name of each program: that of its kind, numbered if there are several.
  std::vector<std::string> const& names() const { return names_; }
  std::vector<std::string> const& programs() const { return request_.programs; }
  /// How many of them are tried.
  std::size_t mappings() const { return request_.mappings.size(); }

 private:
  Replay::Params params_of(RatedNetwork const& network, std::size_t program, std::size_t mapping) const;
  Sides common_grid() const;

  ProgramsRequest request_;
  std::vector<RatedNetwork> networks_;
  std::vector<Sides> grids_;  ///< of each program; 0: its own
  std::vector<std::string> names_;
  std::vector<Setting> settings_;
  Estimate estimate_;
};

/// Table `ranking`: the networks by the end of the last program.
Table ranking_table(std::vector<RatedNetwork> const& networks, ProgramRuns const& programs,
                    std::vector<NetworkRuns> const& runs);

/// Which network ends first, and what that costs.
std::string answer_of(std::vector<RatedNetwork> const& networks, std::vector<NetworkRuns> const& runs);

}  // namespace weft::verb
