// SPDX-License-Identifier: Apache-2.0
#include "weft/app/help.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "weft/core/error.hpp"
#include "weft/io/table_writer.hpp"
#include "weft/verb/catalogs.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

/// A heading and the names below it, separated by spaces.
struct Group {
  std::string_view heading, names;
};

constexpr std::array verb_groups{
    Group{"Networks", "show compare route deadlock draw explore"},
    Group{"Performance", "simulate sweep load collective schedule balance universality"},
    Group{"Applications", "map replay queue"},
    Group{"Fabrics", "judge"},
    Group{"Studies", "run explain results"},
    Group{"Files", "export import report figure"}};
/// Headings of options, with their parameters; all other parameters belong to the question.
constexpr std::array option_groups{
    Group{"Network", "topology topologies terminals radix taper at_least layout cost routing routings"},
    Group{
        "Traffic",
        "traffic pattern program programs messages mapping grid ranks_per_node ranks_per_terminal jobs classes "
        "bytes packets against"},
    Group{"Failures", "failed_links failed_routers fail"},
    Group{"Output", "output details format write transfers host"}};
constexpr std::array option_headings{"Arguments", "Question", "Network", "Traffic", "Failures", "Output"};

std::vector<std::string> split_words(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> all;
  for (std::string word; in >> word;) all.push_back(word);
  return all;
}

CatalogDoc const* find_command(std::string_view name) {
  for (auto const& command : commands())
    if (command.doc.name == name) return &command.doc;
  return nullptr;
}

constexpr std::size_t second_column = 26;

/// Formats a line of two columns; a long first column gets a separate line.
std::string two_columns(std::string const& name, std::string_view text) {
  auto const left = "  " + name;
  if (left.size() + 2 > second_column) return fmt::format("{}\n{:{}}{}\n", left, "", second_column, text);
  return fmt::format("{:{}}{}\n", left, second_column, text);
}

/// Returns the text up to the end of its first clause.
std::string_view first_clause(std::string_view text) {
  constexpr std::size_t minimum = 20;  // shorter ones are conditions: "engine flit: .."
  auto end = text.size();
  for (char const* stop : {"; ", " (", ": ", ", e.g."})
    if (auto const at = text.find(stop, minimum); at < end) end = at;
  return text.substr(0, end);
}

/// Returns an option as it is typed.
std::string option_usage(CLI::Option const& option) {
  if (option.get_positional()) return option.get_name(true);
  std::string text;
  for (auto const& name : option.get_snames()) text += "-" + name + ", ";
  for (auto const& name : option.get_lnames()) text += "--" + name + " ";
  return option.get_type_name().empty() ? text.substr(0, text.size() - 1) : text + option.get_type_name();
}

ParamDoc const* described_param(CLI::Option const& option, CatalogDoc const& doc) {
  for (auto const& param : doc.params)
    if (param.use.positional.empty()
            ? option.check_lname(option_name(param).substr(2))
            : option.get_positional() && option.get_name(true) == param.use.positional)
      return &param;
  return nullptr;
}

std::string option_entry(CLI::Option const& option, CatalogDoc const& doc, HelpDetail detail) {
  auto const& text = option.get_description();
  if (detail == HelpDetail::brief) return two_columns(option_usage(option), first_clause(text));
  auto lines = two_columns(option_usage(option), text);
  auto const* const param = described_param(option, doc);
  if (param != nullptr && param->use.positional.empty())
    for (auto const& [value, meaning] : param->values)
      lines += fmt::format("{:{}}{}  {}\n", "", second_column + 2, value, meaning);
  return lines;
}

/// Joins words with commas, in lines of at most 80 columns.
std::string filled(std::vector<std::string> const& parts) {
  constexpr std::size_t width = 80;
  std::string lines, line = " ";
  for (auto const& part : parts) {
    auto const word = " " + part + (&part == &parts.back() ? "" : ",");
    if (line.size() + word.size() > width) {
      lines += line + "\n";
      line = " ";
    }
    line += word;
  }
  return parts.empty() ? lines : lines + line + "\n";
}

