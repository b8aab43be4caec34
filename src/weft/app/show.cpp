#include "weft/verb/show/show.hpp"

#include "weft/app/command.hpp"
#include "weft/app/metric_options.hpp"
#include "weft/app/setup_options.hpp"
#include "weft/core/parallel.hpp"

namespace weft::app {

void add_show(CLI::App& app) {
  auto* verb = app.add_subcommand("show", "what a topology is: metrics, distances, channels and cables");
  auto spec = std::make_shared<std::string>();
  auto output = std::make_shared<Output>();
  verb->add_option("SPEC", *spec, "the topology, e.g. clex:m=32,levels=4")->required()->type_name("");
  auto options = add_metric_options(*verb);
  auto setup = add_setup_options(*verb);
  output->add_to(*verb);
  verb->callback([spec, options, setup, output] {
    Threads const threads{output->threads};
    TerminalProgress progress;
    output->give(show(*spec, *options, *setup, progress));
  });
}

}  // namespace weft::app
