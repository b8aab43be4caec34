#pragma once

#include "weft/verb/replay/replay.hpp"

namespace weft::verb {

/// Programs over the channels of a machine.
ExperimentPtr topology_replay_experiment(Replay::Params const& params);
/// A program on ranks that all reach each other alike.
ExperimentPtr loggops_experiment(Replay::Params const& params);

/// What both have in common: whether the programs end, if they must.
inline bool ends_as_required(Replay::Params const& params, Result const& result) {
  return !params.require_end || result.find_table("stuck") == nullptr;
}

}  // namespace weft::verb
