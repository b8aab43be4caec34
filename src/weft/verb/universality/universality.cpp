#include "weft/verb/universality/universality.hpp"

#include <cmath>

#include "weft/analysis/decomposition.hpp"
#include "weft/core/memory.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/network_size.hpp"
#include "weft/network/topology_facts.hpp"

namespace weft::verb {
namespace {

/// Channels are stored as messages, and again while they are split.
Estimate estimate_splitting(std::uint64_t routers, std::uint64_t channels) {
  constexpr double bytes_per_channel = 32, bytes_per_router = 32, seconds_per_channel = 1.5e-6;
  auto const count = static_cast<double>(channels);
  return {count * bytes_per_channel + static_cast<double>(routers) * bytes_per_router,
          count * seconds_per_channel};
}

struct LaidOut {
  std::vector<Cell> places;
  std::vector<LeafMessage> channels;  // between different routers
};

LaidOut lay_out(AnyTopology const& topology, LayoutParams const& params, Progress& progress) {
  auto const what = "splitting the channels of " + topology.spec(false);
  auto const estimate = [&](std::uint64_t channels) {
    return estimate_splitting(topology.num_routers(), channels);
  };
  require_memory(static_cast<std::uint64_t>(estimate(0).bytes), what, "choose a smaller network");
  auto const subject = topology.facts();
  require_memory(static_cast<std::uint64_t>(estimate(subject.channels).bytes), what,
                 "choose a smaller network");
  progress.expect(estimate(subject.channels).seconds, what);
  auto const layout = topology.layout(params);
  auto const scale = layout.pitch() / params.pitch;
  auto const pitches = [&](Cell cell) {  // of routers, which are at least one apart
    for (auto& along : cell) along = static_cast<std::int32_t>(along * scale);
    return cell;
  };
  auto const graph = subject.graph();
  LaidOut laid_out;
  progress.start("laying out", graph.num_vertices(), "routers");
  for (Vertex r = 0; r < graph.num_vertices(); ++r) {
    progress.advance();
    laid_out.places.push_back(pitches(layout.cell({r})));
    for (auto const to : graph.heads(r))
      if (to != r) laid_out.channels.push_back({r, to});
  }
  return laid_out;
}

Table levels_table(std::vector<LeafMessage> const& messages, FatTreeCapacities const& capacities) {
  Table table{"levels",
              "Links of the fat tree, from the leaves",
              {{"height"}, {"capacity"}, {"maximum load", "", "messages"}, {"load factor"}},
              {}};
  auto const loads = max_loads(messages, capacities.height());
  for (std::uint32_t j = 0; j < capacities.height(); ++j)
    table.add_row({j, capacities.above[j], loads[j], static_cast<double>(loads[j]) / capacities.above[j]});
  return table;
}

class UniversalityExperiment final : public Experiment {
 public:
  explicit UniversalityExperiment(Universality::Params const& params)
      : Experiment(Universality::name),
        topology_(remaining_topology(params)),
        layout_(read_layout(params.layout)) {
    std::vector<Setting> settings{{"topology", topology_->spec(true)}, {"layout", resolved_layout(layout_)}};
    add_failures(params, settings);
    resolve(std::move(settings), params.seed);
  }

  Estimate estimate() const override {
    auto const size = size_of(*topology_);
    return short_run.then(estimate_splitting(size.routers, size.channels));
  }

 private:
  void execute(Result& result, Progress& progress) override {
    auto const network = lay_out(*topology_, layout_, progress);
    auto const tree = decompose(network.places, network.channels, progress);
    auto messages = network.channels;
    for (auto& message : messages) message = {tree.leaf[message.from], tree.leaf[message.to]};
    auto const root = universal_root(tree.height, tree.volume());
    auto const capacities = universal_capacities(tree.height, root);
    auto const sets = split_messages(messages, capacities, progress);
    progress.finish();

    auto const log = static_cast<double>(tree.height), steps = static_cast<double>(sets.size()) * 2 * log;
    Table facts{"facts",
                "Simulation by the universal fat tree of the same volume",
                {{"fact"}, {"value"}, {"unit"}},
                {}};
    facts.add_row({"routers", network.places.size(), ""});
    facts.add_row({"leaves of the fat tree", std::uint64_t{1} << tree.height, "P"});
    facts.add_row({"volume of the network", tree.volume(), "router pitches cubed, so that its channels fit"});
    facts.add_row({"P (log P)^(3/2)", std::exp2(log) * std::pow(log, 1.5), "volume of a fat tree, order of"});
    facts.add_row({"root capacity", root, "channels"});
    facts.add_row({"messages", messages.size(), "one per channel, self loops left out"});
    facts.add_row({"load factor", load_factor(messages, capacities), "lambda: no schedule has fewer sets"});
    facts.add_row({"sets of load factor 1", sets.size(), ""});
    facts.add_row({"slowdown", steps, "hops: 2 log P for each set"});
    facts.add_row({"(log P)^3", log * log * log, "bound of Leiserson 1985, order of"});
    facts.add_row({"slowdown / (log P)^3", log == 0 ? 0 : steps / (log * log * log), ""});
    result.tables = {std::move(facts), levels_table(messages, capacities)};
  }

  TopologyPtr topology_;
  LayoutParams layout_;
};

}  // namespace

ExperimentPtr Universality::assemble(Params const& params) {
  return std::make_unique<UniversalityExperiment>(params);
}

}  // namespace weft::verb
