#include "weft/routing/shortest_paths.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"

namespace weft {
namespace {

/// Calls visit(router, hops) for every router from which `to` can be reached, nearest first.
template <class Visit>
void search_backwards(Network const& network, RouterId to, std::vector<RouterId>& queue,
                      std::vector<bool>& seen, Visit visit) {
  if (network.router_failed(to)) return;
  seen.assign(network.num_routers(), false);
  seen[to.v] = true;
  queue.assign(1, to);
  std::size_t head = 0;
  for (std::uint32_t hops = 0; head < queue.size(); ++hops)
    for (auto const end = queue.size(); head < end; ++head) {
      auto const at = queue[head];
      visit(at, hops);
      for (std::uint16_t p = 0, ports = network.in_degree(at); p < ports; ++p) {
        auto const c = network.incoming(at, {p});
        if (network.channel_failed(c)) continue;
        auto const from = network.source(c);
        if (seen[from.v]) continue;
        seen[from.v] = true;
        queue.push_back(from);
      }
    }
}

}  // namespace

DistanceTable::DistanceTable(NetworkPtr network)
    : network_(std::move(network)), size_(network_->num_routers()) {
  if (!fits(size_))
    throw InputError{"shortest paths between all pairs of " + std::to_string(size_) + " routers",
                     "their table would take " + std::to_string(size_ * size_ >> 30) + " GiB; at most 2 GiB",
                     "use a routing that computes its paths, on a network without failures"};
  if (fill(narrow_)) return;
  narrow_ = {};
  if (!fill(wide_)) throw InputError{"paths of more than 65534 hops", "distances are kept in 16 bits"};
}

/// Whether all distances fit.
template <class Entry>
bool DistanceTable::fill(std::vector<Entry>& table) {
  constexpr auto none = std::numeric_limits<Entry>::max();
  table.assign(size_ * size_, none);
  std::vector<std::vector<RouterId>> queues(num_threads());
  std::vector<std::vector<bool>> seen(num_threads());
  std::vector<std::uint32_t> greatest(num_threads());
  parallel_for(size_, [&](std::size_t to, unsigned worker) {
    auto* const row = table.data() + to * size_;
    search_backwards(*network_, {static_cast<std::uint32_t>(to)}, queues[worker], seen[worker],
                     [&](RouterId r, std::uint32_t hops) {
                       row[r.v] = static_cast<Entry>(hops);
                       greatest[worker] = std::max(greatest[worker], hops);
                     });
  });
  diameter_ = *std::ranges::max_element(greatest);
  return diameter_ < none;
}

namespace {

bool is_one_way(Network const& network) {
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
    if (network.ejection_router({e}) == network.injection_router({e})) return false;
  return true;
}

/// Networks without failures lead from everywhere to everywhere, but for those of some files and those whose terminals are all ejected
/// elsewhere than injected.
void refuse_if_disconnected(DistanceTable const& table) {
  auto const& network = table.network();
  auto const routers = static_cast<std::uint32_t>(network.num_routers());
  std::vector<bool> ends(routers, true);
  bool const one_way = is_one_way(network);
  if (one_way) {
    ends.assign(routers, false);
    for (std::uint32_t e = 0; e < network.num_terminals(); ++e) ends[network.ejection_router({e}).v] = true;
  }
  for (std::uint32_t to = 0; to < routers; ++to)
    for (std::uint32_t from = 0; from < routers; ++from)
      if (ends[to] && (!one_way || network.terminals_at({from}).count > 0) &&
          table.distance({from}, {to}) == DistanceTable::unreachable)
        throw InputError{"no way from router " + std::to_string(from) + " to router " + std::to_string(to),
                         "the network is not connected"};
}

}  // namespace

RoutingPtr shortest_paths(NetworkPtr network, MinimalChoice choice) {
  auto table = std::make_shared<DistanceTable const>(std::move(network));
  if (!table->network().has_failures()) refuse_if_disconnected(*table);
  return std::make_shared<ShortestPaths<TableMetric>>(TableMetric{std::move(table)}, choice);
}

}  // namespace weft
