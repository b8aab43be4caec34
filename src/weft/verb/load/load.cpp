// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/load/load.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "weft/core/quantity.hpp"
#include "weft/core/stopwatch.hpp"
#include "weft/engine/load/load.hpp"
#include "weft/network/places.hpp"
#include "weft/routing/percs/percs.hpp"
#include "weft/traffic/communication/catalog.hpp"
#include "weft/verb/load/against.hpp"
#include "weft/verb/load/interference.hpp"
#include "weft/verb/side_by_side.hpp"
#include "weft/workload/channel_users.hpp"
#include "weft/workload/dilation.hpp"
#include "weft/workload/estimate.hpp"
#include "weft/workload/jobs.hpp"
#include "weft/workload/load_arrays.hpp"
#include "weft/workload/loaded_channels.hpp"

namespace weft::verb {
namespace {

/// Collector of the tables `fullest` and `histogram`, fed with channels once the maximum load of each class
/// is known.
class ChannelTables {
 public:
  static constexpr std::size_t bins = 10, max_names = 10;
  explicit ChannelTables(load::Loads const& loads);
  /// Adds `alike` channels of one class with load `load`. `name()`: the name of the first of these channels.
  template <class Name>
  void add(std::size_t of_class, std::uint64_t load, std::uint64_t alike, Name name) {
    count(of_class, load, alike);
    if (load > 0 && load == loads_.classes[of_class].max && named_[of_class].size() < max_names)
      named_[of_class].push_back(name());
  }
  void add_to(Result& result) const;

