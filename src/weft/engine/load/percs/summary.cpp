// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "weft/engine/load/percs/load.hpp"

namespace weft::load {
namespace {

void add(ClassLoad& one, std::uint64_t max, std::uint64_t at_max) {
  if (max < one.max) return;
  one.at_max = max > one.max ? at_max : one.at_max + at_max;
  one.max = max;
}

/// Adds a row of channels, without branches in its loops.
void add_row(ClassLoad& one, std::uint64_t const* load, std::uint32_t size, std::uint64_t links) {
  std::uint64_t max = 0, total = 0, at_max = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    max = std::max(max, load[i]);
    total += load[i];
  }
  one.total += static_cast<unsigned __int128>(total) * links;
  if (max < one.max) return;
  for (std::uint32_t i = 0; i < size; ++i) at_max += load[i] == max;
  add(one, max, at_max * links);
}

/// Adds the channels from one drawer to another, column by column for vectorization.
void add_block(ClassLoad& one, NodePairs const& load, std::uint32_t from, std::uint32_t to) {
  std::array<std::uint64_t, drawer_nodes> max{}, total{};
  for (std::uint32_t u = from; u < from + drawer_nodes; ++u)
    for (std::uint32_t v = 0; v < drawer_nodes; ++v) {
      max[v] = std::max(max[v], load[u][to + v]);
      total[v] += load[u][to + v];
    }
  std::uint64_t maximum = 0, sum = 0;
  for (std::uint32_t v = 0; v < drawer_nodes; ++v) {
    maximum = std::max(maximum, max[v]);
    sum += total[v];
  }
  one.total += sum;
  if (maximum == 0 || maximum < one.max) return;
  std::uint64_t at_max = 0;
  for (std::uint32_t u = from; u < from + drawer_nodes; ++u)
    for (std::uint32_t v = 0; v < drawer_nodes; ++v) at_max += load[u][to + v] == maximum;
  add(one, maximum, at_max);
}

class Summary final : public PercsLoadVisitor {
 public:
  explicit Summary(std::uint64_t links) : links_(links) {}
  void inner(std::uint32_t, NodePairs const& load) override {
    for (std::uint32_t from = 0; from < supernode_nodes; from += drawer_nodes)
      for (std::uint32_t to = 0; to < supernode_nodes; to += drawer_nodes)
        add_block(from == to ? ll : lr, load, from, to);
    lr.channels += supernode_nodes * (supernode_nodes - drawer_nodes);
    ll.channels += supernode_nodes * (drawer_nodes - 1);
  }
  void between(std::uint32_t a, std::span<std::uint64_t const> load) override {
    add_row(d, load.data(), static_cast<std::uint32_t>(load.size()), links_);
    d.channels += (load.size() - 1) * links_;
    d.total -= static_cast<unsigned __int128>(load[a]) * links_;
  }

  ClassLoad d{"D", PercsCounts::d_bandwidth}, lr{"LR", PercsCounts::lr_bandwidth},
      ll{"LL", PercsCounts::ll_bandwidth};

 private:
  std::uint64_t links_;
};

class Both final : public PercsLoadVisitor {
 public:
  Both(PercsLoadVisitor& one, PercsLoadVisitor& other) : one_(one), other_(other) {}
  void inner(std::uint32_t a, NodePairs const& load) override {
    one_.inner(a, load);
    other_.inner(a, load);
  }
  void between(std::uint32_t a, std::span<std::uint64_t const> load) override {
    one_.between(a, load);
    other_.between(a, load);
  }

 private:
  PercsLoadVisitor &one_, &other_;
};

Loads as_loads(PercsPaths const& paths, PlacedTasks const& tasks, Summary& summary) {
  for (auto* one : {&summary.d, &summary.lr, &summary.ll})
    if (one->max == 0) one->at_max = one->channels;
  auto const& communication = tasks.communication();
  return {{summary.d, summary.lr, summary.ll},
          static_cast<double>(communication.total_units()) * static_cast<double>(paths.denominator()) /
              static_cast<double>(communication.num_tasks()),
          PercsCounts::processors_per_node,
          PercsCounts::processors_per_node};
}

}  // namespace

Loads percs_loads(PercsPaths const& paths, PlacedTasks const& tasks) {
  Summary summary{paths.links()};
  visit_percs_loads(paths, tasks, summary);
  return as_loads(paths, tasks, summary);
}

Loads percs_loads_and_visit(PercsPaths const& paths, PlacedTasks const& tasks, PercsLoadVisitor& visitor) {
  Summary summary{paths.links()};
  Both both(summary, visitor);
  visit_percs_loads(paths, tasks, both);
  return as_loads(paths, tasks, summary);
}

}  // namespace weft::load
