#include "weft/verb/load/job_interference.hpp"

#include <algorithm>
#include <cmath>

namespace weft::verb {
namespace {

/// What a unit of the loads together stands for: so that all fit into 62 bits.
double unit_of(std::span<LoadJob const> jobs) {
  double most = 1;
  for (auto const& job : jobs) most += job.rate * static_cast<double>(job.communication.num_tasks());
  constexpr int bits = 60, finest = 40;
  return std::ldexp(1.0, std::max(-finest, std::ilogb(most) + 1 - bits));
}

/// The load of a channel by one job if its mean task sends its rate.
double relative(LoadJob const& job, ChannelLoads const& alone, std::uint64_t channel) {
  return job.rate * alone.loads.relative(alone.channel[channel]);
}

/// The most loaded channels of one class that a job uses.
struct Fullest {
  double alone = 0, together = 0;
  std::uint64_t where = 0;  // together
};

std::vector<Fullest> fullest_of(LoadedChannels const& channels, LoadJob const& job, ChannelLoads const& alone,
                                ChannelLoads const& together) {
  std::vector<Fullest> classes(together.loads.classes.size());
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

/// The class whose channels take longest.
template <class Load>
std::size_t slowest(load::Loads const& loads, std::vector<Fullest> const& classes, Load load) {
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
  ChannelLoads all{{{}, 1 / unit, alone.front().loads.terminals_per_node},
                   std::vector<std::uint64_t>(alone.front().channel.size(), 0),
                   true};
  for (auto const& one : alone.front().loads.classes) all.loads.classes.push_back({one.name, one.bandwidth});
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    all.exact = all.exact && alone[j].exact;
    for (std::uint64_t c = 0; c < all.channel.size(); ++c)
      if (alone[j].channel[c] > 0)
        all.channel[c] += static_cast<std::uint64_t>(std::llround(relative(jobs[j], alone[j], c) / unit));
  }
  for (std::uint64_t c = 0; c < all.channel.size(); ++c) {
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
  Table summary{
      "jobs",
      "Jobs alone and beside the others",
      {{"job"},
       {"tasks"},
       {"rate", "", "what its mean task sends"},
       {"time_alone", "", "load / bandwidth of its slowest channel", 6},
       {"time_together", "", "the same with what the others send over the channels that it uses", 6},
       {"slow_down", "", "", 4},
       {"class"},
       {"channel", "", "the slowest that it uses, beside the others"}},
      {}};
  Table classes{
      "job_classes",
      "The most loaded channels that each job uses",
      {{"job"}, {"class"}, {"load_alone", "", "", 6}, {"load_together", "", "", 6}, {"slow_down", "", "", 4}},
      {}};
  auto const& known = together.loads.classes;
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    auto const fullest = fullest_of(channels, jobs[j], alone[j], together);
    auto const before = slowest(together.loads, fullest, &Fullest::alone),
               after = slowest(together.loads, fullest, &Fullest::together);
    double const time_alone = fullest[before].alone / known[before].bandwidth,
                 time_together = fullest[after].together / known[after].bandwidth;
    bool const sends = time_alone > 0;
    summary.add_row({jobs[j].name, jobs[j].placement.size(), jobs[j].rate, time_alone, time_together,
                     sends ? Value{time_together / time_alone} : Value{}, sends ? known[after].name : "",
                     sends ? channels.name(fullest[after].where) : ""});
    for (std::size_t i = 0; i < fullest.size(); ++i)
      if (fullest[i].alone > 0)
        classes.add_row({jobs[j].name, known[i].name, fullest[i].alone, fullest[i].together,
                         fullest[i].together / fullest[i].alone});
  }
  result.tables.push_back(std::move(summary));
  result.tables.push_back(std::move(classes));
}

}  // namespace weft::verb
