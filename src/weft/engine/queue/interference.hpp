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

/// Model of the slowdown of jobs that communicate simultaneously.
enum class InterferenceModel : std::uint8_t { none, load, worst };

/// Time that a channel needs for the traffic of a job: load over bandwidth.
struct JobLoad {
  std::uint32_t channel;
  double load;
};

/// Speeds of the running jobs, which share channels. Job j communicates for a fraction f_j of its run time;
/// r_jc is its load on channel c, relative to the load on its most loaded channel. With `load`, jobs
/// communicate at random times: the other jobs keep c busy for a fraction rho_c = min(1, sum of f_k r_kc) of
/// the time, which extends the time of j's bytes on c by the factor 1 / max(1 - rho_c, r_jc / sum of all
/// r_c); the slowdown s_j is the maximum over c of r_jc times this factor, at least 1. With `worst`, all jobs
/// always communicate: s_j is the maximum load, by all jobs, of a channel that j uses, over the maximum load
/// by j alone. The speed of j is 1 / (1 - f_j + f_j s_j). Only jobs that share a channel with a started or
/// ended job are updated.
class Interference {
 public:
  /// Appends the channel loads of a job that runs on `nodes`, each channel once.
  using LoadFunction =
      std::function<void(std::uint32_t job, NodeList const& nodes, std::vector<JobLoad>& loads)>;

  /// `communication`: fraction of the run time with communication, for jobs that do not specify it.
  Interference(std::span<Job const> jobs, InterferenceModel model, double communication,
               std::uint32_t channels, LoadFunction loads_of);

  void start(std::uint32_t job, NodeList const& nodes);
  void end(std::uint32_t job);
  /// Returns the running jobs whose speeds have changed since the last call, with their speeds.
  std::vector<std::pair<std::uint32_t, double>> changed_speeds();
  /// Returns the slowdown of the communication of a running job.
  double slow_down(std::uint32_t job) const { return running_[place_[job]].slow_down; }

 private:
  struct Running {
    std::uint32_t job;
    double part = 0;                  ///< f
    std::vector<JobLoad> loads = {};  ///< relative to `max_load`
    double max_load = 0, slow_down = 1;
    std::uint64_t last_round = 0;
  };
  /// Sums of a channel over the running jobs.
  struct Channel {
    double relative = 0, busy = 0, load = 0;  ///< sums of r, of f r, and of r times the maximum load
  };
  double part_of(std::uint32_t job) const;
  void add(Running const& running, double sign);
  void touch(Running const& running);
  double slow_down_of(Running const& running) const;

  std::span<Job const> jobs_;
  InterferenceModel model_;
  double communication_;
  LoadFunction loads_of_;
  std::vector<Channel> channels_;
  std::vector<std::vector<std::uint32_t>> users_;  ///< by channel: the running jobs that use it
  std::vector<Running> running_;
  std::vector<std::uint32_t> place_;  ///< by job: its index in running_
  std::vector<std::uint32_t> touched_;
  std::uint64_t round_ = 1;
};

}  // namespace weft::queue

namespace weft {
template <>
inline constexpr EnumValue<queue::InterferenceModel> enum_values<queue::InterferenceModel>[] = {
    {"none", queue::InterferenceModel::none, "no interference"},
    {"load", queue::InterferenceModel::load, "jobs communicate at random times, over shared channels"},
    {"worst", queue::InterferenceModel::worst, "all jobs always communicate, as in `weft load --job`"}};
}  // namespace weft
