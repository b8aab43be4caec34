#include "weft/verb/export/export.hpp"

#include <fmt/format.h>

#include "weft/app/command.hpp"

namespace weft::app {

void add_export(CLI::App& app) {
  auto* verb = app.add_subcommand("export", "write a topology as a file of another tool");
  auto topology = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  auto spec = std::make_shared<Spec>();
  verb->add_option("SPEC", *topology, "the topology, e.g. torus:sides=4x4")->required()->type_name("");
  add_schema_options(*verb, export_schema, spec);
  verb->add_option("-o,--output", *output, "the file; its ending tells the format [standard output]")
      ->type_name("FILE");
  verb->callback([topology, output, spec] {
    auto request = read_options<ExportRequest>(export_schema, *spec);
    request.topology = *topology;
    if (!output->empty()) request.output = *output;
    TerminalProgress progress;
    for (auto const& note : export_topology(request, progress)) fmt::print(stderr, "weft: note: {}\n", note);
  });
}

}  // namespace weft::app
