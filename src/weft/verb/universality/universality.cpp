// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/universality/universality.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "weft/analysis/universality/message_sets.hpp"
#include "weft/analysis/universality/universal_tree.hpp"
#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/quantity.hpp"
#include "weft/core/table.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/network.hpp"
#include "weft/network/router_names.hpp"
#include "weft/network/topology_facts.hpp"
#include "weft/workload/estimate.hpp"
#include "weft/workload/terminal_messages.hpp"

namespace weft::verb {
namespace {

/// The messages on a tree, partitioned into sets and delivered.
struct DeliveredSets {
  MessageSets sets;
  TreeLoads loads;                    ///< loads of all messages
  std::vector<double> load_factor;    ///< load factor by set
  std::vector<std::uint64_t> rounds;  ///< rounds by set
  std::vector<std::uint64_t> size;    ///< number of messages by set
  double bound = 0;                   ///< upper bound on the number of sets

  std::uint64_t all_rounds() const;
};

/// Function that returns the name of a tree vertex.
using VertexName = std::function<std::string(std::uint32_t)>;

void require_room(ChannelTree const& tree, TreeLoads const& loads) {
  for (std::uint32_t v = 1; v < tree.size(); ++v)
    for (auto const& [load, capacity] : {std::pair{loads.up[v], tree.up[v]}, {loads.down[v], tree.down[v]}})
      if (load > 0 && capacity < 1)
        throw InputError(
            capacity > 0 ? fmt::format("{} messages must cross a channel of capacity {}", load, capacity)
                         : fmt::format("{} messages cannot be delivered", load),
            capacity > 0 ? "a channel that carries messages must have a capacity of at least 1"
                         : "no channel connects their ends",
            capacity > 0
                ? fmt::format("multiply all capacities, e.g. with capacity={:.12g}", std::ceil(1 / capacity))
                : "",
            "capacity");
}

std::uint64_t DeliveredSets::all_rounds() const {
  return std::accumulate(rounds.begin(), rounds.end(), std::uint64_t{0});
}

/// Partitions the messages into sets and delivers them. Throws InputError if a channel with load has a
/// capacity below one message.
DeliveredSets deliver_in_sets(ChannelTree const& tree, std::span<TreeMessage const> messages,
                              Progress& progress) {
  DeliveredSets all;
  all.loads = tree_loads(tree, messages);
  require_room(tree, all.loads);
  all.bound = messages.empty() ? 0 : max_sets(tree, whole_load_factor(tree, all.loads));
  all.sets = split_messages(tree, messages, progress);
  progress.start("delivering the messages", all.sets.count(), "sets");
  for (auto const& set : all.sets.divide(messages)) {
    progress.advance();
    all.load_factor.push_back(load_factor(tree, set));
    all.rounds.push_back(deliver(tree, set));
    all.size.push_back(set.size());
  }
  progress.finish();
  return all;
}

/// Returns the name of a channel: `a -> b`.
std::string tree_channel_name(ChannelTree const& tree, LoadedChannel const& channel, VertexName const& name) {
  auto const below = name(channel.vertex), above = name(tree.parent[channel.vertex]);
  return channel.is_up ? below + " -> " + above : above + " -> " + below;
}

/// Returns the most loaded channel at each height above the leaves.
Table levels_table(ChannelTree const& tree, TreeLoads const& loads) {
  Table table{"levels",
              "The most loaded channels of the tree, from the leaves",
              {{"height", "", "hops to the farthest leaf below"},
               {"channels"},
               {"capacity", "messages", "capacity of the channel with the maximum load factor"},
               {"max_load", "messages", "load of the channel"},
               {"load_factor", "", "lambda(M, l) = load / capacity"}},
              {}};
  auto const height = heights(tree);
  struct Level {
    std::uint64_t channels = 0;
    LoadedChannel most_loaded;
  };
  std::vector<Level> levels(tree.size() < 2 ? 0 : height[0]);
  for (std::uint32_t v = 1; v < tree.size(); ++v) {
    if (tree.up[v] == 0) continue;
    auto& level = levels[height[v]];
    auto const channel = more_loaded_channel(tree, loads, v);
    if (level.channels == 0 || channel.load_factor() > level.most_loaded.load_factor())
      level.most_loaded = channel;
    level.channels += 2;
  }
  for (std::uint32_t j = 0; j < levels.size(); ++j)
    if (auto const& [channels, most_loaded] = levels[j]; channels > 0)
      table.add_row({j, channels, most_loaded.capacity, most_loaded.load, most_loaded.load_factor()});
  return table;
}

/// Returns a table with one row for all sets of messages that meet at centroids of the same level.
Table sets_table(DeliveredSets const& delivered) {
  Table table{
      "sets",
      "Sets of load factor at most 1",
      {{"level", "", "level of the centroids where the messages of a set meet; in a binary tree, the depth"},
       {"messages"},
       {"sets"},
       {"max_messages", "", "maximum number of messages in a set"},
       {"load_factor", "", "maximum load factor of a set"},
       {"rounds", "", "rounds to deliver the sets, one after another"}},
      {}};
  for (std::uint32_t i = 0; i < delivered.sets.count();) {
    auto const level = delivered.sets.level_of[i], first = i;
    std::uint64_t messages = 0, maximum = 0, rounds = 0;
    double factor = 0;
    for (; i < delivered.sets.count() && delivered.sets.level_of[i] == level; ++i) {
      messages += delivered.size[i];
      maximum = std::max(maximum, delivered.size[i]);
      rounds += delivered.rounds[i];
      factor = std::max(factor, delivered.load_factor[i]);
    }
    table.add_row({level, messages, i - first, maximum, factor, rounds});
  }
  return table;
}

/// Returns a table with one row per channel of the tree.
Table tree_channels_table(ChannelTree const& tree, TreeLoads const& loads, VertexName const& name) {
  Table table{"channels",
              "Channels of the tree",
              {{"channel"},
               {"capacity", "messages"},
               {"load", "messages"},
               {"load_factor", "", "lambda(M, l) = load / capacity"}},
              {}};
  for (std::uint32_t v = 1; v < tree.size(); ++v)
    for (bool const up : {true, false}) {
      LoadedChannel const one{v, up, up ? loads.up[v] : loads.down[v], up ? tree.up[v] : tree.down[v]};
      if (one.capacity > 0)
        table.add_row({tree_channel_name(tree, one, name), one.capacity, one.load, one.load_factor()});
    }
  return table;
}

/// Returns the estimate of the partition. A message is in several lists during the partition, and a router
/// has at least two tree vertices.
Estimate estimate_splitting(std::uint64_t routers, double messages) {
  constexpr double bytes_per_message = 100, bytes_per_router = 250, seconds_per_message = 8e-7;
  return {messages * bytes_per_message + static_cast<double>(routers) * bytes_per_router,
          messages * seconds_per_message};
}

struct LaidOut {
  std::vector<Cell> places;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> channels;  // channels between different routers
};

LaidOut lay_out(AnyTopology const& topology, LayoutParams const& params, Progress& progress) {
  auto const layout = topology.layout(params);
  auto const scale = layout.pitch() / params.pitch;
  // Converts cells to pitches of routers, which are at least 1 apart.
  auto const pitches = [&](Cell cell) {
    for (auto& along : cell) along = static_cast<std::int32_t>(along * scale);
    return cell;
  };
  auto const subject = topology.facts();
  auto const graph = subject.graph();
  LaidOut laid_out;
  progress.start("laying out", graph.num_vertices(), "routers");
  for (Vertex r = 0; r < graph.num_vertices(); ++r) {
    progress.advance();
    laid_out.places.push_back(pitches(layout.cell({r})));
    for (auto const to : graph.heads(r))
      if (to != r) laid_out.channels.emplace_back(r, to);
  }
  return laid_out;
}

/// A tree, and the vertex of each router.
struct RoutersOnTree {
  ChannelTree tree;
  std::vector<std::uint32_t> vertex_of;
  VertexName name;