/// Returns the options under a heading. Brief help only names options that many verbs have.
std::string options_under(std::string_view heading, CLI::App const& verb, CatalogDoc const& doc,
                          HelpDetail detail) {
  std::string lines;
  std::vector<std::string> names;
  for (auto const* option : verb.get_options()) {
    if (option == verb.get_help_all_ptr()) continue;
    bool const is_here = option->get_positional() ? heading == "Arguments" : option->get_group() == heading;
    if (!is_here) continue;
    auto const* const param = described_param(*option, doc);
    bool const is_common = heading == "Failures" || param == nullptr || param->name == "details";
    if (detail == HelpDetail::brief && is_common)
      names.push_back(option_usage(*option));
    else
      lines += option_entry(*option, doc, detail);
  }
  return lines + filled(names);
}

/// Returns the most frequent options of engines, and where the others are listed.
std::string engine_options(CatalogDoc const& doc) {
  if (std::ranges::find(doc.params, "engine", &ParamDoc::name) == doc.params.end()) return {};
  std::string text;
  for (auto const& section : verb::list_catalogs()) {
    if (section.kind != "engines") continue;
    for (auto const& engine : section.entries) {
      auto const parts = verb::groups_of(section, engine);
      if (parts.size() == 1) continue;
      text += fmt::format("\n{} of engine {} ({} options: weft help {})\n", parts.front().heading,
                          engine.name, engine.params.size(), engine.name);
      for (auto const& param : parts.front().params) text += two_columns(param.name, param.doc);
    }
  }
  return "\nSpecify options of an engine in --engine NAME:key=value,.. or alone: --rate 0.2 is --engine flit:rate=0.2\n" +
         text;
}

std::string usage_line(CLI::App const& verb) {
  auto usage = "weft " + verb.get_name();
  for (auto const* option : verb.get_options())
    if (option->get_positional())
      usage += option->get_required() ? fmt::format(" {}", option->get_name(true))
                                      : fmt::format(" [{}]", option->get_name(true));
  return usage + " [OPTIONS]\n";
}

std::string common_options() {
  return "\nOptions of all verbs\n" + two_columns("-h", "a screen of help: weft -h, weft VERB -h") +
         two_columns("--help", "all of it") +
         two_columns("--version", "the version, and the libraries in use") +
         two_columns("--help-all", "the help of all verbs") + "\nNames\n" +
         two_columns(
             "NAME:key=value,..",
             "a topology, routing, traffic pattern, mapping or engine with parameters; the size needs no key: "
             "torus:8x8, hypercube:10, dragonfly:4") +
         two_columns(
             "FILE",
             "where a topology is expected, the path of a file that describes a network; weft FILE shows it") +
         two_columns("A,B or AxB", "lists; 0.1..0.5x5 is five rates from 0.1 to 0.5") + "\nSettings\n" +
         two_columns("~/.config/weft.toml", "prices, defaults of options, threads; weft config lists them") +
         two_columns("WEFT_CONFIG, WEFT_THREADS", "another file, and the number of threads") +
         fmt::format("\nExit status\n  {}\n", exit_status_text);
}

}  // namespace

std::string option_heading(ParamDoc const& param) {
  for (auto const& group : option_groups) {
    auto const names = split_words(group.names);
    if (std::ranges::find(names, param.name) != names.end()) return std::string(group.heading);
  }
  return "Question";
}

