#include "weft/experiment/load.hpp"

#include "weft/app/command.hpp"
#include "weft/core/parallel.hpp"

namespace weft::app {
namespace {

void add_verb(CLI::App& app, char const* name, char const* what, Result (*run)(LoadRequest const&)) {
  auto* verb = app.add_subcommand(name, what);
  auto spec = std::make_shared<Spec>();
  auto output = std::make_shared<Output>();
  verb->add_option_function<std::string>(
          "SPEC",
          [spec](std::string const& text) {
            spec->arguments.push_back({"topology", text});
          },
          "the topology, e.g. percs:supernodes=32,links=4")
      ->required()
      ->type_name("");
  add_schema_options(*verb, load_schema, spec, {"topology"});
  output->add_to(*verb);
  verb->callback([spec, output, run] {
    Threads const threads{output->threads};
    output->give(run(read_options<LoadRequest>(load_schema, *spec)));
  });
}

}  // namespace

void add_load(CLI::App& app) {
  add_verb(app, "load",
           "the load of every channel by a job's communication, exactly, and the throughput it allows",
           load_channels);
}

void add_map(CLI::App& app) { add_verb(app, "map", "where the tasks of a job run", map_tasks); }

}  // namespace weft::app
