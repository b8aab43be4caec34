#include <algorithm>

#include "weft/engine/load/percs_load.hpp"

namespace weft::load {
namespace {

constexpr std::uint32_t nodes = Percs::nodes_per_supernode, drawer = Percs::nodes_per_drawer;

void add(ClassLoad& one, std::uint64_t max, std::uint64_t at_max) {
  if (max < one.max) return;
  one.at_max = max > one.max ? at_max : one.at_max + at_max;
  one.max = max;
}

/// Adds one row of channels without branches.
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

class Summary final : public PercsLoadVisitor {
 public:
  explicit Summary(std::uint64_t links) : links_(links) {}
  void inner(std::uint32_t, NodePairs const& load) override {
    for (std::uint32_t u = 0; u < nodes; ++u) {
      auto const first = u / drawer * drawer, end = first + drawer;
      add_row(lr, load[u].data(), first, 1);
      add_row(lr, load[u].data() + end, nodes - end, 1);
      add_row(ll, load[u].data() + first, u - first, 1);
      add_row(ll, load[u].data() + u + 1, end - u - 1, 1);
    }
    lr.channels += nodes * (nodes - drawer);
    ll.channels += nodes * (drawer - 1);
  }
  void between(std::uint32_t a, std::span<std::uint64_t const> load) override {
    add_row(d, load.data(), static_cast<std::uint32_t>(load.size()), links_);
    d.channels += (load.size() - 1) * links_;
    d.total -= static_cast<unsigned __int128>(load[a]) * links_;
  }

  ClassLoad d{"D", 10}, lr{"LR", 5}, ll{"LL", 21};

 private:
  std::uint64_t links_;
};

Loads as_loads(PercsPaths const& paths, PlacedTasks const& tasks, Summary const& summary) {
  auto const& communication = tasks.communication();
  return {{summary.d, summary.lr, summary.ll},
          static_cast<double>(communication.total_units()) * static_cast<double>(paths.denominator()) /
              static_cast<double>(communication.num_tasks()),
          Percs::processors_per_node};
}

}  // namespace

Loads percs_loads(PercsPaths const& paths, PlacedTasks const& tasks) {
  Summary summary{paths.links()};
  visit_percs_loads(paths, tasks, summary);
  return as_loads(paths, tasks, summary);
}

Loads percs_loads_by_paths(PercsPaths const& paths, PlacedTasks const& tasks) {
  Summary summary{paths.links()};
  visit_percs_loads_by_paths(paths, tasks, summary);
  return as_loads(paths, tasks, summary);
}

}  // namespace weft::load
