// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/table/table.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/graph/strong_components.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/topology/family/file.hpp"

namespace weft::routing {
namespace {

using Visits = std::span<RouteList::Visit const>;

/// Phase of a packet: the index of its route among the routes to its destination.
class TableRouting final : public ChannelRouting {
 public:
  TableRouting(RouteList list, Network const& network, std::string const& file)
      : list_(std::move(list)), order_(list_.routes.size()), first_to_(network.num_routers() + 1, 0) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::stable_sort(order_, {}, [&](std::size_t i) {
      return std::pair(list_[i].back().router, list_[i].front().router);
    });
    for (auto const i : order_) {
      check_simple(i, file);
      check_hosts(i, network, file);
      ++first_to_[list_[i].back().router + std::size_t{1}];
      longest_ = std::max(longest_, list_[i].size() - 1);
    }
    constexpr std::size_t max_routes = 65535;  // a phase has 16 bits
    if (std::ranges::max(first_to_) > max_routes)
      throw InputError(fmt::format("{} routes lead to one router", std::ranges::max(first_to_)),
                       fmt::format("table supports at most {}", max_routes), "", file);
    std::partial_sum(first_to_.begin(), first_to_.end(), first_to_.begin());
  }

  /// Returns the number of virtual channels that the file uses, at least 1; no_vcs_suffice if packets can
  /// wait for one another in a cycle.
  std::uint32_t vcs_needed(Network const& network) const {
    std::uint32_t vcs = 1;
    for (auto const& visit : list_.visits) vcs = std::max(vcs, visit.vc + 1U);
    std::vector<Arc> dependencies;
    for (std::size_t i = 0; i < list_.routes.size(); ++i) {
      auto const visits = list_[i];
      auto const channel = [&](std::size_t v) {
        return static_cast<Vertex>(network.channel({visits[v - 1].router}, {visits[v].port}).v * vcs +
                                   visits[v].vc);
      };
      for (std::size_t v = 2; v < visits.size(); ++v) dependencies.emplace_back(channel(v - 1), channel(v));
    }
    auto const found = strong_components(Graph::from_arcs(network.num_channels() * vcs, dependencies));
    return std::ranges::find(found.cyclic, true) == found.cyclic.end() ? vcs : no_vcs_suffice;
  }
  void supply(std::uint32_t vcs) { vcs_ = vcs; }

  ChannelTraits traits() const override {
    return {.hop_bound = static_cast<std::uint32_t>(longest_), .oblivious = true};
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const override {
    return from == to || !between(from, to).empty();
  }
  void route(std::span<Head const> heads, QueueView const&, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const& head = heads[i];
      auto phase = std::size_t{head.phase};
      if (head.in_port == from_source) phase = drawn(head);
      out[i] = next(head, phase);
      count[i] = 1;
    }
  }
  void possible(Head const& head, Possible& out) const override {
    if (head.in_port != from_source) return out.candidates.push_back(next(head, head.phase));
    for (auto const& i : between(head.at, head.target))
      out.candidates.push_back(next(head, phase_of(i, head.target)));
  }

 private:
  void check_simple(std::size_t i, std::string const& file) const {
    std::vector<std::uint32_t> visited;
    for (auto const& visit : list_[i]) {
      if (std::ranges::find(visited, visit.router) != visited.end())
        throw InputError(fmt::format("the route reaches router {} again", visit.router),
                         "routes of a table must not loop", "",
                         fmt::format("{}:{}", file, list_.routes[i].line));
      visited.push_back(visit.router);
    }
  }
  void check_hosts(std::size_t i, Network const& network, std::string const& file) const {
    auto const visits = list_[i];
    for (std::size_t v = 1; v + 1 < visits.size(); ++v)
      if (network.is_host({visits[v].router}))
        throw InputError(fmt::format("the route passes through host {}", visits[v].router),
                         "hosts do not forward", "", fmt::format("{}:{}", file, list_.routes[i].line));
  }
  std::span<std::size_t const> between(std::uint32_t from, std::uint32_t to) const {
    auto const begin = order_.begin();
    auto const found = std::ranges::equal_range(begin + static_cast<std::ptrdiff_t>(first_to_[to]),
                                                begin + static_cast<std::ptrdiff_t>(first_to_[to + 1]), from,
                                                {}, [&](std::size_t i) { return list_[i].front().router; });
    return {found.begin(), found.end()};
  }
  std::size_t phase_of(std::size_t const& i, std::uint32_t to) const {
    return static_cast<std::size_t>(&i - order_.data()) - first_to_[to];
  }
  /// Draws the route of a packet at its source, with the weights of the routes of its pair.
  std::size_t drawn(Head const& head) const {
    auto const routes = between(head.at, head.target);
    if (routes.empty()) no_path({head.at}, {head.target});
    std::uint64_t weight = 0;
    for (auto const i : routes) weight += list_.routes[i].weight;
    auto left = static_cast<std::uint64_t>(static_cast<unsigned __int128>(head.draw) * weight >> 64);
    auto route = routes.begin();
    for (; left >= list_.routes[*route].weight; ++route) left -= list_.routes[*route].weight;
    return phase_of(*route, head.target);
  }
  Candidate next(Head const& head, std::size_t phase) const {
    auto const i = order_[first_to_[head.target] + phase];
    auto const& hop = *std::next(std::ranges::find(list_[i], head.at, &RouteList::Visit::router));
    auto const mask = list_.names_vcs ? std::uint64_t{1} << std::min<std::uint32_t>(hop.vc, vcs_ - 1)
                                      : VcBlocks(vcs_, 1).all();
    return {.vcs = mask,
            .phase = static_cast<std::uint16_t>(phase),
            .port = hop.port,
            .weight = list_.routes[i].weight};
  }

  RouteList list_;
  std::vector<std::size_t> order_;     // routes by destination, then source
  std::vector<std::size_t> first_to_;  // by destination, in order_
  std::size_t longest_ = 0;
  std::uint32_t vcs_ = 1;
};

}  // namespace

RouteGround route_ground(Network const& network, std::vector<std::string> names) {
  auto const port = [&network](std::uint32_t from, std::uint32_t to,
                               std::optional<std::uint16_t> requested) -> std::optional<std::uint16_t> {
    for (std::uint16_t p = 0; p < network.degree({from}); ++p) {
      auto const channel = network.channel({from}, {p});
      if (requested.value_or(p) == p && network.target(channel).v == to && !network.channel_failed(channel))
        return p;
    }
    return {};
  };
  return {network.num_routers(), std::move(names), port};
}

namespace {

std::shared_ptr<TableRouting> read_table(std::string const& path, Machine const& machine) {
  auto const& network = *machine.network();
  auto const file = machine.as<topology::File>();
  auto list = read_route_list(path, route_ground(network, file ? file->names() : std::vector<std::string>{}));
  return std::make_shared<TableRouting>(std::move(list), network, path);
}

}  // namespace

std::uint32_t Table::vcs_needed(Machine const& machine) const {
  return read_table(params_.file, machine)->vcs_needed(*machine.network());
}

ChannelRoutingPtr Table::channels(Machine const& machine, VcSupply const& supply) const {
  auto routing = read_table(params_.file, machine);
  auto const needed = routing->vcs_needed(*machine.network());
  routing->supply(supplied_vcs(name, needed, supply,
                               needed == no_vcs_suffice
                                   ? "packets on its routes can wait for each other in a cycle"
                                   : "one for each virtual channel of its routes"));
  return routing;
}

}  // namespace weft::routing
