#include "weft/routing/paths/hop_rows.hpp"

#include <algorithm>

#include "weft/graph/search.hpp"

namespace weft::routing {
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
  std::vector<Vertex> states;
  graph_->for_each_state_of(router, [&](std::uint32_t state) { states.push_back(state); });
  return breadth_first(graph_->num_states(), std::move(states),
                       [&](Vertex state, auto step) {
                         for (auto const [from, channel] : graph_->steps_into(state)) step(from);
                       })
      .hops;
}

}  // namespace weft::routing
