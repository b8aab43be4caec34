#include "weft/verb/replay/replay.hpp"

#include "weft/verb/replay/experiments.hpp"
#include "weft/verb/replay/figures.hpp"

namespace weft::verb {

std::vector<chart::Figure> Replay::figures(Result const& result) { return replay_figures(result); }

ExperimentPtr Replay::assemble(Params const& params) {
  return params.network == ReplayNetwork::loggops ? loggops_experiment(params)
                                                  : topology_replay_experiment(params);
}

}  // namespace weft::verb