  std::vector<TreeMessage> messages(std::vector<std::pair<std::uint32_t, std::uint32_t>> const& pairs) const {
    std::vector<TreeMessage> all;
    for (auto const& [from, to] : pairs) all.push_back({vertex_of[from], vertex_of[to]});
    return all;
  }
};

std::string universal_name(std::uint32_t height, std::uint32_t vertex) {
  auto const depth = static_cast<std::uint32_t>(std::bit_width(vertex + 1)) - 1;
  return fmt::format("h{}.{}", height - depth, vertex + 1 - (1u << depth));
}

Table messages_table(std::vector<TreeMessage> const& messages, MessageSets const& sets,
                     VertexName const& name) {
  Table table{"messages", "The set of each message", {{"from"}, {"to"}, {"set"}}, {}};
  for (std::size_t i = 0; i < messages.size(); ++i)
    table.add_row({name(messages[i].from), name(messages[i].to), sets.set_of[i]});
  return table;
}

LoadParams load_request(Universality::Params const& params) {
  LoadParams request;
  request.topology = params.topology;
  if (!params.pattern.empty()) request.pattern = params.pattern;
  request.mapping = params.mapping;
  request.grid = params.grid;
  request.ranks_per_node = params.ranks_per_node;
  request.jobs = params.jobs;
  request.seed = params.seed;
  return request;
}

void check_options(Universality::Params const& params) {
  Universality::Params const defaults;
  if (params.pattern.empty() && params.jobs.empty() &&
      (params.mapping != defaults.mapping || params.grid != defaults.grid || params.ranks_per_node != 0 ||
       params.message != 0))
    throw InputError("mapping, grid, ranks_per_node and message need a pattern",
                     "without one, every channel carries a message, and there are no tasks",
                     "specify one, e.g. pattern=halo")
        .at("pattern");
  if (params.tree == DeliveringTree::own && !params.layout.empty())
    throw conflict("layout", "tree=own", "the tree is the network itself").at("layout");
  if (params.tree == DeliveringTree::universal && params.capacity != defaults.capacity)
    throw conflict("capacity", "tree=universal", "the volume determines the capacities", "use tree=own")
        .at("capacity");
}

class UniversalityExperiment final : public Experiment {
 public:
  explicit UniversalityExperiment(Universality::Params const& params)
      : Experiment(Universality::name), params_(params) {
    check_options(params);
    bool const own = params.tree == DeliveringTree::own;
    topology_ = own ? make_topology(params.topology) : remaining_topology(params);
    std::vector<Setting> settings{{"topology", topology_->spec(true)},
                                  {"tree", detail::write_value(params.tree)}};
    if (own)
      settings.push_back({"capacity", detail::write_value(params.capacity)});
    else
      settings.push_back({"layout", resolved_layout(layout_ = read_layout(params.layout))});
    bool const has_jobs = !params.pattern.empty() || !params.jobs.empty();
    if (own)
      machine_ =
          std::make_shared<RoutedMachine const>(topology_, "default", failures_of(params, params.seed));
    else if (has_jobs)
      machine_ = std::make_shared<RoutedMachine const>(topology_, "default");
    if (has_jobs) {
      jobs_ = assemble_load(machine_, load_request(params));
      settings.insert(settings.end(), jobs_->scenario.begin() + 2, jobs_->scenario.end());
      settings.push_back({"message", detail::write_value(params.message)});
    }
    if (params.details != TreeDetails::summary)
      settings.push_back({"details", detail::write_value(params.details)});
    add_failures(params, settings);
    resolve(std::move(settings), params.seed);
  }

