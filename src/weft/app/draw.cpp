#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/verb/draw/picture.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/report/network/network_picture.hpp"

namespace weft::app {
namespace {

std::string drawn(std::string const& topology, bool matrix) {
  TerminalProgress progress;
  if (matrix) return report::to_svg(matrix_of(topology, progress));
  auto const picture = picture_of(topology, progress);
  return picture.vertices.empty() ? report::to_svg(matrix_of(topology, progress)) : report::to_svg(picture);
}

}  // namespace

void add_draw(CLI::App& app) {
  auto* verb = app.add_subcommand("draw", "a picture of a topology that shows its structure, as SVG");
  auto topology = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>("/dev/stdout");
  auto matrix = std::make_shared<bool>(false);
  verb->add_option("SPEC", *topology, "the topology, e.g. torus:sides=4x4")->required()->type_name("");
  verb->add_flag("--matrix", *matrix,
                 "its adjacency matrix; also drawn where a network is large and knows no structure");
  verb->add_option("-o,--output", *output, "the picture [standard output]")->type_name("FILE");
  verb->callback([topology, output, matrix] { write_file(*output, drawn(*topology, *matrix)); });
}

}  // namespace weft::app
