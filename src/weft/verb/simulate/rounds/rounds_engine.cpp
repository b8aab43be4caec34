#include <optional>

#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/verb/simulate/engines.hpp"
#include "weft/verb/simulate/rounds/run_rounds.hpp"
#include "weft/verb/simulate/workload.hpp"

namespace weft::verb {
namespace {

using namespace rounds;

constexpr char const* phase_routing = "clex_recursive";

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

class RoundsExperiment final : public Experiment {
 public:
  RoundsExperiment(Scenario const& scenario, RoundsParams const& params)
      : params_(params),
        topology_(make_topology(scenario.topology)),
        routing_(resolve_routing(scenario.routing, *topology_)),
        layout_(read_layout(scenario.layout)),
        workload_(scenario, *topology_, static_cast<std::uint64_t>(scenario.messages)) {
    if (runs_phases(params, routing_))
      read_phase_options();
    else if (params.asynchronous && params.jitter == 0)
      throw InputError("asynchronous = true", "packets have no phases to wait for", "give jitter", "engine");
    std::vector<Setting> settings{{"topology", topology_->spec(true)}, {"routing", routing_.to_string()}};
    settings.insert(settings.end(), workload_.settings().begin(), workload_.settings().end());
    settings.insert(settings.end(),
                    {{"messages", std::to_string(scenario.messages)},
                     {"engine", Spec{"rounds", write_params(rounds_schema, params_, true)}.to_string()},
                     {"layout", resolved_layout(layout_)}});
    resolve(std::move(settings), scenario.seed);
  }

 private:
  void read_phase_options() {
    auto const* clex = topology_->get_if<Clex>();
    if (clex == nullptr)
      throw InputError("clex_recursive cannot route on " + std::string(topology_->name()), "needs clex", "",
                       "routing");
    try {
      phases_ = read_params<ClexOptions>(clex_options_schema, routing_);
    } catch (InputError const& error) { throw error.at("routing"); }
    check_phases(*clex, params_);
    routing_ = Spec{phase_routing, write_params(clex_options_schema, *phases_, true)};
  }

  void execute(Result& result, Progress& progress) override {
    auto const traffic = workload_.traffic(progress);
    if (phases_)
      run_phases(*topology_->get_if<Clex>(), *traffic, *phases_, params_, layout_, seed(), progress, result);
    else
      run_packets(*topology_, routing_, *traffic, params_, layout_, seed(), progress, result);
    workload_.add_tables(result);
  }

  RoundsParams params_;
  TopologyPtr topology_;
  Spec routing_;
  LayoutParams layout_;
  Workload workload_;
  std::optional<ClexOptions> phases_;  ///< of A(l), if it runs in phases
};

}  // namespace

ExperimentPtr RoundsEngine::assemble(Scenario const& scenario, Params const& params) {
  return std::make_unique<RoundsExperiment>(scenario, params);
}

}  // namespace weft::verb
