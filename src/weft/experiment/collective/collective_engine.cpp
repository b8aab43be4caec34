#include "weft/experiment/collective/collective_engine.hpp"

#include "weft/core/error.hpp"
#include "weft/experiment/assemble.hpp"

namespace weft {

std::optional<CollectiveRequest> collective_request(Scenario const& scenario) {
  auto engine = parse_spec(scenario.engine, "engine");
  if (engine.name != "collective") return {};
  Scenario defaults;
  defaults.topology = scenario.topology;
  defaults.engine = scenario.engine;
  defaults.seed = scenario.seed;
  auto const given = write_params(scenario_schema, scenario, true);
  auto const expected = write_params(scenario_schema, defaults, true);
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i] != expected[i])
      throw InputError(given[i].key + " with engine collective",
                       "it knows a topology, a seed and its own options", "leave it away", given[i].key);
  engine.arguments.push_back({"topology", scenario.topology});
  engine.arguments.push_back({"seed", std::to_string(scenario.seed)});
  try {
    return read_params<CollectiveRequest>(collective_schema, engine);
  } catch (InputError const& error) { throw error.at("engine"); }
}

}  // namespace weft
