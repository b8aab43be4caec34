#include "weft/experiment/simulate.hpp"

#include "weft/core/parallel.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/run_rounds.hpp"
#include "weft/version.hpp"

namespace weft {
namespace {

using namespace rounds;

constexpr char const* phase_routing = "clex_recursive";

template <class Params, class Schema>
Params read_part(Schema const& schema, Spec const& spec, char const* where) {
  try {
    return read_params<Params>(schema, spec);
  } catch (InputError const& error) {
    throw error.at(where);
  }
}

RoundsParams engine_of(Scenario const& scenario) {
  auto const engine = parse_spec(scenario.engine, "engine");
  if (engine.name != "rounds")
    throw InputError("unknown engine '" + engine.name + "'", "", suggest(engine.name, {"rounds"}), "engine");
  return read_part<RoundsParams>(rounds_schema, engine, "engine");
}

bool runs_phases(RoundsParams const& params, Spec const& routing) {
  bool const possible = routing.name == phase_routing;
  if (params.execution == Execution::phases && !possible)
    throw InputError("execution = phases", "only clex_recursive has phases", "use execution=packets", "engine");
  return possible && params.execution != Execution::packets && params.rate == 0;
}

Result new_result(std::uint64_t seed) {
  Result result;
  result.seed = seed;
  result.version = version;
  result.host = describe_host();
  result.threads = num_threads();
  return result;
}

}  // namespace

Result simulate(Scenario const& scenario, Progress& progress) {
  AnyTopology const topology = make_topology(scenario.topology);
  auto const seed = static_cast<std::uint64_t>(scenario.seed);
  auto const [traffic, traffic_text] =
      make_pattern(scenario.traffic, topology,
                   {num_terminals(topology), static_cast<std::uint64_t>(scenario.messages), seed});
  auto const params = engine_of(scenario);
  auto const routing = resolve_routing(scenario.routing, topology);
  Result result = new_result(seed);
  auto const describe = [&](std::string const& resolved_routing) {
    result.scenario = {{"topology", resolved_spec(topology)},
                       {"routing", resolved_routing},
                       {"traffic", traffic_text},
                       {"messages", std::to_string(scenario.messages)},
                       {"engine", Spec{"rounds", write_params(rounds_schema, params, true)}.to_string()}};
  };
  if (runs_phases(params, routing)) {
    auto const* clex = std::get_if<Clex>(&topology);
    if (!clex) throw InputError("clex_recursive cannot route on " + parse_spec(scenario.topology, "topology").name,
                                "needs clex", "", "routing");
    auto const options = read_part<ClexOptions>(clex_options_schema, routing, "routing");
    describe(Spec{phase_routing, write_params(clex_options_schema, options, true)}.to_string());
    run_phases(*clex, *traffic, options, params, seed, progress, result);
  } else {
    describe(routing.to_string());
    run_packets(topology, routing, *traffic, params, seed, progress, result);
  }
  return result;
}

}  // namespace weft