 private:
  void count(std::size_t of_class, std::uint64_t load, std::uint64_t alike);
  load::Loads const& loads_;
  std::vector<std::vector<std::uint64_t>> bins_;
  std::vector<std::vector<std::string>> named_;
};

ChannelTables::ChannelTables(load::Loads const& loads)
    : loads_(loads),
      bins_(loads.classes.size(), std::vector<std::uint64_t>(bins, 0)),
      named_(loads.classes.size()) {}

void ChannelTables::count(std::size_t of_class, std::uint64_t load, std::uint64_t alike) {
  auto const max = loads_.classes[of_class].max;
  auto const bin = max == 0 ? 0 : static_cast<std::size_t>(static_cast<unsigned __int128>(load) * bins / max);
  bins_[of_class][std::min(bin, bins - 1)] += alike;
}

void ChannelTables::add_to(Result& result) const {
  Table most_loaded{
      "fullest",
      "Busiest channels of each class",
      {{"class"},
       {"bandwidth"},
       {"load", "", "", 6},
       {"load_factor", "",
        "load / bandwidth (Leiserson 1985); the maximum over all channels is the load factor of the traffic",
        6},
       {"channels"},
       {"channel"}},
      {}};
  Table histogram{"histogram",
                  "Channels by load, as fractions of the maximum load of their class",
                  {{"class"},
                   {"bandwidth"},
                   {"from", "", "as a fraction of the maximum load of the class", 1},
                   {"to", "", "", 1},
                   {"channels"}},
                  {}};
  for (std::size_t i = 0; i < loads_.classes.size(); ++i) {
    auto const& one = loads_.classes[i];
    for (auto const& name : named_[i])
      most_loaded.add_row({one.name, one.bandwidth, loads_.relative(one.max),
                           loads_.relative(one.max) / one.bandwidth, one.at_max, name});
    for (std::size_t bin = 0; one.max > 0 && bin < bins; ++bin)
      histogram.add_row({one.name, one.bandwidth, static_cast<double>(bin) / bins,
                         static_cast<double>(bin + 1) / bins, bins_[i][bin]});
  }
  result.tables.push_back(std::move(most_loaded));
  result.tables.push_back(std::move(histogram));
}

/// Returns the table `throughput`, with one row per class.
Table throughput_table(load::Loads const& loads) {
  Table table{"throughput",
              "Throughput bound per node (saturation of the busiest channel)",
              {{"class"},
               {.name = "bandwidth", .priority = Priority::low},
               {"channels"},
               {"max_load", "", "load of the most loaded channel, if the mean task sends 1", 6},
               {"mean_load", "", "", 6},
               {"channels_at_max", "", "channels with the maximum load"},
               {.name = "throughput",
                .doc = "throughput bound per node, in units of the bandwidth",
                .decimals = 4,
                .priority = Priority::high},
               {.name = "bottleneck", .priority = Priority::high}},
              {}};
  auto const* const worst = loads.bottleneck();
  for (auto const& one : loads.classes) {
    auto const throughput = one.max > 0 ? Value(loads.throughput(one)) : Value();
    double const mean =
        one.channels == 0 ? 0 : static_cast<double>(one.total) / static_cast<double>(one.channels);
    table.add_row({one.name, one.bandwidth, one.channels, loads.relative(one.max), mean / loads.task_load,
                   one.at_max, throughput, &one == worst ? "bottleneck" : ""});
  }
  return table;
}

/// Table `terminals`: the channels between terminals and routers.
Table terminals_table(load::Loads const& loads) {
  Table table{"terminals",
              "Channels of terminals",
              {{"max_load", "",
                "load / bandwidth of the most loaded injection or ejection channel, if the mean task "
                "sends 1",
                6},
               {"throughput", "",
                "throughput of a node at which this channel saturates, in units of "
                "the bandwidth",
                4}},
              {}};
  table.add_row({loads.terminal_load / loads.task_load, loads.terminal_throughput()});
  return table;
}

/// Adds the tables of loads by class and by channel.
void add_tables(LoadedChannels const& channels, ChannelLoads const& found, Result& result) {
  result.tables.push_back(throughput_table(found.loads));
  if (found.loads.terminal_load > 0) result.tables.push_back(terminals_table(found.loads));
  ChannelTables tables(found.loads);
  bool most_loaded_unbuilt = false;
  InterruptCheck check;
  for (std::uint64_t c = 0; c < found.channel.size(); ++c) {
    check();
    auto const of_class = channels.class_of(c);
    auto const load = found.channel[c];
    if (channels.is_built(c))
      tables.add(of_class, load, channels.alike(c), [&] { return channels.name(c); });
    else
      most_loaded_unbuilt |= load > 0 && load == found.loads.classes[of_class].max;
  }
  tables.add_to(result);
  if (most_loaded_unbuilt)
    result.notes.emplace_back(
        "some of the most loaded D channels (channels_at_max) lead from a supernode to itself: the paper's routing "
        "uses them, so they count for the maximum load; `channels`, the mean, the table `fullest` and the "
        "histogram exclude them");
}

bool depends_on_seed(LoadJob const& job) {
  return Communications::pick_params(
      Spec::parse(job.pattern_text),
      []<class P>(std::type_identity<P>, typename P::Params const& params) {
        if constexpr (requires(P const& pattern) { pattern.depends_on_seed(); })
          return P{params}.depends_on_seed();
        else
          return false;
      },
      "communication pattern");
}

/// Returns the verdict: the throughput bound per node and of a terminal, the class that sets it, and the mean
/// distance.
std::string throughput_verdict(load::Loads const& loads, std::vector<Dilation> const& dilations) {
  auto const* const worst = loads.bottleneck();
  if (worst == nullptr) return "no channel is loaded";
  auto text = fmt::format("throughput bound {} per node",
                          format_quantity(format_rounded(loads.throughput()), "channel rates"));
  if (loads.terminals_per_node > 1)
    text += fmt::format(", {} per terminal", format_rounded(loads.throughput_per_terminal()));
  if (loads.terminal_throughput() < loads.throughput())
    text += fmt::format(", more than the links of terminals carry ({} per node)",
                        format_rounded(loads.terminal_throughput()));
  text += fmt::format("; bottleneck {} (maximum load {}, {} of {})", worst->name,
                      format_rounded(loads.relative(worst->max)), worst->at_max,
                      format_count(worst->channels, "channel"));
  if (dilations.size() == 1)
    text += "; mean distance " + format_quantity(format_rounded(dilations.front().mean_hops), "hops");
  return text;
}

/// Adds a note on traffic from tasks to themselves, which metrics of uniform traffic exclude.
void add_note_on_own_traffic(load::Loads const& loads, Dilation const& dilation, Result& result) {
  if (dilation.own_share == 0 || loads.bottleneck() == nullptr) return;
  result.notes.push_back(fmt::format(
      "{} % of the traffic is from tasks to themselves and loads no channel: without it, as in weft show, the "
      "bound is {}",
      format_rounded(100 * dilation.own_share),
      format_rounded(loads.throughput() * (1 - dilation.own_share))));
}

void add_notes(RoutedMachine const& machine, bool exact, Result& result) {
  if (!exact) result.notes.emplace_back("the shares have no small common denominator: loads are rounded");
  constexpr std::uint64_t max_ports = 512;
  if (auto const& paths = machine.percs_paths())
    if (std::uint64_t{paths->supernodes()} * paths->links() > max_ports)
      result.notes.emplace_back(
          "supernodes * links exceeds 512: more D ports than the nodes of the 775 have");
}

class LoadExperiment final : public Experiment {
 public:
  LoadExperiment(std::shared_ptr<RoutedMachine const> machine, Load::Params const& params)
      : Experiment(Load::name),
        assembly_(assemble_load(std::move(machine), params)),
        times_(link_times(params, assembly_.machine->topology())),
        bandwidth_(params.times.bandwidth) {
    add_failures(params, assembly_.scenario);
    add_times(times_, assembly_.scenario);
    if (params.details == ChannelDetails::channels) assembly_.scenario.push_back({"details", "channels"});
    if (!params.users.empty()) {
      users_ = read_users(
          at_place("users", [&] { return with_numbers(assembly_.machine->topology(), params.users); }),
          assembly_);
      assembly_.scenario.push_back({"users", params.users});
    }
    resolve(assembly_.scenario, params.seed);
    lists_channels_ = params.details == ChannelDetails::channels;
  }

