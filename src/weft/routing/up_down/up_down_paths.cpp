#include "weft/routing/up_down/up_down_paths.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"

namespace weft::routing {
namespace {

constexpr std::uint32_t most_routers_of_up_down = 23170;  // two tables of 1 GiB

}  // namespace

UpDownPaths::UpDownPaths(NetworkPtr network, std::vector<std::uint32_t> const& levels)
    : network_(std::move(network)), routers_(network_->num_routers()) {
  if (!network_->is_bidirectional())
    throw InputError{
        "up_down on a network with channels of one direction", "it follows links up and down", {}, "routing"};
  if (routers_ > most_routers_of_up_down)
    throw InputError{
        "up_down on " + std::to_string(routers_) + " routers",
        "its tables would take more than 2 GiB: at most " + std::to_string(most_routers_of_up_down),
        "use a routing that computes its paths", "routing"};
  rank_routers(levels);
  for (auto& table : hops_) table.assign(routers_ * routers_, unreachable);
  std::vector<std::vector<std::uint32_t>> queues(num_threads());
  parallel_for(routers_, [&](std::size_t to, unsigned worker) {
    search(static_cast<std::uint32_t>(to), queues[worker]);
  });
  for (auto const hops : hops_[0])
    if (hops != unreachable) longest_ = std::max<std::uint32_t>(longest_, hops);
  for (bool const descends : {false, true}) next_[descends] = next_ports(descends);
}

NextPorts UpDownPaths::next_ports(bool descends) const {
  return {*network_, [&](std::uint32_t at, std::uint32_t to, auto visit) {
            if (at != to && distance(at, to, descends) != unreachable)
              visit_ports(at, to, descends, [&](std::uint16_t port, bool) { return visit(port); });
          }};
}

void UpDownPaths::rank_routers(std::vector<std::uint32_t> const& levels) {
  std::vector<std::uint32_t> order(routers_);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t r) { return levels[r]; });
  rank_.resize(routers_);
  for (std::uint32_t i = 0; i < routers_; ++i) rank_[order[i]] = i;
}

/// Backwards from the destination: first packets that come down, then those that climb to the start of a
/// shortest path down.
void UpDownPaths::search(std::uint32_t to, std::vector<std::uint32_t>& queue) {
  if (network_->router_failed({to})) return;
  auto* const climbs = &hops_[0][to * routers_];
  auto* const descends = &hops_[1][to * routers_];
  auto const visit_sources = [&](std::uint32_t at, auto visit) {
    for (std::uint16_t p = 0, ports = network_->degree({at}); p < ports; ++p) {
      auto const c = network_->incoming({at}, {p});
      if (!network_->channel_failed(c)) visit(network_->source(c).v);
    }
  };
  queue.assign(1, to);
  descends[to] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    if (!network_->may_enter({queue[head]}, {to})) continue;
    visit_sources(queue[head], [&](std::uint32_t from) {
      if (is_up(from, queue[head]) || descends[from] != unreachable) return;
      descends[from] = static_cast<std::uint16_t>(descends[queue[head]] + 1);
      queue.push_back(from);
    });
  }
  std::copy_n(descends, routers_, climbs);
  // A router comes after all routers closer to the root: so its hops are known by then.
  queue.resize(routers_);
  for (std::uint32_t r = 0; r < routers_; ++r) queue[rank_[r]] = r;
  for (auto const at : queue) {
    if (climbs[at] == unreachable || !network_->may_enter({at}, {to})) continue;
    visit_sources(at, [&](std::uint32_t from) {
      if (is_up(from, at)) climbs[from] = std::min(climbs[from], static_cast<std::uint16_t>(climbs[at] + 1));
    });
  }
}

}  // namespace weft::routing