  Estimate estimate() const override {
    auto const size = size_of(*topology_);
    auto all = short_run;
    if (jobs_)
      for (auto const& job : jobs_->jobs) all = all.and_then(estimate_placing(*machine_, job));
    return all.then(estimate_splitting(
        size.routers, jobs_ ? max_messages(*jobs_, params_.message) : static_cast<double>(size.channels)));
  }

 private:
  void execute(Result& result, Progress& progress) override {
    check_size(progress);
    std::vector<TerminalMessage> sent;
    if (jobs_) {
      place_jobs(*jobs_, seed(), progress);
      sent = terminal_messages(*jobs_, params_.message);
    }
    Table facts{"facts", "", {{"fact"}, {"value"}, {"unit"}}, {}};
    if (params_.tree == DeliveringTree::own)
      on_own_tree(sent, facts, result, progress);
    else
      on_universal_tree(sent, facts, result, progress);
  }

  void check_size(Progress& progress) const {
    auto const what = "splitting the messages on " + topology_->spec(false);
    auto const require = [&](double messages) {
      auto const estimate = estimate_splitting(topology_->num_routers(), messages);
      require_memory(static_cast<std::uint64_t>(estimate.bytes), what,
                     jobs_ ? "choose a smaller job" : "choose a smaller network");
      return estimate;
    };
    require(0);
    auto const messages =
        jobs_ ? max_messages(*jobs_, params_.message) : static_cast<double>(topology_->facts().channels);
    progress.expect(require(messages).seconds, what);
  }

  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_routers(
      std::vector<TerminalMessage> const& sent) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (auto const& [from, to] : sent)
      pairs.emplace_back(topology_->injection_router(from).v, topology_->ejection_router(to).v);
    return pairs;
  }

