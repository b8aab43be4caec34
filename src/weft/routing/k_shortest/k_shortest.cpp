// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/k_shortest/k_shortest.hpp"

#include <algorithm>
#include <limits>

#include "weft/core/interrupt.hpp"
#include "weft/routing/paths/path_graph.hpp"

namespace weft::routing {
namespace {

constexpr auto unseen = std::numeric_limits<std::uint32_t>::max();

bool contains(std::vector<std::uint32_t> const& channels, std::uint32_t channel) {
  return std::ranges::find(channels, channel) != channels.end();
}

}  // namespace

KShortestPaths::KShortestPaths(PathGraph const& graph)
    : graph_(&graph),
      blocked_(graph.num_states(), false),
      goal_(graph.num_states(), false),
      hops_(graph.num_states(), unseen) {}

bool KShortestPaths::later(Candidate const& a, Candidate const& b) {
  if (a.steps.size() != b.steps.size()) return a.steps.size() > b.steps.size();
  return std::ranges::lexicographical_compare(b.steps, a.steps, {}, &PathGraph::Step::channel,
                                              &PathGraph::Step::channel);
}

std::vector<KShortestPaths::Path> const& KShortestPaths::find(std::uint32_t from, std::uint32_t to,
                                                              std::size_t k) {
  from_ = from;
  to_ = graph_->end_at(to);
  found_.clear();
  candidates_.clear();
  add_candidate({}, 0, {});
  while (!candidates_.empty() && found_.size() < k) {
    std::ranges::pop_heap(candidates_, later);
    auto const best = std::move(candidates_.back());
    candidates_.pop_back();
    found_.push_back(best.steps);
    if (found_.size() == k) break;
    for (auto num_kept = best.num_kept; num_kept < best.steps.size(); ++num_kept) {
      auto banned = num_kept == best.num_kept ? best.banned : std::vector<std::uint32_t>{};
      banned.push_back(best.steps[num_kept].channel);
      add_candidate(best.steps, num_kept, std::move(banned));
    }
  }
  return found_;
}

void KShortestPaths::add_candidate(Path const& like, std::size_t num_kept,
                                   std::vector<std::uint32_t> banned) {
  throw_if_interrupted();
  Path path(like.begin(), like.begin() + static_cast<std::ptrdiff_t>(num_kept));
  auto const spur = num_kept == 0 ? from_ : path.back().state;
  blocked_[from_] = true;
  for (auto const& step : path) blocked_[step.state] = true;
  bool const reached = search(spur, banned);
  if (reached) walk(spur, banned, path);
  forget_search();
  blocked_[from_] = false;
  for (auto const& step : path) blocked_[step.state] = false;
  if (!reached) return;
  candidates_.push_back({std::move(path), num_kept, std::move(banned)});
  std::ranges::push_heap(candidates_, later);
}

/// Searches backwards from the destination until a successor of `spur` is reached, over channels that are not
/// in `banned`. Does not cross the spur or blocked routers.
bool KShortestPaths::search(std::uint32_t spur, std::vector<std::uint32_t> const& banned) {
  for (auto const [next, channel] : graph_->steps(spur))
    if (!contains(banned, channel)) goal_[next] = true;
  bool reached = goal_[to_];
  hops_[to_] = 0;
  queue_.assign(1, to_);
  for (std::size_t begin = 0, end = 1; !reached && begin < end; begin = end, end = queue_.size())
    for (auto i = begin; i < end; ++i)
      for (auto const [before, channel] : graph_->steps_into(queue_[i])) {
        if (hops_[before] != unseen || blocked_[before]) continue;
        hops_[before] = hops_[queue_[i]] + 1;
        queue_.push_back(before);
        reached = reached || goal_[before];
      }
  for (auto const [next, channel] : graph_->steps(spur)) goal_[next] = false;
  return reached;
}

/// Appends a shortest path from `spur`; ties are broken by the lowest port.
void KShortestPaths::walk(std::uint32_t spur, std::vector<std::uint32_t> const& banned, Path& path) const {
  PathGraph::Step first{spur, 0};
  auto nearest = unseen;
  for (auto const& step : graph_->steps(spur))
    if (!contains(banned, step.channel) && hops_[step.state] < nearest) {
      nearest = hops_[step.state];
      first = step;
    }
  path.push_back(first);
  while (path.back().state != to_) {
    auto const at = path.back().state;
    for (auto const& step : graph_->steps(at))
      if (hops_[step.state] + 1 == hops_[at]) {
        path.push_back(step);
        break;
      }
  }
}

void KShortestPaths::forget_search() {
  for (auto const state : queue_) hops_[state] = unseen;
}

namespace {

class KShortestShares final : public Shares {
 public:
  KShortestShares(Network const& network, std::size_t paths)
      : graph_(PathGraph::all(network)), paths_(paths) {}
  std::uint64_t denominator() const override { return even_denominator; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override {
    if (from == to) return true;
    return scratch_.with([&] { return KShortestPaths(graph_); },
                         [&](KShortestPaths& search) { return append(search, from, to, out); });
  }

 private:
  bool append(KShortestPaths& search, RouterId from, RouterId to, std::vector<ChannelShare>& out) const {
    auto const& found = search.find(from.v, to.v, paths_);
    if (found.empty()) no_path(from, to);
    auto const first = out.size();
    for (auto const& path : found)
      for (auto const& step : path) out.push_back({{step.channel}, 1});
    merge_shares(out, first);
    bool exact = true;
    for (auto i = first; i < out.size(); ++i) {
      auto const share = even_share(out[i].numerator, found.size());
      out[i].numerator = share.numerator;
      exact = exact && share.exact;
    }
    return exact;
  }

  PathGraph graph_;
  std::size_t paths_;
  ScratchPool<KShortestPaths> mutable scratch_;
};

}  // namespace

SharesPtr KShortest::shares(Machine const& machine) const {
  return std::make_shared<KShortestShares>(*machine.network(), static_cast<std::size_t>(params_.paths));
}

}  // namespace weft::routing
