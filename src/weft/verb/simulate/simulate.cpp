// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/simulate/simulate.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/experiment/assemble.hpp"
#include "weft/verb/engines.hpp"

namespace weft::verb {
namespace {

template <class Engine>
bool knows(std::string_view field) {
  return std::ranges::find(Engine::unknown, field) == Engine::unknown.end();
}

/// Returns a suggestion with the engines that support a field.
std::string knowing(std::string const& field) {
  std::string names;
  Engines::for_each([&]<class Engine>(std::type_identity<Engine>) {
    if (knows<Engine>(field))
      names += (names.empty() ? "engine=" : " or engine=") + std::string(Engine::name);
  });
  return "omit " + field + ", or use " + names;
}

/// Throws InputError for fields of a scenario that an engine does not support.
template <class Engine>
void check_fields(Scenario const& scenario) {
  for (auto const& [key, value] : write_params(scenario_schema, scenario, false))
    if (!knows<Engine>(key))
      throw InputError(fmt::format("engine {} does not support {}", Engine::name, key), "", knowing(key),
                       key);
}

}  // namespace

bool engine_supports(std::string const& engine, std::string_view field) {
  bool does = false;
  Engines::for_each([&]<class Engine>(std::type_identity<Engine>) {
    if (Engine::name == Spec::parse(engine).name) does = knows<Engine>(field);
  });
  return does;
}

ExperimentPtr Simulate::assemble(Scenario const& scenario) {
  auto const engine = parse_spec(scenario.engine, "engine");
  return at_place("engine", [&] {
    return Engines::pick_params(
        engine,
        [&]<class Engine>(std::type_identity<Engine>, typename Engine::Params const& params) {
          check_fields<Engine>(scenario);
          return Engine::assemble(scenario, params);
        },
        "engine");
  });
}

}  // namespace weft::verb
