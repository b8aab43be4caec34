#include "weft/experiment/load.hpp"

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/core/parallel.hpp"
#include "weft/interop/launch_files.hpp"

namespace weft::app {
namespace {

/// How `weft map` writes a placement.
struct MapFormat {
  LaunchFormat format = LaunchFormat::table;
  std::string host = "node*";
};
constexpr std::tuple map_format_schema{
    param("format", &MapFormat::format, "what is written"),
    param("host", &MapFormat::host, "names of nodes in files for launchers; * is the number")};

CLI::App* add_verb(CLI::App& app, char const* name, char const* what, std::shared_ptr<Spec> const& spec) {
  auto* verb = app.add_subcommand(name, what);
  verb->add_option_function<std::string>(
          "SPEC",
          [spec](std::string const& text) {
            spec->arguments.push_back({"topology", text});
          },
          "the topology, e.g. percs:supernodes=32,links=4")
      ->required()
      ->type_name("");
  add_schema_options(*verb, load_schema, spec, {"topology"});
  return verb;
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
    TerminalProgress progress;
    output->give(load_channels(read_options<LoadRequest>(load_schema, *spec), progress));
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
    if (format.format == LaunchFormat::table) return output->give(map_tasks(request, progress));
    auto const map = place_tasks(request, progress);
    fmt::print("{}", launch_file(format.format, map.placement, map.terminals_per_router, format.host));
  });
}

}  // namespace weft::app
