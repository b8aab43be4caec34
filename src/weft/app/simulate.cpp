#include "weft/verb/simulate/simulate.hpp"

#include <filesystem>

#include "weft/app/command.hpp"
#include "weft/core/parallel.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/report/flit/flit_pictures.hpp"

namespace weft::app {

void add_simulate(CLI::App& app) {
  auto* verb = app.add_subcommand("simulate", "run one scenario on an engine");
  auto spec = std::make_shared<Spec>();
  auto output = std::make_shared<Output>();
  add_positional(*verb, "SPEC", "topology", "the topology, e.g. clex:m=32,levels=4", spec);
  add_schema_options(*verb, scenario_schema, spec);
  output->add_to(*verb);
  verb->callback([spec, output] {
    Threads const threads{output->threads};
    TerminalProgress progress;
    auto const result = simulate(read_options<Scenario>(scenario_schema, *spec), progress);
    output->give(result);
    std::filesystem::path const folder = output->directory;
    if (folder.empty() || result.find_table("channel_loads") == nullptr) return;
    write_file(folder / "utilisation.svg", report::utilisation_histogram(result));
    write_file(folder / "latencies.svg", report::latency_histogram(result));
  });
}

}  // namespace weft::app
