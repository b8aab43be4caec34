#include "weft/engine/load/network_load.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>

#include "weft/core/error.hpp"

namespace weft::load {
namespace {

constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t most = std::uint64_t{1} << 62;

/// What the tasks of one router send to each other one. With Valiant's way, both legs in units of 1 / routers: to any
/// router what the source sends in all, and from any router what a destination receives in all.
void fill_sent(RouterTraffic const& traffic, RouterId from, bool valiant, std::vector<std::uint64_t>& to) {
  auto const routers = traffic.network().num_routers();
  to.assign(routers, 0);
  if (!valiant) return traffic.add_sent(from, to);
  for (std::size_t r = 0; r < routers; ++r) to[r] = traffic.out()[from.v] + traffic.in()[r];
  to[from.v] = 0;
}

[[noreturn]] void no_path(RouterId from, std::size_t to) {
  throw InputError("no path from router " + std::to_string(from.v) + " to router " + std::to_string(to),
                   "the network is not connected", "", "topology");
}

/// The shortest paths from one router.
class ShortestPathTree {
 public:
  explicit ShortestPathTree(Network const& network)
      : network_(&network), distance_(network.num_routers()), paths_(network.num_routers()) {}

  void grow(RouterId from) {
    std::ranges::fill(distance_, unseen);
    order_.assign(1, from.v);
    distance_[from.v] = 0;
    paths_[from.v] = 1;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      auto const u = order_[i];
      for_each_channel(u, [&](std::uint32_t, std::uint32_t v) {
        if (distance_[v] == unseen) {
          distance_[v] = distance_[u] + 1;
          paths_[v] = 0;
          order_.push_back(v);
        }
        if (distance_[v] == distance_[u] + 1) paths_[v] += paths_[u];
      });
    }
  }
  bool reaches(std::size_t v) const { return distance_[v] != unseen; }
  /// How many shortest paths lead to v; a double, exact below 2^53.
  double paths(std::size_t v) const { return paths_[v]; }

  /// Adds to the channels' loads. `part`: for each router, what one of the paths to it carries; consumed.
  template <class Number>
  void add_loads(std::vector<Number>& part, std::vector<Number>& channel) const {
    for (std::size_t i = order_.size(); i-- > 0;) {
      auto const u = order_[i];
      for_each_channel(u, [&](std::uint32_t c, std::uint32_t v) {
        if (distance_[v] != distance_[u] + 1) return;
        part[u] += part[v];
        channel[c] += static_cast<Number>(paths_[u]) * part[v];
      });
    }
  }

