#include "weft/verb/compare/compare.hpp"

#include <algorithm>

#include "weft/app/command.hpp"
#include "weft/app/metric_options.hpp"
#include "weft/app/setup_options.hpp"
#include "weft/core/parallel.hpp"
#include "weft/network/nearest.hpp"

namespace weft::app {

void add_compare(CLI::App& app) {
  auto* verb = app.add_subcommand(
      "compare", "topologies side by side: metrics, and with --messages the same traffic on each");
  auto topologies = std::make_shared<std::vector<std::string>>();
  auto terminals = std::make_shared<std::uint64_t>(0);
  auto spec = std::make_shared<Spec>();
  auto output = std::make_shared<Output>();
  verb->add_option("SPEC", *topologies, "the topologies")->required()->type_name("");
  verb->add_option("--terminals", *terminals, "take of each family the member nearest to so many terminals")
      ->type_name("N");
  auto options = add_metric_options(*verb);
  auto setup = add_setup_options(*verb);
  add_schema_options(*verb, scenario_schema, spec, {"topology", "layout"});
  output->add_to(*verb);
  verb->callback([=] {
    bool const sends = std::any_of(spec->arguments.begin(), spec->arguments.end(),
                                   [](auto const& argument) { return argument.key == "messages"; });
    if (!sends) spec->arguments.push_back({"messages", "0"});
    Threads const threads{output->threads};
    TerminalProgress progress;
    if (*terminals > 0)
      for (auto& each : *topologies) each = nearest_member(each, *terminals);
    output->give(
        compare(*topologies, read_options<Scenario>(scenario_schema, *spec), *options, *setup, progress));
  });
}

}  // namespace weft::app
