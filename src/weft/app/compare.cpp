#include "weft/experiment/compare.hpp"

#include <algorithm>

#include "weft/app/command.hpp"
#include "weft/core/parallel.hpp"

namespace weft::app {

void add_compare(CLI::App& app) {
  auto* verb = app.add_subcommand(
      "compare", "topologies side by side: facts, and with --messages the same traffic on each");
  auto topologies = std::make_shared<std::vector<std::string>>();
  auto spec = std::make_shared<Spec>();
  auto output = std::make_shared<Output>();
  verb->add_option("SPEC", *topologies, "the topologies")->required()->type_name("");
  add_schema_options(*verb, scenario_schema, spec, {"topology"});
  output->add_to(*verb);
  verb->callback([topologies, spec, output] {
    bool const sends = std::any_of(spec->arguments.begin(), spec->arguments.end(),
                                   [](auto const& argument) { return argument.key == "messages"; });
    if (!sends) spec->arguments.push_back({"messages", "0"});
    Threads const threads{output->threads};
    TerminalProgress progress;
    output->give(compare(*topologies, read_options<Scenario>(scenario_schema, *spec), progress));
  });
}

}  // namespace weft::app
