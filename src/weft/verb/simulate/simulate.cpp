#include "weft/verb/simulate/simulate.hpp"

#include "weft/experiment/assemble.hpp"
#include "weft/experiment/new_result.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/verb/deadlock/deadlock.hpp"
#include "weft/verb/load/load_jobs.hpp"
#include "weft/verb/load/load_parts.hpp"
#include "weft/verb/schedule/schedule.hpp"
#include "weft/verb/simulate/flit/flit_run.hpp"
#include "weft/verb/simulate/flit/flit_setting.hpp"
#include "weft/verb/simulate/run_rounds.hpp"
#include "weft/verb/sweep/sweep.hpp"

namespace weft {
namespace {

using namespace rounds;

constexpr char const* phase_routing = "clex_recursive";

template <class Params, class Schema>
Params read_part(Schema const& schema, Spec const& spec, char const* where) {
  try {
    return read_params<Params>(schema, spec);
  } catch (InputError const& error) { throw error.at(where); }
}

RoundsParams engine_of(Scenario const& scenario) {
  auto const engine = parse_spec(scenario.engine, "engine");
  if (engine.name != "rounds")
    throw InputError(
        "unknown engine '" + engine.name + "'", "",
        suggest(engine.name, {"rounds", "load", "flit", "sweep", "collective", "schedule", "deadlock"}),
        "engine");
  return read_part<RoundsParams>(rounds_schema, engine, "engine");
}

bool runs_phases(RoundsParams const& params, Spec const& routing) {
  bool const possible = routing.name == phase_routing;
  if (params.execution == Execution::phases && !possible)
    throw InputError("execution = phases", "only clex_recursive has phases", "use execution=packets",
                     "engine");
  bool const steady = params.rate > 0 || params.saturation;
  if (steady && params.execution == Execution::phases)
    throw InputError("execution = phases", "phases start all messages at once", "use execution=packets",
                     "engine");
  return possible && params.execution != Execution::packets && !steady;
}

/// A scenario whose names have become things.
struct Assembled {
  TopologyPtr topology;
  AssembledTraffic traffic;
  RoundsParams params;
  Spec routing;
  bool phases = false;
  ClexOptions options;  ///< of phases
  LayoutParams layout;
};

/// Refuses what only the engine `load` knows of.
void refuse_placement(Scenario const& scenario) {
  Scenario const defaults;
  auto const refuse = [](char const* what) {
    throw InputError(std::string(what) + " without engine load", "other engines do not place tasks",
                     "use engine=load, or weft load", what);
  };
  if (scenario.mapping != defaults.mapping) refuse("mapping");
  if (scenario.grid != defaults.grid) refuse("grid");
  if (!scenario.jobs.empty()) refuse("jobs");
}

Assembled assemble(Scenario const& scenario) {
  refuse_placement(scenario);
  Assembled it{make_topology(scenario.topology), {}, engine_of(scenario), {}, false, {},
               read_layout(scenario.layout)};
  it.traffic = make_pattern(scenario.traffic, *it.topology,
                            {it.topology->num_terminals(), static_cast<std::uint64_t>(scenario.messages),
                             static_cast<std::uint64_t>(scenario.seed)});
  it.routing = resolve_routing(scenario.routing, *it.topology);
  it.phases = runs_phases(it.params, it.routing);
  if (!it.phases) return it;
  if (it.topology->get_if<Clex>() == nullptr)
    throw InputError("clex_recursive cannot route on " + parse_spec(scenario.topology, "topology").name,
                     "needs clex", "", "routing");
  it.options = read_part<ClexOptions>(clex_options_schema, it.routing, "routing");
  it.routing = Spec{phase_routing, write_params(clex_options_schema, it.options, true)};
  return it;
}

/// The same experiment for the engine `load`, which has no options.
bool asks_for_loads(Scenario const& scenario) {
  auto const engine = parse_spec(scenario.engine, "engine");
  if (engine.name != "load") return false;
  if (!engine.arguments.empty()) throw InputError("load takes no parameters", "", "", "engine");
  return true;
}

LoadRequest load_request(Scenario const& scenario) {
  if (!scenario.layout.empty())
    throw InputError("layout with engine load", "loads know no distances", "", "layout");
  LoadRequest request{scenario.topology, scenario.routing, scenario.traffic, scenario.mapping,
                      scenario.grid,     scenario.seed,    scenario.jobs};
  if (!scenario.jobs.empty() && scenario.traffic == Scenario{}.traffic)
    request.pattern = LoadRequest{}.pattern;
  return request;
}

/// The same experiment for an engine that knows a topology, a seed and the options of a verb (`schema`); nothing for other engines.
template <class Request, class Schema>
std::optional<Request> verb_request(Scenario const& scenario, std::string const& name, Schema const& schema) {
  auto engine = parse_spec(scenario.engine, "engine");
  if (engine.name != name) return {};
  constexpr bool knows_routing = requires(Request request) { request.routing; };
  Scenario known{.topology = scenario.topology, .engine = scenario.engine, .seed = scenario.seed};
  if (knows_routing) known.routing = scenario.routing;
  auto const expected = write_params(scenario_schema, known, true);
  auto const given = write_params(scenario_schema, scenario, true);
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i] != expected[i])
      throw InputError(given[i].key + " with engine " + name,
                       knows_routing ? "it knows a topology, a routing, a seed and its own options"
                                     : "it knows a topology, a seed and its own options",
                       "leave it away", given[i].key);
  engine.arguments.push_back({"topology", scenario.topology});
  if (knows_routing) engine.arguments.push_back({"routing", scenario.routing});
  engine.arguments.push_back({"seed", std::to_string(scenario.seed)});
  return read_part<Request>(schema, engine, "engine");
}