  void on_universal_tree(std::vector<TerminalMessage> const& sent, Table& facts, Result& result,
                         Progress& progress) {
    auto const network = lay_out(*topology_, layout_, progress);
    auto cut = decompose(network.places, network.channels, progress);
    auto const height = cut.height;
    auto const root = universal_root(height, cut.volume());
    RoutersOnTree on_tree{binary_tree(universal_capacities(height, root)), std::move(cut.leaf),
                          [height](std::uint32_t v) { return universal_name(height, v); }};
    for (auto& leaf : on_tree.vertex_of) leaf = leaf_vertex(height, leaf);
    auto const messages = on_tree.messages(jobs_ ? by_routers(sent) : network.channels);
    auto const delivered = deliver_in_sets(on_tree.tree, messages, progress);

    facts.title = "Simulation by the universal fat tree of the same volume";
    auto const log = static_cast<double>(height);
    facts.add_row({"routers", network.places.size(), ""});
    facts.add_row({"leaves of the fat tree", std::uint64_t{1} << height, "P"});
    facts.add_row({"volume of the network", cut.volume(), "router pitches cubed, so that its channels fit"});
    facts.add_row(
        {"P (log P)^(3/2)", std::exp2(log) * std::pow(log, 1.5), "order of the volume of a fat tree"});
    facts.add_row({"root capacity", root, "channels"});
    add_facts(messages, delivered, on_tree, facts);
    auto const time = jobs_ ? min_time(*machine_, sent, progress) : messages.empty() ? 0.0 : 1.0;
    auto const slowdown = time == 0 ? 0 : static_cast<double>(delivered.all_rounds()) / time;
    facts.add_row({"time of the network", time,
                   jobs_ ? "rounds, lower bound by load / bandwidth under its routing, and by hops"
                         : "round, for a message on every channel"});
    facts.add_row({"slowdown", slowdown, jobs_ ? "rounds / time, upper bound" : "rounds / time"});
    facts.add_row({"(log P)^3", log * log * log, "order of the bound of Leiserson 1985"});
    facts.add_row({"slowdown / (log P)^3", log == 0 ? 0 : slowdown / (log * log * log), ""});
    result.answer = fmt::format("slowdown {} on the universal fat tree of equal volume: {} for {}{}",
                                format_rounded(slowdown), format_count(delivered.all_rounds(), "round"),
                                format_count(messages.size(), "message"),
                                log == 0 ? ""
                                         : fmt::format("; {} of Leiserson's bound (log P)^3",
                                                       format_rounded(slowdown / (log * log * log))));
    add_tables(messages, delivered, on_tree, std::move(facts), result);
  }

