#include "weft/experiment/simulate.hpp"

#include "weft/app/command.hpp"
#include "weft/core/parallel.hpp"

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
    output->give(simulate(read_options<Scenario>(scenario_schema, *spec), progress));
  });
}

}  // namespace weft::app
