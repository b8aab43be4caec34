#pragma once

#include <memory>

#include "weft/collective/algorithm.hpp"
#include "weft/network/any_topology.hpp"

namespace weft::verb {

/// A topology as collective algorithms see it, one rank on each terminal.
class CollectiveMachine {
 public:
  explicit CollectiveMachine(TopologyPtr topology);
  TransferNetwork const& network() const { return *network_; }
  collective::Machine const& operator*() const { return machine_; }

 private:
  TopologyPtr topology_;
  std::unique_ptr<TransferNetwork const> network_;
  collective::Machine machine_;
};

}  // namespace weft::verb
