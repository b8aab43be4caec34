#include "weft/app/man_pages.hpp"

#include <algorithm>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/version.hpp"

namespace weft::app {
namespace {

/// The text for troff: bold for what stands in backticks. Long lists may break after commas and bars.
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

/// A term and what it means, as an item of a list.
std::string item(std::string_view term, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}\n", term, troff(meaning));
}

std::string head(std::string_view page, std::string_view purpose) {
  return fmt::format(".TH \"{}\" 1 \"\" \"weft {}\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\n{} \\- {}\n",
                     page, version, troff(page), troff(purpose));
}

/// The option as one types it.
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
  if (option.get_positional()) return text;  // whose description lists the values
  auto const param = std::ranges::find_if(doc.params, [&](ParamDoc const& each) {
    return each.use.positional.empty() && option.check_lname(option_of(each).substr(2));
  });
  if (param == doc.params.end() || param->values.empty()) return text;
  text += ".RS\n";
  for (auto const& [value, meaning] : param->values) text += item(bold(value), meaning);
  return text + ".RE\n";
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
  if (!doc.example.empty()) text += fmt::format(".SH EXAMPLE\n{}\n", bold(doc.example));
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

}  // namespace

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

}  // namespace weft::app