std::optional<CollectiveRequest> collective_request(Scenario const& scenario) {
  return verb_request<CollectiveRequest>(scenario, "collective", collective_schema);
}

std::optional<ScheduleRequest> schedule_request(Scenario const& scenario) {
  auto request = verb_request<ScheduleRequest>(scenario, "schedule", schedule_schema);
  if (request) request->schedule = unbracketed(request->schedule);
  return request;
}

std::optional<DeadlockRequest> deadlock_request(Scenario const& scenario) {
  return verb_request<DeadlockRequest>(scenario, "deadlock", deadlock_schema);
}

}  // namespace

void check_scenario(Scenario const& scenario) {
  if (auto const collective = collective_request(scenario))
    check_collective(*collective);
  else if (asks_for_flits(scenario))
    assemble_flit(scenario);
  else if (auto const sweep = sweep_of(scenario))
    check_sweep(*sweep);
  else if (asks_for_loads(scenario))
    check_load(load_request(scenario));
  else if (auto const schedule = schedule_request(scenario))
    check_schedule(*schedule);
  else if (auto const deadlock = deadlock_request(scenario))
    check_deadlock(*deadlock);
  else
    assemble(scenario);
}

Result simulate(Scenario const& scenario, Progress& progress) {
  if (auto const request = collective_request(scenario)) return run_collective(*request, progress);
  if (asks_for_flits(scenario)) return run_flit(scenario, progress);
  if (auto const request = sweep_of(scenario)) return run_sweep(*request, progress);
  if (asks_for_loads(scenario)) return load_channels(load_request(scenario), progress);
  if (auto const schedule = schedule_request(scenario)) return run_schedule(*schedule, progress);
  if (auto const request = deadlock_request(scenario)) return analyse_deadlock(*request, progress);
  auto const it = assemble(scenario);
  auto const seed = static_cast<std::uint64_t>(scenario.seed);
  Result result = new_result(seed);
  result.scenario = {{"topology", it.topology->spec(true)},
                     {"routing", it.routing.to_string()},
                     {"traffic", it.traffic.resolved},
                     {"messages", std::to_string(scenario.messages)},
                     {"engine", Spec{"rounds", write_params(rounds_schema, it.params, true)}.to_string()},
                     {"layout", resolved_layout(it.layout)}};
  if (it.phases)
    run_phases(*it.topology->get_if<Clex>(), *it.traffic.traffic, it.options, it.params, it.layout, seed,
               progress, result);
  else
    run_packets(*it.topology, it.routing, *it.traffic.traffic, it.params, it.layout, seed, progress, result);
  return result;
}

}  // namespace weft
