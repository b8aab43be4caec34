#include "weft/routing/paths/shortest_path_shares.hpp"

namespace weft::routing {

ShortestPathShares::ShortestPathShares(PathGraph graph, PathChoice choice)
    : graph_(std::make_shared<PathGraph const>(std::move(graph))), rows_(*graph_), choice_(choice) {}

bool ShortestPathShares::append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const {
  if (from == to) return true;
  auto const hops = rows_.to(to.v);
  if ((*hops)[from.v] == HopRows::unreachable) no_path(from, to);
  if (choice_ == PathChoice::lowest) {
    append_lowest(from.v, *hops, out);
    return true;
  }
  auto const first = out.size();
  bool const exact = scratch_.with([] { return PathsOfPair{}; },
                                   [&](PathsOfPair& paths) {
                                     paths.find(*graph_, *hops, from.v);
                                     return paths.append(out);
                                   });
  if (graph_->num_states() > graph_->num_routers()) merge_shares(out, first);
  return exact;
}

void ShortestPathShares::append_lowest(std::uint32_t from, HopRows::Row const& hops,
                                       std::vector<ChannelShare>& out) const {
  for (auto at = from; hops[at] > 0;)
    for (auto const [next, channel] : graph_->steps(at))
      if (hops[next] + 1 == hops[at]) {
        out.push_back({{channel}, 1});
        at = next;
        break;
      }
}

}  // namespace weft::routing
