// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/interference.hpp"

#include <algorithm>
#include <utility>

namespace weft::queue {

Interference::Interference(std::span<Job const> jobs, InterferenceModel model, double communication,
                           std::uint32_t channels, LoadFunction loads_of)
    : jobs_(jobs),
      model_(model),
      communication_(communication),
      loads_of_(std::move(loads_of)),
      channels_(channels),
      users_(channels),
      place_(jobs.size(), 0) {}

double Interference::part_of(std::uint32_t job) const {
  return jobs_[job].communication >= 0 ? jobs_[job].communication : communication_;
}

void Interference::add(Running const& running, double sign) {
  for (auto const& [channel, relative] : running.loads) {
    auto& sums = channels_[channel];
    sums.relative += sign * relative;
    sums.busy += sign * running.part * relative;
    sums.load += sign * relative * running.max_load;
    if (users_[channel].empty()) sums = {};
  }
}

/// Marks the jobs that share a channel with `running` for the next changed_speeds(), each job once.
void Interference::touch(Running const& running) {
  for (auto const& load : running.loads)
    for (auto const user : users_[load.channel]) {
      auto& other = running_[place_[user]];
      if (other.last_round == round_) continue;
      other.last_round = round_;
      touched_.push_back(user);
    }
}

void Interference::start(std::uint32_t job, NodeList const& nodes) {
  Running it{job, part_of(job)};
  loads_of_(job, nodes, it.loads);
  for (auto const& load : it.loads) it.max_load = std::max(it.max_load, load.load);
  for (auto& load : it.loads) load.load /= it.max_load;
  for (auto const& load : it.loads) users_[load.channel].push_back(job);
  place_[job] = static_cast<std::uint32_t>(running_.size());
  running_.push_back(std::move(it));
  add(running_.back(), 1);
  touch(running_.back());
}

void Interference::end(std::uint32_t job) {
  auto const place = place_[job];
  std::swap(running_[place], running_.back());
  place_[running_[place].job] = place;
  auto const gone = std::move(running_.back());
  running_.pop_back();
  for (auto const& load : gone.loads) {
    auto& users = users_[load.channel];
    *std::ranges::find(users, job) = users.back();
    users.pop_back();
  }
  std::erase(touched_, job);
  add(gone, -1);
  touch(gone);
}

double Interference::slow_down_of(Running const& running) const {
  double slowest = 1;
  for (auto const& [channel, relative] : running.loads) {
    auto const& sums = channels_[channel];
    if (users_[channel].size() < 2) continue;
    if (model_ == InterferenceModel::worst) {
      slowest = std::max(slowest, sums.load / running.max_load);
    } else {
      auto const busy = std::clamp(sums.busy - running.part * relative, 0.0, 1.0);
      slowest = std::max(slowest, relative / std::max(1 - busy, relative / sums.relative));
    }
  }
  return slowest;
}

std::vector<std::pair<std::uint32_t, double>> Interference::changed_speeds() {
  std::ranges::sort(touched_);
  std::vector<std::pair<std::uint32_t, double>> changes;
  for (auto const job : touched_) {
    auto& running_job = running_[place_[job]];
    auto const slow_down = slow_down_of(running_job);
    if (slow_down == running_job.slow_down) continue;
    running_job.slow_down = slow_down;
    changes.emplace_back(job, 1 / (1 - running_job.part + running_job.part * slow_down));
  }
  touched_.clear();
  ++round_;
  return changes;
}

}  // namespace weft::queue
