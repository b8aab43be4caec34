#include "weft/analysis/balance/terminal_distances.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/core/statistics.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

constexpr std::size_t sampled_sources = 64;

[[noreturn]] void refuse_unconnected() {
  throw InputError("some terminals cannot reach others", "every processor must reach every other",
                   "choose a connected network", "topology");
}

double mean_of(std::vector<double> const& pairs) {
  double sum = 0, number = 0;
  for (std::size_t d = 0; d < pairs.size(); ++d) {
    sum += static_cast<double>(d) * pairs[d];
    number += pairs[d];
  }
  return sum / number;
}

/// The routers of terminals drawn at random.
std::vector<Vertex> draw_sources(std::vector<std::uint32_t> const& terminals_at, std::uint64_t seed) {
  std::vector<std::uint64_t> last(terminals_at.size());
  std::inclusive_scan(terminals_at.begin(), terminals_at.end(), last.begin(), std::plus<>{},
                      std::uint64_t{0});
  Rng random(seed, Purpose::traffic, 0);
  std::vector<Vertex> sources(sampled_sources);
  for (auto& source : sources)
    source = static_cast<Vertex>(std::ranges::upper_bound(last, random.below(last.back())) - last.begin());
  return sources;
}

/// Pairs whose first terminal is one of those at `source`.
std::vector<double> pairs_from(Graph const& graph, std::vector<std::uint32_t> const& terminals_at,
                               Vertex source) {
  auto const hops = hops_from(graph, source);
  std::vector<double> pairs;
  for (Vertex v = 0; v < hops.size(); ++v) {
    if (terminals_at[v] == 0) continue;
    if (hops[v] == unreachable) refuse_unconnected();
    if (hops[v] >= pairs.size()) pairs.resize(hops[v] + std::size_t{1}, 0);
    pairs[hops[v]] += terminals_at[v] - (v == source ? 1 : 0);
  }
  return pairs;
}

TerminalDistances sample(TopologyFacts const& subject, std::uint64_t seed, Progress& progress) {
  auto const graph = subject.graph();
  auto const terminals_at = subject.terminals_at();
  TerminalDistances distances;
  distances.exact = false;
  distances.how = fmt::format("searches from {} routers", sampled_sources);
  RunningStatistics means;
  progress.start("distances", sampled_sources, "searches");
  for (auto const source : draw_sources(terminals_at, seed)) {
    auto const pairs = pairs_from(graph, terminals_at, source);
    means.add(mean_of(pairs));
    distances.pairs.resize(std::max(distances.pairs.size(), pairs.size()), 0);
    for (std::size_t d = 0; d < pairs.size(); ++d) distances.pairs[d] += pairs[d];
    progress.advance();
  }
  progress.finish();
  distances.mean = mean_of(distances.pairs);
  distances.half_width = confidence_half_width(means);
  return distances;
}

}  // namespace

TerminalDistances terminal_distances(TopologyFacts const& subject, MetricOptions const& options,
                                     std::uint64_t seed, Progress& progress) {
  if (subject.terminals < 2)
    throw InputError(fmt::format("{} terminal{}", subject.terminals, subject.terminals == 1 ? "" : "s"),
                     "a request goes to another processor", "choose a network with two terminals or more",
                     "topology");
  auto asked = options;
  asked.keys = {"diameter", "term_avg_dist", "dist_hist"};
  auto const measures = measure(subject, asked, progress);
  if (auto const* diameter = measures.find("diameter"); diameter != nullptr &&
                                                        diameter->how == "not connected" &&
                                                        subject.known.terminal_pairs_at_distance.empty())
    refuse_unconnected();
  TerminalDistances distances;
  if (auto const* mean = measures.find("term_avg_dist"); mean != nullptr) {
    distances.pairs.assign(measures.terminal_pairs.begin(), measures.terminal_pairs.end());
    distances.mean = mean->value.number();
    distances.how = mean->how;
  } else {
    distances = sample(subject, seed, progress);
  }
  distances.greatest = distances.pairs.size() - 1;
  return distances;
}

}  // namespace weft
