// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/trees/group_trees.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/graph/strong_components.hpp"

namespace weft::flit {
namespace {

void check_params(FlitParams const& params) {
  auto const rejection = [](std::string const& option, std::string const& why,
                            std::string const& suggestion = {}) {
    return conflict(option, "in-network reduction", why, suggestion).at("engine");
  };
  if (params.flow != FlowControl::cut_through)
    throw rejection("flow=wormhole", "a buffer must hold a whole packet while it waits for a branch",
                    "use flow=cut_through");
  if (auto const longest = longest_packet(params); longest > params.vc_buffer)
    throw rejection(
        fmt::format("vc_buffer={}", params.vc_buffer),
        fmt::format("a buffer must hold a whole packet of {} flits while it waits for a branch", longest),
        fmt::format("use vc_buffer={}", longest));
  if (params.sending == Sending::interleaved)
    throw rejection("sending=interleaved", "all senders of a tree must send in the same order",
                    "use sending=in_order");
  if (needs_acknowledgments(params) || params.throttle < 1)
    throw rejection(
        "max_outstanding, window, ecn_threshold or throttle",
        "replicated and reduced packets have no single source and destination for acknowledgments",
        "omit them");
  if (params.interval_pairs)
    throw rejection("interval_pairs=true", "a packet along a tree has several destinations");
}

/// A set of trees that share virtual channels.
class Share {
 public:
  explicit Share(FlitNetwork const& network) : network_(network) {}

  /// Adds a tree unless it could deadlock with the trees of the share. Returns whether it was added.
  /// `branches`: arcs of the tree from input port to input port.
  bool add(GroupTree const& tree, std::vector<Arc> const& branches) {
    auto const up = inputs_up(tree), down = inputs_down(tree);
    for (auto const in : up)
      if (use_.contains(in)) return false;
    for (auto const in : down)
      if (auto const found = use_.find(in); found != use_.end() && found->second) return false;
    auto const before = branches_.size();
    branches_.insert(branches_.end(), branches.begin(), branches.end());
    auto const cyclic = strong_components(Graph::from_arcs(network_.num_in(), branches_)).cyclic;
    if (std::ranges::find(cyclic, true) != cyclic.end()) {
      branches_.resize(before);
      return false;
    }
    for (auto const in : up) use_[in] = true;
    for (auto const in : down) use_.emplace(in, false);
    return true;
  }

 private:
  /// Returns the input ports that the tree uses upward: at the ends of its upward channels, and of the
  /// injection channels of its senders, except a single sender of a tree without upward channels.
  std::vector<std::uint32_t> inputs_up(GroupTree const& tree) const {
    std::vector<std::uint32_t> ins;
    for (auto const out : tree.up) ins.push_back(network_.target(out));
    if (tree.up.empty() && tree.senders.size() == 1) return ins;
    for (auto const e : tree.senders) ins.push_back(network_.injection_port(e));
    return ins;
  }
  std::vector<std::uint32_t> inputs_down(GroupTree const& tree) const {
    std::vector<std::uint32_t> ins;
    for (auto const out : tree.down) ins.push_back(network_.target(out));
    if (tree.up.empty() && tree.senders.size() == 1)
      ins.push_back(network_.injection_port(tree.senders.front()));
    return ins;
  }

