#include "weft/engine/rounds/clex/faults/way_finder.hpp"

#include <algorithm>
#include <utility>

#include "weft/core/random.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {

WayFinder::WayFinder(SurvivingClex const& network) : network_(network), degree_(network.clex().degree({0})) {
  for (Side* const side : {&forward_, &backward_}) {
    side->seen.assign(network.clex().num_routers(), 0);
    side->by.resize(network.clex().num_routers());
  }
}

void WayFinder::begin(Side& side, std::uint32_t root) {
  side.seen[root] = search_;
  side.frontier.assign(1, root);
}

/// Moves the frontier one hop on; the first node found that the other side has seen.
template <class Step>
std::optional<std::uint32_t> WayFinder::expand(Side& side, Side const& other, Step step) {
  next_.clear();
  for (std::uint32_t const node : side.frontier)
    for (std::uint32_t i = 0; i < degree_; ++i) {
      std::uint32_t const p = first_port_ + i < degree_ ? first_port_ + i : first_port_ + i - degree_;
      auto const [to, channel] = step(RouterId{node}, PortId{static_cast<std::uint16_t>(p)});
      if (side.seen[to.v] == search_ || !network_.channel_works(channel)) continue;
      side.seen[to.v] = search_;
      side.by[to.v] = channel;
      if (other.seen[to.v] == search_) return to.v;
      next_.push_back(to.v);
    }
  std::swap(side.frontier, next_);
  return std::nullopt;
}

std::optional<std::uint32_t> WayFinder::meeting_point(std::uint32_t from, std::uint32_t to) {
  topology::Clex const& clex = network_.clex();
  auto const ahead = [&](RouterId node, PortId p) {
    return std::pair{clex.neighbor(node, p).router, ChannelId{node, p}};
  };
  auto const back = [&](RouterId node, PortId p) {
    Hop const start = clex.source(node, p);
    return std::pair{start.router, ChannelId{start.router, start.port}};
  };
  begin(forward_, from);
  begin(backward_, to);
  while (!forward_.frontier.empty() && !backward_.frontier.empty()) {
    auto const met = forward_.frontier.size() <= backward_.frontier.size()
                         ? expand(forward_, backward_, ahead)
                         : expand(backward_, forward_, back);
    if (met) return met;
  }
  return std::nullopt;
}

std::optional<std::vector<ChannelId>> WayFinder::find(std::uint32_t from, std::uint32_t to,
                                                      std::uint64_t salt) {
  if (!network_.node_works(from) || !network_.node_works(to)) return std::nullopt;
  std::vector<ChannelId> way;
  if (from == to) return way;
  ++search_;
  first_port_ = static_cast<std::uint32_t>(mix64(salt) % degree_);
  auto const middle = meeting_point(from, to);
  if (!middle) return std::nullopt;
  for (std::uint32_t node = *middle; node != from; node = way.back().router().v)
    way.push_back(forward_.by[node]);
  std::reverse(way.begin(), way.end());
  for (std::uint32_t node = *middle; node != to;) {
    way.push_back(backward_.by[node]);
    node = network_.clex().neighbor(way.back().router(), way.back().port()).router.v;
  }
  return way;
}

}  // namespace weft::rounds
