// SPDX-License-Identifier: Apache-2.0
#include "weft/app/python_functions.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/app/python_docs.hpp"
#include "weft/app/python_types.hpp"
#include "weft/app/result_tables.hpp"
#include "weft/network/named_sizes.hpp"
#include "weft/verb/catalogs.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace python {
namespace {

/// A Python module for a catalog.
struct CatalogModule {
  char const *kind, *name, *doc;
  char const* own = "";  ///< imports functions that accept Python objects
};

constexpr std::array catalog_modules{
    CatalogModule{"topologies", "topology", "Topologies."},
    CatalogModule{"machines", "machine",
                  "Topologies of machines that were built, and names for some with certain parameters."},
    CatalogModule{"routings", "routing", "Routings."},
    CatalogModule{"traffic patterns", "traffic", "Traffic among terminals: the parameter `traffic`.",
                  "from .own_traffic import matrix as matrix, messages as messages\n"},
    CatalogModule{"communication patterns", "pattern",
                  "Traffic among the tasks of a job: the parameter `pattern`."},
    CatalogModule{"programs", "program", "Programs of ranks: the parameter `program`."},
    CatalogModule{"job streams", "stream", "Streams of jobs: the parameter `log`."},
    CatalogModule{"policies", "policy", "Which job starts when: the parameter `policy`."},
    CatalogModule{"allocations", "allocation", "Which nodes a job gets: the parameter `allocation`."},
    CatalogModule{"estimates", "estimates", "Estimates of run times by users: the parameter `estimates`."},
    CatalogModule{"mappings", "mapping", "Mappings: where the tasks of a job run."},
    CatalogModule{"engines", "engine", "Engines of simulations."},
    CatalogModule{"schedules", "schedules", "Transfers slot by slot: the parameter `schedule`."},
    CatalogModule{"collectives", "algorithm", "Algorithms of collective operations."},
    CatalogModule{"latencies", "latency", "How long a request takes: the parameter `latency`."}};

/// Returns `from MODULE import A, B` for the names that occur in `text`; empty if none does.
std::string import_of(std::string_view module, std::vector<std::string> const& names,
                      std::string const& text) {
  std::vector<std::string> used;
  for (auto const& name : names) {
    auto const is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
      if (!is_part(text[at - 1]) && !is_part(text[at + name.size()])) {
        used.push_back(name);
        break;
      }
  }
  return used.empty() ? "" : fmt::format("from {} import {}\n", module, fmt::join(used, ", "));
}

/// Returns the imports of the types in declarations.
std::string imports_of(std::string const& declarations) {
  std::vector<std::string> values;
  for (auto const& module : catalog_modules) values.emplace_back(class_of(module.kind));
  std::ranges::sort(values);
  return import_of("collections.abc", {"Sequence"}, declarations) +
         import_of("typing", {"Literal"}, declarations) + "\n" +
         import_of(".accepted",
                   {"MappingLike", "Number", "Numbers", "Parts", "Path", "PatternLike", "Place", "Quantity",
                    "RoutesLike", "Settings", "Sides", "StreamLike", "TopologyLike", "TrafficLike", "Whole"},
                   declarations) +
         import_of(".values", values, declarations);
}

std::string source(std::string const& doc, std::string const& imports, std::string const& body,
                   std::vector<std::string> const& names) {
  return fmt::format(
      "\"\"\"{}\n\nWritten by `weft docs --python`; do not edit.\n\"\"\"\nfrom __future__ import annotations\n\n{}\n"
      "__all__ = [\n{}]\n{}",
      doc, imports, wrapped(fmt::format("\"{}\",", fmt::join(names, "\", \"")), 4, 4), body);
}

/// A function without a body of its own: declaration and docstring.
struct Function {
  std::string decorator, name, parameters, returned, docs;

