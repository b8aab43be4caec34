#include "weft/report/command.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/report/html.hpp"
#include "weft/verb/verb.hpp"

namespace weft::report {
namespace {

std::string argument(ParamDoc const& param, std::string value) {
  if (!param.use.positional.empty()) return " " + shell_word(value);
  bool const repeated = !param.use.repeated.empty();
  auto const name = fmt::format(" --{}", repeated ? param.use.repeated : std::string_view(param.name));
  if (param.type == "boolean") return value == "true" ? name : name + "=false";
  if (repeated && value.starts_with('[') && value.ends_with(']')) value = value.substr(1, value.size() - 2);
  return name + " " + shell_word(value);
}

}  // namespace

std::string command_of(std::string const& verb, Result const& result) {
  auto const& docs = verb::verb_docs();
  auto const doc = std::ranges::find(docs, verb, &CatalogDoc::name);
  if (doc == docs.end()) return {};
  std::string positional, options;
  for (auto const& param : doc->params) {
    auto const setting = std::ranges::find(result.scenario, param.name, &Setting::key);
    bool const is_seed = param.name == "seed";
    if (!is_seed && setting == result.scenario.end()) continue;
    auto const value = is_seed ? fmt::format("{}", result.seed) : setting->value;
    if (value == param.default_value || (value.empty() && !param.use.required)) continue;
    (param.use.positional.empty() ? options : positional) += argument(param, value);
  }
  return "weft " + verb + positional + options;
}

std::string wrapped_command(std::string const& command) {
  constexpr std::size_t most_columns = 80;
  if (command.size() <= most_columns) return command;
  std::string out;
  std::size_t line = 0;
  bool quoted = false;
  for (std::size_t i = 0, end = 0; i < command.size(); i = end) {
    for (end = i; end < command.size(); ++end) {  // up to the next option
      if (command[end] == '\'') quoted = !quoted;
      if (!quoted && end > i && command.compare(end, 3, " --") == 0) break;
    }
    if (line > 0 && line + (end - i) + 2 > most_columns) {
      out += " \\\n ";
      line = 1;
    }
    out += command.substr(i, end - i);
    line += end - i;
  }
  return out;
}

}  // namespace weft::report
