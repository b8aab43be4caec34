#include "weft/verb/list/list.hpp"

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/io/json.hpp"
#include "weft/version.hpp"

namespace weft::app {
namespace {

/// The doc up to its first clause.
std::string gist(std::string const& text) {
  std::size_t end = text.size();
  for (char const* stop : {". ", " (", ": ", "; "}) end = std::min(end, text.find(stop));
  return text.substr(0, end);
}

Result as_result(std::vector<CatalogSection> const& sections) {
  Result result;
  result.version = version;
  for (auto const& section : sections) {
    Table table{section.kind, section.kind, {{"name"}, {"parameters"}, {"what it is"}}, {}};
    for (auto const& entry : section.entries) {
      std::string keys;
      for (auto const& param : entry.params) keys += (keys.empty() ? "" : ", ") + param.name;
      table.add_row({entry.name, keys, gist(entry.doc)});
    }
    for (auto& c : table.name)
      if (c == ' ') c = '_';
    result.tables.push_back(std::move(table));
  }
  return result;
}

void print_entry(CatalogSection const& section, CatalogDoc const& entry) {
  fmt::print("{} ({})\n\n{}\n\n", entry.name, section.kind, entry.doc);
  for (auto const& param : entry.params) {
    fmt::print("  {}={}{}  {}{}\n", param.name, param.default_value,
               param.unit.empty() ? "" : " " + param.unit, param.doc,
               param.range.empty() ? "" : " (" + param.range + ")");
    for (auto const& [value, doc] : param.values) fmt::print("      {}: {}\n", value, doc);
  }
}

void explain(std::vector<CatalogSection> const& sections, std::string const& name) {
  std::vector<std::string> names;
  bool found = false;
  for (auto const& section : sections)
    for (auto const& entry : section.entries) {
      names.push_back(entry.name);
      if (entry.name != name) continue;
      print_entry(section, entry);
      found = true;
    }
  if (!found) throw InputError("unknown name '" + name + "'", "", suggest(name, names));
}

}  // namespace

void add_list(CLI::App& app) {
  auto* verb = app.add_subcommand("list", "what there is: topologies, routings, traffic patterns, engines");
  auto name = std::make_shared<std::string>();
  auto output = std::make_shared<Output>();
  verb->add_option("NAME", *name, "explain this one and its parameters")->type_name("");
  output->add_to(*verb);
  verb->callback([name, output] {
    auto const sections = list_catalogs();
    if (name->empty())
      output->give(as_result(sections));
    else
      explain(sections, *name);
  });
}

}  // namespace weft::app
