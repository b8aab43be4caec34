#include "weft/verb/load/load.hpp"

#include "weft/verb/load/dilation.hpp"
#include "weft/verb/load/job_interference.hpp"
#include "weft/verb/load/load_parts.hpp"
#include "weft/verb/load/load_picture.hpp"
#include "weft/verb/load/load_tables.hpp"
#include "weft/verb/load/loaded_channels.hpp"
#include "weft/experiment/new_result.hpp"
#include "weft/verb/simulate/summary.hpp"

namespace weft {
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
        "among the fullest D channels (at_max) are some of a supernode to itself: the paper's routing uses them, so they "
        "count for the greatest load; they are not among `channels`, the mean, the fullest named and the histogram");
}

void add_notes(LoadMachine const& machine, bool exact, Result& result) {
  if (!exact) result.notes.emplace_back("the shares have no small common denominator: loads are rounded");
  constexpr std::uint64_t most_ports = 512;
  if (auto const& paths = machine.percs_paths())
    if (std::uint64_t{paths->supernodes()} * paths->links() > most_ports)
      result.notes.emplace_back(
          "supernodes * links exceeds 512: more D ports than the nodes of the 775 have");
}

double mapping_seconds(LoadParts const& parts) {
  double seconds = 0;
  for (auto const& job : parts.jobs) seconds += job.mapping_seconds;
  return seconds;
}

void draw_task_grids(LoadParts const& parts, LoadPictures& pictures) {
  for (auto const& job : parts.jobs)
    pictures.task_grids.emplace_back(job.name, task_grid_picture(*parts.machine, job));
}

/// What the mappings have to tell.
void add_mapping_tables(LoadParts const& parts, Result& result) {
  for (auto const& job : parts.jobs)
    for (auto table : job.tables) {
      if (parts.several()) {
        table.name += "_" + job.name;
        table.title += ", job " + job.name;
      }
      result.tables.push_back(std::move(table));
    }
}

/// `pictures`: null if none are wanted.
Result load_and_draw(LoadRequest const& request, LoadPictures* pictures, Progress& progress) {
  auto const parts = assemble_load(request, progress);
  Result result = new_result(static_cast<std::uint64_t>(request.seed));
  result.scenario = parts.scenario;
  LoadedChannels const channels(*parts.machine);
  Stopwatch const watch;
  std::vector<ChannelLoads> alone;
  for (auto const& job : parts.jobs) alone.push_back(channels.by(job, progress));
  auto const together =
      parts.several() ? loads_together(channels, parts.jobs, alone) : std::move(alone.front());
  result.timings.push_back({"mapping", mapping_seconds(parts)});
  result.timings.push_back({"loads", watch.seconds()});
  if (parts.several()) add_job_tables(channels, parts.jobs, alone, together, result);
  add_tables(channels, together, result);
  std::vector<Dilation> dilations;
  for (std::size_t i = 0; i < parts.jobs.size(); ++i)
    dilations.push_back(
        dilation_of(*parts.machine, parts.jobs[i], parts.several() ? alone[i].loads : together.loads));
  result.tables.push_back(dilation_table(parts.jobs, dilations));
  add_mapping_tables(parts, result);
  add_notes(*parts.machine, together.exact, result);
  if (pictures != nullptr) {
    pictures->heat_maps = heat_maps(*parts.machine, channels, together);
    draw_task_grids(parts, *pictures);
  }
  return result;
}

}  // namespace

Result load_channels(LoadRequest const& request, Progress& progress) {
  return load_and_draw(request, nullptr, progress);
}

Result load_channels(LoadRequest const& request, LoadPictures& pictures, Progress& progress) {
  return load_and_draw(request, &pictures, progress);
}

TaskPlaces place_tasks(LoadRequest const& request, Progress& progress) {
  auto parts = assemble_load(request, progress);
  if (parts.several())
    throw InputError("several jobs in one file for a launcher", "launchers start one job",
                     "leave --format away", "--format");
  auto const& topology = parts.machine->topology();
  auto const each = topology.terminals_at(topology.injection_router({0})).count;
  return {std::move(parts.jobs.front().placement), each, topology.sides()};
}

Result map_tasks(LoadRequest const& request, Progress& progress) {
  LoadPictures unused;
  return map_tasks(request, unused, progress);
}

Result map_tasks(LoadRequest const& request, LoadPictures& pictures, Progress& progress) {
  auto const parts = assemble_load(request, progress);
  draw_task_grids(parts, pictures);
  Result result = new_result(static_cast<std::uint64_t>(request.seed));
  result.scenario = parts.scenario;
  Table table{"mapping", "Where the tasks run", {{"task"}, {"terminal"}, {"router"}}, {}};
  if (parts.several()) table.columns.insert(table.columns.begin(), {"job"});
  auto const& topology = parts.machine->topology();
  for (auto const& job : parts.jobs)
    for (std::uint32_t task = 0; task < job.placement.size(); ++task) {
      std::vector<Value> row{task, job.placement[task], topology.injection_router({job.placement[task]}).v};
      if (parts.several()) row.insert(row.begin(), job.name);
      table.add_row(std::move(row));
    }
  result.tables.push_back(std::move(table));
  add_mapping_tables(parts, result);
  return result;
}

}  // namespace weft
