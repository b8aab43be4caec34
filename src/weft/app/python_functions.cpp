#include "weft/app/python_functions.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/verb/list/catalogs.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

constexpr std::size_t width = 120;

/// The parameter as Python can name it.
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

/// The text in lines of a docstring.
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

std::string declared(ParamDoc const& param) {
  return fmt::format("    {}: {} | None = None,\n", name_of(param), type_of(param));
}

std::string pair_of(ParamDoc const& param) {
  return fmt::format("        \"{}\": {},\n", param.name, name_of(param));
}

/// What a function is for, and its parameters.
std::string docstring(CatalogDoc const& entry, std::string const& further = {}) {
  auto text = wrapped(escaped(sentence(entry.doc)), 0, 4);
  std::string docs;
  for (auto const& param : entry.params) docs += docs_of(param);
  docs += further;
  text.pop_back();
  return fmt::format("    \"\"\"{}{}\"\"\"\n", text, docs.empty() ? "" : "\n\n" + docs + "    ");
}

std::string verb_function(CatalogDoc const& verb) {
  std::string positional, named, pairs;
  for (auto const& param : verb.params) {
    (param.use.positional.empty() ? named : positional) += declared(param);
    pairs += pair_of(param);
  }
  auto const docs =
      docstring(verb,
                "    progress: called with (label, done, total) while the verb runs, at most 10 times "
                "a second; default: a bar on a terminal or in a notebook\n");
  return fmt::format(
      "\n\n@checked\ndef {}(\n{}    *,\n{}    progress: Progress | None = None,\n) -> Result:\n{}"
      "    return run(\"{}\", {{\n{}    }}, progress)\n",
      verb.name, positional, named, docs, verb.name, pairs);
}

std::string spec_function(std::string const& kind, CatalogDoc const& entry) {
  if (entry.params.empty())
    return fmt::format("\n\ndef {}() -> Spec:\n{}    return spec(\"{}\", \"{}\", {{}})\n", entry.name,
                       docstring(entry), kind, entry.name);
  std::string named, pairs;
  for (auto const& param : entry.params) {
    named += declared(param);
    pairs += pair_of(param);
  }
  return fmt::format(
      "\n\n@checked\ndef {}(\n    *,\n{}) -> Spec:\n{}    return spec(\"{}\", \"{}\", {{\n{}    }})\n",
      entry.name, named, docstring(entry), kind, entry.name, pairs);
}

std::string source(std::string const& doc, std::string const& imports, std::string const& functions,
                   std::vector<std::string> const& names) {
  return fmt::format(
      "\"\"\"{}\n\nWritten by `weft docs --python`; do not edit.\n\"\"\"\nfrom __future__ import annotations\n\n{}\n"
      "__all__ = [\n    \"{}\",\n]\n{}",
      doc, imports, fmt::join(names, "\",\n    \""), functions);
}

/// A module of Python: the catalogs that it holds.
struct CatalogModule {
  char const *name, *doc;
  std::vector<std::string> kinds;
};

std::vector<CatalogModule> catalog_modules() {
  return {
      {"topology", "Topologies, and machines that were built.", {"topologies", "machines"}},
      {"routing", "Routings.", {"routings"}},
      {"traffic", "Traffic among terminals: the parameter `traffic`.", {"traffic patterns"}},
      {"pattern", "Traffic among the tasks of a job: the parameter `pattern`.", {"communication patterns"}},
      {"mapping", "Mappings: where the tasks of a job run.", {"mappings"}},
      {"engine", "Engines of simulations.", {"engines"}},
      {"schedules", "What is sent when, slot by slot: the parameter `schedule`.", {"schedules"}},
      {"algorithm", "Algorithms of collective operations.", {"collectives"}},
      {"latency", "How long a request takes: the parameter `latency`.", {"latencies"}}};
}

OutputFile catalog_module(CatalogModule const& module) {
  std::string functions;
  std::vector<std::string> names;
  for (auto const& section : verb::list_catalogs())
    if (std::ranges::find(module.kinds, section.kind) != module.kinds.end())
      for (auto const& entry : section.entries) {
        names.push_back(entry.name);
        functions += spec_function(section.kind, entry);
      }
  return {std::string(module.name) + ".py",
          source(module.doc, "from .spec import Flag, Given, Number, Spec, Whole, checked, spec\n", functions,
                 names)};
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
                                       "from .request import Progress, run\nfrom .result import Result\n"
                                       "from .spec import Flag, Given, Number, Whole, checked\n",
                                       functions, names)});
  for (auto const& module : catalog_modules()) files.push_back(catalog_module(module));
  return files;
}

}  // namespace weft::app
