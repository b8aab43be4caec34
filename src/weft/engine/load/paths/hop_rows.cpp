#include "weft/engine/load/paths/hop_rows.hpp"

#include <algorithm>

namespace weft::load {
namespace {

std::size_t rows_kept(PathGraph const& graph) {
  constexpr std::size_t bytes = std::size_t{1} << 30, least = 64;
  auto const row = graph.num_states() * sizeof(std::uint32_t);
  return std::clamp<std::size_t>(bytes / std::max<std::size_t>(row, 1), least,
                                 std::max<std::size_t>(graph.num_routers(), least));
}

}  // namespace

HopRows::HopRows(PathGraph const& graph) : graph_(&graph), kept_(rows_kept(graph)) {}

std::shared_ptr<HopRows::Row const> HopRows::to(std::uint32_t router) const {
  auto& slot = kept_[router % kept_.size()];
  std::shared_ptr<Kept const> kept;
  {
    std::lock_guard const lock(mutex_);
    kept = slot;
  }
  if (!kept || kept->router != router) {
    kept = std::make_shared<Kept const>(Kept{router, search(router)});
    std::lock_guard const lock(mutex_);
    slot = kept;
  }
  return {kept, &kept->row};
}

HopRows::Row HopRows::search(std::uint32_t router) const {
  Row hops(graph_->num_states(), unreachable);
  std::vector<std::uint32_t> queue;
  graph_->for_each_state_of(router, [&](std::uint32_t state) {
    hops[state] = 0;
    queue.push_back(state);
  });
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (auto const [from, channel] : graph_->steps_into(queue[i]))
      if (hops[from] == unreachable) {
        hops[from] = hops[queue[i]] + 1;
        queue.push_back(from);
      }
  return hops;
}

}  // namespace weft::load
