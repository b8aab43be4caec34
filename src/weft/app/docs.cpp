// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "weft/analysis/metrics.hpp"
#include "weft/app/command.hpp"
#include "weft/app/help.hpp"
#include "weft/app/python_functions.hpp"
#include "weft/app/result_tables.hpp"
#include "weft/core/error.hpp"
#include "weft/core/quantity.hpp"
#include "weft/drawing/picture.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/study/presentation.hpp"
#include "weft/verb/catalogs.hpp"
#include "weft/version.hpp"

namespace weft::app {
namespace {

/// Returns the text in troff markup: text in backticks is bold, and long lists may break after commas and
/// bars.
std::string troff(std::string_view text) {
  std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  bool bold = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char const c = text[at];
    bool const is_inside = at + 1 < text.size() && text[at + 1] != ' ';
    if (c == '`')
      out += (bold = !bold) ? "\\fB" : "\\fR";
    else if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if ((c == ',' || c == '|') && is_inside)
      out += std::string(1, c) + "\\:";
    else
      out += c;
  }
  return out;
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", troff(text)); }
std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", troff(text)); }

/// Returns a term and its meaning as an item of a list.
std::string item(std::string_view term, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}\n", term, troff(meaning));
}

std::string head(std::string_view page, std::string_view purpose) {
  return fmt::format(".TH \"{}\" 1 \"\" \"weft {}\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\n{} \\- {}\n",
                     page, version, troff(page), troff(purpose));
}

/// Returns an option as it is typed.
std::string usage_of(CLI::Option const& option) {
  if (option.get_positional()) return italic(option.get_name(true));
  std::string usage;
  for (auto const& name : option.get_snames()) usage += bold("-" + name) + ", ";
  for (auto const& name : option.get_lnames()) usage += bold("--" + name) + " ";
  if (!option.get_type_name().empty()) return usage + italic(option.get_type_name());
  usage.pop_back();
  return usage;
}

std::string option_item(CLI::Option const& option, CatalogDoc const& doc) {
  auto text = item(usage_of(option), option.get_description());
  if (option.get_positional()) return text;  // its description lists the values
  auto const param = std::ranges::find_if(doc.params, [&](ParamDoc const& each) {
    return each.use.positional.empty() && option.check_lname(option_name(each).substr(2));
  });
  if (param == doc.params.end() || param->values.empty()) return text;
  text += ".RS\n";
  for (auto const& [value, meaning] : param->values) text += item(bold(value), meaning);
  return text + ".RE\n";
}

/// Returns the commands of an example, one per line.
std::vector<std::string> example_lines(CatalogDoc const& doc) {
  std::vector<std::string> lines;
  std::istringstream in(doc.example);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string page_of(CLI::App const& verb, CatalogDoc const& doc) {
  std::string arguments, options, usage = bold("weft " + doc.name) + " [" + italic("OPTIONS") + "]";
  for (auto const* option : verb.get_options()) {
    auto& section = option->get_positional() ? arguments : options;
    section += option_item(*option, doc);
    if (!option->get_positional()) continue;
    auto const name = italic(option->get_name(true));
    usage += option->get_required() ? " " + name : " [" + name + "]";
  }
  auto text = head("weft-" + doc.name, doc.doc) + ".SH SYNOPSIS\n" + usage + "\n";
  if (!arguments.empty()) text += ".SH ARGUMENTS\n" + arguments;
  text += ".SH OPTIONS\n" + options;
  if (!doc.example.empty()) text += ".SH EXAMPLES\n";
  for (auto const& line : example_lines(doc)) text += fmt::format("{}\n.br\n", bold(line));
  return text + ".SH SEE ALSO\n\\fBweft\\fR(1)\n";
}

std::string overview(std::string_view purpose, std::string_view exit_status, std::string_view output) {
  auto text = head("weft", purpose);
  text += ".SH SYNOPSIS\n\\fBweft\\fR \\fIVERB\\fR [\\fIARGUMENTS\\fR] [\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n";
  text += troff(
      "Names take parameters: `name:key=value,key=value`. `weft list NAME` explains a name and its parameters. "
      "Weft suggests the nearest name for a misspelled one.");
  text += "\n.SH VERBS\n";
  for (auto const& command : commands()) text += item(bold(command.doc.name), command.doc.doc);
  text +=
      fmt::format(".SH OUTPUT\n{}\n.SH EXIT STATUS\n{}\n.SH SEE ALSO\n", troff(output), troff(exit_status));
  for (auto const& command : commands())
    text +=
        fmt::format("{}{}(1)", &command == &commands().front() ? "" : ", ", bold("weft-" + command.doc.name));
  return text + "\n";
}

/// Returns the manual pages: weft.1, and weft-VERB.1 for each verb with every option that its help lists.
/// `exit_status` and `output`: sections of weft.1 on the exit status and on the output of verbs.
std::vector<OutputFile> man_pages(std::string_view exit_status, std::string_view output) {
  CLI::App app;
  int status = 0;
  add_commands(app, status);
  std::vector<OutputFile> pages;
  pages.push_back({"weft.1", overview("design, route, map and simulate supercomputer interconnects",
                                      exit_status, output)});
  for (auto const& command : commands())
    pages.push_back({fmt::format("weft-{}.1", command.doc.name),
                     page_of(*app.get_subcommand(command.doc.name), command.doc)});
  return pages;
}

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

/// Returns the spec of an entry's example, with its parameters.
std::string example_of(CatalogDoc const& entry) {
  if (!entry.example.empty()) return entry.example;
  Spec spec{entry.name, {}};
  for (auto const& param : entry.params) spec.arguments.push_back({param.name, param.default_value});
  return spec.to_string();
}

/// Returns a picture, formulas and commands to try for a topology.
std::string topology_facts(CatalogDoc const& entry) {
  auto const spec = entry.example.empty() ? entry.name : entry.example;
  auto text = fmt::format("\n![{0}](pictures/{0}.svg)\n", entry.name);
  if (!entry.formulae.empty()) text += fmt::format("\n{}.\n", entry.formulae);
  return text + fmt::format("\n```sh\n./run weft show {}\n./run weft draw {} -o {}.svg\n```\n",
                            example_of(entry), spec, entry.name);
}

/// Returns the title of a page, distinct from the titles of all other pages, including concepts.
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

/// Throws InputError if a file of an example is missing: pages are written in the source of Weft.
void require_files(std::string const& example) {
  for (auto const& argument : Spec::parse(example).arguments)
    if (argument.key == "path" && !file_exists(argument.value))
      throw InputError("this directory is not the source of Weft",
                       fmt::format("{} is missing", shown(argument.value)), "run weft docs there");
}

/// Returns a picture of the example of each topology.
std::vector<OutputFile> pictures_of_topologies() {
  std::vector<OutputFile> files;
  for (auto const& section : verb::list_catalogs()) {
    if (section.kind != "topologies") continue;
    for (auto const& entry : section.entries) {
      auto const& spec = entry.example.empty() ? entry.name : entry.example;
      require_files(spec);
      auto const topology = make_topology(spec);
      files.push_back({entry.name + ".svg", chart::to_svg(picture_of(*topology))});
    }
  }
  return files;
}

/// Formats an argument of a command as its help does.
std::string format_argument(ParamDoc const& param) {
  if (!param.use.positional.empty()) return std::string(param.use.positional);
  auto const name = option_name(param);
  return param.type == "boolean" ? name : name + " " + param.type;
}

constexpr std::string_view about_output =
    "Verbs print a sentence and their main table as text, with `--json` the whole result as JSON, with `--csv` all "
    "tables as CSV (`--table NAME`: one of them). `--details NAME` shows more tables as text, `--all` everything. "
    "Columns that do not fit the terminal are left out, and a line names them; `--wide` prints them. Text longer than "
    "the screen is shown by `PAGER`, by default `less -FRX`; `NO_COLOR` turns colors off. `-o DIR` also writes the result, tables and pictures "
    "into a directory. `--threads N` limits the number of threads; results do not depend on it. Some runs "
    "would take more than 10 minutes, by an estimate or by the pace of their first seconds. The verb then "
    "reports this and ends with status 2; `--long` lets it run. Runs that do not fit into memory are rejected; "
    "if the required memory is only an estimate, `--long` starts the run anyway. Every verb can also be the run of a study: `verb = \"NAME\"` and its parameters by name, with `_` where options have `-`.";

std::string command_page() {
  auto text = fmt::format(
      "# The weft command\n\n<!-- Written by `weft docs`; do not edit. -->\n\nEvery verb of `weft` with its "
      "arguments.\n\n{}\n\nExit status: {}.\n",
      about_output, exit_status_text);
  for (auto const& command : commands()) {
    text += fmt::format("\n## weft {}\n\n{}\n", command.doc.name, command.doc.doc);
    if (!command.doc.example.empty()) {
      text += "\n```sh\n";
      for (auto const& line : example_lines(command.doc)) text += fmt::format("./run {}\n", line);
      text += "```\n";
    }
    if (command.doc.params.empty()) continue;
    text += "\n| argument | default | meaning |\n|---|---|---|\n";
    for (auto const& param : command.doc.params)
      text += fmt::format(
          "| `{}` | {} | {} |\n", format_argument(param),
          param.default_value.empty() || param.use.required ? "" : "`" + param.default_value + "`",
          meaning_of(param));
  }
  return text;
}

std::string metrics_page() {
  std::string text =
      "# All metrics\n\n<!-- Written by `weft docs`; do not edit. -->\n\nWhat `weft show` and `weft compare` report about a topology, each "
      "exact or between two proven bounds, with the method. Links, degrees, distances and cuts refer to the simple graph.\n\n"
      "| key | name | unit | meaning |\n|---|---|---|---|\n";
  for (auto const& doc : metric_docs())
    text += fmt::format("| `{}` | {} | {} | {} |\n", doc.key, doc.name, doc.unit,
                        escape_bars(std::string(doc.doc)));
  return text;
}

std::string tables_page() {
  std::string text =
      "# Tables of results\n\n<!-- Written by `weft docs`; do not edit. -->\n\nEvery table that a verb returns, with its "
      "columns. The parameters of a request determine which of them a result contains.\n";
  for (auto const& [verb, tables] : result_tables()) {
    text += fmt::format("\n## weft {}\n", verb);
    for (auto const& table : tables) {
      text += fmt::format("\n### {} of {}\n\n{}.\n\n| column | unit | meaning |\n|---|---|---|\n", table.name,
                          verb, escape_bars(table.title));
      for (auto const& column : table.columns)
        text += fmt::format("| `{}` | {} | {} |\n", escape_bars(column.name), column.unit,
                            escape_bars(column.doc));
    }
  }
  return text;
}

struct Docs {
  struct Params {
    std::string output = {};
    std::string python = {};
    std::string man = {};
  };
  static constexpr std::string_view name = "docs";
  static constexpr std::string_view doc = "write the reference pages";
  static constexpr std::tuple schema{
      param("output", &Params::output, "directory for the pages, as Markdown and pictures"),
      param("python", &Params::python, "directory for the functions of the Python module"),
      param("man", &Params::man, "directory for man pages")};
};

/// Returns the reference pages, without their pictures.
std::vector<OutputFile> reference_pages() {
  std::vector<OutputFile> pages;
  for (auto const& section : verb::list_catalogs())
    pages.push_back({verb::table_name(section.kind) + ".md", page(section)});
  pages.push_back({"metrics.md", metrics_page()});
  pages.push_back({"command.md", command_page()});
  pages.push_back({"tables.md", tables_page()});
  pages.push_back({"studies.md", study::reference_page()});
  return pages;
}

/// Writes files to a folder and prints their number.
void write_files(std::vector<OutputFile> const& files, std::string_view what,
                 std::filesystem::path const& folder) {
  make_directories(folder);
  for (auto const& file : files) write_file(folder / file.name, file.content);
  fmt::print("{} in {}\n", format_count(files.size(), what), folder.string());
}

int write_docs(Docs::Params const& params, Output const&) {
  if (params.output.empty() && params.python.empty() && params.man.empty())
    throw InputError("no directory is specified", "weft docs writes the reference pages to files",
                     "use -o DIR; weft list and weft help WORD show the same on the screen", "output");
  if (!params.python.empty()) write_files(python_functions(), "module", params.python);
  if (!params.man.empty()) write_files(man_pages(exit_status_text, about_output), "man page", params.man);
  if (params.output.empty()) return 0;
  auto const pictures = pictures_of_topologies();
  write_files(reference_pages(), "page", params.output);
  write_files(pictures, "picture", std::filesystem::path(params.output) / "pictures");
  return 0;
}

}  // namespace

Command docs_command() { return command_of<Docs>(false, write_docs); }

}  // namespace weft::app
