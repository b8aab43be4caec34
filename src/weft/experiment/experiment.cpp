#include "weft/experiment/experiment.hpp"

#include "weft/experiment/new_result.hpp"

namespace weft {

Result Experiment::run(Progress& progress) {
  Result result = new_result(seed_);
  result.scenario = resolved_;
  execute(result, progress);
  return result;
}

}  // namespace weft