  void on_own_tree(std::vector<TerminalMessage> const& sent, Table& facts, Result& result,
                   Progress& progress) {
    auto own = tree_of(machine_->machine(), params_.capacity);
    auto const labels = std::make_shared<RouterLabels>(*topology_);
    RoutersOnTree on_tree{std::move(own.tree), std::move(own.vertex_of),
                          [labels, first = std::move(own.first), count = own.routers](std::uint32_t v) {
                            auto const name = labels->of(first[v]);
                            return count[v] == 1 ? name : fmt::format("{} and {} more", name, count[v] - 1);
                          }};
    auto const messages = on_tree.messages(jobs_ ? by_routers(sent) : working_channels());
    auto const delivered = deliver_in_sets(on_tree.tree, messages, progress);

    facts.title = "Messages on the tree";
    facts.add_row({"routers", topology_->num_routers(), ""});
    facts.add_row({"vertices of the tree", on_tree.tree.size(), "routers; parallel routers are merged"});
    facts.add_row({"terminals", topology_->num_terminals(), "P"});
    add_facts(messages, delivered, on_tree, facts);
    result.answer =
        fmt::format("{} delivered in {}; load factor {}", format_count(messages.size(), "message"),
                    format_count(delivered.all_rounds(), "round"),
                    format_rounded(most_loaded_channel(on_tree.tree, delivered.loads).load_factor()));
    add_tables(messages, delivered, on_tree, std::move(facts), result);
  }

  std::vector<std::pair<std::uint32_t, std::uint32_t>> working_channels() const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    auto const& network = machine_->network();
    for (std::uint32_t r = 0; r < network.num_routers(); ++r)
      for (std::uint16_t p = 0; p < network.degree({r}); ++p)
        if (auto const c = network.channel({r}, PortId{p});
            !network.channel_failed(c) && network.target(c).v != r)
          pairs.emplace_back(r, network.target(c).v);
    return pairs;
  }

  void add_facts(std::vector<TreeMessage> const& messages, DeliveredSets const& delivered,
                 RoutersOnTree const& on_tree, Table& facts) const {
    auto const most_loaded = most_loaded_channel(on_tree.tree, delivered.loads);
    facts.add_row({"messages", messages.size(), jobs_ ? "" : "one per channel, self loops omitted"});
    facts.add_row({"load_factor", most_loaded.load_factor(), "lambda: no schedule has fewer rounds or sets"});
    facts.add_row(
        {"its channel",
         most_loaded.load > 0 ? Value(tree_channel_name(on_tree.tree, most_loaded, on_tree.name)) : Value(),
         "the first channel with the maximum load / capacity"});
    facts.add_row({"sets of load factor 1", delivered.sets.count(), ""});
    facts.add_row(
        {"bound on the sets", delivered.bound, "log2(vertices) times 2 lambda, or 1 if lambda <= 1"});
    facts.add_row({"rounds", delivered.all_rounds(),
                   "to deliver the sets one after another, one hop "
                   "per round"});
  }

  void add_tables(std::vector<TreeMessage> const& messages, DeliveredSets const& delivered,
                  RoutersOnTree const& on_tree, Table facts, Result& result) const {
    result.tables = {std::move(facts), levels_table(on_tree.tree, delivered.loads), sets_table(delivered)};
    if (params_.details == TreeDetails::channels)
      result.tables.push_back(tree_channels_table(on_tree.tree, delivered.loads, on_tree.name));
    if (params_.details == TreeDetails::messages)
      result.tables.push_back(messages_table(messages, delivered.sets, on_tree.name));
  }

  Universality::Params params_;
  TopologyPtr topology_;
  LayoutParams layout_;
  std::shared_ptr<RoutedMachine const> machine_;  // machine of the jobs, or of the network as the tree
  std::optional<LoadAssembly> jobs_;
};

}  // namespace

ExperimentPtr Universality::assemble(Params const& params) {
  return std::make_unique<UniversalityExperiment>(params);
}

}  // namespace weft::verb
