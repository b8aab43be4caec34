#include "weft/verb/deadlock/deadlock.hpp"

#include <filesystem>

#include "weft/app/command.hpp"
#include "weft/core/parallel.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/report/deadlock/cycle_picture.hpp"

namespace weft::app {

void add_deadlock(CLI::App& app) {
  auto* verb = app.add_subcommand(
      "deadlock",
      "whether packets can come to wait for each other in a circle, proved without simulating any; proofs by escape "
      "channels (adaptive routings, Duato) hold for virtual cut-through or one packet at a time in a virtual channel, "
      "those by bubbles for virtual cut-through");
  auto spec = std::make_shared<Spec>();
  auto output = std::make_shared<Output>();
  auto require_free = std::make_shared<bool>(false);
  add_positional(*verb, "SPEC", "topology", "the topology, e.g. torus:sides=4x4", spec)->required();
  add_schema_options(*verb, deadlock_schema, spec, {"topology"});
  verb->add_flag("--require-free", *require_free,
                 "exit with status 3 if a deadlock is possible; without, either verdict is status 0");
  output->add_to(*verb);
  verb->callback([spec, output, require_free] {
    Threads const threads{output->threads};
    auto const request = read_options<DeadlockRequest>(deadlock_schema, *spec);
    TerminalProgress progress;
    auto const result = analyse_deadlock(request, progress);
    output->give(result);
    if (auto const* cycle = result.find_table("cycle"); cycle != nullptr && !output->directory.empty())
      write_file(std::filesystem::path(output->directory) / "cycle.svg",
                 report::cycle_picture(*cycle, result.answer));
    if (*require_free && !is_free_of_deadlock(result)) throw Unmet();
  });
}

}  // namespace weft::app