  Estimate estimate() const override { return short_run.and_then(estimate_loads(assembly_)); }

 private:
  void execute(Result& result, Progress& progress) override {
    place_jobs(assembly_, seed(), progress);
    LoadedChannels const channels(*assembly_.machine);
    Stopwatch const watch;
    std::vector<ChannelLoads> alone;
    for (auto const& job : assembly_.jobs) alone.push_back(channels.by(job, progress));
    auto const together =
        assembly_.several() ? loads_together(channels, assembly_.jobs, alone) : std::move(alone.front());
    result.timings.push_back({"mapping", assembly_.mapping_seconds()});
    result.timings.push_back({"loads", watch.seconds()});
    std::vector<Dilation> dilations;
    for (std::size_t i = 0; i < assembly_.jobs.size(); ++i)
      dilations.push_back(compute_dilation(*assembly_.machine, assembly_.jobs[i],
                                           assembly_.several() ? alone[i].loads : together.loads, progress));
    if (assembly_.several()) {
      add_job_tables(channels, assembly_.jobs, alone, together, result);
      add_job_times(times_, dilations, result.tables.front());
    }
    add_load_times(times_, together.loads, dilations, result);
    result.answer = throughput_verdict(together.loads, dilations) + result.answer;
    add_tables(channels, together, result);
    result.tables.push_back(dilation_table(assembly_.jobs, dilations));
    if (users_) add_users(*users_, assembly_, result, progress);
    add_mapping_tables(assembly_, result);
    add_channel_loads(*assembly_.machine, channels, together, lists_channels_, result);
    for (auto const& job : assembly_.jobs) result.arrays.push_back(placement_array(job));
    for (auto const& job : assembly_.jobs)
      if (depends_on_seed(job))
        result.notes.push_back(fmt::format("{}: one draw (seed={})", job.pattern_text, seed()));
    if (dilations.size() == 1) add_note_on_own_traffic(together.loads, dilations.front(), result);
    add_notes(*assembly_.machine, together.exact, result);
    add_note(assembly_.machine->routing_note(), result);
    if (bandwidth_ > 0) add_rate_note(assembly_.machine->topology(), bandwidth_, result);
  }

