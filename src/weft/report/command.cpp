#include "weft/report/command.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/spec.hpp"
#include "weft/network/topologies.hpp"
#include "weft/report/html.hpp"
#include "weft/verb/verb.hpp"

namespace weft::report {
namespace {

/// The values of a parameter; a repeated one has one for each of its specs.
std::vector<std::string> values_of(ParamDoc const& param, std::string const& value) {
  if (param.use.repeated.empty() || !value.starts_with('[')) return {value};
  std::vector<std::string> values;
  for (auto const& spec : parse_nested(value)) values.push_back(spec.to_string());
  return values;
}

std::string words_of(ParamDoc const& param, std::string const& value) {
  auto const option = " " + option_of(param);
  if (param.type == "boolean") return value == "true" ? option : option + "=" + shell_word(value);
  std::string words;
  for (auto const& it : values_of(param, value)) {
    if (param.use.positional.empty())
      words += option + (it.starts_with('-') ? "=" : " ");
    else
      words += " ";
    words += shell_word(it);
  }
  return words;
}

}  // namespace

std::string short_topology(std::string const& spec) {
  try {
    return make_topology(spec)->spec(false);
  } catch (InputError const&) { return spec; }
}

std::string command_of(Result const& result) {
  if (result.request.empty()) return {};
  auto const request = Spec::parse(result.request);
  auto const& docs = verb::verb_docs();
  auto const doc = std::ranges::find(docs, request.name, &CatalogDoc::name);
  if (doc == docs.end()) return {};
  std::string positional, options;
  for (auto const& param : doc->params)
    for (auto const& [key, value] : request.arguments)
      if (key == param.name && key != "output")
        (param.use.positional.empty() ? options : positional) += words_of(param, value);
  return "weft " + request.name + positional + options;
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
