#include "weft/experiment/simulate.hpp"

#include <chrono>
#include <cmath>

#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/clex_simulation.hpp"
#include "weft/engine/rounds/clex_tables.hpp"
#include "weft/engine/rounds/rounds_params.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/layout.hpp"
#include "weft/version.hpp"

namespace weft {
namespace {

using namespace rounds;

template <class Params, class Schema>
Params read_part(Schema const& schema, Spec const& spec, char const* where) {
  try {
    return read_params<Params>(schema, spec);
  } catch (InputError const& error) {
    throw error.at(where);
  }
}

HopLength hop_lengths(Clex const& clex) {
  auto const layout = std::make_shared<Layout const>(make_layout(clex, LayoutParams{}));
  auto const millimetres = static_cast<std::uint32_t>(std::llround(layout->pitch() * 1000));
  return [layout, millimetres](RouterId from, RouterId to) { return layout->cells_between(from, to) * millimetres; };
}

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

Table summary(ClexMachine const& machine, Traffic const& traffic, ClexMeasures const& measures, double seconds) {
  std::uint64_t hops = 0, rounds = 0;
  for (auto const& level : measures.levels) {
    hops += level.hops;
    rounds += level.sum_rounds;
  }
  Table table{"summary",
              "A(l) in all",
              {{"nodes"},
               {"messages"},
               {"hops_per_message", "hops", "", 4},
               {"rounds_per_message", "rounds", "mean rounds a message is under way", 4},
               {"makespan", "rounds", "until the last message arrives, step by step"},
               {"million_hops_per_second", "", "message-hops simulated", 1}},
              {}};
  table.add_row({machine.nodes(), traffic.num_messages(), measures.per_message(hops), measures.per_message(rounds),
                 measures.makespan(), static_cast<double>(hops) / seconds / 1e6});
  return table;
}

void run_phases(Clex const& clex, Traffic const& traffic, ClexOptions const& options, RoundsParams const& params,
                std::uint64_t seed, Progress& progress, Result& result) {
  Stopwatch const watch;
  DelayModel const model{params.alpha, params.beta};
  auto const outcome = params.delays
                           ? simulate_clex_delays(clex, traffic, options, seed, model, hop_lengths(clex), progress)
                           : simulate_clex(clex, traffic, options, seed, progress);
  double const seconds = watch.seconds();
  result.timings.push_back({"simulate", seconds});
  ClexMachine const machine{clex};
  result.tables.push_back(level_table(machine, outcome.measures));
  result.tables.push_back(phase_table(outcome.measures));
  result.tables.push_back(summary(machine, traffic, outcome.measures, seconds));
  if (outcome.delays) {
    result.tables.push_back(outcome.delays->table("delays"));
    result.tables.push_back(outcome.delays->distribution("delay_distribution"));
  }
}

}  // namespace

Result simulate(Scenario const& scenario, Progress& progress) {
  AnyTopology const topology = make_topology(scenario.topology);
  auto const seed = static_cast<std::uint64_t>(scenario.seed);
  auto const [traffic, traffic_text] =
      make_pattern(scenario.traffic, topology,
                   {num_terminals(topology), static_cast<std::uint64_t>(scenario.messages), seed});
  auto const engine = Spec::parse(scenario.engine);
  auto const params = read_part<RoundsParams>(rounds_schema, engine, "engine");
  auto const routing = Spec::parse(scenario.routing);
  auto const options = read_part<ClexOptions>(clex_options_schema, routing, "routing");
  Result result;
  result.seed = seed;
  result.version = version;
  result.host = describe_host();
  result.threads = num_threads();
  result.scenario = {
      {"topology", resolved_spec(topology)},
      {"routing", Spec{"clex_recursive", write_params(clex_options_schema, options, true)}.to_string()},
      {"traffic", traffic_text},
      {"messages", std::to_string(scenario.messages)},
      {"engine", Spec{"rounds", write_params(rounds_schema, params, true)}.to_string()}};
  if (auto const* clex = std::get_if<Clex>(&topology))
    run_phases(*clex, *traffic, options, params, seed, progress, result);
  return result;
}

}  // namespace weft
