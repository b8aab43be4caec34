#include "weft/verb/sweep/sweep.hpp"

#include <filesystem>

#include "weft/app/command.hpp"
#include "weft/core/parallel.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/report/flit/flit_pictures.hpp"

namespace weft::app {

void add_sweep(CLI::App& app) {
  auto* verb = app.add_subcommand("sweep", "latency against load, up to saturation and beyond, flit by flit");
  auto spec = std::make_shared<Spec>();
  auto output = std::make_shared<Output>();
  add_positional(*verb, "SPEC", "topology", "the topology, e.g. torus:sides=8x8", spec)->required();
  add_schema_options(*verb, sweep_schema, spec, {"topology"});
  output->add_to(*verb);
  verb->callback([spec, output] {
    Threads const threads{output->threads};
    auto const request = read_options<SweepRequest>(sweep_schema, *spec);
    TerminalProgress progress;
    auto const result = run_sweep(request, progress);
    output->give(result);
    if (output->directory.empty()) return;
    std::filesystem::path const folder = output->directory;
    write_file(folder / "latency.svg", report::latency_picture(result));
    write_file(folder / "throughput.svg", report::throughput_picture(result));
  });
}

}  // namespace weft::app
