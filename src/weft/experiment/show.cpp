#include "weft/experiment/show.hpp"

#include <algorithm>
#include <optional>

#include "weft/core/parallel.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/new_result.hpp"
#include "weft/network/cables.hpp"
#include "weft/network/layout.hpp"

namespace weft {
namespace {

/// All pairs are looked at up to this many routers; of a vertex-transitive topology, all routers as seen from one.
constexpr std::uint64_t most_for_all_pairs = 4096;

/// Mean hops between ordered pairs of distinct routers, by the closed form of the distance.
template <class T>
std::optional<double> mean_distance(T const& topology) {
  std::uint64_t const routers = topology.num_routers();
  if (routers < 2) return 0.0;
  std::uint64_t sources = routers;
  if constexpr (!KnowsDistance<T>)
    return {};
  else {
    if (!knows_distance(topology)) return {};
    if constexpr (VertexTransitive<T>) sources = 1;
    if (sources > 1 && routers > most_for_all_pairs) return {};
    std::vector<std::uint64_t> sums(num_threads(), 0);
    parallel_chunks(routers, 4096, [&](std::size_t begin, std::size_t end, unsigned worker) {
      for (std::uint64_t a = 0; a < sources; ++a)
        for (std::size_t b = begin; b < end; ++b)
          sums[worker] += topology.distance({static_cast<std::uint32_t>(a)}, {static_cast<std::uint32_t>(b)});
    });
    std::uint64_t sum = 0;
    for (auto const part : sums) sum += part;
    return static_cast<double>(sum) / static_cast<double>(sources) / static_cast<double>(routers - 1);
  }
}

template <class T>
Table facts(T const& topology, Layout const& layout, std::uint64_t channels) {
  Table table{"facts", "Facts", {{"fact"}, {"value"}, {"unit"}}, {}};
  auto const extent = layout.extent();
  table.add_row({"routers", topology.num_routers(), ""});
  table.add_row({"terminals", topology.num_terminals(), ""});
  table.add_row({"channels", channels, "one direction each"});
  table.add_row({"degree of router 0", topology.degree({0}), "output ports"});
  table.add_row({"every channel has a reverse", Bidirectional<T> ? "yes" : "no", ""});
  if constexpr (KnowsDiameter<T>) table.add_row({"diameter", topology.diameter(), "hops"});
  if (auto const mean = mean_distance(topology))
    table.add_row({"mean distance of distinct routers", *mean, "hops"});
  auto const side = [&](int axis) {
    return number_text(extent[static_cast<std::size_t>(axis)] * layout.pitch());
  };
  table.add_row({"extent", side(0) + " x " + side(1) + " x " + side(2), "m"});
  return table;
}

template <class T>
Table channels(T const& topology, std::vector<CableStatistics> const& cables) {
  Table table{"channels",
              "Channels and cables by class",
              {{"class"},
               {"bandwidth", "", "messages per round, relative to 1"},
               {"channels"},
               {"loops", "", "self loops: no cable"},
               {"min", "m"},
               {"mean", "m", "", 3},
               {"max", "m"},
               {"total", "m"}},
              {}};
  auto const classes = topology.classes();
  for (std::size_t i = 0; i < classes.size(); ++i) {
    auto const& it = cables[i];
    table.add_row({classes[i].name, classes[i].bandwidth, it.channels, it.loops, it.min_length(),
                   it.mean_length(), it.max_length(), it.total_length()});
  }
  return table;
}

template <class T>
void add_copies(T const& topology, Result& result) {
  if constexpr (Hierarchical<T>) {
    Table table{"copies", "Copies: independent sub-machines", {{"level"}, {"copies"}, {"routers"}}, {}};
    for (std::uint32_t level = 1; level <= topology.levels(); ++level)
      table.add_row({level, topology.num_copies(level), topology.num_routers() / topology.num_copies(level)});
    result.tables.push_back(std::move(table));
  }
}

}  // namespace

Result show(std::string const& text) {
  auto const any = make_topology(text);
  Result result = new_result();
  result.scenario = {{"topology", resolved_spec(any)}};
  std::visit(
      [&](auto const& topology) {
        auto const layout = make_layout(topology, LayoutParams{});
        auto const cables = cable_statistics(topology, layout);
        std::uint64_t sum = 0;
        for (auto const& each : cables) sum += each.channels;
        result.tables.push_back(facts(topology, layout, sum));
        result.tables.push_back(channels(topology, cables));
        add_copies(topology, result);
      },
      any);
  return result;
}

}  // namespace weft
