#include "weft/analysis/balance/signal_law.hpp"

#include <algorithm>
#include <cmath>

#include "weft/network/cables.hpp"
#include "weft/network/terminal_meters.hpp"

namespace weft {
namespace {

constexpr std::uint64_t most_laid_out = std::uint64_t{1} << 24;

/// A layout holds an offset for each value of a digit: no digit may be as large as a ring of a billion.
bool may_be_laid_out(AnyTopology const& topology, TopologyFacts const& facts) {
  auto const sides = topology.sides();
  if (sides.empty()) return facts.terminals_per_vertex || facts.vertices <= most_laid_out;
  return std::cmp_less_equal(std::ranges::max(sides), most_laid_out);
}

std::optional<double> longest_cable(AnyTopology const& topology, TopologyFacts const& facts,
                                    Layout const& layout) {
  auto cables = topology.known_cables(layout);
  if (cables.empty() && facts.channels > most_laid_out) return {};
  if (cables.empty())
    cables = cable_statistics(topology.classes(), topology.groups(), topology.cable_lengths(layout),
                              layout.pitch());
  double longest = 0;
  for (auto const& group : cables) longest = std::max(longest, group.max_length());
  return longest;
}

}  // namespace

std::optional<SignalLaw> signal_law(AnyTopology const& topology, TopologyFacts const& facts,
                                    LayoutParams const& params) {
  if (facts.terminals < 2 || !may_be_laid_out(topology, facts)) return {};
  auto const layout = topology.layout(params);
  SignalLaw law;
  auto places = facts.vertices;
  if (facts.terminals_per_vertex) {
    law.mean_meters = mean_terminal_meters(layout, facts.vertices, *facts.terminals_per_vertex);
  } else {
    auto const terminals_at = facts.terminals_at();
    law.mean_meters = mean_terminal_meters(layout, terminals_at);
    places = terminals_at.size() - static_cast<std::uint64_t>(std::ranges::count(terminals_at, 0U));
  }
  law.cube_side = std::cbrt(static_cast<double>(places)) * layout.pitch();
  law.longest_cable = longest_cable(topology, facts, layout);
  return law;
}

}  // namespace weft
