#pragma once

#include <memory>
#include <optional>
#include <string>

#include "weft/core/progress.hpp"
#include "weft/engine/load/routings/load_routing.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/routing/percs_paths.hpp"

namespace weft::verb {

/// A topology and a load routing on it; what takes time is made when first asked for.
class LoadMachine {
 public:
  /// `routing`: as a user writes it; `default` is percs_direct on percs, dimension_order on grids, else all_minimal. Throws InputError
  /// naming the part at fault.
  LoadMachine(std::string const& topology, std::string const& routing);
  AnyTopology const& topology() const { return *topology_; }
  /// With every parameter written out.
  Spec const& routing() const { return routing_; }
  std::uint64_t terminals() const { return topology_->num_terminals(); }
  /// How the machine routes if it is PERCS and by its own routing.
  std::optional<PercsPaths> const& percs_paths() const { return percs_paths_; }

  Network const& network() const { return *machine_.network(); }
  load::PairShares const& shares() const;
  load::NetworkLoads loads(load::RouterTraffic const& traffic, Progress& progress) const;

 private:
  void check_routing(Spec const& routing);

  TopologyPtr topology_;
  Spec routing_;
  load::Machine machine_;
  std::optional<PercsPaths> percs_paths_;
  load::PairSharesPtr mutable shares_;
};

}  // namespace weft::verb
