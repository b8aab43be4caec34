#include "weft/verb/collective/collective_machine.hpp"

#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/xgft.hpp"

namespace weft::verb {

CollectiveMachine::CollectiveMachine(TopologyPtr topology)
    : topology_(std::move(topology)),
      network_(std::make_unique<TransferNetwork const>(topology_->network({}))),
      machine_{*network_, topology_->spec(false), {}} {
  auto const vertices = network_->terminal_vertices();
  machine_.ranks.assign(vertices.begin(), vertices.end());
  machine_.grid = collective::GridView::of(*network_, topology_->sides());
  machine_.clex = topology_->get_if<Clex>();
  machine_.is_fat_tree = topology_->get_if<KaryNtree>() != nullptr || topology_->get_if<Xgft>() != nullptr;
}

}  // namespace weft::verb
