#include "weft/verb/collective/collective.hpp"

#include <cctype>
#include <filesystem>

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/core/parallel.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/report/collective/time_chart.hpp"
#include "weft/report/schedule/utilisation_picture.hpp"

namespace weft::app {
namespace {

std::string operations() {
  std::string text;
  for (auto const& listed : enum_values<collective::Operation>)
    text += (text.empty() ? "" : "; ") + std::string(listed.name) + ": " + std::string(listed.doc);
  return text;
}

/// time.svg, if there are several sizes, and utilisation_ALGORITHM.svg.
void write_pictures(CollectiveRequest const& request, Table const& times,
                    std::vector<CollectivePicture> const& pictures, std::filesystem::path const& folder) {
  auto const title = fmt::format("{} on {}", collective::name_of(request.operation), request.topology);
  if (auto const chart = report::time_chart(times, title); !chart.empty())
    write_file(folder / "time.svg", chart);
  for (auto const& picture : pictures) {
    auto stem = "utilisation_" + picture.algorithm;
    for (auto& c : stem)
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    write_file(folder / (stem + ".svg"),
               report::utilisation_picture(picture.utilisation, title, "by " + picture.algorithm));
  }
}

}  // namespace

void add_collective(CLI::App& app) {
  auto* verb = app.add_subcommand(
      "collective",
      "what all terminals do together, by several algorithms, executed, beside the lower bounds");
  auto spec = std::make_shared<Spec>();
  auto output = std::make_shared<Output>();
  add_positional(*verb, "OPERATION", "operation", operations(), spec)->required();
  add_positional(*verb, "SPEC", "topology", "the topology, e.g. torus:sides=8x8x8", spec)->required();
  add_schema_options(*verb, collective_schema, spec, {"operation", "topology"});
  auto transfers = std::make_shared<std::string>();
  verb->add_option(
          "--transfers", *transfers,
          "also write the schedule of the algorithm, with the packets that are best for the largest messages, into this file, for weft schedule "
          "--schedule transfers:file=FILE")
      ->type_name("FILE");
  output->add_to(*verb);
  verb->callback([spec, output, transfers] {
    Threads const threads{output->threads};
    auto const request = read_options<CollectiveRequest>(collective_schema, *spec);
    if (!transfers->empty()) {
      check_collective_transfers(request);
      require_writable(std::filesystem::absolute(*transfers).parent_path());
    }
    TerminalProgress progress;
    std::vector<CollectivePicture> pictures;
    auto const result = run_collective(request, pictures, progress);
    if (!transfers->empty() && !pictures.empty())
      write_collective_transfers(request, pictures.front().packets, *transfers);
    output->give(result);
    if (!output->directory.empty())
      write_pictures(request, result.table("collective"), pictures, output->directory);
  });
}

}  // namespace weft::app
