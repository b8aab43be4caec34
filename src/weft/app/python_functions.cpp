// SPDX-License-Identifier: Apache-2.0
#include "weft/app/python_functions.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/verb/catalogs.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

constexpr std::size_t width = 120;

/// Returns the name of a parameter in Python.
std::string name_of(ParamDoc const& param) {
  constexpr std::array keywords{"from", "global", "in", "is", "as", "class", "for", "lambda", "with", "pass"};
  auto name = param.name;
  std::ranges::replace(name, '-', '_');
  return std::ranges::find(keywords, name) == keywords.end() ? name : name + "_";
}

std::string type_of(ParamDoc const& param) {
  if (param.type == "integer") return "Whole";
  if (param.type == "number") return "Number";
  if (param.type == "boolean") return "Flag";
  return "Given";
}

/// Wraps text to the lines of a docstring.
std::string wrapped(std::string const& text, std::size_t indent, std::size_t further) {
  std::string out, line(indent, ' ');
  bool empty = true;
  std::size_t begin = 0;
  while (begin < text.size()) {
    auto const end = std::min(text.find(' ', begin), text.size());
    auto const word = text.substr(begin, end - begin);
    begin = end + 1;
    if (!empty && line.size() + 1 + word.size() > width) {
      out += line + "\n";
      line = std::string(further, ' ');
      empty = true;
    }
    line += (empty ? "" : " ") + word;
    empty = false;
  }
  return out + line + "\n";
}

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('\\', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + (text.ends_with('.') ? "" : ".");
}

std::string docs_of(ParamDoc const& param) {
  auto text = fmt::format("{}: {}", name_of(param), param.doc);
  std::string facts = param.unit;
  if (!param.range.empty()) facts += (facts.empty() ? "" : ", ") + param.range;
  if (!param.default_value.empty() && !param.use.required)
    facts += (facts.empty() ? "" : ", ") + ("default " + param.default_value);
  if (!facts.empty()) text += " (" + facts + ")";
  for (auto const& [value, doc] : param.values) text += fmt::format("; `{}`: {}", value, doc);
  return wrapped(escaped(text), 4, 8);
}

/// Returns the declaration of a parameter; required parameters have no default.
std::string declared(ParamDoc const& param) {
  if (param.use.required) return fmt::format("    {}: {},\n", name_of(param), type_of(param));
  return fmt::format("    {}: {} | None = None,\n", name_of(param), type_of(param));
}

/// Returns the docstring of a function: its purpose and its parameters.
std::string docstring(CatalogDoc const& entry, std::string const& further = {}) {
  auto text = wrapped(escaped(sentence(entry.doc)), 0, 4);
  std::string docs;
  for (auto const& param : entry.params) docs += docs_of(param);
  docs += further;
  text.pop_back();
  return fmt::format("    \"\"\"{}{}\"\"\"\n", text, docs.empty() ? "" : "\n\n" + docs + "    ");
}

/// Returns a function with a decorator that passes its arguments to Weft.
std::string function(std::string const& decorator, std::string const& name, std::string const& parameters,
                     char const* returned, std::string const& docs) {
  return fmt::format("\n\n@{}\ndef {}({}) -> {}:\n{}    raise NotImplementedError\n", decorator, name,
                     parameters.empty() ? "" : "\n" + parameters, returned, docs);
}

std::string verb_function(CatalogDoc const& verb) {
  std::string positional, named;
  for (auto const& param : verb.params)
    (param.use.positional.empty() ? named : positional) += declared(param);
  auto const docs =
      docstring(verb,
                "    progress: called with (label, done, total) while the verb runs, at most 10 times "
                "a second; default: a bar on a terminal or in a notebook\n");
  return function("verb", verb.name,
                  positional + "    *,\n" + named + "    progress: Progress | None = None,\n", "Result",
                  docs);
}

std::string spec_function(std::string const& kind, CatalogDoc const& entry) {
  std::string parameters;
  for (auto const& param : entry.params)
    parameters += (parameters.empty() ? "    *,\n" : "") + declared(param);
  return function("named(\"" + kind + "\")", entry.name, parameters, "Spec", docstring(entry));
}

std::string source(std::string const& doc, std::string const& imports, std::string const& functions,
                   std::vector<std::string> const& names) {
  return fmt::format(
      "\"\"\"{}\n\nWritten by `weft docs --python`; do not edit.\n\"\"\"\nfrom __future__ import annotations\n\n{}\n"
      "__all__ = [\n{}]\n{}",
      doc, imports, wrapped(fmt::format("\"{}\",", fmt::join(names, "\", \"")), 4, 4), functions);
}

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

OutputFile catalog_file(CatalogModule const& module, verb::CatalogSection const& section) {
  std::string functions;
  std::vector<std::string> names;
  for (auto const& entry : section.entries) {
    names.push_back(entry.name);
    functions += spec_function(section.kind, entry);
  }
  return {std::string(module.name) + ".py",
          source(module.doc,
                 std::string(module.own) + "from .spec import Flag, Given, Number, Spec, Whole, named\n",
                 functions, names)};
}

}  // namespace

std::vector<OutputFile> python_functions() {
  std::string functions;
  std::vector<std::string> names;
  for (auto const& verb : verb::verb_docs()) {
    names.push_back(verb.name);
    functions += verb_function(verb);
  }
  std::vector<OutputFile> files;
  files.push_back({"_verbs.py", source("The verbs of Weft as functions.",
                                       "from .request import Progress, verb\nfrom .result import Result\n"
                                       "from .spec import Flag, Given, Number, Whole\n",
                                       functions, names)});
  auto const sections = verb::list_catalogs();
  for (auto const& module : catalog_modules)
    files.push_back(
        catalog_file(module, *std::ranges::find(sections, module.kind, &verb::CatalogSection::kind)));
  return files;
}

}  // namespace weft::app
