// SPDX-License-Identifier: Apache-2.0
#include "weft/app/python_docs.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/app/python_types.hpp"

namespace weft::app::python {
namespace {

constexpr std::size_t width = 120;

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('\\', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + (text.ends_with('.') ? "" : ".");
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    auto const end = std::min(text.find(' ', begin), text.size());
    if (end > begin) words.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::string heading(std::string_view text) {
  return fmt::format("\n    {}\n    {}\n", text, std::string(text.size(), '-'));
}

/// Returns the type of a parameter for its doc: an enumeration as {"low", "high"}.
std::string shown_type(ParamDoc const& param) {
  auto type = type_of(param);
  constexpr std::string_view choice = "Literal[";
  if (type.starts_with(choice)) {
    type.replace(0, choice.size(), "{");
    type.back() = '}';
  }
  return type;
}

std::string docs_of(ParamDoc const& param) {
  auto const value = expression(param, param.default_value);
  bool const has_default = !param.use.required && value != "\"\"";
  auto text = fmt::format("    {} : {}{}\n", name_of(param), shown_type(param),
                          has_default ? ", default " + value : "");
  auto doc = param.doc;
  std::string facts = param.unit.empty() ? "" : "in " + param.unit;
  if (!param.range.empty()) facts += (facts.empty() ? "" : ", ") + param.range;
  if (!facts.empty()) doc += " (" + facts + ")";
  for (auto const& [name, meaning] : param.values) doc += fmt::format("; `{}`: {}", name, meaning);
  return text + wrapped(escaped(doc), 8, 8);
}

std::string parameters(std::vector<ParamDoc> const& params, std::string_view further = {}) {
  if (params.empty() && further.empty()) return {};
  auto text = heading("Parameters");
  for (auto const& param : params) text += docs_of(param);
  return text + std::string(further);
}

/// Returns the docstring of a purpose and sections.
std::string docstring(std::string const& purpose, std::string const& sections) {
  auto text = wrapped(escaped(sentence(purpose)), 0, 4);
  text.pop_back();
  return fmt::format("    \"\"\"{}\n{}    \"\"\"\n", text, sections);
}

/// Returns an argument `name=value`, as text for types that have no literals.
std::string argument(ParamDoc const& param, std::string const& value) {
  return fmt::format("{}={}", name_of(param), expression(param, value));
}

/// Returns an example of the command as a call; empty if it reads or writes a file, or has options of another
/// part, such as the engine.
std::string call_of(CatalogDoc const& verb) {
  auto const words = words_of(verb.example.substr(0, verb.example.find('\n')));
  std::vector<std::string> positional, arguments;
  for (std::size_t i = 2; i < words.size(); ++i) {
    auto const& word = words[i];
    if (!word.starts_with('-')) {
      if (word.find('.') != std::string::npos) return {};
      positional.push_back(literal(word));
      continue;
    }
    auto const param =
        std::ranges::find_if(verb.params, [&](auto const& it) { return option_name(it) == word; });
    if (param == verb.params.end() || (param->type != "boolean" && ++i == words.size())) return {};
    arguments.push_back(argument(*param, param->type == "boolean" ? "true" : words[i]));
  }
  if (positional.size() > 1 && !verb.params.front().use.repeated.empty())
    positional = {fmt::format("[{}]", fmt::join(positional, ", "))};
  arguments.insert(arguments.begin(), positional.begin(), positional.end());
  return fmt::format("weft.{}({})", verb.name, fmt::join(arguments, ", "));
}

/// Returns a list of tables with their titles.
std::string tables_of(std::vector<Table> const& tables) {
  if (tables.empty()) return {};
  std::string text = "        with some of these tables, depending on the parameters:\n\n";
  for (auto const& table : tables)
    text += wrapped(escaped(fmt::format("- `{}`: {}", table.name, table.title)), 8, 10);
  return text;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t further) {
  std::string out, line(indent, ' ');
  bool empty = true;
  for (auto const& word : words_of(text)) {
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

std::string parameters_docstring(CatalogDoc const& entry) {
  return docstring(entry.doc, parameters(entry.params));
}

std::string verb_docstring(CatalogDoc const& verb, std::vector<Table> const& tables) {
  constexpr std::string_view progress =
      "    progress : Progress\n"
      "        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a\n"
      "        terminal or in a notebook\n";
  auto sections = parameters(verb.params, progress);
  sections += heading("Returns") + "    Result\n" + tables_of(tables);
  sections += heading("Raises") +
              "    InputError\n        for a wrong value, before anything is computed\n"
              "    TypeError\n        for an unknown parameter or an object of a wrong type\n";
  if (auto const call = call_of(verb); !call.empty())
    sections += heading("Examples") + "    >>> import weft\n    >>> result = " + call + "\n";
  return docstring(verb.doc, sections);
}

std::string entry_docstring(CatalogDoc const& entry, std::string_view value) {
  auto sections = parameters(entry.params);
  sections += heading("Returns") + fmt::format("    {}\n", value);
  if (!entry.params.empty()) sections += heading("Raises") + "    InputError\n        for a wrong value\n";
  return docstring(entry.doc, sections);
}

}  // namespace weft::app::python
