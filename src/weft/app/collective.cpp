#include "weft/experiment/collective/collective.hpp"

#include <cctype>
#include <filesystem>

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/core/parallel.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/report/collective/time_chart.hpp"
#include "weft/report/schedule/utilisation_picture.hpp"

namespace weft::app {
namespace {

void add_positional(CLI::App& verb, char const* name, char const* key, char const* doc,
                    std::shared_ptr<Spec> const& spec) {
  verb.add_option_function<std::string>(
          name,
          [spec, key](std::string const& text) {
            spec->arguments.push_back({key, text});
          },
          doc)
      ->required()
      ->type_name("");
}

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
  add_positional(*verb, "OPERATION", "operation", operations().c_str(), spec);
  add_positional(*verb, "SPEC", "topology", "the topology, e.g. torus:sides=8x8x8", spec);
  add_schema_options(*verb, collective_schema, spec, {"operation", "topology"});
  output->add_to(*verb);
  verb->callback([spec, output] {
    Threads const threads{output->threads};
    auto const request = read_options<CollectiveRequest>(collective_schema, *spec);
    TerminalProgress progress;
    std::vector<CollectivePicture> pictures;
    auto const result = run_collective(request, pictures, progress);
    output->give(result);
    if (!output->directory.empty())
      write_pictures(request, result.table("collective"), pictures, output->directory);
  });
}

}  // namespace weft::app
