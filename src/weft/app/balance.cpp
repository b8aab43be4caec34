#include "weft/verb/balance/balance.hpp"

#include <filesystem>

#include "weft/app/command.hpp"
#include "weft/core/parallel.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/report/balance_picture.hpp"

namespace weft::app {

void add_balance(CLI::App& app) {
  auto* verb = app.add_subcommand(
      "balance",
      "whether a network carries what its processors send, and the parallel slackness that hides its latency");
  auto spec = std::make_shared<Spec>();
  auto output = std::make_shared<Output>();
  add_positional(*verb, "SPEC", "topology", "the topology, e.g. sparse_torus:dimensions=3,side=8", spec)
      ->required();
  add_schema_options(*verb, balance_schema, spec, {"topology"});
  output->add_to(*verb);
  verb->callback([spec, output] {
    Threads const threads{output->threads};
    auto const request = read_options<BalanceRequest>(balance_schema, *spec);
    TerminalProgress progress;
    auto const result = balance(request, progress);
    output->give(result);
    if (!output->directory.empty())
      write_file(std::filesystem::path(output->directory) / "slackness.svg",
                 report::balance_picture(result.table("slackness"), request.topology));
  });
}

}  // namespace weft::app
