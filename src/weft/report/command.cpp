#include "weft/report/command.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/report/html.hpp"
#include "weft/verb/verb.hpp"

namespace weft::report {
namespace {

/// A parameter with the values that a result states; one, unless it is repeated.
struct Argument {
  ParamDoc const* param;
  std::vector<std::string> values;
};

std::vector<std::string> values_of(ParamDoc const& param, Result const& result) {
  if (param.name == "seed") return {fmt::format("{}", result.seed)};
  std::vector<std::string> values;
  auto const numbered = std::string(param.use.repeated) + " ";  // such as `topology 2`
  for (auto const& [key, value] : result.scenario)
    if (key == param.name || (!param.use.repeated.empty() && key.starts_with(numbered)))
      values.push_back(value);
  return values;
}

/// What differs from the defaults as they are documented, and what stands without a name.
std::vector<Argument> arguments_of(CatalogDoc const& doc, Result const& result) {
  std::vector<Argument> all;
  for (auto const& param : doc.params) {
    auto values = values_of(param, result);
    if (values.empty() || (values.size() == 1 && values.front().empty())) continue;
    bool const is_default = values.size() == 1 && values.front() == param.default_value;
    if (!is_default || !param.use.positional.empty()) all.push_back({&param, std::move(values)});
  }
  return all;
}

Spec request_of(std::string const& verb, std::vector<Argument> const& arguments) {
  Spec request{verb, {}};
  for (auto const& [param, values] : arguments) {
    bool const is_list = !param->use.repeated.empty() && !values.front().starts_with('[');
    auto const value = is_list ? fmt::format("[{}]", fmt::join(values, ",")) : values.front();
    request.arguments.push_back({param->name, value});
  }
  return request;
}

/// The experiment of a request; null if it cannot be made here, such as without its files.
ExperimentPtr experiment_of(Spec const& request) {
  try {
    return verb::assemble(request);
  } catch (InputError const&) { return nullptr; }
}

/// The same without what a request is given anyway, if that names the same run.
std::vector<Argument> shortened(std::string const& verb, std::vector<Argument> const& all,
                                Result const& result) {
  auto without_names = all;
  std::erase_if(without_names, [](Argument const& it) { return it.param->use.positional.empty(); });
  auto const usual = experiment_of(request_of(verb, without_names));
  if (usual == nullptr) return all;
  auto few = all;
  std::erase_if(few, [&](Argument const& it) {
    return it.param->use.positional.empty() &&
           std::ranges::find(usual->resolved(), Setting{it.param->name, it.values.front()}) !=
               usual->resolved().end();
  });
  for (auto& argument : few)
    if (argument.param->use.catalog == "topologies")
      for (auto& value : argument.values) value = short_topology(value);
  auto const same = experiment_of(request_of(verb, few));
  return same != nullptr && same->id() == run_id(result) ? few : all;
}

std::string words_of(Argument const& argument) {
  auto const& use = argument.param->use;
  auto const option = use.repeated.empty() ? std::string(argument.param->name) : std::string(use.repeated);
  std::string words;
  for (auto value : argument.values) {
    if (!use.repeated.empty() && value.starts_with('[') && value.ends_with(']'))
      value = value.substr(1, value.size() - 2);
    if (!use.positional.empty())
      words += " " + shell_word(value);
    else if (argument.param->type == "boolean")
      words += value == "true" ? " --" + option : " --" + option + "=false";
    else
      words += " --" + option + " " + shell_word(value);
  }
  return words;
}

}  // namespace

std::string short_topology(std::string const& spec) {
  try {
    return make_topology(spec)->spec(false);
  } catch (InputError const&) { return spec; }
}

std::string command_of(std::string const& verb, Result const& result) {
  auto const& docs = verb::verb_docs();
  auto const doc = std::ranges::find(docs, verb, &CatalogDoc::name);
  if (doc == docs.end()) return {};
  std::string positional, options;
  for (auto const& argument : shortened(verb, arguments_of(*doc, result), result))
    (argument.param->use.positional.empty() ? options : positional) += words_of(argument);
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
