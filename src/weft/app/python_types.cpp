// SPDX-License-Identifier: Apache-2.0
#include "weft/app/python_types.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"

namespace weft::app::python {
namespace {

using Words = std::pair<std::string_view, std::string_view>;

/// The classes of the values of catalogs.
constexpr std::array<Words, 15> classes{{{"topologies", "Topology"},
                                         {"machines", "Machine"},
                                         {"routings", "Routing"},
                                         {"traffic patterns", "Traffic"},
                                         {"communication patterns", "Pattern"},
                                         {"programs", "Program"},
                                         {"job streams", "Stream"},
                                         {"policies", "Policy"},
                                         {"allocations", "Allocation"},
                                         {"estimates", "Estimates"},
                                         {"mappings", "Mapping"},
                                         {"engines", "Engine"},
                                         {"schedules", "Schedule"},
                                         {"collectives", "Algorithm"},
                                         {"latencies", "Latency"}}};

/// The types of parameters of a catalog that accept objects or texts besides its values.
constexpr std::array<Words, 12> types_of_catalogs{{{"topologies", "TopologyLike"},
                                                   {"traffic patterns", "TrafficLike"},
                                                   {"communication patterns", "PatternLike"},
                                                   {"mappings", "MappingLike"},
                                                   {"job streams", "StreamLike"},
                                                   {"metrics", "str | Sequence[str]"},
                                                   {"layout", "Settings"},
                                                   {"cost", "Settings"},
                                                   {"energy", "Settings"},
                                                   {"jobs", "Parts"},
                                                   {"classes", "Parts"},
                                                   {"replay jobs", "Parts"}}};

/// The types of parameters whose text has a meaning that the schema does not state.
constexpr std::array<Words, 16> types_of_names{{{"routes", "RoutesLike"},
                                                {"engine", "Engine | str"},
                                                {"from", "Place"},
                                                {"to", "Place"},
                                                {"bytes", "Quantity | Sequence[Quantity]"},
                                                {"packets", "Whole | str"},
                                                {"receivers", "Whole | str"},
                                                {"requests", "Whole | str"},
                                                {"costs", "Settings"},
                                                {"collective", "Settings"},
                                                {"start", "Mapping | str"},
                                                {"of", "Schedule | str"},
                                                {"output", "Path"},
                                                {"write", "Path"},
                                                {"transfers", "Path"},
                                                {"groups", "Path"}}};

template <std::size_t n>
std::string_view find(std::array<Words, n> const& list, std::string_view key) {
  auto const at = std::ranges::find(list, key, &Words::first);
  return at == list.end() ? std::string_view{} : at->second;
}

/// Returns the type of a single value, for a parameter that may be a list.
std::string single_type(ParamDoc const& param) {
  if (!param.values.empty()) {
    std::string names;
    for (auto const& [value, doc] : param.values) names += (names.empty() ? "" : ", ") + literal(value);
    return "Literal[" + names + "]";
  }
  auto const is_unit = !param.unit.empty();
  if (param.type == "integer") return is_unit ? "Whole | str" : "Whole";
  if (param.type == "number") return is_unit ? "Quantity" : "Number";
  if (param.type == "boolean") return "bool";
  if (param.type == "sides") return "Sides";
  if (param.type == "numbers") return "Numbers";
  if (auto const type = find(types_of_catalogs, param.use.catalog); !type.empty()) return std::string(type);
  if (auto const type = find(classes, param.use.catalog); !type.empty()) return std::string(type) + " | str";
  if (auto const type = find(types_of_names, param.name); !type.empty()) return std::string(type);
  return is_file_key(param.name) ? "Path" : "str";
}

/// Returns a number as a literal; infinite numbers have none.
std::string number(std::string const& name, std::string const& text) {
  return std::isfinite(read_number(name, text)) ? text : fmt::format("float(\"{}\")", text);
}

/// Returns several numbers as a tuple, one as a number; a text for what are no numbers, such as ranges.
std::string numbers(std::string const& text) {
  std::string const digits = "0123456789.-+e";
  std::string list;
  std::size_t count = 0;
  for (std::size_t begin = 0; begin <= text.size(); ++count) {
    auto const end = std::min(text.find_first_of("x,", begin), text.size());
    auto const word = text.substr(begin, end - begin);
    if (word.empty() || word.find_first_not_of(digits) != std::string::npos ||
        word.find("..") != std::string::npos)
      return literal(text);
    list += (list.empty() ? "" : ", ") + word;
    begin = end + 1;
  }
  return count == 1 ? list : "(" + list + ")";
}

}  // namespace

std::string literal(std::string_view text) {
  std::string out = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string name_of(ParamDoc const& param) {
  constexpr std::array keywords{"from", "global", "in", "is", "as", "class", "for", "lambda", "with", "pass"};
  auto name = param.name;
  std::ranges::replace(name, '-', '_');
  return std::ranges::find(keywords, name) == keywords.end() ? name : name + "_";
}

std::string_view class_of(std::string_view kind) { return find(classes, kind); }

std::string type_of(ParamDoc const& param) {
  auto const single = single_type(param);
  if (param.use.repeated.empty() || single == "Parts") return single;
  return fmt::format("{0} | Sequence[{0}]", single);
}

std::string expression(ParamDoc const& param, std::string const& value) {
  if (!param.values.empty()) return literal(value);
  if (param.type == "integer" || param.type == "number") {
    try {
      return number(param.name, value);
    } catch (InputError const&) { return literal(value); }  // with a unit
  }
  if (param.type == "boolean") return value == "true" ? "True" : "False";
  if (param.type == "sides" || param.type == "numbers") return numbers(value);
  return literal(value);
}

std::string declared(ParamDoc const& param) {
  auto const begin = fmt::format("    {}: {}", name_of(param), type_of(param));
  return param.use.required ? begin + ",\n"
                            : fmt::format("{} = {},\n", begin, expression(param, param.default_value));
}

}  // namespace weft::app::python