std::string help_text(HelpDetail detail) {
  std::string text =
      "Weft: design, route, map and simulate supercomputer interconnects\n\nUsage: weft VERB [ARGUMENTS] [OPTIONS]\n";
  std::vector<std::string> grouped;
  for (auto const& group : verb_groups) {
    text += fmt::format("{}{}\n", detail == HelpDetail::full || grouped.empty() ? "\n" : "", group.heading);
    for (auto const& name : split_words(group.names))
      if (auto const* const doc = find_command(name)) {
        text += fmt::format("  {:<14}{}\n", doc->name, doc->doc);
        grouped.push_back(name);
      }
  }
  std::vector<CatalogDoc const*> others;
  for (auto const& command : commands())
    if (std::ranges::find(grouped, command.doc.name) == grouped.end()) others.push_back(&command.doc);
  if (detail == HelpDetail::full) {
    text += "\nAbout weft\n";
    for (auto const* doc : others) text += fmt::format("  {:<14}{}\n", doc->name, doc->doc);
    return text + common_options();
  }
  std::string names;
  for (auto const* doc : others) names += (names.empty() ? "" : ", ") + doc->name;
  return text + fmt::format(
                    "About weft: {}\n\nweft VERB -h      the options of a verb\n"
                    "weft help WORD    explains a verb, topology, metric, term, parameter or format\n",
                    names);
}

std::string help_text(CLI::App const& verb, CatalogDoc const& doc, HelpDetail detail) {
  auto text = fmt::format("{}\n\nUsage: {}", doc.doc, usage_line(verb));
  for (auto const* heading : option_headings)
    if (auto const lines = options_under(heading, verb, doc, detail); !lines.empty())
      text += fmt::format("{}{}\n{}", detail == HelpDetail::full ? "\n" : "", heading, lines);
  if (detail == HelpDetail::full)
    text += "\nHelp\n" + two_columns("-h, --help", "-h: a line for each option; --help: all of this") +
            engine_options(doc);
  if (!doc.example.empty()) {
    text += detail == HelpDetail::full ? "\nExamples\n" : "Examples\n";
    std::istringstream examples(doc.example);
    for (std::string line; std::getline(examples, line);) text += "  " + line + "\n";
  }
  if (detail == HelpDetail::full) return text + fmt::format("\nExit status\n  {}\n", exit_status_text);
  return text + fmt::format("weft {} --help    explains each option\n", doc.name);
}

namespace {

/// Returns the indentation of the continuation of a help line: its second column, or else its first word.
std::size_t indent_of(std::string_view line) {
  auto const begin = std::min(line.find_first_not_of(' '), line.size());
  auto const gap = line.find("  ", begin);
  return gap == std::string_view::npos ? begin : line.find_first_not_of(' ', gap);
}

}  // namespace

void print_help(std::string const& help) {
  constexpr std::size_t min_for_two_columns = 50;
  auto const width = text_layout(STDOUT_FILENO).line;
  std::istringstream lines(help);
  std::string text;
  for (std::string line; std::getline(lines, line);)
    text += wrapped(line, width, width < min_for_two_columns ? 0 : indent_of(line));
  print_text(text, true);
}

namespace {

struct Help {
  struct Params {
    std::string words = {};
  };
  static constexpr std::string_view name = "help";
  static constexpr std::string_view doc = "explain a verb, topology, metric, term, parameter or format";
  static constexpr std::string_view example = "weft help simulate\nweft help bisection\nweft help flit";
  static constexpr std::tuple schema{
      param("words", &Params::words, "verb, name or term to explain; default: the verbs")
          .positional("WORD")
          .repeated("words")};
};

int explain_words(Help::Params const& params, Output const& output) {
  auto const given = items_of(params.words);
  if (given.empty()) {
    print_help(help_text(HelpDetail::brief));
    return 0;
  }
  auto const name = fmt::format("{}", fmt::join(given, " "));
  if (auto const* const doc = find_command(name)) {
    CLI::App app;
    int status = 0;
    add_commands(app, status);
    print_help(help_text(*app.get_subcommand(name), *doc, HelpDetail::full));
    return 0;
  }
  auto const experiment = [&] {
    try {
      return verb::assemble({"list", {{"name", name}}});
    } catch (InputError const& error) { throw error.moved_to("WORD"); }
  }();
  auto result = experiment->run(no_progress());
  if (!output.json && output.directory.empty() && output.report.empty()) {  // the reader has typed the word
    result.request.clear();
    result.scenario.clear();
  }
  output.give(*experiment, result);
  return 0;
}

}  // namespace

Command help_command() { return command_of<Help>(true, explain_words); }

}  // namespace weft::app
