// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <vector>

#include "weft/engine/load/percs/load.hpp"

namespace weft::load {
/// The load of every channel, each D link apart.
class PercsPathLedger {
  static constexpr std::uint32_t nodes = PercsCounts::nodes_per_supernode;

 public:
  explicit PercsPathLedger(PercsPaths const& paths)
      : paths_(paths),
        inner_(std::size_t{paths.supernodes()} * nodes * nodes),
        between_(std::size_t{paths.supernodes()} * paths.supernodes() * paths.links()) {}

  void add(PercsChannel const& channel, std::uint64_t load) {
    auto const a = channel.from.v / nodes, b = channel.to.v / nodes;
    if (channel.of == PercsChannel::Class::d)
      between_[(std::size_t{a} * paths_.supernodes() + b) * paths_.links() +
               channel.from.v % nodes / paths_.width()] += load;
    else
      inner_[std::size_t{channel.from.v} * nodes + channel.to.v % nodes] += load;
  }
  void show(PercsLoadVisitor& visitor) const {
    NodePairs block;
    std::vector<std::uint64_t> to(paths_.supernodes());
    for (std::uint32_t a = 0; a < paths_.supernodes(); ++a) {
      for (std::uint32_t u = 0; u < nodes; ++u)
        for (std::uint32_t v = 0; v < nodes; ++v)
          block[u][v] = inner_[(std::size_t{a} * nodes + u) * nodes + v];
      visitor.inner(a, block);
      for (std::uint32_t b = 0; b < paths_.supernodes(); ++b) to[b] = common_load(a, b);
      visitor.between(a, to);
    }
  }

 private:
  std::uint64_t common_load(std::uint32_t a, std::uint32_t b) const {
    auto const* const links = &between_[(std::size_t{a} * paths_.supernodes() + b) * paths_.links()];
    for (std::uint32_t j = 1; j < paths_.links(); ++j)
      if (links[j] != links[0]) throw std::logic_error("the D links of two supernodes differ in load");
    return links[0];
  }

  PercsPaths const& paths_;
  std::vector<std::uint64_t> inner_, between_;
};

/// Computes the loads of `visit_percs_loads` path by path: slow and obvious.
inline void visit_percs_loads_by_paths(PercsPaths const& paths, PlacedTasks const& tasks,
                                       PercsLoadVisitor& visitor) {
  check_percs_range(paths, tasks.communication());
  PercsPathLedger ledger(paths);
  tasks.communication().for_each_flow([&](Flow const& flow) {
    paths.visit_paths({tasks.node(flow.from)}, {tasks.node(flow.to)},
                      [&](PercsChannel const& channel, std::uint64_t share, PercsHop) {
                        ledger.add(channel, share * flow.units);
                      });
  });
  ledger.show(visitor);
}

}  // namespace weft::load