 private:
  template <class Visit>
  void for_each_channel(std::uint32_t u, Visit visit) const {
    auto const first = network_->first_channels();
    for (auto c = first[u]; c < first[u + std::size_t{1}]; ++c)
      if (!network_->channel_failed({c})) visit(c, network_->targets()[c]);
  }
  Network const* network_;
  std::vector<std::uint32_t> distance_, order_;
  std::vector<double> paths_;
};

/// The least common multiple of the numbers of shortest paths; nothing if it or the loads would be too large.
std::optional<std::uint64_t> common_denominator(RouterTraffic const& traffic, bool valiant) {
  auto const routers = traffic.network().num_routers();
  ShortestPathTree tree(traffic.network());
  std::vector<std::uint64_t> sent;
  std::uint64_t common = 1;
  double const sent_in_all = static_cast<double>(traffic.communication().total_units()) *
                             (valiant ? 2.0 * static_cast<double>(routers) : 1.0);
  for (std::uint32_t from = 0; from < routers; ++from) {
    fill_sent(traffic, {from}, valiant, sent);
    if (std::ranges::all_of(sent, [](auto units) { return units == 0; })) continue;
    tree.grow({from});
    for (std::size_t to = 0; to < routers; ++to) {
      if (sent[to] == 0) continue;
      if (!tree.reaches(to)) no_path({from}, to);
      if (tree.paths(to) > 0x1p40) return {};
      auto const paths = static_cast<std::uint64_t>(tree.paths(to));
      auto const more = paths / std::gcd(common, paths);
      if (static_cast<double>(common) * static_cast<double>(more) * sent_in_all > 0x1p62) return {};
      common *= more;
    }
  }
  return common;
}

template <class Number>
std::vector<Number> spread(RouterTraffic const& traffic, bool valiant, Number denominator) {
  auto const routers = traffic.network().num_routers();
  ShortestPathTree tree(traffic.network());
  std::vector<std::uint64_t> sent;
  std::vector<Number> part(routers), channel(traffic.network().num_channels(), 0);
  for (std::uint32_t from = 0; from < routers; ++from) {
    fill_sent(traffic, {from}, valiant, sent);
    if (std::ranges::all_of(sent, [](auto units) { return units == 0; })) continue;
    tree.grow({from});
    for (std::size_t to = 0; to < routers; ++to)
      part[to] = sent[to] == 0
                     ? Number{0}
                     : static_cast<Number>(sent[to]) * (denominator / static_cast<Number>(tree.paths(to)));
    tree.add_loads(part, channel);
  }
  return channel;
}

/// The loads class by class, and how large one task's traffic is in their units.
void summarize(RouterTraffic const& traffic, NetworkLoads& result) {
  auto const& network = traffic.network();
  for (std::size_t i = 0; i + 2 < network.classes().size(); ++i)
    result.loads.classes.push_back({network.classes()[i].name, network.classes()[i].bandwidth});
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    result.loads.classes[network.class_of({c}).v].add(result.channel[c]);
  auto const& communication = traffic.communication();
  result.loads.task_load = static_cast<double>(communication.total_units()) /
                           static_cast<double>(communication.num_tasks()) *
                           static_cast<double>(result.denominator);
  std::uint64_t with_terminals = 0;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    with_terminals += network.terminals_at({r}).count > 0;
  result.loads.terminals_per_node = static_cast<double>(network.num_terminals()) /
                                    static_cast<double>(std::max<std::uint64_t>(with_terminals, 1));
}

}  // namespace

NetworkLoads all_minimal_loads(RouterTraffic const& traffic, bool valiant) {
  NetworkLoads result;
  std::uint64_t const legs = valiant ? traffic.network().num_routers() : 1;
  if (auto const common = common_denominator(traffic, valiant)) {
    result.channel = spread<std::uint64_t>(traffic, valiant, *common);
    result.denominator = *common * legs;
  } else {
    constexpr double scale = 0x1p20;
    for (double const load : spread<double>(traffic, valiant, 1.0))
      result.channel.push_back(
          static_cast<std::uint64_t>(std::llround(load / static_cast<double>(legs) * scale)));
    result.denominator = static_cast<std::uint64_t>(scale);
    result.exact = false;
  }
  summarize(traffic, result);
  return result;
}

NetworkLoads single_path_loads(RouterTraffic const& traffic, RoutingFunction const& routing, bool valiant) {
  auto const traits = routing.traits();
  if (traits.draws || traits.has_state || traits.width != 1)
    throw InputError("the routing chooses among several paths",
                     "loads by single paths need a deterministic routing",
                     "use all_minimal, dimension_order or minimal:choice=lowest", "routing");
  auto const& network = traffic.network();
  NetworkLoads result;
  result.channel.assign(network.num_channels(), 0);
  result.denominator = valiant ? network.num_routers() : 1;
  if (static_cast<unsigned __int128>(traffic.communication().total_units()) * 2 * result.denominator > most)
    throw InputError("the loads exceed 64 bits", "too many units are sent", "scale the weights down");
  std::vector<std::uint64_t> sent;
  for (std::uint32_t from = 0; from < network.num_routers(); ++from) {
    fill_sent(traffic, {from}, valiant, sent);
    for (std::uint32_t destination = 0; destination < sent.size(); ++destination) {
      if (sent[destination] == 0) continue;
      RouterId at{from};
      std::uint32_t to = destination;
      routing.encode({&to, 1});
      for (std::uint32_t hop = 0;; ++hop) {
        PortId port{};
        routing.route({.at = {&at, 1}, .to = {&to, 1}, .port = {&port, 1}});
        if (port == arrived) break;
        if (hop > traits.hop_bound) throw std::logic_error("a routing exceeds its declared hop bound");
        auto const c = network.channel(at, port);
        result.channel[c.v] += sent[destination];
        at = network.target(c);
      }
      if (at.v != destination) no_path({from}, destination);
    }
  }
  summarize(traffic, result);
  return result;
}

}  // namespace weft::load