  std::string declaration() const {
    return fmt::format("\n\n@{}\ndef {}({}) -> {}:\n", decorator, name,
                       parameters.empty() ? "" : "\n" + parameters, returned);
  }
  std::string text() const { return declaration() + docs + "    raise NotImplementedError\n"; }
};

Function verb_function(CatalogDoc const& verb, std::vector<Table> const& tables) {
  std::string positional, named;
  for (auto const& param : verb.params)
    (param.use.positional.empty() ? named : positional) += declared(param);
  return {"verb", verb.name, positional + "    *,\n" + named + "    progress: Progress | None = None,\n",
          "Result", verb_docstring(verb, tables)};
}

/// Returns the parameters that are given without their name: the value without a name in texts of the
/// command, or all sizes of a family, unless such a value stands for several of them.
std::vector<ParamDoc> positional_params(CatalogDoc const& entry) {
  auto const spec = without_aliases({entry.name, {{{}, "4"}}}, entry.params);
  auto const main = std::ranges::find(entry.params, spec.arguments.front().key, &ParamDoc::name);
  if (main == entry.params.end()) return {};
  if (!main->use.size || main->type != "integer") return {*main};
  if (with_named_sizes({entry.name, {{{}, "4"}}}, entry).arguments.size() > 1) return {};
  std::vector<ParamDoc> sizes;
  std::ranges::copy_if(entry.params, std::back_inserter(sizes), [](auto const& it) { return it.use.size; });
  return sizes;
}

/// Returns the parameters of a function; sides may be given as several arguments.
std::string declared_params(CatalogDoc const& entry) {
  auto const positional = positional_params(entry);
  std::string first, named;
  for (auto const& param : positional) first += declared(param);
  for (auto const& param : entry.params)
    if (std::ranges::find(positional, param.name, &ParamDoc::name) == positional.end())
      named += declared(param);
  if (positional.size() == 1 && positional.front().type == "sides")
    return first + "    *further: Whole,\n" + named;
  return first + (named.empty() ? "" : "    *,\n" + named);
}

Function entry_function(std::string const& kind, CatalogDoc const& entry) {
  auto const value = std::string(class_of(kind));
  return {fmt::format("named({})", value), entry.name, declared_params(entry), value,
          entry_docstring(entry, value)};
}

OutputFile verbs_file() {
  std::string functions, declarations;
  std::vector<std::string> names;
  auto const tables = result_tables();
  for (auto const& verb : verb::verb_docs()) {
    auto const function =
        verb_function(verb, std::ranges::find(tables, verb.name, &VerbTables::verb)->tables);
    names.push_back(verb.name);
    functions += function.text();
    declarations += function.declaration();
  }
  auto const imports =
      imports_of(declarations) + "from .request import Progress, verb\nfrom .result import Result\n";
  return {"_verbs.py", source("The verbs of Weft as functions.", imports, functions, names)};
}

OutputFile catalog_file(CatalogModule const& module, verb::CatalogSection const& section) {
  std::string functions, declarations, aliases;
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (auto const& entry : section.entries) taken.insert(entry.name);
  for (auto const& entry : section.entries) {
    auto const function = entry_function(section.kind, entry);
    names.push_back(entry.name);
    functions += function.text();
    declarations += function.declaration();
    for (auto const& alias : entry.aliases)
      if (taken.insert(alias).second) aliases += fmt::format("{} = {}\n", alias, entry.name);
  }
  for (auto const& entry : section.entries)
    for (auto const& alias : entry.aliases)
      if (std::ranges::find(names, alias) == names.end()) names.push_back(alias);
  if (!aliases.empty()) functions += "\n\n# Other names in the literature.\n" + aliases;
  auto const imports = imports_of(declarations) + module.own + "from .spec import named\n";
  return {std::string(module.name) + ".py", source(module.doc, imports, functions, names)};
}

/// Indents the lines of a function to make it a method.
std::string indented(std::string const& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    auto const end = text.find('\n', begin) + 1;
    if (text[begin] != '\n') out += "    ";
    out += text.substr(begin, end - begin);
    begin = end;
  }
  return out;
}

/// Returns the base class of Flits. Its constructor has the parameters of `simulate` and of the engine flit.
OutputFile flits_file(std::vector<verb::CatalogSection> const& sections) {
  auto all = *std::ranges::find(verb::verb_docs(), "simulate", &CatalogDoc::name);
  std::erase_if(all.params, [](auto const& it) { return it.name == "engine"; });
  std::ranges::find(all.params, "traffic", &ParamDoc::name)->default_value = "uniform";
  auto const& engines = std::ranges::find(sections, "engines", &verb::CatalogSection::kind)->entries;
  for (auto const& param : std::ranges::find(engines, "flit", &CatalogDoc::name)->params)
    if (std::ranges::find(all.params, param.name, &ParamDoc::name) == all.params.end())
      all.params.push_back(param);
  all.doc = "Begins a simulation of flits.";
  std::string declared_all = "    self,\n    topology: TopologyLike,\n    *,\n";
  for (auto const& param : all.params)
    if (param.use.positional.empty()) declared_all += declared(param);
  Function const constructor{"begun", "__init__", declared_all, "None", parameters_docstring(all)};
  auto const body =
      "\n\nclass FlitsParameters:\n    \"\"\"Parameters of `weft.simulate` and of `weft.engine.flit`.\"\"\"\n" +
      indented(constructor.text().substr(1));
  auto const imports = imports_of(constructor.declaration()) + "from .request import begun\n";
  return {"flits_parameters.py",
          source("The parameters of `weft.Flits`.", imports, body, {"FlitsParameters"})};
}

/// Returns the class of the values of a catalog.
std::string value_class(CatalogModule const& module, verb::CatalogSection const& section,
                        std::vector<verb::CatalogSection> const& sections) {
  bool const is_machine = section.kind == "machines";
  std::vector<std::string> accepted;
  for (auto const& other : sections)
    if (fits(section, other.kind)) accepted.push_back(literal(other.kind));
  std::erase(accepted, literal("machines"));
  auto const text =
      fmt::format("{} The functions of `weft.{}` return it; verbs accept it instead of its text.",
                  section.intro.substr(0, section.intro.find_first_of(".:")) + ".", module.name);
  auto body = fmt::format("\n\nclass {}({}):\n    \"\"\"{}    \"\"\"\n\n    __slots__ = ()\n",
                          class_of(section.kind), is_machine ? "Topology" : "Spec", wrapped(text, 0, 4));
  if (!is_machine)
    body += fmt::format(
        "    catalog: ClassVar[str] = {}\n    accepted: ClassVar[frozenset[str]] = frozenset({{{}}})\n",
        literal(section.kind), fmt::join(accepted, ", "));
  return body;
}

/// Returns all generated sources.
std::vector<OutputFile> sources() {
  auto const sections = verb::list_catalogs();
  std::vector<OutputFile> files{verbs_file()};
  std::string classes;
  std::vector<std::string> names;
  for (auto const& module : catalog_modules) {
    auto const& section = *std::ranges::find(sections, module.kind, &verb::CatalogSection::kind);
    files.push_back(catalog_file(module, section));
    classes += value_class(module, section, sections);
    names.emplace_back(class_of(module.kind));
  }
  files.push_back(flits_file(sections));
  files.push_back(
      {"values.py", source("Names of catalogs with parameters, as values.",
                           "from typing import ClassVar\n\nfrom .spec import Spec\n", classes, names)});
  return files;
}

}  // namespace
}  // namespace python

std::vector<OutputFile> python_functions() { return python::sources(); }

}  // namespace weft::app