  LoadAssembly assembly_;
  LinkTimes times_;
  double bandwidth_;  // in the request
  std::optional<ChannelUsersQuery> users_;
  bool lists_channels_ = false;
};

}  // namespace

ExperimentPtr Load::assemble(Params const& params) {
  return assemble_by_routing<Load>(params, [](Params const& one) -> ExperimentPtr {
    if (one.against.empty()) return std::make_unique<LoadExperiment>(make_machine(one), one);
    return load_against(one, [](std::shared_ptr<RoutedMachine const> machine, LoadParams const& each) {
      return std::make_unique<LoadExperiment>(std::move(machine), each);
    });
  });
}

namespace {

Column const of_latency{"latency", "s", "alpha for each hop between the farthest tasks that communicate"};

Table class_times(LinkTimes const& times, load::Loads const& loads) {
  Table table{"times",
              "Seconds of the most loaded channel of each class",
              {{"class"},
               {"bandwidth", "bytes/s"},
               {"bytes", "bytes", "bytes over the most loaded channel"},
               {"seconds", "s", "bytes / bandwidth"}},
              {}};
  for (auto const& one : loads.classes) {
    auto const load = loads.relative(one.max);
    table.add_row({one.name, one.bandwidth * times.bandwidth, load * times.bytes,
                   times.transfer_seconds(load) / one.bandwidth});
  }
  return table;
}

}  // namespace

void add_load_times(LinkTimes const& times, load::Loads const& loads, std::span<Dilation const> dilations,
                    Result& result) {
  if (!times.are_requested()) return;
  if (dilations.size() == 1) {
    auto const* const worst = loads.bottleneck();
    auto const carrying =
        worst == nullptr ? 0 : times.transfer_seconds(loads.relative(worst->max)) / worst->bandwidth;
    auto const latency = times.alpha * dilations.front().farthest;
    Table table{"time",
                "Seconds for the traffic of all tasks",
                {{"bytes", "bytes", "bytes that the mean task sends"},
                 {"carrying", "s", "transfer time of the most loaded channel; no schedule is faster"},
                 of_latency,
                 {"seconds", "s", "carrying + latency"}},
                {}};
    table.add_row({times.bytes, carrying, latency, carrying + latency});
    result.tables.push_back(std::move(table));
    result.answer =
        fmt::format("; {} to carry {} per task over it", format_span(carrying), format_size(times.bytes));
  }
  result.tables.push_back(class_times(times, loads));
}

void add_job_times(LinkTimes const& times, std::span<Dilation const> dilations, Table& jobs) {
  if (!times.are_requested()) return;
  auto const alone = jobs.column("isolated"), together = jobs.column("shared");
  jobs.columns.insert(jobs.columns.end(),
                      {of_latency,
                       {"seconds_isolated", "s", "transfer time + latency"},
                       {"seconds_shared", "s", "transfer time + latency, with the other jobs"}});
  for (std::size_t j = 0; j < jobs.rows.size(); ++j) {
    auto& row = jobs.rows[j];
    auto const latency = times.alpha * dilations[j].farthest;
    auto const seconds_alone = latency + times.transfer_seconds(row[alone].number()),
               seconds_together = latency + times.transfer_seconds(row[together].number());
    row.insert(row.end(), {latency, seconds_alone, seconds_together});
  }
}

}  // namespace weft::verb
