// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "weft/engine/queue/allocations/allocation.hpp"
#include "weft/engine/queue/job.hpp"

namespace weft::queue {

/// How jobs that communicate at the same time slow each other.
enum class InterferenceModel : std::uint8_t { none, load, worst };

/// The time that a channel needs for what a job sends over it: its load over the bandwidth.
struct JobLoad {
  std::uint32_t channel;
  double load;
};

/// The speeds of the jobs that run together, by the channels that they share. Job j communicates a part f_j
/// of its run time; r_jc is its load on channel c over that on its fullest one. By `load`, jobs communicate
/// at random times: others keep c busy for rho_c = min(1, sum of f_k r_kc) of the time, and j's bytes there
/// take 1 / max(1 - rho_c, r_jc / sum of all r_c) longer; its slow-down s_j is the largest r_jc times that,
/// at least 1. By `worst`, all communicate all the time: s_j is the load of its fullest channel with all jobs
/// over that without the others. The speed of j is 1 / (1 - f_j + f_j s_j). Only jobs that share a channel
/// with one that started or ended are looked at again.
class Interference {
 public:
  /// Appends the loads of a job on its nodes, each channel once.
  using LoadsOf = std::function<void(std::uint32_t job, NodeList const& nodes, std::vector<JobLoad>& loads)>;

  /// `communication`: the part of the run time of jobs that do not state it.
  Interference(std::span<Job const> jobs, InterferenceModel model, double communication,
               std::uint32_t channels, LoadsOf loads_of);

  void start(std::uint32_t job, NodeList const& nodes);
  void end(std::uint32_t job);
  /// Jobs that run, with their new speeds where these have changed since the last call.
  std::vector<std::pair<std::uint32_t, double>> changed_speeds();
  /// The slow-down of the communication of a job that runs.
  double slow_down(std::uint32_t job) const { return running_[place_[job]].slow_down; }

 private:
  struct Running {
    std::uint32_t job;
    double part = 0;                  ///< f
    std::vector<JobLoad> loads = {};  ///< relative to `fullest`
    double fullest = 0, slow_down = 1;
    std::uint64_t looked_at = 0;
  };
  /// The sums of a channel over the jobs that run.
  struct Channel {
    double relative = 0, busy = 0, load = 0;  ///< of r, f r, and r times the fullest
  };
  double part_of(std::uint32_t job) const;
  void add(Running const& it, double sign);
  void touch(Running const& it);
  double slow_down_of(Running const& it) const;

  std::span<Job const> jobs_;
  InterferenceModel model_;
  double communication_;
  LoadsOf loads_of_;
  std::vector<Channel> channels_;
  std::vector<std::vector<std::uint32_t>> users_;  ///< of a channel: the jobs that run and load it
  std::vector<Running> running_;
  std::vector<std::uint32_t> place_;  ///< of a job in running_
  std::vector<std::uint32_t> touched_;
  std::uint64_t round_ = 1;
};

}  // namespace weft::queue

namespace weft {
template <>
inline constexpr EnumValue<queue::InterferenceModel> enum_values<queue::InterferenceModel>[] = {
    {"none", queue::InterferenceModel::none, "jobs do not slow each other"},
    {"load", queue::InterferenceModel::load,
     "they communicate at random times, over channels that they share"},
    {"worst", queue::InterferenceModel::worst, "all communicate all the time, as `weft load --job` tells"}};
}  // namespace weft
