#include <optional>

#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/failures.hpp"
#include "weft/routing/bind.hpp"
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
        machine_(topology_, failures_of(params, scenario.seed)),
        routing_(parse_spec(scenario.routing, "routing")),
        layout_(read_layout(scenario.layout)),
        workload_(scenario, *topology_, static_cast<std::uint64_t>(scenario.messages)) {
    if (routing_.name == "default") routing_ = resolved_routing();
    bool const phases = runs_phases(params, routing_);
    if (phases)
      read_phase_options();
    else
      routing_ = resolved_routing();
    if (!phases && params.asynchronous && params.jitter == 0)
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
  Spec resolved_routing() const { return routing::resolve(routing_, machine_, routing::Form::packets); }
  void read_phase_options() {
    auto const* clex = topology_->get_if<topology::Clex>();
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
      run_phases(*topology_->get_if<topology::Clex>(), *traffic, *phases_, params_, layout_, seed(), progress,
                 result);
    else
      run_packets(*topology_, machine_, routing_, *traffic, params_, layout_, seed(), progress, result);
    workload_.add_tables(result);
  }

  RoundsParams params_;
  TopologyPtr topology_;
  Machine machine_;
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
