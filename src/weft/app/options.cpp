// SPDX-License-Identifier: Apache-2.0
#include "weft/app/options.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/app/help.hpp"
#include "weft/app/typed_words.hpp"
#include "weft/core/error.hpp"
#include "weft/core/spec.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/topology/machines.hpp"

namespace weft::app {
namespace {

std::string type_name_of(ParamDoc const& doc) {
  if (doc.name == "output") return "FILE";
  if (doc.type == "text") {
    auto const kind = doc.use.catalog;
    return kind.empty() || kind == "metrics" || kind == "layout" || kind == "cost" ? "TEXT" : "SPEC";
  }
  constexpr std::size_t longest = 40;
  std::string choices;
  for (auto const& [name, meaning] : doc.values) choices += (choices.empty() ? "" : "|") + name;
  if (choices.size() > longest) return "CHOICE";
  if (!choices.empty()) return choices;
  if (doc.type == "integer") return "N";
  if (doc.type == "number") return "X";
  return doc.type == "sides" ? "AxB" : doc.type == "numbers" ? "A,B" : "TEXT";
}

/// Returns the help of a parameter; for a positional argument, it explains the choices.
std::string help_of(ParamDoc const& doc) {
  auto text = doc.doc;
  if (!doc.use.positional.empty())
    for (auto const& [name, meaning] : doc.values) text += fmt::format("; {}: {}", name, meaning);
  if (!doc.unit.empty()) text += " (" + doc.unit + ")";
  bool const says_default = text.find("default: ") != std::string::npos && doc.default_value == "default";
  if (!doc.default_value.empty() && !doc.use.required && doc.type != "boolean" && !says_default)
    text += " [" + doc.default_value + "]";
  return text;
}

/// Returns whether a value is a list of several specs in brackets.
bool names_several(std::string const& list) {
  try {
    return parse_nested(list).size() > 1;
  } catch (InputError const&) { return false; }
}

/// Returns the specs of an option that is repeated as one list. A value may be a list, too. Throws InputError
/// for a value that begins with a parameter, which would belong to the spec before it.
std::string list_of_specs(std::vector<std::string> values, std::string const& option) {
  for (auto& value : values)
    if (auto const end = value.find_first_of(":=,[\""); end != std::string::npos && value[end] == '=')
      throw InputError(value + " has no name", "", "use the form name:" + value, option);
    else if (value.starts_with('['))
      try {
        if (!parse_nested(value).empty()) value = unbracketed(value);
      } catch (InputError const&) { continue; }  // reported with its parameter
  return fmt::format("[{}]", fmt::join(values, ","));
}

}  // namespace

void add_option(CLI::App& verb, ParamDoc const& doc,
                std::function<void(std::string const& value)> const& keep) {
  auto const name = !doc.use.positional.empty() ? std::string(doc.use.positional)
                    : doc.name == "output"      ? "-o,--output"
                                                : option_name(doc);
  CLI::Option* option = nullptr;
  if (!doc.use.repeated.empty())
    option = verb.add_option_function<std::vector<std::string>>(
        name,
        [keep, doc, name](std::vector<std::string> values) {
          if (doc.use.catalog.empty()) return keep(list_of(values));
          if (doc.use.catalog == "topologies") std::ranges::transform(values, values.begin(), topology_text);
          auto const list = list_of_specs(values, name);
          bool const is_one = doc.use.repeated == doc.name && values.size() == 1 && !names_several(list);
          keep(is_one ? values.front() : list);
        },
        help_of(doc));
  else if (doc.type == "boolean")
    option = verb.add_flag_function(
        name, [keep](std::int64_t count) { keep(count > 0 ? "true" : "false"); }, help_of(doc));
  else
    option = verb.add_option_function<std::string>(name, keep, help_of(doc));
  if (doc.type != "boolean") option->type_name(doc.use.positional.empty() ? type_name_of(doc) : "");
  if (!doc.use.repeated.empty() && doc.use.positional.empty()) option->allow_extra_args(false);
  option->required(doc.use.required);
  option->group(option_heading(doc));
}

}  // namespace weft::app
