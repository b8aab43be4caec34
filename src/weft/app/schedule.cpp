#include "weft/verb/schedule/schedule.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/core/parallel.hpp"
#include "weft/verb/schedule/states_file.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/report/schedule/utilisation_picture.hpp"

namespace weft::app {
namespace {

/// The name of a picture as words.
std::string spaced(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

/// states.csv and utilisation_ROWS.svg.
void write_files(ScheduleFiles const& files, ScheduleRequest const& request,
                 std::filesystem::path const& folder) {
  if (files.program)
    write_states(*files.program,
                 fmt::format("{} on {}, relations={}", request.schedule, request.topology, request.relations),
                 folder / "states.csv");
  for (auto const& [rows, utilisation] : files.utilisations)
    write_file(
        folder / ("utilisation_" + rows + ".svg"),
        report::utilisation_picture(utilisation, fmt::format("{} on {}", request.schedule, request.topology),
                                    fmt::format("Channels in use, by {}", spaced(rows))));
}

}  // namespace

void add_schedule(CLI::App& app) {
  auto spec = std::make_shared<Spec>();
  auto output = std::make_shared<Output>();
  auto* verb = app.add_subcommand(
      "schedule",
      "a time-slotted schedule, executed slot by slot: all-to-alls on sparse tori beside their closed forms, algorithms of "
      "applications with any mapping");
  add_positional(*verb, "SPEC", "topology", "the topology, e.g. sparse_torus:dimensions=3,side=4", spec)
      ->required();
  add_schema_options(*verb, schedule_schema, spec, {"topology"});
  verb->add_option_function<std::string>(
          "--states",
          [spec](std::string const& file) {
            spec->arguments.push_back({"schedule", Spec{"states", {{"file", file}}}.to_string()});
          },
          "the same as --schedule states:file=FILE: what the routers do, as -o DIR writes it (states.csv)")
      ->type_name("FILE")
      ->excludes(verb->get_option("--schedule"));
  output->add_to(*verb);
  verb->callback([spec, output] {
    Threads const threads{output->threads};
    auto const request = read_options<ScheduleRequest>(schedule_schema, *spec);
    TerminalProgress progress;
    ScheduleFiles files;
    output->give(run_schedule(request, files, progress));
    if (!output->directory.empty()) write_files(files, request, output->directory);
  });
}

}  // namespace weft::app
