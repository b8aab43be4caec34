#include <atomic>
#include <cmath>
#include <numeric>
#include <optional>

#include "weft/engine/load/channel_sums.hpp"
#include "weft/engine/load/network_load.hpp"
#include "weft/engine/load/paths/exact_loads.hpp"
#include "weft/engine/load/paths/shortest_path_tree.hpp"

namespace weft::load {
namespace {

/// What one worker needs.
struct Search {
  explicit Search(routing::PathGraph const& graph) : tree(graph), to(graph.num_routers()) {}
  ShortestPathTree tree;
  RouterUnits to;
};

/// Calls visit(search, worker) with the shortest paths of every router that sends, on all threads, until it returns false.
template <class Visit>
void for_each_tree(routing::PathGraph const& graph, RouterDemand const& demand, Progress& progress,
                   char const* label, Visit visit) {
  std::vector<Search> searches(num_threads(), Search(graph));
  std::atomic<bool> go_on = true;
  progress.start(label, graph.num_routers(), "routers");
  parallel_for(graph.num_routers(), [&](std::size_t from, unsigned worker) {
    if (!go_on) return;
    auto& search = searches[worker];
    RouterId const source{static_cast<std::uint32_t>(from)};
    demand.collect_sent(source, search.to);
    if (!search.to.empty()) {
      search.tree.grow(source.v, search.to);
      if (!visit(search, worker)) go_on = false;
    }
    progress.advance();
  });
  progress.finish();
}

/// A least common multiple that may become too large.
class CommonMultiple {
 public:
  explicit CommonMultiple(double most) : most_(most), seen_(small, false) {}
  /// Whether it is still small enough with this factor.
  bool take(std::uint64_t factor) {
    if (factor < small && seen_[factor]) return true;
    if (factor < small) seen_[factor] = true;
    auto const more = factor / std::gcd(value_, factor);
    if (static_cast<double>(value_) * static_cast<double>(more) > most_) return false;
    value_ *= more;
    return true;
  }
  std::uint64_t value() const { return value_; }

 private:
  static constexpr std::uint64_t small = 1 << 16;
  double most_;
  std::uint64_t value_ = 1;
  std::vector<bool> seen_;
};

/// The least common multiple of the numbers of shortest paths; nothing if it or the loads would be too large.
std::optional<std::uint64_t> common_denominator(routing::PathGraph const& graph, RouterDemand const& demand,
                                                Progress& progress) {
  double const most = 0x1p62 / static_cast<double>(demand.most_units());
  std::vector<CommonMultiple> of_worker(num_threads(), CommonMultiple(most));
  std::atomic<bool> found = true;
  auto const take = [&](ShortestPathTree const& tree, std::uint32_t router, unsigned worker) {
    auto const paths = tree.paths(router);
    return tree.counts_are_whole() && paths < 0x1p40 &&
           of_worker[worker].take(static_cast<std::uint64_t>(paths));
  };
  for_each_tree(graph, demand, progress, "numbers of paths", [&](Search const& search, unsigned worker) {
    for (auto const router : search.to.routers())
      if (search.to[router] > 0 && !take(search.tree, router, worker)) found = false;
    return found.load();
  });
  CommonMultiple common(most);
  for (auto const& one : of_worker) found = found && common.take(one.value());
  return found ? std::optional(common.value()) : std::nullopt;
}

/// Nothing if a number of paths does not divide the denominator.
std::optional<std::vector<std::uint64_t>> exact_sums(routing::PathGraph const& graph,
                                                     RouterDemand const& demand, std::uint64_t denominator,
                                                     Progress& progress) {
  ChannelSums<std::uint64_t> sums(demand.network().num_channels());
  std::vector<std::vector<std::uint64_t>> of_path(num_threads(),
                                                  std::vector<std::uint64_t>(graph.num_states()));
  std::atomic<bool> divides = true;
  auto const part = [&](Search const& search, std::uint32_t router) {
    auto const paths = search.tree.paths(router);
    if (!search.tree.counts_are_whole() || paths >= 0x1p53 ||
        denominator % static_cast<std::uint64_t>(paths) != 0) {
      divides = false;
      return std::uint64_t{0};
    }
    return search.to[router] * (denominator / static_cast<std::uint64_t>(paths));
  };
  for_each_tree(graph, demand, progress, "loads", [&](Search const& search, unsigned worker) {
    auto& channel = sums.of(worker);
    search.tree.visit_loads(
        search.to, of_path[worker], [&](std::uint32_t router) { return part(search, router); },
        [&](std::uint32_t c, std::uint64_t load) { channel[c] += load; });
    return divides.load();
  });
  if (!divides) return {};
  return sums.total();
}

/// In units of 2^-exponent, each source's part rounded.
std::vector<std::uint64_t> rounded_sums(routing::PathGraph const& graph, RouterDemand const& demand,
                                        int exponent, Progress& progress) {
  ChannelSums<std::uint64_t> sums(demand.network().num_channels());
  std::vector<std::vector<double>> of_path(num_threads(), std::vector<double>(graph.num_states()));
  double const unit = std::ldexp(1.0, exponent);
  for_each_tree(graph, demand, progress, "loads", [&](Search const& search, unsigned worker) {
    auto& channel = sums.of(worker);
    search.tree.visit_loads(
        search.to, of_path[worker],
        [&](std::uint32_t router) {
          return static_cast<double>(search.to[router]) * unit / search.tree.paths(router);
        },
        [&](std::uint32_t c, double load) { channel[c] += static_cast<std::uint64_t>(load + 0.5); });
    return true;
  });
  return sums.total();
}

}  // namespace

NetworkLoads shortest_path_loads(routing::PathGraph const& graph, RouterDemand const& demand,
                                 Progress& progress) {
  auto const likely = likely_denominator(demand);
  if (auto sums = exact_sums(graph, demand, likely, progress))
    return reduced(demand, std::move(*sums), likely);
  if (auto const common = common_denominator(graph, demand, progress))
    return reduced(demand, exact_sums(graph, demand, *common, progress).value(), *common);
  auto const exponent = rounding_exponent(demand);
  return rounded(demand, rounded_sums(graph, demand, exponent, progress), exponent);
}

}  // namespace weft::load
