#include "weft/verb/universality/universality.hpp"

#include "weft/app/command.hpp"
#include "weft/app/setup_options.hpp"
#include "weft/core/parallel.hpp"

namespace weft::app {

void add_universality(CLI::App& app) {
  auto* verb = app.add_subcommand(
      "universality",
      "the fat tree of equal volume that simulates a network, and its slowdown (Leiserson 1985)");
  auto topology = std::make_shared<std::string>();
  auto output = std::make_shared<Output>();
  verb->add_option("SPEC", *topology, "the topology, e.g. torus:sides=16x16x16")->required()->type_name("");
  auto layout = std::make_shared<LayoutParams>();
  add_layout_option(*verb, layout);
  output->add_to(*verb);
  verb->callback([topology, layout, output] {
    Threads const threads{output->threads};
    TerminalProgress progress;
    output->give(universality(*topology, *layout, progress));
  });
}

}  // namespace weft::app
