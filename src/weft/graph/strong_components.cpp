// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/strong_components.hpp"

#include <algorithm>

#include "weft/graph/order.hpp"

namespace weft {
namespace {

class Tarjan {
 public:
  explicit Tarjan(Graph const& graph)
      : graph_(graph), low_(graph.num_vertices(), unseen), next_arc_(graph.num_vertices(), 0) {
    out_.of.assign(graph.num_vertices(), unreachable);
  }

  StrongComponents run() {
    for (Vertex v = 0; v < graph_.num_vertices(); ++v)
      if (low_[v] == unseen) search(v);
    return std::move(out_);
  }

 private:
  static constexpr std::uint32_t unseen = unreachable;

  void search(Vertex start) {
    enter(start);
    while (!path_.empty()) {
      auto const v = path_.back();
      auto const heads = graph_.heads(v);
      if (next_arc_[v] < heads.size()) {
        auto const head = heads[next_arc_[v]++];
        if (low_[head] == unseen)
          enter(head);
        else if (out_.of[head] == unreachable)
          low_[v] = std::min(low_[v], low_[head]);
      } else {
        leave(v);
      }
    }
  }
  void enter(Vertex v) {
    low_[v] = count_++;
    path_.push_back(v);
    order_of_path_.push_back(low_[v]);
    open_.push_back(v);
  }
  void leave(Vertex v) {
    path_.pop_back();
    bool const is_root = low_[v] == order_of_path_.back();
    order_of_path_.pop_back();
    if (is_root) close(v);
    if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[v]);
  }
  void close(Vertex root) {
    auto const component = static_cast<std::uint32_t>(out_.size.size());
    out_.size.push_back(0);
    for (;;) {
      auto const v = open_.back();
      open_.pop_back();
      out_.of[v] = component;
      ++out_.size[component];
      if (v == root) break;
    }
    auto const heads = graph_.heads(root);
    out_.cyclic.push_back(out_.size[component] > 1 || std::ranges::find(heads, root) != heads.end());
  }

  Graph const& graph_;
  StrongComponents out_;
  std::vector<std::uint32_t> low_;  // minimum number reachable through open vertices
  std::vector<std::uint64_t> next_arc_;
  std::vector<Vertex> path_, open_;
  std::vector<std::uint32_t> order_of_path_;
  std::uint32_t count_ = 0;
};

}  // namespace

StrongComponents strong_components(Graph const& graph) { return Tarjan(graph).run(); }

}  // namespace weft
