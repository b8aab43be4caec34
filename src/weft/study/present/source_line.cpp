#include "weft/study/present/source_line.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/param.hpp"
#include "weft/core/spec.hpp"

namespace weft::study {
namespace {

/// A parameter of a run or of its engine; empty if it has none of that name.
std::string parameter_of(Result const& result, std::string_view name) {
  for (auto const& [key, value] : result.scenario) {
    if (key == name) return value;
    if (key != "engine") continue;
    auto const engine = Spec::parse(value);
    if (auto const* const found = detail::find_argument(engine, name)) return *found;
  }
  return {};
}

/// The settings that all runs behind the figure share: what the study states, and the parameters that make a figure though a
/// study seldom states them.
std::string common_settings(std::vector<Outcome const*> const& runs) {
  std::string text;
  for (auto const& argument : runs.front()->run.request.arguments) {
    auto const states_it = [&](Outcome const* it) {
      return std::ranges::find(it->run.request.arguments, argument) != it->run.request.arguments.end();
    };
    if (std::ranges::all_of(runs, states_it)) text += fmt::format(", {} {}", argument.key, argument.value);
  }
  for (auto const* const name : {"alpha", "beta", "vcs"}) {
    auto const value = parameter_of(runs.front()->result, name);
    bool const stated = text.find(fmt::format("{}=", name)) != std::string::npos ||
                        text.find(fmt::format(", {} ", name)) != std::string::npos;
    if (!value.empty() && !stated &&
        std::ranges::all_of(runs, [&](Outcome const* it) { return parameter_of(it->result, name) == value; }))
      text += fmt::format(", {} {}", name, value);
  }
  auto const seed = runs.front()->result.seed;
  bool const stated = text.find(", seed ") != std::string::npos;
  if (!stated && std::ranges::all_of(runs, [&](Outcome const* it) { return it->result.seed == seed; }))
    text += fmt::format(", seed {}", seed);
  return text;
}

}  // namespace

std::string source_line(Study const& study, Material const& material, std::vector<Outcome const*> runs) {
  if (runs.empty())
    for (auto const& outcome : material.outcomes) runs.push_back(&outcome);
  return fmt::format("weft run studies/{}, run {}{}", study.name, run_id(as_result(study, material.outcomes)),
                     common_settings(runs));
}

}  // namespace weft::study
