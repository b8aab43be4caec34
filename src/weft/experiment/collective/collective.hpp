#pragma once

#include <string>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/engine/schedule/utilisation.hpp"
#include "weft/experiment/collective/collective_request.hpp"

namespace weft {

/// How full the channels are while an algorithm is executed, for a picture.
struct CollectivePicture {
  std::string algorithm;
  schedule::Utilisation utilisation;
};

/// Executes an operation by each algorithm asked for. Tables `collective` (time by algorithm and size, beside the lower bounds), `channels`
/// (by class, at the largest size), for several algorithms `crossover` (from which size on which is the fastest); then what algorithms
/// that run in rounds have to tell. Throws InputError naming the part at fault; std::logic_error if a plan breaks its promise.
Result run_collective(CollectiveRequest const& request, Progress& progress = no_progress());
/// The same, with what pictures need.
Result run_collective(CollectiveRequest const& request, std::vector<CollectivePicture>& pictures,
                      Progress& progress = no_progress());

/// Throws InputError for what can be told without building the network.
void check_collective(CollectiveRequest const& request);

}  // namespace weft
