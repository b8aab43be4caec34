#include "weft/engine/queue/allocations/random.hpp"

#include <algorithm>
#include <utility>

#include "weft/core/random.hpp"

namespace weft::queue {
namespace {

class BoundRandom final : public Allocation {
 public:
  BoundRandom(AllocationContext const& context, DrawnParts of) : seed_(context.seed), of_(of) {}

  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t draw) const override {
    Rng rng(seed_, Purpose::placement, draw);
    NodeList chosen;
    if (of_ == DrawnParts::nodes) {
      for (auto node = free.next(0); node < free.nodes().size(); node = free.next(node + 1))
        chosen.push_back(node);
      for (std::size_t i = 0; i < count; ++i) std::swap(chosen[i], chosen[i + rng.below(chosen.size() - i)]);
      chosen.resize(count);
      std::ranges::sort(chosen);
      return chosen;
    }
    auto parts = free_parts(free);
    for (std::size_t i = 0; chosen.size() < count; ++i) {
      std::swap(parts[i], parts[i + rng.below(parts.size() - i)]);
      for (auto const node : parts[i].nodes)
        if (chosen.size() < count) chosen.push_back(node);
    }
    std::ranges::sort(chosen);
    return chosen;
  }

 private:
  struct Part {
    std::uint32_t name;
    NodeList nodes;
  };
  std::uint32_t part_of(Nodes const& nodes, std::uint32_t node) const {
    return of_ == DrawnParts::routers ? nodes.router(node) : nodes.group(node);
  }
  /// The parts with free nodes, by number.
  std::vector<Part> free_parts(FreeNodes const& free) const {
    auto const& nodes = free.nodes();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
    for (auto node = free.next(0); node < nodes.size(); node = free.next(node + 1))
      all.emplace_back(part_of(nodes, node), node);
    std::ranges::sort(all);
    std::vector<Part> parts;
    for (auto const& [part, node] : all) {
      if (parts.empty() || parts.back().name != part) parts.push_back({part, {}});
      parts.back().nodes.push_back(node);
    }
    return parts;
  }

  std::uint64_t seed_;
  DrawnParts of_;
};

}  // namespace

AllocationPtr RandomNodes::bind(AllocationContext const& context) const {
  return std::make_shared<BoundRandom>(context, params_.of);
}

}  // namespace weft::queue
