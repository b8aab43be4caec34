
#include <fmt/format.h>

#include "weft/analysis/metrics.hpp"
#include "weft/app/command.hpp"
#include "weft/app/man_pages.hpp"
#include "weft/app/python_functions.hpp"
#include "weft/drawing/picture.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/study/presentation.hpp"
#include "weft/verb/catalogs.hpp"

namespace weft::app {
namespace {

using study::escape_bars;

std::string meaning_of(ParamDoc const& param) {
  auto meaning = escape_bars(param.doc);
  for (auto const& [value, doc] : param.values)
    meaning += fmt::format("<br>`{}`: {}", value, escape_bars(doc));
  return meaning;
}

std::string parameters(verb::CatalogSection const& section, CatalogDoc const& entry) {
  if (entry.params.empty()) return {};
  std::string text;
  for (auto const& [heading, params] : verb::groups_of(section, entry)) {
    if (!heading.empty()) text += fmt::format("\n### {}\n", heading);
    text += "\n| parameter | default | legal | meaning |\n|---|---|---|---|\n";
    for (auto const& param : params)
      text += fmt::format("| `{}` | {} | {}{} | {} |\n", param.name,
                          param.default_value.empty() ? "" : "`" + param.default_value + "`",
                          param.range.empty() ? param.type : param.range,
                          param.unit.empty() ? "" : " " + param.unit, meaning_of(param));
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

/// For topologies only: a picture, formulae, commands to try.
std::string topology_facts(CatalogDoc const& entry) {
  auto const spec = entry.example.empty() ? entry.name : entry.example;
  auto text = fmt::format("\n![{0}](pictures/{0}.svg)\n", entry.name);
  if (!entry.formulae.empty()) text += fmt::format("\n{}.\n", entry.formulae);
  return text + fmt::format("\n```sh\n./run weft show {}\n./run weft draw {} -o {}.svg\n```\n",
                            example_of(entry), spec, entry.name);
}

/// The title of a page: no other page has it, concepts included.
std::string title_of(verb::CatalogSection const& section) {
  if (section.kind == "setup") return "Layout and cost";
  if (section.kind == "jobs") return "Several jobs";
  if (section.kind == "classes") return "Traffic classes";
  return "All " + section.kind;
}

std::string page(verb::CatalogSection const& section) {
  auto text =
      fmt::format("# {}\n\n<!-- Written by `weft docs` from the parameter tables; do not edit. -->\n\n{}\n",
                  title_of(section), section.intro);
  if (!section.table.empty()) text += "\n" + section.table;
  for (auto const& entry : section.entries) {
    text += fmt::format("\n## {}\n\n{}\n", entry.name, entry.doc);
    if (section.kind == "topologies") text += topology_facts(entry);
    text += parameters(section, entry);
  }
  return text;
}

void draw_topologies(verb::CatalogSection const& section, std::filesystem::path const& folder) {
  make_directories(folder);
  for (auto const& entry : section.entries) {
    auto const topology = make_topology(entry.example.empty() ? entry.name : entry.example);
    write_file(folder / (entry.name + ".svg"), chart::to_svg(picture_of(*topology)));
  }
}

/// An argument of a command as its help writes it.
std::string argument_text(ParamDoc const& param) {
  if (!param.use.positional.empty()) return std::string(param.use.positional);
  auto const name = option_of(param);
  return param.type == "boolean" ? name : name + " " + param.type;
}

constexpr std::string_view exit_status =
    "0; 2 after wrong input, with one line that says what and where; 3 if the result misses a stated "
    "requirement; 130 after Ctrl-C.";
constexpr std::string_view about_output =
    "Verbs print their tables as text, with `--json` as JSON, with `--csv` as CSV. Tables are cut to the "
    "width of the terminal; `--wide` prints them whole. `-o DIR` also writes the result, tables and pictures "
    "into a directory. `--threads N` limits the number of threads; results do not depend on it. Some runs "
    "would take more than 10 minutes, by an estimate or by the pace of their first seconds. The verb then "
    "reports this and ends with status 2; `--long` lets it run. Runs that do not fit into memory are refused; "
    "`--long` lets those try whose memory is an estimate. Every verb can also be the run of a study: `verb = \"NAME\"` and its parameters by name, with `_` where options have `-`.";

std::string command_page() {
  auto text = fmt::format(
      "# The weft command\n\n<!-- Written by `weft docs`; do not edit. -->\n\nEvery verb of `weft` with its "
      "arguments.\n\n{}\n\nExit status: {}\n",
      about_output, exit_status);
  for (auto const& command : commands()) {
    text += fmt::format("\n## weft {}\n\n{}\n", command.doc.name, command.doc.doc);
    if (!command.doc.example.empty()) text += fmt::format("\n```sh\n./run {}\n```\n", command.doc.example);
    if (command.doc.params.empty()) continue;
    text += "\n| argument | default | meaning |\n|---|---|---|\n";
    for (auto const& param : command.doc.params)
      text += fmt::format(
          "| `{}` | {} | {} |\n", argument_text(param),
          param.default_value.empty() || param.use.required ? "" : "`" + param.default_value + "`",
          meaning_of(param));
  }
  return text;
}

std::string metrics_page() {
  std::string text =
      "# All metrics\n\n<!-- Written by `weft docs`; do not edit. -->\n\nWhat `weft show` and `weft compare` report about a topology, each "
      "exact or between two proven bounds, with the method. Links, degrees, distances and cuts are those of the simple graph.\n\n"
      "| key | name | unit | meaning |\n|---|---|---|---|\n";
  for (auto const& doc : metric_docs())
    text += fmt::format("| `{}` | {} | {} | {} |\n", doc.key, doc.name, doc.unit,
                        escape_bars(std::string(doc.doc)));
  return text;
}

struct Docs {
  struct Params {
    std::string output = "docs/reference";
    std::string python = {};
    std::string man = {};
  };
  static constexpr std::string_view name = "docs";
  static constexpr std::string_view doc = "write the reference pages";
  static constexpr std::tuple schema{
      param("output", &Params::output, "directory of the pages"),
      param("python", &Params::python,
            "write the functions of the Python module into this directory instead"),
      param("man", &Params::man, "write pages of the manual into this directory instead")};
};

void write_files(std::vector<OutputFile> const& files, std::filesystem::path const& folder) {
  make_directories(folder);
  for (auto const& file : files) write_file(folder / file.name, file.content);
}

int write_docs(Docs::Params const& params, Output const&) {
  if (!params.python.empty()) write_files(python_functions(), params.python);
  if (!params.man.empty()) write_files(man_pages(exit_status, about_output), params.man);
  if (!params.python.empty() || !params.man.empty()) return 0;
  std::filesystem::path const folder = params.output;
  make_directories(folder);
  for (auto const& section : verb::list_catalogs()) {
    write_file(folder / (verb::table_name(section.kind) + ".md"), page(section));
    if (section.kind == "topologies") draw_topologies(section, folder / "pictures");
  }
  write_file(folder / "metrics.md", metrics_page());
  write_file(folder / "command.md", command_page());
  write_file(folder / "studies.md", study::reference_page());
  return 0;
}

}  // namespace

Command docs_command() { return command_of<Docs>(false, write_docs); }

}  // namespace weft::app
