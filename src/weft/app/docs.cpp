#include <fmt/format.h>

#include "weft/analysis/metric.hpp"
#include "weft/app/command.hpp"
#include "weft/verb/list/list.hpp"
#include "weft/verb/draw/picture.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/report/network/network_picture.hpp"

namespace weft::app {
namespace {

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string parameters(CatalogDoc const& entry) {
  if (entry.params.empty()) return {};
  std::string text = "\n| parameter | default | legal | meaning |\n|---|---|---|---|\n";
  for (auto const& param : entry.params) {
    auto meaning = escaped(param.doc);
    for (auto const& [value, doc] : param.values) meaning += fmt::format("<br>`{}`: {}", value, escaped(doc));
    text += fmt::format("| `{}` | {} | {}{} | {} |\n", param.name,
                        param.default_value.empty() ? "" : "`" + param.default_value + "`",
                        param.range.empty() ? param.type : param.range,
                        param.unit.empty() ? "" : " " + param.unit, meaning);
  }
  return text;
}

/// The spec of an entry's example, with its parameters written out.
std::string example_of(CatalogDoc const& entry) {
  if (!entry.example.empty()) return entry.example;
  Spec spec{entry.name, {}};
  for (auto const& param : entry.params) spec.arguments.push_back({param.name, param.default_value});
  return spec.to_string();
}

/// What is peculiar to topologies: a picture, formulae, commands to try.
std::string topology_facts(CatalogDoc const& entry) {
  auto const spec = entry.example.empty() ? entry.name : entry.example;
  auto text = fmt::format("\n![{0}](pictures/{0}.svg)\n", entry.name);
  if (!entry.formulae.empty()) text += fmt::format("\n{}.\n", entry.formulae);
  return text + fmt::format("\n```sh\n./run weft show {}\n./run weft draw {} -o {}.svg\n```\n",
                            example_of(entry), spec, entry.name);
}

std::string page(CatalogSection const& section) {
  auto text =
      fmt::format("# {}\n\n<!-- Written by `weft docs` from the parameter tables; do not edit. -->\n\n{}\n",
                  section.kind, section.intro);
  for (auto const& entry : section.entries) {
    text += fmt::format("\n## {}\n\n{}\n", entry.name, entry.doc);
    if (section.kind == "topologies") text += topology_facts(entry);
    text += parameters(entry);
  }
  return text;
}

void draw_topologies(CatalogSection const& section, std::filesystem::path const& folder) {
  make_directories(folder);
  for (auto const& entry : section.entries) {
    auto const picture = picture_of(entry.example.empty() ? entry.name : entry.example);
    write_file(folder / (entry.name + ".svg"), report::to_svg(picture));
  }
}

std::string command_page(CLI::App const& app) {
  std::string text =
      "# The weft command\n\n<!-- Written by `weft docs`; do not edit. -->\n\nExit status: 0; 2 after wrong "
      "input, with one line that says what and where; 3 where a verb was told to require what the result denies; 130 after Ctrl-C.\n";
  for (auto const* verb : app.get_subcommands({})) {
    text += fmt::format("\n## weft {}\n\n{}\n\n| argument | meaning |\n|---|---|\n", verb->get_name(),
                        verb->get_description());
    for (auto const* option : verb->get_options())
      if (option->get_name() != "--help-all" && option->get_name() != "--help")
        text +=
            fmt::format("| `{}` | {} |\n", option->get_name(true, true), escaped(option->get_description()));
  }
  return text;
}

std::string metrics_page() {
  std::string text =
      "# metrics\n\n<!-- Written by `weft docs`; do not edit. -->\n\nWhat `weft show` and `weft compare` tell of a topology, each "
      "exact or between two proven bounds, with the method. Links, degrees, distances and cuts are those of the simple graph.\n\n"
      "| key | name | unit | meaning |\n|---|---|---|---|\n";
  for (auto const& doc : metric_docs())
    text +=
        fmt::format("| `{}` | {} | {} | {} |\n", doc.key, doc.name, doc.unit, escaped(std::string(doc.doc)));
  return text;
}

}  // namespace

void add_docs(CLI::App& app) {
  auto* verb = app.add_subcommand("docs", "write the reference pages");
  auto directory = std::make_shared<std::string>("docs/reference");
  verb->add_option("-o,--output", *directory, "directory of the pages [docs/reference]")->type_name("DIR");
  verb->callback([directory, &app] {
    make_directories(*directory);
    std::filesystem::path const folder = *directory;
    for (auto const& section : list_catalogs()) {
      auto stem = section.kind;
      for (auto& c : stem)
        if (c == ' ') c = '_';
      write_file(folder / (stem + ".md"), page(section));
      if (section.kind == "topologies") draw_topologies(section, folder / "pictures");
    }
    write_file(folder / "metrics.md", metrics_page());
    write_file(folder / "command.md", command_page(app));
  });
}

}  // namespace weft::app