  FlitNetwork const& network_;
  std::map<std::uint32_t, bool> use_;  // input ports; true for the upward direction
  std::vector<Arc> branches_;          // branches of its trees
};

}  // namespace

GroupTrees::GroupTrees(FlitNetwork const& network, FlitParams const& params, std::vector<GroupTree> trees)
    : trees_(std::move(trees)), first_vc_(params.vcs - params.tree_vcs), color_(trees_.size()) {
  check_params(params);
  for (std::uint32_t t = 0; t < trees_.size(); ++t) add_junctions(network, t);
  std::ranges::stable_sort(junctions_, {}, &Junction::router);
  index_inputs(network);
  color(network, params.tree_vcs);
}

/// Connects the inputs and outputs of a tree at each router, separately for the two directions. At the root,
/// the upward direction continues into the downward direction.
void GroupTrees::add_junctions(FlitNetwork const& network, std::uint32_t t) {
  auto const& tree = trees_[t];
  struct Ports {
    std::vector<std::uint32_t> ins, outs;
  };
  std::map<std::uint32_t, Ports> up, down;  // by router
  for (auto const e : tree.senders) up[network.injection_router(e)].ins.push_back(network.injection_port(e));
  for (auto const out : tree.up) {
    up[network.router_of_out(out)].outs.push_back(out);
    up[network.router_of_in(network.target(out))].ins.push_back(network.target(out));
  }
  auto const at = [&](std::uint32_t router) -> Ports& {
    return router == tree.root ? up[router] : down[router];
  };
  for (auto const out : tree.down) {
    at(network.router_of_out(out)).outs.push_back(out);
    at(network.router_of_in(network.target(out))).ins.push_back(network.target(out));
  }
  for (auto const e : tree.receivers) {
    auto const out = network.ejection_port(e);
    at(network.router_of_out(out)).outs.push_back(out);
  }
  for (auto const* ports : {&up, &down})
    for (auto const& [router, it] : *ports) {
      bool const is_branch = ports == &up && router != tree.root;
      if (it.ins.empty() || it.outs.empty() || (is_branch && it.outs.size() != 1) ||
          (ports == &down && it.ins.size() != 1))
        throw std::logic_error(fmt::format("tree {} is not a tree at router {}", t, router));
      auto const ins = static_cast<std::uint32_t>(ins_.size()),
                 outs = static_cast<std::uint32_t>(outs_.size());
      ins_.insert(ins_.end(), it.ins.begin(), it.ins.end());
      outs_.insert(outs_.end(), it.outs.begin(), it.outs.end());
      junctions_.push_back({router, t, ins, static_cast<std::uint32_t>(ins_.size()), outs,
                            static_cast<std::uint32_t>(outs_.size())});
    }
}

void GroupTrees::index_inputs(FlitNetwork const& network) {
  first_entry_.resize(network.num_in() + std::size_t{1});
  for (auto const in : ins_) ++first_entry_[in + std::size_t{1}];
  for (std::uint32_t in = 0; in < network.num_in(); ++in)
    first_entry_[in + std::size_t{1}] += first_entry_[in];
  entries_.resize(ins_.size());
  auto next = first_entry_;
  for (std::uint32_t j = 0; j < junctions_.size(); ++j)
    for (auto const in : ins(junctions_[j])) entries_[next[in]++] = {junctions_[j].tree, j};
  for (std::uint32_t in = 0; in < network.num_in(); ++in)
    std::sort(entries_.begin() + first_entry_[in], entries_.begin() + first_entry_[in + 1],
              [](Entry const& a, Entry const& b) { return a.tree < b.tree; });
}

std::uint32_t GroupTrees::junction_at(std::uint32_t in, std::uint32_t tree) const {
  auto const entries = std::span(entries_).subspan(first_entry_[in], first_entry_[in + 1] - first_entry_[in]);
  return std::ranges::lower_bound(entries, tree, {}, &Entry::tree)->junction;
}

RouterRange GroupTrees::junctions_of(RouterRange const& routers) const {
  auto const place = [&](std::uint32_t router) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(junctions_, router, {}, &Junction::router) -
                                      junctions_.begin());
  };
  return {place(routers.first), place(routers.last)};
}

std::uint64_t GroupTrees::min_cycles(FlitNetwork const& network, RouterOptions const& options,
                                     std::uint32_t t, std::uint64_t flits) const {
  struct Meeting {
    std::uint64_t cycle = 0;  // cycle of the latest head so far
    std::size_t heads = 0;
  };
  std::map<std::uint32_t, Meeting> meetings;  // by junction
  std::vector<std::pair<std::uint32_t, std::uint64_t>>
      heads;  // input ports, and arrival cycles of their heads
  for (auto const e : trees_[t].senders)
    heads.emplace_back(network.injection_port(e), network.latency_in(network.injection_port(e)));
  std::uint64_t latest = 0;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    auto const [in, cycle] = heads[i];
    auto const& junction = junctions_[junction_at(in, t)];
    auto& meeting = meetings[junction_at(in, t)];
    meeting.cycle = std::max(meeting.cycle, cycle);
    if (++meeting.heads < ins(junction).size()) continue;
    auto const leaves = meeting.cycle + (meeting.heads > 1 ? options.reduction_delay : 0) +
                        options.idle_passage() - (options.speedup > 1 ? 1 : 0);
    for (auto const out : outs(junction)) {
      auto const there = leaves + network.latency(out);
      if (auto const to = network.target(out); (to & FlitNetwork::terminal_bit) == 0)
        heads.emplace_back(to, there);
      else
        latest = std::max(latest, there + flits);
    }
  }
  return latest;
}

/// Assigns each tree the first share of the virtual channels in which it does not conflict with another tree.
void GroupTrees::color(FlitNetwork const& network, std::uint32_t vcs) {
  std::vector<std::vector<Arc>> branches(trees_.size());
  for (auto const& junction : junctions_)
    for (auto const in : ins(junction))
      for (auto const out : outs(junction))
        if ((network.target(out) & FlitNetwork::terminal_bit) == 0)
          branches[junction.tree].push_back({in, network.target(out)});
  std::vector<Share> shares;
  for (std::uint32_t t = 0; t < trees_.size(); ++t) {
    std::uint32_t share = 0;
    while (share < shares.size() && !shares[share].add(trees_[t], branches[t])) ++share;
    color_[t] = share;
    if (share < shares.size()) continue;
    shares.emplace_back(network);
    if (!shares.back().add(trees_[t], branches[t]))
      throw std::logic_error(fmt::format("tree {} has a cycle", t));
  }
  if (shares.size() > vcs)
    throw InputError(
        fmt::format("{} trees need more virtual channels", trees_.size()),
        fmt::format("{} virtual channels must be reserved for them to prevent deadlock, but there are {}",
                    shares.size(), vcs),
        fmt::format("use vcs={}", shares.size() + first_vc_), "engine");
  vcs_of_a_tree_ = vcs / std::max<std::uint32_t>(static_cast<std::uint32_t>(shares.size()), 1);
}

}  // namespace weft::flit
