#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/engine/schedule/utilisation.hpp"
#include "weft/verb/collective/collective_request.hpp"

namespace weft {

/// How full the channels are while an algorithm is executed with the best packets for the largest messages, for a picture.
struct CollectivePicture {
  std::string algorithm;
  std::uint32_t packets = 1;
  schedule::Utilisation utilisation;
};

/// Executes an operation by each algorithm asked for. Tables `collective` (time by algorithm and size, beside the lower bounds), `channels`
/// (by class, at the largest size), for several algorithms `crossover` (from which size on which is the fastest); then what algorithms
/// that run in rounds have to tell. Throws InputError naming the part at fault; std::logic_error if a plan breaks its promise.
Result run_collective(CollectiveRequest const& request, Progress& progress = no_progress());
/// The same, with what pictures need.
Result run_collective(CollectiveRequest const& request, std::vector<CollectivePicture>& pictures,
                      Progress& progress = no_progress());

/// Throws InputError unless the request is for one algorithm, which plans a schedule.
void check_collective_transfers(CollectiveRequest const& request);
/// Writes the schedule of the request's only algorithm for so many packets as text (traffic/schedule/schedule_file.hpp).
void write_collective_transfers(CollectiveRequest const& request, std::uint32_t packets,
                                std::filesystem::path const& path);

/// Throws InputError for what can be told without building the network.
void check_collective(CollectiveRequest const& request);

}  // namespace weft
