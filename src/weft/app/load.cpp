#include "weft/verb/load/load.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/core/parallel.hpp"
#include "weft/verb/load/load_picture.hpp"
#include "weft/interop/launch_files.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/report/load/load_pictures.hpp"

namespace weft::app {
namespace {

/// How `weft map` writes a placement.
struct MapFormat {
  LaunchFormat format = LaunchFormat::table;
  std::string host = "node*";
};
constexpr std::tuple map_format_schema{
    param("format", &MapFormat::format, "what is written"),
    param(
        "host", &MapFormat::host,
        "names of nodes in files for launchers: * is the number, ** with two digits at least; or a,b,c one after the "
        "other; or @FILE that lists them")};

std::string job_help() {
  std::string text = "one of several jobs at once, NAME:key=value,..; repeat it for each.";
  for (auto const& key : describe_params(job_schema)) text += fmt::format(" {}: {}.", key.name, key.doc);
  return text;
}

CLI::App* add_verb(CLI::App& app, char const* name, char const* what, std::shared_ptr<Spec> const& spec) {
  auto* verb = app.add_subcommand(name, what);
  add_positional(*verb, "SPEC", "topology", "the topology, e.g. percs:supernodes=32,links=4", spec)
      ->required();
  add_schema_options(*verb, load_schema, spec, {"topology", "jobs"});
  verb->add_option_function<std::vector<std::string>>(
          "--job",
          [spec](std::vector<std::string> const& jobs) {
            spec->arguments.push_back({"jobs", fmt::format("[{}]", fmt::join(jobs, ","))});
          },
          job_help())
      ->type_name("SPEC")
      ->allow_extra_args(false);
  return verb;
}

/// tasks[_JOB].svg, load_CLASS.svg, histogram.svg.
void write_pictures(LoadPictures const& pictures, Table const* histogram,
                    std::filesystem::path const& folder) {
  for (auto const& [job, grid] : pictures.task_grids)
    write_file(folder / (job.empty() ? "tasks.svg" : "tasks_" + job + ".svg"), report::to_svg(grid));
  for (auto const& map : pictures.heat_maps)
    write_file(folder / ("load_" + map.name + ".svg"), report::to_svg(map));
  if (histogram != nullptr) write_file(folder / "histogram.svg", report::load_histogram(*histogram));
}

/// Writes the file for the launcher to standard output or, with -o, into the directory.
void give_launch_file(LaunchFormat format, TaskPlaces const& map, std::string const& host,
                      Output const& output) {
  if (output.json || output.csv)
    throw InputError(output.json ? "--json" : "--csv", "a file for a launcher has a form of its own",
                     "leave --format away", "");
  auto const text = launch_file(format, map.placement, {map.terminals_per_router, host, map.sides});
  if (output.directory.empty()) return fmt::print("{}", text);
  make_directories(output.directory);
  write_file(std::filesystem::path(output.directory) / launch_file_name(format), text);
}

}  // namespace

void add_load(CLI::App& app) {
  auto spec = std::make_shared<Spec>();
  auto output = std::make_shared<Output>();
  auto* verb = add_verb(
      app, "load",
      "the load of every channel by a job's communication, exactly, and the throughput it allows", spec);
  output->add_to(*verb);
  verb->callback([spec, output] {
    Threads const threads{output->threads};
    auto const request = read_options<LoadRequest>(load_schema, *spec);
    TerminalProgress progress;
    if (output->directory.empty()) return output->give(load_channels(request, progress));
    LoadPictures pictures;
    auto const result = load_channels(request, pictures, progress);
    output->give(result);
    write_pictures(pictures, &result.table("histogram"), output->directory);
  });
}

void add_map(CLI::App& app) {
  auto spec = std::make_shared<Spec>(), form = std::make_shared<Spec>();
  auto output = std::make_shared<Output>();
  auto* verb = add_verb(app, "map", "where the tasks of a job run, as a table or for a launcher", spec);
  add_schema_options(*verb, map_format_schema, form);
  verb->add_option_function<std::string>(
          "--strategy",
          [spec](std::string const& text) {
            spec->arguments.push_back({"mapping", text});
          },
          "the same as --mapping; best tries what applies")
      ->type_name("SPEC")
      ->excludes(verb->get_option("--mapping"));
  output->add_to(*verb);
  verb->callback([spec, form, output] {
    Threads const threads{output->threads};
    auto const request = read_options<LoadRequest>(load_schema, *spec);
    auto const format = read_options<MapFormat>(map_format_schema, *form);
    TerminalProgress progress;
    if (format.format == LaunchFormat::table) {
      LoadPictures pictures;
      output->give(map_tasks(request, pictures, progress));
      if (!output->directory.empty()) write_pictures(pictures, nullptr, output->directory);
      return;
    }
    give_launch_file(format.format, place_tasks(request, progress), format.host, *output);
  });
}

}  // namespace weft::app
