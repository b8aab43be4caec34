#include "weft/verb/load/load.hpp"

#include <optional>

#include "weft/routing/percs/percs_paths.hpp"
#include "weft/verb/load/dilation.hpp"
#include "weft/verb/load/job_interference.hpp"
#include "weft/verb/load/load_assembly.hpp"
#include "weft/verb/load/load_cells.hpp"
#include "weft/verb/load/load_svg.hpp"
#include "weft/verb/load/load_tables.hpp"
#include "weft/verb/load/loaded_channels.hpp"
#include "weft/verb/simulate/engines.hpp"
#include "weft/verb/simulate/summary.hpp"

namespace weft::verb {
namespace {

/// The tables of loads, by class and by channel.
void add_tables(LoadedChannels const& channels, ChannelLoads const& found, Result& result) {
  result.tables.push_back(throughput_table(found.loads));
  ChannelTables tables(found.loads);
  bool fullest_unbuilt = false;
  for (std::uint64_t c = 0; c < found.channel.size(); ++c) {
    auto const of_class = channels.class_of(c);
    auto const load = found.channel[c];
    if (channels.is_built(c))
      tables.add(of_class, load, channels.alike(c), [&] { return channels.name(c); });
    else
      fullest_unbuilt |= load > 0 && load == found.loads.classes[of_class].max;
  }
  tables.add_to(result);
  if (fullest_unbuilt)
    result.notes.emplace_back(
        "some of the most loaded D channels (at_max) lead from a supernode to itself: the paper's routing "
        "uses them, so they count for the maximum load; `channels`, the mean, the table `fullest` and the "
        "histogram exclude them");
}

void add_notes(LoadMachine const& machine, bool exact, Result& result) {
  if (!exact) result.notes.emplace_back("the shares have no small common denominator: loads are rounded");
  constexpr std::uint64_t most_ports = 512;
  if (auto const& paths = machine.percs_paths())
    if (std::uint64_t{paths->supernodes()} * paths->links() > most_ports)
      result.notes.emplace_back(
          "supernodes * links exceeds 512: more D ports than the nodes of the 775 have");
}

class LoadExperiment final : public Experiment {
 public:
  explicit LoadExperiment(Load::Params const& params) : it_(assemble_load(params)) {
    resolve(it_.scenario, params.seed);
  }

  std::vector<OutputFile> pictures(Result const& result) const override {
    auto files = task_pictures(it_);
    for (auto const& map : heat_maps(*it_.machine, *channels_, together_))
      files.push_back({"load_" + map.name + ".svg", to_svg(map)});
    files.push_back({"histogram.svg", load_histogram(result.table("histogram"))});
    return files;
  }

 private:
  void execute(Result& result, Progress& progress) override {
    place_jobs(it_, seed(), progress);
    channels_.emplace(*it_.machine);
    Stopwatch const watch;
    std::vector<ChannelLoads> alone;
    for (auto const& job : it_.jobs) alone.push_back(channels_->by(job, progress));
    together_ = it_.several() ? loads_together(*channels_, it_.jobs, alone) : std::move(alone.front());
    result.timings.push_back({"mapping", it_.mapping_seconds()});
    result.timings.push_back({"loads", watch.seconds()});
    if (it_.several()) add_job_tables(*channels_, it_.jobs, alone, together_, result);
    add_tables(*channels_, together_, result);
    std::vector<Dilation> dilations;
    for (std::size_t i = 0; i < it_.jobs.size(); ++i)
      dilations.push_back(
          dilation_of(*it_.machine, it_.jobs[i], it_.several() ? alone[i].loads : together_.loads, progress));
    result.tables.push_back(dilation_table(it_.jobs, dilations));
    add_mapping_tables(it_, result);
    add_notes(*it_.machine, together_.exact, result);
  }

  LoadAssembly it_;
  std::optional<LoadedChannels> channels_;
  ChannelLoads together_;
};

}  // namespace

ExperimentPtr Load::assemble(Params const& params) { return std::make_unique<LoadExperiment>(params); }

ExperimentPtr LoadEngine::assemble(Scenario const& scenario, Params const&) {
  return Load::assemble({.topology = scenario.topology,
                         .routing = scenario.routing,
                         .pattern = scenario.traffic == "default" ? Load::Params{}.pattern : scenario.traffic,
                         .mapping = scenario.mapping,
                         .grid = scenario.grid,
                         .seed = scenario.seed,
                         .jobs = scenario.jobs});
}

}  // namespace weft::verb
