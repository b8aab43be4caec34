// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/load/interference.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "weft/core/interrupt.hpp"

namespace weft::verb {
namespace {

/// Returns the unit of the combined loads for which all loads fit into 62 bits.
double unit_of(std::span<LoadJob const> jobs) {
  double maximum = 1;
  for (auto const& job : jobs) maximum += job.rate * static_cast<double>(job.communication.num_tasks());
  constexpr int bits = 60, finest = 40;
  return std::ldexp(1.0, std::max(-finest, std::ilogb(maximum) + 1 - bits));
}

/// Returns the load of a channel by one job if its mean task sends at the rate of the job.
double relative(LoadJob const& job, ChannelLoads const& alone, std::uint64_t channel) {
  return job.rate * alone.loads.relative(alone.channel[channel]);
}

/// Maximum loads of the channels of one class that a job uses.
struct MostLoaded {
  double alone = 0, together = 0;
  std::uint64_t where = 0;  // channel with the maximum combined load
};

std::vector<MostLoaded> most_loaded_of(LoadedChannels const& channels, LoadJob const& job,
                                       ChannelLoads const& alone, ChannelLoads const& together) {
  std::vector<MostLoaded> classes(together.loads.classes.size());
  for (std::uint64_t c = 0; c < alone.channel.size(); ++c) {
    if (alone.channel[c] == 0) continue;
    auto& one = classes[channels.class_of(c)];
    one.alone = std::max(one.alone, relative(job, alone, c));
    if (auto const load = together.loads.relative(together.channel[c]); load > one.together) {
      one.together = load;
      one.where = c;
    }
  }
  return classes;
}

/// Returns the class of the channels that need the most time for their load.
template <class Load>
std::size_t slowest(load::Loads const& loads, std::vector<MostLoaded> const& classes, Load load) {
  std::size_t worst = 0;
  for (std::size_t i = 1; i < classes.size(); ++i)
    if (classes[i].*load * loads.classes[worst].bandwidth > classes[worst].*load * loads.classes[i].bandwidth)
      worst = i;
  return worst;
}

}  // namespace

ChannelLoads loads_together(LoadedChannels const& channels, std::span<LoadJob const> jobs,
                            std::span<ChannelLoads const> alone) {
  auto const unit = unit_of(jobs);
  auto const& first = alone.front().loads;
  ChannelLoads all{{{}, 1 / unit, first.tasks_per_node, first.terminals_per_node},
                   std::vector<std::uint64_t>(alone.front().channel.size(), 0),
                   true};
  for (auto const& one : alone.front().loads.classes) all.loads.classes.push_back({one.name, one.bandwidth});
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    all.exact = all.exact && alone[j].exact;
    all.loads.terminal_load = std::max(all.loads.terminal_load, jobs[j].rate * alone[j].loads.terminal_load /
                                                                    alone[j].loads.task_load / unit);
    for (std::uint64_t c = 0; c < all.channel.size(); ++c)
      if (alone[j].channel[c] > 0)
        all.channel[c] += static_cast<std::uint64_t>(std::llround(relative(jobs[j], alone[j], c) / unit));
  }
  InterruptCheck check;
  for (std::uint64_t c = 0; c < all.channel.size(); ++c) {
    check();
    if (all.channel[c] == 0 && !channels.is_built(c)) continue;
    auto& of_class = all.loads.classes[channels.class_of(c)];
    of_class.add(all.channel[c], channels.alike(c));
    if (channels.is_built(c)) continue;
    of_class.channels -= channels.alike(c);
    of_class.total -= static_cast<unsigned __int128>(all.channel[c]) * channels.alike(c);
  }
  return all;
}

void add_job_tables(LoadedChannels const& channels, std::span<LoadJob const> jobs,
                    std::span<ChannelLoads const> alone, ChannelLoads const& together, Result& result) {
  Table summary{"jobs",
                "Job interference",
                {{"job"},
                 {"tasks"},
                 {"rate", "", "traffic that the mean task of the job sends"},
                 {"isolated", "",
                  "load / bandwidth of the slowest channel that the job uses, without the other jobs", 6},
                 {"shared", "",
                  "load / bandwidth of the slowest channel that the job uses, with the traffic of "
                  "the other jobs",
                  6},
                 {"slowdown", "", "shared / isolated", 4},
                 {"class"},
                 {"channel", "", "slowest channel that the job uses, with the traffic of the other jobs"}},
                {}};
  Table classes{
      "job_classes",
      "The most loaded channels that each job uses",
      {{"job"}, {"class"}, {"load_isolated", "", "", 6}, {"load_shared", "", "", 6}, {"slowdown", "", "", 4}},
      {}};
  auto const& known = together.loads.classes;
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    auto const most_loaded = most_loaded_of(channels, jobs[j], alone[j], together);
    auto const before = slowest(together.loads, most_loaded, &MostLoaded::alone),
               after = slowest(together.loads, most_loaded, &MostLoaded::together);
    double const time_alone = most_loaded[before].alone / known[before].bandwidth,
                 time_together = most_loaded[after].together / known[after].bandwidth;
    bool const sends = time_alone > 0;
    summary.add_row({jobs[j].name, jobs[j].placement.size(), jobs[j].rate, time_alone, time_together,
                     sends ? Value{time_together / time_alone} : Value{}, sends ? known[after].name : "",
                     sends ? channels.name(most_loaded[after].where) : ""});
    for (std::size_t i = 0; i < most_loaded.size(); ++i)
      if (most_loaded[i].alone > 0)
        classes.add_row({jobs[j].name, known[i].name, most_loaded[i].alone, most_loaded[i].together,
                         most_loaded[i].together / most_loaded[i].alone});
  }
  result.tables.push_back(std::move(summary));
  result.tables.push_back(std::move(classes));
}

}  // namespace weft::verb
