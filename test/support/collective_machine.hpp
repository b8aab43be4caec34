#pragma once

#include <memory>
#include <string>

#include "weft/collective/any_algorithm.hpp"
#include "weft/engine/schedule/execute.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// A topology as collective algorithms see it, one rank on each terminal.
class CollectiveMachine {
 public:
  template <Topology T>
  explicit CollectiveMachine(T const& topology)
      : network_(std::make_shared<TransferNetwork const>(build_network(topology))),
        machine_{*network_, to_spec(topology).to_string(), {}} {
    for (auto const v : network_->terminal_vertices()) machine_.ranks.push_back(v);
    if constexpr (Cartesian<T>) {
      Sides sides;
      for (std::uint32_t dim = 0; dim < topology.shape().dims(); ++dim)
        sides.push_back(topology.shape().side(dim));
      machine_.grid = collective::GridView::of(*network_, sides);
    }
    if constexpr (std::same_as<T, Clex>) {
      clex_ = std::make_shared<Clex const>(topology);
      machine_.clex = clex_.get();
    }
  }

  TransferNetwork const& network() const { return *network_; }
  collective::Machine const& operator*() const { return machine_; }

 private:
  std::shared_ptr<TransferNetwork const> network_;
  std::shared_ptr<Clex const> clex_;
  collective::Machine machine_;
};

/// What the execution of a plan gave, and into how many blocks it cuts a message.
struct PlanExecution : schedule::Execution {
  std::uint32_t blocks_per_message = 1;
};

/// Plans a task and executes it. The algorithm is a spec such as `ring` or `binomial:embedding=slots`.
inline PlanExecution execute_plan(CollectiveMachine const& machine, std::string const& algorithm,
                                  collective::Task const& task) {
  auto const it = collective::make_algorithm(Spec::parse(algorithm));
  it->check(*machine, task);
  auto const plan = it->plan(*machine, task);
  return {schedule::execute(machine.network(), *plan.schedule, {.sends = task.sends}),
          plan.blocks_per_message};
}

}  // namespace weft
