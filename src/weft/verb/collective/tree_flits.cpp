// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/collective/tree_flits.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "weft/collective/catalog.hpp"
#include "weft/core/error.hpp"
#include "weft/engine/flit/estimate.hpp"
#include "weft/engine/flit/message_simulation.hpp"
#include "weft/experiment/assemble.hpp"

namespace weft::verb {
namespace {

using collective::Operation;
using collective::Task;

/// Options that apply to packets along trees. The other options apply to routings, switch allocation or
/// injected traffic.
constexpr std::array<std::string_view, 22> of_trees{"vcs",           "vc_buffer",
                                                    "atomic_vcs",    "speedup",
                                                    "routing_delay", "vc_allocation_delay",
                                                    "switch_delay",  "switch_allocation_delay",
                                                    "credit_delay",  "latency",
                                                    "channels",      "latency_per_step",
                                                    "flit_bytes",    "injection_latency",
                                                    "packet_size",   "ejection_latency",
                                                    "header_bytes",  "reference_bandwidth",
                                                    "max_cycles",    "shared_buffer",
                                                    "shared_per_vc", "router"};

bool concerns_trees(std::string_view option) { return std::ranges::find(of_trees, option) != of_trees.end(); }

/// Returns the engine with the options fixed for packets along trees: packets move as a whole, and deadlock
/// freedom does not depend on a routing.
Spec with_settled_options(Spec engine) {
  engine.arguments.push_back({"flow", "cut_through"});
  engine.arguments.push_back({"allow_deadlock", "true"});
  return engine;
}

/// Returns the only algorithm with packets that routers copy and add.
collective::InNetwork in_network_of(Spec const& spec) {
  return CollectiveAlgorithms::pick_params(
      spec, []<class A>(std::type_identity<A>, typename A::Params const& params) -> collective::InNetwork {
        if constexpr (std::is_same_v<A, collective::InNetwork>)
          return collective::InNetwork(params);
        else
          throw std::logic_error(std::string(A::name) + " has no packets that routers copy and add");
      });
}

}  // namespace

std::optional<TreeEngine> read_tree_engine(Collective::Params const& request, collective::Cost const& cost) {
  auto const spec = parse_spec(request.engine, "engine");
  if (spec.name != "schedule" && spec.name != "flit")
    throw InputError("unknown engine '" + spec.name + "'", "", suggest(spec.name, {"schedule", "flit"}),
                     "engine");
  if (spec.name == "schedule") {
    if (!spec.arguments.empty())
      throw InputError("engine schedule has no options", "", "use engine=schedule", "engine");
    if (request.reduction_delay != 0)
      throw needs("reduction_delay", "engine=flit", "the steps of schedules have no cycles")
          .at("reduction_delay");
    if (request.groups != 1)
      throw needs("groups", "engine=flit", "a schedule plans one operation").at("groups");
    return {};
  }
  auto const options = detail::param_names(flit::flit_schema);
  for (auto const& [key, value] : flit::without_aliases(spec).arguments)
    if (!concerns_trees(key) && std::ranges::find(options, key) != options.end())
      throw conflict(fmt::format("{}={}", key, value), "in-network reduction",
                     "the option has no effect there", key == "bandwidth" ? "use --bandwidth" : "")
          .at("engine");
  if (cost.beta <= 0)
    throw conflict("beta=0", "engine=flit", "each flit occupies a channel for some time", "set beta above 0")
        .at("engine");
  TreeEngine it{spec, {}};
  it.params = flit::read_flit_params(spec);
  flit::set_timed_defaults(it.params);
  if (auto const longest = flit::longest_packet(it.params); longest > it.params.vc_buffer)
    throw conflict(fmt::format("packet_size={}", longest), fmt::format("vc_buffer={}", it.params.vc_buffer),
                   "a packet that routers copy must fit into a buffer",
                   fmt::format("set vc_buffer={}", longest))
        .at("engine");
  it.params.flow = flit::FlowControl::cut_through;
  it.params.bandwidth = 1 / cost.beta;
  it.params.tree_vcs = it.params.vcs;
  it.params.reduction_delay = static_cast<std::uint32_t>(request.reduction_delay);
  flit::check(it.params);
  return it;
}

std::string TreeEngine::resolved() const {
  auto arguments = flit::write_flit_params(params);
  std::erase_if(arguments, [](auto const& argument) { return !concerns_trees(argument.key); });
  return Spec{"flit", std::move(arguments)}.to_string();
}

/// Assumes that every rank sends or receives all flits, over its own channel and about one more.
Estimate TreeEngine::estimate(NetworkSize const& size, double ranks, double hops, double bytes) const {
  auto const flits = static_cast<double>(flit::PacketFormat(params).flits(bytes));
  return flit::estimate_flit({size, params}, {}, params,
                             {.cycles = flits + 8 * (hops + 2), .flits = ranks * flits, .hops = 1});
}

TreeFlits::TreeFlits(TreeEngine const& engine, TopologyPtr topology, collective::Ranks const& ranks,
                     std::vector<std::uint32_t> terminals, std::uint32_t groups)
    : terminals_(std::move(terminals)),
      assembly_(assemble_flit(std::move(topology), ranks.machine(), with_settled_options(engine.spec),
                              {"default", {}}, {}, 1)),
      network_([&] {
        assembly_.params = engine.params;
        set_flit_rate(assembly_);
        return make_machine(assembly_);
      }()) {
  auto const each = terminals_.size() / groups;
  for (std::uint32_t g = 0; g < groups; ++g) {
    std::vector<std::uint32_t> vertices;
    for (auto i = g * each; i < (g + 1) * each; ++i)
      vertices.push_back(ranks.network().vertex(TerminalId{terminals_[i]}));
    groups_.emplace_back(ranks, std::move(vertices));
  }
}

/// Returns the channels between routers in the subtree that leads to the ranks `wanted`.
std::vector<std::uint32_t> TreeFlits::channels(collective::Ranks const& ranks, collective::Tree const& tree,
                                               std::vector<std::uint32_t> const& requested) const {
  auto const& network = ranks.network();
  std::vector<std::uint32_t> vertices, outs;
  for (auto const rank : requested) vertices.push_back(ranks[rank]);
  std::ranges::sort(vertices);
  for (auto const& node : collective::pruned(tree, vertices).nodes) {
    if (node.depth == 0) continue;
    auto const from = network.source(node.channel);
    if (std::max(from, network.target(node.channel)) < network.num_routers())
      outs.push_back(network_.first_out(from) + node.channel - network.first_channel(from));
  }
  return outs;
}

flit::GroupTree TreeFlits::tree_of(collective::InNetwork const& algorithm, Task const& task,
                                   std::uint32_t group) const {
  auto const& ranks = groups_[group];
  auto const center = algorithm.center(ranks, group);
  auto const forest = algorithm.forest(ranks, task, center);
  std::vector<std::uint32_t> all(ranks.size());
  std::iota(all.begin(), all.end(), 0u);
  auto const terminal = [&](std::uint32_t rank) { return terminals_[group * all.size() + rank]; };
  auto senders = all, receivers = task.receivers.empty() ? all : task.receivers;
  flit::GroupTree tree{.root = center};
  if (task.operation == Operation::broadcast) {
    senders = {task.root};
    std::erase(receivers, task.root);
    tree.root = network_.injection_router(terminal(task.root));
  } else if (task.operation == Operation::reduce) {
    std::erase(senders, task.root);
    receivers = {task.root};
    tree.root = network_.injection_router(terminal(task.root));
  }
  if (!forest.up.empty()) tree.up = channels(ranks, forest.up.front(), senders);
  if (!forest.down.empty()) tree.down = channels(ranks, forest.down.front(), receivers);
  for (auto const rank : senders) tree.senders.push_back(terminal(rank));
  for (auto const rank : receivers) tree.receivers.push_back(terminal(rank));
  return tree;
}

TreeFlitsRun TreeFlits::run(Spec const& in_network, Task const& task, double bytes,
                            Progress& progress) const {
  TreeFlitsRun result;
  result.flits = flit::PacketFormat(assembly_.params).flits(bytes);
  result.packets = flit::PacketFormat(assembly_.params).packets(result.flits);
  if (groups_.front().size() < 2) return result;
  auto const algorithm = in_network_of(in_network);
  std::vector<flit::GroupTree> list;
  for (std::uint32_t g = 0; g < groups_.size(); ++g) list.push_back(tree_of(algorithm, task, g));
  if (list.front().receivers.empty()) return result;
  flit::GroupTrees const trees(network_, assembly_.params, std::move(list));
  result.vcs = trees.vcs(0).count;
  flit::MessageSimulation simulation(network_, *assembly_.bound, assembly_.params, assembly_.seed, 0, &trees);
  for (std::uint32_t t = 0; t < trees.size(); ++t) {
    auto const alone = trees.min_cycles(network_, flit::router_options(assembly_.params), t, result.flits);
    result.min_cycles = std::max(result.min_cycles, alone);
    simulation.send_along_tree({.tree = t, .bytes = bytes});
  }
  auto const maximum = static_cast<std::uint64_t>(assembly_.params.max_cycles);
  progress.start(fmt::format("{} bytes in flits", bytes), result.min_cycles, "cycles");
  while (simulation.in_progress() && simulation.now() < maximum) {
    auto const before = simulation.now();
    for (auto const& it : simulation.advance(maximum)) result.cycles = it.cycle;
    progress.advance(simulation.now() - before);
  }
  progress.finish();
  if (simulation.in_progress())
    throw InputError(fmt::format("max_cycles={}", maximum), "the operation takes longer", "raise max_cycles",
                     "engine");
  result.flit_hops = simulation.outcome().flit_hops;
  result.seconds = simulation.format().seconds(result.cycles);
  return result;
}

Table tree_flits_table(std::vector<TreeFlitsRow> const& rows) {
  Table table{
      "flits",
      "As packets of flits that routers copy and add",
      {{"algorithm"},
       {"vcs", "", "virtual channels of each group's tree"},
       {"bytes", "", "size of a message (of a vector for reductions)"},
       {"flits", "", "flits per message"},
       {"cycles", "", "from the start to the last arrival"},
       {"least_cycles", "",
        "latency of the longest path plus one cycle per flit: the time with sufficient buffers"},
       {"time", "seconds"},
       {"computed", "seconds", "time of table `collective`, from alpha, beta and hop: one group alone"},
       {"ratio", "", "time / computed", 3},
       {"flit_hops", "", "flits over channels between routers"},
       {"packets", "", "packets per message"}},
      {}};
  for (auto const& [algorithm, bytes, computed, run] : rows)
    table.add_row({algorithm, run.vcs, bytes, run.flits, run.cycles, run.min_cycles, run.seconds, computed,
                   computed == 0 ? Value{} : Value{run.seconds / computed}, run.flit_hops, run.packets});
  return table;
}

}  // namespace weft::verb
